"""The Army/Fleet rules by keys: each kind of order, as read back from the disk; and what the judge says no to."""

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
from tests.screens.calling import NOW, Caller, calling, in_game, new_game, stored

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def channel(home: Home) -> Home:
    new_game(home, {"ENGLAND": "Anna", "FRANCE": "Bert"}, "S1901M", samples.CHANNEL, army_fleet=True)
    return home


@pytest.fixture
def beaten(home: Home) -> Home:
    new_game(home, {"ITALY": "Anna"}, "S1901R", samples.BEATEN, army_fleet=True)
    return home


@pytest.fixture
def carriers(home: Home) -> Home:
    seats = {"ENGLAND": "Anna", "FRANCE": "Bert"}
    new_game(home, seats, "W1901A", samples.CARRIERS, army_fleet=True)
    return home


def rows(caller: Caller, key: str) -> list[str]:
    """The rows of the list under a key, blanks made one."""
    return [" ".join(line.split()) for line in caller.lines if line.startswith(f" {key}: ")]


def verbs(caller: Caller) -> str:
    """The keys that the screen of one order offers."""
    return "".join(line[4] for line in caller.lines if line.startswith("   [") and line[5] == "]")


async def test_an_army_aboard_stands_under_the_key_of_its_fleet_and_owes_nothing(channel: Home) -> None:
    async with calling(channel, in_game(play, "Anna")) as caller:
        assert "0 of 6 entered" in caller.screen
        await caller.types("o")
        assert rows(caller, "9") == [
            "9: North Sea Engl'h fleet no order: HOLDS",
            "9: North Sea Engl'h army stays aboard",
        ]
        for key in "A=Cz9b":
            await caller.types(key, "h")
        assert "6 of 6 units have an order," in caller.screen
        await caller.types("9", "d", "9", "O")
        assert "6 of 6 units have an order," in caller.screen
        await caller.escape()
        assert "6 of 6 entered" in caller.screen and "Everything is entered," in caller.screen


@pytest.mark.parametrize(
    ("key", "offered"),
    [("9", "HASDT"), ("=", "HASCT"), ("z", "HAST"), ("A", "HAST"), ("C", "HAFSET"), ("b", "HAST")],
)
async def test_the_verbs_that_the_rules_offer(channel: Home, key: str, offered: str) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types(key)
        assert verbs(caller) == offered
        assert all(
            word in caller.screen for word, letter in (("DISEMBARKS", "D"), ("EMBARKS  ", "E")) if letter in offered
        )


