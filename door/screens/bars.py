"""The powers at a glance: a coloured patch with the letter, the name, a bar of the centres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.judge.news import Standing
from door.screens.ingame import Desk
from door.screens.palette import ink, letters_of, put_patch
from door.term import widgets
from door.term.canvas import NORMAL, Canvas

_LONGEST_BAR: Final = 18


def put_powers(canvas: Canvas, row: int, col: int, desk: Desk, powers: Sequence[Standing]) -> None:
    """A small table of the powers, the caller's own marked."""
    board = desk.seen.board
    marks = letters_of(board.powers)
    canvas.put(row, col, "    Power    Centres", widgets.HEADING)
    for standing in powers:
        row += 1
        own = standing.power == desk.power
        canvas.put(row, col - 2, ">" if own else " ", widgets.KEY)
        put_patch(canvas, row, col, standing.power, marks[standing.power])
        name = board.powers[standing.power].title
        canvas.put(row, col + 4, name, widgets.STRONG if own else NORMAL)
        canvas.put(row, col + 13, f"{standing.centres:>2}", NORMAL)
        canvas.put(row, col + 16, "■" * min(standing.centres, _LONGEST_BAR), ink(standing.power))
