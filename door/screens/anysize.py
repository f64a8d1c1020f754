"""Screens that fill a larger window, where the others keep to 80 columns by 24 rows.

A larger canvas is all it takes to draw one. While it is shown, a window that changes its size is an answer: the screen
is drawn anew with what fits, or gives way to plain lines if nothing does.
"""

from __future__ import annotations

from typing import Final

from door.screens.frame import HELP, PRODUCT, Accept, Draw, Explain, refusal, spelt
from door.screens.ingame import InGame
from door.screens.picture import fitting, screen_size
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Caps
from door.term.keys import KeyName

RESIZED: Final = "resized"


def large_sheet(where: str, when: str, caps: Caps) -> Canvas:
    """An empty screen under its title, as large as that of the map which fits the window."""
    canvas = Canvas(*screen_size(fitting(caps)))
    widgets.title_bar(canvas, f"{PRODUCT} · {where}", when)
    return canvas


async def ask_in_any_size(game: InGame, draw: Draw, accept: Accept, wanted: str, explain: Explain) -> str:
    """Show a screen until a key is accepted, as `frame.ask` does; RESIZED when the window has another size."""
    notice = None
    while True:
        await game.show(draw(notice))
        key = await game.session.key(resized=True)
        await game.look()
        if key.name is KeyName.RESIZED:
            return RESIZED
        said = spelt(key)
        if said == HELP:
            notice = None
            await explain(game)
            continue
        answer = accept(said)
        if answer is not None:
            return answer
        notice = refusal(wanted)
