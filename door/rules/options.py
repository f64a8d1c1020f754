"""What can be ordered: the choices that a menu walks, so that no screen needs to know a rule.

Only what is possible in the position is offered; convoys by chains of fleets that are at sea now.
"""

from __future__ import annotations

from dataclasses import dataclass

from door.rules.adjustments import adjustment_due, open_homes
from door.rules.board import Board, ProvinceKind
from door.rules.legality import occupied_chains
from door.rules.orders import Convoy, Disband, Embark, Land, Move, Support
from door.rules.position import Dislodged, Position
from door.rules.rulebook import RetreatFreedom, Rulebook
from door.rules.units import Unit, UnitKind, province_of, unit_of

__all__ = [
    "RetreatChoice",
    "adjustment_due",
    "build_choices",
    "convoy_choices",
    "embark_choices",
    "ferried_choices",
    "ferry_choices",
    "landing_choices",
    "landing_support_choices",
    "move_choices",
    "onward_choices",
    "removal_choices",
    "removal_choices_aboard",
    "retreat_choices",
    "support_choices",
]


@dataclass(frozen=True, slots=True)
class RetreatChoice:
    """A location a dislodged unit may choose; ``warning`` says what would disband it there, if anything."""

    location: str
    warning: str | None = None


def move_choices(unit: Unit, position: Position, board: Board) -> list[Move]:
    """Every move that the unit might make: over its borders first, then by convoy (``via``), each by name."""
    walks = [Move(unit, place) for place in _by_name(board.reach(unit.kind, unit.location), board)]
    if unit.kind is UnitKind.FLEET:
        return walks
    return walks + [Move(unit, place, via=True) for place in _by_name(_overseas(unit, position, board), board)]


def support_choices(unit: Unit, position: Position, board: Board) -> list[Support]:
    """Every support that the unit might give: of units holding first, then of attacks."""
    others = [other for other in position.units.values() if other.province != unit.province]
    others.sort(key=lambda other: board.provinces[other.province].name)
    near = {province_of(place) for place in board.reach(unit.kind, unit.location)}
    holds = [Support(unit, other) for other in others if other.province in near]
    attacks = [
        Support(unit, other, target)
        for other in others
        for target in _by_name(_reachable(other, position, board, without=unit.province) & near, board)
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
        for target in _by_name(_overseas(army, position, board, through=unit.province), board)
    ]


def retreat_choices(entry: Dislodged, position: Position, board: Board, rulebook: Rulebook) -> list[RetreatChoice]:
    """Where the dislodged unit may be sent.

    Under the door's rules also the occupied provinces it borders on, with a warning (the door, Retreats 4). A fleet
    with an army aboard is warned of every port (A/F rule 6).
    """
    free = [RetreatChoice(place, _drowned(entry, place, board)) for place in _by_name(frozenset(entry.choices), board)]
    if rulebook.retreat_freedom is RetreatFreedom.STANDARD:
        return free
    unit = entry.unit
    taken = (place for place in board.reach(unit.kind, unit.location) if province_of(place) in position.units)
    return free + [
        RetreatChoice(place, f"{board.location_title(place)} is occupied: the unit would be disbanded.")
        for place in _by_name(frozenset(taken), board)
    ]


def build_choices(power: str, position: Position, board: Board) -> list[Unit]:
    """Every unit that the power might build in its open home centres."""
    found = []
    for code in _by_name(frozenset(open_homes(power, position, board)), board):
        places = (code, *board.provinces[code].coasts)
        found += [Unit(power, kind, place) for kind in UnitKind for place in places if board.can_stand(kind, place)]
    return found


def removal_choices(power: str, position: Position) -> list[Unit]:
    """The units of which the power must remove some, if it must."""
    return position.units_of(power)


# The Army/Fleet rules


def embark_choices(army: Unit, position: Position, board: Board) -> list[Embark]:
    """Every boarding: of a fleet of its power in a sea beside the army, with nobody aboard (A/F rule 3)."""
    if army.kind is not UnitKind.ARMY:
        return []
    return [
        Embark(army, sea)
        for sea in _by_name(_seas_at(army.province, board), board)
        if sea not in position.aboard and (fleet := position.units.get(sea)) and fleet.power == army.power
    ]


