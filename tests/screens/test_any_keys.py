"""Whatever is typed: no screen fails, writes in column 80 or scrolls, and the orders stored can be read."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from door.judge.process import process
from door.screens.lobby import lobby
from door.screens.session import Session
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.calling import NOW, calling, new_game, stored
from tests.term.emulator import Terminal

pytestmark = pytest.mark.usefixtures("quick")

# Not D: a display that changes under way cannot be looked at in one piece.
OTHERS = ["\r", "\r", "\x1b[A", "\x1b[6~", "\t", "\x03", "\x7f"]
KEYS = [*OTHERS, *"1 ?é~OMLSIGTRBhascwnyjEeIVWUk>_HQ9=zaFNL"]
ABOARD = [*OTHERS, *"1?x>ORBORBORBCCC999===zzbAdddDeeffbbaaassshccnyyyyw0S!*TRjI8"]


async def from_the_list(session: Session) -> None:
    await lobby(session, "Anna")


@pytest.mark.parametrize(
    ("power", "phase", "state"),
    [
        ("FRANCE", None, None),
        ("GERMANY", "S1901R", samples.BELGIUM),
        ("TURKEY", "W1901A", samples.WINTER),
        ("FRANCE", "W1901A", samples.WINTER),
        ("RUSSIA", "F1903M", samples.MANY),
    ],
)
async def test_any_keys(home: Home, power: str, phase: str | None, state: object) -> None:
    new_game(home, {power: "Anna"}, phase, state)
    await press_anything(home, power, KEYS, f"{power}{phase}")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("power", "phase", "state"),
    [
        ("ENGLAND", "S1901M", samples.CHANNEL),
        ("ITALY", "S1901R", samples.BEATEN),
        ("ENGLAND", "W1901A", samples.CARRIERS),
    ],
)
async def test_any_keys_by_the_army_fleet_rules(home: Home, power: str, phase: str, state: object, seed: int) -> None:
    new_game(home, {power: "Anna"}, phase, state, army_fleet=True)
    await press_anything(home, power, ABOARD, f"{power}{phase}{seed}")


async def press_anything(home: Home, power: str, keys: list[str], seed: str) -> None:
    chance = random.Random(seed)
    caps = Caps(Charset.UTF8)
    for call in range(2):
        async with calling(home, from_the_list, caller="Anna", caps=caps) as caller:
            await caller.types("1")
            for _ in range(50):
                key = chance.choice(keys)
                if caller.call.done():
                    break
                # G and Q leave too soon to see much.
                await caller.types(chance.choice(keys) if key in "GQ" else key)
        terminal = Terminal(caps)
        terminal.feed(bytes(caller.wire.sent).replace(b"\x07", b""))
        assert not terminal.wrapped
        process(home, "autumn", NOW + timedelta(days=call + 1))
    stored(home, power)
