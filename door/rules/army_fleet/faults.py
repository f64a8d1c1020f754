"""Why an order can never be carried out under the Army/Fleet rules: sentences."""

from __future__ import annotations

from collections.abc import Sequence

from door.rules.board import Board, ProvinceKind
from door.rules.legality import fault
from door.rules.orders import Convoy, Embark, Hold, Land, Move, Support
from door.rules.position import Position
from door.rules.rulebook import STANDARD
from door.rules.units import Unit, UnitKind, province_of

MOVEMENTS = (Hold, Move, Support, Convoy, Embark, Land)
"""The orders of a phase of moves."""


def _coastal(province: str, board: Board) -> bool:
    return board.provinces[province].kind is ProvinceKind.COASTAL


def _lies_at(province: str, sea: str, board: Board) -> bool:
    """Whether the province is coastal and touches the sea."""
    at_sea = sea in board.provinces and board.provinces[sea].kind is ProvinceKind.SEA
    return at_sea and _coastal(province, board) and sea in board.neighbours(province)


def embark_fault(order: Embark, position: Position, board: Board) -> str | None:
    """Why the army cannot embark, whatever other armies do (A/F rule 3; A2, A8)."""
    army, sea = order.unit, order.sea
    if army.kind is not UnitKind.ARMY:
        return f"{army} cannot embark; only an army can (A/F rule 3)."
    if position.units.get(army.province) != army:
        return f"{army} is aboard a fleet already (A/F rule 3)."
    if not _lies_at(army.province, sea, board):
        return f"{army} does not border on {sea}; an army embarks in a sea next to it (A/F rule 3)."
    fleet = position.units.get(sea)
    if fleet is None or fleet.power != army.power:
        return f"There is no fleet of its own power in {board.location_title(sea)} for {army} (A/F rule 3)."
    if sea in position.aboard:
        return f"{fleet} has an army aboard already; it takes one (A/F rule 3)."
    return None


def landing_fault(named: str, target: str, first: str, second: str | None, embarked: bool, board: Board) -> str | None:
    """Why an army aboard cannot land from the sea ``named`` in the province ``target`` (A/F rules 4, 5; A6, A7)."""
    if named == first and embarked:
        return f"An army that embarks in {first} lands from a second sea; to cross {first}, use a ferry (A/F rule 4)."
    if named not in (first, second):
        return f"Its fleet is not in {named} and has no legal move there, so it cannot land from it (A/F rule 5)."
    if not _lies_at(target, named, board):
        return f"An army lands in a coastal province; {board.location_title(target)} is none at {named} (A/F rule 5)."
    return None


def fleet_move_fault(order: Move, free: bool, position: Position, board: Board) -> str | None:
    """Why the fleet cannot move; ``free``: it carries no army, or one that lands from this sea (A/F rule 4; A23)."""
    reason = fault(order, position, board, STANDARD)
    if reason is None and not free and _coastal(province_of(order.target), board):
        return f"An A/F may not enter a coastal province such as {board.location_title(order.target)} (A/F rule 4)."
    return reason


def ferry_fault(order: Convoy, full: bool, position: Position, board: Board) -> str | None:
    """Why the fleet cannot ferry the army, whatever the army does (A/F rules 2, 4; A22); ``full``: it is an A/F."""
    fleet, army, sea = order.unit, order.army, order.unit.province
    if fleet.kind is not UnitKind.FLEET or board.provinces[sea].kind is not ProvinceKind.SEA:
        return f"{fleet} cannot ferry; only a fleet at sea can (A/F rule 2)."
    if full:
        return f"{fleet} has an army aboard, and an A/F may not ferry (A/F rule 4)."
    if position.units.get(army.province) != army or army.kind is not UnitKind.ARMY:
        return f"{army} cannot be ferried; only an army ashore can (A/F rule 2)."
    both = _lies_at(army.province, sea, board) and _lies_at(order.target, sea, board)
    if not both or order.target == army.province:
        ends = f"{board.location_title(army.province)} and {board.location_title(order.target)}"
        return f"A Fast Ferry crosses one sea, and {ends} are not two coasts of {sea}; embark instead (A/F rule 2)."
    return None


