"""Draws and concessions: who votes, what is agreed, when a vote lapses, and that nobody learns of it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from door.judge.games import GameView, new_game, take_seat, vacate_seat, view
from door.judge.history import past_turns
from door.judge.news import last_report
from door.judge.process import process
from door.judge.refusal import Refused
from door.judge.submit import submit_text
from door.judge.votes import cast, choices, ending, own_vote, survivors, take_back, vote_fault, voters
from door.rules.phase import Phase
from door.store import games as files
from door.store import journal
from door.store.games import save_game
from door.store.home import Home
from door.store.records import EndLine, GameRecord
from tests.judge.play import CENTRES, NOON, POWERS, SPRING, State, caller_of, close, days_later, order, running

TRIO = ("AUSTRIA", "ENGLAND", "FRANCE")
SMALL: State = {
    "units": {"AUSTRIA": ["A VIE"], "ENGLAND": ["F LON"], "FRANCE": ["A PAR"]},
    "retreats": {},
    "centers": {power: CENTRES[power] for power in TRIO},
}
"""Three powers are left, and the other four are out of the game."""
EVE: State = {
    "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["*A BEL", "A MUN"]},
    "retreats": {"GERMANY": {"A BEL": ["HOL", "RUH"]}},
    "centers": {"FRANCE": CENTRES["FRANCE"], "GERMANY": CENTRES["GERMANY"]},
}


def vote(home: Home, power: str, to: str | None = None, turn: int = 0) -> GameView:
    return cast(home, "demo", caller_of(power), turn, to, NOON)


def small(home: Home, *powers: str, **settings: bool) -> None:
    """A game in which three powers are left, all seven being played unless some are named."""
    running(home, "demo", *(powers or POWERS), state=SMALL)
    save_game(home, replace(view(home, "demo").record, **settings))


def record(home: Home) -> GameRecord:
    return view(home, "demo").record


def texts_of(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}


def test_a_draw_takes_all_who_are_left_and_ends_the_game_at_once(home: Home) -> None:
    small(home)
    order(home, "FRANCE", "A PAR - BUR")
    assert survivors(view(home, "demo")) == voters(view(home, "demo")) == list(TRIO)
    assert vote(home, "AUSTRIA").phase is not None
    assert vote(home, "FRANCE").phase is not None
    over = vote(home, "ENGLAND")
    assert ending(over) == "The game is over. It has ended in a draw of Austria, England and France."
    assert (record(home).status, record(home).phase, record(home).draw) == ("over", "COMPLETED", list(TRIO))
    assert (record(home).winner, record(home).conceded) == (None, False)
    line = journal.last(home, "demo")
    assert isinstance(line, EndLine) and (line.how, line.powers, line.at) == ("draw", list(TRIO), NOON)
    assert over.position == view(home, "demo").position and "PAR" in over.position.units  # the turn was not played


@pytest.mark.parametrize("phase", ["S1901M", "F1901R", "W1901A"])
def test_a_draw_can_be_agreed_in_any_turn(home: Home, phase: str) -> None:
    running(home, "demo", *POWERS, phase=phase, state=EVE if phase == "F1901R" else SMALL)
    for power in voters(view(home, "demo")):
        vote(home, power)
    seen = view(home, "demo")
    assert seen.phase is None and record(home).draw == survivors(seen)
    if phase == "F1901R":  # a beaten unit is still there to be seen
        assert [str(entry.unit) for entry in seen.position.dislodged_of("GERMANY")] == ["A BEL"]


def test_r66_a_power_that_is_out_neither_votes_nor_shares(home: Home) -> None:
    small(home)
    fault = "Germany has neither units nor centres left, so it has no vote."
    assert vote_fault(view(home, "demo"), caller_of("GERMANY")) == fault
    with pytest.raises(Refused, match=fault):
        vote(home, "GERMANY")
    for power in TRIO:
        vote(home, power)
    assert record(home).draw == list(TRIO)


def test_a_power_with_a_centre_alone_or_a_beaten_unit_alone_is_left(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["A BEL"], "GERMANY": ["*A BEL"]},
        "retreats": {"GERMANY": {"A BEL": ["HOL"]}},
        "centers": {"FRANCE": ["PAR"], "TURKEY": ["CON"]},
    }
    running(home, "demo", *POWERS, phase="S1901R", state=state)
    assert survivors(view(home, "demo")) == ["FRANCE", "GERMANY", "TURKEY"]


def test_a_seat_that_nobody_has_blocks_nothing_and_shares_in_the_draw(home: Home) -> None:
    small(home, "AUSTRIA", "FRANCE")
    vote(home, "FRANCE")
    assert vote(home, "AUSTRIA").phase is None
    assert record(home).draw == list(TRIO)


@pytest.mark.parametrize(
    ("conceding", "left"), [(("AUSTRIA", "FRANCE"), "ENGLAND"), (("FRANCE", "ENGLAND"), "AUSTRIA")]
)
def test_all_others_can_concede(home: Home, conceding: Iterable[str], left: str) -> None:
    small(home)
    for power in conceding:
        assert record(home).status == "running"
        over = vote(home, power, left)
    title = left.title()
    assert ending(over) == f"The game is over. {title} has won: the others have conceded."
    assert (record(home).winner, record(home).conceded, record(home).draw) == (left, True, [])
    line = journal.last(home, "demo")
    assert isinstance(line, EndLine) and (line.how, line.powers) == ("concession", [left])


def test_votes_for_different_ends_end_nothing(home: Home) -> None:
    small(home)
    for power, to in (("AUSTRIA", None), ("ENGLAND", "FRANCE"), ("FRANCE", None)):
        vote(home, power, to)
    assert record(home).status == "running"
    vote(home, "ENGLAND")  # a new vote takes the place of the old one
    assert record(home).draw == list(TRIO)


def test_a_vote_can_be_taken_back(home: Home) -> None:
    small(home)
    for power in ("AUSTRIA", "ENGLAND"):
        vote(home, power)
    take_back(home, "demo", caller_of("AUSTRIA"), 0)
    take_back(home, "demo", caller_of("AUSTRIA"), 0)  # once more changes nothing
    assert own_vote(home, view(home, "demo"), caller_of("AUSTRIA")) is None
    assert own_vote(home, view(home, "demo"), caller_of("ENGLAND")) is not None
    assert vote(home, "FRANCE").phase is not None
    assert vote(home, "AUSTRIA").phase is None


def test_votes_lapse_with_the_turn(home: Home) -> None:
    small(home)
    vote(home, "AUSTRIA")
    vote(home, "ENGLAND")
    close(home)
    assert record(home).phase == "F1901M"
    assert not (home.games_dir / "demo" / "votes.json").exists()
    assert own_vote(home, view(home, "demo"), caller_of("AUSTRIA")) is None
    assert vote(home, "FRANCE", turn=1).phase is not None


def test_votes_of_an_earlier_turn_that_a_crash_left_behind_count_for_nothing(home: Home) -> None:
    small(home)
    vote(home, "AUSTRIA")
    vote(home, "ENGLAND")
    path = home.games_dir / "demo" / "votes.json"
    left = path.read_bytes()
    close(home)
    path.write_bytes(left)
    assert own_vote(home, view(home, "demo"), caller_of("AUSTRIA")) is None
    assert vote(home, "FRANCE", turn=1).phase is not None
    assert b"AUSTRIA" not in path.read_bytes()


def test_a_vote_that_was_thought_over_too_long_is_not_taken(home: Home) -> None:
    small(home)
    close(home)
    with pytest.raises(Refused, match=r"The turn has passed: it is now Fall 1901, and your vote was not taken\."):
        vote(home, "FRANCE")
    with pytest.raises(Refused, match="The turn has passed"):
        take_back(home, "demo", caller_of("FRANCE"), 0)


@pytest.mark.parametrize(
    ("settings", "offered"),
    [
        ({}, [None, "AUSTRIA", "ENGLAND"]),
        ({"draws": False}, ["AUSTRIA", "ENGLAND"]),
        ({"concessions": False}, [None]),
    ],
)
def test_what_a_game_offers(home: Home, settings: dict[str, bool], offered: list[str | None]) -> None:
    small(home, **settings)
    assert choices(view(home, "demo"), "FRANCE") == offered
    for to, what in ((None, "knows no draws"), ("AUSTRIA", "knows no concessions")):
        if to not in offered:
            with pytest.raises(Refused, match=what):
                vote(home, "FRANCE", to)


def test_a_game_without_votes_takes_none(home: Home) -> None:
    small(home, draws=False, concessions=False)
    with pytest.raises(Refused, match=r"neither draws nor concessions: it ends when a power has won\."):
        vote(home, "FRANCE")


@pytest.mark.parametrize(
    ("to", "what"),
    [
        ("FRANCE", "You can concede to another power only"),
        ("SPAIN", "There is no power SPAIN"),
        ("GERMANY", "Nobody plays Germany, or it is out of the game"),
        ("ENGLAND", "Nobody plays England, or it is out of the game"),
    ],
)
def test_a_concession_goes_to_another_player_who_is_left(home: Home, to: str, what: str) -> None:
    small(home, "AUSTRIA", "FRANCE", "GERMANY")
    with pytest.raises(Refused, match=what):
        vote(home, "FRANCE", to)
    assert own_vote(home, view(home, "demo"), caller_of("FRANCE")) is None


def test_only_players_of_a_running_game_vote(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    take_seat(home, "demo", "FRANCE", caller_of("FRANCE"), NOON)
    with pytest.raises(Refused, match="You play no power in Demo"):
        vote(home, "ITALY")
    with pytest.raises(Refused, match="from the start of a game to its end"):
        vote(home, "FRANCE")


def test_nobody_votes_after_the_end(home: Home) -> None:
    small(home)
    for power in TRIO:
        vote(home, power)
    acts = record(home).acts
    with pytest.raises(Refused, match="from the start of a game to its end"):
        vote(home, "FRANCE")
    with pytest.raises(Refused, match="There is no game"):
        cast(home, "other", "Ann", 0, None, NOON)
    assert record(home).acts == acts


def test_one_player_alone_ends_no_game(home: Home) -> None:
    running(home, "demo", "FRANCE")
    with pytest.raises(Refused, match="You are the only player with a power left: a vote takes two at least"):
        vote(home, "FRANCE")


def test_a_vote_is_gone_with_the_seat(home: Home) -> None:
    """Neither the next caller votes by it, nor the same one who comes back."""
    small(home)
    vote(home, "AUSTRIA")
    for caller in ("Newcomer", "Newcomer"):
        vacate_seat(home, "demo", "AUSTRIA", NOON)
        take_seat(home, "demo", "AUSTRIA", caller, NOON)
        assert own_vote(home, view(home, "demo"), caller) is None
        cast(home, "demo", caller, 0, None, NOON)
    vacate_seat(home, "demo", "AUSTRIA", NOON)
    take_seat(home, "demo", "AUSTRIA", "Newcomer", NOON)
    for power in ("ENGLAND", "FRANCE"):
        assert vote(home, power).phase is not None


def test_a_vote_that_a_crash_left_at_a_seat_is_not_the_next_callers(home: Home) -> None:
    small(home)
    vote(home, "AUSTRIA")
    path = home.games_dir / "demo" / "votes.json"
    left = path.read_bytes()
    vacate_seat(home, "demo", "AUSTRIA", NOON)
    path.write_bytes(left)
    take_seat(home, "demo", "AUSTRIA", "Newcomer", NOON)
    assert own_vote(home, view(home, "demo"), "Newcomer") is None
    vote(home, "ENGLAND")
    assert vote(home, "FRANCE").phase is not None


def test_who_leaves_a_seat_ends_the_game_no_sooner_than_the_event(home: Home) -> None:
    """So that the seat can be taken again, and by that the vote is not agreed any more."""
    small(home)
    vote(home, "AUSTRIA")
    vote(home, "ENGLAND")
    vacate_seat(home, "demo", "FRANCE", NOON)
    assert record(home).status == "running"
    take_seat(home, "demo", "FRANCE", "Newcomer", NOON)
    assert close(home).closed and record(home).phase == "F1901M"
    for power in ("AUSTRIA", "ENGLAND"):
        vote(home, power, turn=1)
    vacate_seat(home, "demo", "FRANCE", NOON)
    assert process(home, "demo", days_later(1)).did.startswith("nothing due")
    done = close(home, 2)
    draw = "The game is over. It has ended in a draw of Austria, England and France."
    assert (done.did, done.closed) == (f"its players had voted to end it. {draw}", False)
    assert record(home).draw == list(TRIO) and record(home).turn == 1
    assert close(home, 3).did == "the game is over"


@pytest.mark.parametrize(("setting", "to"), [("draws", None), ("concessions", "AUSTRIA")])
def test_what_a_game_does_not_know_any_more_is_not_agreed(home: Home, setting: str, to: str | None) -> None:
    small(home)
    vote(home, "ENGLAND", to)
    if to is None:
        vote(home, "AUSTRIA", to)
    save_game(home, replace(record(home), **{setting: False}))
    vacate_seat(home, "demo", "FRANCE", NOON)
    assert close(home).closed and record(home).status == "running"


def test_two_who_would_concede_to_each_other_end_nothing(home: Home) -> None:
    small(home)
    vote(home, "AUSTRIA", "ENGLAND")
    vote(home, "ENGLAND", "AUSTRIA")
    vacate_seat(home, "demo", "FRANCE", NOON)
    assert close(home).closed
    assert record(home).status == "running"


def test_a_solo_stays_as_it_was(home: Home) -> None:
    every = [code for codes in CENTRES.values() for code in codes]
    state = {"units": {"FRANCE": ["A PAR"], "ITALY": ["A CON"]}, "centers": {"FRANCE": every[:18], "ITALY": every[18:]}}
    running(home, "demo", *POWERS, phase="F1901M", state=state)
    vote(home, "ITALY")
    close(home)
    assert (record(home).winner, record(home).conceded, record(home).draw) == ("FRANCE", False, [])
    assert ending(view(home, "demo")) == "The game is over. France has won."


def test_r67_the_past_ends_with_the_last_turn_that_was_played(home: Home) -> None:
    small(home)
    assert last_report(home, "demo") is None
    close(home)
    for power in TRIO:
        vote(home, power, turn=1)
    assert [entry.name for entry in past_turns(home, "demo").entries] == ["S1901M"]
    report = last_report(home, "demo")
    assert report is not None and report.title == "Spring 1901"
    draw = "The game is over. It has ended in a draw of Austria, England and France."
    assert list(report.lines[-4:]) == ["", "The end", "", draw]


def test_an_end_before_any_turn_has_its_report(home: Home) -> None:
    small(home)
    for power in ("ENGLAND", "FRANCE"):
        vote(home, power, "AUSTRIA")
    report = last_report(home, "demo")
    assert report is not None and report.title == "The end"
    assert list(report.lines) == ["", "The game is over. Austria has won: the others have conceded."]


def test_orders_for_a_turn_that_is_never_played_are_refused_and_gone(home: Home) -> None:
    small(home)
    order(home, "FRANCE", "A PAR - BUR")
    for power in TRIO:
        vote(home, power)
    assert list((home.games_dir / "demo" / "orders").iterdir()) == []
    with pytest.raises(Refused):
        submit_text(home, "demo", caller_of("FRANCE"), Phase.parse(str(SPRING)), "A PAR H", NOON)


def test_no_file_tells_who_voted_once_it_is_over(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    """Not the journal, which is for all time, nor the log; before, one file alone."""
    caplog.set_level(logging.INFO)
    small(home)
    folder = home.games_dir / "demo"
    before = texts_of(folder)
    vote(home, "AUSTRIA", "FRANCE")
    told = {name for name, text in texts_of(folder).items() if text != before.get(name)}
    assert told == {"votes.json"}
    take_back(home, "demo", caller_of("AUSTRIA"), 0)
    assert "AUSTRIA" not in (folder / "votes.json").read_text(encoding="utf-8")
    for power in TRIO:
        vote(home, power)
    assert not (folder / "votes.json").exists()
    (line,) = (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    end = json.loads(line)
    del end["after"]
    assert end == {
        "version": 1, "kind": "end", "how": "draw", "powers": list(TRIO), "at": NOON.isoformat().replace("+00:00", "Z"),
    }  # fmt: skip
    logged = [entry.getMessage() for entry in caplog.records if "demo" in entry.getMessage()]
    assert logged[:3] == ["game demo: a vote was cast"] * 3
    assert not [text for text in logged if "Caller" in text]


def test_damaged_votes_are_refused_but_do_not_stop_the_event(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    small(home)
    vote(home, "AUSTRIA")
    path = home.games_dir / "demo" / "votes.json"
    path.write_text("{")
    with pytest.raises(Exception, match=r"games/demo/votes\.json is damaged"):
        vote(home, "FRANCE")
    assert path.read_text() == "{"
    vacate_seat(home, "demo", "AUSTRIA", NOON)
    assert close(home).closed
    assert "the votes count as none: games/demo/votes.json is damaged" in caplog.text
    assert not path.exists()
    vote(home, "FRANCE", turn=1)


def test_a_game_of_an_older_program_is_read(home: Home) -> None:
    running(home)
    path = home.games_dir / "demo" / "game.json"
    old = json.loads(path.read_text())
    for name in ("password", "anonymous", "draws", "concessions", "conceded", "draw"):
        del old[name]
    path.write_text(json.dumps(old))
    seen = files.load_game(home, "demo")
    assert (seen.draws, seen.concessions, seen.anonymous, seen.password, seen.draw) == (True, True, False, None, [])
