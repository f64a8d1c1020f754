"""What menus offer: everything that is possible, and nothing that is not."""

from __future__ import annotations

from random import Random

import pytest

from door.rules.adjudicate import adjudicate
from door.rules.board import Board, ProvinceKind
from door.rules.legality import fault
from door.rules.options import (
    RetreatChoice,
    adjustment_due,
    build_choices,
    convoy_choices,
    move_choices,
    removal_choices,
    retreat_choices,
    support_choices,
)
from door.rules.orders import Build, Convoy, Move, Order, Retreat, Support
from door.rules.phase import Phase
from door.rules.position import Dislodged, Position
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.positions import Shuffler

BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
SEEDS = pytest.mark.parametrize("seed", range(4))

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


@pytest.fixture(scope="module")
def shuffler(board: Board) -> Shuffler:
    return Shuffler(board)


def crowd(shuffler: Shuffler, seed: int) -> Position:
    """Seventeen units about one spot and everywhere else."""
    random = Random(seed)
    hot = {unit.province: unit for unit in shuffler.hot_units(random)}
    return Position({**{unit.province: unit for unit in shuffler.full_units(random, 17)}, **hot})


def offered(position: Position, board: Board) -> list[Order]:
    orders: list[Order] = []
    for unit in position.units.values():
        orders += move_choices(unit, position, board)
        orders += support_choices(unit, position, board)
        orders += convoy_choices(unit, position, board)
    return orders


def possible(position: Position, board: Board) -> set[Order]:
    """Every order of the forms that menus know, with no regard to sense, that has no fault by the standard rules.

    An army's way to a neighbour is by land; VIA is for convoys, and supports name provinces.
    """
    provinces = list(board.provinces)
    locations = [place for code, province in board.provinces.items() for place in (code, *province.coasts)]
    orders: list[Order] = []
    for unit in position.units.values():
        near = board.reach(unit.kind, unit.location)
        orders += [Move(unit, place) for place in locations if place in near or unit.kind is FLEET]
        if unit.kind is ARMY:
            orders += [Move(unit, code, via=True) for code in provinces]
        for other in position.units.values():
            orders += [Support(unit, other, target) for target in (None, *provinces)]
            orders += [Convoy(unit, other, code) for code in provinces]
    return {order for order in orders if fault(order, position, board, STANDARD) is None}


@BOTH
@pytest.mark.parametrize("seed", range(8))
def test_nothing_impossible_is_offered(seed: int, rulebook: Rulebook, board: Board, shuffler: Shuffler) -> None:
    position = crowd(shuffler, seed)
    assert [fault(order, position, board, rulebook) for order in offered(position, board)].count(None) == len(
        offered(position, board)
    )


@SEEDS
def test_everything_possible_is_offered_once(seed: int, board: Board, shuffler: Shuffler) -> None:
    """Fleets being where they are: by the door's rules an army may also wait for fleets that are not there."""
    position = crowd(shuffler, seed)
    orders = offered(position, board)
    assert len(orders) == len(set(orders))
    assert set(orders) == possible(position, board)


def test_menus_go_by_name(board: Board) -> None:
    unit = Unit("FRANCE", ARMY, "PAR")
    moves = move_choices(unit, Position.of([unit]), board)
    assert [order.target for order in moves] == ["BRE", "BUR", "GAS", "PIC"]


def test_a_fleet_is_offered_both_coasts(board: Board) -> None:
    unit = Unit("FRANCE", FLEET, "MAO")
    moves = move_choices(unit, Position.of([unit]), board)
    assert {order.target for order in moves} >= {"SPA/NC", "SPA/SC"}
    assert not any(order.via for order in moves)


def test_convoys_are_offered_only_over_fleets_at_sea_now(board: Board) -> None:
    army, north, channel = Unit("ENGLAND", ARMY, "YOR"), Unit("ENGLAND", FLEET, "NTH"), Unit("FRANCE", FLEET, "ENG")
    alone = Position.of([army])
    assert not [order for order in move_choices(army, alone, board) if order.via]
    one = Position.of([army, north])
    assert {order.target for order in move_choices(army, one, board) if order.via} == set(
        "BEL DEN EDI HOL LON NWY".split()
    )
    both = Position.of([army, north, channel])
    assert {order.target for order in convoy_choices(channel, both, board)} == set("BRE PIC WAL".split())
    assert convoy_choices(Unit("FRANCE", FLEET, "BRE"), both, board) == []
    assert convoy_choices(army, both, board) == []


def test_no_support_of_a_convoy_by_the_fleet_itself(board: Board) -> None:
    """The one fleet that could carry the army cannot support the landing."""
    army, north = Unit("ENGLAND", ARMY, "YOR"), Unit("ENGLAND", FLEET, "NTH")
    supports = support_choices(north, Position.of([army, north]), board)
    assert {order.target for order in supports} == {None, "EDI", "LON"}


