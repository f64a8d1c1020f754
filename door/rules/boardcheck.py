"""Whether a board holds together: its entries checked against each other.

Each check is one function that raises at the first fault, with one sentence that names the entry by its path in
the file and says what would be right. They run in an order in which each may trust those before it. Every border
is written at both of its ends, so that symmetry is a real check.
"""

from __future__ import annotations

from collections.abc import Callable

from door.rules.boardsheet import COUNTED, BoardError, BoardSheet, ProvinceKind
from door.rules.units import Unit, UnitKind, province_of


def check_sheet(sheet: BoardSheet) -> None:
    """Make sure that a board as read holds together; BoardError names the first entry that does not."""
    for check in CHECKS:
        check(sheet)


def _path(kind: UnitKind, location: str) -> str:
    """Give the path of the entry that lists a location's borders: ``provinces.STP.fleets.NC``."""
    code, _, coast = location.partition("/")
    return f"provinces.{code}.{'armies' if kind is UnitKind.ARMY else 'fleets'}{'.' if coast else ''}{coast}"


def _check_keys(sheet: BoardSheet) -> None:
    taken: dict[str, str] = {}
    for code, province in sheet.provinces.items():
        other = taken.setdefault(province.key, code)
        if other != code:
            raise BoardError(
                f"provinces.{code}.key {province.key!r} is already the key of {other}; each needs its own."
            )


def _check_aliases(sheet: BoardSheet) -> None:
    sheet.aliases()


def _check_kinds(sheet: BoardSheet) -> None:
    for code, province in sheet.provinces.items():
        if province.kind is ProvinceKind.SEA and code in sheet.borders[UnitKind.ARMY]:
            raise BoardError(f"provinces.{code}.armies: {code} is sea, where no army can stand; leave it out.")
        if province.kind is ProvinceKind.INLAND and (province.coasts or code in sheet.borders[UnitKind.FLEET]):
            raise BoardError(f"provinces.{code}.fleets: {code} is inland, where no fleet can stand; leave it out.")
        if province.kind is ProvinceKind.SEA and province.coasts:
            raise BoardError(f'provinces.{code}.fleets: a sea has no coasts; write fleets = "...".')
        if province.kind is ProvinceKind.SEA and province.centre:
            raise BoardError(f"provinces.{code}.centre: {code} is sea, and a sea is no supply centre; leave it out.")


def _check_ends(sheet: BoardSheet) -> None:
    for kind, borders in sheet.borders.items():
        for location, ends in borders.items():
            for end in sorted(ends):
                _check_end(sheet, kind, location, end)


def _check_end(sheet: BoardSheet, kind: UnitKind, location: str, end: str) -> None:
    path = _path(kind, location)
    province = sheet.provinces.get(province_of(end))
    if province is None:
        raise BoardError(f"{path} names {end}, which is no province; use the codes of the [provinces] tables.")
    if province.code == province_of(location):
        raise BoardError(f"{path} names {end}, the province itself; leave it out.")
    if end in sheet.borders[kind]:
        return
    if kind is UnitKind.FLEET and province.coasts:
        raise BoardError(f"{path} names {end}, which must be with its coast: {' or '.join(province.coasts)}.")
    if "/" in end:
        raise BoardError(f"{path} names {end}, but no coasts are told apart there; write {province.code}.")
    raise BoardError(f"{path} names {end}, which is {province.kind}: no {kind.word} can stand there; leave it out.")


def _check_symmetry(sheet: BoardSheet) -> None:
    for kind, borders in sheet.borders.items():
        for location, ends in borders.items():
            for end in sorted(ends):
                if location not in borders[end]:
                    raise BoardError(
                        f"{_path(kind, location)} names {end}, but {_path(kind, end)} does not name {location}; "
                        "a border is written at both ends."
                    )


