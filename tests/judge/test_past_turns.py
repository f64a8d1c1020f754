"""The turns that have been closed: each by itself, by name or number, and as other programs can read it."""

from __future__ import annotations

import json
import time
from datetime import datetime

import pytest
from msgspec.structs import replace

from door.judge import games
from door.judge.history import PastTurns, past_turns, saved_form, turns
from door.judge.news import last_report, report_of
from door.judge.refusal import Refused
from door.judge.report import part_of
from door.rules.rulebook import rulebook_named
from door.rules.saved import adjudicate_saved
from door.rules.state import write_state
from door.store import files, journal
from door.store.errors import StoreError
from door.store.games import game_folder, load_game, save_game
from door.store.home import Home
from door.store.journalindex import Entry
from door.store.records import SysopLine
from tests.judge.longgame import play_on
from tests.judge.play import NOON, close, order, running


def test_before_the_first_turn(home: Home) -> None:
    running(home)
    past = past_turns(home, "demo")
    assert len(past) == 0
    for wanted in ("1", "S1901M", "", "last"):
        with pytest.raises(Refused, match=r"^No turn of demo has been closed yet: "):
            past.find(wanted)


def test_each_turn_by_name_and_by_number(home: Home) -> None:
    running(home)
    for day in (1, 2, 3):
        close(home, day)
    past = past_turns(home, "demo")
    assert [past.title(number) for number in range(3)] == ["Spring 1901", "Fall 1901", "Spring 1902"]
    assert [past.find(wanted) for wanted in ("S1901M", "f1901m", " 3 ", "1")] == [0, 1, 2, 0]
    assert [past.line(number) for number in range(3)] == journal.phases(home, "demo")
    assert [past.moves(number) for number in range(3)] == turns(home, "demo")
    for wanted in ("0", "4", "W1901A", "-1", "1.0", "٣", "9" * 5000, "Spring"):
        with pytest.raises(Refused, match=r"name from S1901M to S1902M, or a number from 1 to 3\.$"):
            past.find(wanted)


def test_the_only_turn(home: Home) -> None:
    running(home)
    close(home)
    with pytest.raises(Refused, match=r"^No turn 'X' of demo was closed: name S1901M or 1\.$"):
        past_turns(home, "demo").find("x")


def test_no_such_game(home: Home) -> None:
    with pytest.raises(Refused, match="There is no game 'demo'"):
        past_turns(home, "demo")


def test_retreats_that_concern_nobody_who_plays(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["A BEL", "A RUH"], "GERMANY": ["A HOL"]},
        "centers": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]},
        "retreats": {},
    }
    running(home, "demo", "FRANCE", phase="S1901M", state=state)
    order(home, "FRANCE", "A BEL - HOL", "A RUH S A BEL - HOL")
    close(home)
    close(home, 2)
    past = past_turns(home, "demo")
    assert [past.title(number) for number in range(3)] == ["Spring 1901", "Midsummer's Eve 1901", "Fall 1901"]
    assert [past.together(number) for number in range(3)] == [range(2), range(2), range(2, 3)]
    for number in range(2):
        report = report_of(past, number)
        assert report.title == "Spring 1901" and "Midsummer's Eve 1901" in report.lines
    assert report_of(past, 2) == last_report(home, "demo")


