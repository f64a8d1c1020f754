"""A caller without a network: types bytes into a session, and sees what a terminal would show."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pyte

from door.judge import games, submit
from door.rules.notation import write
from door.screens.frame import Leave
from door.screens.ingame import InGame
from door.screens.session import Hangup, Session
from door.store.home import Home
from door.term.caps import Caps, Charset

NOW = datetime(1990, 5, 3, 20, 15, tzinfo=UTC)
PATIENCE = 20.0

Run = Callable[[Session], Awaitable[None]]


class MemoryWire:
    """A line in memory. ``idle`` is set while the session waits and nothing is left to read, ``heard`` at each word."""

    def __init__(self, line_mode: bool = False) -> None:
        self.line_mode = line_mode
        self.peer = "192.0.2.1"
        self.sent = bytearray()
        self.idle = asyncio.Event()
        self.heard = asyncio.Event()
        self.closed = False
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()

    def put(self, data: bytes) -> None:
        self.idle.clear()
        self._waiting.put_nowait(data)

    async def read(self) -> bytes:
        if self._waiting.empty():
            self.idle.set()
        return await self._waiting.get()

    async def write(self, data: bytes) -> None:
        self.sent += data
        self.heard.set()

    async def close(self) -> None:
        self.closed = True


class Caller:
    """Types, waits until the door waits for more, and looks."""

    def __init__(self, wire: MemoryWire, session: Session, call: asyncio.Task[None]) -> None:
        self.wire = wire
        self.session = session
        self.call = call
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)
        self._fed = 0

    async def settle(self) -> None:
        """Wait until the door waits for a key, or the call is over."""
        idle = asyncio.ensure_future(self.wire.idle.wait())
        done, _ = await asyncio.wait({idle, self.call}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()
        assert done, "the door is stuck"
        if self.call.done():
            self.call.result()

    async def types(self, *texts: str) -> str:
        """Type keys, one text after the other; gives the screen after the last."""
        for text in texts:
            self.wire.put(encode_keys(text, self.session.caps.charset))
            await self.settle()
        return self.screen

    async def changes(self) -> None:
        """Wait until the door sends more."""
        self.wire.heard.clear()
        await asyncio.wait_for(self.wire.heard.wait(), PATIENCE)

    async def escape(self) -> str:
        """Press Esc."""
        self.wire.put(b"\x1b")
        await self.settle()  # it may be the beginning of more
        self.wire.idle.clear()
        await self.settle()
        return self.screen

    @property
    def lines(self) -> list[str]:
        """The screen, row by row."""
        data = bytes(self.wire.sent[self._fed :])
        self._fed = len(self.wire.sent)
        self._stream.feed(data.decode(self.session.caps.charset, errors="replace"))
        return [line.rstrip() for line in self._screen.display]

    @property
    def screen(self) -> str:
        """The whole screen."""
        return "\n".join(self.lines)

    @property
    def said(self) -> str:
        """Everything that was ever sent."""
        return self.wire.sent.decode(self.session.caps.charset, errors="replace")


def encode_keys(text: str, charset: Charset) -> bytes:
    """The keys as bytes; what the set lacks is a question mark."""
    return text.encode(charset, errors="replace")


async def until_left(run: Run, session: Session) -> None:
    try:
        await run(session)
    except (Leave, Hangup):
        pass


@asynccontextmanager
async def calling(
    home: Home,
    run: Run,
    *,
    caller: str | None = None,
    caps: Caps | None = None,
    guess: Charset | None = Charset.UTF8,
    line_mode: bool = False,
    now: datetime = NOW,
) -> AsyncIterator[Caller]:
    """A call that has come in; ``run`` is the door, or one screen of it."""
    wire = MemoryWire(line_mode)
    session = Session(wire, caps or Caps(Charset.UTF8), clock=lambda: now)
    session.home, session.charset_guess, session.caller = home, guess, caller
    call = asyncio.get_running_loop().create_task(until_left(run, session))
    try:
        found = Caller(wire, session, call)
        await found.settle()
        yield found
    finally:
        call.cancel()
        await asyncio.wait({call})


def new_game(
    home: Home, seats: dict[str, str], phase: str | None = None, state: Any = None, *, army_fleet: bool = False
) -> None:
    """A game with these seats; it runs if there are any."""
    title = "The Autumn Game"
    games.new_game(home, "autumn", title, "e1901", "open", NOW, army_fleet=army_fleet, phase=phase, state=state)
    for power, caller in seats.items():
        games.take_seat(home, "autumn", power, caller, NOW)


def stored(home: Home, power: str) -> list[str]:
    """What is stored for a power in that game, in the usual notation."""
    return [write(order) for order in submit.entered(home, games.view(home, "autumn"), power)]


def in_game(screen: Callable[[InGame], Awaitable[Any]], caller: str) -> Run:
    """A run that opens one screen of a game at once."""

    async def run(session: Session) -> None:
        game = InGame(session, "autumn", caller)
        await game.read()
        await screen(game)

    return run
