"""What the journal tells of a game's past: each closed turn, who went where in it, and who owned how much by year.

Everything is read from the lines of closed phases; nothing is adjudicated again. Turns that the sysop has set back do
not count. The journal is gone through once, for its index; a turn is read when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace

from door.judge.games import GameView, read_view, view
from door.judge.refusal import Refused
from door.judge.submit import bind_all
from door.rules.orders import Build, Disband, Embark, Land, Move, Order, Retreat
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.position import Position
from door.rules.units import Unit
from door.store.home import Home
from door.store.journalindex import Entry, closed_turns, read_index, read_turn
from door.store.records import PhaseLine


class Deed(StrEnum):
    """What a unit did in a turn."""

    MOVE = "move"
    EMBARK = "embark"
    LAND = "land"
    RETREAT = "retreat"
    DISLODGED = "dislodged"
    DISBANDED = "disbanded"
    BUILT = "built"


@dataclass(frozen=True, slots=True)
class Step:
    """One unit's way in a turn: to ``target`` (None: it had nowhere to go), and whether it got there.

    ``unit`` is the unit where it stood before; ``words`` are the result words of its order, none for a success.
    """

    unit: Unit
    deed: Deed
    target: str | None = None
    words: tuple[str, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Whether the unit did what it set out to do; a dislodged one may have got there before."""
        return not self.words


@dataclass(frozen=True, slots=True)
class TurnMoves:
    """A turn that was played: its title, the position before it, and the ways of the units, power by power."""

    title: str
    before: Position
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class PastTurns:
    """The turns of a game that have been closed, by number from 0, oldest first; none is read before it is asked for.

    The methods that read raise StoreError if the journal is damaged there.
    """

    home: Home
    game: str
    entries: tuple[Entry, ...]

    def __len__(self) -> int:
        return len(self.entries)

    def title(self, number: int) -> str:
        """The turn as callers know it: ``Spring 1901``."""
        return Phase.parse(self.entries[number].name).title

    def together(self, number: int) -> range:
        """The turns that one event closed: that of this number, and those that it passed over along with it."""
        closed = [entry.closed for entry in self.entries]
        first = last = number
        while first > 0 and closed[first - 1] == closed[number]:
            first -= 1
        while last + 1 < len(closed) and closed[last + 1] == closed[number]:
            last += 1
        return range(first, last + 1)

    def line(self, number: int) -> PhaseLine:
        """All that was put on record of the turn."""
        return read_turn(self.home, self.game, self.entries[number])

    def moves(self, number: int) -> TurnMoves:
        """Who went where in the turn."""
        return turn_moves(self.line(number))

    def find(self, wanted: str) -> int:
        """The number of a turn that is named as ``F1903M`` or counted from 1; Refused if there is none."""
        if not self.entries:
            raise Refused(f"No turn of {self.game} has been closed yet: the first report comes with the daily event.")
        names = [entry.name for entry in self.entries]
        wanted = wanted.strip().upper()
        if wanted in names:
            return names.index(wanted)
        if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 and 1 <= int(wanted) <= len(names):
            return int(wanted) - 1
        several = f"from {names[0]} to {names[-1]}, or a number from 1 to {len(names)}"
        raise Refused(
            f"No turn {wanted!r} of {self.game} was closed: name {several if len(names) > 1 else f'{names[0]} or 1'}."
        )


@dataclass(frozen=True, slots=True)
class CentreHistory:
    """How many centres each power owned: at the start, and after each year that has ended.

    ``years`` and each list of ``owned`` are of one length; the first year is None: the start.
    """

    years: tuple[int | None, ...]
    owned: Mapping[str, tuple[int, ...]]
    nobody: tuple[int, ...]


def past_turns(home: Home, game: str) -> PastTurns:
    """Give the closed turns; Refused if there is no such game, StoreError if the journal is damaged."""
    acts = view(home, game).record.acts
    # Of what a crash left in the journal alone nobody has heard yet.
    return PastTurns(home, game, tuple(closed_turns([entry for entry in read_index(home, game) if entry.act <= acts])))


def saved_form(line: PhaseLine) -> dict[str, object]:
    """Give a closed turn in the one JSON form, with its rules, so that it can be adjudicated again, and its report."""
    return {
        "name": line.name,
        "rules": line.after.rules,
        "army_fleet": line.after.army_fleet,
        "state": line.state,
        "orders": line.orders,
        "results": line.results,
        "reasons": line.reasons,
        "next": line.next,
        "closed": line.closed.isoformat(),
        "report": line.report,
    }


