"""Every order that did not do what it said has a reason that names the unit or the order that caused it."""

from __future__ import annotations

import re
from random import Random

import pytest

from door.rules.adjudicate import adjudicate
from door.rules.board import Board
from door.rules.orders import Convoy, Move, Support
from door.rules.phase import Phase
from door.rules.results import Mark
from door.rules.rulebook import RULEBOOKS, Rulebook
from door.rules.saved import adjudicate_saved
from tests.rules.positions import Shuffler, position_of

BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
SPRING = Phase.parse("S1901M")

KINDS = {
    "StoodOff": ("F: A PAR - BUR; G: A MUN - BUR", "A PAR", "Stood off by A MUN - BUR, 1 against 1."),
    "MetHeadOn": ("F: A PAR - BUR; G: A BUR - PAR", "A PAR", "Met head on by A BUR - PAR, 1 against 1."),
    "HeldOff": ("F: A PAR - BUR; G: A BUR H", "A PAR", "A BUR stayed, 1 against 1."),
    "OwnUnit": (
        "F: A PAR - BUR, A GAS S A PAR - BUR, A BUR H",
        "A PAR",
        "A BUR stayed, and no power dislodges its own unit.",
    ),
    "NoConvoy": (
        "E: A LON - BEL, F ENG H",
        "A LON",
        "No whole chain of fleets was ordered to carry it: F ENG was not.",
    ),
    "NoFleet": ("E: A LON - BEL VIA, F IRI H", "A LON", None),
    "ConvoyBroken": (
        "E: A LON - BEL, F ENG C A LON - BEL; F: F BRE - ENG, F MAO S F BRE - ENG",
        "A LON",
        "Its convoy was broken by F BRE - ENG.",
    ),
    "Disrupted": (
        "E: A LON - BEL, F ENG C A LON - BEL; F: F BRE - ENG, F MAO S F BRE - ENG",
        "F ENG",
        "Broken by F BRE - ENG. Dislodged by F BRE - ENG.",
    ),
    "Cut": ("F: A PAR S A GAS - BUR, A GAS - BUR; G: A PIC - PAR", "A PAR", "Cut by A PIC - PAR."),
    "DislodgedBy": ("F: A PAR - BUR, A GAS S A PAR - BUR; G: A BUR H", "A BUR", "Dislodged by A PAR - BUR."),
    "Void: support of another move": (
        "F: A PAR - PIC, A GAS S A PAR - BUR",
        "A GAS",
        "A PAR was not ordered to BUR; its order was A PAR - PIC.",
    ),
    "Void: support of a unit that holds": (
        "F: A PAR H, A GAS S A PAR - BUR",
        "A GAS",
        "A PAR was not ordered to BUR; its order was A PAR H.",
    ),
    "Void: support in holding of a unit that moves": (
        "F: A PAR - PIC, A GAS S A PAR",
        "A GAS",
        "A PAR was ordered to move, so it cannot be supported in holding: A PAR - PIC.",
    ),
    "Void: convoy of another move": (
        "E: A LON - WAL, F ENG C A LON - BRE",
        "F ENG",
        "A LON was not ordered to BRE; its order was A LON - WAL.",
    ),
    "Void: support of a void move": ("F: A PAR - MUN, A BUR S A PAR - MUN", "A BUR", "A PAR cannot reach Munich."),
    "Void: convoy of a void move": (
        "E: A LON - PAR, F ENG C A LON - PAR",
        "A LON",
        "A LON cannot reach Paris by land or sea.",
    ),
    "Void: no border": ("F: F BRE - PAR", "F BRE", "A fleet cannot enter Paris; it has no coast."),
    "Void: out of reach for a supporter": (
        "F: A MAR S A PAR - PIC, A PAR - PIC",
        "A MAR",
        "A MAR cannot go to Picardy, so it cannot support there.",
    ),
}
POWERS = {"F": "FRANCE", "G": "GERMANY", "E": "ENGLAND", "T": "TURKEY", "I": "ITALY"}


