"""The examples of the players' instructions, read and played.

In ``EMPINST.DAT`` a line ``#F Support`` begins a section. An example is a block of order lines in the door's own
words, or a block ``Position, Winter: ...`` in which nobody orders anything, or both. A block ``Result: ...``
follows it, and perhaps another ``Result (standard): ...``, with one clause for each order. Retreats are played on from
the example before them. The section of the Army/Fleet rules is played by these, with an army aboard wherever its lines
have one at sea.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from door.rules.adjudicate import Adjudication, adjudicate
from door.rules.binding import bind
from door.rules.board import ProvinceKind
from door.rules.notation import OrderKind, Written, read
from door.rules.orders import Build, Convoy, Disband, Embark, Hold, Land, Move, Order, Retreat, Support, Waive
from door.rules.phase import Phase, Stage
from door.rules.position import Position
from door.rules.rulebook import rulebook_named
from door.rules.units import Unit, UnitKind, province_of
from door.rules.words import LADEN, in_door_words
from door.store.shipped import load_board

TEXT = (Path(__file__).parents[2] / "EMPINST.DAT").read_text("ascii")
BOARD = load_board()

ARMY_FLEET = "L"
"""The section of the Army/Fleet rules."""

ORDER_LINE = re.compile(r"[A-Z][a-z']{5} (?:(?:army|fleet|A/F) in|build) ")
RESULT = re.compile(r"Result(?: \((\w+)\))?: (.*)\.")
POSITION = re.compile(r"Position, (Spring|end of Fall|Winter): (.*)\.")
PHASES = {"Spring": "S1901M", "end of Fall": "F1901M", "Winter": "W1901A"}


@dataclass(frozen=True)
class Example:
    """The order lines of an example, and what the text says comes out."""

    section: str
    lines: tuple[str, ...]
    rules: str
    claims: tuple[str, ...]
    position: str = ""

    @property
    def army_fleet(self) -> bool:
        """Whether the Army/Fleet rules are played."""
        return self.section == ARMY_FLEET

    @property
    def of_retreats(self) -> bool:
        """Whether it goes on from the one before."""
        return any(" RETREATS " in line for line in self.lines)

    @property
    def of_moves(self) -> bool:
        """Whether it is one of moves, in a position that its lines show."""
        return not self.position and not any(re.search(r" (RETREATS|IS) ", line) for line in self.lines)


def sections() -> dict[str, str]:
    """The text of each section by its letter, the title in its first line."""
    parts = re.split(r"^#(?=[A-Z] )", TEXT, flags=re.MULTILINE)
    return {part[0]: part[2:] for part in parts[1:]}


def examples() -> Iterator[Example]:
    """Every example, in the order of the text."""
    for letter, text in sections().items():
        lines: tuple[str, ...] = ()
        position = ""
        for block in text.rstrip().split("\n\n"):
            words = " ".join(block.split())
            if result := RESULT.fullmatch(words):
                assert lines or position, f"Section {letter}: a result of nothing\n{block}"
                yield Example(letter, lines, result[1] or "e1901", tuple(result[2].split("; ")), position)
                continue
            if ORDER_LINE.match(block):
                position = position if not lines else ""
                lines = tuple(block.split("\n"))
            else:
                lines = ()
                position = words if POSITION.fullmatch(words) else ""


EXAMPLES = list(examples())
NAMES = [f"{example.section}{number}" for number, example in enumerate(EXAMPLES)]


def written_orders(example: Example) -> list[Written]:
    """Read the example's orders; a line that begins with blanks goes on with the one before it."""
    orders = re.split(r"\n(?! )", "\n".join(example.lines))
    return [read(" ".join(order.split()), BOARD, example.army_fleet) for order in orders if order]


def is_aboard(unit: Unit) -> bool:
    return unit.kind is UnitKind.ARMY and BOARD.provinces[unit.province].kind is ProvinceKind.SEA


