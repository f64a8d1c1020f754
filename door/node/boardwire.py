"""The `Wire` over the line of a board: bytes from and to descriptors that others gave us.

A line that has dropped takes whatever is written to it, into nothing: so what the caller had typed before is still
carried out, and the end comes where the bytes end. That is why writing raises nothing here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from door.node.stdio import BoardLine

if TYPE_CHECKING:
    from door.node.scanner import Scanner

_log = logging.getLogger(__name__)

_CHUNK: Final = 4096
#: How much may wait for a screen before no more is read.
_READ_LIMIT: Final = 64 * 1024
#: A caller whose side takes nothing for so long is gone.
WRITE_SECONDS: Final = 20.0

_IAC: Final = b"\xff"
#: What the scanner leaves beside text: an option's verb, or a whole subnegotiation.
_COMMANDS: Final = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa(?:[^\xff]|\xff\xff)*\xff\xf0|(\xff))", re.DOTALL)


class BoardWire:
    """A board's line as a session sees it (`door.screens.wire.Wire`); ``scanner`` where telnet is still in it.

    ``on_end`` is called once, when no more bytes will come.
    """

    line_mode = False

    def __init__(self, line: BoardLine, peer: str, on_end: Callable[[], None], scanner: Scanner | None = None) -> None:
        self.peer = peer
        #: Whether no more bytes will come.
        self.ended = False
        #: Whether nothing can be sent any more.
        self.lost = False
        self._line = line
        self._on_end = on_end
        self._scanner = scanner
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray()
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._listening = False
        self._listen()

    async def read(self) -> bytes:
        """The next bytes; b"" when no more will come."""
        while not self._buffer:
            if self.ended:
                return b""
            self._news.clear()
            await self._news.wait()
        data = bytes(self._buffer[:_CHUNK])
        del self._buffer[:_CHUNK]
        self._listen()
        return data

    async def write(self, data: bytes) -> None:
        """Send, and wait while the caller's side is slow; into nothing when the line has dropped."""
        rest = memoryview(data if self._scanner is None else data.replace(_IAC, _IAC * 2))
        await asyncio.sleep(0)  # a screen fed with a page of keys must not keep the clocks waiting
        while rest and not self.lost:
            try:
                rest = rest[os.write(self._line.writing, rest[:_CHUNK]) :]
            except BlockingIOError:
                await self._writable()
            except OSError as error:
                self._lose(error.strerror or str(error))

    async def close(self) -> None:
        """Leave the line alone. It is not closed, nor is anything told to the other end: the board goes on with it."""
        self._deafen()

    def end_input(self) -> None:
        """The board wants the line back: what was typed is still carried out, and can be answered, but no more."""
        if self._listening:
            self._readable()
        self._end()

    def hang_up(self) -> None:
        """The caller is gone, whether the descriptors show it or not: what was typed is still carried out."""
        if self._listening:
            self._readable()
        self._lose("hung up")

    def _listen(self) -> None:
        if self._listening or self.ended or len(self._buffer) >= _READ_LIMIT:
            return
        try:
            self._loop.add_reader(self._line.reading, self._readable)
            self._listening = True
        except PermissionError:  # a file, or nothing at all, which never keep anybody waiting
            self._loop.call_soon(self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._line.reading, _CHUNK)
        except BlockingIOError:
            return
        except OSError as error:  # EIO: the other end of the terminal is closed
            self._lose(error.strerror or str(error))
            return
        if not data:
            self._end()
            return
        self._buffer += data if self._scanner is None else _text(self._scanner, data)
        self._news.set()
        if not self._listening:
            self._listen()
        elif len(self._buffer) >= _READ_LIMIT:
            self._deafen()

    def _end(self) -> None:
        if self.ended:
            return
        self._deafen()
        self.ended = True
        self._news.set()
        self._on_end()

    def _lose(self, why: str) -> None:
        if not self.lost:
            self.lost = True
            self._room.set()
            _log.info("The line of %s has dropped: %s.", self.peer, why)
        self._end()

    def _deafen(self) -> None:
        if self._listening:
            self._listening = False
            self._loop.remove_reader(self._line.reading)

    async def _writable(self) -> None:
        self._room.clear()
        self._loop.add_writer(self._line.writing, self._room.set)
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._room.wait()
        except TimeoutError:
            self._lose("it takes nothing any more")
        finally:
            self._loop.remove_writer(self._line.writing)


def _text(scanner: Scanner, data: bytes) -> bytes:
    """What is text in bytes with telnet in them; a doubled IAC is one."""
    return _COMMANDS.sub(lambda match: match[1] or b"", scanner.feed(data).clean)