def turns(home: Home, game: str) -> list[TurnMoves]:
    """Give the turns played so far, oldest first; StoreError if the journal is damaged."""
    past = past_turns(home, game)
    return [past.moves(number) for number in range(len(past))]


def turn_moves(line: PhaseLine) -> TurnMoves:
    """Give what the units did in the closed phase."""
    seen = read_view(replace(line.after, phase=line.name, state=line.state, status="running", winner=None))
    orders = [order for power, texts in line.orders.items() for order in bind_all(texts, power, seen)[0]]
    steps = [step for order in orders if (step := _step(order, line)) is not None]
    done = {step.unit for step in steps}
    steps += [step for step in _suffered(seen, line) if step.unit not in done]
    places = list(seen.board.powers)
    steps.sort(key=lambda step: (places.index(step.unit.power), step.unit.location))
    return TurnMoves(Phase.parse(line.name).title, seen.position, tuple(steps))


def _step(order: Order, line: PhaseLine) -> Step | None:
    """What an order to go somewhere came to; None for the others."""
    match order:
        case Move(unit, target):
            return Step(unit, Deed.MOVE, target, _words(unit, line))
        case Embark(unit, sea, None):
            return Step(unit, Deed.EMBARK, sea, _words(unit, line))
        case Embark(unit, _, (_, target)):
            return Step(unit, Deed.LAND, target, _words(unit, line))
        case Land(unit, _, target):
            return Step(unit, Deed.LAND, target, _words(unit, line))
        case Retreat(unit, target):
            return Step(unit, Deed.RETREAT, target, _words(unit, line))
        case Build(unit):
            return Step(unit, Deed.BUILT, None, _words(unit, line))
        case Disband(unit):
            return Step(unit, Deed.DISBANDED)
        case _:
            return None


def _words(unit: Unit, line: PhaseLine) -> tuple[str, ...]:
    return tuple(line.results.get(str(unit), ()))


def _suffered(seen: GameView, line: PhaseLine) -> Iterator[Step]:
    """What happened to units that were not told to go anywhere: dislodged, disbanded, removed by rule."""
    after = read_view(line.after).position
    if Phase.parse(line.name).stage is Stage.MOVES:
        for unit in seen.position.units.values():
            words = _words(unit, line)
            if "dislodged" in words:
                yield Step(unit, Deed.DISLODGED, None, words)
        return
    for entry in seen.position.dislodged.values():
        yield Step(entry.unit, Deed.DISBANDED)
    if Phase.parse(line.name).stage is Stage.ADJUSTMENTS:
        for unit in (*seen.position.units.values(), *seen.position.aboard.values()):
            if unit not in (*after.units.values(), *after.aboard.values()):
                yield Step(unit, Deed.DISBANDED)


def centre_history(home: Home, game: str) -> CentreHistory | None:
    """Give the centres by year, or None before the first turn was played; StoreError if the journal is damaged."""
    past = past_turns(home, game)
    lines = [past.line(number) for number in range(len(past))]
    if not lines:
        return None
    first = read_view(replace(lines[0].after, state=lines[0].state))
    years: list[int | None] = [None]
    owners = [first.position.centres or {}]
    for line in lines:
        if _ended(line) and years[-1] != (year := Phase.parse(line.name).year):
            years.append(year)
            owners.append(read_view(line.after).position.centres or {})
    return _counted(first, years, owners)


def _ended(line: PhaseLine) -> bool:
    """Whether the centres of the phase's year have changed hands for good by then."""
    phase = Phase.parse(line.name)
    following = line.after.phase
    if following == COMPLETED:
        return True
    after = Phase.parse(following)
    return after.year > phase.year or after.stage is Stage.ADJUSTMENTS


def _counted(seen: GameView, years: Sequence[int | None], owners: Sequence[Mapping[str, str]]) -> CentreHistory:
    owned = {
        power: tuple(sum(owner == power for owner in by_centre.values()) for by_centre in owners)
        for power in seen.board.powers
    }
    nobody = tuple(len(seen.board.centres) - len(by_centre) for by_centre in owners)
    return CentreHistory(tuple(years), owned, nobody)
