"""Paints are held against two terminals: pyte, which waits at the last column, and one that wraps at once."""

from __future__ import annotations

from itertools import product

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from door.term.ansi import paint, reset
from door.term.canvas import NORMAL, Canvas, Colour, Style
from door.term.caps import Caps, Charset
from tests.term.emulator import Terminal, expected, picture

COLUMNS, ROWS = 20, 6
CAPS = Caps(columns=COLUMNS, rows=ROWS)

colours = st.none() | st.sampled_from(Colour)
styles = st.just(NORMAL) | st.builds(Style, colours, colours, st.booleans(), st.booleans())
# Letters that CP437 has, a few that it lacks, wide ones, and what must never be sent.
letters = st.text(st.sampled_from("ab é│█─" + "日本" + "\x1b\x07\n\xa0\u0301"), max_size=COLUMNS + 4)
puts = st.tuples(st.integers(-1, ROWS), st.integers(-3, COLUMNS + 1), letters, styles)
cursors = st.none() | st.tuples(st.integers(0, ROWS - 1), st.integers(0, COLUMNS - 1))
all_caps = st.builds(Caps, st.just(Charset.UTF8) | st.just(Charset.CP437), st.booleans()).map(
    lambda caps: Caps(caps.charset, caps.colour, True, COLUMNS, ROWS)
)


@st.composite
def canvases(draw: st.DrawFn) -> Canvas:
    return drawn(Canvas(COLUMNS, ROWS), draw)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Canvas, Canvas]:
    """Two canvases, often with much in common."""
    first = drawn(Canvas(COLUMNS, ROWS), draw)
    return first, drawn(first.copy() if draw(st.booleans()) else Canvas(COLUMNS, ROWS), draw)


def drawn(canvas: Canvas, draw: st.DrawFn) -> Canvas:
    for row, col, text, style in draw(st.lists(puts, max_size=8)):
        canvas.put(row, col, text, style)
    if draw(st.booleans()):
        canvas.clear(draw(st.integers(0, ROWS)))
    canvas.cursor = draw(cursors)
    return canvas


def assert_shows(terminal: Terminal, canvas: Canvas, caps: Caps) -> None:
    assert picture(terminal.cells, caps) == expected(canvas, caps)
    assert not terminal.wrapped
    assert (terminal.row, terminal.col) == (canvas.cursor or (caps.rows - 1, 0))
    assert terminal.style == NORMAL


@given(canvases(), all_caps)
def test_a_first_paint_shows_the_canvas_on_any_screen(canvas: Canvas, caps: Caps) -> None:
    terminal = Terminal(caps, dirty=True)
    terminal.feed(paint(canvas, None, caps))
    assert_shows(terminal, canvas, caps)


@settings(max_examples=200, deadline=None)
@given(pairs(), all_caps)
def test_a_repaint_shows_the_second_canvas(pair: tuple[Canvas, Canvas], caps: Caps) -> None:
    first, second = pair
    terminal = Terminal(caps)
    terminal.feed(paint(first, None, caps))
    terminal.feed(paint(second, first, caps))
    if first == second:
        assert paint(second, first, caps) == b""
    assert_shows(terminal, second, caps)


@given(pairs())
def test_pyte_shows_the_same(pair: tuple[Canvas, Canvas]) -> None:
    first, second = pair
    caps = Caps(Charset.UTF8, columns=COLUMNS, rows=ROWS)
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    stream.feed(paint(first, None, caps))
    stream.feed(paint(second, first, caps))
    assert [line.rstrip() for line in screen.display] == second.text()
    assert (screen.cursor.y, screen.cursor.x) == (second.cursor or (ROWS - 1, 0))


@given(pairs())
def test_a_repaint_is_hardly_longer_than_a_first_paint(pair: tuple[Canvas, Canvas]) -> None:
    first, second = pair
    erasures = sum(len(b"\x1b[0m\x1b[99;99H\x1b[K") for row in first.text() if row)
    assert len(paint(second, first, CAPS)) <= len(paint(second, None, CAPS)) + erasures + 40 * ROWS


def full_screen() -> Canvas:
    canvas = Canvas()
    for row in range(canvas.rows):
        canvas.put(row, 0, "X" * 100, Style(Colour(row % 8), None, bold=row % 2 == 0))
    return canvas


@pytest.mark.parametrize("charset", Charset)
def test_a_screen_full_of_text_neither_wraps_nor_scrolls(charset: Charset) -> None:
    caps = Caps(charset)
    terminal = Terminal(caps)
    terminal.feed(paint(full_screen(), None, caps))
    assert terminal.lines() == ["X" * 79] * 24
    assert not terminal.wrapped


def test_one_changed_cell_costs_less_than_twenty_bytes() -> None:
    before = full_screen()
    before.put(20, 60, "plain")
    before.cursor = (20, 61)
    after = before.copy()
    after.put(20, 60, "P")
    assert paint(after, before, Caps()) == b"\x1b[21;61HP"
    after.cursor = (23, 78)
    assert paint(after, before, Caps()) == b"\x1b[21;61HP\x1b[24;79H"


