"""The way in: character set, sign-in, registration, the list of games, a seat."""

from __future__ import annotations

import pytest

from door.judge import games, signup
from door.screens.door import run
from door.screens.lobby import lobby
from door.screens.session import Session
from door.store.callers import load_caller
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, calling, new_game

pytestmark = pytest.mark.usefixtures("quick")


async def test_first_text_is_seven_bits_and_the_question_shows_both_sets(home: Home) -> None:
    async with calling(home, run, guess=None, caps=Caps(Charset.ASCII)) as caller:
        first = bytes(caller.wire.sent)
        before, after = first.split(b" 1  UTF-8", 1)
        assert before.isascii() and b"\x1b" not in before and b"EMPIRE 1901" in before
        assert "░▒▓█".encode() in after and "░▒▓█".encode("cp437") in after
        assert first.rstrip().endswith(b"[2]:")
        await caller.types("x")
        assert "Press 1, 2 or 3" in caller.said
        await caller.types("\r")
        assert caller.session.caps == Caps(Charset.CP437)
        assert "█████" in caller.screen


@pytest.mark.parametrize(
    ("key", "caps"),
    [("1", Caps(Charset.UTF8)), ("2", Caps(Charset.CP437)), ("3", Caps(Charset.ASCII, colour=False, cursor=False))],
)
async def test_each_answer_to_the_question(home: Home, key: str, caps: Caps) -> None:
    async with calling(home, run, guess=None, caps=Caps(Charset.ASCII)) as caller:
        await caller.types(key)
        assert caller.session.caps == caps


async def test_a_client_that_sends_lines_is_offered_plain_lines(home: Home) -> None:
    async with calling(home, run, guess=None, caps=Caps(Charset.ASCII), line_mode=True) as caller:
        assert "[3]:" in caller.said
        await caller.types("\n")
        assert not caller.session.caps.cursor
        asked = len(caller.wire.sent)
        await caller.types("new\n", "Dora\n", "secret77\n", "secret77\n")
        assert b"\x1b" not in caller.wire.sent[asked:]
        assert "There is no game on this board yet." in caller.said
    record = load_caller(home, "dora")
    assert record is not None and (record.charset, record.colour, record.plain) == ("ascii", False, True)


async def test_no_question_when_the_client_has_said_it(home: Home) -> None:
    async with calling(home, run) as caller:
        assert "New callers: type NEW" in caller.screen
        assert caller.lines[-1] == " Your name:"


async def test_register_and_come_back(home: Home) -> None:
    new_game(home, {})
    async with calling(home, run) as caller:
        screen = await caller.types("Anna\r")
        assert "No caller of that name. Register Anna? (y/N) [N]:" in screen
        assert "Your name" in await caller.types("\r")
        await caller.types("Anna\r", "y", "short\r")
        assert "A password has 6 to 64 characters; this one has 5." in caller.screen
        await caller.types("secret77\r", "secret78\r")
        assert "The two passwords are not the same" in caller.screen
        await caller.types("secret77\r", "secret77\r")
        assert "The Autumn Game" in caller.screen
        assert caller.session.caller == "Anna"
    assert b"secret77" not in caller.wire.sent
    async with calling(home, run) as caller:
        await caller.types("ANNA\r", "secret77\r")
        assert caller.session.caller == "Anna"


async def test_new_asks_for_a_name_that_will_do(home: Home) -> None:
    async with calling(home, run) as caller:
        await caller.types("new\r", "2x\r")
        assert "A name starts with a letter." in caller.screen
        assert caller.lines[-1] == " New name: 2x"
        await caller.types("\b\bxy\r")
        assert "New password for xy" in caller.screen
        await caller.escape()
        assert "Your name" in caller.screen
        await caller.types("!\r")
        assert "A name has 2 to 20 characters" in caller.screen


async def test_an_address_has_its_share_of_new_callers(home: Home) -> None:
    async with calling(home, run) as caller:
        caller.session.may_sign_up = lambda: False
        await caller.types("Anna\r", "y", "secret77\r", "secret77\r")
        assert "Too many new callers came from your address today." in caller.screen
        assert load_caller(home, "Anna") is None


@pytest.mark.parametrize("name", ["../x", "a" * 31, "con", "é" * 20, "Zoë O'Neill", "sysop", ".", "日本語"])
async def test_odd_names_get_a_sentence_or_a_question(home: Home, name: str) -> None:
    async with calling(home, run) as caller:
        screen = await caller.types(f"{name}\r")
        assert "Register" in screen or " ! " in screen


async def test_three_wrong_passwords_end_the_call(home: Home) -> None:
    signup.register(home, "Anna", "secret77", NOW)
    async with calling(home, run) as caller:
        await caller.types("Anna\r", "wrong1\r")
        assert "do not go together. 2 tries are left." in caller.screen
        await caller.types("wrong2\r")
        assert "1 try is left." in caller.screen
        await caller.types("wrong3\r")
        assert caller.call.done()
        assert "That was the last try. Good-bye." in caller.said
        assert caller.session.caller is None


@pytest.mark.parametrize("leave", ["\r", "q\r", "quit\r", "bye\r"])
async def test_leaving_at_the_name(home: Home, leave: str) -> None:
    async with calling(home, run) as caller:
        await caller.types(leave)
        assert caller.call.done() and "Good-bye, and thank you" in caller.said


