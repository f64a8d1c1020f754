"""What a caller's terminal can do.

A value: the session makes it from negotiation, the caller's stored choice and flags, and everything in this
package that turns cells into bytes is a function of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

COLUMNS = 80
ROWS = 24
#: No page of plain lines is shorter.
FEWEST_ROWS = 10


class Charset(StrEnum):
    """The character sets that a caller may have."""

    UTF8 = "utf-8"
    CP437 = "cp437"
    ASCII = "ascii"


@dataclass(frozen=True, slots=True)
class Caps:
    """Character set, colour, cursor movement and size of one terminal.

    Without ``cursor`` nothing but lines of text may be sent: screen readers and clients that negotiate nothing.
    ``page_rows`` is how many lines of a text then come before a stop, 0: all; None: as many as the window has rows.
    """

    charset: Charset = Charset.CP437
    colour: bool = True
    cursor: bool = True
    columns: int = COLUMNS
    rows: int = ROWS
    page_rows: int | None = None

    @property
    def page(self) -> int:
        """How many plain lines come before a stop, prompt included; 0: all."""
        return max(FEWEST_ROWS, self.rows) if self.page_rows is None else self.page_rows


def fitted(caps: Caps) -> Caps:
    """Screens are 80x24; a window too small for one gets plain lines, which wrap and scroll as they like."""
    fits = caps.columns >= COLUMNS - 1 and caps.rows >= ROWS
    return replace(caps, cursor=caps.cursor and fits)
