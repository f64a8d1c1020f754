"""A phase of a saved game adjudicated: one JSON object in, the same object with results and what comes next out.

Orders are texts, understood as freely as on screen. One that cannot be understood, or is for a unit that is not
there or not of that power, is void with a reason; the others stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from door.rules.adjudicate import adjudicate
from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.entry import entry_fault
from door.rules.notation import read
from door.rules.orders import Disband, Order, Waive, same_unit
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.position import Dislodged, Position
from door.rules.results import Disbanded, Mark, Result, Void
from door.rules.rulebook import RULEBOOKS, Rulebook, rulebook_named
from door.rules.state import StateError, read_state, write_state
from door.rules.units import Unit, UnitKind
from door.rules.written import OrderError, OrderKind, WrittenUnit


class Entry(NamedTuple):
    """One order text as it was given: the key of its result, and the order or why it is void.

    The key is the unit as ordered; ``about`` the power that ordered and the province of that unit.
    """

    key: str
    about: tuple[str, str | None]
    order: Order | None
    reason: str | None = None


def adjudicate_saved(saved: object, board: Board, rulebook: Rulebook) -> dict[str, Any]:
    """Adjudicate a saved phase.

    Gives a copy of the phase with ``results`` (words for each order, by the unit as ordered), ``reasons`` (a
    sentence for each order that did not do what it said) and ``next`` (``name`` and ``state``). The fields
    ``rules`` and ``army_fleet`` of the phase override the rulebook passed in. Raises StateError with a sentence
    for what is no phase.
    """
    if not isinstance(saved, Mapping):
        raise StateError("A phase must be an object with name, state and orders.")
    book = _rulebook(saved, rulebook)
    texts = _order_texts(saved.get("orders") or {})
    if saved.get("name") == COMPLETED:
        ordered = [(power, *_unit_ordered(text, Position({}), board, book.army_fleet)) for power, text in texts]
        entries = [Entry(key, (power, province), None, "The game is over.") for power, key, province in ordered]
        return {**saved, **_report(entries, ()), "next": {"name": COMPLETED, "state": saved.get("state")}}
    phase = _phase(saved.get("name"))
    position = read_state(saved.get("state"), board, phase.stage, book.army_fleet)
    enter = partial(_enter, stage=phase.stage, position=position, board=board, army_fleet=book.army_fleet)
    entries = [enter(text, power) for power, text in texts]
    standing = _standing(entries, phase.stage, position, board, book)
    outcome = adjudicate(phase, position, standing, board, book)
    following = COMPLETED if outcome.phase is None else str(outcome.phase)
    return {
        **saved,
        **_report(entries, outcome.results),
        "next": {"name": following, "state": write_state(outcome.position)},
    }


def _rulebook(saved: Mapping[str, Any], rulebook: Rulebook) -> Rulebook:
    army_fleet = saved.get("army_fleet", rulebook.army_fleet)
    if not isinstance(army_fleet, bool):
        raise StateError("army_fleet must be true or false.")
    name = saved.get("rules", rulebook.name)
    if not isinstance(name, str) or name not in RULEBOOKS:
        raise StateError(f"{name!r} is no rulebook; there are {' and '.join(RULEBOOKS)}.")
    return rulebook_named(name, army_fleet)


def _phase(name: object) -> Phase:
    if not isinstance(name, str):
        raise StateError("A phase must have a name such as S1901M.")
    try:
        return Phase.parse(name)
    except ValueError as error:
        raise StateError(str(error)) from None


def _order_texts(orders: object) -> list[tuple[str, str]]:
    """Give the power and the text of each order; blank lines are none."""
    if not isinstance(orders, Mapping):
        raise StateError("orders must be an object: a list of order texts by power.")
    found = []
    for power, texts in orders.items():
        if texts is not None and not (isinstance(texts, list) and all(isinstance(text, str) for text in texts)):
            raise StateError(f"orders of {power!r} must be a list of texts.")
        found += [(str(power).upper(), text) for text in texts or () if text.strip()]
    return found


def _enter(text: str, power: str, stage: Stage, position: Position, board: Board, army_fleet: bool) -> Entry:
    key, province = _unit_as_written(text, board, army_fleet) or _unit_ordered(text, position, board, army_fleet)
    try:
        return Entry(key, (power, province), parse_order(text, power, stage, position, board, army_fleet))
    except OrderError as error:
        return Entry(key, (power, province), None, str(error))


@lru_cache(maxsize=8192)
def _unit_as_written(text: str, board: Board, army_fleet: bool) -> tuple[str, str] | None:
    """The key and the province, where the order can be read and says both."""
    try:
        written = read(text, board, army_fleet)
    except OrderError:
        return None
    unit = written.unit
    if unit is None:
        return None
    key = _landing_army(unit) if written.kind is OrderKind.LAND else unit.text()
    return (key, unit.place.province) if key else None


def _landing_army(written: WrittenUnit) -> str:
    """The unit that lands is the army, even where the fleet or nothing but its sea was written."""
    return f"{UnitKind.ARMY.value} {written.place}"


def _unit_ordered(text: str, position: Position, board: Board, army_fleet: bool) -> tuple[str, str | None]:
    """The key and the province: ``WAIVE`` where the order names no unit, the text itself where none can be read."""
    try:
        written = read(text, board, army_fleet).unit
    except OrderError as error:
        written = error.unit
        if written is None:
            return " ".join(text.split()), None
    return ("WAIVE", None) if written is None else (_key(written, position), written.place.province)


def _key(written: WrittenUnit, position: Position) -> str:
    """The unit as written; its letter, when left out, that of the unit there."""
    province = written.place.province
    there = position.dislodged.get(province) or position.units.get(province)
    unit = there.unit if isinstance(there, Dislodged) else there
    return written.text(unit.kind if unit else None) or str(written.place)


def _standing(
    entries: Sequence[Entry], stage: Stage, position: Position, board: Board, rulebook: Rulebook
) -> list[Order]:
    """Of several orders for one unit the last that is possible stands; in Winter the first ones count."""
    orders = [entry.order for entry in entries if entry.order is not None]
    if stage is Stage.ADJUSTMENTS:
        return orders
    if len({entry.about for entry in entries if entry.order is not None}) == len(orders):
        return orders
    chosen: dict[Unit, Order] = {}
    for order in orders:
        if isinstance(order, Waive):
            continue
        other_half = (other for other in orders if _halves(order, other))
        if order.unit not in chosen or entry_fault(order, other_half, stage, position, board, rulebook) is None:
            chosen[order.unit] = order
    return list(chosen.values())


def _halves(order: Order, other: Order) -> bool:
    """Whether the orders are for the two halves of an A/F."""
    if isinstance(order, Waive) or isinstance(other, Waive):
        return False
    return order.unit.province == other.unit.province and not same_unit(order, other)


def _report(entries: Iterable[Entry], results: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """Word the results; where two orders share a key, the one that stands speaks."""
    left = {id(result.order): result for result in results if result.given}
    lost = {_about(result.order) for result in results if not result.given and isinstance(result.order, Disband)}
    marks: dict[str, tuple[Mark, ...]] = {}
    spoken = set[str]()
    for entry in entries:
        result = left.pop(id(entry.order), None)
        if result is not None and entry.key not in spoken:
            marks[entry.key] = result.marks
            spoken.add(entry.key)
        elif result is None:
            gone = (Disbanded("Its unit was disbanded."),) if entry.about in lost else ()
            marks.setdefault(entry.key, (Void(entry.reason or "Another order for the unit stands."), *gone))
    return {
        "results": {key: [mark.word for mark in found] for key, found in marks.items()},
        "reasons": {key: " ".join(mark.sentence() for mark in found) for key, found in marks.items() if found},
    }


def _about(order: Disband) -> tuple[str, str]:
    return order.unit.power, order.unit.province
