"""The sections of the players' instructions, and where words stand in them.

Words are looked for as a reader would: capitals and accents do not count, the beginning of a word is enough, and
several words are found where one paragraph has them all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from door.store.shipped import shipped_text
from door.term import widgets
from door.term.caps import Caps

_FILE: Final = "EMPINST.DAT"
_MARK: Final = "#"
_COLUMNS: Final = "  "
_HANG: Final = 2
#: Columns beside a line: the margin, a mark and its blank, and the last one of the window, which stays free.
_MARGINS: Final = 4
_NARROWEST: Final = 20


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the instructions."""

    letter: str
    title: str
    lines: tuple[str, ...]

    @property
    def paragraphs(self) -> list[range]:
        """The numbers of the lines of each paragraph; blank lines part them."""
        found: list[range] = []
        for number, line in enumerate(self.lines):
            if not line.strip():
                continue
            if found and found[-1].stop == number:
                found[-1] = range(found[-1].start, number + 1)
            else:
                found.append(range(number, number + 1))
        return found


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


def sections_for(caps: Caps) -> tuple[Section, ...]:
    """The sections as a terminal can show them: in a narrow window their paragraphs are set anew."""
    return sections() if caps.cursor else _sections_in(caps.columns)


@lru_cache(maxsize=8)
def _sections_in(columns: int) -> tuple[Section, ...]:
    return tuple(Section(part.letter, part.title, narrowed(part.lines, columns)) for part in sections())


def narrowed(lines: Sequence[str], columns: int) -> tuple[str, ...]:
    """A text for a window of so many columns: prose is set anew, lines of tables and orders are broken one by one."""
    width = max(_NARROWEST, columns - _MARGINS)
    if max(map(len, lines), default=0) <= width:
        return tuple(lines)
    found: list[str] = []
    for set_apart, block in groupby(lines, _set_apart):
        if set_apart:
            found += [piece for line in block for piece in widgets.wrap_text(line, width, _HANG)]
        else:
            found += widgets.wrap_text(" ".join(block), width)
    return tuple(found)


def _set_apart(line: str) -> bool:
    """Whether a line stands for itself: a blank one, an indented one, or one with columns."""
    return not line.strip() or line[:1].isspace() or _COLUMNS in line.strip()


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph that has the words; ``lines`` are those in which one of them stands.

    The title of a section counts as a paragraph above its first line: then there are no lines.
    """

    section: Section
    paragraph: range
    lines: tuple[int, ...]

    @property
    def start(self) -> int:
        """The line at which a reader would begin."""
        return self.lines[0] if self.lines else 0


class Words:
    """What is looked for."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())
        self._patterns = [_pattern(word) for word in dict.fromkeys(fold(self.text)[0].split())]

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def parts(self, line: str) -> list[tuple[int, int]]:
        """From where to where the words stand in a line."""
        folded, places = fold(line)
        found = [match.span() for pattern in self._patterns for match in pattern.finditer(folded)]
        return sorted({(places[start], places[end - 1] + 1) for start, end in found})

    def count_in(self, text: str) -> int:
        """How many of the words a text has."""
        folded, _ = fold(text)
        return sum(pattern.search(folded) is not None for pattern in self._patterns)

    def all_in(self, text: str) -> bool:
        """Whether a text has all of the words."""
        return bool(self) and self.count_in(text) == len(self._patterns)


def _pattern(word: str) -> re.Pattern[str]:
    """The word at the beginning of a word; a sign, such as the key of a sea, anywhere."""
    return re.compile((r"(?<![^\W_])" if word[0].isalnum() else "") + re.escape(word))


def fold(text: str) -> tuple[str, list[int]]:
    """The text without capitals and accents, and for each of its letters the place in the text that it comes from."""
    folded: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for letter in unicodedata.normalize("NFKD", char.casefold()):
            if not unicodedata.combining(letter):
                folded.append(letter)
                places.append(place)
    return "".join(folded), places


def search(where: Sequence[Section], words: Words) -> list[Hit]:
    """The paragraphs that have all of the words, in the order of the text."""
    return [hit for section in where for hit in _search(section, words)]


def _search(section: Section, words: Words) -> Iterator[Hit]:
    if words.all_in(section.title):
        yield Hit(section, range(0), ())
    for paragraph in section.paragraphs:
        if words.all_in(" ".join(section.lines[number].strip() for number in paragraph)):
            lines = tuple(number for number in paragraph if words.parts(section.lines[number]))
            yield Hit(section, paragraph, lines)
