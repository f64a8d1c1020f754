"""The short notation of the Army/Fleet cases, read into values: ``A lon embark eng, disembark mao - por``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from door.rules.orders import Convoy, Disband, Embark, Hold, Land, Move, Retreat, Support
from door.rules.position import Dislodged, Position
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.army_fleet.positions import UnitOrder

Fields = tuple[str, ...]


def units_in(lines: Iterable[str]) -> tuple[list[Unit], list[Unit]]:
    """The units in their places and the armies aboard: of ``England A/F nth`` one of each."""
    units, aboard = [], []
    for line in lines:
        power, kind, place = line.upper().split()
        units.append(Unit(power, UnitKind(kind[-1]), place))
        if kind == "A/F":
            aboard.append(Unit(power, UnitKind.ARMY, place))
    return units, aboard


def position_in(lines: Iterable[str], centres: Mapping[str, str] | None = None) -> Position:
    units, aboard = units_in(lines)
    return Position.of(units, centres=centres, aboard=aboard)


def lines_of(units: Iterable[Unit], aboard: Mapping[str, Unit]) -> list[str]:
    """The units as the cases list them."""
    carried = set(aboard)
    return sorted(
        f"{unit.power.title()} {'A/F' if unit.province in carried else unit.kind.value} {unit.location.lower()}"
        for unit in units
    )


def dislodged_lines(entries: Iterable[Dislodged]) -> list[str]:
    entries = tuple(entries)
    aboard = {entry.unit.province: entry.aboard for entry in entries if entry.aboard is not None}
    return lines_of((entry.unit for entry in entries), aboard)


class Reader:
    """Reads orders for the units of a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        forms: list[tuple[str, Callable[[Unit, Fields], UnitOrder]]] = [
            (r"H", lambda unit, _: Hold(unit)),
            (r"EMBARK (\S+)", lambda unit, at: Embark(unit, at[0])),
            (r"EMBARK (\S+), DISEMBARK (\S+) - (\S+)", lambda unit, at: Embark(unit, at[0], (at[1], at[2]))),
            (r"DISEMBARK (\S+) - (\S+)", lambda unit, at: Land(unit, at[0], at[1])),
            (r"FF A (\S+) - (\S+)", lambda unit, at: Convoy(unit, self.unit("A", at[0]), at[1])),
            (r"S ([AF]) (\S+)", lambda unit, at: Support(unit, self.unit(*at))),
            (r"S ([AF]) (\S+) - (\S+)", lambda unit, at: Support(unit, self.unit(*at[:2]), at[2])),
            (r"- (\S+)", lambda unit, at: Move(unit, at[0])),
            (r"- (\S+) VIA", lambda unit, at: Move(unit, at[0], via=True)),
            (r"- (\S+) VIA (\S+)", lambda unit, at: Move(unit, at[0], via=True, sea=at[1])),
        ]
        self.forms = [(re.compile(pattern), build) for pattern, build in forms]

    def unit(self, kind: str, place: str) -> Unit:
        """The unit or the army aboard there; an army that is to land from there later, of whatever power."""
        province = province_of(place)
        there = self.position.units.get(province)
        if kind == "A" and (there is None or there.kind is UnitKind.FLEET):
            there = self.position.aboard.get(province)
            return there or Unit("NOBODY", UnitKind.ARMY, place)
        assert there is not None, place
        return there

    def order(self, line: str) -> UnitOrder:
        kind, place, rest = line.upper().split(maxsplit=2)
        unit = self.unit(kind[-1], place)
        for pattern, build in self.forms:
            match = pattern.fullmatch(rest)
            if match:
                return build(unit, match.groups())
        raise AssertionError(line)

    def orders(self, lines: Iterable[str]) -> list[UnitOrder]:
        return [self.order(line) for line in lines]


def retreat_in(line: str, position: Position) -> Retreat:
    """``A/F ion - tys`` for a dislodged unit."""
    _, place, _, target = line.upper().split()
    return Retreat(position.dislodged[province_of(place)].unit, target)


def removals_in(line: str, position: Position) -> list[Disband]:
    """``England remove A/F nth``: one removal, or two."""
    _, _, kind, place = line.upper().split()
    fleet, army = position.units.get(place), position.aboard.get(place)
    if kind == "A/F":
        assert fleet is not None and army is not None
        return [Disband(army), Disband(fleet)]
    unit = army if kind == "A" and army is not None else fleet
    assert unit is not None
    return [Disband(unit)]
