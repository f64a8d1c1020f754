"""Random positions and orders: small ones where much meets on few provinces, and full boards.

All comes from the ``random.Random`` passed in, so that a seed names a position for good.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from random import Random

from door.rules.board import Board, ProvinceKind
from door.rules.notation import write
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Order, Support
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of

HOT_SPOTS = {
    "channel": "NTH ENG BEL HOL LON YOR PIC BRE WAL HEL DEN NWY SKA NWG EDI",
    "ionian": "ION AEG GRE ALB APU NAP TUN ADR TRI SMY CON EAS BUL",
    "tyrrhenian": "TYS LYO WES TUN NAP ROM TUS SPA MAR NAF ION PIE",
    "baltic": "BAL BOT SWE DEN KIE BER PRU LVN FIN STP HEL SKA",
    "iberia": "SPA POR MAO GAS MAR WES LYO BRE NAF ENG IRI",
    "black sea": "BLA BUL CON ANK ARM SEV RUM SMY AEG GRE UKR",
    "norway": "NWY SWE FIN STP BAR NWG NTH SKA DEN EDI BOT CLY",
    "middle": "MUN BOH TYR VIE TRI VEN PIE BUD GAL SIL BER",
}
"""Provinces close together, several seas among most of them."""


class Shuffler:
    """Makes positions on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = {
            code: [
                (kind, place) for kind in UnitKind for place in (code, *province.coasts) if board.can_stand(kind, place)
            ]
            for code, province in board.provinces.items()
        }
        self.seas = sorted(code for code, province in board.provinces.items() if province.kind is ProvinceKind.SEA)

    def hot_units(self, random: Random, fewest: int = 4, most: int = 9) -> list[Unit]:
        """A few units of two to four powers, crowded on one spot."""
        spot = random.choice(sorted(HOT_SPOTS))
        codes = random.sample(HOT_SPOTS[spot].split(), random.randint(fewest, most))
        return self.units_in(codes, random.sample(sorted(self.board.powers), random.randint(2, 4)), random)

    def full_units(self, random: Random, count: int = 34) -> list[Unit]:
        """Units of all seven powers anywhere on the board."""
        return self.units_in(random.sample(sorted(self.board.provinces), count), sorted(self.board.powers), random)

    def units_in(self, codes: Iterable[str], powers: Sequence[str], random: Random) -> list[Unit]:
        """A unit of one of the powers in each of the provinces."""
        return [Unit(random.choice(powers), *random.choice(self.places[code])) for code in codes]

    def provinces_by(self, unit: Unit) -> list[str]:
        """The provinces that the unit borders on and can enter."""
        return sorted({province_of(place) for place in self.board.reach(unit.kind, unit.location)})

    def orders(self, units: Sequence[Unit], random: Random) -> list[MoveOrder]:
        """An order for each unit, chosen so that they meet: most supports and convoys fit, some orders are void."""
        orders: dict[str, MoveOrder] = {unit.province: Hold(unit) for unit in units}
        for unit in units:
            if unit.kind is UnitKind.ARMY and random.random() < 0.7:
                self._voyage(unit, orders, random)
        for unit in units:
            if isinstance(orders[unit.province], Hold) and random.random() < 0.6:
                orders[unit.province] = self._move(unit, orders, random)
        for unit in units:
            free = isinstance(orders[unit.province], Hold) or random.random() < 0.1
            if free and random.random() < 0.9:
                orders[unit.province] = self._support(unit, orders, random) or orders[unit.province]
        for unit in units:
            if random.random() < 0.03:
                orders[unit.province] = self._anything(unit, units, random)
        return list(orders.values())

    def tangled_orders(self, units: Sequence[Unit], random: Random) -> list[MoveOrder]:
        """Orders for many convoys against units that support attacks on convoys: paradoxes, many of them linked."""
        orders: dict[str, MoveOrder] = {unit.province: Hold(unit) for unit in units}
        for unit in units:
            if unit.kind is UnitKind.ARMY and random.random() < 0.9:
                self._voyage(unit, orders, random)
        convoys = [order for order in orders.values() if isinstance(order, Convoy)]
        landings = {order.target for order in convoys}
        for convoy in convoys:
            sea = convoy.unit.province
            near = [
                unit
                for unit in units
                if unit.power != convoy.unit.power
                and unit.province not in landings
                and isinstance(orders[unit.province], Hold)
                and sea in self.board.reach(unit.kind, unit.location)
            ]
            for unit in random.sample(near, min(len(near), random.choice([0, 1, 1, 1, 2]))):
                orders[unit.province] = Move(unit, sea)
        for unit in units:
            if isinstance(orders[unit.province], Hold):
                seas = frozenset(convoy.unit.province for convoy in convoys)
                support = self._support(unit, orders, random, seas) or self._support(unit, orders, random)
                orders[unit.province] = support or orders[unit.province]
        return list(orders.values())

    def knot(self, random: Random, links: int) -> list[MoveOrder]:
        """Convoys (as many as find room) whose landings attack those who decide over them: linked paradoxes."""
        seas = self._cluster(links, random)
        powers = random.sample(sorted(self.board.powers), 3)
        orders: dict[str, MoveOrder] = {}
        posts: list[Unit] = []
        for sea in seas:
            places = self._link(sea, seas, {*orders, *seas, *(unit.province for unit in posts)}, random)
            if places is None:
                continue
            source, post, start = places
            ours, theirs = random.sample(powers, 2)
            army, fleet = Unit(ours, UnitKind.ARMY, source), Unit(ours, UnitKind.FLEET, sea)
            attacker = Unit(theirs, UnitKind.FLEET, start)
            orders[source] = Move(army, province_of(post), via=random.random() < 0.5)
            orders[sea] = Convoy(fleet, army, province_of(post))
            orders[attacker.province] = Move(attacker, sea)
            posts.append(Unit(random.choice(powers), UnitKind.FLEET, post))
        for unit in posts:
            orders[unit.province] = self._decider(unit, orders, random)
        near = {code for province in orders for code in self.board.neighbours(province)} - set(orders)
        for unit in self.units_in(random.sample(sorted(near), min(len(near), random.randint(0, 4))), powers, random):
            meddling = self._support(unit, orders, random) if random.random() < 0.6 else None
            orders[unit.province] = meddling or self._move(unit, orders, random)
        return list(orders.values())

    def _cluster(self, count: int, random: Random) -> list[str]:
        """Seas that share a coast."""
        seas = [random.choice(self.seas)]
        while len(seas) < count:
            shores = {shore for sea in seas for shore in self.board.neighbours(sea)}
            near = {sea for shore in shores for sea in self.board.neighbours(shore)} & set(self.seas)
            seas.append(random.choice(sorted(near - set(seas))))
        return seas

    def _link(self, sea: str, seas: Sequence[str], taken: set[str], random: Random) -> tuple[str, str, str] | None:
        """Places by one sea: for an army, for a fleet where it lands, near many of ``seas``, for one that attacks."""
        near = [place for place in sorted(self.board.reach(UnitKind.FLEET, sea)) if province_of(place) not in taken]
        random.shuffle(near)
        coast = [place for place in near if province_of(place) not in self.seas]
        coast.sort(key=lambda place: -len(self.board.reach(UnitKind.FLEET, place) & set(seas)))
        for post in coast:
            for source in (province_of(place) for place in reversed(coast)):
                for start in near:
                    if len({source, province_of(post), province_of(start)}) == len((source, post, start)):
                        return source, post, start
        return None

    def _decider(self, unit: Unit, orders: dict[str, MoveOrder], random: Random) -> MoveOrder:
        """Support of an attack on a convoying fleet nearby, most often not that of the army that lands here."""
        convoys = [order for order in orders.values() if isinstance(order, Convoy)]
        convoys = [order for order in convoys if order.unit.location in self.board.reach(unit.kind, unit.location)]
        others = [order for order in convoys if order.target != unit.province]
        convoy = random.choice(others if others and random.random() < 0.8 else convoys)
        sea = convoy.unit.province
        attackers = [order.unit for order in orders.values() if isinstance(order, Move) and order.target == sea]
        if not attackers or random.random() < 0.15:
            return Support(unit, convoy.unit)
        return Support(unit, random.choice(attackers), sea)

    def _move(self, unit: Unit, orders: dict[str, MoveOrder], random: Random) -> MoveOrder:
        """A move, most to where a unit is, many at a convoy."""
        reach = sorted(self.board.reach(unit.kind, unit.location))
        occupied = [place for place in reach if province_of(place) in orders]
        convoys = [place for place in occupied if isinstance(orders[province_of(place)], Convoy)]
        wanted = convoys if convoys and random.random() < 0.6 else occupied
        place = random.choice(wanted if wanted and random.random() < 0.8 else reach)
        return Move(unit, place, via=unit.kind is UnitKind.ARMY and random.random() < 0.05)

    def _voyage(self, army: Unit, orders: dict[str, MoveOrder], random: Random) -> None:
        """Send an army over the fleets that are there, most of them told so."""
        fleets = {
            code
            for code, order in orders.items()
            if order.unit.kind is UnitKind.FLEET and not isinstance(order, Convoy)
        }
        ways = [
            (target, seas)
            for target in sorted(self.board.provinces)
            for seas in self.board.routes(army.province, target)
            if seas <= fleets
        ]
        if not ways:
            return
        occupied = [way for way in ways if way[0] in orders]
        target, seas = random.choice(occupied if occupied and random.random() < 0.7 else ways)
        orders[army.province] = Move(army, target, via=random.random() < 0.5)
        others = [way for way in ways if way[0] == target and random.random() < 0.4]
        for sea in sorted(seas.union(*(way[1] for way in others))):
            if random.random() < 0.93:
                orders[sea] = Convoy(orders[sea].unit, army, target)

    def _support(
        self, unit: Unit, orders: dict[str, MoveOrder], random: Random, within: Container[str] | None = None
    ) -> Support | None:
        """A support that fits what another unit is ordered to do, if there is one to give (``within`` these)."""
        fitting = []
        for other in orders.values():
            if other.unit.province == unit.province:
                continue
            goal = province_of(other.target) if isinstance(other, Move) else None
            aimed = goal or other.unit.province
            wanted = aimed != unit.province and (within is None or aimed in within)
            if wanted and self.board.touches(unit.kind, unit.location, aimed):
                fitting.append(Support(unit, other.unit, goal))
        return random.choice(fitting) if fitting else None

    def _anything(self, unit: Unit, units: Sequence[Unit], random: Random) -> MoveOrder:
        """An order without regard to the rules."""
        places = sorted(self.board.provinces)
        other = random.choice(units)
        wild: list[Callable[[], MoveOrder]] = [
            lambda: Move(unit, random.choice(places), via=unit.kind is UnitKind.ARMY and random.random() < 0.5),
            lambda: Support(unit, other, random.choice([None, *places])),
            lambda: Convoy(unit, other, random.choice(places)),
        ]
        return random.choice(wild)()


