"""Orders as values, about units that are really there.

``str`` of an order is its canonical line: ``A PIC S A BUR - BEL``.
Text becomes an order in two steps: ``notation`` reads what was written, ``binding`` finds the units meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from door.rules.units import Unit


@dataclass(frozen=True, slots=True)
class Hold:
    """HOLDS: the unit stays."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit.text} H"


@dataclass(frozen=True, slots=True)
class Move:
    """ATTACKS: the unit moves to the target location (with its coast, for a fleet); ``via``: BY CONVOY.

    ``sea``: where the army goes by Fast Ferry, the sea of its fleet if it was named (A/F rule 2).
    """

    unit: Unit
    target: str
    via: bool = False
    sea: str | None = None

    def __str__(self) -> str:
        way = f" VIA {self.sea}" if self.sea else " VIA" if self.via else ""
        return f"{self.unit.text} - {self.target}{way}"


@dataclass(frozen=True, slots=True)
class Support:
    """SUPPORTS: of ``supported`` holding (``target`` None) or attacking ``target`` (a province, or a named coast)."""

    unit: Unit
    supported: Unit
    target: str | None = None

    def __str__(self) -> str:
        supported = f"{self.unit.text} S {self.supported.text}"
        return f"{supported} - {self.target}" if self.target else supported


@dataclass(frozen=True, slots=True)
class Convoy:
    """CONVOYS: the fleet carries ``army`` to the province ``target``."""

    unit: Unit
    army: Unit
    target: str

    def __str__(self) -> str:
        return f"{self.unit.text} C {self.army.text} - {self.target}"


@dataclass(frozen=True, slots=True)
class Embark:
    """EMBARKS: an army ashore boards the fleet in the sea (A/F rule 3).

    ``landing``: the second sea and the province where it lands in the same turn, if it does (A/F rule 4).
    """

    unit: Unit
    sea: str
    landing: tuple[str, str] | None = None

    def __str__(self) -> str:
        lands = f", DISEMBARK {self.landing[0]} - {self.landing[1]}" if self.landing else ""
        return f"{self.unit.text} EMBARK {self.sea}{lands}"


@dataclass(frozen=True, slots=True)
class Land:
    """DISEMBARKS: an army aboard, its location being the sea, lands from ``sea`` in ``target`` (A/F rule 5)."""

    unit: Unit
    sea: str
    target: str

    def __str__(self) -> str:
        return f"{self.unit.text} DISEMBARK {self.sea} - {self.target}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """A dislodged unit goes to the target location."""

    unit: Unit
    target: str

    def __str__(self) -> str:
        return f"{self.unit.text} R {self.target}"


@dataclass(frozen=True, slots=True)
class Disband:
    """A dislodged unit is disbanded, or a unit is removed in Winter.

    ``laden``: the fleet is removed with the army aboard it, which is two removals.
    """

    unit: Unit
    laden: bool = False

    def __str__(self) -> str:
        return f"A/{self.unit.text} D" if self.laden else f"{self.unit.text} D"


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit, at its location, in Winter."""

    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit.text} B"


@dataclass(frozen=True, slots=True)
class Waive:
    """A build that the power does without."""

    power: str

    def __str__(self) -> str:
        return "WAIVE"


MoveOrder: TypeAlias = Hold | Move | Support | Convoy
AboardOrder: TypeAlias = Embark | Land
"""Orders that only the Army/Fleet rules know."""
RetreatOrder: TypeAlias = Retreat | Disband
AdjustmentOrder: TypeAlias = Build | Disband | Waive
Order: TypeAlias = Hold | Move | Support | Convoy | Embark | Land | Retreat | Disband | Build | Waive


def power_of(order: Order) -> str:
    """The power that the order is of."""
    return order.power if isinstance(order, Waive) else order.unit.power


def same_unit(one: Order, other: Order) -> bool:
    """Whether both orders are for one unit, so that only one of them can stand; a waived build is for none.

    An army aboard has the province of its fleet and orders of its own.
    """
    if isinstance(one, Waive) or isinstance(other, Waive):
        return False
    return one.unit.province == other.unit.province and one.unit.kind is other.unit.kind
