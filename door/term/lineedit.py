"""A field that a caller types into: text, a place in it, and what part of it shows.

Keys in, state out; drawing it is the session's business.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from door.term.charset import cell_width, printable
from door.term.keys import Key, KeyName

MASK = "*"

_CANCEL = (KeyName.ESCAPE, KeyName.INTERRUPT, KeyName.EOF)


@dataclass(frozen=True, slots=True)
class LineResult:
    """What a key did: ended the line, gave it up, changed what is to be drawn, or could not be taken."""

    done: bool = False
    cancelled: bool = False
    changed: bool = False
    bell: bool = False


class LineEdit:
    """One line of at most ``limit`` characters; with ``secret``, stars are shown instead.

    ``initial`` stands in the field at first, the place behind it: what was typed wrongly can be mended.
    """

    def __init__(self, limit: int, secret: bool = False, initial: str = "") -> None:
        if limit < 1:
            raise ValueError(f"A field of {limit} characters holds nothing; the limit must be 1 or more.")
        self._limit = limit
        self._secret = secret
        self._left = 0  # the first character shown
        self.text = initial

    @property
    def text(self) -> str:
        """What is in the field. Setting it cuts it to the limit and puts the place behind it."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = printable(text)[: self._limit]
        self._at = len(self._text)

    def feed(self, key: Key) -> LineResult:
        """Take a key. Enter ends the line; Esc, ^C and ^D give it up; keys of no use here do nothing."""
        if key.name is KeyName.ENTER:
            return LineResult(done=True)
        if key.name in _CANCEL:
            return LineResult(cancelled=True)
        before = (self._text, self._at)
        fits = self._insert(key.char) if key.name is KeyName.CHAR else self._edit(key.name)
        return LineResult(changed=before != (self._text, self._at), bell=not fits)

    def display(self, width: int) -> tuple[str, int]:
        """What shows in a field so many columns wide, and in which of its columns the cursor stands.

        The cursor stands behind the last column (at ``width``) when the text just fills the field.
        """
        shown = [MASK] * len(self._text) if self._secret else list(self._text)
        self._left = min(self._left, self._at)
        while sum(map(cell_width, shown[self._left : self._at])) > width:
            self._left += 1
        # Nothing stays hidden on the left while there is room.
        while self._left and sum(map(cell_width, shown[self._left - 1 :])) <= width:
            self._left -= 1
        visible = shown[self._left :]
        while sum(map(cell_width, visible)) > width:
            visible.pop()
        return "".join(visible), sum(map(cell_width, shown[self._left : self._at]))

    def _insert(self, char: str) -> bool:
        """Put a letter in; False if it cannot be. A combining mark joins the letter before it, if that is a letter."""
        char = unicodedata.normalize("NFC", char)
        head, tail = self._text[: self._at], self._text[self._at :]
        if head and unicodedata.combining(char):
            composed = unicodedata.normalize("NFC", head[-1] + char)
            if len(composed) == 1:
                self._text = head[:-1] + composed + tail
                return True
        char = printable(char)
        if not char or len(self._text) + len(char) > self._limit:
            return False
        self._text = head + char + tail
        self._at += len(char)
        return True

    def _edit(self, name: KeyName) -> bool:
        text, at = self._text, self._at
        match name:
            case KeyName.BACKSPACE if at:
                self._text, self._at = text[: at - 1] + text[at:], at - 1
            case KeyName.DELETE:
                self._text = text[:at] + text[at + 1 :]
            case KeyName.ERASE_LINE:
                self._text, self._at = "", 0
            case KeyName.LEFT:
                self._at = max(0, at - 1)
            case KeyName.RIGHT:
                self._at = min(len(text), at + 1)
            case KeyName.HOME:
                self._at = 0
            case KeyName.END:
                self._at = len(text)
        return True
