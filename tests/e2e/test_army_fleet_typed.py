"""The Army/Fleet rules over a real line, typed: the examples of the module's text, and orders that do not go together.

Orders are typed at the order line, the turn is closed as the event does it, and the report is read on the screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from door.judge.games import new_game
from door.judge.process import process
from door.store.home import Home
from tests.e2e.phone import STORED, Phone, serving, sign_up, take_seat

START = datetime.now(UTC)
Units = dict[str, list[str]]


@dataclass(frozen=True)
class Example:
    """The units, what each power types and what is stored of it, and what the report and the board then say."""

    units: Units
    typed: dict[str, str]
    stored: Units
    report: Sequence[str]
    after: Units


@contextlib.asynccontextmanager
async def table(home: Path, units: Units, powers: Iterable[str]) -> AsyncIterator[dict[str, Phone]]:
    """A game by the Army/Fleet rules from that position, and a caller at the order line for each of the powers."""
    made = ("old", "Old times", "e1901", "open")
    new_game(Home.open(home), *made, START, army_fleet=True, state={"units": units, "centers": {"ITALY": ["NAP"]}})
    async with serving(home) as port, contextlib.AsyncExitStack() as lines:
        phones: dict[str, Phone] = {}
        for power in powers:
            phone = phones[power] = await lines.enter_async_context(await Phone.call(port))
            await sign_up(phone, f"{power.title()} fan")
            await take_seat(phone, power[0], power.title())
            await phone.see(STORED, "O")
            await phone.see("Orders:", ">")
        yield phones


def stored(home: Path, power: str) -> list[str]:
    path = home / "games" / "old" / "orders" / f"{power}.json"
    found: list[str] = json.loads(path.read_text(encoding="utf-8"))["orders"] if path.exists() else []
    return found


async def report_of(home: Path, phones: dict[str, Phone]) -> list[str]:
    """Close the turn; gives what each caller's screen then says of it."""
    done = await asyncio.to_thread(process, Home.open(home), "old", START + timedelta(days=1))
    assert done.closed, done.did
    said = []
    for phone in phones.values():
        await phone.see("The turn has passed", "\r")
        said.append(" ".join((await phone.see("last turn", "L")).split()))
    return said


