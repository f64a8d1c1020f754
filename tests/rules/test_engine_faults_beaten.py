"""The classic faults of adjudicators, each by its name, under both rulebooks: who changes places, who is beaten."""

from __future__ import annotations

from door.rules.board import Board
from tests.rules import test_reported_faults as reported
from tests.rules.test_engine_faults import BOTH, faults
from tests.rules.test_reported_faults import Turn


@BOTH
@faults(
    Turn(
        "asked for by an own fleet",
        "they change places",
        {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY; F SKA C A SWE - NWY"},
    ),
    Turn(
        "offered by a foreign fleet",
        "both stay",
        {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY", "GERMANY": "F SKA C A SWE - NWY"},
        {"A NWY": "bounce", "A SWE": "bounce"},
    ),
    Turn(
        "asked for in words of a foreign fleet",
        "they change places",
        {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY VIA", "GERMANY": "F SKA C A SWE - NWY"},
    ),
    Turn(
        "third attack on one end",
        "the other end is a stand-off or lost",
        {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY VIA; F SKA C A SWE - NWY", "GERMANY": "A FIN - SWE"},
        {"A NWY": "bounce", "A FIN": "bounce", "A SWE": "bounce"},
        {},
        {"A NWY": "bounce dislodged", "A FIN": "bounce"},
        {"A NWY": "STP SWE"},
    ),
    Turn(
        "asked for in words, but no fleet is ordered",
        "it never walks",
        {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY VIA; F SKA H"},
        {"A NWY": "bounce", "A SWE": "no convoy"},
        {},
        {"A SWE": "no convoy dislodged"},
        {"A SWE": "DEN FIN NWY"},
    ),
    Turn(
        "supported attack by land",
        "they change places all the same",
        {
            "ENGLAND": "A NWY - SWE; A FIN S A NWY - SWE",
            "RUSSIA": "A SWE - NWY VIA; F SKA C A SWE - NWY",
        },
    ),
    Turn(
        "both by convoy",
        "they change places",
        {
            "ENGLAND": "A EDI - LON VIA; F NTH C A EDI - LON",
            "FRANCE": "A LON - EDI VIA; F ENG C A LON - EDI; F IRI C A LON - EDI; F NAO C A LON - EDI;"
            " F NWG C A LON - EDI",
        },
    ),
)
def test_g_changing_places_by_convoy(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.G.1 to 6.G.12, 6.C.6; the door, Moves 6 and 9."""
    reported.check_turn(turn, rules, board)


@BOTH
@faults(
    Turn(
        "attacker by land",
        "where it came from is closed",
        {"ENGLAND": "A HOL - BEL; F NTH S A HOL - BEL", "FRANCE": "A BEL H"},
        {"A BEL": "dislodged"},
        {"A BEL": "BUR PIC RUH"},
        door_retreats={"A BEL": "BUR HOL PIC RUH"},
    ),
    Turn(
        "attacker by convoy",
        "where it came from is open",
        {"ENGLAND": "A HOL - BEL VIA; F NTH C A HOL - BEL; F ENG S A HOL - BEL", "FRANCE": "A BEL H"},
        {"A BEL": "dislodged"},
        {"A BEL": "BUR HOL PIC RUH"},
    ),
    Turn(
        "stand-off with an army that came by convoy",
        "the province is closed",
        {
            "ENGLAND": "A LON - HOL VIA; F NTH C A LON - HOL",
            "GERMANY": "A KIE - HOL; A BEL H",
            "FRANCE": "A BUR - BEL; A PIC S A BUR - BEL",
        },
        {"A LON": "bounce", "A KIE": "bounce", "A BEL": "dislodged"},
        {"A BEL": "RUH"},
        door_retreats={"A BEL": "BUR HOL RUH"},
    ),
    Turn(
        "army that no convoy carried",
        "the province is open",
        {
            "ENGLAND": "A LON - HOL VIA; F NTH H",
            "GERMANY": "A BEL H",
            "FRANCE": "A BUR - BEL; A PIC S A BUR - BEL",
        },
        {"A LON": "no convoy", "A BEL": "dislodged"},
        {"A BEL": "HOL RUH"},
        door_retreats={"A BEL": "BUR HOL RUH"},
    ),
    Turn(
        "other coast of where the attacker came from",
        "closed as well",
        {"ENGLAND": "F SPA/NC - POR; F MAO S F SPA/NC - POR", "FRANCE": "F POR H"},
        {"F POR": "dislodged disband"},
        {},
        {"F POR": "dislodged"},
        {"F POR": "SPA/NC SPA/SC"},
    ),
    Turn(
        "stand-off of fleets on one coast",
        "both coasts are closed",
        {
            "FRANCE": "F MAR H",
            "ITALY": "A PIE - MAR; F LYO S A PIE - MAR",
            "ENGLAND": "F MAO - SPA/NC",
            "GERMANY": "F GAS - SPA/NC",
        },
        {"F MAO": "bounce", "F GAS": "bounce", "F MAR": "dislodged disband"},
        {},
        {"F MAO": "bounce", "F GAS": "bounce", "F MAR": "dislodged"},
        {"F MAR": "PIE SPA/SC"},
    ),
)
def test_h_where_a_beaten_unit_may_go(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.H.5, 6.H.6, 6.H.11, 6.H.15, 6.H.16; the door, Retreats 3."""
    reported.check_turn(turn, rules, board)


SIEGE = {"ENGLAND": "F YOR - NTH; F EDI S F YOR - NTH", "GERMANY": "F HOL - NTH; F HEL S F HOL - NTH"}


@BOTH
@faults(
    Turn("it holds", "it stays", {**SIEGE, "RUSSIA": "F NTH H"}, {"F YOR": "bounce", "F HOL": "bounce"}),
    Turn(
        "it fails to leave",
        "it stays",
        {**SIEGE, "RUSSIA": "F NTH - NWY; A NWY H"},
        {"F NTH": "bounce", "F YOR": "bounce", "F HOL": "bounce"},
    ),
    Turn("it leaves", "nobody comes", {**SIEGE, "RUSSIA": "F NTH - NWG"}, {"F YOR": "bounce", "F HOL": "bounce"}),
    Turn(
        "one side is of three",
        "it is beaten",
        {
            "ENGLAND": "F YOR - NTH; F EDI S F YOR - NTH; F LON S F YOR - NTH",
            "GERMANY": "F HOL - NTH; F HEL S F HOL - NTH",
            "RUSSIA": "F NTH H",
        },
        {"F HOL": "bounce", "F NTH": "dislodged"},
        {"F NTH": "BEL DEN ENG NWG NWY SKA"},
        door_retreats={"F NTH": "BEL DEN ENG NWG NWY SKA YOR"},
    ),
    Turn(
        "its own power is one of two sides",
        "it stays",
        {
            "ENGLAND": "F YOR - NTH; F EDI S F YOR - NTH",
            "RUSSIA": "F NTH H; F NWY - NTH; F SKA S F NWY - NTH",
        },
        {"F YOR": "bounce", "F NWY": "bounce"},
    ),
    Turn(
        "its own power supports one side",
        "the support helps not to beat it, but stands the other side off",
        {
            "ENGLAND": "F YOR - NTH; F EDI S F YOR - NTH",
            "GERMANY": "F HOL - NTH",
            "RUSSIA": "F NTH H; F NWY S F HOL - NTH",
        },
        {"F YOR": "bounce", "F HOL": "bounce"},
    ),
    Turn(
        "its own power supports the stronger side",
        "without that support the sides are not equal, yet nobody wins",
        {
            "ENGLAND": "F YOR - NTH; F EDI S F YOR - NTH",
            "GERMANY": "F HOL - NTH; F HEL S F HOL - NTH",
            "RUSSIA": "F NTH H; F NWY S F HOL - NTH",
        },
        {"F YOR": "bounce", "F HOL": "bounce"},
    ),
)
def test_i_a_besieged_unit(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.E.7 to 6.E.13; the door, Moves 3 and 7."""
    reported.check_turn(turn, rules, board)


@BOTH
@faults(
    Turn(
        "beaten head on, with support",
        "no effect",
        {
            "FRANCE": "A BUR - MUN; A RUH S A BUR - MUN; A TYR S A BUR - MUN; A PAR - BUR",
            "GERMANY": "A MUN - BUR; A BEL S A MUN - BUR",
        },
        {"A MUN": "bounce dislodged"},
        {"A MUN": "BER BOH KIE SIL"},
    ),
    Turn(
        "beaten head on",
        "where its winner came from is no stand-off for others either",
        {
            "FRANCE": "A BUR - MUN; A RUH S A BUR - MUN",
            "GERMANY": "A MUN - BUR; A BEL H",
            "ENGLAND": "A HOL - BEL; F NTH S A HOL - BEL",
        },
        {"A MUN": "bounce dislodged", "A BEL": "dislodged"},
        {"A MUN": "BER BOH KIE SIL TYR", "A BEL": "BUR PIC"},
        door_retreats={"A MUN": "BER BOH BUR KIE SIL TYR", "A BEL": "BUR HOL PIC"},
    ),
    Turn(
        "beaten by an army that came by convoy",
        "it still stands another off there",
        {
            "ENGLAND": "A HOL - BEL VIA; F NTH C A HOL - BEL; F ENG S A HOL - BEL",
            "FRANCE": "A BEL - HOL",
            "GERMANY": "A KIE - HOL",
        },
        {"A BEL": "bounce dislodged", "A KIE": "bounce"},
        {"A BEL": "BUR PIC RUH"},
        door_retreats={"A BEL": "BUR HOL PIC RUH"},
    ),
    Turn(
        "beaten from a third side",
        "it still stands another off",
        {
            "GERMANY": "A MUN - BUR",
            "AUSTRIA": "A BOH - MUN; A TYR S A BOH - MUN",
            "FRANCE": "A PAR - BUR",
        },
        {"A MUN": "bounce dislodged", "A PAR": "bounce"},
        {"A MUN": "BER KIE RUH SIL"},
        door_retreats={"A MUN": "BER BOH BUR KIE RUH SIL"},
    ),
    Turn(
        "beaten from a third side",
        "it still cuts a support",
        {
            "GERMANY": "A MUN - BUR",
            "AUSTRIA": "A BOH - MUN; A TYR S A BOH - MUN",
            "FRANCE": "A BUR S A PAR - PIC; A PAR - PIC",
            "ENGLAND": "A PIC H",
        },
        {"A MUN": "bounce dislodged", "A BUR": "cut", "A PAR": "bounce"},
        {"A MUN": "BER KIE RUH SIL"},
        door_retreats={"A MUN": "BER BOH KIE RUH SIL"},
    ),
)
def test_j_a_beaten_unit_and_where_its_winner_came_from(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.E.1 to 6.E.6, 6.D.21, 6.G.16; the door, Moves 6."""
    reported.check_turn(turn, rules, board)
