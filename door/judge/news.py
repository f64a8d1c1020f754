"""What happened: the last report, and how the powers stand."""

from __future__ import annotations

from dataclasses import dataclass

from door.judge.games import GameView
from door.rules.position import Position
from door.store import journal
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

    When that event passed over phases as well, their reports follow in the same one.
    """
    lines = journal.phases(home, game)
    if not lines:
        return None
    together = [line for line in lines if line.closed == lines[-1].closed]
    title, *body = together[0].report
    for line in together[1:]:
        body += ["", *line.report]
    return Report(title, body)


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
