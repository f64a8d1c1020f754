"""A call from a board: the board has said who calls, so nobody is asked for a name and a password.

Only a handle that cannot be a name here, or that is somebody's already, leads to a question: by which name the caller
plays, and the password of whoever has that name, once.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from door.judge import boards, signup
from door.judge.boards import Guest
from door.judge.refusal import Refused
from door.screens import signin
from door.screens.frame import FAULTS, HELP, Leave, Notice, ask_line, refusal, sheet
from door.screens.lobby import lobby
from door.screens.session import Session
from door.screens.typed import LEAVING_WORDS
from door.store.records import CallerRecord
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW

_LEAVING: Final = LEAVING_WORDS | {"", "q"}
_ASKS: Final = (
    "Your board calls you {handle}.",
    "",
    "By which name do you play here? If you have a name here already, from",
    "calling by telnet, type it: you are asked for its password, this once.",
    "Else choose a new one. An empty line goes back to the board.",
)
_RULES: Final = "2 to 20 letters, digits, spaces or - ' . _; a letter first. An empty line goes back to the board."


async def run(session: Session, guest: Guest, time_left: str) -> None:
    """Take a call from a board, until the caller leaves."""
    try:
        record = await _admit(session, guest)
        session.signed_in(record.name)
        _recall(session, record)
        await lobby(session, record.name, Notice(f"Welcome, {record.name}. You have {time_left} for this call."))
    except Leave:
        await session.goodbye("Good-bye. You go back to your board.")


async def show_facts(session: Session, facts: list[str]) -> None:
    """Show what the board has given, for its sysop, until a key."""
    canvas = sheet("What the board gave")
    widgets.text_block(canvas, BODY_ROW + 1, facts)
    await session.show(ask_line(canvas, None, "Any key goes on", ""))
    await session.key()


async def _admit(session: Session, guest: Guest) -> CallerRecord:
    """The caller to whom the handle belongs, old or new; raises `Leave` when that cannot be known."""
    home, now = session.home, session.clock()
    try:
        record = await asyncio.to_thread(boards.caller_of, home, guest)
        if record is not None:
            return await asyncio.to_thread(boards.enter, home, record, now)
        fault = await asyncio.to_thread(boards.name_fault, home, guest)
        if fault is None:
            return await asyncio.to_thread(boards.join, home, guest, guest.handle, now)
    except FAULTS as trouble:
        await session.goodbye(f"{trouble} Please tell the sysop.")
        raise Leave from None
    return await _named(session, guest, Notice(fault))


async def _named(session: Session, guest: Guest, notice: Notice) -> CallerRecord:
    """Ask for a name until there is one that is the caller's."""
    name = guest.handle
    while True:
        typed = await _field(session, guest, notice, "Your name here", name)
        name = "" if typed is None else typed.strip()
        if name.casefold() in _LEAVING:
            raise Leave
        if name in (HELP, "help"):
            name, notice = "", Notice(_RULES)
            continue
        try:
            if await asyncio.to_thread(boards.has_password, session.home, name):
                record = await _by_password(session, guest, name)
                if record is not None:
                    return record
                notice = Notice("Choose another name, then.")
            else:
                return await asyncio.to_thread(boards.join, session.home, guest, name, session.clock())
        except FAULTS as fault:
            notice = refusal(fault)


async def _by_password(session: Session, guest: Guest, name: str) -> CallerRecord | None:
    """The caller of that name, by the password; None when it was given up."""
    name = signup.clean_name(name)
    notice = Notice(f"{name} has called by telnet. If that is you, type the password; Esc goes back.")
    for tries_left in reversed(range(signin.TRIES)):
        password = await _field(session, guest, notice, f"Password of {name}", "", secret=True)
        if not password:
            return None
        now, peer = session.clock(), session.peer
        try:
            return await asyncio.to_thread(boards.link, session.home, guest, name, password, now, peer)
        except Refused as fault:
            await asyncio.sleep(signin.RETRY_SECONDS)
            if not tries_left:
                await session.goodbye(f"{fault} That was the last try. Good-bye.")
                raise Leave from None
            notice = refusal(fault)
    return None


async def _field(
    session: Session, guest: Guest, notice: Notice, question: str, text: str, *, secret: bool = False
) -> str | None:
    canvas = _draw(guest, notice)
    col = widgets.prompt(canvas, question)
    limit = signin.PASSWORD_LIMIT
    return await session.line(
        canvas, widgets.PROMPT_ROW, col, signin.FIELD, secret=secret, text=text, limit=limit, style=signin.FIELD_STYLE
    )


def _draw(guest: Guest, notice: Notice) -> Canvas:
    canvas = sheet("From your board")
    widgets.text_block(canvas, BODY_ROW + 1, [line.format(handle=guest.handle) for line in _ASKS])
    widgets.message(canvas, notice.text, notice.kind)
    return canvas


def _recall(session: Session, record: CallerRecord) -> None:
    """Do as the caller chose at an earlier call, but for what the board knows: the set, and that there is no ANSI."""
    caps = session.wanted
    session.hot_keys = record.hot_keys
    session.change_display(
        replace(
            caps,
            colour=caps.colour and record.colour is not False,
            cursor=caps.cursor and not record.plain,
            page_rows=record.page_rows,
        )
    )
