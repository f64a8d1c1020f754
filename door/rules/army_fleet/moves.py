"""Moves adjudicated under the Army/Fleet rules, and carried out on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from door.rules.army_fleet.attacks import Attack
from door.rules.army_fleet.causes import Causes
from door.rules.army_fleet.exception import Landings
from door.rules.army_fleet.plan import Plan, make_plan
from door.rules.army_fleet.retreats import Field, choices
from door.rules.board import Board
from door.rules.orders import Hold, Order
from door.rules.position import Dislodged, Position
from door.rules.results import Disbanded, DislodgedBy, Mark, Result, Void
from door.rules.rulebook import Rulebook
from door.rules.units import Unit


@dataclass(frozen=True, slots=True)
class Moved:
    """The results by unit, the position after the moves, and the provinces left to a stand-off.

    Both halves of an A/F stand in the same sea; each has the result of its own order. An army aboard that was given
    no order has none, unless it was lost.
    """

    results: dict[Unit, Result]
    position: Position
    contested: frozenset[str]


def adjudicate_moves(position: Position, orders: Iterable[Order], board: Board, rulebook: Rulebook) -> Moved:
    """Adjudicate a phase of moves by standard rules with the Army/Fleet rules (A1).

    Units without an order hold; of several orders for one unit the last counts. Of the rulebook only the freedom of
    retreat counts.
    """
    plan = make_plan(position, orders, board)
    landings = Landings(plan)
    return _Turn(plan, landings, rulebook).moved()


class _Turn:
    """The plan as it turned out."""

    def __init__(self, plan: Plan, landings: Landings, rulebook: Rulebook) -> None:
        made = landings.choose()
        self.plan = plan
        self.rulebook = rulebook
        self.causes = Causes(landings, made)
        self.equations, self.known = landings.world(made)
        self.moved_by = {attack.unit: attack for attack in self.equations.attacks if self.known.get(attack)}
        self.beaten_by = dict(self._beaten())
        self.units = self._units_after()
        self.aboard: dict[str, Unit] = {}
        self.beaten_aboard: dict[str, Unit] = {}
        self._take_along()

    def moved(self) -> Moved:
        """Give everything that came of it."""
        contested = frozenset(attack.target for attack in self.equations.attacks if self._contests(attack))
        field = Field(self.units, self.aboard, contested, self.plan.board, self.rulebook)
        dislodged = {}
        for province, attack in self.beaten_by.items():
            unit = self.plan.units[province]
            entry = Dislodged(unit, choices(unit, attack.origin, field), self.beaten_aboard.get(province))
            dislodged[province] = entry
        results = dict(self._results(dislodged))
        staying = {province: entry for province, entry in dislodged.items() if entry.choices}
        after = Position(self.units, staying, self.plan.position.centres, self.aboard)
        return Moved(results, after, contested)

    def _beaten(self) -> Iterator[tuple[str, Attack]]:
        """What dislodged each unit that was dislodged, by its province."""
        entered = {attack.target: attack for attack in self.moved_by.values()}
        for province, unit in self.plan.units.items():
            if province in entered and not self._left(unit):
                yield province, entered[province]

    def _left(self, unit: Unit) -> bool:
        return unit in self.moved_by

    def _units_after(self) -> dict[str, Unit]:
        units = {province: unit for province, unit in self.plan.units.items() if not self._left(unit)}
        for attack in self.moved_by.values():
            units[attack.target] = attack.after
        return units

    def _take_along(self) -> None:
        """Put every army that did not come ashore where its fleet is (A/F rules 2, 3; A3, A4, A13)."""
        carried = dict(self.plan.passengers)
        for fleet, ferry in self.plan.ferries.items():
            if ferry.attack.power == fleet.power:
                carried[fleet.province] = ferry.attack.unit
        for sea, army in carried.items():
            if army in self.moved_by:
                continue
            sailed = self.moved_by.get(self.plan.position.units[sea])
            if sea in self.beaten_by:
                self.beaten_aboard[sea] = army.at(sea)
            else:
                end = sea if sailed is None else sailed.target
                self.aboard[end] = army.at(end)

    def _contests(self, attack: Attack) -> bool:
        """Whether the attack leaves its empty target to a stand-off; one held back by its own army does not (A14)."""
        if attack.target in self.units or self.known.get(attack) is not False:
            return False
        opponent = self.equations.opponents.get(attack)
        beaten = opponent is not None and self.known.get(opponent) is True
        made = self.equations.arrives(attack, self.known) is True
        return made and not beaten and self.equations.wins(attack, self.known) is False

    # Results

    def _results(self, dislodged: Mapping[str, Dislodged]) -> Iterator[tuple[Unit, Result]]:
        lost = self._lost(dislodged)
        for unit, order in self.plan.orders.items():
            marks = (*self._marks(unit), *self._fate(unit, dislodged))
            if unit in lost:
                marks += (lost.pop(unit),)
            yield unit, Result(order, marks, unit in self.plan.given)
        for army, mark in lost.items():
            yield army, Result(Hold(army), (mark,), False)

    def _lost(self, dislodged: Mapping[str, Dislodged]) -> dict[Unit, Mark]:
        """The armies aboard fleets that had nowhere to retreat to, as they were when the orders were given."""
        mark = Disbanded("It was aboard a dislodged fleet that had nowhere to retreat to (A/F rule 6).")
        carried = self.plan.passengers | {
            fleet.province: ferry.attack.unit for fleet, ferry in self.plan.ferries.items()
        }
        return {
            carried[sea]: mark for sea, entry in dislodged.items() if entry.aboard is not None and not entry.choices
        }

    def _marks(self, unit: Unit) -> Iterator[Mark]:
        """What befell the unit's order."""
        if unit in self.plan.voids:
            yield Void(self.plan.voids[unit])
            return
        for attack in (*self.plan.attacks, *self.plan.seconds):
            if attack.unit == unit and (mark := self.causes.of_attack(attack)) is not None:
                yield mark
        for aid in self.plan.aids:
            if aid.unit == unit and (mark := self.causes.of_aid(aid)) is not None:
                yield mark
        if unit in self.plan.ferries and (mark := self.causes.of_ferry(self.plan.ferries[unit])) is not None:
            yield mark

    def _fate(self, unit: Unit, dislodged: Mapping[str, Dislodged]) -> Iterator[Mark]:
        """What befell the unit itself."""
        entry = dislodged.get(unit.province)
        if entry is None or entry.unit != unit:
            return
        yield DislodgedBy(self.beaten_by[unit.province].shown)
        if not entry.choices:
            yield Disbanded("It had nowhere to retreat to and was disbanded.")
