"""The order line: orders typed in the usual notation, one or several, or a whole block pasted.

The line stays open. What is good is stored at once, as by keys; each piece is answered, and what was not taken
stands in the line again to be mended. A paste is known by what is already there, or comes at once, behind an Enter:
then nothing is put into the line under it, and a blank line means nothing. Where the answers take several pages, Enter
on an empty line turns them: no key is ever taken for anything but text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.rules.binding import OrderError
from door.rules.block import Answer, BlockReader, Turn
from door.rules.board import Board
from door.rules.entry import entry_fault
from door.rules.notation import write
from door.rules.orders import Build, Order, Waive, power_of, same_unit
from door.screens.frame import FAULTS, HELP, Notice, sheet
from door.screens.ingame import InGame, TurnPassed
from door.screens.manual import explains
from door.screens.orderlist import sentence
from door.screens.session import Hangup
from door.screens.typed import LEAVING_WORDS
from door.term import widgets
from door.term.canvas import Canvas, Style
from door.term.caps import Caps
from door.term.widgets import BODY_ROW

#: The longest line that is taken, of several orders.
LINE_LIMIT: Final = 1000
#: What comes so soon behind an Enter was not typed by somebody who had read the answer.
PASTE_SECONDS: Final = 0.2

_FIRST_ROW: Final = BODY_ROW + 2
_ROOM: Final = widgets.MESSAGE_ROW - _FIRST_ROW
#: Rows of plain lines in a narrow window that are no answers: title, count, status and field, each broken.
_PLAIN_OTHERS: Final = 8
_INDENT: Final = 2
_PARTED: Final = "; "
_LEAVING: Final = LEAVING_WORDS | {"q"}
#: Ends a letter to a judge: it goes back too, unless more of a letter comes behind it.
_END: Final = "signoff"
_TOO_LONG: Final = f"A line holds {LINE_LIMIT} characters and this one had more: write it as two lines."


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a piece, in lines that fit the terminal; ``taken``: whether its order is stored."""

    lines: tuple[str, ...]
    taken: bool


@dataclass(frozen=True, slots=True)
class OrderLineView:
    """The order line: examples at first, then a page of replies; ``remark`` says what they come to."""

    where: str
    when: str
    examples: Sequence[str]
    replies: Sequence[Reply] = ()
    remark: str = ""
    page: int = 0
    pages: int = 1

    @property
    def more(self) -> bool:
        """Whether there is a page after this one."""
        return self.page + 1 < self.pages


def reply_to(answer: Answer, board: Board, width: int, before: Order | None = None, kept: str = "Stored") -> Reply:
    """Word an answer: the order both ways, or the piece as typed and below it what is wrong.

    ``before`` is what was stored for the unit until then, ``kept`` the word for what was done with the order.
    """
    if answer.order is not None:
        text = f"* {kept} {write(answer.order)}: {sentence(answer.order, board)}."
        if before is not None and before != answer.order:
            text += f" It replaces {write(before)}."
        return Reply(tuple(widgets.wrap_text(text, width, _INDENT)), taken=True)
    why = widgets.wrap_text(f"{' ' * _INDENT}{answer.error}", width)
    return Reply((widgets.shortened(f"! {answer.text}", width), *why), taken=False)


def reply_pages(replies: Sequence[Reply], room: int) -> list[list[Reply]]:
    """The replies in pages; one that fits a page is never parted."""
    pages: list[list[Reply]] = [[]]
    used = 0
    for reply in replies:
        if pages[-1] and used + len(reply.lines) > room:
            pages.append([])
            used = 0
        pages[-1].append(replace(reply, lines=reply.lines[:room]))
        used += len(reply.lines)
    return pages


