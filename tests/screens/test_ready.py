"""Ready is apart from stored: where it is said, what takes it back, and the reminder on leaving."""

from __future__ import annotations

from datetime import timedelta

import pytest

from door.judge.games import view
from door.judge.process import process
from door.judge.submit import stored_set, submit_text
from door.rules.phase import Phase
from door.screens.gamemenu import play
from door.store.home import Home
from tests.screens import samples
from tests.screens.calling import NOW, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")

LEAVING = "you have not said that you are ready."


@pytest.fixture
def spring(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    return home


def ready(home: Home, power: str = "FRANCE") -> bool:
    return stored_set(home, view(home, "autumn"), power).ready


async def test_the_list_says_when_it_was_stored_and_whether_one_is_ready(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        assert "0 of 3 units have an order, nothing is stored." in await caller.types("o")
        await caller.types("E", "h")
        assert "1 of 3 units have an order, stored 3 May 20:15, not ready." in caller.screen
        assert "You are ready. 2 units without an order." in await caller.types("#")
        assert "stored 3 May 20:15, ready." in caller.screen and ready(spring)
        await caller.types("D", "h")
        assert "2 of 3 units have an order, stored 3 May 20:15, not ready." in caller.screen and not ready(spring)
        assert "You are no longer ready. Your orders count all the same." in await caller.types("#", "#")


async def test_when_all_is_entered_enter_says_ready_and_the_menu_tells(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("o", ">", "A PAR H; A MAR H; F BRE H\r", "\r", "\r")
        assert "[Y] Ready" in caller.screen and "not yet" in caller.screen
        assert "Everything is entered, and Y says that you are ready." in caller.screen
        screen = await caller.types("\r")
        assert ready(spring) and "You are ready. You can change it until the event runs." in screen
        await caller.types("y")
        assert not ready(spring)


@pytest.mark.parametrize("key", ["g", "q", "Esc"])
@pytest.mark.parametrize("answer", ["stays", "leaves", "is ready and leaves"])
async def test_on_leaving_one_is_reminded_once(spring: Home, key: str, answer: str) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("o", "E", "h", "\r")
        screen = await (caller.escape() if key == "Esc" else caller.types(key))
        assert f"1 of 3 entered, and {LEAVING}" in screen
        if answer == "stays":
            assert LEAVING not in await caller.escape() and not caller.call.done()
        else:
            await caller.types("\r" if answer == "leaves" else "y")
            assert caller.call.done()
    assert ready(spring) == (answer == "is ready and leaves")
    assert stored(spring, "FRANCE") == ["A PAR H"]


@pytest.mark.parametrize("who", ["ready", "an onlooker", "nothing to enter"])
async def test_nobody_else_is_reminded(home: Home, who: str) -> None:
    if who == "nothing to enter":
        new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"}, "S1901R", samples.BELGIUM)
    else:
        new_game(home, {"FRANCE": "Anna"})
    async with calling(home, in_game(play, "Carla" if who == "an onlooker" else "Anna")) as caller:
        if who == "ready":
            await caller.types("y")
        else:
            assert "[Y]" not in caller.screen
        await caller.types("g")
        assert caller.call.done()


async def test_the_last_turns_orders_again_by_one_key(spring: Home) -> None:
    submit_text(spring, "autumn", "Anna", Phase.parse("S1901M"), "A PAR H", NOW)
    submit_text(spring, "autumn", "Anna", Phase.parse("S1901M"), "F BRE - ENG", NOW)
    process(spring, "autumn", NOW + timedelta(days=1))
    async with calling(spring, in_game(play, "Anna"), now=NOW + timedelta(days=1)) as caller:
        screen = await caller.types("o", "@")
        assert "Stored again: 1 order of your last turn of moves." in screen
        screen = await caller.types("@")
        assert "! No order of your last turn of moves fits a unit that has none now." in screen
    assert stored(spring, "FRANCE") == ["A PAR H"]


async def test_in_other_turns_nothing_is_repeated_but_one_can_be_ready(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna"}, "W1901A", samples.WINTER)
    async with calling(home, in_game(play, "Anna")) as caller:
        screen = await caller.types("b")
        assert "# ready" in screen and "@" not in screen
        await caller.types("@")
        assert stored(home, "FRANCE") == []
        await caller.types("#")
        assert ready(home)


async def test_r63_only_what_is_due_is_counted(home: Home) -> None:
    new_game(home, {"GERMANY": "Anna"}, "S1901R", samples.BELGIUM)
    async with calling(home, in_game(play, "Anna")) as caller:
        assert "[R] Retreats" in caller.screen and "0 of 1 entered" in caller.screen
        assert f"0 of 1 entered, and {LEAVING}" in await caller.types("g")


async def test_r63_builds_are_said_to_be_optional(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna"}, "W1901A", samples.WINTER)
    async with calling(home, in_game(play, "Anna")) as caller:
        assert "You may build 2 units more. What is not entered is not built." in caller.screen
