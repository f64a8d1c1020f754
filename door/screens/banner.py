"""The name of the door in large letters."""

from __future__ import annotations

from typing import Final

from door.term.canvas import Canvas, Colour, Style
from door.term.caps import Charset

_BLOCKS: Final = (
    "█████ █▄ ▄█ ████▄ ▀█▀ ████▄ █████     ▄█  ▄███▄ ▄███▄  ▄█ ",
    "█▄▄   █ █ █ █▄▄▄▀  █  █▄▄▄▀ █▄▄        █  ▀█▄██ █ ▄▀█   █ ",
    "█     █   █ █      █  █ ▀▄  █          █      █ █▀  █   █ ",
    "█████ █   █ █     ▄█▄ █   █ █████     ▄█▄ ▀███▀ ▀███▀  ▄█▄",
)
_LETTERS: Final = (
    " ___  __  __  ___  ___  ___  ___     _  ___   __   _ ",
    "| __||  \\/  || _ \\|_ _|| _ \\| __|   / |/ _ \\ /  \\ / |",
    "| _| | |\\/| ||  _/ | | |   /| _|    | |\\_, /| () || |",
    "|___||_|  |_||_|  |___||_|_\\|___|   |_| /_/  \\__/ |_|",
)
_INK: Final = (
    Style(Colour.YELLOW, bold=True),
    Style(Colour.YELLOW, bold=True),
    Style(Colour.YELLOW),
    Style(Colour.RED),
)
HEIGHT: Final = len(_BLOCKS)


def banner(canvas: Canvas, row: int, charset: Charset, width: int) -> int:
    """Draw the name in the middle of the width; gives the row after it."""
    rows = _LETTERS if charset is Charset.ASCII else _BLOCKS
    col = (width - max(map(len, rows))) // 2
    for number, (line, ink) in enumerate(zip(rows, _INK, strict=True)):
        canvas.put(row + number, col, line, ink)
    return row + HEIGHT
