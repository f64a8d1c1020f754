"""Seats that take a password, seats whose callers are not named, and seats that are left."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from msgspec.structs import replace

from door.judge import games, submit
from door.judge.process import process
from door.judge.seats import SOMEBODY
from door.screens.gamemenu import play
from door.screens.lobby import lobby
from door.screens.session import Session
from door.store.games import save_game
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, calling, in_game, new_game

pytestmark = pytest.mark.usefixtures("quick")

NAMES = {"FRANCE": "Annabella", "GERMANY": "Bertram", "ITALY": "Carlotta"}
WORD = "open sesame"
_KEY = re.compile(r"\[(\S)\]")
#: Keys of lists and maps, which stand in no brackets.
_OTHERS = "1WK"


async def everything_shown(home: Home, viewer: str) -> dict[str, str]:
    """What the viewer sees behind each key of the game's menu, and behind each key there."""
    found = {"": await shown(home, viewer, "")}
    for first in sorted(set(_KEY.findall(found[""])) - set("GQ")):
        found[first] = await shown(home, viewer, first)
        for second in sorted({*_KEY.findall(found[first]), *_OTHERS} - set("Q")):
            found[first + second] = await shown(home, viewer, first + second)
    return found


async def shown(home: Home, viewer: str, keys: str) -> str:
    async with calling(home, in_game(play, viewer), caller=viewer) as caller:
        for key in keys:
            if not caller.call.done():
                await caller.types(key)
        return caller.screen


def invited(home: Home) -> None:
    games.new_game(home, "autumn", "The Autumn Game", "e1901", "open", NOW, password=WORD)


@pytest.fixture
def anonymous(home: Home) -> Home:
    new_game(home, NAMES)
    save_game(home, replace(games.view(home, "autumn").record, anonymous=True))
    return home


async def test_an_invited_game_asks_for_its_password(home: Home) -> None:
    invited(home)
    async with calling(home, in_game(play, "Anna")) as caller:
        await caller.types("t", "f")
        assert "This game is for invited callers: you are asked for its password." in caller.screen
        await caller.types("y")
        assert "Password of this game" in caller.lines[-1]
        await caller.types("a guess\r")
        assert "! That is not the password of The Autumn Game: you have 4 more today." in caller.screen
        assert games.view(home, "autumn").record.seats == {}
        await caller.types("f", "y", f"{WORD}")
        assert WORD not in caller.said and caller.lines[-1].endswith("*" * len(WORD))
        await caller.types("\r")
        assert games.view(home, "autumn").record.seats == {"FRANCE": "Anna"}
        assert "[O] Orders" in caller.screen


async def test_the_password_can_be_asked_about_and_given_up(home: Home) -> None:
    invited(home)
    async with calling(home, in_game(play, "Anna")) as caller:
        await caller.types("t", "f", "y", "?\r")
        assert "It is not the password of your name." in caller.screen
        await caller.types("\r")
        assert "Password of this game" in caller.lines[-1]
        await caller.escape()
        assert "Key of a power" in caller.lines[-1]
    assert not (home.games_dir / "autumn" / "tries.json").exists()


async def test_too_many_wrong_passwords(home: Home) -> None:
    invited(home)
    async with calling(home, in_game(play, "Anna")) as caller:
        await caller.types("t", *["f", "y", "a guess\r"] * 5)
        assert "that was your last try today" in caller.screen
    async with calling(home, in_game(play, "Anna")) as caller:  # calling again does not help
        await caller.types("t", "f", "y", f"{WORD}\r")
        assert "! You gave a wrong password too often today: try again tomorrow" in caller.screen
    async with calling(home, in_game(play, "Bert")) as caller:
        await caller.types("t", "f", "y", f"{WORD}\r")
        assert "[O] Orders" in caller.screen


async def test_the_password_in_plain_lines(home: Home) -> None:
    invited(home)
    plain = Caps(Charset.ASCII, colour=False, cursor=False)
    async with calling(home, in_game(play, "Anna"), caps=plain) as caller:
        await caller.types("t", "f", "y", f"{WORD}\r")
        assert WORD not in caller.said and "[O] Orders" in caller.said