# Retreats


def beaten(board: Board, rulebook: Rulebook) -> tuple[Dislodged, Position]:
    units = [Unit("FRANCE", ARMY, place) for place in ("BUR", "PIC")] + [Unit("GERMANY", ARMY, "BEL")]
    orders: list[Order] = [Move(units[0], "BEL"), Support(units[1], units[0], "BEL")]
    done = adjudicate(Phase.parse("S1901M"), Position.of(units), orders, board, rulebook)
    return done.position.dislodged["BEL"], done.position


def test_retreats_by_the_standard_rules(board: Board) -> None:
    entry, position = beaten(board, STANDARD)
    assert retreat_choices(entry, position, board, STANDARD) == [RetreatChoice("HOL"), RetreatChoice("RUH")]


def test_the_door_offers_occupied_places_with_a_warning(board: Board) -> None:
    """The door, Retreats 4: the screen says so; it does not hide the choice."""
    entry, position = beaten(board, E1901)
    choices = retreat_choices(entry, position, board, E1901)
    assert [choice.location for choice in choices] == ["BUR", "HOL", "RUH", "PIC"]
    assert [choice.warning is None for choice in choices] == [True, True, True, False]
    assert "Picardy" in (choices[-1].warning or "")


@BOTH
def test_every_retreat_offered_has_no_fault_and_the_warning_is_true(rulebook: Rulebook, board: Board) -> None:
    entry, position = beaten(board, rulebook)
    for choice in retreat_choices(entry, position, board, rulebook):
        order = Retreat(entry.unit, choice.location)
        assert fault(order, position, board, rulebook) is None
        done = adjudicate(Phase.parse("S1901R"), position, [order], board, rulebook)
        assert done.results[0].succeeded == (choice.warning is None)
        assert (entry.unit.power in {unit.power for unit in done.position.units.values()}) == (choice.warning is None)


@BOTH
@SEEDS
def test_retreats_in_random_positions(seed: int, rulebook: Rulebook, board: Board, shuffler: Shuffler) -> None:
    found = 0
    for number in range(40):
        random = Random(100 * seed + number)
        orders = shuffler.orders(shuffler.hot_units(random), random)
        position = Position.of(order.unit for order in orders)
        after = adjudicate(Phase.parse("S1901M"), position, orders, board, rulebook).position
        for entry in after.dislodged.values():
            choices = retreat_choices(entry, after, board, rulebook)
            found += len(choices)
            assert {choice.location for choice in choices if choice.warning is None} == set(entry.choices)
            for choice in choices:
                assert (choice.warning is not None) == (province_of(choice.location) in after.units)
                assert fault(Retreat(entry.unit, choice.location), after, board, rulebook) is None
    assert found > 5


# Winter


def test_builds_are_offered_in_open_home_centres_with_their_coasts(board: Board) -> None:
    position = Position.of([Unit("RUSSIA", ARMY, "MOS")], centres={c: "RUSSIA" for c in ("MOS", "STP", "WAR", "RUM")})
    assert [str(unit) for unit in build_choices("RUSSIA", position, board)] == [
        "A STP",
        "F STP/NC",
        "F STP/SC",
        "A WAR",
    ]
    assert adjustment_due("RUSSIA", position, board) == 2


def test_nothing_is_built_in_a_home_centre_that_is_lost(board: Board) -> None:
    position = Position.of([], centres={"WAR": "GERMANY", "BER": "GERMANY", "MOS": "RUSSIA"})
    assert {unit.location for unit in build_choices("GERMANY", position, board)} == {"BER"}
    assert {unit.location for unit in build_choices("RUSSIA", position, board)} == {"MOS"}
    assert build_choices("FRANCE", position, board) == []


@pytest.mark.parametrize("seed", range(6))
def test_every_build_offered_has_no_fault_and_every_other_has(seed: int, board: Board, shuffler: Shuffler) -> None:
    random = Random(seed)
    centres = {code: random.choice(list(board.powers)) for code in board.centres}
    centres |= {code: home for code in board.centres if (home := board.provinces[code].home) and random.random() < 0.6}
    position = Position.of(shuffler.full_units(random, 20), centres=centres)
    for power in board.powers:
        every = [Unit(power, *place) for places in shuffler.places.values() for place in places]
        fine = {unit for unit in every if fault(Build(unit), position, board, STANDARD) is None}
        assert set(build_choices(power, position, board)) == fine
        due = adjustment_due(power, position, board)
        surplus = len(position.centres_of(power)) - len(position.units_of(power))
        assert due == min(surplus, len({unit.province for unit in fine}))
        assert removal_choices(power, position) == position.units_of(power)


def test_no_sea_holds_a_supply_centre(board: Board) -> None:
    """So that a unit built is always on land or in port."""
    assert all(board.provinces[code].kind is not ProvinceKind.SEA for code in board.centres)
