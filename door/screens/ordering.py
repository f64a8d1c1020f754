"""Orders in Spring and in Fall: the list of the caller's units, and the way to one order.

Unit, verb, object: at each step the rules say what is possible, and only that is offered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from door.judge.refusal import Refused
from door.rules.options import convoy_choices, move_choices, support_choices
from door.rules.orders import Hold, Order
from door.rules.phase import Stage
from door.rules.units import Unit
from door.rules.words import unit_words
from door.screens import boarding
from door.screens.deeds import Giver, choose_convoy, choose_move, choose_support
from door.screens.editing import Editor, edit, store
from door.screens.frame import BACK, Notice, ask, ask_line, letters, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.orderline import type_orders
from door.screens.orderlist import AGAIN, Item, ListView, deed_lines, key_question, on_page, stored_words, unit_item
from door.term import widgets
from door.term.canvas import Canvas, Style
from door.term.widgets import BODY_ROW, MenuItem

EXAMPLES: Final = (
    "A PAR - BUR             army in Paris attacks Burgundy",
    "A PAR H                 army in Paris holds",
    "A MAR S A PAR - BUR     army in Marseilles supports that attack",
    "A MAR S A BUR           army in Marseilles supports Burgundy holding",
    "F ENG C A LON - BRE     fleet in the English Channel convoys London's army",
    "A LON - BRE VIA         and the army goes by convoy",
    "F MAO - SPA/NC          a fleet to the north coast of Spain",
)


def orders_view(desk: Desk, page: int = 0) -> ListView:
    """The caller's units with their orders, one page of them."""
    items: list[Item] = []
    for unit in desk.to_order:
        items += [unit_item(unit, desk.order_of(unit), "HOLDS", desk), *boarding.aboard_item(desk, unit)]
    remark = f"{desk.given} of {desk.due} units have an order, {stored_words(desk)}."
    if not items:
        remark = "You have no units: there is nothing to order."
    heads = ("Territory", "Unit", "Order")
    question = key_question(desk) if desk.trial else key_question(desk, f"{AGAIN} last turn's")
    return on_page(ListView(f"{desk.title} · orders", desk.when, heads, items, remark, question), page)


async def edit_orders(game: InGame) -> None:
    """The order editor."""
    await edit(game, Editor(Stage.MOVES, "orders", examples(game.desk), orders_view, _change, again=True))


def examples(desk: Desk) -> Sequence[str]:
    """Examples of what may be typed in this game."""
    return (
        (*(line for line in EXAMPLES if "convoy" not in line), *boarding.MOVE_EXAMPLES) if desk.army_fleet else EXAMPLES
    )


async def _change(game: InGame, key: str) -> Notice | None:
    """Give one unit an order: the one in the territory of that key."""
    return await _one_order(game, own_unit(game.desk, key))


def own_unit(desk: Desk, key: str) -> Unit:
    """The caller's unit in the territory of that key; Refused if there is none."""
    province = desk.seen.board.by_key(key)
    if province is None:
        raise Refused("No territory has that key: press the key of one of your units.")
    unit = desk.seen.position.units.get(province.code)
    if unit is None or unit.power != desk.power:
        raise Refused(f"No unit of yours is in {key}: {province.name}. Press the key of one of your units.")
    return unit


async def _one_order(game: InGame, unit: Unit) -> Notice | None:
    """From one screen to the next until the order is stored; going back leads to the screen before."""
    while True:
        answer = await _ask_verb(game, unit)
        if answer == BACK:
            return None
        if answer == "W":
            await game.withdraw(Hold(unit))
            return Notice(f"Taken back. Without an order, the {unit.kind.word} HOLDS.")
        if answer == "T":
            notice = await type_orders(game, examples(game.desk), f"{unit} ")
            if notice is not None:
                return notice
            continue
        if answer == boarding.STAYS:
            return await boarding.stay_aboard(game, unit)
        order = await _givers(game.desk)[answer](game, unit)
        if order is None:
            continue
        notice = await (boarding.store_whole(game, order) if game.desk.army_fleet else store(game, order))
        if notice is not None:
            return notice


