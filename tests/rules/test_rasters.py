"""The pictures of the map and the table of borders tell the same, cell by cell: no exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import tomli

from door.rules.board import Board, ProvinceKind
from door.rules.units import UnitKind, province_of

MAP = Path(__file__).resolve().parents[2] / "data" / "map"
EUROPE = Board.from_table(tomli.loads((MAP.parent / "europe.toml").read_text(encoding="utf-8")))
SIZES = {"europe_79x21": (79, 21), "europe_131x45": (131, 45)}

Cell = tuple[int, int]
Pair = frozenset[str]

pytestmark = pytest.mark.parametrize("name", SIZES)


def cells(name: str) -> dict[Cell, str | None]:
    """The province of each cell; None where nobody can go."""
    rows = (MAP / f"{name}.txt").read_text(encoding="ascii").splitlines()
    codes = {province.key: code for code, province in EUROPE.provinces.items()}
    found = {(row, col): codes.get(key) for row, line in enumerate(rows) for col, key in enumerate(line)}
    assert all(key in codes or key == "_" for line in rows for key in line)
    return found


def contacts(found: dict[Cell, str | None], steps: tuple[Cell, ...]) -> set[Pair]:
    """The provinces of which a cell lies next to one of the other's, in the directions given."""
    pairs: set[Pair] = set()
    for (row, col), here in found.items():
        for down, right in steps:
            there = found.get((row + down, col + right))
            if here is not None and there is not None and here != there:
                pairs.add(frozenset((here, there)))
    return pairs


def neighbours() -> set[Pair]:
    return {frozenset((code, end)) for code in EUROPE.provinces for end in EUROPE.neighbours(code)}


def test_the_size(name: str) -> None:
    lines = (MAP / f"{name}.txt").read_text(encoding="ascii").splitlines()
    columns, rows = SIZES[name]
    assert len(lines) == rows and {len(line) for line in lines} == {columns}


def test_every_pair_of_neighbours_touches_and_every_contact_is_one(name: str) -> None:
    assert contacts(cells(name), ((0, 1), (1, 0))) == neighbours()


def test_no_strangers_touch_at_a_corner(name: str) -> None:
    assert contacts(cells(name), ((1, 1), (1, -1))) <= neighbours()


def test_every_province_is_there_in_one_piece(name: str) -> None:
    found = cells(name)
    assert set(EUROPE.provinces) <= set(found.values())
    for code in EUROPE.provinces:
        mine = {cell for cell, province in found.items() if province == code}
        assert len(mine) == len(reached(next(iter(mine)), mine)), code


def reached(start: Cell, among: set[Cell]) -> set[Cell]:
    """The cells that can be walked to from the first, side by side."""
    seen, ways = {start}, [start]
    while ways:
        row, col = ways.pop()
        for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            if cell in among and cell not in seen:
                seen.add(cell)
                ways.append(cell)
    return seen


def test_coasts_meet_at_a_sea_where_fleets_pass_along_them(name: str) -> None:
    """Two coastal provinces of which a fleet can go from one to the other meet at the water; others do not."""
    land = {code for code, province in EUROPE.provinces.items() if province.kind is ProvinceKind.COASTAL}
    met: set[Pair] = set()
    for around in circles(cells(name)):
        if any(EUROPE.provinces[code].kind is ProvinceKind.SEA for code in around):
            shores = [code for code in around if code in land]
            met |= {frozenset(pair) for pair in combinations(shores, 2)}
    assert met == {pair for pair in fleets() if pair <= land}


def circles(found: dict[Cell, str | None]) -> Iterator[set[str]]:
    """What lies round each corner of the cells."""
    for row, col in found:
        if (row + 1, col + 1) in found:
            around = {found[row + down, col + right] for down in (0, 1) for right in (0, 1)}
            yield {code for code in around if code is not None}


def fleets() -> set[Pair]:
    stands = [*EUROPE.provinces, *(coast for province in EUROPE.provinces.values() for coast in province.coasts)]
    return {
        frozenset((province_of(place), province_of(end)))
        for place in stands
        for end in EUROPE.reach(UnitKind.FLEET, place)
    }


def test_everything_is_written_in_its_own_province(name: str) -> None:
    """Keys, codes, owners' letters and units have cells of the province, and no two things share one."""
    found = cells(name)
    table = tomli.loads((MAP / f"{name}_labels.toml").read_text(encoding="ascii"))
    assert set(table) == set(EUROPE.provinces)
    taken: set[Cell] = set()
    for code, entry in table.items():
        for cell in written(code, entry):
            assert found[cell] == code, (code, cell)
            assert cell not in taken, (code, cell)
            taken.add(cell)


def written(code: str, entry: dict[str, Any]) -> Iterator[Cell]:
    """The cells in which a province's things are written."""
    province = EUROPE.provinces[code]
    sea = province.kind is ProvinceKind.SEA
    widths = {"key": 1, "unit": 3 if sea else 2}
    widths |= {"owner": 1} if province.centre else {}
    widths |= {"code": 3} if "code" in entry else {}
    assert set(widths) == set(entry) - {"coasts"}, code
    spots = [(entry[what], width) for what, width in widths.items()]
    coasts: dict[str, list[int]] = entry.get("coasts", {})
    assert {f"{code}/{coast}" for coast in coasts} == set(province.coasts)
    spots += [(spot, 2) for spot in coasts.values()]
    for (row, col), width in spots:
        yield from ((row, col + step) for step in range(width))


def test_a_fleet_at_one_of_two_coasts_stands_there(name: str) -> None:
    """It is nearer to the seas of its coast than to those of the other."""
    found = cells(name)
    table = tomli.loads((MAP / f"{name}_labels.toml").read_text(encoding="ascii"))
    for code, entry in table.items():
        for coast, spot in entry.get("coasts", {}).items():
            (other,) = set(EUROPE.provinces[code].coasts) - {f"{code}/{coast}"}
            ours, theirs = seas_at(f"{code}/{coast}"), seas_at(other)
            ours, theirs = ours - theirs or ours, theirs - ours or theirs
            assert distance(spot, ours, found) < distance(spot, theirs, found), (code, coast)


def seas_at(coast: str) -> frozenset[str]:
    ends = EUROPE.reach(UnitKind.FLEET, coast)
    return frozenset(end for end in ends if EUROPE.provinces[province_of(end)].kind is ProvinceKind.SEA)


def distance(spot: list[int], seas: frozenset[str], found: dict[Cell, str | None]) -> int:
    """How far the nearest cell of these is; a row is as high as two columns are wide."""
    return min(
        2 * abs(row - spot[0]) + abs(col - spot[1]) for (row, col), province in found.items() if province in seas
    )
