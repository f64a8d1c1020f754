"""The players' instructions are true: their examples are played, their tables compared with the map."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from door.rules.block import Turn, read_block
from door.rules.board import Board, ProvinceKind
from door.rules.notation import OrderKind, read, write
from door.rules.options import move_choices
from door.rules.orders import power_of
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.instructions import (
    ARMY_FLEET,
    BOARD,
    EXAMPLES,
    NAMES,
    RESULT,
    TEXT,
    phase_and_position,
    play,
    reported,
    sections,
    told,
    written_orders,
)

ORDERED = [number for number, example in enumerate(EXAMPLES) if example.lines]


@pytest.mark.parametrize("number", ORDERED, ids=[NAMES[number] for number in ORDERED])
def test_examples_are_in_the_words_of_the_reports(number: int) -> None:
    before, orders, _ = play(number)
    assert EXAMPLES[number].lines == tuple(line for order in orders for line in reported(order, before))


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=NAMES)
def test_examples_come_out_as_the_text_says(number: int) -> None:
    assert EXAMPLES[number].claims == told(number)


@pytest.mark.parametrize("number", ORDERED, ids=[NAMES[number] for number in ORDERED])
def test_examples_can_be_pasted_as_orders(number: int) -> None:
    """Section D: a report can be pasted back; of each power its own lines are taken, as the same orders."""
    example = EXAMPLES[number]
    before, orders, _ = play(number)
    phase = phase_and_position(number, written_orders(example))[0]
    for power in {power_of(order) for order in orders}:
        turn = Turn(power, phase, before, BOARD, example.army_fleet)
        own = [order for order in orders if power_of(order) == power]
        pasted = "\n".join(line for order in own for line in reported(order, before))
        answers = read_block(pasted, turn)
        assert [answer.order or answer.error for answer in answers] == own


def test_no_example_is_left_out() -> None:
    blocks = [" ".join(block.split()) for text in sections().values() for block in text.split("\n\n")]
    orders = {" ".join(" ".join(example.lines).split()) for example in EXAMPLES}
    positions = {example.position for example in EXAMPLES}
    for block in blocks:
        if re.match(r"\S+ (army|fleet|A/F) in \S:|\S+ build ", block):
            assert block in orders, "an example without a result, or in other words than the reports'"
        if block.startswith("Position"):
            assert block in positions
        if block.startswith("Result"):
            assert RESULT.fullmatch(block)
    assert {example.rules for example in EXAMPLES} == {"e1901", "standard"}


def test_where_both_rulebooks_are_told_each_point_has_an_example_in_which_they_differ() -> None:
    points = re.split(r"^\d\. ", sections()["K"], flags=re.MULTILINE)[1:]
    assert len(points) == 5
    for point in points:
        results: dict[str, list[str]] = {"": [], "standard": []}
        for block in point.split("\n\n"):
            if result := RESULT.fullmatch(" ".join(block.split())):
                results[result[1] or ""].append(result[2])
        assert len(results[""]) == len(results["standard"]) > 0
        assert results[""] != results["standard"]


def test_the_examples_that_sections_refer_to_are_there() -> None:
    belgium = "German army in I: Belgium          HOLDS\nFrench army in e: Burgundy         ATTACKS   I: Belgium\n"
    text = sections()
    assert belgium in text["F"] and belgium in text["H"]
    tyrolia = [example.claims for example in EXAMPLES if "ATTACKS   Q: Venice" in "".join(example.lines[:1])]
    assert tyrolia[0][0] == "Tyrolia must retreat"
    assert tyrolia[-1][0] == "Tyrolia stays", "under the standard rulebook"


def test_sections_are_lettered_without_a_gap() -> None:
    letters = list(sections())
    assert letters == [chr(ord("A") + number) for number in range(len(letters))]
    assert all(text.partition("\n")[0].strip() for text in sections().values())
    referred = set(re.findall(r"[Ss]ections? ([A-Z])\b", TEXT))
    assert referred <= set(letters)


def tables(board: Board) -> Iterator[set[tuple[str, str]]]:
    """The three tables of keys as they ought to be: centres, other lands, seas."""
    provinces = board.provinces.values()
    yield {(each.key, each.name) for each in provinces if each.centre}
    yield {(each.key, each.name) for each in provinces if not each.centre and each.kind is not ProvinceKind.SEA}
    yield {(each.key, each.name) for each in provinces if each.kind is ProvinceKind.SEA}


def test_the_tables_of_keys_are_those_of_the_map() -> None:
    blocks = [block for block in sections()["B"].split("\n\n") if re.match(r"\S: ", block)]
    shown = [
        {(cell[0], cell[3:].rstrip()) for line in block.split("\n") for cell in re.findall(r".{25}|.+", line)}
        for block in blocks
    ]
    assert shown == list(tables(BOARD))


def test_the_units_at_the_start_are_those_of_the_map() -> None:
    (block,) = (block for block in sections()["B"].split("\n\n") if block.startswith("Austria "))
    for entry in re.split(r"\n(?! )", block):
        title, listed = " ".join(entry.split()).split(" ", 1)
        power = next(power for power in BOARD.powers.values() if power.title == title)
        expected = {
            f"{unit.kind.word} {BOARD.provinces[unit.province].key}: {BOARD.location_title(unit.location)}"
            for unit in BOARD.start.units_of(power.name)
        }
        assert set(listed.split(", ")) == expected
    assert block.count("\n") >= len(BOARD.powers) - 1


def notation(letter: str) -> list[tuple[str, str]]:
    """The lines of notation that a section shows, each with what it says of them; a line goes on in the next one."""
    shown: list[tuple[str, str]] = []
    for line in sections()[letter].split("\n"):
        if found := re.match(r" {3}((?:A|F|A/F) [A-Z]{3} [A-Z-].*?|WAIVE)(?: {2,}(\S.*)|$)", line):
            shown.append((found[1], found[2] or ""))
        elif shown and not shown[-1][1] and (found := re.match(r" {10,}(\S.*)", line)):
            shown[-1] = (shown[-1][0], found[1])
    return shown


def test_the_notation_shown_can_be_read() -> None:
    kinds = {read(line, BOARD).kind for line, _ in notation("D")}
    of_other_rules = {OrderKind.EMBARK, OrderKind.LAND}
    assert kinds == set(OrderKind) - of_other_rules


def test_the_notation_shown_for_the_army_fleet_rules_can_be_read() -> None:
    read_back = [read(line, BOARD, army_fleet=True) for line, _ in notation(ARMY_FLEET)]
    expected = {*OrderKind} - {OrderKind.HOLD, OrderKind.BUILD, OrderKind.WAIVE}
    assert {order.kind for order in read_back} == expected
    assert {order.unit.laden for order in read_back if order.unit is not None} == {True, False}


WORDS_OF = {
    OrderKind.HOLD: "holds",
    OrderKind.MOVE: "attacks|convoy|coast|goes by it",
    OrderKind.SUPPORT: "support",
    OrderKind.CONVOY: "convoys|ferries",
    OrderKind.RETREAT: "retreats",
    OrderKind.DISBAND: "disbanded|removed",
    OrderKind.BUILD: "build",
    OrderKind.WAIVE: "without",
    OrderKind.EMBARK: "aboard|lands",
    OrderKind.LAND: "lands",
}


@pytest.mark.parametrize("letter", ["D", ARMY_FLEET])
def test_the_notation_shown_means_what_is_said_of_it(letter: str) -> None:
    """Each kind of order is told by its words, and a place that is named is one of the order's."""
    names = {province.name: province.code for province in BOARD.provinces.values()} | {"Channel": "ENG"}
    for line, meaning in notation(letter):
        order = read(line, BOARD, army_fleet=letter == ARMY_FLEET)
        assert re.search(WORDS_OF[order.kind], meaning), line
        for name, code in names.items():
            if re.search(rf"\b{name}\b", meaning):
                assert code in line, f"{line}: {meaning}"


