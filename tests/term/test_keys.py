from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.term.caps import Charset
from door.term.keys import LONGEST_SEQUENCE, Key, KeyDecoder, KeyName

# Bytes as they come, with what matters to the decoder met often.
PIECES = (
    *(b"\x1b", b"[", b"O", b"A", b"~", b"1", b";", b"\x1b[A", b"\x1b[3~", b"\x1b[[", b"\x1b(", b"9" * 40),
    *(b"\r", b"\n", b"\0", b"\x7f", b"\x03", b"\x1b]", b"\x07", b"\x1b\\", b"\xc3", b"\xa9", b"\xff", b"x"),
)
pieces = st.sampled_from(PIECES) | st.binary(max_size=4)
streams = st.lists(pieces, max_size=20).map(b"".join)
charsets = st.sampled_from(Charset)


def keys(data: bytes, charset: Charset = Charset.UTF8) -> list[Key]:
    """All keys of a line that then falls silent."""
    decoder = KeyDecoder(charset)
    return decoder.feed(data) + decoder.flush()


def names(data: bytes) -> list[KeyName]:
    return [key.name for key in keys(data)]


def typed(data: bytes, charset: Charset) -> str:
    return "".join(key.char for key in keys(data, charset))


@given(streams, charsets, st.data())
def test_keys_do_not_depend_on_how_the_bytes_are_cut(stream: bytes, charset: Charset, data: st.DataObject) -> None:
    whole, single, cut = KeyDecoder(charset), KeyDecoder(charset), KeyDecoder(charset)
    at_once = whole.feed(stream)
    assert [key for byte in stream for key in single.feed(bytes([byte]))] == at_once
    at = data.draw(st.integers(0, len(stream)))
    assert cut.feed(stream[:at]) + cut.feed(stream[at:]) == at_once
    assert whole.pending == single.pending == cut.pending
    assert whole.flush() == single.flush() == cut.flush()


@given(streams, charsets)
def test_letters_are_printable_and_nothing_else_has_one(stream: bytes, charset: Charset) -> None:
    for key in keys(stream, charset):
        assert (len(key.char) == 1 and key.char.isprintable()) == (key.name is KeyName.CHAR)


@given(streams, charsets)
def test_after_a_flush_a_letter_is_a_letter(stream: bytes, charset: Charset) -> None:
    decoder = KeyDecoder(charset)
    decoder.feed(stream)
    decoder.flush()
    assert not decoder.pending
    assert decoder.feed(b"x") == [Key(KeyName.CHAR, "x")]
    assert decoder.flush() == []


@given(st.lists(st.sampled_from([b"\r", b"\n", b"\r\n", b"\r\0", b"x"]), max_size=12).map(b"".join))
def test_each_line_end_is_one_enter(stream: bytes) -> None:
    assert names(stream).count(KeyName.ENTER) == len(re.findall(rb"\r\n|\r\0|\r|\n", stream))


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\r\0"])
def test_enter_acts_at_once_and_once(end: bytes) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"x" + end[:1]) == [Key(KeyName.CHAR, "x"), Key(KeyName.ENTER)]
    assert not decoder.pending
    assert decoder.flush() == []
    assert decoder.feed(end[1:] + b"y") == [Key(KeyName.CHAR, "y")]


