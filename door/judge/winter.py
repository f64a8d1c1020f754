"""How many adjustments a power may enter for Winter.

Builds and waived builds together never exceed what is due, nor do removals, so that what is stored is what
will be done (DATC 4.D.4, 4.D.5: at entry one that is too many is refused, a second build in the same centre
takes the place of the first). An A/F that is removed counts as the two units that it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from door.judge.games import GameView
from door.judge.refusal import Refused
from door.rules.army_fleet.faults import two_removals
from door.rules.options import adjustment_due
from door.rules.orders import Build, Disband, Order, Waive


def enter_adjustment(order: Order, power: str, orders: list[Order], seen: GameView) -> list[Order]:
    """Give the power's adjustments with this one among them; Refused if it is of the wrong kind or one too many."""
    due = adjustment_due(power, seen.position, seen.board)
    title = seen.board.powers[power].title
    if isinstance(order, Disband):
        return _enter_removal(order, orders, -due, title)
    if isinstance(order, Build | Waive):
        return _enter_build(order, orders, due, title)
    raise Refused("In Winter units are built, removed, or a build is waived; nothing else can be ordered.")


def _enter_removal(order: Disband, orders: list[Order], due: int, title: str) -> list[Order]:
    if due <= 0:
        raise Refused(f"{title} has no unit too many: nothing is to be removed.")
    if order.laden and due < _units_in(order):
        raise Refused(two_removals(due))
    others = [other for other in orders if isinstance(other, Disband) and not _replaces(order, other)]
    if removals_in(others) + _units_in(order) > due:
        raise Refused(f"{title} must remove {_count(due, 'unit')} and has ordered that already: take one back first.")
    return [*others, order]


def _replaces(order: Disband, other: Disband) -> bool:
    """Whether the removal takes the other's place: of one unit, or of an A/F whole and of one of its halves."""
    if order.unit.province != other.unit.province:
        return False
    return order.unit.kind is other.unit.kind or order.laden or other.laden


def removals_in(orders: Iterable[Order]) -> int:
    """How many units the orders remove; an A/F is two."""
    return sum(_units_in(order) for order in orders if isinstance(order, Disband))


def _units_in(order: Disband) -> int:
    return 2 if order.laden else 1


def _enter_build(order: Build | Waive, orders: list[Order], due: int, title: str) -> list[Order]:
    if due <= 0:
        raise Refused(f"{title} has nothing to build this Winter.")
    others = [other for other in orders if not _same_centre(order, other)]
    if len(others) >= due and isinstance(order, Build):
        # A build that was waived may be thought better of.
        waived = next((other for other in others if isinstance(other, Waive)), None)
        others = [other for other in others if other is not waived]
    if len(others) >= due:
        raise Refused(f"{title} may build {_count(due, 'unit')} and has ordered that already: take one back first.")
    return [*others, order]


def _same_centre(order: Build | Waive, other: Order) -> bool:
    return isinstance(order, Build) and isinstance(other, Build) and other.unit.province == order.unit.province


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
