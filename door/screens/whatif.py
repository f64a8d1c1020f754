"""What if: a table on which a caller tries orders for all powers, and sees what would become of them.

The orders of a power are entered in the same screens as those that count; here the caller's hand is on all powers, and
nothing is stored. A trial can go on from what came of it, and is gone when the caller leaves the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from door.judge import trial
from door.judge.news import Report
from door.judge.submit import StoredSet
from door.judge.trial import Trial
from door.rules.orders import Order
from door.rules.phase import Stage
from door.screens.frame import BACK, FAULTS, TYPE, Accept, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.mapscreen import show_map
from door.screens.ordering import edit_orders
from door.screens.ordering import examples as move_examples
from door.screens.orderline import type_orders
from door.screens.palette import letters_of, put_patch
from door.screens.reading import read_text
from door.screens.reports import report_text
from door.screens.retreating import edit_retreats
from door.screens.wintering import edit_winter
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

_EDITORS: Final[dict[Stage, Callable[[InGame], Awaitable[None]]]] = {
    Stage.MOVES: edit_orders,
    Stage.RETREATS: edit_retreats,
    Stage.ADJUSTMENTS: edit_winter,
}
_MENU_ROW: Final = BODY_ROW + 10


class WhatIf(InGame):
    """A caller's call at the table of trials: its orders are the trial's, and the game's file is never written.

    It still watches the game: `TurnPassed` ends it as it ends any screen.
    """

    def __init__(self, game: InGame) -> None:
        super().__init__(game.session, game.name, game.caller)
        self.real = game
        self.trial: Trial = trial.begin(game.desk.seen)
        self.ahead: Trial | None = None
        """What came of the orders when they were last tried."""
        self._power: str | None = None
        self._lay()

    def take(self, power: str | None) -> None:
        """Lay the power's orders on the desk; None: those of all."""
        self._power = power
        self._lay()

    def go_to(self, tried: Trial) -> None:
        """Put this trial on the table."""
        self.trial, self.ahead = tried, None
        self.take(None)

    def copy_own(self) -> int:
        """Take what the caller has stored in the game into the trial; gives how many orders that are."""
        desk = self.real.desk
        if desk.power is not None:
            self.go_to(self.trial.given(desk.power, desk.orders))
        return len(desk.orders)

    @property
    def at_start(self) -> bool:
        """Whether the trial stands where the game stands."""
        return self.trial.seen.record.turn == self.real.desk.seen.record.turn

    def desk_of(self, power: str) -> Desk:
        """The desk of one power."""
        return Desk(self.trial.seen, power, StoredSet(self.trial.of(power)), trial=True)

    async def read(self) -> Desk:
        """The trial's desk: nothing of it is on disk."""
        return self.desk

    async def look(self, lost: str = "") -> None:
        """Watch the game itself."""
        await self.real.look(lost)

    async def renew(self, lost: str = "") -> None:
        """Watch the game itself; the trial stays as it is."""
        await self.real.look(lost)

    async def submit(self, order: Order) -> None:
        """Take an order into the trial."""
        self._set(self.trial.ordered(order))

    async def withdraw(self, order: Order) -> None:
        """Take an order out of the trial."""
        self._set(self.trial.withdrawn(order))

    def _set(self, tried: Trial) -> None:
        self.trial, self.ahead = tried, None
        self._lay()

    def _lay(self) -> None:
        if self._power is not None:
            self.desk = self.desk_of(self._power)
            return
        orders = [order for power in self.trial.seen.board.powers for order in self.trial.of(power)]
        self.desk = Desk(self.trial.seen, None, StoredSet(tuple(orders)), trial=True)


@dataclass(frozen=True, slots=True)
class TableView:
    """The table: a desk for each power, by its letter, and what else can be done."""

    title: str
    when: str
    desks: dict[str, Desk]
    items: Sequence[MenuItem]
    over: bool = False

    @property
    def keys(self) -> str:
        """All keys of the table."""
        return "".join(self.desks) + "".join(item.key for item in self.items)


