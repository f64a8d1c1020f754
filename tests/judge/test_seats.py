"""Seats: games for invited callers, anonymous games, resigning, and who is late."""

from __future__ import annotations

import logging

import pytest
from msgspec.structs import replace

from door.judge.games import game_list, new_game, resign, take_seat, vacate_seat, view, view_for
from door.judge.refusal import Refused
from door.judge.seats import SOMEBODY, TRIES_A_DAY, caller_shown
from door.judge.signup import name_fault
from door.judge.table import EventTimes, event_times, late_turns, settings_words
from door.judge.votes import cast, choices, own_vote
from door.store import journal
from door.store.games import save_game
from door.store.home import Home, append_event
from door.store.records import EventLine, SeatLine
from tests.judge.play import NOON, POWERS, caller_of, close, days_later, order, running, zone

WORD = "open sesame"


def invited(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "open", NOON, password=WORD)


def test_an_invited_game_asks_for_its_password(home: Home) -> None:
    invited(home)
    with pytest.raises(Refused, match="Demo is for invited callers: a password is needed to take a seat"):
        take_seat(home, "demo", "FRANCE", "Ann", NOON)
    with pytest.raises(Refused, match="That is not the password of Demo: you have 4 more today"):
        take_seat(home, "demo", "FRANCE", "Ann", NOON, password="Open Sesame")
    assert view(home, "demo").record.seats == {}
    assert take_seat(home, "demo", "FRANCE", "Ann", NOON, password=WORD).power_of("Ann") == "FRANCE"


def test_the_password_is_kept_as_callers_passwords_are(home: Home) -> None:
    invited(home)
    kept = view(home, "demo").record.password
    assert kept is not None and (kept.n, kept.r, kept.p) == (2**15, 8, 1)
    for path in (home.games_dir / "demo").rglob("*.json"):
        assert WORD not in path.read_text()


@pytest.mark.parametrize("word", ["", "short", "x" * 65, "con\x1btrol"])
def test_a_password_that_will_not_do_makes_no_game(home: Home, word: str) -> None:
    with pytest.raises(Refused, match="A password"):
        new_game(home, "demo", "Demo", "e1901", "open", NOON, password=word)
    assert game_list(home) == []


