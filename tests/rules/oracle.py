"""A second adjudicator of moves, as slow and plain as it can be, to compare with the first.

It is written from the rules alone and shares nothing with ``door.rules`` but the values and the map. The rules are
taken as equations, one unknown a unit (the attack goes through, the support is given, the convoy stands), in the
words of DATC 3.2, chapter 5: attack, hold, defend and prevent strength. Every answer that satisfies all of them is
found by trying; fixing what comes out the same whatever the rest may be only saves work.
One answer: that is it. Several that differ in a ring of attacks only: the ring moves. No answer, or several about a
convoy: a paradox, and the armies in it stay without effect (Szykman). The door's rules differ in four places, each
marked with its number in "Moves".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from door.rules.board import Board
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.units import UnitKind, province_of
from tests.rules.oracle_legality import Legality

Span = tuple[int, int]
"""The least and the most that something may be; equal when it is known."""

NO, YES, OPEN = (0, 0), (1, 1), (0, 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the units, each named by the province that it was ordered in."""

    moved: frozenset[str]
    dislodged: frozenset[str]
    cut: frozenset[str]
    """Supports that were for something and not given."""
    stranded: frozenset[str]
    """Armies that were to go by convoy and were not carried."""
    contested: frozenset[str]
    """Provinces left empty by a stand-off."""
    void: frozenset[str]
    """Orders that could never be carried out, and supports and convoys of what was not ordered."""
    broken: frozenset[str]
    """Fleets whose convoy did not stand."""
    paradoxes: int
    """How many armies were stopped as parts of a paradox."""
    rings: int
    """How often a ring had to be let through."""


class Undefined(Exception):
    """The rules give several answers, and none of the ways to choose applies."""


def judge(orders: Iterable[MoveOrder], board: Board, *, door: bool) -> Verdict:
    """Adjudicate orders, one for each unit on the board; ``door``: by the door's rules."""
    given = tuple(orders)
    stopped: frozenset[int] = frozenset()
    rings = 0
    while True:
        case = _Case(given, board, door, stopped)
        try:
            rings = case.solve()
        except _Paradox as paradox:
            stopped |= paradox.armies
            continue
        return case.verdict(rings)


class _Paradox(Exception):
    def __init__(self, armies: frozenset[int]) -> None:
        super().__init__()
        self.armies = armies


