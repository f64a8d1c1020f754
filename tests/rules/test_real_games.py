"""Movement phases of real games, played again by the standard rules: all units must come to stand where they did.

Left out are phases with an order VIA convoy that no fleet served, and with a convoy between neighbours that was not
asked for: there these games went by other readings than the rulebook of 2023.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from door.rules.board import Board
from door.rules.rulebook import STANDARD
from door.rules.saved import adjudicate_saved

LINES = (Path(__file__).parents[1] / "cases" / "realgames.jsonl").read_text(encoding="utf-8").splitlines()
PHASES = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: f"{phase['game']}-{phase['name']}")
def test_phase(phase: dict[str, Any], board: Board) -> None:
    saved = {"name": phase["name"], "state": {"units": phase["units"]}, "orders": phase["orders"]}
    answer = adjudicate_saved(saved, board, STANDARD)
    units = answer["next"]["state"]["units"]
    stay = {power: [unit for unit in its if unit[0] != "*"] for power, its in units.items()}
    assert {power: its for power, its in stay.items() if its} == phase["after"]
    left = {unit[1:] for its in units.values() for unit in its if unit[0] == "*"}
    gone = {unit for unit, words in answer["results"].items() if "disband" in words}
    assert left <= set(phase["dislodged"]) <= left | gone  # some records name those that had nowhere to go, some do not


def test_the_phases_hold_much_that_is_hard() -> None:
    orders = [text for phase in PHASES for texts in phase["orders"].values() for text in texts]
    assert len(PHASES) == 114
    assert sum(" C " in text for text in orders) >= 100
    assert sum(len(phase["dislodged"]) for phase in PHASES) >= 100
