"""From text to words, and from words to places.

``tokens`` cuts an order into words, dashes and signs. ``PlaceNames`` knows every way to name a place of one
board: its code, its full name, the names the map lists beside it, and abbreviations of the full name. What is
listed always wins over what is abbreviated, so ``TYR`` is Tyrolia although the Tyrrhenian Sea begins alike; an
abbreviation of several names is never guessed at, all of them are given back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from door.rules.board import Board

DASH = "-"
"""The text of the token that stands for every kind of dash and arrow."""

_KEY = r"(?<!\S)\S:(?=\s)"  # the key of a territory in the door's own words: "e: Burgundy"
_COAST_POINTS = r"\b[nsew]\.\s?c\b"  # "n.c." is one word
_CURLY = "\u2019"
"""The apostrophe that word processors write."""
_WORD = rf"[^\W_]+(?:['{_CURLY}][^\W_]+)*"
# Hyphens and dashes, minus, the line of a box (an old set's longest dash), and arrows of every make.
_DASHES = (
    r"[-=>\u2010-\u2015\u2212\u2500\xBB\u203A\u2192\u21A6\u21D2\u21E2\u21E8\u25B6\u25BA\u2794-\u27BE\u27F6\u27F9]+"
)
_TOKEN = re.compile(
    rf"(?P<skip>{_KEY})|(?P<word>{_COAST_POINTS}|{_WORD})|(?P<dash>{_DASHES})|(?P<sign>[^\s.])", re.IGNORECASE
)

_GENERIC = frozenset({"sea", "gulf", "ocean", "of", "st"})
"""Words of names that name nothing by themselves."""
_ROUND = {"[": "(", "]": ")"}
_MARKS = frozenset(",;!")
"""Signs that may end a line and mean nothing."""
_LEAST = 3
"""The fewest letters of an abbreviation."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a dash or a sign: its text in small letters, and where it stands in the line."""

    text: str
    start: int
    end: int
    is_word: bool = False


def tokens(line: str) -> list[Token]:
    """Cut a line into tokens; blanks, full stops and the keys of territories (``e:``) are left out."""
    return list(_cut(line))


