from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Charset
from door.term.charset import encode
from door.term.plain import broken, lines


def test_what_is_only_looked_at_is_left_out() -> None:
    canvas = Canvas(40, 12)
    widgets.title_bar(canvas, "EMPIRE 1901", "Spring 1901")
    widgets.panel(canvas, 3, 0, ["A PAR - BUR", "F BRE H"], "Orders")
    canvas.put(8, 0, "░▒▓█ ------ ====== ***")
    canvas.put(9, 0, "Burgundy -- Paris")
    assert lines(canvas) == [
        " EMPIRE 1901               Spring 1901",
        "   Orders",
        "  A PAR - BUR",
        "  F BRE H",
        "                   ***",
        "Burgundy -- Paris",
    ]


def test_an_empty_canvas_says_nothing() -> None:
    assert lines(Canvas()) == []


def test_a_whole_screen_has_no_box_characters_and_keeps_its_order() -> None:
    canvas = Canvas()
    widgets.title_bar(canvas, "EMPIRE 1901")
    widgets.menu(canvas, 3, 2, [widgets.MenuItem("O", "Orders", "2 of 3"), widgets.MenuItem("Q", "Quit")])
    widgets.message(canvas, "Saved.")
    widgets.status(canvas, "Node 1", "42 minutes left")
    widgets.prompt(canvas, "Your choice", "Q")
    shown = lines(canvas)
    assert [line.split()[0] for line in shown] == ["EMPIRE", "[O]", "[Q]", "*", "Node", "Your"]
    assert all(encode(line, Charset.ASCII).decode() == line for line in shown)


def test_in_a_narrow_window_rows_are_broken_between_their_columns() -> None:
    canvas = Canvas()
    widgets.table(
        canvas, 0, 2, ("No", "Game", "Turn"), [("1", "The Autumn Game", "All Hallows' Eve 1901"), ("2", "x", "y")]
    )
    canvas.put(5, 3, "A sentence of some length, with a key: e: Burgundy.   A second column")
    canvas.put(6, 0, "narrow  enough")
    assert lines(canvas, 40) == [
        "  No  Game             Turn",
        "   1  The Autumn Game",
        "     All Hallows' Eve 1901",
        "   2  x                y",
        "   A sentence of some length, with a",
        "     key: e: Burgundy.  A second column",
        "narrow  enough",
    ]
    assert lines(canvas, 60)[1] == "   1  The Autumn Game  All Hallows' Eve 1901"


@given(st.text(alphabet="ab  :.", max_size=120), st.integers(1, 100))
def test_nothing_is_lost_by_it(row: str, columns: int) -> None:
    pieces = broken(row, columns)
    assert "".join("".join(pieces).split()) == "".join(row.split())
    assert max(map(len, pieces)) <= max(19, columns - 1)
