"""Press: the list of the messages that a caller may read, and the ways to read and to write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge.press import Message, write_fault
from door.screens.frame import (
    BACK,
    ENTER,
    FAULTS,
    Notice,
    Pages,
    ask,
    ask_line,
    letters,
    pick_from,
    refusal,
    sheet,
)
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.pressread import known_messages, read_messages
from door.screens.presswords import author, readers, setting_words, time_words, turn_words
from door.screens.presswrite import write
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW

PAGE: Final = 9
"""Messages on a page, so that one figure chooses."""

_WRITE: Final = "W"


@dataclass(frozen=True, slots=True)
class PressView:
    """A page of the messages that a caller may read; ``silent`` says why nothing can be written now."""

    desk: Desk
    messages: Sequence[Message]
    page: int = 0
    silent: str | None = None

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-len(self.messages) // PAGE))

    @property
    def shown(self) -> Sequence[Message]:
        """What stands on this one."""
        return self.messages[self.page * PAGE : (self.page + 1) * PAGE]

    @property
    def first_new(self) -> Message | None:
        """The oldest message that is not read."""
        return next((message for message in self.messages if message.unread), None)

    @property
    def offered(self) -> str:
        """The keys of this page."""
        return "".join(str(number) for number in range(1, len(self.shown) + 1)) + _WRITE

    def page_of(self, message: Message | None) -> int:
        """The page on which a message stands; None: the last one, where the newest are."""
        return self.pages - 1 if message is None else (message.number - 1) // PAGE


def draw_press(view: PressView, notice: Notice | None = None) -> Canvas:
    """Two lines a message: who to whom and when, and how it begins."""
    desk = view.desk
    canvas = sheet(f"{desk.title} · press", desk.when)
    row = BODY_ROW
    for key, message in enumerate(view.shown, 1):
        _put_message(canvas, row, str(key), message, desk)
        row += 2
    if not view.messages:
        canvas.put(BODY_ROW + 1, 1, "Nobody has written anything that you can read.")
    page = f"Page {view.page + 1}/{view.pages}: space" if view.pages > 1 else ""
    widgets.status(canvas, setting_words(desk.seen), page)
    keys = [f"{'1' if len(view.shown) == 1 else f'1-{len(view.shown)}'} to read"] if view.shown else []
    keys += [] if view.silent else [f"{_WRITE} to write"]
    default = "go back" if view.first_new is None else "read what is new"
    return ask_line(canvas, notice, f"{', '.join(keys)}; {default}" if keys else "Go back", ENTER)


def _put_message(canvas: Canvas, row: int, key: str, message: Message, desk: Desk) -> None:
    board = desk.seen.board
    width = widgets.width_of(canvas)
    widgets.menu(canvas, row, 1, [widgets.MenuItem(key, "")])
    canvas.put(row, 5, "NEW" if message.unread else "", widgets.GOOD)
    when = f"{turn_words(message)} · {time_words(message.at)}"
    end = width - 1 - len(when)
    names = f"{author(message, board)} to {readers(message, board, desk.power)}"
    style = widgets.STRONG if message.unread else widgets.LABEL
    canvas.put(row, 9, widgets.shortened(names[:1].upper() + names[1:], end - 11), style)
    canvas.put(row, end, when, widgets.NOTE)
    begins = next((line for line in message.lines if line.strip()), "")
    canvas.put(row + 1, 9, widgets.shortened(begins.strip(), width - 11))


async def press(game: InGame) -> None:
    """The messages of a game, until the caller goes back."""
    notice: Notice | None = None
    pages: Pages | None = None
    while True:
        try:
            messages = await known_messages(game)
        except FAULTS as fault:
            messages, notice = [], refusal(fault)
        view = PressView(game.desk, messages, silent=write_fault(game.desk.seen, game.caller))
        if pages is None:
            pages = Pages(view.pages, view.page_of(view.first_new))
        view = PressView(game.desk, messages, pages.fit(view.pages), view.silent)
        default = BACK if view.first_new is None else ENTER
        answer = await ask(
            game,
            partial(draw_press, view),
            letters(view.offered, default, paged=True),
            pick_from(view.offered),
            explains("press"),
            notice,
        )
        notice = None
        if answer == BACK:
            return
        if pages.turn(answer):
            continue
        notice, pages = await _do(game, view, answer), None


async def _do(game: InGame, view: PressView, answer: str) -> Notice | None:
    """Read or write; what cannot be done is said below the list."""
    try:
        if answer == _WRITE:
            notice = await write(game)
        else:
            chosen = view.first_new if answer == ENTER else view.shown[int(answer) - 1]
            assert chosen is not None
            notice = await read_messages(game, chosen)
    except FAULTS as fault:
        notice = refusal(fault)
    await game.look(f" {notice.text}" if notice else "")
    return notice
