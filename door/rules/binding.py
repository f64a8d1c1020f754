"""From an order as written to an order about units that are really there.

A unit is found by its province. One unit alone stands there, so a coast, a letter or a nationality that is missing
or wrong changes nothing (DATC 4.B.5, 4.C); in a retreat turn the dislodged unit is meant. Coasts of targets are
filled in only where one alone can be reached (DATC 4.B.2), never guessed. What comes out may still be an order
that can never be carried out: ``legality`` says so. What no order value can hold is a ``BindingError``.
"""

from __future__ import annotations

from door.rules.board import Board, ProvinceKind
from door.rules.notation import read
from door.rules.orders import (
    AdjustmentOrder,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Land,
    Move,
    MoveOrder,
    Order,
    Retreat,
    RetreatOrder,
    Support,
    Waive,
)
from door.rules.phase import Stage
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, unit_of
from door.rules.written import OTHER_RULES, BindingError, OrderError, OrderKind, Written, WrittenPlace, WrittenUnit

__all__ = ["BindingError", "OrderError", "bind", "parse_order"]

_KINDS = {
    Stage.MOVES: (OrderKind.HOLD, OrderKind.MOVE, OrderKind.SUPPORT, OrderKind.CONVOY),
    Stage.RETREATS: (OrderKind.MOVE, OrderKind.RETREAT, OrderKind.DISBAND),
    Stage.ADJUSTMENTS: (OrderKind.BUILD, OrderKind.DISBAND, OrderKind.WAIVE, OrderKind.RETREAT),
}
_MOVES = _KINDS[Stage.MOVES]
_ABOARD = (OrderKind.EMBARK, OrderKind.LAND)
_WANTED = {
    Stage.MOVES: "now units hold, move, support and convoy, as in A PAR - BUR",
    Stage.RETREATS: "now dislodged units retreat or are disbanded, as in A BEL R HOL or A BEL D",
    Stage.ADJUSTMENTS: "now units are built or removed, as in A PAR B or A PAR D",
}


def parse_order(
    text: str, power: str, stage: Stage, position: Position, board: Board, army_fleet: bool = False
) -> Order:
    """Read a line as an order of the power; ``OrderError`` with one sentence when it is none.

    Orders of the Army/Fleet rules are refused unless ``army_fleet`` says that the game is played by them.
    """
    return bind(read(text, board, army_fleet), power, stage, position, board, army_fleet)


def bind(
    written: Written, power: str, stage: Stage, position: Position, board: Board, army_fleet: bool = False
) -> Order:
    """Find the units that the written order is about; ``BindingError`` when there are none such.

    A line that comes again for the same units mostly gives the very same order, but for those of the Army/Fleet rules.
    """
    try:
        if army_fleet and stage is Stage.MOVES and written.unit is not None:
            return _AboardBinder(power, position, board).bound(written, written.unit)
        # Enum members are slow to hash, and moves are nearly all there is to bind: no look-up for them.
        if written.kind not in (_MOVES if stage is Stage.MOVES else _KINDS[stage]):
            raise BindingError(_unwanted(written, stage))
        if written.unit is not None and stage is Stage.MOVES:
            return _bind_move(written, written.unit, power, position, board)
        return _Binder(power, position, board).order(written, stage)
    except BindingError as error:
        error.unit = written.unit
        raise


def _unwanted(written: Written, stage: Stage) -> str:
    if written.kind in _ABOARD and stage is Stage.MOVES:
        return OTHER_RULES
    return f"This is {written.kind.value}, which is not ordered in this turn: {_WANTED[stage]}."


_bound: dict[tuple[int, ...], tuple[Written, Unit, Unit | None, Board, MoveOrder]] = {}
"""Orders by the identity of what they were made of, kept with them: values are long to hash and to compare."""
_MOST_BOUND = 20_000


def _bind_move(written: Written, ordered: WrittenUnit, power: str, position: Position, board: Board) -> MoveOrder:
    """Bind an order of a phase of moves, which hangs on nothing but its unit and the one that is helped."""
    units = position.units
    unit = units.get(ordered.place.province)
    other = None if written.other is None else units.get(written.other.place.province)
    key = (id(written), id(unit), id(other), id(board))
    found = _bound.get(key)
    if found is not None and unit is not None and unit.power == power:
        return found[4]
    binder = _Binder(power, position, board)
    unit = binder.own(unit, ordered)
    order = binder.move_order(written, unit, other)
    if len(_bound) >= _MOST_BOUND:
        _bound.clear()
    _bound[key] = (written, unit, other, board, order)
    return order


