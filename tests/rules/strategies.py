"""Positions and orders for hypothesis: few provinces, many units, orders that meet.

A drawn situation shrinks: fewer units, and of these as many as possible holding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import tomli
from hypothesis import strategies as st

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Disband, Hold, Move, MoveOrder, Order, Retreat, Support
from door.rules.position import Dislodged, Position
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.positions import HOT_SPOTS

MAP = Path(__file__).parents[2] / "data" / "europe.toml"
BOARD = Board.from_table(tomli.loads(MAP.read_text(encoding="utf-8")))
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE")
SEAS = {code for code, province in BOARD.provinces.items() if province.kind is ProvinceKind.SEA}

Draw = st.DrawFn
Orders = dict[str, MoveOrder]


def places(code: str) -> list[tuple[UnitKind, str]]:
    """The units that can stand in the province, each coast by itself."""
    at = (code, *BOARD.provinces[code].coasts)
    return [(kind, place) for kind in UnitKind for place in at if BOARD.can_stand(kind, place)]


@cache
def triangles() -> list[tuple[str, str, str]]:
    """Lands that each border the next: rings for armies."""
    lands = [code for code in BOARD.provinces if code not in SEAS]
    return [
        (one, two, three)
        for one in lands
        for two in sorted(BOARD.reach(UnitKind.ARMY, one))
        for three in sorted(BOARD.reach(UnitKind.ARMY, two))
        if one < min(two, three) and one in BOARD.reach(UnitKind.ARMY, three)
    ]


@cache
def spots() -> list[tuple[str, ...]]:
    """Provinces close together, several seas among most of them."""
    return [tuple(HOT_SPOTS[name].split()) for name in sorted(HOT_SPOTS)]


def unit_in(draw: Draw, code: str, kind: UnitKind | None = None, power: str | None = None) -> Unit:
    """A unit in the province, of any power where none is given."""
    choices = [place for place in places(code) if kind in (None, place[0])]
    return Unit(power or draw(st.sampled_from(POWERS)), *draw(st.sampled_from(choices)))


def _reach(unit: Unit) -> list[str]:
    return sorted(BOARD.reach(unit.kind, unit.location))


def _move(draw: Draw, unit: Unit, orders: Orders) -> MoveOrder:
    """An attack, most often on a unit, or where another attacks."""
    aims = {province_of(order.target) for order in orders.values() if isinstance(order, Move)}
    occupied = [place for place in _reach(unit) if province_of(place) in orders]
    contested = [place for place in _reach(unit) if province_of(place) in aims]
    place = draw(st.sampled_from([*contested * 3, *occupied * 2, *_reach(unit)]))
    return Move(unit, place, via=unit.kind is UnitKind.ARMY and draw(st.integers(0, 19)) == 19)


def _support(draw: Draw, unit: Unit, orders: Orders) -> MoveOrder:
    """A support that fits another order, attacks before holds; of attacks on a coast, perhaps the other coast's."""
    near = {province_of(place) for place in _reach(unit)}
    fitting: list[MoveOrder] = [Hold(unit)]
    for other in orders.values():
        goal = province_of(other.target) if isinstance(other, Move) else None
        if other.unit != unit and (goal or other.unit.province) in near:
            fitting += [Support(unit, other.unit, goal)] * (6 if goal else 2)
            coasts = BOARD.provinces[goal].coasts if goal else ()
            fitting += [Support(unit, other.unit, coast) for coast in coasts * 3]
    return draw(st.sampled_from(fitting))


def _convoy(draw: Draw, unit: Unit, orders: Orders) -> MoveOrder:
    """A convoy of an army that was told to go, or of any that is near."""
    armies = [order for order in orders.values() if order.unit.kind is UnitKind.ARMY]
    told: list[MoveOrder] = [
        Convoy(unit, army.unit, army.target)
        for army in armies
        if isinstance(army, Move) and army.target not in BOARD.reach(UnitKind.ARMY, army.unit.location)
    ]
    if unit.province not in SEAS or not armies:
        return _support(draw, unit, orders)
    if told:
        return draw(st.sampled_from(told))
    target = draw(st.sampled_from([code for code in sorted(BOARD.neighbours(unit.province)) if code not in SEAS]))
    return Convoy(unit, draw(st.sampled_from(armies)).unit, target)


def _wild(draw: Draw, unit: Unit, orders: Orders) -> MoveOrder:
    """An order that need not be possible."""
    anywhere = st.sampled_from(sorted({*orders, *(code for code in BOARD.neighbours(unit.province))}))
    other = draw(st.sampled_from([order.unit for order in orders.values()]))
    made: list[Callable[[], MoveOrder]] = [
        lambda: Move(unit, draw(anywhere), via=unit.kind is UnitKind.ARMY and draw(st.booleans())),
        lambda: Support(unit, other, draw(st.one_of(st.none(), anywhere))),
        lambda: Convoy(unit, other, draw(anywhere)),
    ]
    return draw(st.sampled_from(made))()


