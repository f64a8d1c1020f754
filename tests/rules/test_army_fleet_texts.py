"""Texts of the Army/Fleet rules: orders, units of a saved state, and the door's own words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.rules.binding import BindingError, OrderError, bind, parse_order
from door.rules.board import ProvinceKind
from door.rules.notation import NotationError, Unreadable, read, write
from door.rules.orders import Convoy, Disband, Embark, Hold, Land, Move, Order, Retreat, Support
from door.rules.phase import Stage
from door.rules.position import Dislodged, Position
from door.rules.units import Unit, UnitKind
from door.rules.words import in_door_words
from door.rules.written import OTHER_RULES
from tests.rules.test_binding import made
from tests.rules.test_notation import EUROPE, VOCABULARY
from tests.rules.test_words import check_shape

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET
MOVES, RETREATS, ADJUSTMENTS = Stage.MOVES, Stage.RETREATS, Stage.ADJUSTMENTS

UNITS = {
    "ENGLAND": ["A LON", "F ENG", "F NTH", "F MAO", "F EDI"],
    "FRANCE": ["A PAR", "F BRE", "F NWG", "A PIC"],
    "ITALY": ["F ION"],
}
POSITION = Position.of(
    [made(power, text) for power, texts in UNITS.items() for text in texts],
    aboard=[made("ENGLAND", "A NTH"), made("FRANCE", "A NWG"), made("ITALY", "A ION")],
)
"""Armies are aboard in the North Sea, the Norwegian Sea and the Ionian Sea."""
DISLODGED = Position.of(
    [made("ENGLAND", "F ENG"), made("FRANCE", "A LON"), made("TURKEY", "F ION"), made("FRANCE", "F TUN")],
    [
        Dislodged(made("ENGLAND", "A LON"), ("ENG", "WAL")),
        Dislodged(made("ITALY", "F ION"), ("NAP", "TYS"), made("ITALY", "A ION")),
        Dislodged(made("ITALY", "F TUN"), ("TYS",)),
    ],
)


def order_of(power: str, text: str, stage: Stage = MOVES, position: Position = POSITION) -> Order:
    """The order of a game by the Army/Fleet rules."""
    return parse_order(text, power, stage, position, EUROPE, army_fleet=True)


def refused(power: str, text: str, stage: Stage = MOVES, position: Position = POSITION) -> str:
    """The one sentence that the text is refused with."""
    with pytest.raises(OrderError) as caught:
        order_of(power, text, stage, position)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0] == '"'
    return sentence


A_LON, F_ENG, F_NTH, F_MAO = (made("ENGLAND", text) for text in ("A LON", "F ENG", "F NTH", "F MAO"))
A_NTH, A_ENG = made("ENGLAND", "A NTH"), made("ENGLAND", "A ENG")

CANONICAL: list[tuple[str, Order]] = [
    ("A LON EMBARK ENG", Embark(A_LON, "ENG")),
    ("A LON EMBARK ENG, DISEMBARK MAO - POR", Embark(A_LON, "ENG", ("MAO", "POR"))),
    ("A NTH DISEMBARK NTH - NWY", Land(A_NTH, "NTH", "NWY")),
    ("A NTH DISEMBARK ENG - BRE", Land(A_NTH, "ENG", "BRE")),
    ("A NTH DISEMBARK ENG - MAO", Land(A_NTH, "ENG", "MAO")),  # void, as legality says
    ("A LON - BRE VIA ENG", Move(A_LON, "BRE", via=True, sea="ENG")),
    ("A LON - BRE VIA", Move(A_LON, "BRE", via=True)),
    ("F ENG C A LON - BRE", Convoy(F_ENG, A_LON, "BRE")),
    ("F MAO S A ENG - BRE", Support(F_MAO, A_ENG, "BRE")),
    ("F MAO S A NWG - NWY", Support(F_MAO, made("FRANCE", "A NWG"), "NWY")),
    ("F MAO S A IRI - WAL", Support(F_MAO, made("ENGLAND", "A IRI"), "WAL")),  # no fleet is there yet
    ("F MAO S F ENG - BRE", Support(F_MAO, F_ENG, "BRE")),
    ("F NTH - ENG", Move(F_NTH, "ENG")),
    ("F NTH H", Hold(F_NTH)),
]
"""Canonical lines of England's orders."""


