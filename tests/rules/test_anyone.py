"""Orders of whatever power: whose they are, the unit says."""

from __future__ import annotations

import pytest

from door.rules.block import Answer, Turn, read_block
from door.rules.orders import power_of
from door.rules.phase import Phase
from door.rules.state import read_state
from door.store import load_board

BOARD = load_board()
START = Turn(None, Phase.parse("S1901M"), BOARD.start, BOARD)


def answers(text: str, turn: Turn = START) -> list[Answer]:
    return read_block(text, turn)


def read(text: str, turn: Turn = START) -> list[tuple[str, str]]:
    found = answers(text, turn)
    assert all(answer.order is not None for answer in found), found
    return [(power_of(answer.order), str(answer.order)) for answer in found if answer.order is not None]


def turn(phase: str, state: dict[str, object], *, army_fleet: bool = False) -> Turn:
    when = Phase.parse(phase)
    return Turn(None, when, read_state(state, BOARD, when.stage, army_fleet), BOARD, army_fleet)


def test_each_order_is_of_the_power_whose_unit_it_is() -> None:
    assert read("A PAR - BUR; A MUN - BUR\nlon-nth\nF TRI H") == [
        ("FRANCE", "A PAR - BUR"),
        ("GERMANY", "A MUN - BUR"),
        ("ENGLAND", "F LON - NTH"),
        ("AUSTRIA", "F TRI H"),
    ]


def test_headings_of_any_power_stand_over_its_orders() -> None:
    assert [power for power, _ in read("France:\nA PAR H\nGermany:\nA MUN H")] == ["FRANCE", "GERMANY"]


def test_where_no_unit_stands_that_is_the_error() -> None:
    (answer,) = answers("A BUR H")
    assert "no unit stands there" in str(answer.error)


def test_a_retreat_is_of_the_beaten_unit_and_not_of_the_one_that_beat_it() -> None:
    beaten = turn(
        "S1901R",
        {
            "units": {"FRANCE": ["A BEL"], "GERMANY": ["*A BEL"]},
            "retreats": {"GERMANY": {"A BEL": ["HOL", "RUH"]}},
            "centers": {"FRANCE": ["PAR"], "GERMANY": ["MUN"]},
        },
    )
    assert read("A BEL R HOL", beaten) == [("GERMANY", "A BEL R HOL")]


def test_builds_are_of_the_power_at_home_there_removals_of_the_units() -> None:
    winter = turn(
        "W1901A",
        {"units": {"FRANCE": ["A GAS"], "TURKEY": ["A PAR"]}, "centers": {"FRANCE": ["BRE", "MAR"], "TURKEY": []}},
    )
    assert read("A MAR B; A PAR D; Turkey: A PAR D", winter) == [
        ("FRANCE", "A MAR B"),
        ("TURKEY", "A PAR D"),
        ("TURKEY", "A PAR D"),
    ]


def test_whose_build_is_waived_must_be_said() -> None:
    winter = turn("W1901A", {"units": {}, "centers": {"FRANCE": ["PAR"], "ITALY": ["ROM"]}})
    assert "write the power before it" in str(answers("WAIVE", winter)[0].error)
    assert read("Italy:\nWAIVE", winter)[0][0] == "ITALY"


def test_an_army_aboard_lands_for_its_own_power() -> None:
    aboard = turn(
        "S1902M",
        {"units": {"ENGLAND": ["A/F NTH"], "FRANCE": ["A PAR"]}, "centers": {"ENGLAND": ["LON"], "FRANCE": ["PAR"]}},
        army_fleet=True,
    )
    assert read("A NTH DISEMBARK NTH - NWY", aboard) == [("ENGLAND", "A NTH DISEMBARK NTH - NWY")]


@pytest.mark.parametrize("power", list(BOARD.powers))
def test_with_a_power_given_all_stays_as_it_was(power: str) -> None:
    mine = Turn(power, START.phase, START.position, BOARD)
    for answer in read_block("A PAR H; A MUN H; F LON H; A VIE H; A ROM H; A MOS H; A SMY H", mine):
        assert (answer.order is None) == ("There is no" in str(answer.error))
        assert answer.order is None or power_of(answer.order) == power
