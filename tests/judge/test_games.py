"""Making games, taking seats, and the start."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from door.judge.games import game_list, new_game, take_seat, vacate_seat, view
from door.judge.process import process
from door.judge.refusal import Refused
from door.judge.submit import submit_text
from door.store.errors import StoreError
from door.store.games import save_game
from door.store.home import Home
from tests.judge.play import (
    ALL_CENTRES,
    CENTRES,
    NOON,
    POWERS,
    SPRING,
    caller_of,
    close,
    days_later,
    order,
    phase_of,
    running,
    zone,
)


def test_a_new_game_waits_at_the_maps_own_start(home: Home) -> None:
    new_game(home, "north", " North  of the river ", "standard", "full", NOON)
    seen = view(home, "north")
    assert (seen.record.title, seen.record.status, seen.phase_title) == ("North of the river", "forming", "Spring 1901")
    assert seen.open_seats == list(POWERS)
    assert seen.rulebook.name == "standard"
    assert len(seen.position.units) == 22


@pytest.mark.parametrize(
    ("name", "title", "rules", "starts", "what"),
    [
        ("North Game", "North", "e1901", "full", "no name for a game"),
        ("../out", "North", "e1901", "full", "no name for a game"),
        ("", "North", "e1901", "full", "no name for a game"),
        ("north", " ", "e1901", "full", "A title has 1 to 40"),
        ("north", "T" * 41, "e1901", "full", "A title has 1 to 40"),
        ("north", "No\x1brth", "e1901", "full", "A title has 1 to 40"),
        ("north", "North", "chess", "full", "no rules 'chess': choose e1901 or standard"),
        ("north", "North", "e1901", "soon", "choose full (all seats taken) or open (one seat taken)"),
    ],
)
def test_a_game_that_will_not_do_is_refused(
    home: Home, name: str, title: str, rules: str, starts: str, what: str
) -> None:
    with pytest.raises(Refused) as refused:
        new_game(home, name, title, rules, starts, NOON)
    assert what in str(refused.value)
    assert game_list(home) == []


def test_two_games_cannot_have_one_name(home: Home) -> None:
    new_game(home, "north", "First", "e1901", "full", NOON)
    with pytest.raises(Refused, match="already"):
        new_game(home, "north", "Second", "e1901", "full", NOON)
    assert view(home, "north").record.title == "First"


def test_a_game_can_begin_anywhere(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["A BEL"], "GERMANY": ["*A BEL"]},
        "retreats": {"GERMANY": {"A BEL": ["HOL"]}},
        "centers": CENTRES,
    }
    new_game(home, "late", "Late", "e1901", "open", NOON, phase="S1905R", state=state)
    seen = view(home, "late")
    assert seen.phase_title == "Midsummer's Eve 1905"
    assert [str(entry.unit) for entry in seen.position.dislodged_of("GERMANY")] == ["A BEL"]


@pytest.mark.parametrize(
    ("phase", "state", "what"),
    [
        ("Spring", None, "is no phase"),
        ("S1901M", {"units": {"FRANCE": ["A LONDON"]}}, "is no unit"),
        ("S1901M", {"units": {"SPAIN": ["A SPA"]}}, "no power SPAIN"),
        ("S1901M", {"units": {}, "centers": {"SPAIN": ["SPA"]}}, "no power SPAIN"),
    ],
)
def test_a_beginning_that_cannot_be_is_refused(home: Home, phase: str, state: dict[str, object], what: str) -> None:
    with pytest.raises(Refused, match=what):
        new_game(home, "late", "Late", "e1901", "open", NOON, phase=phase, state=state)
    assert game_list(home) == []


def test_a_full_game_starts_with_the_seventh_seat(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    for power in POWERS[:-1]:
        assert take_seat(home, "demo", power, caller_of(power), NOON).record.status == "forming"
    seen = take_seat(home, "demo", "TURKEY", "Ted", days_later(3))
    assert (seen.record.status, seen.record.started, seen.record.closed_on) == ("running", days_later(3), "2026-12-03")
    assert seen.open_seats == []


def test_an_open_game_starts_with_the_first_seat(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "open", NOON)
    seen = take_seat(home, "demo", "FRANCE", "Ann", NOON)
    assert (seen.record.status, seen.record.closed_on) == ("running", "2026-11-30")
    assert take_seat(home, "demo", "TURKEY", "Ted", days_later(2)).record.closed_on == "2026-11-30"


def test_the_date_of_the_start_is_the_local_one(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    zone(monkeypatch, "JST-9")
    new_game(home, "demo", "Demo", "e1901", "open", NOON)
    late = datetime(2026, 11, 30, 23, tzinfo=UTC)
    assert take_seat(home, "demo", "FRANCE", "Ann", late).record.closed_on == "2026-12-01"


def test_seats_that_are_not_free_are_refused(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    take_seat(home, "demo", "AUSTRIA", "Ann", NOON)
    with pytest.raises(Refused, match=r"Austria is taken by Ann: choose another power\."):
        take_seat(home, "demo", "AUSTRIA", "Bob", NOON)
    with pytest.raises(Refused, match=r"You already play Austria in this game\."):
        take_seat(home, "demo", "FRANCE", "ANN", NOON)
    with pytest.raises(Refused, match="There is no power SPAIN"):
        take_seat(home, "demo", "SPAIN", "Bob", NOON)
    with pytest.raises(Refused, match="There is no game 'other'"):
        take_seat(home, "other", "FRANCE", "Bob", NOON)
    assert view(home, "demo").record.seats == {"AUSTRIA": "Ann"}


def test_a_game_that_is_over_takes_nobody(home: Home) -> None:
    state = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ALL_CENTRES[:18]}}
    running(home, "demo", "FRANCE", phase="F1901M", state=state)
    close(home)
    with pytest.raises(Refused, match="Demo is over: nobody can join it"):
        take_seat(home, "demo", "ITALY", "Bob", NOON)


def test_r72_a_vacated_seat_is_open_at_once_and_its_orders_stand(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    assert vacate_seat(home, "demo", "FRANCE", NOON).open_seats == ["FRANCE"]
    with pytest.raises(Refused, match="Nobody plays FRANCE"):
        vacate_seat(home, "demo", "FRANCE", NOON)
    assert take_seat(home, "demo", "FRANCE", "Newcomer", NOON).power_of("newcomer") == "FRANCE"
    close(home)
    assert "BUR" in view(home, "demo").position.units


def test_r70_who_left_a_seat_can_only_come_back_to_it(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "open", NOON)
    for power in ("FRANCE", "GERMANY"):
        take_seat(home, "demo", power, caller_of(power), NOON)
        vacate_seat(home, "demo", power, NOON)
    with pytest.raises(Refused, match="You played France in this game"):
        take_seat(home, "demo", "GERMANY", caller_of("FRANCE").upper(), NOON)
    assert take_seat(home, "demo", "FRANCE", caller_of("FRANCE"), NOON).power_of(caller_of("FRANCE")) == "FRANCE"


def test_the_list_shows_each_game_as_it_stands_for_the_caller(home: Home) -> None:
    running(home, "alpha", "FRANCE")
    new_game(home, "beta", "Beta", "e1901", "full", NOON)
    alpha, beta = game_list(home, caller_of("FRANCE").lower())
    assert (alpha.name, alpha.status, alpha.phase_title, alpha.seats_open, alpha.yours) == (
        "alpha", "running", "Spring 1901", 6, "FRANCE",
    )  # fmt: skip
    assert (beta.status, beta.seats_open, beta.yours) == ("forming", 7, None)


@pytest.mark.parametrize(
    "state",
    [
        {"units": []},
        {"units": {"FRANCE": ["A PAR", "F PAR"]}},
        {"units": {"FRANCE": ["A XXX"]}},
        {"units": {}, "centers": {"FRANCE": ["BUR"]}},
    ],
)
def test_a_game_with_no_position_in_it_is_damaged(home: Home, state: dict[str, object]) -> None:
    running(home, "north")
    save_game(home, replace(view(home, "north").record, state=state))
    for act in (
        lambda: view(home, "north"),
        lambda: take_seat(home, "north", "ITALY", "Zoe", NOON),
        lambda: vacate_seat(home, "north", "ITALY", NOON),
        lambda: submit_text(home, "north", caller_of("FRANCE"), SPRING, "A PAR H", NOON),
        lambda: process(home, "north", days_later(1)),
    ):
        with pytest.raises(StoreError, match=r"^games/north/game\.json is damaged: .*\.$"):
            act()
    assert [entry.status for entry in game_list(home)] == ["damaged"]


def test_a_damaged_game_hides_no_other_in_the_list(home: Home) -> None:
    for name in ("alpha", "beta", "gamma"):
        running(home, name, "FRANCE")
    (home.games_dir / "beta" / "game.json").write_text('{"version": 1, "name"')
    assert [(entry.name, entry.status) for entry in game_list(home)] == [
        ("alpha", "running"),
        ("beta", "damaged"),
        ("gamma", "running"),
    ]


@pytest.mark.parametrize("name", ["nowhere", "../demo", "", "Demo"])
def test_a_game_that_is_not_there_is_refused(home: Home, name: str) -> None:
    running(home, "demo", "FRANCE")
    with pytest.raises(Refused, match="There is no game"):
        view(home, name)


def test_r53_a_game_is_never_processed_before_it_has_started_nor_on_that_day(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    assert close(home, 5).did == "waits for 7 more callers"
    for power in POWERS[:-1]:
        take_seat(home, "demo", power, caller_of(power), days_later(5))
    assert close(home, 6).did == "waits for 1 more caller"
    take_seat(home, "demo", "TURKEY", "Ted", days_later(7))
    assert close(home, 7).did == "nothing due: the game started today"
    assert phase_of(home) == "S1901M"
    assert close(home, 8).closed