class _Binder:
    """Binds the orders of one power in one position."""

    __slots__ = ("_board", "_position", "_power")

    def __init__(self, power: str, position: Position, board: Board) -> None:
        self._power = power
        self._position = position
        self._board = board

    def order(self, written: Written, stage: Stage) -> Order:
        ordered = written.unit
        if ordered is None:
            return Waive(self._power)
        if stage is Stage.RETREATS:
            return self._retreat(written, ordered)
        return self._adjustment(written, ordered)

    def move_order(self, written: Written, unit: Unit, other: Unit | None) -> MoveOrder:
        """Bind an order of a phase of moves to the unit and to the one that is helped."""
        if written.other is not None:
            return self._aid(written, unit, written.other, other)
        if written.target is None:
            return Hold(unit)
        return Move(unit, self._landing(unit, written.target), written.via)

    def _aid(self, written: Written, unit: Unit, helped: WrittenUnit, other: Unit | None) -> MoveOrder:
        """Bind a support or a convoy to the unit that is helped."""
        if other is None:
            deed = "support" if written.kind is OrderKind.SUPPORT else "convoy"
            raise BindingError(f"There is no unit in {self._title(helped.place)} to {deed}: name a unit on the map.")
        if written.kind is OrderKind.SUPPORT:
            return Support(unit, other, self._supported_target(other, written.target))
        if helped.kind is UnitKind.FLEET or written.target is None:
            raise BindingError("A fleet cannot be convoyed: fleets convoy armies, as in F NTH C A LON - NWY.")
        return Convoy(unit, other, written.target.province)

    def _retreat(self, written: Written, ordered: WrittenUnit) -> RetreatOrder:
        entry = self._position.dislodged.get(ordered.place.province)
        if entry is None:
            standing = self.own(self._standing(ordered), ordered)
            raise BindingError(
                f"The {standing.kind.word} in {self._title(ordered.place)} was not dislodged: "
                "only dislodged units are ordered in this turn."
            )
        unit = self.own(entry.unit, ordered)
        if entry.aboard is not None and ordered.kind is UnitKind.ARMY:
            raise BindingError(
                f"The army aboard in {self._title(ordered.place)} goes where its fleet goes: "
                f"order the fleet, as in A/{unit} R and a place."
            )
        if written.target is None:
            return self._given_up(written, ordered, unit)
        if written.via:
            raise BindingError("A retreat does not go by convoy: name a territory that the unit borders on.")
        return Retreat(unit, self._landing(unit, written.target))

    def _given_up(self, written: Written, ordered: WrittenUnit, unit: Unit) -> Disband:
        if written.kind is OrderKind.RETREAT:
            raise BindingError(
                f"It is not said where the {unit.kind.word} in {self._title(ordered.place)} goes: "
                f"write {unit} R and a place, or {unit} D to disband it."
            )
        return Disband(unit)

    def _adjustment(self, written: Written, ordered: WrittenUnit) -> AdjustmentOrder:
        if written.kind is OrderKind.BUILD:
            return Build(self._built(ordered))
        if written.target is not None:
            raise BindingError(_unwanted(written, Stage.ADJUSTMENTS))
        unit = self.own(self._standing(ordered), ordered)
        return Disband(unit) if unit.province not in self._position.aboard else self._removed_at_sea(ordered, unit)

    def _removed_at_sea(self, ordered: WrittenUnit, fleet: Unit) -> Disband:
        """Bind the removal of the fleet, of the army aboard, or of both."""
        army = self._position.aboard[fleet.province]
        if ordered.laden:
            return Disband(fleet, laden=True)
        if ordered.kind is UnitKind.ARMY:
            return Disband(army)
        if ordered.kind is UnitKind.FLEET:
            return Disband(fleet)
        raise BindingError(
            f"An army is aboard in {self._title(ordered.place)}: "
            f"write {army} D to remove it alone, or A/{fleet} D to remove both."
        )

    def _built(self, ordered: WrittenUnit) -> Unit:
        province = ordered.place.province
        kind = ordered.kind
        if kind is None:
            able = [each for each in UnitKind if self._can_stand(each, province)]
            if len(able) != 1:
                raise BindingError(
                    f"It is not said what to build in {self._title(ordered.place)}: "
                    f"write A {province} B for an army or F {province} B for a fleet."
                )
            kind = able[0]
        location = self._coasted(ordered.place) if kind is UnitKind.FLEET else province
        return Unit(self._power, kind, location)

    # Units

    def _standing(self, written: WrittenUnit) -> Unit | None:
        return self._position.units.get(written.place.province)

    def own(self, unit: Unit | None, written: WrittenUnit) -> Unit:
        """Give the unit if it is one of the power's own."""
        if unit is not None and unit.power == self._power:
            return unit
        adjective, title = self._adjective(self._power), self._title(written.place)
        if unit is None:
            raise BindingError(f"There is no {adjective} unit in {title}: no unit stands there.")
        raise BindingError(
            f"There is no {adjective} unit in {title}: the {unit.kind.word} there is {self._adjective(unit.power)}."
        )

    def _adjective(self, power: str) -> str:
        known = self._board.powers.get(power)
        return known.adjective if known else power.title()

    def _title(self, place: WrittenPlace) -> str:
        return self._board.provinces[place.province].name

    # Places

    def _landing(self, unit: Unit, target: WrittenPlace) -> str:
        """Give the location that the unit goes to, with its coast if it is a fleet and that can be known.

        Armies lose the coast (DATC 4.B.6). A coast that is named stays, even one out of reach (DATC 4.B.3). One that
        is missing is filled in if one alone can be reached (DATC 4.B.2); else the province stands bare (DATC 4.B.1).
        """
        if unit.kind is UnitKind.ARMY:
            return target.province
        if target.coast:
            return self._coasted(target)
        landings = self._board.landings(unit.kind, unit.location, target.province)
        return landings[0] if len(landings) == 1 else target.province

    def _supported_target(self, supported: Unit, target: WrittenPlace | None) -> str | None:
        """Give the target of a support: a coast only if it was named and the supported unit is a fleet."""
        if target is None:
            return None
        return self._coasted(target) if supported.kind is UnitKind.FLEET else target.province

    def _coasted(self, place: WrittenPlace) -> str:
        """Give the place with the coast that was named; where there are no two coasts the name means nothing."""
        coasts = self._board.provinces[place.province].coasts
        if place.coast is None or not coasts:
            return place.province
        if str(place) not in coasts:
            raise BindingError(f"{self._title(place)} has no coast {place.coast}: write {' or '.join(coasts)}.")
        return str(place)

    def _can_stand(self, kind: UnitKind, province: str) -> bool:
        """Tell whether such a unit can be anywhere in the province."""
        coasts = self._board.provinces[province].coasts
        return any(self._board.can_stand(kind, location) for location in (province, *coasts))


