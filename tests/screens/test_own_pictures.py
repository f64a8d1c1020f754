"""Pictures of a caller's own settings, the display with its test picture, and who is here: in every way of drawing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from door.judge.company import Company
from door.judge.games import GameEntry
from door.screens import lobby
from door.screens.company import company_text
from door.screens.display import DisplayView, draw_display
from door.screens.frame import Notice, refusal
from door.screens.manual import help_text
from door.screens.paging import paged_for
from door.screens.reading import draw_page
from door.screens.settings import SettingsView, draw_question, draw_settings
from door.term import plain
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.golden import CP437, MONO, UTF8, check, check_plain, same, shown

PLAIN = Caps(Charset.ASCII, colour=False, cursor=False)
PHONE = Caps(Charset.UTF8, cursor=False, columns=40, rows=24)


def in_a_narrow_window(name: str, canvas: Canvas) -> None:
    lines = plain.lines(canvas, PHONE.columns)
    assert max(map(len, lines)) < PHONE.columns
    same(f"{name}-40x24", lines)


def test_settings() -> None:
    view = SettingsView("Anna", UTF8, hot_keys=True, shown=True)
    canvas = draw_settings(view, Notice("Kept for your next call."))
    check("settings", canvas)
    assert canvas.cursor == (23, 31)
    plainly = SettingsView("Anna", PLAIN, hot_keys=False, shown=False)
    check_plain("settings", draw_settings(plainly))
    in_a_narrow_window("settings", draw_settings(replace(plainly, caps=replace(PHONE, page_rows=0))))


def test_the_length_of_a_page() -> None:
    view = SettingsView("Anna", replace(UTF8, page_rows=30), hot_keys=True, shown=None)
    canvas, col = draw_question(view, refusal("A page has 10 to 100 rows."), "Rows before a stop")
    check("settings-page", canvas)
    assert canvas.cursor == (23, col)


@pytest.mark.parametrize(
    ("name", "caps"),
    [
        ("display", UTF8),
        ("display-cp437", CP437),
        ("display-without-colour", Caps(Charset.UTF8, colour=False)),
        ("display-ascii", Caps(Charset.ASCII)),
        ("display-mono", MONO),
    ],
)
def test_display(name: str, caps: Caps) -> None:
    lines = shown(draw_display(DisplayView(caps)), caps)
    same(name, lines)
    assert "in use" in "\n".join(lines)


def test_the_test_picture_shows_every_power_in_its_colour() -> None:
    canvas = draw_display(DisplayView(UTF8))
    for name in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        assert any(name in row for row in canvas.text())
    grounds = {style.bg for _, style in canvas.cells}
    assert len(grounds) == 9, "seven powers, the sea, and the terminal's own"


def test_display_in_plain_lines_draws_nothing() -> None:
    canvas = draw_display(DisplayView(PLAIN))
    check_plain("display", canvas)
    in_a_narrow_window("display", draw_display(DisplayView(PHONE)))
    assert all(ord(char) < 0x100 for line in plain.lines(canvas) for char in line)


def test_company() -> None:
    text = company_text("Anna", samples.COMPANY, samples.NOW)
    check("company", draw_page(text, 0, plain=False))
    hidden = replace(samples.COMPANY, hidden=True)
    page = draw_page(company_text("Anna", hidden, samples.NOW), 0, plain=True)
    check_plain("company", page)
    in_a_narrow_window("company", page)
    nobody = company_text("Anna", Company((), ()), samples.NOW)
    check("company-nobody", draw_page(nobody, 0, plain=False))


def test_a_board_full_of_callers_is_paged() -> None:
    many = replace(samples.COMPANY, on_line=samples.COMPANY.on_line * 20)
    text = company_text("Anna", many, samples.NOW)
    assert len(text.pages) > 3
    for number in range(len(text.pages)):
        shown(draw_page(text, number, plain=False), CP437)
    assert len(paged_for(text.lines, replace(PLAIN, page_rows=0))) == 1


def test_the_list_of_games_names_other_rules() -> None:
    entries = [
        GameEntry("a", "The Autumn Game", "All Hallows' Eve 1901", "running", 4, "FRANCE"),
        GameEntry("b", "North of the river", "Spring 1901", "running", 6, "AUSTRIA", rules="standard"),
        GameEntry("c", "Boats", "Spring 1901", "running", 7, None, army_fleet=True),
        GameEntry("d", "A game with a name of forty letters here", "W", "over", 7, None, "standard", army_fleet=True),
    ]
    rows = [lobby.Row(entry, "Austria" if entry.yours else "", 17 if entry.yours else None) for entry in entries]
    canvas = lobby.draw_lobby(lobby.LobbyView("Anna", rows, 0, 1))
    check("lobby-rules", canvas)
    check_plain("lobby-rules", canvas)
    in_a_narrow_window("lobby-rules", canvas)


@pytest.mark.parametrize("topic", ["settings"])
def test_every_help_fits(topic: str) -> None:
    text = help_text(topic)
    for number in range(len(text.pages)):
        shown(draw_page(text, number, plain=False), CP437)
    assert max(map(len, text.lines)) < 79
