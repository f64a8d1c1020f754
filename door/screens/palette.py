"""The powers' colours and letters.

Never colour alone: wherever a colour stands for a power, its letter or its name is there too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from door.term.canvas import NORMAL, Canvas, Colour, Style

#: The ground of a power's land, and letters on it. Blue is the sea's, so Germany has black, stippled to grey.
_LAND: Final = {
    "AUSTRIA": (Colour.RED, Colour.WHITE),
    "ENGLAND": (Colour.MAGENTA, Colour.WHITE),
    "FRANCE": (Colour.CYAN, Colour.BLACK),
    "GERMANY": (Colour.BLACK, Colour.WHITE),
    "ITALY": (Colour.GREEN, Colour.BLACK),
    "RUSSIA": (Colour.WHITE, Colour.BLACK),
    "TURKEY": (Colour.YELLOW, Colour.BLACK),
}


def land(power: str | None) -> tuple[Colour, Colour] | None:
    """The ground of a power's land and the colour of letters on it; None for land that nobody owns."""
    return None if power is None else _LAND.get(power)


def ink(power: str) -> Style:
    """Text about a power, on a black ground."""
    ground = _LAND.get(power, (None, None))[0]
    if ground is None:
        return NORMAL
    return Style(Colour.WHITE) if ground is Colour.BLACK else Style(ground, bold=True)


def patch(power: str) -> Style:
    """A patch of a power's colour, for legends."""
    colours = _LAND.get(power)
    return Style(reverse=True) if colours is None else Style(colours[1], colours[0], bold=colours[1] is Colour.WHITE)


def put_patch(canvas: Canvas, row: int, col: int, power: str, letter: str) -> int:
    """Draw the patch, three columns wide, with the power's letter in it; gives the column after it."""
    style = patch(power)
    side = "▒" if style.bg is Colour.BLACK else " "
    return canvas.put(row, col, f"{side}{letter}{side}", style)


def letters_of(powers: Iterable[str]) -> dict[str, str]:
    """One small letter for each power: the first of its name that no other has taken."""
    found: dict[str, str] = {}
    for power in powers:
        taken = found.values()
        found[power] = next((char for char in power.lower() if char not in taken), "?")
    return found
