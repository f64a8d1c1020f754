"""Moves adjudicated: the plan resolved, and carried out on the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from door.rules.board import Board
from door.rules.causes import causes
from door.rules.ordered import Attack
from door.rules.orders import MoveOrder
from door.rules.plan import Plan, make_plan
from door.rules.position import Dislodged, Position
from door.rules.resolve import beaten_head_on, resolve
from door.rules.results import Result
from door.rules.retreats import retreat_places
from door.rules.rulebook import Rulebook
from door.rules.units import Unit
from door.rules.value import value


@value
class Moved:
    """The results by province of origin, the position after the moves, and the provinces left to a stand-off."""

    results: dict[str, Result]
    position: Position
    contested: frozenset[str]


def adjudicate_moves(position: Position, orders: Mapping[str, MoveOrder], board: Board, rulebook: Rulebook) -> Moved:
    """Adjudicate a phase of moves; ``orders`` by province, units without one hold."""
    plan = make_plan(position, orders, board, rulebook)
    resolve(plan)
    moved: list[Attack] = []
    failed: list[Attack] = []
    for origin, succeeds in plan.succeeds.items():
        (moved if succeeds else failed).append(plan.attacks[origin])
    units = _after(plan, moved)
    contested = _contested(plan, failed, units)
    beaten_by = _beaten_by(plan, moved)
    dislodged = {
        province: Dislodged(plan.units[province], _retreats(plan, attack, units, contested))
        for province, attack in beaten_by.items()
    }
    results = plan.results
    for province, marks in causes(plan, failed, beaten_by, dislodged).items():
        results[province] = Result(results[province].order, marks, province in orders)
    if beaten_by:
        dislodged = {province: entry for province, entry in dislodged.items() if entry.choices}
    return Moved(results, Position(units, dislodged, position.centres), contested)


def _after(plan: Plan, moved: Iterable[Attack]) -> dict[str, Unit]:
    units = dict(plan.units)
    for attack in moved:
        del units[attack.origin]
    for attack in moved:
        units[attack.target] = attack.after
    return units


def _contested(plan: Plan, failed: Iterable[Attack], units: Mapping[str, Unit]) -> frozenset[str]:
    """Provinces left empty by a stand-off (DATC 6.H.6 to 6.H.8); the loser of a head-to-head battle makes none."""
    return frozenset([attack.target for attack in failed if attack.target not in units and _contests(plan, attack)])


def _contests(plan: Plan, attack: Attack) -> bool:
    return plan.arrives.get(attack.origin, True) is True and not beaten_head_on(plan, attack)


def _beaten_by(plan: Plan, moved: Iterable[Attack]) -> dict[str, Attack]:
    """Give what dislodged each unit that was dislodged, in the order of the units."""
    units, succeeds = plan.units, plan.succeeds
    beaten = {
        attack.target: attack for attack in moved if attack.target in units and not succeeds.get(attack.target, False)
    }
    return beaten if len(beaten) < 2 else {province: beaten[province] for province in units if province in beaten}


def _retreats(plan: Plan, attack: Attack, units: Mapping[str, Unit], contested: frozenset[str]) -> tuple[str, ...]:
    unit = plan.units[attack.target]
    origin = None if attack.origin in plan.routes else attack.origin
    return retreat_places(unit, origin, units, contested, plan.board, plan.rulebook)