def test_wrong_tries_are_limited_by_caller_and_day(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    invited(home)
    for left in reversed(range(TRIES_A_DAY)):
        what = f"you have {left} more today" if left else "that was your last try today"
        with pytest.raises(Refused, match=f"not the password of Demo: {what}"):
            take_seat(home, "demo", "FRANCE", "Ann" if left % 2 else "ANN", NOON, password="a guess")
    for word in (WORD, "a guess", None):
        with pytest.raises(Refused, match="too often today: try again tomorrow, or ask the sysop"):
            take_seat(home, "demo", "FRANCE", "Ann", NOON, password=word)
    assert caplog.text.count("a wrong password for a seat from") == TRIES_A_DAY
    assert "a guess" not in caplog.text
    # Nobody is locked out by the wrong tries of another.
    take_seat(home, "demo", "ITALY", "Bob", NOON, password=WORD)
    take_seat(home, "demo", "FRANCE", "Ann", days_later(1), password=WORD)


def test_the_day_of_the_tries_is_the_local_one(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    zone(monkeypatch, "JST-9")  # noon in UTC is 21:00 there
    invited(home)
    for _ in range(TRIES_A_DAY):
        with pytest.raises(Refused):
            take_seat(home, "demo", "FRANCE", "Ann", NOON, password="a guess")
    with pytest.raises(Refused, match="too often"):
        take_seat(home, "demo", "FRANCE", "Ann", days_later(2.9 / 24), password=WORD)
    take_seat(home, "demo", "FRANCE", "Ann", days_later(3.1 / 24), password=WORD)


def test_what_is_refused_anyway_costs_no_try(home: Home) -> None:
    invited(home)
    take_seat(home, "demo", "FRANCE", "Ann", NOON, password=WORD)
    for power, caller in (("FRANCE", "Bob"), ("ITALY", "Ann"), ("SPAIN", "Bob")):
        with pytest.raises(Refused, match=r"taken|already play|no power"):
            take_seat(home, "demo", power, caller, NOON, password="a guess")
    assert not (home.games_dir / "demo" / "tries.json").exists()


def test_an_open_game_asks_for_nothing(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "open", NOON)
    assert take_seat(home, "demo", "FRANCE", "Ann", NOON, password="whatever").power_of("Ann") == "FRANCE"


def anonymous(home: Home) -> None:
    running(home)
    save_game(home, replace(view(home, "demo").record, anonymous=True))


def test_in_an_anonymous_game_each_sees_their_own_seat_only(home: Home) -> None:
    anonymous(home)
    ann = caller_of("FRANCE")
    shown = view_for(home, "demo", ann.upper())
    assert shown.record.seats == {**dict.fromkeys(POWERS, SOMEBODY), "FRANCE": ann}
    assert shown.power_of(ann) == "FRANCE"
    stranger = view_for(home, "demo", "Zoe")
    assert set(stranger.record.seats.values()) == {SOMEBODY}
    assert stranger.power_of("Zoe") is None
    assert view(home, "demo").record.seats == {power: caller_of(power) for power in POWERS}  # the sysop's


def test_votes_are_counted_where_names_are_kept(home: Home) -> None:
    """What a caller's own view of the game says is enough to know their own vote, and no other's."""
    anonymous(home)
    for power in ("FRANCE", "ITALY"):
        cast(home, "demo", caller_of(power), 0, None, NOON)
    shown = view_for(home, "demo", caller_of("FRANCE"))
    assert own_vote(home, shown, caller_of("FRANCE")) is not None
    assert own_vote(home, shown, caller_of("ITALY")) is None
    assert choices(shown, "FRANCE") == [None, *(power for power in POWERS if power != "FRANCE")]


def test_nobody_can_have_the_name_that_stands_for_somebody() -> None:
    assert name_fault(SOMEBODY) is not None


def test_the_list_tells_the_kinds_of_games(home: Home) -> None:
    invited(home)
    running(home, "other")
    save_game(home, replace(view(home, "other").record, anonymous=True))
    assert [(entry.invited, entry.anonymous) for entry in game_list(home)] == [(True, False), (False, True)]
    save_game(home, replace(view(home, "other").record, status="over", phase="COMPLETED"))
    assert [entry.anonymous for entry in game_list(home)] == [False, False]


def test_an_anonymous_games_open_seats_are_known(home: Home) -> None:
    anonymous(home)
    vacate_seat(home, "demo", "ITALY", NOON)
    seen = view_for(home, "demo", "Zoe")
    assert seen.open_seats == ["ITALY"]
    assert caller_shown(seen.record, "ITALY", "Zoe") is None


def test_who_takes_a_taken_seat_is_not_told_whose_it_is(home: Home) -> None:
    anonymous(home)
    with pytest.raises(Refused, match=r"^France is taken: choose another power\.$"):
        take_seat(home, "demo", "FRANCE", "Zoe", NOON)


def test_names_are_told_when_the_game_is_over(home: Home) -> None:
    anonymous(home)
    save_game(home, replace(view(home, "demo").record, status="over", phase="COMPLETED", winner="FRANCE"))
    assert view_for(home, "demo", "Zoe").record.seats["FRANCE"] == caller_of("FRANCE")


def test_other_games_name_their_callers(home: Home) -> None:
    running(home)
    assert view_for(home, "demo", "Zoe").record.seats["FRANCE"] == caller_of("FRANCE")


def test_who_resigns_leaves_the_seat_open_and_the_orders_standing(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    ann = caller_of("FRANCE")
    seen = resign(home, "demo", ann.lower(), NOON)
    assert seen.open_seats == ["FRANCE"]
    line = journal.last(home, "demo")
    assert isinstance(line, SeatLine) and (line.power, line.caller) == ("FRANCE", None)
    with pytest.raises(Refused, match="You play no power in Demo"):
        resign(home, "demo", ann, NOON)
    close(home)
    assert "BUR" in view(home, "demo").position.units


def test_who_resigned_comes_back_to_that_seat_or_none(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "open", NOON)
    for power in ("FRANCE", "ITALY"):
        take_seat(home, "demo", power, caller_of(power), NOON)
        resign(home, "demo", caller_of(power), NOON)
    with pytest.raises(Refused, match="You played France in this game and cannot play another power"):
        take_seat(home, "demo", "ITALY", caller_of("FRANCE"), NOON)
    take_seat(home, "demo", "FRANCE", "Newcomer", NOON)
    with pytest.raises(Refused, match="France is taken by Newcomer"):
        take_seat(home, "demo", "FRANCE", caller_of("FRANCE"), NOON)


def test_nobody_resigns_from_what_is_over(home: Home) -> None:
    running(home)
    save_game(home, replace(view(home, "demo").record, status="over", phase="COMPLETED"))
    with pytest.raises(Refused, match="Demo is over: there is nothing to leave any more"):
        resign(home, "demo", caller_of("FRANCE"), NOON)
    assert view(home, "demo").record.seats["FRANCE"] == caller_of("FRANCE")


def test_before_the_start_a_seat_is_left_too(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    take_seat(home, "demo", "FRANCE", "Ann", NOON)
    assert resign(home, "demo", "Ann", NOON).waits_for == "waits for 7 more callers"


def late(home: Home) -> dict[str, int]:
    return late_turns(home, view(home, "demo"))


def test_late_is_who_orders_nothing_in_turns_of_moves(home: Home) -> None:
    running(home, "demo", "FRANCE", "ITALY", "TURKEY")
    assert late(home) == {}
    order(home, "ITALY", "A ROM H")  # a hold is an order too
    close(home)
    assert late(home) == {"FRANCE": 1, "TURKEY": 1}
    order(home, "TURKEY", "A CON - BUL")
    close(home, 2)
    assert late(home) == {"FRANCE": 2, "ITALY": 1}
    vacate_seat(home, "demo", "FRANCE", NOON)
    take_seat(home, "demo", "FRANCE", "Newcomer", NOON)
    assert late(home) == {"ITALY": 1}  # who has just come has missed nothing


def test_nights_without_an_event_make_nobody_late(home: Home) -> None:
    running(home, "demo", "FRANCE")
    close(home, 9)
    assert late(home) == {"FRANCE": 1}


def test_r57_a_power_without_units_is_never_late(home: Home) -> None:
    state = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"], "TURKEY": ["CON"]}}
    running(home, "demo", *POWERS, state=state)
    close(home)
    assert late(home) == {"FRANCE": 1}


def test_nobody_is_late_when_it_is_over(home: Home) -> None:
    running(home, "demo", "FRANCE")
    close(home)
    save_game(home, replace(view(home, "demo").record, status="over", phase="COMPLETED"))
    assert late(home) == {}


def test_when_the_event_runs(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    assert event_times(home, NOON) == EventTimes()
    append_event(home, EventLine(at=NOON, games=[]))
    assert event_times(home, days_later(0.5)) == EventTimes(NOON, days_later(1))
    assert event_times(home, days_later(1.02)) == EventTimes(NOON, days_later(1))  # it may take its time
    assert event_times(home, days_later(1.1)) == EventTimes(NOON, None)
    home.event_path.write_text("{}\n")
    assert event_times(home, NOON) == EventTimes()
    assert "when the event ran is not known" in caplog.text


def test_the_event_keeps_its_time_of_day_when_the_clocks_change(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    zone(monkeypatch, "CET-1CEST,M3.5.0,M10.5.0/3")
    before = NOON.replace(month=3, day=28, hour=3)  # 4:00 there, on the last day of winter time 2026
    append_event(home, EventLine(at=before, games=[]))
    expected = event_times(home, before).next
    assert expected is not None and (expected.day, expected.hour) == (29, 4)
    assert (expected - before).total_seconds() == 23 * 3600


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "the door's own rules; press private and public; votes on draws and concessions"),
        (
            {"rules": "standard", "army_fleet": True, "press": "rulebook", "grey": True, "draws": False},
            "standard rulebook with Army/Fleet; press in Spring and Fall only, messages may be unsigned; "
            "votes on concessions",
        ),
        (
            {"press": "none", "draws": False, "concessions": False, "anonymous": True},
            "the door's own rules; no press; no votes; who plays what is kept until the game is over",
        ),
        (
            {"press": "public", "concessions": False, "password": True},
            "the door's own rules; public press only; votes on draws; a password is needed to take a seat",
        ),
    ],
)
def test_settings_in_words(home: Home, settings: dict[str, object], words: str) -> None:
    invited(home)
    record = view(home, "demo").record
    settings = {**settings, "password": record.password if settings.get("password") else None}
    assert "; ".join(settings_words(replace(record, **settings))) == words


def test_the_log_of_a_resignation_names_the_power(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    running(home)
    resign(home, "demo", caller_of("FRANCE"), NOON)
    assert "game demo: nobody plays FRANCE any more" in caplog.text
