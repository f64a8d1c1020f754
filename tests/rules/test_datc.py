"""Every case of DATC 3.2, chapter 6, on the standard map, one test a step: through order texts, as a caller gives them.

The result of every order is asserted, the units after the step, who was dislodged and where each may retreat to, and
in Winter who was removed by rule. The cases' words are those of DATC 4.E.2; ``WORDS`` says which of ours answer them.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.moves import adjudicate_moves
from door.rules.orders import Convoy, Hold, Move, Support
from door.rules.phase import Stage
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.saved import adjudicate_saved
from door.rules.state import StateError, read_state
from door.rules.written import OrderError

CASES_HOME = Path(__file__).parents[1] / "cases"
CASES = json.loads((CASES_HOME / "datc.json").read_text(encoding="utf-8"))["cases"]
STEPS = [
    pytest.param(case, step, id=case["id"] if len(case["steps"]) == 1 else f"{case['id']}-step{number}")
    for case in CASES
    for number, step in enumerate(case["steps"], start=1)
]
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


FINE: list[list[str]] = [[]]
WORDS: dict[tuple[str, str], list[list[str]]] = {
    ("M", "succeeds"): FINE,
    ("M", "stands"): FINE,
    ("M", "given"): FINE,
    ("M", "available"): FINE,
    ("M", "cut"): [["cut"]],
    ("M", "disrupted"): [["disrupted"]],
    ("M", "illegal"): [["void"]],
    ("M", "invalid"): [["void"], ["no convoy"]],
    ("M", "fails"): [["bounce"], ["no convoy"]],
    ("R", "succeeds"): FINE,
    ("R", "fails"): [["disband"]],
    ("R", "illegal"): [["void"], ["void", "disband"]],
    ("A", "succeeds"): FINE,
    ("A", "fails"): [["void"]],
    ("A", "illegal"): [["void"]],
}
"""For each stage and word of the cases, the result words that mean it."""
STRICTER = {("6.B.11", "fails"): [["void"]]}
"""Where DATC says that an order fails and we say why: from the coast where the fleet really is it can never be done."""


def befell(order: dict[str, Any], step: dict[str, Any]) -> list[str]:
    """The words for what befell the unit beside its order; one that has no retreat is gone, DATC's ``destroyed``."""
    if "result2" not in order:
        return []
    retreats = next(entry["retreats"] for entry in step["post"]["dislodged"] if entry["loc"] == order["loc"])
    assert order["result2"] == "dislodged" or not retreats
    return ["dislodged"] if retreats else ["dislodged", "disband"]


def adjudicated(case: dict[str, Any], step: dict[str, Any], board: Board) -> dict[str, Any]:
    return adjudicate_saved(saved_phase(case, step), board, STANDARD)


@pytest.mark.parametrize(("case", "step"), STEPS)
def test_step(case: dict[str, Any], step: dict[str, Any], board: Board) -> None:
    answer = adjudicated(case, step, board)
    stage = STAGE_LETTERS[step["phase"]]
    speaking: dict[str, dict[str, Any]] = {}
    for order in step["orders"]:
        key = f"{order['unit']} {order['loc'].upper()}"
        if key in speaking:  # 6.I.7, 6.J.2: the same order twice; the first is carried out and speaks for both
            assert (order["result"], speaking[key]["result"]) == ("illegal", "succeeds")
            assert text(order) == text(speaking[key])
            continue
        speaking[key] = order
        words = answer["results"][key]
        said = STRICTER.get((case["id"], order["result"]), WORDS[stage, order["result"]])
        allowed = [[*its, *befell(order, step)] for its in said]
        assert words in allowed, f"{text(order)}: {words}, not {order['result']}; {answer['reasons']}"
        assert bool(words) == (key in answer["reasons"])
    assert set(answer["results"]) == set(speaking)
    check_position(step, answer["next"]["state"])


