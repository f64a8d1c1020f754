"""Trying orders: what would become of a position, with orders for all powers, and nothing of it is stored.

A trial begins at the open phase of a game and can go on from what came of it. It is a value: what changes it gives
another. Orders are taken and refused as those that count are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from door.judge.games import GameView, read_view
from door.judge.process import record_after
from door.judge.refusal import Refused
from door.judge.report import Closing, report_lines
from door.judge.submit import with_order, without_order
from door.rules.adjudicate import adjudicate
from door.rules.orders import Order, power_of


@dataclass(frozen=True, slots=True)
class Trial:
    """A game as it is tried out: the position, and the orders of each power that has any."""

    seen: GameView
    orders: Mapping[str, tuple[Order, ...]] = field(default_factory=dict)

    def of(self, power: str) -> tuple[Order, ...]:
        """The orders of the power."""
        return self.orders.get(power, ())

    def given(self, power: str, orders: Iterable[Order]) -> Trial:
        """Give the trial with these orders for the power and no others of it."""
        return replace(self, orders={**self.orders, power: tuple(orders)})

    def ordered(self, order: Order) -> Trial:
        """Give the trial with the order in place of its unit's former one; Refused as in a game."""
        power = power_of(order)
        return self.given(power, with_order(self.seen, power, list(self.of(power)), order))

    def withdrawn(self, order: Order) -> Trial:
        """Give the trial without the order of that unit; Refused as in a game."""
        power = power_of(order)
        return self.given(power, without_order(self.seen, list(self.of(power)), order))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a trial comes to: the report, title first, and the trial that goes on from there, without orders."""

    report: list[str]
    after: Trial


def begin(seen: GameView) -> Trial:
    """A trial of the open phase, without orders; Refused when the game is over."""
    if seen.phase is None:
        raise Refused("The game is over: there is nothing to try.")
    return Trial(read_view(msgspec.structs.replace(seen.record, status="running")))


def carry_out(trial: Trial) -> Outcome:
    """Adjudicate the trial's phase; Refused when the trial has come to the end of a game."""
    seen = trial.seen
    if seen.phase is None:
        raise Refused("In this trial the game is over: go back to the game as it stands.")
    orders = [order for power in seen.board.powers for order in trial.of(power)]
    done = adjudicate(seen.phase, seen.position, orders, seen.board, seen.rulebook)
    report = report_lines(Closing(seen.phase, seen.position, done, {}, seen.board))
    return Outcome(report, Trial(read_view(record_after(seen.record, done))))
