"""A caller on a real line: a raw socket that negotiates like an xterm, with an 80x24 screen that can be read.

And the programs called: the server and the event as processes, on a home of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import TracebackType

import pyte

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
ECHO, SGA, TTYPE, NAWS, BINARY = 1, 3, 24, 31, 0
_AGREES = {DO: (BINARY, TTYPE, NAWS), WILL: (BINARY, ECHO, SGA)}
_PATIENCE = 20.0

#: What every list of orders says below it.
STORED = "> types"


class Phone:
    """One line to the door."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, terminal: str) -> None:
        self._reader, self._writer = reader, writer
        self._terminal = terminal
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._rest = b""
        self._news = asyncio.Event()
        self._ended = False
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def call(cls, port: int, terminal: str = "XTERM-256COLOR") -> Phone:
        """Dial."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return cls(reader, writer, terminal)

    async def __aenter__(self) -> Phone:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.drop()

    async def drop(self) -> None:
        """Drop the line without a word."""
        self._listening.cancel()
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    @property
    def port(self) -> int:
        """The port that was dialled."""
        return int(self._writer.get_extra_info("peername")[1])

    @property
    def rows(self) -> list[str]:
        """What stands on the screen."""
        return [row.rstrip() for row in self._screen.display]

    @property
    def text(self) -> str:
        """What stands on the screen, as one text."""
        return "\n".join(self.rows)

    def type(self, keys: str) -> None:
        """Press keys."""
        self._writer.write(keys.encode())

    async def see(self, wanted: str, keys: str = "") -> str:
        """Press keys, then wait until a pattern is on the screen; gives the screen."""
        self.type(keys)
        return await self._until(lambda: re.search(wanted, self.text) is not None, wanted)

    async def see_row(self, wanted: str, keys: str = "") -> str:
        """Press keys, then wait until a whole row matches a pattern."""
        self.type(keys)
        return await self._until(lambda: any(re.fullmatch(wanted, row.strip()) for row in self.rows), wanted)

    async def _until(self, seen: Callable[[], bool], wanted: str) -> str:
        try:
            async with asyncio.timeout(_PATIENCE):
                while not seen():
                    assert not self._ended, f"the line was dropped; {wanted!r} is not in\n{self.text}"
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} did not come; the screen is\n{self.text}") from None
        return self.text

    async def _listen(self) -> None:
        """Take in whatever comes, at once, as a terminal does."""
        with contextlib.suppress(ConnectionResetError):
            while data := await self._reader.read(65536):
                self._hear(data)
                self._news.set()
        self._ended = True
        self._news.set()

    def _hear(self, data: bytes) -> None:
        """Take the telnet commands out of what came, answer them, and show the rest."""
        data = self._rest + data
        self._rest = b""
        shown = bytearray()
        at = 0
        while at < len(data):
            if data[at] != IAC:
                shown.append(data[at])
                at += 1
                continue
            length = _command_length(data[at:])
            if length is None:
                self._rest = data[at:]
                break
            self._answer(data[at : at + length], shown)
            at += length
        self._stream.feed(bytes(shown))

    def _answer(self, command: bytes, shown: bytearray) -> None:
        verb = command[1]
        if verb == IAC:
            shown.append(IAC)
        elif verb in (DO, WILL):
            agree, refuse = (WILL, WONT) if verb == DO else (DO, DONT)
            self._writer.write(bytes([IAC, agree if command[2] in _AGREES[verb] else refuse, command[2]]))
            if verb == DO and command[2] == NAWS:
                self._writer.write(bytes([IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE]))
        elif verb == SB and command[2] == TTYPE:
            self._writer.write(bytes([IAC, SB, TTYPE, 0]) + self._terminal.encode() + bytes([IAC, SE]))


def _command_length(data: bytes) -> int | None:
    """The length of the telnet command that begins the data; None if it is not all there."""
    if len(data) < 2:
        return None
    if data[1] == SB:
        end = data.find(bytes([IAC, SE]))
        return None if end < 0 else end + 2
    length = 3 if data[1] in (DO, DONT, WILL, WONT) else 2
    return length if len(data) >= length else None


def command(*args: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own, and wait for it."""
    return subprocess.run(
        [sys.executable, "-m", "door", *args, "--home", str(home)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@contextlib.asynccontextmanager
async def serving(home: Path) -> AsyncIterator[int]:
    """The server as a process of its own; gives its port, and stops it at the end."""
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "door", "serve", "--home", str(home), "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    said = b""
    try:
        async with asyncio.timeout(_PATIENCE):
            while (match := re.search(rb"port (\d+)", said)) is None:
                line = await server.stdout.readline()
                assert line, f"the server did not start: {said.decode()}"
                said += line
        yield int(match[1])
    finally:
        server.terminate()
        rest, _ = await server.communicate()
        assert server.returncode == 0, rest.decode()
        assert b"Traceback" not in rest, rest.decode()
    log = (home / "door.log").read_text(encoding="utf-8")
    assert "Closing: SIGTERM." in log and "Traceback" not in log


async def sign_up(phone: Phone, name: str, password: str = "a-secret-1901") -> None:
    """Become a new caller, up to the list of games."""
    await phone.see("Your name:")
    await phone.see("New name:", "NEW\r")
    await phone.see("password for", f"{name}\r")
    await phone.see("(?i)again", f"{password}\r")
    await phone.see("Number of a game", f"{password}\r")


async def sign_in(phone: Phone, name: str, password: str = "a-secret-1901") -> None:
    """Call again, up to the list of games."""
    await phone.see("Your name:")
    await phone.see("Password", f"{name}\r")
    await phone.see("Number of a game", f"{password}\r")


async def take_seat(phone: Phone, letter: str, power: str) -> None:
    """From the list of games into the first one, and onto a seat there."""
    await phone.see("Take a seat", "\r")
    await phone.see("Key of a power", "T")
    await phone.see(f"Play {power}", letter)
    await phone.see(f"· {power}", "Y")
