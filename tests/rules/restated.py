"""The rules of moves restated as plain conditions, to hold a finished adjudication against.

Nothing is adjudicated here. What became of the orders is taken as reported, and for each order by itself it is asked
whether that is what the rules say, everything else being as reported: DATC 3.2, 5.B for the standard rules, the
section "Moves" of the door's rules for its own (its numbers are noted). Where the conditions alone leave room, for a
ring of attacks and for a convoy that hangs on itself, it is asked whether the choice was the right one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from door.rules.board import Board, ProvinceKind
from door.rules.moves import Moved
from door.rules.orders import Convoy, Hold, Move, MoveOrder, Support
from door.rules.units import Unit, UnitKind, province_of

Orders = Mapping[str, MoveOrder]
"""An order for every unit, by the province it stands in."""


def violations(orders: Orders, moved: Moved, board: Board, *, door: bool) -> list[str]:
    """Everything in the report that the rules do not bear out; empty when it is sound. ``door``: by its own rules."""
    report = _Report(orders, moved, board, door)
    checks = (_words, _voids, _moves, _rings, _supports, _convoys, _positions, _retreats)
    return [fault for check in checks for fault in check(report)]


@dataclass(frozen=True)
class _Report:
    """The orders and what was said to have become of them."""

    given: Orders
    moved: Moved
    board: Board
    door: bool
    seas: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        at_sea = {code for code, province in self.board.provinces.items() if province.kind is ProvinceKind.SEA}
        seas = at_sea if self.door else at_sea & self.given.keys()  # Moves 10; DATC 6.D.32
        object.__setattr__(self, "seas", frozenset(seas))

    # As reported

    def said(self, province: str, word: str) -> bool:
        return word in self.moved.results[province].words

    def goes(self, province: str) -> bool:
        """Whether the unit was reported to have moved."""
        return province in self.attacks and not self.moved.results[province].words

    # As the orders and the map have it

    @cached_property
    def orders(self) -> Orders:
        """Orders as they count: what could never be carried out is a hold (DATC 4.E.1; Moves 10)."""
        return {p: order if self.possible(order) else Hold(order.unit) for p, order in self.given.items()}

    @cached_property
    def attacks(self) -> dict[str, Move]:
        return {province: order for province, order in self.orders.items() if isinstance(order, Move)}

    @cached_property
    def rivals(self) -> dict[str, list[str]]:
        """Who attacks each province."""
        found: dict[str, list[str]] = {}
        for province, order in self.attacks.items():
            found.setdefault(province_of(order.target), []).append(province)
        return found

    @cached_property
    def helpers(self) -> dict[str, list[str]]:
        """The supports that fit the order of each unit."""
        found: dict[str, list[str]] = {}
        for province, order in self.orders.items():
            if isinstance(order, Support) and self._fits(order):
                found.setdefault(order.supported.province, []).append(province)
        return found

    @cached_property
    def carriers(self) -> dict[str, set[str]]:
        """The fleets whose convoy orders fit the attack of each army."""
        found: dict[str, set[str]] = {}
        for province, order in self.orders.items():
            attack = self.attacks.get(order.army.province) if isinstance(order, Convoy) else None
            if attack and isinstance(order, Convoy) and province_of(attack.target) == order.target:
                found.setdefault(order.army.province, set()).add(province)
        return found

    @cached_property
    def afloat(self) -> set[str]:
        """The armies that go by convoy."""
        return {province for province in self.attacks if self._by_convoy(province)}

    def power(self, province: str) -> str:
        return self.given[province].unit.power

    def possible(self, order: MoveOrder) -> bool:
        match order:
            case Hold():
                return True
            case Move(unit, target, via):
                return self._may_go(unit, target, via)
            case Support(unit, supported, target):
                return self._may_support(unit, supported, target)
            case Convoy(unit, army, target):
                carried = unit.kind is UnitKind.FLEET and unit.province in self.seas and army.kind is UnitKind.ARMY
                return carried and unit.province in self._useful(army.province, target, self.seas)

    def _may_go(self, unit: Unit, target: str, via: bool, barred: str = "") -> bool:
        if province_of(target) == unit.province:
            return False
        if target in self.board.reach(unit.kind, unit.location) and not via:
            return True
        return unit.kind is UnitKind.ARMY and self._sails(unit.province, target, self.seas - {barred})

    def _may_support(self, unit: Unit, supported: Unit, target: str | None) -> bool:
        aimed = province_of(target or supported.location)
        near = aimed in {province_of(place) for place in self.board.reach(unit.kind, unit.location)}
        if not near or supported.province == unit.province or target is None:
            return near and supported.province != unit.province
        places = (target, *self.board.provinces[aimed].coasts) if target == aimed else (target,)
        return any(self._may_go(supported, place, False, barred=unit.province) for place in places)

    def _fits(self, order: Support) -> bool:
        its = self.orders.get(order.supported.province)
        if order.target is None:
            return its is not None and not isinstance(its, Move)
        return isinstance(its, Move) and order.target in (its.target, province_of(its.target))

    def _sails(self, source: str, target: str, seas: Set[str]) -> bool:
        """Whether the seas lead from coast to coast."""
        ends = (self.board.provinces.get(source), self.board.provinces.get(target))
        if source == target or not all(end and end.kind is ProvinceKind.COASTAL for end in ends):
            return False
        reached: set[str] = set()
        ring = self.board.neighbours(source) & seas
        while ring:
            reached |= ring
            ring = frozenset(near for sea in ring for near in self.board.neighbours(sea)) & seas - reached
        return not reached.isdisjoint(self.board.neighbours(target))

    def _useful(self, source: str, target: str, seas: Set[str]) -> set[str]:
        """The seas without which some way by sea would fail: those on ways that have no short cut."""
        if not self._sails(source, target, seas):
            return set()
        first, last = self.board.neighbours(source), self.board.neighbours(target)
        found: set[str] = set()

        def follow(way: tuple[str, ...]) -> None:
            if way[-1] in last:
                found.update(way)
                return
            for sea in self.board.neighbours(way[-1]) & seas - first:
                if not any(sea == other or sea in self.board.neighbours(other) for other in way[:-1]):
                    follow((*way, sea))

        for sea in first & seas:
            follow((sea,))
        return found

    def _by_convoy(self, province: str) -> bool:
        order = self.attacks[province]
        if order.unit.kind is UnitKind.FLEET:
            return False
        if order.via or order.target not in self.board.reach(UnitKind.ARMY, province):
            return True
        carriers = self.carriers.get(province, set())
        if self.door:  # Moves 9: in a whole chain
            carriers = self._useful(province, order.target, carriers)
        return any(self.power(fleet) == order.unit.power for fleet in carriers)  # DATC 4.A.3

    # Strengths, by what was reported

    def arrives(self, province: str) -> bool:
        """Whether the attack has a way (DATC 5.B.4)."""
        if province not in self.afloat:
            return True
        unbroken = {fleet for fleet in self.carriers.get(province, ()) if not self.said(fleet, "disrupted")}
        return self._sails(province, self.attacks[province].target, unbroken)

    def strength(self, province: str, without: str | None = None) -> int:
        """One and the supports that were not cut, those of a power left out."""
        given = [helper for helper in self.helpers.get(province, ()) if not self.said(helper, "cut")]
        return 1 + sum(self.power(helper) != without for helper in given)

    def facing(self, province: str) -> str | None:
        """The attack that comes the other way, neither by convoy."""
        other = province_of(self.attacks[province].target)
        meets = other in self.attacks and province_of(self.attacks[other].target) == province
        return other if meets and not {province, other} & self.afloat else None

    def attack(self, province: str, gone: Iterable[str] = ()) -> int:
        """DATC 5.B.8; ``gone``: units to be taken as having left."""
        target = province_of(self.attacks[province].target)
        if not self.arrives(province):
            return 0
        if target not in self.given or target in gone or (self.goes(target) and self.facing(province) is None):
            return self.strength(province)
        if self.power(target) == self.power(province):
            return 0
        return self.strength(province, without=self.power(target))

    def hold(self, target: str) -> int:
        """DATC 5.B.5; Moves 4: a unit that tried to leave does not defend."""
        if target not in self.given or self.goes(target):
            return 0
        if target in self.attacks:
            return 0 if self.door else 1
        return self.strength(target)

    def prevent(self, province: str) -> int:
        """DATC 5.B.6."""
        facing = self.facing(province)
        beaten = facing is not None and self.goes(facing)
        return 0 if beaten or not self.arrives(province) else self.strength(province)

    def others(self, province: str) -> list[str]:
        """The other attacks on the same province."""
        return [rival for rival in self.rivals[province_of(self.attacks[province].target)] if rival != province]

    def entered(self, province: str) -> bool:
        return any(self.goes(attacker) for attacker in self.rivals.get(province, ()))

    def foes(self, province: str) -> list[str]:
        """Attacks of other powers on the province that have a way."""
        all_foes = (foe for foe in self.rivals.get(province, ()) if self.power(foe) != self.power(province))
        return [foe for foe in all_foes if self.arrives(foe)]


KINDS_OF_WORDS = {
    Hold: set[str](),
    Move: {"bounce", "no convoy"},
    Support: {"cut"},
    Convoy: {"disrupted"},
}


def _words(report: _Report) -> Iterator[str]:
    """Each kind of order has its own words, one at a time; a void one has no other."""
    for province, result in report.moved.results.items():
        own = [word for word in result.words if word not in ("dislodged", "disband")]
        if len(own) > 1 or not set(own) <= KINDS_OF_WORDS[type(report.given[province])] | {"void"}:
            yield f"{province}: the words {result.words} do not go together"


def _voids(report: _Report) -> Iterator[str]:
    """Void is what can never be done, and what is for an order that was not given."""
    fitting = {helper for helpers in report.helpers.values() for helper in helpers}
    fitting |= {fleet for fleets in report.carriers.values() for fleet in fleets}
    for province, order in report.orders.items():
        void = not report.possible(report.given[province])
        void |= isinstance(order, Support | Convoy) and province not in fitting
        if void != report.said(province, "void"):
            yield f"{province}: void {report.said(province, 'void')}, by the rules {void}"


def _moves(report: _Report) -> Iterator[str]:
    """An attack goes through if it is stronger than what holds and than each that competes (DATC 5.B.1)."""
    for province, order in report.attacks.items():
        if report.said(province, "no convoy") == report.arrives(province):
            yield f"{province}: no convoy, or one; it arrives: {report.arrives(province)}"
        facing = report.facing(province)
        against = [report.hold(province_of(order.target)) if facing is None else report.strength(facing)]
        against += [report.prevent(rival) for rival in report.others(province)]
        stronger = report.attack(province) > max(against)
        if stronger != report.goes(province):
            yield f"{province}: moved {report.goes(province)}, {report.attack(province)} against {against}"


def _rings(report: _Report) -> Iterator[str]:
    """Attacks that follow each other round move, if nothing else is in the way (DATC 5.B.9; Moves 8)."""
    for ring in _rings_of(report):
        if any(report.goes(province) for province in ring):
            continue
        afloat = any(province in report.afloat for province in ring)
        if len(ring) == 2 and not afloat:
            continue
        free = all(
            report.attack(province, gone=ring)
            > max((report.prevent(rival) for rival in report.others(province)), default=0)
            for province in ring
        )
        if free:
            yield f"{ring}: nothing stood in the way of the ring"


def _rings_of(report: _Report) -> Iterator[tuple[str, ...]]:
    """Rings of attacks, each from its least province on."""
    for start in report.attacks:
        ring = [start]
        while (goal := province_of(report.attacks[ring[-1]].target)) in report.attacks and goal not in ring:
            ring.append(goal)
        if goal == start == min(ring):
            yield tuple(ring)


def _supports(report: _Report) -> Iterator[str]:
    """A support is cut by attacks of others, but not from where it is aimed unless dislodged (DATC 5.B.2; Moves 1)."""
    for province in {helper for helpers in report.helpers.values() for helper in helpers}:
        order = report.orders[province]
        assert isinstance(order, Support)
        aimed = province_of(order.target or order.supported.location)
        cutting = [foe for foe in report.foes(province) if report.door or foe != aimed]
        cut = bool(cutting) or report.entered(province)
        if cut != report.said(province, "cut"):
            yield f"{province}: cut {report.said(province, 'cut')}, by the rules {cut}"


def _convoys(report: _Report) -> Iterator[str]:
    """A convoy falls with its fleet (DATC 5.B.3), to any attack (Moves 2), or because it hangs on itself (4.A.2)."""
    for army, fleets in report.carriers.items():
        # A paradox fells the convoy as a whole, with the fleets of it that nobody attacks.
        paradox = not report.door and army in report.afloat and any(_hangs_on_itself(fleet, report) for fleet in fleets)
        for fleet in fleets:
            broken = bool(report.foes(fleet)) if report.door else report.entered(fleet)
            said = report.said(fleet, "disrupted")
            if broken and not said:
                yield f"{fleet}: its convoy was broken"
            if said and not broken and not paradox:
                yield f"{fleet}: nothing broke its convoy"


def _hangs_on_itself(fleet: str, report: _Report) -> bool:
    """Whether what becomes of the fleet may depend on what becomes of the fleet."""
    reached: set[str] = set()
    ring = _depends_on(fleet, report)
    while ring:
        reached |= ring
        ring = {other for each in ring for other in _depends_on(each, report)} - reached
    return fleet in reached


def _depends_on(province: str, report: _Report) -> set[str]:
    """The units whose orders decide over this unit's (DATC 5.B)."""
    found = set(report.rivals.get(province, ()))
    for attack in (province, *found):
        if attack in report.attacks:
            found.update(report.carriers.get(attack, ()))
    if province in report.attacks:
        target = province_of(report.attacks[province].target)
        rivals = report.rivals[target]
        found.update(rivals, *(report.helpers.get(rival, ()) for rival in rivals), report.helpers.get(target, ()))
        found.update(*(report.carriers.get(rival, ()) for rival in rivals))
        if target in report.given:
            found.add(target)
    return found


