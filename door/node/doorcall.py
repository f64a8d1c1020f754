"""A call from a board, from its first screen to its end.

The board has said who calls and for how long. The time left is kept here: two warnings, then the goodbye, which waits
for whatever is being saved. When the line drops, or the board wants the process to end, what was typed is carried
out, and the process is gone in two seconds whatever happens: some boards wait for it, one for ever.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from door.judge.boards import Guest
from door.node.boardcall import FAULT, Signals
from door.node.boardwire import BoardWire
from door.node.dropfile import Given
from door.node.online import Online, Publisher
from door.node.stdio import BoardLine
from door.node.wishes import Wishes
from door.screens import boardguest
from door.screens.session import Hangup, Session
from door.store.home import Home
from door.term import ansi
from door.term.caps import COLUMNS, ROWS, Caps, Charset

_log = logging.getLogger(__name__)

#: The time of a call where the board gives none that can be used.
OWN_MINUTES: Final = 60
_WARNINGS: Final = (300.0, 60.0)
TIME_IS_UP: Final = "Your time at the board is over; all that you entered is kept. Good-bye."
CLOSING: Final = "The board closes the door. Good-bye."
#: How long a dropped call may go on working off what was typed.
_END_SECONDS: Final = 1.7


@dataclass(frozen=True, slots=True)
class Times:
    """How long the call may last, and how long it may be silent; in seconds."""

    left: float
    warnings: tuple[float, ...] = _WARNINGS
    idle: float = 600.0
    idle_warning: float = 60.0


def talk(home: Home, given: Given, wishes: Wishes, signals: Signals) -> int:
    """Talk to the caller until one of the two has had enough; gives the exit code."""
    for remark in given.remarks:
        _log.warning("%s: %s.", where(given), remark)
    if given.minutes is None:
        _log.info("%s: the time of the call is %d minutes, the door's own.", where(given), OWN_MINUTES)
    times = Times((given.minutes or OWN_MINUTES) * 60.0, idle=home.settings.idle_minutes * 60.0)
    line = signals.line
    assert line is not None
    call = BoardCall(home, given, line, caps_of(given, wishes, line.size), lambda: _end_soon(line))
    return asyncio.run(call.run(wishes, signals, times))


def where(given: Given) -> str:
    """Where the call comes from, for the log."""
    board = f"a board ({given.kind})" if given.node is None else f"node {given.node} of a board ({given.kind})"
    return f"A call from {board}"


def caps_of(given: Given, wishes: Wishes, size: tuple[int, int]) -> Caps:
    """What to paint for: a terminal knows its own size, and the command line wins over all."""
    charset = Charset(wishes.encoding or ("ascii" if given.seven_bits else "cp437"))
    cursor = given.ansi and not wishes.plain
    columns = wishes.columns or size[0] or given.columns or COLUMNS
    rows = wishes.rows or size[1] or given.rows or ROWS
    return Caps(charset, cursor, cursor, columns, rows)


class BoardCall:
    """The one call of this process; ``on_end`` is called when its line has dropped."""

    def __init__(self, home: Home, given: Given, line: BoardLine, caps: Caps, on_end: Callable[[], None]) -> None:
        self._home = home
        self._on_end = on_end
        self._given = given
        self._line = line
        self._caps = caps
        self._node = "the board" if given.node is None else f"node {given.node}"
        self._online = Online()
        self._publisher = Publisher(home, self._online)
        self._wire: BoardWire
        self._session: Session

    async def run(self, wishes: Wishes, signals: Signals, times: Times) -> int:
        """Take the call; gives the exit code."""
        loop = asyncio.get_running_loop()
        scanner = None
        if wishes.telnet:
            from door.node.scanner import Scanner  # and with it a library that is slow to load

            scanner = Scanner()
        self._wire = BoardWire(self._line, self._node, self._on_end, scanner)
        self._session = self._new_session(times)
        signals.act = lambda number: loop.call_soon_threadsafe(self._signalled, number)
        if not (wishes.columns or wishes.rows) and self._line.is_terminal:
            loop.add_signal_handler(signal.SIGWINCH, lambda: self._session.resize(*self._line.size))
        clock = loop.create_task(self._keep_time(times), name="time left")
        try:
            return await self._answered(wishes, times)
        finally:
            clock.cancel()
            signals.ignored()
            await self._publisher.close()

    def _new_session(self, times: Times) -> Session:
        session = Session(self._wire, self._caps, idle_seconds=times.idle, warning_seconds=times.idle_warning)
        session.home = self._home
        session.charset_guess = self._caps.charset
        session.charset_is_boards = True
        return session

    async def _answered(self, wishes: Wishes, times: Times) -> int:
        session = self._session
        with self._online.present(self._node, datetime.now(UTC)) as entry:

            def signed_in(name: str) -> None:
                entry.name = name
                _log.info("%s: %r is %r here.", where(self._given), self._given.handle, name)
                self._publisher.changed()

            def moved(game: str) -> None:
                entry.game = game
                self._publisher.changed()

            session.on_signed_in, session.on_moved = signed_in, moved
            _log.info("%s: %r.", where(self._given), self._given.handle)
            try:
                return await self._screens(wishes, times)
            finally:
                await self._close()
                _log.info("%s has ended.", where(self._given))

    async def _screens(self, wishes: Wishes, times: Times) -> int:
        try:
            if wishes.verbose:
                await boardguest.show_facts(self._session, facts(self._given, self._line, self._caps))
            guest = Guest(self._given.handle, wishes.board)
            await boardguest.run(self._session, guest, _minutes(times.left))
        except Hangup:
            pass
        except Exception:
            _log.exception("%s: a screen failed.", where(self._given))
            await self._session.goodbye(FAULT)
            return 1
        return 0

    async def _close(self) -> None:
        if self._wire.ended and not self._wire.lost:  # the board wants its line back: the caller is still there
            await self._wire.write(ansi.reset(self._session.caps) + f"\r\n{CLOSING}\r\n".encode())
        await self._session.close()

    async def _keep_time(self, times: Times) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + times.left
        for warning in times.warnings:
            if times.left > warning:
                await asyncio.sleep(end - warning - loop.time())
                self._session.tell(f"You have {_minutes(warning)} left.")
        await asyncio.sleep(end - loop.time())
        _log.info("%s: the time is up.", where(self._given))
        self._session.hang_up(TIME_IS_UP)

    def _signalled(self, number: int) -> None:
        _log.info("%s: %s.", where(self._given), signal.Signals(number).name)
        if number == signal.SIGHUP:
            self._wire.hang_up()
        else:
            self._wire.end_input()


def facts(given: Given, line: BoardLine, caps: Caps) -> list[str]:
    """What the board gave, a line each, and what is made of it. (A password was never read.)"""
    known = {
        "From": given.kind,
        "Handle": given.handle,
        "Real name": given.real_name,
        "Board": given.board,
        "User number": given.user,
        "Node": given.node,
        "Minutes left": None if given.minutes is None else f"{given.minutes:g}",
        "Line": f"socket {line.reading}" if line.is_socket else "standard input and output",
        "Terminal": "yes" if line.is_terminal else "no",
        "ANSI": "yes" if given.ansi else "no",
        "Character set": caps.charset,
        "Size": f"{caps.columns} by {caps.rows}",
    }
    return [f"{name + ':':15}{'not given' if value in (None, '') else value}" for name, value in known.items()]


def _minutes(seconds: float) -> str:
    count = max(1, round(seconds / 60))
    return "1 minute" if count == 1 else f"{count} minutes"


def _end_soon(line: BoardLine) -> None:
    """No more will come: the process ends by itself, or in a moment without being asked. Files are replaced whole."""
    timer = threading.Timer(_END_SECONDS, _end_now, [line])
    timer.daemon = True
    timer.start()


def _end_now(line: BoardLine) -> None:
    _log.warning("The call was still at work %s seconds after its end, and is left there.", _END_SECONDS)
    line.restore()
    os._exit(0)
