"""The look of every screen: title bar, menus, boxes, messages, status and prompt.

Functions that draw on a canvas and keep nothing. A screen has its title on the first row, its status on the
last but one, its prompt on the last, and its body between::

    row 0                 title bar            up to row rows - 3    messages
    row 1                 rule                 rows - 2              status
    row 2 and below       the body             rows - 1              prompt, and the cursor

Everything is in CP437 and says in characters what it also says in colour: keys stand in brackets, errors begin
with an exclamation mark, bars are reversed on a terminal without colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from door.term.canvas import NORMAL, Canvas, Colour, Style
from door.term.caps import ROWS
from door.term.charset import cell_width, printable, text_width

TITLE_ROW = 0
BODY_ROW = 2
# On a canvas of the usual 24 rows; on a taller one these lines stay at its foot.
MESSAGE_ROW = ROWS - 3
STATUS_ROW = ROWS - 2
PROMPT_ROW = ROWS - 1

BAR = Style(Colour.WHITE, Colour.BLUE, bold=True)
BAR_NOTE = Style(Colour.CYAN, Colour.BLUE, bold=True)
FRAME = Style(Colour.CYAN)
HEADING = Style(Colour.CYAN, bold=True)
KEY = Style(Colour.YELLOW, bold=True)
LABEL = NORMAL
NOTE = Style(Colour.CYAN)
STRONG = Style(Colour.WHITE, bold=True)
STATUS = Style(Colour.CYAN)
ASK = Style(Colour.GREEN, bold=True)
GOOD = Style(Colour.GREEN, bold=True)
BAD = Style(Colour.RED, bold=True)

_RULE = "─"
_MARGIN = 1
_GUTTER = 2
_CUT_OFF = ".."
#: The key of a territory and the blank before its name, which wrapping must not part; and what ties them meanwhile.
_KEY_AND_NAME = re.compile(r"(?<!\S)(\S:) ")
_TIE = "\xa0"


class Kind(StrEnum):
    """What a message is."""

    INFO = "info"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A key, what it does, and perhaps a remark on it; several keys or a word are possible (``"1-9"``)."""

    key: str
    label: str
    note: str = ""


def width_of(canvas: Canvas) -> int:
    """The columns that can be written, the last one being kept free."""
    return canvas.columns - 1


def title_bar(canvas: Canvas, left: str, right: str = "") -> None:
    """The first row: the game on the left, where or when we are on the right; a rule is under it."""
    canvas.fill(TITLE_ROW, 0, width_of(canvas), " ", BAR)
    _two_ends(canvas, TITLE_ROW, (left, right), (BAR, BAR_NOTE))
    rule(canvas, TITLE_ROW + 1)


def rule(canvas: Canvas, row: int, title: str = "") -> None:
    """A line across, with a heading let into it."""
    canvas.fill(row, 0, width_of(canvas), _RULE, FRAME)
    if title:
        canvas.put(row, 2, f" {_clip(title, width_of(canvas) - 6)} ", HEADING)


def menu(canvas: Canvas, row: int, col: int, items: Sequence[MenuItem], width: int = 0) -> int:
    """One item a row, keys, labels and notes each under one another; gives the row after the last.

    ``width`` is all that the menu may take (0: up to the right edge).
    """
    width = width or width_of(canvas) - col
    keys = max((text_width(item.key) for item in items), default=0)
    labels = max((text_width(item.label) for item in items if item.note), default=0)
    for item in items:
        start = col + keys - text_width(item.key)
        at = _key(canvas, row, start, item.key) + 1
        room = col + width - at
        canvas.put(row, at, _clip(item.label, room), LABEL)
        if item.note:
            canvas.put(row, at + labels + _GUTTER, _clip(item.note, room - labels - _GUTTER), NOTE)
        row += 1
    return row


def box(canvas: Canvas, row: int, col: int, size: tuple[int, int], title: str = "") -> None:
    """A frame with a blank inside; its outer size is rows by columns, and at least 2 by 2."""
    height, width = size
    across = _RULE * (width - 2)
    canvas.put(row, col, f"┌{across}┐", FRAME)
    for inner in range(row + 1, row + height - 1):
        canvas.put(inner, col, f"│{' ' * (width - 2)}│", FRAME)
    canvas.put(row + height - 1, col, f"└{across}┘", FRAME)
    if title and width > 8:
        canvas.put(row, col + 2, f" {_clip(title, width - 6)} ", HEADING)


def panel(canvas: Canvas, row: int, col: int, lines: Sequence[str], title: str = "") -> int:
    """Lines in a box just large enough for them, up to the right edge; gives the row after the box."""
    widest = max([text_width(title) + 2, *map(text_width, lines)])
    width = min(widest + 4, width_of(canvas) - col)
    box(canvas, row, col, (len(lines) + 2, width), title)
    for number, line in enumerate(lines, row + 1):
        canvas.put(number, col + 2, _clip(line, width - 4))
    return row + len(lines) + 2


