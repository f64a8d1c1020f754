"""Orders of whatever power: each belongs to the power whose unit it is about.

For a table on which one hand moves the units of all powers. In a game each power's orders are its own, and
``binding`` refuses the others'.
"""

from __future__ import annotations

from door.rules.binding import bind
from door.rules.board import Board
from door.rules.orders import Order
from door.rules.phase import Stage
from door.rules.position import Position
from door.rules.written import BindingError, Written


def bind_for_anyone(
    written: Written, named: str | None, stage: Stage, position: Position, board: Board, army_fleet: bool = False
) -> Order:
    """Find whose order it is and bind it as that power's; ``BindingError`` as ``bind`` gives it.

    ``named`` is the power that was named before the order; it counts where nothing that stands on the map tells.
    """
    first, *others = _whose(written, named, position, board)
    try:
        return bind(written, first, stage, position, board, army_fleet)
    except BindingError as error:
        for power in others:
            try:
                return bind(written, power, stage, position, board, army_fleet)
            except BindingError:
                continue  # the first power's error is the one to tell
        raise error


def _whose(written: Written, named: str | None, position: Position, board: Board) -> list[str]:
    """The powers that may mean the order, the likeliest first; at least one."""
    unit = written.unit
    if unit is None:
        power = written.power or named
        if power is None:
            raise BindingError("It is not said whose build is waived: write the power before it, as in FRANCE WAIVE.")
        return [power]
    province = unit.place.province
    beaten, standing, army = (
        position.dislodged.get(province),
        position.units.get(province),
        position.aboard.get(province),
    )
    there = [each.power for each in (beaten.unit if beaten else None, standing, army) if each is not None]
    home = (board.start.centres or {}).get(province)
    likely = [*there, unit.power, named, home]
    found = list(dict.fromkeys(power for power in likely if power is not None))
    return found or list(board.powers)[:1]
