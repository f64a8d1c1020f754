"""The canonical line of an order, both ways.

``write`` makes it, and ``read_canonical`` reads it and nothing else: the short cut of ``notation`` for the lines
that programs, files and the door itself write, a tenth of the time of reading freely.
"""

from __future__ import annotations

import re

from door.rules.board import Board
from door.rules.orders import Order
from door.rules.units import UnitKind
from door.rules.written import OrderKind, Written, WrittenPlace, WrittenUnit

_PLACE = r"([A-Z]{3})(?:/([NSEW]C))?"
_UNIT = rf"([AF]) {_PLACE}"
_LINE = re.compile(rf"{_UNIT} (?:([HDB])|([-R]) {_PLACE}( VIA)?|S {_UNIT}|([SC]) {_UNIT} - {_PLACE})")
_KINDS = {
    "H": OrderKind.HOLD,
    "D": OrderKind.DISBAND,
    "B": OrderKind.BUILD,
    "-": OrderKind.MOVE,
    "R": OrderKind.RETREAT,
    "S": OrderKind.SUPPORT,
    "C": OrderKind.CONVOY,
}
_LETTERS = {"A": UnitKind.ARMY, "F": UnitKind.FLEET}


def write(order: Order) -> str:
    """Give the canonical line of an order: ``A PIC S A BUR - BEL``."""
    return str(order)


def read_canonical(line: str, board: Board) -> Written | None:
    """Read a canonical line about places of the board; None for any other, which may still be a good order."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    letter, code, coast, alone, way, target, target_coast, via, *aid = found.groups()
    held, held_code, held_coast, deed, helped, helped_code, helped_coast, aim, aim_coast = aid
    if not {code, target, held_code, helped_code, aim} - {None} <= board.provinces.keys():
        return None
    unit = WrittenUnit(WrittenPlace(code, coast), _LETTERS[letter])
    if alone:
        return Written(_KINDS[alone], unit)
    if way:
        return Written(_KINDS[way], unit, None, WrittenPlace(target, target_coast), via is not None)
    if held:
        return Written(OrderKind.SUPPORT, unit, WrittenUnit(WrittenPlace(held_code, held_coast), _LETTERS[held]))
    other = WrittenUnit(WrittenPlace(helped_code, helped_coast), _LETTERS[helped])
    return Written(_KINDS[deed], unit, other, WrittenPlace(aim, aim_coast))
