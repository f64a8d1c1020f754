"""The oracle's own view of which orders could ever be carried out: see ``oracle``."""

from __future__ import annotations

from collections.abc import Sequence

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.units import Unit, UnitKind, province_of


class Legality:
    """Whether an order could ever be carried out: by the map, the units there, and nothing else."""

    def __init__(self, units: Sequence[Unit], board: Board, door: bool) -> None:
        self.board, self.door = board, door
        self.at = {unit.province: unit for unit in units}

    def allows(self, order: MoveOrder) -> bool:
        match order:
            case Hold():
                return True
            case Move(unit, target, via):
                return self._may_go(unit, target, via)
            case Support(unit, supported, target):
                return self._may_support(unit, supported, target)
            case Convoy(unit, army, target):
                at_sea = self.board.provinces[unit.province].kind is ProvinceKind.SEA
                carried = unit.kind is UnitKind.FLEET and at_sea and army.kind is UnitKind.ARMY
                return carried and any(unit.province in seas for seas in self._sea_ways(army.province, target))

    def _sea_ways(self, source: str, target: str) -> list[frozenset[str]]:
        """The chains of seas: in the standard rules those with a fleet in each (DATC 6.D.32); else all, Moves 10."""
        routes = self.board.routes(source, target)
        return [seas for seas in routes if self.door or all(sea in self.at for sea in seas)]

    def _may_go(self, unit: Unit, target: str, via: bool = False, without: str | None = None) -> bool:
        if province_of(target) == unit.province:
            return False
        if target in self.board.reach(unit.kind, unit.location) and not via:
            return True
        army = unit.kind is UnitKind.ARMY
        return army and any(without not in seas for seas in self._sea_ways(unit.province, target))

    def _may_support(self, unit: Unit, supported: Unit, target: str | None) -> bool:
        aimed = province_of(target or supported.location)
        near = aimed in {province_of(place) for place in self.board.reach(unit.kind, unit.location)}
        if not near or aimed == unit.province or supported.province == unit.province:
            return False
        if target is None:
            return True
        places = {target}
        if target == aimed:
            places.update(self.board.provinces[aimed].coasts)
        return any(self._may_go(supported, place, without=unit.province) for place in sorted(places))
