"""A terminal in a few lines that is as awkward as any caller's: it wraps as soon as the last column is written.

It knows the sequences that are safe everywhere and no others, and refuses whatever else it is sent; pyte is the
kinder one, which waits at the last column. Both must show the same.
"""

from __future__ import annotations

import re

from door.term.canvas import NORMAL, Canvas, Cell, Colour, Style
from door.term.caps import Caps, Charset
from door.term.charset import cell_width

_SEQUENCE = re.compile(r"\x1b\[([0-9;]*)([HmJK])")


class Unsafe(AssertionError):
    """Something was sent that not every terminal stands."""


class Terminal:
    """Cells, a cursor and a style; ``wrapped`` tells whether text ever ran over the edge."""

    def __init__(self, caps: Caps, dirty: bool = False) -> None:
        self.caps = caps
        junk: Cell = ("~", Style(Colour.RED, Colour.GREEN, bold=True))
        self.cells: list[Cell] = [junk if dirty else (" ", NORMAL)] * (caps.columns * caps.rows)
        self.style = NORMAL
        self.row, self.col = (caps.rows - 1, 3) if dirty else (0, 0)
        self.wrapped = False

    def feed(self, data: bytes) -> None:
        """Show what a paint sends."""
        text = data.decode(self.caps.charset)
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                match = _SEQUENCE.match(text, at)
                if match is None:
                    raise Unsafe(f"no safe sequence: {text[at : at + 12]!r}")
                self._sequence(match[1], match[2])
                at = match.end()
            else:
                self._letter(text[at])
                at += 1

    def lines(self) -> list[str]:
        """What is written on each row."""
        width = self.caps.columns
        return [
            "".join(char for char, _ in self.cells[row * width : (row + 1) * width]).rstrip()
            for row in range(self.caps.rows)
        ]

    def _letter(self, char: str) -> None:
        if not char.isprintable():
            raise Unsafe(f"a control character among the text: {char!r}")
        width = cell_width(char)
        if not self.caps.colour and (self.style.fg, self.style.bg) != (None, None):
            raise Unsafe("a colour for a terminal without")
        at = self.row * self.caps.columns + self.col
        self.cells[at : at + width] = [(char, self.style), ("", self.style)][:width]
        self.col += width
        if self.col >= self.caps.columns:
            self.wrapped = True
            self.row, self.col = self.row + 1, 0

    def _sequence(self, parameters: str, final: str) -> None:
        numbers = [int(number or 0) for number in parameters.split(";")]
        if final == "H":
            row, col, *_ = [*numbers, 1]
            self.row, self.col = max(1, row) - 1, max(1, col) - 1
            if self.row >= self.caps.rows or self.col >= self.caps.columns:
                raise Unsafe(f"a move off the screen: {parameters}H")
        elif final == "m":
            for number in numbers:
                self.style = _with(self.style, number)
        elif final == "J" and parameters == "2":
            self._erase(0, len(self.cells))
        elif final == "K" and parameters == "":
            start = self.row * self.caps.columns
            self._erase(start + self.col, start + self.caps.columns)
        else:
            raise Unsafe(f"no safe sequence: {parameters}{final}")

    def _erase(self, first: int, last: int) -> None:
        if self.style != NORMAL:
            raise Unsafe("erased in colour: some terminals would fill the row with it")
        self.cells[first:last] = [(" ", NORMAL)] * (last - first)


def _with(style: Style, number: int) -> Style:
    match number:
        case 0:
            return NORMAL
        case 1:
            return Style(style.fg, style.bg, True, style.reverse)
        case 7:
            return Style(style.fg, style.bg, style.bold, True)
        case _ if 30 <= number <= 37:
            return Style(Colour(number - 30), style.bg, style.bold, style.reverse)
        case _ if 40 <= number <= 47:
            return Style(style.fg, Colour(number - 40), style.bold, style.reverse)
    raise Unsafe(f"no safe style: {number}")


def picture(cells: list[Cell], caps: Caps) -> list[Cell]:
    """The cells as an eye sees them: a blank has no letter's colour, a terminal without colour shows none."""
    return [_seen(char, style, caps.colour) for char, style in cells]


def expected(canvas: Canvas, caps: Caps) -> list[Cell]:
    """What a terminal must show of a canvas: each column of a letter that its set lacks is a question mark."""
    lefts = [" ", *(char for char, _ in canvas.cells)]
    shown = [
        (char if _has(caps.charset, char or left) else "?", style)
        for left, (char, style) in zip(lefts, canvas.cells, strict=False)
    ]
    return picture(shown, caps)


def _has(charset: Charset, char: str) -> bool:
    try:
        char.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _seen(char: str, style: Style, colour: bool) -> Cell:
    if not colour:
        bar = style.reverse or style.bg not in (None, Colour.BLACK)
        style = Style(bold=style.bold and not bar, reverse=bar)
    if char == " " and not style.reverse:
        style = Style(bg=style.bg)
    return char, style