def draw_order_line(view: OrderLineView) -> tuple[Canvas, int]:
    """The screen on which orders are typed; gives the canvas and the column of the field."""
    canvas = sheet(f"{view.where} · type orders", view.when)
    if not view.replies:
        canvas.put(BODY_ROW, 1, "Type orders in the usual notation, or in words. For example:", widgets.STRONG)
        widgets.text_block(canvas, BODY_ROW + 2, [f"   {example}" for example in view.examples])
        row = BODY_ROW + 3 + len(view.examples)
        canvas.put(row, 1, "Several on a line: put a semicolon between them. A block can be pasted.")
    else:
        canvas.put(BODY_ROW, 1, view.remark, widgets.STRONG)
        row = _FIRST_ROW
        for reply in view.replies:
            row = _put_reply(canvas, row, reply)
    page = f"Page {view.page + 1}/{view.pages}. " if view.pages > 1 else ""
    widgets.status(canvas, page + ("Enter alone shows the next." if view.more else "Enter alone, or Esc, goes back."))
    return canvas, widgets.prompt(canvas, "Orders")


def _put_reply(canvas: Canvas, row: int, reply: Reply) -> int:
    style: Style = widgets.LABEL if reply.taken else widgets.BAD
    for number, line in enumerate(reply.lines):
        canvas.put(row, 1, line, style if number == 0 else widgets.LABEL)
        row += 1
    canvas.put(row - len(reply.lines), 1, reply.lines[0][:1], widgets.GOOD if reply.taken else widgets.BAD)
    return row


def room_for_replies(caps: Caps) -> tuple[int, int]:
    """Rows and columns for replies on that terminal: plain lines of a narrow window must not scroll away either."""
    columns = min(widgets.width_of(Canvas()), caps.columns - 1) - 2
    return (_ROOM if caps.cursor else max(1, min(_ROOM, caps.rows - _PLAIN_OTHERS))), max(20, columns)


async def type_orders(game: InGame, examples: Sequence[str], text: str = "") -> Notice | None:
    """Let the caller type orders until an empty line or Esc; gives what to say of what was stored, if anything was.

    With a ``text`` to begin with it is about one unit: the line closes when that order is stored.
    """
    line = _OrderLine(game, examples)
    try:
        await line.run(text, once=bool(text))
    except Hangup:
        await line.settle()  # its Enter was pressed
        raise
    except TurnPassed:
        game.session.discard_typed()  # the rest of a paste, and the keys of no menu
        raise
    return line.notice