def check_position(step: dict[str, Any], state: dict[str, Any]) -> None:
    """The units, the dislodged ones and the choices that they have; those without any are gone."""
    stay = {power: [u for u in units if not u.startswith("*")] for power, units in state["units"].items()}
    assert {power: units for power, units in stay.items() if units} == by_power(step["post"]["units"])
    waiting = [entry for entry in step["post"]["dislodged"] if entry["retreats"]]
    starred = {power: [u for u in units if u.startswith("*")] for power, units in state["units"].items()}
    assert {power: units for power, units in starred.items() if units} == by_power(waiting, "*")
    retreats = {unit: places for units in state["retreats"].values() for unit, places in units.items()}
    assert retreats == {
        f"{entry['unit']} {entry['loc'].upper()}": [place.upper() for place in entry["retreats"]] for entry in waiting
    }
    before = {(entry["unit"], entry["loc"]) for entry in step["dislodged"] + step["units"]}
    for gone in [*step["post"].get("disbanded", ()), *step.get("automatic_disbands", ())]:
        assert (gone["unit"], gone["loc"]) in before
        assert f"{gone['unit']} {gone['loc'].upper()}" not in stay.get(gone["power"].upper(), ())


def test_all_cases_are_here() -> None:
    """The 176 cases of chapter 6 with their 193 steps: moves, retreats and adjustments."""
    ids = [step.id for step in STEPS]
    assert len({case["id"] for case in CASES}) == len(CASES) == 176
    assert len(set(ids)) == len(ids) == 193
    sections = Counter(case["id"].rpartition(".")[0] for case in CASES)
    assert [sections[f"6.{letter}"] for letter in "ABCDEFGHIJ"] == [12, 19, 9, 35, 15, 30, 20, 17, 7, 12]
    stages = Counter(step["phase"] for case in CASES for step in case["steps"])
    assert stages == {"movement": 156, "retreat": 17, "adjustment": 20}
    assert sum(len(step["orders"]) for case in CASES for step in case["steps"]) == 840


def test_a_second_step_starts_where_the_first_ended(board: Board) -> None:
    """Both steps of a case hang together, in the case and as we adjudicate them."""
    for case in CASES:
        for first, second in itertools.pairwise(case["steps"]):
            state = adjudicated(case, first, board)["next"]["state"]
            given = saved_phase(case, second)["state"]["retreats"]
            waiting = {p: {unit: to for unit, to in its.items() if to} for p, its in given.items()}
            assert {power: its for power, its in waiting.items() if its} == state["retreats"], case["id"]
            assert by_power(second["units"]) == by_power(first["post"]["units"]), case["id"]


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


# The choices of chapter 4, as docs/choices.md tells them

