"""Reading: a text of any length, a page at a time.

With cursor movement a page takes the place of the one before. Where lines are plain the pages follow each other, as
long as the caller wants them, and C gives all that is left without a stop, as boards have always done.
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
from door.screens.paging import ROOM, Paged, paged, paged_for, same_place
from door.term import widgets
from door.term.canvas import NORMAL, Canvas, Colour, Style
from door.term.caps import ROWS
from door.term.charset import text_width
from door.term.keys import Key, KeyName

_ON: Final = "Enter or space to read on"
_BEFORE: Final = "B for the page before"
_REST: Final = "C for all the rest"

Colouring = Callable[[str], Style]
Parts = Callable[[str], Sequence[tuple[int, int]]]
#: How the parts of a line look that are to stand out; reversed where there are no colours.
OUTSTANDING: Final = Style(Colour.BLACK, Colour.YELLOW)


@dataclass(frozen=True, slots=True)
class Text:
    """A text and what stands over it.

    ``style`` gives each line its look, ``inks`` some first words theirs, and ``parts`` says from where to where a line
    stands out. ``keys`` are further keys with what they do (if it is to be said): reading ends at them; ``<`` and ``>``
    among them are the arrows, too. ``foot`` stands above the prompt of a drawn page; ``leave`` is what Enter does at
    the end.
    """

    where: str
    when: str
    lines: Sequence[str]
    style: Colouring = lambda line: NORMAL
    inks: Mapping[str, Style] = field(default_factory=dict)
    parts: Parts = lambda line: ()
    keys: Mapping[str, str] = field(default_factory=dict)
    foot: str = ""
    leave: str = "go back"

    @property
    def pages(self) -> list[list[str]]:
        """The text in pages that fit a screen; a page begins with a paragraph, if one ends near its foot."""
        return paged(self.lines)


def draw_page(
    text: Text, number: int, *, plain: bool, notice: Notice | None = None, pages: Paged | None = None
) -> Canvas:
    """One page of a text, counted from 0; of ``pages`` if they are not those that fit a screen."""
    pages = text.pages if pages is None else pages
    canvas = sheet(text.where, text.when, rows=max(ROWS, len(pages[number]) + ROWS - ROOM))
    margin = 1 if max(map(text_width, text.lines), default=0) < widgets.width_of(canvas) else 0
    for row, line in enumerate(pages[number], widgets.BODY_ROW):
        canvas.put(row, margin, line, text.style(line))
        first = line.partition(" ")[0]
        if first in text.inks:
            canvas.put(row, margin, first, text.inks[first])
        for start, after in text.parts(line):
            canvas.put(row, margin + text_width(line[:start]), line[start:after], OUTSTANDING)
    if text.foot and not plain:
        widgets.status(canvas, text.foot)
    more = "".join(f", {key} {does}" for key, does in text.keys.items() if does)
    if number == len(pages) - 1:
        end = f"Page {number + 1} of {len(pages)}, the end. B page before{more}; {text.leave}"
        alone = f"{more.removeprefix(', ')}; {text.leave}" if more else text.leave.capitalize()
        return ask_line(canvas, notice, end if len(pages) > 1 else alone, ENTER)
    turns = "C all the rest, S stop" if plain else "B page before, S stop"
    return ask_line(canvas, notice, f"Page {number + 1} of {len(pages)}. {turns}{more}; read on", ENTER)


async def read_text(term: Terminal, text: Text, line: int = 0) -> tuple[str, int]:
    """Show a text from the page with a line on, until the caller has read it or had enough of it.

    Gives the key of the text's own that ended it, or BACK, and the first line of the page that was shown then.
    """
    found = paged_for(text.lines, term.caps)
    pages = Pages(len(found), same_place(1, [list(text.lines[:line])], found))
    notice: Notice | None = None
    straight_on = False
    while True:
        plain = not term.caps.cursor
        before, found = found, paged_for(text.lines, term.caps)
        pages = Pages(len(found), same_place(pages.at, before, found))
        await term.show(draw_page(text, pages.at, plain=plain, notice=notice, pages=found))
        last = pages.at == pages.count - 1
        if straight_on and not last:
            pages.at += 1
            continue
        straight_on = False
        notice = None
        said = _said(await term.key(), text)
        if said == HELP:
            notice = Notice(_wanted(text, pages, plain))
            continue
        if said.upper() in text.keys:
            return said.upper(), first_line(text.lines, found, pages.at)
        turn = _turn(said, plain)
        if turn == BACK or (turn in (ENTER, NEXT) and last):
            return BACK, first_line(text.lines, found, pages.at)
        if turn == "C":
            straight_on = True
        elif turn == PREVIOUS:
            pages.at = max(0, pages.at - 1)
            continue
        elif turn is None:
            notice = refusal(_wanted(text, pages, plain))
            continue
        pages.at = min(pages.count - 1, pages.at + 1)


def first_line(lines: Sequence[str], pages: Paged, at: int) -> int:
    """The line of a text with which one of its pages begins."""
    return next((line for line in range(len(lines)) if same_place(1, [list(lines[:line])], pages) == at), 0)


def _wanted(text: Text, pages: Pages, plain: bool) -> str:
    """What the keys do on this page."""
    last = pages.at == pages.count - 1
    offered = [] if last else [_ON]
    offered += [_BEFORE] if pages.at else []
    offered += [_REST] if plain and not last else []
    offered += [f"{key} ({does})" for key, does in text.keys.items() if does]
    back = f"{'Enter' if last else 'S'} or Esc to {text.leave}."
    return f"Press {', '.join(offered)}{', or ' if offered else ''}{back} {text.foot}".rstrip()


def _said(key: Key, text: Text) -> str:
    """What a key is taken for: the arrows turn pages where they do not stand for keys of the text's own."""
    arrow = {KeyName.LEFT: "<", KeyName.RIGHT: ">"}.get(key.name, "")
    return arrow if arrow in text.keys else spelt(key)


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
