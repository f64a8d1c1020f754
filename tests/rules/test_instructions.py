"""The players' instructions are true: their examples are played, their tables compared with the map.

In ``EMPINST.DAT`` a line ``#F Support`` begins a section. An example is a block of order lines in the door's own
words, followed by a block ``Result:`` with one clause for each order. Retreats are played on from the example
before them. The section of the Army/Fleet rules is played by these, with an army aboard wherever its lines have one at
sea.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from door.rules.adjudicate import Adjudication, adjudicate
from door.rules.binding import bind
from door.rules.board import Board, ProvinceKind
from door.rules.notation import OrderKind, Written, read
from door.rules.orders import Build, Convoy, Disband, Embark, Hold, Land, Move, Order, Retreat, Support, Waive
from door.rules.phase import Phase, Stage
from door.rules.position import Position
from door.rules.rulebook import rulebook_named
from door.rules.units import Unit, UnitKind
from door.rules.words import LADEN, in_door_words
from door.store.shipped import load_board

TEXT = (Path(__file__).parents[2] / "EMPINST.DAT").read_text("ascii")
BOARD = load_board()

ARMY_FLEET = "L"
"""The section of the Army/Fleet rules."""

ORDER_LINE = re.compile(r"[A-Z][a-z']{5} (army|fleet|A/F) in ")
RESULT = re.compile(r"Result(?: \((\w+)\))?: (.*)\.")


@dataclass(frozen=True)
class Example:
    """The order lines of an example, and what the text says comes out."""

    section: str
    lines: tuple[str, ...]
    rules: str
    claims: tuple[str, ...]

    @property
    def army_fleet(self) -> bool:
        """Whether the Army/Fleet rules are played."""
        return self.section == ARMY_FLEET


def sections() -> dict[str, str]:
    """The text of each section by its letter, the title in its first line."""
    parts = re.split(r"^#(?=[A-Z] )", TEXT, flags=re.MULTILINE)
    return {part[0]: part[2:] for part in parts[1:]}


def examples() -> Iterator[Example]:
    """Every example, in the order of the text."""
    for letter, text in sections().items():
        blocks = text.split("\n\n")
        for block, after in zip(blocks, [*blocks[1:], ""], strict=True):
            if ORDER_LINE.match(block):
                result = RESULT.fullmatch(" ".join(after.split()))
                assert result, f"Section {letter}: no result follows\n{block}"
                claims = tuple(result[2].split("; "))
                yield Example(letter, tuple(block.split("\n")), result[1] or "e1901", claims)


EXAMPLES = list(examples())
NAMES = [f"{example.section}{number}" for number, example in enumerate(EXAMPLES)]


def written_orders(example: Example) -> list[Written]:
    """Read the example's orders; a line that begins with blanks goes on with the one before it."""
    orders = re.split(r"\n(?! )", "\n".join(example.lines))
    return [read(" ".join(order.split()), BOARD, example.army_fleet) for order in orders]


def is_aboard(unit: Unit) -> bool:
    return unit.kind is UnitKind.ARMY and BOARD.provinces[unit.province].kind is ProvinceKind.SEA


def position_of(written: list[Written], stage: Stage) -> Position:
    """The units that the example names; in Winter just as many centres as make its orders due."""
    units = []
    for order in written:
        unit = order.unit
        assert unit is not None and unit.kind is not None and unit.power is not None
        units.append(Unit(unit.power, unit.kind, unit.location))
    if stage is Stage.MOVES:
        return Position.of(
            (unit for unit in units if not is_aboard(unit)), aboard=(unit for unit in units if is_aboard(unit))
        )
    if written[0].kind is OrderKind.BUILD:
        return Position.of([], centres={unit.province: unit.power for unit in units})
    return Position.of(units, centres={})


def play(number: int) -> tuple[Position, list[Order], Adjudication]:
    """Adjudicate an example; give also the position before it and its orders."""
    example = EXAMPLES[number]
    written = written_orders(example)
    kinds = {order.kind for order in written}
    if OrderKind.RETREAT in kinds:
        before = play(number - 1)[2].position
        phase = Phase.parse("S1901R")
    else:
        phase = Phase.parse("W1901A" if kinds <= {OrderKind.BUILD, OrderKind.DISBAND} else "S1901M")
        before = position_of(written, phase.stage)
    powers = [order.unit.power for order in written if order.unit is not None and order.unit.power is not None]
    orders = [
        bind(order, power, phase.stage, before, BOARD, example.army_fleet)
        for order, power in zip(written, powers, strict=True)
    ]
    rulebook = rulebook_named(example.rules, example.army_fleet)
    return before, orders, adjudicate(phase, before, orders, BOARD, rulebook)


