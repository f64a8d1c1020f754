"""What adjudication costs: phases of real games, the same from text to text, and the worst that could be thought of.

Microseconds are worth nothing on another machine: compare ratios, taken in the same run. ``per phase`` in the extra
information is the cost of one phase, as each round plays many. The worst cases are held under a hard cap, many times
what they need: it is there for what grows without bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random
from statistics import median
from typing import Any, TypeAlias

import pytest
import tomli
from pytest_benchmark.fixture import BenchmarkFixture

from door.rules.adjudicate import adjudicate
from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.saved import adjudicate_saved
from tests.bench.phases import real_phases
from tests.rules.conftest import ROOT
from tests.rules.grid import crowd, ferries, grid_board
from tests.rules.positions import Shuffler, all_at_sea, long_ring, position_of
from tests.rules.test_datc import CASES, saved_phase
from tests.rules.test_oracle import bound

SPRING = Phase.parse("S1901M")
HARD_CAP = 0.1
"""Seconds for one phase, on any machine."""

BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
Case: TypeAlias = tuple[Position, list[MoveOrder]]


@pytest.fixture(scope="module")
def board() -> Board:
    return read_board()


@cache
def read_board() -> Board:
    return Board.from_table(tomli.loads((ROOT / "data" / "europe.toml").read_text(encoding="utf-8")))


@BOTH
def test_adjudicating_a_phase(benchmark: BenchmarkFixture, board: Board, rulebook: Rulebook) -> None:
    """Values in, values out: results with marks, choices of retreat, the next position."""
    cases = [(position_of(orders), orders) for orders in (bound(saved, board) for saved in real_phases())]

    def play() -> None:
        for position, orders in cases:
            adjudicate(SPRING, position, orders, board, rulebook)

    measure(benchmark, play, len(cases), median(len(position.units) for position, _ in cases))


@BOTH
def test_adjudicating_a_phase_from_text(benchmark: BenchmarkFixture, board: Board, rulebook: Rulebook) -> None:
    """The whole way without the disk: order texts in, words and reasons and the next state out."""
    phases = real_phases()

    def play() -> None:
        for saved in phases:
            adjudicate_saved(saved, board, rulebook)

    measure(benchmark, play, len(phases), 30)


def measure(benchmark: BenchmarkFixture, play: Callable[[], None], count: int, units: float) -> None:
    rounds: Callable[..., Any] = benchmark.pedantic
    rounds(play, rounds=8, warmup_rounds=1)
    benchmark.extra_info |= {"phases": count, "units": units}
    if benchmark.stats is not None:
        benchmark.extra_info["per phase"] = f"{benchmark.stats.stats.median / count * 1e6:.0f} us"


# The worst


def case(orders: list[MoveOrder]) -> Case:
    return position_of(orders), orders


def datc(number: str) -> list[MoveOrder]:
    found = next(entry for entry in CASES if entry["id"].split()[0] == number)
    return bound(saved_phase(found, found["steps"][0]), read_board())


def tangled(seed: int) -> list[MoveOrder]:
    """A fleet in every sea and in fifteen ports, armies carried wherever that can be."""
    random, shuffler = Random(seed), Shuffler(read_board())
    shores = [code for code, place in shuffler.board.provinces.items() if place.kind is ProvinceKind.COASTAL]
    units = shuffler.units_in([*shuffler.seas, *random.sample(shores, 15)], sorted(shuffler.board.powers), random)
    return shuffler.tangled_orders(units, random)


def knotted(seed: int) -> list[MoveOrder]:
    random = Random(seed)
    return Shuffler(read_board()).knot(random, 9)


def everywhere() -> list[MoveOrder]:
    """A unit in every province of the board, though no game has so many."""
    random, shuffler = Random(1), Shuffler(read_board())
    return shuffler.orders(shuffler.full_units(random, len(shuffler.board.provinces)), random)


def mutual() -> list[MoveOrder]:
    """Everybody supports a neighbour, and everybody's supporter is attacked."""
    random, shuffler = Random(2), Shuffler(read_board())
    units = shuffler.full_units(random, 60)
    position = Position.of(units)
    orders: list[MoveOrder] = []
    for index, unit in enumerate(units):
        near = [position.units[code] for code in shuffler.provinces_by(unit) if code in position.units]
        reach = sorted(read_board().reach(unit.kind, unit.location))
        if index % 2 and near:
            orders.append(Support(unit, random.choice(near)))
        else:
            orders.append(Move(unit, random.choice(reach)))
    return orders


