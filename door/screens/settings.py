"""A caller's own settings: password, display, keys, length of a page, and whether others see when the caller calls.

Each change holds at once and is kept for the next call. A change of one line leaves the caller's other lines as they
are: they take it over when they call again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.judge import boards, signup
from door.judge.refusal import Refused
from door.screens import signin
from door.screens.display import NAMES, change_display
from door.screens.frame import BACK, ENTER, FAULTS, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.manual import explains
from door.screens.session import Session
from door.store.callers import load_caller
from door.store.records import CallerRecord
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Caps
from door.term.widgets import BODY_ROW, MenuItem

_KEYS: Final = "PDKLS"
_PAGE_FIELD: Final = 5
_PAGE_QUESTION: Final = (
    f"Rows before a stop, {signup.PAGE_ROWS[0]} to {signup.PAGE_ROWS[-1]}; 0 for none, Enter as the window"
)


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The settings as they hold on this line: the terminal's, whether keys are hot, and the caller's wish to be seen.

    ``shown`` None: it could not be read.
    """

    caller: str
    caps: Caps
    hot_keys: bool
    shown: bool | None


def draw_settings(view: SettingsView, notice: Notice | None = None) -> Canvas:
    """What can be changed, and what holds now."""
    canvas = sheet("Your settings", view.caller)
    items = [
        MenuItem("P", "Password", "change it"),
        MenuItem("D", "Display, with a test picture", _display_words(view.caps)),
        MenuItem("K", "Keys", "count at once" if view.hot_keys else "count with Enter"),
        MenuItem("L", "Length of a page in plain lines", _page_words(view.caps)),
        MenuItem("S", "Seen by others in who is here", {True: "yes", False: "no", None: "?"}[view.shown]),
    ]
    widgets.menu(canvas, BODY_ROW + 1, 3, items)
    return ask_line(canvas, notice, "Change what? Go back", ENTER)


def _display_words(caps: Caps) -> str:
    words = [NAMES[caps.charset], "colours" if caps.colour else "no colours", *([] if caps.cursor else ["plain lines"])]
    return ", ".join(words)


def _page_words(caps: Caps) -> str:
    if caps.page_rows is None:
        return f"as the window: {caps.page} rows"
    return f"{caps.page_rows} rows" if caps.page_rows else "no stops"


def draw_question(view: SettingsView, notice: Notice | None, question: str) -> tuple[Canvas, int]:
    """The same with a question that is answered by a line; gives the canvas and the column of the answer."""
    canvas = draw_settings(view, notice)
    return canvas, widgets.prompt(canvas, question)


async def change_settings(session: Session, caller: str) -> None:
    """The settings, until the caller goes back."""
    notice: Notice | None = None
    while True:
        try:
            record = await asyncio.to_thread(load_caller, session.home, caller)
        except FAULTS as fault:
            record, notice = None, refusal(fault)
        view = SettingsView(caller, session.caps, session.hot_keys, None if record is None else record.shown)
        draw = partial(draw_settings, view)
        answer = await ask(session, draw, letters(_KEYS, BACK), pick_from(_KEYS), explains("settings"), notice)
        if answer == BACK:
            return
        try:
            notice = await _CHANGES[answer](session, view)
        except FAULTS as fault:
            notice = refusal(fault)


async def _keep(session: Session, act: Callable[..., CallerRecord], *about: object) -> Notice:
    """Keep a choice for the next call; what prevents it comes out as `FAULTS`."""
    await asyncio.to_thread(act, session.home, session.caller, *about)
    return Notice("Kept for your next call.")


async def _password(session: Session, view: SettingsView) -> Notice | None:
    secret = partial(_secret, session, view)
    if not await asyncio.to_thread(boards.has_password, session.home, view.caller):
        return await _first_password(session, secret)
    old = await secret(None, "Your password now")
    if not old:
        return None
    try:
        await asyncio.to_thread(signup.check_own_password, session.home, view.caller, old, session.peer)
    except Refused:
        await asyncio.sleep(signin.RETRY_SECONDS)
        raise
    new = await signin.choose_password(secret, "Your new password")
    if new is None:
        return Notice("Your password stays as it was.")
    await _keep(session, signup.change_password, old, new, session.peer)
    return Notice("Your password is changed.")


async def _first_password(session: Session, secret: signin.Secret) -> Notice:
    """Of a caller who comes from a board, and has none."""
    new = await signin.choose_password(secret, "Choose a password for telnet calls")
    if new is None:
        return Notice("You have no password, and come from your board only.")
    await _keep(session, boards.choose_password, new)
    return Notice("You have a password now, and can call by telnet, too.")


async def _secret(session: Session, view: SettingsView, notice: Notice | None, question: str) -> str | None:
    canvas, col = draw_question(view, notice, question)
    row, limit = widgets.PROMPT_ROW, signin.PASSWORD_LIMIT
    return await session.line(canvas, row, col, signin.FIELD, secret=True, limit=limit, style=signin.FIELD_STYLE)


async def _display(session: Session, _: SettingsView) -> None:
    await change_display(session)


async def _keys(session: Session, view: SettingsView) -> Notice:
    hot = not view.hot_keys
    session.hot_keys = hot
    return await _keep(session, signup.remember_keys, hot)


async def _length(session: Session, view: SettingsView) -> Notice | None:
    """Ask until the answer will do; a wrong one stays to be mended."""
    now = view.caps.page_rows
    text = "" if now is None else str(now)
    notice: Notice | None = None
    while True:
        canvas, col = draw_question(view, notice, _PAGE_QUESTION)
        typed = await session.line(
            canvas, widgets.PROMPT_ROW, col, _PAGE_FIELD, text=text, limit=3 * _PAGE_FIELD, style=signin.FIELD_STYLE
        )
        if typed is None:
            return None
        try:
            rows = _rows(typed)
            kept = await _keep(session, signup.remember_page, rows)
        except FAULTS as fault:
            text, notice = typed, refusal(fault)
            continue
        session.change_display(replace(session.wanted, page_rows=rows))
        return kept


def _rows(typed: str) -> int | None:
    """The length that was typed, None for none; Refused for what is no number."""
    typed = typed.strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal()):
        raise Refused(f"{typed} is no number: type one such as 24, or 0 for no stops.")
    return int(typed)


async def _seen(session: Session, view: SettingsView) -> Notice:
    return await _keep(session, signup.remember_shown, not view.shown)


_CHANGES: Final[dict[str, Callable[[Session, SettingsView], Awaitable[Notice | None]]]] = {
    "P": _password,
    "D": _display,
    "K": _keys,
    "L": _length,
    "S": _seen,
}
