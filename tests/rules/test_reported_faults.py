"""Faults that other programs were once reported to have, tried on ours: moves and retreats. Entry has its own file.

Where an engine or an entry screen went wrong, the right result is stated for every order; what is not named in
``words`` must have succeeded. Where the door's own rules come to something else, that is stated as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from door.rules.adjudicate import adjudicate
from door.rules.board import Board
from door.rules.options import retreat_choices, support_choices
from door.rules.orders import Disband
from door.rules.phase import Phase, Stage
from door.rules.position import Position
from door.rules.rulebook import RULEBOOKS, STANDARD
from door.rules.saved import adjudicate_saved
from door.rules.state import read_state
from door.rules.units import Unit, UnitKind

Words = Mapping[str, str]
Places = Mapping[str, str]

BOTH = pytest.mark.parametrize("rules", RULEBOOKS)


@dataclass(frozen=True)
class Turn:
    """A turn of moves: orders by power, parted by semicolons; words of what failed; where the dislodged may go."""

    number: str
    title: str
    orders: Mapping[str, str]
    words: Words = field(default_factory=dict)
    retreats: Places = field(default_factory=dict)
    door_words: Words | None = None
    """The words by the door's rules, where they are others."""
    door_retreats: Places | None = None

    def saved(self, rules: str, name: str = "S1901M") -> dict[str, Any]:
        orders = {power: texts.split("; ") for power, texts in self.orders.items()}
        units = {power: [_unit(text) for text in texts] for power, texts in orders.items()}
        return {"name": name, "rules": rules, "state": {"units": units}, "orders": orders}


def _unit(text: str) -> str:
    found = re.match(r"[AF] [A-Z]{3}(/[NSE]C)?", text)
    assert found is not None
    return found[0]


