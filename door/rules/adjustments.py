"""Winter: who owns what, how many builds or removals are due, and what becomes of the orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from door.rules.board import Board, ProvinceKind
from door.rules.legality import build_fault
from door.rules.orders import AdjustmentOrder, Build, Disband
from door.rules.position import Position
from door.rules.results import Disbanded, Result, Void
from door.rules.units import Unit, UnitKind, province_of


def take_centres(position: Position, board: Board) -> Position:
    """Hand each supply centre to the power whose unit stands in it; nothing when ownership is not known."""
    if position.centres is None:
        return position
    held = {code: unit.power for code, unit in position.units.items() if board.provinces[code].centre}
    return replace(position, centres={**position.centres, **held})


def surplus(power: str, position: Position) -> int:
    """Centres less units: builds due when positive, removals owed when negative; 0 when ownership is not known.

    An army aboard counts as a unit of its own (the Army/Fleet rules, A21).
    """
    if position.centres is None:
        return 0
    aboard = sum(army.power == power for army in position.aboard.values())
    return len(position.centres_of(power)) - len(position.units_of(power)) - aboard


def open_homes(power: str, position: Position, board: Board) -> list[str]:
    """The home centres that the power owns and that are empty."""
    return [
        code
        for code in position.centres_of(power)
        if board.provinces[code].home == power and code not in position.units
    ]


def adjustment_due(power: str, position: Position, board: Board) -> int:
    """Builds that the power can make (positive), removals that it must make (negative), or 0."""
    due = surplus(power, position)
    return min(due, len(open_homes(power, position, board))) if due > 0 else due


def powers_in(position: Position) -> list[str]:
    """Every power that has a unit or a centre."""
    owners = set((position.centres or {}).values())
    return sorted(owners | {unit.power for unit in position.units.values()})


def anything_due(position: Position, board: Board) -> bool:
    """Whether any power can build or must remove."""
    return any(adjustment_due(power, position, board) for power in powers_in(position))


def adjudicate_adjustments(
    position: Position, orders: Mapping[str, Sequence[AdjustmentOrder]], board: Board
) -> tuple[list[Result], Position]:
    """Carry out builds and removals; ``orders`` by power, of which the first legal ones count (DATC 6.I, 6.J).

    Removals that are owed but not ordered are taken by rule (``take_removals``).
    """
    results: list[Result] = []
    units = dict(position.units)
    for power in sorted(set(orders) | set(powers_in(position))):
        due = surplus(power, position)
        given = orders.get(power, ())
        if due >= 0:
            built = list(carry_out_builds(given, due, position, board))
            units |= {unit.province: unit for unit in units_built(built)}
            results += built
        else:
            results += _remove(power, given, -due, units, position, board)
    return results, Position(units, {}, position.centres)


def units_built(results: Iterable[Result]) -> Iterator[Unit]:
    """The new units, from the results of the builds of one power."""
    return (result.order.unit for result in results if result.succeeded and isinstance(result.order, Build))


def carry_out_builds(orders: Iterable[AdjustmentOrder], due: int, position: Position, board: Board) -> Iterator[Result]:
    """Give the results of the builds of a power to which so many are due, the first legal ones (DATC 6.I).

    Everything happens at once: what others remove this Winter still stands in the way.
    """
    allowed = due
    units = dict(position.units)
    for order in orders:
        reason = _build_fault(order, allowed, due, Position(units, {}, position.centres), board)
        if reason is not None:
            yield Result(order, (Void(reason),))
            continue
        allowed -= 1
        if isinstance(order, Build):
            units[order.unit.province] = order.unit
        yield Result(order)


def _build_fault(order: AdjustmentOrder, allowed: int, due: int, position: Position, board: Board) -> str | None:
    if isinstance(order, Disband):
        return f"No removal is due; {order.unit} stays."
    reason = None
    if isinstance(order, Build):
        reason = build_fault(order.unit, position, board)
    if reason is None and allowed == 0:
        reason = f"Only {due} {'build is' if due == 1 else 'builds are'} due." if due else "No build is due."
    return reason


def _remove(
    power: str,
    orders: Iterable[AdjustmentOrder],
    owed: int,
    units: dict[str, Unit],
    position: Position,
    board: Board,
) -> Iterable[Result]:
    for order in orders:
        if not isinstance(order, Disband):
            yield Result(order, (Void("Removals are due, so nothing can be built or waived."),))
        elif order.unit.province not in units:
            yield Result(order, (Void(f"{order.unit} is removed already."),))
        elif owed == 0:
            yield Result(order, (Void("No more removals are due."),))
        else:
            owed -= 1
            del units[order.unit.province]
            yield Result(order)
    left = [unit for unit in units.values() if unit.power == power]
    for unit in take_removals(left, position.centres_of(power), board)[:owed]:
        del units[unit.province]
        yield Result(Disband(unit), (Disbanded("No order was given, so it was removed by rule."),), given=False)


def take_removals(units: Iterable[Unit], centres: Iterable[str], board: Board) -> list[Unit]:
    """Sort a power's units as the rule removes them (rulebook of 2023; DATC 6.J.3 to 6.J.11).

    The farthest from the power's own centres first, fleets before armies, then by the province's name.
    """
    homes = frozenset(centres)
    return sorted(
        units,
        key=lambda unit: (
            -_distance(unit, homes, board),
            unit.kind is UnitKind.ARMY,
            board.provinces[unit.province].name,
        ),
    )


def _distance(unit: Unit, centres: frozenset[str], board: Board) -> int:
    """Steps to the nearest of the centres: an army over any border, a fleet by sea but for the last step inland."""
    seen = {unit.location}
    ring = seen
    for steps in range(len(board.provinces) + 1):
        if any(province_of(place) in centres for place in ring):
            return steps
        if unit.kind is UnitKind.FLEET and any(_inland_next_to(place, centres, board) for place in ring):
            return steps + 1
        ring = {step for place in ring for step in _steps(unit.kind, place, board)} - seen
        seen = seen | ring
    return len(board.provinces) + 1


def _steps(kind: UnitKind, place: str, board: Board) -> Iterable[str]:
    return board.reach(kind, place) if kind is UnitKind.FLEET else board.neighbours(place)


def _inland_next_to(place: str, centres: frozenset[str], board: Board) -> bool:
    return any(
        code in centres and board.provinces[code].kind is ProvinceKind.INLAND
        for code in board.neighbours(province_of(place))
    )
