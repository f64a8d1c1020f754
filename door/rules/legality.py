"""Whether an order could ever be carried out, and if not, why.

Legality looks at the position and the map alone, never at other orders: an order with a fault is void and its
unit holds, and may be supported in holding (DATC 4.E.1, 6.D.28 to 6.D.32; the door, Moves 10). A support or a
convoy that merely finds no matching order is another matter; that is settled in ``plan``.
"""

from __future__ import annotations

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Build, Convoy, Disband, Embark, Hold, Land, Move, Order, Retreat, Support, Waive
from door.rules.position import Position
from door.rules.rulebook import ConvoySeas, RetreatFreedom, Rulebook
from door.rules.units import Unit, UnitKind, province_of


def fault(order: Order, position: Position, board: Board, rulebook: Rulebook) -> str | None:
    """Give a sentence that says why the order can never be carried out, or None when it can."""
    match order:
        case Hold() | Waive() | Disband():
            return None
        case Move():
            return _move_fault(order, position, board, rulebook)
        case Support():
            return _support_fault(order, position, board, rulebook)
        case Convoy():
            return _convoy_fault(order, position, board, rulebook)
        case Embark() | Land():
            return f"{order.unit} cannot embark or land; only a game with the Army/Fleet rules knows these orders."
        case Retreat():
            return _retreat_fault(order, position, board, rulebook)
        case Build():
            return build_fault(order.unit, position, board)


def sea_chains(source: str, target: str, position: Position, board: Board, rulebook: Rulebook) -> list[frozenset[str]]:
    """Give the chains of seas by which an army might be convoyed, as the rulebook counts them.

    Under ``ConvoySeas.OCCUPIED`` only chains with a fleet in every sea (DATC 6.D.32), else all.
    """
    if rulebook.convoy_seas is ConvoySeas.ANY:
        return list(board.routes(source, target))
    return occupied_chains(source, target, position, board)


def occupied_chains(source: str, target: str, position: Position, board: Board) -> list[frozenset[str]]:
    """Give the chains of seas with a fleet in every one by which an army might be convoyed now."""
    units = position.units
    return [chain for chain in board.routes(source, target) if all(sea in units for sea in chain)]


def _place(board: Board, location: str) -> str:
    return board.location_title(location)


def _move_fault(order: Move, position: Position, board: Board, rulebook: Rulebook) -> str | None:
    unit, target = order.unit, order.target
    province = province_of(target)
    if province == unit.province:
        return f"{unit} is in {_place(board, province)} already; order it to hold instead."
    if unit.kind is UnitKind.FLEET:
        return _fleet_move_fault(unit, target, board)
    if board.provinces[province].kind is ProvinceKind.SEA:
        return f"An army cannot enter {_place(board, province)}; it is sea."
    if province in board.reach(UnitKind.ARMY, unit.province) and not order.via:
        return None
    if sea_chains(unit.province, province, position, board, rulebook):
        return None
    if order.via or not board.routes(unit.province, province):
        how = "by convoy" if order.via else "by land or sea"
        return f"{unit} cannot reach {_place(board, province)} {how}."
    return f"No chain of fleets lies between {_place(board, unit.province)} and {_place(board, province)}."


def _fleet_move_fault(unit: Unit, target: str, board: Board) -> str | None:
    if target in board.reach(UnitKind.FLEET, unit.location):
        return None
    province = province_of(target)
    if board.provinces[province].kind is ProvinceKind.INLAND:
        return f"A fleet cannot enter {_place(board, province)}; it has no coast."
    landings = board.landings(UnitKind.FLEET, unit.location, province)
    if target == province and len(landings) > 1:
        choices = " or ".join(landings)
        return f"{_place(board, province)} has two coasts; say {choices}."
    if landings:
        return f"{unit} cannot reach {_place(board, target)}; it could reach {landings[0]}."
    return f"{unit} does not border {_place(board, target)} by sea."


def _could_reach(unit: Unit, target: str, without: str, position: Position, board: Board, rulebook: Rulebook) -> bool:
    """Whether the unit might go to the target at all, using no convoy by the fleet in the sea ``without``."""
    if target in board.reach(unit.kind, unit.location):
        return True
    province = province_of(target)
    if unit.kind is UnitKind.FLEET:
        return target == province and board.touches(UnitKind.FLEET, unit.location, province)
    return any(without not in chain for chain in sea_chains(unit.province, province, position, board, rulebook))


def _support_fault(order: Support, position: Position, board: Board, rulebook: Rulebook) -> str | None:
    unit, supported = order.unit, order.supported
    if supported.province == unit.province:
        return f"{unit} cannot support itself."
    target = order.target or supported.location
    province = province_of(target)
    if province == supported.province and order.target is not None:
        return f"{supported} is in {_place(board, province)} already; support it holding instead."
    if not board.touches(unit.kind, unit.location, province):
        return f"{unit} cannot go to {_place(board, province)}, so it cannot support there."
    if order.target is None or _could_reach(supported, target, unit.province, position, board, rulebook):
        return None
    return f"{supported} cannot reach {_place(board, target)}."


def _convoy_fault(order: Convoy, position: Position, board: Board, rulebook: Rulebook) -> str | None:
    unit, army = order.unit, order.army
    if unit.kind is not UnitKind.FLEET or board.provinces[unit.province].kind is not ProvinceKind.SEA:
        return f"{unit} cannot convoy; only a fleet at sea can."
    if army.kind is not UnitKind.ARMY:
        return f"{army} cannot be convoyed; only an army can."
    if order.target == army.province:
        return f"{army} is in {_place(board, order.target)} already."
    chains = sea_chains(army.province, order.target, position, board, rulebook)
    if any(unit.province in chain for chain in chains):
        return None
    return f"{unit} is needed on no way by sea from {_place(board, army.province)} to {_place(board, order.target)}."


def _retreat_fault(order: Retreat, position: Position, board: Board, rulebook: Rulebook) -> str | None:
    """Under the door's rules an occupied province may be chosen, though it disbands the unit (Retreats 4)."""
    unit = order.unit
    entry = position.dislodged.get(unit.province)
    if entry is None or entry.unit != unit:
        return f"{unit} was not dislodged."
    if order.target in entry.choices:
        return None
    free = rulebook.retreat_freedom is RetreatFreedom.ANY_UNOCCUPIED
    if free and order.target in board.reach(unit.kind, unit.location):
        return None
    return f"{order.unit} cannot retreat to {_place(board, order.target)}."


def build_fault(unit: Unit, position: Position, board: Board) -> str | None:
    """Give a sentence that says why the unit cannot be built now, or None (the numbers due are not counted)."""
    province = board.provinces[unit.province]
    if not province.centre or province.home != unit.power:
        return f"{province.name} is no home centre of {_title(board, unit.power)}."
    if (position.centres or {}).get(unit.province) != unit.power:
        return f"{_title(board, unit.power)} does not own {province.name}."
    if unit.province in position.units:
        return f"{position.units[unit.province]} stands in {province.name}; a build needs an empty centre."
    if board.can_stand(unit.kind, unit.location):
        return None
    if unit.kind is UnitKind.FLEET and province.coasts:
        return f"{province.name} has two coasts; say {' or '.join(province.coasts)}."
    return f"{unit.kind.with_article.capitalize()} cannot stand in {_place(board, unit.location)}."


def _title(board: Board, power: str) -> str:
    return board.powers[power].title if power in board.powers else power
