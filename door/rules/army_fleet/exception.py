"""The Exception in A/F rule 5: which landings from a second sea are made.

Such a landing is made if the A/F reaches the second sea both with the landing made and without it. Where there are
several, each is asked about for every set of the others that may still be made; those that hang on each other affect
their A/Fs through each other, so none of them is made (A15, A16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from door.rules.army_fleet.attacks import Attack, Unknown, Way
from door.rules.army_fleet.equations import Equations, Known
from door.rules.army_fleet.plan import Plan
from door.rules.army_fleet.resolve import closed_groups, propagate, solve

_LINKED = 8
"""More landings than this that may touch each other are not tried out: none of them is made."""

Made = frozenset[Attack]
_NONE: Made = frozenset()


class Landings:
    """The landings from a second sea of one turn, and the turn as it goes with any of them made."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seconds = plan.seconds
        self.moves = {landing: _move_of(landing, plan) for landing in plan.seconds}
        self.linked = self._links()
        self._worlds: dict[Made, tuple[Equations, Known]] = {}

    def world(self, made: Made) -> tuple[Equations, Known]:
        """The turn with exactly these landings made, the others never ordered."""
        if made not in self._worlds:
            equations = Equations(self.plan, made)
            self._worlds[made] = (equations, solve(equations))
        return self._worlds[made]

    def arrives(self, landing: Attack, made: Made) -> bool:
        """Whether the A/F of the landing is known to reach its second sea, given what is made."""
        return self.world(made)[1].get(self.moves[landing]) is True

    def takes_place(self, landing: Attack, made: Made) -> bool:
        """Whether its A/F reaches the second sea both with the landing made and without it."""
        return self.arrives(landing, made - {landing}) and self.arrives(landing, made | {landing})

    def reached(self, landing: Attack, made: Made) -> bool:
        """Whether its A/F reaches the second sea either way: a landing not made is then excepted."""
        return self.arrives(landing, made - {landing}) or self.arrives(landing, made | {landing})

    def choose(self) -> Made:
        """Give the landings that are made."""
        made, left = set(_NONE), list(self.seconds)
        while left:
            fixed = self._plain(frozenset(made), left)
            if not fixed:
                fixed = self._tried(frozenset(made), left)
            made.update(landing for landing, takes_place in fixed.items() if takes_place)
            left = [landing for landing in left if landing not in fixed]
        return frozenset(made)

    def _plain(self, made: Made, left: Sequence[Attack]) -> Mapping[Attack, bool]:
        """The landings left whose A/F sails, or does not, by propagation alone, whichever others are made."""
        equations, known = Equations(self.plan, made, frozenset(left)), dict[Unknown, bool]()
        propagate(equations, equations.unknowns, known)
        return {landing: known[self.moves[landing]] for landing in left if self.moves[landing] in known}

    def _tried(self, made: Made, left: Sequence[Attack]) -> Mapping[Attack, bool]:
        """The landings left that do or do not take place whichever others are made; else those that are entangled."""
        answers = {landing: self._answers(landing, made, left) for landing in left}
        fixed = {landing: found for landing in left if (found := _constant(answers[landing])) is not None}
        return fixed or dict.fromkeys(_entangled(answers), False)

    def _answers(self, landing: Attack, made: Made, left: Sequence[Attack]) -> Mapping[Made, bool]:
        """Whether the landing takes place, for every set of those left that may touch it (with those ``made``)."""
        others = [other for other in left if other in self.linked[landing]]
        if len(others) > _LINKED:
            return {_NONE: False}
        near = made & self.linked[landing]
        sets = (frozenset(some) for size in range(len(others) + 1) for some in combinations(others, size))
        return {some: self.takes_place(landing, near | some) for some in sets}

    def _links(self) -> dict[Attack, Made]:
        """For each landing the others that could make a difference to the move of its A/F at all."""
        if not self.seconds[1:]:
            return dict.fromkeys(self.seconds, _NONE)
        widest = Equations(self.plan, frozenset(self.seconds))
        return {
            landing: frozenset(_touching(widest, self.moves[landing])) & (frozenset(self.seconds) - {landing})
            for landing in self.seconds
        }


def _move_of(landing: Attack, plan: Plan) -> Attack:
    """The move of the A/F that carries the army to its second sea."""
    return next(attack for attack in plan.attacks if attack.origin == landing.carrier and attack.way is Way.MOVE)


def _touching(equations: Equations, start: Unknown) -> set[Attack]:
    """Every attack that the start may hang on, directly or through others."""
    found: set[Unknown] = set()
    queue = [start]
    while queue:
        unknown = queue.pop()
        if unknown not in found:
            found.add(unknown)
            queue += equations.reads(unknown)
            queue += equations.attacks_on.get(equations.place(unknown), ())
    return {unknown for unknown in found if isinstance(unknown, Attack)}


def _constant(answers: Mapping[Made, bool]) -> bool | None:
    """The answer if it is always the same."""
    return next(iter(answers.values())) if len(set(answers.values())) == 1 else None


def _entangled(answers: Mapping[Attack, Mapping[Made, bool]]) -> set[Attack]:
    """The landings in groups that hang on each other and on no other undecided one."""
    graph: dict[Unknown, frozenset[Unknown]] = {
        landing: frozenset(other for other in answers if _changes(of_landing, other))
        for landing, of_landing in answers.items()
    }
    groups = closed_groups(graph)
    return {landing for group in groups for landing in answers if landing in group}


def _changes(answers: Mapping[Made, bool], other: Attack) -> bool:
    """Whether the answer for some set of landings changes when this one is made too."""
    return any(answers.get(some | {other}, found) != found for some, found in answers.items())
