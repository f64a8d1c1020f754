"""Text to a caller's bytes, and how wide text is.

Three guarantees of :func:`encode` hold whatever the text is: it never raises; no byte of it is a control code
(so no text can move the cursor, ring the bell or start an escape sequence); and the bytes take exactly as many
columns as :func:`text_width` says, because a substitute is as wide as the letter it stands for.

CP437's pictures at 0x01 to 0x1F and 0x7F are therefore never sent, nor its 0xFF, which is telnet's IAC: a
canvas that asks for an arrow or a smiley gets the nearest ordinary character.
"""

# ruff: noqa: RUF001 - the look-alikes are the point of this table

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wcwidth import wcwidth

from door.term.caps import Charset

UNKNOWN = "?"

_BLANKS = "\t\n\v\f\r"

# Single characters by what they become where the set lacks them, one column for one column.
_SUBSTITUTES = {
    "-": "─╌╍┄┅┈┉━╴╶╸╺‐‑‒–—―−",
    "|": "│║┃╎╏┆┇┊┋╵╷╹╻¦",
    "+": "┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫╭╮╯╰┏┓┗┛┣┫┳┻╋†",
    "#": "█▓▒▄▀▌▐■▪▬◆",
    ":": "░",
    "*": "•∙●★☆☼♥♦♣♠✓✔",
    "o": "○◦◘◙☺☻°ºøœ",
    ".": "·…‥",
    ">": "→►▶▸»›⇒",
    "<": "←◄◀◂«‹⇐",
    "^": "↑▲⇑",
    "v": "↓▼⇓√",
    "'": "‘’‚‛′`´",
    '"': "“”„‟″",
    "!": "¡‼",
    "?": "¿½¼¾",
    "x": "×",
    "/": "÷⁄",
    "~": "≈",
    "=": "═≡",
    "c": "©¢",
    "R": "®",
    "E": "€Æ",
    "L": "£Ł",
    "Y": "¥",
    "S": "§",
    "P": "¶",
    "s": "ß",
    "a": "æ",
    "O": "ØŒ",
    "D": "ÐĐ",
    "d": "ðđ",
    "T": "Þ",
    "t": "þ",
    "l": "ł",
    "i": "ı",
    "u": "µ",
    "_": "‗",
}
_SUBSTITUTE_OF = {char: ascii_char for ascii_char, chars in _SUBSTITUTES.items() for char in chars}
# Better than ASCII where CP437 has something close.
_CP437_SUBSTITUTE_OF = dict(zip("•●◆━┃╭╮╰╯", "∙■■─│┌┐└┘", strict=True))


def cell_width(char: str) -> int:
    """How many columns one character takes: 0 (combining and control characters), 1 or 2."""
    return max(0, wcwidth(char))


def text_width(text: str) -> int:
    """How many columns a text takes."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(cell_width, text))


def printable(text: str) -> str:
    """The text as it can stand in cells: composed, no control characters, nothing of width 0.

    Tabs, line ends and foreign blanks become a space, unassigned and private characters a question mark;
    what has no width (marks that do not compose, joiners, direction marks) is left out.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_printable_char, unicodedata.normalize("NFC", text)))


def encode(text: str, charset: Charset) -> bytes:
    """The text as bytes of the set; see the top of this module for what is guaranteed."""
    # isprintable() is true of no control, format, private, unassigned or no-break character.
    if text.isprintable():
        try:
            return text.encode(charset)
        except UnicodeEncodeError:
            pass
    return b"".join(_encode_char(char, charset) for char in text)


def _printable_char(char: str) -> str:
    if char.isprintable():
        return char if wcwidth(char) > 0 else ""
    if char in _BLANKS or unicodedata.category(char).startswith("Z"):
        return " "
    return UNKNOWN if unicodedata.category(char) in ("Cn", "Co", "Cs") else ""


@lru_cache(maxsize=4096)
def _encode_char(char: str, charset: Charset) -> bytes:
    width = cell_width(char)
    if not char.isprintable():
        return b" " * width if unicodedata.category(char) == "Zs" else UNKNOWN.encode() * width
    if charset is Charset.UTF8:
        return char.encode()
    if width != 1:
        return UNKNOWN.encode() * width
    return _one_column(char, charset)


def _one_column(char: str, charset: Charset) -> bytes:
    candidates = [char, _SUBSTITUTE_OF.get(char, ""), unicodedata.normalize("NFKD", char)[:1], UNKNOWN]
    if charset is Charset.CP437:
        candidates.insert(1, _CP437_SUBSTITUTE_OF.get(char, ""))
    for candidate in candidates:
        try:
            encoded = candidate.encode(charset)
        except UnicodeEncodeError:
            continue
        if len(encoded) == 1:
            return encoded
    return UNKNOWN.encode()