def position_of(written: list[Written], stage: Stage, aboard: list[Unit]) -> Position:
    """The units that the example names, and those aboard; in Winter just as many centres as make its orders due."""
    units = list(aboard)
    for order in written:
        if order.kind is OrderKind.WAIVE:
            continue
        unit = order.unit
        assert unit is not None and unit.kind is not None and unit.power is not None
        units.append(Unit(unit.power, unit.kind, unit.location))
    if stage is Stage.MOVES:
        return with_armies_aboard(units)
    if written[0].kind is OrderKind.BUILD:
        homes = {unit.province: unit.power for unit in units}
        for order in written:
            if order.kind is OrderKind.WAIVE:
                own = (code for code in BOARD.centres if BOARD.provinces[code].home == order.power)
                homes[next(code for code in own if code not in homes)] = order.power or ""
        return Position.of([], centres=homes)
    return Position.of(units, centres={})


def with_armies_aboard(units: list[Unit], centres: dict[str, str] | None = None) -> Position:
    ashore = (unit for unit in units if not is_aboard(unit))
    return Position.of(ashore, aboard=(unit for unit in units if is_aboard(unit)), centres=centres)


def described(text: str) -> tuple[Phase, Position]:
    """The position that a block ``Position, Winter: ...`` describes."""
    found = POSITION.fullmatch(text)
    assert found
    units: list[Unit] = []
    centres: dict[str, str] = {}
    titles = {power.title: power.name for power in BOARD.powers.values()}
    keys = {f"{province.key}: {province.name}": province.code for province in BOARD.provinces.values()}
    for clause in found[2].split("; "):
        title, verb, listed = clause.split(" ", 2)
        for item in listed.split(", "):
            if verb == "owns":
                centres[keys[item]] = titles[title]
                continue
            assert verb == "has", clause
            kind, place = item.split(" ", 1)
            units.append(Unit(titles[title], UnitKind[kind.upper()], keys[place]))
    return Phase.parse(PHASES[found[1]]), with_armies_aboard(units, centres)


def phase_and_position(number: int, written: list[Written]) -> tuple[Phase, Position]:
    """Where an example begins."""
    example = EXAMPLES[number]
    aboard: list[Unit] = []
    if example.position:
        phase, position = described(example.position)
        if not written:
            return phase, position
        aboard = list(position.aboard.values())
    kinds = {order.kind for order in written}
    if OrderKind.RETREAT in kinds:
        former = (other for other in reversed(range(number)) if not EXAMPLES[other].of_retreats)
        beaten = next(other for other in former if EXAMPLES[other].rules == example.rules)
        return Phase.parse("S1901R"), play(beaten)[2].position
    winter = {OrderKind.BUILD, OrderKind.DISBAND, OrderKind.WAIVE}
    phase = Phase.parse("W1901A" if kinds <= winter else "S1901M")
    return phase, position_of(written, phase.stage, aboard)


def play(number: int) -> tuple[Position, list[Order], Adjudication]:
    """Adjudicate an example; give also the position before it and its orders."""
    example = EXAMPLES[number]
    written = written_orders(example)
    phase, before = phase_and_position(number, written)
    powers = [order.power or (order.unit.power if order.unit else None) for order in written]
    orders = [
        bind(order, power or "", phase.stage, before, BOARD, example.army_fleet)
        for order, power in zip(written, powers, strict=True)
    ]
    rulebook = rulebook_named(example.rules, example.army_fleet)
    return before, orders, adjudicate(phase, before, orders, BOARD, rulebook)


def told(number: int) -> tuple[str, ...]:
    """What came out of an example, as the instructions say it."""
    before, orders, done = play(number)
    if orders:
        return tuple(tell(order, done, before) for order in orders)
    if "Winter" in EXAMPLES[number].position:
        return tuple(tell(result.order, done, before) for result in done.results)
    owners = done.position.centres or {}
    return tuple(
        f"{BOARD.provinces[code].name} {'stays with' if owners[code] == owner else 'goes to'} "
        f"{BOARD.powers[owners[code]].title}"
        for code, owner in (before.centres or {}).items()
    )


def tell(order: Order, done: Adjudication, before: Position) -> str:
    """Say what became of an order, as the instructions do."""
    words = next(result.words for result in done.results if result.order == order)
    if isinstance(order, Waive):
        assert not words
        return "one build is waived"
    unit, after = order.unit, done.position
    entry = after.dislodged.get(unit.province)
    if entry is not None and entry.unit == unit:
        return f"{BOARD.provinces[unit.province].name} must retreat"
    return tell_of_passenger(order, after, before) or tell_of_deed(order, words, done)


