"""Faults that other programs were once reported to have, tried on ours: entering orders, and Winter."""

from __future__ import annotations

import re
from typing import Any

import pytest

from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.notation import read, write
from door.rules.options import convoy_choices
from door.rules.phase import Stage
from door.rules.position import Position
from door.rules.rulebook import RULEBOOKS, STANDARD
from door.rules.saved import adjudicate_saved
from door.rules.state import write_state
from door.rules.units import Unit, UnitKind
from door.rules.written import Ambiguous, NotationError
from tests.rules import test_reported_faults as others
from tests.rules.conftest import ROOT

BOTH = pytest.mark.parametrize("rules", RULEBOOKS)


# What is typed


@pytest.mark.parametrize("name", ["nor", "liv", "nort", "gul", "north"])
def test_r22_an_ambiguous_name_lists_the_choices(name: str, board: Board) -> None:
    with pytest.raises(Ambiguous) as raised:
        read(f"F NTH - {name}", board)
    assert len(raised.value.choices) >= 2
    assert all(choice in str(raised.value) for choice in raised.value.choices)


@pytest.mark.parametrize(("name", "code"), [("tyr", "TYR"), ("gal", "GAL"), ("ber", "BER")])
def test_r22_a_printed_code_wins(name: str, code: str, board: Board) -> None:
    target = read(f"A MUN - {name}", board).target
    assert target is not None
    assert target.province == code


