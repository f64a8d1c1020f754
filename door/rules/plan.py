"""The turn as it was ordered: who attacks what, who aids whom, what is void before anything is decided.

A plan is made of legal orders, one a unit. It holds everything that the resolver needs and nothing that depends
on outcomes. A unit whose order is void holds. An army that goes by convoy but has no whole chain of convoy orders
is an attack that does not arrive: it attacks nothing, yet its unit tried to leave (DATC 6.D.8; the door, Moves 9, 10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from door.rules.board import Board
from door.rules.legality import fault
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.position import Position
from door.rules.rulebook import ConvoyBreak, ConvoyIntent, Rulebook, SupportCut
from door.rules.units import Unit, UnitKind, province_of


@dataclass(slots=True, eq=False)
class Aid:
    """A support that matches what its unit is ordered to do; ``uncut`` is unknown until resolved."""

    order: Support
    unit: Unit
    aimed_at: str
    uncut: bool | None = None
    seen: int = 0


@dataclass(slots=True, eq=False)
class Attack:
    """A move that is legal.

    ``routes``: the whole chains of matching convoy orders, for an army that goes by convoy.
    ``opponent``: the attack that comes the other way over the same border (a head-to-head battle).
    ``arrives`` (its convoy stands; always true over land) and ``succeeds`` are unknown until resolved.
    """

    order: Move
    unit: Unit
    origin: str
    target: str
    by_convoy: bool
    routes: tuple[frozenset[str], ...] = ()
    aids: list[Aid] = field(default_factory=list)
    opponent: Attack | None = None
    arrives: bool | None = True
    succeeds: bool | None = None
    paradox: bool = False
    seen: int = 0


@dataclass(slots=True)
class Plan:
    """All that was ordered, by province. ``voids`` gives the sentence for each unit whose order is void."""

    units: Mapping[str, Unit]
    rulebook: Rulebook
    orders: dict[str, MoveOrder]
    voids: dict[str, str] = field(default_factory=dict)
    attacks: dict[str, Attack] = field(default_factory=dict)
    attacks_on: dict[str, list[Attack]] = field(default_factory=dict)
    aids: dict[str, Aid] = field(default_factory=dict)
    hold_aids: dict[str, list[Aid]] = field(default_factory=dict)
    convoys: dict[str, Convoy] = field(default_factory=dict)

    def rivals(self, province: str) -> list[Attack]:
        """Every attack on the province, arriving or not."""
        return self.attacks_on.get(province, [])


def make_plan(position: Position, orders: Mapping[str, MoveOrder], board: Board, rulebook: Rulebook) -> Plan:
    """Sort the orders (by province; units without one hold) into a plan."""
    given = {province: orders.get(province) or Hold(unit) for province, unit in position.units.items()}
    plan = Plan(position.units, rulebook, given)
    for province, order in given.items():
        reason = fault(order, position, board, rulebook)
        if reason is not None:
            plan.voids[province] = reason
    _match_convoys(plan)
    _line_up_attacks(plan, board)
    _match_supports(plan)
    _settle_what_attacks_settle(plan)
    return plan


def _legal(plan: Plan, province: str) -> MoveOrder:
    order = plan.orders[province]
    return Hold(order.unit) if province in plan.voids else order


def _match_convoys(plan: Plan) -> None:
    for province, order in plan.orders.items():
        if not isinstance(order, Convoy) or province in plan.voids:
            continue
        move = _legal(plan, order.army.province)
        if isinstance(move, Move) and province_of(move.target) == order.target:
            plan.convoys[province] = order
        else:
            plan.voids[province] = f"{order.army} was not ordered to {order.target}."


def _line_up_attacks(plan: Plan, board: Board) -> None:
    carriers: dict[tuple[str, str], set[str]] = {}
    for sea, convoy in plan.convoys.items():
        carriers.setdefault((convoy.army.province, convoy.target), set()).add(sea)
    for province, order in plan.orders.items():
        if isinstance(order, Move) and province not in plan.voids:
            target = province_of(order.target)
            attack = _attack(order, target, carriers.get((province, target), set()), plan, board)
            plan.attacks[province] = attack
            plan.attacks_on.setdefault(target, []).append(attack)
    for attack in plan.attacks.values():
        other = plan.attacks.get(attack.target)
        if other is not None and other.target == attack.origin and not attack.by_convoy and not other.by_convoy:
            attack.opponent = other


def _attack(order: Move, target: str, carriers: set[str], plan: Plan, board: Board) -> Attack:
    """By land or by convoy: DATC 4.A.3 by intent, 6.G; the door, Moves 9."""
    unit = order.unit
    if unit.kind is UnitKind.FLEET:
        return Attack(order, unit, unit.province, target, by_convoy=False)
    routes = tuple(r for r in board.routes(unit.province, target) if r <= carriers) if carriers else ()
    walks = target in board.reach(UnitKind.ARMY, unit.province)
    whole_chain = plan.rulebook.convoy_intent is ConvoyIntent.OWN_CHAIN
    asked = frozenset[str]().union(*routes) if whole_chain else carriers
    own = any(plan.units[sea].power == unit.power for sea in asked)
    if walks and not order.via and not own:
        return Attack(order, unit, unit.province, target, by_convoy=False)
    arrives = None if routes else False
    return Attack(order, unit, unit.province, target, True, routes, arrives=arrives, succeeds=arrives)


def _match_supports(plan: Plan) -> None:
    for province, order in plan.orders.items():
        if not isinstance(order, Support) or province in plan.voids:
            continue
        supported = order.supported
        attack = plan.attacks.get(supported.province)
        if order.target is None:
            if attack is not None:
                plan.voids[province] = f"{supported} was ordered to move, so it cannot be supported in holding."
                continue
            aid = plan.aids[province] = Aid(order, order.unit, supported.province)
            plan.hold_aids.setdefault(supported.province, []).append(aid)
        elif attack is not None and _same_place(order.target, attack.order.target):
            aid = plan.aids[province] = Aid(order, order.unit, attack.target)
            attack.aids.append(aid)
        else:
            plan.voids[province] = f"{supported} was not ordered to {order.target}."


def _same_place(supported: str, moved: str) -> bool:
    """A support may leave the coast out, but may not name another one (DATC 6.B.9, 6.B.12)."""
    return supported == moved or supported == province_of(moved)


def _settle_what_attacks_settle(plan: Plan) -> None:
    """Decide the convoys and supports that any attack breaks, before strengths are counted (the door, Moves 1, 2)."""
    if plan.rulebook.convoy_break is ConvoyBreak.ATTACK:
        whole = {sea for sea, order in plan.convoys.items() if not _attacked(plan, order.unit)}
        for attack in plan.attacks.values():
            if attack.routes:
                attack.arrives = any(route <= whole for route in attack.routes)
                attack.succeeds = None if attack.arrives else False
    if plan.rulebook.support_cut is SupportCut.ANY_ATTACK and plan.rulebook.convoy_break is ConvoyBreak.ATTACK:
        for aid in plan.aids.values():
            aid.uncut = not _attacked(plan, aid.unit)


def _attacked(plan: Plan, unit: Unit) -> bool:
    return any(attack.arrives and attack.unit.power != unit.power for attack in plan.rivals(unit.province))
