"""Moves adjudicated: the plan resolved, worded as results, and carried out on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from door.rules.board import Board
from door.rules.orders import MoveOrder
from door.rules.plan import Attack, Plan, make_plan
from door.rules.position import Dislodged, Position
from door.rules.resolve import resolve, strength
from door.rules.results import (
    ConvoyBroken,
    ConvoyParadox,
    Cut,
    Disbanded,
    DislodgedBy,
    Disrupted,
    DisruptedByParadox,
    HeldOff,
    Mark,
    MetHeadOn,
    NoConvoy,
    OwnUnit,
    Result,
    StoodOff,
    Void,
)
from door.rules.retreats import retreat_places
from door.rules.rulebook import ConvoyBreak, Rear, Rulebook
from door.rules.units import Unit


@dataclass(frozen=True, slots=True)
class Moved:
    """The results by province of origin, the position after the moves, and the provinces left to a stand-off."""

    results: dict[str, Result]
    position: Position
    contested: frozenset[str]


def adjudicate_moves(
    position: Position, orders: Mapping[str, MoveOrder], board: Board, rulebook: Rulebook
) -> Moved:
    """Adjudicate a phase of moves; ``orders`` by province, units without one hold."""
    plan = make_plan(position, orders, board, rulebook)
    resolve(plan)
    beaten_by = {attack.target: attack for attack in plan.attacks.values() if attack.succeeds}
    units = _after(plan)
    contested = _contested(plan, units)
    dislodged = {
        province: Dislodged(unit, retreat_places(unit, beaten_by[province], units, contested, board, rulebook))
        for province, unit in position.units.items()
        if province in beaten_by and not _left(plan, province)
    }
    results = {
        province: Result(order, tuple(_marks(plan, province, beaten_by, dislodged)), given=province in orders)
        for province, order in plan.orders.items()
    }
    remaining = {province: entry for province, entry in dislodged.items() if entry.choices}
    return Moved(results, Position(units, remaining, position.centres), contested)


def _left(plan: Plan, province: str) -> bool:
    attack = plan.attacks.get(province)
    return attack is not None and attack.succeeds is True


def _after(plan: Plan) -> dict[str, Unit]:
    units = {province: unit for province, unit in plan.units.items() if not _left(plan, province)}
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
        if attack.arrives and not attack.succeeds and attack.target not in units and not _beaten_head_on(attack)
    )


def _beaten_head_on(attack: Attack) -> bool:
    return attack.opponent is not None and attack.opponent.succeeds is True


def _marks(
    plan: Plan, province: str, beaten_by: Mapping[str, Attack], dislodged: Mapping[str, Dislodged]
) -> Iterator[Mark]:
    if province in plan.voids:
        yield Void(plan.voids[province])
    elif province in plan.attacks:
        yield from _attack_marks(plan, plan.attacks[province])
    elif province in plan.aids and not plan.aids[province].uncut:
        yield _cut(plan, province)
    elif province in plan.convoys:
        yield from _convoy_marks(plan, province)
    if province in dislodged:
        yield DislodgedBy(beaten_by[province].order)
        if not dislodged[province].choices:
            yield Disbanded("It had nowhere to retreat to and was disbanded.")


def _cut(plan: Plan, province: str) -> Cut:
    """Name the attack that cut the support: one that dislodged the supporter, else any that arrived."""
    power = plan.units[province].power
    attacks = [attack for attack in plan.rivals(province) if attack.arrives and attack.unit.power != power]
    return Cut(max(attacks, key=lambda attack: attack.succeeds is True).order)


def _breaker(plan: Plan, sea: str) -> Attack | None:
    """The attack that broke the convoy of the fleet in this sea, if one did."""
    power = plan.units[sea].power
    any_attack = plan.rulebook.convoy_break is ConvoyBreak.ATTACK
    attacks = (attack for attack in plan.rivals(sea) if attack.arrives and attack.unit.power != power)
    return next((attack for attack in attacks if any_attack or attack.succeeds), None)


def _army_breaker(plan: Plan, attack: Attack) -> Attack | None:
    """An attack that broke one of the chains that were to carry the army; None in a pure paradox."""
    breakers = (_breaker(plan, sea) for route in attack.routes for sea in sorted(route))
    return next((found for found in breakers if found is not None), None)


def _convoy_marks(plan: Plan, sea: str) -> Iterator[Mark]:
    convoy = plan.convoys[sea]
    breaker = _breaker(plan, sea)
    carried = plan.attacks[convoy.army.province]
    if breaker is not None:
        yield Disrupted(breaker.order)
    elif carried.paradox and _army_breaker(plan, carried) is None and any(sea in route for route in carried.routes):
        yield DisruptedByParadox()


def _attack_marks(plan: Plan, attack: Attack) -> Iterator[Mark]:
    if attack.succeeds:
        return
    if attack.by_convoy and not attack.routes:
        yield NoConvoy()
    elif not attack.arrives:
        breaker = _army_breaker(plan, attack)
        yield ConvoyParadox() if breaker is None else ConvoyBroken(breaker.order)
    else:
        yield _obstacle(plan, attack)


def _obstacle(plan: Plan, attack: Attack) -> Mark:
    """Name what the attack failed against: the strongest of the defence and the other attacks."""
    occupant = plan.units.get(attack.target)
    stays = occupant is not None and not _left(plan, attack.target)
    against = occupant.power if occupant is not None and stays else None
    own = strength(attack.aids, against)
    found: list[tuple[int, Mark]] = []
    if attack.opponent is not None:
        other = strength(attack.opponent.aids)
        found.append((other, MetHeadOn(attack.opponent.order, own, other)))
    elif occupant is not None and stays:
        other = _defence(plan, attack.target)
        found.append((other, HeldOff(occupant, own, other)))
    for rival in plan.rivals(attack.target):
        if rival is not attack and rival is not attack.opponent and rival.arrives and not _beaten_head_on(rival):
            other = strength(rival.aids)
            found.append((other, StoodOff(rival.order, own, other)))
    strongest, mark = max(found, key=lambda entry: entry[0])
    if occupant is not None and against == attack.unit.power and strongest < own:
        return OwnUnit(occupant)
    return mark


def _defence(plan: Plan, province: str) -> int:
    if province in plan.attacks:
        return 0 if plan.rulebook.rear is Rear.OPEN else 1
    return strength(plan.hold_aids.get(province, ()))


