"""Why an order of the Army/Fleet rules failed: each sentence names the cause, and the rule where it is the module's."""

from __future__ import annotations

from random import Random

import pytest

from door.rules.army_fleet import exception, resolve
from door.rules.army_fleet.moves import Moved, adjudicate_moves
from door.rules.board import Board
from door.rules.legality import fault
from door.rules.orders import Convoy, Embark, Hold, Land, Support
from door.rules.position import Position
from door.rules.results import Excepted, FerryBroken, HeldBack, NoPosition, Stands
from door.rules.rulebook import STANDARD
from door.rules.units import Unit, UnitKind
from tests.rules.army_fleet.notation import Reader, position_in
from tests.rules.army_fleet.test_cases import MOVES
from tests.rules.positions import long_ring, position_of


def _moved(units: str, orders: str, board: Board) -> Moved:
    position = position_in(units.split("; "))
    return adjudicate_moves(position, Reader(position).orders(orders.split("; ")), board, STANDARD)


def _case(name: str, board: Board) -> Moved:
    case = next(case for case in MOVES if case["id"] == name)
    return _moved("; ".join(case["units"]), "; ".join(case["orders"]), board)


def _reasons(moved: Moved) -> dict[str, str | None]:
    return {str(unit): result.reason() for unit, result in moved.results.items()}


@pytest.mark.parametrize(
    ("case", "unit", "reason"),
    [
        ("emb-foreign", "A HOL", "There is no fleet of its own power in North Sea for A HOL (A/F rule 3)."),
        ("emb-on-af", "A LON", "F ENG has an army aboard already; it takes one (A/F rule 3)."),
        ("emb-two", "A LON", "A LON and A WAL were ordered to embark in ENG; a fleet takes one army (A/F rule 3)."),
        ("emb-far", "A YOR", "A YOR does not border on ENG; an army embarks in a sea next to it (A/F rule 3)."),
        ("emb-support-lost", "F NTH", "A LON is aboard a fleet, so nobody can support it holding (A/F rule 3)."),
        ("emb-vs-ff", "F ENG", "F ENG has an army aboard, and an A/F may not ferry (A/F rule 4)."),
        ("emb-vs-ff", "A WAL", "No fleet in ENG was ordered to ferry A WAL to Brest (A/F rule 2)."),
        ("emb-fleet-coast", "F ENG", "An A/F may not enter a coastal province such as Belgium (A/F rule 4)."),
        (
            "emb-same-sea",
            "A LON",
            "An army that embarks in ENG lands from a second sea; to cross ENG, use a ferry (A/F rule 4).",
        ),
        ("ff-unmatched", "F ENG", "A LON was not ordered to go to BRE by this ferry (A/F rule 2)."),
        ("ff-dislodged", "A LON", "The fleet that ferried it was dislodged by F BEL - ENG (A/F rule 2)."),
        ("ff-dislodged", "F ENG", "Broken by F BEL - ENG. Dislodged by F BEL - ENG."),
        ("ff-supported", "A BRE", "Dislodged by A LON - BRE VIA."),
        ("text-5-fail-move", "A ION", "A TUN stayed, 1 against 1."),
        ("text-5-fail-move", "F ION", "A ION could not land, so its fleet stayed with it (A/F rule 5)."),
        ("dis-standoff", "A NAF", "Stood off by A ION - TUN, 1 against 1."),
        ("dis-own-holder", "A ION", "A TUN stayed, and no power dislodges its own unit."),
        ("dis-to-sea", "A ION", "An army lands in a coastal province; Aegean Sea is none at ION (A/F rule 5)."),
        ("dis-cuts", "A BUL", "Cut by A AEG - BUL."),
        ("dis-second-sea-dislodged", "A NTH", "Its fleet did not reach ENG, so it stayed aboard (A/F rule 5)."),
        (
            "text-5-exception",
            "A NTH",
            "Landing from ENG would affect its own fleet's move there, so it stayed aboard (A/F rule 5, Exception).",
        ),
        ("text-5-exception", "F MAO", "The landing that it was to support was not made (A/F rule 5)."),
        ("r7-ferry", "F GRE", "It cannot be decided without circular reasoning, so it stands (A/F rule 7)."),
        ("r7-ferry", "A TUN", "It cannot be decided without circular reasoning, so it stands (A/F rule 7)."),
        ("r7-landing", "F APU", "Stood off by F TUN - ION, 1 against 1."),
    ],
)
def test_reasons(case: str, unit: str, reason: str, board: Board) -> None:
    assert _reasons(_case(case, board))[unit] == reason


def test_an_army_aboard_can_only_land(board: Board) -> None:
    army = Unit("ITALY", UnitKind.ARMY, "ION")
    fleet = Unit("ITALY", UnitKind.FLEET, "ION")
    position = Position.of([fleet], aboard=[army])
    for order in (Support(army, fleet), Convoy(army, army, "TUN")):
        moved = adjudicate_moves(position, [order], board, STANDARD)
        assert moved.results[army].reason() == "A ION is aboard; it can only land or stay (A/F rule 4)."
    assert adjudicate_moves(position, [Hold(army)], board, STANDARD).results[army].succeeded


