"""The two examples of the door's old instructions, Belgium and Tyrolia, from end to end; and what befalls a line."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import pytest

from door.judge.games import new_game
from door.store.home import Home
from tests.e2e.phone import STORED, Phone, command, serving, sign_in, sign_up, take_seat

State: TypeAlias = dict[str, dict[str, list[str]]]

TODAY = date.today()  # noqa: DTZ011 - the event's days are local ones
BELGIUM: State = {
    "units": {"GERMANY": ["A BEL"], "FRANCE": ["A BUR", "A PIC"]},
    "centers": {"GERMANY": ["BEL", "BER", "KIE", "MUN"], "FRANCE": ["BRE", "MAR", "PAR"]},
}
TYROLIA: State = {
    "units": {"AUSTRIA": ["A TYR"], "ITALY": ["A VEN", "A PIE"]},
    "centers": {"AUSTRIA": ["BUD", "TRI", "VIE"], "ITALY": ["NAP", "ROM", "VEN"]},
}


@contextlib.asynccontextmanager
async def table(home: Path, state: State, seats: dict[str, str]) -> AsyncIterator[list[Phone]]:
    """A game from that position, a caller in each of the seats, and the server that they have called."""
    new_game(Home.open(home), "old", "Old times", "e1901", "open", datetime.now(UTC), state=state)
    async with serving(home) as port, contextlib.AsyncExitStack() as lines:
        phones = [await lines.enter_async_context(await Phone.call(port)) for _ in seats]
        for phone, (letter, power) in zip(phones, seats.items(), strict=True):
            await sign_up(phone, f"{power} fan")
            await take_seat(phone, letter, power)
        yield phones


async def event(home: Path, days: int) -> str:
    """Run the event so many days from today."""
    done = await asyncio.to_thread(command, "event", "--now", f"{TODAY + timedelta(days)}T03:05", home=home)
    assert done.returncode == 0, done.stderr
    return done.stdout


def units(home: Path) -> dict[str, list[str]]:
    record = json.loads((home / "games" / "old" / "game.json").read_text(encoding="utf-8"))
    return {power: sorted(found) for power, found in record["state"]["units"].items()}


async def fight_for_belgium(germany: Phone, france: Phone, home: Path) -> None:
    await germany.see(STORED, "O")
    await germany.see_row("I: Belgium +German army +HOLDS", "IH")
    await france.see(STORED, "O")
    await france.see_row("e: Burgundy +French army +ATTACKS +I: Belgium", "eAI")
    await france.see_row("ATTACKING I: Belgium", "dSeI")
    assert "Midsummer's Eve 1901" in await event(home, 1)


async def test_belgium_retreats_to_holland(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with table(home, BELGIUM, {"G": "Germany", "F": "France"}) as (germany, france):
        await fight_for_belgium(germany, france, home)
        seen = await france.see("Midsummer's Eve", " ")
        assert "The turn has passed" in seen
        await germany.see("Retreats", " ")
        await germany.see_row("I: Belgium +German army +no order: DISBANDED", "R")
        question = await germany.see(r"Disband this unit\? \(Y/n\)", "I")
        assert all(place in question for place in ("e: Burgundy", "J: Holland", "h: Ruhr"))
        await germany.see_row("I: Belgium +German army +IS DISBANDED", "\r")
        choices = await germany.see("Key of the territory", "In")
        assert "Picardy (occupied: it would be disbanded)" in choices
        await germany.see_row("I: Belgium +German army +RETREATS +J: Holland", "J")
        assert "Fall 1901" in await event(home, 2)
        await germany.see("Fall 1901 · Germany", " ")
        report = await germany.see("RETREATS +J: Holland", "L")
        assert "Midsummer's Eve 1901" in report
    assert units(home) == {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["A HOL"]}


async def test_belgium_is_disbanded_when_nothing_is_said(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with table(home, BELGIUM, {"G": "Germany", "F": "France"}) as (germany, france):
        await fight_for_belgium(germany, france, home)
        await event(home, 2)
        await germany.see("Fall 1901 · Germany", " ")
        await germany.see("No order was given for it", "L")
    assert units(home) == {"FRANCE": ["A BEL", "A PIC"]}


async def test_belgium_is_disbanded_where_another_stands(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with table(home, BELGIUM, {"G": "Germany", "F": "France"}) as (germany, france):
        await fight_for_belgium(germany, france, home)
        await germany.see("Retreats", " ")
        await germany.see("no order: DISBANDED", "R")
        await germany.see("occupied", "Ind")
        await germany.see_row("I: Belgium +German army +RETREATS +d: Picardy", "y")
        await event(home, 2)
        await germany.see("Fall 1901 · Germany", " ")
        report = await germany.see("DISBAND", "L")
        assert "French army in d: Picardy stands there" in report
    assert units(home) == {"FRANCE": ["A BEL", "A PIC"]}


async def test_tyrolia_is_lost_while_its_army_is_away(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with table(home, TYROLIA, {"A": "Austria", "I": "Italy"}) as (austria, italy):
        await austria.see(STORED, "O")
        await austria.see_row("k: Tyrolia +Aust'n army +ATTACKS +Q: Venice", "kAQ")
        await italy.see(STORED, "O")
        await italy.see_row("Q: Venice +Ital'n army +HOLDS", "QH")
        await italy.see_row("i: Piedmont +Ital'n army +ATTACKS +k: Tyrolia", "iAk")
        await event(home, 1)
        assert units(home) == {"AUSTRIA": ["*A TYR"], "ITALY": ["A TYR", "A VEN"]}
        await austria.see("Retreats", " ")
        await austria.see("no order: DISBANDED", "R")
        await austria.see("(?i)order", ">")
        await austria.see("Stored A TYR R VIE: Aust'n army in k: Tyrolia RETREATS U: Vienna", "tyr r vie\r")
        await austria.see_row("k: Tyrolia +Aust'n army +RETREATS +U: Vienna", "\r")
        await event(home, 2)
    assert units(home) == {"AUSTRIA": ["A VIE"], "ITALY": ["A TYR", "A VEN"]}


async def test_a_dropped_line_keeps_what_was_stored(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with table(home, BELGIUM, {"G": "Germany", "F": "France"}) as (germany, france):
        await france.see(STORED, "O")
        await france.see_row("e: Burgundy +French army +ATTACKS +I: Belgium", "eAI")
        await france.drop()  # in the editor, without a word
        async with await Phone.call(germany.port) as again:
            await sign_in(again, "france FAN")
            await again.see("1 of 2", "\r")
            await again.see_row("e: Burgundy +French army +ATTACKS +I: Belgium", "O")


async def test_an_order_for_a_closed_turn_is_refused(tmp_path: Path) -> None:
    """The event runs between two keys of an order: it is not entered in the new turn, and the caller is told."""
    home = tmp_path / "home"
    async with table(home, BELGIUM, {"G": "Germany", "F": "France"}) as (germany, _):
        await germany.see(STORED, "O")
        await germany.see("Key of the territory", "IA")
        await event(home, 1)
        await germany.see("The turn has passed: it is now Fall 1901", "J")
    assert units(home) == {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]}
    assert not list((home / "games" / "old" / "orders").glob("*.json"))


@pytest.mark.parametrize("enter", [b"\n", b"\r\n", b"\r\0", b"\r"], ids=["LF", "CR LF", "CR NUL", "CR"])
async def test_a_client_that_negotiates_nothing_can_play(tmp_path: Path, enter: bytes) -> None:
    """As netcat does: whole lines, no options, no screen."""
    home = tmp_path / "home"
    new_game(Home.open(home), "old", "Old times", "e1901", "open", datetime.now(UTC), state=BELGIUM)
    async with serving(home) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        heard = b""

        async def say(line: bytes, wanted: bytes) -> None:
            nonlocal heard
            writer.write(line + enter)
            heard = b""
            async with asyncio.timeout(20):
                while wanted not in heard:
                    data = await reader.read(65536)
                    assert data, heard
                    heard += data

        async with asyncio.timeout(2):
            first = await reader.readuntil(b"EMPIRE 1901")
        assert all(byte < 128 for byte in first.replace(b"\xff", b"")[:200].split(b"EMPIRE")[-1])
        await say(b"3", b"Your name")
        await say(b"NEW", b"New name")
        await say(b"Plain Jane", b"New password")
        await say(b"secret-1901", b"again")
        await say(b"secret-1901", b"Number of a game")
        await say(b"1", b"Your choice")
        await say(b"t", b"Key of a power")
        await say(b"f", b"Play France")
        await say(b"y", b"Your choice")
        await say(b"o", b"no order")
        await say(b">", b"rder")
        await say(b"bur - bel", b"ATTACKS")
        await say(b"", b"> types")
        await say(b"", b"Your choice")
        await say(b"q", b"Y ready, and leave")
        await say(b"", b"ood-bye")
        writer.close()
    orders = json.loads((home / "games" / "old" / "orders" / "FRANCE.json").read_text(encoding="utf-8"))
    assert orders["orders"] == ["A BUR - BEL"]
