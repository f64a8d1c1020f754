"""The Army/Fleet rules, case by case: who stands where, and what became of each order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from door.rules.adjustments import surplus
from door.rules.army_fleet.moves import Moved, adjudicate_moves
from door.rules.army_fleet.retreats import adjudicate_retreats
from door.rules.army_fleet.winter import adjudicate_adjustments
from door.rules.board import Board
from door.rules.results import Result
from door.rules.rulebook import E1901, STANDARD
from tests.rules.army_fleet.notation import (
    Reader,
    dislodged_lines,
    lines_of,
    position_in,
    removals_in,
    retreat_in,
)

Case = dict[str, Any]

CASES: list[Case] = json.loads((Path(__file__).parents[2] / "cases" / "army_fleet.json").read_text("utf-8"))
MOVES = [case for case in CASES if "adjust" not in case]
RETREATS = [case for case in MOVES if "retreats" in case]
WINTERS = [case for case in CASES if "adjust" in case]

_SUCCESSES = {"moves", "lands", "given", "embarks", "ferries", "holds"}
_NAMES = {"fails": "bounce", "stands": "undetermined"}


def _named(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases]


def _moved(case: Case, board: Board) -> Moved:
    position = position_in(case["units"])
    rulebook = E1901 if case.get("options", {}).get("retreat") == "door" else STANDARD
    return adjudicate_moves(position, Reader(position).orders(case["orders"]), board, rulebook)


def _words(outcome: str) -> list[str]:
    """``embarks+no position`` as the words of a result."""
    return [_NAMES.get(word, word) for word in outcome.split("+") if word not in _SUCCESSES]


def _own_words(result: Result) -> list[str]:
    return [word for word in result.words if word not in ("dislodged", "disband")]


@pytest.mark.parametrize("case", _named(MOVES))
def test_moves(case: Case, board: Board) -> None:
    moved = _moved(case, board)
    after = moved.position
    assert lines_of(after.units.values(), after.aboard) == sorted(case["expect"]["units"])
    assert dislodged_lines(after.dislodged.values()) == sorted(case["expect"]["dislodged"])


@pytest.mark.parametrize("case", _named(MOVES))
def test_outcomes(case: Case, board: Board) -> None:
    results = {
        f"{unit.kind.value} {unit.province.lower()}": result for unit, result in _moved(case, board).results.items()
    }
    found = {name: _own_words(results[name]) for name in case["expect"]["orders"]}
    assert found == {name: _words(outcome) for name, outcome in case["expect"]["orders"].items()}


@pytest.mark.parametrize("case", _named(MOVES))
def test_every_failure_has_a_sentence(case: Case, board: Board) -> None:
    for result in _moved(case, board).results.values():
        assert result.succeeded or (result.reason() or "").endswith(".")


@pytest.mark.parametrize("case", _named([case for case in MOVES if "retreat_options" in case]))
def test_retreat_choices(case: Case, board: Board) -> None:
    dislodged = _moved(case, board).position.dislodged
    found = {dislodged_lines([entry])[0].split(" ", 1)[1]: list(entry.choices) for entry in dislodged.values()}
    expected = {name: [place.upper() for place in places] for name, places in case["retreat_options"].items()}
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("case", _named(RETREATS))
def test_retreats(case: Case, board: Board) -> None:
    before = _moved(case, board).position
    orders = {order.unit: order for order in (retreat_in(line, before) for line in case["retreats"])}
    results, after = adjudicate_retreats(before, orders, board)
    lost = {unit for unit, result in results.items() if "disband" in result.words}
    armies = {unit.province: unit for unit in lost if before.dislodged[unit.province].aboard == unit}
    fleets = {unit for unit in lost if before.dislodged[unit.province].unit == unit}
    alone = [army for army in armies.values() if before.dislodged[army.province].unit not in fleets]
    assert lines_of(after.units.values(), after.aboard) == sorted(case["expect_retreat"]["units"])
    assert sorted(lines_of(fleets, armies) + lines_of(alone, {})) == sorted(case["expect_retreat"]["disbanded"])


@pytest.mark.parametrize("case", _named(WINTERS))
def test_adjustments(case: Case, board: Board) -> None:
    removals = [removals_in(line, position_in(case["units"])) for line in case["adjust"]]
    owed = sum(map(len, removals))
    position = position_in(case["units"], centres=dict.fromkeys(("LON", "EDI", "LVP")[: 3 - owed], "ENGLAND"))
    assert surplus("ENGLAND", position) == -owed
    results, after = adjudicate_adjustments(
        position, {"ENGLAND": [order for pair in removals for order in pair]}, board
    )
    if "void" in case["expect"]["orders"].values():
        assert [result.words for result in results] == [["void"], ["disband"]]
        return
    assert all(result.succeeded for result in results)
    assert lines_of(after.units.values(), after.aboard) == sorted(case["expect"]["units"])
    assert (
        len(after.units_of("ENGLAND")) + sum(army.power == "ENGLAND" for army in after.aboard.values())
        == case["expect"]["count"]["England"]
    )
