"""The Army/Fleet rules over a real line, by keys alone: the examples of the module's text, then Midsummer and Winter.

Orders are entered in the menus, the turn is closed as the event does it, and the report is read on the screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from door.judge.games import new_game
from door.judge.process import process
from door.store.home import Home
from tests.e2e.phone import STORED, Phone, serving, sign_up, take_seat

START = datetime.now(UTC)
CENTRES = {"ENGLAND": ["LON"], "FRANCE": ["BRE"], "ITALY": ["NAP"], "RUSSIA": ["SEV"], "TURKEY": ["CON"]}
TITLES = {power: power.title() for power in CENTRES}


@dataclass(frozen=True)
class Played:
    """A turn: the units, by power the keys of each order and a row that is then in the list, and what comes of it."""

    units: dict[str, list[str]]
    orders: dict[str, dict[str, str]]
    report: Sequence[str]
    after: dict[str, list[str]]
    centres: dict[str, list[str]] = field(default_factory=lambda: CENTRES)


@contextlib.asynccontextmanager
async def table(
    home: Path, played: Played, phase: str = "S1901M", retreats: object = None
) -> AsyncIterator[dict[str, Phone]]:
    """A game by the Army/Fleet rules from that position, and a caller for each power that orders anything."""
    state = {"units": played.units, "retreats": retreats or {}, "centers": played.centres}
    rules = ("old", "Old times", "e1901", "open")
    new_game(Home.open(home), *rules, START, army_fleet=True, phase=phase, state=state)
    async with serving(home) as port, contextlib.AsyncExitStack() as lines:
        phones: dict[str, Phone] = {}
        for power in played.orders:
            phone = phones[power] = await lines.enter_async_context(await Phone.call(port))
            await sign_up(phone, f"{TITLES[power]} fan")
            await take_seat(phone, power[0], TITLES[power])
        yield phones


async def play(home: Path, phones: dict[str, Phone], played: Played, menu_key: str) -> None:
    """Enter all orders by keys, close the turn, and read the report."""
    for power, phone in phones.items():
        await phone.see(STORED, menu_key)
        for keys, row in played.orders[power].items():
            await phone.see_row(row, keys)
        await phone.see("Your choice", "\x1b")
    done = await asyncio.to_thread(process, Home.open(home), "old", START + timedelta(days=1))
    assert done.closed, done.did
    for phone in phones.values():
        await phone.see("The turn has passed", " ")
        said = " ".join((await phone.see("last turn", "L")).split())
        for wanted in played.report:
            assert wanted in said
    record = json.loads((home / "games" / "old" / "game.json").read_text(encoding="utf-8"))
    assert {power: sorted(found) for power, found in record["state"]["units"].items()} == played.after


EXAMPLES = {
    "board, sail and land": Played(
        {"ENGLAND": ["A LON", "F ENG"]},
        {"ENGLAND": {"CE=DzGY": "C: London +Engl'h army +EMBARKS ON =: English Channel"}},
        [
            "Engl'h army in C: London EMBARKS ON =: English Channel DISEMBARKS FROM z: Mid-Atlantic TO G: Portugal",
            "Engl'h fleet in =: English Channel ATTACKS z: Mid-Atlantic",
        ],
        {"ENGLAND": ["A POR", "F MAO"]},
    ),
    "land and sail away": Played(
        {"ITALY": ["A/F ION"]},
        {"ITALY": {"0D0T": "TO +T: Tunis", "0A%": "0: Ionian Sea +Ital'n fleet +ATTACKS +%: Eastern Medit'n"}},
        ["Ital'n army in 0: Ionian Sea DISEMBARKS FROM 0: Ionian Sea TO T: Tunis"],
        {"ITALY": ["A TUN", "F EAS"]},
    ),
    "the fleet supports its own army ashore": Played(
        {"TURKEY": ["A/F BLA"], "RUSSIA": ["A SEV"]},
        {
            "TURKEY": {"<D<8": "TO +8: Sevastopol", "<S<8": "ATTACKING 8: Sevastopol"},
            "RUSSIA": {"8H": "8: Sevastopol +Russ'n army +HOLDS"},
        },
        ["Turk'h A/F in <: Black Sea SUPPORTS Turk'h army in <: Black Sea ATTACKING 8: Sevastopol", "DISLODGED"],
        {"RUSSIA": ["*A SEV"], "TURKEY": ["A SEV", "F BLA"]},
    ),
    "the Exception": Played(
        {"ENGLAND": ["A/F NTH", "F MAO"], "FRANCE": ["F ENG"]},
        {
            "ENGLAND": {
                "9D=D\r": "9: North Sea +Engl'h fleet +ATTACKS +=: English Channel",
                "zS=AD": "z: Mid-Atlantic +Engl'h fleet +SUPPORTS +Engl'h army in =: English Channel",
            },
            "FRANCE": {"=AD": "=: English Channel +French fleet +ATTACKS +D: Brest"},
        },
        ["EXCEPTED."],
        {"ENGLAND": ["A/F ENG", "F MAO"], "FRANCE": ["F BRE"]},
    ),
    "a landing that fails keeps its fleet": Played(
        {"ITALY": ["A/F ION"], "FRANCE": ["A TUN"]},
        {
            "ITALY": {"0D0T": "TO +T: Tunis", "0A%": "0: Ionian Sea +Ital'n fleet +ATTACKS +%: Eastern Medit'n"},
            "FRANCE": {"TH": "T: Tunis +French army +HOLDS"},
        },
        ["BOUNCE."],
        {"FRANCE": ["A TUN"], "ITALY": ["A/F ION"]},
    ),
    "a Fast Ferry that fails makes an A/F": Played(
        {"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["A BRE"]},
        {
            "ENGLAND": {"CF=DY": "=: English Channel +Engl'h fleet +CONVOYS +Engl'h army in C: London"},
            "FRANCE": {"DH": "D: Brest +French army +HOLDS"},
        },
        ["Engl'h army in C: London ATTACKS D: Brest VIA =: English Channel", "BOUNCE."],
        {"ENGLAND": ["A/F ENG"], "FRANCE": ["A BRE"]},
    ),
    "a fleet goes into port while its army lands": Played(
        {"ENGLAND": ["A/F NTH"]},
        {"ENGLAND": {"9D9I": "TO +I: Belgium", "9AO": "9: North Sea +Engl'h fleet +ATTACKS +O: Norway"}},
        ["Engl'h A/F in 9: North Sea ATTACKS O: Norway"],
        {"ENGLAND": ["A BEL", "F NWY"]},
    ),
    "an A/F supports with two": Played(
        {"ENGLAND": ["A/F NTH", "F SKA"], "RUSSIA": ["A NWY", "A SWE"]},
        {
            "ENGLAND": {"9S;O": "ATTACKING O: Norway", ";AO": ";: Skagerrak +Engl'h fleet +ATTACKS +O: Norway"},
            "RUSSIA": {"PSOO": "HOLDING"},
        },
        ["DISLODGED"],
        {"ENGLAND": ["A/F NTH", "F NWY"], "RUSSIA": ["*A NWY", "A SWE"]},
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
async def test_an_example_of_the_modules_text(tmp_path: Path, name: str) -> None:
    home, played = tmp_path / "home", EXAMPLES[name]
    async with table(home, played) as phones:
        await play(home, phones, played, "O")


BEATEN = {"ITALY": ["*A/F ION", "*A ROM", "F TYS"], "TURKEY": ["A ROM", "F ION"]}
CHOICES = {"ITALY": {"A/F ION": ["ADR", "NAP"], "A ROM": ["TUS", "TYS"]}}
TURKEY = ["A ROM", "F ION"]


def midsummer(orders: dict[str, str], report: Sequence[str], italy: list[str]) -> Played:
    return Played(BEATEN, {"ITALY": orders}, report, {"ITALY": italy, "TURKEY": TURKEY})


MIDSUMMERS = {
    "to a sea, both are saved": midsummer(
        {"0N!": "0: Ionian Sea +Ital'n army +stays aboard"}, ["RETREATS !: Adriatic Sea"], ["A/F ADR", "F TYS"]
    ),
    "to a port, the army is lost": midsummer(
        {"0NSY": "0: Ionian Sea +Ital'n army +is lost"}, ["RETREATS S: Naples"], ["F NAP", "F TYS"]
    ),
    "to an occupied sea, both are lost": midsummer(
        {"0N*Y": "0: Ionian Sea +Ital'n fleet +RETREATS +\\*: Tyrrhenian Sea"}, ["DISBAND"], ["F TYS"]
    ),
    "disbanded, both are lost": midsummer(
        {"0\r": "0: Ionian Sea +Ital'n army +is lost with it"}, ["IS DISBANDED"], ["F TYS"]
    ),
    "an army goes aboard": midsummer(
        {"RN*": "R: Rome +Ital'n army +RETREATS +\\*: Tyrrhenian Sea"}, ["RETREATS *: Tyrrhenian Sea"], ["A/F TYS"]
    ),
    "an army goes over land": midsummer(
        {"RNj": "R: Rome +Ital'n army +RETREATS +j: Tuscany"}, ["RETREATS j: Tuscany"], ["A TUS", "F TYS"]
    ),
}


@pytest.mark.parametrize("name", MIDSUMMERS)
async def test_a_midsummer(tmp_path: Path, name: str) -> None:
    home, played = tmp_path / "home", MIDSUMMERS[name]
    async with table(home, played, "S1901R", CHOICES) as phones:
        await play(home, phones, played, "R")


ONE_TOO_MANY = {"ENGLAND": ["EDI", "LON"]}
TWO_TOO_MANY = {"ENGLAND": ["LON"]}
FLEETS = {"ENGLAND": ["A/F NTH", "F EDI"]}


def winter(keys: str, row: str, report: str, england: list[str], centres: dict[str, list[str]] | None = None) -> Played:
    return Played(FLEETS, {"ENGLAND": {keys: row}}, [report], {"ENGLAND": england}, centres or TWO_TOO_MANY)


WINTERS = {
    "the A/F whole": winter(
        "9B",
        "9: North Sea +Engl'h fleet +IS DISBANDED",
        "Engl'h A/F in 9: North Sea IS DISBANDED",
        ["F EDI"],
    ),
    "the army alone, the rest by rule": winter(
        "9A",
        "9: North Sea +Engl'h army +IS DISBANDED",
        "Engl'h army in 9: North Sea IS DISBANDED",
        ["F NTH"],
    ),
    "one removal": winter(
        "9A",
        "9: North Sea +Engl'h army +IS DISBANDED",
        "Engl'h army in 9: North Sea IS DISBANDED",
        ["F EDI", "F NTH"],
        ONE_TOO_MANY,
    ),
    "another unit": winter("A", "A: Edinburgh +Engl'h fleet +IS DISBANDED", "IS DISBANDED", ["A/F NTH"], ONE_TOO_MANY),
}


@pytest.mark.parametrize("name", WINTERS)
async def test_a_winter(tmp_path: Path, name: str) -> None:
    home, played = tmp_path / "home", WINTERS[name]
    async with table(home, played, "W1901A") as phones:
        await play(home, phones, played, "B")


async def test_one_removal_is_never_the_whole_of_an_a_f(tmp_path: Path) -> None:
    played = WINTERS["one removal"]
    async with table(tmp_path / "home", played, "W1901A") as phones:
        england = phones["ENGLAND"]
        await england.see(STORED, "B")
        asked = await england.see(r"\[A\] the army aboard: one removal", "9")
        assert "[B]" not in asked
        await england.see("! Press A; \\? explains", "B")


async def test_what_is_refused_over_a_line_loses_nothing(tmp_path: Path) -> None:
    played = EXAMPLES["board, sail and land"]
    async with table(tmp_path / "home", played) as phones:
        england = phones["ENGLAND"]
        await england.see(STORED, "O")
        await england.see_row("C: London +Engl'h army +EMBARKS ON =: English Channel", "CE=DzGY")
        await england.see("A/F rule 5", "=H")
        await england.see_row("=: English Channel +Engl'h fleet +ATTACKS +z: Mid-Atlantic")
        await england.see_row("TO +G: Portugal")