class _Case:
    def __init__(self, orders: Sequence[MoveOrder], board: Board, door: bool, stopped: frozenset[int]) -> None:
        self.door, self.stopped, self.board = door, stopped, board
        self.units = [order.unit for order in orders]
        self.at = {unit.province: index for index, unit in enumerate(self.units)}
        legal = [Legality(self.units, board, door).allows(order) for order in orders]
        self.orders: list[MoveOrder] = [
            order if fine else Hold(order.unit) for order, fine in zip(orders, legal, strict=True)
        ]
        self.moves = {index: order for index, order in enumerate(self.orders) if isinstance(order, Move)}
        self.goal = {index: province_of(order.target) for index, order in self.moves.items()}
        self.attackers: dict[str, list[int]] = {}
        for index, goal in self.goal.items():
            self.attackers.setdefault(goal, []).append(index)
        self.helpers = self._match_supports()
        self.carriers = {
            index
            for index, order in enumerate(self.orders)
            if isinstance(order, Convoy) and any(self._carries(order, move) for move in self.moves.values())
        }
        aiding = self.carriers.union(*self.helpers.values())
        self.void = [
            index
            for index, order in enumerate(self.orders)
            if not legal[index] or (isinstance(order, Support | Convoy) and index not in aiding)
        ]
        self.chains = {index: self._chains(index) for index in self.moves}
        self.afloat = {index for index in self.moves if self._by_convoy(index)}
        self.value: dict[int, Span] = {
            index: OPEN for index, order in enumerate(self.orders) if not isinstance(order, Hold)
        }
        self.read: set[int] = set()

    # What the orders say, before any is carried out

    def _match_supports(self) -> dict[int, list[int]]:
        """The supports that fit the order of each unit."""
        fitting: dict[int, list[int]] = {}
        for index, order in enumerate(self.orders):
            if isinstance(order, Support):
                helped = self.at[order.supported.province]
                its = self.orders[helped]
                if order.target is None:
                    fits = not isinstance(its, Move)
                else:
                    fits = isinstance(its, Move) and order.target in (its.target, province_of(its.target))
                if fits:
                    fitting.setdefault(helped, []).append(index)
        return fitting

    def _chains(self, index: int) -> list[list[int]]:
        """The whole chains of fleets ordered to carry the army."""
        unit, goal = self.units[index], self.goal[index]
        carriers = {
            fleet.province: number
            for number, fleet in enumerate(self.units)
            if isinstance(order := self.orders[number], Convoy)
            and order.army.province == unit.province
            and order.target == goal
        }
        if unit.kind is not UnitKind.ARMY:
            return []
        routes = self.board.routes(unit.province, goal)
        return [[carriers[sea] for sea in seas] for seas in routes if all(sea in carriers for sea in seas)]

    def _by_convoy(self, index: int) -> bool:
        unit, order = self.units[index], self.moves[index]
        if unit.kind is UnitKind.FLEET:
            return False
        if order.via or self.goal[index] not in self.board.reach(unit.kind, unit.location):
            return True
        if self.door:  # Moves 9: a whole chain with a fleet of its own
            chains: list[list[int]] = self.chains[index]
        else:  # DATC 4.A.3: any fleet of its own that was ordered to
            chains = [[number] for number, other in enumerate(self.orders) if self._carries(other, order)]
        return any(self.units[fleet].power == unit.power for chain in chains for fleet in chain)

    def _carries(self, order: MoveOrder, move: Move) -> bool:
        return (
            isinstance(order, Convoy)
            and order.army.province == move.unit.province
            and order.target == province_of(move.target)
        )

    # The equations

    def _of(self, index: int) -> Span:
        span = self.value[index]
        if span == OPEN:
            self.read.add(index)
        return span

    def _path(self, index: int) -> Span:
        if index in self.stopped:
            return NO
        if index not in self.afloat:
            return YES
        return _any(_all(self._of(fleet) for fleet in chain) for chain in self.chains[index])

    def _facing(self, index: int) -> int | None:
        """The unit that the attack meets head on, neither of them going by convoy."""
        other = self.at.get(self.goal[index])
        if other is None or self.goal.get(other) != self.units[index].province or {index, other} & self.afloat:
            return None
        return other

    def _supports(self, index: int, without: str | None = None) -> Span:
        given = [self._of(helper) for helper in self.helpers.get(index, ()) if self.units[helper].power != without]
        return 1 + sum(least for least, _ in given), 1 + sum(most for _, most in given)

    def _attack(self, index: int) -> Span:
        there = self.at.get(self.goal[index])
        strength = self._supports(index)
        if there is not None:
            gone = self._of(there) if there in self.moves and self._facing(index) is None else NO
            power = self.units[there].power
            against = (0, 0) if power == self.units[index].power else self._supports(index, without=power)
            strength = _choose(gone, strength, against)
        return _choose(self._path(index), strength, NO)

    def _hold(self, province: str) -> Span:
        there = self.at.get(province)
        if there is None:
            return NO
        if there not in self.moves:
            return self._supports(there)
        if self.door:  # Moves 4: the rear is open
            return NO
        return _not(self._of(there))

    def _prevent(self, index: int) -> Span:
        facing = self._facing(index)
        beaten = NO if facing is None else self._of(facing)
        return _choose(self._path(index), _choose(beaten, NO, self._supports(index)), NO)

    def _through(self, index: int) -> Span:
        attack, facing = self._attack(index), self._facing(index)
        against = [self._hold(self.goal[index]) if facing is None else self._supports(facing)]
        against += [self._prevent(other) for other in self.attackers[self.goal[index]] if other != index]
        return _all((int(attack[0] > most), int(attack[1] > least)) for least, most in against)

    def _dislodged(self, index: int) -> Span:
        entered = _any(self._of(attacker) for attacker in self.attackers.get(self.units[index].province, ()))
        return _all((entered, _not(self._of(index)))) if index in self.moves else entered

    def _given(self, index: int, order: Support) -> Span:
        aimed = province_of(order.target or order.supported.location)
        cutting = [
            self._path(attacker)
            for attacker in self._foes(index)
            if self.door or self.units[attacker].province != aimed  # Moves 1: wherever it comes from
        ]
        return _not(_any((*cutting, self._dislodged(index))))

    def _foes(self, index: int) -> list[int]:
        unit = self.units[index]
        return [foe for foe in self.attackers.get(unit.province, ()) if self.units[foe].power != unit.power]

    def _stands(self, index: int) -> Span:
        if self.door:  # Moves 2: any attack of another power
            return _not(_any(self._path(foe) for foe in self._foes(index)))
        return _not(self._dislodged(index))

    def _equation(self, index: int) -> Span:
        order = self.orders[index]
        if isinstance(order, Move):
            return self._through(index)
        return self._given(index, order) if isinstance(order, Support) else self._stands(index)

    # Solving them

    def solve(self) -> int:
        rings = 0
        while True:
            reads = self._settle()
            if not reads:
                return rings
            core = _first_knot(reads)
            answers = list(self._answers(core))
            if len(answers) == 1:
                self._fix(answers[0])
                continue
            armies = self._armies_hanging_on(core, answers)
            if armies:
                raise _Paradox(armies)
            self._fix(_fullest(answers, self.moves))
            rings += 1

    def _fix(self, answer: Mapping[int, Span]) -> None:
        self.value.update(answer)

    def _settle(self, among: Iterable[int] | None = None) -> dict[int, set[int]]:
        """Fix all that is the same whatever the rest; give what is left, each with the unknowns that it reads."""
        looked_at = list(self.value if among is None else among)
        changed = True
        reads: dict[int, set[int]] = {}
        while changed:
            changed = False
            reads = {}
            for index in looked_at:
                if self.value[index] == OPEN:
                    self.read = set()
                    found = self._equation(index)
                    if found == OPEN:
                        reads[index] = self.read
                    else:
                        self.value[index] = found
                        changed = True
        return reads

    def _answers(self, core: Sequence[int]) -> Iterator[dict[int, Span]]:
        """Every way to fill in the core that satisfies its equations."""
        unknown = [index for index in core if self.value[index] == OPEN]
        if not unknown:
            if all(self._equation(index) == self.value[index] for index in core):
                yield {index: self.value[index] for index in core}
            return
        before = {index: self.value[index] for index in core}
        for guess in (NO, YES):
            self.value[unknown[0]] = guess
            self._settle(core)
            yield from self._answers(core)
            self.value.update(before)

    def _armies_hanging_on(self, core: Sequence[int], answers: Sequence[Mapping[int, Span]]) -> frozenset[int]:
        """The convoyed armies whose way is not the same in all answers."""
        found = []
        for army in sorted(self.afloat - self.stopped):
            if self._path(army) == OPEN:
                hanging = {fleet for chain in self.chains[army] for fleet in chain} & set(core)
                if any(len({answer[fleet] for answer in answers}) != 1 for fleet in hanging):
                    found.append(army)
        return frozenset(found)

    def verdict(self, rings: int) -> Verdict:
        def named(indices: Iterable[int]) -> frozenset[str]:
            return frozenset(self.units[index].province for index in indices)

        moved = {index for index in self.moves if self.value[index] == YES}
        taken = {self.goal[index] for index in moved} | (set(self.at) - named(moved))
        failed = set(self.moves) - moved
        fitting = {helper for helpers in self.helpers.values() for helper in helpers}
        return Verdict(
            named(moved),
            named(index for index in range(len(self.units)) if self._dislodged(index) == YES),
            named(index for index in fitting if self.value[index] == NO),
            named(index for index in self.afloat if self._path(index) == NO),
            frozenset(self.goal[index] for index in failed if self._prevent(index) != NO) - taken,
            named(self.void),
            named(index for index in self.carriers if self.value[index] == NO),
            len(self.stopped),
            rings,
        )