@pytest.mark.parametrize(("line", "order"), CANONICAL)
def test_canonical_lines_are_read_and_written(line: str, order: Order) -> None:
    assert order_of("ENGLAND", line) == order
    assert write(order) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        # Boarding
        ("a lon embark eng", "A LON EMBARK ENG"),
        ("Army London embarks on English Channel", "A LON EMBARK ENG"),
        ("lon boards eng", "A LON EMBARK ENG"),
        ("Lon board the fleet in the English Channel", "A LON EMBARK ENG"),
        ("A LON EMBARK F ENG", "A LON EMBARK ENG"),
        ("English army in London boards English fleet in English Channel", "A LON EMBARK ENG"),
        ("England: A LON embark ENG.", "A LON EMBARK ENG"),
        ("F LON EMBARK ENG", "A LON EMBARK ENG"),
        # Boarding and landing
        ("a lon embark eng, disembark mao - por", "A LON EMBARK ENG, DISEMBARK MAO - POR"),
        ("a lon embark eng disembark mao por", "A LON EMBARK ENG, DISEMBARK MAO - POR"),
        ("London boards Eng and then lands in Portugal from Mid-Atlantic", "A LON EMBARK ENG, DISEMBARK MAO - POR"),
        ("A LON EMBARK ENG, LAND MAO - SPA/NC", "A LON EMBARK ENG, DISEMBARK MAO - SPA"),
        # Landing
        ("a nth disembark nth - nwy", "A NTH DISEMBARK NTH - NWY"),
        ("Army North Sea lands from North Sea to Norway", "A NTH DISEMBARK NTH - NWY"),
        ("nth lands in nwy from nth", "A NTH DISEMBARK NTH - NWY"),
        ("NTH land from ENG in BRE", "A NTH DISEMBARK ENG - BRE"),
        ("F NTH DISEMBARK NTH - NWY", "A NTH DISEMBARK NTH - NWY"),
        ("A/F NTH DISEMBARKS A NTH -> NWY", "A NTH DISEMBARK NTH - NWY"),
        ("A NTH - NWY", "A NTH DISEMBARK NTH - NWY"),
        # Fast Ferry
        ("F ENG FF A LON - BRE", "F ENG C A LON - BRE"),
        ("fleet english channel ff lon to bre", "F ENG C A LON - BRE"),
        ("F ENG ferries A LON - BRE", "F ENG C A LON - BRE"),
        ("a lon - bre via eng", "A LON - BRE VIA ENG"),
        ("London to Brest via English Channel", "A LON - BRE VIA ENG"),
        ("A LON - BRE BY CONVOY", "A LON - BRE VIA"),
        ("A LON - ENG - BRE", "A LON - BRE VIA ENG"),
        ("A LON - BRE VIA ENG ENG", "A LON - BRE VIA ENG"),
        # An A/F has its fleet's orders
        ("A/F NTH - ENG", "F NTH - ENG"),
        ("a/f nth h", "F NTH H"),
        ("A / F NTH holds", "F NTH H"),
        ("army/fleet North Sea to Eng", "F NTH - ENG"),
        ("English A/F in North Sea moves to Eng", "F NTH - ENG"),
        ("nth - eng", "F NTH - ENG"),
        ("F MAO S A/F NTH - ENG", "F MAO S F NTH - ENG"),
        ("A/F NTH S F ENG - BRE", "F NTH S F ENG - BRE"),
        ("A/F ENG H", "F ENG H"),
        # Supports to land, and those that only look like it
        ("F MAO S A ENG to BRE", "F MAO S A ENG - BRE"),
        ("F MAO supports English army in ENG attacking Brest", "F MAO S A ENG - BRE"),
        ("F MAO S A NTH", "F MAO S F NTH"),
        ("F MAO S A ENG - NTH", "F MAO S F ENG - NTH"),
        ("F MAO S ENG - BRE", "F MAO S F ENG - BRE"),
        ("F MAO S A LON - WAL", "F MAO S A LON - WAL"),
        ("F MAO S F LON - WAL", "F MAO S A LON - WAL"),
        # Where no army is aboard a wrong letter does no harm (DATC 4.C).
        ("A ENG - MAO", "F ENG - MAO"),
        ("A MAO H", "F MAO H"),
    ],
)
def test_orders_are_read_freely(text: str, line: str) -> None:
    assert write(order_of("ENGLAND", text)) == line
    assert write(order_of("ENGLAND", line)) == line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A LON EMBARK", "the fleet to board is missing"),
        ("A LON EMBARK X", "no place on the map"),
        ("A LON EMBARK ENG X", "an army that boards may land too"),
        ("A LON EMBARK ENG, HOLD", "an army that boards may land too"),
        ("A LON EMBARK ENG, DISEMBARK", "the sea to land from is missing"),
        ("A LON EMBARK ENG, DISEMBARK POR", "It is not said from which sea the army lands"),
        ("A LON EMBARK ENG, DISEMBARK MAO -", "the place to go to is missing"),
        ("A LON EMBARK ENG, DISEMBARK MAO - POR - SPA", "cannot be understood"),
        ("A NTH DISEMBARK", "the sea to land from is missing"),
        ("A NTH DISEMBARK NWY", "It is not said from which sea the army lands"),
        ("A NTH DISEMBARK NWY FROM", "the sea to land from is missing"),
        ("EMBARK A LON ENG", "The army comes first"),
        ("LAND A NTH", "The army comes first"),
        ("A LON - SPA VIA ENG MAO", "A Fast Ferry crosses one sea: to go further embark"),
        ("A LON - ENG - MAO - SPA", "A Fast Ferry crosses one sea"),
        ("F ENG FF", "the army to convoy is missing"),
        ("F ENG FF A LON", "the place to go to is missing"),
        ("A/ NTH H", "should be"),
        ("A/F", "the unit is missing"),
        ("A LON dance", "write H, -, S, C, EMBARK, DISEMBARK, R, D or B"),
        ("F EDI EMBARK NTH", "F EDI is a fleet: only an army embarks"),
        ("A NTH EMBARK NTH", "The army aboard in North Sea can only land: write A NTH DISEMBARK NTH - and a place"),
        ("A NTH H", "The army aboard in North Sea can only land"),
        ("A NTH S F ENG", "The army aboard in North Sea can only land"),
        ("A NTH - ENG", "order the fleet, as in F NTH H"),
        ("A LON DISEMBARK MAO - POR", "There is no English army aboard in London: an army embarks first"),
        ("A ENG DISEMBARK ENG - BRE", "There is no English army aboard in English Channel"),
        ("A NWG DISEMBARK NWG - NWY", "There is no English army aboard in Norwegian Sea: the army there is French"),
        ("A NWG - NWY", "There is no English army aboard in Norwegian Sea: the army there is French"),
        ("A PAR EMBARK ENG", "There is no English unit in Paris: the army there is French"),
        ("F ENG FF A YOR - BRE", "There is no unit in Yorkshire to convoy"),
        ("F MAO S A YOR - EDI", "There is no unit in Yorkshire to support"),
        ("A/F NTH D", "This is a disbandment, which is not ordered in this turn"),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(text: str, sentence: str) -> None:
    assert sentence in refused("ENGLAND", text)


