"""Retreats on Midsummer's Eve and All Hallows' Eve.

As in the original (section H): the unit's order is edited under the territory that it lost, the first question is
whether to disband it, and YES is what Enter means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.judge.refusal import Refused
from door.rules.options import Arrival, RetreatChoice, retreat_choices
from door.rules.orders import Disband, Retreat
from door.rules.phase import Stage
from door.rules.position import Dislodged
from door.rules.units import Unit, province_of
from door.rules.words import LADEN, territory, unit_words
from door.screens.boarding import RETREAT_EXAMPLES, army_item
from door.screens.choosing import LAND_QUESTION, Choice, ChoiceView, choose, choose_location
from door.screens.editing import Editor, edit, store
from door.screens.frame import BACK, Notice, ask, ask_line, letters, listed, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.orderlist import Item, ListView, deed_lines, key_question, on_page, stored_words, unit_item
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW

EXAMPLES: Final = (
    "A BEL R HOL             the army beaten in Belgium retreats to Holland",
    "A BEL D                 it is disbanded",
    "F BUL/SC R AEG          the fleet beaten in Bulgaria goes to the Aegean Sea",
)


def retreats_view(desk: Desk, page: int = 0) -> ListView:
    """The caller's dislodged units with what is stored for them."""
    items: list[Item] = []
    for unit in desk.to_order:
        items += [unit_item(unit, desk.order_of(unit), "DISBANDED", desk), *_aboard_item(desk, unit)]
    remark = f"{desk.given} of {desk.due} settled, {stored_words(desk)}."
    if not items:
        remark = "None of your units was beaten: there is nothing to enter."
    heads = ("Lost territory", "Unit", "Retreat")
    return on_page(ListView(f"{desk.title} · retreats", desk.when, heads, items, remark, key_question(desk)), page)


def _aboard_item(desk: Desk, fleet: Unit) -> list[Item]:
    """The army aboard the beaten fleet, if there is one: it shares the fleet's fate, but does not go ashore with it."""
    army = desk.aboard(fleet.province)
    if army is None:
        return []
    order, entry = desk.order_of(fleet), desk.seen.position.dislodged[fleet.province]
    target = order.target if isinstance(order, Retreat) else None
    stays = any(choice.location == target and choice.warning is None for choice in _choices(desk, entry))
    fate = "stays aboard" if stays else "is lost" if target else "is lost with it"
    item = army_item(desk, army, (fate,))
    return [item if order is not None else replace(item, given=False)]


@dataclass(frozen=True, slots=True)
class DisbandView:
    """The first question on a dislodged unit, or the last when it would go where another stands."""

    desk: Desk
    entry: Dislodged
    warning: str = ""


def draw_disband(view: DisbandView, notice: Notice | None = None) -> Canvas:
    """The unit, what is stored for it, where it could go, and the question."""
    desk, unit = view.desk, view.entry.unit
    board = desk.seen.board
    canvas = sheet(f"{desk.title} · one retreat", desk.when)
    whole = view.entry.aboard is not None
    words = unit_words(unit, board, LADEN if whole else None)
    canvas.put(BODY_ROW + 1, 2, f"{words} was beaten and must leave.", widgets.STRONG)
    order = desk.order_of(unit)
    stored = f"No order is stored: without one {'fleet and army are' if whole else 'it is'} DISBANDED."
    if order is not None:
        stored = f"{desk.kept}: {deed_lines(order, board)[0]}"
    canvas.put(BODY_ROW + 2, 2, stored)
    winner = desk.seen.position.units.get(unit.province)
    if winner is not None:
        canvas.put(BODY_ROW + 4, 2, f"There now: {unit_words(winner, board)}.")
    if view.warning:
        lines = widgets.wrap_text(view.warning, widgets.width_of(canvas) - 4)
        widgets.text_block(canvas, BODY_ROW + 5, [f" {line}" for line in lines], widgets.BAD)
        widgets.status(canvas, "N or Esc chooses another place.")
        return ask_line(canvas, notice, "Send it there all the same? (y/N)", "N")
    lines = ["There is no free territory that it could go to."]
    if view.entry.choices:
        lines = listed("It could go to", _places(desk, view.entry), widgets.width_of(canvas) - 4)
    widgets.text_block(canvas, BODY_ROW + 5, [f" {line}" for line in lines])
    widgets.status(canvas, "N chooses where it goes; Esc leaves all as it is.")
    question = "Disband both, fleet and army? (Y/n)" if whole else "Disband this unit? (Y/n)"
    return ask_line(canvas, notice, question, "Y")


