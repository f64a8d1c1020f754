"""A real server on a free port, and a caller on a raw socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from types import TracebackType

import pytest

from door.node.limits import Limits
from door.node.telnet import Run, TelnetDoor, start
from door.screens.session import Session
from door.store.home import Home
from door.term.canvas import Canvas

IAC, DONT, DO, WONT, WILL, SB, SE = b"\xff", b"\xfe", b"\xfd", b"\xfc", b"\xfb", b"\xfa", b"\xf0"
BINARY, ECHO, SGA, TTYPE, NAWS, NEW_ENVIRON, CHARSET = b"\x00", b"\x01", b"\x03", b"\x18", b"\x1f", b"\x27", b"\x2a"

#: What a client says that takes everything character by character, and tells its window's size.
AGREES = (IAC + DO + ECHO + IAC + DO + SGA + IAC + DO + BINARY + IAC + WILL + BINARY + IAC + WONT + TTYPE) + (
    IAC + WILL + NAWS + IAC + SB + NAWS + b"\0\x50\0\x18" + IAC + SE + IAC + WONT + CHARSET
)
#: What a client says that takes nothing.
REFUSES = b"".join(IAC + DONT + option for option in (ECHO, SGA, BINARY)) + b"".join(
    IAC + WONT + option for option in (TTYPE, NAWS, BINARY, CHARSET, NEW_ENVIRON)
)

QUICK = Limits(negotiation_seconds=0.05)


class Caller:
    """A client on a raw socket, that answers nothing by itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.seen = b""

    @classmethod
    async def call(cls, door: TelnetDoor, first: bytes = b"") -> Caller:
        caller = cls(*await asyncio.open_connection("127.0.0.1", door.port))
        caller.send(first)
        return caller

    async def __aenter__(self) -> Caller:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.drop()

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def sees(self, text: str | bytes, seconds: float = 3.0) -> bytes:
        """Read on until the text has come; give everything read since the last call of this."""
        wanted = text.encode() if isinstance(text, str) else text
        async with asyncio.timeout(seconds):
            while wanted not in self.seen:
                data = await self.reader.read(65536)
                assert data, f"the line was closed, with {wanted!r} not in {self.seen!r}"
                self.seen += data
        seen, self.seen = self.seen, b""
        return seen

    async def end(self, seconds: float = 3.0) -> bytes:
        """Read on until the server closes the line."""
        async with asyncio.timeout(seconds):
            with contextlib.suppress(ConnectionResetError):
                while data := await self.reader.read(65536):
                    self.seen += data
        return self.seen

    async def drop(self) -> None:
        self.writer.close()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    def reset(self) -> None:
        """Drop the line the hard way."""
        self.writer.transport.abort()


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """One for all: nothing here writes to it, but for who is on line."""
    return Home.open(tmp_path_factory.mktemp("home"))


@contextlib.asynccontextmanager
async def door_open(home: Home, run: Run, limits: Limits = QUICK) -> AsyncIterator[TelnetDoor]:
    """A server that must be empty when the test is done with it, with no task or complaint left in the loop."""
    complaints: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(str(context)))
    before = asyncio.all_tasks()
    door = await start(home, "127.0.0.1", 0, run, limits=limits)
    try:
        yield door
        await empty(door)
    finally:
        door.close()
        await door.wait_closed()
    assert asyncio.all_tasks() - before <= {asyncio.current_task()}
    assert complaints == []


async def empty(door: TelnetDoor, seconds: float = 3.0) -> None:
    """Wait until nothing is left of any call."""
    async with asyncio.timeout(seconds):
        while door.calls or door.connections or len(door.online):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def keys(session: Session) -> None:
    """A screen that tells each key; q leaves, ! fails, and n signs in."""
    canvas = Canvas()
    canvas.put(0, 0, "Press a key")
    count = 0
    while True:
        await session.show(canvas)
        key = await session.key()
        count += 1
        canvas.clear(2, 20)
        canvas.put(2 + count % 20, 0, f"<{count}:{key.name}:{key.char}>")  # on another row, so that all of it is sent
        match key.char:
            case "q":
                return
            case "!":
                raise RuntimeError("the screen has failed")
            case "n":
                session.signed_in("Anna")


async def name(session: Session) -> None:
    """A screen that asks a name again and again, and repeats it."""
    canvas = Canvas()
    canvas.put(0, 0, "Name:")
    while True:
        answer = await session.line(canvas, 0, 6, 20)
        canvas.clear(2)
        await session.show(canvas)
        canvas.put(2, 0, f"<{answer}>")
        await session.show(canvas)


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as going wrong."""
    return [record.getMessage() for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