# Retreats and removals


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        ("ENGLAND", "A LON R ENG", Retreat(made("ENGLAND", "A LON"), "ENG")),
        ("ENGLAND", "lon - eng", Retreat(made("ENGLAND", "A LON"), "ENG")),
        ("ITALY", "A/F ION R TYS", Retreat(made("ITALY", "F ION"), "TYS")),
        ("ITALY", "A/F ION - TYS", Retreat(made("ITALY", "F ION"), "TYS")),
        ("ITALY", "A/F ION R NAP", Retreat(made("ITALY", "F ION"), "NAP")),
        ("ITALY", "F ION R NAP", Retreat(made("ITALY", "F ION"), "NAP")),
        ("ITALY", "A/F ION D", Disband(made("ITALY", "F ION"))),
        ("ITALY", "A TUN R TYS", Retreat(made("ITALY", "F TUN"), "TYS")),
    ],
)
def test_retreats(power: str, text: str, order: Order) -> None:
    assert order_of(power, text, RETREATS, DISLODGED) == order
    assert order_of(power, write(order), RETREATS, DISLODGED) == order


@pytest.mark.parametrize(
    ("power", "text", "sentence"),
    [
        ("ITALY", "A ION R NAP", "The army aboard in Ionian Sea goes where its fleet goes: order the fleet, as in A/F"),
        ("ITALY", "A ION D", "The army aboard in Ionian Sea goes where its fleet goes"),
        ("TURKEY", "A/F ION R TYS", "There is no Turkish unit in Ionian Sea: the fleet there is Italian"),
        ("ENGLAND", "A LON EMBARK ENG", "This is a boarding, which is not ordered in this turn"),
        ("ITALY", "A ION DISEMBARK ION - NAP", "This is a landing, which is not ordered in this turn"),
    ],
)
def test_retreats_that_are_refused(power: str, text: str, sentence: str) -> None:
    assert refused(power, text, RETREATS, DISLODGED).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A NTH D", Disband(A_NTH)),
        ("remove A NTH", Disband(A_NTH)),
        ("A/F NTH D", Disband(F_NTH, laden=True)),
        ("remove the A/F in North Sea", Disband(F_NTH, laden=True)),
        ("A/F ENG D", Disband(F_ENG)),
        ("F NTH D", Disband(F_NTH)),  # void alone, good with A NTH D beside it
        ("A LON D", Disband(A_LON)),
    ],
)
def test_removals(text: str, order: Order) -> None:
    """One may remove the army aboard, or both."""
    assert order_of("ENGLAND", text, ADJUSTMENTS) == order
    assert order_of("ENGLAND", write(order), ADJUSTMENTS) == order


