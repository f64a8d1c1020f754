"""What can be ordered: the choices that a menu walks, so that no screen needs to know a rule.

Only what is possible in the position is offered; convoys by chains of fleets that are at sea now. What the
Army/Fleet rules offer instead is in ``army_fleet.options``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from door.rules.adjustments import adjustment_due, open_homes
from door.rules.board import Board, ProvinceKind
from door.rules.legality import occupied_chains
from door.rules.orders import Convoy, Move, Support
from door.rules.position import Dislodged, Position
from door.rules.rulebook import RetreatFreedom, Rulebook
from door.rules.units import Unit, UnitKind, province_of

__all__ = [
    "Arrival",
    "RetreatChoice",
    "adjustment_due",
    "build_choices",
    "by_name",
    "convoy_choices",
    "move_choices",
    "removal_choices",
    "retreat_choices",
    "support_choices",
]


def by_name(places: Iterable[str], board: Board) -> list[str]:
    """Give the places by the names of their provinces, as menus list them."""
    return sorted(places, key=lambda place: (board.provinces[province_of(place)].name, place))


class Arrival(Enum):
    """What a retreat to a place comes to, as far as can be seen."""

    FREE = auto()
    """The unit stands there, an A/F at sea as a whole."""
    OCCUPIED = auto()
    """Another unit stands there: it is disbanded (the door, Retreats 4)."""
    ABOARD = auto()
    """The army goes aboard the fleet that is there (A/F rule 6)."""
    ARMY_LOST = auto()
    """The fleet stands there, the army aboard it is disbanded (A/F rule 6)."""


@dataclass(frozen=True, slots=True)
class RetreatChoice:
    """A location a dislodged unit may choose; ``warning`` says what would be disbanded there, if anything."""

    location: str
    warning: str | None = None
    arrival: Arrival = Arrival.FREE


def move_choices(unit: Unit, position: Position, board: Board) -> list[Move]:
    """Every move that the unit might make: over its borders first, then by convoy (``via``), each by name."""
    walks = [Move(unit, place) for place in by_name(board.reach(unit.kind, unit.location), board)]
    if unit.kind is UnitKind.FLEET:
        return walks
    return walks + [Move(unit, place, via=True) for place in by_name(_overseas(unit, position, board), board)]


def support_choices(unit: Unit, position: Position, board: Board) -> list[Support]:
    """Every support that the unit might give: of units holding first, then of attacks."""
    others = [other for other in position.units.values() if other.province != unit.province]
    others.sort(key=lambda other: board.provinces[other.province].name)
    near = {province_of(place) for place in board.reach(unit.kind, unit.location)}
    holds = [Support(unit, other) for other in others if other.province in near]
    attacks = [
        Support(unit, other, target)
        for other in others
        for target in by_name(_reachable(other, position, board, without=unit.province) & near, board)
    ]
    return holds + attacks


def convoy_choices(unit: Unit, position: Position, board: Board) -> list[Convoy]:
    """Every convoy that the fleet might take part in; none for an army or a fleet in port."""
    if unit.kind is not UnitKind.FLEET or board.provinces[unit.province].kind is not ProvinceKind.SEA:
        return []
    armies = [other for other in position.units.values() if other.kind is UnitKind.ARMY]
    armies.sort(key=lambda army: board.provinces[army.province].name)
    return [
        Convoy(unit, army, target)
        for army in armies
        for target in by_name(_overseas(army, position, board, through=unit.province), board)
    ]


def retreat_choices(entry: Dislodged, position: Position, board: Board, rulebook: Rulebook) -> list[RetreatChoice]:
    """Where the dislodged unit may be sent.

    Under the door's rules also the occupied provinces it borders on, with a warning (the door, Retreats 4). A fleet
    with an army aboard is warned of every port (A/F rule 6).
    """
    free = [_arriving(entry, place, board) for place in by_name(entry.choices, board)]
    if rulebook.retreat_freedom is RetreatFreedom.STANDARD:
        return free
    unit = entry.unit
    taken = (place for place in board.reach(unit.kind, unit.location) if province_of(place) in position.units)
    what = "the unit" if entry.aboard is None else "fleet and army"
    return free + [
        RetreatChoice(place, f"{board.location_title(place)} is occupied: {what} would be disbanded.", Arrival.OCCUPIED)
        for place in by_name(taken, board)
    ]


def build_choices(power: str, position: Position, board: Board) -> list[Unit]:
    """Every unit that the power might build in its open home centres."""
    found = []
    for code in by_name(open_homes(power, position, board), board):
        places = (code, *board.provinces[code].coasts)
        found += [Unit(power, kind, place) for kind in UnitKind for place in places if board.can_stand(kind, place)]
    return found


def removal_choices(power: str, position: Position) -> list[Unit]:
    """The units of which the power must remove some, if it must."""
    return position.units_of(power)


def _arriving(entry: Dislodged, place: str, board: Board) -> RetreatChoice:
    """Give the choice of a place where nobody is, or where only a fleet is that takes the army (A/F rule 6)."""
    sea = board.provinces[province_of(place)].kind is ProvinceKind.SEA
    if sea and entry.unit.kind is UnitKind.ARMY:
        return RetreatChoice(place, arrival=Arrival.ABOARD)
    if sea or entry.aboard is None:
        return RetreatChoice(place)
    warning = f"{board.location_title(place)} is no sea: the army aboard would be disbanded."
    return RetreatChoice(place, warning, Arrival.ARMY_LOST)


def _reachable(unit: Unit, position: Position, board: Board, without: str) -> frozenset[str]:
    """The provinces that the unit might attack, by no convoy through the sea ``without``."""
    near = frozenset(province_of(place) for place in board.reach(unit.kind, unit.location))
    return near if unit.kind is UnitKind.FLEET else near | _overseas(unit, position, board, without=without)


def _overseas(
    army: Unit, position: Position, board: Board, *, through: str | None = None, without: str | None = None
) -> frozenset[str]:
    """The coastal provinces to which a chain of fleets now at sea might carry the army."""
    return frozenset(
        code
        for code, province in board.provinces.items()
        if province.kind is ProvinceKind.COASTAL
        and any(
            without not in chain and (through is None or through in chain)
            for chain in occupied_chains(army.province, code, position, board)
        )
    )
