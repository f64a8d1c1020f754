"""The nightly event: what cron runs once a day.

Each game is a matter of its own: one that cannot be processed is logged, left as it is and reported, and the
others go on. It does no harm to run the event more often, or twice at once: a phase is closed at most once a date
(``door.judge.process``), and there is one event at a time.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from door.judge.process import process
from door.store.errors import BusyError, StoreError
from door.store.games import list_games
from door.store.home import Home, append_event, event_lock
from door.store.records import EventGame, EventLine

WAIT_SECONDS = 10.0
"""How long an event waits for another one to end."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventResult:
    """What an event did: a line for each game that is well, and a line for each that could not be processed."""

    lines: list[str]
    failed: list[str]

    @property
    def exit_code(self) -> int:
        """0, or 1 when anything failed."""
        return 1 if self.failed else 0


def run_event(home: Home, now: datetime) -> EventResult:
    """Process every game, and note in the home what was done; another event at work leaves nothing to do."""
    try:
        with event_lock(home, WAIT_SECONDS):
            return _run(home, now)
    except BusyError:
        return EventResult(["Another event is at work: this one has left everything to it."], [])


def _run(home: Home, now: datetime) -> EventResult:
    result = EventResult([], [])
    done: list[EventGame] = []
    for game in list_games(home):
        did = _process(home, game, now, result)
        done.append(EventGame(game=game, did=did))
    if not done:
        result.lines.append("There are no games.")
    try:
        append_event(home, EventLine(at=now, games=done))
    except StoreError as error:
        _log.error("what the event did was not noted: %s", error)
        result.failed.append(f"What the event did was not noted: {error}")
    return result


def _process(home: Home, game: str, now: datetime, result: EventResult) -> str:
    try:
        did = process(home, game, now).did
    except Exception as error:  # whatever is wrong with one game must not stop the others
        _log.exception("game %s was left as it is", game)
        reason = str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
        did = f"FAILED, left as it is: {reason}"
        result.failed.append(f"{game}: {did}")
        return did
    result.lines.append(f"{game}: {did}")
    return did
