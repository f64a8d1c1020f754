"""Walks through the door's screens in a window of any size, with an eye on all that is shown.

After each key, two terminals have been sent the same bytes: one that wraps as soon as the last column is written and
one that waits. Both must show exactly the screen that was drawn, nothing may have been cut or drawn over something
else, and nothing may have scrolled. Plain lines must fit the window, a page between two keys its rows, and nothing in
them may be anything but text.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pyte
import pytest

from door.screens.session import Session
from door.store.home import Home
from door.term.canvas import NORMAL, Canvas, Style
from door.term.caps import Caps, fitted
from door.term.charset import cell_width, printable, text_width
from tests.screens.calling import Caller, MemoryWire, Run, until_left
from tests.term.emulator import Terminal


class Cut(AssertionError):
    """Something was drawn that nobody can see."""


@dataclass
class Eye:
    """What two terminals show of all that was sent, and the screen that was drawn last."""

    caps: Caps
    fed: int = 0

    def __post_init__(self) -> None:
        self.strict = Terminal(self.caps)
        self.kind = pyte.HistoryScreen(self.caps.columns, self.caps.rows, history=10_000)
        self.stream = pyte.Stream(self.kind)

    def look(self, sent: bytearray, canvas: Canvas | None) -> None:
        """Look at what has come."""
        data = bytes(sent[self.fed :])
        self.fed = len(sent)
        if fitted(self.caps).cursor:
            self._look_at_screen(data, canvas)
        else:
            self._look_at_lines(data)

    def _look_at_screen(self, data: bytes, canvas: Canvas | None) -> None:
        self.strict.feed(data.replace(b"\x07", b""))
        self.stream.feed(data.decode(self.caps.charset))
        assert not self.strict.wrapped, "something was written in the last column"
        assert not self.kind.history.top, "the screen has scrolled"
        shown = self.strict.lines()
        assert [line.rstrip() for line in self.kind.display] == shown
        assert all(text_width(line) < self.caps.columns for line in shown)
        if canvas is not None and self.caps.charset == "utf-8":
            prompt = canvas.rows - 1  # what is being typed stands there
            assert shown[:prompt] == [line.rstrip() for line in canvas.text()][:prompt]
            assert not any(shown[canvas.rows :])

    def _look_at_lines(self, data: bytes) -> None:
        text = data.decode(self.caps.charset).replace("\x07", "").replace("\b \b", "")
        assert "\x1b" not in text, "a sequence among plain lines"
        assert not re.search(r"[\u2500-\u259f\u25a0]", text), "an ornament among plain lines"
        lines = text.replace("\r\n", "\n").split("\n")
        assert all(line.isprintable() for line in lines)
        wide = [line for line in lines if text_width(line) >= self.caps.columns]
        assert not wide, f"too wide for the window: {wide}"


def keep_from_cutting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing that is drawn be cut at the edge of its screen, or hide a letter that was drawn before."""
    put = Canvas.put

    def put_whole(canvas: Canvas, row: int, col: int, text: str, style: Style = NORMAL) -> int:
        at = col
        for char in printable(text):
            width = cell_width(char)
            if not char.isspace():
                if not 0 <= row < canvas.rows or at < 0 or at + width >= canvas.columns:
                    raise Cut(f"{text!r} at row {row}, column {col} is cut")
                there = canvas.cells[row * canvas.columns + at][0]
                if there.isalnum() and there != char:
                    raise Cut(f"{text!r} at row {row}, column {col} hides {canvas.text()[row]!r}")
            at += width
        return put(canvas, row, col, text, style)

    monkeypatch.setattr(Canvas, "put", put_whole)


class Walker:
    """A caller whose every screen is looked at."""

    def __init__(self, caller: Caller, eye: Eye) -> None:
        self.caller = caller
        self._eye = eye

    @property
    def session(self) -> Session:
        """The call."""
        return self.caller.session

    async def types(self, *keys: str) -> str:
        """Press keys one after the other, and look after each; gives the screen after the last."""
        for key in keys:
            await (self.caller.escape() if key == "\x1b" else self._press(key))
            self.look()
        return self.screen

    async def _press(self, key: str) -> None:
        self.caller.wire.put(key.encode(self.session.caps.charset, errors="replace"))
        await self.caller.settle()

    def look(self) -> None:
        """Look at what is shown now."""
        self._eye.look(self.caller.wire.sent, self.session._canvas)

    @property
    def screen(self) -> str:
        """What is shown; of plain lines, the screen that they say."""
        canvas = self.session._canvas
        return "" if canvas is None else "\n".join(canvas.text())


@asynccontextmanager
async def walking(home: Home, run: Run, caps: Caps, caller: str | None = None, **call: Any) -> AsyncIterator[Walker]:
    """A call from a window like that."""
    wire = MemoryWire()
    session = Session(wire, caps, **call)
    session.home, session.charset_guess, session.caller = home, caps.charset, caller
    task = asyncio.get_running_loop().create_task(until_left(run, session))
    try:
        found = Caller(wire, session, task)
        await found.settle()
        walker = Walker(found, Eye(caps))
        walker.look()
        yield walker
    finally:
        task.cancel()
        await asyncio.wait({task})