def _send(draw: Draw, army: Unit, orders: Orders) -> None:
    """Order the army over the fleets around it, and most of them to carry it."""
    fleets = {code for code, order in orders.items() if code in SEAS and isinstance(order, Hold)}
    ways = [
        (target, way)
        for target in sorted(BOARD.provinces)
        for way in BOARD.routes(army.province, target)
        if way <= fleets
    ]
    if not ways:
        return
    target, way = draw(st.sampled_from([*[each for each in ways if each[0] in orders] * 2, *ways]))
    orders[army.province] = Move(army, target, via=draw(st.booleans()))
    others = [each for goal, each in ways if goal == target and each != way]
    second = others[:1] if draw(st.booleans()) else []
    for sea in sorted(way.union(*second)):
        if draw(st.integers(0, 11)) < 11:
            orders[sea] = Convoy(orders[sea].unit, army, target)


def _fill(draw: Draw, orders: Orders, free: Sequence[Unit]) -> None:
    """Order the units that have no order yet: moves first, so that supports find something to fit."""
    intents = {unit: draw(st.sampled_from("hmmmsssscw")) for unit in free}
    for unit in free:
        if unit.kind is UnitKind.ARMY and intents[unit] in "mc" and draw(st.booleans()):
            _send(draw, unit, orders)
    for letter, order in {"m": _move, "c": _convoy, "s": _support, "w": _wild}.items():
        for unit, intent in intents.items():
            if intent == letter and isinstance(orders[unit.province], Hold):
                orders[unit.province] = order(draw, unit, orders)


@st.composite
def crowds(draw: Draw, most: int = 10) -> list[MoveOrder]:
    """Units crowded on one spot of the map."""
    codes = draw(st.lists(st.sampled_from(draw(st.sampled_from(spots()))), min_size=3, max_size=most, unique=True))
    units = [unit_in(draw, code) for code in codes]
    orders: Orders = {unit.province: Hold(unit) for unit in units}
    _fill(draw, orders, units)
    return list(orders.values())


def _neighbours(draw: Draw, orders: Orders, most: int) -> None:
    """Add units around those that have orders."""
    near = sorted({code for province in orders for code in BOARD.neighbours(province)} - orders.keys())
    codes = draw(st.lists(st.sampled_from(near), max_size=most, unique=True))
    units = [unit_in(draw, code) for code in codes]
    orders |= {unit.province: Hold(unit) for unit in units}
    _fill(draw, orders, units)


@st.composite
def rings(draw: Draw) -> list[MoveOrder]:
    """Three armies that follow each other round, and others about them."""
    ring = draw(st.sampled_from(triangles()))
    orders: Orders = {}
    for code, target in zip(ring, (*ring[1:], ring[0]), strict=True):
        orders[code] = Move(unit_in(draw, code, UnitKind.ARMY), target)
    _neighbours(draw, orders, 5)
    return list(orders.values())


@st.composite
def sieges(draw: Draw) -> list[MoveOrder]:
    """One province, units all round it that attack it and support that, and its unit, which may strike back."""
    centre = draw(st.sampled_from(sorted(BOARD.provinces)))
    besieged = unit_in(draw, centre)
    near = draw(st.permutations(sorted(BOARD.neighbours(centre))))
    units = [unit_in(draw, code) for code in near[: draw(st.integers(3, 6))]]
    orders: Orders = {unit.province: Hold(unit) for unit in (besieged, *units)}
    able = [unit for unit in units if BOARD.touches(unit.kind, unit.location, centre)]
    for unit in able[: draw(st.integers(1, 3))]:
        place = draw(st.sampled_from(BOARD.landings(unit.kind, unit.location, centre)))
        orders[unit.province] = Move(unit, place)
    for unit in units:
        if isinstance(orders[unit.province], Hold):
            orders[unit.province] = _support(draw, unit, orders)
    back = [place for place in _reach(besieged) if province_of(place) in orders]
    strikes = draw(st.integers(0, 2)) > 0
    if back and strikes:
        orders[centre] = Move(besieged, draw(st.sampled_from(back)))
    else:
        orders[centre] = _support(draw, besieged, orders)
    _neighbours(draw, orders, 3)
    return list(orders.values())