def _check_shores(sheet: BoardSheet) -> None:
    """Fleets live on water: each coast lies at a sea, and coasts that border each other at one and the same."""
    fleets = sheet.borders[UnitKind.FLEET]
    seas = {code for code, province in sheet.provinces.items() if province.kind is ProvinceKind.SEA}
    for location, ends in fleets.items():
        if location not in seas and not ends & seas:
            raise BoardError(f"{_path(UnitKind.FLEET, location)} names no sea; a coast lies at one sea at least.")
        for end in sorted(ends - seas):
            if location not in seas and not ends & fleets[end] & seas:
                raise BoardError(
                    f"{_path(UnitKind.FLEET, location)} names {end}, but no sea lies at both; "
                    "leave it out or name the sea."
                )


def _check_whole(sheet: BoardSheet) -> None:
    """Every province can be reached from every other, by armies and fleets together."""
    across: dict[str, set[str]] = {code: set() for code in sheet.provinces}
    for borders in sheet.borders.values():
        for location, ends in borders.items():
            across[province_of(location)].update(map(province_of, ends))
    first = next(iter(across), "")
    seen: set[str] = set()
    ahead = {first} & across.keys()
    while ahead:
        seen |= ahead
        ahead = {neighbour for code in ahead for neighbour in across[code]} - seen
    for code in across:
        if code not in seen:
            raise BoardError(f"provinces.{code} cannot be reached from {first}; name its borders at both ends.")


def _check_counts(sheet: BoardSheet) -> None:
    for what, counted in COUNTED.items():
        found = sum(map(counted, sheet.provinces.values()))
        if found != sheet.counts[what]:
            raise BoardError(
                f"counts.{what} is {sheet.counts[what]}, but the provinces' tables give {found}; both must agree."
            )


def _check_to_win(sheet: BoardSheet) -> None:
    centres = COUNTED["centres"]
    most = sum(map(centres, sheet.provinces.values()))
    if not 1 <= sheet.to_win <= most:
        raise BoardError(
            f"to_win is {sheet.to_win}, but a power can own 1 to {most} centres; write a number among these."
        )


def _check_homes(sheet: BoardSheet) -> None:
    owner: dict[str, str] = {}
    for power, codes in sheet.homes.items():
        for code in codes:
            province = sheet.provinces.get(code)
            if province is None or not province.centre:
                raise BoardError(f"powers.{power}.homes names {code}, which is no supply centre; homes are centres.")
            other = owner.setdefault(code, power)
            if other != power:
                raise BoardError(f"powers.{power}.homes names {code}, which is already a home of {other}; it has one.")


def _check_powers(sheet: BoardSheet) -> None:
    taken: dict[str, str] = {}
    for name, power in sheet.powers.items():
        for word in (power.title, power.adjective, power.short):
            other = taken.setdefault(word.lower(), name)
            if other != name:
                raise BoardError(f"powers.{name}: {word!r} already stands for {other}; each needs its own.")


def _check_units(sheet: BoardSheet) -> None:
    standing: dict[str, Unit] = {}
    for unit in sheet.units:
        path = f"powers.{unit.power}.units"
        if unit.location not in sheet.borders[unit.kind]:
            raise BoardError(f"{path}: {unit} cannot stand there; fleets stand at sea or on a coast, armies on land.")
        if unit.province in standing:
            raise BoardError(f"{path}: {unit} stands where {standing[unit.province]} stands already; one a province.")
        standing[unit.province] = unit
    for power, codes in sheet.homes.items():
        units = [unit for unit in sheet.units if unit.power == power]
        if len(units) > len(codes):
            raise BoardError(
                f"powers.{power}.units are {len(units)}, but its homes are {len(codes)}; no more units than centres."
            )


CHECKS: tuple[Callable[[BoardSheet], None], ...] = (
    _check_keys,
    _check_aliases,
    _check_kinds,
    _check_ends,
    _check_symmetry,
    _check_shores,
    _check_whole,
    _check_counts,
    _check_to_win,
    _check_powers,
    _check_homes,
    _check_units,
)
"""All checks of a whole board, in an order in which each may trust those before it."""