TURNS = [
    Turn(
        "R01",
        "an attack that cannot win is no convoy paradox",
        {
            "FRANCE": "A HOL - LON VIA; F NTH C A HOL - LON; F ENG S A HOL - LON",
            "ENGLAND": "F LON S F NWG - NTH; F NWG - NTH",
            "GERMANY": "F HEL S F NTH",
        },
        {"F NWG": "bounce", "F LON": "cut dislodged"},
        {"F LON": "WAL YOR"},
        {"F NWG": "bounce", "A HOL": "no convoy", "F NTH": "disrupted"},
        {},
    ),
    Turn(
        "R02",
        "an attack from the other coast of the province aimed at",
        {"ITALY": "F BUL/SC - GRE", "AUSTRIA": "A SER - BUL; A GRE S A SER - BUL"},
        {"F BUL/SC": "bounce dislodged"},
        {"F BUL/SC": "AEG CON"},
        {"F BUL/SC": "bounce dislodged", "A GRE": "cut"},
    ),
    Turn(
        "R03",
        "a convoyed army does not save its own convoy",
        {"FRANCE": "A TUN - NAP VIA; F TYS C A TUN - NAP", "ITALY": "F ION - TYS; F NAP S F ION - TYS"},
        {"A TUN": "no convoy", "F TYS": "disrupted dislodged"},
        {"F TYS": "LYO ROM TUS WES"},
        door_retreats={"F TYS": "ION LYO ROM TUS WES"},
    ),
    Turn(
        "R04a",
        "a convoy to a neighbour breaks: asked for by an own fleet",
        {"AUSTRIA": "A NAP - ROM; F TYS C A NAP - ROM", "FRANCE": "F WES - TYS; F ION S F WES - TYS"},
        {"A NAP": "no convoy", "F TYS": "disrupted dislodged"},
        {"F TYS": "LYO ROM TUN TUS"},
        door_retreats={"F TYS": "LYO ROM TUN TUS WES"},
    ),
    Turn(
        "R04b",
        "a convoy to a neighbour breaks: asked for in words",
        {"AUSTRIA": "A NAP - ROM VIA; F WES - TYS; F ION S F WES - TYS", "FRANCE": "F TYS C A NAP - ROM"},
        {"A NAP": "no convoy", "F TYS": "disrupted dislodged"},
        {"F TYS": "LYO ROM TUN TUS"},
        door_retreats={"F TYS": "LYO ROM TUN TUS WES"},
    ),
    Turn(
        "R05",
        "a foreign fleet carries nobody who did not ask",
        {"AUSTRIA": "A NAP - ROM", "ITALY": "A ROM - NAP", "FRANCE": "F TYS C A NAP - ROM"},
        {"A NAP": "bounce", "A ROM": "bounce"},
    ),
    Turn(
        "R06",
        "a change of places by convoy, broken",
        {
            "ENGLAND": "A NWY - SWE",
            "RUSSIA": "A SWE - NWY VIA; F SKA C A SWE - NWY",
            "GERMANY": "F DEN - SKA; F NTH S F DEN - SKA",
        },
        {"A NWY": "bounce", "A SWE": "no convoy", "F SKA": "disrupted dislodged disband"},
        {},
        {"A SWE": "no convoy dislodged", "F SKA": "disrupted dislodged"},
        {"A SWE": "DEN FIN NWY", "F SKA": "DEN NWY"},
    ),
    Turn(
        "R06-control",
        "a change of places by convoy",
        {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY VIA; F SKA C A SWE - NWY"},
    ),
    Turn(
        "R07",
        "an army without a convoy stands nobody off",
        {"ENGLAND": "A LON - BEL", "FRANCE": "A PIC - BEL"},
        {"A LON": "void"},
        door_words={"A LON": "no convoy"},
    ),
    Turn(
        "R08",
        "no support of a unit out of reach",
        {"GERMANY": "A MUN S A PRU; A PRU H", "RUSSIA": "A LVN - PRU; A WAR S A LVN - PRU"},
        {"A MUN": "void", "A PRU": "dislodged"},
        {"A PRU": "BER SIL"},
        door_retreats={"A PRU": "BER LVN SIL"},
    ),
    Turn(
        "R09",
        "no support in holding for a unit that was to move",
        {"GERMANY": "A MUN - BOH; A BER S A MUN", "FRANCE": "A BUR - MUN; A RUH S A BUR - MUN", "RUSSIA": "A BOH H"},
        {"A MUN": "bounce dislodged", "A BER": "void"},
        {"A MUN": "KIE SIL TYR"},
        door_retreats={"A MUN": "BUR KIE SIL TYR"},
    ),
    Turn(
        "R10",
        "the loser of a head-to-head battle leaves its target open",
        {"FRANCE": "A BUR - MUN; A RUH S A BUR - MUN; A PAR - BUR", "GERMANY": "A MUN - BUR"},
        {"A MUN": "bounce dislodged"},
        {"A MUN": "BER BOH KIE SIL TYR"},
    ),
    Turn(
        "R11",
        "a ring of four",
        {"GERMANY": "A BOH - VIE", "AUSTRIA": "A VIE - GAL; A GAL - SIL", "RUSSIA": "A SIL - BOH"},
    ),
    Turn(
        "R11-control",
        "a ring of four, stopped from outside",
        {"GERMANY": "A BOH - VIE", "AUSTRIA": "A VIE - GAL; A GAL - SIL", "RUSSIA": "A SIL - BOH; A WAR - GAL"},
        {"A BOH": "bounce", "A VIE": "bounce", "A GAL": "bounce", "A SIL": "bounce", "A WAR": "bounce"},
        {},
        {"A VIE": "bounce dislodged", "A WAR": "bounce"},
        {"A VIE": "BUD GAL TRI TYR"},
    ),
    Turn(
        "R12",
        "a convoy over three seas",
        {
            "ENGLAND": "A LON - TUN VIA; F ENG C A LON - TUN; F MAO C A LON - TUN; F WES C A LON - TUN",
            "ITALY": "F TUN - ION",
        },
    ),
    Turn(
        "R12-control",
        "a convoy over three seas with a gap",
        {"ENGLAND": "A LON - TUN VIA; F ENG C A LON - TUN; F MAO H; F WES C A LON - TUN", "ITALY": "F TUN - ION"},
        {"A LON": "no convoy"},
    ),
    Turn(
        "R13",
        "a support of a convoyed army by a fleet beside its way",
        {"ENGLAND": "A EDI - NWY VIA; F NWG C A EDI - NWY; F NTH S A EDI - NWY", "RUSSIA": "F NWY H"},
        {"F NWY": "dislodged"},
        {"F NWY": "BAR SKA STP/NC SWE"},
    ),
    Turn(
        "R14",
        "a support for a coast that the supporter cannot reach",
        {"FRANCE": "F MAO - SPA/SC; F GAS S F MAO - SPA/SC", "ITALY": "A SPA H"},
        {"A SPA": "dislodged"},
        {"A SPA": "MAR POR"},
    ),
    Turn(
        "R15",
        "a fleet's support of an army into a province with two coasts",
        {"FRANCE": "A MAR - SPA; F WES S A MAR - SPA", "ENGLAND": "F SPA/NC H"},
        {"F SPA/NC": "dislodged"},
        {"F SPA/NC": "GAS MAO POR"},
    ),
    Turn(
        "R16",
        "support in holding for a unit with an impossible order",
        {"FRANCE": "A MUN - CON; A BUR S A MUN", "GERMANY": "A BER - MUN; A KIE S A BER - MUN"},
        {"A MUN": "void", "A BER": "bounce"},
    ),
    Turn(
        "R17",
        "a coast named for an army means nothing",
        {
            "ENGLAND": "A FIN - STP/NC; F BAR S A FIN - STP/NC",
            "GERMANY": "F BOT - STP; A MOS S F BOT - STP",
            "RUSSIA": "A STP H",
        },
        {"A FIN": "bounce", "F BOT": "bounce"},
    ),
    Turn("R18", "a coast that is not named is not guessed", {"FRANCE": "F MAO - SPA"}, {"F MAO": "void"}),
    Turn("R19a", "a coast is filled in where there is but one", {"FRANCE": "F LYO - SPA"}),
    Turn("R19b", "a coast out of reach is not put right", {"FRANCE": "F LYO - SPA/NC"}, {"F LYO": "void"}),
    Turn(
        "R20",
        "no unit supports itself",
        {"RUSSIA": "F STP/NC S F STP/NC - NWY", "GERMANY": "A MUN S A MUN"},
        {"F STP/NC": "void", "A MUN": "void"},
    ),
    Turn(
        "R30",
        "a move to where it stands is no move to support",
        {"AUSTRIA": "A BUD S A SER - SER; A SER H"},
        {"A BUD": "void"},
    ),
    Turn(
        "R34",
        "where a stand-off was is closed to retreats",
        {
            "GERMANY": "A MUN H",
            "FRANCE": "A BUR - MUN; A RUH S A BUR - MUN",
            "AUSTRIA": "A VIE - BOH",
            "RUSSIA": "A GAL - BOH",
        },
        {"A MUN": "dislodged", "A VIE": "bounce", "A GAL": "bounce"},
        {"A MUN": "BER KIE SIL TYR"},
        door_retreats={"A MUN": "BER BOH BUR KIE SIL TYR"},
    ),
    Turn(
        "R35",
        "an army dislodged by a fleet is asked for no coast",
        {"AUSTRIA": "A GRE H", "TURKEY": "F AEG - GRE; F ION S F AEG - GRE"},
        {"A GRE": "dislodged"},
        {"A GRE": "ALB BUL SER"},
    ),
    Turn(
        "R36",
        "no retreat to a unit that failed to leave",
        {"AUSTRIA": "A GRE H; A SER - RUM", "TURKEY": "F AEG - GRE; F ION S F AEG - GRE", "RUSSIA": "A RUM H"},
        {"A GRE": "dislodged", "A SER": "bounce"},
        {"A GRE": "ALB BUL"},
    ),
    Turn(
        "R37",
        "a fleet retreats along its own coast",
        {"RUSSIA": "F BUL/EC H", "AUSTRIA": "A SER - BUL; A GRE S A SER - BUL"},
        {"F BUL/EC": "dislodged"},
        {"F BUL/EC": "BLA CON RUM"},
    ),
    Turn(
        "R38",
        "a unit with nowhere to go is gone at once",
        {"TURKEY": "A SMY H", "RUSSIA": "A CON - SMY; A ARM S A CON - SMY; A SYR H; A ANK H"},
        {"A SMY": "dislodged disband"},
        {},
        {"A SMY": "dislodged"},
        {"A SMY": "CON"},
    ),
    Turn(
        "R39",
        "the choices of two neighbours that must retreat",
        {
            "AUSTRIA": "A BUD H; A TRI H",
            "RUSSIA": "A GAL - BUD; A RUM S A GAL - BUD",
            "ITALY": "A VEN - TRI; A TYR S A VEN - TRI",
        },
        {"A BUD": "dislodged", "A TRI": "dislodged"},
        {"A BUD": "SER VIE", "A TRI": "ALB SER VIE"},
        door_retreats={"A BUD": "GAL SER VIE", "A TRI": "ALB SER VEN VIE"},
    ),
]


@BOTH
@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.number)
def test_moves(turn: Turn, rules: str, board: Board) -> None:
    check_turn(turn, rules, board)


