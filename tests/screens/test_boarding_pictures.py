"""The screens of the Army/Fleet rules, played to and compared with their pictures, in each set and as plain lines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from door.screens.ingame import InGame
from door.screens.ordering import edit_orders, examples
from door.screens.orderline import OrderLineView, draw_order_line
from door.screens.retreating import edit_retreats
from door.screens.wintering import edit_winter
from door.store.home import Home
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.calling import calling, in_game, new_game
from tests.screens.golden import MONO, check, check_plain

pytestmark = pytest.mark.usefixtures("quick")

Screen = Callable[[InGame], Awaitable[Any]]

MOVES = ("S1901M", samples.CHANNEL, "ENGLAND", edit_orders)
EVE = ("S1901R", samples.BEATEN, "ITALY", edit_retreats)
WINTER = ("W1901A", samples.CARRIERS, "ENGLAND", edit_winter)
FRANCE = ("W1901A", samples.CARRIERS, "FRANCE", edit_winter)

PICTURES: dict[str, tuple[tuple[str, object, str, Screen], tuple[str, ...]]] = {
    "orders-aboard": (MOVES, ("C", "e", "=", "d", "z", "G", "y", "9", "d", "9", "O", "9", "s", "9", "O")),
    "one-order-aboard": (MOVES, ("9", "d", "=", "D", "y", "9")),
    "one-order-to-board": (MOVES, ("C", "e", "=", "d", "z", "G", "y", "C")),
    "embark": (MOVES, ("C", "e")),
    "embark-and-then": (MOVES, ("C", "e", "=")),
    "embark-second-sea": (MOVES, ("C", "e", "=", "d")),
    "disembark-sea": (MOVES, ("9", "d")),
    "disembark-land": (MOVES, ("9", "d", "=")),
    "disembark-needs": (MOVES, ("9", "d", "=", "D")),
    "disembark-replaces": (MOVES, ("9", "h", "9", "d", "=", "D")),
    "disembark-refused": (MOVES, ("9", "d", "=", "D", "y", "9", "h")),
    "ferry-fleet": (MOVES, ("C", "f")),
    "ferry-land": (MOVES, ("C", "f", "=")),
    "support-landing": (MOVES, ("z", "s")),
    "support-which": (MOVES, ("z", "s", "=")),
    "retreats-aboard": (EVE, ("0", "n", "!", "R", "n", "*")),
    "retreat-aboard": (EVE, ("0",)),
    "retreat-aboard-where": (EVE, ("0", "n")),
    "retreat-aboard-port": (EVE, ("0", "n", "S")),
    "retreat-onto-a-fleet": (EVE, ("R", "n")),
    "winter-aboard": (WINTER, ("9", "b")),
    "winter-aboard-which": (WINTER, ("9", "b", "9")),
    "winter-aboard-one": (FRANCE, ("z",)),
}


@pytest.mark.parametrize("name", PICTURES)
async def test_picture(name: str, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    (phase, state, power, screen), keys = PICTURES[name]
    shown: list[Canvas] = []
    show = InGame.show

    async def record(game: InGame, canvas: Canvas) -> None:
        shown.append(canvas)
        await show(game, canvas)

    monkeypatch.setattr(InGame, "show", record)
    new_game(home, {power: "Anna"}, phase, state, army_fleet=True)
    async with calling(home, in_game(screen, "Anna")) as caller:
        await caller.types(*keys)
        lines = caller.lines
    check(name, shown[-1])
    check_plain(name, shown[-1])
    assert lines == [line.rstrip() for line in shown[-1].text()]


def test_examples_of_what_may_be_typed() -> None:
    desk = samples.desk(samples.game("S1901M", samples.CHANNEL, army_fleet=True), "ENGLAND")
    canvas, _ = draw_order_line(OrderLineView(desk.title, desk.when, examples(desk)))
    check("typing-aboard", canvas)
    check_plain("typing-aboard", canvas)


@pytest.mark.parametrize("caps", [Caps(Charset.CP437), MONO, Caps(Charset.UTF8, cursor=False)], ids=str)
async def test_it_is_played_alike_in_every_set(home: Home, caps: Caps) -> None:
    new_game(home, {"ENGLAND": "Anna"}, "S1901M", samples.CHANNEL, army_fleet=True)
    async with calling(home, in_game(edit_orders, "Anna"), caps=caps) as caller:
        await caller.types("C", "e", "=", "d", "z", "G", "y")
        assert "Stored both. The last: Engl'h army in C: London EMBARKS ON" in " ".join(caller.said.split())