@pytest.mark.parametrize("text", ["NTH D", "remove nth"])
def test_which_half_is_removed_is_not_guessed(text: str) -> None:
    assert refused("ENGLAND", text, ADJUSTMENTS) == (
        "An army is aboard in North Sea: write A NTH D to remove it alone, or A/F NTH D to remove both."
    )


def test_no_army_boards_in_winter() -> None:
    assert refused("ENGLAND", "A LON EMBARK ENG", ADJUSTMENTS).startswith("This is a boarding, which is not ordered")


# Games without the module


@pytest.mark.parametrize(
    "text",
    [
        "A LON EMBARK ENG",
        "lon boards eng",
        "A LON EMBARK ENG, DISEMBARK MAO - POR",
        "A NTH DISEMBARK NTH - NWY",
        "NTH lands in NWY",
        "F ENG FF A LON - BRE",
        "A/F NTH - ENG",
        "F MAO S A/F NTH - ENG",
        "remove a/f nth",
    ],
)
@pytest.mark.parametrize("stage", Stage)
def test_without_the_module_its_orders_are_refused(text: str, stage: Stage) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_order(text, "ENGLAND", stage, Position.of([A_LON, F_ENG, F_NTH, F_MAO]), EUROPE)
    assert str(caught.value) == OTHER_RULES


def test_without_the_module_an_order_that_was_read_is_refused() -> None:
    written = read("A LON EMBARK ENG", EUROPE, army_fleet=True)
    with pytest.raises(BindingError) as caught:
        bind(written, "ENGLAND", MOVES, Position.of([A_LON, F_ENG]), EUROPE)
    assert str(caught.value) == OTHER_RULES


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A LON - BRE VIA ENG", "A LON - BRE VIA"),
        ("A LON - ENG - MAO - SPA", "A LON - SPA VIA"),
        ("F MAO S A ENG - BRE", "F MAO S F ENG - BRE"),
        ("A NTH - NWY", "F NTH - NWY"),
    ],
)
def test_without_the_module_all_is_as_it_was(text: str, line: str) -> None:
    position = Position.of([A_LON, F_ENG, F_NTH, F_MAO])
    assert write(parse_order(text, "ENGLAND", MOVES, position, EUROPE)) == line


@pytest.mark.parametrize("first", [True, False])
def test_the_same_line_is_read_by_the_rules_of_each_game(first: bool) -> None:
    """What is kept of one game says nothing of another."""
    position, line = Position.of([A_LON, F_ENG, F_NTH, F_MAO]), "F MAO S A ENG - BRE"
    for army_fleet in (first, not first):
        order = parse_order(line, "ENGLAND", MOVES, position, EUROPE, army_fleet)
        assert order == Support(F_MAO, A_ENG if army_fleet else F_ENG, "BRE")


# Any order, any text

SEAS = sorted(code for code, province in EUROPE.provinces.items() if province.kind is ProvinceKind.SEA)
LANDS = sorted(EUROPE.provinces.keys() - set(SEAS))
POWERS = sorted(EUROPE.powers)


