"""Why an order did what it did: a resolved plan worded as marks.

Nothing is decided here. Where several things stood in the way of an attack, the strongest is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from door.rules.ordered import Aid, Attack
from door.rules.plan import Plan
from door.rules.position import Dislodged
from door.rules.resolve import beaten_head_on, strength
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
    NoFleet,
    OwnUnit,
    Place,
    StoodOff,
    Void,
)
from door.rules.rulebook import ConvoyBreak, Rear, SupportCut


def causes(
    plan: Plan, failed: Iterable[Attack], beaten_by: Mapping[str, Attack], dislodged: Mapping[str, Dislodged]
) -> dict[str, tuple[Mark, ...]]:
    """Give the marks of every order that has any, by province: what befell the order first, then the unit.

    ``failed``: the attacks that did not succeed; ``beaten_by``: those that dislodged a unit, by its province;
    ``dislodged``: these units.
    """
    marks: dict[str, tuple[Mark, ...]] = {province: (Void(reason),) for province, reason in plan.voids.items()}
    for attack in failed:
        arrives = plan.arrives.get(attack.origin, True)
        marks[attack.origin] = (_obstacle(plan, attack) if arrives else _without_convoy(plan, attack),)
    for province, uncut in plan.uncut.items():
        if not uncut:
            marks[province] = (_cut(plan, plan.aids[province]),)
    for sea in plan.ferries:
        if (mark := _disruption(plan, sea)) is not None:
            marks[sea] = (mark,)
    for province, attack in beaten_by.items():
        marks[province] = (*marks.get(province, ()), DislodgedBy(attack.order))
        if not dislodged[province].choices:
            marks[province] += (Disbanded("It had nowhere to retreat to and was disbanded."),)
    return marks


def _cut(plan: Plan, aid: Aid) -> Cut:
    """Name the attack that cut the support: one that dislodged the supporter, else the first that could cut it."""
    attacks = plan.attacks_on[aid.origin]
    if len(attacks) > 1:
        any_attack = plan.rulebook.support_cut is SupportCut.ANY_ATTACK
        attacks = plan.foreign_attacks(aid.unit)
        attacks = [attack for attack in attacks if plan.succeeds[attack.origin]] or [
            attack for attack in attacks if any_attack or attack.origin != aid.aimed_at
        ]
    return Cut(attacks[0].order)


# Convoys


def _disruption(plan: Plan, sea: str) -> Mark | None:
    """Why the fleet did not carry its army, if it did not."""
    breaker = _breaker(plan, sea)
    if breaker is not None:
        return Disrupted(breaker.order)
    army = plan.ferries[sea].army
    hangs = any([threat.target == sea for threat in plan.paradoxes.get(army, ())])
    return DisruptedByParadox(plan.attacks[army].order) if hangs and _army_breaker(plan, army) is None else None


def _breaker(plan: Plan, sea: str) -> Attack | None:
    """The attack that broke the convoy of the fleet in this sea, if one did."""
    if plan.rulebook.convoy_break is ConvoyBreak.ATTACK:
        return next(iter(plan.foreign_attacks(plan.ferries[sea].unit)), None)
    return next((attack for attack in plan.attacks_on.get(sea, ()) if plan.succeeds[attack.origin]), None)


def _army_breaker(plan: Plan, army: str) -> Attack | None:
    """An attack that broke one of the chains that were to carry the army; None in a pure paradox."""
    breakers = (_breaker(plan, sea) for route in plan.routes[army] for sea in sorted(route))
    return next((found for found in breakers if found is not None), None)


def _without_convoy(plan: Plan, attack: Attack) -> Mark:
    """Why an army that was to go by convoy stayed at home."""
    if not plan.routes[attack.origin]:
        return _missing_fleet(plan, attack)
    breaker = _army_breaker(plan, attack.origin)
    if breaker is not None:
        return ConvoyBroken(breaker.order)
    return ConvoyParadox(plan.paradoxes[attack.origin][0].order)


def _missing_fleet(plan: Plan, attack: Attack) -> Mark:
    """Name a fleet that was not ordered to carry the army, in the chain of seas that lacked the fewest."""
    willing = {sea for sea, ferry in plan.ferries.items() if ferry.army == attack.origin}
    gaps = [sorted(chain - willing) for chain in plan.board.routes(attack.origin, attack.target)]
    fewest = min(gaps, key=lambda gap: (sum(sea not in plan.units for sea in gap), len(gap)))
    empty = next((sea for sea in fewest if sea not in plan.units), None)
    return NoConvoy(plan.units[fewest[0]]) if empty is None else NoFleet(Place(empty))


# Attacks


def _obstacle(plan: Plan, attack: Attack) -> Mark:
    """Name what the attack failed against: the strongest of the defence and the other attacks."""
    origin, target = attack.origin, attack.target
    occupant = None if plan.succeeds.get(target) else plan.units.get(target)
    opponent = plan.opponents.get(origin)
    rivals = plan.attacks_on[target]
    own_unit = occupant is not None and occupant.power == attack.power
    own = strength(plan, origin, None if occupant is None or own_unit else occupant.power)
    if opponent is not None:
        defence = strength(plan, target)
    else:
        defence = 0 if occupant is None else _defence(plan, target)
    if occupant is not None and opponent is None and len(rivals) == 1 and not own_unit:
        return HeldOff(occupant, own, defence)
    rival, other = _strongest_rival(plan, attack, rivals)
    if occupant is not None and own_unit and own > max(defence, other):
        return OwnUnit(occupant)
    if rival is not None and other > defence:
        return StoodOff(rival.order, own, other)
    if opponent is not None:
        return MetHeadOn(opponent.order, own, defence)
    assert occupant is not None, "an attack fails against somebody"
    return HeldOff(occupant, own, defence)


def _strongest_rival(plan: Plan, attack: Attack, rivals: Iterable[Attack]) -> tuple[Attack | None, int]:
    """Give the strongest other attack that stands anybody off, and its strength."""
    found, strongest = None, 0
    for rival in rivals:
        if rival is not attack and plan.arrives.get(rival.origin, True) and not beaten_head_on(plan, rival):
            other = strength(plan, rival.origin)
            if other > strongest:
                found, strongest = rival, other
    return found, strongest


def _defence(plan: Plan, province: str) -> int:
    if province in plan.attacks:
        return 0 if plan.rulebook.rear is Rear.OPEN else 1
    return strength(plan, province)
