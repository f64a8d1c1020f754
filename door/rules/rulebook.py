"""A rulebook is a value: a few policies, each a choice between readings of the rules.

Nothing in the resolver asks which rulebook is played; it asks the policy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto


class SupportCut(Enum):
    """What breaks a support."""

    ANY_ATTACK = auto()
    """Any attack of another power on the supporter, from wherever it comes (the door, Moves 1; section H)."""
    NOT_FROM_TARGET = auto()
    """An attack from the province the support is aimed at only breaks it by dislodging (DATC 6.D.15 to 6.D.17)."""


class ConvoyBreak(Enum):
    """What breaks a convoy."""

    ATTACK = auto()
    """Any attack on the fleet by a power other than the fleet's (the door, Moves 2; section H)."""
    DISLODGEMENT = auto()
    """Only a fleet that is dislodged drops out (DATC 6.F)."""


class Rear(Enum):
    """Whether a unit that tried to leave still defends the province it came from."""

    OPEN = auto()
    """It does not, whether or not its attack succeeds (the door, Moves 4; section H's second example)."""
    HELD_ON_FAILURE = auto()
    """It defends with strength 1 when it fails to leave (standard rules)."""


class ConvoyIntent(Enum):
    """What sends an army by convoy to a neighbour when it was not ordered VIA convoy."""

    OWN_CHAIN = auto()
    """A fleet of its own power in a whole chain of convoy orders for it (the door, Moves 9)."""
    OWN_FLEET = auto()
    """A possible convoy order for it to a fleet of its own power (DATC 4.A.3, 6.G.6, 6.G.7)."""


class ConvoySeas(Enum):
    """Which seas make an army's move to a far coast possible at all."""

    ANY = auto()
    """A chain of seas, occupied or not (the door, Moves 10)."""
    OCCUPIED = auto()
    """A chain of seas with fleets in them (DATC 6.D.8, 6.D.32)."""


class RetreatFreedom(Enum):
    """Where a dislodged unit may go."""

    ANY_UNOCCUPIED = auto()
    """Any unoccupied province it borders on (the door, Retreats 3; section H)."""
    STANDARD = auto()
    """Not where its attacker came from, nor where others stood each other off (DATC 6.H)."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A named set of policies."""

    name: str
    support_cut: SupportCut
    convoy_break: ConvoyBreak
    rear: Rear
    convoy_intent: ConvoyIntent
    convoy_seas: ConvoySeas
    retreat_freedom: RetreatFreedom
    army_fleet: bool = False
    """Whether the Army/Fleet rules are played; moves then follow the standard rules, retreats these."""


E1901 = Rulebook(
    "e1901",
    SupportCut.ANY_ATTACK,
    ConvoyBreak.ATTACK,
    Rear.OPEN,
    ConvoyIntent.OWN_CHAIN,
    ConvoySeas.ANY,
    RetreatFreedom.ANY_UNOCCUPIED,
)
"""The door's own rules, the default."""

STANDARD = Rulebook(
    "standard",
    SupportCut.NOT_FROM_TARGET,
    ConvoyBreak.DISLODGEMENT,
    Rear.HELD_ON_FAILURE,
    ConvoyIntent.OWN_FLEET,
    ConvoySeas.OCCUPIED,
    RetreatFreedom.STANDARD,
)
"""Standard Diplomacy: the rulebook of 2023, with the preferences of DATC 3.2."""

RULEBOOKS = {book.name: book for book in (E1901, STANDARD)}
"""The rulebooks by name."""


def rulebook_named(name: str, army_fleet: bool = False) -> Rulebook:
    """Give the rulebook of that name, with the Army/Fleet rules beside it or without; KeyError if there is none."""
    book = RULEBOOKS[name]
    return replace(book, army_fleet=True) if army_fleet else book
