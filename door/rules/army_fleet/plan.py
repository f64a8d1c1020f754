"""The turn as it was ordered under the Army/Fleet rules: embarkation and what is void, before anything moves.

Legality looks at the position and at the orders, never at results. An order that is not legal is void: its unit
holds, and an army aboard stays aboard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from door.rules.army_fleet import faults
from door.rules.army_fleet.attacks import Aid, Attack, Ferry, Way
from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Embark, Hold, Land, Move, Order, Support
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of


class Plan:
    """All that was ordered, sorted; ``units`` are those in their places once embarkation is done (A/F rule 1)."""

    orders: dict[Unit, Order]
    """The order of each half: of every unit in a place, a hold if it has none, and of the armies aboard that have."""
    given: set[Unit]
    """Whose orders were given."""
    voids: dict[Unit, str]
    """Why an order, or the landing in an order to embark, is void."""
    units: dict[str, Unit]
    """Who stands where when movement begins."""
    passengers: dict[str, Unit]
    """The armies aboard when movement begins, by the sea of their fleet: those of an A/F."""
    embarked: set[Unit]
    """The armies that have embarked."""
    attacks: list[Attack]
    """All attacks but landings from a second sea."""
    seconds: list[Attack]
    """The landings from a second sea (the Exception in A/F rule 5)."""
    landings: dict[str, Attack]
    """The legal landings, by the sea of their fleet at the start."""
    ferries: dict[Unit, Ferry]
    """The Fast Ferries, by their fleets."""
    aids: list[Aid]
    """The supports that find their order."""

    def __init__(self, position: Position, orders: Iterable[Order], board: Board) -> None:
        self.position = position
        self.board = board
        there = {*position.units.values(), *position.aboard.values()}
        ordered = {order.unit: order for order in orders if isinstance(order, faults.MOVEMENTS) and order.unit in there}
        self.given = set(ordered)
        self.orders = {unit: ordered.get(unit, Hold(unit)) for _, unit in sorted(position.units.items())}
        self.orders |= {army: ordered[army] for _, army in sorted(position.aboard.items()) if army in ordered}
        self.voids = {}
        self.units = dict(sorted(position.units.items()))
        self.passengers = dict(position.aboard)
        self.embarked = set()
        self.attacks = []
        self.seconds = []
        self.landings = {}
        self.ferries = {}
        self.aids = []


def make_plan(position: Position, orders: Iterable[Order], board: Board) -> Plan:
    """Sort the orders into a plan: embarkations first, then landings, moves, ferries and supports."""
    plan = Plan(position, orders, board)
    _embark(plan)
    _line_up_landings(plan)
    _leave_out_of_place(plan)
    aboard = set(plan.passengers.values())
    ashore = [order for unit, order in plan.orders.items() if unit not in aboard]
    moves = [order for order in ashore if isinstance(order, Move)]
    _line_up_moves(plan, moves, [order for order in ashore if isinstance(order, Convoy)])
    for ferry in plan.ferries.values():
        if ferry.fleet.power == ferry.attack.power:
            del plan.units[ferry.attack.unit.province]
    for order in ashore:
        if isinstance(order, Support):
            _match_support(plan, order)
    return plan


def _leave_out_of_place(plan: Plan) -> None:
    """Leave out what only an army ashore can do, and landings of armies that are ashore."""
    aboard = set(plan.passengers.values())
    for unit, order in plan.orders.items():
        if unit in aboard and not isinstance(order, Land | Embark | Hold):
            plan.voids[unit] = f"{unit} is aboard; it can only land or stay (A/F rule 4)."
        elif isinstance(order, Land) and unit not in aboard:
            plan.voids[unit] = f"{unit} is not aboard a fleet, so it cannot land (A/F rule 5)."


def _embark(plan: Plan) -> None:
    """Let all legal embarkations take effect (A/F rules 1, 3); of two for one fleet none is legal (A8)."""
    wanted: dict[str, list[Unit]] = {}
    for unit, order in plan.orders.items():
        if isinstance(order, Embark):
            reason = faults.embark_fault(order, plan.position, plan.board)
            if reason is None:
                wanted.setdefault(order.sea, []).append(unit)
            else:
                plan.voids[unit] = reason
    for sea, armies in wanted.items():
        if len(armies) > 1:
            reason = f"{' and '.join(map(str, armies))} were ordered to embark in {sea}; a fleet takes one army."
            plan.voids |= dict.fromkeys(armies, f"{reason[:-1]} (A/F rule 3).")
        else:
            plan.passengers[sea] = armies[0]
            plan.embarked.add(armies[0])
            del plan.units[armies[0].province]


def _line_up_landings(plan: Plan) -> None:
    for sea, army in sorted(plan.passengers.items()):
        order = plan.orders.get(army)
        if isinstance(order, Land):
            named, target = order.sea, order.target
        elif isinstance(order, Embark) and order.landing is not None:
            named, target = order.landing
        else:
            continue
        target = province_of(target)
        second = _second_sea(plan, sea)
        reason = faults.landing_fault(named, target, sea, second, army in plan.embarked, plan.board)
        if reason is not None:
            plan.voids[army] = reason
            continue
        way = Way.FIRST_SEA if named == sea else Way.SECOND_SEA
        attack = Attack(army, way, named, target, Move(army.at(named), target), sea)
        (plan.attacks if way is Way.FIRST_SEA else plan.seconds).append(attack)
        plan.landings[sea] = attack


def _second_sea(plan: Plan, sea: str) -> str | None:
    """The sea to which the fleet there has a legal move, if it has one."""
    fleet = plan.position.units[sea]
    order = plan.orders[fleet]
    if not isinstance(order, Move) or plan.board.provinces[province_of(order.target)].kind is not ProvinceKind.SEA:
        return None
    return order.target if order.target in plan.board.reach(UnitKind.FLEET, fleet.location) else None


def _line_up_moves(plan: Plan, moves: Iterable[Move], convoys: Sequence[Convoy]) -> None:
    possible: dict[Unit, list[Convoy]] = {}
    for convoy in convoys:
        reason = faults.ferry_fault(convoy, convoy.unit.province in plan.passengers, plan.position, plan.board)
        if reason is None:
            possible.setdefault(convoy.army, []).append(convoy)
        else:
            plan.voids[convoy.unit] = reason
    for move in moves:
        _line_up_move(plan, move.unit, move, possible)
    for convoy in convoys:
        if convoy.unit not in plan.voids and convoy.unit not in plan.ferries:
            plan.voids[convoy.unit] = faults.unmatched_ferry(convoy)


def _line_up_move(plan: Plan, unit: Unit, order: Move, ferries: Mapping[Unit, list[Convoy]]) -> None:
    if unit.kind is UnitKind.FLEET:
        landing = plan.landings.get(unit.province)
        free = unit.province not in plan.passengers or (landing is not None and landing.way is Way.FIRST_SEA)
        reason = faults.fleet_move_fault(order, free, plan.position, plan.board)
    elif order.via or order.sea or not plan.board.touches(UnitKind.ARMY, unit.location, province_of(order.target)):
        _go_by_ferry(plan, order, ferries.get(unit, ()))
        return
    else:
        reason = None
    if reason is None:
        plan.attacks.append(Attack(unit, Way.MOVE, unit.province, province_of(order.target), order))
    else:
        plan.voids[unit] = reason


def _go_by_ferry(plan: Plan, order: Move, ferries: Iterable[Convoy]) -> None:
    """Send the army by the one Fast Ferry that fits its order (A/F rule 2)."""
    army, target = order.unit, province_of(order.target)
    fitting = [ferry for ferry in ferries if ferry.target == target and order.sea in (None, ferry.unit.province)]
    if len(fitting) != 1:
        plan.voids[army] = faults.no_ferry(order, [ferry.unit for ferry in fitting], plan.board)
        return
    fleet = fitting[0].unit
    attack = Attack(army, Way.FERRY, army.province, target, Move(army, target, via=True), fleet.province)
    plan.attacks.append(attack)
    plan.ferries[fleet] = Ferry(fleet, attack)


def _match_support(plan: Plan, order: Support) -> None:
    unit = order.unit
    aim = province_of(order.target or order.supported.location)
    reason = faults.support_fault(order, plan.position, plan.board)
    if reason is None and order.target is None:
        reason = _holds(plan, order.supported)
        helped: tuple[Attack, ...] = ()
    elif reason is None:
        helped = _attacks_named(plan, order.supported, order.target or "")
        if not helped:
            reason = f"{order.supported} was not ordered to attack {plan.board.location_title(order.target or '')}."
    if reason is not None:
        plan.voids[unit] = reason
        return
    full = unit.province in plan.passengers and unit.province not in plan.landings
    coastal = plan.board.provinces[aim].kind is ProvinceKind.COASTAL
    plan.aids.append(Aid(order, aim, helped, 2 if full and coastal else 1))


def _holds(plan: Plan, supported: Unit) -> str | None:
    """Why the unit cannot be supported in holding: it is not in the place, or it has a legal move."""
    if plan.units.get(supported.province) != supported:
        return f"{supported} is aboard a fleet, so nobody can support it holding (A/F rule 3)."
    if any(attack.unit == supported for attack in plan.attacks):
        return f"{supported} was ordered to attack, so it cannot be supported holding."
    return None


def _attacks_named(plan: Plan, supported: Unit, target: str) -> tuple[Attack, ...]:
    """The attacks that a support names, by place (A25): a landing from the first sea before one from a second."""

    def fits(attack: Attack) -> bool:
        same = attack.origin == supported.province and attack.unit.kind is supported.kind
        return same and target in (attack.target, attack.shown.target)

    return tuple(filter(fits, plan.attacks)) or tuple(filter(fits, plan.seconds))
