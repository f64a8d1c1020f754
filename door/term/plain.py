"""A canvas as lines of text: for screen readers, and for clients without cursor movement.

What is there only to be looked at is left out: rules, boxes, shaded blocks, empty rows. The rest comes in
reading order, row by row, with columns still one under the other.
"""

from __future__ import annotations

import re

from door.term.canvas import Canvas

# Box drawing, block elements and geometric squares, or four and more of what rules are typed with.
_ORNAMENT = re.compile(r"[\u2500-\u259f\u25a0]|([-=_*~#+.·])\1{3,}")


def lines(canvas: Canvas) -> list[str]:
    """The rows that say something, top to bottom, without trailing blanks; characters as on the canvas."""
    rows = (_ORNAMENT.sub(_blanks, row).rstrip() for row in canvas.text())
    return [row for row in rows if row]


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())
