"""The report of a closed phase, in the door's words.

Owns the wording and order of its lines, of at most 79 columns: title, orders with what became of them, units
that must retreat, centres that changed hands, powers that are out, the winner. The first line is the title.
An order that did what it says has no note under it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from door.rules.adjudicate import Adjudication
from door.rules.board import Board, ProvinceKind
from door.rules.orders import Disband, Order, Waive, power_of
from door.rules.phase import Phase
from door.rules.position import Dislodged, Position
from door.rules.results import Result, Wording
from door.rules.units import UnitKind, province_of
from door.rules.words import LADEN, in_door_words, territory, unit_words

WIDTH = 79
_NOTE = "    > "
_SOLID = "\N{NO-BREAK SPACE}"
_MUST_GO = "must retreat or disband"
_OUT = "{} has neither units nor centres left and is out of the game."
_UNITS = "army|fleet|A/F|build"


@dataclass(frozen=True, slots=True)
class Closing:
    """All that a report tells of: the phase, what was there before it, and what became of it.

    ``void`` holds the stored orders that no longer fitted the position, with reasons.
    """

    phase: Phase
    before: Position
    done: Adjudication
    void: Mapping[str, str]
    board: Board


@dataclass(frozen=True, slots=True)
class OrderTold:
    """An order in a report, as printed: its lines, and the lines below that say why it was not carried out."""

    lines: tuple[str, ...]
    note: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether the unit did what it was told."""
        return not self.note


@dataclass(frozen=True, slots=True)
class PartTold:
    """What a report says of one power: its orders, its units that had to retreat, and whether it is out of the game."""

    orders: tuple[OrderTold, ...]
    beaten: tuple[tuple[str, ...], ...]
    out: bool


def part_of(power: str, report: Iterable[str], board: Board) -> PartTold:
    """Take out of a report, as ``report_lines`` made it, what concerns the power."""
    entry = board.powers[power]
    orders: list[OrderTold] = []
    beaten: list[tuple[str, ...]] = []
    mine = re.compile(rf"{re.escape(entry.short)} ({_UNITS}) ")
    out = False
    for first, *further in _paragraphs(report):
        out = out or first == _OUT.format(entry.title)
        if not mine.match(first):
            continue
        if _MUST_GO in first:
            beaten.append((first, *further))
            continue
        at = next((at for at, line in enumerate(further) if line.startswith(_NOTE)), len(further))
        orders.append(OrderTold((first, *further[:at]), tuple(further[at:])))
    return PartTold(tuple(orders), tuple(beaten), out)


def _paragraphs(report: Iterable[str]) -> Iterator[list[str]]:
    """Each line that begins at the margin, with those below it that do not."""
    found: list[str] = []
    for line in report:
        if found and not line.startswith(" "):
            yield found
            found = []
        if line.strip():
            found.append(line)
    if found:
        yield found


def report_lines(closing: Closing) -> list[str]:
    """Give the report, title first."""
    lines = [closing.phase.title]
    sections = (_orders, _voids, _dislodged, _centres, _eliminated, _ending)
    for section in sections:
        part = list(section(closing))
        lines += ["", *part] if part else []
    return lines


def _orders(closing: Closing) -> Iterator[str]:
    board = closing.board
    results = sorted(closing.done.results, key=lambda result: _rank(result.order, board))
    previous = None
    for result in results:
        power = power_of(result.order)
        if previous not in (None, power):
            yield ""
        previous = power
        yield from in_door_words(result.order, board, _kind(result.order, closing.before))
        yield from _note(result, board)
    if not results:
        yield "Nothing was ordered."


def _kind(order: Order, before: Position) -> str | None:
    """The word for the ordered unit, where it is a fleet with an army aboard that is not removed by itself."""
    if isinstance(order, Waive) or order.unit.kind is UnitKind.ARMY:
        return None
    entry = before.dislodged.get(order.unit.province)
    if entry is None:
        laden = order.unit.province in before.aboard and not isinstance(order, Disband)
    else:
        laden = entry.aboard is not None
    return LADEN if laden else None


def _rank(order: Order, board: Board) -> tuple[int, str, bool]:
    """By power and place; of an A/F the army first, whose landing may be what lets the fleet go into port."""
    powers = list(board.powers)
    if isinstance(order, Waive):
        return powers.index(order.power), "", False
    unit = order.unit
    aboard = unit.kind is UnitKind.ARMY and _is_sea(unit.location, board)
    return powers.index(unit.power), board.location_title(unit.location), not aboard


def _note(result: Result, board: Board) -> Iterator[str]:
    reason = result.reason(_wording(board))
    if reason is not None:
        words = ", ".join(word.upper() for word in result.words)
        yield from _wrapped(f"{words}. {reason}", _NOTE)


def _wording(board: Board) -> Wording:
    return Wording(
        move=lambda move: "the " + unit_words(move.unit, board),
        unit=lambda unit: "the " + unit_words(unit, board),
        place=lambda location: territory(location, board),
    )


def _voids(closing: Closing) -> Iterator[str]:
    for text, reason in closing.void.items():
        yield from _wrapped(f"{text}: VOID. {reason}", "")


def _dislodged(closing: Closing) -> Iterator[str]:
    board, position = closing.board, closing.done.position
    for power in board.powers:
        for entry in position.dislodged_of(power):
            # Blanks that do not break keep a territory's key and name on one line.
            places = ", ".join(_refuge(entry, place, board).replace(" ", _SOLID) for place in entry.choices)
            unit = unit_words(entry.unit, board, LADEN if entry.aboard else None)
            told = f"{unit} {_MUST_GO}. It may go to {places}.{_army_lost(entry, board)}"
            yield from (line.replace(_SOLID, " ") for line in _wrapped(told, ""))


def _refuge(entry: Dislodged, place: str, board: Board) -> str:
    """Where a unit may retreat to; an army at sea is with a fleet."""
    boards = entry.unit.kind is UnitKind.ARMY and _is_sea(place, board)
    return f"{territory(place, board)} (aboard the fleet)" if boards else territory(place, board)


def _army_lost(entry: Dislodged, board: Board) -> str:
    if entry.aboard is None or all(_is_sea(place, board) for place in entry.choices):
        return ""
    return " In port the army aboard is disbanded."


def _is_sea(place: str, board: Board) -> bool:
    return board.provinces[province_of(place)].kind is ProvinceKind.SEA


def _centres(closing: Closing) -> Iterator[str]:
    board = closing.board
    before, after = closing.before.centres or {}, closing.done.position.centres or {}
    for code in sorted(after, key=lambda code: board.provinces[code].name):
        old, new = before.get(code), after[code]
        if old == new:
            continue
        whence = "" if old is None else f" from {board.powers[old].title}"
        yield f"{territory(code, board)} passes{whence} to {board.powers[new].title}."


def _eliminated(closing: Closing) -> Iterator[str]:
    for power, entry in closing.board.powers.items():
        if _lives(power, closing.before) and not _lives(power, closing.done.position):
            yield _OUT.format(entry.title)


def _lives(power: str, position: Position) -> bool:
    return bool(position.units_of(power) or position.dislodged_of(power) or position.centres_of(power))


def _ending(closing: Closing) -> Iterator[str]:
    done, board = closing.done, closing.board
    if done.winner is not None:
        yield f"{board.powers[done.winner].title} has won with {len(done.position.centres_of(done.winner))} centres."
    elif done.phase is not None:
        yield f"Next: {done.phase.title}."


def _wrapped(text: str, lead: str) -> list[str]:
    rest = " " * max(len(lead), 4)
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=rest, break_on_hyphens=False)