def _positions(report: _Report) -> Iterator[str]:
    """Units stand where the results say, each once, none lost; nobody dislodges his own (Moves 7)."""
    after = report.moved.position.units
    stay: dict[str, Unit] = {}
    for province, order in report.given.items():
        dislodged = report.entered(province) and not report.goes(province)
        if dislodged != report.said(province, "dislodged"):
            yield f"{province}: dislodged {report.said(province, 'dislodged')}, by the moves {dislodged}"
        if dislodged:
            if any(report.goes(foe) and report.power(foe) == report.power(province) for foe in report.rivals[province]):
                yield f"{province}: dislodged by its own power"
            continue
        place = report.attacks[province].target if report.goes(province) else order.unit.location
        if province_of(place) in stay:
            yield f"{place}: two units"
        stay[province_of(place)] = Unit(order.unit.power, order.unit.kind, place)
    if stay != after:
        yield f"the units stand elsewhere: {stay} {after}"


def _retreats(report: _Report) -> Iterator[str]:
    """Where dislodged units may go (DATC 6.H; the door, Retreats 3), and who has nowhere to."""
    after = report.moved.position.units
    contested = {
        province_of(order.target)
        for province, order in report.attacks.items()
        if not report.goes(province) and report.prevent(province) and province_of(order.target) not in after
    }
    if contested != report.moved.contested:
        yield f"contested {sorted(report.moved.contested)}, by the rules {sorted(contested)}"
    for province, order in report.given.items():
        entry = report.moved.position.dislodged.get(province)
        closed = set(after)
        if not report.door:
            walked = {foe for foe in report.rivals.get(province, ()) if report.goes(foe) and foe not in report.afloat}
            closed |= contested | walked
        reach = report.board.reach(order.unit.kind, order.unit.location)
        choices = {place for place in reach if province_of(place) not in closed}
        waits = report.said(province, "dislodged") and bool(choices)
        if waits != (entry is not None) or (entry is not None and set(entry.choices) != choices):
            yield f"{province}: may retreat to {entry and entry.choices}, by the rules to {sorted(choices)}"
        if report.said(province, "disband") != (report.said(province, "dislodged") and not choices):
            yield f"{province}: disbanded, or not, though it may go to {sorted(choices)}"
