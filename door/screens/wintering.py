"""Winter: builds where a power has centres to spare, removals where it has too few, and waived builds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.judge.refusal import Refused
from door.rules.army_fleet.options import removal_choices_aboard
from door.rules.options import build_choices, removal_choices
from door.rules.orders import Build, Disband, Order, Waive
from door.rules.phase import Stage
from door.rules.units import Unit, UnitKind
from door.rules.words import territory
from door.screens.boarding import REMOVAL_EXAMPLES
from door.screens.choosing import Choice, ChoiceView, choose_letter, choose_location
from door.screens.editing import Editor, edit, store
from door.screens.frame import ENTER, Notice
from door.screens.ingame import Desk, InGame
from door.screens.ordering import own_unit
from door.screens.orderlist import (
    Item,
    ListView,
    deed_lines,
    key_question,
    on_page,
    stored_words,
    unit_count,
    unit_item,
)

WAIVE_KEY: Final = "_"
EXAMPLES: Final = (
    "A PAR B                 an army is built in Paris",
    "F STP/NC B              a fleet, on the north coast of St Petersburg",
    "A BUR D                 the army in Burgundy is removed",
    "WAIVE                   one build is done without",
)


def winter_view(desk: Desk, page: int = 0) -> ListView:
    """What the power builds or removes."""
    removing = desk.adjustment < 0
    items = _removals(desk) if removing else _builds(desk)
    heads = ("Territory", "Unit", "Winter order")
    question = key_question(desk) if removing else key_question(desk, f"{WAIVE_KEY} waives")
    return on_page(ListView(f"{desk.title} · Winter", desk.when, heads, items, _remark(desk), question), page)


def _remark(desk: Desk) -> str:
    entered = desk.given
    if desk.adjustment > 0:
        return f"You may build {unit_count(desk.due)}, {entered} decided, {stored_words(desk)}."
    if desk.adjustment < 0:
        return f"You must remove {unit_count(desk.due)}, {entered} chosen, {stored_words(desk)}."
    return "You have nothing to build and nothing to remove this Winter."


def _builds(desk: Desk) -> list[Item]:
    """The home centres in which something can be built, then the builds that are waived."""
    if desk.adjustment <= 0 or desk.power is None:
        return []
    board = desk.seen.board
    items: list[Item] = []
    for code in dict.fromkeys(unit.province for unit in build_choices(desk.power, desk.seen.position, board)):
        order = desk.order_in(code)
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
    names = desk.seen.board.provinces
    units = sorted(removal_choices(desk.power, desk.seen.position), key=lambda unit: names[unit.province].name)
    items = []
    for unit in units:
        items.append(_removal_item(desk, unit, desk.order_of(unit)))
        army = desk.aboard(unit.province)
        if army is not None:
            items.append(_removal_item(desk, army, desk.order_of(army) or _laden(desk.order_of(unit))))
    return items


def _removal_item(desk: Desk, unit: Unit, order: Order | None) -> Item:
    board = desk.seen.board
    words = f"{board.powers[unit.power].short} {unit.kind.word}"
    deed = ("stays",) if order is None else deed_lines(order, board)
    return Item(board.provinces[unit.province].key, territory(unit.location, board), words, deed)


def _laden(order: Order | None) -> Order | None:
    """The order of the fleet if it removes the army aboard as well."""
    return order if isinstance(order, Disband) and order.laden else None


def _removals_at_sea(desk: Desk, fleet: Unit) -> list[Disband]:
    """What can be removed of an A/F: the army, or if as many are due both halves."""
    found = removal_choices_aboard(fleet.power, desk.seen.position)
    here = [removal for removal in found if removal.unit.province == fleet.province]
    return [removal for removal in here if desk.due > 1 or not removal.laden]


async def edit_winter(game: InGame) -> None:
    """The list of builds or removals."""
    examples = (*EXAMPLES, *REMOVAL_EXAMPLES) if game.desk.army_fleet else EXAMPLES
    await edit(game, Editor(Stage.ADJUSTMENTS, "winter", examples, winter_view, _change))


async def _change(game: InGame, key: str) -> Notice | None:
    if game.desk.adjustment < 0:
        return await _removal(game, key)
    return await (_waive(game) if key == WAIVE_KEY else _build(game, key))


async def _removal(game: InGame, key: str) -> Notice | None:
    """Remove a unit, or let it stay after all; of an A/F ask which half."""
    unit = own_unit(game.desk, key)
    if game.desk.aboard(unit.province) is not None:
        return await _removal_aboard(game, unit)
    if game.desk.order_of(unit) is not None:
        await game.withdraw(Disband(unit))
        return Notice(f"Taken back: the {unit.kind.word} stays.")
    return await store(game, Disband(unit))


async def _removal_aboard(game: InGame, fleet: Unit) -> Notice | None:
    """Remove the army, or both, or let them stay after all."""
    desk = game.desk
    removals = {"B" if removal.laden else "A": removal for removal in _removals_at_sea(desk, fleet)}
    labels = {"A": "the army aboard: one removal", "B": "both, the fleet and the army: two removals"}
    choices = [Choice(letter, labels[letter]) for letter in removals]
    stored = [order for order in desk.orders if isinstance(order, Disband) and order.unit.province == fleet.province]
    if stored:
        choices.append(Choice("W", "withdraw what is stored: both stay"))
    where = territory(fleet.location, desk.seen.board)
    view = _view(desk, f"Remove what of the A/F in {where}?", choices, "W" if stored else ENTER, "one removal")
    answer = await choose_letter(game, view)
    if answer is None:
        return None
    # The fleet first: it is not removed from under its army.
    for order in sorted(stored, key=lambda order: order.unit != fleet):
        if answer == "W" or (answer == "A" and order.unit == fleet):
            await game.withdraw(order)
    return Notice("Taken back: fleet and army stay.") if answer == "W" else await store(game, removals[answer])


async def _waive(game: InGame) -> Notice | None:
    """Do without one build, or take that back; where both are possible, ask which."""
    assert game.desk.power is not None
    waive = Waive(game.desk.power)
    if waive in game.desk.orders:
        answer = await _what_of_the_waived(game) if game.desk.owed else "T"
        if answer is None:
            return None
        if answer == "T":
            await game.withdraw(waive)
            return Notice("Taken back: one build is open again.")
    return await store(game, waive)


async def _what_of_the_waived(game: InGame) -> str | None:
    choices = [Choice("T", "take it back: the build is open again"), Choice("W", "waive one more build")]
    return await choose_letter(game, _view(game.desk, "You have waived a build: what now?", choices, "T"))


async def _build(game: InGame, key: str) -> Notice | None:
    desk = game.desk
    board = desk.seen.board
    province = board.by_key(key)
    found = build_choices(desk.power or "", desk.seen.position, board)
    here = [unit for unit in found if province is not None and unit.province == province.code]
    if province is None or not here:
        where = "No territory has that key" if province is None else f"Nothing can be built in {province.name} now"
        raise Refused(f"{where}: press the key before one of the centres shown.")
    stored = desk.order_in(province.code)
    kind = await _what(game, province.name, here, stored is not None)
    if kind is None:
        return None
    if kind == "W" and stored is not None:
        await game.withdraw(stored)
        return Notice(f"Taken back: nothing is built in {province.name}.")
    by_location = {unit.location: unit for unit in here if unit.kind == kind}
    location = await choose_location(game, f"{desk.title} · one build", "On which coast?", list(by_location))
    return None if location is None else await store(game, Build(by_location[location]))


async def _what(game: InGame, name: str, units: Sequence[Unit], taken: bool) -> str | None:
    kinds = {unit.kind for unit in units}
    choices = [Choice(kind.value, kind.with_article) for kind in UnitKind if kind in kinds]
    if taken:
        choices.append(Choice("W", "withdraw what is stored: build nothing here"))
    return await choose_letter(game, _view(game.desk, f"Build what in {name}?", choices, ENTER))


def _view(desk: Desk, heading: str, choices: Sequence[Choice], default: str, about: str = "one build") -> ChoiceView:
    question = "Which? Go back" if default == ENTER else "Which? Esc goes back; Enter is"
    return ChoiceView(f"{desk.title} · {about}", desk.when, (heading,), choices, question, default)
