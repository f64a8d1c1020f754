"""Winter under the Army/Fleet rules: an A/F is two units (A21), and its fleet is not removed from under its army."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from door.rules.adjustments import carry_out_builds, powers_in, surplus, take_removals, units_built
from door.rules.army_fleet import faults
from door.rules.board import Board
from door.rules.orders import AdjustmentOrder, Disband
from door.rules.position import Position
from door.rules.results import Disbanded, Result, Void
from door.rules.units import Unit, UnitKind


def adjudicate_adjustments(
    position: Position, orders: Mapping[str, Sequence[AdjustmentOrder]], board: Board
) -> tuple[list[Result], Position]:
    """Carry out builds and removals; ``orders`` by power, of which the first legal ones count.

    Removing an A/F is two removals, ordered at once or one by one. Its fleet alone cannot be removed. Where the
    program chooses, the army goes before its fleet.
    """
    results: list[Result] = []
    units, aboard = dict(position.units), dict(position.aboard)
    for power in sorted(set(orders) | set(powers_in(position))):
        due, given = surplus(power, position), orders.get(power, ())
        if due >= 0:
            built = list(carry_out_builds(given, due, position, board))
            units |= {unit.province: unit for unit in units_built(built)}
            results += built
        else:
            removal = _Removal(power, -due, units, aboard)
            results += removal.as_ordered(given)
            results += removal.by_rule(position.centres_of(power), board)
    return results, Position(units, {}, position.centres, aboard)


class _Removal:
    """The removals of one power, of which ``owed`` are due; they are taken from ``units`` and ``aboard``."""

    def __init__(self, power: str, owed: int, units: dict[str, Unit], aboard: dict[str, Unit]) -> None:
        self.power = power
        self.owed = owed
        self.units = units
        self.aboard = aboard

    def as_ordered(self, orders: Iterable[AdjustmentOrder]) -> Iterator[Result]:
        """Remove what was ordered while removals are due, the army of a whole A/F just before its fleet."""
        for order in self._armies_first(orders):
            reason = self._fault(order)
            if reason is None and isinstance(order, Disband):
                for unit in self._meant(order):
                    self._take(unit)
            yield Result(order, () if reason is None else (Void(reason),))

    def by_rule(self, centres: Iterable[str], board: Board) -> Iterator[Result]:
        """Remove what is still owed: as in any game, but an army aboard before its fleet."""
        there = (*self.units.values(), *self.aboard.values())
        ranked = take_removals((unit for unit in there if unit.power == self.power), centres, board)
        in_turn = dict.fromkeys(unit for listed in ranked for unit in (self._army_on(listed), listed) if unit)
        for unit in list(in_turn)[: self.owed]:
            self._take(unit)
            yield Result(Disband(unit), (Disbanded("No order was given, so it was removed by rule."),), given=False)

    def _armies_first(self, orders: Iterable[AdjustmentOrder]) -> list[AdjustmentOrder]:
        given = list(orders)
        removed = {order.unit: order for order in given if isinstance(order, Disband)}
        early = {fleet: army for fleet in removed if (army := self._army_on(fleet)) in removed}
        in_turn: list[AdjustmentOrder] = []
        for order in given:
            unit = order.unit if isinstance(order, Disband) else None
            if unit in early and removed[early[unit]] not in in_turn:
                in_turn.append(removed[early[unit]])
            if unit not in early.values() or order not in in_turn:
                in_turn.append(order)
        return in_turn

    def _meant(self, order: Disband) -> list[Unit]:
        army = self._army_on(order.unit) if order.laden else None
        return [order.unit] if army is None else [army, order.unit]

    def _army_on(self, fleet: Unit) -> Unit | None:
        """The army aboard the fleet, if the unit is a fleet that carries one."""
        return self.aboard.get(fleet.province) if fleet.kind is UnitKind.FLEET else None

    def _fault(self, order: AdjustmentOrder) -> str | None:
        if not isinstance(order, Disband):
            return "Removals are due, so nothing can be built or waived."
        unit = order.unit
        if unit not in (self.units.get(unit.province), self.aboard.get(unit.province)):
            return f"{unit} is removed already."
        if self.owed == 0:
            return "No more removals are due."
        if len(self._meant(order)) > self.owed:
            return faults.two_removals(self.owed)
        army = self._army_on(unit)
        if army is not None and not order.laden:
            return faults.drowning_fault(unit, army)
        return None

    def _take(self, unit: Unit) -> None:
        self.owed -= 1
        del (self.units if self.units.get(unit.province) == unit else self.aboard)[unit.province]
