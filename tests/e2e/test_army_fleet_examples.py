"""The examples of the instructions' section on the Army/Fleet rules, played over a real line by their own words.

Each caller types the order lines of the example as the instructions print them; the event carries them out. Then the
report shows the same lines, and the units stand where the instructions say.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from door.judge.games import new_game
from door.rules.orders import Order, Waive
from door.rules.position import Position
from door.rules.state import write_state
from door.store.home import Home
from tests.e2e.phone import STORED, Phone, command, serving, sign_up, take_seat
from tests.rules.instructions import ARMY_FLEET, BOARD, EXAMPLES, NAMES, play, reported

TODAY = date.today()  # noqa: DTZ011 - the event's days are local ones
NUMBERS = [number for number, example in enumerate(EXAMPLES) if example.section == ARMY_FLEET and example.of_moves]
KEYS = {power: board.title[0] for power, board in BOARD.powers.items()}


def make_game(home: Path, position: Position, *, army_fleet: bool = True) -> None:
    """A game from that position, at the centres of the map's start."""
    state = write_state(replace(position, centres=BOARD.start.centres))
    new_game(
        Home.open(home), "old", "Old times", "e1901", "open", datetime.now(UTC), army_fleet=army_fleet, state=state
    )


@contextlib.asynccontextmanager
async def seated(home: Path, powers: list[str]) -> AsyncIterator[dict[str, Phone]]:
    """A caller for each of the powers, in the game's menu."""
    async with serving(home) as port, contextlib.AsyncExitStack() as lines:
        phones: dict[str, Phone] = {}
        for power in powers:
            phone = phones[power] = await lines.enter_async_context(await Phone.call(port))
            await sign_up(phone, f"{power.title()} fan")
            await take_seat(phone, KEYS[power], BOARD.powers[power].title)
        yield phones


async def run_event(home: Path) -> None:
    done = await asyncio.to_thread(command, "event", "--now", f"{TODAY + timedelta(1)}T03:05", home=home)
    assert done.returncode == 0, done.stderr


def by_power(orders: list[Order], before: Position) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The canonical line of each order and its lines in the instructions, under its power."""
    entered: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for order in orders:
        assert not isinstance(order, Waive)
        entered.setdefault(order.unit.power, []).append((str(order), reported(order, before)))
    return entered


@pytest.mark.parametrize("number", NUMBERS, ids=[NAMES[number] for number in NUMBERS])
async def test_an_example_is_played_by_its_own_words(tmp_path: Path, number: int) -> None:
    home = tmp_path / "home"
    before, orders, done = play(number)
    make_game(home, before)
    entered = by_power(orders, before)
    async with seated(home, list(entered)) as phones:
        for power, phone in phones.items():
            await phone.see(STORED, "O")
            await phone.see("Orders:", ">")
            for canonical, lines in entered[power]:
                words = " ".join(" ".join(lines).split())
                await phone.see(re.escape(f"Stored {canonical}:"), f"{words}\r")
        await run_event(home)
        for phone in phones.values():
            await phone.see("(?s)The turn has passed.*Your choice", "\x1b")
            report = [row.strip() for row in (await phone.see("Go back", "L")).splitlines()]
            for line in EXAMPLES[number].lines:
                assert line.strip() in report
    record = json.loads((home / "games" / "old" / "game.json").read_text(encoding="utf-8"))
    assert record["state"]["units"] == write_state(done.position)["units"]


@pytest.mark.parametrize("army_fleet", [True, False])
async def test_the_screens_say_by_what_rules_the_game_is_played(tmp_path: Path, army_fleet: bool) -> None:
    """The seats, the menu, and ? on the list of orders and on one order."""
    home = tmp_path / "home"
    make_game(home, BOARD.start, army_fleet=army_fleet)
    async with serving(home) as port, await Phone.call(port) as phone:
        await sign_up(phone, "Anna")
        await phone.see("Take a seat", "\r")
        told = [await phone.see("Key of a power", "T")]
        await phone.see("Play England", "E")
        told.append(await phone.see("· England", "Y"))
        await phone.see(STORED, "O")
        told.append(await phone.see(r"unit without an order holds[\s\S]*\[Enter\]:", "?"))
        await phone.see(STORED, "\x1b")
        await phone.see("HOLDS", "A")
        told.append(await phone.see(r"defends its territory[\s\S]*\[Enter\]:", "?"))
        assert [("Army/Fleet" in text) for text in told] == [army_fleet] * len(told)
        assert ("EMBARKS" in told[-1]) is army_fleet
        await phone.see("HOLDS", "\x1b")
        await phone.see(STORED, "\x1b")
        await phone.see("Your choice", "\x1b")
        await phone.see("The Army/Fleet rules", "I")
        await phone.see("L: The Army/Fleet rules", "L")