def tell_of_deed(order: Order, words: list[str], done: Adjudication) -> str:
    """Say how far a unit came with its order that need not retreat; ``words`` are the marks of its result."""
    assert not isinstance(order, Waive)
    unit, after = order.unit, done.position
    name = BOARD.provinces[unit.province].name
    stands = after.units.get(unit.province) == unit
    match order:
        case Move(_, target) if not words:
            assert after.units.get(province_of(target)) == replace(unit, location=target)
            return f"{name} takes {BOARD.location_title(target)}"
        case Hold() | Move() if stands:
            return f"{name} stays"
        case Support():
            return (
                f"{name}'s support {'is broken' if 'cut' in words else 'does not count'}" if words else f"{name} helps"
            )
        case Convoy(_, army, _):
            return f"{name}'s convoy is broken" if "disrupted" in words else f"{name} {tell_of_convoy(army, done)}"
        case Retreat(_, target) if not words:
            assert after.units.get(province_of(target)) == replace(unit, location=target)
            return f"{name} goes to {BOARD.location_title(target)}"
        case Build() if stands:
            return f"{name} has a new {unit.kind.word}"
        case Retreat() | Disband() if not stands:
            return f"{name} is disbanded"
        case _:
            return f"{name}: {words}"


def tell_of_convoy(army: Unit, done: Adjudication) -> str:
    """Say whether a fleet's convoy was wanted: its army was ordered to go by it."""
    moves = (result.order for result in done.results if isinstance(result.order, Move))
    move = next(move for move in moves if move.unit == army)
    return "carries" if move.via or move.sea else "waits"


def tell_of_passenger(order: Order, after: Position, before: Position) -> str | None:
    """Say where an army is that is about ships: embarked, landed, ferried, saved or removed; None of others."""
    assert not isinstance(order, Waive)
    unit, name = order.unit, BOARD.provinces[order.unit.province].name
    if isinstance(order, Disband) and is_aboard(unit):
        assert unit.province in before.aboard and unit.province not in after.aboard
        return f"{name}'s army is disbanded"
    if isinstance(order, Move) and order.sea is not None and after.aboard.get(order.sea) == unit.at(order.sea):
        return f"{name} stays aboard"
    if isinstance(order, Retreat):
        return tell_of_retreat(order, after, before)
    if not isinstance(order, Embark | Land):
        return None
    target = order.target if isinstance(order, Land) else order.landing and order.landing[1]
    lands = target is not None and after.units.get(target) == unit.at(target)
    ashore = f"lands in {BOARD.provinces[target].name}" if target is not None and lands else ""
    aboard = [army.power for army in after.aboard.values()]
    assert aboard.count(unit.power) == (0 if lands else 1)
    if isinstance(order, Land):
        return f"{name}'s army {ashore or 'stays aboard'}"
    return f"{name} goes aboard and {ashore}" if lands else f"{name} goes aboard"


def tell_of_retreat(order: Retreat, after: Position, before: Position) -> str | None:
    """Say what a retreat has to do with ships; None if nothing."""
    unit, name = order.unit, BOARD.provinces[order.unit.province].name
    if unit.kind is UnitKind.ARMY and after.aboard.get(order.target) == unit.at(order.target):
        return f"{name} goes aboard"
    if before.dislodged[unit.province].aboard is not None and after.units.get(order.target) == unit.at(order.target):
        lost = "" if order.target in after.aboard else " and its army is lost"
        return f"{name} goes to {BOARD.location_title(order.target)}{lost}"
    return None


def reported(order: Order, before: Position) -> tuple[str, ...]:
    """The lines of the report: a fleet with an army aboard is an A/F."""
    fleet = not isinstance(order, Waive) and order.unit.kind is UnitKind.FLEET
    beaten = {code for code, entry in before.dislodged.items() if entry.aboard is not None}
    laden = fleet and order.unit.province in {*before.aboard, *beaten}  # type: ignore[union-attr]
    return in_door_words(order, BOARD, LADEN if laden else None)
