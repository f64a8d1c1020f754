"""The part of a turn that can simply be counted out: attacks that hang on nothing that is still open.

An attack hangs on the one ahead of it, so that is decided first. Nearly every turn is decided so. What hangs on
itself in the end (rings, convoys under attack, supports that only a dislodgement cuts) is left to ``resolve``, and so
is all that hangs on it; the equations there are the same ones, for less certain knowledge.
"""

from __future__ import annotations

from collections.abc import Sequence

from door.rules.ordered import Aid, Attack
from door.rules.plan import Plan
from door.rules.rulebook import Rear
from door.rules.units import Unit


def decide_straight(plan: Plan) -> list[Attack]:
    """Decide what can be counted out, in ``succeeds`` of the plan, and give the attacks that are left."""
    if plan.arrives:
        _let_undisturbed_convoys_pass(plan)
    seen: set[str] = set()
    succeeds = plan.succeeds
    for origin, attack in plan.attacks.items():
        if origin not in seen:
            _decide(plan, attack, seen)
    if len(plan.uncut) < len(plan.aids):
        for aid in plan.aids.values():
            if aid.origin not in plan.uncut:
                _decide_aid(plan, aid, seen)
    if len(succeeds) == len(plan.attacks):
        return []
    return [attack for origin, attack in plan.attacks.items() if origin not in succeeds]


def _let_undisturbed_convoys_pass(plan: Plan) -> None:
    for origin, arrives in plan.arrives.items():
        if arrives is None and any([plan.attacks_on.keys().isdisjoint(route) for route in plan.routes[origin]]):
            plan.arrives[origin] = True


def _decide(plan: Plan, attack: Attack, seen: set[str]) -> None:
    """Decide the attack, after the one ahead of it; do nothing if it hangs on something open."""
    origin, target = attack.origin, attack.target
    seen.add(origin)
    if plan.arrives and not plan.arrives.get(origin, True):
        if plan.arrives[origin] is False:
            plan.succeeds[origin] = False
        return
    occupant = plan.units.get(target)
    if occupant is not None and target in plan.attacks and origin not in plan.opponents:
        if target not in seen:
            _decide(plan, plan.attacks[target], seen)
        leaves = plan.succeeds.get(target)
        if leaves is None:
            return
        if leaves:
            occupant = None
    rivals = plan.attacks_on[target]
    outcome = True if occupant is None and len(rivals) == 1 else _outcome(plan, attack, occupant, rivals, seen)
    if outcome is not None:
        plan.succeeds[origin] = outcome


def _outcome(
    plan: Plan, attack: Attack, occupant: Unit | None, rivals: Sequence[Attack], seen: set[str]
) -> bool | None:
    """Whether the attack is stronger than a unit that does not leave and than each other attack (DATC 5.B.4)."""
    if occupant is not None and occupant.power == attack.power:  # DATC 6.D.10; the door, Moves 7
        return False
    own = _strength(plan, attack.origin, None if occupant is None else occupant.power, seen)
    defence = 0 if occupant is None else _defence(plan, attack, seen)
    if own is None or defence is None:
        return None
    if defence >= own:
        return False
    for rival in rivals:
        if rival is not attack:
            other = _prevents(plan, rival, seen)
            if other is None or other >= own:
                return None if other is None else False
    return True


def _decide_aid(plan: Plan, aid: Aid, seen: set[str]) -> None:
    """Decide a support that only a dislodgement cuts (DATC 6.D.15 to 6.D.17); do nothing if that is open."""
    uncut = True
    for attack in plan.attacks_on[aid.origin]:
        arrives = plan.arrives.get(attack.origin, True)
        if attack.power == aid.power or arrives is False:
            continue
        if attack.origin not in seen:
            _decide(plan, attack, seen)
        cut = plan.succeeds.get(attack.origin) if attack.origin == aid.aimed_at else arrives
        if cut is None:
            return
        uncut = uncut and not cut
    plan.uncut[aid.origin] = uncut


def _strength(plan: Plan, province: str, against: str | None, seen: set[str]) -> int | None:
    """The unit there with its aids, without those of the power ``against``; None if one may be cut yet."""
    count = 1
    if province in plan.aids_of:
        for aid in plan.aids_of[province]:
            if aid.origin not in plan.uncut:
                _decide_aid(plan, aid, seen)
                if aid.origin not in plan.uncut:
                    return None
            if plan.uncut[aid.origin] and aid.power != against:
                count += 1
    return count


def _defence(plan: Plan, attack: Attack, seen: set[str]) -> int | None:
    """What a unit that does not leave opposes to the attack (DATC 5.B.5; the door, Moves 3, 4)."""
    if attack.target in plan.attacks and attack.origin not in plan.opponents:
        return 0 if plan.rulebook.rear is Rear.OPEN else 1
    return _strength(plan, attack.target, None, seen)


def _prevents(plan: Plan, rival: Attack, seen: set[str]) -> int | None:
    """What another attack opposes; nothing if it stays at home or is beaten head on (DATC 6.E.1; the door, Moves 6)."""
    origin = rival.origin
    if not plan.arrives.get(origin, True):
        return None if plan.arrives[origin] is None else 0
    if origin in plan.opponents:
        if rival.target not in seen:
            _decide(plan, plan.opponents[origin], seen)
        beaten = plan.succeeds.get(rival.target)
        if beaten is not False:
            return 0 if beaten else None
    return _strength(plan, origin, None, seen)
