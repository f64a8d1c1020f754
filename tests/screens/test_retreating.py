"""Midsummer's Eve and Winter."""

from __future__ import annotations

from datetime import timedelta

import pytest

from door.judge.process import process
from door.screens.gamemenu import play
from door.screens.ordering import edit_orders
from door.screens.retreating import edit_retreats
from door.screens.wintering import edit_winter
from door.store.home import Home
from tests.screens import samples
from tests.screens.calling import NOW, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")

BELGIUM = {
    "units": {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL", "A MUN"]},
    "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN", "BEL"]},
}


@pytest.fixture
def midsummer(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"}, "S1901R", samples.BELGIUM)
    return home


@pytest.fixture
def winter(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna", "TURKEY": "Bert", "RUSSIA": "Carla"}, "W1901A", samples.WINTER)
    return home


async def test_the_example_of_belgium(home: Home) -> None:
    """Section H: the French take Belgium, and the German presses its key and Enter."""
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"}, "S1901M", BELGIUM)
    async with calling(home, in_game(edit_orders, "Anna")) as caller:
        await caller.types("e", "a", "I", "d", "s", "e", "I")
        assert "ATTACKS   I: Belgium" in caller.screen and "ATTACKING I: Belgium" in caller.screen
    process(home, "autumn", NOW + timedelta(days=1))
    async with calling(home, in_game(play, "Bert")) as caller:
        assert caller.lines[-1] == " Your choice [R]:"
        await caller.types("\r")
        assert "I: Belgium         German army    no order: DISBANDED" in caller.screen
        await caller.types("I")
        assert caller.lines[-1] == " Disband this unit? (Y/n) [Y]:"
        await caller.types("\r")
        assert "* Stored: German army in I: Belgium IS DISBANDED." in caller.screen
        assert stored(home, "GERMANY") == ["A BEL D"]


async def test_a_retreat(midsummer: Home) -> None:
    async with calling(midsummer, in_game(edit_retreats, "Bert")) as caller:
        await caller.types("I", "x")
        assert "Press Y or N" in caller.screen
        await caller.types("n")
        assert "[J] Holland" in caller.screen and "[h] Ruhr" in caller.screen
        await caller.types("J")
        assert "* Stored: German army in I: Belgium RETREATS J: Holland." in caller.screen
        assert stored(midsummer, "GERMANY") == ["A BEL R HOL"]
        await caller.types("I", "\r")
        assert stored(midsummer, "GERMANY") == ["A BEL D"]


async def test_a_retreat_to_an_occupied_territory_is_warned_of(midsummer: Home) -> None:
    async with calling(midsummer, in_game(edit_retreats, "Bert")) as caller:
        await caller.types("I", "n")
        assert "[d] Picardy (occupied: it would be disbanded)" in caller.screen
        await caller.types("d")
        assert caller.lines[-1] == " Send it there all the same? (y/N) [N]:"
        await caller.types("\r")
        assert "[J] Holland" in caller.screen
        await caller.types("d", "y")
        assert stored(midsummer, "GERMANY") == ["A BEL R PIC"]


async def test_a_fleet_that_retreats_is_asked_for_its_coast(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["*F MAO"], "ENGLAND": ["F MAO"]},
        "retreats": {"FRANCE": {"F MAO": ["SPA/NC", "SPA/SC", "BRE"]}},
        "centers": {"FRANCE": ["PAR"]},
    }
    new_game(home, {"FRANCE": "Anna"}, "S1901R", state)
    async with calling(home, in_game(edit_retreats, "Anna")) as caller:
        await caller.types("z", "n")
        assert "[H] Spain" in caller.screen and "[D] Brest" in caller.screen
        await caller.types("H", "\r")
        assert "[D] Brest" in caller.screen
        await caller.types("H", "s")
        assert stored(home, "FRANCE") == ["F MAO R SPA/SC"]


async def test_ways_out_of_a_retreat(midsummer: Home) -> None:
    async with calling(midsummer, in_game(edit_retreats, "Bert")) as caller:
        await caller.types("N")
        assert "No unit of yours was beaten in Munich" in caller.screen
        await caller.types("@")
        assert "No territory has that key" in caller.screen
        assert "Enter means yes" in await caller.types("?")
        await caller.types("\r", "I", "q", "I", "n", "\r")
        assert "0 of 1 settled" in caller.screen
        await caller.types(">", "A BEL R HOL\r", "\r")
        assert "1 of 1 settled" in caller.screen
        await caller.escape()
        assert caller.call.done()
    async with calling(midsummer, in_game(edit_retreats, "Anna")) as caller:
        assert "None of your units was beaten" in caller.screen


async def test_builds(winter: Home) -> None:
    async with calling(winter, in_game(edit_winter, "Anna")) as caller:
        assert "You may build 2 units, 0 decided," in caller.screen
        await caller.types("E")
        assert "[A] an army" in caller.screen and "fleet" not in caller.screen
        await caller.types("a", "D", "f")
        assert "D: Brest           French fleet   IS BUILT" in caller.screen
        assert stored(winter, "FRANCE") == ["A PAR B", "F BRE B"]
        await caller.types("F", "a")
        assert "France may build 2 units and has ordered that already" in caller.screen
        await caller.types("E", "w")
        assert "Taken back: nothing is built in Paris." in caller.screen
        await caller.types("_")
        assert "_: one build" in caller.screen and "IS WAIVED" in caller.screen
        assert stored(winter, "FRANCE") == ["F BRE B", "WAIVE"]
        await caller.types("_")
        assert "Taken back: one build is open again." in caller.screen
        await caller.types(">", "A MAR B\r", "\r")
        assert stored(winter, "FRANCE") == ["F BRE B", "A MAR B"]
        await caller.types("e")
        assert "Nothing can be built in Burgundy now" in caller.screen
        await caller.types("@", "D", "q", "?")
        assert "Builds that you do not enter are not made." in caller.screen


async def test_a_waived_build_is_taken_back_before_all_is_decided(winter: Home) -> None:
    async with calling(winter, in_game(edit_winter, "Anna")) as caller:
        await caller.types("_", "_")
        assert "You have waived a build: what now?" in caller.screen
        assert caller.lines[-1] == " Which? Esc goes back; Enter is [T]:"
        await caller.types("\r")
        assert "Taken back: one build is open again." in caller.screen
        assert stored(winter, "FRANCE") == []
        await caller.types("_", "_", "w")
        assert stored(winter, "FRANCE") == ["WAIVE", "WAIVE"]
        await caller.types("_", "_")
        await caller.escape()
        assert "You may build 2 units, 1 decided," in caller.screen
        assert stored(winter, "FRANCE") == ["WAIVE"]


async def test_a_fleet_in_st_petersburg_needs_a_coast(winter: Home) -> None:
    async with calling(winter, in_game(edit_winter, "Carla")) as caller:
        await caller.types("5", "f")
        assert "[N] St Petersburg (north coast)" in caller.screen
        await caller.types("s")
        assert stored(winter, "RUSSIA") == ["F STP/SC B"]


async def test_removals(winter: Home) -> None:
    async with calling(winter, in_game(edit_winter, "Bert")) as caller:
        assert "You must remove 2 units, 0 chosen," in caller.screen
        await caller.types("<", "4")
        assert stored(winter, "TURKEY") == ["F BLA D", "F ANK D"]
        await caller.types("2")
        assert "Turkey must remove 2 units and has ordered that already" in caller.screen
        await caller.types("4")
        assert "Taken back: the fleet stays." in caller.screen
        await caller.types("2", "I")
        assert "No unit of yours is in I: Belgium." in caller.screen
        assert stored(winter, "TURKEY") == ["F BLA D", "A CON D"]
        await caller.types("\r")
        assert caller.call.done()
