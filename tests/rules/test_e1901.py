"""The cases of the door's own rules, through order texts: every field of what each expects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from door.rules.board import Board
from door.rules.rulebook import E1901, STANDARD
from door.rules.saved import adjudicate_saved

CASES = json.loads((Path(__file__).parents[1] / "cases" / "e1901.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any], board: Board) -> None:
    """The rulebook named in the case wins over the one passed in."""
    answer = adjudicate_saved(case, board, STANDARD)
    expected, state = case["expect"], answer["next"]["state"]
    stay = {power: [unit for unit in units if unit[0] != "*"] for power, units in state["units"].items()}
    assert {power: units for power, units in stay.items() if units} == expected["units"]
    failed = [unit for unit, words in answer["results"].items() if {"bounce", "no convoy"} & set(words)]
    assert sorted(failed) == sorted(expected["moves_failed"])
    cut = [unit for unit, words in answer["results"].items() if "cut" in words]
    assert sorted(cut) == sorted(expected["cut"])
    retreats = {unit: places for units in state["retreats"].values() for unit, places in units.items()}
    assert retreats == expected["retreats"]
    starred = {unit[1:] for units in state["units"].values() for unit in units if unit[0] == "*"}
    assert starred == retreats.keys()
    assert answer["next"]["name"] == ("S1901R" if retreats else "F1901M")
    assert answer["reasons"].keys() == {unit for unit, words in answer["results"].items() if words}


def test_the_cases_are_all_there() -> None:
    assert [case["id"] for case in CASES] == [f"E{number:02}" for number in range(1, len(CASES) + 1)]
    assert len(CASES) == 45


def test_the_rulebook_passed_in_counts_where_none_is_named(board: Board) -> None:
    """The original's example of an undefended rear: in the standard rules Tyrolia stands."""
    case = {key: value for key, value in CASES[1].items() if key != "rules"}
    assert adjudicate_saved(case, board, STANDARD)["next"]["name"] == "F1901M"
    assert adjudicate_saved(case, board, E1901)["next"]["name"] == "S1901R"
