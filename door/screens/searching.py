"""Reading the instructions: a section, words looked for in all of them, and the way from one place to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.screens.frame import (
    BACK,
    HELP,
    Explain,
    Notice,
    Pages,
    Terminal,
    ask,
    ask_line,
    letters,
    pick_from,
    refusal,
    sheet,
)
from door.screens.ingame import InGame
from door.screens.reading import OUTSTANDING, Text, read_text
from door.screens.sections import Hit, Section, Words, search, sections_for
from door.screens.session import Session
from door.term import widgets
from door.term.canvas import Canvas, Style
from door.term.caps import COLUMNS
from door.term.widgets import BODY_ROW, MenuItem

PAGE: Final = 9
"""Places on a page, so that one figure chooses."""

_NARROW_PAGE: Final = 7
"""The same in a narrow window, where other lines take two rows."""

FIND: Final = "/"
_NEXT: Final = "N"
_KEYS: Final = {FIND: "find", "F": ""}
_HERE: Final = "> "
_FIELD_STYLE: Final = Style(reverse=True)
_LIMIT: Final = 60
_HOW: Final = (
    "Type one word or several, with blanks between them.",
    "",
    "Found are the paragraphs that have all of them. Capitals and accents do",
    "not count, and the beginning of a word is enough: retr finds retreat.",
)


@dataclass(frozen=True, slots=True)
class FoundView:
    """A page of the places where the words stand."""

    words: Words
    hits: Sequence[Hit]
    page: int
    default: int
    """The place, counted from 0 through all pages, that Enter stands for."""
    size: int = PAGE
    """How many places a page has."""

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, -(-len(self.hits) // self.size))

    @property
    def shown(self) -> Sequence[Hit]:
        """The places of this page."""
        return self.hits[self.page * self.size : (self.page + 1) * self.size]

    @property
    def offered(self) -> str:
        """The keys of this page."""
        return "".join(str(number + 1) for number in range(len(self.shown))) + FIND

    @property
    def enter(self) -> str:
        """The figure that Enter stands for on this page."""
        return str(self.default % self.size + 1) if self.default // self.size == self.page else "1"


def draw_find(notice: Notice | None = None) -> tuple[Canvas, int]:
    """The question which words to look for; gives the canvas and the column of the answer."""
    canvas = sheet("Instructions · find words")
    widgets.text_block(canvas, BODY_ROW + 1, _HOW)
    if notice is not None:
        widgets.message(canvas, notice.text, notice.kind)
    widgets.status(canvas, "? for help", "Enter alone, or Esc, goes back")
    return canvas, widgets.prompt(canvas, "Words")


def draw_found(view: FoundView, notice: Notice | None = None) -> Canvas:
    """Two lines a place: its section, and the line that has most of the words."""
    canvas = sheet("Instructions · find words", widgets.shortened(view.words.text, _LIMIT // 2))
    row = BODY_ROW
    for number, hit in enumerate(view.shown, 1):
        widgets.menu(canvas, row, 1, [MenuItem(str(number), f"{hit.section.letter}: {hit.section.title}")])
        if hit.lines:
            _put_line(canvas, row + 1, _best_line(hit, view.words), view.words)
        row += 2
    turns = f"Page {view.page + 1} of {view.pages}, space turns it. " if view.pages > 1 else ""
    widgets.status(canvas, f"{turns}{_places(len(view.hits))} with these words.")
    return ask_line(canvas, notice, f"Number of a place, {FIND} finds other words; Enter is", view.enter)


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def _best_line(hit: Hit, words: Words) -> str:
    lines = [hit.section.lines[number].strip() for number in hit.lines]
    return max(lines, key=words.count_in)


def _put_line(canvas: Canvas, row: int, line: str, words: Words) -> None:
    canvas.put(row, 3, line, widgets.LABEL)
    for start, end in words.parts(line):
        canvas.put(row, 3 + start, line[start:end], OUTSTANDING)


def section_text(section: Section) -> Text:
    """A section to read."""
    return Text(_title(section), "", section.lines, keys=_KEYS)


def place_text(hit: Hit, words: Words, which: str) -> Text:
    """The section of a place to read; all words stand out, and a mark stands before the lines of this place."""
    section = hit.section
    lines = [_with_mark(line, number in hit.lines) for number, line in enumerate(section.lines)]
    return Text(_title(section), which, lines, parts=words.parts, keys={**_KEYS, _NEXT: "next place"})


def _title(section: Section) -> str:
    return f"Instructions · {section.letter}: {section.title}"


def _with_mark(line: str, marked: bool) -> str:
    return f"{_HERE if marked else ' ' * len(_HERE)}{line}" if line.strip() else ""


async def read_section(term: Terminal, letter: str, explain: Explain, place: str = "") -> None:
    """A section, from the first paragraph that has the words of ``place``; / finds words in all of them."""
    section = next(section for section in sections_for(term.caps) if section.letter == letter)
    hits = search([section], Words(place))
    line = hits[0].start if hits else 0
    while True:
        key, line = await read_text(term, section_text(section), line)
        if key == BACK:
            return
        await find(term, explain)


async def find(term: Terminal, explain: Explain) -> None:
    """Ask for words, and show where they stand until the caller goes back."""
    notice: Notice | None = None
    typed = ""
    while True:
        words = Words(await _ask_words(term, explain, typed, notice))
        if not words:
            return
        typed = words.text
        hits = search(sections_for(term.caps), words)
        if not hits:
            notice = refusal(_nothing(words))
            continue
        notice = None
        if not await _choose(term, explain, words, hits):
            return


def _nothing(words: Words) -> str:
    several = " " in words.text
    hint = "Fewer words, or only their beginnings, find more." if several else "The beginning of the word may do."
    return f"No paragraph has {'all of these words' if several else 'this word'}: {words.text}. {hint}"


async def _ask_words(term: Terminal, explain: Explain, typed: str, notice: Notice | None) -> str:
    """The words that the caller types; what was given up counts as none."""
    session = term.session if isinstance(term, InGame) else term
    assert isinstance(session, Session)
    while True:
        canvas, col = draw_find(notice)
        answer = await session.line(
            canvas, widgets.PROMPT_ROW, col, _LIMIT, text=typed, limit=_LIMIT, style=_FIELD_STYLE
        )
        if isinstance(term, InGame):
            await term.look()
        if answer is None or answer.strip() != HELP:
            return answer or ""
        await explain(term)
        notice = None


async def _choose(term: Terminal, explain: Explain, words: Words, hits: Sequence[Hit]) -> bool:
    """Let the caller read places from the list; True when other words are to be found."""
    size = PAGE if term.caps.columns >= COLUMNS - 1 else _NARROW_PAGE
    view = FoundView(words, hits, 0, 0, size)
    while True:
        answer = await ask(
            term,
            partial(draw_found, view),
            letters(view.offered, view.enter, paged=True),
            pick_from(view.offered),
            explain,
        )
        pages = Pages(view.pages, view.page)
        if pages.turn(answer):
            view = replace(view, page=pages.at)
            continue
        if answer in (BACK, FIND):
            return answer == FIND
        key, last = await _read_hits(term, words, hits, view.page * size + int(answer) - 1)
        if key == FIND:
            return True
        after = (last + 1) % len(hits)
        view = replace(view, page=after // size, default=after)


async def _read_hits(term: Terminal, words: Words, hits: Sequence[Hit], first: int) -> tuple[str, int]:
    """Read from one place to the next; gives FIND or BACK, and the place that was read last."""
    at = first
    while True:
        hit = hits[at]
        text = place_text(hit, words, f"place {at + 1} of {len(hits)}")
        key, _ = await read_text(term, text, hit.start)
        if key != _NEXT:
            return BACK if key == BACK else FIND, at
        at = (at + 1) % len(hits)
