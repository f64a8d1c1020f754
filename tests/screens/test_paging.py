"""Texts in pages: nothing is lost, no page is longer than wanted, a reader stays in place when the window changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.screens.frame import Terminal
from door.screens.paging import paged, paged_for, same_place
from door.screens.reading import Text, read_text
from door.screens.session import Session
from door.store.home import Home
from door.term import plain
from door.term.caps import FEWEST_ROWS, Caps, Charset
from tests.screens.calling import calling

PLAIN = Caps(Charset.UTF8, cursor=False)
lines = st.lists(st.sampled_from(["", "word", "   indented", "a longer line that is broken in a narrow window " * 2]))
texts = lines.map(tuple)
NUMBERED = Text("Numbers", "", [f"line {number}" for number in range(100)])


def said(pages: list[list[str]]) -> list[str]:
    return [line for page in pages for line in page if line.strip()]


@given(texts, st.integers(1, 60), st.none() | st.integers(20, 100))
def test_nothing_is_lost_and_no_page_is_too_long(text: tuple[str, ...], room: int, columns: int | None) -> None:
    pages = paged(text, room, columns)
    assert said(pages) == [line for line in text if line.strip()]
    assert all(pages) or text == () or not said(pages)
    for page in pages:
        rows = sum(len(plain.broken(line, columns)) if columns else 1 for line in page)
        assert rows <= room or len(page) == 1, "only a line that is longer than a page may be"


@given(texts, st.integers(1, 40), st.integers(1, 40))
def test_a_reader_stays_in_place(text: tuple[str, ...], one: int, other: int) -> None:
    pages, others = paged(text, one), paged(text, other)
    for at, page in enumerate(pages):
        found = same_place(at, pages, others)
        first = next((line for line in page if line.strip()), None)
        assert first is None or first in others[found]
        assert same_place(at, pages, pages) == at or not said([page])


@pytest.mark.parametrize(
    ("caps", "pages", "longest"),
    [
        (Caps(), 5, 20),
        (Caps(columns=132, rows=50), 5, 20),  # the screens keep to 24 rows
        (PLAIN, 5, 20),
        (replace(PLAIN, rows=50), 3, 46),
        (replace(PLAIN, rows=5), 17, FEWEST_ROWS - 4),
        (replace(PLAIN, rows=50, page_rows=14), 10, 10),
        (replace(PLAIN, page_rows=0), 1, 100),
        (Caps(page_rows=0), 5, 20),
    ],
)
def test_how_long_a_page_is(caps: Caps, pages: int, longest: int) -> None:
    found = paged_for(NUMBERED.lines, caps)
    assert (len(found), max(map(len, found))) == (pages, longest)


async def read_numbers(session: Session) -> None:
    term: Terminal = session
    await read_text(term, NUMBERED)


@pytest.mark.parametrize("rows", [10, 14, 24, 50, 100])
async def test_plain_lines_stop_after_a_page(home: Home, rows: int) -> None:
    caps = replace(PLAIN, page_rows=rows)
    async with calling(home, read_numbers, caps=caps) as caller:
        stops = 0
        while not caller.call.done():
            before = caller.said
            await caller.types("\r")
            assert caller.said[len(before) :].count("\r\n") <= rows
            stops += 1
    assert [line for line in caller.said.split() if line.isdecimal()].count("99") == 1
    assert stops == -(-100 // (rows - 4))


async def test_without_stops_all_comes_at_once(home: Home) -> None:
    async with calling(home, read_numbers, caps=replace(PLAIN, page_rows=0)) as caller:
        assert all(f"line {number}\r\n" in caller.said for number in range(100))
        assert "Page" not in caller.said
        await caller.types("\r")
        assert caller.call.done()


async def test_a_window_that_becomes_small_shows_the_same_place(home: Home) -> None:
    async with calling(home, read_numbers, caps=Caps(Charset.UTF8)) as caller:
        await caller.types(" ", " ")
        assert "line 40" in caller.screen
        caller.session.resize(40, 12)
        await caller.types("x")
        page = caller.said.rpartition("Numbers")[2]
        assert "line 40\r\n" in page and "line 48\r\n" not in page
        caller.session.resize(80, 24)
        assert "line 40" in await caller.types("x")
