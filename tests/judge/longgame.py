"""A long game, played by chance: for what needs many turns."""

from __future__ import annotations

import random
from collections.abc import Iterator

from door.judge import games
from door.judge.games import GameView
from door.judge.process import process
from door.rules.notation import write
from door.rules.options import adjustment_due, build_choices, move_choices, removal_choices, support_choices
from door.rules.orders import Build, Disband, Order, Retreat
from door.rules.phase import Stage
from door.store import games as files
from door.store.home import Home
from door.store.records import OrdersRecord
from tests.judge.play import NOON, days_later


def play_on(home: Home, turns: int, game: str = "demo", seed: int = 1, first_day: int = 1) -> None:
    """Play so many turns of a game that runs, one a day: every caller orders something for most units."""
    chance = random.Random(seed)
    for day in range(first_day, first_day + turns):
        seen = games.view(home, game)
        assert seen.phase is not None, "the game is over already: take another seed"
        for power in seen.record.seats:
            # At once, and not as callers do it, which takes its time.
            texts = [write(order) for order in _orders(seen, power, chance)]
            files.save_orders(home, game, OrdersRecord(phase=str(seen.phase), power=power, orders=texts, saved=NOON))
        process(home, game, days_later(day))


def _orders(seen: GameView, power: str, chance: random.Random) -> Iterator[Order]:
    position, board, stage = seen.position, seen.board, seen.phase and seen.phase.stage
    if stage is Stage.MOVES:
        for unit in position.units_of(power):
            moving = chance.random() < 0.7
            choices: list[Order] = [*(move_choices if moving else support_choices)(unit, position, board)]
            if choices and chance.random() < 0.9:
                yield chance.choice(choices)
    elif stage is Stage.RETREATS:
        for entry in position.dislodged_of(power):
            if entry.choices and chance.random() < 0.8:
                yield Retreat(entry.unit, chance.choice(entry.choices))
    else:
        places = {unit.province: unit for unit in build_choices(power, position, board)}
        due = adjustment_due(power, position, board)
        yield from map(Build, list(places.values())[: max(0, due)])
        yield from map(Disband, removal_choices(power, position)[: max(0, -due)])
