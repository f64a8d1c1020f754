"""Giving orders in Spring and Fall: each kind, by keys and typed, as read back from the disk."""

from __future__ import annotations

from datetime import timedelta

import pytest

from door.judge import submit
from door.judge.process import process
from door.rules.phase import Phase
from door.screens.gamemenu import play
from door.screens.ordering import edit_orders
from door.store.home import Home
from tests.screens import samples
from tests.screens.calling import NOW, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")

CROSSING = {
    "units": {
        "ENGLAND": ["A LON", "F NTH", "F ENG", "A YOR"],
        "FRANCE": ["F MAO", "A BUR", "A PIC", "F GAS"],
        "GERMANY": ["A BEL"],
    },
    "centers": {"ENGLAND": ["LON"], "FRANCE": ["PAR"], "GERMANY": ["BEL"]},
}
TYROLIA = {
    "units": {"AUSTRIA": ["A TYR"], "ITALY": ["A VEN", "A PIE"]},
    "centers": {"AUSTRIA": ["VIE"], "ITALY": ["VEN", "ROM"]},
}


@pytest.fixture
def crossing(home: Home) -> Home:
    new_game(home, {"ENGLAND": "Anna", "FRANCE": "Bert"}, "S1901M", CROSSING)
    return home


async def test_every_kind_of_order(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Anna")) as caller:
        assert "0 of 4 units have an order, nothing is stored." in caller.screen
        assert "C: London          Engl'h army    no order: HOLDS" in caller.screen
        await caller.types("C", "a")
        assert "[I] Belgium BY CONVOY" in caller.screen
        await caller.types("I")
        assert "* Stored: Engl'h army in C: London ATTACKS I: Belgium BY CONVOY." in caller.screen
        await caller.types("9", "c")
        assert "[C] Engl'h army in C: London" in caller.screen
        await caller.types("C", "I")
        assert "CONVOYS   Engl'h army in C: London" in caller.screen and "TO        I: Belgium" in caller.screen
        await caller.types("=", "s", "C", "I")
        assert "SUPPORTS  Engl'h army in C: London" in caller.screen and "ATTACKING I: Belgium" in caller.screen
        await caller.types("b", "h")
        assert "4 of 4 units have an order," in caller.screen
    assert stored(crossing, "ENGLAND") == ["A LON - BEL VIA", "F NTH C A LON - BEL", "F ENG S A LON - BEL", "A YOR H"]


async def test_support_of_a_unit_that_holds_is_under_its_own_key(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types("e", "s", "d")
        assert "[d] HOLDING in Picardy" in caller.screen
        await caller.types("d")
        assert stored(crossing, "FRANCE") == ["A BUR S A PIC"]


async def test_a_coast_is_asked_for_where_there_are_two(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types("z", "\r", "H")
        assert "[N] Spain (north coast)" in caller.screen
        await caller.types("x")
        assert "Press N or S" in caller.screen
        await caller.types("n")
        assert "ATTACKS   H: Spain nc" in caller.screen
        await caller.types("f", "a")
        assert "[H] Spain (north coast)" in caller.screen  # the only one in reach
        await caller.types("H")
        assert stored(crossing, "FRANCE") == ["F MAO - SPA/NC", "F GAS - SPA/NC"]


async def test_by_land_or_by_convoy_is_asked_and_land_is_the_default(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Anna")) as caller:
        await caller.types("b", "a", "C")
        assert "[L] by land" in caller.screen and "[C] BY CONVOY" in caller.screen
        await caller.types("\r")
        assert stored(crossing, "ENGLAND") == ["A YOR - LON"]
        await caller.types("b", "a", "C", "c")
        assert stored(crossing, "ENGLAND") == ["A YOR - LON VIA"]


async def test_only_what_is_possible_is_offered(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types("e")
        assert "CONVOYS" not in caller.screen and "Withdraw" not in caller.screen
        await caller.types("c")
        assert "Press H, A, S or T; ? explains, Esc goes back." in caller.screen
        await caller.types("a", "Q")
        assert "Q is Venice, not possible here" in caller.screen
        await caller.types("~")
        assert "No territory has that key" in caller.screen
        await caller.types("\r")
        assert "Which order?" in caller.screen
        await caller.types("q")
        assert "units have an order" in caller.screen


async def test_going_back_leads_to_the_screen_before(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types("e", "s")
        unit = caller.screen
        await caller.types("d")
        assert "HOLDING in Picardy" in caller.screen
        assert await caller.escape() == unit
        await caller.escape()
        assert "Which order?" in caller.screen
        await caller.types("t")
        await caller.escape()
        assert "Which order?" in caller.screen
        await caller.escape()
        assert "units have an order" in caller.screen
    async with calling(crossing, in_game(edit_orders, "Anna")) as caller:
        await caller.types("b", "a")
        places = caller.screen
        await caller.types("C")
        assert "[L] by land" in caller.screen
        assert await caller.escape() == places


async def test_an_order_can_be_taken_back(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types("d", "h")
        assert stored(crossing, "FRANCE") == ["A PIC H"]
        await caller.types("d")
        assert "[W] Withdraw the order" in caller.screen
        await caller.types("w")
        assert "Taken back. Without an order, the army HOLDS." in caller.screen
        assert stored(crossing, "FRANCE") == []


async def test_keys_that_mean_nothing_and_ways_out(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        for key, says in (
            ("Q", "No unit of yours is in Q: Venice."),
            ("I", "No unit of yours is in I: Belgium."),
            ("^", "No territory has that key"),
        ):
            assert says in await caller.types(key)
        await caller.types("?")
        assert "Press the key of a" in caller.screen
        await caller.types("q", "e", "q")
        assert "units have an order" in caller.screen
        await caller.types("e")
        await caller.escape()
        await caller.types("e", "s", "d")
        for _ in range(3):
            await caller.escape()
        assert "units have an order" in caller.screen
        await caller.escape()
        assert caller.call.done()


async def test_seventeen_units_are_paged(home: Home) -> None:
    new_game(home, {"RUSSIA": "Anna"}, "F1903M", samples.MANY)
    async with calling(home, in_game(edit_orders, "Anna")) as caller:
        assert "Page 1/" not in caller.screen  # a line each fits
        await caller.types("o", "s", "n", "n")
        assert "Page 1/2: space" in caller.screen and "Warsaw" not in caller.screen
        await caller.types(" ")
        assert "Page 2/2: space" in caller.screen and "7: Warsaw" in caller.screen
        await caller.types("7", "h")  # and the page stays
        assert "Page 2/2: space" in caller.screen and "7: Warsaw          Russ'n army    HOLDS" in caller.screen
        await caller.types("\x1b[A")
        assert "Page 1/2: space" in caller.screen


async def test_another_lines_orders_are_shown_after_the_next(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        submit.submit_text(crossing, "autumn", "Bert", Phase.parse("S1901M"), "A PIC H", NOW)
        await caller.types("e", "h")
        assert "2 of 4 units have an order," in caller.screen


async def test_the_turn_passes_under_the_editor(crossing: Home) -> None:
    async with calling(crossing, in_game(play, "Bert")) as caller:
        assert caller.lines[-1] == " Your choice [O]:"
        await caller.types("\r", "e", "h", "d", "a")
        assert "ATTACKS" in caller.screen
        process(crossing, "autumn", NOW + timedelta(days=1))
        await caller.types("I")
        assert "* The turn has passed: it is now Fall 1901." in caller.screen
        assert "Fall 1901 · France" in caller.lines[0]
        assert stored(crossing, "FRANCE") == []
        await caller.types("l")
        assert "French army in e: Burgundy         HOLDS" in caller.screen


async def test_the_turn_passes_while_an_order_is_typed(crossing: Home) -> None:
    async with calling(crossing, in_game(play, "Bert")) as caller:
        await caller.types("o", ">", "bur - bel")
        process(crossing, "autumn", NOW + timedelta(days=1))
        await caller.types("\r")
        assert "The turn has passed: it is now Fall 1901. Your order was not entered." in caller.screen
        assert stored(crossing, "FRANCE") == []


async def test_the_example_of_tyrolia(home: Home) -> None:
    new_game(home, {"AUSTRIA": "Anna", "ITALY": "Bert"}, "S1901M", TYROLIA)
    async with calling(home, in_game(edit_orders, "Anna")) as caller:
        await caller.types("k", "a", "Q")
        assert "k: Tyrolia         Aust'n army    ATTACKS   Q: Venice" in caller.screen
    async with calling(home, in_game(edit_orders, "Bert")) as caller:
        await caller.types("Q", "h", "i", "a", "k")
        assert "i: Piedmont        Ital'n army    ATTACKS   k: Tyrolia" in caller.screen
        assert "Q: Venice          Ital'n army    HOLDS" in caller.screen
    process(home, "autumn", NOW + timedelta(days=1))
    async with calling(home, in_game(play, "Anna")) as caller:
        assert "Midsummer's Eve 1901 · Austria" in caller.lines[0]
        await caller.types("\r", "k")
        assert "There now: Ital'n army in k: Tyrolia." in caller.screen
        await caller.types("n", "i")
        assert "k: Tyrolia         Aust'n army    RETREATS  i: Piedmont" in caller.screen
