"""Moves adjudicated: the plan resolved, and carried out on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from door.rules.board import Board
from door.rules.causes import marks_of
from door.rules.orders import MoveOrder
from door.rules.plan import Plan, make_plan
from door.rules.position import Dislodged, Position
from door.rules.resolve import beaten_head_on, left, resolve
from door.rules.results import Result
from door.rules.retreats import retreat_places
from door.rules.rulebook import Rulebook
from door.rules.units import Unit


@dataclass(frozen=True, slots=True)
class Moved:
    """The results by province of origin, the position after the moves, and the provinces left to a stand-off."""

    results: dict[str, Result]
    position: Position
    contested: frozenset[str]


def adjudicate_moves(position: Position, orders: Mapping[str, MoveOrder], board: Board, rulebook: Rulebook) -> Moved:
    """Adjudicate a phase of moves; ``orders`` by province, units without one hold."""
    plan = make_plan(position, orders, board, rulebook)
    resolve(plan)
    beaten_by = {attack.target: attack for attack in plan.attacks.values() if attack.succeeds}
    units = _after(plan)
    contested = _contested(plan, units)
    dislodged = {
        province: Dislodged(unit, retreat_places(unit, beaten_by[province], units, contested, board, rulebook))
        for province, unit in position.units.items()
        if province in beaten_by and not left(plan, province)
    }
    results = {
        province: Result(order, tuple(marks_of(plan, province, beaten_by, dislodged)), given=province in orders)
        for province, order in plan.orders.items()
    }
    remaining = {province: entry for province, entry in dislodged.items() if entry.choices}
    return Moved(results, Position(units, remaining, position.centres), contested)


def _after(plan: Plan) -> dict[str, Unit]:
    units = {province: unit for province, unit in plan.units.items() if not left(plan, province)}
    for attack in plan.attacks.values():
        if attack.succeeds:
            target = attack.order.target
            units[attack.target] = Unit(attack.unit.power, attack.unit.kind, target)
    return units


def _contested(plan: Plan, units: Mapping[str, Unit]) -> frozenset[str]:
    """Provinces left empty by a stand-off (DATC 6.H.6 to 6.H.8); the loser of a head-to-head battle makes none."""
    return frozenset(
        attack.target
        for attack in plan.attacks.values()
        if attack.arrives and not attack.succeeds and attack.target not in units and not beaten_head_on(attack)
    )
