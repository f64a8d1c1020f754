"""What the table of a game tells beside the board: who is late, when the event runs, and what was agreed on.

Late is who has let turns of moves pass without ordering anything; what has been entered for the open turn is nobody's
business here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from door.judge.games import GameView
from door.judge.seats import is_hidden
from door.rules.phase import Phase, Stage
from door.store import journal
from door.store.errors import StoreError
from door.store.home import Home, last_event
from door.store.records import GameRecord, JournalLine, PhaseLine, SeatLine

_DAY: Final = timedelta(days=1)
_GRACE: Final = timedelta(hours=1)
_PRESS: Final = {
    "all": "press private and public",
    "public": "public press only",
    "none": "no press",
    "rulebook": "press in Spring and Fall only",
}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventTimes:
    """When the event last ran, and when it is to be expected again, in the board's own time.

    None where that is not known: it has not run yet, or is overdue.
    """

    last: datetime | None = None
    next: datetime | None = None


def late_turns(home: Home, seen: GameView) -> dict[str, int]:
    """Give for each power that is played how many turns of moves in a row, up to the last, its caller ordered nothing.

    Turns in which it had no unit to order, or which were played before the caller took the seat, do not count; nor do
    nights on which no event ran. Powers that are not late are left out. StoreError if the journal is damaged.
    """
    lines = journal.read(home, seen.record.name) if seen.record.status == "running" else []
    late = {power: _late(power, lines) for power in seen.record.seats}
    return {power: turns for power, turns in late.items() if turns}


def _late(power: str, lines: Sequence[JournalLine]) -> int:
    turns = 0
    for line in reversed(lines):
        if isinstance(line, SeatLine) and line.power == power:
            break
        if not isinstance(line, PhaseLine) or Phase.parse(line.name).stage is not Stage.MOVES:
            continue
        if line.orders.get(power):
            break
        turns += bool(line.state.get("units", {}).get(power))
    return turns


def event_times(home: Home, now: datetime) -> EventTimes:
    """Give when the event last ran and is expected again: daily, at the time of day at which it last did."""
    try:
        line = last_event(home)
    except StoreError as error:  # a file for the sysop, and no reason to keep a game from anybody
        _log.warning("when the event ran is not known: %s", error)
        return EventTimes()
    if line is None:
        return EventTimes()
    last = line.at.astimezone()
    expected = (last.replace(tzinfo=None) + _DAY).astimezone()  # the same time of day, whatever the clocks did
    return EventTimes(last, expected if now < expected + _GRACE else None)


def settings_words(record: GameRecord) -> list[str]:
    """Give the settings of a game, in words: rules, press, votes, seats."""
    rules = "standard rulebook" if record.rules == "standard" else "the door's own rules"
    with_army_fleet = " with Army/Fleet" if record.army_fleet else ""
    grey = ", messages may be unsigned" if record.grey else ""
    return [
        rules + with_army_fleet,
        _PRESS[record.press] + grey,
        _votes_words(record),
        *(["a password is needed to take a seat"] if record.password else []),
        *(["who plays what is kept until the game is over"] if is_hidden(record) else []),
    ]


def _votes_words(record: GameRecord) -> str:
    allowed = [*(["draws"] if record.draws else []), *(["concessions"] if record.concessions else [])]
    return f"votes on {' and '.join(allowed)}" if allowed else "no votes"
