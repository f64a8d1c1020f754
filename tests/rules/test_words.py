"""The door's own words: the look of the original's lines, their widths, and that they can be read again."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from door.rules.phase import Stage
from door.rules.position import Position
from door.rules.units import Unit, UnitKind
from door.rules.words import VERB_COLUMN, in_door_words, territory, unit_words
from tests.rules.test_binding import LOCATIONS, PROVINCES, orders
from tests.rules.test_notation import EUROPE, TABLE

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET
COLUMNS = 79
BELGIUM = Unit("GERMANY", ARMY, "BEL")
BURGUNDY = Unit("FRANCE", ARMY, "BUR")
PICARDY = Unit("FRANCE", ARMY, "PIC")


@pytest.mark.parametrize(
    ("order", "lines"),
    [
        # The two sets of orders that section H prints.
        (Hold(BELGIUM), ["German army in I: Belgium          HOLDS"]),
        (Move(BURGUNDY, "BEL"), ["French army in e: Burgundy         ATTACKS   I: Belgium"]),
        (
            Support(PICARDY, BURGUNDY, "BEL"),
            [
                "French army in d: Picardy          SUPPORTS  French army in e: Burgundy",
                "                                   ATTACKING I: Belgium",
            ],
        ),
        (Move(Unit("AUSTRIA", ARMY, "TYR"), "VEN"), ["Aust'n army in k: Tyrolia          ATTACKS   Q: Venice"]),
        (Hold(Unit("ITALY", ARMY, "VEN")), ["Ital'n army in Q: Venice           HOLDS"]),
        (Move(Unit("ITALY", ARMY, "PIE"), "TYR"), ["Ital'n army in i: Piedmont         ATTACKS   k: Tyrolia"]),
        # The rest in their manner.
        (
            Move(Unit("ENGLAND", ARMY, "LON"), "BEL", via=True),
            ["Engl'h army in C: London           ATTACKS   I: Belgium BY CONVOY"],
        ),
        (Move(Unit("ITALY", FLEET, "MAO"), "SPA/SC"), ["Ital'n fleet in z: Mid-Atlantic    ATTACKS   H: Spain sc"]),
        (
            Support(PICARDY, BURGUNDY),
            [
                "French army in d: Picardy          SUPPORTS  French army in e: Burgundy",
                "                                   HOLDING",
            ],
        ),
        (
            Convoy(Unit("ENGLAND", FLEET, "NTH"), Unit("ENGLAND", ARMY, "LON"), "BEL"),
            [
                "Engl'h fleet in 9: North Sea       CONVOYS   Engl'h army in C: London",
                "                                   TO        I: Belgium",
            ],
        ),
        (Retreat(BELGIUM, "HOL"), ["German army in I: Belgium          RETREATS  J: Holland"]),
        (Disband(BELGIUM), ["German army in I: Belgium          IS DISBANDED"]),
        (Build(Unit("RUSSIA", FLEET, "STP/SC")), ["Russ'n fleet in 5: St Petersb'g sc IS BUILT"]),
        (Waive("TURKEY"), ["Turk'h build                       IS WAIVED"]),
    ],
)
def test_orders_in_the_doors_words(order: Order, lines: list[str]) -> None:
    assert list(in_door_words(order, EUROPE)) == lines


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("BEL", "I: Belgium"),
        ("SPA", "H: Spain"),
        ("SPA/SC", "H: Spain sc"),
        ("BUL/EC", "Z: Bulgaria ec"),
        ("STP", "5: St Petersburg"),
        ("STP/NC", "5: St Petersb'g nc"),
        ("MAO", "z: Mid-Atlantic"),
        ("NAO", "w: North Atlantic"),
        ("WES", "/: Western Medit'n"),
        ("EAS", "%: Eastern Medit'n"),
        ("CON", "2: Constantinople"),
    ],
)
def test_a_territory_has_its_key_and_at_most_fifteen_characters(location: str, words: str) -> None:
    assert territory(location, EUROPE) == words


def test_no_two_places_look_alike() -> None:
    shown = [territory(location, EUROPE) for _, location in {(None, location) for _, location in LOCATIONS}]
    assert len(set(shown)) == len(shown)
    assert max(map(len, shown)) <= len("x: ") + 15


def test_a_power_that_is_not_on_the_board_is_cut_to_six_characters() -> None:
    assert unit_words(Unit("LILLIPUT", ARMY, "BEL"), EUROPE) == "Lillip army in I: Belgium"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Bosnia Herzegovina", "I: Bosnia Herzeg'a"),
        ("Northumberland Westmoreland", "I: Nor'd Westmor'd"),
        ("Isle of the Far Away Winds", "I: Isle of the Far"),
    ],
)
def test_long_names_of_other_maps_are_cut_to_fit(name: str, words: str) -> None:
    board = Board.from_table(
        {**TABLE, "provinces": {**TABLE["provinces"], "BEL": {**TABLE["provinces"]["BEL"], "name": name}}}
    )
    assert territory("BEL", board) == words


def check_shape(order: Order) -> None:
    lines = in_door_words(order, EUROPE)
    assert lines
    for line in lines:
        assert len(line) <= COLUMNS
        assert line == line.rstrip()
        assert line[VERB_COLUMN - 2] == " "
        assert line[VERB_COLUMN - 1].isupper()
    assert all(line[: VERB_COLUMN - 1].isspace() for line in lines[1:])


def test_every_unit_and_target_of_the_map_keeps_the_columns() -> None:
    england = [Unit("ENGLAND", kind, location) for kind, location in LOCATIONS]
    for unit in england:
        check_shape(Hold(unit))
        check_shape(Disband(unit))
        check_shape(Build(unit))
    for unit, (_, target) in product(england, LOCATIONS):
        check_shape(Move(unit, target, via=True))
        check_shape(Retreat(unit, target))
    longest = max(england, key=lambda unit: len(unit_words(unit, EUROPE)))
    for unit, target in product(england, PROVINCES):
        check_shape(Support(longest, unit, target))
        check_shape(Convoy(unit, longest, target))
    for power in EUROPE.powers:
        check_shape(Waive(power))


@given(orders())
def test_the_doors_words_are_read_again(case: tuple[Order, Stage, Position]) -> None:
    """What a report prints may be typed in."""
    order, stage, position = case
    check_shape(order)
    power = order.power if isinstance(order, Waive) else order.unit.power
    for line in (" ".join(in_door_words(order, EUROPE)), "\n".join(in_door_words(order, EUROPE))):
        assert parse_order(line, power, stage, position, EUROPE) == order
