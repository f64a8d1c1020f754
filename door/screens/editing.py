"""How the orders of a turn are entered, whatever its stage: a list of what is stored, and what its keys lead to.

Moves, retreats and Winter orders differ in what is listed and in what the key of a territory leads to; those are
the values of an `Editor`. What a list shows was read back from the disk after it was stored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from door.rules.orders import Order
from door.rules.phase import Stage
from door.screens.frame import BACK, FAULTS, TYPE, Notice, Pages, ask, pick_from, refusal
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.orderline import type_orders
from door.screens.orderlist import AGAIN, READY, ListView, draw_list, list_keys, sentence, unit_count


@dataclass(frozen=True, slots=True)
class Editor:
    """A stage, the page that ? shows, examples of what may be typed, the list, and what a key in it does.

    ``change`` may raise what the judge and the store say no with; it is shown below the list.
    """

    stage: Stage
    topic: str
    examples: Sequence[str]
    view: Callable[[Desk, int], ListView]
    change: Callable[[InGame, str], Awaitable[Notice | None]]
    again: bool = False
    """Whether the orders of the last turn can be given again."""


async def edit(game: InGame, editor: Editor) -> None:
    """Show the list, and do what its keys say, until the caller goes back."""
    notice: Notice | None = None
    pages = Pages(1)
    while game.desk.power is not None and game.desk.stage is editor.stage:
        await game.renew()
        view = editor.view(game.desk, pages.at)
        pages.fit(view.pages)
        answer = await ask(
            game, partial(draw_list, view), list_keys(view), pick_from(""), explains(editor.topic), notice
        )
        notice = None
        if answer == BACK:
            return
        if pages.turn(answer):
            continue
        try:
            notice = await _do(game, editor, answer)
        except FAULTS as fault:
            notice = refusal(fault)


async def _do(game: InGame, editor: Editor, answer: str) -> Notice | None:
    """Do what a key of the list says."""
    if answer == TYPE:
        return await type_orders(game, editor.examples)
    if answer == READY and not game.desk.trial:
        return await turn_ready(game)
    if answer == AGAIN and editor.again and not game.desk.trial:
        return await _repeat(game)
    return await editor.change(game, answer)


async def turn_ready(game: InGame) -> Notice:
    """Say that the caller is ready, or not after all."""
    await game.say_ready(not game.desk.stored.ready)
    if not game.desk.stored.ready:
        return Notice("You are no longer ready. Your orders count all the same.")
    owed = f" {unit_count(game.desk.owed)} without an order." if game.desk.owed else ""
    return Notice(f"You are ready.{owed} You can still change your orders until the event runs.")


async def _repeat(game: InGame) -> Notice:
    before = len(game.desk.orders)
    await game.repeat_last()
    added = len(game.desk.orders) - before
    return Notice(f"Stored again: {added} {'order' if added == 1 else 'orders'} of your last turn of moves.")


async def store(game: InGame, order: Order) -> Notice:
    """Store an order, and say what was read back."""
    await game.submit(order)
    return _stored(game)


def _stored(game: InGame) -> Notice:
    """What came last stands last."""
    return Notice(f"{game.desk.kept}: {sentence(game.desk.orders[-1], game.desk.seen.board)}.")
