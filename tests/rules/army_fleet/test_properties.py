"""What holds in every Army/Fleet turn, and that two ways to adjudicate it agree."""

from __future__ import annotations

from random import Random

import pytest

from door.rules import moves as standard
from door.rules.army_fleet.moves import Moved, adjudicate_moves
from door.rules.army_fleet.retreats import adjudicate_retreats
from door.rules.board import Board, ProvinceKind
from door.rules.orders import Hold, Land, Move, Retreat, Support
from door.rules.position import Position
from door.rules.results import Result
from door.rules.rulebook import STANDARD
from door.rules.units import Unit, UnitKind
from tests.rules.army_fleet.enumeration import TooBig
from tests.rules.army_fleet.notation import Reader, position_in
from tests.rules.army_fleet.positions import UnitOrder, Waters
from tests.rules.army_fleet.restated import Restated, Verdict
from tests.rules.army_fleet.test_cases import MOVES
from tests.rules.positions import long_ring, position_of

Seen = tuple[dict[str, tuple[str, str]], dict[str, str], dict[str, tuple[str, bool]], dict[Unit, list[str]], set[str]]

SEEDS = range(12)
TURNS = 60


def _words(result: Result) -> list[str]:
    """The words but for what hangs on retreats."""
    return [word for word in result.words if word not in ("dislodged", "disband")]


def _seen(moved: Moved) -> Seen:
    """The outcome of the engine in the terms of the restated rules; dislodged units of which none was disbanded."""
    after = moved.position
    beaten = {unit.province: unit for unit, result in moved.results.items() if "dislodged" in result.words}
    return (
        {code: (unit.power, unit.kind.value) for code, unit in after.units.items()},
        {sea: army.power for sea, army in after.aboard.items()},
        {
            code: (unit.power, code in after.dislodged and after.dislodged[code].aboard is not None)
            for code, unit in beaten.items()
        },
        {
            unit: _words(result)
            for unit, result in moved.results.items()
            if result.given or "disband" not in result.words
        },
        set(moved.contested),
    )


def _restated(verdict: Verdict, moved: Moved) -> Seen:
    """The restated outcome; of an A/F that had nowhere to retreat to the army is not looked at."""
    gone = moved.position.dislodged
    dislodged = {code: (power, full and code in gone) for code, (power, full) in verdict.dislodged.items()}
    words = {unit: said for unit, said in verdict.words.items() if unit in moved.results}
    return verdict.units, verdict.aboard, dislodged, words, verdict.contested


def _compare(position: Position, orders: list[UnitOrder], board: Board) -> Verdict:
    verdict = Restated(position, orders, board).verdict()
    moved = adjudicate_moves(position, orders, board, STANDARD)
    engine = _seen(moved)
    words = {unit: said for unit, said in engine[3].items() if unit in verdict.words}
    assert (*engine[:3], words, engine[4]) == _restated(verdict, moved), "; ".join(map(str, orders))
    return verdict


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in MOVES])
def test_cases_restated(case: dict[str, list[str]], board: Board) -> None:
    position = position_in(case["units"])
    _compare(position, Reader(position).orders(case["orders"]), board)


