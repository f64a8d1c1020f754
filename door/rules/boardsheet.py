"""The board as a sysop writes it: a table, read entry by entry into values of the right types.

The table is what ``data/europe.toml`` holds, already parsed. Here each entry is judged by itself; whether all of
them hold together is for ``boardcheck``. What is wrong is refused with one sentence that names the entry by its
path in the file (``provinces.STP.fleets.NC``) and says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from door.rules.phase import Phase
from door.rules.units import Unit, UnitKind

COAST_NAMES: Mapping[str, str] = {"NC": "north coast", "EC": "east coast", "SC": "south coast", "WC": "west coast"}
"""The coasts that a province's fleets may be divided by."""

SHORT_LENGTH = 6
"""The most characters of a power's short adjective: the original's reports give it no more."""

_CODE = re.compile(r"[A-Z]{3}")
_POWER = re.compile(r"[A-Z]+")


class BoardError(ValueError):
    """The map is wrong; the sentence names the entry and what would be right."""


class ProvinceKind(StrEnum):
    """Who may stand in a province: fleets at sea, armies inland, both on a coast."""

    SEA = "sea"
    INLAND = "inland"
    COASTAL = "coastal"


@dataclass(frozen=True, slots=True)
class Province:
    """One province. ``coasts`` holds locations (``STP/NC``) where fleets must say on which coast they are."""

    code: str
    name: str
    key: str
    kind: ProvinceKind
    coasts: tuple[str, ...]
    centre: bool
    home: str | None
    abbreviations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """One power: ``FRANCE``, ``France``, ``French``, and the adjective cut to six characters for reports."""

    name: str
    title: str
    adjective: str
    short: str


COUNTED: Mapping[str, Callable[[Province], bool]] = {
    "centres": lambda province: province.centre,
    "seas": lambda province: province.kind is ProvinceKind.SEA,
    "inland": lambda province: province.kind is ProvinceKind.INLAND,
    "coastal": lambda province: province.kind is ProvinceKind.COASTAL,
}
"""What a map says there is of each, and how to tell."""

