"""A canvas as lines of text: for screen readers, and for clients without cursor movement.

What is there only to be looked at is left out: rules, boxes, shaded blocks, empty rows. The rest comes in
reading order, row by row, with columns still one under the other.
"""

from __future__ import annotations

import re

from door.term.canvas import Canvas
from door.term.caps import COLUMNS
from door.term.charset import text_width
from door.term.widgets import wrap_text

# Box drawing, block elements and geometric squares, or four and more of what rules are typed with.
_ORNAMENT = re.compile(r"[\u2500-\u259f\u25a0]|([-=_*~#+.·])\1{3,}")

#: Columns stand apart by two blanks or more; in a narrow window by two.
_GAP = re.compile(r" {2,}")
_BETWEEN = "  "
_NARROWEST = 20


def lines(canvas: Canvas, columns: int = COLUMNS) -> list[str]:
    """The rows that say something, top to bottom, without trailing blanks; characters as on the canvas.

    A row that is wider than the terminal is broken between its columns, and else at its blanks.
    """
    rows = (_ORNAMENT.sub(_blanks, row).rstrip() for row in canvas.text())
    return [line for row in rows if row for line in broken(row, columns)]


def broken(row: str, columns: int) -> list[str]:
    """A row as the lines that show it on a terminal of so many columns."""
    width = max(_NARROWEST, columns - 1)
    if text_width(row) <= width:
        return [row]
    indent = " " * (len(row) - len(row.lstrip()))
    lines: list[str] = []
    for entry in _GAP.split(row.strip()):
        if lines and text_width(lines[-1] + _BETWEEN + entry) <= width:
            lines[-1] += _BETWEEN + entry
        else:
            lines += wrap_text(f"{indent}{_BETWEEN if lines else ''}{entry}", width, hang=len(_BETWEEN))
    return lines


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())
