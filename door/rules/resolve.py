"""The resolver: which attacks arrive, which supports are cut, which attacks succeed.

Every decision (an attack arrives, an aid is uncut, an attack succeeds) has an equation in others. Each is
evaluated with what is known so far, once as if all that is open turned out well and once as if it turned out
badly; where both agree it is decided (the partial information method of DATC 3.2, chapter 5). This is repeated
until nothing more is decided. What is left are cycles, and the backup rule decides one that hangs on no other:

* a cycle of attacks alone is a ring, and moves (DATC 6.C): without convoys no decision depends on its own opposite;
* one that passes through convoys is a paradox, and its convoyed armies stay and do nothing (Szykman's rule,
  DATC 6.F.14 to 6.F.28).

Each round decides something, so the cost is bounded by the square of the number of orders; nearly always one round,
which takes every decision after those that it hangs on, decides all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from door.rules.ordered import Aid, Attack
from door.rules.plan import Plan
from door.rules.rulebook import Rear, SupportCut
from door.rules.straight import decide_straight


@dataclass(frozen=True, slots=True)
class Arrival:
    """The decision whether a convoyed attack arrives, as a node of the graph of open decisions."""

    attack: Attack


Decision: TypeAlias = Attack | Aid | Arrival
_NONE: Sequence[Aid] = ()
_ALONE = (1, 1)
_NOTHING = (0, 0)


def resolve(plan: Plan) -> None:
    """Decide everything in the plan: its ``arrives``, ``succeeds`` and ``uncut``."""
    open_attacks = decide_straight(plan)
    if not open_attacks and len(plan.uncut) == len(plan.aids) and None not in plan.arrives.values():
        return
    resolver = _Resolver(plan)
    while open_attacks:
        resolver.propagate(open_attacks)
        open_attacks = [attack for attack in open_attacks if attack.origin not in plan.succeeds]
        if open_attacks:
            resolver.back_up(open_attacks)
    resolver.finish()


def strength(plan: Plan, province: str, against: str | None = None) -> int:
    """Count the unit and its uncut aids, without those of the power ``against``, in a plan that is resolved."""
    count = 1
    if province not in plan.aids_of:
        return count
    for aid in plan.aids_of[province]:
        if plan.uncut[aid.origin] and aid.power != against:
            count += 1
    return count


def beaten_head_on(plan: Plan, attack: Attack) -> bool:
    """Whether the attack lost a head-to-head battle, in a plan that is resolved."""
    return attack.origin in plan.opponents and plan.succeeds[attack.target]


class _Resolver:
    def __init__(self, plan: Plan) -> None:
        self.units = plan.units
        self.attacks = plan.attacks
        self.attacks_on = plan.attacks_on
        self.opponents = plan.opponents
        self.aids_of = plan.aids_of
        self.routes = plan.routes
        self.arrives = plan.arrives
        self.succeeds = plan.succeeds
        self.uncut = plan.uncut
        self.paradoxes = plan.paradoxes
        self.aids = [aid for province, aid in plan.aids.items() if province not in plan.uncut]
        self.open_rear = plan.rulebook.rear is Rear.OPEN
        self.any_attack_cuts = plan.rulebook.support_cut is SupportCut.ANY_ATTACK
        self.seen: set[str] = set()

    # Propagation

    def propagate(self, attacks: list[Attack]) -> None:
        """Decide what follows from what is decided, until nothing more does."""
        while True:
            before = self.known
            self.seen.clear()
            for attack in attacks:
                self.settle(attack)
            if not [attack for attack in attacks if attack.origin not in self.succeeds]:
                return
            for aid in self.aids:
                self.settle_aid(aid)
            if self.known == before:
                return

    @property
    def known(self) -> tuple[int, int, int]:
        """How much is decided."""
        return len(self.succeeds), len(self.uncut), list(self.arrives.values()).count(None)

    def settle(self, attack: Attack) -> None:
        """Decide the attack if that can be done, and first all that it hangs on; once a round."""
        origin = attack.origin
        if origin in self.succeeds or origin in self.seen:
            return
        self.seen.add(origin)
        if attack.target in self.attacks:
            self.settle(self.attacks[attack.target])
        outcome = self.success(attack)
        if outcome is None:
            self.settle_what_it_hangs_on(attack)
            outcome = self.success(attack)
        if outcome is not None:
            self.succeeds[origin] = outcome

    def settle_what_it_hangs_on(self, attack: Attack) -> None:
        """Decide as much as can be of what the attack's success depends on."""
        target = attack.target
        for rival in self.attacks_on[target]:
            if rival.origin in self.arrives:
                self.settle_arrival(rival)
            if rival.origin in self.aids_of:
                self.settle_aids(rival.origin)
            if rival.origin in self.opponents:
                self.settle(self.opponents[rival.origin])
        if target in self.aids_of:
            self.settle_aids(target)

    def settle_arrival(self, attack: Attack) -> None:
        """Decide whether a convoyed attack arrives, if that can be done."""
        if self.arrives[attack.origin] is None:
            for threat in self.threats(attack):
                self.settle(threat)
            self.arrives[attack.origin] = self.arrival(attack)

    def settle_aids(self, province: str) -> None:
        """Decide which aids of the unit there are uncut, if that can be done."""
        for aid in self.aids_of[province]:
            if aid.origin not in self.uncut:
                self.settle_aid(aid)

    def settle_aid(self, aid: Aid) -> None:
        """Decide whether an aid is uncut, if that can be done; once a round."""
        if aid.origin in self.uncut or aid.origin in self.seen:
            return
        self.seen.add(aid.origin)
        for attack in self.foreign_attempts(aid):
            if attack.origin in self.arrives:
                self.settle_arrival(attack)
            if self.cuts_by_dislodging_only(attack, aid):
                self.settle(attack)
        free = self.cut_free(aid)
        if free is not None:
            self.uncut[aid.origin] = free

    def finish(self) -> None:
        """Decide what no attack hung on, all attacks being decided: the reasons need it."""
        self.seen.clear()
        for origin in self.arrives:
            self.settle_arrival(self.attacks[origin])
        for aid in self.aids:
            self.settle_aid(aid)

    # Equations. Bounds are pairs (as if all went badly, as if all went well) for the one they belong to.

    def threats(self, attack: Attack) -> Iterator[Attack]:
        """The attacks on the fleets that might carry the army."""
        for sea in sorted(frozenset[str]().union(*self.routes[attack.origin])):
            yield from self.attacks_on.get(sea, ())

    def foreign_attempts(self, aid: Aid) -> list[Attack]:
        """The attacks of other powers on the supporting unit."""
        return [attack for attack in self.attacks_on.get(aid.origin, ()) if attack.power != aid.power]

    def cuts_by_dislodging_only(self, attack: Attack, aid: Aid) -> bool:
        """An attack from the province the support is aimed at (DATC 6.D.15 to 6.D.17)."""
        return attack.origin == aid.aimed_at and not self.any_attack_cuts

    def arrival(self, attack: Attack) -> bool | None:
        """A chain of which no fleet is dislodged is enough (DATC 6.F.9 to 6.F.11)."""
        best: bool | None = False
        for route in self.routes[attack.origin]:
            sunk = [self.succeeds.get(threat.origin) for sea in route for threat in self.attacks_on.get(sea, ())]
            if True in sunk:
                continue
            if None not in sunk:
                return True
            best = None
        return best

    def cut_free(self, aid: Aid) -> bool | None:
        """A support is cut by an attack of another power that arrives (DATC 6.D.2 to 6.D.17)."""
        free: bool | None = True
        for attack in self.foreign_attempts(aid):
            if self.cuts_by_dislodging_only(attack, aid):
                cut = self.succeeds.get(attack.origin)
            else:
                cut = self.arrives.get(attack.origin, True)
            if cut:
                return False
            if cut is None:
                free = None
        return free

    def bounds(self, province: str, against: str | None = None) -> tuple[int, int]:
        """The unit there with its aids, without those of the power ``against``."""
        low = high = 1
        for aid in self.aids_of.get(province, _NONE):
            uncut = self.uncut.get(aid.origin)
            if uncut is not False and aid.power != against:
                high += 1
                low += uncut is True
        return low, high

    def attack_strength(self, attack: Attack) -> tuple[int, int]:
        """No power dislodges its own unit or helps to (DATC 6.D.10 to 6.D.14, 6.E.1 to 6.E.6; the door, Moves 7)."""
        origin, target = attack.origin, attack.target
        occupant = self.units.get(target)
        leaving = target in self.attacks and origin not in self.opponents
        leaves = self.succeeds.get(target) if leaving else False
        if occupant is None or leaves:
            return self.bounds(origin) if origin in self.aids_of else _ALONE
        low, high = _NOTHING if occupant.power == attack.power else self.bounds(origin, occupant.power)
        return (low, high) if leaves is False else (low, self.bounds(origin)[1])

    def hold_strength(self, province: str) -> tuple[int, int]:
        """The defence of whoever stands in the province (DATC 5.B.5; the door, Moves 3, 4)."""
        if province not in self.units:
            return _NOTHING
        if province not in self.attacks:
            return self.bounds(province) if province in self.aids_of else _ALONE
        leaves = self.succeeds.get(province)
        if self.open_rear or leaves:
            return _NOTHING
        return (1, 1) if leaves is False else (0, 1)

    def prevent_strength(self, attack: Attack) -> tuple[int, int]:
        """The loser of a head-to-head battle stands nobody off (DATC 6.E.1; the door, Moves 6)."""
        origin = attack.origin
        beaten = self.succeeds.get(attack.target) if origin in self.opponents else False
        arrives = self.arrives.get(origin, True)
        if beaten or arrives is False:
            return _NOTHING
        low, high = self.bounds(origin) if origin in self.aids_of else _ALONE
        return (low, high) if beaten is False and arrives else (0, high)

    def success(self, attack: Attack) -> bool | None:
        """An attack needs more than the defence and more than every other attack on the province (DATC 5.B.4)."""
        origin, target = attack.origin, attack.target
        arrives = self.arrives.get(origin, True)
        if arrives is False:
            return False
        low, high = self.attack_strength(attack)
        obstacle = self.bounds(target) if origin in self.opponents else self.hold_strength(target)
        if high <= obstacle[0]:
            return False
        sure = arrives is True and low > obstacle[1]
        for rival in self.attacks_on[target]:
            if rival is not attack:
                obstacle = self.prevent_strength(rival)
                if high <= obstacle[0]:
                    return False
                sure = sure and low > obstacle[1]
        return True if sure else None

    # The backup rule

    def back_up(self, attacks: list[Attack]) -> None:
        """Decide one cycle that hangs on nothing open outside it."""
        cycle = self.closed_cycle(attacks[0])
        convoyed = [decision.attack for decision in cycle if isinstance(decision, Arrival)]
        for attack in convoyed:
            self.arrives[attack.origin] = False
            self.paradoxes[attack.origin] = list(self.open_among(self.threats(attack)))
        if not convoyed:
            self.succeeds.update((decision.origin, True) for decision in cycle if isinstance(decision, Attack))

    def closed_cycle(self, start: Decision) -> list[Decision]:
        """Give a set of open decisions that hang on each other and on nothing open outside it.

        Of all that the start hangs on, what it cannot be reached from again lies further on: there the search goes on.
        """
        ahead = self.graph(start)
        while True:
            behind: dict[Decision, list[Decision]] = {decision: [] for decision in ahead}
            for decision, others in ahead.items():
                for other in others:
                    behind[other].append(decision)
            cycle = _reachable(start, behind)
            further = next((decision for decision in ahead if decision not in cycle), None)
            if further is None:
                return list(cycle)
            start = further
            ahead = {decision: ahead[decision] for decision in _reachable(start, ahead)}

    def graph(self, start: Decision) -> dict[Decision, list[Decision]]:
        """What the start hangs on, directly or through others, each with what it hangs on directly."""
        found: dict[Decision, list[Decision]] = {}
        queue = [start]
        while queue:
            decision = queue.pop()
            if decision not in found:
                found[decision] = list(self.depends_on(decision))
                queue += found[decision]
        return found

    def depends_on(self, decision: Decision) -> Iterator[Decision]:
        """The open decisions in the equation of this one."""
        if isinstance(decision, Arrival):
            yield from self.open_among(self.threats(decision.attack))
        elif isinstance(decision, Aid):
            for attack in self.foreign_attempts(decision):
                if self.cuts_by_dislodging_only(attack, decision):
                    yield from self.open_among((attack,))
                else:
                    yield from self.open_arrival(attack)
        else:
            yield from self.success_depends_on(decision)

    def success_depends_on(self, attack: Attack) -> Iterator[Decision]:
        """The open decisions in the equation of an attack's success."""
        origin, target = attack.origin, attack.target
        if target in self.attacks and origin not in self.opponents:
            yield from self.open_among((self.attacks[target],))
        else:
            yield from self.open_aids(target)
        for rival in self.attacks_on[target]:
            yield from self.open_arrival(rival)
            yield from self.open_aids(rival.origin)
            if rival is not attack and rival.origin in self.opponents:
                yield from self.open_among((self.opponents[rival.origin],))

    def open_among(self, attacks: Iterable[Attack]) -> Iterator[Attack]:
        """The attacks that are not decided."""
        return (attack for attack in attacks if attack.origin not in self.succeeds)

    def open_aids(self, province: str) -> Iterator[Aid]:
        """The aids of the unit there that are not decided."""
        return (aid for aid in self.aids_of.get(province, _NONE) if aid.origin not in self.uncut)

    def open_arrival(self, attack: Attack) -> Iterator[Arrival]:
        """The arrival of the attack if it is not decided."""
        if self.arrives.get(attack.origin, True) is None:
            yield Arrival(attack)


def _reachable(start: Decision, steps: Mapping[Decision, Sequence[Decision]]) -> dict[Decision, None]:
    found: dict[Decision, None] = {}
    queue = [start]
    while queue:
        decision = queue.pop()
        if decision not in found:
            found[decision] = None
            queue += steps[decision]
    return found
