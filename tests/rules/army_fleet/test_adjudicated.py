"""The same cases as texts, through the entry that ``empire1901 adjudicate`` and other programs use."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from door.rules.board import Board
from door.rules.rulebook import STANDARD
from door.rules.saved import adjudicate_saved
from tests.rules.army_fleet.test_cases import CASES, MOVES, RETREATS, WINTERS, Case, _named, _words
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
    return adjudicate_saved({**phase_of(case), "army_fleet": True}, board, STANDARD)


def unit_lines(state: dict[str, Any]) -> list[str]:
    return sorted(f"{power} {unit}" for power, units in state["units"].items() for unit in units)


def half(name: str) -> str:
    return f"F{name[3:]}" if name.startswith("A/F") else name


@pytest.mark.parametrize("case", _named(MOVES))
def test_moves(case: Case, board: Board) -> None:
    check_moves(case, played(case, board))


def check_moves(case: Case, done: dict[str, Any]) -> None:
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


def winter_of(case: Case) -> dict[str, Any]:
    """The phase of a case of removals, with as many centres as make them due."""
    removals = [line.upper().replace("ENGLAND REMOVE ", "") for line in case["adjust"]]
    owed = sum(2 if unit.startswith("A/F") else 1 for unit in removals)
    return {
        "name": "W1901A",
        "rules": "standard",
        "army_fleet": True,
        "state": {"units": state_of(case["units"]), "centers": {"ENGLAND": ["LON", "EDI", "LVP"][: 3 - owed]}},
        "orders": {"ENGLAND": [f"{unit} D" for unit in removals]},
    }


def check_winter(case: Case, done: dict[str, Any]) -> None:
    (outcome,) = case["expect"]["orders"].values() if case["adjust"] else (None,)
    if outcome == "void":  # the program then removes by rule what is owed
        assert done["results"] == {"F NTH": ["void"]}
        assert "its army would drown" in done["reasons"]["F NTH"]
        assert len(done["next"]["state"]["units"]["ENGLAND"]) == 2
        return
    assert all(words == [] for words in done["results"].values()) and done["reasons"] == {}
    standing = unit_lines(done["next"]["state"])
    assert standing == sorted(line.upper() for line in case["expect"]["units"])
    count = sum(2 if " A/F " in line else 1 for line in standing)
    assert count == case["expect"]["count"]["England"]


@pytest.mark.parametrize("case", _named(WINTERS))
def test_removals(case: Case, board: Board) -> None:
    check_winter(case, adjudicate_saved(winter_of(case), board, STANDARD))


def phase_of(case: Case) -> dict[str, Any]:
    """The phase that a case is, with its orders as texts."""
    if "adjust" in case:
        return winter_of(case)
    units = state_of(case["units"])
    rules = "e1901" if case.get("options", {}).get("retreat") == "door" else "standard"
    orders = orders_of(case.get("orders", []), units)
    return {"name": "S1901M", "rules": rules, "state": {"units": units}, "orders": orders}


@pytest.fixture(scope="module")
def commanded() -> dict[str, dict[str, Any]]:
    """What the command made of every case, by its id; and of its retreats, by the id and ``retreats``."""
    done = _command(phase_of(case) for case in CASES)
    after = dict(zip((case["id"] for case in CASES), done, strict=True))
    retreats = [
        {**(moved := after[case["id"]])["next"], "rules": moved["rules"], "orders": _retreat_orders(case, moved)}
        for case in RETREATS
    ]
    ids = (f"{case['id']} retreats" for case in RETREATS)
    return after | dict(zip(ids, _command(retreats), strict=True))


def _retreat_orders(case: Case, moved: dict[str, Any]) -> dict[str, list[str]]:
    return orders_of(case["retreats"], _dislodged(moved["next"]["state"]))


def _command(phases: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let ``adjudicate`` read the phases, one a line."""
    command = [sys.executable, "-m", "door", "adjudicate", "--army-fleet"]
    text = "\n".join(map(json.dumps, phases))
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("case", _named(CASES))
def test_the_command_plays_the_case(case: Case, commanded: dict[str, dict[str, Any]]) -> None:
    done = commanded[case["id"]]
    if "adjust" in case:
        check_winter(case, done)
    else:
        check_moves(case, done)
    if "retreats" in case:
        after = commanded[f"{case['id']} retreats"]["next"]["state"]
        assert unit_lines(after) == sorted(line.upper() for line in case["expect_retreat"]["units"])


