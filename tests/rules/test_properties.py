"""What holds for any position and any orders, under both rulebooks; the examples are hypothesis's, always the same.

``restated`` says what is sound. The orders of ``strategies`` shrink when a test fails; those of ``positions`` beside
them are denser, and come from seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from door.rules.adjudicate import adjudicate
from door.rules.moves import Moved, adjudicate_moves
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Order, Retreat, Support
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.results import ConvoyParadox
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.units import Unit, province_of
from tests.rules.positions import Shuffler, position_of, shown
from tests.rules.restated import violations
from tests.rules.strategies import BOARD, POWERS, clashes, crowds, paradoxes, rings, routs, sieges, situations

SPRING = Phase.parse("S1901M")
MIDSUMMER = Phase.parse("S1901R")
BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
QUICK = settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
SMALL = settings(QUICK, max_examples=50)
LONG = settings(QUICK, max_examples=10_000)


def moved(orders: list[MoveOrder], rulebook: Rulebook) -> Moved:
    return adjudicate_moves(position_of(orders), {order.unit.province: order for order in orders}, BOARD, rulebook)


def check(orders: list[MoveOrder], rulebook: Rulebook) -> None:
    """The adjudication ends, and what it reports is what the rules say."""
    by_province = {order.unit.province: order for order in orders}
    found = violations(by_province, moved(orders, rulebook), BOARD, door=rulebook is E1901)
    assert not found, f"{shown(orders)}\n{found}"


@BOTH
@QUICK
@given(orders=situations())
def test_results_are_what_the_rules_say(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


@BOTH
@SMALL
@given(orders=sieges())
def test_sieges_are_what_the_rules_say(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


@BOTH
@SMALL
@given(orders=clashes())
def test_clashes_are_what_the_rules_say(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


@BOTH
@SMALL
@given(orders=rings())
def test_rings_are_what_the_rules_say(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


@BOTH
@SMALL
@given(orders=paradoxes())
def test_paradoxes_are_what_the_rules_say(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


@BOTH
@SMALL
@given(orders=crowds(most=16))
def test_crowds_are_what_the_rules_say(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


DENSE: dict[str, Callable[[Shuffler, Random], list[MoveOrder]]] = {
    "hot": lambda shuffler, random: shuffler.orders(shuffler.hot_units(random), random),
    "tangled": lambda shuffler, random: shuffler.tangled_orders(shuffler.hot_units(random, 6, 11), random),
    "knot": lambda shuffler, random: shuffler.knot(random, random.randint(1, 6)),
    "full": lambda shuffler, random: shuffler.orders(shuffler.full_units(random), random),
}
"""Ways to make orders that hypothesis does not choose: without small ones, and none the like of another."""


def check_dense(kind: str, rulebook: Rulebook, seeds: range) -> None:
    shuffler = Shuffler(BOARD)
    for seed in seeds:
        check(DENSE[kind](shuffler, Random(seed)), rulebook)


@BOTH
@pytest.mark.parametrize(("kind", "count"), [("hot", 500), ("tangled", 150), ("knot", 150), ("full", 25)])
def test_dense_positions_are_what_the_rules_say(kind: str, count: int, rulebook: Rulebook) -> None:
    check_dense(kind, rulebook, range(count))


@pytest.mark.long
@pytest.mark.timeout(3600)
@BOTH
@pytest.mark.parametrize("kind", DENSE)
def test_dense_positions_are_what_the_rules_say_for_long(kind: str, rulebook: Rulebook) -> None:
    check_dense(kind, rulebook, range(10_000, 20_000 if kind != "full" else 12_000))


@pytest.mark.long
@pytest.mark.timeout(3600)
@BOTH
@LONG
@given(orders=situations())
def test_results_are_what_the_rules_say_for_long(rulebook: Rulebook, orders: list[MoveOrder]) -> None:
    check(orders, rulebook)


@BOTH
@SMALL
@given(orders=situations(), seed=st.integers(0, 9))
def test_the_sequence_of_orders_and_powers_does_not_matter(
    rulebook: Rulebook, orders: list[MoveOrder], seed: int
) -> None:
    shuffled = list(orders)
    Random(seed).shuffle(shuffled)
    one, two = moved(orders, rulebook), moved(shuffled, rulebook)
    assert {p: set(result.words) for p, result in one.results.items()} == {
        p: set(result.words) for p, result in two.results.items()
    }, shown(orders)
    assert one.position == two.position
    assert one.contested == two.contested


def renamed(order: MoveOrder, names: dict[str, str]) -> MoveOrder:
    def of(unit: Unit) -> Unit:
        return Unit(names[unit.power], unit.kind, unit.location)

    match order:
        case Hold(unit):
            return Hold(of(unit))
        case Move(unit, target, via):
            return Move(of(unit), target, via)
        case Support(unit, supported, target):
            return Support(of(unit), of(supported), target)
        case Convoy(unit, army, target):
            return Convoy(of(unit), of(army), target)


@BOTH
@SMALL
@given(orders=situations(), names=st.permutations(("TURKEY", "ITALY", "ENGLAND")))
def test_the_names_of_powers_do_not_matter(rulebook: Rulebook, orders: list[MoveOrder], names: list[str]) -> None:
    table = dict(zip(POWERS, names, strict=True))
    one, two = moved(orders, rulebook), moved([renamed(order, table) for order in orders], rulebook)
    assert {p: result.words for p, result in one.results.items()} == {p: r.words for p, r in two.results.items()}
    assert {unit.location: table[unit.power] for unit in one.position.units.values()} == {
        unit.location: unit.power for unit in two.position.units.values()
    }
    assert {p: entry.choices for p, entry in one.position.dislodged.items()} == {
        p: entry.choices for p, entry in two.position.dislodged.items()
    }


@BOTH
@QUICK
@given(rout=routs())
def test_retreats_leave_one_unit_a_province(rulebook: Rulebook, rout: tuple[Position, list[Order]]) -> None:
    """Units go where they chose if nobody else does; all others are gone, and nobody who stands is touched."""
    before, chosen = rout
    after = adjudicate(MIDSUMMER, before, chosen, BOARD, rulebook).position
    assert dict(after.units) == {**before.units, **arrivals(before, chosen)}
    assert not after.dislodged


def arrivals(before: Position, chosen: list[Order]) -> dict[str, Unit]:
    """The retreats that the choices given allow, and that no other shares its province with."""
    legal = [
        order
        for order in chosen
        if isinstance(order, Retreat) and order.target in before.dislodged[order.unit.province].choices
    ]
    shared = Counter(province_of(order.target) for order in legal)
    return {
        province_of(order.target): Unit(order.unit.power, order.unit.kind, order.target)
        for order in legal
        if shared[province_of(order.target)] == 1
    }


def test_the_examples_hold_what_is_hard() -> None:
    """What the tests draw comes to each of these."""
    found: Counter[str] = Counter()

    @settings(QUICK, max_examples=70)
    @given(drawn=st.tuples(crowds(), sieges(), paradoxes(), rings()))
    def run(drawn: tuple[list[MoveOrder], ...]) -> None:
        for orders in drawn:
            report = moved(orders, STANDARD)
            found.update(f"{type(r.order).__name__} {word}" for r in report.results.values() for word in r.words)
            found["contested"] += len(report.contested)
            found["ring"] += ring_moved(orders, report)
            found["plain paradox"] += plain_paradox(report)
            found["betrayal"] += any(isinstance(m, ConvoyParadox) for r in report.results.values() for m in r.marks)

    run()
    befalls = {"Move": ("bounce", "no convoy", "void"), "Support": ("cut", "void"), "Convoy": ("disrupted", "void")}
    hard = [f"{kind} {word}" for kind, words in befalls.items() for word in (*words, "dislodged")]
    for name in (*hard, "Hold dislodged", "contested", "ring", "plain paradox", "betrayal"):
        assert found[name] >= 1, f"{name}: {found[name]}"


def plain_paradox(report: Moved) -> bool:
    """An army stayed because of an attack on its fleet that it would have stopped (DATC 6.F.14)."""
    results = report.results
    for result in results.values():
        match result.order:
            case Support(unit, _, str(sea)) if sea in results and not result.marks:
                carried = results[sea].order
                if isinstance(carried, Convoy) and "disrupted" in results[sea].words:
                    if carried.target == unit.province and carried.army.power != unit.power:
                        return True
    return False


def ring_moved(orders: list[MoveOrder], report: Moved) -> bool:
    """Three attacks that follow each other, first in the list, all went through."""
    first = [order.unit.province for order in orders[:3]]
    goals = [province_of(order.target) for order in orders[:3] if isinstance(order, Move)]
    return goals == [*first[1:], *first[:1]] and not any(report.results[province].marks for province in first)


def test_the_restatement_finds_false_reports() -> None:
    """A report with one result turned round is never sound."""
    turned = 0

    @settings(QUICK, max_examples=150)
    @given(orders=situations(), which=st.integers(0, 15))
    def run(orders: list[MoveOrder], which: int) -> None:
        nonlocal turned
        by_province = {order.unit.province: order for order in orders}
        for rulebook in RULEBOOKS.values():
            true = moved(orders, rulebook)
            province = sorted(by_province)[which % len(by_province)]
            false = with_one_result_turned(true, province)
            if false is not None:
                turned += 1
                assert violations(by_province, false, BOARD, door=rulebook is E1901), f"{province} in {shown(orders)}"

    run()
    assert turned > 30


def with_one_result_turned(report: Moved, province: str) -> Moved | None:
    """The report with the success of one order taken away, or its failure; None for a hold."""
    result = report.results[province]
    other = next((r for p, r in report.results.items() if p != province and type(r.order) is type(result.order)), None)
    if isinstance(result.order, Hold) or other is None or set(other.words) == set(result.words):
        return None
    false = type(result)(result.order, other.marks, result.given)
    return Moved({**report.results, province: false}, report.position, report.contested)
