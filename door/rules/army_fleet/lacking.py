"""Orders that are still to be given: what else would have to be ordered for an order not to be void."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Embark, Land, Move, Order, Support
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of

Orders: TypeAlias = tuple[Order, ...]


class Lacking:
    """Finds what an order lacks in a position."""

    def __init__(self, position: Position, board: Board) -> None:
        self._position = position
        self._board = board

    def ways(self, order: Order, given: Mapping[Unit, Order]) -> Iterator[Orders]:
        """Give sets of further orders, of any power, any of which may make the order good.

        None is for a unit in ``given``, which has an order. Whether a set does help only a plan can tell.
        """
        for way in self._ways(order):
            further = tuple(wanted for wanted in way if _unit(wanted) not in given)
            if further:
                yield further

    def _ways(self, order: Order) -> Iterator[Orders]:
        match order:
            case Land(army, sea):
                yield from self._sailings(army.province, sea)
            case Embark(_, first, (sea, _)):
                yield from self._sailings(first, sea)
            case Convoy(fleet, army, target):
                yield (Move(army, target, via=True, sea=fleet.province),)
            case Move(unit, target, _, sea) if unit.kind is UnitKind.ARMY:
                fleets = self._fleets_between(unit.province, province_of(target))
                yield from ((Convoy(fleet, unit, target),) for fleet in fleets if sea in (None, fleet.province))
            case Support(_, supported, str() as target):
                at_sea = supported.kind is UnitKind.ARMY and self._is_sea(supported.province)
                yield from self._landings(supported.province, target) if at_sea else self._attacks(supported, target)

    def _sailings(self, first: str, second: str) -> Iterator[Orders]:
        """The move of the fleet to the second sea of a landing."""
        fleet = self._position.units.get(first)
        if fleet is not None:
            yield (Move(fleet, second),)

    def _attacks(self, unit: Unit, target: str) -> Iterator[Orders]:
        """The moves of the unit to the target: over a border, or an army's by any ferry."""
        province = province_of(target)
        army = self._position.aboard.get(unit.province)
        # Into port a fleet goes only while its army lands (A23); where it lands is all the same.
        off = () if army is None or self._is_sea(province) else (Land(army, army.province, province),)
        landings = self._board.landings(unit.kind, unit.location, province)
        yield from ((Move(unit, place), *off) for place in landings if target in (place, province))
        if unit.kind is UnitKind.ARMY:
            for fleet in self._fleets_between(unit.province, province):
                yield Move(unit, province, via=True, sea=fleet.province), Convoy(fleet, unit, province)

    def _landings(self, sea: str, target: str) -> Iterator[Orders]:
        """Every landing from the sea in the target: of an army aboard there or next to it, or still to embark."""
        here = self._position.aboard.get(sea)
        if here is not None:
            yield (Land(here, sea, target),)
        for fleet in self._fleets_at(sea):
            sails = Move(fleet, sea)
            army = self._position.aboard.get(fleet.province)
            if army is not None:
                yield Land(army, sea, target), sails
                continue
            for unit in map(self._position.units.get, self._board.neighbours(fleet.province)):
                if unit is not None and unit.kind is UnitKind.ARMY and unit.power == fleet.power:
                    yield Embark(unit, fleet.province, (sea, target)), sails

    def _fleets_between(self, source: str, target: str) -> list[Unit]:
        return [fleet for fleet in self._fleets_at(source) if fleet.province in self._board.neighbours(target)]

    def _fleets_at(self, province: str) -> list[Unit]:
        """The fleets in the seas next to the province."""
        seas = filter(self._is_sea, sorted(self._board.neighbours(province)))
        return [fleet for sea in seas if (fleet := self._position.units.get(sea)) is not None]

    def _is_sea(self, province: str) -> bool:
        return self._board.provinces[province].kind is ProvinceKind.SEA


def _unit(order: Order) -> Unit:
    assert isinstance(order, Move | Land | Embark | Convoy)  # nothing else is ever lacking
    return order.unit
