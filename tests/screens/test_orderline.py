"""The order line: typed orders one by one, several on a line, and blocks that are pasted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from door.judge.process import process
from door.rules.binding import OrderError
from door.rules.block import MOST_PIECES, Answer
from door.screens import orderline
from door.screens.gamemenu import play
from door.screens.ordering import edit_orders
from door.screens.orderline import LINE_LIMIT, reply_pages, reply_to, room_for_replies
from door.screens.retreating import edit_retreats
from door.screens.wintering import edit_winter
from door.store.home import Home
from door.store.shipped import load_board
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.calling import NOW, Caller, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")

PLAIN = Caps(Charset.ASCII, colour=False, cursor=False)
CROSSING = {
    "units": {
        "ENGLAND": ["A LON", "F NTH", "F ENG", "A YOR"],
        "FRANCE": ["F MAO", "A BUR", "A PIC", "F GAS"],
        "GERMANY": ["A BEL"],
    },
    "centers": {"ENGLAND": ["LON"], "FRANCE": ["PAR"], "GERMANY": ["BEL"]},
}
BLOCK = """France, Spring 1901

  1. bur - bel; A PIC S A BUR - BEL, f mao - spa
> F GAS - SPA/NC   # into Spain

A BEL H
France: F MAO -> NAO
F MAO - NOR
"""
GOOD = ["A BUR - BEL", "A PIC S A BUR - BEL", "F GAS - SPA/NC", "F MAO - NAO"]
BAD = "f mao - spa; A BEL H; F MAO - NOR"


@pytest.fixture
def crossing(home: Home) -> Home:
    new_game(home, {"ENGLAND": "Anna", "FRANCE": "Bert"}, "S1901M", CROSSING)
    return home


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("key", [">", "\t"])
async def test_a_typed_order_stays_to_be_mended(crossing: Home, key: str) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(key, "bur - xyz\r")
        assert "xyz" in caller.lines[-1] and '"xyz" is no place on the map' in caller.screen
        await caller.types("\b\b\bbel\r")
        assert "* Stored A BUR - BEL: French army in e: Burgundy ATTACKS I: Belgium." in caller.screen
        await caller.types("A MUN H\r")
        assert "no unit stands there" in caller.screen and "A MUN H" in caller.lines[-1]
        await caller.escape()
        assert "> types" in caller.screen
    assert stored(crossing, "FRANCE") == ["A BUR - BEL"]


async def test_the_line_stays_open_until_an_empty_line(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "a bur-bel\r", "pic s bur - bel\r", "f mao h\r")
        assert "Ordered in all: 3 of 4." in caller.screen
        await caller.types("a bur h\r")
        assert "Burgundy HOLDS. It replaces A BUR - BEL." in caller.screen
        await caller.types("\r")
        assert "* 4 orders stored, the last: French army in e: Burgundy HOLDS." in caller.screen
        assert "3 of 4 units have an order," in caller.screen
    assert stored(crossing, "FRANCE") == ["A PIC S A BUR - BEL", "F MAO H", "A BUR H"]


@pytest.mark.parametrize("back", ["q\r", "Q\r", "quit\r", "\r", "\x03"])
async def test_ways_back_from_the_line(crossing: Home, back: str) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", back)
        assert "> types" in caller.screen
        assert stored(crossing, "FRANCE") == []


async def test_help_keeps_what_was_typed(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "bur - b?\r")
        assert "A MAR S A PAR - BUR" in caller.screen
        await caller.escape()
        assert caller.lines[-1] == " Orders: bur - b"
        await caller.types("el\r")
        assert stored(crossing, "FRANCE") == ["A BUR - BEL"]


async def test_one_units_line_closes_when_its_order_is_stored(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types("d", "t")
        assert caller.lines[-1] == " Orders: A PIC"
        await caller.types("S A BUR - BEL\r")
        assert "* Stored: French army in d: Picardy SUPPORTS" in caller.screen
        assert "> types" in caller.screen
        await caller.types("d", "t", "- xyz\r")
        assert caller.lines[-1] == " Orders: A PIC - xyz"
        await caller.types("\b\b\bbel\r")
        assert "> types" in caller.screen
    assert stored(crossing, "FRANCE") == ["A PIC - BEL"]


# Blocks


@pytest.mark.parametrize("enter", ["\r", "\n", "\r\n"])
async def test_a_block_is_pasted(crossing: Home, enter: str) -> None:
    """Good lines are stored, bad ones are answered and stand in the line to be mended."""
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", BLOCK.replace("\n", enter))
        assert stored(crossing, "FRANCE") == GOOD
        assert "Stored: 4. Not taken: 3. Ordered in all: 4 of 4." in caller.screen
        assert "Spain has two coasts: write F MAO - SPA/NC or F MAO - SPA/SC." in squeezed(caller.screen)
        assert "There is no French unit in Belgium: the army there is German." in caller.screen
        assert "could be North Africa, North Atlantic Ocean, North Sea, Norway or" in caller.screen
        assert caller.lines[-1] == f" Orders: {BAD}"
        await caller.types("\x15", "F MAO - SPA/NC\r")
        assert "It replaces F MAO - NAO." in caller.screen


@pytest.mark.parametrize("line_mode", [False, True])
async def test_a_block_is_pasted_in_brackets(crossing: Home, line_mode: bool) -> None:
    """As some terminals send it; the closing bracket is no beginning of more."""
    async with calling(crossing, in_game(edit_orders, "Bert"), line_mode=line_mode) as caller:
        await caller.types(">\r" if line_mode else ">")
        await caller.types(f"\x1b[200~{BLOCK}\x1b[201~".replace("\n", "\r"))
        await seen(caller, "Not taken: 3.")
    assert stored(crossing, "FRANCE") == GOOD


async def test_the_end_of_a_letter_is_not_read(crossing: Home) -> None:
    """What is pasted or typed after it is read again, and typed by itself it goes back."""
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "SIGNON Fautumn secret\rA BUR - BEL\rSIGNOFF\rBert from Paris\r")
        assert "Stored: 1. Not taken: 0." in caller.screen
        await caller.types("A PIC H\r", "SIGNOFF\rBert\rHoping for the best\r")
        assert "type orders" in caller.screen and "Not taken" not in caller.screen
        await caller.types("signoff\r")
        assert "> types" in caller.screen
    assert stored(crossing, "FRANCE") == ["A BUR - BEL", "A PIC H"]


async def test_orders_for_a_later_turn_are_not_stored_for_this_one(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "PHASE Fall 1901 Movement\rA BUR - BEL\r")
        assert "and now it is Spring 1901: write Spring 1901 above it." in squeezed(caller.screen)
        assert stored(crossing, "FRANCE") == []
        await caller.types("\x15Spring 1901\r", "A BUR - BEL\r")
    assert stored(crossing, "FRANCE") == ["A BUR - BEL"]


async def test_a_block_comes_in_pieces(crossing: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """As over a slow line: nothing is put under what is still to come, and a blank line does not go back."""
    monkeypatch.setattr(orderline, "PASTE_SECONDS", 0.5)
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">")
        for char in BLOCK.replace("\n", "\r"):
            caller.wire.put(char.encode())
            await asyncio.sleep(0.002)
        await seen(caller, "Not taken: 3.")
        assert caller.lines[-1] == f" Orders: {BAD}"
    assert stored(crossing, "FRANCE") == GOOD


async def seen(caller: Caller, wanted: str) -> None:
    async with asyncio.timeout(10):
        while wanted not in caller.screen:
            await caller.changes()


async def test_a_line_without_its_enter_waits_with_those_before_it(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "A BUR - BEL\rA PIC - BUR")
        assert caller.lines[-1] == " Orders: A PIC - BUR"
        await caller.types("\r")
        assert "Stored: 2. Not taken: 0." in caller.screen
        await caller.types("A BUR H\rA PIC H")
        await caller.escape()
        assert "> types" in caller.screen
    assert stored(crossing, "FRANCE") == ["A PIC - BUR", "A BUR H"]


async def test_what_was_entered_counts_when_the_line_drops(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "A BUR - BEL\rA PIC H\rF MAO ")
        caller.wire.put(b"")
        await asyncio.wait_for(caller.call, 5)
    assert stored(crossing, "FRANCE") == ["A BUR - BEL", "A PIC H"]


async def test_a_hundred_lines_lose_nothing(crossing: Home) -> None:
    """And the answers to them are read page by page, the bad ones at last in the line."""
    lines = [f"A BUR - {'BEL' if number % 2 else 'MUN'}" for number in range(98)] + ["A PIC - xyz", "F GAS - BRE"]
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "\r".join(lines) + "\r\r\r")
        assert "Stored: 99. Not taken: 1. Ordered in all: 2 of 4." in caller.screen
        assert "Page 1/" in caller.screen and caller.lines[-1] == " Orders:"
        pages = int(caller.screen.partition("Page 1/")[2].partition(".")[0])
        shown = caller.screen.count("* Stored A ") + caller.screen.count("* Stored F ")
        for page in range(2, pages + 1):
            await caller.types("\r")
            assert f"Page {page}/{pages}" in caller.screen
            shown += caller.screen.count("* Stored A ") + caller.screen.count("* Stored F ")
        assert shown == 99
        assert caller.lines[-1] == " Orders: A PIC - xyz"
        await caller.types("\x15\r")
        assert "> types" in caller.screen
    assert stored(crossing, "FRANCE") == ["A BUR - BEL", "F GAS - BRE"]


async def test_what_was_not_read_yet_comes_before_the_next_answer(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "A BUR - BEL\r" * 20 + "A PIC - xyz\r")
        assert "Page 1/2" in caller.screen
        await caller.types("F MAO H\r")
        assert "Mid-Atlantic HOLDS" in caller.screen and "xyz" in caller.lines[-1]


async def test_a_line_that_is_too_long_is_not_cut(crossing: Home) -> None:
    """What is left of its last order could be another order."""
    line = "A BUR - BEL;" * (LINE_LIMIT // 12) + "A PIC S A BUR - BEL"
    assert len(line) > LINE_LIMIT
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", f"F MAO H\r{line}\rF GAS H\rA PIC - xyz\r")
        assert caller.lines[-1] == " Orders: A PIC - xyz"
        assert f"A line holds {LINE_LIMIT} characters and this one had more" in caller.screen
        assert stored(crossing, "FRANCE") == ["F MAO H", "F GAS H"]


async def test_a_report_is_pasted(crossing: Home) -> None:
    """The door's own lines of two rows, keys that are separators elsewhere, and tabs."""
    report = (
        "French army in d: Picardy          SUPPORTS  French army in e: Burgundy\r"
        "                                   ATTACKING I: Belgium\r"
        "Engl'h fleet in =: English Channel ATTACKS   ,: Helgoland Bight\r"
        "A\tBUR\t-\tBEL\r"
    )
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", report)
        assert "Stored: 2. Not taken: 1." in caller.screen
        assert "There is no French unit in English Channel: the fleet there is English." in caller.screen
    assert stored(crossing, "FRANCE") == ["A PIC S A BUR - BEL", "A BUR - BEL"]


