"""Taking a seat: which powers are free, which one, are you sure, and the password of a game for invited callers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge import games
from door.judge.games import GameView
from door.judge.seats import SOMEBODY, caller_shown
from door.judge.signup import PASSWORD_LENGTHS
from door.screens.frame import BACK, ENTER, FAULTS, HELP, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.palette import letters_of, put_patch
from door.term import widgets
from door.term.canvas import Canvas, Style
from door.term.widgets import BODY_ROW

_FIELD: Final = 30
_FIELD_STYLE: Final = Style(reverse=True)
_PASSWORD_LIMIT: Final = PASSWORD_LENGTHS.stop + 10


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The powers of a game, and the one that the caller is about to take."""

    desk: Desk
    wanted: str | None = None

    @property
    def free(self) -> dict[str, str]:
        """The key of each power that is free."""
        seen = self.desk.seen
        marks = letters_of(seen.board.powers)
        return {marks[power].upper(): power for power in seen.open_seats}


def draw_seats(view: SeatsView, notice: Notice | None = None) -> Canvas:
    """The seven powers with their callers, or the question whether the caller is sure."""
    seen = view.desk.seen
    canvas = sheet(f"{view.desk.title} · take a seat", seen.phase_title)
    row = BODY_ROW + 1
    for power, letter in letters_of(seen.board.powers).items():
        caller = caller_shown(seen.record, power, None)
        if caller is None:
            widgets.menu(canvas, row, 3, [widgets.MenuItem(letter.upper(), seen.board.powers[power].title)])
        else:
            canvas.put(row, 7, seen.board.powers[power].title)
        put_patch(canvas, row, 19, power, letter)
        canvas.put(row, 24, _taken_words(caller), widgets.NOTE)
        centres = ", ".join(seen.board.provinces[code].name for code in seen.position.centres_of(power))
        canvas.put(row + 1, 24, widgets.shortened(centres, widgets.width_of(canvas) - 24))
        row += 2
    for number, note in enumerate(_notes(seen), row):
        canvas.put(number, 3, note, widgets.NOTE)
    if view.wanted is None:
        return ask_line(canvas, notice, "Key of a power; go back", ENTER)
    title = seen.board.powers[view.wanted].title
    return ask_line(canvas, notice, f"Play {title} until the game ends? (y/N)", "N")


def _taken_words(caller: str | None) -> str:
    if caller is None:
        return "free"
    return "taken" if caller == SOMEBODY else f"played by {caller}"


def _notes(seen: GameView) -> list[str]:
    """What to know of the game before one joins."""
    notes = {
        "Army/Fleet rules: armies can live at sea (section L of the Instructions).": seen.rulebook.army_fleet,
        "This game is for invited callers: you are asked for its password.": seen.record.password is not None,
        "Nobody is told who plays what until this game is over.": seen.record.anonymous,
    }
    return [note for note, holds in notes.items() if holds]


async def take_seat(game: InGame) -> None:
    """Choose a power and take its seat."""
    notice: Notice | None = None
    while game.desk.power is None:
        view = SeatsView(game.desk)
        keys = "".join(view.free)
        answer = await ask(
            game, partial(draw_seats, view), letters(keys, BACK), pick_from(keys), explains("seats"), notice
        )
        if answer == BACK:
            return
        notice = await _take(game, view.free[answer])


async def _take(game: InGame, power: str) -> Notice | None:
    view = SeatsView(game.desk, power)
    game.session.discard_typed()  # nobody takes a seat by a key pressed too often
    draw = partial(draw_seats, view)
    answer = await ask(game, draw, letters("YN", "N"), pick_from("YN"), explains("seats"))
    if answer != "Y":
        return None
    password = None
    if game.desk.seen.record.password is not None:
        password = await _ask_password(game, view)
        if password is None:
            return None
    act = partial(games.take_seat, password=password)
    try:
        await asyncio.to_thread(act, game.home, game.name, power, game.caller, game.session.clock())
    except FAULTS as fault:
        await game.read()
        return refusal(fault)
    await game.look()
    return None


async def _ask_password(game: InGame, view: SeatsView) -> str | None:
    """The password of the game as the caller types it; None when it was given up."""
    while True:
        canvas = draw_seats(view)
        canvas.clear(widgets.PROMPT_ROW)
        col = widgets.prompt(canvas, "Password of this game (? for help, Esc goes back)")
        typed = await game.session.line(
            canvas, widgets.PROMPT_ROW, col, _FIELD, secret=True, limit=_PASSWORD_LIMIT, style=_FIELD_STYLE
        )
        if typed != HELP:
            return typed or None
        await explains("password")(game)