def test_an_army_ashore_does_not_land(board: Board) -> None:
    army = Unit("ITALY", UnitKind.ARMY, "NAP")
    moved = adjudicate_moves(Position.of([army]), [Land(army, "ION", "TUN")], board, STANDARD)
    assert moved.results[army].reason() == "A NAP is not aboard a fleet, so it cannot land (A/F rule 5)."


def test_a_landing_names_a_sea_of_its_fleet(board: Board) -> None:
    moved = _moved("Italy A/F ion", "A ion disembark tys - tun; F ion H", board)
    reason = "Its fleet is not in TYS and has no legal move there, so it cannot land from it (A/F rule 5)."
    assert _reasons(moved)["A ION"] == reason


def test_a_ferry_that_is_not_named_must_be_the_only_one(board: Board) -> None:
    units = "England A wal; England F eng; England F iri"
    moved = _moved(units, "A wal - lvp via; F eng FF A wal - lvp; F iri FF A wal - lvp", board)
    assert _reasons(moved)["A WAL"] is None
    moved = _moved("France A bre; France F mao; France F eng", "A bre - gas via; F eng FF A bre - gas", board)
    assert _reasons(moved)["F ENG"] == (
        "A Fast Ferry crosses one sea, and Brest and Gascony are not two coasts of ENG; embark instead (A/F rule 2)."
    )
    units = "Italy A gre; Italy F ion; Italy F aeg"
    ferries = "F ion FF A gre - alb; F aeg FF A gre - bul"
    moved = _moved(
        "Denmark A hol; Denmark F nth; Denmark F hel",
        "A hol - den via; F nth FF A hol - den; F hel FF A hol - den",
        board,
    )
    assert _reasons(moved)["A HOL"] == "There are ferries in HEL and NTH; say by which A HOL goes (A/F rule 2)."
    moved = _moved(units, f"A gre - alb via aeg; {ferries}", board)
    assert _reasons(moved)["A GRE"] == "No fleet in AEG was ordered to ferry A GRE to Albania (A/F rule 2)."


def test_an_army_that_cannot_walk_is_told_of_ships(board: Board) -> None:
    reasons = _reasons(_moved("England A lon", "A lon - bre", board))
    assert reasons["A LON"] == "A LON cannot walk to Brest, and no fleet was ordered to ferry it there (A/F rule 2)."
    reasons = _reasons(_moved("England A lon", "A lon - eng", board))
    assert reasons["A LON"] == (
        "An army cannot enter English Channel by itself; order it to embark there (A/F rule 3)."
    )


def test_the_army_of_a_fleet_with_no_retreat_is_lost_in_sight(board: Board) -> None:
    """Every way out of the Black Sea is taken."""
    around = "Russia F sev; Russia F rum; Turkey F ank; Turkey A con; Turkey A arm; Russia A bul"
    moved = _moved(f"Italy A/F bla; {around}", "F sev - bla; F rum S F sev - bla; A arm - sev", board)
    fleet, army = Unit("ITALY", UnitKind.FLEET, "BLA"), Unit("ITALY", UnitKind.ARMY, "BLA")
    assert moved.results[fleet].words == ["dislodged"]
    assert moved.position.dislodged["BLA"].choices == ("ARM",)
    moved = _moved(f"Italy A/F bla; {around}", "F sev - bla; F rum S F sev - bla", board)
    assert moved.results[fleet].words == ["dislodged", "disband"]
    assert moved.results[army].words == ["disband"]
    assert not moved.results[army].given
    assert moved.position.dislodged == {}


def test_other_games_do_not_know_these_orders(board: Board) -> None:
    army = Unit("ENGLAND", UnitKind.ARMY, "LON")
    position = Position.of([army])
    for order in (Embark(army, "ENG"), Land(army, "ENG", "BRE")):
        assert fault(order, position, board, STANDARD) == (
            "A LON cannot embark or land; only a game with the Army/Fleet rules knows these orders."
        )


def test_a_group_too_long_to_try_out_stands(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve, "_STEPS", 1)
    orders = long_ring(board, Random(3), 6)
    moved = adjudicate_moves(position_of(orders), orders, board, STANDARD)
    assert {tuple(result.words) for result in moved.results.values()} == {("undetermined",)}


@pytest.mark.parametrize("name", ["exc-mutual", "exc-odd", "exc-other-af"])
def test_landings_too_many_to_try_out_are_not_made(name: str, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """No landing that hangs on more others than are tried is made; the turn ends all the same."""
    expected = _case(name, board).position
    monkeypatch.setattr(exception, "_LINKED", 0)
    assert _case(name, board).position == expected


def test_every_mark_of_these_rules_has_a_case(board: Board) -> None:
    found = {
        type(mark) for case in MOVES for result in _case(case["id"], board).results.values() for mark in result.marks
    }
    assert {HeldBack, Stands, Excepted, NoPosition, FerryBroken} <= found


def test_every_void_of_these_rules_names_its_rule(board: Board) -> None:
    """What any game forbids needs no rule's number; what only these rules forbid has one."""
    for case in MOVES:
        for unit, result in _case(case["id"], board).results.items():
            if isinstance(result.order, Embark | Land | Convoy) and "void" in result.words:
                assert "(A/F rule " in (result.reason() or ""), (case["id"], unit)