def saved(text: str) -> dict[str, object]:
    """``F: A PAR - BUR, A GAS H; G: A BUR H`` as a saved phase."""
    parts = (part.partition(": ") for part in text.split("; "))
    orders = {POWERS[letter]: listed.split(", ") for letter, _, listed in parts}
    units = {power: [" ".join(order.split()[:2]) for order in listed] for power, listed in orders.items()}
    return {"name": "S1901M", "state": {"units": units}, "orders": orders}


@BOTH
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_names_its_cause(board: Board, rulebook: Rulebook, kind: str) -> None:
    orders, unit, sentence = KINDS[kind]
    reason = adjudicate_saved(saved(orders), board, rulebook)["reasons"].get(unit)
    assert reason is not None
    if sentence is not None:
        assert reason == sentence


def test_a_missing_link_of_a_chain_is_named(board: Board) -> None:
    book = RULEBOOKS["e1901"]
    chain = "E: A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN"
    reasons = adjudicate_saved(saved(chain), board, book)["reasons"]
    assert reasons["A LON"] == "No whole chain of fleets was ordered to carry it: there was none in WES."
    reasons = adjudicate_saved(saved(chain + ", F WES H"), board, book)["reasons"]
    assert reasons["A LON"] == "No whole chain of fleets was ordered to carry it: F WES was not."


def test_a_paradox_names_the_attack_that_it_hangs_on(board: Board) -> None:
    """Pandin's paradox (DATC 6.F.16)."""
    pandin = (
        "E: F LON S F WAL - ENG, F WAL - ENG; F: A BRE - LON, F ENG C A BRE - LON; G: F NTH S F BEL - ENG, F BEL - ENG"
    )
    reasons = adjudicate_saved(saved(pandin), board, RULEBOOKS["standard"])["reasons"]
    assert re.search(r"F (WAL|BEL) - ENG.*paradox", reasons["A BRE"])
    assert "A BRE - LON" in reasons["F ENG"]
    assert "paradox" in reasons["F ENG"]


NAMES_A_UNIT = re.compile(
    r"\b[AF] [A-Z]{3}\b|there was none in [A-Z]{3}|^[A-Z][^.]* has two coasts|cannot (enter|reach)|lies between"
)


@BOTH
@pytest.mark.parametrize("seed", range(120))
def test_nothing_fails_without_a_reason(board: Board, rulebook: Rulebook, seed: int) -> None:
    """Random orders: success has no mark, and each mark's sentence names a unit, an order or a place."""
    random, shuffler = Random(seed), Shuffler(board)
    orders = shuffler.orders(shuffler.hot_units(random), random)
    done = adjudicate(SPRING, position_of(orders), orders, board, rulebook)
    for result in done.results:
        moved = isinstance(result.order, Move) and done.position.units.get(result.order.target.partition("/")[0])
        if isinstance(result.order, Move) and not result.marks:
            assert moved
            assert moved.power == result.order.unit.power
        if isinstance(result.order, Move) and result.marks:
            assert result.words[0] in ("bounce", "no convoy", "void")
        if isinstance(result.order, Support | Convoy) and result.marks:
            assert result.words[0] in ("cut", "void", "disrupted", "dislodged")
        for mark in result.marks:
            sentence = mark.sentence()
            assert sentence.endswith(".")
            assert mark.word == "disband" or NAMES_A_UNIT.search(sentence), sentence


def test_every_kind_of_mark_has_a_case() -> None:
    kinds = {kind.__name__ for kind in Mark.__subclasses__()}
    elsewhere = {"ConvoyParadox", "DisruptedByParadox", "Disbanded", "Crowded", "Occupied"}
    """Paradoxes are above; what belongs to retreats is tested with the phases."""
    elsewhere |= {"HeldBack", "Stands", "Excepted", "NoPosition", "FerryBroken"}  # of the Army/Fleet rules
    assert kinds == {kind.partition(":")[0] for kind in KINDS} | elsewhere
