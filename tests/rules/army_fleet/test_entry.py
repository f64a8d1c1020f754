"""Orders entered one beside the other by the Army/Fleet rules: what is refused, and with which sentence."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from door.rules import entry
from door.rules.adjudicate import adjudicate
from door.rules.army_fleet.options import (
    embark_choices,
    ferried_choices,
    ferry_choices,
    landing_choices,
    onward_choices,
)
from door.rules.army_fleet.plan import make_plan
from door.rules.binding import parse_order
from door.rules.board import Board, ProvinceKind
from door.rules.entry import entry_fault, withdrawal_fault
from door.rules.legality import fault
from door.rules.orders import Convoy, Embark, Hold, Land, Move, Order, Support, same_unit
from door.rules.phase import Phase, Stage
from door.rules.position import Dislodged, Position
from door.rules.rulebook import E1901, RULEBOOKS, rulebook_named
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.army_fleet.notation import position_in
from tests.rules.army_fleet.positions import Waters

BOOK = rulebook_named("e1901", army_fleet=True)
UNITS = [
    *("England A lon", "England A wal", "England A edi", "England F eng", "England A/F nth", "England F iri"),
    *("France F mao", "France A bre", "Germany A/F hel", "Germany F kie", "Germany A mun"),
]
POSITION = position_in(UNITS)


def order_of(text: str, board: Board, power: str = "ENGLAND", stage: Stage = Stage.MOVES) -> Order:
    return parse_order(text, power, stage, POSITION, board, army_fleet=True)


def answer(stored: str, text: str, board: Board, power: str = "ENGLAND") -> str | None:
    """What the order is answered with beside the stored ones."""
    others = [order_of(other, board, power) for other in stored.split("; ") if other]
    return entry_fault(order_of(text, board, power), others, Stage.MOVES, POSITION, board, BOOK)


# An order by itself


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A LON EMBARK NTH", "F NTH has an army aboard already; it takes one (A/F rule 3)."),
        ("A EDI EMBARK ENG", "A EDI does not border on ENG; an army embarks in a sea next to it (A/F rule 3)."),
        ("A WAL EMBARK MAO", "A WAL does not border on MAO; an army embarks in a sea next to it (A/F rule 3)."),
        (
            "A LON EMBARK ENG, DISEMBARK ENG - BRE",
            "An army that embarks in ENG lands from a second sea; to cross ENG, use a ferry (A/F rule 4).",
        ),
        (
            "A LON EMBARK ENG, DISEMBARK MAO - IRI",
            "An army lands in a coastal province; Irish Sea is none at MAO (A/F rule 5).",
        ),
        (
            "A NTH DISEMBARK MAO - BRE",
            "Its fleet is not in MAO and has no legal move there, so it cannot land from it (A/F rule 5).",
        ),
        ("A NTH DISEMBARK NTH - BRE", "An army lands in a coastal province; Brest is none at NTH (A/F rule 5)."),
        (
            "F NTH - LON",
            "An A/F may not enter a coastal province such as London (A/F rule 4): order A NTH to land from NTH first.",
        ),
        ("F NTH - BRE", "F NTH does not border Brest by sea."),
        (
            "F NTH FF A EDI - NWY",
            "F NTH has an army aboard, and an A/F may not ferry (A/F rule 4): let the army embark on another fleet.",
        ),
        (
            "F ENG FF A LON - POR",
            "A Fast Ferry crosses one sea, and London and Portugal are not two coasts of ENG; embark instead "
            "(A/F rule 2).",
        ),
        (
            "A LON - POR VIA",
            "A LON cannot walk to Portugal, and no fleet can ferry it there over one sea; to go over two seas embark, "
            "as in A LON EMBARK ENG, DISEMBARK MAO - POR (A/F rule 2).",
        ),
        (
            "A LON - NWY VIA NTH",
            "A LON cannot walk to Norway, and no fleet in NTH can ferry it there over one sea; to go over two seas "
            "embark, as in A LON EMBARK ENG, DISEMBARK NTH - NWY (A/F rule 2).",
        ),
        ("A LON - WAL VIA NTH", "No fleet in NTH can ferry A LON to Wales; let it walk there (A/F rule 2)."),
        ("A LON - ENG", "An army cannot enter English Channel by itself; order it to embark there (A/F rule 3)."),
        ("A EDI - MUN", "A EDI cannot walk to Munich, and no fleet can ferry it there over one sea (A/F rule 2)."),
        ("A LON - LON", "A LON is in London already; order it to hold instead."),
        ("F IRI S A ENG - BRE", "F IRI cannot go to Brest, so it cannot support there."),
        ("F ENG S A HEL - BEL", "No army can land from HEL in Belgium in this turn; support another (A/F rule 5)."),
        ("A WAL S A BRE - YOR", "A BRE cannot reach Yorkshire, so it cannot be supported there."),
        ("F ENG S F KIE - LON", "F KIE cannot reach London, so it cannot be supported there."),
    ],
)
def test_what_can_never_be_carried_out(text: str, sentence: str, board: Board) -> None:
    assert answer("", text, board) == sentence


@pytest.mark.parametrize(
    "text",
    [
        *("A LON EMBARK ENG", "A LON EMBARK ENG, DISEMBARK MAO - POR", "A NTH DISEMBARK NTH - NWY"),
        *("A NTH DISEMBARK ENG - BRE", "F NTH - SKA", "F NTH S F ENG", "F ENG FF A LON - BRE", "A LON - BRE VIA"),
        *("A LON - BRE VIA ENG", "A LON - BRE", "A LON - WAL", "F ENG S A NTH - BEL", "F NTH S A ENG - BEL"),
        # Hanging on another power
        *("F ENG FF A BRE - LON", "A WAL S A BRE - LON", "F ENG S F MAO - BRE", "F IRI S F MAO", "F NTH S F HEL"),
        *("F NTH S A HEL - DEN", "F NTH S A HEL - HOL"),
    ],
)
def test_what_only_lacks_another_order_is_let_in(text: str, board: Board) -> None:
    assert answer("", text, board) is None


# Beside the others


LANDING = "A LON EMBARK ENG, DISEMBARK MAO - POR"
NOT_THERE = "Its fleet is not in {sea} and has no legal move there, so it cannot land from it (A/F rule 5)"
NO_FERRY = "F ENG has an army aboard, and an A/F may not ferry (A/F rule 4)"
NOT_CARRIED = "A WAL was not ordered to go to {place} by this ferry (A/F rule 2)"


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("A LON EMBARK ENG", "A WAL EMBARK ENG", "to embark in ENG; a fleet takes one army (A/F rule 3)"),
        ("A LON EMBARK ENG", "F ENG FF A WAL - BRE", NO_FERRY),
        ("A LON EMBARK ENG", "F ENG FF A BRE - WAL", NO_FERRY),
        ("A LON EMBARK ENG", "A WAL - BRE VIA ENG", "No fleet in ENG was ordered to ferry A WAL to Brest (A/F rule 2)"),
        ("A LON EMBARK ENG", "F ENG - BRE", "An A/F may not enter a coastal province such as Brest (A/F rule 4)"),
        (LANDING, "F ENG - BRE", "(A/F rule "),  # 4 or 5
        (LANDING, "F ENG H", NOT_THERE.format(sea="MAO")),
        (LANDING, "F ENG - IRI", NOT_THERE.format(sea="MAO")),
        (LANDING, "F ENG S F NTH", NOT_THERE.format(sea="MAO")),
        ("A NTH DISEMBARK ENG - BRE", "F NTH H", NOT_THERE.format(sea="ENG")),
        ("A NTH DISEMBARK ENG - BRE", "F NTH - SKA", NOT_THERE.format(sea="ENG")),
        ("F ENG FF A WAL - BRE", "A WAL H", NOT_CARRIED.format(place="BRE")),
        ("F ENG FF A WAL - BRE", "A WAL - BEL VIA ENG", "(A/F rule 2)"),
        ("F ENG FF A WAL - BRE", "F IRI FF A WAL - LVP", "(A/F rule 2)"),
        ("F IRI FF A WAL - LVP", "A WAL - LVP", NOT_CARRIED.format(place="LVP")),  # it walks
        ("F ENG H", "A LON - BRE VIA", "No fleet was ordered to ferry A LON to Brest (A/F rule 2)"),
        ("F ENG FF A WAL - BRE", "A LON - BRE VIA ENG", "(A/F rule 2)"),
        ("A LON S A WAL", "A WAL EMBARK IRI", "nobody can support it holding (A/F rule 3)"),
        ("A LON S A WAL", "A WAL - YOR", "A WAL was ordered to attack, so it cannot be supported holding"),
        ("A LON S A EDI - YOR", "A EDI H", "A EDI was not ordered to attack Yorkshire"),
        ("F ENG S F NTH - LON", "A NTH DISEMBARK ENG - BRE", "F NTH was not ordered to attack London"),
    ],
)
def test_orders_that_do_not_go_together(one: str, other: str, reason: str, board: Board) -> None:
    """Whichever comes second is refused, with the rule and with the one that is in its way."""
    for first, second in ((one, other), (other, one)):
        assert answer("", first, board) is None
        told = answer(first, second, board)
        stored = str(order_of(first, board))
        assert told is not None and told.endswith(f": change or withdraw {stored} first."), told
        assert reason in told


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        (LANDING, "F ENG - MAO"),
        ("F ENG - MAO", LANDING),
        ("A LON EMBARK ENG", "F ENG - MAO"),
        ("A LON EMBARK ENG", "F ENG H"),
        ("A LON EMBARK ENG", "A LON H"),  # changed
        ("A LON EMBARK ENG; F ENG H", LANDING.replace("A LON", "A WAL").replace("ENG, ", "IRI, ")),
        ("A NTH DISEMBARK NTH - NWY", "F NTH - LON"),
        ("A NTH DISEMBARK NTH - NWY", "F NTH - SKA"),
        ("A NTH DISEMBARK NTH - NWY; F NTH - LON", "A NTH DISEMBARK NTH - BEL"),
        ("F ENG FF A WAL - BRE", "A WAL - BRE VIA ENG"),
        ("F ENG FF A WAL - BEL; A WAL - BEL VIA", "F NTH S A WAL - BEL"),
        ("A NTH DISEMBARK NTH - BEL", "F ENG S A NTH - BEL"),
        ("F NTH - ENG; A NTH DISEMBARK ENG - BRE", "F ENG - MAO"),
    ],
)
def test_orders_that_go_together(stored: str, text: str, board: Board) -> None:
    assert answer(stored, text, board) is None


def test_three_orders_may_be_what_does_not_go_together(board: Board) -> None:
    """Either of two ferries will do for the army, but not both fleets may do something else."""
    position = position_in(["Denmark A hol", "Denmark F nth", "Denmark F hel"])

    def given(text: str) -> Order:
        return parse_order(text, "DENMARK", Stage.MOVES, position, board, army_fleet=True)

    moved, held, held_too = (given(text) for text in ("A HOL - DEN VIA", "F NTH H", "F HEL H"))
    assert entry_fault(held, [moved], Stage.MOVES, position, board, BOOK) is None
    assert entry_fault(held_too, [moved, held], Stage.MOVES, position, board, BOOK) == (
        "No fleet was ordered to ferry A HOL to Denmark (A/F rule 2): "
        "change or withdraw A HOL - DEN VIA or F NTH H first."
    )
    ferries = [given("F NTH FF A HOL - DEN"), given("F HEL FF A HOL - DEN")]
    assert entry_fault(ferries[0], [moved], Stage.MOVES, position, board, BOOK) is None
    assert entry_fault(ferries[1], [moved, ferries[0]], Stage.MOVES, position, board, BOOK) == (
        "A HOL was not ordered to go to DEN by this ferry (A/F rule 2): change or withdraw F NTH C A HOL - DEN first."
    )


def test_the_landing_that_is_supported_may_be_another_powers(board: Board) -> None:
    """A fleet that is near may bring its own army; where there is none, the army here must land there."""
    refused = "A ION was not ordered to attack Naples: change or withdraw F TYS S A ION - NAP first."
    for far in (True, False):
        position = position_in(["Italy A/F ion", "Italy F tys", f"Turkey A/F {'bla' if far else 'aeg'}"])
        support, landing = (
            parse_order(text, "ITALY", Stage.MOVES, position, board, army_fleet=True)
            for text in ("F TYS S A ION - NAP", "A ION DISEMBARK ION - APU")
        )
        told = entry_fault(landing, [support], Stage.MOVES, position, board, BOOK)
        assert told == (refused if far else None)


def test_what_was_at_fault_before_is_no_fault_of_a_new_order(board: Board) -> None:
    """Orders that are in each other's way, however they came to be stored, keep no other out."""
    stored = "A LON EMBARK ENG; A WAL EMBARK ENG"
    assert answer(stored, "A EDI - YOR", board) is None
    assert answer(stored, "A LON H", board) is None
    assert "A LON EMBARK ENG first" in (answer(stored, "F ENG FF A BRE - PIC", board) or "")