def verbs(desk: Desk, unit: Unit) -> list[MenuItem]:
    """The orders that the unit can be given."""
    if desk.army_fleet:
        items = boarding.verbs(desk, unit)
    else:
        items = _verbs(desk, unit)
    items.append(MenuItem("T", "Type the order", "as in A PAR - BUR"))
    if desk.order_of(unit) is not None:
        items.append(MenuItem("W", "Withdraw the order", f"the {_half(desk, unit)} then holds"))
    return items


def _half(desk: Desk, unit: Unit) -> str:
    return "unit" if desk.aboard(unit.province) is None else "fleet"


def _verbs(desk: Desk, unit: Unit) -> list[MenuItem]:
    position, board = desk.seen.position, desk.seen.board
    items = [MenuItem("H", "HOLDS", "stays, and defends the territory")]
    if move_choices(unit, position, board):
        items.append(MenuItem("A", "ATTACKS", "goes to a neighbouring territory, empty or not"))
    if support_choices(unit, position, board):
        items.append(MenuItem("S", "SUPPORTS", "helps another unit to hold or to attack"))
    if convoy_choices(unit, position, board):
        items.append(MenuItem("C", "CONVOYS", "carries an army across the sea"))
    return items


def draw_verbs(desk: Desk, unit: Unit, default: str, notice: Notice | None = None) -> Canvas:
    """One unit, what is stored for it, and what it could be ordered; an army aboard it stands below it."""
    board = desk.seen.board
    canvas = sheet(f"{desk.title} · one order", desk.when)
    order = desk.order_of(unit)
    deed = ("no order: HOLDS",) if order is None else deed_lines(order, board)
    row = _put_unit(
        canvas, BODY_ROW + 1, unit_words(unit, board), deed, widgets.BAD if order is None else widgets.LABEL
    )
    for army in boarding.aboard_item(desk, unit):
        row = _put_unit(canvas, row, f"{army.unit} aboard", army.deed, widgets.LABEL)
    widgets.menu(canvas, max(BODY_ROW + 4, row + 1), 3, verbs(desk, unit))
    return ask_line(canvas, notice, "Which order? Esc goes back; Enter is", default)


def _put_unit(canvas: Canvas, row: int, words: str, deed: tuple[str, ...], style: Style) -> int:
    canvas.put(row, 2, words, widgets.STRONG)
    for number, line in enumerate(deed):
        canvas.put(row + number, 39, line, style)
    return row + len(deed)


async def _ask_verb(game: InGame, unit: Unit) -> str:
    keys = "".join(item.key for item in verbs(game.desk, unit))
    default = "A" if "A" in keys else "H"
    return await ask(
        game,
        lambda notice: draw_verbs(game.desk, unit, default, notice),
        letters(keys, default),
        pick_from(keys),
        explains("one order"),
    )


async def _hold(game: InGame, unit: Unit) -> Order | None:
    return Hold(unit)


async def _attack(game: InGame, unit: Unit) -> Order | None:
    return await choose_move(game, unit, move_choices(unit, game.desk.seen.position, game.desk.seen.board))


async def _support(game: InGame, unit: Unit) -> Order | None:
    return await choose_support(game, unit, support_choices(unit, game.desk.seen.position, game.desk.seen.board))


async def _convoy(game: InGame, unit: Unit) -> Order | None:
    return await choose_convoy(game, unit, convoy_choices(unit, game.desk.seen.position, game.desk.seen.board))


_ORDERS: Final[Mapping[str, Giver]] = {"H": _hold, "A": _attack, "S": _support, "C": _convoy}


def _givers(desk: Desk) -> Mapping[str, Giver]:
    """What each verb's key leads to."""
    return {**_ORDERS, **boarding.ORDERS} if desk.army_fleet else _ORDERS