def check_turn(turn: Turn, rules: str, board: Board) -> dict[str, Any]:
    """Play the turn; words, reasons and places to retreat to must be as stated. The answer, for more questions."""
    door = rules == "e1901"
    saved = turn.saved(rules)
    answer = adjudicate_saved(saved, board, STANDARD)
    words = turn.door_words if door and turn.door_words is not None else turn.words
    places = turn.door_retreats if door and turn.door_retreats is not None else turn.retreats
    every = [_unit(text) for texts in saved["orders"].values() for text in texts]
    assert {unit: " ".join(found) for unit, found in answer["results"].items()} == {u: words.get(u, "") for u in every}
    assert answer["reasons"].keys() == words.keys()
    found = {u: " ".join(p) for units in answer["next"]["state"]["retreats"].values() for u, p in units.items()}
    assert found == places
    return answer


def reasons(board: Board, orders: dict[str, str], rules: str = "standard") -> dict[str, str]:
    answer: dict[str, dict[str, str]] = adjudicate_saved(Turn("", "", orders).saved(rules), board, STANDARD)
    return answer["reasons"]


def test_r09_the_report_says_why_a_support_was_void(board: Board) -> None:
    orders = {
        "GERMANY": "A MUN - BOH; A BER S A MUN",
        "FRANCE": "A BUR - MUN; A RUH S A BUR - MUN",
        "RUSSIA": "A BOH H",
    }
    assert "was ordered to move" in reasons(board, orders)["A BER"]


