"""What the Army/Fleet rules cost: phases of real games with the module off, with it on, and with armies aboard.

The same phases of 22 to 34 units are played three ways, phase by phase in turn, so that a machine that slows down
slows all three: ``off``, by the standard rules alone; ``on``, with the module but no order that only it knows; and
``aboard``, with armies put aboard fleets at sea, which land, and armies ashore that embark; as many units as before.

    python -m pytest tests/bench/test_army_fleet_bench.py --benchmark-only -s

prints medians and 99th percentiles. No time is held to anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from door.rules.adjudicate import Adjudication, adjudicate
from door.rules.board import Board, ProvinceKind
from door.rules.orders import Embark, Hold, Land, Move, MoveOrder, Order
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.rulebook import STANDARD, Rulebook, rulebook_named
from door.rules.units import Unit, UnitKind, province_of
from door.store.shipped import load_board
from tests.bench.phases import real_phases
from tests.rules.positions import position_of
from tests.rules.test_oracle import bound

SPRING = Phase.parse("S1901M")
EVERY = 3
"""One phase of so many is played."""
ROUNDS = 5
BOARD = load_board()
WITH_MODULE = rulebook_named(STANDARD.name, army_fleet=True)


@dataclass(frozen=True)
class Turn:
    """A phase to adjudicate."""

    position: Position
    orders: list[Order]
    rulebook: Rulebook

    @property
    def units(self) -> int:
        return len(self.position.units) + len(self.position.aboard)

    def play(self) -> Adjudication:
        return adjudicate(SPRING, self.position, self.orders, BOARD, self.rulebook)


class Boarding:
    """Puts armies of a position aboard fleets of their power, and gives them and some armies ashore orders to match."""

    def __init__(self, orders: list[MoveOrder], board: Board, random: Random) -> None:
        self.orders: dict[Unit, Order] = {order.unit: order for order in orders}
        self.units = dict(position_of(orders).units)
        self.board = board
        self.random = random

    def turn(self) -> Turn:
        aboard: dict[str, Unit] = {}
        for fleet in list(self.units.values()):
            if not self._at_sea(fleet.province) or self._boards(fleet):
                continue
            army = self._spared(fleet.power)
            if army is not None and self.random.random() < 0.7:
                del self.orders[army], self.units[army.province]
                passenger = aboard[fleet.province] = army.at(fleet.province)
                self.orders[passenger] = self._landing(passenger, self.orders[fleet])
        position = Position.of(self.units.values(), aboard=aboard.values())
        return Turn(position, list(self.orders.values()), WITH_MODULE)

    def _spared(self, power: str) -> Unit | None:
        """An army ashore that could as well be at sea."""
        armies = [unit for unit in self.units.values() if unit.power == power and unit.kind is UnitKind.ARMY]
        free = [army for army in armies if not isinstance(self.orders[army], Embark)]
        return self.random.choice(free) if free else None

    def _at_sea(self, location: str) -> bool:
        return self.board.provinces[province_of(location)].kind is ProvinceKind.SEA

    def _boards(self, fleet: Unit) -> bool:
        """Let an army of its power beside a fleet that holds embark, if there is one."""
        if not isinstance(self.orders[fleet], Hold):
            return False
        for army in self.units.values():
            beside = army.province in self.board.neighbours(fleet.province)
            if (
                army.kind is UnitKind.ARMY
                and army.power == fleet.power
                and beside
                and not isinstance(self.orders[army], Embark)
            ):
                self.orders[army] = self._embarkation(army, fleet)
                return True
        return False

    def _embarkation(self, army: Unit, fleet: Unit) -> Embark:
        """The fleet sails on and the army lands, where that can be; else it stays aboard."""
        seas = sorted(sea for sea in self.board.reach(UnitKind.FLEET, fleet.location) if self._at_sea(sea))
        if not seas:
            return Embark(army, fleet.province)
        sea = self.random.choice(seas)
        self.orders[fleet] = Move(fleet, sea)
        return Embark(army, fleet.province, (sea, self._shore(sea)))

    def _landing(self, army: Unit, fleet: Order) -> Land:
        goal = province_of(fleet.target) if isinstance(fleet, Move) else army.province
        sea = goal if self._at_sea(goal) else army.province
        return Land(army, sea, self._shore(sea))

    def _shore(self, sea: str) -> str:
        return self.random.choice(sorted(code for code in self.board.neighbours(sea) if not self._at_sea(code)))


def turns() -> Mapping[str, list[Turn]]:
    """The phases, played three ways."""
    phases = [bound(saved, BOARD) for saved in real_phases()[::EVERY]]
    return {
        "off": [Turn(position_of(orders), [*orders], STANDARD) for orders in phases],
        "on": [Turn(position_of(orders), [*orders], WITH_MODULE) for orders in phases],
        "aboard": [Boarding(orders, BOARD, Random(seed)).turn() for seed, orders in enumerate(phases)],
    }


def test_what_the_module_costs(benchmark: BenchmarkFixture) -> None:
    ways = turns()
    best: dict[str, list[float]] = {way: [float("inf")] * len(played) for way, played in ways.items()}

    def play() -> None:
        for number in range(len(ways["off"])):
            for way, played in ways.items():
                start = time.perf_counter()
                played[number].play()
                best[way][number] = min(best[way][number], time.perf_counter() - start)

    rounds: Callable[..., Any] = benchmark.pedantic
    rounds(play, rounds=ROUNDS, warmup_rounds=1)
    print()
    for way, played in ways.items():
        times = {"median": median(best[way]), "99th": quantiles(best[way], n=100)[98]}
        figures = {name: f"{seconds * 1e6:.0f} us" for name, seconds in times.items()}
        benchmark.extra_info[way] = figures
        units = median(turn.units for turn in played)
        print(f"{way:>7}: {len(played)} phases of {units:.0f} units, {figures['median']}, 99th {figures['99th']}")
    check_the_turns(ways)


def check_the_turns(ways: Mapping[str, list[Turn]]) -> None:
    """What is timed is what it says: the sizes are the wanted ones, and armies embark, land and fail to land."""
    assert all(22 <= turn.units <= 34 for played in ways.values() for turn in played)
    landings = [result for turn in ways["aboard"] for result in turn.play().results if isinstance(result.order, Land)]
    assert len(landings) > len(ways["aboard"])
    assert any(result.succeeded for result in landings)
    assert any("excepted" in result.words for result in landings)
    embarked = [order for turn in ways["aboard"] for order in turn.orders if isinstance(order, Embark)]
    assert any(order.landing for order in embarked)
