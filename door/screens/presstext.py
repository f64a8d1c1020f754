"""The text of a message while it is written: its lines, the place in it, and what a typed line asks for.

No terminal and no disk in here. A line is as wide as a message keeps it; what is longer is broken at a blank, and a
broken quotation stays one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from door.judge.press import MOST_CHARACTERS
from door.term.charset import cell_width, printable, text_width

#: Columns of a line; no character takes less than one.
WIDTH: Final = MOST_CHARACTERS
#: So many lines are held, more than can be sent, so that a long paste can be shortened here.
ROOM: Final = 1000
QUOTE: Final = "> "

_QUOTED: Final = re.compile(r"(?:> ?)+")
_COMMAND: Final = re.compile(
    r"/(send|abort|quote|list|delete|edit|insert|help|[saqldeih?])\s*(?:(\d{1,4})(?:\s*-\s*(\d{1,4}))?)?\s*",
    re.IGNORECASE | re.ASCII,
)
_SLIP: Final = re.compile(r"/[a-z]{1,9}\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """What a line such as ``/D 3-5`` asks for: the letter, and the lines it is about, if any, counted from 1."""

    letter: str
    first: int | None = None
    last: int | None = None


def command_in(line: str) -> Command | None:
    """The command that a line is, or None when it is text."""
    match = _COMMAND.fullmatch(line.rstrip())
    if match is None:
        return None
    word, first, last = match.groups()
    low = None if first is None else int(first)
    high = low if last is None else int(last)
    return Command("H" if word == "?" else word[0].upper(), low, high)


def is_slip(line: str) -> bool:
    """Whether a line looks like a command, but like none that there is."""
    return _SLIP.fullmatch(line) is not None and command_in(line) is None


def is_escaped(line: str) -> bool:
    """Whether a line is the text of a command, marked as text by a second stroke."""
    return line.startswith("//") and (command_in(line[1:]) is not None or is_slip(line[1:]))


def is_too_wide(text: str, width: int = WIDTH) -> bool:
    """Whether a text takes more columns than that; a long one is not measured to its end."""
    return text_width(text[: width + 1]) > width


def broken(text: str, width: int = WIDTH) -> tuple[str, str]:
    """A text that is too wide in two: what fits, up to a blank if there is one, and the rest; quotations stay so."""
    prefix = _prefix(text, width)
    fits = _fitting(text[: width + 1], width)
    blank = text.rfind(" ", 0, fits + 1)
    if blank <= len(prefix) or not text[:blank].strip():
        return text[:fits], prefix + text[fits:]
    return text[:blank].rstrip(), prefix + text[blank:].lstrip(" ")


def folded(text: str, width: int = WIDTH) -> list[str]:
    """The text in lines of at most that width; at least one."""
    lines = []
    text = printable(text)
    while is_too_wide(text, width):
        line, text = broken(text, width)
        lines.append(line)
    return [*lines, text.rstrip()]


def quoted(author: str, lines: Sequence[str]) -> list[str]:
    """Lines as they are quoted: who wrote them, then each behind a mark."""
    marked = [line for text in lines for line in folded(f"{QUOTE}{text}" if text else QUOTE.rstrip())]
    return [f"{author} wrote:", *marked]


def _fitting(text: str, width: int) -> int:
    """How many of the first letters so many columns hold."""
    used = 0
    for at, char in enumerate(text):
        used += cell_width(char)
        if used > width:
            return at
    return len(text)


def _prefix(text: str, width: int) -> str:
    match = _QUOTED.match(text)
    most = min(width // 2, width - 2)  # a wide letter must fit behind it
    return match.group() if match is not None and len(match.group()) <= most else ""


@dataclass(slots=True)
class PressText:
    """The lines, and before which of them (counted from 0) the next one goes; that is behind the last, as a rule."""

    lines: list[str] = field(default_factory=list)
    at: int = 0

    @classmethod
    def of(cls, lines: Sequence[str]) -> PressText:
        """A text to be gone on with."""
        return cls(list(lines), len(lines))

    @property
    def at_end(self) -> bool:
        """Whether the next line goes behind the last."""
        return self.at == len(self.lines)

    @property
    def empty(self) -> bool:
        """Whether nothing is written."""
        return not any(line.strip() for line in self.lines)

    def add(self, lines: Sequence[str]) -> bool:
        """Put lines in at the place; False, with nothing put in, when there is no room for them."""
        if len(self.lines) + len(lines) > ROOM:
            return False
        self.lines[self.at : self.at] = lines
        self.at += len(lines)
        return True

    def take_back(self) -> str | None:
        """Take out the line before the place, and give it; None when there is none."""
        if not self.at:
            return None
        self.at -= 1
        return self.lines.pop(self.at)

    def delete(self, first: int, last: int) -> bool:
        """Take out lines, counted from 1; False when there are none of these numbers."""
        if not 1 <= first <= last <= len(self.lines):
            return False
        del self.lines[first - 1 : last]
        gone_before = max(0, min(self.at, last) - (first - 1))
        self.at -= gone_before
        return True

    def change(self, number: int, lines: Sequence[str]) -> None:
        """Put these lines in the place of one, counted from 1."""
        self.lines[number - 1 : number] = lines
        if self.at >= number:
            self.at += len(lines) - 1
