"""What can be ordered under the Army/Fleet rules: the choices that a menu walks.

They look at the position and, where ``orders`` are taken, at what the power has ordered its other units: an army that
boards makes its fleet an A/F at once (A/F rule 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from door.rules.board import Board, ProvinceKind
from door.rules.options import by_name
from door.rules.orders import Convoy, Disband, Embark, Land, Move, Order, Support
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of, unit_of


def move_choices(unit: Unit, position: Position, board: Board, orders: Iterable[Order] = ()) -> list[Move]:
    """Every move over a border; of an A/F to a coast only if its army lands from where it is (A/F rule 4; A23)."""
    moves = [Move(unit, place) for place in by_name(board.reach(unit.kind, unit.location), board)]
    if unit.kind is UnitKind.ARMY or _free(unit, position, tuple(orders)):
        return moves
    return [move for move in moves if _is_sea(move.target, board)]


def support_choices(unit: Unit, position: Position, board: Board) -> list[Support]:
    """Every support of a unit in its place: of units holding first, then of attacks over a border or by Fast Ferry.

    Those of landings are ``landing_support_choices``.
    """
    others = [other for other in position.units.values() if other.province != unit.province]
    others.sort(key=lambda other: board.provinces[other.province].name)
    near = _near(unit, board)
    holds = [Support(unit, other) for other in others if other.province in near]
    attacks = [
        Support(unit, other, target)
        for other in others
        for target in by_name(_attacked(other, unit.province, position, board) & near, board)
    ]
    return holds + attacks


def embark_choices(army: Unit, position: Position, board: Board) -> list[Embark]:
    """Every boarding: of a fleet of its power in a sea beside the army, with nobody aboard (A/F rule 3)."""
    if army.kind is not UnitKind.ARMY:
        return []
    return [
        Embark(army, sea)
        for sea in by_name(_seas_at(army.province, board), board)
        if sea not in position.aboard and (fleet := position.units.get(sea)) and fleet.power == army.power
    ]


def onward_choices(order: Embark, board: Board) -> list[Embark]:
    """Every landing that may follow the boarding in the same turn: from a second sea, in a coast of it (A/F rule 4)."""
    return [
        Embark(order.unit, order.sea, (sea, target))
        for sea in by_name(_seas_at(order.sea, board), board)
        for target in by_name(_shores(sea, board), board)
    ]


def landing_choices(army: Unit, board: Board) -> list[Land]:
    """Every landing of the army aboard: from its sea, then from those where its fleet may go (A/F rule 5)."""
    first = army.province
    seas = (first, *by_name(_seas_at(first, board), board))
    return [Land(army, sea, target) for sea in seas for target in by_name(_shores(sea, board), board)]


def ferry_choices(fleet: Unit, position: Position, board: Board, orders: Iterable[Order] = ()) -> list[Convoy]:
    """Every Fast Ferry that the fleet might be: over its one sea, with no army aboard (A/F rules 2, 4; A22)."""
    there = position.units.get(fleet.province) == fleet
    if not there or not _ferries(fleet.province, position, board) or _boarded(fleet, orders):
        return []
    shores = by_name(_shores(fleet.province, board), board)
    armies = [army for code in shores if (army := position.units.get(code)) and army.kind is UnitKind.ARMY]
    return [Convoy(fleet, army, target) for army in armies for target in shores if target != army.province]


def ferried_choices(army: Unit, position: Position, board: Board) -> list[Move]:
    """Every move of the army by Fast Ferry, with the sea named (A/F rule 2)."""
    if army.kind is not UnitKind.ARMY:
        return []
    return [
        Move(army, target, via=True, sea=sea)
        for sea in by_name(_seas_at(army.province, board), board)
        if _ferries(sea, position, board)
        for target in by_name(_shores(sea, board) - {army.province}, board)
    ]


def landing_support_choices(unit: Unit, position: Position, board: Board) -> list[Support]:
    """Every support of a landing that the unit might give: of armies aboard now, and of those that may board now.

    The army supported is named by the sea that it lands from, as in ``F MAO S A ENG - BRE``. A fleet that must sail
    itself for the landing supports nothing.
    """
    near = _near(unit, board)
    ways = {
        (sea, target)
        for carrier, sea, target in _landings(unit, position, board)
        if target in near and (sea == carrier or carrier != unit.province)
    }
    in_turn = sorted(ways, key=lambda way: [board.provinces[code].name for code in way])
    return [Support(unit, _army_from(sea, unit.power, position), target) for sea, target in in_turn]


def removal_choices_aboard(power: str, position: Position) -> list[Disband]:
    """The removals of which the power must order some: of an A/F its army alone, or both halves."""
    removals: list[Disband] = []
    for unit in position.units_of(power):
        army = position.aboard.get(unit.province)
        removals += [Disband(army), Disband(unit, laden=True)] if army else [Disband(unit)]
    return removals


def wanting(order: Order, position: Position, board: Board, orders: Iterable[Order] = ()) -> Order | None:
    """Give what another unit of the power must be ordered for this order, if ``orders`` has nothing that will do.

    A landing from a second sea needs its fleet there, and of a Fast Ferry each half needs the other (A/F rules 2, 4).
    """
    other = _counterpart(order, position)
    if other is None or any(_serves(given, other, board) for given in orders):
        return None
    return other


def _counterpart(order: Order, position: Position) -> Order | None:
    match order:
        case Embark(_, sea, (second, _)):
            return Move(position.units[sea], second)
        case Land(army, sea, _) if sea != army.province:
            return Move(position.units[army.province], sea)
        case Move(army, target, sea=str(sea)):
            fleet = position.units.get(sea)
            return Convoy(fleet, army, target) if fleet and fleet.power == army.power else None
        case Convoy(fleet, army, target) if army.power == fleet.power:
            return Move(army, target, via=True, sea=fleet.province)
    return None


def _serves(given: Order, wanted: Order, board: Board) -> bool:
    """Whether the order given is the one wanted; an army for which there is one ferry need not name it."""
    if given == wanted or not isinstance(given, Move) or not isinstance(wanted, Move) or given.sea is not None:
        return given == wanted
    same = given.unit == wanted.unit and given.target == wanted.target and wanted.via
    return same and (given.via or not board.touches(UnitKind.ARMY, given.unit.location, given.target))


def _landings(supporter: Unit, position: Position, board: Board) -> Iterator[tuple[str, str, str]]:
    """Every landing that may be ordered: the sea of the fleet at the start, the sea it names, and the coast."""
    for army in position.aboard.values():
        for landing in landing_choices(army, board):
            yield army.province, landing.sea, landing.target
    for army in position.units.values():
        if army == supporter:
            continue
        for boarding in embark_choices(army, position, board):
            for onward in onward_choices(boarding, board):
                if onward.landing:
                    yield boarding.sea, *onward.landing


def _attacked(other: Unit, supporter: str, position: Position, board: Board) -> frozenset[str]:
    """The provinces that the unit might attack, by no ferry of a fleet in the province of the supporter."""
    steps = frozenset(province_of(place) for place in board.reach(other.kind, other.location))
    ferried = (move.target for move in ferried_choices(other, position, board) if move.sea != supporter)
    return steps.union(ferried)


def _free(fleet: Unit, position: Position, orders: tuple[Order, ...]) -> bool:
    """Whether the fleet may go where no army could be with it: it has none aboard, or one that is to leave it here."""
    army = position.aboard.get(fleet.province)
    if army is None:
        return not _boarded(fleet, orders)
    return any(isinstance(order, Land) and order.unit == army and order.sea == fleet.province for order in orders)


def _boarded(fleet: Unit, orders: Iterable[Order]) -> bool:
    return any(isinstance(order, Embark) and order.sea == fleet.province for order in orders)


def _army_from(sea: str, power: str, position: Position) -> Unit:
    return position.aboard.get(sea) or unit_of(power, UnitKind.ARMY, sea)


def _ferries(sea: str, position: Position, board: Board) -> bool:
    """Whether a fleet is there at sea with nobody aboard."""
    return _is_sea(sea, board) and sea in position.units and sea not in position.aboard


def _near(unit: Unit, board: Board) -> frozenset[str]:
    return frozenset(province_of(place) for place in board.reach(unit.kind, unit.location))


def _is_sea(location: str, board: Board) -> bool:
    return board.provinces[province_of(location)].kind is ProvinceKind.SEA


def _seas_at(province: str, board: Board) -> frozenset[str]:
    return frozenset(code for code in board.neighbours(province) if _is_sea(code, board))


def _shores(sea: str, board: Board) -> frozenset[str]:
    return frozenset(code for code in board.neighbours(sea) if board.provinces[code].kind is ProvinceKind.COASTAL)
