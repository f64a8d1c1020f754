"""What a turn is made of under the Army/Fleet rules: attacks, aids and ferries as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from door.rules.orders import Move, Support
from door.rules.units import Unit, UnitKind


class Way(Enum):
    """The four kinds of attack."""

    MOVE = auto()
    """A unit over a border; an A/F goes as its fleet."""
    FERRY = auto()
    """An army by Fast Ferry, from its province (A/F rule 2; A5)."""
    FIRST_SEA = auto()
    """An army that lands from the sea where it is aboard at the start (A/F rule 5)."""
    SECOND_SEA = auto()
    """An army that lands from the sea to which its A/F moves (A/F rules 4, 5)."""


@dataclass(frozen=True, slots=True, eq=False)
class Attack:
    """An attack of ``unit`` on the province ``target``; the unknown of it is whether it succeeds.

    ``start``: the province of the unit; ``origin``: where the attack comes from, for a landing the sea it names;
    ``shown``: the attack as sentences name it; ``carrier``: for an army by ship, the sea of its fleet at the start.
    """

    unit: Unit
    way: Way
    origin: str
    target: str
    shown: Move
    carrier: str | None = None

    @property
    def power(self) -> str:
        """Whose attack it is."""
        return self.unit.power

    @property
    def after(self) -> Unit:
        """The unit where it is if the attack succeeds."""
        return self.unit.at(self.shown.target if self.unit.kind is UnitKind.FLEET else self.target)


@dataclass(frozen=True, slots=True, eq=False)
class Aid:
    """A support that finds what it supports; the unknown of it is whether it is uncut.

    ``aim``: the province it is directed at; ``helped``: the attacks it is for, none where it is for holding;
    ``value``: 1, or 2 for an A/F at a coastal province (A/F rule 4).
    """

    order: Support
    aim: str
    helped: tuple[Attack, ...]
    value: int

    @property
    def unit(self) -> Unit:
        """The unit that gives it."""
        return self.order.unit

    @property
    def power(self) -> str:
        """Whose support it is."""
        return self.order.unit.power

    @property
    def place(self) -> str:
        """The province of the unit that gives it."""
        return self.order.unit.province


@dataclass(frozen=True, slots=True, eq=False)
class Ferry:
    """A Fast Ferry; the unknown of it is whether the fleet stays unbroken."""

    fleet: Unit
    attack: Attack

    @property
    def place(self) -> str:
        """The sea of the fleet."""
        return self.fleet.province


Unknown: TypeAlias = Attack | Aid | Ferry
"""What adjudication has to find out, all of them so that true is good."""
