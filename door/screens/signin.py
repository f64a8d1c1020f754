"""Signing in and signing up: the first thing that a caller does.

A known name is asked for its password, three times at most. "New", or a name that nobody has, leads to registration.
Names and passwords are the judge's business; hashing and saving are done in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from door.judge import signup
from door.judge.refusal import Refused
from door.rules.board import Power
from door.screens.banner import banner
from door.screens.frame import FAULTS, HELP, PRODUCT, Leave, Notice, ask, letters, pick_from, refusal
from door.screens.manual import explains
from door.screens.palette import ink
from door.screens.session import Session
from door.screens.typed import LEAVING_WORDS
from door.store.callers import load_caller
from door.store.records import CallerRecord
from door.store.shipped import load_board
from door.term import widgets
from door.term.canvas import NORMAL, Canvas, Style
from door.term.caps import Caps, Charset

TRIES: Final = 3
#: After a wrong password, so that nobody tries thousands.
RETRY_SECONDS: Final = 1.0
WELCOME: Final = (
    "Seven powers, one map of Europe, a turn a day.",
    "",
    "Type your name if you have one here. New callers: type NEW.",
)
FIELD: Final = 30
FIELD_STYLE: Final = Style(reverse=True)
_LEAVING: Final = LEAVING_WORDS | {"q", "off"}
_HELP_WORDS: Final = frozenset((HELP, "help"))

#: Names longer than allowed are refused by the judge, with a sentence; so a field takes a little more.
_NAME_LIMIT: Final = signup.NAME_LENGTHS.stop + 10
PASSWORD_LIMIT: Final = signup.PASSWORD_LENGTHS.stop + 10


#: Asks for a password, with a notice and a question; None when it was given up.
Secret: TypeAlias = Callable[[Notice | None, str], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class DoorView:
    """What stands before a caller who has not signed in."""

    board: str
    charset: Charset
    plain: bool = False
    powers: tuple[Power, ...] = ()


def draw_door(view: DoorView, notice: Notice | None, question: str) -> tuple[Canvas, int]:
    """The title with a question in the last row; gives the canvas and the column of the answer."""
    canvas = Canvas()
    if not view.plain:
        _put_title(canvas, view)
    if notice is not None:
        widgets.message(canvas, notice.text, notice.kind)
    return canvas, widgets.prompt(canvas, question)


def _put_title(canvas: Canvas, view: DoorView) -> None:
    """The name of the door, the powers in their colours, and a word of welcome."""
    width = widgets.width_of(canvas)
    widgets.rule(canvas, 1)
    row = banner(canvas, 3, view.charset, width) + 1
    widgets.rule(canvas, row)
    col = (width - sum(len(power.title) + 2 for power in view.powers) + 2) // 2
    for power in view.powers:
        col = canvas.put(row + 2, col, power.title, ink(power.name)) + 2
    row += 3
    board = view.board if view.board != PRODUCT else ""
    for line in (board, *WELCOME):
        row += 1
        canvas.put(row, (width - len(line)) // 2, line, widgets.HEADING if line == board else NORMAL)
    widgets.status(canvas, "? for help", "Esc to hang up")


def greeting(board_name: str) -> Canvas:
    """The title where lines are plain: said once, without drawing."""
    canvas = Canvas()
    board = board_name if board_name != PRODUCT else ""
    for row, line in enumerate((PRODUCT, board, *WELCOME, "? explains. An empty line hangs up.")):
        canvas.put(row, 1, line)
    return canvas


async def sign_in(session: Session) -> CallerRecord:
    """See a caller in, old or new; raises `Leave` when the caller would rather not."""
    notice: Notice | None = None
    name = ""
    if not session.caps.cursor:
        await session.show(greeting(session.home.settings.board_name))
    while True:
        name = await _field(session, notice, "Your name", name, _NAME_LIMIT)
        notice = None
        word = name.strip().casefold()
        if not word or word in _LEAVING:
            raise Leave
        if word in _HELP_WORDS:
            name = ""
            await explains("sign in")(session)
            continue
        try:
            record = await _admit(session, name, word == "new")
        except FAULTS as fault:
            notice = refusal(fault)
            continue
        if record is not None:
            return record
        name = ""


async def _admit(session: Session, name: str, new: bool) -> CallerRecord | None:
    """The caller of that name, or a new one; None on second thoughts."""
    if new:
        return await _register(session, "")
    fault = signup.name_fault(name)
    if fault is not None:
        raise Refused(fault)
    known = await asyncio.to_thread(load_caller, session.home, signup.clean_name(name))
    if known is not None and known.password is None:
        raise Refused(f"{known.name} comes from a board, and can call here after choosing a password there, under Y.")
    if known is not None:
        return await _enter(session, name)
    answer = await ask(
        session,
        lambda notice: _yes_or_no(session, signup.clean_name(name), notice),
        letters("YN", "N"),
        pick_from("YN"),
        explains("register"),
    )
    return await _register(session, name) if answer == "Y" else None


def _yes_or_no(session: Session, name: str, notice: Notice | None) -> Canvas:
    canvas, _ = _draw(session, notice, "")
    widgets.prompt(canvas, f"No caller of that name. Register {name}? (y/N)", "N")
    return canvas


async def _enter(session: Session, name: str) -> CallerRecord | None:
    notice: Notice | None = None
    for tries_left in reversed(range(TRIES)):
        password = await _secret(session, notice, f"Password of {signup.clean_name(name)}")
        if password is None:
            return None
        try:
            return await asyncio.to_thread(signup.sign_in, session.home, name, password, session.clock(), session.peer)
        except Refused as fault:
            await asyncio.sleep(RETRY_SECONDS)
            if not tries_left:
                await session.goodbye(f"{fault} That was the last try. Good-bye.")
                raise Leave from None
            left = "1 try is left" if tries_left == 1 else f"{tries_left} tries are left"
            notice = refusal(f"{fault} {left[0].upper()}{left[1:]}.")
    return None


async def _register(session: Session, name: str) -> CallerRecord | None:
    rules = Notice("2 to 20 letters, digits, spaces or - ' . _; a letter first. Esc goes back.")
    notice: Notice | None = rules
    while not name or signup.name_fault(name) is not None:
        name = await _field(session, notice, "New name", name, _NAME_LIMIT)
        if not name.strip():
            return None
        fault = signup.name_fault(name)
        notice = None if fault is None else refusal(fault)
    return await _with_password(session, signup.clean_name(name))


async def _with_password(session: Session, name: str) -> CallerRecord | None:
    password = await choose_password(partial(_secret, session), f"New password for {name}")
    if password is None:
        return None
    if not session.may_sign_up():
        raise Refused("Too many new callers came from your address today. Please come back tomorrow.")
    return await asyncio.to_thread(signup.register, session.home, name, password, session.clock())


async def choose_password(secret: Secret, question: str) -> str | None:
    """Let the caller choose a password that will do, typed twice; None on second thoughts.

    ``secret`` asks for one, with a notice and a question.
    """
    notice = Notice("6 to 64 characters. Telnet is not secret: use it nowhere else. Esc goes back.")
    while True:
        password = await secret(notice, question)
        if not password:
            return None
        fault = signup.password_fault(password)
        if fault is not None:
            notice = refusal(fault)
            continue
        again = await secret(None, "The same password again")
        if again is None:
            return None
        if again == password:
            return password
        notice = refusal("The two passwords are not the same: type both again.")


def door_view(board_name: str, caps: Caps) -> DoorView:
    """The view of a caller's terminal."""
    return DoorView(board_name, caps.charset, not caps.cursor, tuple(load_board().powers.values()))


def _draw(session: Session, notice: Notice | None, question: str) -> tuple[Canvas, int]:
    return draw_door(door_view(session.home.settings.board_name, session.caps), notice, question)


async def _field(session: Session, notice: Notice | None, question: str, text: str, limit: int) -> str:
    """Ask for a line; what was given up counts as empty."""
    canvas, col = _draw(session, notice, question)
    answer = await session.line(canvas, widgets.PROMPT_ROW, col, FIELD, text=text, limit=limit, style=FIELD_STYLE)
    return answer or ""


async def _secret(session: Session, notice: Notice | None, question: str) -> str | None:
    """Ask for a password; None when it was given up."""
    canvas, col = _draw(session, notice, question)
    return await session.line(
        canvas, widgets.PROMPT_ROW, col, FIELD, secret=True, limit=PASSWORD_LIMIT, style=FIELD_STYLE
    )