def _cut(line: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(line):
        start, end = match.span()
        if match.lastgroup == "word":
            text = match.group().lower().replace(_CURLY, "'").replace(".", "").replace(" ", "")
            yield Token(text, start, end, True)
        elif match.lastgroup == "dash":
            yield Token(DASH, start, end)
        elif match.lastgroup == "sign":
            yield Token(_ROUND.get(match.group(), match.group()), start, end)


def _texts(phrase: Sequence[Token]) -> tuple[str, ...]:
    return tuple(token.text for token in phrase if token.is_word)


def _words(name: str) -> tuple[str, ...]:
    return _texts(tokens(name))


class Line:
    """A line cut into tokens, and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.at = 0

    def token(self, ahead: int = 0) -> Token | None:
        """Give the next token, or one further ahead; None at the end."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def word(self, ahead: int = 0) -> str:
        """Give the text of the next token, or one further ahead, if it is a word, else nothing."""
        token = self.token(ahead)
        return token.text if token and token.is_word else ""

    def skip(self, *texts: str) -> bool:
        """Move over the next token if it is one of these, and tell whether it was."""
        token = self.token()
        if token is None or token.text not in texts:
            return False
        self.at += 1
        return True

    @property
    def ended(self) -> bool:
        """Whether nothing is left but marks such as a semicolon."""
        return all(token.text in _MARKS for token in self.tokens[self.at :])

    @property
    def last(self) -> bool:
        """Whether the next token is the last that means anything."""
        return all(token.text in _MARKS for token in self.tokens[self.at + 1 :])

    @property
    def before(self) -> str:
        """What has been read, as it was written."""
        return self.text[: self.tokens[self.at - 1].end] if self.at else ""

    @property
    def rest(self) -> str:
        """What is left, as it was written."""
        return self.piece(len(self.tokens) - self.at)

    def piece(self, length: int = 1) -> str:
        """Give the next tokens as they were written."""
        part = self.tokens[self.at : self.at + length]
        return self.text[part[0].start : part[-1].end] if part else ""


@dataclass(frozen=True, slots=True)
class Match:
    """The provinces that some tokens may mean (one, or several when ambiguous), and how many tokens they are."""

    codes: tuple[str, ...]
    length: int


class PlaceNames:
    """Every way to name the places of one board, and the words for its powers."""

    powers: Mapping[str, str]
    """The words that name a power: its name, title, adjective, short form and first three letters -> its name."""

    def __init__(self, board: Board) -> None:
        self._listed: dict[str, str] = {}
        for name, code in board.aliases.items():
            words = _words(name)
            self._listed[" ".join(words)] = code
            self._listed.setdefault("".join(words), code)
        self._full = {code: _words(province.name) for code, province in board.provinces.items()}
        self._titles = {code: province.name for code, province in board.provinces.items()}
        self._by_letter: dict[str, list[str]] = {}
        for code, full in self._full.items():
            self._by_letter.setdefault("".join(full)[:1], []).append(code)
        names = [*map(_words, self._listed), *self._full.values()]
        several = [words for words in names if len(words) > 1]
        self._longest = max(map(len, several), default=1)
        # Beginnings of names of several words: after any other word the name is at its end, and that is most of them.
        self._goes_on = {words[0][:length] for words in several for length in range(1, len(words[0]) + 1)}
        self.powers = _power_words(board)

    def titles(self, codes: Sequence[str]) -> tuple[str, ...]:
        """Give the full names of the provinces, in the order of the alphabet."""
        return tuple(sorted(self._titles[code] for code in codes))

    def is_listed(self, name: str) -> bool:
        """Tell whether the map lists the name itself, so that it is no abbreviation."""
        return name in self._listed

    def near(self, word: str) -> str | None:
        """Give the full name that the unknown word looks most like, if any does."""
        found = get_close_matches(word, self._listed, n=1, cutoff=0.7)
        return self._titles[self._listed[found[0]]] if found else None

    def meant(self, words: Sequence[str]) -> tuple[str, ...]:
        """Give the codes of the provinces that the words may mean: one, several if ambiguous, or none."""
        listed = self._listed.get(" ".join(words))
        if listed is not None:
            return (listed,)
        if sum(map(len, words)) < _LEAST:
            return ()
        alike = self._by_letter.get(words[0][0], ())
        begun = tuple(code for code in alike if _abbreviates(words, self._full[code]))
        if begun or len(words) > 1:
            return begun
        return tuple(code for code, full in self._full.items() if _names_part(words[0], full))

    def match(self, line: Line, stop: frozenset[str]) -> Match | None:
        """Find the longest name that the rest of the line starts with; it never runs over a word of ``stop``.

        A dash may stand inside a name (``mid-atlantic``), unless what stands before it and what stands behind
        it name two places by themselves: then it is the dash of a move.
        """
        for end in reversed(list(self._ends(line.tokens, line.at, stop))):
            phrase = line.tokens[line.at : end]
            codes = self.meant(_texts(phrase))
            if codes and not self._is_move(phrase, codes):
                return Match(codes, len(phrase))
        return None

    def _ends(self, line: Sequence[Token], at: int, stop: frozenset[str]) -> Iterator[int]:
        """Give the ends of all phrases from ``at``: words, with at most one dash between any two."""
        words, place, most = 0, at, self._longest
        while place < len(line) and words < most:
            token = line[place]
            if token.is_word and token.text not in stop:
                words += 1
                yield place + 1
                if words == 1 and token.text.partition("'")[0] not in self._goes_on:
                    return
            elif not (token.text == DASH and place > at and line[place - 1].is_word):
                return
            place += 1

    def _is_move(self, phrase: Sequence[Token], codes: tuple[str, ...]) -> bool:
        """Tell whether the dash in the phrase is one between two places."""
        dashes = [place for place, token in enumerate(phrase) if token.text == DASH]
        if not dashes:
            return False
        if len(codes) > 1:
            return True
        for dash in dashes:
            before, behind = self.meant(_texts(phrase[:dash])), self.meant(_texts(phrase[dash + 1 :]))
            if len(before) == len(behind) == 1 and behind != codes:
                return True
        return False


def _power_words(board: Board) -> dict[str, str]:
    words: dict[str, str] = {}
    for power in board.powers.values():
        for name in (power.name, power.title, power.adjective, power.short, power.name[:3]):
            words.setdefault(name.lower(), power.name)
            words.setdefault(f"{name.lower()}'s", power.name)
    return words


def _abbreviates(words: Sequence[str], full: tuple[str, ...]) -> bool:
    """Tell whether the words are the beginnings of the first words of a name; ``of`` may be left out."""
    if len(words) == 1 and "".join(full).startswith(words[0]):
        return True
    for name in (full, tuple(word for word in full if word != "of")):
        if len(words) <= len(name) and all(map(_begins, words, name)):
            return True
    return False


def _begins(word: str, whole: str) -> bool:
    """Tell whether the word begins the whole, or is the whole cut short in the middle (``Aust'n``)."""
    head, _, tail = word.partition("'")
    return whole.startswith(head) and whole.endswith(tail)


def _names_part(word: str, full: tuple[str, ...]) -> bool:
    return any(part not in _GENERIC and part.startswith(word) for part in full)


@lru_cache(maxsize=8)
def place_names(board: Board) -> PlaceNames:
    """Give the names of the board's places; made once a board."""
    return PlaceNames(board)
