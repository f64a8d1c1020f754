"""The players' instructions: the contents of EMPINST.DAT, and the way to a section or to words in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from door.screens.frame import BACK, Notice, Terminal, ask, ask_line, letters, pick_from, sheet
from door.screens.manual import explains
from door.screens.searching import FIND, find, read_section
from door.screens.sections import Section, sections
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem


@dataclass(frozen=True, slots=True)
class ContentsView:
    """The list of sections; Enter reads the one at ``default``."""

    sections: tuple[Section, ...]
    default: str


def draw_contents(view: ContentsView, notice: Notice | None = None) -> Canvas:
    """The letters and titles of the sections."""
    canvas = sheet("Instructions")
    items = [MenuItem(section.letter, section.title) for section in view.sections]
    widgets.menu(canvas, BODY_ROW + 1, 3, items[: widgets.MESSAGE_ROW - BODY_ROW - 2])
    return ask_line(canvas, notice, f"Letter of a section, {FIND} finds words, Q to go back; Enter is", view.default)


async def read_instructions(term: Terminal) -> None:
    """The contents, and whatever section or words are chosen."""
    found = sections()
    keys = "".join(section.letter for section in found)
    default = keys[:1]
    while True:
        draw = partial(draw_contents, ContentsView(found, default))
        answer = await ask(term, draw, letters(keys + FIND, default), pick_from(keys + FIND), explains("instructions"))
        if answer == BACK:
            return
        if answer == FIND:
            await find(term, explains("finding"))
            continue
        await read_section(term, answer, explains("finding"))
        default = keys[(keys.index(answer) + 1) % len(keys)]
