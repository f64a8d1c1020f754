"""The speed of the hand: what a key costs on the line, keys typed ahead of the screens, and Esc told from arrows."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import pytest

from door.judge import signup
from door.judge.process import process
from door.screens import session as sessions
from door.screens.lobby import lobby
from door.screens.session import Session
from door.store.home import Home
from door.term.caps import Caps, Charset
from door.term.keys import KeyName
from tests.node.conftest import AGREES, Caller, door_open, keys
from tests.screens.calling import NOW, calling, new_game, stored

#: Every screen, by the keys that lead to it from the list of games.
WAYS = {
    "games": (),
    "who is here": ("w",),
    "settings": ("y",),
    "length of a page": ("y", "l"),
    "password": ("y", "p"),
    "display": ("y", "d"),
    "menu": ("1",),
    "map": ("1", "m"),
    "keys of the map": ("1", "m", "k"),
    "units": ("1", "m", "u"),
    "moves": ("1", "m", "m"),
    "centres": ("1", "m", "c"),
    "report": ("1", "l"),
    "standings": ("1", "s"),
    "instructions": ("1", "i"),
    "a section": ("1", "i", "h"),
    "help": ("1", "?"),
    "orders": ("1", "o"),
    "one order": ("1", "o", "E"),
    "a target": ("1", "o", "E", "a"),
    "a support": ("1", "o", "F", "s"),
    "an order given": ("1", "o", "E", "a", "e"),
    "typing": ("1", "o", ">"),
    "typed": ("1", "o", ">", "bre-mao\r"),
}
#: The picture of the map is the largest thing that is ever sent at once.
MOST = 3500
MOST_OF_THE_MAP = 6500
#: A sentence below the screen, with what moves and colours it.
SENTENCE = 350

quick = pytest.mark.usefixtures("quick")
every_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())


async def list_games(session: Session) -> None:
    await lobby(session, "Anna")


def made(home: Home) -> Home:
    """A game in its second turn."""
    signup.register(home, "Anna", "secret77", NOW)
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    process(home, "autumn", NOW + timedelta(days=1))
    return home


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """One for all: what is stored in it is the same each time."""
    return made(Home.open(tmp_path_factory.mktemp("board")))


@every_way
@quick
@pytest.mark.parametrize("charset", [Charset.UTF8, Charset.CP437])
async def test_a_key_costs_what_has_changed(board: Home, way: tuple[str, ...], charset: Charset) -> None:
    async with calling(board, list_games, caller="Anna", caps=Caps(charset)) as caller:

        async def cost(key: str) -> int:
            before = len(caller.wire.sent)
            await caller.types(key)
            return len(caller.wire.sent) - before

        for key in way:
            assert await cost(key) <= (MOST_OF_THE_MAP if key == "m" else MOST)
        await caller.types("\x01")  # a key that means nothing anywhere: a sentence says so
        assert await cost("\x01") <= SENTENCE
        shown, whole = caller.screen, await cost("\x0c")
        assert caller.screen == shown, "what was painted piece by piece is what is painted at once"
        assert whole <= (MOST_OF_THE_MAP if way[-1:] == ("m",) else MOST)


@every_way
@quick
async def test_keys_may_be_typed_ahead(board: Home, way: tuple[str, ...]) -> None:
    """All in one packet, or one by one: the same screen in the end, and the same orders."""
    ends = []
    for typed in (way, ("".join(way),)):
        async with calling(board, list_games, caller="Anna") as caller:
            await caller.types(*typed)
            ends.append((caller.screen, stored(board, "FRANCE")))
    assert ends[0] == ends[1]


@quick
async def test_a_hundred_lines_are_pasted_and_nothing_is_lost(home: Home) -> None:
    made(home)
    orders = ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO", "A PAR - PIC", "A MAR S A PAR - BUR"] * 20
    async with calling(home, list_games, caller="Anna") as caller:
        await caller.types("1", "o", ">", "\r".join(orders) + "\r")
        assert "Stored: 100. Not taken: 0." in " ".join(caller.screen.split())
    assert stored(home, "FRANCE") == ["F BRE - MAO", "A PAR - PIC", "A MAR S A PAR - BUR"]


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        ((b"\x1b[A",), KeyName.UP),
        ((b"\x1bOA",), KeyName.UP),
        ((b"\x1b", b"[A"), KeyName.UP),
        ((b"\x1b", b"\x5b", b"\x41"), KeyName.UP),
        ((b"\x1b", b"OA"), KeyName.UP),
        ((b"\x1b[", b"6~"), KeyName.PAGE_DOWN),
        ((b"\x1b",), KeyName.ESCAPE),
    ],
)
async def test_an_arrow_is_told_from_esc_by_the_clock(home: Home, sent: tuple[bytes, ...], wanted: KeyName) -> None:
    """Over a real line: the parts of an arrow 50 ms apart, as a modem was seen to part them; a lone Esc in time."""
    async with door_open(home, keys) as door, await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        for part in sent:
            await asyncio.sleep(0.05)
            caller.send(part)
        began = time.perf_counter()
        await caller.sees(f"<1:{wanted}:>")
        if wanted is KeyName.ESCAPE:
            assert sessions.ESCAPE_SECONDS - 0.01 <= time.perf_counter() - began < 0.5
        caller.send(b"x")
        await caller.sees("<2:char:x>")


async def test_esc_again_and_again(home: Home) -> None:
    async with door_open(home, keys) as door, await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        caller.send(b"\x1b")
        await caller.sees("<1:escape:>")
        caller.send(b"\x1b\x1b")
        await caller.sees("<3:escape:>")
        caller.send(b"ab\x1b[Bc")
        await caller.sees("<7:char:c>")