def test_r18_a_missing_coast_is_asked_for(board: Board) -> None:
    assert re.search("SPA/NC.*SPA/SC", reasons(board, {"FRANCE": "F MAO - SPA"})["F MAO"])


def test_r19_a_fleet_lands_on_the_only_coast(board: Board) -> None:
    answer = adjudicate_saved(Turn("", "", {"FRANCE": "F LYO - SPA"}).saved("standard"), board, STANDARD)
    assert answer["next"]["state"]["units"] == {"FRANCE": ["F SPA/SC"]}
    assert "SPA/SC" in reasons(board, {"FRANCE": "F LYO - SPA/NC"})["F LYO"]


def test_r20_no_unit_is_offered_its_own_support(board: Board) -> None:
    fleet, army = Unit("RUSSIA", UnitKind.FLEET, "STP/NC"), Unit("GERMANY", UnitKind.ARMY, "MUN")
    position = Position.of([fleet, army])
    assert support_choices(fleet, position, board) == support_choices(army, position, board) == []


# Retreats


def retreat(board: Board, turn: str, orders: dict[str, list[str]], rules: str = "standard") -> dict[str, Any]:
    """Play a turn of the table, save it, read it again, and then the retreats."""
    moves = next(entry for entry in TURNS if entry.number == turn).saved(rules)
    answer = json.loads(json.dumps(adjudicate_saved(moves, board, STANDARD)["next"]))
    return adjudicate_saved({**answer, "rules": rules, "orders": orders}, board, STANDARD)


