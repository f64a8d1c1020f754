"""The supply centres through the years: the powers down, the years across."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from door.judge.history import CentreHistory, centre_history
from door.rules.board import Board
from door.screens.anysize import RESIZED, ask_in_any_size, large_sheet
from door.screens.frame import BACK, ENTER, NEXT, PREVIOUS, Notice, Pages, letters, listed
from door.screens.ingame import InGame
from door.screens.manual import explains
from door.screens.palette import letters_of, patch, put_patch
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import NORMAL, Canvas
from door.term.caps import Caps
from door.term.widgets import BODY_ROW

_NOTHING_YET: Final = ("No turn has been played yet.", "", "The chart begins with the board's daily event.")
_WANTED: Final = "Press PgUp or PgDn for other years, Enter or Esc to go back; ? explains."
_NAMES_COL: Final = 2
_YEARS_COL: Final = 16
_YEAR_WIDTH: Final = 6
_LIST_WIDTH: Final = 72


@dataclass(frozen=True, slots=True)
class ChartView:
    """The history to draw, a page of it (the newest is the last), on a terminal of a kind."""

    title: str
    when: str
    history: CentreHistory
    board: Board
    caps: Caps
    page: int | None = None

    @property
    def room(self) -> int:
        """How many years a page holds."""
        columns = large_sheet("", "", self.caps).columns
        return (columns - 1 - _YEARS_COL) // _YEAR_WIDTH

    @property
    def pages(self) -> int:
        """How many pages there are; the last one is full."""
        return -(-len(self.history.years) // self.room)

    @property
    def span(self) -> slice:
        """Which years the page shows."""
        page = self.pages - 1 if self.page is None else self.page
        end = len(self.history.years) - (self.pages - 1 - page) * self.room
        return slice(max(0, end - self.room), end)


def draw_chart(view: ChartView, notice: Notice | None = None) -> Canvas:
    """A table: each number on its power's colour, and below it what has changed in the year."""
    canvas = large_sheet(f"{view.title} · centres by year", view.when, view.caps)
    history, span = view.history, view.span
    row = BODY_ROW
    for col, year in _across(history.years[span]):
        canvas.put(row, col, f"{_heading(year):>5}", widgets.HEADING)
    marks = letters_of(view.board.powers)
    for power, owned in history.owned.items():
        row += 2
        put_patch(canvas, row, _NAMES_COL, power, marks[power])
        canvas.put(row, _NAMES_COL + 4, view.board.powers[power].title, widgets.LABEL)
        _put_numbers(canvas, row, power, owned, span)
    row += 2
    canvas.put(row, _NAMES_COL + 4, "Nobody", widgets.NOTE)
    for col, count in _across(history.nobody[span]):
        canvas.put(row, col, f"{count or '-':>4}", widgets.NOTE)
    if notice is not None:
        canvas.put(canvas.rows - 2, 1, f"! {notice.text}", widgets.BAD)
    else:
        canvas.put(canvas.rows - 2, 1, _remark(view), widgets.NOTE)
    back = "PgUp earlier years, PgDn later; go back" if view.pages > 1 else "Go back"
    widgets.prompt(canvas, back, ENTER)
    return canvas


def _remark(view: ChartView) -> str:
    return f"Centres at the start and after each year ({view.board.to_win} win), and the change in it."


def _across(values: Sequence[int | None]) -> list[tuple[int, int | None]]:
    """Each year's value with its column."""
    return [(_YEARS_COL + number * _YEAR_WIDTH, value) for number, value in enumerate(values)]


def _heading(year: int | None) -> str:
    return "start" if year is None else str(year)


def _put_numbers(canvas: Canvas, row: int, power: str, owned: Sequence[int], span: slice) -> None:
    changes = [0, *(after - before for before, after in pairwise(owned))]
    for (col, count), (_, change) in zip(_across(owned[span]), _across(changes[span]), strict=True):
        canvas.put(row, col, f"{count or '-':>4} ", patch(power) if count else NORMAL)
        if change:
            canvas.put(row + 1, col, f"{change:>+4}", widgets.GOOD if change > 0 else widgets.BAD)


def chart_lines(history: CentreHistory, board: Board) -> list[str]:
    """The same in words, a power a paragraph."""
    rows = [(board.powers[power].title, owned) for power, owned in history.owned.items()]
    lines: list[str] = []
    for name, owned in (*rows, ("Nobody", history.nobody)):
        items = [f"{_heading(year)} {count}" for year, count in zip(history.years, owned, strict=True)]
        lines += listed(f"{name}:", items, _LIST_WIDTH)
    return lines


async def show_centres(game: InGame) -> None:
    """The chart, until the caller goes back."""
    history = await asyncio.to_thread(centre_history, game.home, game.name)
    if history is None:
        await read_text(game, Text(f"{game.desk.title} · centres by year", "", _NOTHING_YET))
        return
    at: Pages | None = None
    while game.caps.cursor:
        view = ChartView(game.desk.title, game.desk.when, history, game.desk.seen.board, game.caps)
        if at is None or at.count != view.pages:
            at = Pages(view.pages, view.pages - 1)
        view = ChartView(view.title, view.when, history, view.board, view.caps, at.at)
        accept = letters("", BACK, paged=True)
        answer = await ask_in_any_size(game, partial(draw_chart, view), accept, _WANTED, explains("map"))
        if answer == BACK:
            return
        if answer in (NEXT, PREVIOUS):
            at.turn(answer)
        else:
            assert answer == RESIZED
