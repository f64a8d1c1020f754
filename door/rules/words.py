"""Orders in the door's own words, as its reports print them (section H; widths as in the original).

    German army in I: Belgium          HOLDS
    French army in d: Picardy          SUPPORTS  French army in e: Burgundy
                                       ATTACKING I: Belgium

The verb starts in column 36 and is ten characters wide; no line is longer than 79. A unit so has fifteen characters
for the name of its territory, and a name that is longer is cut as the powers' are: ``Western Medit'n``. What
is printed can be read again by ``notation``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from door.rules.board import Board, ProvinceKind
from door.rules.orders import (
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Land,
    Move,
    MoveOrder,
    Order,
    Retreat,
    RetreatOrder,
    Support,
    Waive,
)
from door.rules.units import Unit, UnitKind

VERB_COLUMN = 36
"""The column in which the verb starts, counted from 1."""
LADEN = "A/F"
"""The word for a fleet with an army aboard."""
_VERB_WIDTH = 10
_NAME_WIDTH = 15
_LEAST_KEPT = 5
"""The fewest characters that a word of a name is cut to."""


def in_door_words(order: Order, board: Board, kind: str | None = None) -> tuple[str, ...]:
    """Give the lines of a report for the order.

    ``kind``: another word for the kind of the unit ordered: ``LADEN`` for a fleet with an army aboard.
    """
    if isinstance(order, Waive):
        return (_pad(f"{_adjective(order.power, board)} build") + "IS WAIVED",)
    if isinstance(order, Disband) and order.laden:
        kind = LADEN
    deed, *further = _aboard_deeds(order, board) if isinstance(order, Embark | Land) else _deeds(order, board)
    return (_pad(unit_words(order.unit, board, kind)) + deed, *(_pad("") + below for below in further))


def _deeds(order: MoveOrder | RetreatOrder | Build, board: Board) -> tuple[str, ...]:
    """Give what the unit is to do, line by line from the verb on."""
    match order:
        case Hold(unit):
            at_sea = board.provinces[unit.province].kind is ProvinceKind.SEA
            return ("STAYS ABOARD" if at_sea and unit.kind is UnitKind.ARMY else "HOLDS",)
        case Move(_, target, via, sea):
            attack = _deed("ATTACKS", territory(target, board) + (" BY CONVOY" if via and not sea else ""))
            return (attack, _deed("VIA", territory(sea, board))) if sea else (attack,)
        case Support(_, supported, target):
            deed = _deed("ATTACKING", territory(target, board)) if target else "HOLDING"
            return (_deed("SUPPORTS", unit_words(supported, board)), deed)
        case Convoy(_, army, target):
            return (_deed("CONVOYS", unit_words(army, board)), _deed("TO", territory(target, board)))
        case Retreat(_, target):
            return (_deed("RETREATS", territory(target, board)),)
        case Disband():
            return ("IS DISBANDED",)
        case Build():
            return ("IS BUILT",)
        case _:  # pragma: no cover
            assert_never(order)


def unit_words(unit: Unit, board: Board, kind: str | None = None) -> str:
    """Give the unit as reports name it: ``French army in e: Burgundy``; with another word for its kind if given."""
    return f"{_adjective(unit.power, board)} {kind or unit.kind.word} in {territory(unit.location, board)}"


def joined(names: Sequence[str]) -> str:
    """Names, at least one, as they stand in a sentence."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def territory(location: str, board: Board) -> str:
    """Give the place as reports name it, at most 18 characters: ``I: Belgium``, ``H: Spain sc``."""
    code, _, coast = location.partition("/")
    province = board.provinces[code]
    if not coast:
        return f"{province.key}: {_fitted(province.name, _NAME_WIDTH)}"
    return f"{province.key}: {_fitted(province.name, _NAME_WIDTH - len(coast) - 1)} {coast.lower()}"


def _aboard_deeds(order: Embark | Land, board: Board) -> tuple[str, ...]:
    if isinstance(order, Land):
        return _landing(order.sea, order.target, board)
    boards = _deed("EMBARKS ON", territory(order.sea, board))
    return (boards, *_landing(*order.landing, board)) if order.landing else (boards,)


def _landing(sea: str, target: str, board: Board) -> tuple[str, str]:
    """Give the lines of a landing: from which sea, and where."""
    return _deed("DISEMBARKS FROM", territory(sea, board)), _deed("TO", territory(target, board))


def _deed(verb: str, rest: str) -> str:
    return f"{verb:<{_VERB_WIDTH - 1}} {rest}"


def _pad(text: str) -> str:
    return f"{text:<{VERB_COLUMN - 1}}"


def _adjective(power: str, board: Board) -> str:
    known = board.powers.get(power)
    return known.short if known else power.title()[:6]


def _fitted(name: str, width: int) -> str:
    """Give the name in at most ``width`` characters: without ``Ocean``, else its longest words cut (``St Petersb'g``).

    Names of other maps that are longer still are cut off at the end.
    """
    if len(name) > width:
        name = name.removesuffix(" Ocean")
    words = name.split(" ")
    while (over := len(" ".join(words)) - width) > 0:
        place = max(range(len(words)), key=lambda index: len(words[index]))
        word = words[place]
        kept = max(_LEAST_KEPT, len(word) - over)
        if "'" in word or kept >= len(word):
            return " ".join(words)[:width]
        words[place] = f"{word[: kept - 2]}'{word[-1]}"
    return " ".join(words)
