"""What menus offer in a game by the Army/Fleet rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from door.rules.notation import write
from door.rules.options import (
    RetreatChoice,
    embark_choices,
    ferried_choices,
    ferry_choices,
    landing_choices,
    landing_support_choices,
    onward_choices,
    removal_choices_aboard,
    retreat_choices,
)
from door.rules.orders import Embark, Move, Order, Support
from door.rules.rulebook import STANDARD
from door.rules.units import Unit
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
    for order in choices:
        assert order_of("ENGLAND", write(order)) == order


def test_a_dislodged_fleet_is_warned_of_ports_while_an_army_is_aboard() -> None:
    choices = retreat_choices(DISLODGED.dislodged["ION"], DISLODGED, EUROPE, STANDARD)
    assert choices == [
        RetreatChoice("NAP", "Naples is no sea: the army aboard would be disbanded."),
        RetreatChoice("TYS"),
    ]


def test_removals_that_are_offered() -> None:
    removals = removal_choices_aboard("ENGLAND", POSITION)
    assert [write(order) for order in removals] == ["F EDI D", "F ENG D", "A LON D", "F MAO D", "A NTH D", "A/F NTH D"]