def onward_choices(order: Embark, board: Board) -> list[Embark]:
    """Every landing that may follow the boarding in the same turn: from a second sea, in a coast of it (A/F rule 4)."""
    return [
        Embark(order.unit, order.sea, (sea, target))
        for sea in _by_name(_seas_at(order.sea, board), board)
        for target in _by_name(_shores(sea, board), board)
    ]


def landing_choices(army: Unit, board: Board) -> list[Land]:
    """Every landing of the army aboard: from its sea, then from those where its fleet may go (A/F rule 5)."""
    first = army.province
    seas = (first, *_by_name(_seas_at(first, board), board))
    return [Land(army, sea, target) for sea in seas for target in _by_name(_shores(sea, board), board)]


def ferry_choices(fleet: Unit, position: Position, board: Board) -> list[Convoy]:
    """Every Fast Ferry that the fleet might be: over its one sea, with no army aboard (A/F rules 2, 4)."""
    if position.units.get(fleet.province) != fleet or not _ferries(fleet.province, position, board):
        return []
    shores = _by_name(_shores(fleet.province, board), board)
    armies = [army for code in shores if (army := position.units.get(code)) and army.kind is UnitKind.ARMY]
    return [Convoy(fleet, army, target) for army in armies for target in shores if target != army.province]


def ferried_choices(army: Unit, position: Position, board: Board) -> list[Move]:
    """Every move of the army by Fast Ferry, with the sea named (A/F rule 2)."""
    if army.kind is not UnitKind.ARMY:
        return []
    return [
        Move(army, target, via=True, sea=sea)
        for sea in _by_name(_seas_at(army.province, board), board)
        if _ferries(sea, position, board)
        for target in _by_name(_shores(sea, board) - {army.province}, board)
    ]


def landing_support_choices(unit: Unit, position: Position, board: Board) -> list[Support]:
    """Every support of a landing that the unit might give: of armies aboard now, and of those that may board now.

    The army supported is named by the sea that it lands from, as in ``F MAO S A ENG - BRE``.
    """
    armies = [army for army in position.units.values() if army.province != unit.province]
    boardings = [order for army in armies for order in embark_choices(army, position, board)]
    aboard = [
        (landing.sea, landing.target) for army in position.aboard.values() for landing in landing_choices(army, board)
    ]
    ashore = [order.landing for boarding in boardings for order in onward_choices(boarding, board) if order.landing]
    near = {province_of(place) for place in board.reach(unit.kind, unit.location)}
    ways = sorted({(sea, target) for sea, target in (*aboard, *ashore) if target in near})
    return [Support(unit, _army_from(sea, unit.power, position), target) for sea, target in ways]


def removal_choices_aboard(power: str, position: Position) -> list[Disband]:
    """The removals of which the power must order some: of an A/F its army alone, or both halves."""
    removals: list[Disband] = []
    for unit in position.units_of(power):
        army = position.aboard.get(unit.province)
        removals += [Disband(army), Disband(unit, laden=True)] if army else [Disband(unit)]
    return removals


def _army_from(sea: str, power: str, position: Position) -> Unit:
    there = position.units.get(sea)
    return unit_of(there.power if there else power, UnitKind.ARMY, sea)


def _ferries(sea: str, position: Position, board: Board) -> bool:
    """Whether a fleet is there at sea with nobody aboard."""
    return board.provinces[sea].kind is ProvinceKind.SEA and sea in position.units and sea not in position.aboard


def _seas_at(province: str, board: Board) -> frozenset[str]:
    return frozenset(code for code in board.neighbours(province) if board.provinces[code].kind is ProvinceKind.SEA)


def _shores(sea: str, board: Board) -> frozenset[str]:
    return frozenset(code for code in board.neighbours(sea) if board.provinces[code].kind is ProvinceKind.COASTAL)


def _drowned(entry: Dislodged, place: str, board: Board) -> str | None:
    if entry.aboard is None or board.provinces[province_of(place)].kind is ProvinceKind.SEA:
        return None
    return f"{board.location_title(place)} is no sea: the army aboard would be disbanded."


def _by_name(places: frozenset[str], board: Board) -> list[str]:
    return sorted(places, key=lambda place: (board.provinces[province_of(place)].name, place))


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
