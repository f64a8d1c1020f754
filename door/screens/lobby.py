"""The list of games, and the way into one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge.games import GameEntry, game_list
from door.rules.rulebook import STANDARD
from door.screens.company import show_company
from door.screens.display import change_display
from door.screens.frame import (
    BACK,
    ENTER,
    FAULTS,
    NOTHING,
    Accept,
    Leave,
    Notice,
    Pages,
    ask,
    ask_line,
    page_turn,
    refusal,
    sheet,
)
from door.screens.gamemenu import play
from door.screens.ingame import InGame, read_desk
from door.screens.manual import explains
from door.screens.newsscreen import NEWS_SOURCES, news_again
from door.screens.session import Session
from door.screens.settings import change_settings
from door.store.home import Home
from door.term import widgets
from door.term.canvas import Canvas
from door.term.charset import text_width
from door.term.widgets import BODY_ROW

PAGE: Final = 9
"""Games on a page, so that one figure chooses."""

_HEADS: Final = ("No", "Game", "Turn", "You are", "To do", "Seats")
_LEAST_TITLE: Final = 20
_COL: Final = 2
_GUTTER: Final = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A game in the list; ``owed``: how many orders the caller can still give, None where there are none to give."""

    entry: GameEntry
    power: str
    owed: int | None


@dataclass(frozen=True, slots=True)
class LobbyView:
    """One page of the list of games."""

    caller: str
    rows: Sequence[Row]
    page: int
    pages: int


def read_rows(home: Home, caller: str) -> list[Row]:
    """Every game; those that the caller plays come first."""
    rows = [_row(home, entry, caller) for entry in game_list(home, caller)]
    return sorted(rows, key=lambda row: (row.entry.yours is None, row.entry.status == "over", row.entry.name))


def _row(home: Home, entry: GameEntry, caller: str) -> Row:
    if entry.yours is None:
        return Row(entry, "", None)
    try:
        desk = read_desk(home, entry.name, caller)
    except FAULTS:
        return Row(entry, "", None)
    return Row(entry, desk.power_title, desk.owed if desk.due else None)


def draw_lobby(view: LobbyView, notice: Notice | None = None) -> Canvas:
    """The list, a number before each game."""
    canvas = sheet("Games", view.caller)
    if not view.rows:
        none = ["There is no game on this board yet.", "The sysop makes them: please call again later."]
        widgets.text_block(canvas, BODY_ROW + 1, none)
        return ask_line(canvas, notice, "N news, Y settings, W callers, Q hang up, or look again", ENTER)
    entries = _entries(view.rows, widgets.width_of(canvas) - _COL)
    row = widgets.table(canvas, BODY_ROW + 1, _COL, _HEADS, entries)
    for number in range(1, len(entries) + 1):
        canvas.put(BODY_ROW + 1 + number, _COL, f"{number:>2}", widgets.KEY)
    if view.pages > 1:
        canvas.put(row + 1, _COL, f"Page {view.page + 1} of {view.pages}: space turns it.", widgets.NOTE)
    return ask_line(canvas, notice, "Number of a game, N news, Y settings, W callers, Q hang up; Enter is", "1")


def _entries(rows: Sequence[Row], width: int) -> list[tuple[str, ...]]:
    """The lines of the table; a title has the columns that the others leave, its game's rules stand behind it."""
    others = [_cells(row) for row in rows]
    widths = [max(map(text_width, column)) for column in zip(_HEADS[2:], *others, strict=True)]
    room = width - text_width(_HEADS[0]) - sum(widths) - _GUTTER * (len(_HEADS) - 1)
    titles = [_titled(row.entry, max(_LEAST_TITLE, room)) for row in rows]
    return [(str(number), title, *cells) for number, (title, cells) in enumerate(zip(titles, others, strict=True), 1)]


def _titled(entry: GameEntry, room: int) -> str:
    rules = rules_words(entry)
    return widgets.shortened(entry.title, room - text_width(rules)) + rules


def rules_words(entry: GameEntry) -> str:
    """By what a game is played, where that is not the door's own rules; with a blank before it."""
    named = {"standard": entry.rules == STANDARD.name, "A/F": entry.army_fleet}
    words = ", ".join(words for words, played in named.items() if played)
    return f" ({words})" if words else ""


def _cells(row: Row) -> tuple[str, ...]:
    """What stands behind the title."""
    entry = row.entry
    turn = {"forming": "not begun yet", "over": "over"}.get(entry.status, entry.phase_title)
    todo = "" if row.owed is None else _todo(row.owed)
    return turn, row.power, todo, f"{entry.seats_open} free" if entry.seats_open else ""


def _todo(owed: int) -> str:
    return "all done" if not owed else "1 order" if owed == 1 else f"{owed} orders"


async def lobby(session: Session, caller: str, notice: Notice | None = None) -> None:
    """The list of games, until the caller leaves (`Leave`)."""
    pages = Pages(1)
    while True:
        try:
            rows = await asyncio.to_thread(read_rows, session.home, caller)
        except FAULTS as fault:
            rows, notice = [], refusal(fault)
        at = pages.fit(max(1, -(-len(rows) // PAGE)))
        shown = rows[at * PAGE : (at + 1) * PAGE]
        view = LobbyView(caller, shown, at, pages.count)
        answer = await ask(
            session,
            partial(draw_lobby, view),
            _accept(len(shown)),
            _wanted(len(shown)),
            explains("games"),
            notice,
        )
        notice = None
        if pages.turn(answer):
            continue
        if answer == NOTHING:  # any key brings the list up to date
            notice = refusal(_wanted(len(shown)))
            continue
        if answer == BACK:
            raise Leave
        if answer in _SCREENS:
            notice = await _SCREENS[answer](session, caller)
        elif answer != ENTER:
            notice = await _enter(session, shown[int(answer) - 1].entry, caller)


def _accept(count: int) -> Accept:
    def accept(said: str) -> str | None:
        if said == ENTER:
            return "1" if count else ENTER
        if said == BACK or said.upper() == "Q":
            return BACK
        if said.upper() in _SCREENS:
            return said.upper()
        if said.isdecimal() and said.isascii() and 1 <= int(said) <= count:
            return said
        return page_turn(said) or NOTHING

    return accept


def _wanted(count: int) -> str:
    numbers = {0: "", 1: "1 for the game, "}.get(count, f"1 to {count} for a game, ")
    others = "N for news, Y for your settings, W for who is here, D for the display, ? for help"
    return f"Press {numbers}{others}, or Q to hang up."


async def _enter(session: Session, entry: GameEntry, caller: str) -> Notice | None:
    """Go into a game; what stands against it is said in the list."""
    if entry.status == "damaged":
        return refusal(f"The game {entry.title} cannot be read just now: please tell the sysop.")
    game = InGame(session, entry.name, caller)
    session.moved("" if entry.anonymous else entry.title)
    try:
        await game.read()
        return await play(game)
    except FAULTS as fault:
        return refusal(fault)
    finally:
        session.moved("")


async def _display(session: Session, _: str) -> None:
    await change_display(session)


_SCREENS: Final[dict[str, Callable[[Session, str], Awaitable[Notice | None]]]] = {
    "Y": change_settings,
    "W": show_company,
    "N": partial(news_again, sources=NEWS_SOURCES),
    "D": _display,
}
