"""The same cases as texts, through the entry that ``empire1901 adjudicate`` and other programs use."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from door.rules.board import Board
from door.rules.rulebook import STANDARD
from door.rules.saved import adjudicate_saved
from tests.rules.army_fleet.test_cases import MOVES, RETREATS, Case, _named, _words
from tests.rules.conftest import ROOT


def state_of(units: list[str]) -> dict[str, list[str]]:
    """``England A lon`` as the units of a state."""
    state: dict[str, list[str]] = {}
    for line in units:
        power, unit = line.upper().split(" ", 1)
        state.setdefault(power, []).append(unit)
    return state


def orders_of(lines: list[str], units: dict[str, list[str]]) -> dict[str, list[str]]:
    """Each order under the power whose unit, or half of an A/F, it is for."""
    owner = {unit.split()[1].partition("/")[0]: power for power, listed in units.items() for unit in listed}
    orders: dict[str, list[str]] = {}
    for line in lines:
        place = line.upper().split()[1].partition("/")[0]
        orders.setdefault(owner[place], []).append(line.upper())
    return orders


def played(case: Case, board: Board) -> dict[str, Any]:
    units = state_of(case["units"])
    rules = "e1901" if case.get("options", {}).get("retreat") == "door" else "standard"
    phase = {
        "name": "S1901M",
        "rules": rules,
        "army_fleet": True,
        "state": {"units": units},
        "orders": orders_of(case.get("orders", []), units),
    }
    return adjudicate_saved(phase, board, STANDARD)


def unit_lines(state: dict[str, Any]) -> list[str]:
    return sorted(f"{power} {unit}" for power, units in state["units"].items() for unit in units)


def half(name: str) -> str:
    return f"F{name[3:]}" if name.startswith("A/F") else name


@pytest.mark.parametrize("case", _named(MOVES))
def test_moves(case: Case, board: Board) -> None:
    done = played(case, board)
    standing = [line.upper() for line in case["expect"]["units"]]
    dislodged = [" *".join(line.upper().split(" ", 1)) for line in case["expect"]["dislodged"]]
    assert unit_lines(done["next"]["state"]) == sorted(standing + dislodged)
    for name, outcome in case["expect"]["orders"].items():
        key = half(name.upper())
        if key in done["results"]:
            found = [word for word in done["results"][key] if word not in ("dislodged", "disband")]
            assert found == _words(outcome), (key, done["reasons"])
            assert bool(done["results"][key]) == (key in done["reasons"])


@pytest.mark.parametrize("case", _named(RETREATS))
def test_retreats(case: Case, board: Board) -> None:
    moved = played(case, board)
    orders = orders_of(case["retreats"], _dislodged(moved["next"]["state"]))
    done = adjudicate_saved(
        {**moved["next"], "army_fleet": True, "rules": moved["rules"], "orders": orders}, board, STANDARD
    )
    assert unit_lines(done["next"]["state"]) == sorted(line.upper() for line in case["expect_retreat"]["units"])


def _dislodged(state: dict[str, Any]) -> dict[str, list[str]]:
    return {
        power: [unit.removeprefix("*") for unit in units if unit.startswith("*")]
        for power, units in state["units"].items()
    }


def test_the_switch_is_yes_or_no_and_off_by_itself(board: Board) -> None:
    phase = {
        "name": "S1901M",
        "state": {"units": {"ENGLAND": ["F NTH", "A LON"]}},
        "orders": {"ENGLAND": ["A LON EMBARK NTH"]},
    }
    assert adjudicate_saved(phase, board, STANDARD)["results"] == {"A LON": ["void"]}
    on = adjudicate_saved({**phase, "army_fleet": True}, board, STANDARD)
    assert on["results"] == {"A LON": []}
    assert on["next"]["state"]["units"] == {"ENGLAND": ["A/F NTH"]}


def test_the_command_takes_the_switch() -> None:
    phase = {
        "name": "S1901M",
        "state": {"units": {"ENGLAND": ["A LON", "F ENG"]}},
        "orders": {"ENGLAND": ["A LON EMBARK ENG, DISEMBARK MAO - POR", "F ENG - MAO"]},
    }
    command = [sys.executable, "-m", "door", "adjudicate", "--army-fleet"]
    done = subprocess.run(command, input=json.dumps(phase), capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout)["next"]["state"]["units"] == {"ENGLAND": ["A POR", "F MAO"]}
