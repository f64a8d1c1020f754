"""What the screens say in a game by the Army/Fleet rules, and that they say nothing of it in any other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from door.judge.games import GameView, read_view
from door.judge.news import standings
from door.screens import gamemenu, seats, standing
from door.screens.ingame import Desk
from door.screens.manual import help_text
from door.screens.manualpages import PAGES
from door.screens.reading import draw_page
from door.term.canvas import Canvas
from tests.screens import samples
from tests.screens.golden import CP437, UTF8, shown

AT_SEA = {
    "units": {"FRANCE": ["A/F MAO", "A PAR"], "ENGLAND": ["F ENG"]},
    "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "ENGLAND": ["LON"]},
}
BEATEN = {
    "units": {"FRANCE": ["*A/F MAO", "A PAR"], "ENGLAND": ["F MAO"]},
    "retreats": {"FRANCE": {"A/F MAO": ["BRE", "WES"]}},
    "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "ENGLAND": ["LON"]},
}


def game(army_fleet: bool, rules: str = "e1901", phase: str = "S1901M", state: object = AT_SEA) -> GameView:
    """A game with an army aboard, or one from the map's start without the module."""
    if not army_fleet:
        seen = samples.game()
        return read_view(replace(seen.record, rules=rules))
    return read_view(replace(samples.game().record, rules=rules, army_fleet=True, phase=phase, state=state))


def text(canvas: Canvas) -> str:
    """What is seen, the same in both full character sets."""
    lines = shown(canvas, UTF8)
    assert shown(canvas, CP437) == lines
    return "\n".join(lines)


def menu(seen: GameView, *, plain: bool = False) -> str:
    view = gamemenu.MenuView(Desk(seen, "FRANCE"), tuple(standings(seen)), samples.NOW, plain=plain)
    return text(gamemenu.draw_menu(view))


@pytest.mark.parametrize("plain", [False, True])
def test_the_menu_names_the_rules(plain: bool) -> None:
    assert "── Spring 1901 · Army/Fleet rules ──" in menu(game(True), plain=plain)
    assert "── Spring 1901 · standard rulebook · Army/Fleet rules ──" in menu(game(True, "standard"), plain=plain)
    assert "── Spring 1901 · standard rulebook ──" in menu(game(False, "standard"), plain=plain)
    assert "── Spring 1901 ──" in menu(game(False), plain=plain)


def test_who_takes_a_seat_is_told() -> None:
    view = seats.SeatsView(Desk(game(True), None))
    assert "Army/Fleet rules: armies can live at sea (section L of the Instructions)." in text(seats.draw_seats(view))
    assert "Army/Fleet" not in text(seats.draw_seats(seats.SeatsView(Desk(game(False), None))))


@pytest.mark.parametrize(("phase", "state"), [("S1901M", AT_SEA), ("S1901R", BEATEN)])
def test_the_standings_count_both_halves(phase: str, state: object) -> None:
    seen = game(True, phase=phase, state=state)
    view = standing.StandingsView(Desk(seen, "FRANCE"), tuple(standings(seen)))
    (row,) = (line for line in text(standing.draw_standings(view)).splitlines() if "France" in line[:16])
    assert row.split()[-3:-1] == ["3", "3"], "centres and units"


TOPICS = [topic for topic, page in PAGES.items() if page.army_fleet]


@pytest.mark.parametrize("topic", PAGES)
def test_the_help_fits_with_the_module(topic: str) -> None:
    page = help_text(topic, army_fleet=True)
    for number in range(len(page.pages)):
        shown(draw_page(page, number, plain=False), CP437)
    assert max(map(len, page.lines)) < 79


@pytest.mark.parametrize("topic", TOPICS)
def test_the_help_tells_of_the_module_only_where_it_is_played(topic: str) -> None:
    without, with_module = ("\n".join(help_text(topic, played).lines) for played in (False, True))
    assert "Army/Fleet" not in without and "A/F" not in without
    added = PAGES[topic].army_fleet.strip("\n")
    assert "Army/Fleet rules" in added
    opens = "\nL opens the section of the Army/Fleet rules."
    assert with_module.replace(f"{added}\n\n", "").replace(opens, "") == without != with_module


def test_the_module_has_help_for_screens_that_are_there() -> None:
    assert {"game", "map", "orders", "one order", "typing", "choices", "retreats", "winter"} <= set(TOPICS)
    words = " ".join(help_text("one order", army_fleet=True).lines)
    assert all(verb in words for verb in ("EMBARKS", "DISEMBARKS", "ATTACKS BY FERRY", "CONVOYS"))
