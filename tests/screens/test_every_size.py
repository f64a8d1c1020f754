"""A walk through a game's screens in windows of four sizes: nothing is cut, hidden, wrapped or scrolled away."""

from __future__ import annotations

import pytest

from door.screens.gamemenu import play
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import in_game, new_game
from tests.screens.walking import keep_from_cutting, walking

pytestmark = pytest.mark.usefixtures("quick")

SIZES = [(80, 24), (80, 25), (132, 50), (40, 24)]
WALKS = {
    "orders": ["o", "E", "a", "e", "?", "\x1b", "\r"],
    "typed": ["o", ">", "A PAR - BUR\r", "\r"],
    "ready": ["y", "y", "q"],
    "what if": ["w", "f", "\r", "w", "\r", "n"],
    "map": ["m", "k", "\r", "u", "\r"],
    "reports": ["l"],
    "press": ["p", "?"],
    "standings": ["s", "v", "\x1b", "?"],
    "instructions": ["i", "a", "\r"],
    "display": ["d"],
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("walk", WALKS)
async def test_a_walk(home: Home, walk: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    keep_from_cutting(monkeypatch)
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    columns, rows = size
    caps = Caps(Charset.UTF8, columns=columns, rows=rows)
    async with walking(home, in_game(play, "Anna"), caps, "Anna") as walker:
        await walker.types(*WALKS[walk])
