"""What the tests of press on calls share."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from door.judge import press as judge
from door.judge.press import Message
from door.store.games import load_game, save_game
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, Caller, new_game

SEATS = {"FRANCE": "Anna", "GERMANY": "Bert", "ITALY": "Carla"}
FULL = Caps(Charset.UTF8)
PLAIN = Caps(Charset.ASCII, colour=False, cursor=False)
MODES = [(FULL, False), (PLAIN, False), (PLAIN, True), (FULL, True)]
MODE_NAMES = ["full", "plain", "plain lines", "full lines"]


def made(home: Home, seats: dict[str, str]) -> Home:
    """A game with unsigned messages too."""
    new_game(home, seats)
    change(home, grey=True)
    return home


def change(home: Home, **about: object) -> None:
    save_game(home, replace(load_game(home, "autumn"), **about))


def sent(home: Home, caller: str = "Anna") -> list[Message]:
    return judge.messages(home, "autumn", caller)


def send(home: Home, caller: str, *to: str, lines: Sequence[str] = ("Hello",), grey: bool = False) -> None:
    judge.send(home, "autumn", caller, to, lines, NOW, grey=grey)


def draft(home: Home, caller: str = "Anna") -> list[str] | None:
    found = judge.draft(home, "autumn", caller)
    return None if found is None else found.lines


def told(caller: Caller) -> str:
    """What is on the caller's screen, or has been said since the call came in; blanks are squeezed."""
    return " ".join((caller.screen if caller.session.caps.cursor else caller.said).split())


async def begins(caller: Caller, *keys: str) -> None:
    """From the list to the first line of a message to Germany."""
    await caller.types("w", *(keys or ("g",)), "\r")
