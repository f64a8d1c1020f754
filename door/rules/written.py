"""An order as written, and what may be wrong with it.

What was *written* names units and places as the caller saw them; whether such a unit is there is not known yet.
*Unreadable* is text that no order could be, *ambiguous* text that could mean several places, and a *binding*
error an order for which no unit can be found.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from door.rules.units import UnitKind

_MOST_QUOTED = 30

OTHER_RULES = (
    "This belongs to the Army/Fleet rules, and the game is played without them: "
    "armies cross the sea by convoy, as in A LON - NWY VIA."
)
"""What an order of the Army/Fleet rules is answered with in a game without them."""


class OrderKind(Enum):
    """What an order as written asks for; the value is what a sentence calls it."""

    HOLD = "a hold"
    MOVE = "a move"
    SUPPORT = "a support"
    CONVOY = "a convoy"
    RETREAT = "a retreat"
    DISBAND = "a disbandment"
    BUILD = "a build"
    WAIVE = "a waived build"
    EMBARK = "a boarding"
    LAND = "a landing"


class OrderError(ValueError):
    """An order that cannot be made of the text; ``str`` gives one sentence for the caller.

    ``unit`` is the ordered unit as written, when that much was understood; ``choices`` are what it could mean, when
    that is more than one thing: full names of places, or whole orders.
    """

    def __init__(self, sentence: str, unit: WrittenUnit | None = None, choices: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.unit = unit
        self.choices = choices


class NotationError(OrderError):
    """Text that is no order; ``piece`` is the smallest wrong part of it."""

    def __init__(self, sentence: str, piece: str = "", choices: tuple[str, ...] = ()) -> None:
        super().__init__(sentence, choices=choices)
        self.piece = piece


class Unreadable(NotationError):
    """Text that means nothing."""


class Ambiguous(NotationError):
    """Text that could mean several things; ``choices`` are these, of places the full names."""


class BindingError(OrderError):
    """A well-written order about a unit that is not there, not of that power, or not ordered in this turn."""


@dataclass(frozen=True, slots=True)
class WrittenPlace:
    """A place as written: the province, and the coast (``NC``) if one was named."""

    province: str
    coast: str | None = None

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """A unit as written: its place, and its kind and power if they were named.

    ``laden``: it was written ``A/F``, a fleet and the army aboard; its kind is then the fleet's.
    """

    place: WrittenPlace
    kind: UnitKind | None = None
    power: str | None = None
    laden: bool = False

    @property
    def location(self) -> str:
        """The place as written: ``STP/SC``."""
        return str(self.place)

    def text(self, kind: UnitKind | None = None) -> str | None:
        """Give ``A PAR``; the letter is that of ``kind`` where none was written, and without either None."""
        letter = self.kind or kind
        return f"{letter.value} {self.place}" if letter else None


@dataclass(frozen=True, slots=True)
class Written:
    """An order as written. Only a waived build has no unit; ``other`` is the unit supported or convoyed.

    A retreat without a target is an ``R`` with nothing behind it: in Winter it removes the unit.
    """

    kind: OrderKind
    unit: WrittenUnit | None = None
    other: WrittenUnit | None = None
    target: WrittenPlace | None = None
    via: bool = False
    power: str | None = None
    """The power named with a waived build, which has no unit to name it with."""
    sea: WrittenPlace | None = None
    """Of the Army/Fleet rules: the sea of the Fast Ferry, of the fleet to board, or of the landing."""
    landing: tuple[WrittenPlace, WrittenPlace] | None = None
    """Where an army that boards lands in the same turn: from which sea, and in which province."""

    @property
    def unit_text(self) -> str | None:
        """The unit as ordered (``F STP/SC``), ``WAIVE`` without a unit; None when its letter was left out."""
        return self.unit.text() if self.unit else "WAIVE"


def quoted(piece: str, *, tail: bool = False) -> str:
    """Quote a piece of the caller's text without control characters; of a long one only its start, or its tail."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in " ".join(piece.split()))
    if len(shown) > _MOST_QUOTED:
        kept = _MOST_QUOTED - 3
        shown = f"...{shown[-kept:]}" if tail else f"{shown[:kept]}..."
    return f'"{shown}"'


def either(choices: tuple[str, ...]) -> str:
    """Join the choices for a sentence: ``Norway, North Sea or North Africa``."""
    return " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))
