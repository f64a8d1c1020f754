"""The turn as it was ordered: who attacks what, who aids whom, what is void before anything is decided.

A plan is made of legal orders, one a unit. It holds everything that the resolver needs, and what the resolver has
decided. A unit whose order is void holds. An army that goes by convoy but has no whole chain of convoy orders is an
attack that does not arrive: it attacks nothing, yet its unit tried to leave (DATC 6.D.8; the door, Moves 9, 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from door.rules.board import Board, Routes
from door.rules.legality import fault
from door.rules.ordered import Aid, AnyOrdered, Attack, Ferry, order_table
from door.rules.orders import Move, MoveOrder, Order
from door.rules.position import Position
from door.rules.results import Result
from door.rules.rulebook import ConvoyBreak, ConvoyIntent, Rulebook, SupportCut
from door.rules.units import Unit, UnitKind, province_of

_NOBODY = frozenset[str]()


class Plan:
    """All that was ordered, by province, and what is decided of it."""

    results: dict[str, Result]
    """Every unit's result, as if all went well."""
    voids: dict[str, str]
    """The sentence that says why, for each unit whose order is void."""
    attacks: dict[str, Attack]
    """The moves that are legal."""
    attacks_on: dict[str, list[Attack]]
    """The same by target, arriving or not."""
    opponents: dict[str, Attack]
    """For an attack, the one that comes the other way over the same border: a head-to-head battle."""
    aids: dict[str, Aid]
    """The supports that match what their unit is ordered to do."""
    aids_of: dict[str, list[Aid]]
    """The same by the unit that they are for, in its attack if it makes one, else in holding."""
    ferries: dict[str, Ferry]
    """The convoy orders that match their army's move."""
    routes: dict[str, Routes]
    """For each attack by convoy, the whole chains of such orders; none of them where it has no convoy."""

    arrives: dict[str, bool | None]
    """For each attack by convoy, whether it arrives; None: not yet known. All others arrive."""
    succeeds: dict[str, bool]
    """The attacks that are decided."""
    uncut: dict[str, bool]
    """The supports that are decided."""
    paradoxes: dict[str, list[Attack]]
    """For each attack by convoy that stays at home by Szykman's rule, the attacks on its fleets that hang on it."""

    def __init__(self, position: Position, board: Board, rulebook: Rulebook) -> None:
        self.position = position
        self.units = position.units
        self.board = board
        self.rulebook = rulebook
        self.results = {}
        self.voids = {}
        self.attacks = {}
        self.attacks_on = {}
        self.opponents = {}
        self.aids = {}
        self.aids_of = {}
        self.ferries = {}
        self.routes = {}
        self.arrives = {}
        self.succeeds = {}
        self.uncut = {}
        self.paradoxes = {}

    def order_of(self, province: str) -> Order | None:
        """The order of the unit there, if one stands there."""
        result = self.results.get(province)
        return None if result is None else result.order

    def fault(self, order: MoveOrder) -> str | None:
        """Why the order can never be carried out (``legality``)."""
        return fault(order, self.position, self.board, self.rulebook)

    def foreign_attacks(self, unit: Unit) -> list[Attack]:
        """The attacks of other powers on the unit that are known to arrive."""
        attacks = self.attacks_on.get(unit.province)
        if attacks is None:
            return []
        return [attack for attack in attacks if attack.power != unit.power and self.arrives.get(attack.origin, True)]


def make_plan(position: Position, orders: Mapping[str, MoveOrder], board: Board, rulebook: Rulebook) -> Plan:
    """Sort the orders (by province; units without one hold) into a plan."""
    plan = Plan(position, board, rulebook)
    far: list[Attack] = []
    aids: list[Aid] = []
    ferries: list[Ferry] = []
    table = order_table(board)
    known, results, attacks, attacks_on = table.known, plan.results, plan.attacks, plan.attacks_on
    for province, unit in plan.units.items():
        order = orders.get(province)
        record: AnyOrdered = table.stand(unit) if order is None else known.get(id(order)) or table.learn(order)
        results[province] = record.success
        if type(record) is Attack:
            if record.steps:
                attacks[province] = record
                target = record.target
                if target in attacks_on:
                    attacks_on[target].append(record)
                else:
                    attacks_on[target] = [record]
            else:
                far.append(record)
        elif type(record) is Aid:
            aids.append(record)
        elif type(record) is Ferry:
            ferries.append(record)
    if ferries or far:
        _match_ferries(plan, ferries)
        _line_up_far_attacks(plan, far)
        _take_ships(plan)
    _find_opponents(plan)
    _match_aids(plan, aids)
    if rulebook.convoy_break is ConvoyBreak.ATTACK:
        _settle_by_attacks(plan)
    return plan


def _match_ferries(plan: Plan, ferries: Sequence[Ferry]) -> None:
    for ferry in ferries:
        order = ferry.order
        reason = plan.fault(order)
        if reason is None and not _goes(plan, ferry):
            reason = _not_ordered(plan, order.army, order.target)
        if reason is None:
            plan.ferries[ferry.origin] = ferry
        else:
            plan.voids[ferry.origin] = reason