def tell(order: Order, done: Adjudication) -> str:
    """Say what became of an order, as the instructions do."""
    assert not isinstance(order, Waive)
    unit, after = order.unit, done.position
    name = BOARD.provinces[unit.province].name
    words = next(result.words for result in done.results if result.order == order)
    stands = after.units.get(unit.province) == unit
    if unit.province in after.dislodged and after.dislodged[unit.province].unit == unit:
        return f"{name} must retreat"
    if told := tell_of_passenger(order, after):
        return told
    match order:
        case Move(_, target) if after.units.get(target) == replace(unit, location=target):
            return f"{name} takes {BOARD.location_title(target)}"
        case Hold() | Move() if stands:
            return f"{name} stays"
        case Support():
            return f"{name}'s support is broken" if "cut" in words else f"{name} helps"
        case Convoy():
            return f"{name}'s convoy is broken" if "disrupted" in words else f"{name} carries"
        case Retreat(_, target) if after.units.get(target) == replace(unit, location=target):
            return f"{name} goes to {BOARD.location_title(target)}"
        case Build() if stands:
            return f"{name} has a new {unit.kind.word}"
        case Retreat() | Disband() if not stands:
            return f"{name} is disbanded"
        case _:
            return f"{name}: {words}"


def tell_of_passenger(order: Order, after: Position) -> str | None:
    """Say where an army is that embarked, landed, or went by ferry and came aboard; None of any other order."""
    if isinstance(order, Move) and order.sea is not None and after.aboard.get(order.sea) == order.unit.at(order.sea):
        return f"{BOARD.provinces[order.unit.province].name} stays aboard"
    if not isinstance(order, Embark | Land):
        return None
    name = BOARD.provinces[order.unit.province].name
    target = order.target if isinstance(order, Land) else order.landing and order.landing[1]
    lands = target is not None and after.units.get(target) == order.unit.at(target)
    ashore = f"lands in {BOARD.provinces[target].name}" if target is not None and lands else ""
    aboard = [army.power for army in after.aboard.values()]
    assert aboard.count(order.unit.power) == (0 if lands else 1)
    if isinstance(order, Land):
        return f"{name}'s army {ashore or 'stays aboard'}"
    return f"{name} goes aboard and {ashore}" if lands else f"{name} goes aboard"


def reported(order: Order, before: Position) -> tuple[str, ...]:
    """The lines of the report: a fleet with an army aboard is an A/F."""
    fleet = not isinstance(order, Waive) and order.unit.kind is UnitKind.FLEET
    laden = fleet and order.unit.province in before.aboard  # type: ignore[union-attr]
    return in_door_words(order, BOARD, LADEN if laden else None)


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=NAMES)
def test_examples_are_in_the_words_of_the_reports(number: int) -> None:
    before, orders, _ = play(number)
    assert EXAMPLES[number].lines == tuple(line for order in orders for line in reported(order, before))


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=NAMES)
def test_examples_come_out_as_the_text_says(number: int) -> None:
    _, orders, done = play(number)
    assert EXAMPLES[number].claims == tuple(tell(order, done) for order in orders)


def test_the_examples_that_sections_refer_to_are_there() -> None:
    belgium = "German army in I: Belgium          HOLDS\nFrench army in e: Burgundy         ATTACKS   I: Belgium\n"
    text = sections()
    assert belgium in text["F"] and belgium in text["H"]
    tyrolia = [example.claims for example in EXAMPLES if example.lines[0].startswith("Aust'n army in k: Tyrolia")]
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


def test_the_notation_shown_can_be_read() -> None:
    lines = re.findall(r"^ {3}([AF] [A-Z]{3} \S.*?|WAIVE) {2,}\S", sections()["D"], re.MULTILINE)
    kinds = {read(line, BOARD).kind for line in lines}
    of_other_rules = {OrderKind.EMBARK, OrderKind.LAND}
    assert kinds == set(OrderKind) - of_other_rules


def test_the_notation_shown_for_the_army_fleet_rules_can_be_read() -> None:
    lines = re.findall(r"^ {3}((?:A|F|A/F) [A-Z]{3} [A-Z-].*?)(?: {2,}\S|$)", sections()[ARMY_FLEET], re.MULTILINE)
    read_back = [read(line, BOARD, army_fleet=True) for line in lines]
    expected = {*OrderKind} - {OrderKind.HOLD, OrderKind.BUILD, OrderKind.WAIVE}
    assert {order.kind for order in read_back} == expected
    assert {order.unit.laden for order in read_back if order.unit is not None} == {True, False}