def test_what_takes_too_long_to_find_out_is_let_in(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer("A LON EMBARK ENG", "A WAL EMBARK ENG", board) is not None
    for most in range(8):
        monkeypatch.setattr(entry, "_MOST_PLANS", most)
        told = answer("A LON EMBARK ENG", "A WAL EMBARK ENG", board)
        assert told is None or told.endswith("change or withdraw A LON EMBARK ENG first.")
    monkeypatch.setattr(entry, "_MOST_PLANS", 0)
    assert answer("A LON EMBARK ENG", "A WAL EMBARK ENG", board) is None


# Taking back


@pytest.mark.parametrize(
    ("stored", "text", "sentence"),
    [
        (
            "A NTH DISEMBARK NTH - NWY; F NTH - LON",
            "A NTH DISEMBARK NTH - NWY",
            "An A/F may not enter a coastal province such as London (A/F rule 4): "
            "change or withdraw F NTH - LON first.",
        ),
        ("A NTH DISEMBARK NTH - NWY; F NTH - LON", "F NTH H", None),
        ("A NTH DISEMBARK NTH - NWY; F NTH - SKA", "A NTH DISEMBARK NTH - NWY", None),
        (f"{LANDING}; F ENG - MAO", "F ENG - MAO", None),  # an order not given may still be given
        (f"{LANDING}; F ENG - MAO", LANDING, None),
        ("F ENG FF A WAL - BRE; A WAL - BRE VIA ENG", "F ENG H", None),
        ("A LON EMBARK ENG; A WAL EMBARK ENG; A EDI H", "A EDI H", None),
        ("A EDI H", "A LON H", None),
    ],
)
def test_taking_back(stored: str, text: str, sentence: str | None, board: Board) -> None:
    others = [order_of(other, board) for other in stored.split("; ")]
    assert withdrawal_fault(order_of(text, board), others, Stage.MOVES, POSITION, board, BOOK) == sentence


@pytest.mark.parametrize(
    ("stored", "text", "refused"),
    [
        ("", "F NTH D", True),
        ("A LON D", "F NTH D", True),
        ("A/F NTH D", "F NTH D", True),
        ("A NTH D", "F NTH D", False),
        ("", "A NTH D", False),
        ("", "A/F NTH D", False),
        ("", "F ENG D", False),
    ],
)
def test_no_fleet_is_removed_from_under_its_army(stored: str, text: str, refused: bool, board: Board) -> None:
    stage = Stage.ADJUSTMENTS
    others = [order_of(other, board, stage=stage) for other in stored.split("; ") if other]
    told = entry_fault(order_of(text, board, stage=stage), others, stage, POSITION, board, BOOK)
    wanted = "Without F NTH its army would drown; remove A NTH alone, or A/F NTH as two removals (A/F rule 5)."
    assert told == (wanted if refused else None)


def test_the_removal_of_the_army_is_not_taken_back_from_its_fleets(board: Board) -> None:
    army, fleet = (order_of(text, board, stage=Stage.ADJUSTMENTS) for text in ("A NTH D", "F NTH D"))
    told = withdrawal_fault(army, [army, fleet], Stage.ADJUSTMENTS, POSITION, board, BOOK)
    assert told is not None and told.endswith(": change or withdraw F NTH D first.")
    assert withdrawal_fault(fleet, [army, fleet], Stage.ADJUSTMENTS, POSITION, board, BOOK) is None


def test_retreats_are_judged_one_by_one(board: Board) -> None:
    fleet, army = Unit("ITALY", UnitKind.FLEET, "ION"), Unit("ITALY", UnitKind.ARMY, "ION")
    position = Position.of([], [Dislodged(fleet, ("NAP", "TYS"), army)])
    for text, told in (("A/F ION R NAP", None), ("A/F ION R AEG", None), ("A/F ION R BLA", "F ION cannot retreat to")):
        order = parse_order(text, "ITALY", Stage.RETREATS, position, board, army_fleet=True)
        found = entry_fault(order, [order], Stage.RETREATS, position, board, BOOK)
        assert (found is None) is (told is None) and (told or "") in (found or "")
        assert withdrawal_fault(order, [order], Stage.RETREATS, position, board, BOOK) is None


# Without the module


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_without_the_module_an_order_is_judged_by_itself(rules: str, board: Board) -> None:
    """Whatever stands beside it, the answer is that of legality."""
    random = Random(1901)
    book = RULEBOOKS[rules]
    for _ in range(150):
        waters = Waters(board, random)
        position, orders = waters.turn()
        position = Position.of(position.units.values())
        orders = [order for order in orders if position.units.get(order.unit.province) == order.unit]
        for order in orders:
            found = entry_fault(order, orders, Stage.MOVES, position, board, book)
            assert found == fault(order, position, board, book)
            assert withdrawal_fault(order, orders, Stage.MOVES, position, board, book) is None
    removal = order_of("F NTH D", board, stage=Stage.ADJUSTMENTS)
    assert entry_fault(removal, (), Stage.ADJUSTMENTS, POSITION, board, E1901) is None


# Any orders


class Desk:
    """A power's orders, entered one after the other as the judge takes them."""

    def __init__(self, power: str, position: Position, board: Board) -> None:
        self.power = power
        self.position = position
        self.board = board
        self.orders: list[Order] = []

    def enter(self, order: Order) -> bool:
        told = entry_fault(order, self.orders, Stage.MOVES, self.position, self.board, BOOK)
        if told is not None:
            assert told.endswith(".") and told.isprintable()
            return False
        self.orders = [*(other for other in self.orders if not same_unit(other, order)), order]
        return True

    def take_back(self, order: Order) -> None:
        if withdrawal_fault(order, self.orders, Stage.MOVES, self.position, self.board, BOOK) is None:
            self.orders = [other for other in self.orders if not same_unit(other, order)]

    def complete(self, random: Random) -> None:
        """Give every unit an order, and every army aboard that may land."""
        units = [*self.position.units_of(self.power), *self.aboard()]
        for unit in random.sample(units, len(units)):
            if any(same_unit(order, Hold(unit)) for order in self.orders):
                continue
            entered = any(self.enter(order) for order in self.possible(unit, random))
            assert entered or unit in self.aboard(), (unit, self.orders)

    def aboard(self) -> list[Unit]:
        return [army for army in self.position.aboard.values() if army.power == self.power]

    def possible(self, unit: Unit, random: Random) -> Iterable[Order]:
        position, board = self.position, self.board
        if unit in self.aboard():
            found: list[Order] = [*landing_choices(unit, board)]
        else:
            boardings = embark_choices(unit, position, board)
            found = [Hold(unit), *(Move(unit, place) for place in board.reach(unit.kind, unit.location)), *boardings]
            found += (order for boarding in boardings for order in onward_choices(boarding, board))
            found += ferry_choices(unit, position, board)
            found += ferried_choices(unit, position, board)
        return random.sample(found, len(found))


def hangs_on_others(order: Order, power: str, position: Position, board: Board) -> bool:
    """Whether other powers have a say in it: their fleets could ferry or carry, or it is about their units."""
    foreign_fleets = {
        unit.province for unit in position.units.values() if unit.kind is UnitKind.FLEET and unit.power != power
    }
    if isinstance(order, Convoy):
        return order.army.power != power
    if isinstance(order, Move):
        shared = board.neighbours(order.unit.province) & board.neighbours(province_of(order.target))
        return bool(shared & foreign_fleets) and order.sea in (None, *foreign_fleets)
    if isinstance(order, Support):
        sea = order.supported.province
        near = board.neighbours(sea) | {sea} if board.provinces[sea].kind is ProvinceKind.SEA else set[str]()
        landing = order.supported.kind is UnitKind.ARMY and bool(near & foreign_fleets)
        return order.supported.power != power or landing
    return False


@pytest.mark.parametrize("seed", range(120))
def test_orders_that_were_let_in_are_never_void_but_by_other_powers(seed: int, board: Board) -> None:
    random = Random(seed)
    waters = Waters(board, random, tangled=seed % 2 == 0)
    position = waters.position()
    for power in {unit.power for unit in position.units.values()}:
        desk = Desk(power, position, board)
        for _ in range(3):
            wanted: list[Order] = [order for order in waters.orders(position) if order.unit.power == power]
            for order in random.sample(wanted, len(wanted)):
                desk.enter(order)
        for order in random.sample(desk.orders, len(desk.orders) // 3):
            desk.take_back(order)
        desk.complete(random)
        voids = make_plan(position, desk.orders, board).voids
        for order in desk.orders:
            assert not isinstance(order, Hold | Embark | Land) or order.unit not in voids
        foreign = [order for order in waters.orders(position) if order.unit.power != power]
        done = adjudicate(Phase.parse("S1901M"), position, [*desk.orders, *foreign], board, BOOK)
        for result in done.results:
            if result.order in desk.orders and "void" in result.words:
                told = result.reason() or ""
                made = "landing that it was to support was not made" in told
                assert made or hangs_on_others(result.order, power, position, board), (result.order, told, desk.orders)