@pytest.mark.parametrize(
    ("texts", "results"),
    [
        # An order to land is the army's, however it was written.
        (["nth disembark nth - nwy"], {"A NTH": []}),
        (["F NTH DISEMBARK NTH - NWY", "F NTH - SKA"], {"A NTH": [], "F NTH": []}),
        (["A/F NTH disembarks NTH - NWY", "A/F NTH - SKA"], {"A NTH": [], "F NTH": []}),
        (["nth disembark mao - por"], {"A NTH": ["void"]}),
        (["lon boards eng"], {"A LON": []}),
        # Of several for one unit the last stands that is possible.
        (["A NTH DISEMBARK NTH - NWY", "A NTH DISEMBARK NTH - BEL"], {"A NTH": []}),
        (["A NTH DISEMBARK NTH - NWY", "A NTH DISEMBARK MAO - POR"], {"A NTH": []}),
        (["A LON EMBARK ENG", "A LON EMBARK NTH"], {"A LON": []}),
        (["F NTH - SKA", "F NTH - LON"], {"F NTH": []}),
        (["F NTH - SKA", "A NTH DISEMBARK NTH - NWY", "F NTH - EDI"], {"A NTH": [], "F NTH": []}),
    ],
)
def test_results_are_keyed_by_the_half_that_was_ordered(
    texts: list[str], results: dict[str, list[str]], board: Board
) -> None:
    phase = {
        "name": "S1901M",
        "army_fleet": True,
        "state": {"units": {"ENGLAND": ["A LON", "F ENG", "A/F NTH"]}},
        "orders": {"ENGLAND": texts},
    }
    assert adjudicate_saved(phase, board, STANDARD)["results"] == results


@pytest.mark.parametrize(
    ("texts", "units"),
    [
        (["A NTH DISEMBARK NTH - NWY", "A NTH DISEMBARK NTH - BEL"], ["A BEL", "A LON", "F ENG", "F NTH"]),
        (["A NTH DISEMBARK NTH - NWY", "A NTH DISEMBARK MAO - POR"], ["A LON", "A NWY", "F ENG", "F NTH"]),
        # Possible, though its fleet is not sent there.
        (["A NTH DISEMBARK NTH - NWY", "nth disembark eng - bre"], ["A LON", "A/F NTH", "F ENG"]),
        (["A LON EMBARK ENG", "A LON EMBARK NTH"], ["A/F ENG", "A/F NTH"]),
        (["A LON H", "A LON EMBARK ENG"], ["A/F ENG", "A/F NTH"]),
        (["F NTH - SKA", "F NTH - LON"], ["A LON", "A/F SKA", "F ENG"]),
        (["F NTH - SKA", "A NTH DISEMBARK NTH - NWY", "F NTH - EDI"], ["A LON", "A NWY", "F EDI", "F ENG"]),
    ],
)
def test_of_several_orders_the_last_possible_stands(texts: list[str], units: list[str], board: Board) -> None:
    phase = {
        "name": "S1901M",
        "army_fleet": True,
        "state": {"units": {"ENGLAND": ["A LON", "F ENG", "A/F NTH"]}},
        "orders": {"ENGLAND": texts},
    }
    found = adjudicate_saved(phase, board, STANDARD)["next"]["state"]["units"]["ENGLAND"]
    assert found == units


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
