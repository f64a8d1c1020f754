"""Entering and withdrawing orders.

Owns what may be stored for the open phase: at most one order a unit, in canonical notation, each of which
can be read again. Everything happens under the game's lock on a record read afresh, because a caller may
have thought about an order for hours: the event may have closed the phase, or another of the caller's lines
entered something, in between. What is returned was read back from disk after saving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from door.judge.games import GameView, changing
from door.judge.refusal import Refused
from door.judge.winter import enter_adjustment
from door.rules.binding import OrderError, parse_order
from door.rules.entry import entry_fault, withdrawal_fault
from door.rules.notation import write
from door.rules.orders import Order, Waive, same_unit
from door.rules.phase import Phase, Stage
from door.store import games as files
from door.store.home import Home
from door.store.journalindex import closed_turns, read_index, read_turn
from door.store.records import OrdersRecord

Change = Callable[[GameView, str, list[Order]], list[Order]]
"""From the game, the power and its orders so far to its orders now; may refuse."""


@dataclass(frozen=True, slots=True)
class StoredSet:
    """What a power has stored for the open phase: its orders, since when, and whether it has said that it is ready."""

    orders: tuple[Order, ...] = ()
    saved: datetime | None = None
    ready: bool = False


NOTHING_STORED = StoredSet()


def submit(home: Home, game: str, caller: str, phase: Phase, order: Order, now: datetime) -> list[Order]:
    """Store the order in place of its unit's former one, and give all that is stored for the power, as read back.

    Refused, with nothing changed, if the phase is no longer open, the caller has no seat, or the order can never be
    carried out: by itself or, under the Army/Fleet rules, beside the power's other orders.
    """
    return submit_text(home, game, caller, phase, write(order), now)


def submit_text(home: Home, game: str, caller: str, phase: Phase, text: str, now: datetime) -> list[Order]:
    """Do as ``submit`` for an order that was typed; what cannot be read or bound is Refused with the reason."""

    def enter(seen: GameView, power: str, orders: list[Order]) -> list[Order]:
        try:
            order = parse_order(text, power, phase.stage, seen.position, seen.board, seen.rulebook.army_fleet)
        except OrderError as error:
            raise Refused(str(error)) from None
        return with_order(seen, power, orders, order)

    return _change(home, game, caller, phase, enter, now)


def withdraw(home: Home, game: str, caller: str, phase: Phase, order: Order, now: datetime) -> list[Order]:
    """Take back what is stored for the unit of the order (of waived builds: one), and give what is left.

    Taking back what was never entered changes nothing. Refused also if another stored order would be void without it,
    as only the Army/Fleet rules know it.
    """

    def take_back(seen: GameView, power: str, orders: list[Order]) -> list[Order]:
        return without_order(seen, orders, order)

    return _change(home, game, caller, phase, take_back, now)


def with_order(seen: GameView, power: str, orders: list[Order], order: Order) -> list[Order]:
    """Give the power's orders with this one in place of its unit's former one; Refused if it can never be done."""
    stage = _stage(seen)
    reason = entry_fault(order, orders, stage, seen.position, seen.board, seen.rulebook)
    if reason is not None:
        raise Refused(reason)
    if stage is Stage.ADJUSTMENTS:
        return enter_adjustment(order, power, orders, seen)
    return [*_without(orders, order), order]


def without_order(seen: GameView, orders: list[Order], order: Order) -> list[Order]:
    """Give the orders without that of the order's unit, or one waived build fewer; Refused if others would be void."""
    reason = withdrawal_fault(order, orders, _stage(seen), seen.position, seen.board, seen.rulebook)
    if reason is not None:
        raise Refused(reason)
    if not isinstance(order, Waive):
        return _without(orders, order)
    left = list(orders)
    if order in left:
        left.remove(order)
    return left


def repeat_last(home: Home, game: str, caller: str, phase: Phase, now: datetime) -> list[Order]:
    """Store again what the power ordered in the last turn of moves, and give all that is stored for it.

    Only units without an order get one, and only what can be ordered as things stand: Refused if that is nothing.
    """

    def repeat(seen: GameView, power: str, orders: list[Order]) -> list[Order]:
        texts = _last_texts(home, seen, power)
        repeated = list(orders)
        for order in bind_all(texts, power, seen)[0]:
            fresh = not any(same_unit(other, order) for other in repeated)
            if fresh and not entry_fault(order, repeated, phase.stage, seen.position, seen.board, seen.rulebook):
                repeated.append(order)
        if repeated == orders:
            raise Refused("No order of your last turn of moves fits a unit that has none now.")
        return repeated

    return _change(home, game, caller, phase, repeat, now)


