"""The map of Europe on one screen: 79 columns by 21 rows.

The picture is a text, one character a cell: the key of the cell's territory, ``_`` for what nobody can enter. In
colour every cell is filled with its owner's colour (land that nobody owns looks like land), neighbours of one owner in
different shades, the seas in three blues. Without colours, or in 7-bit, each land is filled with its own key: the
letters show the outline, and borders run where letters change. Two letters beside the key, in a box, are a unit.

Only the first and the last rows of the screen are left for words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import tomli

from door.rules.board import Board, Province, ProvinceKind
from door.rules.position import Position
from door.rules.units import Unit
from door.screens.palette import ink, land, letters_of
from door.store.shipped import shipped_text
from door.term.canvas import Canvas, Cell, Colour, Style
from door.term.caps import Caps, Charset

ROWS: Final = 21
COLUMNS: Final = 79
FIRST_ROW: Final = 1

_NOTHING: Final = "_"
_PICTURE: Final = "map/europe_79x21.txt"
_LABELS: Final = "map/europe_79x21_labels.toml"

_BLACK, _BLUE, _GREEN, _BROWN, _WHITE = Colour.BLACK, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.WHITE

#: What fills a cell, by shade.
_SEAS: Final = (
    (" ", Style(bg=_BLUE)),
    ("░", Style(_BLACK, _BLUE)),
    ("▒", Style(_BLACK, _BLUE)),
)
_FREE_LANDS: Final = (
    ("░", Style(_GREEN, _BLACK)),
    ("░", Style(_BROWN, _BLACK)),
    ("▒", Style(_GREEN, _BLACK)),
    ("▒", Style(_BROWN, _BLACK)),
)
#: Lands that have an owner by the colour of their ground: plain, darker, lighter.
_LIGHT: Final = {_WHITE: (("░", Style(Colour.CYAN, _WHITE)), ("░", Style(_BLUE, _WHITE)))}
#: Black ground is lighter the more of it is stippled.
_GREYS: Final = (("▒", Style(_WHITE, _BLACK)), ("▓", Style(_WHITE, _BLACK)), ("▒", Style(_WHITE, _BLACK, bold=True)))
_SEA_KEY: Final = Style(Colour.CYAN, _BLUE, bold=True)
_CENTRE_KEY: Final = Style(_WHITE, _BLACK, bold=True)
_LAND_KEY: Final = Style(_WHITE, _BLACK)
_UNIT_WITHOUT_COLOUR: Final = Style(reverse=True)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the key of a territory stands in the picture, and its shade."""

    row: int
    col: int
    shade: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture and the places in it, by province."""

    rows: tuple[str, ...]
    places: Mapping[str, Place]


@lru_cache(maxsize=1)
def picture() -> Picture:
    """The shipped picture, read once."""
    table = tomli.loads(shipped_text(_LABELS))
    rows = tuple(shipped_text(_PICTURE).splitlines())
    return Picture(rows, {code: Place(**place) for code, place in table.items()})


@dataclass(frozen=True, slots=True)
class MapView:
    """A position to draw, on a terminal of a kind."""

    board: Board
    position: Position
    caps: Caps


def draw_map(canvas: Canvas, view: MapView) -> None:
    """Draw the map into the rows from ``FIRST_ROW`` on."""
    shown = picture()
    fills = {province.key: _fill(province, shown.places[code].shade, view) for code, province in _provinces(view)}
    for number, row in enumerate(shown.rows, FIRST_ROW):
        for col, key in enumerate(row):
            if key != _NOTHING:
                canvas.put(number, col, *fills[key])
    marks = letters_of(view.board.powers)
    for code, province in _provinces(view):
        place = shown.places[code]
        canvas.put(FIRST_ROW + place.row, place.col, province.key, _key_style(province, view))
        unit = view.position.units.get(code)
        if unit is not None:
            badge = f"{unit.kind.value}{marks[unit.power]}"
            canvas.put(FIRST_ROW + place.row, place.col + 1, badge, unit_style(unit, view.caps))


def _provinces(view: MapView) -> list[tuple[str, Province]]:
    return list(view.board.provinces.items())


def unit_style(unit: Unit, caps: Caps) -> Style:
    """The box of a unit: black, with letters in its power's colour; reversed on a terminal without colours."""
    if not caps.colour:
        return _UNIT_WITHOUT_COLOUR
    letters = ink(unit.power)
    return Style(letters.fg, _BLACK, bold=letters.bold)


def _fill(province: Province, shade: int, view: MapView) -> Cell:
    owner = (view.position.centres or {}).get(province.code)
    sea = province.kind is ProvinceKind.SEA
    if not view.caps.colour:
        return (" " if sea else province.key, Style())
    char, style = _SEAS[shade] if sea else _ground(owner, shade)
    if view.caps.charset is Charset.ASCII:  # no shades there: the key itself is the pattern
        return (" ", Style(bg=_BLUE)) if sea else (province.key, _lettered(owner))
    return char, style


def _ground(owner: str | None, shade: int) -> Cell:
    colours = land(owner)
    if colours is None:
        return _FREE_LANDS[shade]
    ground = colours[0]
    if ground is _BLACK:
        return _GREYS[shade % 3]
    if shade == 0:
        return " ", Style(bg=ground)
    return _LIGHT.get(ground, (("░", Style(_BLACK, ground)), ("░", Style(_WHITE, ground, bold=True))))[shade % 3 - 1]


def _lettered(owner: str | None) -> Style:
    colours = land(owner)
    if colours is None:
        return Style(_GREEN, _BLACK)
    return Style(_WHITE if colours[0] is _BLACK else _BLACK, colours[0])


def _key_style(province: Province, view: MapView) -> Style:
    if not view.caps.colour:
        return Style(bold=True)
    if province.kind is ProvinceKind.SEA:
        return _SEA_KEY
    colours = land((view.position.centres or {}).get(province.code))
    if colours is None:
        return _CENTRE_KEY if province.centre else _LAND_KEY
    return Style(colours[1], colours[0], bold=colours[1] is _WHITE)
