"""What is told of the Army/Fleet rules is so: the table of choices, and what the instructions say beside examples."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from door.rules.adjudicate import Adjudication, adjudicate
from door.rules.board import Board
from door.rules.orders import Embark, Order
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.rulebook import STANDARD, rulebook_named
from tests.rules.army_fleet.notation import Reader, position_in
from tests.rules.army_fleet.test_cases import CASES
from tests.rules.conftest import ROOT
from tests.rules.instructions import ARMY_FLEET, BOARD, EXAMPLES, play, sections

SPRING = Phase.parse("S1901M")
MODULE = rulebook_named(STANDARD.name, army_fleet=True)


def choices() -> dict[str, list[str]]:
    """The rows of the module's table of choices, by number."""
    lines = (ROOT / "docs" / "choices.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| A\d", line)]
    return {row[0]: row for row in cells}


def test_every_choice_of_the_module_is_told() -> None:
    assert list(choices()) == [f"A{number}" for number in range(1, 26)]
    assert all(len(row) == 5 and all(row) for row in choices().values())


@pytest.mark.parametrize("number", choices())
def test_what_shows_a_choice_of_the_module_exists(number: str) -> None:
    ids = {case["id"] for case in CASES}
    for name in choices()[number][-1].split(", "):
        if "::" in name:
            path, _, test = name.strip("`").partition("::")
            assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")
        else:
            assert name in ids, name


# What no case shows


def played(board: Board, units: Sequence[str], orders: Sequence[str]) -> Adjudication:
    position = position_in(units)
    return adjudicate(SPRING, position, Reader(position).orders(orders), board, MODULE)


def words(done: Adjudication, order: str) -> list[str]:
    return next(result.words for result in done.results if str(result.order).startswith(order))


def test_a_ferried_attack_comes_from_its_province(board: Board) -> None:
    """A5: so the support against that very province is not cut by it."""
    units = ["England A wal", "England F eng", "France F lon", "France F iri"]
    orders = ["A wal - lon via eng", "F eng FF A wal - lon", "F lon S F iri - wal", "F iri - wal"]
    assert words(played(board, units, orders), "F LON S") == []
    from_elsewhere = ["A wal H", "F eng - lon", *orders[2:]]
    assert words(played(board, units, from_elsewhere), "F LON S") == ["cut"]


def test_one_attack_cuts_both_halves_of_a_support(board: Board) -> None:
    """A10."""
    units = ["Italy A/F ion", "Italy A alb", "Turkey A gre", "Turkey F aeg"]
    orders = ["F ion S A alb - gre", "A alb - gre", "A gre H"]
    assert words(played(board, units, orders), "A ALB") == []
    done = played(board, units, [*orders, "F aeg - ion"])
    assert words(done, "F ION S") == ["cut"]
    assert words(done, "A ALB") == ["bounce"]


@pytest.mark.parametrize(("defended", "ashore"), [(False, True), (True, False)])
def test_a_fleet_goes_into_port_if_its_army_gets_ashore(board: Board, defended: bool, ashore: bool) -> None:
    """A23."""
    units = ["Italy A/F ion", *(["France A tun"] if defended else [])]
    done = played(board, units, ["A ion disembark ion - tun", "F ion - nap"])
    assert ("NAP" in done.position.units) is ashore
    assert ("ION" in done.position.aboard) is not ashore


def test_a_void_landing_does_not_hold_the_fleet_back(board: Board) -> None:
    """A24."""
    done = played(board, ["Italy A/F ion"], ["A ion disembark ion - aeg", "F ion - tys"])
    assert words(done, "A ION") == ["void"]
    assert list(done.position.aboard) == list(done.position.units) == ["TYS"]


def test_a_support_means_the_army_that_was_there_first(board: Board) -> None:
    """A25."""
    units = ["England A/F mao", "France A/F eng", "Italy F spa/sc"]
    orders = [
        *("A mao disembark mao - por", "F mao - wes", "A eng disembark mao - por", "F eng - mao"),
        "F spa/sc S A mao - por",
    ]
    done = played(board, units, orders)
    assert done.position.units["POR"].power == "ENGLAND"
    assert words(done, "F SPA/SC") == []


# What the instructions say beside their examples


def example(first_line: str) -> tuple[Position, list[Order], Adjudication]:
    """The example of the section that begins so, played."""
    number = next(
        number
        for number, each in enumerate(EXAMPLES)
        if each.section == ARMY_FLEET and each.lines and each.lines[0].startswith(first_line)
    )
    return play(number)


def test_the_section_is_that_of_the_module() -> None:
    assert sections()[ARMY_FLEET].startswith("The Army/Fleet rules\n")
    assert sum(each.section == ARMY_FLEET for each in EXAMPLES) >= 3


def test_the_voyage_over_two_turns_is_one_voyage() -> None:
    """What stands after the Spring example is what the Fall one begins with."""
    turns = [play(number) for number, each in enumerate(EXAMPLES) if each.section == ARMY_FLEET]
    spring = next(turn for turn in turns if any(isinstance(order, Embark) and not order.landing for order in turn[1]))
    after = spring[2].position
    fall = turns[turns.index(spring) + 1][0]
    assert (fall.units, fall.aboard) == (after.units, after.aboard)
    assert list(fall.aboard) == ["ION"]


def test_a_fleet_alone_would_not_have_taken_norway() -> None:
    before, orders, done = example("Engl'h army in b: Yorkshire")
    alone = [order for order in orders if not isinstance(order, Embark)]
    assert done.position.units["NWY"].power == "ENGLAND"
    assert adjudicate(SPRING, before, alone, BOARD, MODULE).position.units["NWY"].power == "RUSSIA"


def test_the_fleets_would_not_have_sailed_with_the_landing(board: Board) -> None:
    """Another attack on Naples, in place of the landing that is not made, keeps all three where they are."""
    _, _, done = example("Turk'h army in &: Aegean Sea")
    assert {code: unit.power for code, unit in done.position.units.items()} == {"ION": "TURKEY", "NAP": "ITALY"}
    units = ["Turkey F aeg", "Turkey F tys", "Italy F ion"]
    stuck = played(board, units, ["F aeg - ion", "F tys - nap", "F ion - nap"])
    assert sorted(stuck.position.units) == ["AEG", "ION", "TYS"]