@st.composite
def clashes(draw: Draw) -> list[MoveOrder]:
    """Two armies that attack each other, one supported, and others that follow where the stronger came from."""
    lands = sorted(code for code in BOARD.provinces if BOARD.reach(UnitKind.ARMY, code))
    one = draw(st.sampled_from(lands))
    two = draw(st.sampled_from(sorted(BOARD.reach(UnitKind.ARMY, one))))
    strong, weak = unit_in(draw, one, UnitKind.ARMY, "FRANCE"), unit_in(draw, two, UnitKind.ARMY, "AUSTRIA")
    orders: Orders = {one: Move(strong, two), two: Move(weak, one)}
    around = draw(st.permutations(sorted((BOARD.neighbours(one) | BOARD.neighbours(two)) - {one, two})))
    for code in around[:4]:
        unit = unit_in(draw, code)
        choices: list[MoveOrder] = [Move(unit, place) for place in BOARD.landings(unit.kind, unit.location, one)]
        if BOARD.touches(unit.kind, unit.location, two):
            choices += [Support(unit, strong, two)] * 2
        orders[code] = draw(st.sampled_from(choices)) if choices else Hold(unit)
    return list(orders.values())


@st.composite
def duels(draw: Draw) -> list[MoveOrder]:
    """Two armies of neighbours that attack each other, one perhaps by convoy, and others about them."""
    sea = draw(st.sampled_from(sorted(SEAS)))
    coast = sorted(code for code in BOARD.neighbours(sea) if code not in SEAS)
    pairs = [(one, two) for one in coast for two in coast if two in BOARD.reach(UnitKind.ARMY, one)]
    if not pairs:
        return draw(crowds())
    one, two = draw(st.sampled_from(pairs))
    army, other = unit_in(draw, one, UnitKind.ARMY), unit_in(draw, two, UnitKind.ARMY)
    fleet = unit_in(draw, sea)
    orders: Orders = {one: Move(army, two, via=draw(st.booleans())), two: Move(other, one), sea: Hold(fleet)}
    if draw(st.booleans()):
        orders[sea] = Convoy(fleet, army, two)
    _neighbours(draw, orders, 4)
    return list(orders.values())


@st.composite
def paradoxes(draw: Draw) -> list[MoveOrder]:
    """One or two convoys whose armies land on those who decide over a convoy, and others about them."""
    orders: Orders = {}
    for _ in range(draw(st.integers(1, 2))):
        _paradox(draw, orders)
    if not orders:
        return draw(crowds())
    _neighbours(draw, orders, 4)
    return list(orders.values())


def _paradox(draw: Draw, orders: Orders) -> None:
    """A convoy, an attack on its fleet, and a support given from where the army lands: to that attack, or against it.

    The first is the plain paradox (DATC 6.F.14), the second the betrayal (6.F.18).
    """
    sea = draw(st.sampled_from(sorted(SEAS - orders.keys())))
    near = sorted(code for code in BOARD.neighbours(sea) if code not in orders)
    ports = [code for code in near if code not in SEAS]
    if len(ports) < 2 or len(near) < 4:
        return
    source, landing = draw(st.sampled_from([(one, two) for one in ports for two in ports if one != two]))
    rest = st.permutations([code for code in near if code not in (source, landing)])
    start, beside, *_ = draw(rest)
    ours, theirs = draw(st.sampled_from([(one, two) for one in POWERS for two in POWERS if one != two]))
    army, fleet = unit_in(draw, source, UnitKind.ARMY, ours), unit_in(draw, sea, power=ours)
    lander, attacker = (unit_in(draw, code, UnitKind.FLEET, theirs) for code in (landing, start))
    orders |= {source: Move(army, landing), sea: Convoy(fleet, army, landing), start: Move(attacker, sea)}
    if draw(st.booleans()):
        attacks = [order for order in orders.values() if isinstance(order, Move)]
        aim = draw(st.sampled_from([*attacks, *attacks[-1:] * 4]))
        orders[landing] = Support(lander, aim.unit, province_of(aim.target))
    else:
        orders[landing] = Support(lander, fleet)
        orders[beside] = Support(unit_in(draw, beside, UnitKind.FLEET), attacker, sea)


def situations() -> st.SearchStrategy[list[MoveOrder]]:
    """Orders, one for each unit on the board."""
    return st.one_of(crowds(), sieges(), clashes(), rings(), duels(), paradoxes())


@st.composite
def routs(draw: Draw) -> tuple[Position, list[Order]]:
    """Dislodged units round one province, most of which retreat to it, and their retreat orders."""
    haven = draw(st.sampled_from(sorted(BOARD.provinces)))
    near = draw(st.permutations(sorted(BOARD.neighbours(haven))))
    codes = near[: draw(st.integers(2, 4))]
    beaten = [unit_in(draw, code) for code in codes]
    free = {unit: [place for place in _reach(unit) if province_of(place) not in codes] for unit in beaten}
    orders: list[Order] = []
    for unit in beaten:
        wanted = [place for place in free[unit] if province_of(place) == haven]
        place = draw(st.sampled_from([*wanted * 6, *_reach(unit)]))
        gives_up = draw(st.integers(0, 5)) == 5
        orders.append(Disband(unit) if gives_up else Retreat(unit, place))
    victors = [unit_in(draw, code, power="TURKEY") for code in codes]
    return Position.of(victors, [Dislodged(unit, tuple(places)) for unit, places in free.items()]), orders
