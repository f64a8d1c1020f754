"""Orders by the Army/Fleet rules: going aboard, landing, ferries, and what goes with each.

An army aboard stands under the key of its sea with its fleet. It needs no order; its landing is given, changed and
taken back here. Where an order is nothing without another of the caller's own units, that one is offered as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge.refusal import Refused
from door.rules.army_fleet import options
from door.rules.entry import entry_fault
from door.rules.orders import Embark, Hold, Land, Order, Support, Waive, same_unit
from door.rules.units import Unit
from door.rules.words import territory, unit_words
from door.screens.choosing import Choice, choose_letter
from door.screens.deeds import Giver, by_key, choose_convoy, choose_move, choose_support, one_order_view, pick
from door.screens.editing import store
from door.screens.frame import BACK, Notice, ask, ask_line, letters, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.orderlist import Item, deed_lines, sentence
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

#: Examples of what may be typed, beside those of any game.
MOVE_EXAMPLES: Final = (
    "A LON EMBARK ENG        army in London goes aboard the fleet there",
    "A LON EMBARK ENG, DISEMBARK MAO - POR",
    "                        and lands, if the fleet goes to the second sea",
    "A NTH DISEMBARK NTH - NWY",
    "                        army aboard lands in Norway",
    "F MAO S A ENG - BRE     support of a landing from the English Channel",
    "F ENG C A LON - BRE     fleet in the English Channel ferries London's army",
    "A LON - BRE VIA ENG     and the army goes by that ferry",
)
RETREAT_EXAMPLES: Final = (
    "A LON R ENG             an army goes aboard the fleet there",
    "A/F NTH R NWG           a fleet retreats with the army aboard",
)
REMOVAL_EXAMPLES: Final = (
    "A NTH D                 the army aboard is removed",
    "A/F NTH D               both are, which is two removals",
)
#: The key that lets an army aboard stay there.
STAYS: Final = "B"
_SEA_QUESTION: Final = "Key of the sea (case counts); Enter or Esc goes back"


def aboard_item(desk: Desk, fleet: Unit) -> list[Item]:
    """The army aboard the fleet, if there is one, as a line of a list: it stays aboard unless it lands."""
    army = desk.aboard(fleet.province)
    if army is None:
        return []
    order = desk.order_of(army)
    deed = ("stays aboard",) if order is None else deed_lines(order, desk.seen.board)
    return [army_item(desk, army, deed)]


def army_item(desk: Desk, army: Unit, deed: tuple[str, ...]) -> Item:
    """A line of a list for an army aboard."""
    board = desk.seen.board
    words = f"{board.powers[army.power].short} {army.kind.word}"
    return Item(board.provinces[army.province].key, territory(army.location, board), words, deed)


def verbs(desk: Desk, unit: Unit) -> list[MenuItem]:
    """What the unit can be ordered by these rules, and what the army aboard it can."""
    position, board, orders = desk.seen.position, desk.seen.board, desk.orders
    army = desk.aboard(unit.province)
    offers = [
        (True, MenuItem("H", "HOLDS", "stays, and defends the territory")),
        (
            bool(options.move_choices(unit, position, board, orders)),
            MenuItem("A", "ATTACKS", "goes to a neighbouring territory, empty or not"),
        ),
        (
            bool(options.ferried_choices(unit, position, board)),
            MenuItem("F", "ATTACKS BY FERRY", "crosses one sea, on a fleet that CONVOYS it"),
        ),
        (bool(_supports(desk, unit)), MenuItem("S", "SUPPORTS", "helps another unit to hold or to attack")),
        (
            bool(options.ferry_choices(unit, position, board, orders)),
            MenuItem("C", "CONVOYS", "ferries an army across this one sea"),
        ),
        (bool(options.embark_choices(unit, position, board)), MenuItem("E", "EMBARKS", "goes aboard a fleet of yours")),
        (army is not None, MenuItem("D", "DISEMBARKS", "the army aboard lands")),
        (
            army is not None and desk.order_of(army) is not None,
            MenuItem(STAYS, "Stays aboard", "the army does not land"),
        ),
    ]
    return [item for offered, item in offers if offered]


async def stay_aboard(game: InGame, fleet: Unit) -> Notice | None:
    """Take back the landing of the army aboard."""
    army = game.desk.aboard(fleet.province)
    if army is None:
        return None
    await game.withdraw(Hold(army))
    return Notice("Taken back: the army stays aboard.")


def _supports(desk: Desk, unit: Unit) -> list[Support]:
    position, board = desk.seen.position, desk.seen.board
    of_landings = options.landing_support_choices(unit, position, board)
    return options.support_choices(unit, position, board) + of_landings


async def _attack(game: InGame, unit: Unit) -> Order | None:
    seen = game.desk.seen
    return await choose_move(game, unit, options.move_choices(unit, seen.position, seen.board, game.desk.orders))


async def _support(game: InGame, unit: Unit) -> Order | None:
    return await choose_support(game, unit, _supports(game.desk, unit))


async def _convoy(game: InGame, unit: Unit) -> Order | None:
    seen = game.desk.seen
    return await choose_convoy(game, unit, options.ferry_choices(unit, seen.position, seen.board, game.desk.orders))


async def _go_by_ferry(game: InGame, army: Unit) -> Order | None:
    """First the fleet that ferries, then where to."""
    seen = game.desk.seen
    board = seen.board
    ferries = by_key(options.ferried_choices(army, seen.position, board), lambda move: move.sea or "", board)
    labels = [Choice(key, unit_words(seen.position.units[moves[0].sea or ""], board)) for key, moves in ferries.items()]
    heading = f"{unit_words(army, board)} ATTACKS BY FERRY"
    while True:
        key = await pick(game, (heading, "On which fleet?"), labels, _SEA_QUESTION)
        if key is None:
            return None
        lands = {board.provinces[move.target].key: move for move in ferries[key]}
        choices = [Choice(each, board.provinces[move.target].name) for each, move in lands.items()]
        target = await pick(game, (f"{heading} VIA {territory(ferries[key][0].sea or '', board)}",), choices)
        if target is not None:
            return lands[target]


async def _embark(game: InGame, army: Unit) -> Order | None:
    """First the fleet, then whether the army lands again in the same turn."""
    seen = game.desk.seen
    board = seen.board
    boardings = {board.provinces[order.sea].key: order for order in options.embark_choices(army, seen.position, board)}
    labels = [Choice(key, unit_words(seen.position.units[order.sea], board)) for key, order in boardings.items()]
    while True:
        key = await pick(game, (f"{unit_words(army, board)} EMBARKS", "On which fleet?"), labels, _SEA_QUESTION)
        if key is None:
            return None
        order = await _and_then(game, boardings[key])
        if order is not None:
            return order


async def _and_then(game: InGame, boarding: Embark) -> Embark | None:
    board = game.desk.seen.board
    heading = f"{unit_words(boarding.unit, board)} EMBARKS ON {territory(boarding.sea, board)}"
    choices = [Choice(STAYS, "it stays aboard"), Choice("D", "it DISEMBARKS in the same turn, from a second sea")]
    view = one_order_view(game.desk, (heading,), choices, "And then? Esc goes back; Enter is", STAYS)
    while True:
        answer = await choose_letter(game, view)
        if answer is None or answer == STAYS:
            return boarding if answer == STAYS else None
        order = await _choose_landing(game, heading, options.onward_choices(boarding, board))
        if isinstance(order, Embark):
            return order


async def _land(game: InGame, fleet: Unit) -> Order | None:
    """The army aboard goes ashore: from which sea, and where."""
    board = game.desk.seen.board
    army = game.desk.aboard(fleet.province)
    assert army is not None  # else it was not offered
    heading = f"{unit_words(army, board)} DISEMBARKS"
    return await _choose_landing(game, heading, options.landing_choices(army, board))


async def _choose_landing(game: InGame, heading: str, landings: Sequence[Embark | Land]) -> Embark | Land | None:
    board = game.desk.seen.board
    by_sea = by_key(landings, lambda order: _landing(order)[0], board)
    labels = [Choice(key, _sea_label(game.desk, found[0])) for key, found in by_sea.items()]
    while True:
        key = await pick(game, (heading, "It DISEMBARKS from which sea?"), labels, _SEA_QUESTION)
        if key is None:
            return None
        lands = {board.provinces[_landing(order)[1]].key: order for order in by_sea[key]}
        choices = [Choice(each, board.provinces[_landing(order)[1]].name) for each, order in lands.items()]
        where = f"It DISEMBARKS FROM {territory(_landing(by_sea[key][0])[0], board)} and lands where?"
        target = await pick(game, (heading, where), choices)
        if target is not None:
            return lands[target]


def _landing(order: Embark | Land) -> tuple[str, str]:
    """From which sea, and where."""
    if isinstance(order, Land):
        return order.sea, order.target
    assert order.landing is not None  # only such are offered
    return order.landing


def _sea_label(desk: Desk, order: Embark | Land) -> str:
    """A sea to land from: that the fleet must sail there is said at once."""
    sea, board = _landing(order)[0], desk.seen.board
    name = board.provinces[sea].name
    if isinstance(order, Land) and sea == order.unit.province:
        return f"{name} (where it is)"
    sails = options.wanting(order, desk.seen.position, board, desk.orders) is None
    return f"{name} (its fleet goes there)" if sails else f"{name} (if its fleet goes there)"


ORDERS: Final[Mapping[str, Giver]] = {
    "A": _attack,
    "S": _support,
    "C": _convoy,
    "F": _go_by_ferry,
    "E": _embark,
    "D": _land,
}
"""What each verb's key leads to, in a game by these rules."""


