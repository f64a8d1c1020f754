"""The resolver: which attacks arrive, which supports are cut, which attacks succeed.

Every decision (an attack arrives, an aid is uncut, an attack succeeds) has an equation in others. Each is
evaluated with what is known so far, once as if all that is open turned out well and once as if it turned out
badly; where both agree it is decided (the partial information method of DATC 3.2, chapter 5). This is repeated
until nothing more is decided. What is left are cycles, and the backup rule decides one that hangs on no other:

* a cycle of attacks alone is a ring, and moves (DATC 6.C): without convoys no decision depends on its own opposite;
* one that passes through convoys is a paradox, and its convoyed armies stay and do nothing (Szykman's rule,
  DATC 6.F.14 to 6.F.28).

Each round decides something, so the cost is bounded by the square of the number of orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from door.rules.plan import Aid, Attack, Plan
from door.rules.rulebook import Rear, SupportCut


@dataclass(frozen=True, slots=True)
class Arrival:
    """The decision whether a convoyed attack arrives, as a node of the graph of open decisions."""

    attack: Attack


Decision: TypeAlias = Attack | Aid | Arrival


def resolve(plan: Plan) -> None:
    """Decide everything in the plan: ``arrives`` and ``succeeds`` of attacks, ``uncut`` of aids."""
    resolver = _Resolver(plan)
    attacks = [attack for attack in plan.attacks.values() if attack.succeeds is None]
    while attacks:
        resolver.propagate(attacks)
        attacks = [attack for attack in attacks if attack.succeeds is None]
        if attacks:
            resolver.back_up(attacks)
    resolver.finish()


def strength(aids: Iterable[Aid], against: str | None = None) -> int:
    """Count 1 and the uncut aids, without those of the power ``against``, in a plan that is resolved."""
    return 1 + sum(1 for aid in aids if aid.uncut and aid.unit.power != against)


def left(plan: Plan, province: str) -> bool:
    """Whether the unit of the province has moved away, in a plan that is resolved."""
    attack = plan.attacks.get(province)
    return attack is not None and attack.succeeds is True


def beaten_head_on(attack: Attack) -> bool:
    """Whether the attack lost a head-to-head battle, in a plan that is resolved."""
    return attack.opponent is not None and attack.opponent.succeeds is True


class _Resolver:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.units = plan.units
        self.open_rear = plan.rulebook.rear is Rear.OPEN
        self.any_attack_cuts = plan.rulebook.support_cut is SupportCut.ANY_ATTACK
        self.round = 0
        self.decided = 0

    # Propagation

    def propagate(self, attacks: list[Attack]) -> None:
        """Decide what follows from what is decided, until nothing more does."""
        while True:
            self.round += 1
            before = self.decided
            for attack in attacks:
                self.settle(attack)
            for aid in self.plan.aids.values():
                self.settle_aid(aid)
            if self.decided == before:
                return

    def settle(self, attack: Attack) -> None:
        """Decide the attack if that can be done, and first all that it hangs on; once a round."""
        if attack.succeeds is not None or attack.seen == self.round:
            return
        attack.seen = self.round
        self.settle_arrival(attack)
        occupant = self.plan.attacks.get(attack.target)
        if occupant is not None:
            self.settle(occupant)
        for aid in self.plan.hold_aids.get(attack.target, ()):
            self.settle_aid(aid)
        for rival in self.plan.attacks_on[attack.target]:
            self.settle_arrival(rival)
            if rival.opponent is not None:
                self.settle(rival.opponent)
            for aid in rival.aids:
                self.settle_aid(aid)
        if attack.opponent is not None:
            for aid in attack.opponent.aids:
                self.settle_aid(aid)
        attack.succeeds = self.success(attack)
        if attack.succeeds is not None:
            self.decided += 1

    def settle_arrival(self, attack: Attack) -> None:
        """Decide whether a convoyed attack arrives, if that can be done."""
        if attack.arrives is not None:
            return
        for threat in self.threats(attack):
            self.settle(threat)
        attack.arrives = self.arrival(attack)
        if attack.arrives is not None:
            self.decided += 1

    def settle_aid(self, aid: Aid) -> None:
        """Decide whether an aid is uncut, if that can be done; once a round."""
        if aid.uncut is not None or aid.seen == self.round:
            return
        aid.seen = self.round
        for attack in self.foreign_attacks(aid):
            self.settle_arrival(attack)
            if self.cuts_by_dislodging_only(attack, aid):
                self.settle(attack)
        aid.uncut = self.cut_free(aid)
        if aid.uncut is not None:
            self.decided += 1

    def finish(self) -> None:
        """Decide what no attack hung on, all attacks being decided: the reasons need it."""
        for attack in self.plan.attacks.values():
            self.settle_arrival(attack)
        self.propagate([])

    # Equations. Bounds are pairs (as if all went badly, as if all went well) for the one they belong to.

    def threats(self, attack: Attack) -> Iterator[Attack]:
        """The attacks on the fleets that might carry the army."""
        for sea in frozenset[str]().union(*attack.routes):
            yield from self.plan.rivals(sea)

    def foreign_attacks(self, aid: Aid) -> Iterator[Attack]:
        """The attacks of other powers on the supporting unit."""
        return (a for a in self.plan.rivals(aid.unit.province) if a.unit.power != aid.unit.power)

    def cuts_by_dislodging_only(self, attack: Attack, aid: Aid) -> bool:
        """An attack from the province the support is aimed at (DATC 6.D.15 to 6.D.17)."""
        return attack.origin == aid.aimed_at and not self.any_attack_cuts

    def arrival(self, attack: Attack) -> bool | None:
        """A chain of which no fleet is dislodged is enough (DATC 6.F.9 to 6.F.11)."""
        best: bool | None = False
        for route in attack.routes:
            sunk = [threat.succeeds for sea in route for threat in self.plan.rivals(sea)]
            if True in sunk:
                continue
            if None not in sunk:
                return True
            best = None
        return best

    def cut_free(self, aid: Aid) -> bool | None:
        """A support is cut by an attack of another power that arrives (DATC 6.D.2 to 6.D.17)."""
        free: bool | None = True
        for attack in self.foreign_attacks(aid):
            cut = attack.succeeds if self.cuts_by_dislodging_only(attack, aid) else attack.arrives
            if cut:
                return False
            if cut is None:
                free = None
        return free

    def attack_strength(self, attack: Attack) -> tuple[int, int]:
        """No power dislodges its own unit or helps to (DATC 6.D.10 to 6.D.14, 6.E.1 to 6.E.6; the door, Moves 7)."""
        occupant = self.units.get(attack.target)
        if occupant is None:
            return _bounds(attack.aids)
        leaving = self.plan.attacks.get(attack.target)
        leaves = leaving.succeeds if leaving is not None and attack.opponent is None else False
        if leaves:
            return _bounds(attack.aids)
        own = occupant.power == attack.unit.power
        low, high = (0, 0) if own else _bounds(attack.aids, occupant.power)
        return (low, high) if leaves is False else (low, _bounds(attack.aids)[1])

    def hold_strength(self, province: str) -> tuple[int, int]:
        """The defence of whoever stands in the province (DATC 5.B.5; the door, Moves 3, 4)."""
        if province not in self.units:
            return 0, 0
        leaving = self.plan.attacks.get(province)
        if leaving is not None:
            if self.open_rear or leaving.succeeds:
                return 0, 0
            return (1, 1) if leaving.succeeds is False else (0, 1)
        return _bounds(self.plan.hold_aids.get(province, ()))

    def prevent_strength(self, attack: Attack) -> tuple[int, int]:
        """The loser of a head-to-head battle stands nobody off (DATC 6.E.1; the door, Moves 6)."""
        beaten = attack.opponent.succeeds if attack.opponent is not None else False
        if beaten or attack.arrives is False:
            return 0, 0
        low, high = _bounds(attack.aids)
        return (low, high) if beaten is False and attack.arrives else (0, high)

    def success(self, attack: Attack) -> bool | None:
        """An attack needs more than the defence and more than every other attack on the province (DATC 5.B.4)."""
        if attack.arrives is False:
            return False
        low, high = self.attack_strength(attack)
        opponent = attack.opponent
        obstacle = _bounds(opponent.aids) if opponent is not None else self.hold_strength(attack.target)
        if high <= obstacle[0]:
            return False
        sure = attack.arrives is True and low > obstacle[1]
        for rival in self.plan.attacks_on[attack.target]:
            if rival is not attack:
                obstacle = self.prevent_strength(rival)
                if high <= obstacle[0]:
                    return False
                sure = sure and low > obstacle[1]
        return True if sure else None

    # The backup rule

    def back_up(self, attacks: list[Attack]) -> None:
        """Decide one cycle that hangs on nothing open outside it."""
        cycle = self.closed_cycle(attacks)
        convoyed = [decision.attack for decision in cycle if isinstance(decision, Arrival)]
        for attack in convoyed:
            attack.arrives = False
            attack.paradox = True
        if not convoyed:
            for decision in cycle:
                if isinstance(decision, Attack):
                    decision.succeeds = True

    def closed_cycle(self, attacks: list[Attack]) -> list[Decision]:
        """Give a smallest set of open decisions that depends on nothing open outside it."""
        smallest: list[Decision] = []
        for attack in attacks:
            reached = self.reachable(attack)
            if not smallest or len(reached) < len(smallest):
                smallest = reached
        return smallest

    def reachable(self, start: Decision) -> list[Decision]:
        """The open decisions that this one depends on, directly or through others, itself among them."""
        found: dict[Decision, None] = {start: None}
        queue = [start]
        while queue:
            for decision in self.depends_on(queue.pop()):
                if decision not in found:
                    found[decision] = None
                    queue.append(decision)
        return list(found)

    def depends_on(self, decision: Decision) -> Iterator[Decision]:
        """The open decisions in the equation of this one."""
        if isinstance(decision, Arrival):
            yield from (threat for threat in self.threats(decision.attack) if threat.succeeds is None)
        elif isinstance(decision, Aid):
            for attack in self.foreign_attacks(decision):
                if self.cuts_by_dislodging_only(attack, decision):
                    yield from _open_success(attack)
                else:
                    yield from _open_arrival(attack)
        else:
            yield from self.success_depends_on(decision)

    def success_depends_on(self, attack: Attack) -> Iterator[Decision]:
        """The open decisions in the equation of an attack's success."""
        leaving = self.plan.attacks.get(attack.target)
        if leaving is not None and attack.opponent is None:
            yield from _open_success(leaving)
        yield from (aid for aid in self.plan.hold_aids.get(attack.target, ()) if aid.uncut is None)
        if attack.opponent is not None:
            yield from (aid for aid in attack.opponent.aids if aid.uncut is None)
        for rival in self.plan.attacks_on[attack.target]:
            yield from _open_arrival(rival)
            yield from (aid for aid in rival.aids if aid.uncut is None)
            if rival is not attack and rival.opponent is not None:
                yield from _open_success(rival.opponent)


def _bounds(aids: Iterable[Aid], against: str | None = None) -> tuple[int, int]:
    """A strength as far as it is known: 1 and the aids, without those of the power ``against``."""
    low = high = 1
    for aid in aids:
        if aid.unit.power != against and aid.uncut is not False:
            high += 1
            low += aid.uncut is True
    return low, high


def _open_success(attack: Attack) -> Iterator[Decision]:
    if attack.succeeds is None:
        yield attack


def _open_arrival(attack: Attack) -> Iterator[Decision]:
    if attack.arrives is None:
        yield Arrival(attack)