EXAMPLES = {
    "rule 4: board, sail and land": Example(
        {"ENGLAND": ["A LON", "F ENG"]},
        {"ENGLAND": "army London boards fleet English Channel, lands from Mid-Atlantic in Portugal; A/F ENG - MAO"},
        {"ENGLAND": ["A LON EMBARK ENG, DISEMBARK MAO - POR", "F ENG - MAO"]},
        ["army in C: London EMBARKS ON =: English Channel DISEMBARKS FROM z: Mid-Atlantic TO G: Portugal"],
        {"ENGLAND": ["A POR", "F MAO"]},
    ),
    "rule 5: land and sail away": Example(
        {"ITALY": ["A/F ION"]},
        {"ITALY": "A/F ION disembarks ION - TUN, F ION - EAS"},
        {"ITALY": ["A ION DISEMBARK ION - TUN", "F ION - EAS"]},
        ["Ital'n A/F in 0: Ionian Sea ATTACKS %: Eastern Medit'n"],
        {"ITALY": ["A TUN", "F EAS"]},
    ),
    "rule 5: the landing fails, so the fleet stays": Example(
        {"ITALY": ["A/F ION"], "FRANCE": ["A TUN"]},
        {"ITALY": "A ION DISEMBARK ION - TUN; F ION - EAS", "FRANCE": "A TUN H"},
        {"ITALY": ["A ION DISEMBARK ION - TUN", "F ION - EAS"], "FRANCE": ["A TUN H"]},
        ["could not land, so its fleet stayed with it"],
        {"FRANCE": ["A TUN"], "ITALY": ["A/F ION"]},
    ),
    "rule 5: the fleet supports its own army": Example(
        {"TURKEY": ["A/F BLA"], "RUSSIA": ["A SEV"]},
        {"TURKEY": "A/F BLA disembarks BLA - SEV; F BLA S A BLA - SEV", "RUSSIA": "sev h"},
        {"TURKEY": ["A BLA DISEMBARK BLA - SEV", "F BLA S A BLA - SEV"], "RUSSIA": ["A SEV H"]},
        ["Turk'h A/F in <: Black Sea SUPPORTS Turk'h army in <: Black Sea ATTACKING 8: Sevastopol", "DISLODGED."],
        {"RUSSIA": ["*A SEV"], "TURKEY": ["A SEV", "F BLA"]},
    ),
    "rule 5: the Exception": Example(
        {"ENGLAND": ["A/F NTH", "F MAO"], "FRANCE": ["F ENG"]},
        {"ENGLAND": "A/F NTH - ENG; A NTH lands from ENG in BRE; F MAO S A ENG - BRE", "FRANCE": "F ENG - BRE"},
        {"ENGLAND": ["F NTH - ENG", "A NTH DISEMBARK ENG - BRE", "F MAO S A ENG - BRE"], "FRANCE": ["F ENG - BRE"]},
        ["EXCEPTED."],
        {"ENGLAND": ["A/F ENG", "F MAO"], "FRANCE": ["F BRE"]},
    ),
    "rule 2: the ferry cannot land the army": Example(
        {"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["A BRE"]},
        {"ENGLAND": "F ENG FF A LON - BRE; lon - bre via eng", "FRANCE": "A BRE H"},
        {"ENGLAND": ["F ENG C A LON - BRE", "A LON - BRE VIA ENG"], "FRANCE": ["A BRE H"]},
        ["army in C: London ATTACKS D: Brest VIA =: English Channel", "BOUNCE."],
        {"ENGLAND": ["A/F ENG"], "FRANCE": ["A BRE"]},
    ),
    "rule 4: support with two": Example(
        {"ENGLAND": ["A/F NTH", "F SKA"], "RUSSIA": ["A NWY", "A SWE"]},
        {"ENGLAND": "A/F NTH S F SKA - NWY, F SKA - NWY", "RUSSIA": "A SWE S A NWY; A NWY H"},
        {"ENGLAND": ["F NTH S F SKA - NWY", "F SKA - NWY"], "RUSSIA": ["A SWE S A NWY", "A NWY H"]},
        ["Engl'h A/F in 9: North Sea SUPPORTS Engl'h fleet in ;: Skagerrak ATTACKING O: Norway", "DISLODGED."],
        {"ENGLAND": ["A/F NTH", "F NWY"], "RUSSIA": ["*A NWY", "A SWE"]},
    ),
    "rule 6: forced to retreat": Example(
        {"ITALY": ["A/F ION"], "TURKEY": ["F AEG", "F EAS"]},
        {"ITALY": "A/F ION H", "TURKEY": "F AEG - ION; F EAS S F AEG - ION"},
        {"ITALY": ["F ION H"], "TURKEY": ["F AEG - ION", "F EAS S F AEG - ION"]},
        ["Ital'n A/F in 0: Ionian Sea must retreat or disband.", "In port the army aboard is disbanded."],
        {"ITALY": ["*A/F ION"], "TURKEY": ["F EAS", "F ION"]},
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
async def test_an_example_of_the_modules_text(tmp_path: Path, name: str) -> None:
    home, example = tmp_path / "home", EXAMPLES[name]
    async with table(home, example.units, example.typed) as phones:
        for power, phone in phones.items():
            wanted = example.stored[power]
            await phone.see(f"Stored: {len(wanted)}. Not taken: 0.", f"{example.typed[power]}\r")
            assert stored(home, power) == wanted
        for said in await report_of(home, phones):
            for line in example.report:
                assert line in said
    record = json.loads((home / "games" / "old" / "game.json").read_text(encoding="utf-8"))
    assert {power: sorted(units) for power, units in record["state"]["units"].items()} == example.after


async def test_orders_that_do_not_go_together_are_refused_one_by_one(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with table(home, {"ENGLAND": ["A LON", "A WAL", "F ENG", "A/F NTH"]}, ["ENGLAND"]) as phones:
        england = phones["ENGLAND"]
        typed = "A LON EMBARK ENG; A WAL EMBARK ENG; A NTH DISEMBARK NTH - BEL; F NTH - LON; F ENG FF A WAL - BRE"
        said = " ".join((await england.see("Not taken: 2", f"{typed}\r")).split())
        assert "Stored: 3." in said
        assert "a fleet takes one army (A/F rule 3): change or withdraw A LON EMBARK ENG first." in said
        assert "an A/F may not ferry (A/F rule 4): change or withdraw A LON EMBARK ENG first." in said
        await england.see_row("Orders: A WAL EMBARK ENG; F ENG FF A WAL - BRE")
    assert stored(home, "ENGLAND") == ["A LON EMBARK ENG", "A NTH DISEMBARK NTH - BEL", "F NTH - LON"]


async def test_what_a_report_says_is_pasted_back(tmp_path: Path) -> None:
    """In the door's own words, two and three lines an order."""
    home = tmp_path / "home"
    units = {"ENGLAND": ["A LON", "F ENG", "A/F NTH", "A EDI", "F NWG"]}
    block = """Spring 1901

Engl'h fleet in =: English Channel ATTACKS   z: Mid-Atlantic
Engl'h army in C: London           EMBARKS ON =: English Channel
                                   DISEMBARKS FROM z: Mid-Atlantic
                                   TO        G: Portugal
Engl'h army in 9: North Sea        DISEMBARKS FROM 9: North Sea
                                   TO        I: Belgium
Engl'h A/F in 9: North Sea         ATTACKS   C: London
Engl'h army in A: Edinburgh        ATTACKS   O: Norway
                                   VIA       x: Norwegian Sea
Engl'h fleet in x: Norwegian Sea   CONVOYS   Engl'h army in A: Edinburgh
                                   TO        O: Norway
"""
    async with table(home, units, ["ENGLAND"]) as phones:
        await phones["ENGLAND"].see("Ordered in all", block.replace("\n", "\r"))
        await phones["ENGLAND"].see("Not taken: 0")
        async with asyncio.timeout(10):
            while len(stored(home, "ENGLAND")) < 6:  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.05)
    assert stored(home, "ENGLAND") == [
        *("F ENG - MAO", "A LON EMBARK ENG, DISEMBARK MAO - POR", "A NTH DISEMBARK NTH - BEL", "F NTH - LON"),
        *("A EDI - NWY VIA NWG", "F NWG C A EDI - NWY"),
    ]