def table_view(table: WhatIf) -> TableView:
    """The table as it stands."""
    seen = table.trial.seen
    marks = letters_of(seen.board.powers)
    over = seen.phase is None
    desks = {} if over else {marks[power].upper(): table.desk_of(power) for power in seen.board.powers}
    items = [MenuItem("M", "Map"), MenuItem("Z", "Back to the game's position, without orders")]
    if table.ahead is not None:
        items.insert(0, MenuItem("N", "Next: go on from what came of it"))
    if table.real.desk.orders and table.at_start:
        items.insert(0, MenuItem("O", "Own orders: as they are stored, into the trial"))
    if not over:
        items.insert(0, MenuItem("W", "What if: carry the orders out"))
    return TableView(table.desk.title, table.desk.when, desks, items, over)


def draw_table(view: TableView, notice: Notice | None = None) -> Canvas:
    """The powers with how much is ordered for each, then what can be done."""
    canvas = sheet(f"{view.title} · what if", view.when)
    if view.over:
        widgets.text_block(canvas, BODY_ROW, ["  In this trial the game is over."])
    else:
        canvas.put(BODY_ROW, 2, "Press a power's letter to give it orders. Nothing here is stored.", widgets.HEADING)
    for row, (mark, desk) in enumerate(view.desks.items(), BODY_ROW + 1):
        put_patch(canvas, row, 2, desk.power or "", mark.lower())
        canvas.put(row, 6, f"{desk.power_title:<9}", widgets.LABEL)
        canvas.put(row, 17, _todo(desk), widgets.NOTE if desk.owed else widgets.LABEL)
    widgets.menu(canvas, _MENU_ROW, 3, view.items)
    question = "Letter of a power or choice, > types orders of any power; Esc goes back"
    return ask_line(canvas, notice, question, "M" if view.over else "W")


def _todo(desk: Desk) -> str:
    if not desk.due:
        return "nothing to order"
    if desk.stage is Stage.ADJUSTMENTS:
        return f"{desk.given} of {desk.due} {'builds' if desk.adjustment > 0 else 'removals'} entered"
    return f"{desk.given} of {desk.due} units have an order"


async def show_what_if(game: InGame) -> None:
    """The table, until the caller goes back; the trial stays with the call."""
    table = WhatIf(game)
    notice: Notice | None = None
    while True:
        view = table_view(table)
        answer = await ask(
            table,
            lambda notice, view=view: draw_table(view, notice),  # type: ignore[misc]
            _keys(view),
            pick_from(view.keys),
            explains("what if"),
            notice,
        )
        if answer == BACK:
            return
        try:
            notice = await _do(table, view, answer)
        except FAULTS as fault:
            notice = refusal(fault)


def _keys(view: TableView) -> Accept:
    accept = letters(view.keys, "M" if view.over else "W")

    def accepted(said: str) -> str | None:
        return TYPE if said == TYPE and not view.over else accept(said)

    return accepted


async def _do(table: WhatIf, view: TableView, answer: str) -> Notice | None:
    """Do what a key of the table says."""
    if answer == TYPE:
        return await type_orders(table, move_examples(table.desk))
    if answer in view.desks:
        await _order(table, view.desks[answer])
        return None
    return await _DEEDS[answer](table)


async def _order(table: WhatIf, desk: Desk) -> None:
    """The list of one power's units, as in the game."""
    if desk.stage is None or desk.power is None:
        return
    table.take(desk.power)
    try:
        await _EDITORS[desk.stage](table)
    finally:
        table.take(None)


async def _carry_out(table: WhatIf) -> None:
    """Adjudicate, and show the report with its reasons."""
    outcome = await asyncio.to_thread(trial.carry_out, table.trial)
    title, *lines = outcome.report
    report = Report(f"Trial: {title}", lines)
    await read_text(table, report_text(f"{table.desk.title} · what if", report, table.desk.seen.board))
    table.ahead = outcome.after


async def _next(table: WhatIf) -> Notice | None:
    if table.ahead is None:
        return None
    table.go_to(table.ahead)
    return Notice(f"The trial goes on: {table.desk.when}.")


async def _own(table: WhatIf) -> Notice:
    count = table.copy_own()
    return Notice(f"Taken into the trial: {count} {'order' if count == 1 else 'orders'} of yours.")


async def _back_to_start(table: WhatIf) -> Notice:
    table.go_to(trial.begin(table.real.desk.seen))
    return Notice("The trial begins anew at the game's position.")


async def _map(table: WhatIf) -> None:
    await show_map(table)


_DEEDS: Final[dict[str, Callable[[WhatIf], Awaitable[Notice | None]]]] = {
    "W": _carry_out,
    "N": _next,
    "O": _own,
    "Z": _back_to_start,
    "M": _map,
}
