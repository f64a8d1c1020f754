"""The powers' colours and letters.

Never colour alone: wherever a colour stands for a power, its letter or its name is there too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from door.term.canvas import NORMAL, Canvas, Cell, Colour, Style

_BLACK, _BLUE, _GREEN, _WHITE = Colour.BLACK, Colour.BLUE, Colour.GREEN, Colour.WHITE

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


@dataclass(frozen=True, slots=True)
class Ground:
    """How an area of the map looks that is one colour.

    ``fill`` is a cell of it, ``line`` a border within it; ``text`` and ``centre`` are the keys of a territory and of
    a supply centre, ``mark`` the owner's letter; ``lettered`` is a land filled with letters.
    """

    fill: Cell
    line: Style
    text: Style
    centre: Style
    mark: Style
    lettered: Style


def _plain(ground: Colour, letters: Colour) -> Ground:
    """Solid land."""
    text = Style(letters, ground)
    bright = Style(letters, ground, bold=letters is _WHITE)
    return Ground((" ", Style(bg=ground)), text, bright, bright, text, text)


def _stippled(char: str, colour: Colour) -> Ground:
    """Land in the colour of dots on black; what is written on it stands in a gap."""
    text = Style(_WHITE, _BLACK)
    dots = Style(colour, _BLACK)
    return Ground((char, dots), dots, text, Style(_WHITE, _BLACK, bold=True), text, dots)


_SEA_LETTERS: Final = Style(Colour.CYAN, _BLUE, bold=True)
SEA: Final = Ground(
    (" ", Style(bg=_BLUE)), Style(Colour.CYAN, _BLUE), _SEA_LETTERS, _SEA_LETTERS, _SEA_LETTERS, Style(bg=_BLUE)
)
FREE: Final = _stippled("▒", _GREEN)
NOBODY: Final = _stippled("░", _WHITE)
_GROUNDS: Final = {
    power: _stippled("▒", _WHITE) if ground is _BLACK else _plain(ground, letters)
    for power, (ground, letters) in _LAND.items()
}


def ground_of(power: str | None) -> Ground:
    """How a power's land looks on the map; that of no power, or of one without a colour, is free land's."""
    return FREE if power is None else _GROUNDS.get(power, FREE)


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
