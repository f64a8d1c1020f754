"""The classic faults of adjudicators, each by its name, under both rulebooks: borders and coasts."""

from __future__ import annotations

from typing import Any

import pytest

from door.rules.board import Board
from door.rules.rulebook import STANDARD
from door.rules.saved import adjudicate_saved
from door.rules.units import UnitKind
from tests.rules import test_reported_faults as reported
from tests.rules.test_engine_faults import BOTH, faults
from tests.rules.test_reported_faults import Turn

BORDERS = (
    "A LVP - YOR|A WAL - YOR|A LVP - EDI|A CLY - LVP|A FIN - NWY|A NWY - STP|A ROM - VEN|A APU - ROM|A TUS - VEN"
    "|A PIE - VEN|A MAR - PIE|A MAR - GAS|A GAL - RUM|A UKR - RUM|A BOH - GAL|A BUD - RUM|A ALB - SER|A ANK - SMY"
    "|A ARM - SMY|A SYR - ARM|A SYR - SMY|A CON - SMY|A DEN - SWE|A KIE - DEN|A CON - BUL|A TYR - PIE|A PRU - WAR"
    "|F IRI - LVP|F NAO - LVP|F NAO - NWG|F NAO - CLY|F NWG - EDI|F NWG - CLY|F NWG - BAR|F HEL - DEN|F HEL - KIE"
    "|F DEN - SKA|F DEN - BAL|F SKA - NWY|F SWE - BAL|F DEN - SWE|F BER - KIE|F LYO - TUS|F LYO - WES|F TYS - TUN"
    "|F TYS - ION|F WES - NAF|F WES - TUN|F MAO - NAF|F NAF - TUN|F ION - TUN|F ION - EAS|F ION - AEG|F ION - ALB"
    "|F EAS - SMY|F AEG - SMY|F CON - AEG|F CON - BLA|F SEV - ARM|F TUS - ROM|F APU - VEN|F APU - NAP|F TRI - ALB"
    "|F MAO - SPA/NC|F MAO - SPA/SC|F WES - SPA/SC|F POR - SPA/NC|F POR - SPA/SC|F GAS - SPA/NC|F MAR - SPA/SC"
    "|F BLA - BUL/EC|F RUM - BUL/EC|F CON - BUL/EC|F CON - BUL/SC|F AEG - BUL/SC|F GRE - BUL/SC|F BAR - STP/NC"
    "|F NWY - STP/NC|F BOT - STP/SC|F FIN - STP/SC|F LVN - STP/SC|F ENG - IRI|F ENG - MAO|F MAO - IRI|F NTH - NWG"
).split("|")
"""Borders that maps of other programs lacked."""

NO_BORDERS = (
    "A TUN - NAP|A KIE - SWE|A BUL - UKR|A LON - BEL|A ROM - PIE|A VIE - VEN|A MUN - PRU|A CON - ARM|A STP - SWE"
    "|F ROM - VEN|F TUS - VEN|F APU - ROM|F FIN - NWY|F LVP - EDI|F LVP - YOR|F WAL - YOR|F ANK - SMY|F ARM - SMY"
    "|F SYR - ARM|F MAR - GAS|F IRI - NWG|F BLA - AEG|F BLA - BUL/SC|F AEG - BUL/EC|F GRE - BUL/EC|F RUM - BUL/SC"
    "|F WES - SPA/NC|F LYO - SPA/NC|F MAR - SPA/NC|F GAS - SPA/SC|F BOT - STP/NC|F FIN - STP/NC|F BAR - STP/SC"
    "|F NWY - STP/SC|F KIE - SWE|F SKA - BAL|F HEL - BAL|F TYS - ADR|F EAS - BLA|F NTH - IRI|F HEL - SKA"
).split("|")
"""Provinces and coasts that no such unit can step between, though some maps let it."""


