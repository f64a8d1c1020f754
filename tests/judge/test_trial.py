"""Trying orders: what a trial comes to is what the game would come to, and nothing of it is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.judge import trial
from door.judge.games import new_game, view
from door.judge.refusal import Refused
from door.judge.trial import Trial
from door.rules.binding import parse_order
from door.rules.orders import Hold, power_of
from door.store import journal
from door.store.home import Home
from tests.judge.play import NOON, close, order, running

SPRING = {
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - ENG"],
    "ENGLAND": ["F LON - ENG"],
    "GERMANY": ["A MUN - BUR", "A BER - KIE", "F KIE - DEN"],
}


def with_orders(tried: Trial, orders: dict[str, list[str]]) -> Trial:
    seen = tried.seen
    assert seen.phase is not None
    for power, texts in orders.items():
        for text in texts:
            tried = tried.ordered(parse_order(text, power, seen.phase.stage, seen.position, seen.board))
    return tried


def files_of(home: Home) -> dict[Path, tuple[bytes, int]]:
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in home.games_dir.rglob("*") if path.is_file()}


def test_a_trial_reports_what_the_event_reports_and_stores_nothing(home: Home) -> None:
    running(home)
    before = files_of(home)
    outcome = trial.carry_out(with_orders(trial.begin(view(home, "demo")), SPRING))
    assert files_of(home) == before
    for power, texts in SPRING.items():
        order(home, power, *texts)
    close(home)
    line = journal.last_phase(home, "demo")
    assert line is not None
    assert outcome.report == line.report
    assert outcome.after.seen.record.state == line.after.state
    assert outcome.after.seen.record.phase == line.after.phase


def test_a_trial_goes_on_through_retreats_and_winter_to_the_end(home: Home) -> None:
    centres = ["MOS", "WAR", "SEV", "STP", "RUM", "BUL", "SER", "GRE", "BUD", "VIE", "TRI", "BER", "KIE", "MUN", "DEN"]
    state = {
        "units": {"RUSSIA": ["A CON", "A BUL", "F BLA", "A SWE", "A HOL"], "TURKEY": ["A ANK", "A SMY"]},
        "centers": {"RUSSIA": [*centres, "CON"], "TURKEY": ["ANK", "SMY"]},
    }
    running(home, "demo", "RUSSIA", "TURKEY", phase="F1905M", state=state)
    first = with_orders(
        trial.begin(view(home, "demo")), {"RUSSIA": ["A CON - ANK", "F BLA S A CON - ANK", "A BUL - CON"]}
    )
    beaten = trial.carry_out(first)
    assert beaten.after.seen.phase_title == "All Hallows' Eve 1905"
    assert not beaten.after.orders
    end = trial.carry_out(beaten.after)
    assert end.after.seen.phase is None and end.after.seen.record.winner == "RUSSIA"
    with pytest.raises(Refused, match="In this trial the game is over"):
        trial.carry_out(end.after)
    with pytest.raises(Refused, match="The game is over: there is nothing to try"):
        trial.begin(end.after.seen)
    assert view(home, "demo").record.phase == "F1905M"


def test_orders_are_refused_as_in_the_game_and_change_nothing(home: Home) -> None:
    running(home)
    tried = with_orders(trial.begin(view(home, "demo")), {"FRANCE": ["A PAR - BUR"]})
    with pytest.raises(Refused, match="cannot reach"):
        with_orders(tried, {"FRANCE": ["A PAR - MUN"]})
    assert [str(power_of(each)) for each in tried.of("FRANCE")] == ["FRANCE"]
    assert with_orders(tried, {"FRANCE": ["A PAR H"]}).of("FRANCE") != tried.of("FRANCE")
    paris = tried.seen.position.units["PAR"]
    assert tried.withdrawn(Hold(paris)).of("FRANCE") == ()


def test_too_many_builds_are_refused_in_a_trial_too(home: Home) -> None:
    state = {"units": {"FRANCE": ["A GAS"]}, "centers": {"FRANCE": ["PAR", "MAR"]}}
    running(home, "demo", "FRANCE", phase="W1901A", state=state)
    tried = with_orders(trial.begin(view(home, "demo")), {"FRANCE": ["A PAR B"]})
    with pytest.raises(Refused, match="has ordered that already"):
        with_orders(tried, {"FRANCE": ["A MAR B"]})
    assert "A GAS" not in str(trial.carry_out(tried).after.seen.record.state["units"].get("ITALY"))


def test_a_game_that_waits_for_callers_can_be_tried(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    outcome = trial.carry_out(with_orders(trial.begin(view(home, "demo")), SPRING))
    assert outcome.after.seen.phase_title == "Fall 1901" and outcome.after.seen.record.status == "running"
    assert view(home, "demo").record.status == "forming"
