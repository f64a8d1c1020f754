"""A caller's call while a game is open on it.

What it owns: the game as last read, the caller's orders as stored, and the watch on the game's file. At every key the
file is looked at (one `stat`); when another process has changed it, the game is read anew, and when its turn has
passed, whatever screen was open ends with `TurnPassed`. So no screen goes on in a turn that is over, and none has to
think of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from door.judge import games, submit, votes
from door.judge.due import adjustments_left, units_to_order, without_order
from door.judge.games import GameView
from door.judge.submit import NOTHING_STORED, StoredSet
from door.rules.options import adjustment_due
from door.rules.orders import Hold, Order, Waive, same_unit
from door.rules.phase import Stage
from door.rules.units import Unit
from door.screens.frame import FAULTS
from door.screens.session import Session
from door.store.games import game_folder
from door.store.home import Home
from door.term.canvas import Canvas
from door.term.caps import Caps
from door.term.keys import Key

T = TypeVar("T")


class TurnPassed(Exception):
    """The turn that a screen was about is over, or the caller's seat is gone; the text says so in one sentence."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies before a caller in a game: the game, the caller's power, and what that power has stored."""

    seen: GameView
    power: str | None
    stored: StoredSet = NOTHING_STORED
    trial: bool = False
    """Whether orders are only tried, and nothing is stored."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The power's orders, as stored."""
        return self.stored.orders

    @property
    def title(self) -> str:
        """The game's title."""
        return self.seen.record.title

    @property
    def stage(self) -> Stage | None:
        """What is entered in the open turn; None when nothing is: the game is over or has not begun."""
        running = self.seen.record.status == "running"
        return self.seen.phase.stage if running and self.seen.phase is not None else None

    @property
    def power_title(self) -> str:
        """The caller's power, for callers."""
        return "" if self.power is None else self.seen.board.powers[self.power].title

    @property
    def when(self) -> str:
        """The right end of the title bar: turn and power."""
        turn = self.seen.phase_title
        turn = turn[:1].upper() + turn[1:]
        return f"{turn} · {self.power_title}" if self.power else turn

    @property
    def kept(self) -> str:
        """What is said of an order that was taken."""
        return "Tried" if self.trial else "Stored"

    def order_of(self, unit: Unit) -> Order | None:
        """The stored order of that unit of the power's; an army aboard has its own beside its fleet's."""
        return next((order for order in self.orders if same_unit(order, Hold(unit))), None)

    def order_in(self, province: str) -> Order | None:
        """The first order that is stored for that province."""
        stored = (order for order in self.orders if not isinstance(order, Waive))
        return next((order for order in stored if order.unit.province == province), None)

    @property
    def army_fleet(self) -> bool:
        """Whether the game is played by the Army/Fleet rules."""
        return self.seen.rulebook.army_fleet

    def aboard(self, province: str) -> Unit | None:
        """The power's army aboard its fleet there, or aboard the one that was beaten there; it needs no order."""
        position = self.seen.position
        army = position.aboard.get(province)
        if self.stage is Stage.RETREATS:
            entry = position.dislodged.get(province)
            army = None if entry is None else entry.aboard
        return army if army is not None and army.power == self.power else None

    @property
    def to_order(self) -> list[Unit]:
        """The power's units that must be told to move or to retreat in the open turn, by name of territory.

        In a trial without a power those of all powers.
        """
        units: list[Unit] = []
        for power in self._powers:
            units += units_to_order(self.seen, power, self.stage)
        names = self.seen.board.provinces
        return sorted(units, key=lambda unit: names[unit.province].name)

    @property
    def _powers(self) -> Iterable[str]:
        if self.power is not None:
            return (self.power,)
        return self.seen.board.powers if self.trial else ()

    @property
    def without_order(self) -> list[Unit]:
        """Those of them that have no order."""
        return without_order(self.to_order, self.orders)

    @property
    def adjustment(self) -> int:
        """How many units the power may build in the open turn, or less than 0: must remove."""
        if self.power is None or self.stage is not Stage.ADJUSTMENTS:
            return 0
        return adjustment_due(self.power, self.seen.position, self.seen.board)

    @property
    def due(self) -> int:
        """How many orders the power can give in the open turn."""
        return len(self.to_order) or abs(self.adjustment)

    @property
    def given(self) -> int:
        """How many of these have been given."""
        return self.due - self.owed

    @property
    def owed(self) -> int:
        """How many of these have not been given; removing an A/F is two removals."""
        if self.stage is not Stage.ADJUSTMENTS:
            return len(self.without_order)
        return adjustments_left(self.due, self.orders)


