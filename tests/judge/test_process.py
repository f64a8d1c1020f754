"""Closing phases: once a date, whatever happens to clocks, disks and callers."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from door.judge.games import vacate_seat, view
from door.judge.news import last_report, standings
from door.judge.process import process
from door.judge.refusal import Refused
from door.store import games as files
from door.store import journal
from door.store.errors import StoreError
from door.store.home import Home
from door.store.records import GameRecord, OrdersRecord
from tests.judge.play import (
    ALL_CENTRES,
    CENTRES,
    NOON,
    caller_of,
    close,
    days_later,
    order,
    phase_of,
    running,
    zone,
)

BELGIUM = {"units": {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]}, "centers": CENTRES}
MIDSUMMER = {
    "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["*A BEL"]},
    "retreats": {"GERMANY": {"A BEL": ["BUR", "HOL", "RUH"]}},
    "centers": CENTRES,
}


def attack_belgium(home: Home) -> None:
    order(home, "FRANCE", "A BUR - BEL", "A PIC S A BUR - BEL")


def test_a_phase_is_closed_and_put_on_record(home: Home) -> None:
    running(home, state=BELGIUM)
    attack_belgium(home)
    order(home, "GERMANY", "A BEL H")
    done = close(home)
    assert (done.game, done.closed) == ("demo", True)
    assert done.did == "Spring 1901 was closed; it is now Midsummer's Eve 1901"
    record = view(home, "demo").record
    assert (record.phase, record.turn, record.closed_on, record.status) == ("S1901R", 1, "2026-12-01", "running")
    line = journal.last_phase(home, "demo")
    assert line is not None
    assert (line.name, line.turn, line.closed, line.winner) == ("S1901M", 0, days_later(1), None)
    assert line.orders == {"FRANCE": ["A BUR - BEL", "A PIC S A BUR - BEL"], "GERMANY": ["A BEL H"]}
    assert line.results == {"A BUR": [], "A PIC": [], "A BEL": ["dislodged"]}
    assert line.reasons == {"A BEL": "Dislodged by A BUR - BEL."}
    assert line.state["units"] == BELGIUM["units"]
    assert line.next["name"] == "S1901R"
    assert line.next["state"]["retreats"] == {"GERMANY": {"A BEL": ["BUR", "HOL", "RUH"]}}
    assert list((home.games_dir / "demo" / "orders").iterdir()) == []


def test_the_report_speaks_the_doors_words(home: Home) -> None:
    running(home, state=BELGIUM)
    attack_belgium(home)
    close(home)
    report = last_report(home, "demo")
    assert report is not None
    assert report.title == "Spring 1901"
    assert report.lines == [
        "",
        "French army in e: Burgundy         ATTACKS   I: Belgium",
        "French army in d: Picardy          SUPPORTS  French army in e: Burgundy",
        "                                   ATTACKING I: Belgium",
        "",
        "German army in I: Belgium          HOLDS",
        "    > DISLODGED. Dislodged by the French army in e: Burgundy.",
        "",
        "German army in I: Belgium must retreat or disband. It may go to e: Burgundy,",
        "    J: Holland, h: Ruhr.",
        "",
        "Next: Midsummer's Eve 1901.",
    ]


def test_no_line_of_a_report_is_wider_than_the_screen(home: Home) -> None:
    running(home, state=BELGIUM)
    attack_belgium(home)
    for days in range(1, 5):
        close(home, days)
    for line in journal.phases(home, "demo"):
        assert max(map(len, line.report)) <= 79
        assert line.report[0] in ("Spring 1901", "Midsummer's Eve 1901", "Fall 1901", "Winter 1901")


def test_there_is_no_report_before_the_first_phase_was_closed(home: Home) -> None:
    running(home, "demo", "FRANCE")
    assert last_report(home, "demo") is None


def test_the_year_goes_round_a_turn_a_day(home: Home) -> None:
    running(home, state=BELGIUM)
    attack_belgium(home)
    seen = []
    for days in range(1, 7):
        close(home, days)
        seen.append(phase_of(home))
    assert seen == ["S1901R", "F1901M", "W1901A", "S1902M", "F1902M", "W1902A"]


def test_r58_a_second_event_on_the_date_says_that_nothing_is_due(home: Home) -> None:
    running(home, state=BELGIUM)
    close(home)
    again = close(home, 1.4)
    assert (again.closed, again.did) == (False, "nothing due: Spring 1901 was closed today, 12:00")
    assert (phase_of(home), len(journal.phases(home, "demo"))) == ("F1901M", 1)


@pytest.mark.parametrize(
    ("days", "said"),
    [(2, "1 day was missed; one turn was played: "), (4, "3 days were missed; one turn was played: "), (1, "")],
)
def test_r59_missed_days_are_one_turn(home: Home, days: int, said: str) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    assert close(home, days).did == f"{said}Spring 1901 was closed; it is now Fall 1901"
    for _ in range(3):
        assert not close(home, days).closed
    assert phase_of(home) == "F1901M"


def test_a_clock_that_was_set_back_closes_nothing_and_is_named(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    running(home)
    assert close(home, -2).did == (
        "nothing due: the game started on 2026-11-30, but the clock says 2026-11-28; is the clock right?"
    )
    close(home, 5)
    assert close(home, 3).did == (
        "nothing due: Spring 1901 was closed on 2026-12-05, but the clock says 2026-12-03; is the clock right?"
    )
    assert phase_of(home) == "F1901M"
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.WARNING]
    assert close(home, 6).closed


BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"


@pytest.mark.parametrize(
    ("start", "events", "closed"),
    [
        # The night in March in which 02:30 does not come.
        ("2027-03-27T12:00+01:00", ["2027-03-28T01:59+01:00", "2027-03-28T03:00+02:00"], [True, False]),
        ("2027-03-27T12:00+01:00", ["2027-03-28T00:10+01:00", "2027-03-29T00:10+02:00"], [True, True]),
        # The night in October in which 02:30 comes twice.
        ("2027-10-30T12:00+02:00", ["2027-10-31T02:30+02:00", "2027-10-31T02:30+01:00"], [True, False]),
        ("2027-10-30T12:00+02:00", ["2027-10-31T02:30+02:00", "2027-11-01T02:30+01:00"], [True, True]),
        # Two dates may be minutes apart, and one date 25 hours long.
        ("2027-10-30T12:00+02:00", ["2027-10-31T23:59+01:00", "2027-11-01T00:01+01:00"], [True, True]),
        ("2027-10-30T12:00+02:00", ["2027-10-31T00:00+02:00", "2027-10-31T23:59+01:00"], [True, False]),
    ],
)
def test_dates_are_local_also_when_the_clocks_change(
    home: Home, monkeypatch: pytest.MonkeyPatch, start: str, events: list[str], closed: list[bool]
) -> None:
    zone(monkeypatch, BERLIN)
    running(home, "demo", "FRANCE")
    record = view(home, "demo").record
    started = datetime.fromisoformat(start)
    files.save_game(home, _with_start(record, started))
    assert [process(home, "demo", datetime.fromisoformat(event)).closed for event in events] == closed


def _with_start(record: GameRecord, started: datetime) -> GameRecord:
    return replace(record, started=started, closed_on=started.astimezone().date().isoformat())


def test_utc_and_local_dates_are_not_mixed_up(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    zone(monkeypatch, "HST10")
    running(home)  # 12:00 in UTC is 02:00 on the same date in Honolulu
    assert not process(home, "demo", datetime(2026, 12, 1, 9, 59, tzinfo=UTC)).closed
    assert process(home, "demo", datetime(2026, 12, 1, 10, 1, tzinfo=UTC)).closed
    assert view(home, "demo").record.closed_on == "2026-12-01"
    assert process(home, "demo", datetime(2026, 12, 2, 9, 0, tzinfo=UTC)).did == (
        "nothing due: Spring 1901 was closed today, 00:01"
    )


def test_an_order_that_no_longer_fits_is_void_and_recorded(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    running(home)
    files.save_orders(
        home,
        "demo",
        OrdersRecord(phase="S1901M", power="FRANCE", orders=["A PAR - BUR", "A RUH - BEL", "gibberish"], saved=NOON),
    )
    assert close(home).closed
    line = journal.last_phase(home, "demo")
    assert line is not None
    assert (line.results["A RUH - BEL"], line.results["gibberish"], line.results["A PAR"]) == (["void"], ["void"], [])
    assert "no French unit in Ruhr" in line.reasons["A RUH - BEL"]
    assert any(text.startswith("gibberish: VOID.") for text in line.report)
    assert "BUR" in view(home, "demo").position.units
    assert any("gibberish" in message for message in caplog.messages)


def test_damaged_orders_leave_the_game_as_it_was(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    path = home.games_dir / "demo" / "orders" / "FRANCE.json"
    path.write_text("{")
    with pytest.raises(StoreError, match="FRANCE"):
        close(home)
    assert (phase_of(home), path.read_text()) == ("S1901M", "{")


class Crash(Exception):
    """The machine stops."""


@pytest.mark.parametrize("step", ["append_line", "save_game", "clear_orders"])
@pytest.mark.parametrize("again", [1, 1.2])
def test_a_crash_at_any_step_closes_the_phase_once(
    home: Home, monkeypatch: pytest.MonkeyPatch, step: str, again: float
) -> None:
    running(home, state=BELGIUM)
    attack_belgium(home)
    module = "files" if step == "append_line" else "journal"

    def crash(*_: object, **named: object) -> None:
        raise Crash(step)

    with monkeypatch.context() as patched:
        patched.setattr(f"door.store.{module}.{step}", crash)
        # Mending what a crash left also clears orders: only the closing itself is to crash.
        patched.setattr("door.judge.process.journal.recover", lambda *_: False)
        with pytest.raises(Crash):
            close(home)
    done = close(home, again)
    assert done.closed is (step == "append_line")
    assert phase_of(home) == "S1901R"
    assert len(journal.phases(home, "demo")) == 1
    assert view(home, "demo").record.closed_on == "2026-12-01"
    assert list((home.games_dir / "demo" / "orders").iterdir()) == []
    assert str(view(home, "demo").position.units["BEL"].power) == "FRANCE"


def test_a_caller_after_a_crash_cannot_order_in_the_closed_phase(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    running(home)

    def crash(*_: object) -> None:
        raise Crash

    with monkeypatch.context() as patched:
        patched.setattr(journal, "save_game", crash)
        with pytest.raises(Crash):
            close(home)
    assert phase_of(home) == "S1901M"
    with pytest.raises(Refused, match="The turn has passed: it is now Fall 1901"):
        order(home, "FRANCE", "A PAR - BUR")


def test_r55_r56_r57_who_enters_nothing_or_only_holds_is_played_without_remark(home: Home) -> None:
    state = {"units": {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, "centers": {"FRANCE": ["PAR"], "ITALY": ["ROM"]}}
    running(home, state=state)
    order(home, "FRANCE", "A PAR H")
    assert close(home).did == "Spring 1901 was closed; it is now Fall 1901"
    report = last_report(home, "demo")
    assert report is not None
    assert [line for line in report.lines if "Paris" in line or "Rome" in line or "Turk" in line] == [
        "French army in E: Paris            HOLDS",
        "Ital'n army in R: Rome             HOLDS",
    ]


def test_midsummer_disbands_who_gives_no_order(home: Home) -> None:
    running(home, phase="S1901R", state=MIDSUMMER)
    assert close(home).did == "Midsummer's Eve 1901 was closed; it is now Fall 1901"
    assert view(home, "demo").position.units_of("GERMANY") == []
    report = last_report(home, "demo")
    assert report is not None
    assert "German army in I: Belgium          IS DISBANDED" in report.lines


def test_r60_retreats_of_powers_that_nobody_plays_make_no_turn(home: Home) -> None:
    running(home, "demo", "FRANCE", state=BELGIUM)
    attack_belgium(home)
    assert close(home).did == (
        "Spring 1901 was closed; Midsummer's Eve 1901 was passed over, for nobody plays the powers it concerns; "
        "it is now Fall 1901"
    )
    assert (phase_of(home), view(home, "demo").record.turn) == ("F1901M", 2)
    report = last_report(home, "demo")
    assert report is not None
    assert report.title == "Spring 1901"
    assert "Midsummer's Eve 1901" in report.lines
    assert not close(home).closed


@pytest.mark.parametrize("days", [1.2, 0.9, -3])
def test_a_crash_before_passing_over_is_made_good_and_makes_no_date_come_twice(
    home: Home, monkeypatch: pytest.MonkeyPatch, days: float
) -> None:
    running(home, "demo", "FRANCE", state=BELGIUM)
    attack_belgium(home)
    with monkeypatch.context() as patched:
        patched.setattr("door.judge.process._nobody_to_order", lambda _: False)
        close(home)
    assert phase_of(home) == "S1901R"
    assert close(home, days).closed
    assert phase_of(home) == "F1901M"
    assert view(home, "demo").record.closed_on == "2026-12-01"
    assert not close(home).closed


def test_a_turn_is_passed_over_once_its_only_power_has_lost_its_caller_and_no_more_follows(home: Home) -> None:
    running(home, phase="S1901R", state=MIDSUMMER)
    vacate_seat(home, "demo", "GERMANY", NOON)
    assert close(home).closed
    assert phase_of(home) == "F1901M"
    assert not close(home).closed


def test_r49_winter_is_played_when_one_caller_can_build_and_the_rule_removes_for_who_is_not_there(home: Home) -> None:
    state = {
        "units": {"GERMANY": ["F KIE", "A BER", "A RUH"], "ITALY": ["A VEN"]},
        "centers": {"GERMANY": ["KIE", "BER"], "ITALY": ["VEN", "ROM"]},
    }
    running(home, "demo", "ITALY", phase="F1901M", state=state)
    assert close(home).did == "Fall 1901 was closed; it is now Winter 1901"
    order(home, "ITALY", "A ROM B")
    assert close(home, 2).did == "Winter 1901 was closed; it is now Spring 1902"
    seen = view(home, "demo")
    assert sorted(map(str, seen.position.units.values())) == ["A BER", "A ROM", "A VEN", "F KIE"]
    report = last_report(home, "demo")
    assert report is not None
    assert "Ital'n army in R: Rome             IS BUILT" in report.lines


def test_a_winter_that_concerns_nobody_who_plays_is_passed_over(home: Home) -> None:
    state = {
        "units": {"ITALY": ["A VEN"], "FRANCE": ["A PAR"]},
        "centers": {"ITALY": ["VEN", "ROM"], "FRANCE": ["PAR"]},
    }
    running(home, "demo", "FRANCE", phase="F1901M", state=state)
    assert close(home).did == (
        "Fall 1901 was closed; Winter 1901 was passed over, for nobody plays the powers it concerns; "
        "it is now Spring 1902"
    )


def test_r61_a_caller_whose_file_is_gone_holds_nothing_up(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    assert close(home).closed  # the tests' callers never had a file
    assert view(home, "demo").record.seats["FRANCE"] == caller_of("FRANCE")


def test_r64_retreats_come_before_the_count(home: Home) -> None:
    eighteen = [code for code in ALL_CENTRES if code != "PAR"][:17]
    state = {
        "units": {"GERMANY": ["A PAR", "A PIC", "A GAS"], "FRANCE": ["A BRE"]},
        "centers": {"GERMANY": eighteen, "FRANCE": ["PAR"]},
    }
    running(home, phase="F1901M", state=state)
    order(home, "GERMANY", "A PIC - BRE", "A GAS S A PIC - BRE", "A PAR H")
    close(home)
    assert phase_of(home) == "F1901R"
    assert view(home, "demo").position.centres_of("FRANCE") == ["PAR"]
    assert view(home, "demo").record.status == "running"


def test_eighteen_centres_win_and_end_the_game(home: Home) -> None:
    seventeen = [code for code in ALL_CENTRES if code != "PAR"][:17]
    state = {
        "units": {"GERMANY": ["A PAR"], "FRANCE": []},
        "centers": {"GERMANY": seventeen, "FRANCE": ["PAR"]},
    }
    running(home, phase="F1901M", state=state)
    done = close(home)
    assert done.did == "Fall 1901 was closed; Germany has won"
    record = view(home, "demo").record
    assert (record.status, record.phase, record.winner) == ("over", "COMPLETED", "GERMANY")
    report = last_report(home, "demo")
    assert report is not None
    assert report.lines[-5:] == [
        "E: Paris passes from France to Germany.",
        "",
        "France has neither units nor centres left and is out of the game.",
        "",
        "Germany has won with 18 centres.",
    ]
    assert close(home, 2) == type(done)("demo", "the game is over", closed=False)


def test_standings_count_centres_and_units(home: Home) -> None:
    running(home, "demo", "GERMANY", phase="S1901R", state=MIDSUMMER)
    table = {entry.power: entry for entry in standings(view(home, "demo"))}
    assert list(table) == list(CENTRES)
    german, french = table["GERMANY"], table["FRANCE"]
    assert (german.caller, german.centres, german.units) == (caller_of("GERMANY"), 3, 1)
    assert (french.caller, french.centres, french.units) == (None, 3, 2)


def test_a_game_that_everybody_has_left_still_takes_a_turn_a_day(home: Home) -> None:
    running(home, "demo", "FRANCE", state=BELGIUM)
    vacate_seat(home, "demo", "FRANCE", NOON)
    for days in range(1, 4):
        assert close(home, days).closed
