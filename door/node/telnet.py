"""The telnet server: takes calls, runs a session on each, and closes in good order.

Every call is one task, kept in a set until it has ended, and wrapped once: whatever a screen raises is logged with
caller and address, the caller is told in one sentence, and the line is closed. A line that drops wakes its session,
so no task and no socket outlives its call.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from door.node.guess import first_caps
from door.node.limits import BUSY, TOO_LONG_UNNAMED, Busy, Limits, Lines, SignUps
from door.node.line import TelnetLine, TelnetWire
from door.node.online import Entry, Online, Publisher
from door.screens.session import Hangup, Session
from door.store.home import Home

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)

Run = Callable[[Session], Awaitable[None]]

CLOSING: Final = "The door is closing. Good-bye."
FAULT: Final = "Something went wrong at our end; it has been noted. Please call again."
#: How long the sessions have for their goodbye when the server closes; then their lines are dropped.
_GOODBYE_SECONDS: Final = 1.5
#: Open files beside the lines: those of the home, and the calls that are answered only to be refused.
_OTHER_FILES: Final = 150


def _now() -> datetime:
    return datetime.now(UTC)


class TelnetDoor:
    """A running server; made by `start`."""

    def __init__(self, home: Home, run: Run, limits: Limits, clock: Callable[[], datetime]) -> None:
        self.limits = limits
        self.online = Online()
        self._home = home
        self._publisher = Publisher(home, self.online)
        self._run = run
        self._clock = clock
        self._lines = Lines(limits)
        self._sign_ups = SignUps(limits)
        self._connected: set[TelnetLine] = set()
        self._calls: dict[asyncio.Task[None], Session] = {}
        self._server: asyncio.Server
        self._closing: asyncio.Task[None] | None = None
        #: The port that is listened on (the first, where there are several).
        self.port = 0

    async def listen(self, host: str, port: int) -> None:
        """Open the port; raises OSError when it is not to be had."""
        # Not the library's own server: that keeps the last thousand lines, with all that was typed on them.
        self._server = await asyncio.get_running_loop().create_server(lambda: TelnetLine(self), host, port)
        self.port = int(self.sockets[0].getsockname()[1])

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        """The sockets that are listened on; none after closing."""
        return tuple(self._server.sockets)

    @property
    def calls(self) -> int:
        """How many calls are being taken."""
        return len(self._calls)

    @property
    def connections(self) -> int:
        """How many lines are taken, those that have not come to a session yet included."""
        return len(self._connected)

    def close(self) -> None:
        """Take no more calls, say goodbye on every line, and close it; `wait_closed` waits for the end."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def wait_closed(self) -> None:
        """Wait until everything is closed, two seconds at most after `close`."""
        if self._closing is not None:
            await self._closing

    async def _close(self) -> None:
        for session in self._calls.values():
            session.hang_up(CLOSING)
        for line in list(self._connected):
            if line.session is None:
                line.abort()
        if self._calls:
            await asyncio.wait(self._calls, timeout=_GOODBYE_SECONDS)
        for line in list(self._connected):
            line.abort()
        for task in self._calls:
            task.cancel()
        self._server.close()
        if self._calls:
            await asyncio.wait(self._calls)
        await self._server.wait_closed()
        await self._publisher.close()

    # What a line asks (`door.node.line.Exchange`).

    def admit(self, line: TelnetLine) -> str | None:
        """Take a line, unless there is none or the server is closing."""
        if self._closing is not None:
            return CLOSING
        try:
            self._lines.take(line.address)
        except Busy as busy:
            _log.warning("Refused %s: %s.", line.address, busy)
            return BUSY
        self._connected.add(line)
        return None

    def release(self, line: TelnetLine) -> None:
        """Give a line back."""
        self._lines.release(line.address)
        self._connected.discard(line)

    def answer(self, line: TelnetLine) -> None:
        """Begin the call."""
        session = self._session(line)
        task = asyncio.get_running_loop().create_task(self._call(line, session), name=f"call from {line.address}")
        self._calls[task] = session
        task.add_done_callback(self._calls.__delitem__)

    # One call.

    def _session(self, line: TelnetLine) -> Session:
        session = Session(
            TelnetWire(line),
            first_caps(line.charset_guess, line.terminal, line.columns, line.rows),
            clock=self._clock,
            idle_seconds=self.limits.idle_seconds,
            warning_seconds=self.limits.warning_seconds,
        )
        session.home = self._home
        session.may_sign_up = lambda: self._may_sign_up(line.address)
        session.charset_guess, session.terminal = line.charset_guess, line.terminal
        line.session = session
        return session

    async def _call(self, line: TelnetLine, session: Session) -> None:
        try:
            with self.online.present(line.address, self._clock()) as entry:
                await self._answered(line, session, entry)
        finally:
            self._publisher.changed()

    async def _answered(self, line: TelnetLine, session: Session, entry: Entry) -> None:
        strangers = asyncio.get_running_loop().call_later(
            self.limits.sign_in_seconds, session.hang_up, TOO_LONG_UNNAMED
        )

        def signed_in(name: str) -> None:
            entry.name = name
            strangers.cancel()
            line.signed_in()
            _log.info("Line %d: %r signed in from %s.", entry.number, name, line.address)
            self._publisher.changed()

        def moved(game: str) -> None:
            entry.game = game
            self._publisher.changed()

        session.on_signed_in, session.on_moved = signed_in, moved
        _log.info("Line %d: a call from %s.", entry.number, line.address)
        try:
            await self._screens(session, entry)
        finally:
            strangers.cancel()
            await session.close()
            line.session = None  # each knows the other: what was painted and typed need not wait for the collector
            _log.info("Line %d: the call from %s has ended.", entry.number, line.address)

    def _may_sign_up(self, address: str) -> bool:
        taken = self._sign_ups.take(address, self._clock().date())
        if not taken:
            _log.warning("Refused a new caller from %s: it has had its share of today.", address)
        return taken

    async def _screens(self, session: Session, entry: Entry) -> None:
        try:
            await self._run(session)
        except Hangup:
            pass
        except Exception:
            caller = "nobody signed in" if entry.name is None else f"caller {entry.name!r}"
            _log.exception("Line %d: a screen failed (%s, from %s).", entry.number, caller, entry.address)
            await session.goodbye(FAULT)