SEQUENCES = {
    KeyName.UP: [b"\x1b[A", b"\x1bOA", b"\x1b[1;5A"],
    KeyName.DOWN: [b"\x1b[B", b"\x1bOB"],
    KeyName.RIGHT: [b"\x1b[C", b"\x1bOC"],
    KeyName.LEFT: [b"\x1b[D", b"\x1bOD"],
    KeyName.HOME: [b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~"],
    KeyName.END: [b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~", b"\x1b[K"],
    KeyName.PAGE_UP: [b"\x1b[5~", b"\x1b[V"],
    KeyName.PAGE_DOWN: [b"\x1b[6~", b"\x1b[U"],
    KeyName.DELETE: [b"\x1b[3~", b"\x1b[3;2~"],
    KeyName.F1: [b"\x1bOP", b"\x1b[11~", b"\x1b[[A", b"\x1b[1;2P"],
    KeyName.ENTER: [b"\x1bOM", b"\r"],
    KeyName.BACKSPACE: [b"\x08", b"\x7f"],
    KeyName.TAB: [b"\t"],
    KeyName.INTERRUPT: [b"\x03"],
    KeyName.EOF: [b"\x04"],
    KeyName.REDRAW: [b"\x0c"],
    KeyName.ERASE_LINE: [b"\x15", b"\x18"],
    KeyName.OTHER: [
        b"\x01",
        b"\x1b[2~",
        b"\x1b[Z",
        b"\x1b[24;80R",
        b"\x1b[?1;2c",
        b"\x1b[[B",
        b"\x1bOS",
        b"\x1bO5A",
        b"\x1b(B",
        b"\x1bx",
        b"\x1b\x7f",
        b"\x1b]0;title\x07",
        b"\x1bP1$r\x1b\\",
        b"\x1b[<0;1;1M",
        b"\x1b[2A",
    ],
}


@pytest.mark.parametrize(("name", "data"), [(name, data) for name, many in SEQUENCES.items() for data in many])
def test_each_sequence_is_one_key(name: KeyName, data: bytes) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(data) == [Key(name)]
    assert not decoder.pending


def test_sequences_follow_each_other() -> None:
    every = [(name, data) for name, many in SEQUENCES.items() for data in many]
    assert names(b"".join(data for _, data in every)) == [name for name, _ in every]


@pytest.mark.parametrize("start", [b"\x1b[", b"\x1bO", b"\x1b[1;", b"\x1b[[", b"\x1b(", b"\x1b]", b"\x1bP"])
def test_a_sequence_that_never_ends_is_one_unknown_key(start: bytes) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(start) == []
    assert decoder.pending
    assert decoder.flush() == [Key(KeyName.OTHER)]


def test_a_lone_esc_waits_for_the_flush() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.pending
    assert decoder.flush() == [Key(KeyName.ESCAPE)]
    assert not decoder.pending


def test_an_arrow_in_two_packets_is_an_arrow() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.feed(b"[A") == [Key(KeyName.UP)]


def test_esc_and_then_another_key_are_both_keys() -> None:
    assert names(b"\x1b\x1b") == [KeyName.ESCAPE, KeyName.ESCAPE]
    assert names(b"\x1b\x1b[A") == [KeyName.ESCAPE, KeyName.UP]
    assert names(b"\x1b\r\n") == [KeyName.ESCAPE, KeyName.ENTER]
    assert names(b"\x1b\x03") == [KeyName.ESCAPE, KeyName.INTERRUPT]


def test_a_byte_that_breaks_a_sequence_off_is_not_lost() -> None:
    assert names(b"\x1b[1\r") == [KeyName.OTHER, KeyName.ENTER]
    assert names(b"\x1b[1\x1b[A") == [KeyName.OTHER, KeyName.UP]
    assert keys(b"\x1b[\xc3\xa9") == [Key(KeyName.OTHER), Key(KeyName.CHAR, "é")]
    assert names(b"\x1b]0;x\r") == [KeyName.OTHER, KeyName.ENTER]


@pytest.mark.parametrize("start", [b"\x1b[", b"\x1bO", b"\x1b(", b"\x1b]"])
def test_a_sequence_that_is_too_long_is_dropped_whole(start: bytes) -> None:
    filler = b" " * 100_000 if start == b"\x1b(" else b"1" * 100_000
    end = b"\x07" if start == b"\x1b]" else b"A"
    assert keys(start + filler + end + b"x") == [Key(KeyName.CHAR, "x")]
    decoder = KeyDecoder()
    assert decoder.feed(start + filler) == []
    assert len(decoder._sequence) <= LONGEST_SEQUENCE
    assert decoder.flush() == []


def test_a_utf8_letter_may_come_in_pieces() -> None:
    decoder = KeyDecoder(Charset.UTF8)
    assert decoder.feed(b"\xe2") == []
    assert not decoder.pending  # no time runs for it
    assert decoder.flush() == []
    assert decoder.feed(b"\x82") + decoder.feed(b"\xac") == [Key(KeyName.CHAR, "€")]


@pytest.mark.parametrize(
    "data", [b"\xc3b", b"\xe2\x82b", b"\xffb", b"\x80b", b"\xc0\x80b", b"\xed\xa0\x80b", b"\xf5b", b"\xc2\x9bb"]
)
def test_broken_utf8_is_dropped_without_what_follows(data: bytes) -> None:
    assert typed(b"a" + data, Charset.UTF8) == "ab"


def test_broken_utf8_before_a_good_letter_is_dropped() -> None:
    assert typed(b"\xe2\xc3\xa9", Charset.UTF8) == "é"
    assert names(b"\xc3\r\xa9") == [KeyName.ENTER]


def test_format_characters_are_no_letters() -> None:
    assert typed("a\u202e\u200b\xad\xa0b".encode(), Charset.UTF8) == "ab"


def test_high_bytes_in_the_other_sets() -> None:
    assert typed(b"J\x81rgen\xff", Charset.CP437) == "Jürgen"
    assert typed(b"J\x81rgen\xff", Charset.ASCII) == "Jrgen"
    assert len(typed(bytes(range(0x80, 0x100)), Charset.CP437)) == 127


def test_another_set_forgets_half_a_letter() -> None:
    decoder = KeyDecoder(Charset.UTF8)
    decoder.feed(b"\xc3")
    decoder.charset = Charset.CP437
    assert decoder.charset is Charset.CP437
    assert decoder.feed(b"\xa9") == [Key(KeyName.CHAR, "⌐")]