async def test_help_and_esc_at_the_name(home: Home) -> None:
    async with calling(home, run) as caller:
        assert "Telnet is not secret" in await caller.types("?\r")
        assert "Your name" in await caller.types("\r")
        await caller.escape()
        assert caller.call.done()


async def test_what_was_chosen_before_wins(home: Home) -> None:
    signup.register(home, "Anna", "secret77", NOW)
    signup.remember_display(home, "Anna", "cp437", False, False)
    async with calling(home, run) as caller:
        await caller.types("anna\r", "secret77\r")
        assert caller.session.caps == Caps(Charset.CP437, colour=False)
        assert "Games" in caller.screen


async def test_the_display_can_be_changed_and_is_kept(home: Home) -> None:
    signup.register(home, "Anna", "secret77", NOW)

    async def list_games(session: Session) -> None:
        await lobby(session, "Anna")

    async with calling(home, list_games, caller="Anna") as caller:
        await caller.types("d", "c")
        assert caller.session.caps == Caps(Charset.UTF8, colour=False)
        assert "Kept for your next call." in caller.screen
        await caller.types("7")
        assert caller.session.caps == Caps(Charset.CP437, colour=False)
        await caller.types("a", "x")
        assert "Press U, 7, A, C or P" in caller.screen
        assert "Display" in await caller.types("?", "\r")
        await caller.types("p")
        assert not caller.session.caps.cursor
        await caller.types("p", "u", "q")
        assert "Games" in caller.screen
    record = load_caller(home, "Anna")
    assert record is not None and (record.charset, record.colour, record.plain) == ("utf-8", False, False)


async def test_a_small_window_is_not_kept_as_a_wish_for_plain_lines(home: Home) -> None:
    signup.register(home, "Anna", "secret77", NOW)

    async def list_games(session: Session) -> None:
        await lobby(session, "Anna")

    small = Caps(Charset.UTF8, columns=40, rows=20)
    async with calling(home, list_games, caller="Anna", caps=small) as caller:
        await caller.types("d", "c")
        record = load_caller(home, "Anna")
        assert record is not None and (record.colour, record.plain) == (False, None)
        caller.session.resize(80, 24)
        assert caller.session.caps.cursor


async def test_plain_lines_that_were_chosen_stay_in_a_small_window(home: Home) -> None:
    signup.register(home, "Anna", "secret77", NOW)

    async def list_games(session: Session) -> None:
        await lobby(session, "Anna")

    small = Caps(Charset.UTF8, cursor=False, columns=40, rows=20)
    async with calling(home, list_games, caller="Anna", caps=small) as caller:
        await caller.types("d", "c")
        caller.session.resize(80, 24)
        assert not caller.session.caps.cursor


async def test_the_list_of_games(home: Home) -> None:
    for number in range(11):
        games.new_game(home, f"g{number:02}", f"Game {number}", "e1901", "open", NOW)
    games.take_seat(home, "g07", "FRANCE", "Anna", NOW)

    async def list_games(session: Session) -> None:
        await lobby(session, "Anna")

    async with calling(home, list_games, caller="Anna") as caller:
        assert " 1  Game 7" in caller.lines[4]
        assert "France   3 orders" in caller.lines[4]
        assert "Page 1 of 2" in caller.screen
        await caller.types("x")
        assert "Press 1 to 9 for a game" in caller.screen
        await caller.types(" ")
        assert "Page 2 of 2" in caller.screen and "Game 10" in caller.screen
        await caller.types("3")
        assert "Press 1 to 2 for a game" in caller.screen
        assert "All games of this board" in await caller.types("?")
        await caller.types("\r", "\x1b[A", "\r")
        assert "Empire 1901 · Game 7" in caller.screen
        await caller.types("g", "\r")  # a reminder of what is not entered comes first
        assert "Games" in caller.lines[0]
        await caller.types("q")
        assert caller.call.done()


async def test_a_damaged_game_is_said_to_be_so(home: Home) -> None:
    new_game(home, {})
    (home.games_dir / "autumn" / "game.json").write_text("{")

    async def list_games(session: Session) -> None:
        await lobby(session, "Anna")

    async with calling(home, list_games, caller="Anna") as caller:
        await caller.types("1")
        assert "cannot be read just now: please tell the sysop." in caller.screen


async def test_taking_a_seat(home: Home) -> None:
    new_game(home, {"FRANCE": "Bert"})

    async def list_games(session: Session) -> None:
        await lobby(session, "Anna")

    async with calling(home, list_games, caller="Anna") as caller:
        await caller.types("1")
        assert caller.lines[-1] == " Your choice [T]:"
        await caller.types("\r", "f")
        assert "Press A, E, G, I, R or T" in caller.screen
        await caller.types("g")
        assert caller.lines[-1] == " Play Germany until the game ends? (y/N) [N]:"
        await caller.types("\r")
        assert "Key of a power" in caller.screen
        await caller.types("g", "z")
        assert "Press Y or N" in caller.screen
        games.take_seat(home, "autumn", "GERMANY", "Carla", NOW)  # somebody was quicker
        await caller.types("y")
        assert "Germany is taken by Carla: choose another power." in caller.screen
        await caller.types("I", "Y")
        assert "Spring 1901 · Italy" in caller.lines[0]
        assert caller.lines[-1] == " Your choice [O]:"
    assert games.view(home, "autumn").record.seats["ITALY"] == "Anna"