@pytest.mark.parametrize("step", BORDERS)
def test_f_no_border_is_missing(step: str, board: Board) -> None:
    """Each is crossed both ways."""
    letter, start, _, end = step.split()
    for source, target in ((start, end), (end, start)):
        unit = f"{letter} {source}"
        saved = {"name": "S1901M", "state": {"units": {"ITALY": [unit]}}, "orders": {"ITALY": [f"{unit} - {target}"]}}
        assert adjudicate_saved(saved, board, STANDARD)["next"]["state"]["units"] == {"ITALY": [f"{letter} {target}"]}


@pytest.mark.parametrize("step", NO_BORDERS)
def test_f_no_border_is_there_too_much(step: str, board: Board) -> None:
    letter, start, _, end = step.split()
    for source, target in ((start, end), (end, start)):
        unit = f"{letter} {source}"
        saved = {"name": "S1901M", "state": {"units": {"ITALY": [unit]}}, "orders": {"ITALY": [f"{unit} - {target}"]}}
        answer = adjudicate_saved(saved, board, STANDARD)
        assert answer["next"]["state"]["units"] == {"ITALY": [unit]}
        assert answer["results"] == {unit: ["void"]}


# Coasts


@BOTH
@faults(
    Turn(
        "two fleets to two coasts",
        "a stand-off",
        {"FRANCE": "F MAO - SPA/NC", "ITALY": "F LYO - SPA/SC"},
        {"F MAO": "bounce", "F LYO": "bounce"},
    ),
    Turn(
        "two fleets to two coasts, a support without a coast",
        "the supported one lands",
        {"RUSSIA": "F BAR - STP/NC; F NWY S F BAR - STP", "ENGLAND": "F BOT - STP/SC"},
        {"F BOT": "bounce"},
    ),
    Turn(
        "support of a move to another coast",
        "is of a move that was not ordered",
        {"FRANCE": "F MAO - SPA/SC; F GAS S F MAO - SPA/NC", "ITALY": "A SPA H"},
        {"F MAO": "bounce", "F GAS": "void"},
    ),
    Turn(
        "own fleet on the other coast",
        "no room for a second",
        {"FRANCE": "F SPA/NC H; F LYO - SPA/SC; A MAR S F LYO - SPA/SC"},
        {"F LYO": "bounce"},
    ),
    Turn(
        "the other coast of its own province",
        "no move",
        {"FRANCE": "F SPA/NC - SPA/SC", "RUSSIA": "F STP/SC - STP/NC", "TURKEY": "F BUL/EC - BUL/SC"},
        {"F SPA/NC": "void", "F STP/SC": "void", "F BUL/EC": "void"},
    ),
    Turn(
        "support to hold that names the other coast",
        "counts",
        {"ITALY": "F LYO - SPA/SC; F WES S F LYO - SPA/SC", "FRANCE": "F SPA/NC H; F MAO S F SPA/SC"},
        {"F LYO": "bounce"},
    ),
    Turn(
        "fleets that change coasts with each other",
        "both stay",
        {"TURKEY": "F BUL/SC - CON", "RUSSIA": "F CON - BUL/EC"},
        {"F BUL/SC": "bounce", "F CON": "bounce"},
    ),
    Turn(
        "army by convoy to a named coast",
        "lands in the province",
        {"FRANCE": "A BRE - SPA/SC VIA; F MAO C A BRE - SPA/SC"},
    ),
)
def test_coasts_in_moves(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.B."""
    reported.check_turn(turn, rules, board)


@BOTH
@pytest.mark.parametrize(
    ("fleet", "choices", "order", "goes"),
    [
        ("F WES", "NAF SPA/SC", "F WES R SPA", "F SPA/SC"),
        ("F MAO", "POR SPA/NC SPA/SC", "F MAO R SPA", None),
        ("F MAO", "POR SPA/NC SPA/SC", "F MAO R SPA/NC", "F SPA/NC"),
        ("F GAS", "BRE SPA/NC", "F GAS R SPA/SC", None),
        ("F BAR", "NWY STP/NC", "F BAR R STP", "F STP/NC"),
        ("F BOT", "STP/SC SWE", "F BOT R STP", "F STP/SC"),
        ("F CON", "BUL/EC BUL/SC", "F CON R BUL", None),
        ("F CON", "BUL/EC BUL/SC", "F CON R BUL/EC", "F BUL/EC"),
        ("F BLA", "BUL/EC", "F BLA R BUL", "F BUL/EC"),
        ("A MAR", "GAS SPA", "A MAR R SPA/NC", "A SPA"),
    ],
)
def test_coasts_in_retreats(fleet: str, choices: str, order: str, goes: str | None, rules: str, board: Board) -> None:
    """A coast is filled in where there is but one, and never guessed."""
    state: dict[str, Any] = {
        "units": {"ITALY": [f"*{fleet}"], "TURKEY": ["A " + fleet[2:] if fleet[0] == "A" else fleet]},
        "retreats": {"ITALY": {fleet: choices.split()}},
    }
    saved = {"name": "S1901R", "rules": rules, "state": state, "orders": {"ITALY": [order]}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["next"]["state"]["units"].get("ITALY") == (None if goes is None else [goes])
    assert answer["results"] == {fleet: [] if goes else ["void", "disband"]}


@BOTH
def test_two_coasts_are_one_place_to_retreat_to(rules: str, board: Board) -> None:
    """DATC 6.H.7; the door, Retreats 4: both are disbanded, though each went to a coast of its own."""
    state = {
        "units": {"FRANCE": ["*F GAS"], "ITALY": ["*F LYO"], "GERMANY": ["A GAS", "F LYO"]},
        "retreats": {"FRANCE": {"F GAS": ["BRE", "SPA/NC"]}, "ITALY": {"F LYO": ["SPA/SC", "WES"]}},
    }
    orders = {"FRANCE": ["F GAS R SPA/NC"], "ITALY": ["F LYO R SPA"]}
    saved = {"name": "F1901R", "rules": rules, "state": state, "orders": orders}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["results"] == {"F GAS": ["disband"], "F LYO": ["disband"]}
    assert answer["next"]["state"]["units"] == {"GERMANY": ["A GAS", "F LYO"]}


@BOTH
@pytest.mark.parametrize(
    ("order", "key", "built"),
    [
        ("F STP B", "F STP", None),
        ("F STP/NC B", "F STP/NC", "F STP/NC"),
        ("build fleet St Petersburg (south coast)", "F STP/SC", "F STP/SC"),
        ("A STP/SC B", "A STP/SC", "A STP"),
        ("F MOS B", "F MOS", None),
        ("F SEV B", "F SEV", "F SEV"),
    ],
)
def test_coasts_in_builds(order: str, key: str, built: str | None, rules: str, board: Board) -> None:
    """DATC 4.B.7, 6.B.14: a build without its coast fails; an army has none."""
    state = {"units": {"RUSSIA": ["A WAR"]}, "centers": {"RUSSIA": ["MOS", "SEV", "STP", "WAR"]}}
    saved = {"name": "W1901A", "rules": rules, "state": state, "orders": {"RUSSIA": [order]}}
    answer = adjudicate_saved(saved, board, STANDARD)
    assert answer["next"]["state"]["units"]["RUSSIA"] == sorted(filter(None, ["A WAR", built]))
    assert answer["results"] == {key: [] if built else ["void"]}


def test_two_coasts_are_one_centre(board: Board) -> None:
    """Every centre with coasts changes hands as one, whichever coast is reached."""
    for code in ("SPA", "STP", "BUL"):
        for coast in board.provinces[code].coasts:
            state = {"units": {"ITALY": [f"F {coast}"]}, "centers": {"FRANCE": [code, "PAR"], "ITALY": ["ROM"]}}
            after = adjudicate_saved({"name": "F1901M", "state": state}, board, STANDARD)["next"]["state"]
            assert after["centers"] == {"FRANCE": ["PAR"], "ITALY": sorted(["ROM", code])}
            assert board.can_stand(UnitKind.FLEET, coast)
