"""What menus offer in a game by the Army/Fleet rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.rules.army_fleet.options import (
    embark_choices,
    ferried_choices,
    ferry_choices,
    landing_choices,
    landing_support_choices,
    move_choices,
    onward_choices,
    removal_choices_aboard,
    support_choices,
    wanting,
)
from door.rules.board import ProvinceKind
from door.rules.entry import entry_fault
from door.rules.notation import write
from door.rules.options import Arrival, RetreatChoice, retreat_choices
from door.rules.orders import Convoy, Embark, Hold, Land, Move, Order, Support
from door.rules.phase import Stage
from door.rules.position import Position
from door.rules.rulebook import STANDARD, rulebook_named
from door.rules.units import Unit, UnitKind, unit_of
from tests.rules.test_army_fleet_texts import (
    A_ENG,
    A_LON,
    A_NTH,
    DISLODGED,
    F_ENG,
    F_MAO,
    F_NTH,
    FLEET,
    POSITION,
    order_of,
)
from tests.rules.test_binding import made
from tests.rules.test_notation import EUROPE


def test_an_army_boards_an_empty_fleet_of_its_power_beside_it() -> None:
    assert embark_choices(A_LON, POSITION, EUROPE) == [Embark(A_LON, "ENG")]  # the North Sea's has an army aboard
    assert embark_choices(made("FRANCE", "A PIC"), POSITION, EUROPE) == []  # the Channel's fleet is English
    assert embark_choices(made("ENGLAND", "F EDI"), POSITION, EUROPE) == []


def test_after_boarding_it_may_land_from_a_second_sea() -> None:
    onward = onward_choices(Embark(A_LON, "ENG"), EUROPE)
    landings = {order.landing for order in onward if order.landing}
    assert len(landings) == len(onward)
    assert {sea for sea, _ in landings} == {"IRI", "MAO", "NTH"}
    assert {target for sea, target in landings if sea == "IRI"} == {"LVP", "WAL"}


def test_an_army_aboard_lands_from_this_sea_or_from_the_next() -> None:
    landings = [(order.sea, order.target) for order in landing_choices(A_NTH, EUROPE)]
    assert landings[0] == ("NTH", "BEL")
    assert {sea for sea, _ in landings} == {"NTH", "ENG", "HEL", "NWG", "SKA"}
    assert ("ENG", "BRE") in landings
    assert ("NTH", "BRE") not in landings


def test_a_ferry_crosses_its_one_sea() -> None:
    ferries = ferry_choices(F_ENG, POSITION, EUROPE)
    assert {order.army.location for order in ferries} == {"LON", "PIC"}
    assert {order.target for order in ferries if order.army == A_LON} == {"BEL", "BRE", "PIC", "WAL"}
    assert ferry_choices(F_NTH, POSITION, EUROPE) == []  # an A/F may not ferry
    assert ferry_choices(made("ENGLAND", "F EDI"), POSITION, EUROPE) == []
    assert ferry_choices(A_LON, POSITION, EUROPE) == []


def test_an_army_names_the_sea_of_its_ferry() -> None:
    moves = ferried_choices(A_LON, POSITION, EUROPE)
    assert moves == [Move(A_LON, target, via=True, sea="ENG") for target in ("BEL", "BRE", "PIC", "WAL")]
    assert ferried_choices(F_ENG, POSITION, EUROPE) == []


def test_supports_of_landings() -> None:
    supports = landing_support_choices(F_MAO, POSITION, EUROPE)
    assert Support(F_MAO, A_ENG, "BRE") in supports  # the army from the North Sea, if its fleet sails there
    assert {order.target for order in supports} <= {place[:3] for place in EUROPE.reach(FLEET, "MAO")}
    for order in supports:
        assert order_of("ENGLAND", write(order)) == order


@given(st.sampled_from(POSITION.units_of("ENGLAND")))
def test_every_choice_is_an_order(unit: Unit) -> None:
    boardings = embark_choices(unit, POSITION, EUROPE)
    choices: list[Order] = [*boardings, *(order for each in boardings for order in onward_choices(each, EUROPE))]
    choices += ferry_choices(unit, POSITION, EUROPE)
    choices += ferried_choices(unit, POSITION, EUROPE)
    choices += landing_support_choices(unit, POSITION, EUROPE)
    choices += landing_choices(A_NTH, EUROPE)
    choices += move_choices(unit, POSITION, EUROPE)
    choices += support_choices(unit, POSITION, EUROPE)
    for order in choices:
        assert order_of("ENGLAND", write(order)) == order
        assert entry_fault(order, (), Stage.MOVES, POSITION, EUROPE, rulebook_named("e1901", True)) is None, str(order)


def targets(moves: list[Move]) -> set[str]:
    return {move.target for move in moves}


def test_an_army_walks_and_is_never_convoyed_over_two_seas() -> None:
    moves = move_choices(A_LON, POSITION, EUROPE)
    assert moves == [Move(A_LON, "WAL"), Move(A_LON, "YOR")]
    assert targets(ferried_choices(A_LON, POSITION, EUROPE)) == {"BEL", "BRE", "PIC", "WAL"}  # not Portugal


def test_an_a_f_goes_to_seas_and_into_port_only_if_its_army_lands_from_here() -> None:
    seas = {"ENG", "HEL", "NWG", "SKA"}
    assert targets(move_choices(F_NTH, POSITION, EUROPE)) == seas
    ashore = targets(move_choices(F_NTH, POSITION, EUROPE, [Land(A_NTH, "NTH", "NWY")]))
    assert seas < ashore and {"EDI", "NWY"} < ashore
    assert targets(move_choices(F_NTH, POSITION, EUROPE, [Land(A_NTH, "ENG", "BRE")])) == seas


def test_a_fleet_that_is_boarded_goes_to_seas_and_ferries_nobody() -> None:
    assert "BRE" in targets(move_choices(F_ENG, POSITION, EUROPE))
    boards = [Embark(A_LON, "ENG")]
    assert targets(move_choices(F_ENG, POSITION, EUROPE, boards)) == {"IRI", "MAO", "NTH"}
    assert ferry_choices(F_ENG, POSITION, EUROPE, boards) == []


def test_supports_of_attacks_are_over_borders_and_by_one_ferry() -> None:
    supports = support_choices(F_MAO, POSITION, EUROPE)
    assert Support(F_MAO, F_ENG) in supports
    assert Support(F_MAO, A_LON, "BRE") in supports  # by the ferry in the Channel
    assert not any(order.supported == A_LON and order.target in ("POR", "SPA", "GAS") for order in supports)
    own_ferry = support_choices(F_ENG, POSITION, EUROPE)
    assert not any(order.supported == A_LON and order.target == "BRE" for order in own_ferry)


def test_a_fleet_that_must_sail_for_the_landing_cannot_support_it() -> None:
    supports = landing_support_choices(F_NTH, POSITION, EUROPE)
    assert Support(F_NTH, A_NTH, "NWY") in supports
    alone = Position.of([F_NTH], aboard=[A_NTH])
    assert {order.supported for order in landing_support_choices(F_NTH, alone, EUROPE)} == {A_NTH}


def test_what_an_order_wants_of_another_unit() -> None:
    def lacks(order: Order, *orders: Order) -> Order | None:
        return wanting(order, POSITION, EUROPE, orders)

    lands = Land(A_NTH, "ENG", "BRE")
    assert lacks(lands) == lacks(lands, Hold(F_NTH)) == Move(F_NTH, "ENG")
    assert lacks(lands, Move(F_NTH, "ENG")) is None
    assert lacks(Land(A_NTH, "NTH", "NWY")) is None
    assert lacks(Embark(A_LON, "ENG")) is None
    assert lacks(Embark(A_LON, "ENG", ("MAO", "POR"))) == Move(F_ENG, "MAO")
    ferried = Move(A_LON, "BRE", via=True, sea="ENG")
    assert lacks(ferried) == Convoy(F_ENG, A_LON, "BRE")
    assert lacks(ferried, Convoy(F_ENG, A_LON, "BRE")) is None
    for stored in (ferried, Move(A_LON, "BRE", via=True), Move(A_LON, "BRE")):
        assert lacks(Convoy(F_ENG, A_LON, "BRE"), stored) is None
    assert lacks(Convoy(F_ENG, A_LON, "WAL"), Move(A_LON, "WAL")) == Move(A_LON, "WAL", via=True, sea="ENG")
    assert lacks(Convoy(F_ENG, made("FRANCE", "A PIC"), "LON")) is None
    assert lacks(Move(made("FRANCE", "A PIC"), "LON", via=True, sea="ENG")) is None
    assert lacks(Hold(F_NTH)) is None


def test_a_dislodged_army_may_go_aboard() -> None:
    choices = retreat_choices(DISLODGED.dislodged["LON"], DISLODGED, EUROPE, STANDARD)
    assert choices == [RetreatChoice("ENG", arrival=Arrival.ABOARD), RetreatChoice("WAL")]


def test_a_dislodged_fleet_is_warned_of_ports_while_an_army_is_aboard() -> None:
    choices = retreat_choices(DISLODGED.dislodged["ION"], DISLODGED, EUROPE, STANDARD)
    assert choices == [
        RetreatChoice("NAP", "Naples is no sea: the army aboard would be disbanded.", Arrival.ARMY_LOST),
        RetreatChoice("TYS"),
    ]


def test_removals_that_are_offered() -> None:
    removals = removal_choices_aboard("ENGLAND", POSITION)
    assert [write(order) for order in removals] == ["F EDI D", "F ENG D", "A LON D", "F MAO D", "A NTH D", "A/F NTH D"]


def offered(unit: Unit) -> set[Order]:
    """All that a menu offers for the unit, and for the army aboard it."""
    orders: list[Order] = [Hold(unit), *move_choices(unit, POSITION, EUROPE), *support_choices(unit, POSITION, EUROPE)]
    orders += ferried_choices(unit, POSITION, EUROPE)
    orders += ferry_choices(unit, POSITION, EUROPE)
    orders += landing_support_choices(unit, POSITION, EUROPE)
    for boarding in embark_choices(unit, POSITION, EUROPE):
        orders += [boarding, *onward_choices(boarding, EUROPE)]
    if unit.province in POSITION.aboard:
        orders += landing_choices(POSITION.aboard[unit.province], EUROPE)
    return set(orders)


def thinkable(unit: Unit) -> Iterator[Order]:
    """Every order that can be written down for the unit, and for the army aboard it, but for supports."""
    seas = [code for code, province in EUROPE.provinces.items() if province.kind is ProvinceKind.SEA]
    yield Hold(unit)
    if unit.kind is UnitKind.FLEET:
        yield from (Move(unit, place) for place in EUROPE.province_at)
    else:
        yield from (Move(unit, code) for code in EUROPE.provinces if EUROPE.touches(unit.kind, unit.province, code))
        yield from (Move(unit, code, via=True, sea=sea) for code in EUROPE.provinces for sea in seas)
    yield from (Embark(unit, sea) for sea in seas)
    yield from (
        Embark(unit, sea, (second, code)) for sea in ("ENG", "NTH") for second in seas for code in EUROPE.provinces
    )
    for army in (other for other in POSITION.units.values() if other.kind is UnitKind.ARMY):
        yield from (Convoy(unit, army, code) for code in EUROPE.provinces)
    if unit.province in POSITION.aboard:
        army = POSITION.aboard[unit.province]
        yield from (Land(army, sea, code) for sea in seas for code in EUROPE.provinces)


def supports(unit: Unit) -> Iterator[Order]:
    """Every support that can be written down for the unit, of units in their places and of landings from any sea."""
    for other in POSITION.units.values():
        yield Support(unit, other)
        yield from (Support(unit, other, code) for code in EUROPE.provinces)
    for sea, province in EUROPE.provinces.items():
        if province.kind is ProvinceKind.SEA:
            fleet = POSITION.units.get(sea)
            army = unit_of(fleet.power if fleet else unit.power, UnitKind.ARMY, sea)
            yield from (Support(unit, army, code) for code in EUROPE.provinces)


def enterable(order: Order) -> bool:
    return entry_fault(order, (), Stage.MOVES, POSITION, EUROPE, rulebook_named("e1901", True)) is None


@pytest.mark.parametrize("unit", POSITION.units_of("ENGLAND"), ids=str)
def test_just_what_can_be_entered_is_offered(unit: Unit) -> None:
    menu = offered(unit)
    assert {order for order in thinkable(unit) if enterable(order)} == {
        order for order in menu if not isinstance(order, Support)
    }


@pytest.mark.parametrize("unit", POSITION.units_of("ENGLAND"), ids=str)
def test_just_the_supports_that_can_be_entered_are_offered(unit: Unit) -> None:
    menu = {order for order in offered(unit) if isinstance(order, Support)}
    assert {order for order in supports(unit) if enterable(order)} == menu
