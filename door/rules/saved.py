"""A phase of a saved game adjudicated: one JSON object in, the same object with results and what comes next out.

Orders are texts, understood as freely as on screen. One that cannot be understood, or is for a unit that is not
there or not of that power, is void with a reason; the others stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from door.rules.adjudicate import adjudicate
from door.rules.binding import parse_order
from door.rules.board import Board
from door.rules.legality import fault
from door.rules.notation import read
from door.rules.orders import Order, Waive
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.position import Dislodged, Position
from door.rules.results import Result, Void
from door.rules.rulebook import RULEBOOKS, Rulebook
from door.rules.state import StateError, read_state, write_state
from door.rules.written import OrderError, WrittenUnit


@dataclass(frozen=True, slots=True)
class Entry:
    """One order text as it was given: the unit as ordered (the key of its result), and the order or why it is void."""

    key: str
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
        nowhere = Position({})
        entries = [Entry(_key_of(text, nowhere, board), None, "The game is over.") for _, text in texts]
        return {**saved, **_report(entries, ()), "next": {"name": COMPLETED, "state": saved.get("state")}}
    phase = _phase(saved.get("name"))
    position = read_state(saved.get("state"), board, phase.stage)
    entries = [_enter(text, power, phase.stage, position, board) for power, text in texts]
    standing = _standing(entries, phase.stage, position, board, book)
    outcome = adjudicate(phase, position, standing, board, book)
    following = COMPLETED if outcome.phase is None else str(outcome.phase)
    return {
        **saved,
        **_report(entries, outcome.results),
        "next": {"name": following, "state": write_state(outcome.position)},
    }


def _rulebook(saved: Mapping[str, Any], rulebook: Rulebook) -> Rulebook:
    if saved.get("army_fleet"):
        raise StateError("The Army/Fleet rules are not there yet; leave army_fleet out.")
    name = saved.get("rules", rulebook.name)
    if not isinstance(name, str) or name not in RULEBOOKS:
        raise StateError(f"{name!r} is no rulebook; there are {' and '.join(RULEBOOKS)}.")
    return RULEBOOKS[name]


def _phase(name: object) -> Phase:
    if not isinstance(name, str):
        raise StateError("A phase must have a name such as S1901M.")
    try:
        return Phase.parse(name)
    except ValueError as error:
        raise StateError(str(error)) from None


def _order_texts(orders: object) -> list[tuple[str, str]]:
    if not isinstance(orders, Mapping):
        raise StateError("orders must be an object: a list of order texts by power.")
    found = []
    for power, texts in orders.items():
        if texts is not None and not (isinstance(texts, list) and all(isinstance(text, str) for text in texts)):
            raise StateError(f"orders of {power!r} must be a list of texts.")
        found += [(str(power).upper(), text) for text in texts or ()]
    return found


def _enter(text: str, power: str, stage: Stage, position: Position, board: Board) -> Entry:
    key = _key_of(text, position, board)
    try:
        return Entry(key, parse_order(text, power, stage, position, board))
    except OrderError as error:
        return Entry(key, None, str(error))


def _key_of(text: str, position: Position, board: Board) -> str:
    """The unit as ordered; ``WAIVE`` where there is none, and the text itself where none can be read."""
    try:
        written = read(text, board).unit
    except OrderError as error:
        return " ".join(text.split()) if error.unit is None else _key(error.unit, position)
    return "WAIVE" if written is None else _key(written, position)


def _key(written: WrittenUnit, position: Position) -> str:
    """The unit as written; its letter, when left out, that of the unit there."""
    province = written.place.province
    there = position.dislodged.get(province) or position.units.get(province)
    unit = there.unit if isinstance(there, Dislodged) else there
    return written.text(unit.kind if unit else None) or str(written.place)


def _standing(
    entries: Iterable[Entry], stage: Stage, position: Position, board: Board, rulebook: Rulebook
) -> list[Order]:
    """Of several orders for one unit the last that is possible stands; in Winter the first ones count."""
    orders = [entry.order for entry in entries if entry.order is not None]
    if stage is Stage.ADJUSTMENTS:
        return orders
    chosen: dict[str, Order] = {}
    for order in orders:
        if isinstance(order, Waive):
            continue
        province = order.unit.province
        if province not in chosen or fault(order, position, board, rulebook) is None:
            chosen[province] = order
    return list(chosen.values())


def _report(entries: Iterable[Entry], results: Iterable[Result]) -> dict[str, dict[str, Any]]:
    """Word the results; where two orders share a key, the one that stands speaks."""
    left = [result for result in results if result.given]
    words: dict[str, list[str]] = {}
    reasons: dict[str, str | None] = {}
    spoken = set[str]()
    for entry in entries:
        result = _take(entry, left)
        if entry.key in spoken or (result is None and entry.key in words):
            continue
        if result is None:
            words[entry.key], reasons[entry.key] = [Void.word], entry.reason or "Another order for the unit stands."
        else:
            words[entry.key], reasons[entry.key] = result.words, result.reason()
            spoken.add(entry.key)
    return {"results": words, "reasons": {key: reason for key, reason in reasons.items() if reason is not None}}


def _take(entry: Entry, left: list[Result]) -> Result | None:
    """Take the result of the entry's order out of what is left; None when the order did not stand."""
    for index, result in enumerate(left):
        if result.order == entry.order:
            return left.pop(index)
    return None
