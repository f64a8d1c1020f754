"""Who went where in a turn: arrows on the map, and the same as a list."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.judge.history import Deed, PastTurns, Step, TurnMoves, past_turns
from door.rules.board import Board
from door.rules.units import Unit
from door.rules.words import VERB_COLUMN, territory, unit_words
from door.screens.anysize import RESIZED, ask_in_any_size, large_sheet
from door.screens.frame import BACK, ENTER, NEXT, PREVIOUS, Notice, Pages, letters
from door.screens.ingame import InGame
from door.screens.manual import explains
from door.screens.mapview import MapView, draw_map, labels, put_unit, unit_style
from door.screens.picture import FIRST_ROW, Spot, fitting, picture
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import Canvas, Colour, Style
from door.term.caps import Caps

_NOTHING_YET: Final = ("No turn has been played yet.", "", "The first moves come with the board's daily event.")
_WANTED: Final = "Press L for the moves as a list, PgUp or PgDn for other turns; ? explains, Esc goes back."
_TRAIL: Final = "∙"
_STOPPED: Final = "x"
_STOPPED_STYLE: Final = Style(Colour.RED, Colour.BLACK, bold=True)

#: What a unit did, in words: when it succeeded, and when not.
_WORDS: Final = {
    Deed.MOVE: ("MOVED TO", "DID NOT REACH"),
    Deed.EMBARK: ("WENT ABOARD IN", "DID NOT GO ABOARD IN"),
    Deed.LAND: ("LANDED IN", "DID NOT LAND IN"),
    Deed.RETREAT: ("RETREATED TO", "WAS LOST ON ITS WAY TO"),
    Deed.DISLODGED: ("WAS DISLODGED", "WAS DISLODGED"),
    Deed.DISBANDED: ("WAS DISBANDED", "WAS DISBANDED"),
    Deed.BUILT: ("WAS BUILT", "WAS NOT BUILT"),
}
_ENDS: Final = (Deed.DISLODGED, Deed.DISBANDED)


@dataclass(frozen=True, slots=True)
class MovesView:
    """A turn to draw, the one of that number (from 1) of so many, on a terminal of a kind."""

    title: str
    turn: TurnMoves
    board: Board
    caps: Caps
    number: int = 1
    count: int = 1


def draw_moves(view: MovesView, notice: Notice | None = None) -> Canvas:
    """The map before the turn, and an arrow for each unit that went somewhere, as far as there is room for it."""
    canvas = large_sheet(f"{view.title} · moves", view.turn.title, view.caps)
    shown = MapView(view.board, view.turn.before, view.caps, fitting(view.caps))
    draw_map(canvas, shown)
    taken = set(labels(shown))
    hidden = sum(not _draw_step(canvas, step, shown, taken) for step in view.turn.steps)
    row = canvas.rows - 2
    if notice is None:
        canvas.put(row, 1, _legend(view, hidden))
    else:
        canvas.put(row, 1, f"! {notice.text}", widgets.BAD)
    others = "PgUp the turn before, PgDn after, " if view.count > 1 else ""
    widgets.prompt(canvas, f"L as a list, {others}go back", ENTER)
    return canvas


def _legend(view: MovesView, hidden: int) -> str:
    turn = f"Turn {view.number} of {view.count}: " if view.count > 1 else ""
    ways = [step for step in view.turn.steps if step.target is not None]
    made = sum(step.succeeded for step in ways)
    said = f"{turn}{made} of {len(ways)} moves were made; x did not get there."
    return f"{said} {hidden} more: see L." if hidden else said


def _draw_step(canvas: Canvas, step: Step, shown: MapView, taken: set[Spot]) -> bool:
    """Draw an arrow or a mark, if there is room for it."""
    places = picture(shown.name).places
    here = places[step.unit.province].of_unit(step.unit.location)
    if step.deed is Deed.BUILT:
        if step.succeeded:
            put_unit(canvas, _on(here), step.unit, None, shown)
        return step.succeeded
    if step.target is None:
        mark = here[0], here[1] + _box(step.unit, shown)
        canvas.put(*_on(mark), _STOPPED, _style(step, shown.caps))
        return True
    there = places[step.target.partition("/")[0]].of_unit(step.target)
    way = [spot for spot in _straight(here, there) if spot not in taken]
    if not way:
        return False
    for spot in way:
        canvas.put(*_on(spot), _TRAIL, unit_style(step.unit, shown.caps))
    head = _head(here, there) if step.succeeded else _STOPPED
    canvas.put(*_on(way[-1]), head, _style(step, shown.caps))
    return True


def _style(step: Step, caps: Caps) -> Style:
    failed = caps.colour and (not step.succeeded or step.deed in _ENDS)
    return _STOPPED_STYLE if failed else unit_style(step.unit, caps)


def _box(unit: Unit, shown: MapView) -> int:
    return 3 if unit.province in shown.position.aboard else 2


def _on(spot: Spot) -> Spot:
    return spot[0] + FIRST_ROW, spot[1]


def _straight(here: Spot, there: Spot) -> Iterator[Spot]:
    """The cells of a straight line between two others, which are left out."""
    rows, cols = there[0] - here[0], there[1] - here[1]
    count = max(abs(rows), abs(cols))
    for number in range(1, count):
        yield here[0] + round(rows * number / count), here[1] + round(cols * number / count)


def _head(here: Spot, there: Spot) -> str:
    """The arrow's head; a row is as high as two columns are wide."""
    rows, cols = 2 * (there[0] - here[0]), there[1] - here[1]
    if abs(cols) >= abs(rows):
        return ">" if cols > 0 else "<"
    return "v" if rows > 0 else "^"


