"""Orders that nobody should give, and reasons that are easy to get wrong."""

from __future__ import annotations

import pytest

from door.rules.board import Board
from door.rules.moves import adjudicate_moves
from door.rules.orders import Convoy, Move, MoveOrder, Support
from door.rules.position import Position
from door.rules.rulebook import RULEBOOKS, STANDARD, Rulebook
from door.rules.saved import adjudicate_saved
from door.rules.units import Unit, UnitKind
from tests.rules.test_reasons import saved

BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)


def units_after(board: Board, rulebook: Rulebook, *orders: MoveOrder, others: tuple[Unit, ...] = ()) -> list[str]:
    position = Position.of([*(order.unit for order in orders), *others])
    moved = adjudicate_moves(position, {order.unit.province: order for order in orders}, board, rulebook)
    return sorted(unit.text for unit in moved.position.units.values())


@BOTH
def test_via_means_nothing_to_a_fleet(board: Board, rulebook: Rulebook) -> None:
    """Over every border that a fleet can cross, and over none that it cannot."""
    fleets = [place for place in (*board.province_at,) if board.can_stand(UnitKind.FLEET, place)]
    for start in fleets:
        for target in fleets:
            unit = Unit("ENGLAND", UnitKind.FLEET, start)
            if unit.province != board.province_at[target]:
                by_ship = units_after(board, rulebook, Move(unit, target, via=True))
                assert by_ship == units_after(board, rulebook, Move(unit, target))
                assert (by_ship == [f"F {target}"]) == (target in board.reach(UnitKind.FLEET, start))


@BOTH
def test_a_fleet_s_line_with_via_is_a_move(board: Board, rulebook: Rulebook) -> None:
    done = adjudicate_saved(saved("E: F LON - NTH VIA, F NWY - SWE VIA"), board, rulebook)
    assert done["next"]["state"]["units"] == {"ENGLAND": ["F NTH", "F SWE"]}


@BOTH
@pytest.mark.parametrize(
    "order",
    [
        Move(Unit("RUSSIA", UnitKind.ARMY, "MOS"), "STP/NC"),
        Move(Unit("FRANCE", UnitKind.ARMY, "BUR"), "PAR/NC"),
        Support(Unit("FRANCE", UnitKind.ARMY, "PIC"), Unit("FRANCE", UnitKind.ARMY, "BUR"), "PAR/NC"),
        Support(Unit("FRANCE", UnitKind.ARMY, "PIC"), Unit("FRANCE", UnitKind.ARMY, "BUR")),
        Convoy(Unit("FRANCE", UnitKind.FLEET, "ENG"), Unit("FRANCE", UnitKind.ARMY, "BRE"), "LON"),
    ],
    ids=str,
)
def test_odd_values_do_not_stop_a_phase(board: Board, rulebook: Rulebook, order: MoveOrder) -> None:
    assert len(units_after(board, rulebook, order)) == 1


@BOTH
def test_help_for_a_unit_that_is_not_there_is_void(board: Board, rulebook: Rulebook) -> None:
    absent = Unit("GERMANY", UnitKind.ARMY, "DEN")
    orders: list[MoveOrder] = [
        Support(Unit("GERMANY", UnitKind.FLEET, "BAL"), absent),
        Convoy(Unit("GERMANY", UnitKind.FLEET, "NTH"), absent, "LON"),
    ]
    moved = adjudicate_moves(
        Position.of(order.unit for order in orders), {order.unit.province: order for order in orders}, board, rulebook
    )
    assert [result.reason() for result in moved.results.values()] == ["A DEN is not there."] * 2


@BOTH
def test_a_fleet_called_an_army_is_not_carried(board: Board, rulebook: Rulebook) -> None:
    fleet = Unit("RUSSIA", UnitKind.FLEET, "SEV")
    after = units_after(
        board,
        rulebook,
        Move(fleet, "ARM"),
        Convoy(Unit("RUSSIA", UnitKind.FLEET, "BLA"), Unit("RUSSIA", UnitKind.ARMY, "SEV"), "ARM"),
        Move(Unit("TURKEY", UnitKind.FLEET, "ANK"), "BLA"),
    )
    assert "F ARM" in after


@BOTH
@pytest.mark.parametrize("line", ["nonsense", "A LON H", ""])
def test_a_bad_line_does_not_let_a_void_order_win(board: Board, rulebook: Rulebook, line: str) -> None:
    phase = saved("F: A PAR - BUR; E: A LON H")
    phase["orders"] = {"FRANCE": ["A PAR - BUR", "A PAR - MOS", line]}
    assert adjudicate_saved(phase, board, rulebook)["next"]["state"]["units"]["FRANCE"] == ["A BUR"]


def test_a_paradox_names_the_attack_that_hangs_on_it_and_no_other(board: Board) -> None:
    """One attack on the convoy is hopeless whatever happens; the other is the one that the army would save."""
    reasons = adjudicate_saved(
        saved(
            "E: A LON - POR, F ENG C A LON - POR, F MAO C A LON - POR; F: F POR S F MAO; "
            "I: F WES - MAO, F NAF S F WES - MAO; G: F BEL - ENG"
        ),
        board,
        STANDARD,
    )["reasons"]
    assert "F WES - MAO" in reasons["A LON"]
    assert "F BEL - ENG" not in reasons["A LON"]
    assert "F ENG" not in reasons
    assert "paradox" in reasons["F MAO"]


def test_a_cut_names_an_attack_that_can_cut(board: Board) -> None:
    """One attack comes from where the support is aimed and dislodges nobody (DATC 6.D.15)."""
    reasons = adjudicate_saved(
        saved("F: A BUR - GAS; E: A GAS S A PAR - BUR, A PAR - BUR; G: A MAR - GAS"), board, STANDARD
    )["reasons"]
    assert reasons["A GAS"] == "Cut by A MAR - GAS."


def test_two_units_in_one_place_are_both_named() -> None:
    paris = Unit("FRANCE", UnitKind.ARMY, "PAR")
    with pytest.raises(ValueError, match="Two units stand in PAR: A PAR and A PAR"):
        Position.of([paris, paris])
