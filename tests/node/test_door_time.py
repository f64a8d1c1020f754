"""The clocks of a call from a board: its time, and silence; and that neither ends it in the middle of a save."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from door.judge.boards import Guest
from door.node.boardcall import Signals
from door.node.doorcall import TIME_IS_UP, BoardCall, Times, caps_of
from door.node.dropfile import Given
from door.node.stdio import BoardLine
from door.node.wishes import Wishes
from door.screens.session import Session
from door.store.home import Home
from door.store.online import on_line
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from tests.node.boards import board_home
from tests.node.conftest import tracebacks


class Caller:
    """The other end of the line."""

    def __init__(self, ours: socket.socket, call: asyncio.Task[int]) -> None:
        self.call = call
        self.ours = ours
        self.seen = b""

    def types(self, keys: str) -> None:
        self.ours.sendall(keys.encode())

    async def sees(self, text: str, seconds: float = 10.0) -> bytes:
        async with asyncio.timeout(seconds):
            while text.encode() not in self.seen:
                data = await asyncio.get_running_loop().sock_recv(self.ours, 65536)
                assert data, f"the line was closed, with {text!r} not in {self.seen!r}"
                self.seen += data
        seen, self.seen = self.seen, b""
        return seen

    async def ends(self, seconds: float = 10.0) -> int:
        async with asyncio.timeout(seconds):
            return await self.call


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return board_home(tmp_path / "home")


@asynccontextmanager
async def calling(home: Home, monkeypatch: pytest.MonkeyPatch, times: Times) -> AsyncIterator[Caller]:
    """A call in this process, which leaves the signals of the tests alone."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    line = BoardLine(theirs.fileno(), theirs.fileno(), is_socket=True).opened()
    call = BoardCall(home, Given(handle="Anna", node=3), line, Caps(), lambda: None)
    caller = Caller(ours, asyncio.create_task(call.run(Wishes(), Signals(), times)))
    try:
        yield caller
    finally:
        ours.close()
        await asyncio.wait({caller.call}, timeout=10)
        assert caller.call.done()
        line.restore()
        theirs.close()


async def test_two_warnings_come_and_then_the_end(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    times = Times(left=1.5, warnings=(1.0, 0.5))
    start = time.perf_counter()
    async with calling(home, monkeypatch, times) as caller:
        await caller.sees("Welcome, Anna.")
        await caller.sees("You have 1 minute left.")
        assert 0.4 < time.perf_counter() - start
        caller.types("1")  # the key takes the sentence away, and does what it does
        await caller.sees("Your choice")
        await caller.sees("You have 1 minute left.")
        await caller.sees(TIME_IS_UP)
        assert await caller.ends() == 0
        assert time.perf_counter() - start > 1.4
    assert tracebacks(caplog) == []
    assert on_line(home) == []


def test_the_warnings_are_at_five_minutes_and_at_one() -> None:
    assert Times(left=3600).warnings == (300.0, 60.0)


async def test_a_short_call_has_only_the_warnings_that_are_still_to_come(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling(home, monkeypatch, Times(left=0.5, warnings=(300.0, 60.0))) as caller:
        assert b"left." not in await caller.sees(TIME_IS_UP)


async def test_a_save_is_finished_before_the_call_ends(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[str] = []

    def save() -> None:
        time.sleep(0.8)
        saved.append("all of it")

    async def screen(session: Session, guest: Guest, time_left: str) -> None:
        canvas = Canvas()
        canvas.put(0, 0, f"Saving for {guest.handle}")
        await session.show(canvas)
        await asyncio.to_thread(save)
        assert saved
        await session.show(canvas)
        await session.key()
        raise AssertionError("the time is up")

    monkeypatch.setattr("door.screens.boardguest.run", screen)
    async with calling(home, monkeypatch, Times(left=0.2)) as caller:
        await caller.sees("Saving for Anna")
        await caller.sees(TIME_IS_UP)
        assert saved == ["all of it"]
        assert await caller.ends() == 0


async def test_6_a_silent_caller_is_warned_and_let_go(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async with calling(home, monkeypatch, Times(left=60, idle=1.0, idle_warning=0.5)) as caller:
        await caller.sees("Are you still there?")
        caller.types("?")  # a key keeps the call
        await caller.sees("Are you still there?")
        await caller.sees("was silent for")
        assert await caller.ends() == 0


async def test_a_screen_that_fails_is_noted_and_the_caller_told(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def screen(session: Session, guest: Guest, time_left: str) -> None:
        raise RuntimeError("the screen has failed")

    monkeypatch.setattr("door.screens.boardguest.run", screen)
    async with calling(home, monkeypatch, Times(left=60)) as caller:
        await caller.sees("Something went wrong at our end")
        assert await caller.ends() == 1
    assert len(tracebacks(caplog)) == 1


async def test_whoever_calls_from_a_board_is_on_line(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async with calling(home, monkeypatch, Times(left=60)) as caller:
        await caller.sees("Welcome, Anna.")
        async with asyncio.timeout(5):
            while [each.name for each in await asyncio.to_thread(on_line, home)] != ["Anna"]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        caller.types("q")
        assert await caller.ends() == 0
    assert on_line(home) == []


@pytest.mark.parametrize(
    ("given", "wishes", "size", "caps"),
    [
        (Given(), Wishes(), (0, 0), Caps(Charset.CP437)),
        (Given(), Wishes(encoding="utf-8"), (132, 50), Caps(Charset.UTF8, columns=132, rows=50)),
        (Given(columns=80, rows=25), Wishes(), (0, 0), Caps(rows=25)),
        (Given(columns=80, rows=25), Wishes(), (132, 50), Caps(columns=132, rows=50)),
        (Given(), Wishes(columns=100, rows=40), (132, 50), Caps(columns=100, rows=40)),
        (Given(seven_bits=True), Wishes(), (0, 0), Caps(Charset.ASCII)),
        (Given(seven_bits=True), Wishes(encoding="cp437"), (0, 0), Caps(Charset.CP437)),
        (Given(ansi=False), Wishes(), (0, 0), Caps(colour=False, cursor=False)),
        (Given(), Wishes(plain=True), (0, 0), Caps(colour=False, cursor=False)),
    ],
)
def test_the_command_line_wins_then_the_terminal_then_the_file(
    given: Given, wishes: Wishes, size: tuple[int, int], caps: Caps
) -> None:
    assert caps_of(given, wishes, size) == caps


def test_a_line_is_put_back_as_it_was() -> None:
    ours, theirs = os.openpty()
    try:
        os.set_blocking(ours, True)
        line = BoardLine(theirs, theirs).opened()
        assert not os.get_blocking(theirs)
        line.restore()
        line.restore()
        assert os.get_blocking(theirs)
    finally:
        os.close(ours)
        os.close(theirs)
