"""Whether an order may be entered beside the other orders of its power, and if not, why.

Without the Army/Fleet rules that is ``legality`` alone. With them an order may be void because of the power's other
orders, which those rules make part of each other: an army boards, its fleet may no longer ferry. Then the order is
refused, whichever of the two would be the void one, and the sentence names what is in its way. What only lacks an
order not yet given, or hangs on another power's, may be entered.

No rule stands here: the orders are made into a ``plan``, as they are when the turn is adjudicated, and what is void in
it counts unless further orders can mend it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from door.rules.army_fleet import faults
from door.rules.army_fleet.lacking import Lacking, Orders
from door.rules.army_fleet.plan import make_plan
from door.rules.board import Board
from door.rules.legality import fault
from door.rules.orders import Convoy, Disband, Land, Move, Order, Support, Waive, power_of, same_unit
from door.rules.phase import Stage
from door.rules.position import Position
from door.rules.rulebook import Rulebook
from door.rules.units import Unit, UnitKind, province_of

_MOST_PLANS = 2000
"""So many plans are made for one order at most; what is not settled by then is let in."""


def entry_fault(
    order: Order, others: Iterable[Order], stage: Stage, position: Position, board: Board, rulebook: Rulebook
) -> str | None:
    """Give a sentence that says why the order may not be entered beside its power's ``others``, or None.

    A former order of the same unit among the others does not count. Without the Army/Fleet rules this is ``fault``.
    """
    if rulebook.army_fleet and stage is Stage.MOVES:
        return _Turn(order, position, board).entry_fault(order, list(others))
    if rulebook.army_fleet and isinstance(order, Disband) and stage is Stage.ADJUSTMENTS:
        found = _drowning([*_without(others, order), order], position)
        return None if found is None else found.reason
    return fault(order, position, board, rulebook)


def withdrawal_fault(
    order: Order, others: Iterable[Order], stage: Stage, position: Position, board: Board, rulebook: Rulebook
) -> str | None:
    """Give a sentence that says why the order may not be taken back from its power's ``others``, or None.

    Only the Army/Fleet rules know an order that is void for want of another: a fleet goes into port while its army
    lands, and is removed with its army.
    """
    if not rulebook.army_fleet or isinstance(order, Waive):
        return None
    before = list(others)
    left = _without(before, order)
    found = _drowning(left, position) if stage is Stage.ADJUSTMENTS else None
    if stage is Stage.MOVES:
        found = _Turn(order, position, board).needs(before, left)
    return None if found is None else _conflict(found.reason, [found.order])


def _without(orders: Iterable[Order], order: Order) -> list[Order]:
    return [other for other in orders if not same_unit(other, order)]


class _Void(NamedTuple):
    """An order that is void whatever else is ordered, and why."""

    order: Order
    reason: str


def _drowning(removals: Sequence[Order], position: Position) -> _Void | None:
    """Give a fleet among the removals that may not go, because its army would drown."""
    removed = {order.unit for order in removals if isinstance(order, Disband)}
    for order in removals:
        if isinstance(order, Disband) and order.unit.kind is UnitKind.FLEET and not order.laden:
            army = position.aboard.get(order.unit.province)
            if army is not None and army not in removed:
                return _Void(order, faults.drowning_fault(order.unit, army))
    return None


class _Lack(NamedTuple):
    """An order that is void as yet, and every way in which further orders would mend it."""

    void: _Void
    ways: list[Orders]


class _Turn:
    """The moves of one power, judged together."""

    def __init__(self, order: Order, position: Position, board: Board) -> None:
        self._power = power_of(order)
        self._position = position
        self._board = board
        self._lacking = Lacking(position, board)
        self._plans_left = _MOST_PLANS

    def entry_fault(self, order: Order, stored: Sequence[Order]) -> str | None:
        if self._void([order, *_without(stored, order)]) is None:
            return None
        alone = self._void([order])
        if alone is not None:
            return self._never(order, alone.reason)
        in_the_way = self._in_the_way(order, _without(self._possible(stored), order))
        found = self._void([order, *in_the_way])
        return None if found is None else _conflict(found.reason, in_the_way)

    def needs(self, before: Sequence[Order], left: Sequence[Order]) -> _Void | None:
        """Give an order that is void among those left, unless there was one before as well."""
        found = self._void(left)
        return found if found is not None and self._void(before) is None else None

    def _possible(self, stored: Sequence[Order]) -> Sequence[Order]:
        """Leave out orders that are in each other's way already: a new one cannot help that."""
        if self._void(stored) is None:
            return stored
        possible: list[Order] = []
        for order in stored:
            if self._void([*possible, order]) is None:
                possible.append(order)
        return possible

    def _in_the_way(self, order: Order, others: Sequence[Order]) -> list[Order]:
        """Give the fewest of the others beside which the order, or one of them, is void; none if it never is."""
        needed = list(others)
        if self._void([order, *needed]) is None:
            return []
        for other in others:
            fewer = [each for each in needed if each is not other]
            if self._void([order, *fewer]) is not None:
                needed = fewer
        return needed

    # What is void for good

    def _void(self, orders: Sequence[Order], foreign: Mapping[Unit, Orders] | None = None) -> _Void | None:
        """Give an order that is void whatever else is ordered; None if all can be carried out together.

        ``foreign``: for some of the units the orders of other powers that their own order hangs on.
        """
        foreign = foreign or {}
        lacks = list(self._lacks(orders, foreign))
        for lack in lacks:
            if not lack.ways:
                return lack.void
        if not lacks:
            return None
        hardest = min(lacks, key=lambda lack: len(lack.ways))
        unit = _unit(hardest.void.order)
        for way in hardest.ways:
            own = [order for order in way if _unit(order).power == self._power]
            others = tuple(order for order in way if order not in own)
            if self._void([*orders, *own], {**foreign, unit: others}) is None:
                return None
        return hardest.void

    def _lacks(self, orders: Sequence[Order], foreign: Mapping[Unit, Orders]) -> Iterator[_Lack]:
        """Give the void orders that need further orders of their own power."""
        given = {_unit(order): order for order in orders}
        voids = self._voids(orders)
        for order in orders:
            unit = _unit(order)
            extra = foreign.get(unit, ())
            reason = self._voids([*orders, *extra]).get(unit) if extra else voids.get(unit)
            if reason is None:
                continue
            helps: list[Orders] = []
            for way in self._lacking.ways(order, given):
                still = self._voids([*orders, *way]).get(unit)
                if still is None:
                    helps.append(way)
                else:
                    reason = still  # says more than that the other order is not given
            if not any(self._is_foreign(way) for way in helps):
                yield _Lack(_Void(order, reason), helps)

    def _voids(self, orders: Sequence[Order]) -> Mapping[Unit, str]:
        if self._plans_left == 0:
            return {}
        self._plans_left -= 1
        return make_plan(self._position, orders, self._board).voids

    def _is_foreign(self, way: Orders) -> bool:
        return all(_unit(order).power != self._power for order in way)

    # Sentences

    def _never(self, order: Order, reason: str) -> str:
        """Say why the order can never be carried out, and what would be right instead."""
        match order:
            case Move(unit) if unit.kind is UnitKind.FLEET and unit.province in self._position.aboard:
                army = self._position.aboard[unit.province]
                if self._void([order, Land(army, unit.province, province_of(order.target))]) is None:
                    return f"{reason[:-1]}: order {army} to land from {unit.province} first."
            case Move(unit) if unit.kind is UnitKind.ARMY:
                return faults.no_crossing(order, self._board) or reason
            case Convoy(fleet) if fleet.province in self._position.aboard:
                return f"{reason[:-1]}: let the army embark on another fleet."
            case Support(_, _, str()):
                return faults.no_attack(order, self._position, self._board) or reason
        return reason


def _conflict(reason: str, in_the_way: Sequence[Order]) -> str:
    return f"{reason[:-1]}: change or withdraw {' or '.join(map(str, in_the_way))} first."


def _unit(order: Order) -> Unit:
    assert not isinstance(order, Waive)  # no move
    return order.unit
