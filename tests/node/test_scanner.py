"""The telnet layer, whole and byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.node.scanner import LONGEST_SUBNEGOTIATION, Scanner

NAWS = b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0"
TTYPE = b"\xff\xfa\x18\x00xterm\xff\xf0"


def _clean(data: bytes) -> bytes:
    return Scanner().feed(data).clean


@pytest.mark.parametrize(
    ("data", "clean"),
    [
        (b"abc\r\n", b"abc\r\n"),
        (b"a\xff\xffb", b"a\xff\xffb"),
        (b"\xff\xfb\x18x", b"\xff\xfb\x18x"),
        (NAWS, NAWS),
        (b"\xff\xfa\x1f\x00\xff\xff\x00\x18\xff\xf0", b"\xff\xfa\x1f\x00\xff\xff\x00\x18\xff\xf0"),
        (TTYPE, TTYPE),
        (b"\xff\xfa\x2a\x02utf-8\xff\xf0", b"\xff\xfa\x2a\x02utf-8\xff\xf0"),
    ],
)
def test_what_is_well_formed_goes_through(data: bytes, clean: bytes) -> None:
    assert _clean(data) == clean


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfa\x1f\x00\x50\x00\xff\xf0",  # a window size of three bytes
        b"\xff\xfa\x18\x00x\x1b[2J\xff\xf0",  # a terminal with a control character in its name
        b"\xff\xfa\x18\xff\xf0",
        b"\xff\xfa\xff\xf0",
        b"\xff\xfa\x2a\x02no-such-set\xff\xf0",  # a set that was not offered
        b"\xff\xfa\x27\x00\x00LANG\x01\xe9\xff\xf0",
        b"\xff\xfa\x56\xff\xf0",  # compression
        b"\xff\xfa\x1f\x00\x50\xff\xf1",  # broken off
        b"\xff\xf1",  # no operation
        b"\xff\xf9",  # go ahead
        b"\xff\x41",  # no command at all
        b"\xff\xfe\x63",  # DONT of an option that was never on
    ],
)
def test_what_is_not_is_dropped_and_the_stream_is_in_step(data: bytes) -> None:
    assert _clean(b"a" + data + b"b") == b"ab"


@pytest.mark.parametrize(("command", "key"), [(0xF4, 3), (0xF3, 3), (0xEE, 3), (0xEC, 4), (0xF7, 8), (0xF8, 0x15)])
def test_commands_that_stand_for_a_key_become_it(command: int, key: int) -> None:
    assert _clean(bytes((0xFF, command))) == bytes((key,))


def test_the_question_whether_we_are_there_is_told() -> None:
    assert Scanner().feed(b"\xff\xf6\xff\xf6").are_you_there == 2


@pytest.mark.parametrize(
    ("data", "text", "after_enter"),
    [
        (b"abc", 3, None),
        (b"abc\rde", 6, 2),
        (b"\xff\xfb\x18abc\n\xff\xfb\x18de", 6, 2),
        (b"a\r\xff\xffb", 4, 2),
        (b"\xff\xfb\x18\xff\xff", 1, None),
    ],
)
def test_text_is_counted_with_what_stands_behind_the_last_enter(
    data: bytes, text: int, after_enter: int | None
) -> None:
    scanned = Scanner().feed(data)
    assert (scanned.text, scanned.after_enter) == (text, after_enter)


def test_commands_are_counted() -> None:
    assert Scanner().feed(b"\xff\xfb\x18\xff\xf1" + NAWS).commands == 3


def test_an_endless_subnegotiation_is_told_and_not_kept() -> None:
    scanner = Scanner()
    assert not scanner.feed(b"\xff\xfa" + b"x" * LONGEST_SUBNEGOTIATION).endless
    assert scanner.feed(b"x" * 1_000_000).endless


@given(st.lists(st.sampled_from([b"a", b"\r", b"\xff", b"\xfa", b"\xf0", b"\x18", b"\x00", NAWS, TTYPE]), max_size=30))
def test_the_split_does_not_matter(parts: list[bytes]) -> None:
    data = b"".join(parts)
    scanner = Scanner()
    pieces = [scanner.feed(data[at : at + 1]) for at in range(len(data))]
    whole = Scanner().feed(data)
    assert b"".join(piece.clean for piece in pieces) == whole.clean
    assert sum(piece.text for piece in pieces) == whole.text
    assert sum(piece.commands for piece in pieces) == whole.commands
