from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.term.charset import text_width
from door.term.keys import Key, KeyName
from door.term.lineedit import LineEdit, LineResult

any_key = st.builds(Key, st.sampled_from([name for name in KeyName if name is not KeyName.CHAR])) | st.builds(
    Key, st.just(KeyName.CHAR), st.sampled_from("aé日e\u0301") | st.characters()
)


def typed(edit: LineEdit, text: str) -> LineEdit:
    for char in text:
        edit.feed(Key(KeyName.CHAR, char))
    return edit


def pressed(edit: LineEdit, *names: KeyName) -> LineResult:
    result = LineResult()
    for name in names:
        result = edit.feed(Key(name))
    return result


@given(st.lists(any_key, max_size=40), st.integers(1, 12), st.integers(2, 12), st.booleans())
def test_whatever_is_pressed_the_field_stays_sound(keys: list[Key], limit: int, width: int, secret: bool) -> None:
    edit = LineEdit(limit, secret)
    for key in keys:
        before = edit.text
        result = edit.feed(key)
        assert len(edit.text) <= limit
        assert edit.text.isprintable()
        assert edit.text == before or result.changed
        assert not (result.done and result.cancelled)
        shown, cursor = edit.display(width)
        assert text_width(shown) <= width
        assert 0 <= cursor <= width
        assert not secret or set(shown) <= {"*"}


def test_typing_and_mending() -> None:
    edit = typed(LineEdit(20), "abd")
    pressed(edit, KeyName.LEFT)
    typed(edit, "c")
    assert edit.text == "abcd"
    pressed(edit, KeyName.HOME, KeyName.DELETE, KeyName.END, KeyName.BACKSPACE)
    assert edit.text == "bc"
    assert edit.display(10) == ("bc", 2)
    pressed(edit, KeyName.ERASE_LINE)
    assert edit.text == ""


def test_backspace_at_the_start_does_nothing() -> None:
    edit = LineEdit(5, initial="ab")
    pressed(edit, KeyName.HOME)
    assert pressed(edit, KeyName.BACKSPACE) == LineResult()
    assert edit.text == "ab"
    assert pressed(LineEdit(5), KeyName.BACKSPACE) == LineResult()


def test_a_full_field_rings_the_bell() -> None:
    edit = typed(LineEdit(2), "ab")
    assert edit.feed(Key(KeyName.CHAR, "c")) == LineResult(bell=True)
    assert edit.text == "ab"


@pytest.mark.parametrize("name", [KeyName.ESCAPE, KeyName.INTERRUPT, KeyName.EOF])
def test_ways_out(name: KeyName) -> None:
    edit = LineEdit(5, initial="ab")
    assert pressed(edit, name) == LineResult(cancelled=True)
    assert edit.text == "ab"


def test_enter_ends_the_line() -> None:
    assert pressed(LineEdit(5), KeyName.ENTER) == LineResult(done=True)


@pytest.mark.parametrize("name", [KeyName.UP, KeyName.PAGE_DOWN, KeyName.F1, KeyName.TAB, KeyName.OTHER])
def test_keys_of_no_use_do_nothing(name: KeyName) -> None:
    assert pressed(LineEdit(5, initial="ab"), name) == LineResult()


def test_what_was_typed_wrongly_stands_there_to_be_mended() -> None:
    edit = LineEdit(8, initial="A PAR - BUX and more")
    assert edit.text == "A PAR - "
    edit.text = "A PAR"
    typed(edit, "S")
    assert edit.text == "A PARS"


def test_a_secret_shows_stars() -> None:
    edit = typed(LineEdit(20, secret=True), "日hunter2")
    assert edit.display(20) == ("********", 8)
    assert edit.text == "日hunter2"


def test_a_long_text_scrolls_with_the_cursor() -> None:
    edit = typed(LineEdit(20), "abcdefgh")
    assert edit.display(5) == ("defgh", 5)
    pressed(edit, KeyName.LEFT, KeyName.LEFT)
    assert edit.display(5) == ("defgh", 3)
    pressed(edit, KeyName.HOME)
    assert edit.display(5) == ("abcde", 0)
    pressed(edit, KeyName.END)
    assert edit.display(5) == ("defgh", 5)
    pressed(edit, *[KeyName.BACKSPACE] * 4)
    assert edit.display(5) == ("abcd", 4)


def test_wide_letters_scroll_whole() -> None:
    edit = typed(LineEdit(20), "日本語")
    assert edit.display(5) == ("本語", 4)
    pressed(edit, KeyName.HOME)
    assert edit.display(5) == ("日本", 0)


def test_a_combining_mark_joins_the_letter_before_it() -> None:
    edit = typed(LineEdit(5), "Jose\u0301")
    assert edit.text == "José"
    assert edit.feed(Key(KeyName.CHAR, "\u0332")).bell
    assert edit.text == "José"


def test_a_field_for_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        LineEdit(0)
