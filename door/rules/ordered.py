"""Orders of a phase of moves as the resolver wants them: what can be known of an order by itself, found out once.

The same orders come again and again: a support is given turn after turn, a caller's screen tries an order, a game is
played over. So each board keeps what it found out about the last orders; when there are too many it forgets all.
Nothing here depends on a position, on other orders, or on the rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar

from door.rules.board import Board
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.results import Result
from door.rules.units import Unit, UnitKind, province_of

_Any = TypeVar("_Any", bound=MoveOrder)
_MOST = 20_000
"""Orders kept for a board: as much as a hundred games give in ten years of play, some 10 MB."""


@dataclass(slots=True, eq=False)
class Ordered(Generic[_Any]):
    """An order, its unit's power and province, and its result if it does all that it says."""

    order: _Any
    unit: Unit
    power: str
    origin: str
    success: Result


@dataclass(slots=True, eq=False)
class Stand(Ordered[Hold]):
    """A unit that holds."""


@dataclass(slots=True, eq=False)
class Attack(Ordered[Move]):
    """A move to another province.

    ``targets``: how a support may name where it goes, without a coast or with the right one (DATC 6.B.9, 6.B.12).
    ``after``: the unit, once there. ``steps``: it is a step over a border that the unit can make by itself, and not
    ordered VIA convoy, so that it is legal wherever the other units are.
    """

    target: str
    targets: tuple[str, ...]
    after: Unit
    steps: bool


@dataclass(slots=True, eq=False)
class Aid(Ordered[Support]):
    """A support: the province of the unit that it is for, its target, and the province it is given in.

    ``easy``: the supporter can go there and the supported unit needs no convoy, so that the support is legal
    wherever the other units are.
    """

    helped: str
    target: str | None
    aimed_at: str
    easy: bool


@dataclass(slots=True, eq=False)
class Ferry(Ordered[Convoy]):
    """A convoy order: the province of the army."""

    army: str


AnyOrdered: TypeAlias = Stand | Attack | Aid | Ferry


class OrderTable:
    """What is known of the orders on one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        # By identity: an order is long to hash and to compare. A record holds its order, so no other can take its id.
        self.known: dict[int, AnyOrdered] = {}
        self.holding: dict[int, Stand] = {}

    def learn(self, order: MoveOrder) -> AnyOrdered:
        """Find out about an order, and keep it."""
        if len(self.known) >= _MOST:
            self.known.clear()
        record = self.known[id(order)] = self._look_at(order)
        return record

    def stand(self, unit: Unit) -> Stand:
        """Give what is known of a unit without an order, which holds."""
        record = self.holding.get(id(unit))
        if record is None:
            if len(self.holding) >= _MOST:
                self.holding.clear()
            order = Hold(unit)
            record = Stand(order, unit, unit.power, unit.province, Result(order, (), given=False))
            self.holding[id(unit)] = record
        return record

    def _look_at(self, order: MoveOrder) -> AnyOrdered:
        unit, success = order.unit, Result(order)
        power, origin = unit.power, unit.province
        match order:
            case Hold():
                return Stand(order, unit, power, origin, success)
            case Convoy():
                return Ferry(order, unit, power, origin, success, order.army.province)
            case Move():
                target = province_of(order.target)
                targets, after = (target, order.target), unit.at(order.target)
                return Attack(order, unit, power, origin, success, target, targets, after, self._steps(order))
            case Support():
                helped = order.supported.province
                aimed_at = province_of(order.target) if order.target else helped
                return Aid(
                    order, unit, power, origin, success, helped, order.target, aimed_at, self._easy(order, aimed_at)
                )

    def _steps(self, order: Move) -> bool:
        unit = order.unit
        if unit.kind is UnitKind.FLEET:
            return order.target in self._board.reach(unit.kind, unit.location)
        return not order.via and province_of(order.target) in self._board.reach(unit.kind, unit.province)

    def _easy(self, order: Support, aimed_at: str) -> bool:
        unit, supported = order.unit, order.supported
        if unit.province == supported.province or not self._board.touches(unit.kind, unit.location, aimed_at):
            return False
        return order.target is None or order.target in self._board.reach(supported.kind, supported.location)


order_table = lru_cache(maxsize=16)(OrderTable)
"""The table of a board."""