@dataclass(frozen=True, slots=True)
class NeedView:
    """An order, and the one that another unit must have for it; ``fault``: why the first may not be entered alone."""

    desk: Desk
    order: Order
    needed: Order
    fault: str | None = None

    @property
    def keys(self) -> str:
        """The answers that there are."""
        return "YN" if self.fault is None else "Y"


def draw_need(view: NeedView, notice: Notice | None = None) -> Canvas:
    """What is chosen, what it needs, what that unit has now, and the question."""
    desk, needed = view.desk, view.needed
    assert not isinstance(needed, Waive)  # it is needed by nothing
    board = desk.seen.board
    canvas = sheet(f"{desk.title} · one order", desk.when)
    row = BODY_ROW + 1
    stored = desk.order_of(needed.unit)
    now = "That unit has no order." if stored is None else f"{desk.kept} now: {sentence(stored, board)}."
    parts = (
        (f"{sentence(view.order, board)}.", widgets.STRONG),
        (f"This needs another order: {sentence(needed, board)}.", widgets.LABEL),
        (now, widgets.LABEL),
    )
    for text, style in parts:
        lines = widgets.wrap_text(text, widgets.width_of(canvas) - 4)
        row = widgets.text_block(canvas, row, [f" {line}" for line in lines], style) + 1
    alone = "N enters the first order only; " if view.fault is None else ""
    widgets.status(canvas, f"{alone}Esc enters nothing.")
    question = "Enter both, and replace that?" if stored else "Enter both?"
    return ask_line(canvas, notice, "Enter both? (Y/n)" if alone else question, "Y")


