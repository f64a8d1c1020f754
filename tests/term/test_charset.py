# ruff: noqa: RUF001 - look-alikes are what is tested

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.term.caps import Charset
from door.term.charset import _SUBSTITUTE_OF, cell_width, encode, printable, text_width

CP437 = bytes({*range(0x20, 0xFF)} - {0x7F}).decode("cp437")

charsets = st.sampled_from(Charset)
any_text = st.text(st.characters(exclude_categories=())) | st.text(
    st.sampled_from("a\x1b\x00\x9b─é日\u0301\ud800\xff\xa0")
)


@given(any_text, charsets)
def test_any_text_gives_bytes_of_its_width_without_control_codes(text: str, charset: Charset) -> None:
    encoded = encode(text, charset)
    decoded = encoded.decode(charset)
    assert text_width(decoded) == text_width(text)
    assert not any(char < " " or "\x7f" <= char < "\xa0" for char in decoded)
    if charset is not Charset.UTF8:
        assert not set(encoded) & {*range(0x20), 0x7F, 0xFF}


@given(any_text)
def test_printable_text_is_printable_and_stays_so(text: str) -> None:
    clean = printable(text)
    assert clean.isprintable()
    assert all(cell_width(char) > 0 for char in clean)
    assert printable(clean) == clean


@given(st.text(st.sampled_from(CP437)))
def test_what_a_set_has_is_sent_as_it_is(text: str) -> None:
    assert encode(text, Charset.CP437).decode("cp437") == text
    assert encode(text, Charset.UTF8).decode() == text


@pytest.mark.parametrize(
    ("text", "cp437", "ascii_text"),
    [
        ("Jürgen", "Jürgen", "Jurgen"),
        ("Łódź, Çelik, Ångström", "Lódz, Çelik, Ångström", "Lodz, Celik, Angstrom"),
        ("┌─┬═╗│║", "┌─┬═╗│║", "+-+=+||"),
        ("█▓▒░■", "█▓▒░■", "###:#"),
        ("↑↓→←►◄▲▼", "^v><><^v", "^v><><^v"),
        ("☺♥•·", "o*∙·", "o**."),
        ("“don’t” – wait…", '"don\'t" - wait.', '"don\'t" - wait.'),
        ("╭╮╰╯━┃", "┌┐└┘─│", "++++-|"),
        ("1\xa0000 €", "1 000 E", "1 000 E"),
        ("日x", "??x", "??x"),
        ("Москва", "??????", "??????"),
        ("a\tb\x1b[c", "ab[c", "ab[c"),
    ],
)
def test_fallbacks(text: str, cp437: str, ascii_text: str) -> None:
    assert encode(text, Charset.CP437).decode("cp437") == cp437
    assert encode(text, Charset.ASCII).decode("ascii") == ascii_text


def test_every_substitute_is_of_one_column() -> None:
    assert all(cell_width(char) == 1 and cell_width(other) == 1 for char, other in _SUBSTITUTE_OF.items())


def test_utf8_keeps_what_it_can_show() -> None:
    assert encode("日本 e\u0301 ☺", Charset.UTF8).decode() == "日本 e\u0301 ☺"
    assert encode("a\x9b\ue000b", Charset.UTF8) == b"a?b"
