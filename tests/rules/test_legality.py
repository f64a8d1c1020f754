"""Which orders can never be carried out, and the sentence that says why."""

from __future__ import annotations

from random import Random

import pytest

from door.rules.board import Board
from door.rules.legality import fault
from door.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from door.rules.position import Dislodged, Position
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.units import Unit, UnitKind
from tests.rules.positions import Shuffler

BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)


def unit(text: str, power: str = "FRANCE") -> Unit:
    return Unit(power, UnitKind(text[0]), text[2:])


PARIS, BREST, MARSEILLES = unit("A PAR"), unit("F BRE"), unit("A MAR")
LONDON, NORTH, CHANNEL = unit("A LON", "ENGLAND"), unit("F NTH", "ENGLAND"), unit("F ENG", "ENGLAND")
NORTH_COAST, BLACK_SEA, ROME = unit("F SPA/NC", "ITALY"), unit("F BLA", "TURKEY"), unit("F ROM", "ITALY")
POSITION = Position.of([PARIS, BREST, MARSEILLES, LONDON, NORTH, CHANNEL, NORTH_COAST, BLACK_SEA, ROME])

FAULTS: list[tuple[Order, str]] = [
    (Move(PARIS, "PAR"), "already"),
    (Move(PARIS, "MUN"), "A PAR cannot reach Munich by land or sea."),
    (Move(PARIS, "LON"), "A PAR cannot reach London by land or sea."),
    (Move(LONDON, "NTH"), "An army cannot enter North Sea; it is sea."),
    (Move(LONDON, "PAR"), "cannot reach Paris"),
    (Move(PARIS, "BUR", via=True), "by convoy"),
    (Move(BREST, "PAR"), "A fleet cannot enter Paris; it has no coast."),
    (Move(BREST, "LON"), "F BRE does not border London by sea."),
    (Move(ROME, "VEN"), "does not border Venice by sea"),
    (Move(NORTH_COAST, "MAR"), "does not border Marseilles by sea"),
    (Move(NORTH_COAST, "SPA/SC"), "already"),
    (Move(unit("F MAO"), "SPA"), "two coasts; say SPA/NC or SPA/SC."),
    (Move(unit("F GAS"), "SPA/SC"), "it could reach SPA/NC"),
    (Support(PARIS, PARIS), "cannot support itself"),
    (Support(PARIS, PARIS, "BUR"), "cannot support itself"),
    (Support(PARIS, MARSEILLES), "A PAR cannot go to Marseilles, so it cannot support there."),
    (Support(PARIS, MARSEILLES, "MAR"), "support it holding instead"),
    (Support(PARIS, LONDON, "BUR"), "A LON cannot reach Burgundy."),
    (Support(BREST, PARIS, "BRE"), "cannot"),
    (Support(NORTH_COAST, MARSEILLES), "cannot go to Marseilles"),
    (Support(MARSEILLES, NORTH_COAST, "SPA/SC"), "already"),
    (Support(NORTH, LONDON, "BRE"), "cannot go to Brest"),
    (Support(PARIS, LONDON, "PIC"), ""),
    (Convoy(BREST, LONDON, "PIC"), "only a fleet at sea can"),
    (Convoy(PARIS, LONDON, "PIC"), "only a fleet at sea can"),
    (Convoy(CHANNEL, BREST, "LON"), "only an army can"),
    (Convoy(CHANNEL, LONDON, "LON"), "already"),
    (Convoy(CHANNEL, PARIS, "LON"), "no way by sea"),
    (Convoy(CHANNEL, LONDON, "MUN"), "no way by sea"),
    (Convoy(BLACK_SEA, LONDON, "BEL"), "no way by sea"),
    (Convoy(CHANNEL, LONDON, "NTH"), "no way by sea"),
]


@BOTH
@pytest.mark.parametrize(("order", "sentence"), FAULTS, ids=str)
def test_faults(order: Order, sentence: str, rulebook: Rulebook, board: Board) -> None:
    told = fault(order, POSITION, board, rulebook)
    if sentence:
        assert told is not None
        assert sentence in told
        assert told.endswith(".")
    else:
        assert told is None


FINE: list[Order] = [
    Hold(PARIS),
    Waive("FRANCE"),
    Disband(PARIS),
    Move(PARIS, "BUR"),
    Move(LONDON, "WAL"),
    Move(LONDON, "BEL"),
    Move(LONDON, "BEL", via=True),
    Move(LONDON, "NWY", via=True),
    Move(LONDON, "YOR", via=True),
    Move(NORTH_COAST, "GAS"),
    Move(BREST, "MAO"),
    Move(unit("F GAS"), "SPA/NC"),
    Support(PARIS, BREST),
    Support(PARIS, MARSEILLES, "BUR"),
    Support(CHANNEL, LONDON, "WAL"),
    Support(BREST, LONDON, "PIC"),
    Support(unit("F GAS"), unit("F MAO"), "SPA/SC"),
    Support(unit("F GAS"), unit("F MAO"), "SPA"),
    Support(NORTH, LONDON, "BEL"),
    Convoy(CHANNEL, LONDON, "BRE"),
    Convoy(NORTH, LONDON, "NWY"),
]


