"""What clients say of themselves; the terminal names are those that they were seen to send."""

from __future__ import annotations

import pytest

from door.node.guess import first_caps, guess_charset
from door.term.caps import Charset


@pytest.mark.parametrize(
    ("charset", "lang", "terminals", "guess"),
    [
        ("UTF-8", "", (), Charset.UTF8),
        ("CP437", "en_GB.UTF-8", ("XTERM",), Charset.CP437),
        ("US-ASCII", "", (), Charset.ASCII),
        ("", "en_GB.UTF-8", (), Charset.UTF8),
        ("", "de_DE.ISO-8859-1", ("xterm",), Charset.ASCII),
        ("", "C", ("LINUX",), None),
        ("", "", ("syncterm",), Charset.CP437),
        ("", "", ("ANSI-BBS",), Charset.CP437),
        ("", "", ("TMUX-256COLOR",), Charset.UTF8),
        ("", "", ("XTERM-256COLOR",), Charset.UTF8),
        ("", "", ("putty",), Charset.UTF8),
        ("", "", ("MUDLET", "xterm"), Charset.UTF8),
        ("", "", ("LINUX",), None),
        ("", "", ("", "vt100"), None),
        ("", "", (), None),
    ],
)
def test_the_charset_guess(charset: str, lang: str, terminals: tuple[str, ...], guess: Charset | None) -> None:
    assert guess_charset(charset, lang, terminals) is guess


def test_the_first_screen_is_painted_for_what_is_known() -> None:
    assert first_caps(None, "", 0, 0).charset is Charset.ASCII
    caps = first_caps(Charset.UTF8, "XTERM", 132, 50)
    assert (caps.charset, caps.colour, caps.cursor, caps.columns, caps.rows) == (Charset.UTF8, True, True, 132, 50)
    assert not first_caps(None, "DUMB", 80, 24).cursor
    assert not first_caps(None, "VT100", 80, 24).colour
