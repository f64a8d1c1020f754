"""Why an order did what it did: a resolved plan worded as marks.

Nothing is decided here. Where several things stood in the way of an attack, the strongest is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from door.rules.plan import Attack, Plan
from door.rules.position import Dislodged
from door.rules.resolve import beaten_head_on, left, strength
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
    StoodOff,
    Void,
)
from door.rules.rulebook import ConvoyBreak, Rear


def marks_of(
    plan: Plan, province: str, beaten_by: Mapping[str, Attack], dislodged: Mapping[str, Dislodged]
) -> Iterator[Mark]:
    """Give the marks of the unit's order: what befell the order first, then the unit.

    ``beaten_by``: the attacks that succeeded, by target; ``dislodged``: the units that must leave, by province.
    """
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
    stays = occupant is not None and not left(plan, attack.target)
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
        if rival is not attack and rival is not attack.opponent and rival.arrives and not beaten_head_on(rival):
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
