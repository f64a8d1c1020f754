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
from door.rules.phase import Stage
from door.rules.rulebook import STANDARD
from door.rules.words import territory
from door.screens.bars import put_powers
from door.screens.display import change_display
from door.screens.frame import BACK, FAULTS, Leave, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame, TurnPassed
from door.screens.instructions import read_instructions
from door.screens.manual import explains
from door.screens.mapscreen import show_map
from door.screens.ordering import edit_orders
from door.screens.orderlist import unit_count
from door.screens.reports import read_report
from door.screens.retreating import edit_retreats
from door.screens.seats import take_seat
from door.screens.standing import show_standings
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
_TURN_ROW: Final = BODY_ROW + 11


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
        return "M" if self.closed is None else "L"

    @property
    def items(self) -> list[MenuItem]:
        """The menu, top to bottom."""
        items = []
        if self.entry is not None:
            items.append(MenuItem(*self.entry, todo_words(self.desk)))
        if self.seats:
            items.append(MenuItem("T", "Take a seat", f"{self.seats} free"))
        return [
            *items,
            MenuItem("M", "Map of Europe"),
            MenuItem("L", "Last turn's report"),
            MenuItem("S", "Standings"),
            MenuItem("I", "Instructions"),
            MenuItem("D", "Display"),
            MenuItem("G", "Game list"),
            MenuItem("Q", "Quit, hang up"),
        ]


def todo_words(desk: Desk) -> str:
    """How far the caller has come with the open turn."""
    if not desk.due:
        return "nothing to do"
    return f"{desk.due - desk.owed} of {desk.due} entered"


def draw_menu(view: MenuView, notice: Notice | None = None) -> Canvas:
    """The menu on the left, the powers on the right, the turn below."""
    desk = view.desk
    canvas = sheet(desk.title, desk.when)
    widgets.menu(canvas, BODY_ROW + 1, 3, view.items, _POWERS_COL - 4)
    if not view.plain:
        put_powers(canvas, BODY_ROW + 1, _POWERS_COL, desk, view.standings)
    widgets.rule(canvas, _TURN_ROW, " · ".join((desk.when.partition(" · ")[0], *rules_words(desk))))
    row = _TURN_ROW + 1
    for sentence in turn_sentences(view):
        lines = widgets.wrap_text(sentence, widgets.width_of(canvas) - 4)
        row = widgets.text_block(canvas, row, [f"  {line}" for line in lines])
    return ask_line(canvas, notice, "Your choice", view.default)


def rules_words(desk: Desk) -> list[str]:
    """By what rules the game is played, where they are not the door's own."""
    rulebook = desk.seen.rulebook
    named = {"standard rulebook": rulebook.name == STANDARD.name, "Army/Fleet rules": rulebook.army_fleet}
    return [words for words, played in named.items() if played]


def turn_sentences(view: MenuView) -> list[str]:
    """How the open turn stands, when it closes, and what the caller has not ordered yet."""
    desk = view.desk
    seen = desk.seen
    if seen.phase is None:
        winner = seen.record.winner
        won = "" if winner is None else f" {seen.board.powers[winner].title} has won."
        return [f"The game is over.{won}"]
    if seen.record.status == "forming":
        return [f"The game has not begun: it {seen.waits_for}."]
    sentences = [f"Open until the board's {_closing_event(view)} carries out the orders."]
    if view.closed is not None:
        sentences.append(f"The last event that closed a turn ran on {_day(view.closed)} at {view.closed:%H:%M}.")
    if desk.power is not None:
        sentences += ["", _owed_words(desk)]
    return sentences


def _closing_event(view: MenuView) -> str:
    """Which event closes the open turn: none does on the day of the start, nor twice on one day."""
    last = view.desk.seen.closed_on
    if last is None or view.today is None or last < view.today:
        return "next daily event"
    return f"first event after {'today' if last == view.today else _day(last)}"


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _owed_words(desk: Desk) -> str:
    """What the caller has not ordered yet, and what happens if it stays so."""
    missing = [territory(unit.location, desk.seen.board) for unit in desk.without_order]
    if desk.stage is Stage.ADJUSTMENTS and desk.owed:
        if desk.adjustment > 0:
            return f"You may build {unit_count(desk.owed)} more. What is not entered is not built."
        return f"You must remove {unit_count(desk.owed)} more. What you do not choose is chosen for you."
    if desk.due and not desk.owed:
        return "Everything is entered. You can change it until the event runs."
    if not missing:
        return "There is nothing for you to enter in this turn."
    fate = "Without one a unit holds." if desk.stage is Stage.MOVES else "Without one a unit is disbanded."
    return f"No order yet for {', '.join(missing)}. {fate}"


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
    if answer in ("G", BACK):
        return True
    if answer == "Q":
        raise Leave
    await _SCREENS[answer](game)
    return False


async def _read(game: InGame) -> MenuView:
    await game.renew()
    desk = game.desk
    closed = await asyncio.to_thread(_last_closed, game.home, game.name)
    today = game.session.clock().astimezone().date()
    return MenuView(desk, tuple(standings(desk.seen)), closed, plain=not game.caps.cursor, today=today)


def _last_closed(home: Home, name: str) -> datetime | None:
    line = journal.last_phase(home, name)
    return None if line is None else line.closed.astimezone()


async def _report(game: InGame) -> None:
    report = await asyncio.to_thread(last_report, game.home, game.name)
    await read_report(game, report)


async def _display(game: InGame) -> None:
    await change_display(game.session)


_SCREENS: Final[dict[str, Callable[[InGame], Awaitable[None]]]] = {
    "O": edit_orders,
    "R": edit_retreats,
    "B": edit_winter,
    "T": take_seat,
    "M": show_map,
    "L": _report,
    "S": show_standings,
    "I": read_instructions,
    "D": _display,
}
