"""Our adjudicator against the oracle on random positions, and what must hold whatever the rules say.

A seed names a position for good; a test that fails prints the orders, shrunk to the fewest that still show it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from door.rules.adjudicate import Adjudication, adjudicate
from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.moves import adjudicate_moves
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.phase import Phase, Stage
from door.rules.position import Position
from door.rules.results import Disrupted
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.state import read_state
from door.rules.units import Unit, province_of
from door.rules.written import OrderError
from tests.rules.oracle import judge
from tests.rules.positions import Shuffler, position_of, shown
from tests.rules.test_datc import CASES, saved_phase

SPRING = Phase.parse("S1901M")
BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
E1901_CASES = json.loads((Path(__file__).parents[1] / "cases" / "e1901.json").read_text(encoding="utf-8"))

Outcome: TypeAlias = dict[str, frozenset[str]]
Maker: TypeAlias = Callable[[Shuffler, Random], list[MoveOrder]]


def hot(shuffler: Shuffler, random: Random) -> list[MoveOrder]:
    return shuffler.orders(shuffler.hot_units(random), random)


def tangled(shuffler: Shuffler, random: Random) -> list[MoveOrder]:
    return shuffler.tangled_orders(shuffler.hot_units(random, 6, 11), random)


def knot(shuffler: Shuffler, random: Random) -> list[MoveOrder]:
    return shuffler.knot(random, random.randint(1, 6))


def full(shuffler: Shuffler, random: Random) -> list[MoveOrder]:
    return shuffler.orders(shuffler.full_units(random), random)


MAKERS: dict[str, Maker] = {"hot": hot, "tangled": tangled, "knot": knot, "full": full}
COUNTS = {"hot": 1500, "tangled": 600, "knot": 600, "full": 100}
BY_SPOT = pytest.mark.parametrize("spot", MAKERS)


@pytest.fixture(scope="module")
def shuffler(board: Board) -> Shuffler:
    return Shuffler(board)


def ours(orders: Sequence[MoveOrder], board: Board, rulebook: Rulebook) -> Outcome:
    moved = adjudicate_moves(position_of(orders), {order.unit.province: order for order in orders}, board, rulebook)
    words = {province: set(result.words) for province, result in moved.results.items()}
    broken = {p for p, r in moved.results.items() if any(isinstance(mark, Disrupted) and mark.by for mark in r.marks)}

    def marked(word: str) -> frozenset[str]:
        return frozenset(province for province, its in words.items() if word in its)

    return {
        "moved": frozenset(p for p, result in moved.results.items() if isinstance(result.order, Move) and not words[p]),
        "dislodged": marked("dislodged"),
        "cut": marked("cut"),
        "stranded": marked("no convoy"),
        "contested": moved.contested,
        "void": marked("void"),
        "broken": frozenset(broken),
    }


def theirs(orders: Sequence[MoveOrder], board: Board, rulebook: Rulebook) -> Outcome:
    verdict = judge(orders, board, door=rulebook is E1901)
    return {
        "moved": verdict.moved,
        "dislodged": verdict.dislodged,
        "cut": verdict.cut,
        "stranded": verdict.stranded,
        "contested": verdict.contested,
        "void": verdict.void,
        "broken": verdict.broken,
    }


def shrunk(orders: list[MoveOrder], differs: Callable[[list[MoveOrder]], bool]) -> list[MoveOrder]:
    """The fewest units, and of these as many as possible holding, that still differ."""
    for index, order in enumerate(orders):
        rest = orders[:index] + orders[index + 1 :]
        fewer = [rest] if all(_present(other, rest) for other in rest) else []
        idle = [*orders[:index], Hold(order.unit), *orders[index + 1 :]]
        for smaller in fewer if isinstance(order, Hold) else [*fewer, idle]:
            if differs(smaller):
                return shrunk(smaller, differs)
    return orders


def _present(order: MoveOrder, orders: Sequence[MoveOrder]) -> bool:
    """Whether the unit that the order aids is there."""
    there = {other.unit.province for other in orders}
    aided = order.supported if isinstance(order, Support) else order.army if isinstance(order, Convoy) else order.unit
    return aided.province in there


def compare(orders: list[MoveOrder], board: Board, rulebook: Rulebook, name: str) -> None:
    def differs(these: list[MoveOrder]) -> bool:
        return ours(these, board, rulebook) != theirs(these, board, rulebook)

    if differs(orders):
        fewest = shrunk(orders, differs)
        one, two = ours(fewest, board, rulebook), theirs(fewest, board, rulebook)
        told = {key: (sorted(one[key]), sorted(two[key])) for key in one if one[key] != two[key]}
        pytest.fail(f"{name} under {rulebook.name}: {shown(fewest)}\n(ours, the oracle's): {told}")


@BOTH
@BY_SPOT
def test_agrees_with_the_oracle(spot: str, rulebook: Rulebook, board: Board, shuffler: Shuffler) -> None:
    for seed in range(COUNTS[spot]):
        compare(MAKERS[spot](shuffler, Random(seed)), board, rulebook, f"{spot} {seed}")


@pytest.mark.long
@pytest.mark.timeout(3600)
@BOTH
@pytest.mark.parametrize(("spot", "count"), [("hot", 100_000), ("tangled", 40_000), ("knot", 60_000), ("full", 10_000)])
def test_agrees_with_the_oracle_for_long(
    spot: str, count: int, rulebook: Rulebook, board: Board, shuffler: Shuffler
) -> None:
    for seed in range(COUNTS[spot], COUNTS[spot] + count):
        compare(MAKERS[spot](shuffler, Random(seed)), board, rulebook, f"{spot} {seed}")


def test_the_oracle_meets_what_it_is_there_for(board: Board, shuffler: Shuffler) -> None:
    """The positions hold what is hard: rings, paradoxes and linked ones, stand-offs, dislodgements, void orders."""
    found = [judge(hot(shuffler, Random(seed)), board, door=False) for seed in range(600)]
    assert sum(verdict.rings for verdict in found) >= 5
    assert sum(len(verdict.contested) for verdict in found) >= 10
    assert sum(len(verdict.dislodged) for verdict in found) >= 50
    assert sum(len(verdict.void) for verdict in found) >= 50
    knots = [judge(knot(shuffler, Random(seed)), board, door=False) for seed in range(600)]
    assert sum(verdict.paradoxes > 0 for verdict in knots) >= 100
    assert sum(verdict.paradoxes > 1 for verdict in knots) >= 10


# Positions that chance finds seldom

SHARP: dict[str, tuple[dict[str, list[str]], dict[str, str], dict[str, str]]] = {
    # An own fleet offers a part of the way: in the standard rules that shows the intent, by the door's it does not.
    "part of a chain to a neighbour": (
        {"ITALY": ["A VEN - ROM", "F ADR C A VEN - ROM", "F ION H", "F TYS H"]},
        {"A VEN": "no convoy"},
        {},
    ),
    "a whole chain to a neighbour": (
        {"ITALY": ["A VEN - ROM", "F ADR C A VEN - ROM"], "FRANCE": ["F ION C A VEN - ROM", "F TYS C A VEN - ROM"]},
        {},
        {},
    ),
    # The army's failure is certain before its convoy is settled; the word must be that of what stopped it.
    "stood off at the end of a convoy that was in doubt": (
        {
            "AUSTRIA": ["A LVN - DEN VIA", "F BAL C A LVN - DEN", "F SKA - DEN"],
            "ENGLAND": ["F BER - BAL", "F BOT - BAL", "F DEN S F BOT - BAL"],
        },
        {"A LVN": "bounce", "F SKA": "bounce", "F BER": "bounce", "F BOT": "bounce", "F DEN": "cut"},
        {
            "A LVN": "no convoy",
            "F BAL": "disrupted",
            "F SKA": "bounce",
            "F BER": "bounce",
            "F BOT": "bounce",
            "F DEN": "cut",
        },
    ),
    "an own supporter helps not, but still stands off": (
        {"FRANCE": ["A BUR - MUN", "A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A BUR - MUN"]},
        {"A BUR": "bounce", "A MUN": "bounce", "A PAR": "bounce"},
        {"A BUR": "bounce", "A MUN": "bounce", "A PAR": "bounce"},
    ),
}


@BOTH
@pytest.mark.parametrize("name", SHARP)
def test_sharp_positions(name: str, rulebook: Rulebook, board: Board) -> None:
    texts, standard, door = SHARP[name]
    units = {power: [line[:5] for line in lines] for power, lines in texts.items()}
    orders = bound({"state": {"units": units}, "orders": texts}, board)
    compare(orders, board, rulebook, name)
    done = adjudicate(SPRING, position_of(orders), orders, board, rulebook)
    found = {
        str(result.order.unit): " ".join(result.words)
        for result in done.results
        if result.marks and isinstance(result.order, Hold | Move | Support | Convoy)
    }
    assert found == (door if rulebook is E1901 else standard)


def test_a_convoyed_attacker_bars_no_retreat(board: Board) -> None:
    """DATC 6.H.11: only an attacker that came over the border closes the place it came from."""
    texts = {"ENGLAND": ["A HOL - BEL VIA", "F NTH C A HOL - BEL", "F ENG S A HOL - BEL"], "FRANCE": ["A BEL H"]}
    units = {power: [line[:5] for line in lines] for power, lines in texts.items()}
    for via, barred in ((True, False), (False, True)):
        lines = texts["ENGLAND"] if via else ["A HOL - BEL", "F NTH H", "F ENG S A HOL - BEL"]
        orders = bound({"state": {"units": units}, "orders": {**texts, "ENGLAND": lines}}, board)
        entry = adjudicate(SPRING, position_of(orders), orders, board, STANDARD).position.dislodged["BEL"]
        assert ("HOL" not in entry.choices) == barred


# The oracle itself, against the cases that everybody uses


def bound(saved: dict[str, Any], board: Board) -> list[MoveOrder]:
    position = read_state(saved["state"], board, Stage.MOVES)
    orders: dict[str, MoveOrder] = {province: Hold(unit) for province, unit in position.units.items()}
    for power, texts in saved["orders"].items():
        for line in texts:
            try:
                order = parse_order(line, power, Stage.MOVES, position, board)
            except OrderError:
                continue
            assert isinstance(order, Hold | Move | Support | Convoy)
            orders[order.unit.province] = order
    return list(orders.values())


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["steps"][0]["phase"] == "movement"], ids=lambda case: case["id"]
)
def test_the_oracle_knows_the_test_cases(case: dict[str, Any], board: Board) -> None:
    step = case["steps"][0]
    verdict = judge(bound(saved_phase(case, step), board), board, door=False)
    assert verdict.dislodged == {province_of(entry["loc"].upper()) for entry in step["post"]["dislodged"]}
    assert verdict.contested == {place.upper() for place in step["post"]["contested"]}
    stay = {(unit["power"].upper(), unit["loc"].upper()) for unit in step["post"]["units"]}
    before = {order.unit.province: order for order in bound(saved_phase(case, step), board)}
    after = {
        (order.unit.power, order.target if isinstance(order, Move) and p in verdict.moved else order.unit.location)
        for p, order in before.items()
        if p not in verdict.dislodged
    }
    assert after == stay


@pytest.mark.parametrize("case", [c for c in E1901_CASES if c["name"].endswith("M")], ids=lambda case: case["id"])
def test_the_oracle_knows_the_doors_cases(case: dict[str, Any], board: Board) -> None:
    orders = bound(case, board)
    verdict = judge(orders, board, door=case["rules"] == "e1901")
    names = {order.unit.province: str(order.unit) for order in orders}
    moves = {order.unit.province for order in orders if isinstance(order, Move)}
    assert {names[province] for province in verdict.cut} == set(case["expect"]["cut"])
    assert {names[province] for province in moves - verdict.moved - verdict.void} == set(
        case["expect"]["moves_failed"]
    ) - {names[province] for province in verdict.void}
    after = {
        province_of(order.target) if isinstance(order, Move) and p in verdict.moved else p
        for order in orders
        for p in [order.unit.province]
        if p not in verdict.dislodged
    }
    assert after == {province_of(unit[2:]) for units in case["expect"]["units"].values() for unit in units}


# What must hold whatever the rules say


def check_results(position: Position, done: Adjudication) -> None:
    """Every unit has one result, marks and reasons go together, and no unit is lost or doubled."""
    results = {
        result.order.unit.province: result
        for result in done.results
        if isinstance(result.order, Hold | Move | Support | Convoy)
    }
    assert results.keys() == position.units.keys()
    gone = set()
    for province, result in results.items():
        reason = result.reason()
        assert (reason is None) == result.succeeded == (not result.words)
        assert reason is None or reason.endswith(".")
        assert ("disband" in result.words) <= ("dislodged" in result.words)
        assert ("dislodged" in result.words) == (province in done.position.dislodged or "disband" in result.words)
        if "dislodged" in result.words:
            gone.add(province)
    moved = {p: r.order.target for p, r in results.items() if isinstance(r.order, Move) and r.succeeded}
    stay = {
        Unit(unit.power, unit.kind, moved.get(province, unit.location))
        for province, unit in position.units.items()
        if province not in gone
    }
    assert set(done.position.units.values()) == stay
    assert len(done.position.units) == len(position.units) - len(gone)
    assert all(province == unit.province for province, unit in done.position.units.items())


def check_dislodgements(position: Position, done: Adjudication, board: Board, contested: frozenset[str]) -> None:
    """No power dislodges its own unit, and retreats are possible where they are offered."""
    standard = contested is not NO_MATTER
    for result in done.results:
        if "dislodged" in result.words:
            assert not isinstance(result.order, Move) or not result.succeeded
    for province, entry in done.position.dislodged.items():
        winner = done.position.units[province]
        assert winner.power != entry.unit.power
        assert position.units[province] == entry.unit
        for place in entry.choices:
            assert place in board.reach(entry.unit.kind, entry.unit.location)
            assert province_of(place) not in done.position.units
            assert not standard or province_of(place) not in contested


NO_MATTER: frozenset[str] = frozenset({"no matter"})


@BOTH
@pytest.mark.parametrize("spot", ["full", "tangled"])
def test_what_must_hold(spot: str, rulebook: Rulebook, board: Board, shuffler: Shuffler) -> None:
    for seed in range(1000, 1120):
        random = Random(seed)
        orders = MAKERS[spot](shuffler, random)
        position = position_of(orders)
        done = adjudicate(SPRING, position, orders, board, rulebook)
        check_results(position, done)
        moved = adjudicate_moves(position, {order.unit.province: order for order in orders}, board, rulebook)
        check_dislodgements(position, done, board, moved.contested if rulebook is STANDARD else NO_MATTER)
        assert adjudicate(SPRING, position, orders, board, rulebook) == done
        assert str(done.phase) == ("S1901R" if done.position.dislodged else "F1901M")


@BOTH
@BY_SPOT
def test_the_order_of_entry_does_not_matter(spot: str, rulebook: Rulebook, board: Board, shuffler: Shuffler) -> None:
    for seed in range(2000, 2030):
        random = Random(seed)
        orders = MAKERS[spot](shuffler, random)
        done = ours(orders, board, rulebook)
        after = adjudicate(SPRING, position_of(orders), orders, board, rulebook).position
        for _ in range(3):
            random.shuffle(orders)
            assert ours(orders, board, rulebook) == done, shown(orders)
            assert adjudicate(SPRING, position_of(orders), orders, board, rulebook).position == after


@BOTH
def test_units_without_orders_hold(rulebook: Rulebook, board: Board, shuffler: Shuffler) -> None:
    for seed in range(3000, 3060):
        orders = hot(shuffler, Random(seed))
        position = position_of(orders)
        silent = [order for order in orders if not isinstance(order, Hold)]
        with_holds = adjudicate(SPRING, position, orders, board, rulebook)
        without = adjudicate(SPRING, position, silent, board, rulebook)
        assert with_holds.position == without.position
        by_unit = {result.order: result.marks for result in without.results}
        assert by_unit == {result.order: result.marks for result in with_holds.results}
        assert {result.order for result in without.results if not result.given} == set(orders) - set(silent)


def test_standard_retreats_never_go_where_the_attacker_came_from(board: Board, shuffler: Shuffler) -> None:
    found = 0
    for seed in range(4000, 4300):
        orders = hot(shuffler, Random(seed))
        done = adjudicate(SPRING, position_of(orders), orders, board, STANDARD)
        for province, entry in done.position.dislodged.items():
            attack = next(
                result.order
                for result in done.results
                if isinstance(result.order, Move) and result.succeeded and province_of(result.order.target) == province
            )
            walked = attack.target in board.reach(attack.unit.kind, attack.unit.location) and not attack.via
            own_fleet = any(
                isinstance(o, Convoy) and o.army == attack.unit and o.unit.power == attack.unit.power for o in orders
            )
            if walked and not own_fleet:
                found += 1
                assert attack.unit.province not in map(province_of, entry.choices)
    assert found > 20