def _places(desk: Desk, entry: Dislodged) -> list[str]:
    """The places that the unit could go to, with what becomes of it there if it is not as ever."""
    notes = {Arrival.ABOARD: " (aboard the fleet)", Arrival.ARMY_LOST: " (the army is lost)"}
    arrivals = {choice.location: choice.arrival for choice in _choices(desk, entry)}
    return [f"{territory(place, desk.seen.board)}{notes.get(arrivals[place], '')}" for place in entry.choices]


async def edit_retreats(game: InGame) -> None:
    """The list of dislodged units."""
    examples = (*EXAMPLES, *RETREAT_EXAMPLES) if game.desk.army_fleet else EXAMPLES
    await edit(game, Editor(Stage.RETREATS, "retreats", examples, retreats_view, _change))


async def _change(game: InGame, key: str) -> Notice | None:
    """First whether to disband the unit beaten in the territory of that key; if not, where it goes."""
    entry = _entry(game.desk, key)
    answer = await _yes_or_no(game, DisbandView(game.desk, entry), "Y")
    if answer == BACK:
        return None
    if answer == "Y":
        return await store(game, Disband(entry.unit))
    if not _choices(game.desk, entry):
        raise Refused("There is no territory that it could go to.")
    location = await _where_to(game, entry)
    return None if location is None else await store(game, Retreat(entry.unit, location))


def _entry(desk: Desk, key: str) -> Dislodged:
    province = desk.seen.board.by_key(key)
    entry = None if province is None else desk.seen.position.dislodged.get(province.code)
    if entry is None or entry.unit.power != desk.power:
        where = "No territory has that key" if province is None else f"No unit of yours was beaten in {province.name}"
        raise Refused(f"{where}: press the key before one of the units shown.")
    return entry


async def _yes_or_no(game: InGame, view: DisbandView, default: str) -> str:
    return await ask(game, partial(draw_disband, view), letters("YN", default), pick_from("YN"), explains("retreats"))


def _choices(desk: Desk, entry: Dislodged) -> list[RetreatChoice]:
    seen = desk.seen
    return retreat_choices(entry, seen.position, seen.board, seen.rulebook)


async def _where_to(game: InGame, entry: Dislodged) -> str | None:
    """The location that the caller chooses, knowing what awaits the unit there."""
    board = game.desk.seen.board
    by_key: dict[str, list[RetreatChoice]] = {}
    for choice in _choices(game.desk, entry):
        by_key.setdefault(board.provinces[province_of(choice.location)].key, []).append(choice)
    labels = [Choice(key, _label(choices, entry, game.desk)) for key, choices in by_key.items()]
    kind = None if entry.aboard is None else LADEN
    where, heading = f"{game.desk.title} · one retreat", f"{unit_words(entry.unit, board, kind)} RETREATS"
    view = ChoiceView(where, game.desk.when, (heading,), labels, LAND_QUESTION)
    while True:
        key = await choose(game, view)
        if key is None:
            return None
        location = await choose_location(game, where, heading, [choice.location for choice in by_key[key]])
        if location is None:
            continue
        warning = _warning(by_key[key][0], _shared(game.desk, entry, location))
        if not warning or await _yes_or_no(game, DisbandView(game.desk, entry, warning), "N") == "Y":
            return location


def _warning(choice: RetreatChoice, shared: str | None) -> str:
    """All that speaks against a place; where another stands the unit is lost, whoever else comes."""
    if choice.arrival is Arrival.OCCUPIED:
        return choice.warning or ""
    return " ".join(filter(None, (choice.warning, shared)))


def _label(choices: Sequence[RetreatChoice], entry: Dislodged, desk: Desk) -> str:
    """A territory to retreat to; its coast is named where only one can be reached."""
    location = choices[0].location if len(choices) == 1 else province_of(choices[0].location)
    name = desk.seen.board.location_title(location)
    arrival = choices[0].arrival
    if arrival is Arrival.OCCUPIED:
        lost = "both" if entry.aboard is not None else "it"
        return f"{name} (occupied: {lost} would be disbanded)"
    if _shared(desk, entry, location):
        return f"{name} (another of yours goes there)"
    if arrival is Arrival.ARMY_LOST:
        return f"{name} (the army aboard is lost)"
    return f"aboard the fleet in {name}" if arrival is Arrival.ABOARD else name


def _shared(desk: Desk, entry: Dislodged, location: str) -> str | None:
    """A sentence if another unit of the caller's is ordered to the same territory (the door's rules, Retreats 4)."""
    board, place = desk.seen.board, province_of(location)
    for order in desk.orders:
        if isinstance(order, Retreat) and order.unit != entry.unit and province_of(order.target) == place:
            other = unit_words(order.unit, board)
            return f"The {other} retreats to {territory(place, board)} as well: both would be disbanded."
    return None
