from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.term.canvas import BLANK, NORMAL, Canvas, Colour, Style
from door.term.charset import cell_width

RED = Style(Colour.RED)

letters = st.text(st.sampled_from("ab─日本\t\x1b\u0301\u202e\ue000"), max_size=14)
puts = st.lists(st.tuples(st.integers(-2, 5), st.integers(-5, 14), letters), max_size=8)


@given(puts)
def test_whatever_is_put_the_canvas_stays_sound(puts: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(12, 4)
    for row, col, text in puts:
        canvas.put(row, col, text, RED)
        assert len(canvas.cells) == 12 * 4
    for row in range(4):
        cells = canvas.row_cells(row)
        assert cells[11] == BLANK
        for (char, style), (right, right_style) in pairwise(cells):
            assert char == "" or (len(char) == 1 and char.isprintable() and cell_width(char) in (1, 2))
            assert (cell_width(char) == 2) == (right == "")
            assert right != "" or style == right_style


def test_put_gives_the_column_after_the_text_even_if_it_is_cut() -> None:
    canvas = Canvas()
    assert canvas.put(0, 3, "abc") == 6
    assert canvas.put(0, 78, "日本") == 82
    assert canvas.put(99, 0, "abc") == 3


def test_text_is_cut_before_the_last_column_and_at_every_edge() -> None:
    canvas = Canvas(6, 2)
    canvas.put(0, 3, "abc")
    canvas.put(1, -2, "abcdefghi")
    canvas.put(-1, 0, "above")
    canvas.put(2, 0, "below")
    assert canvas.text() == ["   ab", "cdefg"]


def test_a_wide_letter_is_never_split() -> None:
    canvas = Canvas(6, 4)
    canvas.put(0, 0, "abcde")
    canvas.put(0, 4, "日")
    canvas.put(1, 0, "abc")
    canvas.put(1, -1, "日x")
    canvas.put(2, 0, "日本")
    canvas.put(2, 1, "xy")
    assert canvas.text() == ["abcd", " xc", " xy", ""]
    canvas.put(3, 0, "日")
    assert canvas.row_cells(3)[:2] == [("日", NORMAL), ("", NORMAL)]


def test_control_characters_and_marks_do_not_reach_the_cells() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "a\tb\x1b[2Jc\x07\u202ed\ue000")
    canvas.put(1, 0, "Jose\u0301 q\u0301")
    assert canvas.text()[:2] == ["a b[2Jcd?", "José q"]


def test_fill_and_clear() -> None:
    canvas = Canvas(10, 3)
    canvas.fill(0, 1, 5, "─", RED)
    canvas.fill(1, 0, 5, "日")
    canvas.fill(2, 0, 99, "x")
    assert canvas.text() == [" ─────", "日日", "xxxxxxxxx"]
    canvas.clear(-1, 2)
    canvas.clear(2, 9)
    canvas.clear(7)
    assert canvas.text() == ["", "日日", ""]


def test_the_cursor_is_kept_on_the_screen() -> None:
    canvas = Canvas()
    assert canvas.cursor is None
    canvas.cursor = (99, -3)
    assert canvas.cursor == (23, 0)
    canvas.cursor = None
    assert canvas.cursor is None


def test_a_copy_is_equal_and_independent() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "a", RED)
    canvas.cursor = (1, 1)
    twin = canvas.copy()
    assert twin == canvas
    twin.put(0, 0, "a", Style(Colour.BLUE))
    assert twin != canvas
    assert canvas != Canvas(79, 24)
    assert canvas != "a canvas"


def test_equal_styles_are_equal_however_they_were_made() -> None:
    one, other = Canvas(), Canvas()
    one.put(0, 0, "abc", Style(Colour.RED))
    other.put(0, 0, "a", Style(Colour.RED))
    other.put(0, 1, "bc", Style(Colour(1)))
    assert one == other


def test_a_canvas_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 columns and 1 row"):
        Canvas(1, 24)
