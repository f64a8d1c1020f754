"""Lists of units, each under the key of its territory, with what is stored for it.

The columns are the original report's: the verb starts in column 36, an object ten columns after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.rules.board import Board
from door.rules.orders import Order
from door.rules.units import Unit
from door.rules.words import VERB_COLUMN, in_door_words, territory
from door.screens.frame import BACK, ENTER, Accept, Notice, ask_line, letters, sheet, territory_keys
from door.screens.ingame import Desk
from door.term import widgets
from door.term.canvas import Canvas, Style
from door.term.widgets import BODY_ROW

#: Stores again what the power ordered in the last turn of moves; says that it is ready. No territory has these keys.
AGAIN: Final = "@"
READY: Final = "#"

_UNIT_COL: Final = 20
_DEED_COL: Final = VERB_COLUMN - 1
_FIRST_ROW: Final = BODY_ROW + 1
_ROOM: Final = widgets.MESSAGE_ROW - 1 - _FIRST_ROW


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list: territory, unit, and what it does in one line or two; ``given``: whether that was ordered."""

    key: str
    place: str
    unit: str
    deed: tuple[str, ...]
    given: bool = True


@dataclass(frozen=True, slots=True)
class ListView:
    """A list with its heading, what it comes to, and the question below it; empty: only the way back.

    `on_page` makes a view of one page of it.
    """

    where: str
    when: str
    heads: tuple[str, str, str]
    items: Sequence[Item]
    remark: str
    question: str
    page: int = 0
    pages: int = 1


def key_question(desk: Desk, *also: str) -> str:
    """What the keys of a list do: each of what is listed there is changed under its key."""
    ways = ["Key (case counts)", "> types", *also]
    if not desk.trial:
        ways.append(f"{READY} ready")
    return f"{', '.join(ways)}; Enter or Esc goes back"


def stored_words(desk: Desk) -> str:
    """Since when the set is stored, and whether it is the caller's last word."""
    saved, ready = desk.stored.saved, desk.stored.ready
    if desk.trial:
        return "nothing is stored: you are trying"
    if saved is None:
        return "nothing is stored"
    local = saved.astimezone()
    return f"stored {local.day} {local:%b %H:%M}, {'ready' if ready else 'not ready'}"


def deed_lines(order: Order, board: Board) -> tuple[str, ...]:
    """What an order says its unit does, without the unit: the report's lines from the verb on."""
    return tuple(line[_DEED_COL:] for line in in_door_words(order, board))


def sentence(order: Order, board: Board) -> str:
    """An order in the door's words, in one line."""
    return " ".join(" ".join(in_door_words(order, board)).split())


def unit_item(unit: Unit, order: Order | None, without: str, desk: Desk) -> Item:
    """A unit with its order; ``without`` says what happens as long as there is none."""
    board = desk.seen.board
    words = f"{board.powers[unit.power].short} {unit.kind.word}"
    deed = (f"no order: {without}",) if order is None else deed_lines(order, board)
    key = board.provinces[unit.province].key
    return Item(key, territory(unit.location, board), words, deed, order is not None)


def in_pages(items: Iterable[Item]) -> list[list[Item]]:
    """The items in pages; the two lines of one are never parted."""
    pages: list[list[Item]] = [[]]
    used = 0
    for item in items:
        if used + len(item.deed) > _ROOM:
            pages.append([])
            used = 0
        pages[-1].append(item)
        used += len(item.deed)
    return pages


def on_page(view: ListView, page: int) -> ListView:
    """One page of a list, counted from 0; the last, if there are not so many."""
    pages = in_pages(view.items)
    at = min(page, len(pages) - 1)
    return replace(view, items=pages[at], page=at, pages=len(pages))


def unit_count(number: int) -> str:
    """So many units, in words."""
    return "1 unit" if number == 1 else f"{number} units"


def draw_list(view: ListView, notice: Notice | None = None) -> Canvas:
    """The list, its remark below it, and the question."""
    canvas = sheet(view.where, view.when)
    if not view.items:
        widgets.text_block(canvas, _FIRST_ROW, [view.remark])
        return ask_line(canvas, notice, "Go back", ENTER)
    for col, head in zip((1, _UNIT_COL, _DEED_COL), view.heads, strict=True):
        canvas.put(BODY_ROW, col, head, widgets.HEADING)
    row = _FIRST_ROW
    for item in view.items:
        _put_item(canvas, row, item)
        row += len(item.deed)
    widgets.status(canvas, view.remark, f"Page {view.page + 1}/{view.pages}: space" if view.pages > 1 else "")
    return ask_line(canvas, notice, view.question)


def list_keys(view: ListView) -> Accept:
    """The keys of a list: those of territories, or where it is empty only the way back."""
    return territory_keys() if view.items else letters("", BACK)


def _put_item(canvas: Canvas, row: int, item: Item) -> None:
    canvas.put(row, 1, item.place)
    if item.key and item.place.startswith(f"{item.key}:"):
        canvas.put(row, 1, item.key, widgets.KEY)
    canvas.put(row, _UNIT_COL, item.unit)
    style: Style = widgets.LABEL if item.given else widgets.BAD
    for line in item.deed:
        canvas.put(row, _DEED_COL, line, style)
        row += 1
