"""Games set up in one line, for the tests of judge and event."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from door.judge.games import new_game, view
from door.judge.process import Processed, process
from door.judge.submit import submit_text
from door.rules.notation import write
from door.rules.phase import Phase
from door.store.games import save_game
from door.store.home import Home

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
CENTRES = {
    "AUSTRIA": ["BUD", "TRI", "VIE"],
    "ENGLAND": ["EDI", "LON", "LVP"],
    "FRANCE": ["BRE", "MAR", "PAR"],
    "GERMANY": ["BER", "KIE", "MUN"],
    "ITALY": ["NAP", "ROM", "VEN"],
    "RUSSIA": ["MOS", "SEV", "STP", "WAR"],
    "TURKEY": ["ANK", "CON", "SMY"],
}
ALL_CENTRES = [code for codes in CENTRES.values() for code in codes]

State = Mapping[str, object]


def days_later(days: float) -> datetime:
    """A moment after the day on which the tests' games start."""
    return NOON + timedelta(days=days)


def zone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Put the machine into another time zone."""
    monkeypatch.setenv("TZ", name)
    time.tzset()


def caller_of(power: str) -> str:
    """The caller that ``running`` seats as the power."""
    return f"Caller of {power.title()}"


def running(
    home: Home,
    name: str = "demo",
    *powers: str,
    phase: str | None = None,
    state: State | None = None,
    rules: str = "e1901",
) -> None:
    """Make a game that has started at noon, with the powers seated (all seven when none is named)."""
    made = new_game(home, name, name.title(), rules, "open" if powers else "full", NOON, phase=phase, state=state)
    seats = {power: caller_of(power) for power in powers or POWERS}
    # Not seat by seat: the tests of the start do that, and it takes its time.
    save_game(home, replace(made, status="running", seats=seats, started=NOON, closed_on=NOON.date().isoformat()))


def order(home: Home, power: str, *texts: str, game: str = "demo", now: datetime = NOON) -> list[str]:
    """Enter orders for the open phase as the power's caller; give all that is stored for it."""
    phase = view(home, game).phase
    assert phase is not None
    stored = []
    for text in texts:
        stored = submit_text(home, game, caller_of(power), phase, text, now)
    return [write(entry) for entry in stored]


def close(home: Home, days: float = 1, game: str = "demo") -> Processed:
    """Run the event for one game so many days after the start."""
    return process(home, game, days_later(days))


def phase_of(home: Home, game: str = "demo") -> str:
    """The name of the open phase, as in the game's file."""
    return view(home, game).record.phase


SPRING = Phase.parse("S1901M")