async def store_whole(game: InGame, order: Order) -> Notice | None:
    """Store an order, and if the caller likes the one that it needs; None to go back."""
    desk = game.desk
    needed = options.wanting(order, desk.seen.position, desk.seen.board, desk.orders)
    if needed is None:
        return await store(game, order)
    view = NeedView(desk, order, needed, _fault(desk, order, desk.orders))
    keys = view.keys
    answer = await ask(game, partial(draw_need, view), letters(keys, "Y"), pick_from(keys), explains("one order"))
    if answer == BACK:
        return None
    return await (_store_both(game, order, needed) if answer == "Y" else store(game, order))


def _fault(desk: Desk, order: Order, others: Iterable[Order]) -> str | None:
    seen = desk.seen
    assert desk.stage is not None
    return entry_fault(order, others, desk.stage, seen.position, seen.board, seen.rulebook)


async def _store_both(game: InGame, order: Order, needed: Order) -> Notice:
    """Store both, or if either may not be entered neither; what the two units had is withdrawn first."""
    others = [each for each in game.desk.orders if not same_unit(each, order) and not same_unit(each, needed)]
    for each, beside in ((needed, others), (order, [*others, needed])):
        fault = _fault(game.desk, each, beside)
        if fault is not None:
            raise Refused(fault)
    # The fleet first: it may be on its way into a port where it goes only because its army lands.
    for each in sorted((order, needed), key=lambda each: isinstance(each, Embark | Land)):
        await game.withdraw(each)
    await game.submit(needed)
    await game.submit(order)
    return Notice(f"{game.desk.kept} both. The last: {sentence(order, game.desk.seen.board)}.")
