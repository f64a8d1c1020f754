"""The line that a board hands to its door: a pair of descriptors, in raw mode as long as the door has them.

That is standard input and output (a terminal, which boards leave in line mode with echo, or pipes), or an inherited
socket. What it owns: which of them it is, the terminal's mode, and that everything is as before when the door ends.
It must start quickly: no asyncio, nothing of the game.
"""

from __future__ import annotations

import contextlib
import os
import stat
import termios
import tty
from dataclasses import dataclass
from typing import Final

from door.node.dropfile import DropFault, Given

_STDIN: Final = 0
_STDOUT: Final = 1
_LONGEST_STEP: Final = 4096


@dataclass(slots=True)
class BoardLine:
    """Descriptors to read from and to write to; ``opened`` prepares them and ``restore`` puts all back."""

    reading: int
    writing: int
    is_socket: bool = False
    _mode: list[int | list[bytes | int]] | None = None
    _blocking: tuple[tuple[int, bool], ...] = ()

    def opened(self) -> BoardLine:
        """Take the line: no echo and no editing by the terminal, and nothing that could make the door wait for it."""
        if self.is_terminal:
            self._mode = termios.tcgetattr(self.reading)
            with contextlib.suppress(termios.error):  # it has just been hung up
                # Now and not when what was written has been read: nobody may be reading yet. What was typed stays.
                tty.setraw(self.reading, termios.TCSANOW)
        self._blocking = tuple((each, os.get_blocking(each)) for each in self._both)
        for each in self._both:
            os.set_blocking(each, False)
        return self

    def restore(self) -> None:
        """Leave the line as it was found; never raises. (It is shared with the board, so it is not closed.)"""
        for each, blocking in self._blocking:
            with contextlib.suppress(OSError):
                os.set_blocking(each, blocking)
        self._blocking = ()
        mode, self._mode = self._mode, None
        if mode is not None:
            with contextlib.suppress(termios.error):  # hung up
                termios.tcsetattr(self.reading, termios.TCSANOW, mode)

    @property
    def is_terminal(self) -> bool:
        """Whether there is a terminal at this end, with a mode and perhaps a size."""
        return not self.is_socket and os.isatty(self.reading)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal, 0 for what is not known."""
        if self.is_socket:
            return 0, 0
        try:
            size = os.get_terminal_size(self.writing)
        except OSError:
            return 0, 0
        return size.columns, size.lines

    def say(self, sentence: str) -> None:
        """Write a line in 7-bit letters, as far as that goes at once; never raises."""
        with contextlib.suppress(OSError):
            os.write(self.writing, sentence.encode("ascii", "replace")[:_LONGEST_STEP] + b"\r\n")

    @property
    def _both(self) -> tuple[int, ...]:
        return (self.reading,) if self.reading == self.writing else (self.reading, self.writing)


def choose_line(given: Given, stdio: bool, socket: int | None) -> tuple[BoardLine, str]:
    """The line to the caller, with a remark for the log; raises DropFault when ``socket`` is none.

    Standard input and output, unless a socket is demanded, or the board says that there is one, it is open, and there
    is no terminal: boards were met that say "socket" of a plain terminal, with a handle of -1.
    """
    standard = BoardLine(_STDIN, _STDOUT)
    if socket is not None:
        if not _is_socket(socket):
            raise DropFault(
                "The board has no line for this door. Please tell the sysop.", f"--socket {socket} is no open socket"
            )
        return BoardLine(socket, socket, is_socket=True), ""
    if stdio or not given.over_socket or os.isatty(_STDIN) or os.isatty(_STDOUT):
        return standard, ""
    if given.socket is None or not _is_socket(given.socket):
        return standard, f"the drop file says that there is a socket, but {given.socket} is no open one"
    return BoardLine(given.socket, given.socket, is_socket=True), ""


def standard_line() -> BoardLine:
    """Standard input and output, for the last word when there is no other line."""
    return BoardLine(_STDIN, _STDOUT)


def _is_socket(descriptor: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except (OSError, OverflowError):
        return False
