"""Who is here, over real lines: who has signed in, in which game, on which server; nobody whose line has dropped."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from door.judge import signup
from door.judge.games import new_game, take_seat
from door.node.limits import Limits
from door.screens.door import run
from door.store.home import Home
from door.store.online import on_line
from tests.e2e.phone import Phone, serving, sign_in
from tests.node.conftest import door_open
from tests.screens.calling import NOW

PASSWORD = "secret77"
#: The callers answer all that they are asked; on a busy machine a little later.
PATIENT = Limits(negotiation_seconds=5.0)


@pytest.fixture
def board(tmp_path: Path) -> Home:
    home = Home.open(tmp_path / "home")
    for name in ("Anna", "Bert", "Carla"):
        signup.register(home, name, PASSWORD, NOW)
    new_game(home, "autumn", "The Autumn Game", "e1901", "open", NOW)
    take_seat(home, "autumn", "FRANCE", "Bert", NOW)
    return home


@asynccontextmanager
async def phone(port: int, name: str) -> AsyncIterator[Phone]:
    async with await Phone.call(port) as calling:
        await sign_in(calling, name, PASSWORD)
        yield calling


async def sees(caller: Phone, wanted: str) -> str:
    """Look again until it is so: others are told a moment later."""
    await caller.see("On line now")
    for _ in range(100):
        if re.search(wanted, caller.text):
            return caller.text
        caller.type("w")
        await asyncio.sleep(0.05)
    raise AssertionError(f"{wanted!r} is not to be seen in\n{caller.text}")


async def test_callers_see_each_other_and_where(board: Home) -> None:
    async with door_open(board, run, PATIENT) as door, phone(door.port, "Anna") as anna:
        async with await Phone.call(door.port) as stranger, phone(door.port, "Bert") as bert:
            await stranger.see("Your name")
            anna.type("w")
            seen = await sees(anna, r"Bert +\d\d:\d\d +list of games")
            assert re.search(r"Anna \(you\) +\d\d:\d\d +list of games", seen)
            assert seen.count("list of games") == 2, "a line on which nobody has signed in is nobody"
            await bert.see("Your choice", "1")
            seen = await sees(anna, r"Bert +\d\d:\d\d +in The Autumn Game")
            assert "France" not in seen
            await bert.see("leave .Enter.:$", "q")
            bert.type("\r")
            await bert.drop()
        seen = await sees(anna, r"On line now\n +Anna \(you\)[^\n]*\n\s*\n Last calls\n +Bert")


@pytest.mark.parametrize("yes_or_no", ["yes", "no"])
async def test_a_caller_who_hides_is_not_seen(board: Home, yes_or_no: str) -> None:
    async with (
        door_open(board, run, PATIENT) as door,
        phone(door.port, "Anna") as anna,
        phone(door.port, "Bert") as bert,
    ):
        await bert.see("here +yes", "y")
        if yes_or_no == "no":
            await bert.see("here +no", "s")
        await bert.see("Number of a game", "q")
        bert.type("w")
        await sees(bert, r"Bert \(you\)")
        assert ("Others see neither" in bert.text) == (yes_or_no == "no")
        anna.type("w")
        await sees(anna, r"Anna \(you\)")
        assert ("Bert" in anna.text) == (yes_or_no == "yes")
        await anna.see(r"Press W \(look again\)", "?")


async def test_two_lines_of_one_caller_are_both_there(board: Home) -> None:
    async with (
        door_open(board, run, PATIENT) as door,
        phone(door.port, "Anna") as anna,
        phone(door.port, "Anna") as again,
    ):
        anna.type("w")
        await sees(anna, r"On line now(\n +Anna \(you\).*){2}\n\s*\n Last calls")
        await again.see("Your choice", "1")
        await sees(anna, r"Anna \(you\) +\d\d:\d\d +in The Autumn Game")


async def test_two_servers_on_one_home(board: Home) -> None:
    async with serving(board.root) as port, phone(port, "Bert"):
        async with door_open(board, run, PATIENT) as door, phone(door.port, "Anna") as anna:
            anna.type("w")
            await sees(anna, "Bert +")
    assert on_line(board) == []
    assert [path.name for path in (board.root / "online").iterdir()] == [".lock"]


async def test_a_home_that_cannot_be_told_costs_no_call(board: Home, caplog: pytest.LogCaptureFixture) -> None:
    (board.root / "online").write_bytes(b"")
    async with door_open(board, run, PATIENT) as door, phone(door.port, "Anna") as anna:
        await anna.see("On line now\n +nobody", "w")
        await anna.see("Number of a game", "q")
    assert "Others are not told who is on line: online cannot be made" in caplog.text


async def test_going_in_and_out_again_and_again(board: Home) -> None:
    async with door_open(board, run, PATIENT) as door, phone(door.port, "Anna") as anna:
        for _ in range(10):
            await anna.see("Your choice", "1")
            await anna.see("Number of a game", "g")
        anna.type("w")
        await sees(anna, r"Anna \(you\) +\d\d:\d\d +list of games")
    assert on_line(board) == []
