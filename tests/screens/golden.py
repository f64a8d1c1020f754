"""Pictures of screens, as text files beside the tests.

``EMPIRE1901_GOLDEN=write`` writes them anew; look at what changed before it is kept.
"""

from __future__ import annotations

import os
from pathlib import Path

import pyte

from door.term import ansi, plain
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from tests.term.emulator import Terminal

_FOLDER = Path(__file__).parent / "golden"

UTF8 = Caps(Charset.UTF8)
CP437 = Caps(Charset.CP437)
MONO = Caps(Charset.ASCII, colour=False)


def shown(canvas: Canvas, caps: Caps) -> list[str]:
    """What two emulators show of a canvas, one of which wraps as soon as column 80 is written."""
    data = ansi.paint(canvas, None, caps)
    strict = Terminal(caps, dirty=True)
    strict.feed(data)
    assert not strict.wrapped, "something was written in column 80"
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(data.decode(caps.charset))
    lines = [line.rstrip() for line in screen.display]
    assert strict.lines() == lines
    assert all(line[79:] == "" for line in lines)
    return lines


def same(name: str, lines: list[str]) -> None:
    """Compare with the picture of that name."""
    path = _FOLDER / f"{name}.txt"
    text = "\n".join(lines).rstrip("\n") + "\n"
    if os.environ.get("EMPIRE1901_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def check(name: str, canvas: Canvas) -> None:
    """A screen looks as in its picture in both full sets, and in 7-bit without colours it says the same."""
    assert (canvas.columns, canvas.rows) == (80, 24)
    lines = shown(canvas, UTF8)
    same(name, lines)
    assert shown(canvas, CP437) == lines
    for line, mono in zip(lines, shown(canvas, MONO), strict=True):
        assert mono.isascii()
        letters = [col for col, char in enumerate(line) if char.isascii() and char.isalnum()]
        assert [mono[col] for col in letters] == [line[col] for col in letters]


def check_plain(name: str, canvas: Canvas) -> None:
    """The lines that a screen reader gets."""
    same(f"{name}-plain", plain.lines(canvas))