class _AboardBinder(_Binder):
    """Binds orders of a phase of moves by the Army/Fleet rules, where an army may be at sea with a fleet."""

    __slots__ = ()

    def bound(self, written: Written, ordered: WrittenUnit) -> Order:
        """Bind the order to the army aboard, if it is meant, else to the unit that stands there."""
        if written.kind is OrderKind.LAND:
            return self._landed(written, ordered)
        if ordered.kind is UnitKind.ARMY and ordered.place.province in self._position.aboard:
            return self._landed_by_a_move(written, ordered)
        unit = self.own(self._standing(ordered), ordered)
        if written.kind is OrderKind.EMBARK:
            return self._embarked(written, unit)
        if written.kind not in _MOVES:
            raise BindingError(_unwanted(written, Stage.MOVES))
        helped = written.other
        if written.kind is OrderKind.SUPPORT and helped is not None and self._lands(helped, written.target):
            return Support(unit, self._landing_army(helped), _province(written.target))
        order = self.move_order(written, unit, None if helped is None else self._standing(helped))
        if isinstance(order, Move) and written.sea is not None:
            return Move(unit, order.target, True, written.sea.province)
        return order

    def _embarked(self, written: Written, unit: Unit) -> Embark:
        if unit.kind is UnitKind.FLEET:
            raise BindingError(f"{unit} is a fleet: only an army embarks, as in A LON EMBARK ENG.")
        landing = written.landing
        lands = None if landing is None else (landing[0].province, landing[1].province)
        return Embark(unit, _province(written.sea), lands)

    def _landed(self, written: Written, ordered: WrittenUnit) -> Land:
        army = self._own_aboard(ordered)
        return Land(army, _province(written.sea), _province(written.target))

    def _landed_by_a_move(self, written: Written, ordered: WrittenUnit) -> Land:
        """Bind ``A ENG - BRE``, as a support has it, to the landing of the army aboard; it can do nothing else."""
        army = self._own_aboard(ordered)
        if written.kind is OrderKind.MOVE and self._lands(ordered, written.target):
            return Land(army, army.province, _province(written.target))
        sea = army.province
        raise BindingError(
            f"The army aboard in {self._title(ordered.place)} can only land: "
            f"write {army} DISEMBARK {sea} - and a place, or order the fleet, as in F {sea} H."
        )

    def _own_aboard(self, ordered: WrittenUnit) -> Unit:
        army, title = self._position.aboard.get(ordered.place.province), self._title(ordered.place)
        adjective = self._adjective(self._power)
        if army is None:
            raise BindingError(
                f"There is no {adjective} army aboard in {title}: an army embarks first, as in A LON EMBARK ENG."
            )
        if army.power != self._power:
            raise BindingError(
                f"There is no {adjective} army aboard in {title}: the army there is {self._adjective(army.power)}."
            )
        return army

    def _lands(self, army: WrittenUnit, target: WrittenPlace | None) -> bool:
        """Tell whether the words are those of a landing: an army from a sea to a land."""
        if army.kind is not UnitKind.ARMY or target is None:
            return False
        provinces, sea = self._board.provinces, ProvinceKind.SEA
        return provinces[army.place.province].kind is sea and provinces[target.province].kind is not sea

    def _landing_army(self, written: WrittenUnit) -> Unit:
        """Give the army that is to land from the sea: the one aboard there, else one of the power named or its own.

        One that comes with a fleet this turn cannot be known by its place.
        """
        sea = written.place.province
        return self._position.aboard.get(sea) or unit_of(written.power or self._power, UnitKind.ARMY, sea)


def _province(place: WrittenPlace | None) -> str:
    assert place is not None  # the reader never leaves it out of such an order
    return place.province