CHOICES = Path(__file__).parents[2] / "docs" / "choices.md"
DOORS_CASES = json.loads((CASES_HOME / "e1901.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Example:
    """A phase that shows a choice: the words for each order, and who stands where afterwards."""

    units: dict[str, list[str]]
    orders: dict[str, list[str]]
    words: dict[str, str]
    after: dict[str, list[str]]
    name: str = "S1901M"
    centres: dict[str, list[str]] = field(default_factory=dict)


FRENCH_WINTER = {"FRANCE": ["PAR", "BRE"]}
EXAMPLES: dict[str, list[Example]] = {
    "4.A.6": [
        Example(
            {"ENGLAND": ["A YOR", "F NTH"]},
            {"ENGLAND": ["A YOR - NTH - HOL", "F NTH C A YOR - HOL"]},
            {"A YOR": "", "F NTH": ""},
            {"ENGLAND": ["A HOL", "F NTH"]},
        ),
        Example(  # the route said is not the one offered
            {"ENGLAND": ["A LON", "F NTH"]},
            {"ENGLAND": ["A LON - ENG - BEL", "F NTH C A LON - BEL"]},
            {"A LON": "", "F NTH": ""},
            {"ENGLAND": ["A BEL", "F NTH"]},
        ),
    ],
    "4.B.1": [Example({"FRANCE": ["F POR"]}, {"FRANCE": ["F POR - SPA"]}, {"F POR": "void"}, {"FRANCE": ["F POR"]})],
    "4.B.2": [Example({"FRANCE": ["F GAS"]}, {"FRANCE": ["F GAS - SPA"]}, {"F GAS": ""}, {"FRANCE": ["F SPA/NC"]})],
    "4.B.6": [
        Example({"FRANCE": ["A GAS"]}, {"FRANCE": ["A GAS - SPA/NC"]}, {"A GAS": ""}, {"FRANCE": ["A SPA"]}),
        Example({"FRANCE": ["F MAO"]}, {"FRANCE": ["F MAO - BRE/EC"]}, {"F MAO": ""}, {"FRANCE": ["F BRE"]}),
        Example({"FRANCE": ["F GAS"]}, {"FRANCE": ["F GAS - SPA/WC"]}, {"F GAS": "void"}, {"FRANCE": ["F GAS"]}),
    ],
    "4.C.1": [Example({"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR - BUR"]}, {"A PAR": ""}, {"FRANCE": ["A BUR"]})],
    "4.C.2": [Example({"FRANCE": ["A PAR"]}, {"FRANCE": ["F PAR - BUR"]}, {"F PAR": ""}, {"FRANCE": ["A BUR"]})],
    "4.C.3": [
        Example({}, {"FRANCE": ["PAR B"]}, {"PAR": ""}, {"FRANCE": ["A PAR"]}, "W1901A", FRENCH_WINTER),
        Example({}, {"FRANCE": ["BRE B"]}, {"BRE": "void"}, {}, "W1901A", FRENCH_WINTER),
    ],
    "4.C.4": [Example({}, {"FRANCE": ["F PAR B"]}, {"F PAR": "void"}, {}, "W1901A", FRENCH_WINTER)],
    "4.C.5": [
        Example(
            {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A MAR"]},
            {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN S A PAR - BUR"], "ITALY": ["A MAR - BUR"]},
            {"A PAR": "", "A MUN": "", "A MAR": "bounce"},
            {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"], "ITALY": ["A MAR"]},
        )
    ],
    "4.C.6": [
        Example(
            {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A MAR"]},
            {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN S ITALIAN A PAR - BUR"], "ITALY": ["A MAR - BUR"]},
            {"A PAR": "", "A MUN": "", "A MAR": "bounce"},
            {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"], "ITALY": ["A MAR"]},
        )
    ],
    "4.D.3": [
        Example(
            {"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR", "A PAR - PIC"]}, {"A PAR": ""}, {"FRANCE": ["A PIC"]}
        ),
        Example(  # the last that is possible
            {"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR", "A PAR - LON"]}, {"A PAR": ""}, {"FRANCE": ["A BUR"]}
        ),
    ],
    "4.D.5": [
        Example(
            {},
            {"FRANCE": ["F BRE B", "A BRE B"]},
            {"F BRE": "", "A BRE": "void"},
            {"FRANCE": ["F BRE"]},
            "W1901A",
            FRENCH_WINTER,
        )
    ],
    "4.D.7": [
        Example(
            {},
            {"FRANCE": ["WAIVE", "A PAR B"]},
            {"WAIVE": "", "A PAR": ""},
            {"FRANCE": ["A PAR"]},
            "W1901A",
            FRENCH_WINTER,
        ),
        Example({}, {}, {}, {}, "W1901A", FRENCH_WINTER),
    ],
    "4.D.8": [
        Example(  # by sea from the north coast of Spain it is three steps, from Portugal two
            {"FRANCE": ["F POR", "F SPA/NC"]}, {}, {}, {"FRANCE": ["F POR"]}, "W1901A", {"FRANCE": ["MAR"]}
        )
    ],
    "4.D.9": [
        Example(
            {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A MAR"]},
            {"GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"], "ITALY": ["A MAR S A BUR"]},
            {"A MUN": "bounce", "A RUH": "", "A MAR": ""},
            {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"], "ITALY": ["A MAR"]},
        )
    ],
    "4.E.3": [
        Example(
            {"GERMANY": ["A RUH", "F KIE"]},
            {"GERMANY": ["A RUH S F KIE - HOL"]},
            {"A RUH": "void"},
            {"GERMANY": ["A RUH", "F KIE"]},
        )
    ],
    "4.E.4": [Example({"FRANCE": ["A PAR"]}, {}, {}, {"FRANCE": ["A PAR"]})],
    "4.E.6": [
        Example({"FRANCE": ["A BUR", "A PAR"]}, {}, {}, {"FRANCE": ["A PAR"]}, "W1901A", {"FRANCE": ["PAR"]}),
    ],
}
"""Played alike under both rulebooks."""

UNDER_THE_DOORS_RULES: dict[str, dict[str, str]] = {
    "6.B.3": {"F GAS": "void"},
    "6.B.7": {"F MAO": "bounce", "F WES": "bounce"},
    "6.B.9": {"F POR": "void", "F MAO": "bounce"},
    "6.D.8": {"A GRE": "no convoy dislodged", "A BUL": "void"},
    "6.D.28": {"F RUM": "void", "F BLA": "bounce"},
    "6.D.32": {"A YOR": "no convoy dislodged", "F LON": "void"},
    "6.F.9": {"F ENG": "disrupted dislodged"},
    "6.F.14": {"A BRE": "no convoy", "F ENG": "disrupted dislodged"},
    "6.F.18": {"F NTH": "disrupted", "A LON": "no convoy", "F SKA": "bounce"},
    "6.F.30": {"A LON": "no convoy", "F ENG": "disrupted dislodged"},
    "6.G.2": {"A NWY": "bounce", "F SWE": "bounce"},
    "6.G.6": {"A LVP": "bounce", "A EDI": "bounce"},
    "6.G.8": {"A BEL": "no convoy"},
    "6.G.10": {"A SWE": "bounce dislodged", "F NWG": "bounce"},
    "6.G.13": {"A VEN": "cut", "A TRI": "bounce dislodged"},
    "6.H.11": {"A MAR": "dislodged"},
}
"""What becomes of the orders of a case under ``e1901``: those that did not do all that they say."""


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
@pytest.mark.parametrize("issue", EXAMPLES)
def test_choice(issue: str, rulebook: Rulebook, board: Board) -> None:
    for example in EXAMPLES[issue]:
        state: dict[str, Any] = {"units": example.units, "centers": example.centres}
        answer = adjudicate_saved({"name": example.name, "state": state, "orders": example.orders}, board, rulebook)
        assert {key: " ".join(words) for key, words in answer["results"].items()} == example.words
        assert answer["next"]["state"]["units"] == example.after


@pytest.mark.parametrize("case", UNDER_THE_DOORS_RULES)
def test_case_under_the_doors_rules(case: str, board: Board) -> None:
    whole = next(each for each in CASES if each["id"] == case)
    answer = adjudicate_saved(saved_phase(whole, whole["steps"][0]), board, E1901)
    found = {key: " ".join(words) for key, words in answer["results"].items() if words}
    assert found == UNDER_THE_DOORS_RULES[case]


def test_two_units_in_one_province_are_refused(board: Board) -> None:
    """4.E.6."""
    with pytest.raises(StateError, match="Two units stand in SPA"):
        read_state({"units": {"FRANCE": ["A SPA", "F SPA/NC"]}}, board, Stage.MOVES)


def rows() -> dict[str, list[str]]:
    """The rows of the table of choices, by number."""
    lines = CHOICES.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| 4.")]
    return {row[0]: row for row in cells}


def test_every_choice_is_told() -> None:
    counts = {"A": 7, "B": 7, "C": 6, "D": 9, "E": 6}
    assert list(rows()) == [f"4.{letter}.{number}" for letter, most in counts.items() for number in range(1, most + 1)]
    for issue, row in rows().items():
        assert len(row) == 6, issue
        assert all(row), issue


@pytest.mark.parametrize("issue", rows())
def test_what_shows_a_choice_exists(issue: str) -> None:
    ids = {case["id"] for case in CASES} | {case["id"] for case in DOORS_CASES}
    for name in rows()[issue][-1].split(", "):
        if name == "example":
            assert issue in EXAMPLES
        elif name.endswith(" door"):
            assert name.removesuffix(" door") in UNDER_THE_DOORS_RULES
        elif "::" in name:
            path, _, test = name.strip("`").partition("::")
            assert f"def {test}(" in (CHOICES.parents[1] / path).read_text(encoding="utf-8")
        else:
            assert name in ids, name


def test_a_case_that_hangs_on_a_choice_is_named_with_it() -> None:
    shown = {issue: row[-1] for issue, row in rows().items()}
    for case in CASES:
        for issue in re.findall(r"4\.[A-E]\.\d", case.get("policy", {}).get("issue", "")):
            assert re.search(rf"\b{re.escape(case['id'])}(?!\d)", shown[issue]), f"{case['id']} under {issue}"


def test_the_examples_are_all_used() -> None:
    told = [name for row in rows().values() for name in row[-1].split(", ")]
    assert {issue for issue, row in rows().items() if "example" in row[-1].split(", ")} == set(EXAMPLES)
    assert {name.removesuffix(" door") for name in told if name.endswith(" door")} == set(UNDER_THE_DOORS_RULES)
