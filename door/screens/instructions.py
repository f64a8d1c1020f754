"""The players' instructions: the lettered sections of EMPINST.DAT."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from door.screens.frame import BACK, ENTER, Notice, Terminal, ask, ask_line, letters, pick_from, sheet
from door.screens.manual import explains
from door.screens.reading import Text, read_text
from door.store.shipped import shipped_text
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

_FILE: Final = "EMPINST.DAT"
_MARK: Final = "#"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the instructions."""

    letter: str
    title: str
    lines: tuple[str, ...]


def parse_sections(text: str) -> list[Section]:
    """Read the sections: each begins with a line ``#LETTER TITLE``; what stands before the first is their heading."""
    sections: list[tuple[str, str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith(_MARK):
            letter, _, title = line[1:].partition(" ")
            sections.append((letter, title.strip(), []))
        elif sections:
            sections[-1][2].append(line)
    return [Section(letter, title, _trimmed(lines)) for letter, title, lines in sections]


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    return tuple("\n".join(lines).strip("\n").splitlines())


@lru_cache(maxsize=1)
def sections() -> tuple[Section, ...]:
    """The sections of the instructions that came with the door, read once."""
    return tuple(parse_sections(shipped_text(_FILE)))


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
    return ask_line(canvas, notice, "Letter of a section, Q to go back; Enter is", view.default)


async def read_instructions(term: Terminal) -> None:
    """The contents, and whatever section is chosen."""
    found = sections()
    keys = "".join(section.letter for section in found)
    default = keys[:1]
    while True:
        view = ContentsView(found, default)
        answer = await ask(
            term, partial(draw_contents, view), letters(keys, default), pick_from(keys), explains("instructions")
        )
        if answer in (BACK, ENTER):
            return
        at = keys.index(answer)
        section = found[at]
        await read_text(term, Text(f"Instructions · {section.letter}: {section.title}", "", section.lines))
        default = keys[(at + 1) % len(keys)]
