"""Leaving a seat for good: what that means, and two questions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge import games
from door.screens.frame import FAULTS, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW

_QUESTIONS: Final = ("Leave {power}? (y/N)", "Really leave {power} for good? (y/N)")


@dataclass(frozen=True, slots=True)
class ResignView:
    """A seat that its caller is about to leave, and which of the two questions is asked."""

    desk: Desk
    question: int = 0


def draw_resign(view: ResignView, notice: Notice | None = None) -> Canvas:
    """What leaving means, and a question."""
    desk = view.desk
    power = desk.power_title
    canvas = sheet(f"{desk.title} · leave your seat", desk.when)
    sentences = [
        f"You play {power} in {desk.title}.",
        f"When you leave, the seat is open at once: any caller can take it who has not played here before. What you "
        f"have entered for {power} stands until that caller changes it; later turns find its units without orders.",
        f"You can come back as long as the seat is free, but only as {power}.",
    ]
    row = BODY_ROW + 1
    for sentence in sentences:
        row = widgets.text_block(canvas, row, widgets.wrap_text(sentence, widgets.width_of(canvas) - 2)) + 1
    return ask_line(canvas, notice, _QUESTIONS[view.question].format(power=power), "N")


async def resign(game: InGame) -> Notice | None:
    """Ask twice, then leave the seat; gives what is to be said of it."""
    power = game.desk.power_title
    for question in range(len(_QUESTIONS)):
        game.session.discard_typed()  # nobody leaves by a key pressed too often
        draw = partial(draw_resign, ResignView(game.desk, question))
        if await ask(game, draw, letters("YN", "N"), pick_from("YN"), explains("resign")) != "Y":
            return None
    try:
        await asyncio.to_thread(games.resign, game.home, game.name, game.caller, game.session.clock())
    except FAULTS as fault:
        return refusal(fault)
    finally:
        await game.read()
    return Notice(f"You have left {power}: the seat is open.")
