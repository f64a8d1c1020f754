"""The line editor in which a message is written.

Nothing typed is ever lost without a question: what is written is kept on disk after each line that was not pasted, when
the line drops, and when it cannot be sent; Esc asks. Only text is typed in here: a command is a line of its own that
nothing comes behind, so that no piece of a paste can send or drop the message.

The turn may pass meanwhile: the editor does not look, the judge does when the message is sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from door.judge import press as judge
from door.judge.press import MOST_LINES, Draft
from door.screens.frame import ENTER, FAULTS, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import InGame
from door.screens.manual import explains
from door.screens.presstext import (
    WIDTH,
    Command,
    PressText,
    broken,
    command_in,
    folded,
    is_escaped,
    is_slip,
    is_too_wide,
)
from door.screens.reading import Text, read_text
from door.screens.session import Hangup
from door.term import widgets
from door.term.canvas import Canvas
from door.term.keys import Key, KeyName
from door.term.lineedit import LineEdit
from door.term.widgets import BODY_ROW

#: What comes so soon behind a line was not typed by somebody who waited for what the line does.
PASTE_SECONDS: Final = 0.2
#: The longest line that is taken at once: a whole message.
LONGEST: Final = MOST_LINES * WIDTH

_Numbered: TypeAlias = list[tuple[int, str]]

_log = logging.getLogger(__name__)

_FIRST_ROW: Final = BODY_ROW + 2
_ROOM: Final = widgets.MESSAGE_ROW - 1 - _FIRST_ROW
_TEXT_COL: Final = 5
_BLANK: Final = Key(KeyName.CHAR, " ")
_LEAVING: Final = (KeyName.ESCAPE, KeyName.INTERRUPT, KeyName.EOF)
_KEYS: Final = "/S sends, /A throws away, /L lists, /D 3 takes out, /E 3 changes, /? help"
_MAY_QUOTE: Final = "/Q quotes the message that you answer."
_END: Final = Notice("Done? /S sends the message, /A throws it away, /L lists it. Or write on.")


@dataclass(frozen=True, slots=True)
class EditorView:
    """A message being written: whom it is for, its lines, and the number of the line in the field.

    ``plain`` shows the field only: lines that were typed stand above it already.
    """

    where: str
    when: str
    heading: str
    lines: Sequence[str]
    at: int
    text: str = ""
    plain: bool = False


def draw_editor(view: EditorView, notice: Notice | None = None) -> tuple[Canvas, int]:
    """The lines round the place, with an open row for the field; gives the canvas and the row of the field."""
    canvas = sheet(f"{view.where} · write", view.when)
    canvas.put(BODY_ROW, 1, widgets.shortened(view.heading, widgets.width_of(canvas) - 2), widgets.STRONG)
    above, below = ([], []) if view.plain else _lines_round(view.lines, view.at)
    row = _put_lines(canvas, _FIRST_ROW, above)
    field_row = row
    # In plain lines the number stands before the field; below others a line has no number yet.
    canvas.put(row, 1, f"{view.at + 1:>3}" if view.at == len(view.lines) or view.plain else "  +", widgets.KEY)
    canvas.put(row, _TEXT_COL, view.text)
    _put_lines(canvas, row + 1, below)
    if notice is not None:
        widgets.message(canvas, notice.text, notice.kind)
    widgets.status(canvas, _KEYS)
    if not view.plain:
        over = len(view.lines) - MOST_LINES
        canvas.put(canvas.rows - 1, 1, _count(len(view.lines)), widgets.BAD if over > 0 else widgets.NOTE)
    canvas.cursor = (field_row, _TEXT_COL)
    return canvas, field_row


def _lines_round(lines: Sequence[str], at: int) -> tuple[_Numbered, _Numbered]:
    """As many lines before and behind a place as there is room for, numbered; of many, as many on both sides."""
    room = _ROOM - 1  # the field has a row too
    above, below = list(enumerate(lines[:at], 1)), list(enumerate(lines[at:], at + 1))
    below = below[: max(room // 2, room - len(above))]
    return above[max(0, len(above) + len(below) - room) :], below


def _put_lines(canvas: Canvas, row: int, lines: Sequence[tuple[int, str]]) -> int:
    for number, line in lines:
        canvas.put(row, 1, f"{number:>3}", widgets.NOTE)
        canvas.put(row, _TEXT_COL, line)
        row += 1
    return row


def _count(lines: int) -> str:
    return f"{lines} of at most {MOST_LINES} lines."


@dataclass(frozen=True, slots=True)
class Writing:
    """What is known before the first line: for which powers (none: everybody), unsigned or not, and its answer.

    ``heading`` says it in words, ``quote`` gives the text answered, line by line as /Q counts them.
    """

    to: tuple[str, ...]
    grey: bool
    heading: str
    answers: int | None = None
    quote: tuple[str, ...] = ()


async def write_message(game: InGame, about: Writing, lines: Sequence[str] = ()) -> Notice | None:
    """Let the caller write a message and send it, keep it or throw it away; gives what to say of it."""
    editor = _Editor(game, about, lines)
    try:
        return await editor.run()
    except Hangup:
        await editor.keep()
        raise


class _Editor:
    """A message, and the line that is being typed."""

    def __init__(self, game: InGame, about: Writing, lines: Sequence[str]) -> None:
        self._game = game
        self._session = game.session
        self._about = about
        self._text = PressText.of(lines)
        self._field = LineEdit(LONGEST)
        self._notice = Notice(_MAY_QUOTE) if about.quote and not lines else None
        self._kept: list[str] | None = list(lines) or None
        self._over: Notice | None = None  # set when the message is done with
        self._done = False

    async def run(self) -> Notice | None:
        """Take lines until the message is sent, kept or thrown away."""
        while not self._done:
            typed = await self._line()
            if typed is None:
                await self._leave()
                continue
            if self._session.caps.cursor:
                self._notice = None
            await self._take(typed)
        return self._over

    async def keep(self) -> None:
        """Keep what is written, also of a line without its Enter; what prevents it is logged, and said at the next."""
        lines = [*self._text.lines]
        lines[self._text.at : self._text.at] = folded(self._field.text) if self._field.text else []
        if not any(lines) and self._kept is None:
            return
        try:
            if any(lines):
                about = self._about
                begun = Draft(
                    to=list(about.to), grey=about.grey, lines=lines, answers=about.answers, saved=self._session.clock()
                )
                await self._judged(judge.keep_draft, begun)
            else:
                await self._judged(judge.drop_draft)
        except FAULTS as fault:
            _log.warning("game %s: a draft cannot be kept: %s", self._game.name, fault)
            self._notice = refusal(fault)
        else:
            self._kept = lines if any(lines) else None

    async def _judged(self, act: Callable[..., None], *about: object) -> None:
        game = self._game
        await asyncio.to_thread(act, game.home, game.name, game.caller, *about)

    # Typing

    @property
    def _plain(self) -> bool:
        return not self._session.caps.cursor

    def _draw(self, notice: Notice | None = None) -> tuple[Canvas, int]:
        desk, text = self._game.desk, self._text
        view = EditorView(
            desk.title, desk.when, self._about.heading, text.lines, text.at, self._field.text, plain=self._plain
        )
        return draw_editor(view, notice or self._notice)

    async def _line(self) -> str | None:
        """A line with its Enter; None for Esc, with what was typed so far still in the field."""
        session = self._session
        while session.caps.cursor and not session.wire.line_mode:
            if not await session.typed_ahead(0):
                await session.show(self._field_drawn())
            key = await session.typed_key()
            if key.name is KeyName.ENTER:
                return self._field_taken()
            if key.name not in _LEAVING:
                self._type(key)
            elif not await self._pasting():
                return None
        canvas, row = self._draw()
        typed = await session.line(canvas, row, _TEXT_COL, WIDTH, text=self._field_taken(), limit=LONGEST, tabs=True)
        return typed if typed is not None or not await self._pasting() else ""

    def _field_drawn(self) -> Canvas:
        canvas, row = self._draw()
        canvas.cursor = (row, _TEXT_COL + self._field.display(WIDTH)[1])
        return canvas

    def _field_taken(self) -> str:
        typed, self._field.text = self._field.text, ""
        return typed

    def _type(self, key: Key) -> None:
        """Take a key into the field; a word that does not fit begins the next line."""
        if key.name is KeyName.BACKSPACE and not self._field.text:
            self._field.text = self._text.take_back() or ""
            return
        self._field.feed(_BLANK if key.name is KeyName.TAB else key)
        while is_too_wide(self._field.text):
            line, rest = broken(self._field.text)
            if not self._add([line]):
                return
            self._field.text = rest

    async def _pasting(self) -> bool:
        return await self._session.typed_ahead(PASTE_SECONDS)

    def _add(self, lines: Sequence[str]) -> bool:
        if self._text.add(lines):
            return True
        self._notice = refusal("There is no room for more lines: take some out with /D, or send what there is.")
        return False

    async def _take(self, typed: str) -> None:
        """Do what a line asks for, or put it into the message; then keep what there is."""
        command = command_in(typed)
        if (command is not None or is_slip(typed)) and not await self._pasting():
            if command is None:
                self._notice = refusal(
                    f"There is no {typed.strip()}: /? lists what there is. As text it begins with //."
                )
            else:
                await _COMMANDS[command.letter](self, command)
        else:
            escaped = is_escaped(typed) and not await self._pasting()
            self._add(folded(typed[1:] if escaped else typed))
            if not typed.strip() and not self._text.empty and not await self._pasting():
                self._notice = _END
        if not self._done and self._kept != self._text.lines and not await self._session.typed_ahead(0):
            await self.keep()

    # What the commands do

    async def _send(self, _: Command | None = None) -> None:
        """Ask once, with the readers named, and send."""
        about, lines = self._about, tuple(self._text.lines)
        send = partial(judge.send, grey=about.grey)
        try:
            judge.text_of(lines)
            if await self._asked("Send it? (Y/n)", "YN", "Y") != "Y":
                return
            await self._judged(send, about.to, lines, self._session.clock())
        except FAULTS as fault:
            await self.keep()
            self._notice = refusal(f"{fault} It is not sent, but kept.") if self._kept else refusal(fault)
            return
        self._finish(f"Sent: {about.heading[:1].lower()}{about.heading[1:]}")

    def _finish(self, sentence: str | None) -> None:
        self._done = True
        self._over = None if sentence is None else Notice(sentence)

    async def _abort(self, _: Command | None = None) -> None:
        if self._text.empty or await self._asked("Throw the whole message away? (y/N)", "YN", "N") == "Y":
            await self._throw_away()

    async def _throw_away(self) -> None:
        try:
            await self._judged(judge.drop_draft)
        except FAULTS as fault:
            self._notice = refusal(fault)
            return
        self._finish("The message is thrown away." if not self._text.empty else None)

    async def _leave(self) -> None:
        """Esc: ask what is to be done with the message."""
        if self._field.text and self._add(folded(self._field.text)):
            self._field.text = ""
        if self._text.empty:
            await self._throw_away()
            return
        question = "S send, K keep for later, T throw away; write on"
        answer = await self._asked(question, "SKT", ENTER)
        if answer == "S":
            await self._send()
        elif answer == "T":
            await self._abort()
        elif answer == "K":
            await self.keep()
            if self._kept is not None and self._kept == self._text.lines:
                self._finish("The message is kept: W goes on with it.")

    async def _asked(self, question: str, keys: str, default: str) -> str:
        """A question below the message and whom it is for, or BACK; what was typed ahead does not answer it."""
        self._session.discard_typed()

        def draw(notice: Notice | None) -> Canvas:
            canvas = Canvas() if self._plain else self._draw()[0]
            widgets.status(canvas, self._about.heading)
            return ask_line(canvas, notice, question, default)

        return await ask(self._session, draw, letters(keys, default), pick_from(keys), explains("writing"))

    async def _list(self, _: Command) -> None:
        desk = self._game.desk
        lines = [f"{number:>3} {line}" for number, line in enumerate(self._text.lines, 1)] or ["Nothing is written."]
        await read_text(self._session, Text(f"{desk.title} · write", desk.when, [self._about.heading, "", *lines]))

    async def _help(self, _: Command) -> None:
        await explains("writing")(self._session)

    async def _delete(self, command: Command) -> None:
        first = self._text.at if command.first is None else command.first
        last = first if command.last is None else command.last
        if not self._text.delete(first, last):
            self._notice = refusal(self._no_such(command))
        else:
            self._notice = Notice(f"Line {first} is out." if first == last else f"Lines {first} to {last} are out.")

    async def _insert(self, command: Command) -> None:
        lines = self._text.lines
        if command.first is None:
            self._text.at = len(lines)
            self._notice = Notice("What you type goes to the end.")
        elif 1 <= command.first <= len(lines):
            self._text.at = command.first - 1
            self._notice = Notice(f"What you type goes before line {command.first}; /I alone goes to the end.")
        else:
            self._notice = refusal(self._no_such(command))

    async def _edit(self, command: Command) -> None:
        number = command.first or 0
        if not 1 <= number <= len(self._text.lines):
            self._notice = refusal(self._no_such(command))
            return
        old = self._text.lines[number - 1]
        line_mode = self._session.wire.line_mode
        known = f"Line {number} is: {old}" if line_mode else ""
        canvas, col = _draw_change(self._game, number, known)
        typed = await self._session.line(canvas, widgets.PROMPT_ROW, col, WIDTH - 5, text=old, limit=LONGEST, tabs=True)
        if typed is not None and (typed or not line_mode):
            self._text.change(number, folded(typed))
            self._notice = Notice(f"Line {number} is changed.")

    async def _quote(self, command: Command) -> None:
        quote = self._about.quote
        if not quote:
            self._notice = refusal("This message answers none: R below a message answers it, and then /Q quotes.")
            return
        first = 1 if command.first is None else command.first
        last = len(quote) - 1 if command.first is None else command.last or first
        if not 1 <= first <= last < len(quote):
            self._notice = refusal(f"The message that you answer has lines 1 to {len(quote) - 1}: write /Q 1-2.")
            return
        if self._add([quote[0], *quote[first : last + 1], ""]):
            self._notice = Notice(f"Quoted, up to line {self._text.at}. /D takes out what is too much.")

    def _no_such(self, command: Command) -> str:
        count = len(self._text.lines)
        return f"Give the number of a line, 1 to {count}: /{command.letter} 1." if count else "Nothing is written yet."


def _draw_change(game: InGame, number: int, known: str) -> tuple[Canvas, int]:
    """The question for one line anew."""
    canvas = sheet(f"{game.desk.title} · write", game.desk.when)
    widgets.text_block(canvas, BODY_ROW, widgets.wrap_text(known, widgets.width_of(canvas) - 2) if known else [])
    widgets.status(canvas, "Change the line; Enter keeps it, Esc leaves it as it was.")
    return canvas, widgets.prompt(canvas, str(number))


_COMMANDS: Final[dict[str, Callable[[_Editor, Command], Awaitable[None]]]] = {
    "S": _Editor._send,
    "A": _Editor._abort,
    "L": _Editor._list,
    "H": _Editor._help,
    "D": _Editor._delete,
    "I": _Editor._insert,
    "E": _Editor._edit,
    "Q": _Editor._quote,
}