def move_lines(turn: TurnMoves, board: Board) -> list[str]:
    """The same in words, a unit a line, what came between below it."""
    lines: list[str] = []
    power = None
    for step in turn.steps:
        if power not in (None, step.unit.power):
            lines.append("")
        power = step.unit.power
        lines += _step_lines(step, board)
    return lines or ["No unit went anywhere."]


def _step_lines(step: Step, board: Board) -> list[str]:
    good, bad = _WORDS[step.deed]
    verb = good if step.succeeded else bad
    place = "" if step.target is None else f" {territory(step.target, board)}"
    line = f"{unit_words(step.unit, board):<{VERB_COLUMN - 1}}{verb}{place}"
    told = step.words if step.deed is not Deed.DISLODGED else ()
    return [line, f"    > {', '.join(told).upper()}."] if told else [line]


def moves_text(title: str, turn: TurnMoves, board: Board) -> Text:
    """The moves as a list, to read."""
    return Text(f"{title} · moves", turn.title, move_lines(turn, board))


async def moves_of(game: InGame, past: PastTurns, number: int) -> MovesView:
    """The turn of that number, counted from 0, to be drawn."""
    turn = await asyncio.to_thread(past.moves, number)
    return MovesView(game.desk.title, turn, game.desk.seen.board, game.caps, number + 1, len(past))


async def show_moves(game: InGame) -> None:
    """The moves of the turn that was played last, and of those before it."""
    past = await asyncio.to_thread(past_turns, game.home, game.name)
    if not past.entries:
        await read_text(game, Text(f"{game.desk.title} · moves", "Last turn", _NOTHING_YET))
        return
    at = Pages(len(past), len(past) - 1)
    view: MovesView | None = None
    while game.caps.cursor:
        if view is None or view.number != at.at + 1:
            view = await moves_of(game, past, at.at)
        view = replace(view, caps=game.caps)
        draw = partial(draw_moves, view)
        answer = await ask_in_any_size(game, draw, letters("L", BACK, paged=True), _WANTED, explains("map"))
        if answer == BACK:
            return
        if answer == "L":
            await read_text(game, moves_text(view.title, view.turn, view.board))
        elif answer in (NEXT, PREVIOUS):
            at.turn(answer)
        else:
            assert answer == RESIZED