def _all(spans: Iterable[Span]) -> Span:
    least, most = 1, 1
    for low, high in spans:
        least, most = min(least, low), min(most, high)
    return least, most


def _any(spans: Iterable[Span]) -> Span:
    least, most = 0, 0
    for low, high in spans:
        least, most = max(least, low), max(most, high)
    return least, most


def _not(span: Span) -> Span:
    return 1 - span[1], 1 - span[0]


def _choose(which: Span, yes: Span, no: Span) -> Span:
    if which == OPEN:
        return min(yes[0], no[0]), max(yes[1], no[1])
    return yes if which == YES else no


def _first_knot(reads: Mapping[int, set[int]]) -> list[int]:
    """Unknowns that all hang on each other and on no others."""
    reached = {start: _reach(start, reads) for start in reads}
    start = min(reads, key=lambda index: len(reached[index]))
    return sorted(reached[start])


def _reach(start: int, reads: Mapping[int, set[int]]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        for index in reads[waiting.pop()] - found:
            found.add(index)
            waiting.append(index)
    return found


def _fullest(answers: Sequence[Mapping[int, Span]], moves: Mapping[int, Move]) -> Mapping[int, Span]:
    """The answer in which all move that move in any."""
    if answers:
        going = [{index for index, span in answer.items() if index in moves and span == YES} for answer in answers]
        every = set().union(*going)
        for answer, these in zip(answers, going, strict=True):
            if these == every:
                return answer
    raise Undefined(f"{len(answers)} answers, and no ring or convoy to choose by")
