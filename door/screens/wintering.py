"""Winter: builds where a power has centres to spare, removals where it has too few, and waived builds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from door.rules.options import adjustment_due, build_choices, removal_choices
from door.rules.orders import Build, Disband, Waive
from door.rules.phase import Stage
from door.rules.units import Unit, UnitKind
from door.rules.words import territory
from door.screens.choosing import Choice, ChoiceView, choose_letter, choose_location, type_order
from door.screens.frame import BACK, ENTER, FAULTS, TYPE, Notice, Pages, ask, pick_from, refusal
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.ordering import own_unit, stored_notice
from door.screens.orderlist import Item, ListView, deed_lines, draw_list, in_pages, list_keys, unit_item

WAIVE_KEY: Final = "_"
EXAMPLES: Final = (
    "A PAR B                 an army is built in Paris",
    "F STP/NC B              a fleet, on the north coast of St Petersburg",
    "A BUR D                 the army in Burgundy is removed",
    "WAIVE                   one build is done without",
)
_BUILD_QUESTION: Final = "Centre's key (case counts), _ waives, > types; Enter or Esc goes back"
_REMOVE_QUESTION: Final = "Unit's key (case counts), > types an order; Enter or Esc goes back"
_ARTICLE: Final = {UnitKind.ARMY: "an", UnitKind.FLEET: "a"}


def winter_view(desk: Desk, page: int = 0) -> ListView:
    """What the power builds or removes."""
    due = _due(desk)
    pages = in_pages(_removals(desk) if due < 0 else _builds(desk))
    at = min(page, len(pages) - 1)
    heads = ("Territory", "Unit", "Winter order")
    return ListView(
        f"{desk.title} · Winter",
        desk.when,
        heads,
        pages[at],
        _remark(desk, due),
        _REMOVE_QUESTION if due < 0 else _BUILD_QUESTION,
        at,
        len(pages),
    )


def _due(desk: Desk) -> int:
    return 0 if desk.power is None else adjustment_due(desk.power, desk.seen.position, desk.seen.board)


def _remark(desk: Desk, due: int) -> str:
    entered = len(desk.orders)
    if due > 0:
        return f"You may build {_count(due)}, {entered} decided. This is what is stored."
    if due < 0:
        return f"You must remove {_count(-due)}, {entered} chosen. This is what is stored."
    return "You have nothing to build and nothing to remove this Winter."


def _count(number: int) -> str:
    return "1 unit" if number == 1 else f"{number} units"


def _builds(desk: Desk) -> list[Item]:
    """The home centres in which something can be built, then the builds that are waived."""
    if _due(desk) <= 0 or desk.power is None:
        return []
    board = desk.seen.board
    items: list[Item] = []
    for code in dict.fromkeys(unit.province for unit in build_choices(desk.power, desk.seen.position, board)):
        order = desk.order_of(code)
        key = board.provinces[code].key
        if isinstance(order, Build):
            items.append(unit_item(order.unit, order, "", desk))
        else:
            items.append(Item(key, territory(code, board), "empty", ("no order: nothing is built",), given=False))
    waived = [order for order in desk.orders if isinstance(order, Waive)]
    return items + [Item(WAIVE_KEY, f"{WAIVE_KEY}: one build", "", deed_lines(order, board)) for order in waived]


def _removals(desk: Desk) -> list[Item]:
    if desk.power is None:
        return []
    board = desk.seen.board
    units = sorted(
        removal_choices(desk.power, desk.seen.position), key=lambda unit: board.provinces[unit.province].name
    )
    items = []
    for unit in units:
        order = desk.order_of(unit.province)
        words = f"{board.powers[unit.power].short} {unit.kind.word}"
        deed = ("stays",) if order is None else deed_lines(order, board)
        items.append(Item(board.provinces[unit.province].key, territory(unit.location, board), words, deed))
    return items


async def edit_winter(game: InGame) -> None:
    """The list of builds or removals."""
    notice: Notice | None = None
    pages = Pages(1)
    while game.desk.power is not None and game.desk.stage is Stage.ADJUSTMENTS:
        await game.renew()
        view = winter_view(game.desk, pages.at)
        pages.fit(view.pages)
        answer = await ask(
            game, partial(draw_list, view), list_keys(view), pick_from(""), explains("winter"), notice
        )
        notice = None
        if answer == BACK:
            return
        if not pages.turn(answer):
            try:
                notice = await _change(game, answer)
            except FAULTS as fault:
                notice = refusal(fault)


async def _change(game: InGame, key: str) -> Notice | None:
    if key == TYPE:
        return stored_notice(game) if await type_order(game, EXAMPLES) else None
    due = _due(game.desk)
    if due < 0:
        return await _removal(game, key)
    if due > 0 and key == WAIVE_KEY:
        return await _waive(game)
    if due > 0:
        return await _build(game, key)
    return refusal("You have nothing to build and nothing to remove: Enter or Esc goes back.")


async def _removal(game: InGame, key: str) -> Notice | None:
    """Remove a unit, or let it stay after all."""
    unit = own_unit(game.desk, key)
    if isinstance(unit, str):
        return refusal(unit)
    if game.desk.order_of(unit.province) is not None:
        await game.withdraw(unit.location)
        return Notice(f"Taken back: the {unit.kind.word} stays.")
    await game.submit(Disband(unit))
    return stored_notice(game, game.desk.order_of(unit.province))


async def _waive(game: InGame) -> Notice | None:
    """Do without one build; when all are decided, take that back."""
    assert game.desk.power is not None
    waive = Waive(game.desk.power)
    if game.desk.owed == 0 and waive in game.desk.orders:
        await game.withdraw("WAIVE")
        return Notice("Taken back: one build is open again.")
    await game.submit(waive)
    return stored_notice(game, waive)


async def _build(game: InGame, key: str) -> Notice | None:
    desk = game.desk
    board = desk.seen.board
    province = board.by_key(key)
    found = build_choices(desk.power or "", desk.seen.position, board)
    here = [unit for unit in found if province is not None and unit.province == province.code]
    if province is None or not here:
        where = "No territory has that key" if province is None else f"Nothing can be built in {province.name} now"
        return refusal(f"{where}: press the key before one of the centres shown.")
    taken = desk.order_of(province.code) is not None
    kind = await _what(game, province.name, here, taken)
    if kind is None:
        return None
    if kind == "W":
        await game.withdraw(province.code)
        return Notice(f"Taken back: nothing is built in {province.name}.")
    by_location = {unit.location: unit for unit in here if unit.kind == kind}
    location = await choose_location(game, f"{desk.title} · one build", "On which coast?", list(by_location))
    if location is None:
        return None
    await game.submit(Build(by_location[location]))
    return stored_notice(game, game.desk.order_of(province.code))


async def _what(game: InGame, name: str, units: Sequence[Unit], taken: bool) -> str | None:
    kinds = {unit.kind for unit in units}
    choices = [Choice(kind.value, f"{_ARTICLE[kind]} {kind.word}") for kind in UnitKind if kind in kinds]
    if taken:
        choices.append(Choice("W", "withdraw what is stored: build nothing here"))
    where, heading = f"{game.desk.title} · one build", f"Build what in {name}?"
    return await choose_letter(game, ChoiceView(where, game.desk.when, (heading,), choices, "Which? Go back", ENTER))
