"""The nightly event: every game for itself, one event at a time, each phase once."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from door.judge.games import new_game, view
from door.judge.process import Processed, process
from door.judge.refusal import Refused
from door.judge.submit import submit
from door.rules.orders import Hold
from door.store import journal
from door.store.files import read_lines
from door.store.home import Home, event_lock, last_event
from sysop import event
from sysop.event import run_event
from tests.judge.play import NOON, POWERS, SPRING, caller_of, days_later, order, phase_of, running


def test_one_line_a_game(home: Home) -> None:
    running(home, "alpha")
    new_game(home, "beta", "Beta", "e1901", "full", NOON)
    result = run_event(home, days_later(1))
    assert result.lines == [
        "alpha: Spring 1901 was closed; it is now Fall 1901",
        "beta: waits for 7 more callers",
    ]
    assert (result.failed, result.exit_code) == ([], 0)


def test_without_games_it_says_so(home: Home) -> None:
    assert run_event(home, NOON).lines == ["There are no games."]


def test_each_event_is_noted_in_the_home(home: Home) -> None:
    running(home, "alpha")
    run_event(home, days_later(1))
    run_event(home, days_later(1.1))
    assert len(read_lines(home.event_path)) == 2
    noted = last_event(home)
    assert noted is not None
    assert noted.at == days_later(1.1)
    assert [(entry.game, entry.did) for entry in noted.games] == [
        ("alpha", "nothing due: Spring 1901 was closed today, 12:00")
    ]


@pytest.mark.parametrize("damage", ['{"version": 1, "name"', "", '{"version": 99}', "\x00" * 64])
def test_r62_a_damaged_game_stops_no_other(home: Home, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    for name in ("alpha", "beta", "gamma"):
        running(home, name)
    path = home.games_dir / "beta" / "game.json"
    path.write_text(damage)
    before = {entry: entry.read_bytes() for entry in path.parent.rglob("*.json*")}
    result = run_event(home, days_later(1))
    assert [line.partition(":")[0] for line in result.lines] == ["alpha", "gamma"]
    assert phase_of(home, "alpha") == phase_of(home, "gamma") == "F1901M"
    (failure,) = result.failed
    assert failure.startswith("beta: FAILED, left as it is: games/beta/game.json")
    assert result.exit_code == 1
    assert {entry: entry.read_bytes() for entry in path.parent.rglob("*.json*")} == before
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info is not None
    noted = last_event(home)
    assert noted is not None
    assert [entry.game for entry in noted.games] == ["alpha", "beta", "gamma"]


def test_a_fault_of_the_program_in_one_game_stops_no_other(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("alpha", "beta"):
        running(home, name)

    def fails_at_alpha(home: Home, game: str, now: object) -> Processed:
        if game == "alpha":
            raise ZeroDivisionError("division by zero")
        return process(home, game, days_later(1))

    monkeypatch.setattr(event, "process", fails_at_alpha)
    result = run_event(home, days_later(1))
    assert result.failed == ["alpha: FAILED, left as it is: ZeroDivisionError: division by zero"]
    assert (phase_of(home, "alpha"), phase_of(home, "beta")) == ("S1901M", "F1901M")


def test_a_note_that_cannot_be_written_is_a_failure_but_the_games_are_played(home: Home) -> None:
    running(home, "alpha")
    home.event_path.mkdir()
    result = run_event(home, days_later(1))
    assert result.exit_code == 1
    assert "event.jsonl" in result.failed[0]
    assert phase_of(home, "alpha") == "F1901M"


def test_while_another_event_is_at_work_this_one_leaves(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    running(home, "alpha")
    monkeypatch.setattr(event, "WAIT_SECONDS", 0.05)
    with event_lock(home), ThreadPoolExecutor(1) as pool:
        result = pool.submit(run_event, home, days_later(1)).result()
    assert result.lines == ["Another event is at work: this one has left everything to it."]
    assert result.exit_code == 0
    assert phase_of(home, "alpha") == "S1901M"


def test_two_events_at_once_close_each_phase_once(home: Home) -> None:
    for name in ("alpha", "beta"):
        running(home, name)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(run_event, [home, home], [days_later(1)] * 2))
    assert all(result.exit_code == 0 for result in results)
    assert sorted("was closed;" in line for result in results for line in result.lines) == [False, False, True, True]
    for name in ("alpha", "beta"):
        assert len(journal.phases(home, name)) == 1


def test_r58_an_event_every_hour_closes_a_phase_a_day(home: Home) -> None:
    running(home, "alpha")
    for hours in range(0, 73, 6):
        run_event(home, NOON + timedelta(hours=hours))
    assert [line.name for line in journal.phases(home, "alpha")] == ["S1901M", "F1901M", "S1902M"]


def test_orders_entered_while_the_event_runs_are_played_or_refused_but_never_lost(home: Home) -> None:
    running(home, "demo")
    units = {power: view(home, "demo").position.units_of(power) for power in POWERS}

    def enter_all(power: str) -> list[str]:
        kept: list[str] = []
        for unit in units[power] * 3:
            try:
                stored = submit(home, "demo", caller_of(power), SPRING, Hold(unit), NOON)
            except Refused as refused:
                assert "The turn has passed: it is now Fall 1901" in str(refused)
                break
            kept = sorted(f"{entry.unit} H" for entry in stored if isinstance(entry, Hold))
        return kept

    with ThreadPoolExecutor(8) as pool:
        entered = {power: pool.submit(enter_all, power) for power in POWERS}
        result = pool.submit(run_event, home, days_later(1)).result()
    assert result.failed == []
    (line,) = journal.phases(home, "demo")
    assert {power: sorted(texts) for power, texts in line.orders.items()} == {
        power: future.result() for power, future in entered.items() if future.result()
    }


def test_the_event_plays_what_was_entered(home: Home) -> None:
    running(home, "demo")
    order(home, "FRANCE", "A PAR - BUR")
    run_event(home, days_later(1))
    assert str(view(home, "demo").position.units["BUR"]) == "A BUR"