@st.composite
def module_orders(draw: st.DrawFn) -> tuple[Order, Stage, Position]:
    """Any order of the module, with a position in which it can be given."""
    power = draw(st.sampled_from(POWERS))
    land, target = draw(st.lists(st.sampled_from(LANDS), min_size=2, max_size=2, unique=True))
    sea, other_sea = draw(st.lists(st.sampled_from(SEAS), min_size=2, max_size=2, unique=True))
    army, fleet, aboard = Unit(power, ARMY, land), Unit(power, FLEET, sea), Unit(power, ARMY, sea)
    helper = Unit(draw(st.sampled_from(POWERS)), FLEET, other_sea)
    moves: list[tuple[Order, list[Unit]]] = [
        (Embark(army, sea), []),
        (Embark(army, sea, (other_sea, target)), []),
        (Land(aboard, sea, target), [aboard]),
        (Land(aboard, other_sea, target), [aboard]),
        (Move(army, target, via=True, sea=sea), []),
        (Convoy(fleet, army, target), []),
        (Support(helper, aboard, target), [aboard]),
        (Support(helper, Unit(helper.power, ARMY, sea), target), []),
        (Move(fleet, other_sea), [aboard]),
    ]
    removals: list[Order] = [Disband(aboard), Disband(fleet, laden=True)]
    if draw(st.booleans()):
        return draw(st.sampled_from(removals)), ADJUSTMENTS, Position.of([army, fleet, helper], aboard=[aboard])
    order, at_sea = draw(st.sampled_from(moves))
    return order, MOVES, Position.of([army, fleet, helper], aboard=at_sea)


def power_of(order: Order) -> str:
    assert isinstance(order, Embark | Land | Move | Convoy | Support | Disband)
    return order.unit.power


@given(module_orders())
def test_every_order_is_written_and_read_again(case: tuple[Order, Stage, Position]) -> None:
    order, stage, position = case
    assert order_of(power_of(order), write(order), stage, position) == order
    assert order_of(power_of(order), write(order).lower(), stage, position) == order


@given(module_orders())
def test_the_doors_words_are_read_again(case: tuple[Order, Stage, Position]) -> None:
    order, stage, position = case
    check_shape(order)
    for line in (" ".join(in_door_words(order, EUROPE)), "\n".join(in_door_words(order, EUROPE))):
        assert order_of(power_of(order), line, stage, position) == order


def test_the_doors_words() -> None:
    lines = [line for place in (1, 2, 5) for line in in_door_words(CANONICAL[place][1], EUROPE)]
    assert lines == [
        "Engl'h army in C: London           EMBARKS ON =: English Channel",
        "                                   DISEMBARKS FROM z: Mid-Atlantic",
        "                                   TO        G: Portugal",
        "Engl'h army in 9: North Sea        DISEMBARKS FROM 9: North Sea",
        "                                   TO        O: Norway",
        "Engl'h army in C: London           ATTACKS   D: Brest",
        "                                   VIA       =: English Channel",
    ]
    assert in_door_words(Disband(F_NTH, laden=True), EUROPE) == ("Engl'h A/F in 9: North Sea         IS DISBANDED",)


MODULE_WORDS = st.sampled_from(
    "embark board boards disembark land lands ff a/f a / f and then on from in via to - , s d r "
    "eng nth nwy lon mao por nwg ion".split()
)
TEXTS = st.one_of(
    st.text(),
    st.lists(MODULE_WORDS, max_size=10).map(" ".join),
    st.lists(st.one_of(MODULE_WORDS, VOCABULARY), max_size=14).map(" ".join),
    st.lists(MODULE_WORDS).map("".join),
)


@given(TEXTS, st.sampled_from(Stage), st.sampled_from(["ENGLAND", "ITALY"]), st.booleans())
def test_any_text_is_an_order_or_is_refused(text: str, stage: Stage, power: str, army_fleet: bool) -> None:
    position = DISLODGED if stage is RETREATS else POSITION
    try:
        order = parse_order(text, power, stage, position, EUROPE, army_fleet)
    except OrderError as error:
        assert str(error).isprintable()
        assert str(error).endswith(".")
    else:
        assert write(order)


@given(st.lists(VOCABULARY, max_size=14).map(" ".join))
def test_what_other_games_read_is_read_alike(text: str) -> None:
    """The module adds words and takes none away."""
    try:
        without = read(text, EUROPE)
    except NotationError:
        return
    try:
        within = read(text, EUROPE, army_fleet=True)
    except NotationError as error:
        assert "A Fast Ferry crosses one sea" in str(error)
    else:
        assert (within.kind, within.unit, within.other) == (without.kind, without.unit, without.other)
        assert (within.target, within.via) == (without.target, without.via)
