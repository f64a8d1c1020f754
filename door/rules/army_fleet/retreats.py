"""Retreats under the Army/Fleet rules (A/F rule 6): an A/F as one, and armies onto fleets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Disband, Retreat, RetreatOrder
from door.rules.position import Dislodged, Position
from door.rules.results import Crowded, Disbanded, Mark, Occupied, Place, Result, Void
from door.rules.retreats import retreat_places
from door.rules.rulebook import RetreatFreedom, Rulebook
from door.rules.units import Unit, UnitKind, province_of


@dataclass(frozen=True, slots=True)
class Field:
    """The board after the moves, as retreats are judged on it."""

    units: Mapping[str, Unit]
    aboard: Mapping[str, Unit]
    contested: frozenset[str]
    board: Board
    rulebook: Rulebook


def choices(unit: Unit, origin: str, field: Field) -> tuple[str, ...]:
    """Give the locations the dislodged unit may retreat to; ``origin``: where the attack came from (A19).

    An army may also go onto a fleet of its own power in a sea next to it that carries none (A20).
    """
    places = retreat_places(unit, origin, field.units, field.contested, field.board, field.rulebook)
    if unit.kind is UnitKind.FLEET:
        return places
    barred: Collection[str] = (origin,) if field.rulebook.retreat_freedom is RetreatFreedom.STANDARD else ()
    seas = (sea for sea in field.board.neighbours(unit.province) if sea not in barred and _takes(unit, sea, field))
    return tuple(sorted((*places, *seas)))


def _takes(army: Unit, sea: str, field: Field) -> bool:
    fleet = field.units.get(sea)
    at_sea = field.board.provinces[sea].kind is ProvinceKind.SEA
    return at_sea and fleet is not None and fleet.power == army.power and sea not in field.aboard


def adjudicate_retreats(
    position: Position, orders: Mapping[Unit, RetreatOrder], board: Board
) -> tuple[dict[Unit, Result], Position]:
    """Carry out retreats; ``orders`` by the dislodged unit, an A/F's by its fleet.

    An A/F that goes to a sea stays whole; at a coast it becomes a fleet and the army is lost (A/F rule 6). Without an
    order or with one that is not legal both are lost, as are all that chose the same place or the same fleet.
    """
    given = {entry.unit: orders.get(entry.unit) or Disband(entry.unit) for entry in position.dislodged.values()}
    wanted = Counter(
        province_of(order.target)
        for order in given.values()
        if isinstance(order, Retreat) and order.target in position.dislodged[order.unit.province].choices
    )
    units, aboard = dict(position.units), dict(position.aboard)
    results: dict[Unit, Result] = {}
    for entry in position.dislodged.values():
        order = given[entry.unit]
        marks = _marks(entry, order, entry.unit in orders, position, wanted)
        results[entry.unit] = Result(order, marks, entry.unit in orders)
        saved = isinstance(order, Retreat) and not marks
        place = order.target if isinstance(order, Retreat) and saved else None
        if entry.aboard is not None and not _stays_whole(place, board):
            results[entry.aboard] = _drowned(entry.aboard, orders.get(entry.aboard), place)
        if place is not None:
            _arrive(entry, place, units, aboard, board)
    for army, order in orders.items():
        if army not in results and any(entry.aboard == army for entry in position.dislodged.values()):
            results[army] = Result(order, (_NOT_ALONE,))
    return results, Position(units, {}, position.centres, aboard)


_NOT_ALONE = Void("An army aboard retreats with its fleet, not by itself (A/F rule 6).")


def _stays_whole(place: str | None, board: Board) -> bool:
    return place is not None and board.provinces[province_of(place)].kind is ProvinceKind.SEA


def _drowned(army: Unit, order: RetreatOrder | None, place: str | None) -> Result:
    """The result of an army lost with its fleet, or when its fleet went to a coast."""
    reason = "Its fleet was lost, and the army with it." if place is None else "Its fleet retreated to a coast."
    lost = Disbanded(f"{reason[:-1]} (A/F rule 6).")
    marks: tuple[Mark, ...] = (_NOT_ALONE, lost) if isinstance(order, Retreat) else (lost,)
    return Result(order or Disband(army), marks, order is not None)


def _arrive(entry: Dislodged, place: str, units: dict[str, Unit], aboard: dict[str, Unit], board: Board) -> None:
    unit = entry.unit.at(place)
    sea = board.provinces[unit.province].kind is ProvinceKind.SEA
    if sea and unit.kind is UnitKind.ARMY:
        aboard[unit.province] = unit
        return
    units[unit.province] = unit
    if sea and entry.aboard is not None:
        aboard[unit.province] = entry.aboard.at(unit.province)


def _marks(
    entry: Dislodged, order: RetreatOrder, given: bool, position: Position, wanted: Mapping[str, int]
) -> tuple[Mark, ...]:
    if not isinstance(order, Retreat):
        return () if given else (Disbanded("No order was given for it."),)
    target = province_of(order.target)
    if order.target not in entry.choices:
        if target in position.units:
            return (Occupied(position.units[target]),)
        return (Void(f"{order.unit} could not retreat to {order.target}."), Disbanded("It was disbanded."))
    if wanted[target] > 1:
        return (Crowded(Place(target)),)
    return ()