@pytest.mark.parametrize("text", ["F Spa() - LYO", "F Spa( ) - LYO", "F Spa/ - LYO"])
def test_r23_an_empty_coast_breaks_nothing(text: str, board: Board) -> None:
    saved = {"name": "S1901M", "state": {"units": {"FRANCE": ["F SPA/SC"]}}, "orders": {"FRANCE": [text]}}
    answer = adjudicate_saved(saved, board, STANDARD)
    (words,) = answer["results"].values()
    assert words in ([], ["void"])
    assert bool(answer["reasons"]) == bool(words)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Army Norway Hold", "A NWY"),
        ("fleet north sea holds", "F NTH"),
        ("Fleet St. Petersburg (south coast) hold", "F STP/SC"),
        ("army Liverpool stands", "A LVP"),
    ],
)
def test_r24_names_written_out(text: str, unit: str, board: Board) -> None:
    saved = {"name": "S1901M", "state": {"units": {"ITALY": [unit]}}, "orders": {"ITALY": [text]}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["results"] == {unit: []}
    position = Position.of([Unit("ITALY", UnitKind(unit[0]), unit[2:])])
    assert write(parse_order(text, "ITALY", Stage.MOVES, position, board)) == f"{unit} H"


@pytest.mark.parametrize("text", ["A Bud S", "F NTH C", "A Bud -", "A", "S"])
def test_r25_half_an_order_is_none(text: str, board: Board) -> None:
    with pytest.raises(NotationError):
        read(text, board)
    saved = {"name": "S1901M", "state": {"units": {"AUSTRIA": ["A BUD"]}}, "orders": {"AUSTRIA": [text]}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert list(answer["results"].values()) == [["void"]]
    assert len(answer["reasons"]) == 1


def test_r26_one_bad_line_spoils_no_other(board: Board) -> None:
    lines = ["A Vie-Gal", "", "A Bud x Ser", "F Tri-Alb"]
    saved = {"name": "S1901M", "state": write_state(board.start), "orders": {"AUSTRIA": lines}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["next"]["state"]["units"]["AUSTRIA"] == ["A BUD", "A GAL", "F ALB"]
    spoiled = answer["results"].keys() - {"A VIE", "F TRI"}
    assert len(spoiled) == 1
    assert {unit: words for unit, words in answer["results"].items() if words} == {key: ["void"] for key in spoiled}
    assert answer["reasons"].keys() == spoiled


@pytest.mark.parametrize("name", ["S1901M", "S1901R", "W1901A", "COMPLETED"])
@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_r26_a_blank_line_is_no_order(blank: str, name: str, board: Board) -> None:
    with pytest.raises(NotationError):
        read(blank, board)
    saved = {"name": name, "state": write_state(board.start), "orders": {"AUSTRIA": [blank, blank]}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["results"] == answer["reasons"] == {}


def test_r27_a_convoy_with_and_without_the_army_s_letter(board: Board) -> None:
    lines = {"F NTH C Lon-Nwy": [], "F NTH C A Lon-Nwy": [], "F NTH C F Lon-Nwy": ["void"]}
    for line, words in lines.items():
        units = {"ENGLAND": ["F NTH", "A LON"]}
        saved = {"name": "S1901M", "state": {"units": units}, "orders": {"ENGLAND": ["A LON - NWY", line]}}
        answer = adjudicate_saved(saved, board, STANDARD)
        assert answer["results"]["F NTH"] == words, line
        assert (answer["next"]["state"]["units"]["ENGLAND"] == ["A NWY", "F NTH"]) == (not words)


@BOTH
@pytest.mark.parametrize("text", ["A Ser-Bul", "A Ven-Tyr", "A Tri-Vie"])
def test_r28_no_orders_for_units_that_are_not_one_s_own(text: str, rules: str, board: Board) -> None:
    """The third is for a fleet, whatever letter is written; a fleet cannot go to Vienna."""
    orders = {"AUSTRIA": [text], "ITALY": ["A VEN H"]}
    saved = {"name": "S1901M", "rules": rules, "state": write_state(board.start), "orders": orders}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["next"]["state"]["units"] == write_state(board.start)["units"]
    key = text.split("-")[0].upper()
    assert answer["results"][key] == ([] if key == "A VEN" else ["void"])  # Italy's own order for Venice stands


def test_r29_the_last_possible_order_stands(board: Board) -> None:
    lines = ["A Vie-Gal", "A Vie-Boh", "A Vie-Con"]
    saved = {"name": "S1901M", "state": write_state(board.start), "orders": {"AUSTRIA": lines}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert "A BOH" in answer["next"]["state"]["units"]["AUSTRIA"]
    assert answer["results"] == {"A VIE": []}


def test_r31_nothing_of_a_former_order_is_left(board: Board) -> None:
    units = {"AUSTRIA": ["A SER", "A RUM"], "FRANCE": ["A BRE", "F ENG"]}
    lines = {"AUSTRIA": ["A SER S A RUM - BUL", "A SER - ALB"], "FRANCE": ["A BRE - LON VIA", "A BRE - PIC"]}
    saved = {"name": "S1901M", "state": {"units": units}, "orders": lines}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["next"]["state"]["units"] == {"AUSTRIA": ["A ALB", "A RUM"], "FRANCE": ["A PIC", "F ENG"]}
    assert answer["results"] == {"A SER": [], "A BRE": []}


def test_r32_convoys_are_offered_only_where_fleets_are(board: Board) -> None:
    fleet = Unit("ENGLAND", UnitKind.FLEET, "NTH")
    others = [unit for unit in board.start.units.values() if unit.province != "LON"]
    offered = {
        (order.army.location, order.target) for order in convoy_choices(fleet, Position.of([*others, fleet]), board)
    }
    assert offered == set()  # no army stands at the North Sea in 1901
    army, sea = Unit("ENGLAND", UnitKind.ARMY, "LON"), Unit("RUSSIA", UnitKind.FLEET, "BLA")
    position = Position.of([fleet, army, sea])
    offered = {(order.army.location, order.target) for order in convoy_choices(fleet, position, board)}
    assert offered == {("LON", place) for place in "BEL DEN EDI HOL NWY YOR".split()}
    assert convoy_choices(sea, position, board) == []


ALIASES = {
    "MAO": "MAO MID mid-atlantic",
    "NAO": "NAO NAT",
    "NWG": "NWG NRG",
    "LYO": "LYO GOL lyon",
    "TYS": "TYS TYN",
    "BOT": "BOT GOB",
    "ENG": "ENG ECH",
    "WES": "WES WMS",
    "LVP": "Lvp Lpl",
    "LVN": "Lvn",
    "HEL": "HEL",
    "SKA": "SKA",
    "STP": "StP Stp Pet",
}


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, names in ALIASES.items() for name in names.split()])
def test_r33_every_usual_code_is_known(code: str, name: str, board: Board) -> None:
    unit = read(f"F {name} H", board).unit
    assert unit is not None
    assert unit.place.province == code


# Winter

WINTER = {
    "units": {"ENGLAND": ["A LVP", "F EDI", "F LON", "F STP/NC"], "FRANCE": ["A MAR"]},
    "centers": {"ENGLAND": ["EDI", "LON", "LVP"], "FRANCE": ["MAR"]},
}


def winter(board: Board, state: dict[str, Any], orders: dict[str, list[str]]) -> dict[str, Any]:
    return adjudicate_saved({"name": "W1901A", "state": state, "orders": orders}, board, STANDARD)


@pytest.mark.parametrize("text", ["d f stp/nc", "d f stp", "remove stp"])
def test_r21_a_fleet_is_removed_however_its_coast_is_written(text: str, board: Board) -> None:
    answer = winter(board, WINTER, {"ENGLAND": [text]})
    assert answer["next"]["state"]["units"]["ENGLAND"] == ["A LVP", "F EDI", "F LON"]
    assert list(answer["results"].values()) == [[]]


def france(units: str, centres: str) -> dict[str, Any]:
    return {"units": {"FRANCE": units.split(", ")}, "centers": {"FRANCE": centres.split()}}


BUILDS = [
    ("R43", "F MAR", "BRE MAR", "A PAR B; F BRE B", "void; ", "F BRE, F MAR"),
    ("R43", "F MAR", "BRE MAR PAR POR", "A PAR B; F BRE B; A PAR B", "; ; void", "A PAR, F BRE, F MAR"),
    ("R43", "F MAR, A GAS", "BRE MAR PAR", "A PAR B; F BRE B", "; void", "A GAS, A PAR, F MAR"),
    ("R44", "F MAR", "BRE MAR PAR", "A BRE B; F BRE B", "; void", "A BRE, F MAR"),
    ("R45", "A BRE", "BRE MAR", "F BRE B", "void", "A BRE"),
    ("R46", "A BRE", "BRE POR", "F POR B", "void", "A BRE"),
    ("R51", "A BRE, A MAR", "BRE MAR", "A MAR D", "void", "A BRE, A MAR"),
    ("R51", "A BRE, A MAR", "BRE MAR PAR", "A MAR D", "void", "A BRE, A MAR"),
]


@pytest.mark.parametrize(("number", "units", "centres", "orders", "words", "after"), BUILDS)
def test_builds(number: str, units: str, centres: str, orders: str, words: str, after: str, board: Board) -> None:
    lines = orders.split("; ")
    answer = winter(board, france(units, centres), {"FRANCE": lines})
    assert answer["next"]["state"]["units"] == {"FRANCE": after.split(", ")}
    if len({line[:5] for line in lines}) == len(lines):
        assert [" ".join(answer["results"][line[:5]]) for line in lines] == words.split("; ")
    assert answer["next"]["name"] == "S1902M"


@pytest.mark.parametrize("centres", [{"RUSSIA": ["SEV"]}, {}], ids=["stays", "is removed"])
def test_r45_no_build_where_any_unit_stands(centres: dict[str, list[str]], board: Board) -> None:
    """All of Winter happens at once: a removal makes no room for a build."""
    state = {
        "units": {"TURKEY": ["A ANK"], "RUSSIA": ["A CON"]},
        "centers": {"TURKEY": ["ANK", "CON", "SMY"], **centres},
    }
    answer = winter(board, state, {"TURKEY": ["F CON B"]})
    assert answer["results"] == {"F CON": ["void"]}
    assert "A CON stands" in answer["reasons"]["F CON"]


@pytest.mark.parametrize(
    ("text", "built"), [("b F StP", None), ("b F Mos", None), ("b A StP/nc", "A STP"), ("b F StP/nc", "F STP/NC")]
)
def test_r47_builds_and_coasts(text: str, built: str | None, board: Board) -> None:
    state = {"units": {"RUSSIA": ["A WAR"]}, "centers": {"RUSSIA": ["MOS", "STP", "WAR"]}}
    answer = winter(board, state, {"RUSSIA": [text]})
    assert answer["next"]["state"]["units"]["RUSSIA"] == sorted(filter(None, [built, "A WAR"]))
    assert list(answer["results"].values()) == [[] if built else ["void"]]


def test_r48_the_farthest_unit_is_removed(board: Board) -> None:
    state = {"units": {"RUSSIA": ["F LVN", "A STP", "A UKR", "F BLA"]}, "centers": {"RUSSIA": ["MOS", "STP", "WAR"]}}
    answer = winter(board, state, {})
    assert answer["next"]["state"]["units"] == {"RUSSIA": ["A STP", "A UKR", "F LVN"]}


def test_r49_one_power_s_silence_does_not_pass_over_winter(board: Board) -> None:
    state = {
        "units": {"GERMANY": ["F KIE", "A BER", "A RUH"], "ITALY": ["A VEN"]},
        "centers": {"GERMANY": ["KIE", "BER"], "ITALY": ["VEN", "ROM"]},
    }
    fall = adjudicate_saved({"name": "F1901M", "state": state}, board, STANDARD)["next"]
    assert fall["name"] == "W1901A"
    answer = adjudicate_saved({**fall, "orders": {"ITALY": ["A ROM B"]}}, board, STANDARD)
    assert answer["next"]["state"]["units"] == {"GERMANY": ["A BER", "F KIE"], "ITALY": ["A ROM", "A VEN"]}


@pytest.mark.parametrize(("orders", "count"), [(["A BUD B"], 2), (["WAIVE"], 1), ([], 1), (["WAIVE", "A BUD B"], 2)])
def test_r50_builds_not_made_do_not_pile_up(orders: list[str], count: int, board: Board) -> None:
    state = {"units": {"AUSTRIA": ["A TRI"]}, "centers": {"AUSTRIA": ["BUD", "TRI", "VIE"]}}
    answer = winter(board, state, {"AUSTRIA": orders})
    assert len(answer["next"]["state"]["units"]["AUSTRIA"]) == count
    later = adjudicate_saved({"name": "F1902M", "state": answer["next"]["state"]}, board, STANDARD)["next"]
    assert later["name"] == "W1902A"
    everything = {"AUSTRIA": ["A BUD B", "A VIE B", "A TRI B", "F TRI B", "WAIVE"]}
    assert len(winter(board, later["state"], everything)["next"]["state"]["units"]["AUSTRIA"]) == 3


def test_r52_an_owner_changes_by_who_stands_there_in_the_fall(board: Board) -> None:
    start = {"units": {"AUSTRIA": ["A BUD"]}, "centers": {"AUSTRIA": ["BUD"]}}
    spring = {"name": "S1901M", "state": start, "orders": {"AUSTRIA": ["A BUD - SER"]}}
    after = adjudicate_saved(spring, board, STANDARD)["next"]
    assert after["state"]["centers"] == {"AUSTRIA": ["BUD"]}
    fall = adjudicate_saved({**after, "orders": {"AUSTRIA": ["A SER - ALB"]}}, board, STANDARD)["next"]
    assert fall["state"]["centers"] == {"AUSTRIA": ["BUD"]}
    held = adjudicate_saved({**after, "orders": {}}, board, STANDARD)["next"]
    assert held["state"]["centers"] == {"AUSTRIA": ["BUD", "SER"]}


def test_r68_a_power_with_centres_but_no_unit_and_no_home_lives_on(board: Board) -> None:
    """Nothing is due from it, no Winter comes of it, and a home that it takes back lets it build again."""
    state: dict[str, Any] = {
        "units": {"ITALY": ["A BUD", "A VEN", "A VIE"]},
        "centers": {"AUSTRIA": ["GRE", "SER"], "ITALY": ["BUD", "TRI", "VEN", "VIE"]},
    }
    state["units"]["ITALY"].append("A TRI")
    names = []
    saved: dict[str, Any] = {"name": "S1905M", "state": state}
    for _ in range(4):
        saved = adjudicate_saved(saved, board, STANDARD)["next"]
        names.append(saved["name"])
        assert saved["state"]["centers"]["AUSTRIA"] == ["GRE", "SER"]
    assert names == ["F1905M", "S1906M", "F1906M", "S1907M"]
    ordered = {"name": "W1907A", "state": saved["state"], "orders": {"AUSTRIA": ["A SER B", "A BUD B"]}}
    answer = adjudicate_saved(ordered, board, STANDARD)
    assert answer["results"] == {"A SER": ["void"], "A BUD": ["void"]}
    assert "AUSTRIA" not in answer["next"]["state"]["units"]


WITHOUT = {
    "R69": "no turn is taken back",
}
"""Faults of what the door does not have."""


def test_every_fault_has_its_test() -> None:
    """R01 to R72 by the tests' names and the tables here, but for what there is not."""
    tables = {turn.number[:3] for turn in others.TURNS} | {entry[0] for entry in BUILDS}
    named = {
        number.upper()
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in re.findall(r"def test((?:_r[0-9][0-9])+)", path.read_text(encoding="utf-8"))
        for number in name.split("_")[1:]
    }
    assert tables | named | WITHOUT.keys() == {f"R{number:02}" for number in range(1, 73)}
    assert not (tables | named) & WITHOUT.keys()
