"""Blocks of orders pasted over a real line: every kind of line end, by every kind of client, and a line that drops."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from door.judge.games import new_game
from door.store.home import Home
from tests.e2e.phone import STORED, serving
from tests.e2e.test_examples import State, table

STATE: State = {
    "units": {"GERMANY": ["A BEL"], "FRANCE": ["A BUR", "A PIC", "F MAO", "F GAS"]},
    "centers": {"GERMANY": ["BEL"], "FRANCE": ["BRE", "MAR", "PAR"]},
}
BLOCK = """FRANCE: Spring 1901

  1. bur - bel; A PIC S A BUR - BEL
> f mao - spa
# into Spain
France: F GAS - SPA/NC
SIGNOFF
Bert, writing from Paris
"""
GOOD = ["A BUR - BEL", "A PIC S A BUR - BEL", "F GAS - SPA/NC"]
ENTERS = ["\r", "\n", "\r\n", "\r\0"]


def stored(home: Path) -> list[str]:
    path = home / "games" / "old" / "orders" / "FRANCE.json"
    orders: list[str] = json.loads(path.read_text(encoding="utf-8"))["orders"] if path.exists() else []
    return orders


@pytest.mark.parametrize(
    ("enter", "brackets"),
    [*((enter, ("", "")) for enter in ENTERS), ("\r", ("\x1b[200~", "\x1b[201~"))],
    ids=["CR", "LF", "CR LF", "CR NUL", "bracketed"],
)
async def test_a_block_is_pasted(tmp_path: Path, enter: str, brackets: tuple[str, str]) -> None:
    home = tmp_path / "home"
    async with table(home, STATE, {"F": "France"}) as (france,):
        await france.see(STORED, "O")
        await france.see("Orders:", ">")
        seen = await france.see("Not taken: 1", brackets[0] + BLOCK.replace("\n", enter) + brackets[1])
        assert "Stored: 3. Not taken: 1. Ordered in all: 3 of 4." in seen
        assert "Spain has two coasts: write F MAO - SPA/NC or F MAO - SPA/SC." in " ".join(seen.split())
        await france.see_row("Orders: f mao - spa")
        assert stored(home) == GOOD
        await france.see("Stored: 1. Not taken: 0. Ordered in all: 4 of 4.", "/sc\r")
        await france.see(STORED, "\x1b")
    assert stored(home) == [*GOOD, "F MAO - SPA/SC"]


async def test_nothing_entered_is_lost_when_the_line_drops(tmp_path: Path) -> None:
    """What has its Enter counts; what has none may be half an order."""
    home = tmp_path / "home"
    async with table(home, STATE, {"F": "France"}) as (france,):
        await france.see(STORED, "O")
        await france.see("Orders:", ">")
        france.type("A BUR - BEL\rA PIC S A BUR - BEL\rF GAS - SPA/NC\rF MAO - NAO")
        await france.drop()
        async with asyncio.timeout(10):
            while len(stored(home)) < len(GOOD):  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.05)
    assert stored(home) == GOOD


@pytest.mark.parametrize("enter", ["\n", "\r\n"], ids=["LF", "CR LF"])
async def test_a_client_that_negotiates_nothing_pastes(tmp_path: Path, enter: str) -> None:
    """As netcat does: whole lines, no options, no screen; what is not taken is said, and nothing put into its line."""
    home = tmp_path / "home"
    new_game(Home.open(home), "old", "Old times", "e1901", "open", datetime.now(UTC), state=STATE)
    async with serving(home) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def say(text: str, wanted: str) -> str:
            writer.write(text.replace("\n", enter).encode())
            async with asyncio.timeout(20):
                return (await reader.readuntil(wanted.encode())).decode("ascii", "replace")

        await say("", "EMPIRE 1901")
        for line, wanted in (
            *(("3", "Your name"), ("NEW", "New name"), ("Plain Jane", "New password"), ("secret-1901", "again")),
            *(("secret-1901", "Number of a game"), ("1", "Your choice"), ("t", "Key of a power")),
            *(("f", "Play France"), ("y", "Your choice"), ("o", STORED), (">", "\r\nOrders: ")),
        ):
            await say(f"{line}\n", wanted)
        answer = await say(BLOCK, "goes back.\r\nOrders: ")
        assert "Stored: 3. Not taken: 1. Ordered in all: 3 of 4." in answer
        assert "! f mao - spa" in answer and "Spain has two coasts" in answer
        assert answer.isascii() and "\x1b" not in answer
        assert "* Stored F MAO - SPA/NC" in await say("f mao-spa/nc\n", "goes back.\r\nOrders: ")
        await say("\n", STORED)
        writer.close()
    assert stored(home) == [*GOOD, "F MAO - SPA/NC"]
