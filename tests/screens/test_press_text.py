"""The text of a message while it is written: lines, breaks, quotations, and what counts as a command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.screens.presstext import (
    ROOM,
    WIDTH,
    Command,
    PressText,
    broken,
    command_in,
    folded,
    is_escaped,
    is_slip,
    is_too_wide,
    quoted,
)
from door.term.charset import printable, text_width


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("/s", Command("S")),
        ("/S ", Command("S")),
        ("/send", Command("S")),
        ("/QUOTE 2-5", Command("Q", 2, 5)),
        ("/d", Command("D")),
        ("/d3", Command("D", 3, 3)),
        ("/D 3", Command("D", 3, 3)),
        ("/d 3 - 7", Command("D", 3, 7)),
        ("/?", Command("H")),
        ("/h", Command("H")),
        ("/i 12", Command("I", 12, 12)),
        ("/e 1", Command("E", 1, 1)),
        ("/abort", Command("A")),
    ],
)
def test_commands(line: str, command: Command) -> None:
    assert command_in(line) == command
    assert not is_slip(line)
    assert is_escaped(f"/{line}")


@pytest.mark.parametrize(
    "line",
    ["", "s", " /s", "/s now", "send", "/", "//", "a /s", "> /s", "/d three", "/d 3,4", "/s\u0663", "1/2", "/d 99999"],
)
def test_text(line: str) -> None:
    assert command_in(line) is None and not is_slip(line) and not is_escaped(line)


@pytest.mark.parametrize("line", ["/x", "/save", "/QUIT", "/W "])
def test_what_looks_like_a_command_and_is_none_is_asked_about(line: str) -> None:
    assert is_slip(line) and command_in(line) is None and is_escaped(f"/{line}")


@pytest.mark.parametrize("line", ["//comment here", "// x", "///", "//host/share"])
def test_strokes_before_text_stay(line: str) -> None:
    assert not is_escaped(line)


def test_a_broken_quotation_stays_one() -> None:
    line, rest = broken("> > " + "word " * 30)
    assert line.startswith("> > word") and rest.startswith("> > word")
    assert folded("> " + "x" * 100) == ["> " + "x" * 70, "> " + "x" * 30]


def test_a_line_is_broken_at_a_blank_or_else_where_it_is_full() -> None:
    assert folded("a" * 70 + " bcd") == ["a" * 70, "bcd"]
    assert folded("a" * 72 + " bcd") == ["a" * 72, "bcd"]
    assert folded("a" * 73) == ["a" * 72, "a"]
    assert folded("   " + "a" * 80) == ["   " + "a" * 69, "a" * 11], "the indent is no place to break at"
    assert folded("") == [""]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
def test_nothing_is_lost_and_nothing_is_too_wide(text: str) -> None:
    lines = folded(text)
    assert all(text_width(line) <= WIDTH and not is_too_wide(line) for line in lines)

    def letters(text: str) -> str:
        return "".join(text.replace(">", "").split())

    assert letters("".join(lines)) == letters(printable(text))


@given(st.text(alphabet="漢a >", max_size=300), st.integers(2, 12))
def test_folding_ends_at_any_width(text: str, width: int) -> None:
    assert all(text_width(line) <= width for line in folded(text, width))


def test_quoting() -> None:
    assert quoted("Italy", ["Hello", "", "> old"]) == ["Italy wrote:", "> Hello", ">", "> > old"]


# Editing


def text_of(*lines: str, at: int | None = None) -> PressText:
    text = PressText.of(lines)
    text.at = len(lines) if at is None else at
    return text


def test_lines_go_in_at_the_place() -> None:
    text = text_of("a", "d", at=1)
    assert text.add(["b", "c"])
    assert (text.lines, text.at, text.at_end) == (["a", "b", "c", "d"], 3, False)
    assert text.take_back() == "c" and (text.lines, text.at) == (["a", "b", "d"], 2)
    assert text_of("a", at=0).take_back() is None


def test_there_is_room_for_so_many_lines() -> None:
    text = text_of(*["x"] * (ROOM - 1))
    assert not text.add(["a", "b"]) and len(text.lines) == ROOM - 1
    assert text.add(["a"]) and not text.add(["b"])


@pytest.mark.parametrize(
    ("first", "last", "at", "left", "then"),
    [
        (1, 1, 4, "bcd", 3),
        (4, 4, 4, "abc", 3),
        (2, 3, 4, "ad", 2),
        (2, 3, 1, "ad", 1),
        (2, 3, 2, "ad", 1),
        (1, 4, 2, "", 0),
        (3, 4, 0, "ab", 0),
    ],
)
def test_lines_are_taken_out(first: int, last: int, at: int, left: str, then: int) -> None:
    text = text_of(*"abcd", at=at)
    assert text.delete(first, last)
    assert ("".join(text.lines), text.at) == (left, then)


@pytest.mark.parametrize(("first", "last"), [(0, 0), (5, 5), (3, 2), (4, 5), (-1, 2)])
def test_lines_that_are_not_there_are_not_taken_out(first: int, last: int) -> None:
    text = text_of(*"abcd")
    assert not text.delete(first, last) and text.lines == list("abcd")


@pytest.mark.parametrize(("at", "then"), [(0, 0), (1, 1), (2, 3), (3, 4)])
def test_a_changed_line_may_become_two(at: int, then: int) -> None:
    text = text_of(*"abc", at=at)
    text.change(2, ["x", "y"])
    assert (text.lines, text.at) == (["a", "x", "y", "c"], then)


def test_blanks_are_nothing() -> None:
    assert text_of().empty and text_of("", "  ").empty and not text_of("", "x").empty
