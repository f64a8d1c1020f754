"""Blocks of orders of the Army/Fleet rules: how they are cut, and that a report pasted back is the same orders."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from door.rules.block import Turn, read_block
from door.rules.notation import write
from door.rules.orders import Disband, Order, Waive
from door.rules.phase import Phase, Stage
from door.rules.position import Position
from door.rules.units import UnitKind
from door.rules.words import LADEN, in_door_words
from tests.rules.test_army_fleet_texts import CANONICAL, POSITION, module_orders, power_of
from tests.rules.test_block import ANYTHING, blocks, said
from tests.rules.test_notation import EUROPE

SPRING = Turn("ENGLAND", Phase.parse("S1901M"), POSITION, EUROPE, army_fleet=True)
WITHOUT = Turn("ENGLAND", Phase.parse("S1901M"), Position.of(POSITION.units.values()), EUROPE)
LANDING = "A LON EMBARK ENG, DISEMBARK MAO - POR"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (LANDING, [LANDING]),
        ("lon boards eng, and then lands in por from mao", [LANDING]),
        ("a lon embark eng,disembark mao - por, f eng - mao", [LANDING, "F ENG - MAO"]),
        ("F ENG - MAO, A LON EMBARK ENG, DISEMBARKS MAO - POR; F EDI H", ["F ENG - MAO", LANDING, "F EDI H"]),
        ("a lon embark eng, f eng h", ["A LON EMBARK ENG", "F ENG H"]),
        ("A LON EMBARK ENG; DISEMBARK MAO - POR", ["A LON EMBARK ENG", "! DISEMBARK MAO - POR"]),
        ("A NTH DISEMBARK NTH - NWY, A/F NTH - ENG", ["A NTH DISEMBARK NTH - NWY", "F NTH - ENG"]),
        (
            "1. A/F NTH H\n2. F ENG FF A LON - BRE\n> a lon-bre via eng",
            ["F NTH H", "F ENG C A LON - BRE", "A LON - BRE VIA ENG"],
        ),
        ("A LON ATTACKS Brest\n   VIA English Channel\nF EDI H", ["A LON - BRE VIA ENG", "F EDI H"]),
        ("A LON EMBARKS ON ENG\n  DISEMBARKS FROM MAO\n  TO POR\nF EDI H", [LANDING, "F EDI H"]),
        ("A LON EMBARKS ON ENG\nF EDI H", ["A LON EMBARK ENG", "F EDI H"]),
        ("A NTH DISEMBARKS FROM NTH\n  TO NWY", ["A NTH DISEMBARK NTH - NWY"]),
        ("A LON - BRE BY CONVOY", ["A LON - BRE VIA"]),
        ("F MAO, landes", ["! F MAO", "! landes"]),
    ],
)
def test_a_block_is_cut_into_its_orders(text: str, answers: list[str]) -> None:
    assert said(text, SPRING) == answers


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("A LON EMBARK ENG, DISEMBARK MAO - POR", ["! A LON EMBARK ENG", "! DISEMBARK MAO - POR"]),
        ("A LON ATTACKS Brest\n   VIA English Channel", ["A LON - BRE", "! VIA English Channel"]),
        ("A LON EMBARKS ON ENG\n  DISEMBARKS FROM MAO", ["! A LON EMBARKS ON ENG", "! DISEMBARKS FROM MAO"]),
        ("A LON - BRE VIA ENG, F ENG C A LON - BRE", ["A LON - BRE VIA", "F ENG C A LON - BRE"]),
    ],
)
def test_without_the_module_blocks_are_cut_as_ever(text: str, answers: list[str]) -> None:
    assert said(text, WITHOUT) == answers


@given(blocks())
def test_what_other_games_read_is_cut_alike(lines: list[str]) -> None:
    text = "\n".join(line for line in lines if not line.startswith("via"))  # goes on with the line above
    plain = Position.of(POSITION.units.values())
    found = [said(text, replace(SPRING, position=plain, army_fleet=on)) for on in (False, True)]
    assert found[0] == found[1]


@given(ANYTHING)
def test_any_text_is_answered(text: str) -> None:
    for answer in read_block(text, SPRING):
        assert (answer.order is None) != (answer.error is None)
        if answer.order is not None:
            assert said(write(answer.order), SPRING) == [write(answer.order)]


# Reports


def in_a_report(order: Order, position: Position) -> str:
    """The lines of the order in a report, an A/F named as one."""
    fleet = not isinstance(order, Waive) and order.unit.kind is UnitKind.FLEET
    laden = fleet and not isinstance(order, Disband) and power_and_place(order) in position.aboard
    return "\n".join(in_door_words(order, EUROPE, LADEN if laden else None))


def power_and_place(order: Order) -> str:
    assert not isinstance(order, Waive)
    return order.unit.province


def test_a_report_of_all_kinds_of_orders_is_read_as_they_were() -> None:
    orders = [order for _, order in CANONICAL]
    text = "\n".join(in_a_report(order, POSITION) for order in orders)
    assert "Engl'h A/F in 9: North Sea         ATTACKS" in text
    found = [answer.order for answer in read_block(text, SPRING)]
    assert found == orders


@given(module_orders(), module_orders())
def test_any_order_in_a_report_is_read_as_it_was(
    case: tuple[Order, Stage, Position], next_case: tuple[Order, Stage, Position]
) -> None:
    order, stage, position = case
    phase = Phase.parse("S1901M" if stage is Stage.MOVES else "W1901A")
    turn = Turn(power_of(order), phase, position, EUROPE, army_fleet=True)
    text = f"{in_a_report(order, position)}\n{in_a_report(next_case[0], next_case[2])}"
    assert read_block(text, turn)[0].order == order