Borders: TypeAlias = Mapping[str, frozenset[str]]
"""For each location where a kind of unit can stand, the locations it may step to."""


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A whole board as read, each value of its right type; ``boardcheck`` tells whether they agree."""

    provinces: Mapping[str, Province]
    powers: Mapping[str, Power]
    homes: Mapping[str, tuple[str, ...]]
    borders: Mapping[UnitKind, Borders]
    units: tuple[Unit, ...]
    start_phase: Phase
    counts: Mapping[str, int]
    to_win: int

    def aliases(self) -> dict[str, str]:
        """Every name of every province in small letters -> its code; BoardError if one stands for two."""
        found: dict[str, str] = {}
        for code, province in self.provinces.items():
            for alias in (code.lower(), province.name.lower(), *province.abbreviations):
                other = found.setdefault(alias, code)
                if other != code:
                    raise BoardError(
                        f"provinces.{code}: the name {alias!r} already stands for {other}; each needs its own."
                    )
        return found


class _Entry:
    """One table of the file with its path, for reading typed values out of it."""

    def __init__(self, path: str, value: object, known: Iterable[str] | None = None) -> None:
        if not isinstance(value, Mapping):
            raise BoardError(f"{path} is missing or no table; write it as [{path}].")
        self.path = path
        self._values: Mapping[str, object] = value
        allowed = self._values if known is None else tuple(known)
        for key in self._values:
            if key not in allowed:
                raise BoardError(f"{path}.{key} is not known here; use {', '.join(allowed)}.")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def table(self, key: str, known: Iterable[str] | None = None) -> _Entry:
        """Give the table under ``key``."""
        return _Entry(f"{self.path}.{key}", self._values.get(key), known)

    def text(self, key: str) -> str:
        """Give the text under ``key``, which must be there and not blank."""
        value = self._values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise BoardError(f'{self.path}.{key} is missing or no text; write {key} = "...".')
        return value

    def codes(self, key: str) -> tuple[str, ...]:
        """Give the codes in the text under ``key``, none twice; no entry means none."""
        codes = tuple(self.text(key).split()) if key in self._values else ()
        for code in codes:
            if codes.count(code) > 1:
                raise BoardError(f"{self.path}.{key} names {code} twice; once is right.")
        return codes

    def texts(self, key: str) -> tuple[str, ...]:
        """Give the list of texts under ``key``; no entry means none."""
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            raise BoardError(f'{self.path}.{key} is no list of texts; write {key} = ["...", "..."].')
        return tuple(value)

    def flag(self, key: str) -> bool:
        """Tell whether ``key`` is true; no entry means false."""
        value = self._values.get(key, False)
        if not isinstance(value, bool):
            raise BoardError(f"{self.path}.{key} is neither true nor false; write {key} = true or leave it out.")
        return value

    def number(self, key: str) -> int:
        """Give the whole number under ``key``, which must be there."""
        value = self._values.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BoardError(f"{self.path}.{key} is missing or no whole number; write {key} = 34, say.")
        return value

    def divided(self, key: str) -> bool:
        """Tell whether ``key`` is divided further: a table and not a text."""
        return isinstance(self._values.get(key), Mapping)


def read_sheet(table: Mapping[str, object]) -> BoardSheet:
    """Read a parsed map; BoardError names the first entry that is wrong by itself."""
    for key in table:
        if key not in ("to_win", "counts", "start", "powers", "provinces"):
            raise BoardError(f"{key} is not known here; a map has to_win, counts, start, powers and provinces.")
    powers = _Entry("powers", table.get("powers"))
    provinces = _Entry("provinces", table.get("provinces"))
    counts = _Entry("counts", table.get("counts"), COUNTED)
    homes = {name: powers.table(name).codes("homes") for name in powers}
    read = {code: _read_province(provinces, code, homes) for code in provinces}
    return BoardSheet(
        read,
        {name: _read_power(powers, name) for name in powers},
        homes,
        {UnitKind.ARMY: _read_armies(provinces, read), UnitKind.FLEET: _read_fleets(provinces, read)},
        tuple(unit for name in powers for unit in _read_units(powers, name)),
        _read_phase(_Entry("start", table.get("start"), ("phase",))),
        {what: counts.number(what) for what in COUNTED},
        _read_to_win(table, read.values()),
    )


def _read_to_win(table: Mapping[str, object], provinces: Iterable[Province]) -> int:
    """Read how many centres win; no entry means the fewest that two powers cannot both own."""
    value = table.get("to_win")
    if value is None:
        return sum(province.centre for province in provinces) // 2 + 1
    if not isinstance(value, int) or isinstance(value, bool):
        raise BoardError("to_win is no whole number; write to_win = 18, say, or leave it out.")
    return value


def _read_phase(start: _Entry) -> Phase:
    name = start.text("phase")
    try:
        return Phase.parse(name)
    except ValueError as error:
        raise BoardError(f"start.phase: {error}") from error


def _read_power(powers: _Entry, name: str) -> Power:
    entry = powers.table(name, ("title", "adjective", "short", "homes", "units"))
    if _POWER.fullmatch(name) is None:
        raise BoardError(f"powers.{name}: a power's name is written in capitals, as in [powers.FRANCE].")
    short = entry.text("short")
    if len(short) > SHORT_LENGTH:
        raise BoardError(f"{entry.path}.short {short!r} is too long; it has at most {SHORT_LENGTH} characters.")
    return Power(name, entry.text("title"), entry.text("adjective"), short)


def _read_units(powers: _Entry, name: str) -> Iterator[Unit]:
    for text in powers.table(name).texts("units"):
        letter, _, location = text.partition(" ")
        if letter not in ("A", "F") or not location:
            raise BoardError(f"powers.{name}.units: {text!r} is no unit; units look like A PAR or F STP/SC.")
        yield Unit(name, UnitKind(letter), location)


def _read_province(provinces: _Entry, code: str, homes: Mapping[str, tuple[str, ...]]) -> Province:
    entry = provinces.table(code, ("name", "key", "kind", "centre", "also", "armies", "fleets"))
    if _CODE.fullmatch(code) is None:
        raise BoardError(f"provinces.{code}: a code is three capital letters, as in [provinces.PAR].")
    key = entry.text("key")
    if len(key) != 1 or not key.isprintable() or key.isspace():
        raise BoardError(f"{entry.path}.key {key!r} is no key; a key is one character that can be typed.")
    kind = entry.text("kind")
    if kind not in tuple(ProvinceKind):
        raise BoardError(f"{entry.path}.kind {kind!r} is not known; use {', '.join(ProvinceKind)}.")
    also = entry.texts("also")
    for alias in also:
        if alias != alias.lower().strip():
            raise BoardError(f"{entry.path}.also: {alias!r} must be in small letters, without blanks at its ends.")
    home = next((name for name, codes in homes.items() if code in codes), None)
    coasts = _read_coasts(entry, code)
    return Province(code, entry.text("name"), key, ProvinceKind(kind), coasts, entry.flag("centre"), home, also)


def _read_coasts(entry: _Entry, code: str) -> tuple[str, ...]:
    if not entry.divided("fleets"):
        return ()
    coasts = tuple(f"{code}/{coast}" for coast in entry.table("fleets", COAST_NAMES))
    if len(coasts) < 2:
        raise BoardError(f'{entry.path}.fleets needs two coasts or more; a province with one coast has fleets = "...".')
    return coasts


def _read_armies(provinces: _Entry, read: Mapping[str, Province]) -> Borders:
    armies = {code: frozenset(provinces.table(code).codes("armies")) for code in provinces}
    return {code: ends for code, ends in armies.items() if ends or read[code].kind is not ProvinceKind.SEA}


def _read_fleets(provinces: _Entry, read: Mapping[str, Province]) -> Borders:
    fleets: dict[str, frozenset[str]] = {}
    for code, province in read.items():
        entry = provinces.table(code)
        for coast in province.coasts:
            fleets[coast] = frozenset(entry.table("fleets").codes(coast.partition("/")[2]))
        if not province.coasts:
            ends = entry.codes("fleets")
            if ends or province.kind is not ProvinceKind.INLAND:
                fleets[code] = frozenset(ends)
    return fleets
