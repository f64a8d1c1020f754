"""Winter with armies aboard: what counts, what may go, and what the program takes."""

from __future__ import annotations

import pytest

from door.rules.adjustments import surplus
from door.rules.army_fleet.winter import adjudicate_adjustments
from door.rules.board import Board
from door.rules.orders import AdjustmentOrder, Build, Disband, Waive
from door.rules.position import Position
from door.rules.units import Unit, UnitKind
from tests.rules.army_fleet.notation import lines_of, position_in

FLEET = Unit("ENGLAND", UnitKind.FLEET, "NTH")
ARMY = Unit("ENGLAND", UnitKind.ARMY, "NTH")
LONDON = Unit("ENGLAND", UnitKind.ARMY, "LON")
ON_BOARD = ["England A/F nth", "England A lon"]


def _position(*centres: str) -> Position:
    return position_in(ON_BOARD, centres=dict.fromkeys(centres, "ENGLAND"))


def _winter(position: Position, board: Board, *orders: AdjustmentOrder) -> tuple[list[str], list[list[str]]]:
    results, after = adjudicate_adjustments(position, {"ENGLAND": orders}, board)
    return lines_of(after.units.values(), after.aboard), [result.words for result in results]


@pytest.mark.parametrize(
    ("orders", "left", "words"),
    [
        ([Disband(FLEET), Disband(ARMY)], ["England A lon"], [[], []]),
        ([Disband(ARMY), Disband(FLEET)], ["England A lon"], [[], []]),
        ([Disband(FLEET, laden=True)], ["England A lon"], [[]]),
        ([Disband(ARMY), Disband(FLEET, laden=True)], ["England A lon"], [[], []]),
        ([Disband(FLEET), Disband(LONDON), Disband(ARMY)], ["England A lon"], [[], [], ["void"]]),
        ([Disband(ARMY), Disband(LONDON)], ["England F nth"], [[], []]),
        ([Disband(FLEET), Disband(LONDON)], ["England F nth"], [["void"], [], ["disband"]]),
        ([Disband(ARMY), Disband(ARMY)], ["England A lon"], [[], ["void"], ["disband"]]),
        ([Waive("ENGLAND"), Build(LONDON)], ["England A lon"], [["void"], ["void"], ["disband"], ["disband"]]),
    ],
)
def test_two_removals(orders: list[AdjustmentOrder], left: list[str], words: list[list[str]], board: Board) -> None:
    assert _winter(_position("LON"), board, *orders) == (left, words)


def test_one_removal_is_not_enough_for_both(board: Board) -> None:
    left, words = _winter(_position("EDI", "LVP"), board, Disband(FLEET, laden=True), Disband(LONDON))
    assert (left, words) == (["England A/F nth"], [["void"], []])


def test_the_program_takes_an_army_aboard_before_its_fleet(board: Board) -> None:
    assert _winter(_position("LON", "EDI"), board) == (["England A lon", "England F nth"], [["disband"]])
    assert _winter(_position("LON"), board) == (["England A lon"], [["disband"], ["disband"]])


def test_the_farthest_goes_first_even_where_it_is_aboard(board: Board) -> None:
    position = position_in(["England A/F nth", "England F bla"], centres={"LON": "ENGLAND", "EDI": "ENGLAND"})
    assert _winter(position, board) == (["England A/F nth"], [["disband"]])


def test_an_army_aboard_counts_where_builds_are_due(board: Board) -> None:
    position = _position("LON", "EDI", "LVP", "NWY")
    builds = [Build(Unit("ENGLAND", UnitKind.FLEET, place)) for place in ("EDI", "LVP")]
    assert surplus("ENGLAND", position) == 1
    assert _winter(position, board, *builds) == (
        ["England A lon", "England A/F nth", "England F edi"],
        [[], ["void"]],
    )


@pytest.mark.parametrize(
    "order", [Disband(ARMY), Build(FLEET), Build(LONDON), Build(Unit("ENGLAND", UnitKind.ARMY, "NWY"))]
)
def test_what_cannot_be_built(order: AdjustmentOrder, board: Board) -> None:
    left, words = _winter(_position("LON", "EDI", "LVP", "NWY"), board, order)
    assert (left, words) == (sorted(ON_BOARD), [["void"]])


def test_nothing_is_due_where_nobody_owns_anything(board: Board) -> None:
    assert _winter(position_in(ON_BOARD), board, Waive("ENGLAND")) == (sorted(ON_BOARD), [["void"]])
