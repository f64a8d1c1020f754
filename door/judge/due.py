"""What a power has to enter in the open turn, and how much of it has been entered.

One count serves the caller's own lists, the news and the entering of Winter orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from door.judge.games import GameView
from door.rules.orders import Disband, Hold, Order, same_unit
from door.rules.phase import Stage
from door.rules.units import Unit


def units_to_order(seen: GameView, power: str, stage: Stage | None) -> list[Unit]:
    """Give the power's units that must be told to move or to retreat; in Winter, or None, none."""
    if stage is Stage.MOVES:
        return seen.position.units_of(power)
    if stage is Stage.RETREATS:
        return [entry.unit for entry in seen.position.dislodged_of(power)]
    return []


def without_order(units: Iterable[Unit], orders: Sequence[Order]) -> list[Unit]:
    """Give those of the units that have none of the orders."""
    return [unit for unit in units if not any(same_unit(order, Hold(unit)) for order in orders)]


def adjustments_left(due: int, orders: Iterable[Order]) -> int:
    """Give how many of so many builds or removals the orders leave to be entered; removing an A/F is two."""
    entered = sum(2 if isinstance(order, Disband) and order.laden else 1 for order in orders)
    return max(0, due - entered)
