"""What a client's own words say of its terminal.

Nothing settles a character set on a telnet line (no board's practice agrees), so this is a guess for the first screen
only; the caller's own stored choice wins over it. In order: the answer to RFC 2066, the codeset of LANG, the name of
the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from door.term.caps import COLUMNS, ROWS, Caps, Charset

_SETS: Final = {
    "utf8": Charset.UTF8,
    "cp437": Charset.CP437,
    "ibm437": Charset.CP437,
    "437": Charset.CP437,
    "usascii": Charset.ASCII,
    "ascii": Charset.ASCII,
    "ansix341968": Charset.ASCII,
}

#: Beginnings of terminal names, in lower case. Programs made for boards are CP437, those of today's desktops UTF-8;
#: "linux", "vt100" and the like are neither by themselves.
_TERMINALS: Final = (
    (
        Charset.CP437,
        (
            "syncterm",
            "ansi",
            "pcansi",
            "cp437",
            "ibmpc",
            "netrunner",
            "mtelnet",
            "qodem",
            "scoansi",
            "avatar",
            "ripterm",
        ),
    ),
    (
        Charset.UTF8,
        ("xterm", "putty", "tmux", "screen", "rxvt-unicode", "kitty", "alacritty", "foot", "konsole", "gnome", "vte"),
    ),
    (Charset.UTF8, ("wezterm", "ghostty", "iterm", "nsterm", "st-", "mintty", "contour")),
)

_WITHOUT_CURSOR: Final = ("dumb", "unknown-line", "network", "teletype", "tty33", "hardcopy")
_WITHOUT_COLOUR: Final = ("vt52", "vt100", "vt102", "vt220", "vt320", "dec-vt")


def guess_charset(charset: str, lang: str, terminals: Iterable[str]) -> Charset | None:
    """The character set that a client seems to have; None when it says nothing that tells."""
    named = _SETS.get(_folded(charset))
    if named is not None:
        return named
    codeset = lang.partition(".")[2].partition("@")[0]
    if codeset:
        # A set that we do not speak shares its first half with ASCII.
        return _SETS.get(_folded(codeset), Charset.ASCII)
    for terminal in terminals:
        for found, beginnings in _TERMINALS:
            if terminal.lower().startswith(beginnings):
                return found
    return None


def first_caps(charset: Charset | None, terminal: str, columns: int, rows: int) -> Caps:
    """What to paint the first screen for; a size of 0 is unknown."""
    name = terminal.lower()
    cursor = not name.startswith(_WITHOUT_CURSOR)
    colour = cursor and not name.startswith(_WITHOUT_COLOUR)
    return Caps(charset or Charset.ASCII, colour, cursor, columns or COLUMNS, rows or ROWS)


def _folded(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
