"""One caller's line, as the screens see it.

What it owns: the one place where a screen waits (`key`, and `line` upon it), what is on the caller's terminal at this
moment (`show`), and the clock of silence. Resizing, ^L, the warning before a silent line is closed and its removal
happen in here; a dropped line, a line silent for too long and the server's end come out as `Hangup`, from whichever
call the screen is in.

What it must not know: sockets and telnet (that is the `Wire`), the game, and how bytes are made (that is `door.term`).

Three kinds of terminal call. With cursor movement, a screen is painted by what has changed. Without (`caps.cursor`
False: screen readers) it is lines of text, and keys are echoed. And a client in line mode edits and echoes by itself
and sends whole lines: at a key prompt ``1`` and Enter is then the one key ``1``, and since nobody knows what its echo
did to the screen, the next paint is a full one. Without ``hot_keys`` it is so on the first two kinds as well, but
what is typed is shown, and can be mended, at the prompt.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from door.screens.typed import Answer, Typed
from door.screens.wire import Hangup, Wire
from door.term import ansi, plain
from door.term.canvas import NORMAL, Canvas, Style
from door.term.caps import COLUMNS, ROWS, Caps, Charset, fitted
from door.term.charset import encode
from door.term.keys import Key, KeyDecoder, KeyName
from door.term.lineedit import MASK, LineEdit

if TYPE_CHECKING:
    from door.store.home import Home

__all__ = ["Hangup", "Session", "Wire"]

#: A lone ESC is the Esc key after this time; serial modems were seen to part ``ESC`` and ``[A`` by 49 ms.
ESCAPE_SECONDS: Final = 0.15
#: How long the beginning of a line waits for its Enter, and how long once the client is known to send single keys.
LINE_SECONDS: Final = 0.3
RAW_SECONDS: Final = 0.03
#: A timer may ring this much before its time.
_EARLY: Final = 0.005

_BELL: Final = b"\x07"
_RUB_OUT: Final = b"\b \b"
_END_OF_LINE: Final = b"\r\n"
_BLANK: Final = Key(KeyName.CHAR, " ")
_NOTICE: Final = Style(reverse=True)
#: The keys that make sense where nothing but echoing is possible.
_PLAIN_EDITING: Final = frozenset(
    (KeyName.CHAR, KeyName.BACKSPACE, KeyName.ERASE_LINE, KeyName.ENTER, KeyName.ESCAPE, KeyName.INTERRUPT, KeyName.EOF)
)


def _now() -> datetime:
    return datetime.now(UTC)


class Session:
    """One caller's call, from the first screen to the last."""

    def __init__(
        self,
        wire: Wire,
        caps: Caps,
        *,
        clock: Callable[[], datetime] = _now,
        idle_seconds: float = 600.0,
        warning_seconds: float = 60.0,
    ) -> None:
        self.wire = wire
        self.clock = clock
        self.home: Home
        self.caller: str | None = None
        #: What the client said of itself: the set it seems to have (None: it did not say), and its terminal's name.
        self.charset_guess: Charset | None = None
        self.terminal = ""
        #: Whether a board says which set the caller has, at every call: then it is not kept.
        self.charset_is_boards = False
        #: Whether a key counts as soon as it is pressed; else with its Enter.
        self.hot_keys = True
        #: Called with the name once a caller has signed in.
        self.on_signed_in: Callable[[str], None] | None = None
        #: Called with the title of the game that the caller has gone into, "" outside of games.
        self.on_moved: Callable[[str], None] | None = None
        #: Asked before each sign-up: whether the caller's address may have one more new caller today.
        self.may_sign_up: Callable[[], bool] = lambda: True
        self._wanted = caps
        self.caps = fitted(caps)
        self._decoder = KeyDecoder(caps.charset)
        self._typed = Typed()
        self._answer = Answer()
        self._answered: deque[Key] = deque()  # several keys may come with one Enter
        self._loop = asyncio.get_running_loop()
        self._idle_seconds = idle_seconds
        self._warning_seconds = min(warning_seconds, idle_seconds / 2)
        self._heard_at = self._loop.time()
        self._warned = False
        self._news: deque[str] = deque()  # to be shown over the screen
        self._covered = False  # by one of them
        self._line_seconds = LINE_SECONDS
        self._alarm: asyncio.Timeout | None = None
        self._farewell: str | None = None
        self._ended = False  # no more bytes will come
        self._gone = False  # nothing can be sent either
        self._canvas: Canvas | None = None  # what is to be seen
        self._on_screen: Canvas | None = None  # what is seen; None: nobody knows
        self._stale = False
        self._at_line_start = True
        self._tab: Key | None = None  # what a Tab is in the field that is typed in

    @property
    def peer(self) -> str:
        """The caller's address."""
        return self.wire.peer

    @property
    def wanted(self) -> Caps:
        """The display as chosen; `caps` is the same, but with plain lines while the window is too small for more."""
        return self._wanted

    # What the node says.

    def resize(self, columns: int, rows: int) -> None:
        """The caller's window has changed; 0 is unknown, so 80 or 24. What is shown is painted anew at once."""
        self._refit(replace(self._wanted, columns=columns or COLUMNS, rows=rows or ROWS))

    def hang_up(self, farewell: str) -> None:
        """End the session from outside: it says this sentence, and whatever waits in it gets `Hangup`."""
        self._farewell = farewell
        self._wake()

    def tell(self, sentence: str) -> None:
        """Show a sentence over the screen, from outside; the next key takes it away."""
        self._news.append(sentence)
        self._wake()

    # What the screens say.

    def change_display(self, caps: Caps) -> None:
        """Use another character set, colours or none, plain lines or not; the size stays the window's."""
        # Plain lines that only a small window forces on the caller are no wish of theirs.
        cursor = self._wanted.cursor if caps.cursor == self.caps.cursor else caps.cursor
        self._decoder.charset = caps.charset
        self._refit(replace(caps, cursor=cursor, columns=self._wanted.columns, rows=self._wanted.rows))

    def signed_in(self, name: str) -> None:
        """A caller has signed in by this name; the limits on strangers end here."""
        self.caller = name
        if self.on_signed_in is not None:
            self.on_signed_in(name)

    def moved(self, game: str) -> None:
        """The caller has gone into the game of that title, or ("") out of it."""
        if self.on_moved is not None:
            self.on_moved(game)

    def discard_typed(self) -> None:
        """Forget what was typed ahead: for questions that must not be answered by accident."""
        self._typed.clear()
        self._answer.clear()
        self._answered.clear()

    async def typed_key(self) -> Key:
        """Wait for a key as it is pressed, whether the caller has hot keys or not: for a screen that edits text."""
        self._typed.put_back(self._answered)
        self._answered.clear()
        return await self._next(whole_line=False)

    async def key(self, *, resized: bool = False) -> Key:
        """Wait for one key. ^L is seen to in here; raises `Hangup` when no key can come any more.

        With ``resized`` a window of another size is a key too: the screen then shows what fits it.
        """
        if self._answered or not (self.hot_keys or self.wire.line_mode):
            return await self._key_with_enter(resized)
        key = await self._next(whole_line=False, resized=resized)
        if self._echoes_plainly and key.name is KeyName.CHAR:
            await self._send(encode(key.char, self.caps.charset) + _END_OF_LINE)
        return key

    async def line(  # noqa: PLR0913
        self,
        canvas: Canvas,
        row: int,
        col: int,
        width: int,
        *,
        secret: bool = False,
        text: str = "",
        limit: int | None = None,
        tabs: bool = False,
        style: Style = NORMAL,
    ) -> str | None:
        """Let the caller type into a field on the canvas; None when it was given up (Esc, ^C, ^D).

        `text` stands in it at first, unless the client sends whole lines: it could not change it. `limit` is how long
        the answer may be (by default as long as the field is wide). With `tabs` a Tab is a blank: in pasted text.
        """
        self._typed.put_back(self._answered)
        self._answered.clear()
        self._tab = _BLANK if tabs else None
        edit = LineEdit(width if limit is None else limit, secret, "" if self.wire.line_mode else text)
        if self.caps.cursor:
            return await self._line_in_place(edit, canvas, (row, col, width), style)
        label = canvas.text()[row][:col].strip()
        others = canvas.copy()
        others.clear(row)  # the row of the field is read last, and once
        await self.show(others)
        *above, last = plain.broken(label, self.caps.columns)
        if above:
            await self._print(above)
        await self._send(encode(f"{last} {edit.display(width)[0]}".lstrip(), self.caps.charset))
        self._at_line_start = False
        return await self._line_plainly(edit, secret)

    async def typed_ahead(self, seconds: float) -> bool:
        """Whether more is there already, or comes within so many seconds: the rest of a paste, or hasty fingers."""
        until = self._loop.time() + seconds
        while True:
            self._typed.drop_unknown()
            if self._answered or self._typed.ready or self._typed.half_a_line:
                return True
            if self._ended or self._loop.time() >= until:
                return False
            await self._wait(until)

    async def show(self, canvas: Canvas) -> None:
        """Bring the canvas to the caller's terminal: what has changed, or (without cursor movement) plain lines."""
        await self._check()
        if self.caps.cursor:
            self._canvas = canvas.copy()
            await self._paint(self._canvas)
        elif self._stale or self._canvas != canvas:
            self._canvas = canvas.copy()
            await self._repaint()
        self._stale = False

    async def goodbye(self, sentence: str) -> None:
        """Say a last sentence, if that is still possible; never raises."""
        with contextlib.suppress(Hangup):
            await self._say_farewell(sentence)

    async def close(self) -> None:
        """Leave the caller's terminal in order and drop the line; never raises."""
        if not self._gone:
            self._gone = True
            with contextlib.suppress(OSError):  # it is being closed anyway
                await self.wire.write(ansi.reset(self.caps) + _END_OF_LINE)
        await self.wire.close()

    # Waiting.

    async def _next(self, whole_line: bool, resized: bool = False) -> Key:
        while True:
            await self._check()
            if resized and self._stale:
                return Key(KeyName.RESIZED)
            key = self._typed.take(whole_line)
            if key is None:
                await self._wait()
                continue
            await asyncio.sleep(0)  # a screen may take thousands of pasted keys without ever having to wait
            if key.name is not KeyName.REDRAW:
                return key
            await self._repaint()

    async def _check(self) -> None:
        if self._gone:
            raise Hangup("the line has dropped")
        if self._farewell is not None:
            await self._say_farewell(self._farewell)

    async def _wait(self, until: float = math.inf) -> None:
        """Sleep until bytes come or a time is up: the only place in which a session sleeps for its caller."""
        if self._ended:
            self._gone = True
            raise Hangup("the caller has hung up")
        if self._stale:
            await self._repaint()
        while self._news:
            self._covered = True
            await self._notice(self._news.popleft())
        data: bytes | None = None
        try:
            async with asyncio.timeout_at(min(until, self._deadline())) as self._alarm:
                data = await self.wire.read()
        except TimeoutError:
            pass
        finally:
            self._alarm = None
        await (self._time_is_up() if data is None else self._hear(data))

    def _deadline(self) -> float:
        """When the next thing happens without a key."""
        if self._decoder.pending:
            return self._heard_at + ESCAPE_SECONDS
        if self._typed.half_a_line:
            return self._heard_at + self._line_seconds
        return self._heard_at + self._idle_seconds - (0 if self._warned else self._warning_seconds)

    async def _time_is_up(self) -> None:
        """A time is up, or the node woke the session for another reason; then nothing is due."""
        if self._loop.time() < self._deadline() - _EARLY:
            return
        if self._decoder.pending:  # nothing came behind it, so no Enter either
            self._typed.add(self._decoder.flush(), whole_lines=False)
        elif self._typed.half_a_line:
            self._typed.give_up_waiting()
            self._line_seconds = RAW_SECONDS
        elif not self._warned:
            self._warned = True
            await self._notice(f"Are you still there? This line closes in {_duration(self._warning_seconds)}.")
        else:
            self._farewell = f"This line was silent for {_duration(self._idle_seconds)} and is closed. Good-bye."

    async def _hear(self, data: bytes) -> None:
        self._heard_at = self._loop.time()
        line_mode = self.wire.line_mode
        if not data:
            self._ended = True
            self._typed.add(self._decoder.flush(), whole_lines=False)
            return
        self._typed.add(self._decoder.feed(data), line_mode)
        if line_mode:  # it has echoed, who knows where
            self._on_screen = None
            self._at_line_start = True
        if self._warned or self._covered:
            self._warned = self._covered = False
            if self.caps.cursor and self._canvas is not None:
                await self._paint(self._canvas)

    def _wake(self) -> None:
        if self._alarm is not None and not self._alarm.expired():
            self._alarm.reschedule(self._loop.time())

    # Keys with their Enter.

    async def _key_with_enter(self, resized: bool) -> Key:
        """A key that counts with its Enter: what is typed stands behind the prompt until then."""
        prompt = self._canvas
        while not self._answered:
            if self.caps.cursor and prompt is not None and not self._typed.ready:
                self._canvas = self._answer.shown_on(prompt)
                await self._paint(self._canvas)
            key = await self._next(whole_line=False, resized=resized)
            if key.name is KeyName.RESIZED:
                return key
            before = self._answer.text
            self._answered.extend(self._answer.take(key, plain=not self.caps.cursor))
            if not self.caps.cursor:
                ends = bool(self._answered)
                await self._echo(before, before if ends else self._answer.text, secret=False, ends=ends)
        self._canvas = prompt
        return self._answered.popleft()

    # Typing into a field.

    async def _next_in_line(self) -> Key:
        key = await self._next(whole_line=True)
        return self._tab if self._tab is not None and key.name is KeyName.TAB else key

    async def _line_in_place(
        self, edit: LineEdit, canvas: Canvas, field: tuple[int, int, int], style: Style
    ) -> str | None:
        row, col, width = field
        while True:
            if not self._typed.ready:  # pasted text is painted once, not letter by letter
                shown, at = edit.display(width)
                canvas.fill(row, col, width, style=style)
                canvas.put(row, col, shown, style)
                canvas.cursor = (row, col + at)
                await self.show(canvas)
            result = edit.feed(await self._next_in_line())
            if result.cancelled:
                return None
            if result.done:
                canvas.put(row, col, edit.display(width)[0], style)
                return edit.text
            if result.bell and not self._typed.ready:
                await self._send(_BELL)

    async def _line_plainly(self, edit: LineEdit, secret: bool) -> str | None:
        while True:
            key = await self._next_in_line()
            if key.name not in _PLAIN_EDITING:
                continue
            before = edit.text
            result = edit.feed(key)
            ends = result.done or result.cancelled
            if self._echoes_plainly:
                await self._echo(before, edit.text, secret, ends)
            if ends:
                return edit.text if result.done else None

    async def _echo(self, before: str, after: str, secret: bool, ends: bool) -> None:
        """Show what a key at the end of the text has changed, without moving anything but the last letters."""
        typed = after[len(before) :]
        echo = encode(MASK * len(typed) if secret else typed, self.caps.charset)
        echo += _RUB_OUT * (len(before) - len(after))
        await self._send(echo + _END_OF_LINE if ends else echo)
        self._at_line_start = ends

    @property
    def _echoes_plainly(self) -> bool:
        return not self.caps.cursor and not self.wire.line_mode

    # Sending.

    async def _paint(self, canvas: Canvas) -> None:
        data = ansi.paint(canvas, self._on_screen, self.caps)
        self._on_screen = None  # until all of it has been sent
        await self._send(data)
        self._on_screen = canvas

    async def _print(self, lines: list[str]) -> None:
        text = _END_OF_LINE.join(encode(line, self.caps.charset) for line in ("", *lines, ""))
        await self._send(text[len(_END_OF_LINE) :] if self._at_line_start else text)
        self._at_line_start = True

    async def _repaint(self) -> None:
        self._stale = False
        self._on_screen = None
        if self._canvas is not None and self.caps.cursor:
            await self._paint(self._canvas)
        elif self._canvas is not None:
            await self._print(plain.lines(self._canvas, self.caps.columns))

    async def _notice(self, sentence: str) -> None:
        """Show a sentence over the canvas, which stays as it is; the next key takes it away."""
        if not self.caps.cursor:
            await self._print([sentence])
            return
        over = self._canvas.copy() if self._canvas is not None else Canvas()
        last = over.rows - 1
        row = 0 if over.cursor is not None and over.cursor[0] == last else last
        over.clear(row)
        over.put(row, 0, f" {sentence} ".ljust(over.columns - 1), _NOTICE)
        await self._paint(over)
        await self._send(_BELL)

    async def _say_farewell(self, sentence: str) -> None:
        self._farewell = None
        if self.caps.cursor:
            await self._send(ansi.reset(self.caps) + _END_OF_LINE)
        elif not self._at_line_start:
            await self._send(_END_OF_LINE)
        await self._send(encode(sentence, self.caps.charset) + _END_OF_LINE)
        self._gone = True
        raise Hangup(sentence)

    async def _send(self, data: bytes) -> None:
        if self._gone:
            raise Hangup("the line has dropped")
        if not data:
            return
        try:
            await self.wire.write(data)
        except OSError as error:
            self._gone = True
            raise Hangup("the line has dropped") from error

    def _refit(self, wanted: Caps) -> None:
        if wanted == self._wanted:
            return
        looks_the_same = replace(wanted, page_rows=self._wanted.page_rows) == self._wanted
        self._wanted = wanted
        if looks_the_same:
            self.caps = fitted(wanted)
            return
        drawn, self.caps = self.caps.cursor, fitted(wanted)
        if drawn and not self.caps.cursor and self._canvas is not None:
            self._at_line_start = False  # but at some prompt
        self._on_screen = None
        self._stale = True
        self._wake()


def _duration(seconds: float) -> str:
    count, unit = (round(seconds), "second") if seconds < 60 else (round(seconds / 60), "minute")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