def _goes(plan: Plan, ferry: Ferry) -> bool:
    """Whether the army has a legal order to go where the fleet would carry it."""
    order = plan.order_of(ferry.army)
    if not isinstance(order, Move) or order.unit.kind is not UnitKind.ARMY:
        return False
    if province_of(order.target) != ferry.order.target:
        return False
    return plan.fault(order) is None


def _line_up_far_attacks(plan: Plan, far: Sequence[Attack]) -> None:
    """Line up the moves that only a convoy can make, as far as they are legal."""
    for attack in far:
        reason = plan.fault(attack.order)
        if reason is None:
            plan.attacks[attack.origin] = attack
            plan.attacks_on.setdefault(attack.target, []).append(attack)
            _go_by_convoy(plan, attack, _carriers(plan, attack))
        else:
            plan.voids[attack.origin] = reason


def _take_ships(plan: Plan) -> None:
    """Let armies that could walk go by convoy where they mean to: DATC 4.A.3 by intent, 6.G; the door, Moves 9."""
    for army in {ferry.army for ferry in plan.ferries.values()}:
        attack = plan.attacks[army]
        if attack.steps:
            carriers = _carriers(plan, attack)
            whole_chain = plan.rulebook.convoy_intent is ConvoyIntent.OWN_CHAIN
            asked = _NOBODY.union(*_whole_chains(plan, attack, carriers)) if whole_chain else carriers
            if any(plan.units[sea].power == attack.power for sea in asked):
                _go_by_convoy(plan, attack, carriers)


def _go_by_convoy(plan: Plan, attack: Attack, carriers: frozenset[str]) -> None:
    routes = _whole_chains(plan, attack, carriers)
    plan.routes[attack.origin] = routes
    plan.arrives[attack.origin] = None if routes else False


def _carriers(plan: Plan, attack: Attack) -> frozenset[str]:
    """The seas with a matching convoy order."""
    return frozenset(sea for sea, ferry in plan.ferries.items() if ferry.army == attack.origin)


def _whole_chains(plan: Plan, attack: Attack, carriers: frozenset[str]) -> Routes:
    chains = plan.board.routes(attack.origin, attack.target) if carriers else ()
    return tuple(chain for chain in chains if chain <= carriers)


def _find_opponents(plan: Plan) -> None:
    attacks, routes = plan.attacks, plan.routes
    for origin, attack in attacks.items():
        other = attacks.get(attack.target)
        if other is not None and other.target == origin and origin not in routes and other.origin not in routes:
            plan.opponents[origin] = other


def _match_aids(plan: Plan, aids: Sequence[Aid]) -> None:
    units, attacks, attacks_on = plan.units, plan.attacks, plan.attacks_on
    matching, aids_of, uncut = plan.aids, plan.aids_of, plan.uncut
    for aid in aids:
        origin, helped = aid.origin, aid.helped
        if not aid.easy and (reason := plan.fault(aid.order)) is not None:
            plan.voids[origin] = reason
            continue
        attack = attacks.get(helped)
        if attack is None:
            matches = aid.target is None and helped in units
        else:
            matches = aid.target in attack.targets
        if not matches:
            plan.voids[origin] = _not_ordered(plan, aid.order.supported, aid.target)
            continue
        matching[origin] = aid
        if helped in aids_of:
            aids_of[helped].append(aid)
        else:
            aids_of[helped] = [aid]
        if origin not in attacks_on:
            uncut[origin] = True
        elif any([_cuts(plan, aid, attack) for attack in attacks_on[origin]]):
            uncut[origin] = False


def _cuts(plan: Plan, aid: Aid, attack: Attack) -> bool:
    """Whether the attack cuts the support whatever else happens: one over land or sea, and not from its target."""
    return attack.power != aid.power and attack.origin != aid.aimed_at and attack.origin not in plan.arrives


def _not_ordered(plan: Plan, helped: Unit, target: str | None) -> str:
    """The sentence for a support or a convoy that does not match the order of the unit that it is for."""
    order = plan.order_of(helped.province)
    if order is None:
        return f"{helped} is not there."
    if isinstance(order, Move) and plan.fault(order) is not None:
        return f"{order} is void, so {helped} holds."
    if target is None:
        return f"{helped} was ordered to move, so it cannot be supported in holding: {order}."
    return f"{helped} was not ordered to {target}; its order was {order}."


def _settle_by_attacks(plan: Plan) -> None:
    """Decide what any attack breaks, before strengths are counted: convoys, then supports (the door, Moves 1, 2)."""
    if plan.ferries:
        whole = {sea for sea, ferry in plan.ferries.items() if not plan.foreign_attacks(ferry.unit)}
        for origin, routes in plan.routes.items():
            plan.arrives[origin] = any(route <= whole for route in routes)
    if plan.rulebook.support_cut is SupportCut.ANY_ATTACK:
        for province, aid in plan.aids.items():
            if province not in plan.uncut:
                plan.uncut[province] = not plan.foreign_attacks(aid.unit)