def test_turns_that_were_set_back_do_not_count(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    close(home)
    spring = load_game(home, "demo")
    close(home, 2)
    back = replace(spring, acts=load_game(home, "demo").acts)
    journal.commit(home, SysopLine(did="set back", at=NOON, after=back))
    assert [turn.title for turn in turns(home, "demo")] == ["Spring 1901"]
    report = last_report(home, "demo")
    assert report is not None and report.title == "Spring 1901"
    order(home, "FRANCE", "A BUR - BEL")
    close(home, 3)
    assert [turn.title for turn in turns(home, "demo")] == ["Spring 1901", "Fall 1901"]
    assert [step.target for step in past_turns(home, "demo").moves(1).steps] == ["BEL"]


def test_what_a_crash_left_in_the_journal_alone_is_not_told_yet(home: Home) -> None:
    running(home)
    close(home)
    before = load_game(home, "demo")
    close(home, 2)
    save_game(home, before)
    assert len(past_turns(home, "demo")) == 1
    journal.recover(home, "demo")
    assert len(past_turns(home, "demo")) == 2


@pytest.mark.parametrize("rules", ["e1901", "standard"])
def test_a_closed_turn_can_be_adjudicated_again(home: Home, rules: str) -> None:
    running(home, rules=rules)
    play_on(home, 20)
    past = past_turns(home, "demo")
    for number in range(len(past)):
        form = json.loads(json.dumps(saved_form(past.line(number))))
        other = "standard" if rules == "e1901" else "e1901"
        board = games.view(home, "demo").board
        again = adjudicate_saved({**form, "results": {}}, board, rulebook_named(other, False))
        assert again["next"] == form["next"]
        ordered = {key: words for key, words in form["results"].items() if key in again["results"]}
        assert ordered == again["results"]
        assert datetime.fromisoformat(str(form["closed"])).tzinfo is not None


def test_a_report_falls_into_the_parts_of_the_powers(home: Home) -> None:
    """Every order of a report is in exactly one part, and each note with its order."""
    running(home)
    play_on(home, 40)
    board = games.view(home, "demo").board
    noted = 0
    for line in journal.phases(home, "demo"):
        parts = {power: part_of(power, line.report, board) for power in board.powers}
        orders = [order for part in parts.values() for order in part.orders]
        told = [text for order in orders for text in (*order.lines, *order.note)]
        assert set(told) <= set(line.report)
        assert sum(text.startswith("    > ") for text in line.report) == sum(not order.done for order in orders)
        for power, part in parts.items():
            stored = [text for text in line.orders.get(power, []) if text != "WAIVE"]
            assert len(part.orders) >= len(stored)
            dislodged = sum(text.startswith("*") for text in line.after.state["units"].get(power, []))
            assert len(part.beaten) == dislodged
        noted += sum(not order.done for order in orders)
    assert noted > 100


class Reads:
    """Counts the bytes that are read of journals, whichever way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.whole = 0
        read_lines = files.read_lines

        def counted(path: object) -> list[bytes]:
            self.whole += 1
            return read_lines(path)  # type: ignore[arg-type]

        monkeypatch.setattr(files, "read_lines", counted)


def test_a_turn_is_read_without_the_others(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    running(home)
    play_on(home, 30)
    reads = Reads(monkeypatch)
    past = past_turns(home, "demo")
    assert reads.whole == 1
    began = time.perf_counter()
    for number in range(len(past)):
        report_of(past, number)
        past.moves(number)
    each = (time.perf_counter() - began) / len(past)
    assert reads.whole == 1
    assert each < 0.1  # some milliseconds; the rest is for machines that are busy


def test_a_damaged_turn_hides_no_other(home: Home) -> None:
    running(home)
    for day in (1, 2, 3):
        close(home, day)
    past = past_turns(home, "demo")
    path = game_folder(home, "demo") / "journal.jsonl"
    lines = path.read_bytes().split(b"\n")
    lines[1] = b"#" * len(lines[1])
    path.write_bytes(b"\n".join(lines))
    assert past.moves(0).title == "Spring 1901" and past.moves(2).title == "Spring 1902"
    with pytest.raises(StoreError, match=r"journal\.jsonl, line 2, is damaged"):
        past.line(1)


def test_titles_are_all_that_the_index_gives(home: Home) -> None:
    entry = Entry(line=1, act=1, turn=1, status="running", name="F1903R", closed=NOON, start=0, length=0)
    assert PastTurns(home, "demo", (entry,)).title(0) == "All Hallows' Eve 1903"


def test_the_start_is_the_state_before_the_first_turn(home: Home) -> None:
    running(home)
    close(home)
    board = games.view(home, "demo").board
    assert past_turns(home, "demo").line(0).state == json.loads(json.dumps(write_state(board.start)))