def unmatched_ferry(order: Convoy) -> str:
    """A legal order to ferry whose army has no order that matches."""
    return f"{order.army} was not ordered to go to {order.target} by this ferry (A/F rule 2)."


def no_ferry(order: Move, fitting: Sequence[Unit], board: Board) -> str:
    """An army that cannot walk, or was told not to, and for which there is not exactly one ferry."""
    army, target = order.unit, board.location_title(order.target)
    province = province_of(order.target)
    if province == army.province:
        return f"{army} is in {target} already; order it to hold instead."
    if board.provinces[province].kind is ProvinceKind.SEA:
        return f"An army cannot enter {target} by itself; order it to embark there (A/F rule 3)."
    if fitting:
        seas = " and ".join(fleet.location for fleet in fitting)
        return f"There are ferries in {seas}; say by which {army} goes (A/F rule 2)."
    where = f" in {order.sea}" if order.sea else ""
    if order.via:
        return f"No fleet{where} was ordered to ferry {army} to {target} (A/F rule 2)."
    return f"{army} cannot walk to {target}, and no fleet{where} was ordered to ferry it there (A/F rule 2)."


def no_crossing(order: Move, board: Board) -> str | None:
    """Why an army can be ferried to no such place, with what to do instead; None for a place it never sails to."""
    army, province = order.unit, province_of(order.target)
    if province == army.province or board.provinces[province].kind is ProvinceKind.SEA:
        return None
    title = board.location_title(province)
    where = f" in {order.sea}" if order.sea else ""
    if board.touches(UnitKind.ARMY, army.province, province):
        return f"No fleet{where} can ferry {army} to {title}; let it walk there (A/F rule 2)."
    way = _sea_way(army.province, province, board)
    instead = "" if way is None else f"; to go over two seas embark, as in {Embark(army, way[0], (way[1], province))}"
    return f"{army} cannot walk to {title}, and no fleet{where} can ferry it there over one sea{instead} (A/F rule 2)."


def _sea_way(source: str, target: str, board: Board) -> tuple[str, str] | None:
    """Two seas over which an army that embarks may land in the target in one turn."""
    if not _coastal(source, board) or not _coastal(target, board):
        return None
    first, second = (
        sorted(sea for sea in board.neighbours(shore) if board.provinces[sea].kind is ProvinceKind.SEA)
        for shore in (source, target)
    )
    return next(((sea, next_sea) for sea in first for next_sea in second if next_sea in board.neighbours(sea)), None)


def no_attack(order: Support, position: Position, board: Board) -> str | None:
    """Why there can be no such attack or landing to support; None where the support itself is what is wrong."""
    if support_fault(order, position, board) is not None:
        return None
    supported = order.supported
    title = board.location_title(order.target or supported.location)
    if supported.kind is UnitKind.ARMY and board.provinces[supported.province].kind is ProvinceKind.SEA:
        return f"No army can land from {supported.province} in {title} in this turn; support another (A/F rule 5)."
    return f"{supported} cannot reach {title}, so it cannot be supported there."


def drowning_fault(fleet: Unit, army: Unit) -> str:
    """A fleet removed without the army aboard it (A21)."""
    return f"Without {fleet} its army would drown; remove {army} alone, or A/{fleet} as two removals (A/F rule 5)."


def two_removals(owed: int) -> str:
    """An A/F removed where less than two removals are due (A21)."""
    return f"An A/F is two removals, and only {owed} is due; remove its army alone."


def support_fault(order: Support, position: Position, board: Board) -> str | None:
    """Why the support can never be given: the supporter could not go there, or the order has no sense."""
    unit, supported = order.unit, order.supported
    if order.target is None and supported.province == unit.province:
        return f"{unit} cannot support itself."
    aim = province_of(order.target or supported.location)
    if order.target is not None and aim == supported.province:
        return f"{supported} is in {board.location_title(aim)} already; support it holding instead."
    if not board.touches(unit.kind, unit.location, aim):
        return f"{unit} cannot go to {board.location_title(aim)}, so it cannot support there."
    if supported.province == unit.province and supported.kind is unit.kind:
        return f"{unit} cannot support itself."
    return None
