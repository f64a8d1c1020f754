"""What all screens share: the frame round a view, and the one way in which keys are answered.

Every screen has its title in the first row, what is to be said in the last rows before the prompt, and the prompt
in the last. On every one of them Enter is the default that the prompt shows, Esc and Q go back, and ? explains.
Where the key of a territory is wanted, capitals and small letters differ and Q is Venice; there Esc and Enter go back,
and the prompt says so. A key that means nothing here costs nothing: a sentence says what is wanted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from door.judge.refusal import Refused
from door.store.errors import StoreError
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import ROWS, Caps
from door.term.charset import text_width
from door.term.keys import Key, KeyName
from door.term.widgets import Kind

PRODUCT: Final = "Empire 1901"

#: What the judge and the store say no with: one sentence for the caller.
FAULTS: Final = (Refused, StoreError)

#: What a key is taken for, beside its own letter.
ENTER: Final = "Enter"
BACK: Final = "Esc"
HELP: Final = "?"
NEXT: Final = "PgDn"
PREVIOUS: Final = "PgUp"
TYPE: Final = ">"
NOTHING: Final = "that key"

_NAMED: Final = {
    KeyName.ENTER: ENTER,
    KeyName.ESCAPE: BACK,
    KeyName.INTERRUPT: BACK,
    KeyName.EOF: BACK,
    KeyName.F1: HELP,
    KeyName.TAB: TYPE,
    KeyName.PAGE_DOWN: NEXT,
    KeyName.DOWN: NEXT,
    KeyName.RIGHT: NEXT,
    KeyName.PAGE_UP: PREVIOUS,
    KeyName.UP: PREVIOUS,
    KeyName.LEFT: PREVIOUS,
}


class Leave(Exception):
    """The caller wants to hang up."""


class Terminal(Protocol):
    """What a screen needs of a call: a session, or a session in a game."""

    @property
    def caps(self) -> Caps:
        """What the caller's terminal can do at this moment."""

    async def show(self, canvas: Canvas) -> None:
        """Bring the canvas to the caller's terminal."""

    async def key(self) -> Key:
        """Wait for one key."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence in the message line."""

    text: str
    kind: Kind = Kind.INFO


def refusal(text: str | Exception) -> Notice:
    """The sentence of a refusal."""
    return Notice(str(text), Kind.ERROR)


Draw: TypeAlias = Callable[[Notice | None], Canvas]
Accept: TypeAlias = Callable[[str], str | None]
Explain: TypeAlias = Callable[[Terminal], Awaitable[None]]


def sheet(where: str, when: str = "", rows: int = ROWS) -> Canvas:
    """An empty screen under its title bar."""
    canvas = Canvas(rows=rows)
    widgets.title_bar(canvas, f"{PRODUCT} · {where}" if where else PRODUCT, when)
    return canvas


def ask_line(canvas: Canvas, notice: Notice | None, question: str, default: str = "") -> Canvas:
    """Close a screen: the notice, if there is one, and the prompt; gives the canvas."""
    if notice is not None:
        widgets.message(canvas, notice.text, notice.kind)
    widgets.prompt(canvas, question, default)
    return canvas


def spelt(key: Key) -> str:
    """What a key is taken for: its letter, or one of the names above."""
    return key.char if key.name is KeyName.CHAR else _NAMED.get(key.name, NOTHING)


async def ask(
    term: Terminal,
    draw: Draw,
    accept: Accept,
    wanted: str | Callable[[str], str],
    explain: Explain,
    notice: Notice | None = None,
) -> str:
    """Show a screen until a key is accepted, and give what ``accept`` makes of it.

    ``wanted`` says what would be right, when a key is not accepted.
    """
    while True:
        await term.show(draw(notice))
        said = spelt(await term.key())
        if said == HELP:
            notice = None
            await explain(term)
            continue
        answer = accept(said)
        if answer is not None:
            return answer
        notice = refusal(wanted if isinstance(wanted, str) else wanted(said))


def letters(offered: str, default: str, *, paged: bool = False) -> Accept:
    """Accept one of some letters, capital or small; Enter is the default, Q and Esc are BACK."""

    def accept(said: str) -> str | None:
        if said == ENTER:
            return default
        if said == BACK or (said.upper() == "Q" and "Q" not in offered):
            return BACK
        if paged and (turn := page_turn(said)):
            return turn
        return said.upper() if said.upper() in tuple(offered) else None

    return accept


def territory_keys() -> Accept:
    """Accept any character as it is (the key of a territory), Enter and Esc as BACK, and keys that turn pages."""

    def accept(said: str) -> str | None:
        if said in (ENTER, BACK):
            return BACK
        turn = page_turn(said)
        if turn:
            return turn
        return None if said == NOTHING else said

    return accept


def page_turn(said: str) -> str | None:
    """Whether a key turns the page: space and the arrows down and right go on, up and left go back."""
    if said in (" ", NEXT):
        return NEXT
    return PREVIOUS if said == PREVIOUS else None


def pick_from(offered: str) -> str:
    """The sentence on a wrong key: which are right."""
    *most, last = tuple(offered) or (ENTER,)
    return f"Press {', '.join(most)}{' or ' if most else ''}{last}; ? explains, Esc goes back."


def listed(what: str, items: Sequence[str], width: int, hang: int = 3) -> list[str]:
    """A list in words, no line wider than so many columns; an item is never parted from itself."""
    lines = [what]
    for number, item in enumerate(items or ["none"]):
        piece = f" {item}{';' if number < len(items) - 1 else '.'}"
        if text_width(lines[-1] + piece) > width:
            lines.append(" " * (hang - 1))
        lines[-1] += piece
    return lines


@dataclass(slots=True)
class Pages:
    """Which page of a long list is shown; after the last comes the first."""

    count: int
    at: int = 0

    def turn(self, answer: str) -> bool:
        """Take an answer that turns the page; False for any other."""
        if answer not in (NEXT, PREVIOUS):
            return False
        step = 1 if answer == NEXT else -1
        self.at = (self.at + step) % max(1, self.count)
        return True

    def fit(self, count: int) -> int:
        """There are so many pages now; gives the one to show."""
        self.count = count
        self.at = min(self.at, max(0, count - 1))
        return self.at