def _last_texts(home: Home, seen: GameView, power: str) -> list[str]:
    """What the power ordered in the last turn of moves that is closed."""
    game = seen.record.name
    for entry in reversed(closed_turns(read_index(home, game))):
        if Phase.parse(entry.name).stage is Stage.MOVES:
            return read_turn(home, game, entry).orders.get(power, [])
    return []


def say_ready(home: Home, game: str, caller: str, phase: Phase, ready: bool, now: datetime) -> list[Order]:
    """Put down whether the power's orders are its last word for the open phase; what changes them takes that back."""
    with changing(home, game) as seen:
        power = _power(seen, caller)
        _check_open(seen, phase)
        stored = _stored(home, seen, power)
        if stored is None:
            stored = OrdersRecord(phase=str(phase), power=power, orders=[], saved=now)
        kept = files.save_orders(home, game, replace(stored, ready=ready))
        return bind_all(kept.orders, power, seen)[0]


def entered(home: Home, seen: GameView, power: str) -> list[Order]:
    """Give the power's orders for the open phase, as stored; those that no longer fit the position are left out."""
    return list(stored_set(home, seen, power).orders)


def stored_set(home: Home, seen: GameView, power: str) -> StoredSet:
    """Give what the power has stored for the open phase; orders that no longer fit the position are left out."""
    stored = _stored(home, seen, power)
    if stored is None:
        return NOTHING_STORED
    return StoredSet(tuple(bind_all(stored.orders, power, seen)[0]), stored.saved, stored.ready)


def stored_texts(home: Home, seen: GameView, power: str) -> list[str]:
    """Give what is stored for the power in the open phase, as text."""
    stored = _stored(home, seen, power)
    return [] if stored is None else stored.orders


def _stored(home: Home, seen: GameView, power: str) -> OrdersRecord | None:
    record = seen.record
    return files.load_orders(home, record.name, power, record.phase, record.turn)


def bind_all(texts: Iterable[str], power: str, seen: GameView) -> tuple[list[Order], dict[str, str]]:
    """Read stored orders: those that fit the position, and a sentence for each text that does not."""
    stage = _stage(seen)
    orders: list[Order] = []
    faults: dict[str, str] = {}
    for text in texts:
        try:
            orders.append(parse_order(text, power, stage, seen.position, seen.board, seen.rulebook.army_fleet))
        except OrderError as error:
            faults[text] = str(error)
    return orders, faults


def _stage(seen: GameView) -> Stage:
    return Stage.MOVES if seen.phase is None else seen.phase.stage


def _change(home: Home, game: str, caller: str, phase: Phase, change: Change, now: datetime) -> list[Order]:
    """Change the caller's orders under the game's lock, save them, and read them back from disk."""
    with changing(home, game) as seen:
        power = _power(seen, caller)
        _check_open(seen, phase)
        orders = change(seen, power, entered(home, seen, power))
        record = OrdersRecord(phase=str(phase), power=power, orders=[write(order) for order in orders], saved=now)
        stored = files.save_orders(home, game, record)
        return bind_all(stored.orders, power, seen)[0]


def _power(seen: GameView, caller: str) -> str:
    power = seen.power_of(caller)
    if power is None:
        raise Refused(f"You play no power in {seen.record.title}: take a seat first.")
    return power


def _check_open(seen: GameView, phase: Phase) -> None:
    if seen.phase is None:
        raise Refused("The game is over. Your order was not entered.")
    if seen.phase != phase:
        raise Refused(f"The turn has passed: it is now {seen.phase.title}. Your order was not entered.")
    if seen.record.status != "running":
        raise Refused(f"The game has not started: it {seen.waits_for}. Your order was not entered.")


def _without(orders: list[Order], order: Order) -> list[Order]:
    return [other for other in orders if not same_unit(other, order)]
