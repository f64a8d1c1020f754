"""What the journal tells of a game's past: who went where in each turn, and who owned how much in each year.

Everything is read from the lines of closed phases; nothing is adjudicated again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace

from door.judge.games import GameView, read_view
from door.judge.submit import bind_all
from door.rules.orders import Build, Disband, Embark, Land, Move, Order, Retreat
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.position import Position
from door.rules.units import Unit
from door.store import journal
from door.store.home import Home
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
class CentreHistory:
    """How many centres each power owned: at the start, and after each year that has ended.

    ``years`` and each list of ``owned`` are of one length; the first year is None: the start.
    """

    years: tuple[int | None, ...]
    owned: Mapping[str, tuple[int, ...]]
    nobody: tuple[int, ...]


def turns(home: Home, game: str) -> list[TurnMoves]:
    """Give the turns played so far, oldest first; StoreError if the journal is damaged."""
    return [turn_moves(line) for line in journal.phases(home, game)]


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
    lines = journal.phases(home, game)
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
