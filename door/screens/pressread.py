"""Reading messages, one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge import press as judge
from door.judge.press import Message
from door.screens.frame import (
    BACK,
    ENTER,
    FAULTS,
    NEXT,
    PREVIOUS,
    Notice,
    ask,
    ask_line,
    letters,
    pick_from,
    refusal,
    sheet,
)
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.presstext import QUOTE, folded
from door.screens.presswords import author, other_readers, readers, time_words, turn_words
from door.screens.presswrite import write
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW

_FIRST_ROW: Final = BODY_ROW + 4
_ROOM: Final = widgets.MESSAGE_ROW - _FIRST_ROW
_TEXT_COL: Final = 3
_WIDTH: Final = 75
_KEYS: Final = "BRPNL"


@dataclass(frozen=True, slots=True)
class MessageView:
    """A page of one of the messages that a caller can read; ``at`` counts these from 0."""

    desk: Desk
    messages: Sequence[Message]
    at: int
    page: int = 0

    @property
    def message(self) -> Message:
        """The one that is shown."""
        return self.messages[self.at]

    @property
    def pages(self) -> list[list[str]]:
        """Its text, in pages."""
        lines = [line for text in self.message.lines for line in folded(text, _WIDTH)]
        return [lines[start : start + _ROOM] for start in range(0, len(lines), _ROOM)] or [[]]

    @property
    def is_last(self) -> bool:
        """Whether there is no message behind this one."""
        return self.at + 1 == len(self.messages)

    @property
    def at_last(self) -> bool:
        """Whether nothing more is to be read."""
        return self.at_end and self.is_last

    @property
    def at_end(self) -> bool:
        """Whether this is the last page of the message."""
        return self.page + 1 >= len(self.pages)


def draw_message(view: MessageView, notice: Notice | None = None) -> Canvas:
    """Who wrote it, to whom, when; then the text."""
    desk, message = view.desk, view.message
    board = desk.seen.board
    canvas = sheet(f"{desk.title} · press", desk.when)
    sent = f"{time_words(message.at)}, {turn_words(message)}"
    to = f"{readers(message, board, desk.power)}{other_readers(message)}"
    heads = (("From", author(message, board)), ("To", to), ("Sent", sent))
    for row, (label, words) in enumerate(heads, BODY_ROW):
        canvas.put(row, 1, f"{label}:", widgets.NOTE)
        canvas.put(row, 7, widgets.shortened(words, widgets.width_of(canvas) - 7), widgets.STRONG)
    for row, line in enumerate(view.pages[view.page], _FIRST_ROW):
        canvas.put(row, _TEXT_COL, line, widgets.NOTE if line.startswith(QUOTE.rstrip()) else widgets.LABEL)
    page = f", page {view.page + 1} of {len(view.pages)}" if len(view.pages) > 1 else ""
    widgets.status(canvas, f"Message {view.at + 1} of {len(view.messages)}{page}.")
    keys = ["R answers", *_ways(view), "L lists"]
    return ask_line(canvas, notice, f"{', '.join(keys)}; {'go back' if view.at_last else 'read on'}", ENTER)


def _ways(view: MessageView) -> list[str]:
    """Which keys lead to another page or message."""
    ways = {"B page before": view.page > 0, "P message before": view.at > 0, "N the next": not view.is_last}
    return [words for words, open_ in ways.items() if open_]


async def read_messages(game: InGame, start: Message) -> Notice | None:
    """Show a message, and then those behind it, until the caller goes back; gives what to say at the end.

    One is read when its last page has been shown and a key was pressed.
    """
    messages = await known_messages(game)
    at = next((place for place, message in enumerate(messages) if message.id == start.id), 0)
    page = 0
    notice: Notice | None = None
    while 0 <= at < len(messages):
        view = MessageView(game.desk, messages, at, page)
        answer = await ask(
            game,
            partial(draw_message, view),
            letters(_KEYS, ENTER, paged=True),
            pick_from(_KEYS),
            explains("message"),
            notice,
        )
        notice = await _mark(game, view)
        if answer in (BACK, "L"):
            return notice
        if answer == "R":
            notice = await write(game, view.message)
            await game.look(f" {notice.text}" if notice else "")
            messages = await known_messages(game)
            continue
        at, page = _turned(view, answer)
    return notice


async def _mark(game: InGame, view: MessageView) -> Notice | None:
    """Remember that a message has been read to its end; what prevents it keeps nobody from reading on."""
    if not view.at_end or not view.message.unread:
        return None
    try:
        await asyncio.to_thread(judge.mark_read, game.home, game.name, game.caller, [view.message])
    except FAULTS as fault:
        return refusal(fault)
    return None


def _turned(view: MessageView, answer: str) -> tuple[int, int]:
    """The message and the page after a key."""
    if answer in ("B", PREVIOUS):
        return view.at, max(0, view.page - 1)
    if answer in (ENTER, NEXT) and not view.at_end:
        return view.at, view.page + 1
    return (max(0, view.at - 1) if answer == "P" else view.at + 1), 0


async def known_messages(game: InGame) -> list[Message]:
    """All that the caller may read, oldest first."""
    return await asyncio.to_thread(judge.messages, game.home, game.name, game.caller)
