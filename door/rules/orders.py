"""Orders as values, about units that are really there.

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


@dataclass(frozen=True, slots=True)
class Move:
    """ATTACKS: the unit moves to the target location (with its coast, for a fleet); ``via``: BY CONVOY."""

    unit: Unit
    target: str
    via: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """SUPPORTS: of ``supported`` holding (``target`` None) or attacking ``target`` (a province, or a named coast)."""

    unit: Unit
    supported: Unit
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Convoy:
    """CONVOYS: the fleet carries ``army`` to the province ``target``."""

    unit: Unit
    army: Unit
    target: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """A dislodged unit goes to the target location."""

    unit: Unit
    target: str


@dataclass(frozen=True, slots=True)
class Disband:
    """A dislodged unit is disbanded, or a unit is removed in Winter."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit, at its location, in Winter."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Waive:
    """A build that the power does without."""

    power: str


MoveOrder: TypeAlias = Hold | Move | Support | Convoy
RetreatOrder: TypeAlias = Retreat | Disband
AdjustmentOrder: TypeAlias = Build | Disband | Waive
Order: TypeAlias = Hold | Move | Support | Convoy | Retreat | Disband | Build | Waive
