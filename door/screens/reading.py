"""Reading: a text of any length, a page at a time.

With cursor movement a page takes the place of the one before. Where lines are plain the pages follow each other, and C
gives all that is left without a stop, as boards have always done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from door.screens.frame import (
    BACK,
    ENTER,
    HELP,
    NEXT,
    PREVIOUS,
    Notice,
    Pages,
    Terminal,
    ask_line,
    page_turn,
    refusal,
    sheet,
    spelt,
)
from door.term import widgets
from door.term.canvas import NORMAL, Canvas, Style
from door.term.charset import text_width

ROOM: Final = widgets.STATUS_ROW - widgets.BODY_ROW
#: So many lines of a page may stay blank.
_RAGGED: Final = 7
_ON: Final = "Enter or space to read on"
_BEFORE: Final = "B for the page before"
_REST: Final = "C for all the rest"

Colouring = Callable[[str], Style]


@dataclass(frozen=True, slots=True)
class Text:
    """A text and what stands over it; ``style`` gives each line its look, ``inks`` some first words theirs."""

    where: str
    when: str
    lines: Sequence[str]
    style: Colouring = lambda line: NORMAL
    inks: Mapping[str, Style] = field(default_factory=dict)

    @property
    def pages(self) -> list[list[str]]:
        """The text in pages that fit a screen; a page begins with a paragraph, if one ends near its foot."""
        found: list[list[str]] = []
        rest = list(self.lines)
        while rest or not found:
            end = _page_end(rest)
            found.append(rest[:end])
            rest = rest[end:]
            while rest and not rest[0].strip():
                rest = rest[1:]
        return found


def _page_end(lines: list[str]) -> int:
    """How many lines make the next page: up to a blank line, else up to one that begins something."""
    if len(lines) <= ROOM:
        return len(lines)
    cuts = range(ROOM, ROOM - _RAGGED, -1)
    ends = [cut for cut in cuts if not lines[cut].strip()] + [cut for cut in cuts if not lines[cut][:1].isspace()]
    return next(iter(ends), ROOM)


def draw_page(text: Text, number: int, *, plain: bool, notice: Notice | None = None) -> Canvas:
    """One page of a text, counted from 0."""
    pages = text.pages
    canvas = sheet(text.where, text.when)
    margin = 1 if max(map(text_width, text.lines), default=0) < widgets.width_of(canvas) else 0
    for row, line in enumerate(pages[number], widgets.BODY_ROW):
        canvas.put(row, margin, line, text.style(line))
        first = line.partition(" ")[0]
        if first in text.inks:
            canvas.put(row, margin, first, text.inks[first])
    if number == len(pages) - 1:
        end = f"Page {number + 1} of {len(pages)}, the end. B page before; go back"
        return ask_line(canvas, notice, end if len(pages) > 1 else "Go back", ENTER)
    more = "C all the rest, S stop" if plain else "B page before, S stop"
    return ask_line(canvas, notice, f"Page {number + 1} of {len(pages)}. {more}; read on", ENTER)


async def read_text(term: Terminal, text: Text) -> None:
    """Show a text until the caller has read it or had enough of it."""
    pages = Pages(len(text.pages))
    notice: Notice | None = None
    straight_on = False
    while True:
        plain = not term.caps.cursor
        await term.show(draw_page(text, pages.at, plain=plain, notice=notice))
        last = pages.at == pages.count - 1
        if straight_on and not last:
            pages.at += 1
            continue
        straight_on = False
        notice = None
        said = spelt(await term.key())
        if said == HELP:
            notice = Notice(_wanted(pages, plain))
            continue
        turn = _turn(said, plain)
        if turn in (BACK, "S") or (turn in (ENTER, NEXT) and last):
            return
        if turn == "C":
            straight_on = True
        elif turn == PREVIOUS:
            pages.at = max(0, pages.at - 1)
            continue
        elif turn is None:
            notice = refusal(_wanted(pages, plain))
            continue
        pages.at = min(pages.count - 1, pages.at + 1)


def _wanted(pages: Pages, plain: bool) -> str:
    """What the keys do on this page."""
    if pages.count == 1:
        return "Press Enter or Esc to go back."
    if pages.at == pages.count - 1:
        return f"Press {_BEFORE}, or Enter or Esc to go back."
    middle = f", {_BEFORE}" if pages.at else ""
    return f"Press {_ON}{middle}{f', {_REST}' if plain else ''}, or S or Esc to go back."


def _turn(said: str, plain: bool) -> str | None:
    """What a key means to a reader."""
    if said in (ENTER, BACK):
        return said
    if said.upper() in ("S", "Q"):
        return BACK
    if said.upper() == "B":
        return PREVIOUS
    if said.upper() == "C" and plain:
        return "C"
    return page_turn(said)