def position_of(orders: Iterable[Order]) -> Position:
    """The position in which each ordered unit stands."""
    return Position.of(order.unit for order in orders if isinstance(order, Hold | Move | Support | Convoy))


def shown(orders: Iterable[MoveOrder]) -> str:
    """The orders as text, to be read in a failed test."""
    return "; ".join(f"{order.unit.power[:3].title()} {write(order)}" for order in orders)


def long_ring(board: Board, random: Random, length: int = 34) -> list[MoveOrder]:
    """A ring of armies, each following the next, all the powers in turn."""
    land = {
        code: sorted(board.reach(UnitKind.ARMY, code))
        for code, province in board.provinces.items()
        if province.kind is not ProvinceKind.SEA
    }
    while True:
        way = [random.choice(sorted(land))]
        while len(way) < length:
            free = [code for code in land[way[-1]] if code not in way]
            if not free:
                break
            way.append(min(free, key=lambda code: (len(set(land[code]) - set(way)), random.random())))
        if len(way) == length and way[0] in land[way[-1]]:
            break
    powers = sorted(board.powers)
    return [
        Move(Unit(powers[index % len(powers)], UnitKind.ARMY, code), way[(index + 1) % length])
        for index, code in enumerate(way)
    ]


def all_at_sea(board: Board, random: Random) -> list[MoveOrder]:
    """A fleet in every sea, all of them carrying one army from the far north-west to the far south-east."""
    powers = sorted(board.powers)
    army = Unit("ENGLAND", UnitKind.ARMY, "CLY")
    seas = [code for code, province in board.provinces.items() if province.kind is ProvinceKind.SEA]
    fleets: list[MoveOrder] = [Convoy(Unit(random.choice(powers), UnitKind.FLEET, sea), army, "SYR") for sea in seas]
    return [Move(army, "SYR", via=True), *fleets]
