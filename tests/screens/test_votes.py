"""Voting from the table, with the questions before it and what others see of it."""

from __future__ import annotations

import shutil
from datetime import timedelta

import pytest
from msgspec.structs import replace

from door.judge import games, votes
from door.judge.process import process
from door.screens.gamemenu import play
from door.screens.standing import show_standings
from door.store.games import save_game
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, Caller, calling, in_game, new_game
from tests.screens.test_seats import everything_shown

pytestmark = pytest.mark.usefixtures("quick")

SEATS = {"FRANCE": "Anna", "GERMANY": "Bert", "ITALY": "Carla"}


@pytest.fixture
def autumn(home: Home) -> Home:
    new_game(home, SEATS)
    return home


def votes_of(home: Home) -> dict[str, str | None]:
    seen = games.view(home, "autumn")
    cast = {caller: votes.own_vote(home, seen, caller) for caller in SEATS.values()}
    return {caller: vote.to for caller, vote in cast.items() if vote is not None}


def cast(home: Home, *callers: str, to: str | None = None) -> None:
    for caller in callers:
        votes.cast(home, "autumn", caller, games.view(home, "autumn").record.turn, to, NOW)


def change(home: Home, **settings: object) -> None:
    save_game(home, replace(games.view(home, "autumn").record, **settings))


async def test_a_vote_is_cast_changed_and_taken_back(autumn: Home) -> None:
    async with calling(autumn, in_game(play, "Anna")) as caller:
        await caller.types("s", "v")
        assert "You have not voted in this turn." in caller.screen
        await caller.types("d")
        assert caller.lines[-1] == " Vote for a draw? (y/N) [N]:"
        await caller.types("y")
        assert "* You have voted for a draw." in caller.screen and "Your vote: a draw." in caller.screen
        assert votes_of(autumn) == {"Anna": None}
        await caller.types("g", "y")
        assert "Your vote: a concession to Germany." in caller.screen
        assert votes_of(autumn) == {"Anna": "GERMANY"}
        await caller.types("n")
        assert "* Your vote is taken back." in caller.screen and "[N]" not in caller.screen
        assert votes_of(autumn) == {}
        await caller.types("q")
        assert "standings" in caller.lines[0]
        await caller.types("\r")
        assert "Your choice" in caller.lines[-1]


@pytest.mark.parametrize("answer", ["\r", "n", "q"])
async def test_only_yes_votes(autumn: Home, answer: str) -> None:
    async with calling(autumn, in_game(show_standings, "Anna")) as caller:
        await caller.types("v", "d", "x", answer)
        assert "You have not voted in this turn." in caller.screen
        assert votes_of(autumn) == {}


async def test_keys_typed_ahead_cast_no_vote(autumn: Home) -> None:
    async with calling(autumn, in_game(show_standings, "Anna")) as caller:
        await caller.types("vdy")
        assert caller.lines[-1] == " Vote for a draw? (y/N) [N]:"
        assert votes_of(autumn) == {}


async def test_wrong_keys_and_help(autumn: Home) -> None:
    async with calling(autumn, in_game(show_standings, "Anna")) as caller:
        await caller.types("z")
        assert "! Press V or X; ? explains, Esc goes back." in caller.screen
        await caller.types("?")
        assert '"Late" counts' in caller.screen
        await caller.types("\r", "v", "z")
        assert "! Press D, G or I; ? explains, Esc goes back." in caller.screen
        await caller.types("?")
        assert "A draw is shared equally by all powers" in caller.screen


async def test_the_last_vote_ends_the_game_for_everybody(autumn: Home) -> None:
    cast(autumn, "Bert", "Carla")
    async with calling(autumn, in_game(play, "Anna")) as caller, calling(autumn, in_game(play, "Bert")) as other:
        await other.types("o")
        await caller.types("s", "v", "d", "y")
        assert caller.lines[-1].startswith(" Your choice")
        assert "The game is over. It has ended in a draw of Austria, England, France," in caller.screen
        assert "[O]" not in caller.screen
        await other.types("x")
        assert "The game is over" in other.screen
        await caller.types("s")
        assert "V" not in keys_of(caller) and "X" not in keys_of(caller)
        assert "draw of Austria, England, France," in caller.screen
    assert games.view(autumn, "autumn").record.status == "over"


def keys_of(caller: Caller) -> str:
    return "".join(part[0] for part in caller.screen.split("[")[1:])


async def test_a_concession(autumn: Home) -> None:
    cast(autumn, "Bert", to="ITALY")
    async with calling(autumn, in_game(play, "Anna")) as caller:
        await caller.types("s", "v", "i", "y")
        assert "Italy has won: the others have conceded." in caller.screen


async def test_the_turn_passes_while_the_caller_thinks_it_over(autumn: Home) -> None:
    cast(autumn, "Bert", "Carla")
    async with calling(autumn, in_game(play, "Anna")) as caller:
        await caller.types("s", "v", "d")
        process(autumn, "autumn", NOW + timedelta(days=1))
        await caller.types("y")
        assert "The turn has passed: it is now Fall 1901." in caller.screen
    assert votes_of(autumn) == {} and games.view(autumn, "autumn").record.status == "running"


async def test_the_seat_is_freed_on_the_vote_screen(autumn: Home) -> None:
    async with calling(autumn, in_game(play, "Anna")) as caller:
        await caller.types("s", "v", "d")
        games.vacate_seat(autumn, "autumn", "FRANCE", NOW)
        await caller.types("y")
        assert "You do not play France any more" in caller.screen
    assert votes_of(autumn) == {}


@pytest.mark.parametrize(
    ("settings", "keys"),
    [
        ({"draws": False}, "GI"),
        ({"concessions": False}, "D"),
        ({"draws": False, "concessions": False}, None),
        ({"status": "forming"}, None),
        ({"seats": {"FRANCE": "Anna"}}, None),
    ],
)
async def test_what_is_offered_is_what_the_game_allows(
    autumn: Home, settings: dict[str, object], keys: str | None
) -> None:
    change(autumn, **settings)
    async with calling(autumn, in_game(show_standings, "Anna")) as caller:
        await caller.types("v")
        if keys is None:
            assert "! Press X; ? explains, Esc goes back." in caller.screen
        else:
            assert "· vote" in caller.lines[0]
            assert {key for key in keys_of(caller) if key != "E"} == set(keys)


async def test_who_looks_on_cannot_vote(autumn: Home) -> None:
    async with calling(autumn, in_game(show_standings, "Zoe")) as caller:
        await caller.types("v")
        assert "! Press Enter; ? explains, Esc goes back." in caller.screen


async def test_plain_lines(autumn: Home) -> None:
    plain = Caps(Charset.ASCII, colour=False, cursor=False)
    async with calling(autumn, in_game(show_standings, "Anna"), caps=plain, line_mode=True) as caller:
        await caller.types("v\n", "d\n", "y\n")
        assert "Your vote: a draw." in caller.said
    assert votes_of(autumn) == {"Anna": None}


@pytest.mark.parametrize("viewer", ["Anna", "Zoe"])
async def test_no_screen_tells_of_the_votes_of_others(autumn: Home, viewer: str) -> None:
    """Every screen two keys deep is the same with votes as without."""
    shutil.copytree(autumn.root, autumn.root.with_name("other"))
    before = await everything_shown(Home.open(autumn.root.with_name("other")), viewer)
    cast(autumn, "Bert", to="ITALY")
    assert await everything_shown(autumn, viewer) == before
    assert len(before) > 15
