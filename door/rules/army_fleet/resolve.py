"""The equations solved: propagation, rings, and the knots of A/F rule 7.

First everything is decided that is the same whatever the rest may be. What is left hangs together in groups. A group
with one consistent answer takes it; one whose answers differ in attacks alone moves as a ring (A18); any other is a
knot and is left open for good, with everything that hangs on it (A17).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from door.rules.army_fleet.attacks import Attack, Unknown
from door.rules.army_fleet.equations import Equations, Known

_READS_TRIED = 10
"""Up to so many open unknowns an equation is tried out for what it really hangs on."""
_STEPS = 4096
"""So many guesses a group may take; one that needs more is left open like a knot."""

Graph = Mapping[Unknown, frozenset[Unknown]]


def solve(equations: Equations) -> Known:
    """Give all that is decided; what is missing stands (A/F rule 7)."""
    known: Known = {}
    knots: set[Unknown] = set()
    while True:
        propagate(equations, equations.unknowns, known)
        group = _closed_group(equations, known, knots)
        if group is None:
            return known
        answer = _answer(equations, group, known)
        if answer is None:
            knots.update(group)
        else:
            known |= answer


def propagate(equations: Equations, unknowns: Iterable[Unknown], known: Known) -> None:
    """Add whatever follows from what is known until nothing more does."""
    left = [unknown for unknown in unknowns if unknown not in known]
    changed = True
    while changed:
        changed = False
        for unknown in left:
            value = equations.value(unknown, known)
            if value is not None:
                known[unknown] = value
                changed = True
        left = [unknown for unknown in left if unknown not in known]


# Groups


def _closed_group(equations: Equations, known: Known, knots: set[Unknown]) -> list[Unknown] | None:
    """Give open unknowns that hang on each other and on nothing open outside, a knot neither; None if none do."""
    left = [unknown for unknown in equations.unknowns if unknown not in known]
    graph = {unknown: _hangs_on(equations, unknown, known) for unknown in left}
    group = next((group for group in closed_groups(graph) if knots.isdisjoint(group)), None)
    return None if group is None else [unknown for unknown in left if unknown in group]


def closed_groups(graph: Graph) -> Iterator[frozenset[Unknown]]:
    """Give each strongly connected group that hangs on nothing outside itself, once."""
    ahead = {unknown: _reachable(unknown, graph) for unknown in graph}
    given: set[Unknown] = set()
    for unknown, reached in ahead.items():
        if unknown not in given and all(unknown in ahead[other] for other in reached):
            given |= reached
            yield reached


def _reachable(start: Unknown, graph: Graph) -> frozenset[Unknown]:
    found = {start}
    queue = [start]
    while queue:
        new = graph[queue.pop()] - found
        found |= new
        queue += new
    return frozenset(found)


def _hangs_on(equations: Equations, unknown: Unknown, known: Known) -> frozenset[Unknown]:
    """The open unknowns that make a difference to this one, whatever the others are."""
    reads = [other for other in equations.reads(unknown) if other not in known and other is not unknown]
    if len(reads) > _READS_TRIED:
        return frozenset(reads)
    outcomes = {
        guess: equations.value(unknown, known | dict(zip(reads, guess, strict=True)))
        for guess in product((False, True), repeat=len(reads))
    }
    return frozenset(other for index, other in enumerate(reads) if _matters(index, outcomes))


def _matters(index: int, outcomes: Mapping[tuple[bool, ...], bool | None]) -> bool:
    return any(
        outcome != outcomes[(*guess[:index], not guess[index], *guess[index + 1 :])]
        for guess, outcome in outcomes.items()
    )


# Answers


def _answer(equations: Equations, group: list[Unknown], known: Known) -> Known | None:
    """Give the answer that the group takes; None for a knot."""
    search = _Search(equations, group)
    try:
        answers = list(search.answers(known))
    except _TooLong:
        return None
    if len(answers) == 1:
        return answers[0]
    differing = [unknown for unknown in group if len({answer[unknown] for answer in answers}) > 1]
    if not all(isinstance(unknown, Attack) for unknown in differing):
        return None
    return next((answer for answer in answers if all(answer[unknown] for unknown in differing)), None)


class _TooLong(Exception):
    pass


class _Search:
    """Finds all consistent answers of a group: it guesses one unknown and follows what comes of it."""

    def __init__(self, equations: Equations, group: list[Unknown]) -> None:
        self.equations = equations
        self.group = group
        self.steps = 0

    def answers(self, known: Known) -> Iterator[Known]:
        """Every way to fill in the group that satisfies its equations; _TooLong if that takes too many steps."""
        self.steps += 1
        if self.steps > _STEPS:
            raise _TooLong
        trial = dict(known)
        propagate(self.equations, self.group, trial)
        if any(self.equations.value(unknown, trial) not in (None, trial[unknown]) for unknown in self._decided(trial)):
            return
        guessed = next((unknown for unknown in self.group if unknown not in trial), None)
        if guessed is None:
            yield {unknown: trial[unknown] for unknown in self.group}
            return
        for guess in (True, False):
            yield from self.answers(trial | {guessed: guess})

    def _decided(self, trial: Known) -> Iterator[Unknown]:
        return (unknown for unknown in self.group if unknown in trial)
