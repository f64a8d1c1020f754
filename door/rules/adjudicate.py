"""The one entry: a phase, a position and orders in; results, the next phase and the next position out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from door.rules.adjustments import adjudicate_adjustments, anything_due, take_centres
from door.rules.army_fleet.moves import adjudicate_moves as adjudicate_moves_with_armies_aboard
from door.rules.army_fleet.retreats import adjudicate_retreats as adjudicate_retreats_with_armies_aboard
from door.rules.army_fleet.winter import adjudicate_adjustments as adjudicate_adjustments_with_armies_aboard
from door.rules.board import Board
from door.rules.moves import adjudicate_moves
from door.rules.orders import (
    AdjustmentOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MoveOrder,
    Order,
    Retreat,
    RetreatOrder,
    Support,
    Waive,
    power_of,
)
from door.rules.phase import Phase, Season, Stage
from door.rules.position import Position
from door.rules.results import Result
from door.rules.retreats import adjudicate_retreats
from door.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What became of a phase.

    ``results``: one for each unit that could be ordered (for Winter: one for each order and each unit removed by
    rule), the program's own orders marked so. ``phase`` None: the game is over, and ``winner`` has won.
    """

    results: tuple[Result, ...]
    phase: Phase | None
    position: Position
    winner: str | None = None


def adjudicate(
    phase: Phase, position: Position, orders: Iterable[Order], board: Board, rulebook: Rulebook
) -> Adjudication:
    """Adjudicate one phase of any stage.

    Of several orders for one unit the last stands; orders of another stage are left out. Nothing that is passed in
    is changed.
    """
    results, after = _carry_out(phase, position, orders, board, rulebook)
    if phase.stage is Stage.MOVES and after.dislodged:
        return Adjudication(results, phase.retreats, after)
    if phase.season is Season.SPRING:
        return Adjudication(results, phase.fall, after)
    if phase.season is Season.FALL:
        after = take_centres(after, board)
        winner = winner_of(after, board)
        if winner is not None:
            return Adjudication(results, None, after, winner)
        if anything_due(after, board):
            return Adjudication(results, phase.winter, after)
    return Adjudication(results, phase.next_spring, after)


def winner_of(position: Position, board: Board) -> str | None:
    """The power that owns as many centres as it takes to win and more than any other; None: equal leaders play on."""
    ranked = Counter((position.centres or {}).values()).most_common(2)
    if not ranked or ranked[0][1] < board.to_win:
        return None
    equals = len(ranked) > 1 and ranked[1][1] == ranked[0][1]
    return None if equals else ranked[0][0]


def _carry_out(
    phase: Phase, position: Position, orders: Iterable[Order], board: Board, rulebook: Rulebook
) -> tuple[tuple[Result, ...], Position]:
    if rulebook.army_fleet:
        return _carry_out_with_armies_aboard(phase, position, orders, board, rulebook)
    if phase.stage is Stage.MOVES:
        moved = adjudicate_moves(position, _moves(orders), board, rulebook)
        return tuple(moved.results.values()), moved.position
    if phase.stage is Stage.RETREATS:
        results, after = adjudicate_retreats(position, _retreats(orders))
        return tuple(results.values()), after
    adjusted, after = adjudicate_adjustments(position, _adjustments(orders), board)
    return tuple(adjusted), after


def _carry_out_with_armies_aboard(
    phase: Phase, position: Position, orders: Iterable[Order], board: Board, rulebook: Rulebook
) -> tuple[tuple[Result, ...], Position]:
    if phase.stage is Stage.MOVES:
        moved = adjudicate_moves_with_armies_aboard(position, orders, board, rulebook)
        return tuple(moved.results.values()), moved.position
    if phase.stage is Stage.RETREATS:
        retreats = {order.unit: order for order in orders if isinstance(order, Retreat | Disband)}
        results, after = adjudicate_retreats_with_armies_aboard(position, retreats, board)
        return tuple(results.values()), after
    adjusted, after = adjudicate_adjustments_with_armies_aboard(position, _adjustments(orders), board)
    return tuple(adjusted), after


_MOVE_ORDERS = (Hold, Move, Support, Convoy)


def _moves(orders: Iterable[Order]) -> dict[str, MoveOrder]:
    return {order.unit.province: order for order in orders if isinstance(order, _MOVE_ORDERS)}


def _retreats(orders: Iterable[Order]) -> dict[str, RetreatOrder]:
    return {order.unit.province: order for order in orders if isinstance(order, Retreat | Disband)}


def _adjustments(orders: Iterable[Order]) -> dict[str, list[AdjustmentOrder]]:
    by_power: dict[str, list[AdjustmentOrder]] = {}
    for order in orders:
        if isinstance(order, Build | Disband | Waive):
            by_power.setdefault(power_of(order), []).append(order)
    return by_power
