"""A text in pages: as many lines as a screen holds, or as the caller wants where lines are plain.

A page begins with a paragraph, or with a line that begins something, if one is near its foot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.term import plain, widgets
from door.term.caps import Caps

ROOM: Final = widgets.STATUS_ROW - widgets.BODY_ROW
"""The lines of a text that a screen holds."""

#: So many lines of a page may stay blank.
_RAGGED: Final = 7
#: What comes with a page beside the text: its title, a notice, the prompt, and the key that is pressed.
_BESIDE: Final = 4

Paged = list[list[str]]


def paged(lines: Sequence[str], room: int = ROOM, columns: int | None = None) -> Paged:
    """The lines in pages of ``room`` rows, at least one page; with ``columns`` a line that is wider takes several."""
    rows = [1 if columns is None else len(plain.broken(line, columns)) for line in lines]
    found: Paged = []
    at = 0
    while at < len(lines) or not found:
        after = at + _page_end(lines[at:], _fitting(rows[at:], room), room)
        found.append(list(lines[at:after]))
        at = after
        while at < len(lines) and not lines[at].strip():
            at += 1
    return found


def paged_for(lines: Sequence[str], caps: Caps) -> Paged:
    """The lines in pages for a terminal: of the caller's length where lines are plain, all in one if that is 0."""
    if caps.cursor:
        return paged(lines)
    return paged(lines, caps.page - _BESIDE, caps.columns) if caps.page else [list(lines)]


def same_place(at: int, pages: Paged, others: Paged) -> int:
    """The page of other pages of a text on which a page of these begins."""
    before = sum(map(_said, pages[:at]))
    for number, page in enumerate(others):
        before -= _said(page)
        if before < 0:
            return number
    return len(others) - 1


def _said(page: list[str]) -> int:
    """How many lines of a page say something; blank ones are left out where a page ends."""
    return sum(bool(line.strip()) for line in page)


def _fitting(rows: Sequence[int], room: int) -> int:
    """How many of the first lines fit."""
    count = used = 0
    while count < len(rows) and used + rows[count] <= room:
        used += rows[count]
        count += 1
    return max(1, count)


def _page_end(lines: Sequence[str], fit: int, room: int) -> int:
    """How many lines make the next page: up to a blank line, else up to one that begins something."""
    if len(lines) <= fit:
        return len(lines)
    cuts = range(fit, max(0, fit - min(_RAGGED, room // 2)), -1)
    ends = [cut for cut in cuts if not lines[cut].strip()] + [cut for cut in cuts if not lines[cut][:1].isspace()]
    return next(iter(ends), fit)
