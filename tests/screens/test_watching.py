"""Watching a game without a seat: everything public is to be seen, nothing else, and nobody has to take a seat.

What is secret must make no difference: a watcher is shown the very same bytes whether it is there or not.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from door.judge import games, press, submit
from door.judge.process import process
from door.rules.binding import parse_order
from door.screens.lobby import lobby
from door.screens.session import Session
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, Caller, calling

pytestmark = pytest.mark.usefixtures("quick")

OPEN = {"FRANCE": ["A PAR - BUR", "F BRE - MAO"], "GERMANY": ["A MUN - RUH"]}
"""Ordered in the first turn, which all may know."""
SECRET = {"FRANCE": ["A BUR S A MAR - GAS", "A MAR - GAS", "F MAO - SPA/SC"], "GERMANY": ["A BER - SIL"]}
"""Ordered in the open one, which nobody may."""

#: To every screen that the menu of a watcher leads to, and by the keys that it does not offer.
WAYS = ["m", "mk", "mu", "mm", "mml", "mc", "l", "s", "w", "i", "ia", "d", "t", "?", "o", "r", "b", "y", "p", "v", "x"]
SCREEN = Caps(Charset.UTF8)
PLAIN = Caps(Charset.ASCII, colour=False, cursor=False)


async def as_carla(session: Session) -> None:
    await lobby(session, "Carla")


def order(home: Home, power: str, texts: list[str], day: int) -> None:
    for text in texts:
        seen = games.view(home, "autumn")
        assert seen.phase is not None
        bound = parse_order(text, power, seen.phase.stage, seen.position, seen.board)
        submit.submit(home, "autumn", seen.record.seats[power], seen.phase, bound, NOW + timedelta(days=day))


def played(path: Path, *, free: bool = True, anonymous: bool = False, france: str = "Anna") -> Home:
    """A game in its second turn."""
    home = Home.open(path)
    games.new_game(home, "autumn", "The Autumn Game", "e1901", "open", NOW, anonymous=anonymous)
    powers = ["FRANCE", "GERMANY"] if free else list(games.view(home, "autumn").board.powers)
    callers = {"FRANCE": france, "GERMANY": "Bert"}
    for power in powers:
        games.take_seat(home, "autumn", power, callers.get(power, f"Player of {power.title()}"), NOW)
    for power, texts in OPEN.items():
        order(home, power, texts, 0)
    process(home, "autumn", NOW + timedelta(days=1))
    return home


def with_secrets(home: Home) -> Home:
    """The same with orders for the open turn, a player who is ready, a vote, and private press."""
    for power, texts in SECRET.items():
        order(home, power, texts, 1)
    seen = games.view(home, "autumn")
    assert seen.phase is not None
    submit.say_ready(home, "autumn", "Anna", seen.phase, True, NOW + timedelta(days=1))
    press.send(home, "autumn", "Anna", ("GERMANY",), ("Silesia is yours.",), NOW + timedelta(days=1))
    return home


async def seen_by_carla(home: Home, caps: Caps) -> str:
    """All that is sent to her, on every way there and back."""
    async with calling(home, as_carla, caller="Carla", caps=caps) as caller:
        await caller.types("1")
        for way in WAYS:
            await caller.types(*way, "c")
            while not _at_the_menu(caller):
                await caller.types("\x03")
                assert not caller.call.done()
        return caller.said


def _at_the_menu(caller: Caller) -> bool:
    if caller.session.caps.cursor:
        return caller.lines[-1].startswith(" Your choice")
    prompts = [line for line in caller.said.splitlines() if len(line) > 1]  # without the keys that were echoed
    return prompts[-1].startswith(" Your choice")


@pytest.mark.parametrize("free", [True, False], ids=["seats free", "all taken"])
@pytest.mark.parametrize("caps", [SCREEN, PLAIN], ids=["screen", "plain"])
async def test_secrets_make_no_difference(tmp_path: Path, caps: Caps, free: bool) -> None:
    without = await seen_by_carla(played(tmp_path / "without", free=free), caps)
    with_all = await seen_by_carla(with_secrets(played(tmp_path / "with", free=free)), caps)
    assert with_all == without
    assert "Silesia is yours" not in without
    for word in ("standings", "Instructions", "Display", "French army"):
        assert word in without


@pytest.mark.parametrize("caps", [SCREEN, PLAIN], ids=["screen", "plain"])
async def test_who_plays_an_anonymous_game_makes_no_difference(tmp_path: Path, caps: Caps) -> None:
    one = await seen_by_carla(played(tmp_path / "one", anonymous=True), caps)
    other = await seen_by_carla(played(tmp_path / "other", anonymous=True, france="Dora"), caps)
    assert one == other and "Anna" not in one


@pytest.mark.parametrize("free", [True, False], ids=["seats free", "all taken"])
async def test_nobody_is_pressed_to_take_a_seat(tmp_path: Path, free: bool) -> None:
    home = played(tmp_path / "home", free=free)
    async with calling(home, as_carla, caller="Carla") as caller:
        await caller.types("1")
        assert "Map of Europe" in caller.screen and "Reports of all turns" in caller.screen
        assert ("Take a seat" in caller.screen) == free
        await caller.types("m")
        assert "K keys, U units" in caller.screen
        await caller.types("\r", "l")
        assert "Spring 1901" in caller.lines[0]
        await caller.types("q", "s")
        assert "Anna" in caller.screen and "Bert" in caller.screen
        await caller.types("\r", "o")
        assert "Press " in caller.screen and "? explains" in caller.screen
        await caller.types("g")
        assert "Games" in caller.lines[0]
    assert "Carla" not in games.view(home, "autumn").record.seats.values()


async def test_a_watcher_sees_the_turn_pass(tmp_path: Path) -> None:
    home = played(tmp_path / "home")
    async with calling(home, as_carla, caller="Carla") as caller:
        await caller.types("1", "m")
        process(home, "autumn", NOW + timedelta(days=2))
        await caller.types("\r")
        assert "The turn has passed: it is now " in caller.screen