async def test_a_seat_is_left_after_two_questions(home: Home) -> None:
    new_game(home, NAMES)
    async with calling(home, in_game(play, "Annabella")) as caller:
        await caller.types("o", "E", "a", "e")
        stored = submit.stored_texts(home, games.view(home, "autumn"), "FRANCE")
        await caller.types("\r", "s", "x")
        assert caller.lines[-1] == " Leave France? (y/N) [N]:"
        await caller.types("y")
        assert caller.lines[-1] == " Really leave France for good? (y/N) [N]:"
        await caller.types("y")
        assert "* You have left France: the seat is open." in caller.screen
        assert "[V]" not in caller.screen and "[X]" not in caller.screen
        await caller.types("\r")
        assert "[T] Take a seat" in caller.screen and "[O]" not in caller.screen
        assert submit.stored_texts(home, games.view(home, "autumn"), "FRANCE") == stored != []
        await caller.types("t", "a", "y")
        assert "! You played France in this game and cannot play another power." in caller.screen
        await caller.types("f", "y")
        assert "[O] Orders" in caller.screen


@pytest.mark.parametrize("answers", ["\r", "n", "q", "y\r", "yn", "yq"])
async def test_anything_but_two_yes_stays(home: Home, answers: str) -> None:
    new_game(home, NAMES)
    async with calling(home, in_game(play, "Annabella")) as caller:
        await caller.types("s", "x", *answers)
        assert "[X] Leave your seat" in caller.screen
    assert games.view(home, "autumn").record.seats == NAMES


async def test_keys_typed_ahead_leave_no_seat(home: Home) -> None:
    new_game(home, NAMES)
    async with calling(home, in_game(play, "Annabella")) as caller:
        await caller.types("sxyy")
        assert "Leave France?" in caller.screen
    assert games.view(home, "autumn").record.seats == NAMES


async def test_the_game_ends_while_the_caller_is_asked(home: Home) -> None:
    new_game(home, NAMES)
    async with calling(home, in_game(play, "Annabella")) as caller:
        await caller.types("s", "x", "y")
        save_game(home, replace(games.view(home, "autumn").record, status="over", phase="COMPLETED"))
        await caller.types("y")
        assert "The game is over" in caller.screen
    assert games.view(home, "autumn").record.seats == NAMES


@pytest.mark.parametrize("viewer", ["Bertram", "Zoe"])
async def test_r71_no_screen_of_an_anonymous_game_names_another_caller(anonymous: Home, viewer: str) -> None:
    """Every screen two keys deep, before and after a turn; and a seat that was taken cannot be found out about."""
    others = set(NAMES.values()) - {viewer}
    for day in (0, 1):
        process(anonymous, "autumn", NOW + timedelta(days=day))
        for keys, screen in (await everything_shown(anonymous, viewer)).items():
            assert not [name for name in others if name in screen], f"behind {keys!r}:\n{screen}"


async def test_the_list_of_games_names_no_caller_of_an_anonymous_game(anonymous: Home) -> None:
    async def run(session: Session) -> None:
        await lobby(session, "Zoe")

    async with calling(anonymous, run, caller="Zoe") as caller:
        assert "The Autumn Game" in caller.screen
        assert not [name for name in NAMES.values() if name in caller.said]


async def test_names_are_shown_when_an_anonymous_game_is_over(anonymous: Home) -> None:
    async with calling(anonymous, in_game(play, "Zoe")) as caller:
        await caller.types("s")
        assert caller.screen.count(SOMEBODY) == 3
    save_game(anonymous, replace(games.view(anonymous, "autumn").record, status="over", phase="COMPLETED"))
    async with calling(anonymous, in_game(play, "Zoe")) as caller:
        await caller.types("s")
        assert all(name in caller.screen for name in NAMES.values())
