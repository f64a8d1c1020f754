"""Positions in the JSON form of saved games: text units by power, dislodged ones starred, retreats, centres.

{"units": {"FRANCE": ["A PAR", "*A BUR"]},
 "retreats": {"FRANCE": {"A BUR": ["GAS"]}},
 "centers": {"FRANCE": ["PAR"]}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from door.rules.board import Board
from door.rules.phase import Stage
from door.rules.position import Dislodged, Position
from door.rules.units import Unit, UnitKind, province_of, unit_of

State: TypeAlias = dict[str, dict[str, list[str]] | dict[str, dict[str, list[str]]]]


class StateError(ValueError):
    """A state that cannot be read; the sentence names what is wrong in it."""


def read_state(state: object, board: Board, stage: Stage) -> Position:
    """Read a position; StateError for what is no state.

    Only in a retreat stage are dislodged units read, with the choices given for them (none given: no choice).
    ``centers`` left out, or empty, means that ownership is not known.
    """
    table = _table(state, "state")
    units: list[Unit] = []
    starred: dict[str, Unit] = {}
    for power, text in _texts(table.get("units", {}), "units"):
        if text[:1] != "*":
            units.append(read_unit(text, power, board))
            continue
        unit = read_unit(text[1:], power, board)
        if unit.province in starred:
            raise _two_dislodged(unit, starred[unit.province])
        starred[unit.province] = unit
    dislodged = _read_dislodged(table.get("retreats", {}), starred, board) if stage is Stage.RETREATS else []
    try:
        position = Position.of(units, dislodged, _read_centres(table.get("centers"), board))
    except ValueError as error:
        raise StateError(str(error)) from None
    for entry in dislodged:
        if position.units.get(entry.unit.province) == entry.unit:
            raise StateError(f"{entry.unit} both stands and was dislodged; a dislodged unit is *{entry.unit} in units.")
    return position


def write_state(position: Position) -> State:
    """Write a position, powers and units in alphabetical order; ``centers`` only when ownership is known."""
    units: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    for unit in position.units.values():
        units.setdefault(unit.power, []).append(unit.text)
    for entry in position.dislodged.values():
        units.setdefault(entry.unit.power, []).append(f"*{entry.unit}")
        retreats.setdefault(entry.unit.power, {})[str(entry.unit)] = list(entry.choices)
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


def _read_dislodged(retreats: object, starred: dict[str, Unit], board: Board) -> list[Dislodged]:
    choices: dict[str, tuple[str, ...]] = {}
    for power, entries in _table(retreats, "retreats").items():
        for text, places in _table(entries, f"retreats of {power!r}").items():
            unit = read_unit(text.removeprefix("*"), power.upper(), board)
            if starred.setdefault(unit.province, unit) != unit:
                raise _two_dislodged(unit, starred[unit.province])
            choices[unit.province] = tuple(_choices(places, text, board))
    return [Dislodged(unit, choices.get(province, ())) for province, unit in starred.items()]


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
