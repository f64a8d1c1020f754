"""Retreats of A/Fs and armies beyond the cases: what is refused, and who is lost with whom."""

from __future__ import annotations

from door.rules.army_fleet.moves import adjudicate_moves
from door.rules.army_fleet.retreats import adjudicate_retreats
from door.rules.board import Board
from door.rules.orders import Disband, Retreat, RetreatOrder
from door.rules.position import Position
from door.rules.rulebook import E1901, STANDARD, Rulebook
from door.rules.units import Unit, UnitKind
from tests.rules.army_fleet.notation import Reader, lines_of, position_in

FLEET, ARMY = (Unit("ITALY", kind, "ION") for kind in (UnitKind.FLEET, UnitKind.ARMY))
BEATEN = (
    ["Italy A/F ion", "Turkey F aeg", "Turkey F eas"],
    ["F aeg - ion", "F eas S F aeg - ion"],
)


def _after(units: list[str], orders: list[str], board: Board, rulebook: Rulebook = STANDARD) -> Position:
    position = position_in(units)
    return adjudicate_moves(position, Reader(position).orders(orders), board, rulebook).position


def _retreated(
    before: Position, board: Board, *orders: RetreatOrder
) -> tuple[list[str], dict[str, tuple[list[str], str | None]]]:
    results, after = adjudicate_retreats(before, {order.unit: order for order in orders}, board)
    assert after.dislodged == {}
    found = {str(unit): (result.words, result.reason()) for unit, result in results.items()}
    return lines_of(after.units.values(), after.aboard), found


def test_an_af_stays_whole_at_sea(board: Board) -> None:
    units, results = _retreated(_after(*BEATEN, board), board, Retreat(FLEET, "TYS"))
    assert "Italy A/F tys" in units
    assert results == {"F ION": ([], None)}


def test_the_army_is_lost_at_a_coast(board: Board) -> None:
    units, results = _retreated(_after(*BEATEN, board), board, Retreat(FLEET, "NAP"))
    assert "Italy F nap" in units
    assert results == {"F ION": ([], None), "A ION": (["disband"], "Its fleet retreated to a coast (A/F rule 6).")}


def test_both_are_lost_without_a_retreat(board: Board) -> None:
    lost = "Its fleet was lost, and the army with it (A/F rule 6)."
    before = _after(*BEATEN, board)
    assert _retreated(before, board)[1] == {
        "F ION": (["disband"], "No order was given for it."),
        "A ION": (["disband"], lost),
    }
    assert _retreated(before, board, Disband(FLEET))[1] == {"F ION": ([], None), "A ION": (["disband"], lost)}
    units, results = _retreated(before, board, Retreat(FLEET, "AEG"))
    assert units == ["Turkey F eas", "Turkey F ion"]
    assert results["F ION"] == (["void", "disband"], "F ION could not retreat to AEG. It was disbanded.")


def test_the_army_does_not_retreat_by_itself(board: Board) -> None:
    alone = "An army aboard retreats with its fleet, not by itself (A/F rule 6)."
    before = _after(*BEATEN, board)
    units, results = _retreated(before, board, Retreat(FLEET, "TYS"), Retreat(ARMY, "TUN"))
    assert "Italy A/F tys" in units
    assert results == {"F ION": ([], None), "A ION": (["void"], alone)}
    _, results = _retreated(before, board, Retreat(ARMY, "TUN"))
    assert results["A ION"] == (
        ["void", "disband"],
        f"{alone} Its fleet was lost, and the army with it (A/F rule 6).",
    )


def test_an_occupied_place_loses_both_under_the_doors_rules(board: Board) -> None:
    before = _after(*BEATEN, board, E1901)
    units, results = _retreated(before, board, Retreat(FLEET, "EAS"))
    assert units == ["Turkey F eas", "Turkey F ion"]
    assert results["F ION"] == (["disband"], "F EAS stands there, so the unit was disbanded.")
    assert results["A ION"][0] == ["disband"]


def test_an_army_does_not_board_where_its_attacker_came_from(board: Board) -> None:
    """Standard retreats bar the sea that the landing named; the door's do not."""
    units = ["Italy A/F ion", "Italy F wes", "France A tun", "France F gre"]
    orders = ["A ion disembark ion - tun", "F ion - tys", "F wes S A ion - tun", "F gre - ion"]
    assert _after(units, orders, board).dislodged["TUN"].choices == ("NAF",)
    assert _after(units, orders, board, E1901).dislodged["TUN"].choices == ("ION", "NAF")


def test_an_army_does_not_board_a_fleet_in_port(board: Board) -> None:
    units = ["Turkey A sev", "Russia A rum", "Russia A mos", "Turkey F arm"]
    dislodged = _after(units, ["A rum - sev", "A mos S A rum - sev"], board).dislodged["SEV"]
    assert dislodged.choices == ("UKR",)


def test_a_fleet_that_has_just_arrived_takes_an_army(board: Board) -> None:
    units = ["Turkey A sev", "Russia A rum", "Russia A mos", "Turkey F ank"]
    before = _after(units, ["A rum - sev", "A mos S A rum - sev", "F ank - bla"], board)
    left, results = _retreated(before, board, Retreat(Unit("TURKEY", UnitKind.ARMY, "SEV"), "BLA"))
    assert "Turkey A/F bla" in left
    assert results == {"A SEV": ([], None)}