def test_a_moved_cursor_costs_one_move() -> None:
    before, after = full_screen(), full_screen()
    after.cursor = (3, 4)
    assert paint(after, before, Caps()) == b"\x1b[4;5H"


def test_the_same_canvas_costs_nothing() -> None:
    assert paint(full_screen(), full_screen(), Caps()) == b""


@given(pairs(), st.integers(2, COLUMNS), st.integers(1, ROWS))
def test_a_canvas_larger_than_the_window_is_cut_and_never_wraps(
    pair: tuple[Canvas, Canvas], columns: int, rows: int
) -> None:
    first, second = pair
    caps = Caps(Charset.UTF8, columns=columns, rows=rows)
    terminal = Terminal(caps, dirty=True)
    terminal.feed(paint(first, None, caps))
    terminal.feed(paint(second, first, caps))
    assert not terminal.wrapped
    for shown, line in zip(terminal.lines(), second.text(), strict=False):
        assert line.startswith(shown)


def test_a_canvas_of_another_size_is_painted_afresh() -> None:
    before, after = Canvas(80, 25), Canvas()
    assert paint(after, before, Caps()).startswith(b"\x1b[0m\x1b[2J\x1b[H")


def test_without_colour_a_coloured_bar_is_reversed_and_text_at_most_bold() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "bar", Style(Colour.WHITE, Colour.BLUE, bold=True))
    canvas.put(1, 0, "red", Style(Colour.RED))
    canvas.put(2, 0, "bright", Style(Colour.RED, bold=True))
    assert paint(canvas, None, Caps(colour=False)) == (
        b"\x1b[0m\x1b[2J\x1b[H\x1b[7mbar\x1b[2H\x1b[0mred\x1b[3H\x1b[1mbright\x1b[0m\x1b[24H"
    )


def test_without_colour_a_changed_colour_alone_paints_nothing_over() -> None:
    before, after = Canvas(), Canvas()
    before.put(0, 0, "word", Style(Colour.RED))
    after.put(0, 0, "word", Style(Colour.BLUE))
    assert paint(after, before, Caps(colour=False)) == b""


def test_a_style_that_adds_to_the_one_in_force_is_added() -> None:
    canvas = Canvas()
    col = canvas.put(0, 0, "a", Style(Colour.RED))
    canvas.put(0, col, "b", Style(Colour.RED, bold=True))
    assert b"\x1b[31ma\x1b[1mb\x1b[0m" in paint(canvas, None, Caps())


def test_every_style_follows_every_other() -> None:
    some = (None, Colour.BLACK, Colour.RED, Colour.BLUE)
    every = [Style(*style) for style in product(some, some, (False, True), (False, True))]
    canvas = Canvas(2 * len(every) + 1, len(every))
    for row, first in enumerate(every):
        for number, second in enumerate(every):
            canvas.put(row, 2 * number, "a", first)
            canvas.put(row, 2 * number + 1, "b", second)
    for colour in (True, False):
        caps = Caps(colour=colour, columns=canvas.columns, rows=canvas.rows)
        terminal = Terminal(caps)
        terminal.feed(paint(canvas, None, caps))
        assert_shows(terminal, canvas, caps)


def test_a_small_gap_is_written_again_and_a_large_or_coloured_one_is_jumped_over() -> None:
    before, after = Canvas(), Canvas()
    before.put(0, 0, "a234567b2345678c")
    after.put(0, 0, "A234567B2345678C")
    assert paint(after, before, Caps()) == b"\x1b[1HA234567B\x1b[1;16HC\x1b[24H"
    before.put(0, 3, "4", Style(Colour.RED))
    after.put(0, 3, "4", Style(Colour.RED))
    assert paint(after, before, Caps()) == b"\x1b[1HA\x1b[1;8HB\x1b[1;16HC\x1b[24H"


def test_a_wide_letter_at_the_edge_of_a_smaller_window_is_left_out() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "abc日本")
    caps = Caps(Charset.UTF8, columns=7)
    assert paint(canvas, None, caps) == b"\x1b[0m\x1b[2J\x1b[Habc\xe6\x97\xa5\x1b[24H"


def test_what_is_gone_from_the_end_of_a_row_is_erased() -> None:
    before, after = Canvas(), Canvas()
    before.put(0, 0, "stays and goes away")
    after.put(0, 0, "stays")
    assert paint(after, before, Caps()) == b"\x1b[1;6H\x1b[K\x1b[24H"
    before.clear(0)
    before.put(0, 0, "stays on")
    assert paint(after, before, Caps()) == b"\x1b[1;7H  \x1b[24H"


def test_reset_leaves_normal_colours_on_the_last_row() -> None:
    assert reset(Caps(rows=25)) == b"\x1b[0m\x1b[25;1H"
    assert reset(Caps(cursor=False)) == b""
