"""The table: the powers, who plays them and how they stand, the game's settings, the event; and the way to vote."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

from door.judge.news import Standing, standings
from door.judge.seats import SOMEBODY, caller_shown
from door.judge.table import EventTimes, event_times, late_turns, settings_words
from door.judge.votes import ending, vote_fault
from door.screens.frame import BACK, ENTER, Notice, ask, ask_line, letters, listed, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.palette import ink, letters_of, put_patch
from door.screens.resigning import resign
from door.screens.votes import vote
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

_BAR_COL: Final = 60
_LONGEST_BAR: Final = 18
_MOST_LINES_OF_CENTRES: Final = 3
_ITEMS: Final = ((3, MenuItem("V", "Vote to end the game")), (40, MenuItem("X", "Leave your seat")))


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The powers of a game; ``caller`` is who looks at them."""

    desk: Desk
    powers: tuple[Standing, ...]
    caller: str | None = None
    late: Mapping[str, int] = field(default_factory=dict)
    event: EventTimes = field(default_factory=EventTimes)

    @property
    def keys(self) -> str:
        """The keys that do something here."""
        over = self.desk.seen.phase is None
        may_vote = self.caller is not None and vote_fault(self.desk.seen, self.caller) is None
        return ("V" if may_vote else "") + ("X" if self.desk.power is not None and not over else "")


def draw_standings(view: StandingsView, notice: Notice | None = None) -> Canvas:
    """A line a power: caller, centres, units, turns missed, a bar; then free centres, settings, event, keys."""
    seen = view.desk.seen
    canvas = sheet(f"{view.desk.title} · standings", view.desk.when)
    canvas.put(BODY_ROW, 2, "   Power      Played by             Centres  Units  Late", widgets.HEADING)
    row = BODY_ROW + 1
    for standing in sorted(view.powers, key=lambda standing: -standing.centres):
        _put_power(canvas, row, view, standing)
        row += 1
    width = widgets.width_of(canvas) - 2
    row = widgets.text_block(canvas, row + 1, _free_centres(view.desk, width)) + 1
    settings = "; ".join(settings_words(seen.record))
    for text in (f"{settings[0].upper()}{settings[1:]}.", event_words(view.event), ending(seen)):
        row = widgets.text_block(canvas, row, widgets.wrap_text(text, width, 3) if text else [])
    for col, item in _ITEMS:
        if item.key in view.keys:
            widgets.menu(canvas, widgets.STATUS_ROW, col, [item])
    return ask_line(canvas, notice, f"{seen.board.to_win} centres after All Hallows' Eve win. Go back", ENTER)


def _put_power(canvas: Canvas, row: int, view: StandingsView, standing: Standing) -> None:
    seen, power = view.desk.seen, standing.power
    put_patch(canvas, row, 2, power, letters_of(seen.board.powers)[power])
    name = seen.board.powers[power].title
    canvas.put(row, 6, f"{name:<9}", widgets.STRONG if power == view.desk.power else widgets.LABEL)
    caller = caller_shown(seen.record, power, view.caller)
    named = caller not in (None, SOMEBODY)
    canvas.put(row, 16, caller or "nobody", widgets.LABEL if named else widgets.NOTE)
    canvas.put(row, 38, f"{standing.centres:>7}  {standing.units:>5}")
    late = view.late.get(power)
    canvas.put(row, 54, "" if late is None else f"{late:>4}", widgets.BAD)
    canvas.put(row, _BAR_COL, "■" * min(standing.centres, _LONGEST_BAR), ink(power))


def _free_centres(desk: Desk, width: int) -> list[str]:
    seen = desk.seen
    owned = seen.position.centres or {}
    free = [seen.board.provinces[code] for code in seen.board.centres if code not in owned]
    names = [f"{province.key}: {province.name}" for province in free]
    lines = listed("Nobody's centres:", names, width) if free else []
    return lines if len(lines) <= _MOST_LINES_OF_CENTRES else [f"Nobody's centres: {len(free)}."]


def event_words(event: EventTimes) -> str:
    """When the event ran and runs again, in the board's own time."""
    if event.last is None:
        return "The board's event has not run yet; it runs once a day."
    ran = f"The board's event last ran on {_moment(event.last)}"
    if event.next is None:
        return f"{ran}; the next one is overdue."
    return f"{ran}; the next one is expected on {_moment(event.next)}."


def _moment(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y} at {moment:%H:%M}"


async def show_standings(game: InGame) -> None:
    """The table, until the caller goes back; with the ways to vote and to leave the seat."""
    notice: Notice | None = None
    while True:
        view = await _read(game)
        draw = partial(draw_standings, view)
        answer = await ask(game, draw, letters(view.keys, BACK), pick_from(view.keys), explains("standings"), notice)
        if answer == BACK:
            return
        notice = await (vote(game) if answer == "V" else resign(game))


async def _read(game: InGame) -> StandingsView:
    seen = game.desk.seen
    late = await asyncio.to_thread(late_turns, game.home, seen)
    event = await asyncio.to_thread(event_times, game.home, game.session.clock())
    return StandingsView(game.desk, tuple(standings(seen)), game.caller, late, event)
