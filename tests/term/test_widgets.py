from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.term import widgets
from door.term.ansi import paint
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from door.term.charset import printable, text_width
from door.term.widgets import Kind, MenuItem
from tests.term.emulator import Terminal

MENU = [MenuItem("O", "Orders", "2 of 3 entered"), MenuItem("1-9", "Units"), MenuItem("?", "Help", "on this screen")]


def screen(columns: int = 80, rows: int = 24) -> Canvas:
    """All widgets at once."""
    canvas = Canvas(columns, rows)
    widgets.title_bar(canvas, "EMPIRE 1901  Quiet Morning", "Spring 1901")
    row = widgets.menu(canvas, 3, 2, MENU)
    widgets.rule(canvas, row + 1, "Standings")
    row = widgets.table(canvas, row + 2, 2, ["Power", "Centres"], [["Austria", "3"], ["Italy", "12"]])
    row = widgets.panel(canvas, row + 1, 2, ["Germany was in on Tuesday."], "News")
    widgets.text_block(canvas, row + 1, ["Nothing else."])
    widgets.message(canvas, "Burgundy is not next to Brest.", Kind.ERROR)
    widgets.status(canvas, "Node 1  Anna", "42 minutes left")
    widgets.prompt(canvas, "Your choice", "Q")
    return canvas


def test_the_whole_look() -> None:
    assert screen().text() == [
        " EMPIRE 1901  Quiet Morning                                        Spring 1901",
        "─" * 79,
        "",
        "    [O] Orders  2 of 3 entered",
        "  [1-9] Units",
        "    [?] Help    on this screen",
        "",
        "── Standings " + "─" * 66,
        "  Power    Centres",
        "  Austria        3",
        "  Italy         12",
        "",
        "  ┌─ News ─────────────────────┐",
        "  │ Germany was in on Tuesday. │",
        "  └────────────────────────────┘",
        "",
        " Nothing else.",
        "",
        "",
        "",
        "",
        " ! Burgundy is not next to Brest.",
        " Node 1  Anna                                                  42 minutes left",
        " Your choice [Q]:",
    ]
    assert screen().cursor == (widgets.PROMPT_ROW, 18)


@pytest.mark.parametrize("size", [(80, 24), (132, 50), (40, 20), (20, 6), (2, 1)])
@pytest.mark.parametrize("charset", Charset)
@pytest.mark.parametrize("colour", [True, False])
def test_every_size_and_kind_of_terminal_shows_it_without_wrapping(
    size: tuple[int, int], charset: Charset, colour: bool
) -> None:
    caps = Caps(charset, colour, True, *size)
    canvas, terminal = screen(*size), Terminal(caps, dirty=True)
    terminal.feed(paint(canvas, None, caps))
    assert not terminal.wrapped
    in_ascii = str.maketrans("─│┌┐└┘", "-|++++")
    shown = [line.translate(in_ascii) if charset is Charset.ASCII else line for line in canvas.text()]
    assert terminal.lines() == shown


def test_foot_lines_stay_at_the_foot() -> None:
    text = screen(132, 50).text()
    assert text[-1].startswith(" Your choice")
    assert text[-2].startswith(" Node 1")
    assert text[-3].startswith(" ! Burgundy")


def test_a_long_message_grows_upwards_over_what_was_there() -> None:
    canvas = Canvas(30, 10)
    for row in range(10):
        canvas.put(row, 0, "x" * 29)
    assert widgets.message(canvas, "The turn has passed: what is entered now counts for the next one.") == 5
    assert canvas.text()[5:8] == [" * The turn has passed: what", "   is entered now counts for", "   the next one."]
    assert canvas.text()[4] == "x" * 29


def test_the_right_end_of_a_bar_wins_over_the_left() -> None:
    canvas = Canvas(30, 3)
    widgets.title_bar(canvas, "A game with a rather long title", "Spring 1901")
    assert canvas.text()[0] == " A game with..   Spring 1901"
    widgets.title_bar(canvas, "A game", "Spring 1901 and much else besides")
    assert canvas.text()[0].strip() == "Spring 1901 and much else b"


@pytest.mark.parametrize("width", range(12))
def test_a_text_is_shortened_to_any_width(width: int) -> None:
    assert len(widgets.shortened("Berlin, Vienna", width)) <= width
    assert widgets.shortened("Berlin", width) == "Berlin" or width < len("Berlin")


def test_a_key_is_not_parted_from_its_name() -> None:
    text = "No order yet for <: Black Sea, :: Gulf of Bothnia, 2: Constantinople. Nothing more: it holds."
    for width in range(20, 60):
        lines = widgets.wrap_text(text, width)
        assert " ".join(lines) == text
        assert not any(line.endswith((" <:", " ::", " 2:")) or line in ("<:", "::", "2:") for line in lines)


def test_a_narrow_menu_is_cut_where_it_must_end() -> None:
    canvas = Canvas(40, 5)
    assert widgets.menu(canvas, 0, 0, MENU, width=16) == 3
    assert canvas.text()[:3] == ["  [O] Orders  2", "[1-9] Units", "  [?] Help    on"]
    assert widgets.menu(canvas, 3, 0, []) == 3


def test_a_table_without_rows_has_its_heads() -> None:
    canvas = Canvas(40, 4)
    assert widgets.table(canvas, 0, 0, ["Power", "Centres"], []) == 1
    assert canvas.text()[0] == "Power  Centres"


def test_a_prompt_without_default() -> None:
    canvas = Canvas()
    assert widgets.prompt(canvas, "Name") == 7
    assert canvas.text()[23] == " Name:"


def test_text_block() -> None:
    canvas = Canvas(20, 4)
    assert widgets.text_block(canvas, 1, ["one", "two"]) == 3
    assert canvas.text() == ["", " one", " two", ""]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("one\n\ntwo", 7, ["one", "", "two"]),
        ("  indented text here", 10, ["  indented", "  text", "  here"]),
        ("Constantinople", 5, ["Const", "antin", "ople"]),
        ("a Constantinople b", 5, ["a", "Const", "antin", "ople", "b"]),
        ("日本語 text", 5, ["日本", "語", "text"]),
        ("one  two\t three ", 20, ["one two three"]),
    ],
)
def test_wrapping(text: str, width: int, lines: list[str]) -> None:
    assert widgets.wrap_text(text, width) == lines


def test_what_runs_on_can_hang() -> None:
    assert widgets.wrap_text("1. one two three", 9, hang=3) == ["1. one", "   two", "   three"]


@given(st.text(st.sampled_from("ab 日\n\t\u0301"), max_size=60), st.integers(2, 12), st.integers(0, 4))
def test_wrapped_text_fits_and_nothing_is_lost(text: str, width: int, hang: int) -> None:
    lines = widgets.wrap_text(text, width, hang)
    assert lines
    assert all(text_width(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(printable(text).split())
