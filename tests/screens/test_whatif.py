"""The table of trials: orders for all powers by keys and typed, what would come of them, and nothing stored."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from door.judge.process import process
from door.screens.gamemenu import play
from door.store.home import Home
from tests.screens import samples
from tests.screens.calling import NOW, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")

BURGUNDY = {
    "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A MUN"]},
    "centers": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"]},
}


@pytest.fixture
def burgundy(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"}, "S1901M", BURGUNDY)
    return home


def files_of(home: Home) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.games_dir.rglob("*") if path.is_file()}


async def test_orders_of_two_powers_by_keys_and_the_report_with_its_reasons(burgundy: Home) -> None:
    before = files_of(burgundy)
    async with calling(burgundy, in_game(play, "Anna")) as caller:
        screen = await caller.types("w")
        assert "what if" in screen and "Nothing here is stored" in screen
        assert "France     0 of 2 units have an order" in screen and "Germany    0 of 2" in screen
        screen = await caller.types("f")
        assert "0 of 2 units have an order, nothing is stored: you are trying." in screen
        assert "@" not in screen.splitlines()[-1] and "#" not in screen.splitlines()[-1]
        screen = await caller.types("E", "a", "e")
        assert "* Tried: French army in E: Paris ATTACKS e: Burgundy." in screen
        screen = await caller.types("\r", "g", "N", "a", "n", "\r")
        assert "Germany    1 of 2" in screen
        screen = await caller.types("w")
        assert "Trial: Spring 1901" in screen
        assert "> BOUNCE. The German army in e: Burgundy stayed, 1 against 1." in screen
    assert files_of(burgundy) == before


async def test_a_block_for_all_powers_can_be_typed(burgundy: Home) -> None:
    async with calling(burgundy, in_game(play, "Anna")) as caller:
        screen = await caller.types("w", ">", "A PAR - BUR; A MAR S A PAR - BUR; A BUR H; A MUN - MAR\r")
        assert "* Tried A PAR - BUR" in screen and "* Tried A BUR H" in screen
        assert "Tried: 3. Not taken: 1. Ordered in all: 3 of 4." in screen and "cannot reach" in screen
        await caller.escape()
        assert "France     2 of 2" in caller.screen and "Germany    1 of 2" in caller.screen
        screen = await caller.types("\r")
        assert "DISLODGED" in screen
        screen = await caller.types("\r", "n")
        assert "Midsummer's Eve 1901" in screen and "Germany    0 of 1 units have an order" in screen
        screen = await caller.types("g", "e")
        assert "German army in e: Burgundy was beaten and must leave." in screen
        await caller.types("n", "f")
        assert "Germany    1 of 1" in await caller.types("\r")
        await caller.types("z")
        assert "The trial begins anew" in caller.screen and "France     0 of 2" in caller.screen
    assert stored(burgundy, "FRANCE") == []


async def test_own_orders_as_stored_come_onto_the_table_and_stay_stored(burgundy: Home) -> None:
    async with calling(burgundy, in_game(play, "Anna")) as caller:
        screen = await caller.types("o", ">", "A PAR - BUR\r", "\r", "\r", "w")
        assert "[O] Own orders" in screen
        screen = await caller.types("o")
        assert "Taken into the trial: 1 order of yours." in screen and "France     1 of 2" in screen
        await caller.types("f", "E", "w")
        assert "France     0 of 2" in await caller.types("\r")
    assert stored(burgundy, "FRANCE") == ["A PAR - BUR"]


async def test_an_onlooker_can_try_and_an_army_fleet_game_is_tried_by_its_rules(home: Home) -> None:
    new_game(home, {"ENGLAND": "Anna"}, "S1901M", samples.CHANNEL, army_fleet=True)
    async with calling(home, in_game(play, "Carla")) as caller:
        screen = await caller.types("w", ">", "A LON EMBARK ENG\r")
        assert "* Tried A LON EMBARK ENG" in screen
        await caller.types("\r", "w")
        assert "EMBARKS" in caller.screen


async def test_a_turn_that_passes_ends_the_trial(burgundy: Home) -> None:
    async with calling(burgundy, in_game(play, "Anna")) as caller:
        await caller.types("w", "f")
        process(burgundy, "autumn", NOW + timedelta(days=1))
        screen = await caller.types("E")
        assert "The turn has passed: it is now Fall 1901." in screen and "[W] What if" in screen


async def test_winter_is_tried_power_by_power(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna"}, "W1901A", samples.WINTER)
    async with calling(home, in_game(play, "Anna")) as caller:
        screen = await caller.types("w")
        assert "France     0 of 2 builds entered" in screen and "Turkey     0 of 2 removals entered" in screen
        screen = await caller.types(">", "A PAR B; A CON D; Russia: WAIVE\r")
        assert "Tried: 3. Not taken: 0." in screen
        screen = await caller.types("\r", "\r")
        assert "Trial: Winter 1901" in screen


async def test_wrong_keys_say_what_is_right(burgundy: Home) -> None:
    async with calling(burgundy, in_game(play, "Anna")) as caller:
        screen = await caller.types("w", "x")
        assert "Press A, E, F, G, I, R, T, W, M or Z; ? explains, Esc goes back." in screen
        assert "A table to try orders on" in await caller.types("?")
