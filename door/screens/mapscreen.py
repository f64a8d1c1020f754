"""The map screen, its legend of keys, and the list of all units."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge.history import CentreHistory, TurnMoves, centre_history, past_turns
from door.rules.board import Board, Province, ProvinceKind
from door.rules.position import Position
from door.rules.units import Unit
from door.rules.words import territory
from door.screens.anysize import RESIZED, ask_in_any_size, large_sheet
from door.screens.centreschart import chart_lines, show_centres
from door.screens.frame import BACK, ENTER, Notice, letters, listed
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.mapview import MapView, draw_map, put_unit, unit_badge
from door.screens.movesview import move_lines, show_moves
from door.screens.palette import letters_of, put_patch
from door.screens.picture import LARGE, fitting
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Caps

_KEYS: Final = "KUMC"
_WANTED: Final = "Press K or U for lists, M for moves, C for the centres' chart; ? explains, Esc goes back."
#: Beside the powers, where there is room.
_READING: Final = "key, owner; box: A army, F fleet, AF both"
_HOW_TO_READ: Final = (
    "In each territory of the map stands its key. In a supply centre that has an",
    "owner the owner's small letter follows. A box is a unit: A army, F fleet, AF a",
    "fleet with an army aboard; then the small letter of its power.",
)


@dataclass(frozen=True, slots=True)
class MapScreenView:
    """A game to be drawn as a map on a terminal of a kind."""

    desk: Desk
    caps: Caps

    @property
    def map(self) -> MapView:
        """The map in the size that fits."""
        return MapView(self.desk.seen.board, self.desk.seen.position, self.caps, fitting(self.caps))


def draw_map_screen(view: MapScreenView, notice: Notice | None = None) -> Canvas:
    """Title, map, powers, prompt. The notice takes the place of the powers."""
    canvas = large_sheet(view.desk.title, view.desk.when, view.caps)
    draw_position(canvas, view.map, notice)
    widgets.prompt(canvas, "K keys, U units, M last turn's moves, C centres by year; go back", ENTER)
    return canvas


def draw_position(canvas: Canvas, view: MapView, notice: Notice | None = None) -> None:
    """The map, and below it the powers, or the units that must retreat; or the notice."""
    draw_map(canvas, view)
    if notice is not None:
        canvas.put(_legend_row(canvas), 1, f"! {notice.text}", widgets.BAD)
    elif view.position.dislodged:
        _put_dislodged(canvas, view)
    else:
        put_powers(canvas, view)


def _legend_row(canvas: Canvas) -> int:
    return canvas.rows - 2


def put_powers(canvas: Canvas, view: MapView) -> None:
    """The powers with their colours and letters; on a large screen also how to read the map."""
    row = _legend_row(canvas)
    col = 1
    for power, letter in letters_of(view.board.powers).items():
        col = put_patch(canvas, row, col, power, letter)
        col = canvas.put(row, col, f" {view.board.powers[power].short}") + 1
    if view.name == LARGE:
        canvas.put(row, widgets.width_of(canvas) - 1 - len(_READING), _READING, widgets.NOTE)


def _put_dislodged(canvas: Canvas, view: MapView) -> None:
    """The units that have to leave stand on no map: they are named below it."""
    board = view.board
    marks = letters_of(board.powers)
    row = _legend_row(canvas)
    col = canvas.put(row, 1, "Must retreat:", widgets.BAD) + 1
    entries = [entry for power in board.powers for entry in view.position.dislodged_of(power)]
    for number, entry in enumerate(entries, 1):
        badge = unit_badge(entry.unit, entry.aboard, marks[entry.unit.power])
        words = f" {territory(entry.unit.location, board)}"
        rest = f" and {len(entries) - number + 1} more (U lists them)"
        if number < len(entries) and col + len(badge + words + rest) > widgets.width_of(canvas):
            canvas.put(row, col, rest.strip())
            return
        col = put_unit(canvas, (row, col), entry.unit, entry.aboard, view)
        col = canvas.put(row, col, words) + 2


def unit_lines(desk: Desk) -> list[str]:
    """Every unit and every centre, power by power, in words: the map for those who cannot see it."""
    seen = desk.seen
    lines: list[str] = []
    for power in seen.board.powers:
        units = seen.position.units_of(power)
        standing = [_unit_words(unit, seen.position.aboard.get(unit.province), seen.board) for unit in units]
        beaten = [
            f"{_unit_words(entry.unit, entry.aboard, seen.board)}, must retreat"
            for entry in seen.position.dislodged_of(power)
        ]
        centres = _names(seen.position.centres_of(power), seen.board)
        lines.append(seen.board.powers[power].title + (" (you)" if power == desk.power else ""))
        lines += _wrapped("Units", standing + beaten)
        lines += [*_wrapped("Centres", centres), ""]
    owned = seen.position.centres or {}
    free = [code for code in seen.board.centres if code not in owned]
    return [*lines, *_wrapped("Nobody's centres", _names(free, seen.board))]


def _unit_words(unit: Unit, aboard: Unit | None, board: Board) -> str:
    words = f"{unit.kind.word} {territory(unit.location, board)}"
    return words if aboard is None else f"{words} with an army aboard"


def _names(codes: list[str], board: Board) -> list[str]:
    return [territory(code, board) for code in codes]


def _wrapped(what: str, names: list[str]) -> list[str]:
    return [f"   {line}" for line in listed(f"{what}:", names, 72)]


def territory_lines(board: Board, position: Position) -> list[str]:
    """The map as a list, a line for each territory by name: whose it is if it is a centre, and who stands there."""
    provinces = sorted(board.provinces.values(), key=lambda province: province.name)
    return [f"{province.key}: {province.name}: {_state_of(province, board, position)}." for province in provinces]


def _state_of(province: Province, board: Board, position: Position) -> str:
    said = []
    if province.centre:
        owner = (position.centres or {}).get(province.code)
        said.append(f"centre of {board.powers[owner].title}" if owner else "centre of nobody")
    unit = position.units.get(province.code)
    if unit is not None:
        said.append(_told(unit, position.aboard.get(province.code), board))
    beaten = position.dislodged.get(province.code)
    if beaten is not None:
        said.append(f"{_told(beaten.unit, beaten.aboard, board)} must retreat")
    return "; ".join(said) or "empty"


def _told(unit: Unit, aboard: Unit | None, board: Board) -> str:
    coast = board.location_title(unit.location).removeprefix(board.provinces[unit.province].name)
    words = f"{board.powers[unit.power].adjective} {unit.kind.word}{coast}"
    return words if aboard is None else f"{words} with an army aboard"


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
    """The map, or where lines are plain all that it says as a text in its place."""
    while game.caps.cursor:
        answer = await ask_in_any_size(game, partial(_draw, game), letters(_KEYS, BACK), _WANTED, explains("map"))
        if answer == BACK:
            return
        if answer != RESIZED:
            await _SCREENS[answer](game)
    await read_text(game, await asyncio.to_thread(_read_all, game))


def _draw(game: InGame, notice: Notice | None) -> Canvas:
    return draw_map_screen(MapScreenView(game.desk, game.caps), notice)


def _read_all(game: InGame) -> Text:
    past = past_turns(game.home, game.name)
    last = past.moves(len(past) - 1) if past.entries else None
    return map_text(game.desk, last, centre_history(game.home, game.name))


def map_text(desk: Desk, last: TurnMoves | None, history: CentreHistory | None) -> Text:
    """All that the map and its other views say, to read."""
    seen = desk.seen
    lines = [*unit_lines(desk), "", "Territories", *_indented(territory_lines(seen.board, seen.position))]
    if last is not None:
        lines += ["", f"Moves of the last turn, {last.title}", *_indented(move_lines(last, seen.board))]
    if history is not None:
        lines += ["", "Centres by year", *_indented(chart_lines(history, seen.board))]
    return Text(f"{desk.title} · map", desk.when, lines)


def _indented(lines: list[str]) -> list[str]:
    return [f"   {line}".rstrip() for line in lines]


def units_text(desk: Desk) -> Text:
    """All units, to read."""
    return Text(f"{desk.title} · units and centres", desk.when, unit_lines(desk))


def keys_text(desk: Desk) -> Text:
    """All keys, to read."""
    return Text(f"{desk.title} · keys and names", "", [*key_lines(desk.seen.board), "", *_HOW_TO_READ])


async def _show_keys(game: InGame) -> None:
    await read_text(game, keys_text(game.desk))


async def _show_units(game: InGame) -> None:
    await read_text(game, units_text(game.desk))


_SCREENS: Final[dict[str, Callable[[InGame], Awaitable[None]]]] = {
    "K": _show_keys,
    "U": _show_units,
    "M": show_moves,
    "C": show_centres,
}
