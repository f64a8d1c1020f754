"""The board: provinces, powers, borders, the start, and the seas by which armies are convoyed.

A board is made from a table (``Board.from_table``) that ``boardsheet`` reads and ``boardcheck`` finds sound; after
that nothing about it changes. All that adjudication asks again and again is a plain look-up in dictionaries made
once. Locations are as in ``units``: a province's code, for a fleet with its coast where the province has two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from door.rules.boardcheck import check_sheet
from door.rules.boardsheet import (
    COAST_NAMES,
    BoardError,
    BoardSheet,
    Borders,
    Power,
    Province,
    ProvinceKind,
    read_sheet,
)
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.units import UnitKind, province_of

__all__ = ["Board", "BoardError", "Power", "Province", "ProvinceKind"]

Routes = tuple[frozenset[str], ...]

_NOWHERE: frozenset[str] = frozenset()
_NO_LANDINGS: Mapping[str, tuple[str, ...]] = {}


class Board:
    """One map with its powers and their start. Boards are values: shared freely, never changed."""

    provinces: Mapping[str, Province]
    """The provinces by code, in the order of the map's file."""
    powers: Mapping[str, Power]
    """The powers by name, in the order of the map's file."""
    centres: tuple[str, ...]
    """The codes of the supply centres, in alphabetical order."""
    aliases: Mapping[str, str]
    """Every name of a province in small letters (code, full name, abbreviations) -> its code."""
    province_at: Mapping[str, str]
    """Every location, a province or one of its coasts -> the code of the province."""
    start: Position
    """Who stands where at the start, with the home centres owned by their powers."""
    start_phase: Phase
    """The phase that a new game begins with."""
    to_win: int
    """The supply centres that a power must own at least to win."""

    def __init__(self, sheet: BoardSheet) -> None:
        self.provinces = dict(sheet.provinces)
        self.powers = dict(sheet.powers)
        self.centres = tuple(sorted(code for code, province in self.provinces.items() if province.centre))
        self.aliases = sheet.aliases()
        self.province_at = {
            location: code for code, province in self.provinces.items() for location in (code, *province.coasts)
        }
        homes = {code: power for power, codes in sheet.homes.items() for code in codes}
        self.start = Position.of(sheet.units, centres=homes)
        self.start_phase = sheet.start_phase
        self.to_win = sheet.to_win
        # Two attributes and an ``is`` rather than a dictionary by kind: an enum member is slow to hash.
        self._armies: Borders = dict(sheet.borders[UnitKind.ARMY])
        self._fleets: Borders = dict(sheet.borders[UnitKind.FLEET])
        self._army_landings = _landings(self._armies)
        self._fleet_landings = _landings(self._fleets)
        self._neighbours = self._across()
        self._keys = {province.key: province for province in self.provinces.values()}
        self._waters = self._all_waters()
        self._routes: dict[tuple[str, str], Routes] = {}

    @classmethod
    def from_table(cls, table: Mapping[str, object]) -> Board:
        """Build the board from a parsed map; BoardError names the entry that is wrong and what would be right."""
        sheet = read_sheet(table)
        check_sheet(sheet)
        return cls(sheet)

    def reach(self, kind: UnitKind, location: str) -> frozenset[str]:
        """Give the locations that a unit of the kind may step to from there; none if it cannot stand there."""
        return (self._armies if kind is UnitKind.ARMY else self._fleets).get(location, _NOWHERE)

    def can_stand(self, kind: UnitKind, location: str) -> bool:
        """Tell whether a unit of the kind may be there: a fleet needs its coast where there are two."""
        return location in (self._armies if kind is UnitKind.ARMY else self._fleets)

    def landings(self, kind: UnitKind, location: str, province: str) -> tuple[str, ...]:
        """Give the locations in the province that the unit could step to: two where it may choose a coast."""
        return self.landings_from(kind, location).get(province, ())

    def landings_from(self, kind: UnitKind, location: str) -> Mapping[str, tuple[str, ...]]:
        """Give all that the unit could step to, in alphabetical order: by province, the locations in it."""
        return (self._army_landings if kind is UnitKind.ARMY else self._fleet_landings).get(location, _NO_LANDINGS)

    def touches(self, kind: UnitKind, location: str, province: str) -> bool:
        """Tell whether the unit could step to any location of the province: what it may support into."""
        return province in self.landings_from(kind, location)

    def neighbours(self, province: str) -> frozenset[str]:
        """Give the provinces across any border, an army's or a fleet's."""
        return self._neighbours.get(province, _NOWHERE)

    def by_key(self, key: str) -> Province | None:
        """Give the province with that one-character key; capitals and small letters differ."""
        return self._keys.get(key)

    def location_title(self, location: str) -> str:
        """Give a location's name for callers: ``St Petersburg (south coast)``."""
        code, _, coast = location.partition("/")
        name = self.provinces[code].name
        return f"{name} ({COAST_NAMES[coast]})" if coast else name

    def routes(self, source: str, target: str) -> Routes:
        """Give every chain of seas by which an army can be convoyed from coast to coast, shortest first.

        Each is minimal: no sea of it can be left out. Every set of fleets that carries the army therefore contains
        one of them, and there are none between provinces that are not both coastal or are the same.
        """
        routes = self._routes.get((source, target))
        if routes is None:
            routes = self._find_routes(source, target)
            self._routes[source, target] = self._routes[target, source] = routes
        return routes

    def _across(self) -> dict[str, frozenset[str]]:
        """Give each province's neighbours by any kind of unit."""
        across: dict[str, set[str]] = {code: set() for code in self.provinces}
        for borders in (self._armies, self._fleets):
            for location, ends in borders.items():
                across[province_of(location)].update(map(province_of, ends))
        return {code: frozenset(neighbours) for code, neighbours in across.items()}

    def _all_waters(self) -> dict[str, frozenset[str]]:
        """Give the seas at each province where fleets can be, whichever coast they lie at."""
        seas = {code for code, province in self.provinces.items() if province.kind is ProvinceKind.SEA}
        waters: dict[str, frozenset[str]] = {}
        for location, ends in self._fleets.items():
            code = province_of(location)
            waters[code] = waters.get(code, _NOWHERE) | (ends & seas)
        return waters

    def _find_routes(self, source: str, target: str) -> Routes:
        both = (self.provinces.get(source), self.provinces.get(target))
        if source == target or any(end is None or end.kind is not ProvinceKind.COASTAL for end in both):
            return ()
        found = (chain for sea in self._waters[source] for chain in self._chains((sea,), source, target))
        return tuple(sorted(found, key=lambda chain: (len(chain), sorted(chain))))

    def _chains(self, chain: tuple[str, ...], source: str, target: str) -> Iterator[frozenset[str]]:
        """Extend a chain to all minimal ones.

        A chain is minimal if only its first sea lies at the source, only its last at the target, and no two of its
        seas border each other but those that follow one another: any other border would be a short cut.
        """
        if chain[-1] in self._waters[target]:
            yield frozenset(chain)
            return
        for sea in self._waters[chain[-1]]:
            shortcut = sea in self._waters[source] or not self._waters[sea].isdisjoint(chain[:-1])
            if sea not in chain and not shortcut:
                yield from self._chains((*chain, sea), source, target)


def _landings(borders: Borders) -> dict[str, dict[str, tuple[str, ...]]]:
    """Sort each location's reach by province."""
    landings: dict[str, dict[str, tuple[str, ...]]] = {}
    for location, ends in borders.items():
        of_location = landings.setdefault(location, {})
        for end in sorted(ends):
            of_location[province_of(end)] = (*of_location.get(province_of(end), ()), end)
    return landings
