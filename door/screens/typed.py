"""What a caller has typed and no screen has taken yet.

Two kinds of client: most send each key as it is pressed; some edit a line by themselves and send it whole (a pipe,
netcat, a telnet that refuses character mode). For these a line is kept together until it is known whether a screen
wants a key or a line: at a key prompt the Enter behind ``1`` only sends the 1, at a line prompt it ends the answer.
A caller whose client sends single keys can wish for the same: then `Answer` holds what is typed until its Enter.
No clock in here: the session says when the wait for an Enter is over (`give_up_waiting`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from door.term.canvas import Canvas
from door.term.keys import Key, KeyName
from door.term.lineedit import LineEdit

_ENTER: Final = Key(KeyName.ENTER)
_LEAVE: Final = Key(KeyName.ESCAPE)
#: No line is longer; what is, counts as keys without its Enter.
_LONGEST_LINE: Final = 1024
#: What may be typed at a key prompt before its Enter; several keys one after the other are possible.
_LONGEST_ANSWER: Final = 60
#: Columns for it on the screen, however long the prompt is.
_LEAST_ROOM: Final = 3
#: The keys that mend an answer; where only echoing is possible (plain lines) it is mended at its end.
_MENDING: Final = frozenset(
    (KeyName.BACKSPACE, KeyName.DELETE, KeyName.ERASE_LINE, KeyName.LEFT, KeyName.RIGHT, KeyName.HOME, KeyName.END)
)
_MENDING_PLAINLY: Final = frozenset((KeyName.BACKSPACE, KeyName.ERASE_LINE))
_TAKING_BACK: Final = frozenset((KeyName.ESCAPE, KeyName.INTERRUPT, KeyName.EOF))
#: Words that mean Esc (leave, go back) where a key is asked for; q and Q alone may be keys of territories.
LEAVING_WORDS: Final = frozenset(("quit", "bye", "exit", "logout", "logoff"))


class Typed:
    """Keys in the order typed; lines of line-mode clients are still whole."""

    __slots__ = ("_keys", "_lines", "_open")

    def __init__(self) -> None:
        self._keys: deque[Key] = deque()
        self._lines: deque[list[Key]] = deque()
        self._open: list[Key] = []  # the beginning of a line

    def add(self, keys: Iterable[Key], whole_lines: bool) -> None:
        """Put keys behind those that wait; with `whole_lines` they belong together up to the Enter."""
        if not whole_lines:
            self.give_up_waiting()
            self._keys.extend(keys)
            return
        for key in keys:
            if key.name is KeyName.ENTER:
                self._lines.append(self._open)
                self._open = []
            else:
                self._open.append(key)
                if len(self._open) > _LONGEST_LINE:
                    self.give_up_waiting()

    def take(self, whole_line: bool) -> Key | None:
        """The next key; None when nothing is complete.

        When a line comes up, `whole_line` says that its Enter is wanted too (a line prompt); otherwise the line is a
        key press (see `as_keys`).
        """
        if not self._keys and self._lines:
            line = self._lines.popleft()
            self._keys.extend([*line, _ENTER] if whole_line else as_keys(line))
        return self._keys.popleft() if self._keys else None

    @property
    def ready(self) -> bool:
        """Whether `take` has something to give."""
        return bool(self._keys or self._lines)

    @property
    def half_a_line(self) -> bool:
        """Whether the beginning of a line waits for its Enter."""
        return bool(self._open)

    def give_up_waiting(self) -> None:
        """No Enter will come: what there is of a line counts as keys."""
        while self._lines:
            self._keys.extend([*self._lines.popleft(), _ENTER])
        self._keys.extend(self._open)
        self._open = []

    def drop_unknown(self) -> None:
        """Forget keys in front that mean nothing anywhere, such as the brackets that some put round a paste."""
        while self._keys and self._keys[0].name is KeyName.OTHER:
            self._keys.popleft()
        self._open = [key for key in self._open if key.name is not KeyName.OTHER]

    def put_back(self, keys: Iterable[Key]) -> None:
        """Put keys before all others."""
        self._keys.extendleft(reversed(list(keys)))

    def clear(self) -> None:
        """Forget everything."""
        self._keys.clear()
        self._lines.clear()
        self._open = []


class Answer:
    """What stands at a key prompt where a key counts only with its Enter, and can be mended until then."""

    __slots__ = ("_edit",)

    def __init__(self) -> None:
        self._edit = LineEdit(_LONGEST_ANSWER)

    @property
    def text(self) -> str:
        """What is typed so far."""
        return self._edit.text

    def shown_on(self, prompt: Canvas) -> Canvas:
        """The screen with what is typed behind its prompt, or over the end of one that leaves no room."""
        canvas = prompt.copy()
        if not self.text:
            return canvas
        row, col = prompt.cursor or (prompt.rows - 1, 0)
        furthest = canvas.columns - 2 - _LEAST_ROOM
        if col > furthest:
            col = furthest
            canvas.fill(row, col - 1, _LEAST_ROOM + 2)
        width = canvas.columns - 2 - col
        shown, at = self._edit.display(width)
        canvas.put(row, col, shown)
        canvas.cursor = (row, col + at)
        return canvas

    def clear(self) -> None:
        """Forget what is typed."""
        self._edit.text = ""

    def take(self, key: Key, plain: bool) -> list[Key]:
        """Take a key into the answer; gives the keys that count now, none while it is being typed.

        Keys that are no text (arrows, PgDn, Esc) count at once while nothing is typed; later they mend, Esc takes all
        back, and the others do nothing. In ``plain`` lines an answer is mended at its end only.
        """
        if key.name is KeyName.ENTER:
            line = [Key(KeyName.CHAR, char) for char in self.text]
            self.clear()
            return as_keys(line)
        mends = key.name in (_MENDING_PLAINLY if plain else _MENDING)
        if key.name is KeyName.CHAR or (mends and self.text):
            self._edit.feed(key)
        elif self.text:
            if key.name in _TAKING_BACK:
                self.clear()
        elif key.name not in _MENDING_PLAINLY:
            return [key]
        return []


def as_keys(line: list[Key]) -> list[Key]:
    """A line at a key prompt: an empty one is Enter, a word that means to leave is Esc, else its characters."""
    if not line:
        return [_ENTER]
    if "".join(key.char for key in line).strip().lower() in LEAVING_WORDS:
        return [_LEAVE]
    return line
