"""Orders in the door's own words, as its reports print them (section H; widths as in the original).

    German army in I: Belgium          HOLDS
    French army in d: Picardy          SUPPORTS  French army in e: Burgundy
                                       ATTACKING I: Belgium

The verb starts in column 36 and is ten characters wide; no line is longer than 79. A unit so has fifteen characters
for the name of its territory, and a name that is longer is cut as the powers' are: ``Western Medit'n``. What
is printed can be read again by ``notation``.
"""

from __future__ import annotations

from typing import assert_never

from door.rules.board import Board
from door.rules.orders import (
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Land,
    Move,
    Order,
    Retreat,
    Support,
    Waive,
)
from door.rules.units import Unit

VERB_COLUMN = 36
"""The column in which the verb starts, counted from 1."""
_VERB_WIDTH = 10
_NAME_WIDTH = 15
_LEAST_KEPT = 5
"""The fewest characters that a word of a name is cut to."""


def in_door_words(order: Order, board: Board) -> tuple[str, ...]:
    """Give the lines of a report for the order."""
    match order:
        case Hold(unit):
            return (_line(unit, board, "HOLDS"),)
        case Move(unit, target):
            how = " BY CONVOY" if order.via and not order.sea else ""
            attack = _line(unit, board, "ATTACKS", territory(target, board) + how)
            return (attack, _under(_deed("VIA", territory(order.sea, board)))) if order.sea else (attack,)
        case Embark() | Land():
            return _aboard_words(order, board)
        case Support(unit, supported, target):
            deed = _deed("ATTACKING", territory(target, board)) if target else "HOLDING"
            return (_line(unit, board, "SUPPORTS", unit_words(supported, board)), _under(deed))
        case Convoy(unit, army, target):
            deed = _deed("TO", territory(target, board))
            return (_line(unit, board, "CONVOYS", unit_words(army, board)), _under(deed))
        case Retreat(unit, target):
            return (_line(unit, board, "RETREATS", territory(target, board)),)
        case Disband(unit, laden):
            return (_pad(unit_words(unit, board, "A/F" if laden else None)) + "IS DISBANDED",)
        case Build(unit):
            return (_line(unit, board, "IS BUILT"),)
        case Waive(power):
            return (_pad(f"{_adjective(power, board)} build") + "IS WAIVED",)
        case _:  # pragma: no cover
            assert_never(order)


def unit_words(unit: Unit, board: Board, kind: str | None = None) -> str:
    """Give the unit as reports name it: ``French army in e: Burgundy``; with another word for its kind if given."""
    return f"{_adjective(unit.power, board)} {kind or unit.kind.word} in {territory(unit.location, board)}"


def territory(location: str, board: Board) -> str:
    """Give the place as reports name it, at most 18 characters: ``I: Belgium``, ``H: Spain sc``."""
    code, _, coast = location.partition("/")
    province = board.provinces[code]
    if not coast:
        return f"{province.key}: {_fitted(province.name, _NAME_WIDTH)}"
    return f"{province.key}: {_fitted(province.name, _NAME_WIDTH - len(coast) - 1)} {coast.lower()}"


def _line(unit: Unit, board: Board, verb: str, rest: str = "") -> str:
    return _pad(unit_words(unit, board)) + (_deed(verb, rest) if rest else verb)


def _aboard_words(order: Embark | Land, board: Board) -> tuple[str, ...]:
    if isinstance(order, Land):
        return _landing(order.sea, order.target, board, unit_words(order.unit, board))
    boards = _line(order.unit, board, "EMBARKS ON", territory(order.sea, board))
    return (boards, *_landing(*order.landing, board)) if order.landing else (boards,)


def _landing(sea: str, target: str, board: Board, start: str = "") -> tuple[str, str]:
    """Give the lines of a landing: from which sea, and where."""
    leaves = _deed("DISEMBARKS FROM", territory(sea, board))
    return _pad(start) + leaves, _under(_deed("TO", territory(target, board)))


def _deed(verb: str, rest: str) -> str:
    return f"{verb:<{_VERB_WIDTH - 1}} {rest}"


def _under(deed: str) -> str:
    return _pad("") + deed


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