def test_the_block_shown_is_taken_whole() -> None:
    """Section D, a pasted letter: each of its orders is taken, and nothing that stands behind or below them."""
    (block,) = (block for block in sections()["D"].split("\n\n") if block.startswith("   FRANCE"))
    turn = Turn("FRANCE", Phase.parse("S1901M"), BOARD.start, BOARD)
    answers = read_block(block, turn)
    assert [write(answer.order) if answer.order else answer.error for answer in answers] == [
        "A PAR - BUR",
        "A MAR S A PAR - BUR",
        "F BRE - MAO",
    ]


def reach(location: str, kind: UnitKind = UnitKind.FLEET) -> set[str]:
    """The territories that a unit there could go to."""
    unit = Unit("FRANCE", kind, location)
    return {province_of(move.target) for move in move_choices(unit, Position.of([unit]), BOARD)}


def test_what_is_said_of_coasts_and_straits() -> None:
    """Section B: the ways of fleets that it names."""
    text = " ".join(sections()["B"].split())
    assert "from R: Rome it reaches j: Tuscany and S: Naples, but not Q: Venice" in text
    assert {"TUS", "NAP"} < reach("ROM") and "VEN" not in reach("ROM") and "VEN" in reach("ROM", UnitKind.ARMY)
    assert "From the north coast of Spain the French fleet reaches f: Gascony and G: Portugal next, but not F:" in text
    assert {"GAS", "POR"} < reach("SPA/NC") and "MAR" not in reach("SPA/NC") and "MAR" in reach("SPA/SC")
    assert "L: Kiel, K: Denmark and 2: Constantinople let fleets through" in text
    for strait, sides in {"KIE": {"HEL", "BAL"}, "DEN": {"NTH", "BAL"}, "CON": {"BLA", "AEG"}}.items():
        assert sides < reach(strait)
    coasts = {province.name for province in BOARD.provinces.values() if province.coasts}
    assert coasts == {"Bulgaria", "Spain", "St Petersburg"}
    assert "Bulgaria, Spain and St Petersburg each have two coasts" in text


def test_the_numbers_are_those_of_the_map() -> None:
    provinces = BOARD.provinces.values()
    seas = sum(province.kind is ProvinceKind.SEA for province in provinces)
    nobodys = len(BOARD.centres) - len(BOARD.start.centres or {})
    text = " ".join(TEXT.split())
    assert f"{len(provinces)} territories: {len(provinces) - seas} lands and {seas} seas" in text
    assert f"to own {BOARD.to_win} of the {len(BOARD.centres)} at the end of a year" in text
    assert f"owns {BOARD.to_win} centres or more" in text
    assert (len(BOARD.centres), nobodys) == (34, 12)
    assert "Thirty-four of the territories" in text and "The other twelve centres belong to nobody" in text
