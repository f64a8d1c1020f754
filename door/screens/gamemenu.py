"""The main menu of a game, and what it leads to.

The screen that is due in the open turn is the default. When the turn passes under a caller's hands, the screen that
was open ends and this menu says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from door.judge.news import Standing, last_report, standings
from door.judge.press import unread
from door.rules.phase import Stage
from door.screens.bars import put_powers
from door.screens.display import change_display
from door.screens.frame import BACK, ENTER, FAULTS, Leave, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame, TurnPassed
from door.screens.instructions import read_instructions
from door.screens.manual import explains
from door.screens.mapscreen import show_map
from door.screens.ordering import edit_orders
from door.screens.press import press
from door.screens.reports import read_report
from door.screens.retreating import edit_retreats
from door.screens.seats import take_seat
from door.screens.standing import show_standings
from door.screens.turnwords import rules_words, todo_words, turn_sentences
from door.screens.whatif import show_what_if
from door.screens.wintering import edit_winter
from door.store import journal
from door.store.home import Home
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

_ORDERS: Final = {
    Stage.MOVES: ("O", "Orders"),
    Stage.RETREATS: ("R", "Retreats"),
    Stage.ADJUSTMENTS: ("B", "Winter orders"),
}
_POWERS_COL: Final = 42
_LEAVING_KEYS: Final = "Press Y to say that you are ready, Enter to leave, or Esc to stay."
_TURN_ROW: Final = BODY_ROW + 13


@dataclass(frozen=True, slots=True)
class MenuView:
    """A game as its menu shows it.

    ``closed`` is when the event last closed a turn and ``today`` what day it is, both in the board's own time;
    ``plain`` leaves out what stands beside.
    """

    desk: Desk
    standings: tuple[Standing, ...]
    closed: datetime | None = None
    plain: bool = False
    today: date | None = None
    unread: int = 0

    @property
    def entry(self) -> tuple[str, str] | None:
        """Key and label of the screen for orders, if there is one now."""
        stage = self.desk.stage
        if stage is None or self.desk.power is None:
            return None
        key, label = _ORDERS[stage]
        if stage is Stage.ADJUSTMENTS and self.desk.due:
            label = "Builds" if self.desk.adjustment > 0 else "Removals"
        return key, label

    @property
    def can_be_ready(self) -> bool:
        """Whether the caller has anything to say that of."""
        return self.entry is not None and self.desk.due > 0

    @property
    def seats(self) -> int:
        """How many seats the caller could take."""
        seen = self.desk.seen
        return len(seen.open_seats) if self.desk.power is None and seen.phase is not None else 0

    @property
    def default(self) -> str:
        """The key that Enter stands for: what is due, else what is new."""
        if self.seats:
            return "T"
        if self.entry is not None and self.desk.owed:
            return self.entry[0]
        if self.can_be_ready and not self.desk.stored.ready:
            return "Y"
        return "M" if self.closed is None else "L"

    @property
    def items(self) -> list[MenuItem]:
        """The menu, top to bottom."""
        items = []
        if self.entry is not None:
            items.append(MenuItem(*self.entry, todo_words(self.desk)))
        if self.can_be_ready:
            items.append(MenuItem("Y", "Ready", "yes" if self.desk.stored.ready else "not yet"))
        if self.seats:
            items.append(MenuItem("T", "Take a seat", f"{self.seats} free"))
        return [
            *items,
            MenuItem("P", "Press", f"{self.unread} unread" if self.unread else ""),
            MenuItem("M", "Map of Europe"),
            MenuItem("L", "Reports of all turns"),
            *([MenuItem("W", "What if: try orders")] if self.desk.seen.phase is not None else []),
            MenuItem("S", "Standings"),
            MenuItem("I", "Instructions"),
            MenuItem("D", "Display"),
            MenuItem("G", "Game list"),
            MenuItem("Q", "Quit, hang up"),
        ]


def draw_menu(view: MenuView, notice: Notice | None = None) -> Canvas:
    """The menu of the game and its question."""
    return ask_line(menu_sheet(view), notice, "Your choice", view.default)


def menu_sheet(view: MenuView) -> Canvas:
    """The menu on the left, the powers on the right, the turn below."""
    desk = view.desk
    canvas = sheet(desk.title, desk.when)
    widgets.menu(canvas, BODY_ROW + 1, 3, view.items, _POWERS_COL - 4)
    if not view.plain:
        put_powers(canvas, BODY_ROW + 1, _POWERS_COL, desk, view.standings)
    widgets.rule(canvas, _TURN_ROW, " · ".join((desk.when.partition(" · ")[0], *rules_words(desk))))
    row = _TURN_ROW + 1
    for sentence in turn_sentences(desk, view.closed, view.today):
        lines = widgets.wrap_text(sentence, widgets.width_of(canvas) - 4)
        row = widgets.text_block(canvas, row, [f"  {line}" for line in lines])
    return canvas


async def play(game: InGame) -> Notice | None:
    """The menu of a game, until the caller goes back to the list; a notice is for the list to show."""
    notice: Notice | None = None
    while True:
        try:
            if await _one_choice(game, notice):
                return None
            notice = None
        except TurnPassed as passed:
            notice = Notice(str(passed))
        except FAULTS as fault:
            return refusal(fault)


async def _one_choice(game: InGame, notice: Notice | None) -> bool:
    """Show the menu and do what is chosen; True when the caller goes back to the list."""
    view = await _read(game)
    keys = "".join(item.key for item in view.items)
    answer = await ask(
        game,
        lambda notice: draw_menu(view, notice),
        letters(keys, view.default),
        pick_from(keys),
        explains("game"),
        notice,
    )
    if answer not in ("G", "Q", BACK):
        await _SCREENS[answer](game)
        return False
    if not await _leaves(game, view):
        return False
    if answer == "Q":
        raise Leave
    return True


async def _leaves(game: InGame, view: MenuView) -> bool:
    """Remind a caller who has not said that all is entered; False: the caller stays."""
    if not view.can_be_ready or view.desk.stored.ready:
        return True
    accept = letters("Y", ENTER)
    answer = await ask(game, lambda notice: draw_leaving(view, notice), accept, _LEAVING_KEYS, explains("game"))
    if answer == "Y":
        await game.say_ready(True)
    return answer != BACK


def draw_leaving(view: MenuView, notice: Notice | None = None) -> Canvas:
    """The menu with the reminder, and the question that goes with it."""
    canvas = menu_sheet(view)
    reminder = Notice(f"{todo_words(view.desk).capitalize()}, and you have not said that you are ready.")
    return ask_line(canvas, notice or reminder, "Y ready, and leave; Esc stays; leave", ENTER)


async def _read(game: InGame) -> MenuView:
    await game.renew()
    desk = game.desk
    closed = await asyncio.to_thread(_last_closed, game.home, game.name)
    today = game.session.clock().astimezone().date()
    count = await asyncio.to_thread(unread, game.home, game.name, game.caller, desk.power)
    powers = tuple(standings(desk.seen))
    return MenuView(desk, powers, closed, plain=not game.caps.cursor, today=today, unread=count)


def _last_closed(home: Home, name: str) -> datetime | None:
    line = journal.last_phase(home, name)
    return None if line is None else line.closed.astimezone()


async def _report(game: InGame) -> None:
    report = await asyncio.to_thread(last_report, game.home, game.name)
    await read_report(game, report)


async def _display(game: InGame) -> None:
    await change_display(game.session)


async def _ready(game: InGame) -> None:
    await game.say_ready(not game.desk.stored.ready)


_SCREENS: Final[dict[str, Callable[[InGame], Awaitable[None]]]] = {
    "O": edit_orders,
    "R": edit_retreats,
    "B": edit_winter,
    "T": take_seat,
    "M": show_map,
    "L": _report,
    "P": press,
    "W": show_what_if,
    "Y": _ready,
    "S": show_standings,
    "I": read_instructions,
    "D": _display,
}