async def test_a_landing_is_given_changed_and_taken_back(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("9", "d")
        assert "[9] North Sea (where it is)" in caller.screen
        assert "[=] English Channel (if its fleet goes there)" in caller.screen
        await caller.types("9")
        assert "[O] Norway" in caller.screen and "Brest" not in caller.screen
        await caller.types("O")
        assert stored(channel, "ENGLAND") == ["A NTH DISEMBARK NTH - NWY"]
        assert "DISEMBARKS FROM 9: North Sea" in caller.screen and "TO        O: Norway" in caller.screen
        await caller.types("9")
        assert verbs(caller) == "HASDBT"
        await caller.types("d", "9", "I")
        assert stored(channel, "ENGLAND") == ["A NTH DISEMBARK NTH - BEL"]
        await caller.types("9", "b")
        assert "Taken back: the army stays aboard." in caller.screen
        assert rows(caller, "9")[1] == "9: North Sea Engl'h army stays aboard"
        assert stored(channel, "ENGLAND") == []


async def test_the_fleet_goes_into_port_only_while_its_army_lands(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("9", "a")
        assert "[=] English Channel" in caller.screen and "Norway" not in caller.screen
        await caller.types("A")
        assert "A is Edinburgh, not possible here" in caller.screen
        await caller.escape()
        await caller.escape()
        await caller.types("9", "d", "9", "I", "9", "a")
        assert "[O] Norway" in caller.screen
        await caller.types("O")
        assert stored(channel, "ENGLAND") == ["A NTH DISEMBARK NTH - BEL", "F NTH - NWY"]
        await caller.types("9", "b")
        assert "! An A/F may not enter a coastal province such as Norway (A/F rule 4)" in caller.screen
        assert stored(channel, "ENGLAND") == ["A NTH DISEMBARK NTH - BEL", "F NTH - NWY"]
        await caller.types("9", "d", "=", "D", "y")  # and both are changed at once
        assert stored(channel, "ENGLAND") == ["F NTH - ENG", "A NTH DISEMBARK ENG - BRE"]


async def test_a_landing_from_the_next_sea_says_what_the_fleet_needs(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("9", "d", "=", "D")
        assert "This needs another order: Engl'h fleet in 9: North Sea ATTACKS" in caller.screen
        assert "That unit has no order." in caller.screen
        assert caller.lines[-1] == " Enter both? (Y/n) [Y]:"
        await caller.types("x")
        assert "Press Y or N" in caller.screen
        await caller.types("\r")
        assert "* Stored both. The last: Engl'h army in 9: North Sea DISEMBARKS FROM" in caller.screen
        assert stored(channel, "ENGLAND") == ["F NTH - ENG", "A NTH DISEMBARK ENG - BRE"]
        await caller.types("9", "d")
        assert "[=] English Channel (its fleet goes there)" in caller.screen
        await caller.types("=", "I")  # nothing is asked when it goes there already
        assert stored(channel, "ENGLAND") == ["F NTH - ENG", "A NTH DISEMBARK ENG - BEL"]
        await caller.types("9", "d", "x", "O")
        assert "Stored now: Engl'h fleet in 9: North Sea ATTACKS =: English Channel." in caller.screen
        assert caller.lines[-1] == " Enter both, and replace that? [Y]:"
        await caller.types("n")
        assert "! Press Y; ? explains, Esc goes back." in caller.screen
        await caller.types("y")
        assert stored(channel, "ENGLAND") == ["F NTH - NWG", "A NTH DISEMBARK NWG - NWY"]


async def test_only_the_landing_is_entered_if_that_is_wanted(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("9", "d", "=", "D")
        await caller.escape()
        assert "Which order?" in caller.screen and stored(channel, "ENGLAND") == []
        await caller.types("d", "=", "D", "n")
        assert stored(channel, "ENGLAND") == ["A NTH DISEMBARK ENG - BRE"]
        await caller.types("9", "h")
        assert "! " in caller.screen and "A/F rule 5" in caller.screen
        assert stored(channel, "ENGLAND") == ["A NTH DISEMBARK ENG - BRE"]


async def test_an_army_goes_aboard(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("C", "e")
        assert "[=] Engl'h fleet in =: English Channel" in caller.screen
        assert "North Sea" not in caller.screen  # that fleet is full
        await caller.types("=")
        assert caller.lines[-1] == " And then? Esc goes back; Enter is [B]:"
        await caller.types("\r")
        assert stored(channel, "ENGLAND") == ["A LON EMBARK ENG"]
        assert rows(caller, "C") == ["C: London Engl'h army EMBARKS ON =: English Channel"]
        await caller.types("=")
        assert verbs(caller) == "HAST"  # it ferries nobody now
        await caller.types("a")
        assert "Brest" not in caller.screen and "[z] Mid-Atlantic" in caller.screen


async def test_an_army_goes_aboard_and_lands_in_one_turn(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("C", "e", "=", "d")
        assert "[z] Mid-Atlantic Ocean (if its fleet goes there)" in caller.screen
        await caller.types("z", "G", "y")
        assert stored(channel, "ENGLAND") == ["F ENG - MAO", "A LON EMBARK ENG, DISEMBARK MAO - POR"]
        await caller.types("=", "w")
        assert stored(channel, "ENGLAND") == ["A LON EMBARK ENG, DISEMBARK MAO - POR"]
        await caller.types("C")
        assert "DISEMBARKS FROM z: Mid-Atlantic" in caller.screen and "TO        G: Portugal" in caller.screen
        await caller.types("w")
        assert stored(channel, "ENGLAND") == []


async def test_a_fast_ferry_is_two_orders(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("C", "f")
        assert "[=] Engl'h fleet in =: English Channel" in caller.screen
        await caller.types("=")
        assert "[D] Brest" in caller.screen and "Portugal" not in caller.screen
        await caller.types("D")
        assert "This needs another order: Engl'h fleet in =: English Channel CONVOYS" in caller.screen
        await caller.types("y")
        assert stored(channel, "ENGLAND") == ["F ENG C A LON - BRE", "A LON - BRE VIA ENG"]
        assert "ATTACKS   D: Brest" in caller.screen and "VIA       =: English Channel" in caller.screen
        await caller.types("=", "c", "C", "d")
        assert "Stored now: Engl'h army in C: London ATTACKS D: Brest VIA" in caller.screen
        await caller.types("y")
        assert stored(channel, "ENGLAND") == ["A LON - PIC VIA ENG", "F ENG C A LON - PIC"]


async def test_a_ferry_of_anothers_army_asks_for_nothing_more(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("=", "c", "d", "C")
        assert stored(channel, "ENGLAND") == ["F ENG C A PIC - LON"]
    async with calling(channel, in_game(edit_orders, "Bert")) as caller:
        await caller.types("d", "f", "=", "C")
        assert stored(channel, "FRANCE") == ["A PIC - LON VIA ENG"]


async def test_supports_of_units_and_of_landings_from_one_sea(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("z", "s")
        assert "[=] Engl'h fleet in =: English Channel, or a landing" in caller.screen
        await caller.types("=")
        assert "[F] the fleet in =: English Channel" in caller.screen
        assert "[A] the army that lands from =: English Channel" in caller.screen
        await caller.types("a", "D")
        assert stored(channel, "ENGLAND") == ["F MAO S A ENG - BRE"]
        assert rows(caller, "z") == ["z: Mid-Atlantic Engl'h fleet SUPPORTS Engl'h army in =: English Channel"]
        assert "ATTACKING D: Brest" in caller.screen
        await caller.types("z", "s", "=", "\r", "=")
        assert stored(channel, "ENGLAND") == ["F MAO S F ENG"]
        await caller.types("9", "s")
        assert "[9] a landing from 9: North Sea" in caller.screen
        await caller.types("9", "O")
        assert stored(channel, "ENGLAND") == ["F MAO S F ENG", "F NTH S A NTH - NWY"]


async def test_each_step_goes_back_to_the_one_before(channel: Home) -> None:
    ways = [("z", "s", "=", "a"), ("C", "e", "=", "d", "z"), ("C", "f", "="), ("9", "d", "9"), ("=", "c", "C")]
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        for way in ways:
            seen = [caller.screen]
            for key in way:
                seen.append(await caller.types(key))
            for before in reversed(seen[:-1]):
                assert await caller.escape() == before
        assert stored(channel, "ENGLAND") == []


@pytest.mark.parametrize("key", ["?", "x"])
async def test_help_and_wrong_keys_on_each_new_screen(channel: Home, key: str) -> None:
    ways = [("9",), ("9", "d"), ("C", "e", "="), ("C", "f"), ("9", "d", "=", "D"), ("z", "s", "=")]
    for way in ways:
        async with calling(channel, in_game(edit_orders, "Anna")) as caller:
            last = await caller.types(*way)
            if key == "x" and way in (("9", "d"), ("C", "f")):
                continue  # where keys of territories are read it may be one
            said = await caller.types(key)
            assert ("Help" in said) if key == "?" else ("! Press" in said)
            if key == "?":
                assert await caller.escape() == last


async def test_what_the_judge_refuses_is_said_and_loses_nothing(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("C", "f", "=", "D", "y")
        before = stored(channel, "ENGLAND")
        for keys in (("C", "e", "=", "\r"), ("C", "h"), ("=", "h")):
            await caller.types(*keys)
            assert "! " in caller.screen and "first." in " ".join(caller.screen.split())
            assert "(A/F rule" in " ".join(caller.screen.split())
            assert stored(channel, "ENGLAND") == before
        await caller.types("b", "h")
        assert stored(channel, "ENGLAND") == [*before, "A YOR H"]


async def test_two_orders_are_both_refused_if_one_is(channel: Home) -> None:
    async with calling(channel, in_game(edit_orders, "Anna")) as caller:
        await caller.types("C", "e", "=", "\r", "z", "s", "=", "f", "=")
        before = stored(channel, "ENGLAND")
        assert before == ["A LON EMBARK ENG", "F MAO S F ENG"]
        await caller.types("C", "e", "=", "d", "z", "G", "y")
        assert "! F ENG" in caller.screen and "change or withdraw F MAO S F ENG first." in " ".join(
            caller.screen.split()
        )
        assert stored(channel, "ENGLAND") == before


async def test_a_game_without_the_rules_knows_none_of_it(home: Home) -> None:
    state = {**samples.CHANNEL, "units": {"ENGLAND": ["A LON", "F ENG", "F NTH"], "FRANCE": ["F BRE"]}}
    new_game(home, {"ENGLAND": "Anna"}, "S1901M", state)
    async with calling(home, in_game(edit_orders, "Anna")) as caller:
        await caller.types("C")
        assert verbs(caller) == "HAST" and "EMBARK" not in caller.screen
        await caller.types("a")
        assert "Norway BY CONVOY" in caller.screen


# Midsummer


@pytest.mark.parametrize(
    ("keys", "order", "army"),
    [
        (("0", "\r"), "F ION D", "is lost with it"),
        (("0", "n", "!"), "F ION R ADR", "stays aboard"),
        (("0", "n", "S", "y"), "F ION R NAP", "is lost"),
        (("0", "n", "T", "y"), "F ION R TUN", "is lost"),
        (("0", "n", "*", "y"), "F ION R TYS", "is lost"),
    ],
)
async def test_a_beaten_a_f_has_these_choices(beaten: Home, keys: tuple[str, ...], order: str, army: str) -> None:
    async with calling(beaten, in_game(edit_retreats, "Anna")) as caller:
        assert "0 of 2 settled," in caller.screen
        await caller.types(*keys)
        assert stored(beaten, "ITALY") == [order]
        assert rows(caller, "0")[1] == f"0: Ionian Sea Ital'n army {army}"
        assert "1 of 2 settled," in caller.screen


async def test_a_beaten_a_f_is_asked_about(beaten: Home) -> None:
    async with calling(beaten, in_game(edit_retreats, "Anna")) as caller:
        await caller.types("0")
        assert "Ital'n A/F in 0: Ionian Sea was beaten and must leave." in caller.screen
        assert caller.lines[-1] == " Disband both, fleet and army? (Y/n) [Y]:"
        await caller.types("n")
        offered = [line.strip() for line in caller.lines if line.startswith(" [")]
        assert offered == [
            "[!] Adriatic Sea",
            "[S] Naples (the army aboard is lost)",
            "[T] Tunis (the army aboard is lost)",
            "[*] Tyrrhenian Sea (occupied: both would be disbanded)",
        ]
        await caller.types("S")
        assert "Naples is no sea: the army aboard would be disbanded." in caller.screen
        assert caller.lines[-1] == " Send it there all the same? (y/N) [N]:"
        await caller.types("\r")
        assert "[S] Naples" in caller.screen and stored(beaten, "ITALY") == []


async def test_a_beaten_army_may_go_aboard(beaten: Home) -> None:
    async with calling(beaten, in_game(edit_retreats, "Anna")) as caller:
        await caller.types("R")
        assert "It could go to j: Tuscany; *: Tyrrhenian Sea (aboard the fleet)." in caller.screen
        await caller.types("n")
        offered = [line.strip() for line in caller.lines if line.startswith(" [")]
        assert offered == ["[j] Tuscany", "[*] aboard the fleet in Tyrrhenian Sea"]
        await caller.types("*")
        assert stored(beaten, "ITALY") == ["A ROM R TYS"]


async def test_two_armies_for_one_fleet_are_warned_of(home: Home) -> None:
    state = {
        "units": {"ITALY": ["*A ROM", "*A TUS", "F TYS"], "TURKEY": ["A ROM", "A TUS"]},
        "retreats": {"ITALY": {"A ROM": ["TYS"], "A TUS": ["PIE", "TYS"]}},
        "centers": {"ITALY": ["NAP"]},
    }
    new_game(home, {"ITALY": "Anna"}, "S1901R", state, army_fleet=True)
    async with calling(home, in_game(edit_retreats, "Anna")) as caller:
        await caller.types("R", "n", "*", "j", "n")
        assert "[*] Tyrrhenian Sea (another of yours goes there)" in caller.screen
        await caller.types("*")
        assert "both would be disbanded" in " ".join(caller.screen.split())
        await caller.types("\r", "i")
        assert stored(home, "ITALY") == ["A ROM R TYS", "A TUS R PIE"]


# Winter


async def test_of_an_a_f_the_army_is_removed_or_both(carriers: Home) -> None:
    async with calling(carriers, in_game(edit_winter, "Anna")) as caller:
        assert "You must remove 2 units, 0 chosen," in caller.screen
        await caller.types("9")
        assert [line.strip()[:3] for line in caller.lines if line.startswith(" [")] == ["[A]", "[B]"]
        assert caller.lines[-1] == " Which? Go back [Enter]:"
        await caller.types("a")
        assert stored(carriers, "ENGLAND") == ["A NTH D"]
        assert rows(caller, "9") == ["9: North Sea Engl'h fleet stays", "9: North Sea Engl'h army IS DISBANDED"]
        assert "1 chosen," in caller.screen
        await caller.types("9", "b")
        assert stored(carriers, "ENGLAND") == ["A/F NTH D"]
        assert [row.endswith("IS DISBANDED") for row in rows(caller, "9")] == [True, True]
        assert "2 chosen," in caller.screen
        await caller.types("c")
        assert "England must remove 2 units and has ordered that already" in caller.screen
        await caller.types("9", "a", "c")
        assert stored(carriers, "ENGLAND") == ["A NTH D", "A WAL D"]
        await caller.types("9", "b")
        assert "has ordered that already" in caller.screen
        assert stored(carriers, "ENGLAND") == ["A NTH D", "A WAL D"]
        await caller.types("9", "\r")
        assert "Taken back: fleet and army stay." in caller.screen
        assert stored(carriers, "ENGLAND") == ["A WAL D"]


async def test_halves_that_were_typed_are_taken_back_together_and_one_by_one(carriers: Home) -> None:
    async with calling(carriers, in_game(edit_winter, "Anna")) as caller:
        await caller.types(">", "A NTH D; F NTH D\r", "\r")
        assert stored(carriers, "ENGLAND") == ["A NTH D", "F NTH D"]
        await caller.types("9", "a")
        assert stored(carriers, "ENGLAND") == ["A NTH D"]
        await caller.types(">", "F NTH D\r", "\r", "9", "w")
        assert stored(carriers, "ENGLAND") == []


async def test_where_one_removal_is_due_only_the_army_is_offered(carriers: Home) -> None:
    async with calling(carriers, in_game(edit_winter, "Bert")) as caller:
        assert "You must remove 1 unit, 0 chosen," in caller.screen
        await caller.types("z")
        assert "[A] the army aboard: one removal" in caller.screen and "[B]" not in caller.screen
        await caller.types("b")
        assert "! Press A; ? explains, Esc goes back." in caller.screen
        await caller.types("\r")
        assert stored(carriers, "FRANCE") == []
        await caller.types("z", "a")
        assert stored(carriers, "FRANCE") == ["A MAO D"]


async def test_the_turn_passes_under_each_new_screen(channel: Home) -> None:
    for day, keys in enumerate((("9", "d"), ("C", "e", "="), ("C", "f", "=")), 1):
        async with calling(channel, in_game(play, "Anna")) as caller:
            await caller.types("o", *keys)
            process(channel, "autumn", NOW + timedelta(days=day))
            await caller.types("?")
            assert "The turn has passed" in caller.screen
