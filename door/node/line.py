"""One telnet line: the library's protocol with our guard before it, and the `Wire` that a session reads and writes.

The library (telnetlib3, in bytes mode) answers and remembers telnet options. What it leaves to us, each found by
experiment: the asking itself, so that a client that refuses to name its terminal gets its echo all the same;
back-pressure on input; a writer that wakes when the line drops; a half-closed line that may still be written to; and
a close that cannot hang on a client which has stopped reading.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from typing import Final, Protocol

import telnetlib3
from telnetlib3 import telopt

from door.node.guess import guess_charset
from door.node.limits import CutOff, Limits, LineGuard
from door.node.scanner import CHARSETS, OPTIONS
from door.screens.session import Session
from door.term.caps import Charset

_log = logging.getLogger(__name__)

#: How much text may wait for a session before the client is asked to stop sending (twice this, in fact).
READ_LIMIT: Final = 4096
#: After our end of the line is closed, the client has this long to take the last words and close its own.
LINGER_SECONDS: Final = 1.0
#: What it may send meanwhile before it is cut off.
_LINGER_BYTES: Final = 256 * 1024
_LONGEST_VALUE: Final = 64
#: Some dozens of screens: what the system keeps for a client that has stopped reading.
_SEND_BUFFER: Final = 64 * 1024

_OTHER_OPTIONS: Final = {bytes((code,)) for code in range(256) if code not in OPTIONS}
_KEEPALIVE: Final = (("TCP_KEEPIDLE", 120), ("TCP_KEEPINTVL", 30), ("TCP_KEEPCNT", 4))


class Exchange(Protocol):
    """What a line needs of its server."""

    limits: Limits

    def admit(self, line: TelnetLine) -> str | None:
        """Take a line for it; a sentence when there is none."""

    def answer(self, line: TelnetLine) -> None:
        """The client has answered all questions, or had its time: begin the call."""

    def release(self, line: TelnetLine) -> None:
        """The line is gone; called once for each that was admitted."""


class TelnetLine(telnetlib3.TelnetServer):
    """The protocol of one connection."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__(
            encoding=False,
            force_binary=True,  # the library's text modes are not used; this only ends its wait for BINARY
            connect_maxwait=exchange.limits.negotiation_seconds,
            timeout=0,
            compression=False,
            limit=READ_LIMIT,
        )
        self.exchange = exchange
        self.session: Session | None = None
        self.address = ""
        self.gone = asyncio.Event()
        self.columns = self.rows = 0
        self._loop = asyncio.get_running_loop()
        self._guard = LineGuard(exchange.limits, self._loop.time())
        self._line: asyncio.Transport
        self._writable = asyncio.Event()
        self._writable.set()
        self._admitted = False
        self._ended = False
        self._deaf = False
        self._unheard = 0

    # The connection.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Answer, or say that all lines are busy."""
        assert isinstance(transport, asyncio.Transport)
        self._line = transport
        self.address = str((transport.get_extra_info("peername") or ("?",))[0])
        super().connection_made(transport)
        assert self.reader is not None and self.writer is not None
        self.reader.set_transport(transport)
        self.writer.slc_simulated = False
        self.writer.always_dont = self.writer.always_wont = _OTHER_OPTIONS  # one for all lines; it is only read
        self.writer.set_ext_send_callback(telopt.CHARSET, _choose_charset)
        refusal = self.exchange.admit(self)
        if refusal is not None:
            transport.write(refusal.encode("ascii") + b"\r\n")
            self.writer.close()
            return
        self._admitted = True
        _prepare(transport.get_extra_info("socket"))

    def data_received(self, data: bytes) -> None:
        """Let the guard look at what comes, then the library."""
        if self._deaf:
            self._unheard += len(data)
            if self._unheard > _LINGER_BYTES:
                self._line.abort()
            return
        try:
            scanned = self._guard.receive(data, self._loop.time())
        except CutOff as cut:
            self._cut_off(cut)
            return
        if scanned.are_you_there:
            self._line.write(b"\r\n[Yes]\r\n")
        if scanned.clean:
            super().data_received(scanned.clean)

    def eof_received(self) -> bool:  # type: ignore[override]  # asyncio keeps our half of the line open on True
        """The client sends no more, but may still read (a pipe): what it sent is carried out, then the line closes."""
        assert self.reader is not None
        self._ended = True
        self.reader.feed_eof()
        return not self._deaf and (self.session is not None or self._guard.heard)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake whoever reads or writes, and give the line back. (The library calls this, too, hence more than once.)"""
        super().connection_lost(exc)
        if self.gone.is_set():
            return
        self.gone.set()
        self._writable.set()
        if self._admitted:
            self.exchange.release(self)

    def pause_writing(self) -> None:
        """The client reads slower than we write."""
        super().pause_writing()
        self._writable.clear()

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._writable.set()

    # Questions about the terminal, and the answers.

    def begin_negotiation(self) -> None:
        """Ask for everything at once: a client that refuses one question is not the poorer for the others."""
        if self.gone.is_set() or self.writer is None:
            return
        super().begin_negotiation()  # DO TTYPE
        for option in (telopt.ECHO, telopt.SGA, telopt.BINARY):
            self.writer.iac(telopt.WILL, option)
        for option in (telopt.NAWS, telopt.BINARY, telopt.CHARSET):
            self.writer.iac(telopt.DO, option)

    def begin_shell(self, future: asyncio.Future[None]) -> None:
        """All is answered, or the time for it is over."""
        if not (future.cancelled() or future.exception() or self._deaf or self.gone.is_set()):
            self.exchange.answer(self)

    def on_naws(self, rows: int, cols: int) -> None:
        """The window's size, at first and whenever it changes; 0 by 0 is a client that does not know."""
        super().on_naws(rows, cols)
        self.columns, self.rows = cols, rows
        if self.session is not None:
            self.session.resize(cols, rows)

    def on_ttype(self, ttype: str) -> None:
        """The terminal's next name."""
        super().on_ttype(ttype)
        self._tell()

    def on_charset(self, charset: str) -> None:
        """The client's choice of those that we offered."""
        super().on_charset(charset)
        self._tell()

    def on_request_charset(self) -> list[str]:
        """What we offer."""
        return list(CHARSETS)

    def on_request_environ(self) -> list[str | bytes]:
        """All that we ask of the client's environment. (Its owner's name is none of our business.)"""
        return ["LANG"]

    def on_environ(self, mapping: dict[str, str]) -> None:
        """Keep what we asked for, whatever else was sent."""
        lang = mapping.get("LANG", "")[:_LONGEST_VALUE]
        super().on_environ({"LANG": lang})
        self._tell()

    def _tell(self) -> None:
        if self.session is not None:
            self.session.charset_guess, self.session.terminal = self.charset_guess, self.terminal

    @property
    def terminal(self) -> str:
        """The first name that the client gave its terminal, "" for none."""
        return str(self.get_extra_info("ttype1", ""))

    @property
    def charset_guess(self) -> Charset | None:
        """The character set that the client seems to have, by what it has said so far."""
        names = [str(self.get_extra_info(f"ttype{count}", "")) for count in range(1, self.TTYPE_LOOPMAX + 1)]
        charset, lang = (str(self.get_extra_info(key, "") or "") for key in ("charset", "LANG"))
        return guess_charset(charset, lang, names)

    @property
    def edits_lines(self) -> bool:
        """Whether the client has not agreed to send each key as it is pressed."""
        return self.writer is None or self.writer.mode == "local"

    # For the wire and the server.

    def signed_in(self) -> None:
        """The limits for strangers end here."""
        self._guard.signed_in = True

    def send(self, data: bytes) -> None:
        """Write text; a byte of 0xFF is doubled as telnet wants it."""
        if self.gone.is_set():
            raise ConnectionResetError("the line has dropped")
        self._line.write(data.replace(telopt.IAC, telopt.IAC * 2))

    async def sent(self, seconds: float) -> None:
        """Wait until the client has taken enough of what was written; OSError if it does not in time."""
        if not self._writable.is_set():
            try:
                async with asyncio.timeout(seconds):
                    await self._writable.wait()
            except TimeoutError:
                self._line.abort()
                raise
        if self.gone.is_set():
            raise ConnectionResetError("the line has dropped")

    async def hang_up(self) -> None:
        """Close our end, give the client time to take the last words and close its own, then drop the line."""
        self._deaf = True
        try:
            if not self.gone.is_set():
                self._finish()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LINGER_SECONDS):
                        await self.gone.wait()
        finally:
            self.abort()

    def abort(self) -> None:
        """Drop the line, with whatever was not sent yet."""
        self._line.abort()
        if self.writer is not None:
            self.writer.close()

    def _cut_off(self, cut: CutOff) -> None:
        _log.warning("Cut off %s: %s.", self.address, cut.reason)
        self._deaf = True
        assert self.reader is not None
        self.reader.feed_eof()
        if cut.farewell:
            self._line.write(b"\r\n" + cut.farewell.encode("ascii") + b"\r\n")
        if self.session is None:  # else the session closes the line when it sees the end of it
            self._finish()
            self._loop.call_later(LINGER_SECONDS, self._line.abort)

    def _finish(self) -> None:
        """Close our end behind the last words; both ends, if the client has closed its own."""
        if self._ended:
            self._line.close()
            return
        self._line.resume_reading()
        with contextlib.suppress(OSError):  # reset, and asyncio has not told us yet
            self._line.write_eof()