async def test_the_turn_passes_under_a_paste(crossing: Home) -> None:
    """What is left of it reaches no menu."""
    async with calling(crossing, in_game(play, "Bert")) as caller:
        await caller.types("o", ">")
        process(crossing, "autumn", NOW + timedelta(days=1))
        await caller.types("A BUR - BEL\rA PIC H\rQUIT\rQ")
        assert "The turn has passed: it is now Fall 1901. Your order was not entered." in caller.screen
        assert not caller.call.done()
    assert stored(crossing, "FRANCE") == []


# Other turns


async def test_retreats_are_typed(home: Home) -> None:
    new_game(home, {"GERMANY": "Bert"}, "S1901R", samples.BELGIUM)
    async with calling(home, in_game(edit_retreats, "Bert")) as caller:
        await caller.types(">", "A BEL R\r")
        assert "It is not said where the army in Belgium goes: write A BEL R and a place" in caller.screen
        assert stored(home, "GERMANY") == []
        await caller.types("\x15bel - ruh; A MUN - BOH\r")
        assert "The army in Munich was not dislodged" in caller.screen
        assert stored(home, "GERMANY") == ["A BEL R RUH"]


async def test_winter_is_typed(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna", "TURKEY": "Bert"}, "W1901A", samples.WINTER)
    async with calling(home, in_game(edit_winter, "Anna")) as caller:
        await caller.types(">", "build a par, f bre b, a mar b, b bre\r")
        assert "France may build 2 units and has ordered that already" in caller.screen
        assert "It is not said what to build in Brest" in caller.screen
        assert caller.lines[-1] == " Orders: a mar b; b bre"
        assert stored(home, "FRANCE") == ["A PAR B", "F BRE B"]
        await caller.types("\x15b f mar\r")
        assert "has ordered that already" in caller.screen
        await caller.types("\x15b a bre\r")
        assert "* Stored A BRE B: " in caller.screen and "It replaces F BRE B." in squeezed(caller.screen)
    async with calling(home, in_game(edit_winter, "Bert")) as caller:
        await caller.types(">", "r a con; remove f bla\r")
        assert stored(home, "TURKEY") == ["A CON D", "F BLA D"]


# Plain lines


async def test_plain_lines_say_each_answer_once(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert"), caps=PLAIN) as caller:
        await caller.types(">", BLOCK.replace("\n", "\r"))
        assert stored(crossing, "FRANCE") == GOOD
        for sentence in ("Burgundy ATTACKS I: Belgium.", "Spain has two coasts", "the army there is German"):
            assert caller.said.count(sentence) == 1
        assert caller.said.endswith(f"Orders: {BAD}")
    assert b"\x1b" not in caller.wire.sent


async def test_a_client_that_sends_lines_pastes(crossing: Home) -> None:
    """It could not change a text that stands in the field: the pieces are in the answers."""
    async with calling(crossing, in_game(edit_orders, "Bert"), caps=PLAIN, line_mode=True) as caller:
        await caller.types(">\n", BLOCK)
        assert stored(crossing, "FRANCE") == GOOD
        assert "! f mao - spa" in caller.said and caller.said.endswith("Orders: ")
        await caller.types("\n")
        assert "> types" in caller.said


@pytest.mark.parametrize("columns", [40, 64, 80])
async def test_plain_pages_fit_the_window(crossing: Home, columns: int) -> None:
    caps = replace(PLAIN, columns=columns, rows=24)
    async with calling(crossing, in_game(edit_orders, "Bert"), caps=caps) as caller:
        await caller.types(">")
        before = len(caller.said)
        await caller.types("A PIC S A BUR - BEL\rF MAO - NOR\r" * 10)
        page = caller.said[before:].rpartition("Empire 1901 ")[2].split("\r\n")
        assert 12 < len(page) <= 24 and max(map(len, page)) < columns
        assert any("Page 1/" in line for line in page)


def test_no_answer_is_wider_or_longer_than_a_page() -> None:
    board = load_board()
    error = OrderError("This is a sentence of many words. " * 6)
    for columns, rows in ((20, 8), (40, 24), (80, 24), (200, 60)):
        room, width = room_for_replies(replace(PLAIN, columns=columns, rows=rows))
        assert 1 <= room <= 19 and 17 < width < 78
        replies = [reply_to(Answer(1, "x" * 300, error=error), board, width)] * 5
        assert all(len(line) <= width for reply in replies for line in reply.lines)
        pages = reply_pages(replies, room)
        assert all(sum(len(reply.lines) for reply in page) <= room for page in pages)


async def test_more_than_anybody_orders_ends_with_a_sentence(crossing: Home) -> None:
    async with calling(crossing, in_game(edit_orders, "Bert")) as caller:
        await caller.types(">", "x,\r" * (MOST_PIECES + 5))
        assert f"Not taken: {MOST_PIECES + 1}." in caller.screen
        await caller.types("\x15A BUR H\r")
        assert stored(crossing, "FRANCE") == ["A BUR H"]
