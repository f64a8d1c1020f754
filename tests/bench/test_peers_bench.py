"""The adjudicator beside that of the package ``diplomacy``, which most programs in Python build on, in one run.

Both play the same movement phases of 22 to 34 units of real games, phase by phase in turn, so that a machine that
slows down slows both. Compared are (a) the resolvers with everything read: here from orders as values to results with
causes and the next position, there ``Game._resolve_moves``; and (b) the whole way from texts to printable results:
here position and orders read, adjudicated and worded, there ``set_units``, ``set_orders`` and ``process``.

    python -m pytest tests/bench/test_peers_bench.py -m peers -s

prints the figures. It needs ``pip install .[peers]`` and skips without. The bounds that it holds are wide of what is
reached: they are ratios in one run and no times.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

import pytest

from door.rules import (
    STANDARD,
    OrderError,
    Phase,
    Position,
    Stage,
    adjudicate,
    binding,
    notation,
    parse_order,
    read_state,
    write_order,
    write_state,
)
from door.rules.moves import Moved, adjudicate_moves
from door.rules.orders import Move, MoveOrder
from door.store import load_board
from tests.bench.phases import real_phases

pytestmark = pytest.mark.peers

BOARD = load_board()
PHASES = 200
ROUNDS = 5

Values = tuple[Position, dict[str, MoveOrder]]


def as_values(saved: Mapping[str, Any]) -> Values:
    """The position and its orders by province; those that cannot be read or are for no unit are left out."""
    position = read_state(saved["state"], BOARD, Stage.MOVES)
    orders = (order for power in saved["orders"] for order in read_orders(saved, power, position))
    return position, {order.unit.province: order for order in orders}


def read_orders(saved: Mapping[str, Any], power: str, position: Position) -> list[MoveOrder]:
    found: list[MoveOrder] = []
    for text in saved["orders"][power]:
        try:
            found.append(parse_order(text, power, Stage.MOVES, position, BOARD))  # type: ignore[arg-type]
        except OrderError:
            continue
    return found


def from_text(saved: Mapping[str, Any]) -> tuple[list[tuple[str, list[str], str | None]], object]:
    """The whole way: texts in, worded results and the next state out."""
    phase = Phase.parse(saved["name"])
    position = read_state(saved["state"], BOARD, phase.stage)
    orders = [order for power in saved["orders"] for order in read_orders(saved, power, position)]
    done = adjudicate(phase, position, orders, BOARD, STANDARD)
    worded = [(write_order(result.order), result.words, result.reason()) for result in done.results]
    return worded, write_state(done.position)


class Peer:
    """The other package, with its resolver timed inside of ``process``."""

    def __init__(self) -> None:
        game = pytest.importorskip("diplomacy", reason="needs the package diplomacy: pip install .[peers]").Game
        self.resolving = 0.0
        resolve = game._resolve_moves

        def timed(*given: Any) -> Any:
            start = time.perf_counter()
            done = resolve(*given)
            self.resolving = time.perf_counter() - start
            return done

        self.game = type("Timed", (game,), {"_resolve_moves": timed})

    def play(self, saved: Mapping[str, Any]) -> tuple[float, float]:
        """Seconds of the whole way, and of the resolver alone."""
        game = self.game()
        game.set_current_phase(saved["name"])
        start = time.perf_counter()
        game.clear_units()
        for power, units in saved["state"]["units"].items():
            game.set_units(power, units)
        for power, orders in saved["orders"].items():
            game.set_orders(power, orders)
        game.process()
        return time.perf_counter() - start, self.resolving


def seconds(work: Callable[..., object], *given: object, rounds: int = ROUNDS) -> float:
    """The best of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work(*given)
        times.append(time.perf_counter() - start)
    return min(times)


def forget() -> None:
    """Let every line be read and bound for the first time."""
    notation._read.cache_clear()
    binding._bound.clear()


class Timings(dict[str, list[float]]):
    """Seconds by what was done."""

    def add(self, **found: float) -> None:
        for name, value in found.items():
            self.setdefault(name, []).append(value)

    def median(self, name: str) -> float:
        return median(self[name])

    def line(self, name: str) -> str:
        ranked = sorted(self[name])
        return (
            f"{name:24} median {self.median(name) * 1e6:8.1f} us   p99 {ranked[len(ranked) * 99 // 100] * 1e6:8.1f} us"
        )


def test_beside_the_package_diplomacy(capsys: pytest.CaptureFixture[str]) -> None:
    peer, found = Peer(), Timings()
    phases = real_phases()
    for saved in phases[:: max(1, len(phases) // PHASES)]:
        played = [peer.play(saved) for _ in range(ROUNDS)]
        position, orders = as_values(saved)
        found.add(
            their_resolver=min(resolver for _, resolver in played),
            our_resolver=seconds(adjudicate_moves, position, orders, BOARD, STANDARD, rounds=2 * ROUNDS),
            their_whole_way=min(whole for whole, _ in played),
            our_whole_way=seconds(from_text, saved),
        )
        forget()
        found.add(our_whole_way_at_first=seconds(from_text, saved, rounds=1))
        fresh = {province: order.__class__(**_fields(order)) for province, order in orders.items()}
        found.add(our_resolver_at_first=seconds(adjudicate_moves, position, fresh, BOARD, STANDARD, rounds=1))
    resolver = found.median("their_resolver") / found.median("our_resolver")
    whole = found.median("their_whole_way") / found.median("our_whole_way")
    with capsys.disabled():
        print(f"\n{len(found['our_resolver'])} phases")
        print("\n".join(found.line(name) for name in found))
        print(f"resolver {resolver:.1f} times as fast, whole way {whole:.1f} times")
        print(f"memory of a phase at its peak {_memory(as_values(phases[-1])):.0f} KB")
    assert resolver > 4
    assert whole > 8


def _fields(order: MoveOrder) -> dict[str, Any]:
    return {name: getattr(order, name) for name in type(order).__match_args__}


def _memory(values: Values) -> float:
    position, orders = values
    tracemalloc.start()
    adjudicate_moves(position, orders, BOARD, STANDARD)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1024


def test_both_find_the_same() -> None:
    """A race means nothing if they do not agree: the position after each of these phases."""
    peer = Peer()
    agreed = 0
    phases = real_phases()[:: max(1, len(real_phases()) // PHASES)]
    for saved in phases:
        game = peer.game()
        game.set_current_phase(saved["name"])
        game.clear_units()
        for power, units in saved["state"]["units"].items():
            game.set_units(power, units)
        for power, orders in saved["orders"].items():
            game.set_orders(power, orders)
        game.process()
        theirs = sorted(unit for units in game.get_units().values() for unit in units if not unit.startswith("*"))
        position, ordered = as_values(saved)
        ours = adjudicate_moves(position, ordered, BOARD, STANDARD)
        if theirs != units_of(ours):
            ours = adjudicate_moves(position, {**ordered, **walking(ours)}, BOARD, STANDARD)
        assert theirs == units_of(ours), saved
        agreed += 1
    assert agreed == len(phases) > PHASES // 2


def units_of(moved: Moved) -> list[str]:
    return sorted(unit.text for unit in moved.position.units.values())


def walking(moved: Moved) -> dict[str, MoveOrder]:
    """The armies that had no convoy, ordered to walk: the other program lets them, if it can be walked."""
    return {
        province: Move(result.order.unit, result.order.target)
        for province, result in moved.results.items()
        if isinstance(result.order, Move) and result.order.via and "no convoy" in result.words
    }