class TelnetWire:
    """A telnet line as a session sees it (`door.screens.session.Wire`)."""

    def __init__(self, line: TelnetLine) -> None:
        assert line.reader is not None
        self._line = line
        self._reader = line.reader

    @property
    def peer(self) -> str:
        """The caller's address."""
        return self._line.address

    @property
    def line_mode(self) -> bool:
        """Whether the client has not agreed to send each key as it is pressed."""
        return self._line.edits_lines

    async def read(self) -> bytes:
        """The next text; b"" when the line has dropped or the client sends no more."""
        try:
            data: bytes = await self._reader.read(READ_LIMIT)
        except OSError:
            return b""
        return data

    async def write(self, data: bytes) -> None:
        """Send, and wait while the client is slow; OSError when the line has dropped or it takes nothing any more."""
        self._line.send(data)
        await asyncio.sleep(0)  # a screen fed with a page of keys must not keep the others waiting
        await self._line.sent(self._line.exchange.limits.write_seconds)

    async def close(self) -> None:
        """Drop the line when the last words are out, or cannot be brought out."""
        await self._line.hang_up()


def _choose_charset(offered: list[str]) -> str | None:
    """Which of a client's sets we take (RFC 2066); None for none."""
    wanted = [name for name in offered if name.upper() in CHARSETS]
    return wanted[0] if wanted else None


def _prepare(sock: socket.socket) -> None:
    """Notice a caller whose machine has vanished, and take telnet's urgent byte with the others, in its place."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    for name, value in _KEEPALIVE:
        option = getattr(socket, name, None)
        if option is not None:
            sock.setsockopt(socket.IPPROTO_TCP, option, value)
