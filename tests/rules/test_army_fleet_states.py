"""States with armies aboard, as saved games hold them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.rules.phase import Stage
from door.rules.position import Dislodged, Position
from door.rules.state import StateError, read_laden, read_state, write_state
from door.rules.units import Unit, UnitKind
from tests.rules.test_army_fleet_texts import A_NTH, F_NTH, POWERS, SEAS
from tests.rules.test_binding import made
from tests.rules.test_notation import EUROPE

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET
MOVES, RETREATS, ADJUSTMENTS = Stage.MOVES, Stage.RETREATS, Stage.ADJUSTMENTS


STATE: dict[str, Any] = {
    "units": {"ENGLAND": ["A LON", "A/F NTH", "F ENG"], "ITALY": ["*A/F ION", "A NAP"], "TURKEY": ["A/F ION"]},
    "retreats": {"ITALY": {"A/F ION": ["TYS", "ADR"]}},
}


def test_a_state_with_armies_aboard_is_read_and_written() -> None:
    position = read_state(STATE, EUROPE, RETREATS, army_fleet=True)
    assert position.units["NTH"] == F_NTH
    assert position.aboard == {"NTH": A_NTH, "ION": made("TURKEY", "A ION")}
    entry = Dislodged(made("ITALY", "F ION"), ("TYS", "ADR"), made("ITALY", "A ION"))
    assert position.dislodged == {"ION": entry}
    assert write_state(position) == STATE


@pytest.mark.parametrize(
    "units",
    [["A/F NTH"], ["a/f nth"], [" A/F  NTH "], ["F NTH", "A NTH"], ["A NTH", "F NTH"], ["a nth", "f nth"]],
)
def test_an_army_aboard_may_be_written_by_itself(units: list[str]) -> None:
    position = read_state({"units": {"ENGLAND": units}}, EUROPE, MOVES, army_fleet=True)
    assert (position.units, position.aboard) == ({"NTH": F_NTH}, {"NTH": A_NTH})
    assert write_state(position)["units"] == {"ENGLAND": ["A/F NTH"]}


@pytest.mark.parametrize(
    "retreats", [{}, {"ITALY": {"A/F ION": []}}, {"ITALY": {"F ION": []}}, {"ITALY": {"*A/F ION": []}}]
)
def test_the_army_of_a_dislodged_fleet_is_kept(retreats: dict[str, Any]) -> None:
    state = {"units": {"ITALY": ["*A/F ION"]}, "retreats": retreats}
    entry = Dislodged(made("ITALY", "F ION"), (), made("ITALY", "A ION"))
    assert read_state(state, EUROPE, RETREATS, army_fleet=True).dislodged == {"ION": entry}


def test_a_retreat_alone_names_a_dislodged_fleet_and_its_army() -> None:
    position = read_state({"units": {}, "retreats": {"ITALY": {"A/F ION": ["TYS"]}}}, EUROPE, RETREATS, True)
    assert position.dislodged["ION"].aboard == made("ITALY", "A ION")


@pytest.mark.parametrize(
    ("units", "sentence"),
    [
        ({"ENGLAND": ["A NTH"]}, "A NTH of 'ENGLAND' is at sea without a fleet of its power."),
        ({"ENGLAND": ["A NTH"], "FRANCE": ["F NTH"]}, "A NTH of 'ENGLAND' is at sea without a fleet of its power."),
        ({"ENGLAND": ["*A NTH"]}, "A NTH of 'ENGLAND' is at sea without a fleet of its power."),
        ({"ENGLAND": ["*A NTH", "F NTH"]}, "A NTH of 'ENGLAND' is at sea without a fleet of its power."),
        ({"ENGLAND": ["A/F NTH", "A NTH"]}, "Two armies are aboard in NTH; a fleet carries one."),
        ({"ENGLAND": ["A/F NTH"], "FRANCE": ["F NTH"]}, "Two units stand in NTH: F NTH and F NTH."),
        ({"ENGLAND": ["A/F LON"]}, "'A/F LON' cannot be: LON is no sea, and armies are aboard at sea only."),
        ({"ENGLAND": ["A/F PAR"]}, "'F PAR' cannot be: a fleet cannot stand in PAR."),
        ({"ENGLAND": ["A/F XYZ"]}, "'F XYZ' is no unit; units look like A PAR or F STP/SC."),
        ({"ENGLAND": ["A/F"]}, "'A/F' is no unit; units look like A PAR or F STP/SC."),
        ({"ITALY": ["*A/F ION", "*F ION"]}, "Two units were dislodged in ION: F ION of 'ITALY' and F ION."),
        ({"ITALY": ["*A/F ION", "A/F ION"]}, "F ION both stands and was dislodged"),
    ],
)
def test_states_that_are_refused(units: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StateError) as caught:
        read_state({"units": units}, EUROPE, RETREATS, army_fleet=True)
    assert str(caught.value).startswith(sentence)


def test_an_army_at_sea_does_not_retreat_by_itself() -> None:
    with pytest.raises(StateError, match="'A ION' cannot retreat by itself"):
        read_state({"units": {}, "retreats": {"ITALY": {"A ION": ["TYS"]}}}, EUROPE, RETREATS, army_fleet=True)


@pytest.mark.parametrize("text", ["A/F NTH", "*A/F NTH", "a/f nth"])
def test_without_the_module_no_army_is_aboard(text: str) -> None:
    with pytest.raises(StateError) as caught:
        read_state({"units": {"ENGLAND": [text]}}, EUROPE, RETREATS)
    assert str(caught.value).endswith("belongs to the Army/Fleet rules, and the game is played without them.")


def test_without_the_module_no_army_is_at_sea() -> None:
    with pytest.raises(StateError, match="an army cannot stand in NTH"):
        read_state({"units": {"ENGLAND": ["F NTH", "A NTH"]}}, EUROPE, MOVES)


def test_what_is_no_army_with_a_fleet_is_refused() -> None:
    assert read_laden("A/F NTH", "ENGLAND", EUROPE) == (F_NTH, A_NTH)
    with pytest.raises(StateError, match="is no A/F; a fleet with an army aboard looks like A/F NTH"):
        read_laden("F NTH", "ENGLAND", EUROPE)


@given(st.lists(st.sampled_from([*SEAS]), unique=True), st.data())
def test_any_state_with_armies_aboard_is_written_and_read_again(seas: list[str], data: st.DataObject) -> None:
    fleets = [Unit(data.draw(st.sampled_from(POWERS)), FLEET, sea) for sea in seas]
    dislodged = [Unit(data.draw(st.sampled_from(POWERS)), FLEET, sea) for sea in seas[::2]]
    armies = [Unit(fleet.power, ARMY, fleet.location) for fleet in fleets if data.draw(st.booleans())]
    entries = [
        Dislodged(unit, ("TYS",), Unit(unit.power, ARMY, unit.location) if data.draw(st.booleans()) else None)
        for unit in dislodged
        if unit not in fleets
    ]
    position = Position.of(fleets, entries, None, armies)
    assert read_state(write_state(position), EUROPE, RETREATS, army_fleet=True) == position