def read_desk(home: Home, name: str, caller: str) -> Desk:
    """Read a game and what the caller has entered in it."""
    seen = games.view_for(home, name, caller)
    power = seen.power_of(caller)
    running = seen.record.status == "running" and power is not None
    return Desk(seen, power, submit.stored_set(home, seen, power) if running and power else NOTHING_STORED)


class InGame:
    """A session in a game: a `Terminal` whose keys notice that the turn has passed."""

    def __init__(self, session: Session, name: str, caller: str) -> None:
        self.session = session
        self.name = name
        self.caller = caller
        self.desk: Desk
        self._stamp: tuple[int, int, int] | None = None

    @property
    def home(self) -> Home:
        """The home that the game is in."""
        return self.session.home

    @property
    def caps(self) -> Caps:
        """What the caller's terminal can do at this moment."""
        return self.session.caps

    async def read(self) -> Desk:
        """Read the game from disk, whatever was known."""
        # The stamp first: a change in between is noticed at the next key.
        self._stamp = self._mark()
        self.desk = await asyncio.to_thread(read_desk, self.home, self.name, self.caller)
        return self.desk

    async def show(self, canvas: Canvas) -> None:
        """Bring the canvas to the caller's terminal."""
        await self.session.show(canvas)

    async def key(self) -> Key:
        """Wait for one key; `TurnPassed` when the turn has passed meanwhile."""
        key = await self.session.key()
        await self.look()
        return key

    async def look(self, lost: str = "") -> None:
        """Read the game anew if its file has changed; `TurnPassed`, with ``lost`` added, if its turn has."""
        if self._mark() != self._stamp:
            await self.renew(lost)

    async def renew(self, lost: str = "") -> None:
        """Read game and orders anew, whatever was known of them; `TurnPassed` as in `look`, or if the seat is gone."""
        former = self.desk
        before = former.seen
        after = (await self.read()).seen
        if former.power is not None and self.desk.power is None:
            raise TurnPassed(f"You do not play {former.power_title} any more: the seat has been freed.{lost}")
        if _turn(before) != _turn(after):
            raise TurnPassed(f"{_turn_words(before, after)}{lost}")

    async def order(self, act: Callable[..., list[Order]], *about: object) -> None:
        """Let the judge store something for the open turn, and take what is on disk then as the caller's orders.

        `Refused` and `StoreError` are for the caller; what stands on disk is then shown all the same.
        """
        phase = self.desk.seen.phase
        now = self.session.clock()
        try:
            await asyncio.to_thread(act, self.home, self.name, self.caller, phase, *about, now)
            self.desk = await asyncio.to_thread(self._restored)
        except FAULTS:
            await self.look(" Your order was not entered.")
            raise

    def _restored(self) -> Desk:
        seen, power = self.desk.seen, self.desk.power
        return replace(self.desk, stored=NOTHING_STORED if power is None else submit.stored_set(self.home, seen, power))

    async def submit(self, order: Order) -> None:
        """Store an order in place of its unit's former one."""
        await self.order(submit.submit, order)

    async def repeat_last(self) -> None:
        """Order again, for units without an order, what they were ordered in the last turn of moves."""
        await self.order(submit.repeat_last)

    async def say_ready(self, ready: bool) -> None:
        """Say whether the stored orders are the power's last word for the turn."""
        await self.order(submit.say_ready, ready)

    async def withdraw(self, order: Order) -> None:
        """Take back what is stored for the unit of that order; of waived builds one."""
        await self.order(submit.withdraw, order)

    def _mark(self) -> tuple[int, int, int] | None:
        try:
            found = (game_folder(self.home, self.name) / "game.json").stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


def _turn(seen: GameView) -> tuple[str, int, str]:
    """What a screen is about: when any of it changes, the screen is out of date."""
    return seen.record.phase, seen.record.turn, seen.record.status


def _turn_words(before: GameView, after: GameView) -> str:
    if before.record.status == "forming" and after.record.status == "running":
        return f"The game has started: it is now {after.phase_title}."
    if after.phase is None:
        return votes.ending(after)
    return f"The turn has passed: it is now {after.phase_title}."
