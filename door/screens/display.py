"""How the screens are drawn: character set, colours, plain lines; and what of it is kept for the next call."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.judge import signup
from door.screens.frame import BACK, ENTER, FAULTS, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.manual import explains
from door.screens.session import Session
from door.store.callers import load_caller
from door.store.home import Home
from door.store.records import CallerRecord
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from door.term.widgets import BODY_ROW, MenuItem

_SETS: Final = {"U": Charset.UTF8, "7": Charset.CP437, "A": Charset.ASCII}
_NAMES: Final = {Charset.UTF8: "UTF-8", Charset.CP437: "CP437", Charset.ASCII: "7-bit ASCII"}
_KEYS: Final = "U7ACP"
_SAMPLE: Final = "é ü ñ   ░▒▓█   French army in e: Burgundy   ATTACKS   I: Belgium"


@dataclass(frozen=True, slots=True)
class DisplayView:
    """The display as it is."""

    caps: Caps


def draw_display(view: DisplayView, notice: Notice | None = None) -> Canvas:
    """The choices, with what holds now, and a sample of it."""
    caps = view.caps
    canvas = sheet("Display")
    now = {key: "in use" if caps.charset is charset else "" for key, charset in _SETS.items()}
    items = [
        MenuItem("U", "UTF-8: telnet windows of today", now["U"]),
        MenuItem("7", "CP437: board terminals such as SyncTERM", now["7"]),
        MenuItem("A", "7-bit ASCII: anything else", now["A"]),
        MenuItem("C", "Colours", "on" if caps.colour else "off"),
        MenuItem("P", "Plain lines without drawing, for screen readers", "off" if caps.cursor else "on"),
    ]
    row = widgets.menu(canvas, BODY_ROW + 1, 3, items) + 1
    widgets.panel(canvas, row, 3, [_SAMPLE], f"A sample in {_NAMES[caps.charset]}")
    return ask_line(canvas, notice, "Change what? Go back", ENTER)


async def change_display(session: Session) -> None:
    """The Display screen: each change shows at once and is kept."""
    notice: Notice | None = None
    while True:
        draw = partial(draw_display, DisplayView(session.caps))
        answer = await ask(session, draw, letters(_KEYS, BACK), pick_from(_KEYS), explains("display"), notice)
        if answer == BACK:
            return
        wanted = _changed(session.wanted, answer)
        session.change_display(wanted)
        notice = await remember(session, wanted, plain=not wanted.cursor if answer == "P" else None)


def _changed(caps: Caps, answer: str) -> Caps:
    if answer == "C":
        return replace(caps, colour=not caps.colour)
    if answer == "P":
        return replace(caps, cursor=not caps.cursor)
    return replace(caps, charset=_SETS[answer])


async def remember(session: Session, wanted: Caps, plain: bool | None) -> Notice | None:
    """Keep the display for the caller's next call; ``plain`` None leaves that as it was kept before."""
    if session.caller is None:
        return None
    try:
        await asyncio.to_thread(_keep, session.home, session.caller, wanted, plain)
    except FAULTS as fault:
        return refusal(fault)
    return Notice("Kept for your next call.")


def _keep(home: Home, name: str, wanted: Caps, plain: bool | None) -> None:
    record = load_caller(home, name)
    if plain is None and record is not None:
        plain = record.plain
    signup.remember_display(home, name, str(wanted.charset), wanted.colour, plain)


def recall(session: Session, record: CallerRecord) -> None:
    """Draw as the caller chose at an earlier call; what was never chosen stays as it is."""
    caps = session.wanted
    charset = Charset(record.charset) if record.charset in tuple(Charset) else caps.charset
    colour = caps.colour if record.colour is None else record.colour
    cursor = caps.cursor if record.plain is None else not record.plain
    wanted = replace(caps, charset=charset, colour=colour, cursor=cursor)
    if wanted != caps:
        session.change_display(wanted)
