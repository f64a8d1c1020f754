"""Random Army/Fleet turns: crowded waters, most orders about each other."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from door.rules.board import Board, ProvinceKind
from door.rules.orders import AboardOrder, Convoy, Embark, Hold, Land, Move, MoveOrder, Support
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of

UnitOrder: TypeAlias = MoveOrder | AboardOrder


class Waters:
    """Makes turns around a few seas of the board."""

    def __init__(self, board: Board, random: Random, *, tangled: bool = False) -> None:
        self.board = board
        self.random = random
        self.tangled = tangled
        self.taken: set[str] = set()
        self.seas = sorted(code for code, place in board.provinces.items() if place.kind is ProvinceKind.SEA)

    def turn(self) -> tuple[Position, list[UnitOrder]]:
        position = self.position()
        return position, self.orders(position)

    def position(self) -> Position:
        random = self.random
        powers = random.sample(sorted(self.board.powers), random.choice((2, 2, 3)))
        middle = random.choice(self.seas)
        near = sorted(self.board.neighbours(middle) | {middle})
        wide = sorted(set(near).union(*(self.board.neighbours(code) for code in near if code in self.seas)))
        places = random.sample(wide, min(len(wide), random.randint(3, 12 if self.tangled else 9)))
        places += [code for code in random.sample(near, min(3, len(near))) if code not in places]
        units = [self._unit(random.choice(powers), code) for code in places]
        fleets = [unit for unit in units if unit.province in self.seas]
        carrying = [unit for unit in fleets if random.random() < 0.6]
        return Position.of(units, aboard=[Unit(unit.power, UnitKind.ARMY, unit.province) for unit in carrying])

    def _unit(self, power: str, code: str) -> Unit:
        locations = [place for place in (code, *self.board.provinces[code].coasts) if self._floats(place)]
        if code in self.seas or (locations and self.random.random() < 0.4):
            return Unit(power, UnitKind.FLEET, self.random.choice(locations))
        return Unit(power, UnitKind.ARMY, code)

    def _floats(self, place: str) -> bool:
        return self.board.can_stand(UnitKind.FLEET, place)

    def orders(self, position: Position) -> list[UnitOrder]:
        orders: dict[Unit, UnitOrder] = {}
        self.taken = set(position.units)
        for unit in position.units.values():
            orders[unit] = self._first_order(unit, position)
        for sea, army in position.aboard.items():
            if self.random.random() < 0.75:
                orders[army] = self._landing(army, sea, orders[position.units[sea]])
        self._ferries(position, orders)
        if self.tangled:
            self._plot(position, orders)
        for unit in list(position.units.values()):
            if isinstance(orders[unit], Hold):
                orders[unit] = self._support(unit, orders) or orders[unit]
        for unit in list(orders):
            if self.random.random() < (0.003 if self.tangled else 0.03):
                orders[unit] = self._anything(unit, position)
        return list(orders.values())

    def _first_order(self, unit: Unit, position: Position) -> UnitOrder:
        reach = sorted(self.board.reach(unit.kind, unit.location))
        if self.tangled and unit.province in position.aboard:
            reach = [place for place in reach if place in self.seas]
        taken = [place for place in reach if province_of(place) in position.units]
        fleets = [sea for sea in self.board.neighbours(unit.province) if sea in self.seas and sea in position.units]
        if unit.kind is UnitKind.ARMY and fleets and self.random.random() < 0.25:
            sea = self.random.choice(sorted(fleets))
            second = self.random.choice(sorted(self.board.neighbours(sea) & set(self.seas)) or [sea])
            lands = self.random.random() < 0.6
            return Embark(unit, sea, (second, self._shore(second)) if lands else None)
        if reach and self.random.random() < 0.6:
            return Move(unit, self.random.choice(taken if taken and self.random.random() < 0.75 else reach))
        return Hold(unit)

    def _shore(self, sea: str) -> str:
        shores = self.board.neighbours(sea) - set(self.seas)
        wanted = shores & self.taken if self.tangled and self.random.random() < 0.8 else shores
        return self.random.choice(sorted(wanted) or sorted(shores) or [sea])

    def _landing(self, army: Unit, sea: str, fleet: UnitOrder) -> UnitOrder:
        goal = province_of(fleet.target) if isinstance(fleet, Move) else sea
        start = goal if goal in self.seas and self.random.random() < 0.6 else sea
        return Land(army, start, self._shore(start))

    def _ferries(self, position: Position, orders: dict[Unit, UnitOrder]) -> None:
        for fleet in position.units.values():
            shores = sorted(self.board.neighbours(fleet.province) - set(self.seas))
            armies = [unit for code in shores if (unit := position.units.get(code)) and unit.kind is UnitKind.ARMY]
            free = fleet.province in self.seas and fleet.province not in position.aboard
            if free and armies and self.random.random() < 0.6:
                army = self.random.choice(armies)
                target = self._shore(fleet.province)
                orders[fleet] = Convoy(fleet, army, target)
                if self.random.random() < 0.9 and target != army.province:
                    named = fleet.province if self.random.random() < 0.5 else None
                    orders[army] = Move(army, target, via=named is not None or self.random.random() < 0.7, sea=named)

    def _plot(self, position: Position, orders: dict[Unit, UnitOrder]) -> None:
        """Let landings and ferries hang on themselves: who is in their way moves where they land, or cuts them off."""
        for order in list(orders.values()):
            if isinstance(order, Land) and order.sea != order.unit.province:
                self._send(position.units.get(order.sea), order.target, orders)
            elif isinstance(order, Land):
                self._send(position.units.get(order.target), order.sea, orders)
                fleet = orders[position.units[order.sea]]
                if isinstance(fleet, Move):
                    self._help_against(position.units.get(fleet.target), order.sea, position, orders)
            elif isinstance(order, Convoy):
                self._help_against(position.units.get(order.target), order.unit.province, position, orders)

    def _send(self, unit: Unit | None, target: str, orders: dict[Unit, UnitOrder]) -> None:
        if unit is not None and self.random.random() < 0.7:
            places = self.board.landings(unit.kind, unit.location, target)
            if places and not isinstance(orders[unit], Convoy | Embark):
                orders[unit] = Move(unit, self.random.choice(places))

    def _help_against(self, unit: Unit | None, sea: str, position: Position, orders: dict[Unit, UnitOrder]) -> None:
        """Let the unit support an attack on the sea, and somebody make one."""
        if unit is None or not self.board.touches(unit.kind, unit.location, sea):
            return
        fleets = [fleet for fleet in position.units.values() if fleet.kind is UnitKind.FLEET and fleet != unit]
        near = [fleet for fleet in fleets if sea in self.board.reach(fleet.kind, fleet.location)]
        free = [fleet for fleet in near if not isinstance(orders[fleet], Convoy)]
        if free and self.random.random() < 0.8:
            attacker = self.random.choice(free)
            orders[attacker] = Move(attacker, sea)
            orders[unit] = Support(unit, attacker, sea)

    def _support(self, unit: Unit, orders: dict[Unit, UnitOrder]) -> UnitOrder | None:
        fitting: list[UnitOrder] = []
        for other, order in orders.items():
            start, goal = other.province, None
            if isinstance(order, Move):
                goal = province_of(order.target)
            elif isinstance(order, Land):
                start, goal = order.sea, order.target
            elif isinstance(order, Embark) and order.landing:
                start, goal = order.landing
            aim = goal or start
            if self.board.touches(unit.kind, unit.location, aim) and (goal or other.province != unit.province):
                fitting.append(Support(unit, other.at(start) if start != other.province else other, goal))
        return self.random.choice(fitting) if fitting else None

    def _anything(self, unit: Unit, position: Position) -> UnitOrder:
        places = sorted(self.board.provinces)
        other = self.random.choice([*position.units.values(), *position.aboard.values()])
        choice = self.random.choice
        wild: list[UnitOrder] = [
            Move(unit, choice(places), via=unit.kind is UnitKind.ARMY and self.random.random() < 0.5),
            Support(unit, other, choice([None, *places])),
            Convoy(unit, other, choice(places)),
            Embark(unit, choice(places)),
            Land(unit, choice(places), choice(places)),
        ]
        return choice(wild)
