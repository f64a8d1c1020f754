"""What playing the game on a real line has shown: small things, each of a whole kind."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from door.judge import games
from door.judge.games import read_view
from door.judge.news import standings
from door.judge.process import process
from door.screens import gamemenu, lobby, retreating, seats, wintering
from door.screens.gamemenu import play
from door.screens.mapscreen import show_map
from door.screens.ordering import edit_orders, orders_view
from door.screens.orderlist import draw_list
from door.screens.retreating import edit_retreats
from door.screens.seats import take_seat
from door.screens.session import Session
from door.screens.turnwords import todo_words, turn_sentences
from door.screens.wintering import edit_winter
from door.store.home import Home
from door.term import plain
from door.term.charset import text_width
from tests.screens import samples
from tests.screens.calling import NOW, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")

TWO_BEATEN = {
    "units": {"FRANCE": ["A BEL", "A BUR", "A GAS", "A PAR"], "GERMANY": ["*A BEL", "*A BUR", "A MUN"]},
    "retreats": {"GERMANY": {"A BEL": ["HOL", "RUH"], "A BUR": ["RUH"]}},
    "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "GERMANY": ["MUN", "BER", "KIE", "BEL"]},
}


@pytest.fixture
def spring(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    return home


@pytest.mark.parametrize(
    ("closed_on", "says"),
    [
        (None, "Open until the board's next daily event carries out the orders."),
        ("1990-05-02", "Open until the board's next daily event carries out the orders."),
        ("1990-05-03", "Open until the board's first event after today carries out the orders."),
        ("1990-05-20", "Open until the board's first event after 20 May 1990 carries out the orders."),
    ],
)
def test_the_menu_says_truly_which_event_closes_the_turn(closed_on: str | None, says: str) -> None:
    seen = read_view(replace(samples.game().record, closed_on=closed_on))
    assert turn_sentences(samples.desk(seen, "FRANCE"), None, date(1990, 5, 3))[0] == says


async def test_on_the_day_of_the_start_the_next_event_closes_nothing(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        assert "first event after today" in caller.screen
        assert not process(spring, "autumn", NOW).closed
    async with calling(spring, in_game(play, "Anna"), now=NOW + timedelta(days=1)) as caller:
        assert "next daily event" in caller.screen
        assert process(spring, "autumn", NOW + timedelta(days=1)).closed


@pytest.mark.parametrize(("power", "label"), [("FRANCE", "Builds"), ("TURKEY", "Removals"), ("ITALY", "Winter orders")])
def test_nothing_in_the_menu_is_cut(power: str, label: str) -> None:
    seats_taken = {"FRANCE": "Anna", "TURKEY": "Bert", "ITALY": "Carla"}
    desk = samples.desk(samples.game("W1901A", samples.WINTER, seats_taken), power)
    view = gamemenu.MenuView(desk, tuple(standings(desk.seen)))
    first = gamemenu.draw_menu(view).text()[3]
    assert f"[B] {label}  " in first and todo_words(desk) in first


async def test_a_seat_that_is_freed_meanwhile_is_told(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("o")
        games.vacate_seat(spring, "autumn", "FRANCE", NOW)
        await caller.types("E")
        assert (
            "! You do not play France any more" in caller.screen or "* You do not play France any more" in caller.screen
        )
        assert "[T] Take a seat" in caller.screen


async def test_two_of_ones_own_retreating_to_one_place_is_warned_of(home: Home) -> None:
    new_game(home, {"GERMANY": "Anna"}, "S1901R", TWO_BEATEN)
    async with calling(home, in_game(edit_retreats, "Anna")) as caller:
        await caller.types("I", "n", "h", "e", "n")
        assert "[h] Ruhr (another of yours goes there)" in caller.screen
        await caller.types("h")
        screen = " ".join(caller.screen.split())
        assert "The German army in I: Belgium retreats to h: Ruhr as well: both would be disbanded." in screen
        await caller.types("\r", "h", "y")
        assert stored(home, "GERMANY") == ["A BEL R RUH", "A BUR R RUH"]
        await caller.types("I", "n", "h", "q", "J")  # its own former order is no hindrance, the other's is
        assert "A BEL R HOL" in stored(home, "GERMANY")


def test_a_list_of_nothing_asks_for_no_key() -> None:
    alone = {"units": {"FRANCE": ["A BEL"]}, "retreats": {}, "centers": {"FRANCE": ["BEL"]}}
    spring = samples.desk(samples.game("S1901M", alone), "ITALY")
    winter = samples.desk(samples.game("W1901A", samples.WINTER), "ITALY")
    eve = samples.desk(samples.game("S1901R", samples.BELGIUM), "FRANCE")
    for canvas in (
        draw_list(orders_view(spring)),
        draw_list(wintering.winter_view(winter)),
        draw_list(retreating.retreats_view(eve)),
    ):
        assert canvas.text()[-1].rstrip() == " Go back [Enter]:"
        assert "Territory" not in "\n".join(canvas.text())


@pytest.mark.parametrize("key", ["\r", "q", "Q"])
async def test_the_way_back_from_a_list_of_nothing(home: Home, key: str) -> None:
    new_game(home, {"FRANCE": "Anna", "ITALY": "Bert"}, "W1901A", samples.WINTER)
    async with calling(home, in_game(edit_winter, "Bert")) as caller:
        await caller.types(key)
        assert caller.call.done()


def test_nothing_to_do_is_not_all_done(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna", "ITALY": "Bert"}, "W1901A", samples.WINTER)
    assert [row.owed for name in ("Anna", "Bert") for row in lobby.read_rows(home, name)] == [2, None]


def test_a_long_list_of_centres_shows_that_it_is_cut() -> None:
    seen = samples.game("F1903M", samples.MANY, {})
    rows = seats.draw_seats(seats.SeatsView(samples.desk(seen, None))).text()
    assert any(row.startswith(" " * 24) and row.rstrip().endswith("..") for row in rows)


async def test_no_seat_is_taken_by_keys_typed_ahead(spring: Home) -> None:
    async with calling(spring, in_game(take_seat, "Carla")) as caller:
        await caller.types("tyyyy")
        assert "Play Turkey until the game ends?" in caller.screen
        await caller.types("y")
        assert games.view(spring, "autumn").power_of("Carla") == "TURKEY"


async def test_a_client_that_sends_lines_gets_an_empty_field(spring: Home) -> None:
    """It could not take back what stood there, for it edits by itself."""
    async with calling(spring, in_game(edit_orders, "Anna"), line_mode=True) as caller:
        await caller.types(">\n", "A PAR - XYZ\n")
        assert "no place on the map" in caller.said
        await caller.types("A PAR - BUR\n")
        assert "Stored A PAR - BUR: French army in E: Paris ATTACKS e: Burgundy." in caller.said


@pytest.mark.parametrize("width", [30, 40, 60, 79])
def test_plain_lines_fit_a_narrow_window(width: int) -> None:
    desk = samples.desk(samples.game("F1903M", samples.MANY, {"RUSSIA": "Anna"}), "RUSSIA")
    canvas = gamemenu.draw_menu(gamemenu.MenuView(desk, tuple(standings(desk.seen)), plain=True))
    lines = plain.lines(canvas, width + 1)
    assert all(text_width(line) <= width for line in lines)
    whole = " ".join(" ".join(plain.lines(canvas)).split())
    assert " ".join(" ".join(lines).split()) == whole


async def test_what_a_reader_may_press_is_said_truly(spring: Home) -> None:
    async with calling(spring, in_game(show_map, "Anna")) as caller:
        await caller.types("k", "x")
        assert "! Press Enter or space to read on, or S or Esc to go back." in caller.screen
        await caller.types(" ", " ", "x")
        assert "! Press B for the page before, or Enter or Esc to go back." in caller.screen


async def test_any_key_brings_the_list_of_games_up_to_date(spring: Home) -> None:
    async def run(session: Session) -> None:
        await lobby.lobby(session, "Anna")

    async with calling(spring, run, caller="Anna") as caller:
        assert "Spring 1901" in caller.screen
        process(spring, "autumn", NOW + timedelta(days=1))
        await caller.types("x")
        assert "Fall 1901" in caller.screen and "! Press 1 for the game" in caller.screen