WORST: dict[str, Callable[[], list[MoveOrder]]] = {
    "a ring of 34": lambda: long_ring(read_board(), Random(1)),
    "six linked convoy paradoxes": lambda: datc("6.F.28"),
    "one army over all the seas": lambda: all_at_sea(read_board(), Random(1)),
    "all fleets convoying": lambda: tangled(1),
    "nine knotted convoys": lambda: knotted(1),
    "a unit in every province": everywhere,
    "everybody in everybody's way": mutual,
}


@BOTH
@pytest.mark.parametrize("name", WORST)
def test_the_worst(benchmark: BenchmarkFixture, name: str, board: Board, rulebook: Rulebook) -> None:
    position, orders = case(WORST[name]())
    rounds: Callable[..., Any] = benchmark.pedantic
    done = rounds(adjudicate, (SPRING, position, orders, board, rulebook), rounds=20, warmup_rounds=1)
    assert len(done.results) == len(position.units)


@BOTH
def test_nothing_grows_without_bound(board: Board, rulebook: Rulebook) -> None:
    """The worst cases and many knots and tangles, each once under the hard cap, and no recursion too deep."""
    cases = [make() for make in WORST.values()] + [make(seed) for make in (tangled, knotted) for seed in range(60)]
    slowest = 0.0
    for orders in cases:
        position, _ = case(orders)
        times = []
        for _ in range(2):
            start = time.perf_counter()
            adjudicate(SPRING, position, orders, board, rulebook)
            times.append(time.perf_counter() - start)
        slowest = max(slowest, min(times))
    assert slowest < HARD_CAP


GRID = {
    "a crowd of 200": lambda board: crowd(board, 200, 1),
    "six armies over twenty seas each": lambda board: ferries(board, 20),
}


@BOTH
@pytest.mark.parametrize("name", GRID)
def test_a_large_board(benchmark: BenchmarkFixture, name: str, rulebook: Rulebook) -> None:
    large = grid_board(20, 17)
    position, orders = case(GRID[name](large))
    rounds: Callable[..., Any] = benchmark.pedantic
    done = rounds(adjudicate, (SPRING, position, orders, large, rulebook), rounds=20, warmup_rounds=1)
    assert len(done.results) == len(position.units)


@BOTH
def test_the_cost_grows_about_as_the_number_of_units(rulebook: Rulebook) -> None:
    """Four times as many units, of the same density, cost less than eight times as much."""
    large = grid_board(20, 17)
    cost = {}
    for count in (50, 200):
        cases = [case(crowd(large, count, seed)) for seed in range(8)]
        cost[count] = sum(
            min(_seconds(position, orders, large, rulebook) for _ in range(5)) for position, orders in cases
        )
    assert cost[200] < 8 * cost[50]


def _seconds(position: Position, orders: list[MoveOrder], board: Board, rulebook: Rulebook) -> float:
    start = time.perf_counter()
    adjudicate(SPRING, position, orders, board, rulebook)
    return time.perf_counter() - start


def test_a_ring_of_34_moves_under_both_rulebooks(board: Board) -> None:
    position, orders = case(long_ring(board, Random(3)))
    for rulebook in (E1901, STANDARD):
        assert all(result.succeeded for result in adjudicate(SPRING, position, orders, board, rulebook).results)
    assert not any(isinstance(order, Hold | Convoy) for order in orders)
