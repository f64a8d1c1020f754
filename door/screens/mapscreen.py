"""The map screen, its legend of keys, and the list of all units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.rules.board import Board, ProvinceKind
from door.rules.position import Dislodged
from door.rules.units import Unit
from door.rules.words import territory
from door.screens.frame import BACK, ENTER, Notice, ask, letters, listed, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.mapview import MapView, draw_map, unit_style
from door.screens.palette import letters_of, put_patch
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Caps

_KEYS: Final = "KU"
_LEGEND_ROW: Final = widgets.STATUS_ROW


@dataclass(frozen=True, slots=True)
class MapScreenView:
    """A game to be drawn as a map on a terminal of a kind."""

    desk: Desk
    caps: Caps


def draw_map_screen(view: MapScreenView, notice: Notice | None = None) -> Canvas:
    """Title, map, powers, prompt. The notice takes the place of the powers."""
    desk = view.desk
    seen = desk.seen
    canvas = sheet(desk.title, desk.when)
    canvas.clear(widgets.TITLE_ROW + 1)
    draw_map(canvas, MapView(seen.board, seen.position, view.caps))
    if notice is not None:
        canvas.put(_LEGEND_ROW, 1, f"! {notice.text}", widgets.BAD)
    elif seen.position.dislodged:
        _put_dislodged(canvas, view)
    else:
        _put_powers(canvas, seen.board)
    widgets.prompt(canvas, "K keys and names, U units and centres as a list; go back", ENTER)
    return canvas


def _put_powers(canvas: Canvas, board: Board) -> None:
    col = 1
    for power, letter in letters_of(board.powers).items():
        col = put_patch(canvas, _LEGEND_ROW, col, power, letter)
        col = canvas.put(_LEGEND_ROW, col, f" {board.powers[power].short}") + 1


def _put_dislodged(canvas: Canvas, view: MapScreenView) -> None:
    """The units that have to leave stand on no map: they are named below it."""
    board = view.desk.seen.board
    marks = letters_of(board.powers)
    col = canvas.put(_LEGEND_ROW, 1, "Must retreat:", widgets.BAD) + 1
    entries = _in_order(view.desk)
    for number, entry in enumerate(entries, 1):
        unit = entry.unit
        words = f" {territory(unit.location, board)}"
        rest = f" and {len(entries) - number + 1} more (U lists them)"
        if number < len(entries) and col + 2 + len(words) + len(rest) > widgets.width_of(canvas):
            canvas.put(_LEGEND_ROW, col, rest.strip())
            return
        col = canvas.put(_LEGEND_ROW, col, f"{unit.kind.value}{marks[unit.power]}", unit_style(unit, view.caps))
        col = canvas.put(_LEGEND_ROW, col, words) + 2


def _in_order(desk: Desk) -> list[Dislodged]:
    return [entry for power in desk.seen.board.powers for entry in desk.seen.position.dislodged_of(power)]


def unit_lines(desk: Desk) -> list[str]:
    """Every unit and every centre, power by power, in words: the map for those who cannot see it."""
    seen = desk.seen
    lines: list[str] = []
    for power in seen.board.powers:
        standing = [_unit_words(unit, seen.board) for unit in seen.position.units_of(power)]
        beaten = [f"{_unit_words(entry.unit, seen.board)}, must retreat" for entry in seen.position.dislodged_of(power)]
        centres = _names(seen.position.centres_of(power), seen.board)
        lines.append(seen.board.powers[power].title + (" (you)" if power == desk.power else ""))
        lines += _wrapped("Units", standing + beaten)
        lines += [*_wrapped("Centres", centres), ""]
    owned = seen.position.centres or {}
    free = [code for code in seen.board.centres if code not in owned]
    return [*lines, *_wrapped("Nobody's centres", _names(free, seen.board))]


def _unit_words(unit: Unit, board: Board) -> str:
    return f"{unit.kind.word} {territory(unit.location, board)}"


def _names(codes: list[str], board: Board) -> list[str]:
    return [territory(code, board) for code in codes]


def _wrapped(what: str, names: list[str]) -> list[str]:
    return [f"   {line}" for line in listed(f"{what}:", names, 72)]


def key_lines(board: Board) -> list[str]:
    """Every key with its territory: first the supply centres, then the other lands, then the seas."""
    provinces = board.provinces.values()
    groups = (
        ("Supply centres", [each for each in provinces if each.centre]),
        ("Other lands", [each for each in provinces if not each.centre and each.kind is not ProvinceKind.SEA]),
        ("Seas", [each for each in provinces if each.kind is ProvinceKind.SEA]),
    )
    lines: list[str] = []
    for heading, group in groups:
        names = sorted((f"{each.key}: {each.name}" for each in group), key=_key_order)
        lines += [heading, *_columns(names), ""]
    return lines[:-1]


def _key_order(name: str) -> tuple[bool, str]:
    return not name[0].isalpha(), name


def _columns(names: list[str], count: int = 3) -> Iterator[str]:
    height = -(-len(names) // count)
    for row in range(height):
        yield "   " + "".join(f"{name:<25}" for name in names[row::height]).rstrip()


async def show_map(game: InGame) -> None:
    """The map, or where lines are plain the list of units in its place."""
    while True:
        if not game.caps.cursor:
            await read_text(game, units_text(game.desk))
            return
        view = MapScreenView(game.desk, game.caps)
        draw = partial(draw_map_screen, view)
        answer = await ask(game, draw, letters(_KEYS, BACK), pick_from(_KEYS), explains("map"))
        if answer == BACK:
            return
        await read_text(game, keys_text(game.desk) if answer == "K" else units_text(game.desk))


def units_text(desk: Desk) -> Text:
    """All units, to read."""
    return Text(f"{desk.title} · units and centres", desk.when, unit_lines(desk))


def keys_text(desk: Desk) -> Text:
    """All keys, to read."""
    return Text(f"{desk.title} · keys and names", "", key_lines(desk.seen.board))