async def start(
    home: Home,
    host: str,
    port: int,
    run: Run,
    *,
    limits: Limits | None = None,
    clock: Callable[[], datetime] = _now,
) -> TelnetDoor:
    """Open the telnet door: `run` is called with a session for every caller. OSError when the port is not to be had.

    Port 0 takes any free one; see `TelnetDoor.port`. Without `limits` they are the sysop's settings.
    """
    # What strangers send is logged once, by the guard; the library would tell every byte of it.
    logging.getLogger("telnetlib3").setLevel(logging.ERROR)
    door = TelnetDoor(home, run, limits or _affordable(Limits.of(home.settings)), clock)
    await door.listen(host, port)
    return door


def _affordable(limits: Limits) -> Limits:
    """The same limits, with as many lines as the system lets us have open files for.

    Without a file to spare no order could be saved, and the server could do nothing but complain.
    """
    if resource is None:
        return limits
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.lines + _OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return limits
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    lines = max(1, allowed - _OTHER_FILES)
    if lines < limits.lines:
        _log.warning("There are %d lines, not %d: only %d files may be open (ulimit -n).", lines, limits.lines, allowed)
    return replace(limits, lines=min(lines, limits.lines))


def _stop(stop: asyncio.Future[signal.Signals], number: signal.Signals) -> None:
    if not stop.done():
        stop.set_result(number)


async def serve_forever(home: Home, host: str, port: int, run: Run, announce: Callable[[int], None]) -> None:
    """Serve until SIGTERM or SIGINT (Ctrl-C), then close in good order, within two seconds.

    `announce` is called with the port once callers can come.
    """
    stop: asyncio.Future[signal.Signals] = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    door = await start(home, host, port, run)
    try:
        for number in signals:
            with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends the loop by itself
                loop.add_signal_handler(number, _stop, stop, number)
        _log.info("Open at %s, port %d.", host, door.port)
        announce(door.port)
        _log.info("Closing: %s.", (await stop).name)
    finally:
        for number in signals:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
        door.close()
        await door.wait_closed()
