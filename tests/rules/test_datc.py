"""Every case of DATC chapter 6 on the standard map, through order texts: the result of each order and the position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.moves import adjudicate_moves
from door.rules.orders import Convoy, Hold, Move, Support
from door.rules.phase import Stage
from door.rules.rulebook import STANDARD
from door.rules.saved import adjudicate_saved
from door.rules.state import read_state
from door.rules.written import OrderError

CASES = json.loads((Path(__file__).parents[1] / "cases" / "datc.json").read_text(encoding="utf-8"))["cases"]
FAILURES = {"bounce", "no convoy", "void"}
STAGE_LETTERS = {"movement": "M", "retreat": "R", "adjustment": "A"}


def text(order: dict[str, Any]) -> str:
    unit = f"{order['unit']} {order['loc']}"
    match order["order"]:
        case "move":
            return f"{unit} - {order['dest']}" + (" via" if order["via_convoy"] else "")
        case "support":
            supported = f"{unit} S {order['target_unit']} {order['target']}"
            return supported + (f" - {order['target_dest']}" if order.get("target_dest") else "")
        case "convoy":
            return f"{unit} C {order['target_unit']} {order['target']} - {order['target_dest']}"
        case "retreat":
            return f"{unit} R {order['dest']}"
        case other:
            return f"{unit} {({'hold': 'H', 'build': 'B', 'disband': 'D'})[other]}"


def by_power(entries: list[dict[str, Any]], star: str = "") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in entries:
        found.setdefault(entry["power"].upper(), []).append(f"{star}{entry['unit']} {entry['loc'].upper()}")
    return {power: sorted(units) for power, units in found.items()}


def saved_phase(case: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    retreats: dict[str, dict[str, list[str]]] = {}
    for entry in step["dislodged"]:
        places = [place.upper() for place in entry["retreats"]]
        retreats.setdefault(entry["power"].upper(), {})[f"{entry['unit']} {entry['loc'].upper()}"] = places
    orders: dict[str, list[str]] = {}
    for order in step["orders"]:
        orders.setdefault(order["power"].upper(), []).append(text(order))
    letter = STAGE_LETTERS[step["phase"]]
    season = "W" if letter == "A" else case["season"][0].upper()
    state: dict[str, Any] = {"units": by_power(step["units"]), "retreats": retreats}
    if "centers" in step:
        state["centers"] = {power.upper(): [c.upper() for c in codes] for power, codes in step["centers"].items()}
    return {"name": f"{season}1901{letter}", "state": state, "orders": orders}


def wanted(order: dict[str, Any], words: list[str], destroyed: bool | None) -> bool:
    """Whether the words are those of the case's result for the order; ``destroyed`` None but for moves."""
    found = set(words)
    if destroyed is not None:
        if ("dislodged" in found) != ("result2" in order) or ("disband" in found) != destroyed:
            return False
        found -= {"dislodged", "disband"}
    match order["result"]:
        case "succeeds" | "given" | "available" | "stands":
            return not found
        case "cut" | "disrupted" as word:
            return found == {word}
        case "illegal":
            return found in ({"void"}, {"void", "disband"})
        case "invalid":
            return found in ({"void"}, {"no convoy"})
        case _:
            return bool(found) and found <= FAILURES | {"disband"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any], board: Board) -> None:
    for step in case["steps"]:
        saved = saved_phase(case, step)
        answer = adjudicate_saved(saved, board, STANDARD)
        lost = {entry["loc"] for entry in step["post"]["dislodged"] if not entry["retreats"]}
        asked: set[str] = set()
        for order in step["orders"]:
            key = f"{order['unit']} {order['loc'].upper()}"
            if key in asked:
                continue  # a second order under the same key: 6.I.7, 6.J.2
            asked.add(key)
            words = answer["results"][key]
            told = f"{text(order)}: {words}, not {order['result']}; {answer['reasons']}"
            assert wanted(order, words, order["loc"] in lost if step["phase"] == "movement" else None), told
            assert bool(words) == (key in answer["reasons"])
        state = answer["next"]["state"]
        stay = {p: [u for u in units if not u.startswith("*")] for p, units in state["units"].items()}
        assert {p: units for p, units in stay.items() if units} == by_power(step["post"]["units"])
        retreats = {unit: places for units in state["retreats"].values() for unit, places in units.items()}
        assert retreats == {
            f"{entry['unit']} {entry['loc'].upper()}": [place.upper() for place in entry["retreats"]]
            for entry in step["post"]["dislodged"]
            if entry["retreats"]
        }


@pytest.mark.parametrize("case", [c for c in CASES if c["steps"][0]["phase"] == "movement"], ids=lambda c: c["id"])
def test_contested_provinces(case: dict[str, Any], board: Board) -> None:
    """The stand-offs that close a province to retreats."""
    step = case["steps"][0]
    position = read_state(saved_phase(case, step)["state"], board, Stage.MOVES)
    orders = {}
    for entry in step["orders"]:
        try:
            order = parse_order(text(entry), entry["power"].upper(), Stage.MOVES, position, board)
        except OrderError:
            continue
        assert isinstance(order, Hold | Move | Support | Convoy)
        orders[order.unit.province] = order
    moved = adjudicate_moves(position, orders, board, STANDARD)
    assert moved.contested == {place.upper() for place in step["post"]["contested"]}
