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

#: Columns stand apart by so many blanks; in a narrow window two are enough.
_GAP = re.compile(r" {3,}")
_NARROWEST = 20


def lines(canvas: Canvas, columns: int = COLUMNS) -> list[str]:
    """The rows that say something, top to bottom, without trailing blanks; characters as on the canvas.

    A row that is wider than the terminal is broken at its blanks, and columns give way.
    """
    rows = (_ORNAMENT.sub(_blanks, row).rstrip() for row in canvas.text())
    return [line for row in rows if row for line in _fitted(row, max(_NARROWEST, columns - 1))]


def _fitted(row: str, width: int) -> list[str]:
    if text_width(row) <= width:
        return [row]
    indent = " " * (len(row) - len(row.lstrip()))
    return wrap_text(indent + _GAP.sub("  ", row.strip()), width, hang=2)


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())
