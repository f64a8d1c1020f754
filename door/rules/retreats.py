"""Retreats: where a dislodged unit may go, and what becomes of retreat orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from door.rules.board import Board
from door.rules.orders import Disband, Retreat, RetreatOrder
from door.rules.position import Position
from door.rules.results import Crowded, Disbanded, Mark, Occupied, Place, Result, Void
from door.rules.rulebook import RetreatFreedom, Rulebook
from door.rules.units import Unit, province_of


def retreat_places(
    unit: Unit,
    origin: str | None,
    units: Mapping[str, Unit],
    contested: frozenset[str],
    board: Board,
    rulebook: Rulebook,
) -> tuple[str, ...]:
    """Give the locations the dislodged unit may retreat to, ``units`` being the board after the moves.

    ``origin``: where its attacker came from, None if that came by convoy.

    The door, Retreats 3: any unoccupied province it borders on. DATC 6.H: not where the attacker came from, unless
    it came by convoy (6.H.11), nor where a stand-off left a province empty.
    """
    near = board.landings_from(unit.kind, unit.location)
    free = [province for province in near if province not in units]
    if rulebook.retreat_freedom is RetreatFreedom.STANDARD:
        free = [province for province in free if province != origin and province not in contested]
    return tuple([location for province in free for location in near[province]])


def adjudicate_retreats(position: Position, orders: Mapping[str, RetreatOrder]) -> tuple[dict[str, Result], Position]:
    """Carry out retreats; ``orders`` by province of the dislodged unit.

    The choices in the position are the legal ones. A unit without an order is disbanded (the door, Retreats 2), as
    are units that chose anything else, or the same province (the door, Retreats 4; DATC 6.H.9, 6.H.10).
    """
    given = {province: orders.get(province) or Disband(entry.unit) for province, entry in position.dislodged.items()}
    wanted = Counter(province_of(order.target) for order in _legal_retreats(given.values(), position))
    units = dict(position.units)
    results: dict[str, Result] = {}
    for province, order in given.items():
        marks: tuple[Mark, ...] = () if province in orders else (Disbanded("No order was given for it."),)
        if isinstance(order, Retreat):
            marks = _retreat_marks(order, position, wanted)
        results[province] = Result(order, marks, given=province in orders)
        if isinstance(order, Retreat) and not marks:
            units[province_of(order.target)] = order.unit.at(order.target)
    return results, Position(units, {}, position.centres)


def _legal_retreats(orders: Iterable[RetreatOrder], position: Position) -> Iterable[Retreat]:
    for order in orders:
        if isinstance(order, Retreat) and order.target in position.dislodged[order.unit.province].choices:
            yield order


def _retreat_marks(order: Retreat, position: Position, wanted: Mapping[str, int]) -> tuple[Mark, ...]:
    target = province_of(order.target)
    if target in position.units:
        return (Occupied(position.units[target]),)
    if order.target not in position.dislodged[order.unit.province].choices:
        return (Void(f"{order.unit} could not retreat to {order.target}."), Disbanded("It was disbanded."))
    if wanted[target] > 1:
        return (Crowded(Place(target)),)
    return ()
