"""The map of Europe, drawn into a canvas.

In colour every cell is filled with its owner's colour; the seas are blue, and land that nobody owns is dark green.
Where the same colour meets itself, a line is the border. Without colours, or in 7-bit, the small picture fills each
land with its own key: the letters show the outline, and borders run where letters change. The large one has lines at
every border then, and each land is filled with the small letter of its owner.

In each territory stands its key; in a supply centre the small letter of its owner follows; a box is a unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from door.rules.board import Board, Province, ProvinceKind
from door.rules.position import Position
from door.rules.units import Unit, UnitKind
from door.screens.palette import NOBODY, SEA, Ground, ground_of, ink, letters_of
from door.screens.picture import FIRST_ROW, LARGE, NOWHERE, SMALL, Place, Spot, corners, picture, runs
from door.term.canvas import NORMAL, Canvas, Cell, Colour, Style
from door.term.caps import Caps, Charset

#: What fills land where there are no shades to do it with.
_DOT: Final = "."
_BOLD: Final = Style(bold=True)
_UNIT_WITHOUT_COLOUR: Final = Style(reverse=True)

#: The line in a cell by its arms: up, right, down, left. A single arm is drawn as if it had its opposite.
_LINES: Final = {
    tuple(arm == "1" for arm in arms): char
    for arms, char in zip(
        "1000 0010 1010 0100 0001 0101 0110 0011 1100 1001 1110 1011 0111 1101 1111".split(),
        "│││───┌┐└┘├┤┬┴┼",
        strict=True,
    )
}


@dataclass(frozen=True, slots=True)
class MapView:
    """A position to draw, on a terminal of a kind, in one of the pictures."""

    board: Board
    position: Position
    caps: Caps
    name: str = SMALL

    @property
    def painted(self) -> bool:
        """Whether colours fill the lands; else it is letters."""
        return self.caps.colour and (self.caps.charset is not Charset.ASCII or self.name == LARGE)


@dataclass(frozen=True, slots=True)
class _Land:
    """A province to draw."""

    province: Province
    owner: str | None
    ground: Ground


def draw_map(canvas: Canvas, view: MapView) -> None:
    """Draw the map into the rows from ``FIRST_ROW`` on."""
    shown = picture(view.name)
    lands = {province.key: _land(province, view) for province in view.board.provinces.values()}
    _fill(canvas, view, lands)
    if view.painted or view.name == LARGE:
        _draw_borders(canvas, view, lands)
    marks = letters_of(view.board.powers)
    for land in lands.values():
        place = shown.places[land.province.code]
        _label(canvas, place, land, view, marks)
    for unit in view.position.units.values():
        army = view.position.aboard.get(unit.province)
        put_unit(canvas, _on(canvas, shown.places[unit.province].of_unit(unit.location)), unit, army, view)


def put_unit(canvas: Canvas, spot: Spot, unit: Unit, aboard: Unit | None, view: MapView) -> int:
    """The box of a unit, of a fleet with the army aboard as ``A/F``; gives the column after it."""
    badge = unit_badge(unit, aboard, letters_of(view.board.powers)[unit.power])
    return canvas.put(*spot, badge, unit_style(unit, view.caps))


def unit_badge(unit: Unit, aboard: Unit | None, mark: str) -> str:
    """The letters of a unit: ``Af`` is a French army, ``AFf`` a French fleet that an army is aboard of."""
    letters = unit.kind.value if aboard is None else f"{UnitKind.ARMY.value}{UnitKind.FLEET.value}"
    return f"{letters}{mark}"


def unit_style(unit: Unit, caps: Caps) -> Style:
    """The box of a unit: black, with letters in its power's colour; reversed on a terminal without colours."""
    if not caps.colour:
        return _UNIT_WITHOUT_COLOUR
    letters = ink(unit.power)
    return Style(letters.fg, Colour.BLACK, bold=letters.bold)


def _on(canvas: Canvas, spot: Spot) -> Spot:
    return spot[0] + FIRST_ROW, spot[1]


def _land(province: Province, view: MapView) -> _Land:
    owner = (view.position.centres or {}).get(province.code)
    return _Land(province, owner, SEA if province.kind is ProvinceKind.SEA else ground_of(owner))


def _fill(canvas: Canvas, view: MapView, lands: dict[str, _Land]) -> None:
    marks = letters_of(view.board.powers)
    fills = {key: _filling(land, view, marks) for key, land in lands.items()}
    fills[NOWHERE] = NOBODY.fill if view.painted and not _seven_bits(view) else (" ", NORMAL)
    for (row, col), key, width in runs(view.name):
        char, style = fills[key]
        canvas.fill(FIRST_ROW + row, col, width, char, style)


def _seven_bits(view: MapView) -> bool:
    return view.caps.charset is Charset.ASCII


def _filling(land: _Land, view: MapView, marks: dict[str, str]) -> Cell:
    if view.painted:
        char, style = land.ground.fill
        return (_DOT if _seven_bits(view) and char != " " else char), style
    sea = land.province.kind is ProvinceKind.SEA
    if view.name == LARGE:
        return (" " if sea else _DOT if land.owner is None else marks[land.owner]), NORMAL
    if not view.caps.colour:
        return " " if sea else land.province.key, NORMAL
    return " " if sea else land.province.key, land.ground.lettered


def _draw_borders(canvas: Canvas, view: MapView, lands: dict[str, _Land]) -> None:
    """Lines belong to the lower right corner of a cell: its arms run between the four cells that meet there."""
    grounds = {key: land.ground for key, land in lands.items()} | {NOWHERE: NOBODY}

    def meet(one: str, other: str) -> bool:
        return one != other and (not view.painted or grounds[one] is grounds[other])

    for (row, col), (here, right, across, below) in corners(view.name):
        arms = meet(here, right), meet(right, across), meet(below, across), meet(here, below)
        if any(arms):
            canvas.put(FIRST_ROW + row, col, _LINES[arms], grounds[here].line if view.painted else NORMAL)


def _label(canvas: Canvas, place: Place, land: _Land, view: MapView, marks: dict[str, str]) -> None:
    style = _key_style(land, view)
    canvas.put(*_on(canvas, place.key), land.province.key, style)
    if place.code is not None:
        canvas.put(*_on(canvas, place.code), land.province.code, style)
    if place.owner is not None and land.owner is not None:
        canvas.put(*_on(canvas, place.owner), marks[land.owner], land.ground.mark if view.caps.colour else _BOLD)


def _key_style(land: _Land, view: MapView) -> Style:
    if not view.caps.colour:
        return _BOLD
    return land.ground.centre if land.province.centre else land.ground.text


def labels(view: MapView) -> Iterator[Spot]:
    """The cells of the picture in which something is written."""
    for code, place in picture(view.name).places.items():
        yield place.key
        if place.owner is not None and code in (view.position.centres or {}):
            yield place.owner
        if place.code is not None:
            yield from _run(place.code, len(code))
        unit = view.position.units.get(code)
        if unit is not None:
            yield from _run(place.of_unit(unit.location), 3 if code in view.position.aboard else 2)


def _run(spot: Spot, width: int) -> Iterator[Spot]:
    return ((spot[0], spot[1] + step) for step in range(width))