@pytest.mark.parametrize(("target", "reached"), [("BOH", False), ("BUR", False), ("RUH", False), ("SIL", True)])
def test_r34_closed_places_stay_closed_after_saving(target: str, reached: bool, board: Board) -> None:
    answer = retreat(board, "R34", {"GERMANY": [f"A MUN - {target}"]})
    assert (answer["next"]["state"]["units"].get("GERMANY") == [f"A {target}"]) == reached
    assert ("disband" in answer["results"]["A MUN"]) != reached
    moves = adjudicate_saved(next(e for e in TURNS if e.number == "R34").saved("standard"), board, STANDARD)
    position = read_state(moves["next"]["state"], board, Stage.RETREATS)
    offered = {choice.location for choice in retreat_choices(position.dislodged["MUN"], position, board, STANDARD)}
    assert (target in offered) == reached


@BOTH
def test_r39_two_retreats_to_one_place_end_both(rules: str, board: Board) -> None:
    answer = retreat(board, "R39", {"AUSTRIA": ["A BUD R VIE", "A TRI R VIE"]}, rules)
    assert "AUSTRIA" not in answer["next"]["state"]["units"]
    assert answer["results"] == {"A BUD": ["disband"], "A TRI": ["disband"]}
    answer = retreat(board, "R39", {"AUSTRIA": ["A BUD R VIE", "A TRI R ALB"]}, rules)
    assert answer["next"]["state"]["units"]["AUSTRIA"] == ["A ALB", "A VIE"]
    assert answer["results"] == {"A BUD": [], "A TRI": []}


@BOTH
def test_r40_a_unit_that_nobody_orders_is_disbanded_and_listed(rules: str, board: Board) -> None:
    moves = adjudicate_saved(next(e for e in TURNS if e.number == "R34").saved(rules), board, STANDARD)
    position = read_state(moves["next"]["state"], board, Stage.RETREATS)
    done = adjudicate(Phase.parse("S1901R"), position, [], board, RULEBOOKS[rules])
    assert [(result.order, result.given) for result in done.results] == [
        (Disband(Unit("GERMANY", UnitKind.ARMY, "MUN")), False)
    ]
    assert not done.position.units_of("GERMANY")
    assert str(done.phase) == "F1901M"


def test_r41_a_province_with_two_coasts_has_one_owner(board: Board) -> None:
    state: dict[str, Any] = {
        "units": {"TURKEY": ["*F WES"], "ITALY": ["F WES"], "GERMANY": ["F MAO"]},
        "retreats": {"TURKEY": {"F WES": ["NAF", "SPA/SC"]}},
        "centers": {"TURKEY": ["CON"], "ITALY": ["ROM"], "GERMANY": ["KIE"]},
    }
    fall = {"name": "F1901R", "state": state, "orders": {"TURKEY": ["F WES R SPA/SC"]}}
    after = adjudicate_saved(fall, board, STANDARD)["next"]["state"]
    assert after["centers"]["TURKEY"] == ["CON", "SPA"]
    orders = {"TURKEY": ["F SPA/SC - LYO"], "GERMANY": ["F MAO - SPA/NC"]}
    later = adjudicate_saved({"name": "F1902M", "state": after, "orders": orders}, board, STANDARD)["next"]["state"]
    assert later["centers"] == {"GERMANY": ["KIE", "SPA"], "ITALY": ["ROM"], "TURKEY": ["CON"]}


@pytest.mark.parametrize(
    ("name", "centres", "following"),
    [("S1901M", ["PAR"], "F1901M"), ("F1901M", ["PAR"], "S1902M"), ("F1901M", ["PAR", "BRE"], "W1901A")],
)
def test_r42_a_turn_with_nothing_to_enter_is_passed_over(
    name: str, centres: list[str], following: str, board: Board
) -> None:
    state = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": centres}}
    assert adjudicate_saved({"name": name, "state": state}, board, STANDARD)["next"]["name"] == following
