"""The main menu of a game and what it leads to; and the four keys that mean the same on every screen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from door.judge import games
from door.judge.process import process
from door.screens.gamemenu import play
from door.screens.sections import sections
from door.store.games import game_folder
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, Caller, calling, in_game, new_game

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def spring(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    return home


async def test_a_tour(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        assert "[O] Orders  0 of 3 entered" in caller.screen
        assert "No order yet for D: Brest, F: Marseilles, E: Paris." in caller.screen
        await caller.types("x")
        assert "Press O, Y, P, M, L, W, S, I, D, G or Q; ? explains, Esc goes back." in caller.screen
        for key, title in (
            ("m", "Spring 1901 · France"),
            ("l", "last turn"),
            ("s", "standings"),
            ("i", "Instructions"),
            ("d", "Display"),
            ("o", "orders"),
        ):
            await caller.types(key)
            assert title in caller.lines[0]
            assert "Your choice" not in caller.lines[-1]
            await caller.escape()
            assert caller.lines[-1].startswith(" Your choice")
        await caller.types("q", "\r")
        assert caller.call.done()


@pytest.mark.parametrize("path", ["", "m", "mk", "mu", "l", "s", "i", "ia", "d", "o", "oE", "oEa", "oEs", "oEt", "o>"])
async def test_four_keys_mean_the_same_everywhere(spring: Home, path: str) -> None:
    async def go(caller: Caller) -> str:
        await caller.types(*path)
        return caller.screen

    async with calling(spring, in_game(play, "Anna")) as caller:
        before = await go(caller)
        await caller.escape()
        assert caller.call.done() or caller.screen != before  # back
        assert "! Press " not in caller.screen
    async with calling(spring, in_game(play, "Anna")) as caller:
        before = await go(caller)
        await caller.types("?" if path[-1:] not in (">", "t") else "?\r")
        assert "Empire 1901 · Help" in caller.lines[0] or "* Press Enter or" in caller.screen
    async with calling(spring, in_game(play, "Anna")) as caller:
        await go(caller)
        before = caller.screen
        await caller.types("\r")
        assert caller.screen != before  # the default does something
        assert "! Press " not in caller.screen


async def test_the_map_and_its_lists(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("m")
        assert "EAf" in caller.screen and "Aust'n" in caller.screen
        await caller.types("x")
        assert "! Press K or U" in caller.screen
        await caller.types("k")
        assert "E: Paris" in caller.screen
        await caller.types("\r", "b", "s", "u")
        assert "France (you)" in caller.screen
        await caller.types("\x1b[6~")
        assert "Nobody's centres" in caller.screen
        await caller.types("\r", "q")
        assert "Your choice" in caller.screen


async def test_plain_lines_have_a_list_for_a_map(spring: Home) -> None:
    plain = Caps(Charset.ASCII, colour=False, cursor=False)
    async with calling(spring, in_game(play, "Anna"), caps=plain) as caller:
        await caller.types("m")
        assert "Units: fleet D: Brest; army F: Marseilles; army E: Paris." in caller.said
        await caller.types("c")
        assert "Nobody's centres" in caller.said and caller.said.rstrip().endswith(":")
        await caller.types("\r", "o", "E", "a", "e")
        assert "Stored: French army in E: Paris ATTACKS e: Burgundy." in caller.said
    assert b"\x1b" not in caller.wire.sent


async def test_a_client_that_sends_lines(spring: Home) -> None:
    plain = Caps(Charset.ASCII, colour=False, cursor=False)
    async with calling(spring, in_game(play, "Anna"), caps=plain, line_mode=True) as caller:
        await caller.types("o\n", "E\n", "a\n", "e\n", ">\n", "bre - mao\n")
        assert "Stored F BRE - MAO: French fleet in D: Brest ATTACKS z: Mid-Atlantic." in caller.said
        await caller.types("\n", "\n", "quit\n", "\n")
        assert caller.call.done()


async def test_the_instructions(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("i")
        assert all(f"[{section.letter}] {section.title}" in caller.screen for section in sections())
        await caller.types("h")
        assert "Instructions · H" in caller.lines[0]
        await caller.types("s")
        assert caller.lines[-1].endswith("[I]:")


async def test_the_report_says_what_happened(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("l")
        assert "No turn has been played yet." in caller.screen
        await caller.types("\r", "o", "E", "a", "e")
        process(spring, "autumn", NOW + timedelta(days=1))
        await caller.types("\r")
        assert "The turn has passed: it is now Fall 1901." in caller.screen
        assert "The last event that closed a turn ran on" in caller.screen
        await caller.types("l")
        assert "Spring 1901" in caller.lines[0]
        await caller.types(*["\r"] * 6)
        assert "Your choice" in caller.screen


async def test_the_turn_passes_on_the_display_screen(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("d")
        process(spring, "autumn", NOW + timedelta(days=1))
        await caller.types("\r")
        assert "The turn has passed: it is now Fall 1901." in caller.screen
        await caller.types("s", "\r")
        assert "The turn has passed" not in caller.screen


async def test_a_game_that_begins_meanwhile(home: Home) -> None:
    games.new_game(home, "autumn", "The Autumn Game", "e1901", "full", NOW)
    powers = list(games.view(home, "autumn").board.powers)
    games.take_seat(home, "autumn", powers[0], "Anna", NOW)
    async with calling(home, in_game(play, "Anna")) as caller:
        assert "it waits for 6 more callers" in caller.screen
        await caller.types("s")
        for power in powers[1:]:
            games.take_seat(home, "autumn", power, f"Caller {power}", NOW)
        await caller.types("\r")
        assert "The game has started: it is now Spring 1901." in caller.screen


async def test_a_game_that_is_removed_meanwhile(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        (game_folder(spring, "autumn") / "game.json").write_text("{")
        await caller.types("s")
        assert caller.call.done()  # back in the list, which says why
