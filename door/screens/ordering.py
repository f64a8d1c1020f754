"""Orders in Spring and in Fall: the list of the caller's units, and the way to one order.

Unit, verb, object: at each step the rules say what is possible, and only that is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from door.judge.refusal import Refused
from door.rules.board import Board
from door.rules.options import convoy_choices, move_choices, support_choices
from door.rules.orders import Hold, Move, Order, Support
from door.rules.phase import Stage
from door.rules.units import Unit, province_of
from door.rules.words import territory, unit_words
from door.screens.choosing import LAND_QUESTION, Choice, ChoiceView, choose, choose_letter, choose_location
from door.screens.editing import Editor, edit, store
from door.screens.frame import BACK, Notice, ask, ask_line, letters, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.orderline import type_orders
from door.screens.orderlist import KEY_QUESTION, ListView, deed_lines, on_page, unit_item
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

T = TypeVar("T")

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
    items = [unit_item(unit, desk.order_of(unit), "HOLDS", desk) for unit in desk.to_order]
    remark = f"{desk.given} of {desk.due} units have an order. This is what is stored."
    if not items:
        remark = "You have no units: there is nothing to order."
    heads = ("Territory", "Unit", "Order")
    return on_page(ListView(f"{desk.title} · orders", desk.when, heads, items, remark, KEY_QUESTION), page)


async def edit_orders(game: InGame) -> None:
    """The order editor."""
    await edit(game, Editor(Stage.MOVES, "orders", EXAMPLES, orders_view, _change))


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
            notice = await type_orders(game, EXAMPLES, f"{unit} ")
            if notice is not None:
                return notice
            continue
        order = await _ORDERS[answer](game, unit)
        if order is not None:
            return await store(game, order)


def verbs(desk: Desk, unit: Unit) -> list[MenuItem]:
    """The orders that the unit can be given."""
    position, board = desk.seen.position, desk.seen.board
    items = [MenuItem("H", "HOLDS", "stays, and defends the territory")]
    if move_choices(unit, position, board):
        items.append(MenuItem("A", "ATTACKS", "goes to a neighbouring territory, empty or not"))
    if support_choices(unit, position, board):
        items.append(MenuItem("S", "SUPPORTS", "helps another unit to hold or to attack"))
    if convoy_choices(unit, position, board):
        items.append(MenuItem("C", "CONVOYS", "carries an army across the sea"))
    items.append(MenuItem("T", "Type the order", "as in A PAR - BUR"))
    if desk.order_of(unit) is not None:
        items.append(MenuItem("W", "Withdraw the order", "the unit then holds"))
    return items


def draw_verbs(desk: Desk, unit: Unit, default: str, notice: Notice | None = None) -> Canvas:
    """One unit, what is stored for it, and what it could be ordered."""
    board = desk.seen.board
    canvas = sheet(f"{desk.title} · one order", desk.when)
    canvas.put(BODY_ROW + 1, 2, unit_words(unit, board), widgets.STRONG)
    order = desk.order_of(unit)
    deed = ("no order: HOLDS",) if order is None else deed_lines(order, board)
    for number, line in enumerate(deed):
        canvas.put(BODY_ROW + 1 + number, 39, line, widgets.BAD if order is None else widgets.LABEL)
    widgets.menu(canvas, BODY_ROW + 4, 3, verbs(desk, unit))
    return ask_line(canvas, notice, "Which order? Esc goes back; Enter is", default)


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
    board = game.desk.seen.board
    moves = _by_key(move_choices(unit, game.desk.seen.position, board), lambda move: province_of(move.target), board)
    labels = [Choice(key, _move_label(group, board)) for key, group in moves.items()]
    while True:
        key = await _pick(game, (f"{unit_words(unit, board)} ATTACKS",), labels)
        if key is None:
            return None
        order = moves[key][0] if len(moves[key]) == 1 else await _which_way(game, unit, moves[key])
        if order is not None:
            return order


def _move_label(group: Sequence[Move], board: Board) -> str:
    """A territory to attack: that it is reached by convoy only is said at once."""
    name = board.provinces[province_of(group[0].target)].name
    if len(group) == 1 and "/" in group[0].target:
        name = board.location_title(group[0].target)
    return f"{name} BY CONVOY" if all(move.via for move in group) else name


async def _which_way(game: InGame, unit: Unit, moves: Sequence[Move]) -> Order | None:
    """The same territory by two ways: to one of two coasts, or by land or by convoy."""
    board = game.desk.seen.board
    heading = f"{unit_words(unit, board)} ATTACKS {territory(province_of(moves[0].target), board)}"
    by_location = {move.target: move for move in moves}
    if len(by_location) > 1:
        location = await choose_location(game, f"{game.desk.title} · one order", heading, list(by_location))
        return None if location is None else by_location[location]
    choices = [Choice("L", "by land"), Choice("C", "BY CONVOY")]
    answer = await choose_letter(game, _view(game.desk, (heading,), choices, "Which way? Esc goes back; Enter is", "L"))
    return next((move for move in moves if answer is not None and move.via == (answer == "C")), None)


async def _support(game: InGame, unit: Unit) -> Order | None:
    board = game.desk.seen.board
    supports = support_choices(unit, game.desk.seen.position, board)
    supports.sort(key=lambda support: board.provinces[support.supported.province].name)
    units = _by_key(supports, lambda support: support.supported.province, board)
    heading = f"{unit_words(unit, board)} SUPPORTS"
    labels = [Choice(key, unit_words(group[0].supported, board)) for key, group in units.items()]
    while True:
        key = await _pick(game, (heading,), labels, "Key of the unit to support (case counts); Enter or Esc goes back")
        if key is None:
            return None
        deeds = _by_key(units[key], lambda support: province_of(support.target or support.supported.province), board)
        deed_labels = [Choice(each, _support_label(group[0], board)) for each, group in deeds.items()]
        supported = unit_words(units[key][0].supported, board)
        key = await _pick(game, (f"{heading} {supported}",), deed_labels)
        if key is not None:
            return deeds[key][0]


def _support_label(support: Support, board: Board) -> str:
    if support.target is None:
        return f"HOLDING in {board.provinces[support.supported.province].name}"
    return f"ATTACKING {board.location_title(support.target)}"


async def _convoy(game: InGame, unit: Unit) -> Order | None:
    board = game.desk.seen.board
    convoys = convoy_choices(unit, game.desk.seen.position, board)
    armies = _by_key(convoys, lambda convoy: convoy.army.province, board)
    heading = f"{unit_words(unit, board)} CONVOYS"
    labels = [Choice(key, unit_words(group[0].army, board)) for key, group in armies.items()]
    while True:
        key = await _pick(game, (heading,), labels, "Key of the army to convoy (case counts); Enter or Esc goes back")
        if key is None:
            return None
        targets = {board.provinces[convoy.target].key: convoy for convoy in armies[key]}
        places = [Choice(each, f"TO {board.provinces[convoy.target].name}") for each, convoy in targets.items()]
        key = await _pick(game, (f"{heading} {unit_words(armies[key][0].army, board)}",), places)
        if key is not None:
            return targets[key]


_ORDERS: Final = {"H": _hold, "A": _attack, "S": _support, "C": _convoy}


async def _pick(
    game: InGame, heading: tuple[str, ...], choices: Sequence[Choice], question: str = LAND_QUESTION
) -> str | None:
    return await choose(game, _view(game.desk, heading, choices, question))


def _view(
    desk: Desk, heading: tuple[str, ...], choices: Sequence[Choice], question: str, default: str = ""
) -> ChoiceView:
    return ChoiceView(f"{desk.title} · one order", desk.when, heading, choices, question, default)


def _by_key(found: Sequence[T], place: Callable[[T], str], board: Board) -> dict[str, list[T]]:
    """Sort choices under the keys of their territories, in the order in which they come."""
    groups: dict[str, list[T]] = {}
    for each in found:
        groups.setdefault(board.provinces[place(each)].key, []).append(each)
    return groups
