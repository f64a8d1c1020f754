"""A canvas to the bytes that show it, whole or only what changed.

Only sequences that every terminal met on boards understands: CSI H (with row and column), CSI m (0, 1, 7, 30 to
37, 40 to 47), CSI 2J and CSI K. No line feeds, no scroll regions, nothing relative: the first move is always
absolute, so a client that echoed a key by itself does no lasting harm.

Every paint begins and ends in the terminal's normal style. That is what lets one paint follow another, and
leaves the caller's colours alone when the line drops between two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from door.term.canvas import NORMAL, Canvas, Cell, Colour, Style
from door.term.caps import Caps
from door.term.charset import encode

_CLEAR = b"\x1b[0m\x1b[2J\x1b[H"
_PLAIN = b"\x1b[0m"
_ERASE_TO_END = b"\x1b[K"

# A move costs about seven bytes: a gap up to this, in one style, is cheaper written again than jumped over.
_GAP = 6


def paint(canvas: Canvas, before: Canvas | None, caps: Caps) -> bytes:
    """The bytes that turn a screen showing ``before`` (None: anything) into one showing ``canvas``.

    Ends with the cursor where the canvas wants it. Empty if nothing is to be changed. Of a canvas that is larger
    than the terminal (its window has just become smaller) only what fits is shown.
    """
    painter = _Painter(caps)
    if before is None or (before.columns, before.rows) != (canvas.columns, canvas.rows):
        painter.clear()
        before = Canvas(canvas.columns, canvas.rows)
    rows = min(canvas.rows, caps.rows)
    for row in range(rows):
        cells, old_cells = canvas.row_cells(row), before.row_cells(row)
        if cells != old_cells:
            painter.row(row, cells, old_cells)
    painter.style(NORMAL)
    if painter.out or canvas.cursor != before.cursor:
        row, col = canvas.cursor or (rows - 1, 0)
        painter.move(min(row, rows - 1), min(col, caps.columns - 1))
    return bytes(painter.out)


def reset(caps: Caps) -> bytes:
    """Normal colours, and the cursor at the start of the last row; nothing where lines are plain."""
    return b"\x1b[0m\x1b[%d;1H" % caps.rows if caps.cursor else b""


class _Painter:
    """Bytes so far, with the place and style in which they leave the terminal."""

    def __init__(self, caps: Caps) -> None:
        self.out = bytearray()
        self.place: tuple[int, int] | None = None
        self._caps = caps
        self._style = NORMAL

    def clear(self) -> None:
        """Make the whole screen blank, whatever it shows and in whatever style it is."""
        self.out += _CLEAR
        self.place = (0, 0)

    def move(self, row: int, col: int) -> None:
        """Go to a cell, unless the cursor is there."""
        if self.place != (row, col):
            self.out += b"\x1b[%d;%dH" % (row + 1, col + 1) if col else b"\x1b[%dH" % (row + 1)
            self.place = (row, col)

    def style(self, style: Style) -> None:
        """Change to a style, unless it is the one in force."""
        if self._style != style:
            self.out += _style_change(self._style, style)
            self._style = style

    def row(self, row: int, cells: list[Cell], old_cells: list[Cell]) -> None:
        """Change a row."""
        cells, old_cells = _looks(cells, self._caps), _looks(old_cells, self._caps)
        end = _end(cells)
        # Erasing needs the normal style (else it colours), and pays only if more than a few cells go.
        erase = _end(old_cells) - end > len(_ERASE_TO_END)
        for first, last in _spans(cells, old_cells, end if erase else len(cells)):
            self._write(row, first, cells[first:last])
        if erase:
            self.move(row, end)
            self.style(NORMAL)
            self.out += _ERASE_TO_END

    def _write(self, row: int, col: int, cells: list[Cell]) -> None:
        self.move(row, col)
        text = ""
        for char, style in cells:
            if not _joins((char, style), self._style):
                self.out += encode(text, self._caps.charset)
                text = ""
                self.style(style)
            text += char
        self.out += encode(text, self._caps.charset)
        self.place = (row, col + len(cells))


def _spans(cells: list[Cell], old_cells: list[Cell], end: int) -> Iterator[tuple[int, int]]:
    """From where to where cells have changed, small gaps between included."""
    first = last = -1
    for col in range(end):
        if cells[col] == old_cells[col]:
            continue
        if first < 0:
            first = col
        elif col - last > _GAP or not all(_joins(cell, cells[last - 1][1]) for cell in cells[last:col]):
            yield first, last
            first = col
        last = col + 1
    if first >= 0:
        yield first, last


def _joins(cell: Cell, in_force: Style) -> bool:
    """Whether a cell can be written again without changing the style in force."""
    char, style = cell
    return style == in_force or (char == " " and _shows_nothing(style, in_force))


def _end(cells: list[Cell]) -> int:
    """The column behind the last cell that is not blank."""
    end = len(cells)
    while end and cells[end - 1] == (" ", NORMAL):
        end -= 1
    return end


def _looks(cells: list[Cell], caps: Caps) -> list[Cell]:
    """The cells as the terminal can show them, equal if they look alike."""
    looks: list[Cell] = []
    last = letter = blank = NORMAL
    for char, style in cells[: caps.columns - 1]:
        if style is not last:  # most cells have their left neighbour's very style: no need to look it up again
            last, letter, blank = style, _look(style, caps.colour, False), _look(style, caps.colour, True)
        looks.append((char, blank if char == " " else letter))
    if len(looks) < len(cells) and cells[len(looks)][0] == "":  # half of a wide letter
        looks[-1] = (" ", blank)
    return looks


@lru_cache(maxsize=1024)
def _look(style: Style, colour: bool, blank: bool) -> Style:
    if not colour:  # a coloured bar is still a bar; bold makes a reversed one hard to read
        reverse = style.reverse or style.bg not in (None, Colour.BLACK)
        style = Style(bold=style.bold and not reverse, reverse=reverse)
    if blank and not style.reverse:
        style = NORMAL if style.bg is None else Style(bg=style.bg)
    return style


def _shows_nothing(style: Style, in_force: Style) -> bool:
    """Whether a blank looks the same in both styles."""
    return not style.reverse and not in_force.reverse and style.bg == in_force.bg


@lru_cache(maxsize=1024)
def _style_change(old: Style, new: Style) -> bytes:
    """The shorter of adding to the old style and beginning afresh (nothing else takes a part of it away)."""
    if new == NORMAL:
        return _PLAIN
    fresh = ["0"] if old != NORMAL else []
    codes = fresh + _codes(new)
    if old != NORMAL and _only_adds(old, new):
        added = new._replace(
            fg=None if new.fg == old.fg else new.fg,
            bg=None if new.bg == old.bg else new.bg,
            bold=new.bold and not old.bold,
            reverse=new.reverse and not old.reverse,
        )
        codes = _codes(added)
    return b"\x1b[%bm" % ";".join(codes).encode()


def _only_adds(old: Style, new: Style) -> bool:
    return not (
        (old.bold and not new.bold)
        or (old.reverse and not new.reverse)
        or (old.fg is not None and new.fg is None)
        or (old.bg is not None and new.bg is None)
    )


def _codes(style: Style) -> list[str]:
    codes = ["1"] if style.bold else []
    codes += ["7"] if style.reverse else []
    codes += [f"3{style.fg.value}"] if style.fg is not None else []
    codes += [f"4{style.bg.value}"] if style.bg is not None else []
    return codes
