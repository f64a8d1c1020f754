"""The classic faults of adjudicators, each by its name, under both rulebooks: supports, convoys, rings.

As in ``test_reported_faults``: every order's words are stated, what is not named succeeded, and where the door's own
rules come to something else that is stated as well.
"""

from __future__ import annotations

from random import Random

import pytest

from door.rules.adjudicate import adjudicate
from door.rules.board import Board
from door.rules.orders import Move
from door.rules.phase import Phase
from door.rules.rulebook import RULEBOOKS
from tests.rules import test_reported_faults as reported
from tests.rules.positions import long_ring, position_of
from tests.rules.test_reported_faults import Turn

BOTH = pytest.mark.parametrize("rules", RULEBOOKS)


def by_title(turn: Turn) -> str:
    return f"{turn.number}: {turn.title}"


def faults(*turns: Turn) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("turn", turns, ids=by_title)


@BOTH
@faults(
    Turn(
        "unit that holds",
        "its own power's support counts not",
        {"ENGLAND": "A LON - BEL VIA; F NTH C A LON - BEL", "GERMANY": "A BEL H; A RUH S A LON - BEL"},
        {"A LON": "bounce"},
    ),
    Turn(
        "foreign unit",
        "the same support counts",
        {
            "ENGLAND": "A LON - BEL VIA; F NTH C A LON - BEL",
            "GERMANY": "A RUH S A LON - BEL",
            "FRANCE": "A BEL H",
        },
        {"A BEL": "dislodged"},
        {"A BEL": "BUR HOL PIC"},
    ),
    Turn(
        "unit that fails to leave",
        "its own power's support counts not",
        {
            "ENGLAND": "A LON - BEL VIA; F NTH C A LON - BEL",
            "GERMANY": "A BEL - PIC; A RUH S A LON - BEL",
            "FRANCE": "A PAR - PIC",
        },
        {"A LON": "bounce", "A BEL": "bounce", "A PAR": "bounce"},
        {},
        {"A BEL": "bounce dislodged", "A PAR": "bounce"},
        {"A BEL": "BUR HOL PIC"},
    ),
    Turn(
        "unit that leaves",
        "the same support counts against a third",
        {
            "ENGLAND": "A LON - BEL VIA; F NTH C A LON - BEL",
            "GERMANY": "A BEL - BUR; A RUH S A LON - BEL",
            "FRANCE": "A PIC - BEL",
        },
        {"A PIC": "bounce"},
    ),
    Turn(
        "unit of the attacker's power",
        "foreign support counts not either",
        {
            "ENGLAND": "A LON - BEL VIA; F NTH C A LON - BEL; A BEL H",
            "FRANCE": "A PIC S A LON - BEL",
            "GERMANY": "A RUH S A LON - BEL",
        },
        {"A LON": "bounce"},
    ),
)
def test_a_no_support_against_one_s_own_unit_by_convoy(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.D.12, 6.D.16; the door, Moves 7."""
    reported.check_turn(turn, rules, board)


@BOTH
@faults(
    Turn(
        "fleet holds",
        "no attack",
        {"ENGLAND": "A LON - BEL; F NTH H", "FRANCE": "A PIC - BEL"},
        {"A LON": "no convoy"},
    ),
    Turn(
        "fleet carries elsewhere",
        "no attack",
        {"ENGLAND": "A LON - BEL; F NTH C A LON - HOL", "FRANCE": "A PIC - BEL"},
        {"A LON": "no convoy", "F NTH": "void"},
    ),
    Turn(
        "convoy beaten",
        "no attack",
        {
            "FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON",
            "GERMANY": "F NTH - ENG; F BEL S F NTH - ENG",
            "ENGLAND": "A YOR - LON",
        },
        {"A BRE": "no convoy", "F ENG": "disrupted dislodged"},
        {"F ENG": "IRI MAO PIC WAL"},
        door_retreats={"F ENG": "IRI MAO NTH PIC WAL"},
    ),
    Turn(
        "gap in the chain",
        "no attack",
        {"ENGLAND": "A LON - SPA; F ENG C A LON - SPA; F MAO H", "FRANCE": "A MAR - SPA"},
        {"A LON": "no convoy"},
    ),
    Turn(
        "support of another",
        "no cut",
        {"ENGLAND": "A LON - BEL; F NTH H", "FRANCE": "A BEL S A BUR - RUH; A BUR - RUH", "GERMANY": "A RUH H"},
        {"A LON": "no convoy", "A RUH": "dislodged"},
        {"A RUH": "HOL KIE MUN"},
        door_retreats={"A RUH": "BUR HOL KIE MUN"},
    ),
    Turn(
        "attacked at home",
        "it has stayed there",
        {"ENGLAND": "A LON - BEL; F NTH H", "FRANCE": "F ENG - LON"},
        {"A LON": "no convoy", "F ENG": "bounce"},
        {},
        {"A LON": "no convoy dislodged"},
        {"A LON": "WAL YOR"},
    ),
)
def test_b_an_army_without_a_whole_convoy_stands_nobody_off(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.F.6 to 6.F.8; the door, Moves 9 and 10."""
    reported.check_turn(turn, rules, board)


@BOTH
@faults(
    Turn(
        "support of another attack",
        "the army cuts it",
        {
            "FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON",
            "ENGLAND": "F LON S F NWG - NTH; F NWG - NTH",
            "RUSSIA": "F NTH H",
        },
        {"A BRE": "bounce", "F LON": "cut", "F NWG": "bounce"},
    ),
    Turn(
        "attack that wins without the support",
        "the convoy is beaten",
        {
            "FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON",
            "ENGLAND": "F LON S F WAL - ENG; F WAL - ENG; F IRI S F WAL - ENG",
        },
        {"A BRE": "no convoy", "F ENG": "disrupted dislodged"},
        {"F ENG": "BEL MAO NTH PIC"},
        door_retreats={"F ENG": "BEL MAO NTH PIC WAL"},
    ),
    Turn(
        "attack that cannot win with the support",
        "the convoy stands",
        {
            "FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON; F MAO S F ENG",
            "ENGLAND": "F LON S F WAL - ENG; F WAL - ENG",
        },
        {"A BRE": "bounce", "F LON": "cut", "F WAL": "bounce"},
        {},
        {"A BRE": "no convoy", "F ENG": "disrupted", "F WAL": "bounce"},
    ),
    Turn(
        "support by the army's own power",
        "no cut, so nothing turns on itself",
        {
            "FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON; F LON S F WAL - ENG",
            "ENGLAND": "F WAL - ENG",
        },
        {"A BRE": "bounce", "F WAL": "bounce"},
        {},
        {"A BRE": "no convoy", "F ENG": "disrupted", "F WAL": "bounce"},
    ),
)
def test_c_what_only_looks_like_a_paradox_is_none(turn: Turn, rules: str, board: Board) -> None:
    """Where the convoy's fate is certain whatever the army does, the army's own fate follows from it."""
    answer = reported.check_turn(turn, rules, board)
    assert not any("paradox" in reason for reason in answer["reasons"].values())


@BOTH
def test_c_a_true_paradox_is_called_one(rules: str, board: Board) -> None:
    """The army would cut the support that alone saves its convoy; the door knows no such thing (Moves 2)."""
    turn = Turn(
        "",
        "",
        {
            "FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON",
            "ENGLAND": "F LON S F ENG",
            "GERMANY": "F NTH - ENG; F BEL S F NTH - ENG",
        },
        {"A BRE": "no convoy", "F ENG": "disrupted", "F NTH": "bounce"},
    )
    answer = reported.check_turn(turn, rules, board)
    assert ("paradox" in answer["reasons"]["A BRE"]) == (rules == "standard")


@BOTH
@faults(
    Turn(
        "attack that wins by the support the army goes for",
        "a paradox, in which the army stays and the convoy is beaten",
        {"FRANCE": "A BRE - LON VIA; F ENG C A BRE - LON", "ENGLAND": "F LON S F WAL - ENG; F WAL - ENG"},
        {"A BRE": "no convoy", "F ENG": "disrupted dislodged"},
        {"F ENG": "BEL IRI MAO NTH PIC"},
        door_retreats={"F ENG": "BEL IRI MAO NTH PIC WAL"},
    ),
)
def test_c_an_army_does_not_save_its_convoy_from_a_paradox(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.F.14."""
    reported.check_turn(turn, rules, board)


@BOTH
@faults(
    Turn(
        "south coast of St Petersburg",
        "no cut",
        {"RUSSIA": "F STP/SC - FIN", "ENGLAND": "A NWY - STP; A FIN S A NWY - STP"},
        {"F STP/SC": "bounce dislodged"},
        {"F STP/SC": "BOT LVN"},
        {"F STP/SC": "bounce dislodged", "A FIN": "cut"},
    ),
    Turn(
        "north coast of Spain",
        "no cut",
        {"ITALY": "F SPA/NC - GAS", "FRANCE": "A MAR - SPA; F GAS S A MAR - SPA"},
        {"F SPA/NC": "bounce dislodged"},
        {"F SPA/NC": "MAO POR"},
        {"F SPA/NC": "bounce dislodged", "F GAS": "cut"},
    ),
    Turn(
        "north coast while the support names the south coast",
        "no cut",
        {"ITALY": "F SPA/NC - GAS", "FRANCE": "F WES - SPA/SC; F GAS S F WES - SPA/SC"},
        {"F SPA/NC": "bounce dislodged"},
        {"F SPA/NC": "MAO POR"},
        {"F SPA/NC": "bounce dislodged", "F GAS": "cut"},
    ),
    Turn(
        "by convoy out of the province",
        "no cut",
        {
            "TURKEY": "A BUL - GRE VIA; F AEG C A BUL - GRE",
            "AUSTRIA": "A SER - BUL; A GRE S A SER - BUL",
        },
        {"A BUL": "bounce dislodged"},
        {"A BUL": "CON RUM"},
        {"A BUL": "bounce dislodged", "A GRE": "cut"},
        {"A BUL": "CON RUM SER"},
    ),
    Turn(
        "supporter dislodged from there",
        "that does cut",
        {"ITALY": "F BUL/SC - GRE; F AEG S F BUL/SC - GRE", "AUSTRIA": "A SER - BUL; A GRE S A SER - BUL"},
        {"A GRE": "cut dislodged"},
        {"A GRE": "ALB SER"},
    ),
    Turn(
        "another province by the same sea",
        "that does cut",
        {"ITALY": "F CON - AEG", "AUSTRIA": "A SER - BUL; F AEG S A SER - BUL", "TURKEY": "A BUL H"},
        {"F CON": "bounce", "A SER": "bounce", "F AEG": "cut"},
    ),
)
def test_d_an_attack_from_a_coast_of_the_province_aimed_at_cuts_nothing(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.D.15, 6.B.6, 6.D.17; the door, Moves 1, where any attack of another power cuts."""
    reported.check_turn(turn, rules, board)


@BOTH
@pytest.mark.timeout(20)
@pytest.mark.parametrize("length", [3, 8, 34])
def test_e_a_ring_of_any_length_ends(length: int, rules: str, board: Board) -> None:
    """All of them move (DATC 6.C.1; the door, Moves 8)."""
    for seed in range(5):
        orders = long_ring(board, Random(seed), length)
        before = position_of(orders)
        done = adjudicate(Phase.parse("S1901M"), before, orders, board, RULEBOOKS[rules])
        assert all(result.succeeded for result in done.results)
        assert {order.target: order.unit.power for order in orders if isinstance(order, Move)} == {
            province: unit.power for province, unit in done.position.units.items()
        }


@BOTH
@pytest.mark.timeout(20)
@faults(
    Turn(
        "broken by a stronger one from outside",
        "nobody goes round",
        {
            "GERMANY": "A BOH - VIE",
            "AUSTRIA": "A VIE - GAL; A GAL - SIL",
            "RUSSIA": "A SIL - BOH; A WAR - GAL; A UKR S A WAR - GAL",
        },
        {"A BOH": "bounce", "A VIE": "bounce", "A GAL": "bounce dislodged", "A SIL": "bounce"},
        {"A GAL": "BUD RUM"},
        {"A VIE": "bounce dislodged"},
        {"A VIE": "BUD TRI TYR"},
    ),
    Turn(
        "two that share a province",
        "the one that is supported moves",
        {
            "GERMANY": "A BOH - VIE; A BUD S A VIE - GAL",
            "AUSTRIA": "A VIE - GAL; A GAL - BOH",
            "RUSSIA": "A WAR - GAL",
            "TURKEY": "A UKR - WAR",
        },
        {"A WAR": "bounce", "A UKR": "bounce"},
        {},
        {"A WAR": "bounce dislodged"},
        {"A WAR": "LVN MOS PRU SIL UKR"},
    ),
    Turn(
        "one step of it by sea",
        "all move, though the fleet is attacked",
        {
            "AUSTRIA": "A SER - ALB; A ALB - GRE VIA; F ION C A ALB - GRE",
            "TURKEY": "A GRE - SER",
        },
    ),
    Turn(
        "one step of it by sea, beaten",
        "nobody goes round",
        {
            "AUSTRIA": "A SER - TRI; A TRI - GRE; F ADR C A TRI - GRE; F ION C A TRI - GRE",
            "TURKEY": "A GRE - SER",
            "ITALY": "F NAP - ION; F TUN S F NAP - ION",
        },
        {
            "A SER": "bounce",
            "A TRI": "no convoy",
            "F ION": "disrupted dislodged",
            "A GRE": "bounce",
        },
        {"F ION": "AEG ALB APU EAS TYS"},
        {
            "A SER": "bounce dislodged",
            "A TRI": "no convoy",
            "F ION": "disrupted dislodged",
        },
        {"A SER": "ALB BUD BUL GRE RUM", "F ION": "AEG ALB APU EAS GRE NAP TYS"},
    ),
)
def test_e_rings_that_meet_others_end(turn: Turn, rules: str, board: Board) -> None:
    """DATC 6.C.3 to 6.C.5."""
    reported.check_turn(turn, rules, board)