@BOTH
@pytest.mark.parametrize("order", FINE, ids=str)
def test_orders_that_can_be_carried_out(order: Order, rulebook: Rulebook, board: Board) -> None:
    assert fault(order, POSITION, board, rulebook) is None


@pytest.mark.parametrize(
    "order",
    [
        Move(LONDON, "SPA"),
        Move(LONDON, "TUN", via=True),
        Convoy(CHANNEL, LONDON, "TUN"),
        Support(MARSEILLES, LONDON, "SPA"),
    ],
    ids=str,
)
def test_chains_of_seas_without_fleets(order: Order, board: Board) -> None:
    """Impossible in the standard rules (DATC 6.D.32); by the door's an army may wait for fleets (Moves 10)."""
    position = Position.of(other for other in POSITION.units.values() if other != NORTH_COAST)
    assert fault(order, position, board, STANDARD) is not None
    assert fault(order, position, board, E1901) is None


def test_a_fleet_cannot_support_the_landing_that_it_alone_makes_possible(board: Board) -> None:
    """DATC 6.D.31."""
    order = Support(NORTH, LONDON, "NWY")
    assert fault(order, POSITION, board, STANDARD) == "A LON cannot reach Norway."
    assert fault(order, POSITION, board, E1901) is None  # over seas that are empty now it might


@BOTH
def test_sentences_in_random_positions(rulebook: Rulebook, board: Board) -> None:
    shuffler = Shuffler(board)
    told: list[str | None] = []
    for seed in range(30):
        random = Random(seed)
        orders = shuffler.orders(shuffler.full_units(random), random)
        position = Position.of(order.unit for order in orders)
        told += [fault(order, position, board, rulebook) for order in orders]
    assert all(sentence is None or (sentence.endswith(".") and sentence.isprintable()) for sentence in told)
    assert 10 < len(told) - told.count(None) < 100


# Retreats

BEATEN = unit("F BEL", "GERMANY")
RETREATING = Position.of([CHANNEL], [Dislodged(BEATEN, ("HOL",))])


@pytest.mark.parametrize(
    ("target", "standard", "door"),
    [("HOL", True, True), ("ENG", False, True), ("NTH", False, True), ("LON", False, False), ("RUH", False, False)],
)
def test_retreats(target: str, standard: bool, door: bool, board: Board) -> None:
    """The door lets a unit go where it is disbanded (Retreats 4); nobody goes where it has no border."""
    order = Retreat(BEATEN, target)
    assert (fault(order, RETREATING, board, STANDARD) is None) == standard
    assert (fault(order, RETREATING, board, E1901) is None) == door


@BOTH
def test_who_was_not_dislodged_does_not_retreat(rulebook: Rulebook, board: Board) -> None:
    assert fault(Retreat(CHANNEL, "NTH"), RETREATING, board, rulebook) == "F ENG was not dislodged."
    assert fault(Retreat(unit("A BEL", "GERMANY"), "HOL"), RETREATING, board, rulebook) == "A BEL was not dislodged."


# Builds

OWNED = Position.of([unit("A BRE")], centres={"PAR": "FRANCE", "BRE": "FRANCE", "POR": "FRANCE", "MAR": "ITALY"})


@pytest.mark.parametrize(
    ("built", "power", "sentence"),
    [
        ("A PAR", "FRANCE", None),
        ("F PAR", "FRANCE", "cannot stand"),
        ("A BRE", "FRANCE", "A BRE stands in Brest; a build needs an empty centre."),
        ("A MAR", "FRANCE", "France does not own Marseilles."),
        ("A POR", "FRANCE", "Portugal is no home centre of France."),
        ("A BUR", "FRANCE", "Burgundy is no home centre of France."),
        ("F ENG", "FRANCE", "no home centre"),
        ("A MAR", "ITALY", "Marseilles is no home centre of Italy."),
        ("A PAR", "MARS", "no home centre of MARS"),
    ],
)
def test_builds(built: str, power: str, sentence: str | None, board: Board) -> None:
    told = fault(Build(unit(built, power)), OWNED, board, STANDARD)
    assert told is None if sentence is None else sentence in (told or "")


def test_a_build_on_two_coasts_needs_one_named(board: Board) -> None:
    position = Position.of([], centres={"STP": "RUSSIA"})
    told = fault(Build(unit("F STP", "RUSSIA")), position, board, STANDARD)
    assert told == "St Petersburg has two coasts; say STP/NC or STP/SC."
    assert fault(Build(unit("F STP/NC", "RUSSIA")), position, board, STANDARD) is None


def test_nothing_is_built_where_ownership_is_not_known(board: Board) -> None:
    assert fault(Build(PARIS), Position.of([]), board, STANDARD) == "France does not own Paris."
