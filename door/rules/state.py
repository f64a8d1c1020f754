"""Positions in the JSON form of saved games: text units by power, dislodged ones starred, retreats, centres.

{"units": {"FRANCE": ["A PAR", "*A BUR"]},
 "retreats": {"FRANCE": {"A BUR": ["GAS"]}},
 "centers": {"FRANCE": ["PAR"]}}

By the Army/Fleet rules ``A/F NTH`` is a fleet with an army aboard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from door.rules.board import Board, ProvinceKind
from door.rules.phase import Stage
from door.rules.position import Dislodged, Position
from door.rules.units import Unit, UnitKind, province_of, unit_of

State: TypeAlias = dict[str, dict[str, list[str]] | dict[str, dict[str, list[str]]]]


_LADEN = re.compile(r"\s*A/F\s", re.IGNORECASE)


class StateError(ValueError):
    """A state that cannot be read; the sentence names what is wrong in it."""


def read_state(state: object, board: Board, stage: Stage, army_fleet: bool = False) -> Position:
    """Read a position; StateError for what is no state.

    Only in a retreat stage are dislodged units read, with the choices given for them (none given: no choice).
    ``centers`` left out, or empty, means that ownership is not known. Armies at sea are refused unless
    ``army_fleet`` says that the game is played by the Army/Fleet rules.
    """
    table = _table(state, "state")
    reader = _UnitReader(board, army_fleet)
    for power, text in _texts(table.get("units", {}), "units"):
        reader.read(text, power)
    dislodged = _read_dislodged(table.get("retreats", {}), reader) if stage is Stage.RETREATS else []
    try:
        position = Position.of(reader.units, dislodged, _read_centres(table.get("centers"), board), reader.aboard)
    except ValueError as error:
        raise StateError(str(error)) from None
    if army_fleet:
        _check_aboard(reader.aboard, position.units)
        _check_aboard(reader.carried, reader.starred)
    for entry in dislodged:
        if position.units.get(entry.unit.province) == entry.unit:
            raise StateError(f"{entry.unit} both stands and was dislodged; a dislodged unit is *{entry.unit} in units.")
    return position


def write_state(position: Position) -> State:
    """Write a position, powers and units in alphabetical order; ``centers`` only when ownership is known."""
    units: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    for unit in position.units.values():
        text = f"A/{unit}" if unit.province in position.aboard else unit.text
        units.setdefault(unit.power, []).append(text)
    for entry in position.dislodged.values():
        text = f"A/{entry.unit}" if entry.aboard else entry.unit.text
        units.setdefault(entry.unit.power, []).append(f"*{text}")
        retreats.setdefault(entry.unit.power, {})[text] = list(entry.choices)
    state: State = {"units": {power: sorted(units[power]) for power in sorted(units)}, "retreats": retreats}
    if position.centres is not None:
        owners = sorted(set(position.centres.values()))
        state["centers"] = {owner: position.centres_of(owner) for owner in owners}
    return state


@lru_cache(maxsize=8192, typed=True)
def read_unit(text: str, power: str, board: Board) -> Unit:
    """Read ``A PAR`` or ``F STP/SC``; StateError when there is no such unit or it cannot stand there."""
    letter, _, location = text.strip().upper().partition(" ")
    location = location.strip()
    if letter not in ("A", "F") or province_of(location) not in board.provinces:
        raise StateError(f"{text!r} is no unit; units look like A PAR or F STP/SC.")
    kind = UnitKind(letter)
    if kind is UnitKind.ARMY:
        location = province_of(location)
    if not board.can_stand(kind, location):
        raise StateError(f"{text!r} cannot be: {kind.with_article} cannot stand in {location}.")
    return unit_of(power, kind, location)


@dataclass(slots=True)
class _UnitReader:
    """Sorts the units of a state: those that stand, the dislodged ones by province, and the armies aboard of both."""

    board: Board
    army_fleet: bool
    units: list[Unit] = field(default_factory=list)
    aboard: list[Unit] = field(default_factory=list)
    starred: dict[str, Unit] = field(default_factory=dict)
    carried: list[Unit] = field(default_factory=list)

    def read(self, text: str, power: str) -> None:
        """Take a text of ``units``."""
        starred = text[:1] == "*"
        unit, army = _halves(text[1:] if starred else text, power, self.board, self.army_fleet)
        if army is not None:
            (self.carried if starred else self.aboard).append(army)
        if unit is None:
            return
        if not starred:
            self.units.append(unit)
        elif unit.province in self.starred:
            raise _two_dislodged(unit, self.starred[unit.province])
        else:
            self.starred[unit.province] = unit

    def dislodged(self, text: str, power: str) -> Unit:
        """Take a text of ``retreats``, which may be one of ``units`` again."""
        unit, army = _halves(text.removeprefix("*"), power, self.board, self.army_fleet)
        if unit is None:
            raise StateError(f"{text!r} cannot retreat by itself: an army at sea goes where its fleet goes.")
        if self.starred.setdefault(unit.province, unit) != unit:
            raise _two_dislodged(unit, self.starred[unit.province])
        if army is not None and army not in self.carried:
            self.carried.append(army)
        return unit


@lru_cache(maxsize=8192)
def _halves(text: str, power: str, board: Board, army_fleet: bool) -> tuple[Unit | None, Unit | None]:
    """Give the unit, and the army aboard; of an army written by itself at sea only that."""
    if _LADEN.match(text):
        if not army_fleet:
            raise StateError(f"{text!r} belongs to the Army/Fleet rules, and the game is played without them.")
        return read_laden(text, power, board)
    if army_fleet and (army := _army_at_sea(text, power, board)):
        return None, army
    return read_unit(text, power, board), None


def read_laden(text: str, power: str, board: Board) -> tuple[Unit, Unit]:
    """Read ``A/F NTH``: the fleet and the army aboard; StateError for what is none, and for one that is not at sea."""
    found = _LADEN.match(text)
    if found is None:
        raise StateError(f"{text!r} is no A/F; a fleet with an army aboard looks like A/F NTH.")
    fleet = read_unit(f"F {text[found.end() :]}", power, board)
    if board.provinces[fleet.province].kind is not ProvinceKind.SEA:
        raise StateError(f"{text!r} cannot be: {fleet.location} is no sea, and armies are aboard at sea only.")
    return fleet, unit_of(power, UnitKind.ARMY, fleet.province)


def _army_at_sea(text: str, power: str, board: Board) -> Unit | None:
    letter, _, location = text.strip().upper().partition(" ")
    province = board.provinces.get(location.strip())
    if letter != "A" or province is None or province.kind is not ProvinceKind.SEA:
        return None
    return unit_of(power, UnitKind.ARMY, location.strip())


def _check_aboard(armies: list[Unit], units: Mapping[str, Unit]) -> None:
    """Refuse armies at sea that drown: an A/F is one fleet and one army of the same power."""
    seen = set[str]()
    for army in armies:
        fleet = units.get(army.province)
        if fleet is None or fleet.power != army.power:
            raise StateError(f"{army} of {army.power!r} is at sea without a fleet of its power.")
        if army.province in seen:
            raise StateError(f"Two armies are aboard in {army.province}; a fleet carries one.")
        seen.add(army.province)


def _read_dislodged(retreats: object, reader: _UnitReader) -> list[Dislodged]:
    choices: dict[str, tuple[str, ...]] = {}
    for power, entries in _table(retreats, "retreats").items():
        for text, places in _table(entries, f"retreats of {power!r}").items():
            unit = reader.dislodged(text, power.upper())
            choices[unit.province] = tuple(_choices(places, text, reader.board))
    carried = {army.province: army for army in reader.carried}
    return [
        Dislodged(unit, choices.get(province, ()), carried.get(province)) for province, unit in reader.starred.items()
    ]


def _two_dislodged(unit: Unit, other: Unit) -> StateError:
    return StateError(f"Two units were dislodged in {unit.province}: {other} of {other.power!r} and {unit}.")


def _choices(places: object, text: str, board: Board) -> Iterator[str]:
    for place in _list(places, "retreats", text):
        if province_of(place.upper()) not in board.provinces:
            raise StateError(f"{place!r} in the retreats of {text!r} is no place on the map.")
        yield place.upper()


def _read_centres(centres: object, board: Board) -> dict[str, str] | None:
    if not centres and isinstance(centres, Mapping | None):
        return None
    owners: dict[str, str] = {}
    for power, text in _texts(centres, "centers"):
        code = text.upper()
        if code not in board.provinces or not board.provinces[code].centre:
            raise StateError(f"{text!r} in the centers of {power!r} is no supply centre.")
        if owners.setdefault(code, power) != power:
            raise StateError(f"{code} is given to both {owners[code]!r} and {power!r}.")
    return owners


def _texts(value: object, what: str) -> Iterator[tuple[str, str]]:
    for power, texts in _table(value, what).items():
        name = power.upper()
        for text in _list(texts, what, power):
            yield name, text


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise StateError(f"{what} must be an object.")
    return value


def _list(value: object, what: str, whose: str) -> list[str]:
    if not isinstance(value, list) or not all([isinstance(text, str) for text in value]):
        raise StateError(f"{what} of {whose!r} must be a list of texts.")
    return value