@pytest.mark.parametrize(("tangled", "knots", "excepted"), [(False, 0, 0), (True, 2, 8)])
def test_random_turns_restated(tangled: bool, knots: int, excepted: int, board: Board) -> None:
    """Some of the turns must hold what makes the rules hard."""
    waters = Waters(board, Random(1901), tangled=tangled)
    verdicts = []
    for _ in range(800):
        position, orders = waters.turn()
        try:
            verdicts.append(_compare(position, orders, board))
        except TooBig:
            continue
    assert len(verdicts) > 780
    assert sum(verdict.knots > 0 for verdict in verdicts) >= knots
    assert sum(verdict.excepted > 0 for verdict in verdicts) >= excepted


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_lost_and_nobody_swims(seed: int, board: Board) -> None:
    waters = Waters(board, Random(seed))
    for _ in range(TURNS):
        position, orders = waters.turn()
        moved = adjudicate_moves(position, orders, board, STANDARD)
        after = moved.position
        lost = [unit for unit, result in moved.results.items() if "disband" in result.words]
        saved = sum(1 + (entry.aboard is not None) for entry in after.dislodged.values())
        assert len(position.units) + len(position.aboard) == len(after.units) + len(after.aboard) + saved + len(lost)
        assert all(code == unit.province for code, unit in after.units.items())
        for sea, army in after.aboard.items():
            assert army.location == sea
            assert after.units[sea].kind is UnitKind.FLEET
            assert after.units[sea].power == army.power
        for code, unit in after.units.items():
            assert board.can_stand(unit.kind, unit.location), code
        for result in moved.results.values():
            assert result.succeeded or (result.reason() or "").endswith(".")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_orders_and_units_is_nothing(seed: int, board: Board) -> None:
    random = Random(seed)
    waters = Waters(board, random)
    for _ in range(TURNS // 3):
        position, orders = waters.turn()
        units, aboard = list(position.units.values()), list(position.aboard.values())
        first = adjudicate_moves(position, orders, board, STANDARD)
        for shuffled in (units, aboard, orders):
            random.shuffle(shuffled)
        second = adjudicate_moves(Position.of(units, aboard=aboard), orders, board, STANDARD)
        assert first.position == second.position
        assert first.contested == second.contested
        assert {unit: result.words for unit, result in first.results.items()} == {
            unit: result.words for unit, result in second.results.items()
        }


@pytest.mark.parametrize("seed", SEEDS)
def test_without_ships_it_is_the_standard_game(seed: int, board: Board) -> None:
    """Where nobody embarks, lands or ferries, and no army is aboard, the standard engine says the same."""
    waters = Waters(board, Random(seed))
    for _ in range(TURNS):
        position, orders = waters.turn()
        position = Position(position.units)
        plain: dict[str, Hold | Move | Support] = {}
        for order in orders:
            walks = isinstance(order, Move) and not order.via
            if order.unit in position.units.values() and (walks or isinstance(order, Hold | Support)):
                assert isinstance(order, Hold | Move | Support)
                plain[order.unit.province] = order
        fit = {code: order for code, order in plain.items() if _fits(order, position, board)}
        ours = adjudicate_moves(position, fit.values(), board, STANDARD)
        theirs = standard.adjudicate_moves(position, dict(fit), board, STANDARD)
        assert ours.position.units == theirs.position.units
        assert ours.contested == theirs.contested
        assert _ashore(ours.position, board) == _ashore(theirs.position, board)
        assert {unit.province: _words(result) for unit, result in ours.results.items()} == {
            code: _words(result) for code, result in theirs.results.items()
        }


def _ashore(position: Position, board: Board) -> dict[str, list[str]]:
    """The retreats of dislodged units but for those of armies onto fleets."""
    found = {
        code: [place for place in entry.choices if board.can_stand(entry.unit.kind, place)]
        for code, entry in position.dislodged.items()
    }
    return {code: places for code, places in found.items() if places}


def _fits(order: UnitOrder, position: Position, board: Board) -> bool:
    """Whether the order is about units that are there, and is no move that only a convoy could make."""
    if isinstance(order, Support):
        return order.supported in position.units.values()
    if isinstance(order, Move) and order.unit.kind is UnitKind.ARMY:
        return board.touches(UnitKind.ARMY, order.unit.location, order.target)
    return True


@pytest.mark.parametrize("seed", SEEDS)
def test_retreats_lose_nobody_unseen(seed: int, board: Board) -> None:
    random = Random(seed)
    waters = Waters(board, random)
    retreated = 0
    for _ in range(TURNS):
        before = adjudicate_moves(*waters.turn(), board, STANDARD).position
        orders = {
            entry.unit: Retreat(entry.unit, random.choice(entry.choices))
            for entry in before.dislodged.values()
            if random.random() < 0.9
        }
        results, after = adjudicate_retreats(before, orders, board)
        lost = [unit for unit, result in results.items() if "disband" in result.words]
        there = sum(1 + (entry.aboard is not None) for entry in before.dislodged.values())
        there += len(before.units) + len(before.aboard)
        assert there == len(after.units) + len(after.aboard) + len(lost)
        for sea, army in after.aboard.items():
            assert after.units[sea].kind is UnitKind.FLEET
            assert after.units[sea].power == army.power
        retreated += len(orders)
    assert retreated > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_an_army_in_every_sea(seed: int, board: Board) -> None:
    """All of them sail and land, those that meet too: the turn ends, and no landing rests on a fleet that stayed."""
    random = Random(seed)
    seas = [code for code, place in board.provinces.items() if place.kind is ProvinceKind.SEA]
    powers = random.sample(sorted(board.powers), random.randint(2, 7))
    fleets = [Unit(random.choice(powers), UnitKind.FLEET, sea) for sea in seas]
    armies = {fleet: Unit(fleet.power, UnitKind.ARMY, fleet.province) for fleet in fleets}
    orders: list[UnitOrder] = []
    for fleet, army in armies.items():
        second = random.choice(sorted(board.reach(UnitKind.FLEET, fleet.province) & set(seas)) or [fleet.province])
        shore = random.choice(sorted(board.neighbours(second) - set(seas)) or [second])
        orders += [Move(fleet, second), Land(army, second, shore)]
    moved = adjudicate_moves(Position.of(fleets, aboard=armies.values()), orders, board, STANDARD)
    landed = [army for army, result in moved.results.items() if army.kind is UnitKind.ARMY and result.succeeded]
    by_sea = {army.province: fleet for fleet, army in armies.items()}
    assert all("bounce" not in moved.results[by_sea[army.province]].words for army in landed)
    assert sum(army.kind is UnitKind.ARMY for army in moved.position.units.values()) == len(landed)


def test_a_ring_too_long_to_be_tried_out(board: Board) -> None:
    """Thirty-four units in a ring all move."""
    orders = long_ring(board, Random(34))
    moved = adjudicate_moves(position_of(orders), orders, board, STANDARD)
    assert all(result.succeeded for result in moved.results.values())
    assert set(moved.position.units) == {order.unit.province for order in orders}


def test_a_ring_of_five_whole_fleets(board: Board) -> None:
    ring = ["NTH", "ENG", "IRI", "NAO", "NWG"]
    fleets = [Unit("ENGLAND", UnitKind.FLEET, sea) for sea in ring]
    armies = [Unit("ENGLAND", UnitKind.ARMY, sea) for sea in ring]
    orders = [Move(fleet, ring[(at + 1) % len(ring)]) for at, fleet in enumerate(fleets)]
    moved = adjudicate_moves(Position.of(fleets, aboard=armies), orders, board, STANDARD)
    assert all(result.succeeded for result in moved.results.values())
    assert sorted(moved.position.aboard) == sorted(ring)
