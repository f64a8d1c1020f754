"""A call from a board, up to its first words: what the board gave, and the line to the caller.

Boards let their callers wait for the door with nothing on the screen, so this part starts quickly, and says who is
answering before the rest is loaded. Nothing is shown before the drop file was read; what goes wrong is one plain
sentence for the caller, and the reason is for the log. Standard error is the caller's screen on some boards: it leads
to the log from here on.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Final

from door.node import dropfile
from door.node.dropfile import DropFault, Given
from door.node.stdio import BoardLine, choose_line, standard_line
from door.node.wishes import Wishes

if TYPE_CHECKING:
    from door.store.home import Home

_log = logging.getLogger(__name__)

GREETING: Final = "Empire 1901"
NO_HOME: Final = "There is no home for this door: the sysop makes one with empire1901 serve, or names it with --home."
SHUT: Final = "The door cannot be opened just now. Please tell the sysop: the reason is in the door's log."
FAULT: Final = "Something went wrong at our end; it has been noted. Please call again."


class Signals:
    """What a signal to end does; it changes as the call goes on, and is never what it would be by itself."""

    def __init__(self) -> None:
        self.act: Callable[[int], object] = self._leave
        self.line: BoardLine | None = None
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._got)
        for number in (signal.SIGPIPE, signal.SIGTTOU):  # the terminal's mode is ours to set, whoever started us
            signal.signal(number, signal.SIG_IGN)

    def ignored(self) -> None:
        """The call is over; what is left is soon done."""
        self.act = lambda _: None

    def _got(self, number: int, _: FrameType | None) -> None:
        self.act(number)

    def _leave(self, _: int) -> None:
        if self.line is not None:
            self.line.restore()
        os._exit(0)


def take_call(wishes: Wishes, open_home: Callable[[], Home]) -> int:
    """Take one call, from the drop file to the caller's leaving; gives the exit code.

    0 when the caller has left or hung up, 1 when there could be no call.
    """
    _point_stderr(os.open(os.devnull, os.O_WRONLY))
    signals = Signals()
    try:
        given = gather(wishes)
        line, remark = choose_line(given, wishes.stdio, wishes.socket)
    except DropFault as fault:
        signals.line = standard_line().opened()
        return _refuse(signals.line, fault, open_home)
    signals.line = line.opened()
    try:
        line.say(GREETING)
        return _answer(replace(given, remarks=(*given.remarks, *_some(remark))), wishes, signals, open_home)
    finally:
        signals.ignored()
        line.restore()


def gather(wishes: Wishes) -> Given:
    """What is known of the call: the drop file, and over it what the command line says. Raises DropFault."""
    node = dropfile.whole(wishes.node)
    given = (
        Given(nameless="there is neither --drop nor a --name")
        if wishes.drop is None
        else dropfile.read(wishes.drop, node)
    )
    handle = dropfile.clean(wishes.name) or given.handle
    if not handle:
        raise DropFault("The board does not say who you are. Please tell the sysop.", given.nameless)
    minutes, remarks = given.minutes, given.remarks
    if wishes.minutes:
        minutes, remark = dropfile.usable_minutes(wishes.minutes)
        remarks = _some(remark)
    if wishes.node and node is None:
        remarks += (f"the node, {wishes.node[:20]!r}, is no number",)
    return replace(
        given,
        handle=handle,
        node=given.node if node is None else node,
        minutes=minutes,
        columns=wishes.columns or given.columns,
        rows=wishes.rows or given.rows,
        remarks=remarks,
    )


def _answer(given: Given, wishes: Wishes, signals: Signals, open_home: Callable[[], Home]) -> int:
    from door.store.errors import MissingError, StoreError  # and with them the rules, which take their time

    assert signals.line is not None
    try:
        home = open_home()
    except (StoreError, OSError) as error:
        _log.error("The door is shut: %s", error)
        signals.line.say(NO_HOME if isinstance(error, MissingError) else SHUT)
        return 1
    _point_stderr_to_log()
    try:
        from door.node.doorcall import talk

        return talk(home, given, wishes, signals)
    except Exception:
        _log.exception("A call from a board has failed.")
        signals.line.say(FAULT)
        return 1


def _refuse(line: BoardLine, fault: DropFault, open_home: Callable[[], Home]) -> int:
    line.say(fault.sentence)
    line.restore()
    from door.store.errors import StoreError

    try:
        open_home()  # for its log
    except (StoreError, OSError) as error:
        _log.error("The door is shut: %s", error)
    _log.error("A call from a board was refused: %s.", fault.reason)
    return 1


def _some(remark: str) -> tuple[str, ...]:
    return (remark,) if remark else ()


def _point_stderr_to_log() -> None:
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.FileHandler) and handler.stream is not None:
            _point_stderr(os.dup(handler.stream.fileno()))


def _point_stderr(descriptor: int) -> None:
    if descriptor != 2:
        os.dup2(descriptor, 2)
        os.close(descriptor)
