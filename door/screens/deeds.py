"""From a verb to its object: what is attacked, supported or convoyed.

The choices come from the rules; here the caller walks them by the keys of their territories.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias, TypeVar

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Move, Order, Support
from door.rules.units import Unit, UnitKind, province_of
from door.rules.words import territory, unit_words
from door.screens.choosing import LAND_QUESTION, Choice, ChoiceView, choose, choose_letter, choose_location
from door.screens.ingame import Desk, InGame

T = TypeVar("T")
#: Leads from a verb to an order for the unit; None to go back.
Giver: TypeAlias = Callable[[InGame, Unit], Awaitable[Order | None]]

_UNIT_QUESTION: Final = "Key of the unit to support (case counts); Enter or Esc goes back"
_ARMY_QUESTION: Final = "Key of the army to convoy (case counts); Enter or Esc goes back"


async def choose_move(game: InGame, unit: Unit, moves: Sequence[Move]) -> Move | None:
    """Where the unit goes, and which way if there are two; None to go back."""
    board = game.desk.seen.board
    groups = by_key(moves, lambda move: province_of(move.target), board)
    labels = [Choice(key, _move_label(group, board)) for key, group in groups.items()]
    while True:
        key = await pick(game, (f"{unit_words(unit, board)} ATTACKS",), labels)
        if key is None:
            return None
        move = groups[key][0] if len(groups[key]) == 1 else await _which_way(game, unit, groups[key])
        if move is not None:
            return move


def _move_label(group: Sequence[Move], board: Board) -> str:
    """A territory to attack: that it is reached by convoy only is said at once."""
    name = board.provinces[province_of(group[0].target)].name
    if len(group) == 1 and "/" in group[0].target:
        name = board.location_title(group[0].target)
    return f"{name} BY CONVOY" if all(move.via for move in group) else name


async def _which_way(game: InGame, unit: Unit, moves: Sequence[Move]) -> Move | None:
    """The same territory by two ways: to one of two coasts, or by land or by convoy."""
    board = game.desk.seen.board
    heading = f"{unit_words(unit, board)} ATTACKS {territory(province_of(moves[0].target), board)}"
    by_location = {move.target: move for move in moves}
    if len(by_location) > 1:
        location = await choose_location(game, f"{game.desk.title} · one order", heading, list(by_location))
        return None if location is None else by_location[location]
    choices = [Choice("L", "by land"), Choice("C", "BY CONVOY")]
    view = one_order_view(game.desk, (heading,), choices, "Which way? Esc goes back; Enter is", "L")
    answer = await choose_letter(game, view)
    return next((move for move in moves if answer is not None and move.via == (answer == "C")), None)


async def choose_support(game: InGame, unit: Unit, supports: Sequence[Support]) -> Support | None:
    """Which unit is supported, and in what; None to go back."""
    board = game.desk.seen.board
    in_turn = sorted(supports, key=lambda support: board.provinces[support.supported.province].name)
    groups = by_key(in_turn, lambda support: support.supported.province, board)
    heading = f"{unit_words(unit, board)} SUPPORTS"
    labels = [Choice(key, _supported_label(group, board)) for key, group in groups.items()]
    while True:
        key = await pick(game, (heading,), labels, _UNIT_QUESTION)
        if key is None:
            return None
        support = await _which_support(game, heading, groups[key])
        if support is not None:
            return support


def _supported_label(group: Sequence[Support], board: Board) -> str:
    """What may be supported under one key: a unit, an army that lands from there, or both."""
    places = {support.supported: f"a landing from {territory(support.supported.location, board)}" for support in group}
    units = [unit_words(unit, board) for unit in places if not _lands(unit, board)]
    landings = [words for unit, words in places.items() if _lands(unit, board)]
    return f"{units[0]}, or a landing" if units and landings else (units or landings)[0]


def _lands(supported: Unit, board: Board) -> bool:
    """Whether the unit supported is an army at sea: all it can do is land (A/F rule 5)."""
    return supported.kind is UnitKind.ARMY and board.provinces[supported.province].kind is ProvinceKind.SEA


async def _which_support(game: InGame, heading: str, group: Sequence[Support]) -> Support | None:
    by_kind = {support.supported.kind.value: support.supported for support in group}
    while True:
        letter = next(iter(by_kind))
        if len(by_kind) > 1:
            answer = await _which_half(game, heading, by_kind)
            if answer is None:
                return None
            letter = answer
        support = await _what_of_it(game, heading, [each for each in group if each.supported == by_kind[letter]])
        if support is not None or len(by_kind) == 1:
            return support


async def _which_half(game: InGame, heading: str, by_kind: dict[str, Unit]) -> str | None:
    """The fleet at sea, or an army that lands from there: both go by one key."""
    where = territory(by_kind[UnitKind.FLEET].location, game.desk.seen.board)
    choices = [
        Choice(UnitKind.FLEET, f"the fleet in {where}"),
        Choice(UnitKind.ARMY, f"the army that lands from {where}"),
    ]
    view = one_order_view(game.desk, (heading,), choices, "Which? Esc goes back; Enter is", UnitKind.FLEET)
    return await choose_letter(game, view)


async def _what_of_it(game: InGame, heading: str, group: Sequence[Support]) -> Support | None:
    board = game.desk.seen.board
    deeds = by_key(group, lambda support: province_of(support.target or support.supported.province), board)
    labels = [Choice(key, _support_label(found[0], board)) for key, found in deeds.items()]
    key = await pick(game, (f"{heading} {unit_words(group[0].supported, board)}",), labels)
    return None if key is None else deeds[key][0]


def _support_label(support: Support, board: Board) -> str:
    if support.target is None:
        return f"HOLDING in {board.provinces[support.supported.province].name}"
    return f"ATTACKING {board.location_title(support.target)}"


async def choose_convoy(game: InGame, unit: Unit, convoys: Sequence[Convoy]) -> Convoy | None:
    """Which army is carried, and where to; None to go back."""
    board = game.desk.seen.board
    armies = by_key(convoys, lambda convoy: convoy.army.province, board)
    heading = f"{unit_words(unit, board)} CONVOYS"
    labels = [Choice(key, unit_words(group[0].army, board)) for key, group in armies.items()]
    while True:
        key = await pick(game, (heading,), labels, _ARMY_QUESTION)
        if key is None:
            return None
        targets = {board.provinces[convoy.target].key: convoy for convoy in armies[key]}
        places = [Choice(each, f"TO {board.provinces[convoy.target].name}") for each, convoy in targets.items()]
        key = await pick(game, (f"{heading} {unit_words(armies[key][0].army, board)}",), places)
        if key is not None:
            return targets[key]


async def pick(
    game: InGame, heading: tuple[str, ...], choices: Sequence[Choice], question: str = LAND_QUESTION
) -> str | None:
    """The key of a territory among those shown; None to go back."""
    return await choose(game, one_order_view(game.desk, heading, choices, question))


def one_order_view(
    desk: Desk, heading: tuple[str, ...], choices: Sequence[Choice], question: str, default: str = ""
) -> ChoiceView:
    """Choices on the way to one order."""
    return ChoiceView(f"{desk.title} · one order", desk.when, heading, choices, question, default)


def by_key(found: Sequence[T], place: Callable[[T], str], board: Board) -> dict[str, list[T]]:
    """Sort choices under the keys of their territories, in the order in which they come."""
    groups: dict[str, list[T]] = {}
    for each in found:
        groups.setdefault(board.provinces[place(each)].key, []).append(each)
    return groups