class _OrderLine:
    """What was answered so far, and what is still to be mended."""

    def __init__(self, game: InGame, examples: Sequence[str]) -> None:
        desk = game.desk
        seen = desk.seen
        assert seen.phase is not None
        self._game = game
        self._examples = examples
        self._reader = BlockReader(
            Turn(desk.power, seen.phase, seen.position, seen.board, seen.rulebook.army_fleet), self._check
        )
        self._good: list[Order] = []
        self._replies: list[Reply] = []
        self._page = 0
        self._mend: list[str] = []
        self._stored: list[str] = []
        self._drawn: tuple[Canvas, int] | None = None

    @property
    def notice(self) -> Notice | None:
        """What to say at the end."""
        if not self._stored:
            return None
        if len(self._stored) == 1:
            return Notice(f"{self._kept}: {self._stored[0]}.")
        return Notice(f"{len(self._stored)} orders {self._kept.lower()}, the last: {self._stored[-1]}.")

    @property
    def _kept(self) -> str:
        return self._game.desk.kept

    async def run(self, text: str, once: bool) -> None:
        """Take lines until the caller goes back."""
        pasted = False
        while True:
            typed = await self._ask(text, pasted)
            if typed is None or (not pasted and await self._leaves(typed)):
                await self.settle()
                return
            wanted = None if pasted else await self._wanted(typed)
            if wanted is not None:
                text = wanted
                continue
            if not pasted:
                self._forget_read()
            await self._take(typed)
            text = ""
            pasted = await self._more()
            if pasted:
                continue
            await self.settle()
            if once and not self._mend:
                return
            text = self._to_mend()

    async def settle(self) -> None:
        """Answer what waited for a next line."""
        await self._enter(self._reader.finish())

    async def _leaves(self, typed: str) -> bool:
        """Tell whether the line says to go back: an empty one does when there is no page to turn to."""
        word = typed.strip().lower()
        if word in _LEAVING:
            return True
        ends = word == _END or (not word and self._at_last)
        return ends and not await self._more()

    async def _wanted(self, typed: str) -> str | None:
        """Do what the line asks for if it is no orders (help, the next page); gives what then stands in the line."""
        if typed.rstrip().endswith(HELP):
            await explains("typing")(self._game)
            return typed.rstrip().removesuffix(HELP)
        if typed.strip() or self._at_last or await self._more():
            return None
        self._page += 1
        return self._to_mend()

    async def _more(self) -> bool:
        return await self._game.session.typed_ahead(PASTE_SECONDS)

    async def _ask(self, text: str, pasted: bool) -> str | None:
        """The next line; during a paste nothing is drawn anew, so that plain lines say the answers once."""
        if self._drawn is None or not pasted:
            self._drawn = draw_order_line(self._view())
        canvas, col = self._drawn
        width = widgets.width_of(canvas) - col
        return await self._game.session.line(
            canvas, widgets.PROMPT_ROW, col, width, text=text, limit=LINE_LIMIT + 1, tabs=True
        )

    async def _take(self, typed: str) -> None:
        """Read a line, and store what is good in it."""
        if len(typed) > LINE_LIMIT:  # its end is lost: what is left of its last order may be another order
            await self.settle()
            await self._enter([Answer(0, typed, error=OrderError(_TOO_LONG))])
            return
        await self._enter(self._reader.feed(typed))

    async def _enter(self, answers: Sequence[Answer]) -> None:
        for answer in answers:
            before = self._before(answer.order)
            known = await self._submitted(answer)
            board = self._game.desk.seen.board
            self._replies.append(reply_to(known, board, room_for_replies(self._game.caps)[1], before, self._kept))
            if known.order is not None:
                self._stored.append(sentence(known.order, board))
            elif len(known.text) <= LINE_LIMIT:
                self._mend.append(known.text)
        self._good.clear()

    def _before(self, order: Order | None) -> Order | None:
        """What is stored for the same unit."""
        if order is None or isinstance(order, Waive):
            return None
        desk = self._game.desk
        return desk.order_in(order.unit.province) if isinstance(order, Build) else desk.order_of(order.unit)

    async def _submitted(self, answer: Answer) -> Answer:
        """Let the judge store the order; it may still say no, as where Winter has no more builds."""
        if answer.order is None:
            return answer
        try:
            await self._game.submit(answer.order)
        except FAULTS as refused:
            return Answer(answer.line, answer.text, error=OrderError(str(refused)))
        return answer

    def _check(self, order: Order) -> str | None:
        """Say why the order may not be entered beside what is stored and what was found good before it."""
        seen = self._game.desk.seen
        assert seen.phase is not None
        others = [other for other in self._game.desk.orders if power_of(other) == power_of(order)]
        for good in self._good:
            others = [*(other for other in others if not same_unit(other, good)), good]
        reason = entry_fault(order, others, seen.phase.stage, seen.position, seen.board, seen.rulebook)
        if reason is None:
            self._good.append(order)
        return reason

    # Pages

    @property
    def _pages(self) -> list[list[Reply]]:
        return reply_pages(self._replies, room_for_replies(self._game.caps)[0])

    def _view(self) -> OrderLineView:
        desk, pages = self._game.desk, self._pages
        self._page = min(self._page, len(pages) - 1)
        taken = sum(reply.taken for reply in self._replies)
        missed = len(self._replies) - taken
        remark = f"{desk.kept}: {taken}. Not taken: {missed}. Ordered in all: {desk.given} of {desk.due}."
        return OrderLineView(desk.title, desk.when, self._examples, pages[self._page], remark, self._page, len(pages))

    @property
    def _at_last(self) -> bool:
        return self._page + 1 >= len(self._pages)

    def _forget_read(self) -> None:
        """Drop the pages that were shown: a new line is answered by itself."""
        self._replies = [reply for page in self._pages[self._page + 1 :] for reply in page]
        self._page = 0

    def _to_mend(self) -> str:
        """What is to stand in the line: on the last page, what was not taken, as much of it as a line holds."""
        if not self._at_last:
            return ""
        text = ""
        while self._mend and len(joined := text + (_PARTED if text else "") + self._mend[0]) <= LINE_LIMIT:
            text = joined
            self._mend.pop(0)
        return text
