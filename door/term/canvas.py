"""A screen as cells, and how drawing on it is kept within bounds.

The last column is never written: some terminals wrap as soon as it is, others wait, and no text can look
right on both. So nothing that is drawn here can make a terminal wrap or scroll.

What does not fit is cut, not an error: text that runs past the right edge, rows above or below the canvas,
columns left of it. A screen need not know how much room it has in order to be safe.

A wide letter takes two cells, the second of which is the empty string; it is never split. Where only half of
one would remain, there is a blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from door.term.caps import COLUMNS, ROWS
from door.term.charset import cell_width, printable


class Colour(IntEnum):
    """The eight colours that every colour terminal has, by their ANSI number; bold makes them bright."""

    BLACK = 0
    RED = 1
    GREEN = 2
    YELLOW = 3
    BLUE = 4
    MAGENTA = 5
    CYAN = 6
    WHITE = 7


# A named tuple and no dataclass: a repaint compares thousands of them, and tuples do it ten times as fast.
class Style(NamedTuple):
    """How a cell looks; None is the terminal's own colour. Equal styles are interchangeable."""

    fg: Colour | None = None
    bg: Colour | None = None
    bold: bool = False
    reverse: bool = False


NORMAL = Style()

Cell = tuple[str, Style]
BLANK: Cell = (" ", NORMAL)


class Canvas:
    """Rows and columns of cells, both from 0, and where the cursor is to stand."""

    __hash__ = None  # type: ignore[assignment]  # drawn upon, so not a key

    def __init__(self, columns: int = COLUMNS, rows: int = ROWS) -> None:
        if columns < 2 or rows < 1:
            raise ValueError(f"A canvas of {columns}x{rows} has no room; it needs at least 2 columns and 1 row.")
        self.columns = columns
        self.rows = rows
        self.cells: list[Cell] = [BLANK] * (columns * rows)
        self._cursor: tuple[int, int] | None = None

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Row and column where the cursor stands after painting; None: out of the way, at the last row's start."""
        return self._cursor

    @cursor.setter
    def cursor(self, place: tuple[int, int] | None) -> None:
        if place is not None:
            row, col = place
            place = (min(max(row, 0), self.rows - 1), min(max(col, 0), self.columns - 1))
        self._cursor = place

    def put(self, row: int, col: int, text: str, style: Style = NORMAL) -> int:
        """Write the text, cut to what fits, and give the column after it (as if nothing had been cut)."""
        visible = 0 <= row < self.rows
        for char in printable(text):
            width = 1 if char.isascii() else cell_width(char)
            if visible and col >= 0 and col + width < self.columns:
                self._set(row * self.columns + col, char, width, style)
            elif visible and width == 2 and col in (-1, self.columns - 2):
                self._set(row * self.columns + max(col, 0), " ", 1, style)
            col += width
        return col

    def fill(self, row: int, col: int, width: int, char: str = " ", style: Style = NORMAL) -> None:
        """Write one character again and again, to a width in columns."""
        self.put(row, col, char * (width // max(1, cell_width(char))), style)

    def clear(self, row: int, rows: int = 1) -> None:
        """Make whole rows blank."""
        first, last = max(0, row), min(self.rows, row + rows)
        if first < last:
            self.cells[first * self.columns : last * self.columns] = [BLANK] * ((last - first) * self.columns)

    def copy(self) -> Canvas:
        """Another canvas that looks the same."""
        twin = Canvas(self.columns, self.rows)
        twin.cells = self.cells.copy()
        twin._cursor = self._cursor
        return twin

    def row_cells(self, row: int) -> list[Cell]:
        """The cells of one row."""
        return self.cells[row * self.columns : (row + 1) * self.columns]

    def text(self) -> list[str]:
        """What is written on each row, without styles and trailing blanks."""
        return ["".join(char for char, _ in cells).rstrip() for cells in self._all_rows()]

    def __eq__(self, other: object) -> bool:
        """Whether both show the same in the same size, with the cursor in the same place."""
        if not isinstance(other, Canvas):
            return NotImplemented
        return (self.columns, self._cursor, self.cells) == (other.columns, other._cursor, other.cells)

    def _all_rows(self) -> Iterator[list[Cell]]:
        return (self.row_cells(row) for row in range(self.rows))

    def _set(self, at: int, char: str, width: int, style: Style) -> None:
        cells = self.cells
        if cells[at][0] == "":  # the right half of a wide letter: its left half loses its meaning
            cells[at - 1] = (" ", cells[at - 1][1])
        end = at + width
        if end < len(cells) and cells[end][0] == "":
            cells[end] = (" ", cells[end][1])
        cells[at] = (char, style)
        if width == 2:
            cells[at + 1] = ("", style)
