"""Binding: written orders meet the units that are really there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.rules.binding import BindingError, OrderError, bind, parse_order
from door.rules.canonical import read_canonical
from door.rules.legality import fault
from door.rules.notation import NotationError, read, write
from door.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from door.rules.phase import Stage
from door.rules.position import Dislodged, Position
from door.rules.rulebook import E1901, STANDARD
from door.rules.units import Unit, UnitKind
from tests.rules.test_notation import EUROPE, VOCABULARY

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET

UNITS = {
    "AUSTRIA": ["A BUD", "F TRI", "A VIE"],
    "ENGLAND": ["A LON", "F NTH", "F NWG"],
    "FRANCE": ["A PAR", "F MAO", "A GAS", "F MAR"],
    "GERMANY": ["A MUN", "F BAL"],
    "ITALY": ["A VEN", "F LYO", "F SPA/NC"],
    "RUSSIA": ["F STP/SC", "F BAR", "A SER", "F BOT"],
    "TURKEY": ["F CON", "F BLA"],
}


def made(power: str, text: str) -> Unit:
    letter, _, location = text.partition(" ")
    return Unit(power, UnitKind(letter), location)


MOVES = Position.of(made(power, text) for power, texts in UNITS.items() for text in texts)
"""A position for orders of moves."""
RETREATS = Position.of(
    [made("FRANCE", "A BEL"), made("GERMANY", "A MUN"), made("ENGLAND", "F GRE")],
    [
        Dislodged(made("GERMANY", "A BEL"), ("HOL", "RUH")),
        Dislodged(made("TURKEY", "F GRE"), ("BUL/SC", "AEG")),
    ],
)
"""A position for retreats: in Belgium a German army is dislodged by a French one, in Greece a Turkish fleet."""


def bound(power: str, text: str, position: Position = MOVES, stage: Stage = Stage.MOVES) -> str:
    """The order in canonical form."""
    return write(parse_order(text, power, stage, position, EUROPE))


def refused(power: str, text: str, position: Position = MOVES, stage: Stage = Stage.MOVES) -> str:
    """The sentence that the order is refused with."""
    with pytest.raises(BindingError) as caught:
        parse_order(text, power, stage, position, EUROPE)
    assert str(caught.value).endswith(".")
    assert caught.value.unit == read(text, EUROPE).unit
    return str(caught.value)


# Units


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        ("RUSSIA", "F STP/SC - FIN", "F STP/SC - FIN"),
        ("RUSSIA", "F STP - FIN", "F STP/SC - FIN"),
        ("RUSSIA", "F STP/NC - FIN", "F STP/SC - FIN"),
        ("RUSSIA", "F STP/EC - FIN", "F STP/SC - FIN"),
        ("RUSSIA", "A STP - FIN", "F STP/SC - FIN"),
        ("RUSSIA", "stp - fin", "F STP/SC - FIN"),
        ("RUSSIA", "Turkish A STP - FIN", "F STP/SC - FIN"),
        ("FRANCE", "F PAR H", "A PAR H"),
        ("FRANCE", "A PAR/NC H", "A PAR H"),
        ("AUSTRIA", "A TRI - VIE", "F TRI - VIE"),
        ("AUSTRIA", "A BUD S A SER", "A BUD S A SER"),
        ("AUSTRIA", "A BUD S F SER", "A BUD S A SER"),
        ("AUSTRIA", "A BUD S SER", "A BUD S A SER"),
        ("AUSTRIA", "A BUD S Italian A SER", "A BUD S A SER"),
        ("RUSSIA", "F BAR S A STP - NWY", "F BAR S F STP/SC - NWY"),
        ("RUSSIA", "F BAR S F STP/NC", "F BAR S F STP/SC"),
        ("ENGLAND", "F NTH C LON - NWY", "F NTH C A LON - NWY"),
        ("ENGLAND", "F NTH C A LON - NWY", "F NTH C A LON - NWY"),
        ("ENGLAND", "F NTH C French A LON - NWY", "F NTH C A LON - NWY"),
    ],
)
def test_a_unit_is_found_by_its_province(power: str, text: str, order: str) -> None:
    """DATC 4.B.5 and 4.C: where one unit alone can be meant, a wrong or missing word does no harm."""
    assert bound(power, text) == order


@pytest.mark.parametrize(
    ("power", "text", "sentence"),
    [
        ("FRANCE", "A MUN - BUR", "There is no French unit in Munich: the army there is German."),
        ("FRANCE", "A BUR - MUN", "There is no French unit in Burgundy: no unit stands there."),
        ("AUSTRIA", "A VEN - TYR", "There is no Austrian unit in Venice: the army there is Italian."),
        ("AUSTRIA", "F CON H", "There is no Austrian unit in Constantinople: the fleet there is Turkish."),
        ("AUSTRIA", "A BUD S A RUM", "There is no unit in Rumania to support: name a unit on the map."),
        ("ENGLAND", "F NTH C A EDI - NWY", "There is no unit in Edinburgh to convoy: name a unit on the map."),
    ],
)
def test_a_unit_that_is_not_there_is_refused(power: str, text: str, sentence: str) -> None:
    assert refused(power, text) == sentence


def test_a_power_that_is_not_on_the_board_is_named_as_it_is() -> None:
    position = Position.of([made("SPARTA", "A GRE")])
    assert refused("FRANCE", "A GRE H", position) == "There is no French unit in Greece: the army there is Sparta."


# Targets


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        # For an army a coast means nothing (DATC 4.B.6).
        ("FRANCE", "A GAS - SPA/NC", "A GAS - SPA"),
        ("FRANCE", "A GAS - SPA(SC)", "A GAS - SPA"),
        ("FRANCE", "A GAS - SPA/EC", "A GAS - SPA"),
        ("ENGLAND", "A LON - STP/NC VIA", "A LON - STP VIA"),
        # Several coasts can be reached: none is guessed (DATC 4.B.1).
        ("FRANCE", "F MAO - SPA", "F MAO - SPA"),
        ("TURKEY", "F CON - BUL", "F CON - BUL"),
        # One alone can be reached (DATC 4.B.2).
        ("ITALY", "F LYO - SPA", "F LYO - SPA/SC"),
        ("FRANCE", "F MAR - SPA", "F MAR - SPA/SC"),
        ("TURKEY", "F BLA - BUL", "F BLA - BUL/EC"),
        ("RUSSIA", "F BOT - STP", "F BOT - STP/SC"),
        ("RUSSIA", "F BAR - STP", "F BAR - STP/NC"),
        # A named coast stays as it was named, also out of reach (DATC 4.B.3).
        ("FRANCE", "F MAO - SPA/SC", "F MAO - SPA/SC"),
        ("ITALY", "F LYO - SPA/NC", "F LYO - SPA/NC"),
        ("TURKEY", "F BLA - BUL/SC", "F BLA - BUL/SC"),
        # Nothing can be reached at all.
        ("ENGLAND", "F NTH - SPA", "F NTH - SPA"),
        ("ENGLAND", "F NTH - MUN", "F NTH - MUN"),
        # Where there are no two coasts the word means nothing.
        ("ENGLAND", "F NTH - EDI/NC", "F NTH - EDI"),
        ("ENGLAND", "F NTH - NWG/SC", "F NTH - NWG"),
        # Supports keep a named coast of a fleet.
        ("ITALY", "F LYO S F MAO - SPA/NC", "F LYO S F MAO - SPA/NC"),
        ("ITALY", "F LYO S F MAO - SPA", "F LYO S F MAO - SPA"),
        ("ITALY", "F LYO S A GAS - SPA/NC", "F LYO S A GAS - SPA"),
        ("ITALY", "F LYO S F MAO - GAS/NC", "F LYO S F MAO - GAS"),
        ("FRANCE", "F MAO S F SPA/SC", "F MAO S F SPA/NC"),
        ("ENGLAND", "F NTH C A LON - STP/NC", "F NTH C A LON - STP"),
        # Old programs want every sea named.
        ("ENGLAND", "A LON-NTH-NWY", "A LON - NWY VIA"),
        ("FRANCE", "A PAR - PAR", "A PAR - PAR"),
    ],
)
def test_coasts_of_targets(power: str, text: str, order: str) -> None:
    assert bound(power, text) == order


@pytest.mark.parametrize("text", ["F MAO - SPA/EC", "F MAR S F MAO - SPA/WC"])
def test_a_coast_that_the_province_does_not_have_is_refused(text: str) -> None:
    assert "Spain has no coast" in refused("FRANCE", text)
    assert "write SPA/NC or SPA/SC" in refused("FRANCE", text)


def test_a_fleet_written_as_such_is_never_convoyed() -> None:
    assert refused("ENGLAND", "F NTH C F LON - NWY").startswith("A fleet cannot be convoyed")


@pytest.mark.parametrize(
    ("power", "text"),
    [
        ("RUSSIA", "F STP/SC S F STP/SC - NWY"),
        ("AUSTRIA", "A BUD S A BUD"),
        ("AUSTRIA", "A BUD S A SER - SER"),  # DATC 6.A.5: no support to hold is made of it
        ("AUSTRIA", "A TRI - VIE"),
        ("FRANCE", "A PAR - PAR"),
        ("FRANCE", "F MAO - SPA"),
        ("ITALY", "F LYO - SPA/NC"),
        ("FRANCE", "A PAR C A GAS - LON"),
        ("RUSSIA", "F BAR C STP - NWY"),
        ("FRANCE", "A PAR - ENG"),
    ],
)
def test_what_can_never_be_carried_out_is_left_to_legality(power: str, text: str) -> None:
    order = parse_order(text, power, Stage.MOVES, MOVES, EUROPE)
    for rulebook in (E1901, STANDARD):
        assert fault(order, MOVES, EUROPE, rulebook) is not None


# Retreats


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        ("GERMANY", "A BEL R HOL", "A BEL R HOL"),
        ("GERMANY", "A BEL - HOL", "A BEL R HOL"),
        ("GERMANY", "bel ruh", "A BEL R RUH"),
        ("GERMANY", "bel hol", None),
        ("GERMANY", "bel retreats to hol", "A BEL R HOL"),
        ("GERMANY", "A BEL D", "A BEL D"),
        ("GERMANY", "remove bel", "A BEL D"),
        ("GERMANY", "A BEL - SPA/NC", "A BEL R SPA"),
        ("TURKEY", "F GRE R BUL", "F GRE R BUL/SC"),
        ("TURKEY", "F GRE - BUL/EC", "F GRE R BUL/EC"),
        ("TURKEY", "A GRE d", "F GRE D"),
    ],
)
def test_in_a_retreat_turn_the_dislodged_unit_is_meant(power: str, text: str, order: str | None) -> None:
    if order is None:
        with pytest.raises(NotationError):
            bound(power, text, RETREATS, Stage.RETREATS)
    else:
        assert bound(power, text, RETREATS, Stage.RETREATS) == order


@pytest.mark.parametrize(
    ("power", "text", "sentence"),
    [
        ("FRANCE", "A BEL - HOL", "There is no French unit in Belgium: the army there is German."),
        ("GERMANY", "A MUN - BOH", "The army in Munich was not dislodged"),
        ("GERMANY", "A HOL - BEL", "There is no German unit in Holland: no unit stands there."),
        ("GERMANY", "A BEL - HOL VIA", "A retreat does not go by convoy"),
        ("GERMANY", "A BEL R", "It is not said where the army in Belgium goes: write A BEL R and a place, or A BEL D"),
        ("GERMANY", "R A BEL", "It is not said where the army in Belgium goes"),
        ("GERMANY", "A BEL H", "This is a hold, which is not ordered in this turn"),
        ("GERMANY", "A BEL S A MUN", "This is a support, which is not ordered in this turn"),
        ("GERMANY", "A BEL B", "This is a build, which is not ordered in this turn"),
        ("GERMANY", "WAIVE", "This is a waived build, which is not ordered in this turn"),
    ],
)
def test_retreats_that_are_refused(power: str, text: str, sentence: str) -> None:
    assert refused(power, text, RETREATS, Stage.RETREATS).startswith(sentence)


@pytest.mark.parametrize("text", ["A PAR R BUR", "A PAR D", "A PAR B", "WAIVE"])
def test_a_turn_of_moves_takes_moves_alone(text: str) -> None:
    assert "now units hold, move, support and convoy" in refused("FRANCE", text)


# Winter


@pytest.mark.parametrize(
    ("power", "text", "order"),
    [
        ("FRANCE", "A PAR B", "A PAR B"),
        ("FRANCE", "b par", "A PAR B"),
        ("FRANCE", "B A BRE", "A BRE B"),
        ("FRANCE", "B F BRE/NC", "F BRE B"),
        ("RUSSIA", "b a stp/nc", "A STP B"),
        ("RUSSIA", "b f stp/nc", "F STP/NC B"),
        ("RUSSIA", "b f stp", "F STP B"),
        ("RUSSIA", "b f mos", "F MOS B"),
        ("FRANCE", "B A MUN", "A MUN B"),
        ("RUSSIA", "d f stp/nc", "F STP/SC D"),
        ("RUSSIA", "d f stp", "F STP/SC D"),
        ("RUSSIA", "remove stp", "F STP/SC D"),
        ("RUSSIA", "r f stp", "F STP/SC D"),
        ("RUSSIA", "F STP R", "F STP/SC D"),
        ("RUSSIA", "destroy A SER", "A SER D"),
        ("FRANCE", "waive", "WAIVE"),
    ],
)
def test_builds_and_removals(power: str, text: str, order: str) -> None:
    assert bound(power, text, MOVES, Stage.ADJUSTMENTS) == order


@pytest.mark.parametrize(
    ("power", "text", "sentence"),
    [
        ("FRANCE", "b bre", "It is not said what to build in Brest: write A BRE B for an army or F BRE B for a fleet."),
        ("RUSSIA", "b stp", "It is not said what to build in St Petersburg"),
        ("RUSSIA", "b f stp/wc", "St Petersburg has no coast WC: write STP/NC or STP/SC."),
        ("FRANCE", "remove mun", "There is no French unit in Munich: the army there is German."),
        ("FRANCE", "A PAR - BUR", "This is a move, which is not ordered in this turn"),
        ("FRANCE", "A PAR R BUR", "This is a retreat, which is not ordered in this turn"),
    ],
)
def test_adjustments_that_are_refused(power: str, text: str, sentence: str) -> None:
    assert refused(power, text, MOVES, Stage.ADJUSTMENTS).startswith(sentence)


def test_a_waived_build_is_the_powers_own() -> None:
    assert parse_order("Germany waives", "FRANCE", Stage.ADJUSTMENTS, MOVES, EUROPE) == Waive("FRANCE")


# Round trips

LOCATIONS = [
    (kind, location)
    for code, province in EUROPE.provinces.items()
    for kind in UnitKind
    for location in (code, *province.coasts)
    if EUROPE.can_stand(kind, location)
]
"""Every place where a unit can stand, with its kind."""
PROVINCES = sorted(EUROPE.provinces)
POWERS = st.sampled_from(sorted(EUROPE.powers))


@st.composite
def orders(draw: st.DrawFn) -> tuple[Order, Stage, Position]:
    """Any order that binding can give, with a position that has its units among others."""
    unit, other, *more = draw(units())
    stage = draw(st.sampled_from(Stage))
    if stage is Stage.MOVES:
        return draw(move_orders(unit, other)), stage, Position.of([unit, other, *more])
    if stage is Stage.RETREATS:
        attacker = Unit(other.power, other.kind, unit.location)
        retreats = st.builds(Retreat, st.just(unit), targets(unit))
        order: Order = draw(st.one_of(st.just(Disband(unit)), retreats))
        return order, stage, Position.of([attacker, other, *more], [Dislodged(unit, ())])
    adjustments: list[Order] = [Build(unit), Disband(unit), Waive(unit.power)]
    order = draw(st.sampled_from(adjustments))
    return order, stage, Position.of([other, *more] if isinstance(order, Build) else [unit, other, *more])


@st.composite
def units(draw: st.DrawFn) -> list[Unit]:
    places = draw(
        st.lists(st.sampled_from(LOCATIONS), min_size=2, max_size=6, unique_by=lambda place: place[1].partition("/")[0])
    )
    return [Unit(draw(POWERS), kind, location) for kind, location in places]


@st.composite
def move_orders(draw: st.DrawFn, unit: Unit, other: Unit) -> Order:
    target = draw(targets(other))
    return draw(
        st.one_of(
            st.just(Hold(unit)),
            st.builds(Move, st.just(unit), targets(unit), st.booleans()),
            st.sampled_from([Support(unit, other), Support(unit, unit), Support(unit, other, target)]),
            st.just(
                Convoy(unit, replace(other, kind=ARMY), target.partition("/")[0]) if other.kind is ARMY else Hold(unit)
            ),
        )
    )


@st.composite
def targets(draw: st.DrawFn, unit: Unit) -> str:
    """Any target that binding can give: armies go to provinces; fleets to a coast where only one can be reached."""
    code = draw(st.sampled_from(PROVINCES))
    if unit.kind is ARMY:
        return code
    coasts = EUROPE.provinces[code].coasts
    landings = EUROPE.landings(FLEET, unit.location, code)
    return draw(st.sampled_from(coasts if coasts and len(landings) == 1 else (code, *coasts)))


@given(orders())
def test_what_is_written_is_read_again(case: tuple[Order, Stage, Position]) -> None:
    order, stage, position = case
    power = order.power if isinstance(order, Waive) else order.unit.power
    for line in (write(order), write(order).lower(), write(order).replace(" - ", "-")):
        assert parse_order(line, power, stage, position, EUROPE) == order


@given(orders())
def test_a_canonical_line_means_the_same_in_small_letters(case: tuple[Order, Stage, Position]) -> None:
    """Canonical lines are read by a short cut; small letters take the long way."""
    line = write(case[0])
    assert read_canonical(line.lower(), EUROPE) is None
    assert read(line.lower(), EUROPE) == read(line, EUROPE)
    assert read_canonical(line, EUROPE) == (None if isinstance(case[0], Waive) else read(line, EUROPE))


@given(st.lists(VOCABULARY, max_size=8).map(" ".join), st.sampled_from(Stage), POWERS)
def test_any_text_is_bound_or_refused(text: str, stage: Stage, power: str) -> None:
    try:
        order = parse_order(text, power, stage, RETREATS if stage is Stage.RETREATS else MOVES, EUROPE)
    except OrderError as error:
        assert str(error).endswith(".")
    else:
        assert (order.power if isinstance(order, Waive) else order.unit.power) == power


@given(orders(), st.sampled_from(Stage))
def test_any_order_is_bound_or_refused_in_any_turn(case: tuple[Order, Stage, Position], stage: Stage) -> None:
    order, _, position = case
    written = read(write(order), EUROPE)
    try:
        bind(written, "FRANCE", stage, position, EUROPE)
    except BindingError as error:
        assert error.unit == written.unit
