"""How the screens are drawn: character set, colours, plain lines; and what of it is kept for the next call.

A test picture shows at once whether the choice is right: accents, shades, lines that join, the powers in their colours
and a piece of the map.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.judge import signup
from door.screens.frame import BACK, ENTER, FAULTS, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.manual import explains
from door.screens.mapview import MapView, draw_map
from door.screens.palette import letters_of, put_patch
from door.screens.session import Session
from door.store.callers import load_caller
from door.store.records import CallerRecord
from door.store.shipped import load_board
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import COLUMNS, ROWS, Caps, Charset
from door.term.widgets import BODY_ROW, MenuItem

_SETS: Final = {"U": Charset.UTF8, "7": Charset.CP437, "A": Charset.ASCII}
NAMES: Final = {Charset.UTF8: "UTF-8", Charset.CP437: "CP437", Charset.ASCII: "7-bit ASCII"}
_KEYS: Final = "U7ACP"
_KEPT_BUT_FOR_THE_SET: Final = "Kept for your next call; the character set is your board's choice each time."
_LETTERS: Final = "é ü ñ å ß   ░▒▓█  ■"
_LINES: Final = ("┌──┬──┐   ▒▒▒▒▒▒▒", "├──┼──┤   ▒▒▒▒▒▒▒", "└──┴──┘   ▒▒▒▒▒▒▒")
_RIGHT: Final = "It is right if letters have accents, lines join, and each power has a colour."
_RIGHT_WITHOUT_COLOUR: Final = "It is right if the letters have accents and the lines join."
_RIGHT_IN_SEVEN_BITS: Final = "It is right if there is nothing in it but letters and signs of a typewriter."

#: The piece of the map that is shown: its place on a screen of the usual size, and where it goes.
_PIECE_ROWS: Final = range(5, 15)
_PIECE_COLS: Final = range(15, 54)
_PIECE_AT: Final = (BODY_ROW + 8, 37)


@dataclass(frozen=True, slots=True)
class DisplayView:
    """The display as it is."""

    caps: Caps


def draw_display(view: DisplayView, notice: Notice | None = None) -> Canvas:
    """The choices, with what holds now, and a test picture."""
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
    if caps.cursor:
        _put_picture(canvas, row, caps)
    else:
        canvas.put(row, 3, f"A sample in {NAMES[caps.charset]}: {_LETTERS[:9]}")
    return ask_line(canvas, notice, "Change what? Go back", ENTER)


def _put_picture(canvas: Canvas, row: int, caps: Caps) -> None:
    widgets.rule(canvas, row, f"A test picture in {NAMES[caps.charset]}")
    row += 1
    for line in (_LETTERS, *_LINES):
        canvas.put(row, 3, line)
        row += 1
    powers = load_board().powers
    for number, (power, letter) in enumerate(letters_of(powers).items()):
        at, col = row + 1 + number // 2, 3 + 16 * (number % 2)
        canvas.put(at, put_patch(canvas, at, col, power, letter) + 1, powers[power].title)
    _put_piece_of_the_map(canvas, caps)
    widgets.status(canvas, _right(caps))


def _right(caps: Caps) -> str:
    if caps.charset is Charset.ASCII:
        return _RIGHT_IN_SEVEN_BITS
    return _RIGHT if caps.colour else _RIGHT_WITHOUT_COLOUR


def _put_piece_of_the_map(canvas: Canvas, caps: Caps) -> None:
    board = load_board()
    whole = Canvas(COLUMNS, ROWS)
    draw_map(whole, MapView(board, board.start, caps))
    row, col = _PIECE_AT
    for offset, of_map in enumerate(_PIECE_ROWS):
        for across, (char, style) in enumerate(whole.row_cells(of_map)[_PIECE_COLS.start : _PIECE_COLS.stop]):
            canvas.put(row + offset, col + across, char, style)


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
        await asyncio.to_thread(_keep, session, session.caller, wanted, plain)
    except FAULTS as fault:
        return refusal(fault)
    return Notice(_KEPT_BUT_FOR_THE_SET if session.charset_is_boards else "Kept for your next call.")


def _keep(session: Session, name: str, wanted: Caps, plain: bool | None) -> None:
    record = load_caller(session.home, name)
    charset: str | None = str(wanted.charset)
    if record is not None:
        plain = record.plain if plain is None else plain
        charset = record.charset if session.charset_is_boards else charset
    signup.remember_display(session.home, name, charset, wanted.colour, plain)


def recall(session: Session, record: CallerRecord) -> None:
    """Do as the caller chose at an earlier call; what was never chosen stays as it is."""
    caps = session.wanted
    charset = Charset(record.charset) if record.charset in tuple(Charset) else caps.charset
    colour = caps.colour if record.colour is None else record.colour
    cursor = caps.cursor if record.plain is None else not record.plain
    wanted = replace(caps, charset=charset, colour=colour, cursor=cursor, page_rows=record.page_rows)
    session.hot_keys = record.hot_keys
    if wanted != caps:
        session.change_display(wanted)
