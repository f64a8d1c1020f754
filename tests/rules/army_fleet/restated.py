"""The Army/Fleet rules a second time, by enumeration, to compare with the first.

Written from the rules alone; it shares nothing with ``door.rules`` but the values and the map. Equations are plain
yes-or-no functions of what has to be found out. One that asks for something open is tried with both answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Embark, Hold, Land, Move, Support
from door.rules.position import Position
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.army_fleet.enumeration import Name, TooBig, first_group, tried
from tests.rules.army_fleet.positions import UnitOrder


@dataclass
class Try:
    """One attack."""

    unit: Unit
    kind: str
    origin: str
    to: str
    sea: str = ""


@dataclass
class Help:
    """One support."""

    unit: Unit
    aim: str
    units: list[Unit]
    value: int


@dataclass
class Verdict:
    """What came of the turn."""

    units: dict[str, tuple[str, str]] = field(default_factory=dict)
    aboard: dict[str, str] = field(default_factory=dict)
    dislodged: dict[str, tuple[str, bool]] = field(default_factory=dict)
    words: dict[Unit, list[str]] = field(default_factory=dict)
    contested: set[str] = field(default_factory=set)
    knots: int = 0
    excepted: int = 0


class Restated:
    """A turn, sorted by section 3 and adjudicated by sections 4 to 6."""

    def __init__(self, position: Position, orders: Iterable[UnitOrder], board: Board) -> None:
        self.board = board
        self.start = dict(position.units)
        self.orders = {order.unit: order for order in orders}
        self.cargo = dict(position.aboard)
        self.void: set[Unit] = set()
        self.boarded: set[Unit] = set()
        self.tries: list[Try] = []
        self.later: list[Try] = []
        self.helps: list[Help] = []
        self.ships: dict[Unit, Unit] = {}
        self.occ = dict(self.start)
        self.board_fleets()
        self.land()
        self.move()
        self.help()

    # Section 3

    def sea(self, code: str) -> bool:
        return code in self.board.provinces and self.board.provinces[code].kind is ProvinceKind.SEA

    def shore(self, code: str, sea: str) -> bool:
        coastal = self.board.provinces[code].kind is ProvinceKind.COASTAL
        return coastal and self.sea(sea) and sea in self.board.neighbours(code)

    def board_fleets(self) -> None:
        wish: dict[Unit, str] = {}
        for unit, order in self.orders.items():
            if isinstance(order, Embark):
                fleet = self.start.get(order.sea)
                good = self.start.get(unit.province) == unit and unit.kind is UnitKind.ARMY
                good = good and self.shore(unit.province, order.sea) and order.sea not in self.cargo
                if good and fleet is not None and fleet.power == unit.power:
                    wish[unit] = order.sea
                else:
                    self.void.add(unit)
        for unit, sea in wish.items():
            if list(wish.values()).count(sea) > 1:
                self.void.add(unit)
            else:
                self.cargo[sea] = unit
                self.boarded.add(unit)
                del self.occ[unit.province]

    def land(self) -> None:
        for sea, army in self.cargo.items():
            order = self.orders.get(army)
            if isinstance(order, Land):
                start, to = order.sea, order.target
            elif isinstance(order, Embark) and order.landing:
                start, to = order.landing
            else:
                continue
            fleet_order = self.orders.get(self.start[sea])
            goal = fleet_order.target if isinstance(fleet_order, Move) else ""
            legal_goal = self.sea(goal) and goal in self.board.reach(UnitKind.FLEET, sea)
            if start == sea and army not in self.boarded and self.shore(to, start):
                self.tries.append(Try(army, "D1", start, to, sea))
            elif start == goal and legal_goal and self.shore(to, start):
                self.later.append(Try(army, "D2", start, to, sea))
            else:
                self.void.add(army)

    def move(self) -> None:
        riders = set(self.cargo.values())
        for unit, order in self.orders.items():
            if isinstance(order, Move | Support | Convoy) if unit in riders else isinstance(order, Land):
                self.void.add(unit)
        ashore = [order for unit, order in self.orders.items() if unit not in riders]
        ferries = [order for order in ashore if isinstance(order, Convoy) and self.can_ferry(order)]
        for order in ashore:
            if isinstance(order, Move):
                self.go_there(order, ferries)
        for order in ashore:
            if isinstance(order, Convoy) and order.unit not in self.ships.values():
                self.void.add(order.unit)
        for army, fleet in self.ships.items():
            if army.power == fleet.power:
                del self.occ[army.province]

    def go_there(self, order: Move, ferries: Sequence[Convoy]) -> None:
        unit, to = order.unit, province_of(order.target)
        steps = order.target in self.board.reach(unit.kind, unit.location)
        if unit.kind is UnitKind.FLEET:
            off = any(t.kind == "D1" and t.sea == unit.province for t in self.tries)
            self.go(unit, to, steps and (self.sea(to) or unit.province not in self.cargo or off))
        elif steps and not order.via:
            self.go(unit, to, True)
        else:
            fit = [f for f in ferries if (f.army, f.target) == (unit, to) and order.sea in (None, f.unit.province)]
            if len(fit) == 1:
                self.tries.append(Try(unit, "L", unit.province, to, fit[0].unit.province))
                self.ships[unit] = fit[0].unit
            else:
                self.void.add(unit)

    def go(self, unit: Unit, to: str, good: bool) -> None:
        if good:
            self.tries.append(Try(unit, "M", unit.province, to))
        else:
            self.void.add(unit)

    def can_ferry(self, order: Convoy) -> bool:
        sea = order.unit.province
        ashore = self.start.get(order.army.province) == order.army and order.army.kind is UnitKind.ARMY
        free = order.unit.kind is UnitKind.FLEET and sea not in self.cargo
        ends = self.shore(order.army.province, sea) and self.shore(order.target, sea)
        return ashore and free and ends and order.army.province != order.target

    def help(self) -> None:
        riders = set(self.cargo.values())
        for unit, order in self.orders.items():
            if not isinstance(order, Support) or unit in riders:
                continue
            other, aim = order.supported, province_of(order.target or order.supported.location)
            reach = {province_of(place) for place in self.board.reach(unit.kind, unit.location)}
            named: list[Unit] = []
            if order.target is None:
                good = self.occ.get(other.province) == other and all(t.unit != other for t in self.tries)
                good = good and other != unit
            else:
                named = self.named(other, order.target)
                good = bool(named)
            if not good or aim not in reach:
                self.void.add(unit)
                continue
            heavy = unit.province in self.cargo and self.board.provinces[aim].kind is ProvinceKind.COASTAL
            heavy = heavy and not any(
                t.sea == unit.province and t.kind in ("D1", "D2") for t in self.tries + self.later
            )
            self.helps.append(Help(unit, aim, named, 2 if heavy else 1))

    def named(self, other: Unit, target: str) -> list[Unit]:
        def match(tries: Sequence[Try]) -> list[Unit]:
            found = []
            for one in tries:
                order = self.orders[one.unit]
                places = {one.to} | ({order.target} if isinstance(order, Move) else set())
                if one.origin == other.province and one.unit.kind is other.kind and target in places:
                    found.append(one.unit)
            return found

        return match(self.tries) or match(self.later)

    # Section 5

    def verdict(self) -> Verdict:
        states: dict[Unit, bool] = {}
        every = [one.unit for one in self.later]
        if len(every) > 5:
            raise TooBig
        worlds: dict[frozenset[Unit], World] = {}

        def world(made: frozenset[Unit]) -> World:
            if made not in worlds:
                worlds[made] = World(self, made)
            return worlds[made]

        def sails(army: Unit, made: frozenset[Unit]) -> bool:
            sea = next(one.sea for one in self.later if one.unit == army)
            return world(made).found.get(("ok", self.start[sea])) is True

        def takes_place(army: Unit, made: frozenset[Unit]) -> bool:
            return sails(army, made - {army}) and sails(army, made | {army})

        while len(states) < len(every):
            open_ones = [army for army in every if army not in states]
            base = frozenset(army for army, state in states.items() if state)
            sets = [base | frozenset(some) for n in range(len(open_ones) + 1) for some in combinations(open_ones, n)]
            tables = {army: {made: takes_place(army, made) for made in sets} for army in open_ones}
            fixed = {army: min(table.values()) for army, table in tables.items() if len(set(table.values())) == 1}
            if not fixed:
                hangs = {
                    army: {o for o in open_ones if any(t[made] != t[made | {o}] for made in sets)}
                    for army, t in tables.items()
                }
                fixed = dict.fromkeys(first_group(hangs, set()) or [], False)
            states |= fixed
        made = frozenset(army for army, state in states.items() if state)
        answer = world(made).verdict()
        for army in every:
            if army not in made:
                reached = sails(army, made) or sails(army, made | {army})
                answer.words[army] = ["excepted" if reached else "no position"]
                answer.excepted += reached
        return answer


class World:
    """Sections 4 and 6 with just these landings from a second sea made."""

    def __init__(self, turn: Restated, made: frozenset[Unit]) -> None:
        self.turn = turn
        self.tries = turn.tries + [one for one in turn.later if one.unit in made]
        self.by_unit = {one.unit: one for one in self.tries}
        self.helps = [h for h in turn.helps if not h.units or any(unit in self.by_unit for unit in h.units)]
        self.unknown: list[Name] = [("ok", one.unit) for one in self.tries]
        self.unknown += [("sup", one.unit) for one in self.helps]
        self.unknown += [("ferry", army) for army in turn.ships]
        self.help_by = {one.unit: one for one in self.helps}
        self.found: dict[Name, bool] = {}
        self.knots: set[Name] = set()
        self.solve()

    # Section 4: yes-or-no functions

    def equation(self, name: Name, is_true: Callable[[Name], bool]) -> bool:
        kind, unit = name
        if kind == "ok":
            return self.wins(self.by_unit[unit], is_true) and self.bound_ok(self.by_unit[unit], is_true)
        if kind == "ferry":
            sea = self.turn.ships[unit].province
            return not any(is_true(("ok", one.unit)) for one in self.tries if one.to == sea)
        return not any(self.cuts(one, self.help_by[unit], is_true) for one in self.tries if one.to == unit.province)

    def cuts(self, one: Try, help_: Help, is_true: Callable[[Name], bool]) -> bool:
        if one.unit.power == help_.unit.power or not self.made(one, is_true):
            return False
        return not help_.units or one.origin != help_.aim or is_true(("ok", one.unit))

    def made(self, one: Try, is_true: Callable[[Name], bool]) -> bool:
        return one.kind != "L" or is_true(("ferry", one.unit))

    def bound_ok(self, one: Try, is_true: Callable[[Name], bool]) -> bool:
        landing = [other for other in self.tries if other.kind == "D1" and one.kind == "M" and other.sea == one.origin]
        return all(is_true(("ok", other.unit)) for other in landing)

    def power(self, unit: Unit, is_true: Callable[[Name], bool], against: str = "") -> int:
        helps = [h for h in self.helps if unit in h.units and h.unit.power != against]
        return 1 + sum(h.value for h in helps if is_true(("sup", h.unit)))

    def leaver(self, province: str) -> Try | None:
        unit = self.turn.occ.get(province)
        return None if unit is None else self.by_unit.get(unit)

    def opponent(self, one: Try) -> Try | None:
        other = self.leaver(one.to)
        if other is None or one.kind != "M" or other.kind != "M" or other.to != one.origin:
            return None
        return other

    def attack(self, one: Try, is_true: Callable[[Name], bool]) -> int:
        if not self.made(one, is_true):
            return 0
        there = self.turn.occ.get(one.to)
        if there is None:
            return self.power(one.unit, is_true)
        leaver = self.leaver(one.to)
        if leaver is not None and self.opponent(one) is None and is_true(("ok", leaver.unit)):
            return self.power(one.unit, is_true)
        return 0 if there.power == one.unit.power else self.power(one.unit, is_true, there.power)

    def hold(self, province: str, is_true: Callable[[Name], bool]) -> int:
        if province not in self.turn.occ:
            return 0
        leaver = self.leaver(province)
        if leaver is not None:
            return 0 if is_true(("ok", leaver.unit)) else 1
        helps = [h for h in self.helps if not h.units and h.aim == province]
        return 1 + sum(h.value for h in helps if is_true(("sup", h.unit)))

    def beaten(self, one: Try, is_true: Callable[[Name], bool]) -> bool:
        opponent = self.opponent(one)
        return opponent is not None and is_true(("ok", opponent.unit))

    def prevent(self, one: Try, is_true: Callable[[Name], bool]) -> int:
        if not self.made(one, is_true) or self.beaten(one, is_true):
            return 0
        return self.power(one.unit, is_true)

    def wins(self, one: Try, is_true: Callable[[Name], bool]) -> bool:
        strength, opponent = self.attack(one, is_true), self.opponent(one)
        against = self.hold(one.to, is_true) if opponent is None else self.power(opponent.unit, is_true)
        rivals = [other for other in self.tries if other is not one and other.to == one.to]
        return strength > against and all(strength > self.prevent(rival, is_true) for rival in rivals)

    # Section 6

    def solve(self) -> None:
        while True:
            self.propagate()
            left = [name for name in self.unknown if name not in self.found]
            group = first_group({name: self.hangs_on(name) for name in left}, self.knots)
            if group is None:
                return
            answer = self.answer(sorted(group, key=left.index))
            if answer is None:
                self.knots |= set(group)
            else:
                self.found |= answer

    def propagate(self) -> None:
        changed = True
        while changed:
            changed = False
            for name in self.unknown:
                if name not in self.found:
                    outcomes, _ = tried(lambda is_true, name=name: self.equation(name, is_true), self.found)  # type: ignore[misc]
                    if len(outcomes) == 1:
                        self.found[name] = outcomes.pop()
                        changed = True

    def hangs_on(self, name: Name) -> set[Name]:
        _, asked = tried(lambda is_true: self.equation(name, is_true), self.found)
        reads = sorted(asked, key=self.unknown.index)
        if len(reads) > 9:
            raise TooBig
        values = {
            guess: self.equation(name, (self.found | dict(zip(reads, guess, strict=True))).__getitem__)
            for guess in product((False, True), repeat=len(reads))
        }
        return {
            read
            for at, read in enumerate(reads)
            if any(value != values[(*guess[:at], not guess[at], *guess[at + 1 :])] for guess, value in values.items())
        }

    def answer(self, group: Sequence[Name]) -> dict[Name, bool] | None:
        if len(group) > 12:
            raise TooBig
        answers = []
        for guess in product((False, True), repeat=len(group)):
            all_of = self.found | dict(zip(group, guess, strict=True))
            if all(self.holds_for(name, all_of) for name in group):
                answers.append({name: all_of[name] for name in group})
        if len(answers) == 1:
            return answers[0]
        differ = [name for name in group if len({answer[name] for answer in answers}) == 2]
        full = [answer for answer in answers if all(answer[name] for name in differ)]
        return full[0] if full and all(kind == "ok" for kind, _ in differ) else None

    def holds_for(self, name: Name, values: Mapping[Name, bool]) -> bool:
        outcomes, _ = tried(lambda is_true: self.equation(name, is_true), values)
        return outcomes == {values[name]}

    # What it comes to

    def verdict(self) -> Verdict:
        turn, answer = self.turn, Verdict(knots=len(self.knots))
        gone = {one.unit: one for one in self.tries if self.found.get(("ok", one.unit))}
        entered = {one.to: one for one in gone.values()}
        for province, unit in turn.occ.items():
            if unit not in gone and province in entered:
                answer.dislodged[province] = (unit.power, False)
            elif unit not in gone:
                answer.units[province] = (unit.power, unit.kind.value)
        for one in gone.values():
            answer.units[one.to] = (one.unit.power, one.unit.kind.value)
        self.carry(answer, gone)
        for unit in {*turn.start.values(), *turn.orders}:
            answer.words[unit] = self.words(unit)
        for one in self.tries:
            if one.to not in answer.units and self.stood_off(one):
                answer.contested.add(one.to)
        return answer

    def carry(self, answer: Verdict, gone: Mapping[Unit, Try]) -> None:
        carried = self.turn.cargo | {f.province: a for a, f in self.turn.ships.items() if a.power == f.power}
        for sea, army in carried.items():
            if army not in gone and sea in answer.dislodged:
                answer.dislodged[sea] = (army.power, True)
            elif army not in gone:
                fleet = self.turn.start[sea]
                answer.aboard[gone[fleet].to if fleet in gone else sea] = army.power

    def stood_off(self, one: Try) -> bool:
        if self.found.get(("ok", one.unit)) is not False:
            return False
        made, _ = tried(lambda is_true: self.made(one, is_true), self.found)
        wins, _ = tried(lambda is_true: self.wins(one, is_true), self.found)
        opponent = self.opponent(one)
        beaten = opponent is not None and self.found.get(("ok", opponent.unit)) is True
        return made == {True} and wins == {False} and not beaten

    def words(self, unit: Unit) -> list[str]:
        if unit in self.turn.void:
            return ["void"]
        order = self.turn.orders.get(unit, Hold(unit))
        if isinstance(order, Support):
            given = self.found.get(("sup", unit)) if unit in self.help_by else True
            return ["void"] if unit not in self.help_by else said(given, "cut")
        if isinstance(order, Convoy):
            return said(
                self.found.get(("ferry", next(a for a, f in self.turn.ships.items() if f == unit))), "disrupted"
            )
        if unit not in self.by_unit:
            return []
        ok = self.found.get(("ok", unit))
        if unit not in self.turn.ships or ok:
            return said(ok, "bounce")
        ferry = self.found.get(("ferry", unit))
        return said(ferry, "disrupted") or said(ok, "bounce")


def said(value: bool | None, word: str) -> list[str]:
    return ["undetermined"] if value is None else [] if value else [word]