def table(canvas: Canvas, row: int, col: int, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Columns as wide as their widest entry, numbers to the right; gives the row after the last."""
    columns = list(zip(heads, *rows, strict=True))
    widths = [max(map(text_width, column)) for column in columns]
    numeric = [all(entry.strip().lstrip("+-").isdigit() for entry in column[1:] if entry) for column in columns]
    for number, entries in enumerate((heads, *rows)):
        at = col
        for entry, width, right in zip(entries, widths, numeric, strict=True):
            shift = width - text_width(entry) if right and rows else 0
            canvas.put(row, at + shift, entry, LABEL if number else HEADING)
            at += width + _GUTTER
        row += 1
    return row


def text_block(canvas: Canvas, row: int, lines: Sequence[str], style: Style = NORMAL) -> int:
    """Lines at the left margin, one a row; gives the row after the last."""
    for row_of_line, line in enumerate(lines, row):
        canvas.put(row_of_line, _MARGIN, line, style)
    return row + len(lines)


def status(canvas: Canvas, left: str, right: str = "") -> None:
    """The row above the prompt: what holds for the whole call."""
    row = canvas.rows - 2
    canvas.clear(row)
    _two_ends(canvas, row, (left, right), (STATUS, STATUS))


def message(canvas: Canvas, text: str, kind: Kind = Kind.INFO) -> int:
    """A sentence to the caller, above the status and as many rows up as it needs; gives its first row."""
    mark, style = ("!", BAD) if kind is Kind.ERROR else ("*", GOOD)
    lines = wrap_text(text, width_of(canvas) - _MARGIN - 2)
    first = max(0, canvas.rows - 2 - len(lines))
    canvas.clear(first, len(lines))
    canvas.put(first, _MARGIN, mark, style)
    for row, line in enumerate(lines, first):
        canvas.put(row, _MARGIN + 2, line, style)
    return first


def prompt(canvas: Canvas, text: str, default: str = "") -> int:
    """The last row: a question, what Enter stands for, and the cursor; gives the column of the answer."""
    row = canvas.rows - 1
    canvas.clear(row)
    col = canvas.put(row, _MARGIN, text, ASK)
    if default:
        col = _key(canvas, row, col + 1, default)
    col = canvas.put(row, col, ":", ASK) + 1
    canvas.cursor = (row, min(col, width_of(canvas)))
    return col


def wrap_text(text: str, width: int, hang: int = 0) -> list[str]:
    """The text in lines of at most so many columns, broken at blanks; at least one line.

    A line end in the text stays one, the indent of each of its lines is kept, and what runs on is indented by
    ``hang`` more. A word longer than a line is cut. A key stays with the name behind it, as in ``e: Burgundy``.
    """
    return [line for paragraph in text.splitlines() or [""] for line in _wrap_paragraph(paragraph, width, hang)]


def _key(canvas: Canvas, row: int, col: int, key: str) -> int:
    col = canvas.put(row, col, "[", FRAME)
    col = canvas.put(row, col, key, KEY)
    return canvas.put(row, col, "]", FRAME)


def _two_ends(canvas: Canvas, row: int, ends: tuple[str, str], styles: tuple[Style, Style]) -> None:
    """A text at each end of a row; when both do not fit, the left one is cut, and shows it."""
    room = width_of(canvas) - 2 * _MARGIN
    right = _clip(ends[1], room)
    if right:
        canvas.put(row, _MARGIN + room - text_width(right), right, styles[1])
        room -= text_width(right) + _GUTTER
    canvas.put(row, _MARGIN, shortened(ends[0], room), styles[0])


def shortened(text: str, width: int) -> str:
    """The text if so many columns hold it, else its beginning with two dots behind."""
    text = printable(text)
    return text if text_width(text) <= width else _clip(text, width - len(_CUT_OFF)).rstrip() + _clip(_CUT_OFF, width)


def _clip(text: str, width: int) -> str:
    """As much of the text as so many columns hold."""
    text = printable(text)
    while text_width(text) > max(0, width):
        text = text[:-1]
    return text


def _wrap_paragraph(paragraph: str, width: int, hang: int) -> list[str]:
    paragraph = printable(paragraph).rstrip()
    words = _KEY_AND_NAME.sub(f"\\1{_TIE}", " ".join(paragraph.split())).split(" ")
    most = min(width // 2, max(0, width - 2))  # leaves room for a wide letter
    indent = min(len(paragraph) - len(paragraph.lstrip()), most)
    lines = [" " * indent]
    further = " " * min(indent + hang, most)
    for word in words:
        joined = lines[-1] + word if not lines[-1].strip() else f"{lines[-1]} {word}"
        if text_width(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1].strip():
            lines.append(further)
        *full, rest = _cut(word, width - text_width(lines[-1]), width - len(further))
        for piece in full:
            lines[-1] += piece
            lines.append(further)
        lines[-1] += rest
    return [line.replace(_TIE, " ") for line in lines] if paragraph else [""]


def _cut(word: str, first: int, further: int) -> list[str]:
    """A word in pieces, the first so many columns wide, the others so many; at least a letter each."""
    pieces, piece, used, room = [], "", 0, first
    for char in word:
        width = cell_width(char)
        if piece and used + width > room:
            pieces.append(piece)
            piece, used, room = "", 0, further
        piece, used = piece + char, used + width
    return [*pieces, piece]
