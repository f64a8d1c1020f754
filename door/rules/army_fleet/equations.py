"""The equations of a turn under the Army/Fleet rules: who succeeds against whom, given what is known.

An equation is evaluated with whatever is known: it gives True or False where that is the answer whatever the rest may
be, else None. Bounds are pairs: as if all that is open went badly, as if it went well, for the one they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from door.rules.army_fleet.attacks import Aid, Attack, Unknown, Way
from door.rules.army_fleet.plan import Plan

Known = dict[Unknown, bool]
Bounds = tuple[int, int]

_NOTHING = (0, 0)
_NO_AIDS: Sequence[Aid] = ()
_NO_LANDINGS: frozenset[Attack] = frozenset()


class Equations:
    """One turn in which, of the landings from a second sea, those in ``made`` are made and those in ``maybe`` may be.

    With ``maybe`` only what is the same whichever of them are made has a value.
    """

    def __init__(self, plan: Plan, made: frozenset[Attack], maybe: frozenset[Attack] = _NO_LANDINGS) -> None:
        self.units = plan.units
        self.maybe = maybe
        self.attacks = [*plan.attacks, *(attack for attack in plan.seconds if attack in made or attack in maybe)]
        self.attacks_on: dict[str, list[Attack]] = {}
        for attack in self.attacks:
            self.attacks_on.setdefault(attack.target, []).append(attack)
        self.leaving = {
            attack.unit.province: attack
            for attack in self.attacks
            if plan.units.get(attack.unit.province) == attack.unit and attack.way in (Way.MOVE, Way.FERRY)
        }
        self.opponents = {
            attack: other
            for attack in self.leaving.values()
            if (other := self.leaving.get(attack.target)) is not None
            and other.target == attack.origin
            and attack.way is other.way is Way.MOVE
        }
        self.bound = {
            self.leaving[landing.carrier]: landing
            for landing in self.attacks
            if landing.way is Way.FIRST_SEA and landing.carrier in self.leaving
        }
        self.ferries = {ferry.attack: ferry for ferry in plan.ferries.values()}
        there = frozenset(self.attacks)
        self.aids = [aid for aid in plan.aids if not aid.helped or not there.isdisjoint(aid.helped)]
        self.aids_of: dict[Attack, list[Aid]] = {}
        self.hold_aids: dict[str, list[Aid]] = {}
        for aid in self.aids:
            for attack in aid.helped:
                self.aids_of.setdefault(attack, []).append(aid)
            if not aid.helped:
                self.hold_aids.setdefault(aid.aim, []).append(aid)
        self.unknowns: list[Unknown] = [*self.attacks, *self.aids, *self.ferries.values()]

    # What hangs on what

    def place(self, unknown: Unknown) -> str:
        """The province in which the unknown is decided: all attacks on it may matter."""
        return unknown.target if isinstance(unknown, Attack) else unknown.place

    def reads(self, unknown: Unknown) -> Iterable[Unknown]:
        """The unknowns in the equation of this one."""
        if isinstance(unknown, Attack):
            return dict.fromkeys(self._success_reads(unknown))
        if isinstance(unknown, Aid):
            return dict.fromkeys(self._aid_reads(unknown))
        return self.attacks_on.get(unknown.place, ())

    def _success_reads(self, attack: Attack) -> Iterator[Unknown]:
        if attack in self.bound:
            yield self.bound[attack]
        if attack.target in self.leaving:
            yield self.leaving[attack.target]
        if attack in self.opponents:
            yield from self.aids_of.get(self.opponents[attack], ())
        yield from self.hold_aids.get(attack.target, ())
        for rival in self.attacks_on[attack.target]:
            yield from self.aids_of.get(rival, ())
            if rival in self.ferries:
                yield self.ferries[rival]

    def _aid_reads(self, aid: Aid) -> Iterator[Unknown]:
        for attack in self.foreign_attacks(aid):
            if attack in self.ferries:
                yield self.ferries[attack]
            if self._cuts_by_dislodging_only(attack, aid):
                yield attack

    # Evaluation

    def value(self, unknown: Unknown, known: Known) -> bool | None:
        """Give the unknown's value if it is the same whatever the open ones are.

        Only what an equation reads twice has to be tried: the unit in the target leaving or not, and a support that
        two landings share.
        """
        found = self._evaluate(unknown, known)
        if found is not None or not isinstance(unknown, Attack):
            return found
        tried = [other for other in self._read_twice(unknown) if other not in known]
        if not tried:
            return None
        outcomes = set()
        for guess in product((False, True), repeat=len(tried)):
            outcomes.add(self._evaluate(unknown, known | dict(zip(tried, guess, strict=True))))
        return outcomes.pop() if len(outcomes) == 1 else None

    def _read_twice(self, attack: Attack) -> Iterator[Unknown]:
        if attack.target in self.leaving:
            yield self.leaving[attack.target]
        yield from (aid for aid in self.aids_of.get(attack, ()) if len(aid.helped) > 1)

    def _evaluate(self, unknown: Unknown, known: Known) -> bool | None:
        if isinstance(unknown, Attack):
            bound = self.bound.get(unknown)
            return _all((self.wins(unknown, known), True if bound is None else known.get(bound)))
        if isinstance(unknown, Aid):
            return self._uncut(unknown, known)
        return _all(_not(known.get(attack)) for attack in self.attacks_on.get(unknown.place, ()))

    def foreign_attacks(self, aid: Aid) -> list[Attack]:
        """The attacks of other powers on the supporting unit."""
        return [attack for attack in self.attacks_on.get(aid.place, ()) if attack.power != aid.power]

    def _cuts_by_dislodging_only(self, attack: Attack, aid: Aid) -> bool:
        """An attack from the place that a support of an attack is directed at."""
        return bool(aid.helped) and attack.origin == aid.aim

    def cuts(self, attack: Attack, aid: Aid, known: Known) -> bool | None:
        """Whether the foreign attack on the supporter cuts the support, both halves of an A/F's (A10)."""
        made = self.arrives(attack, known)
        if not self._cuts_by_dislodging_only(attack, aid):
            return made
        return _all((made, known.get(attack)))

    def _uncut(self, aid: Aid, known: Known) -> bool | None:
        return _all(_not(self.cuts(attack, aid, known)) for attack in self.foreign_attacks(aid))

    def arrives(self, attack: Attack, known: Known) -> bool | None:
        """Whether the attack is made: a ferried one is if its ferry is unbroken (A/F rule 2; A4)."""
        ferry = self.ferries.get(attack)
        if attack in self.maybe:
            return None
        return True if ferry is None else known.get(ferry)

    def power(self, attack: Attack, known: Known, against: str | None = None) -> Bounds:
        """The attack with its uncut supports, without those given by the power ``against``."""
        return _strength(self.aids_of.get(attack, _NO_AIDS), known, against)

    def attack_strength(self, attack: Attack, known: Known) -> Bounds:
        """No power dislodges its own unit or helps to."""
        occupant = self.units.get(attack.target)
        leaves = self._leaves(attack, known)
        strength = self.power(attack, known)
        if occupant is not None and leaves is not True:
            own = occupant.power == attack.power
            against = _NOTHING if own else self.power(attack, known, occupant.power)
            strength = against if leaves is False else _either(strength, against)
        return self._if_made(attack, strength, known)

    def _leaves(self, attack: Attack, known: Known) -> bool | None:
        """Whether the unit in the target leaves, and not by a head-to-head battle."""
        leaving = self.leaving.get(attack.target)
        return False if leaving is None or attack in self.opponents else known.get(leaving)

    def hold_strength(self, province: str, known: Known) -> Bounds:
        """The defence of whoever stands in the province; who fails to leave defends with 1 (A1)."""
        if province not in self.units:
            return _NOTHING
        if province not in self.leaving:
            return _strength(self.hold_aids.get(province, _NO_AIDS), known)
        leaves = known.get(self.leaving[province])
        return (0, 1) if leaves is None else (int(not leaves), int(not leaves))

    def prevent_strength(self, attack: Attack, known: Known) -> Bounds:
        """The strength with which the attack stands others off; the loser of a head-to-head battle has none."""
        beaten = known.get(self.opponents[attack]) if attack in self.opponents else False
        strength = _NOTHING if beaten else self.power(attack, known)
        return self._if_made(attack, (0, strength[1]) if beaten is None else strength, known)

    def _if_made(self, attack: Attack, strength: Bounds, known: Known) -> Bounds:
        made = self.arrives(attack, known)
        if made is None:
            return 0, strength[1]
        return strength if made else _NOTHING

    def wins(self, attack: Attack, known: Known) -> bool | None:
        """Whether the attack beats the defence and all its rivals, whatever binds it to its army's landing."""
        own = self.attack_strength(attack, known)
        opponent = self.opponents.get(attack)
        defence = self.hold_strength(attack.target, known) if opponent is None else self.power(opponent, known)
        rivals = (rival for rival in self.attacks_on[attack.target] if rival is not attack)
        obstacles = (defence, *(self.prevent_strength(rival, known) for rival in rivals))
        return _all(_more(own, obstacle) for obstacle in obstacles)


def _strength(aids: Iterable[Aid], known: Known, against: str | None = None) -> Bounds:
    low = high = 1
    for aid in aids:
        uncut = known.get(aid)
        if uncut is not False and aid.power != against:
            high += aid.value
            low += aid.value if uncut else 0
    return low, high


def _either(one: Bounds, other: Bounds) -> Bounds:
    return min(one[0], other[0]), max(one[1], other[1])


def _more(own: Bounds, other: Bounds) -> bool | None:
    if own[0] > other[1]:
        return True
    return False if own[1] <= other[0] else None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: Iterable[bool | None]) -> bool | None:
    found: bool | None = True
    for value in values:
        if value is False:
            return False
        if value is None:
            found = None
    return found
