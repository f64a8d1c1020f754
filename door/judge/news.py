"""What happened: the last report, how the powers stand, and who has orders to enter yet."""

from __future__ import annotations

from dataclasses import dataclass

from door.judge.due import adjustments_left, units_to_order, without_order
from door.judge.games import GameView, view
from door.judge.history import PastTurns, past_turns
from door.judge.submit import StoredSet, stored_set
from door.judge.votes import ending
from door.rules.options import adjustment_due
from door.rules.phase import Stage
from door.rules.position import Position
from door.store.home import Home


@dataclass(frozen=True, slots=True)
class Report:
    """A report in the door's words: its title and the lines below it."""

    title: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a power stands; ``caller`` None: nobody plays it.

    A dislodged unit counts until it is disbanded, and an army aboard beside its fleet, dislodged or not.
    """

    power: str
    caller: str | None
    centres: int
    units: int


def last_report(home: Home, game: str) -> Report | None:
    """Give the report of the last event that closed a phase, or None before the first.

    When that event passed over phases as well, their reports follow in the same one; and so does the end of the game,
    when its players have voted for it since.
    """
    past = past_turns(home, game)
    if not past.entries:
        end = _voted_end(home, game)
        return _joined(end) if end else None
    return report_of(past, len(past) - 1)


def report_of(past: PastTurns, number: int) -> Report:
    """Give the report of the event that closed the turn of that number, as ``last_report`` does of the last one."""
    together = past.together(number)
    reports = [past.line(each).report for each in together]
    return _joined(reports + (_voted_end(past.home, past.game) if together.stop == len(past) else []))


def _joined(reports: list[list[str]]) -> Report:
    (title, *body), *further = reports
    for report in further:
        body += ["", *report]
    return Report(title, body)


def _voted_end(home: Home, game: str) -> list[list[str]]:
    seen = view(home, game)
    return [["The end", "", ending(seen)]] if seen.record.draw or seen.record.conceded else []


def standings(view: GameView) -> list[Standing]:
    """Give the powers in the order of the map's file, with their callers, centres and units."""
    position = view.position
    return [
        Standing(power, view.record.seats.get(power), len(position.centres_of(power)), _units(power, position))
        for power in view.board.powers
    ]


def _units(power: str, position: Position) -> int:
    beaten = position.dislodged_of(power)
    armies = [*position.aboard.values(), *(entry.aboard for entry in beaten if entry.aboard is not None)]
    aboard = sum(army.power == power for army in armies)
    return len(position.units_of(power)) + len(beaten) + aboard


def owing(home: Home, seen: GameView) -> list[str]:
    """Give the powers that are played and have not entered all their orders of the open turn.

    Who has said to be ready owes nothing. What has been entered is not told.
    """
    if seen.record.status != "running" or seen.phase is None:
        return []
    played = [power for power in seen.board.powers if power in seen.record.seats]
    return [power for power in played if _owes(stored_set(home, seen, power), power, seen)]


def _owes(stored: StoredSet, power: str, seen: GameView) -> bool:
    assert seen.phase is not None
    if stored.ready:
        return False
    if seen.phase.stage is Stage.ADJUSTMENTS:
        due = abs(adjustment_due(power, seen.position, seen.board))
        return adjustments_left(due, stored.orders) > 0
    return bool(without_order(units_to_order(seen, power, seen.phase.stage), stored.orders))
