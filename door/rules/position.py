"""A position: who stands where, who was dislodged, who owns the supply centres.

Positions are values: adjudication makes a new one and never changes the old.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from door.rules.units import Unit
from door.rules.value import value


@value
class Dislodged:
    """A dislodged unit, still to retreat, and the locations it may retreat to; ``aboard``: the army of an A/F."""

    unit: Unit
    choices: tuple[str, ...]
    aboard: Unit | None = None


@value
class Position:
    """Units and dislodged units by province, supply centres' owners by province.

    ``centres`` is None where nobody has said who owns them; then none change hands and no Winter follows.
    """

    units: Mapping[str, Unit]
    dislodged: Mapping[str, Dislodged] = field(default_factory=dict)
    centres: Mapping[str, str] | None = None
    aboard: Mapping[str, Unit] = field(default_factory=dict)
    """The armies aboard the fleets in ``units``, by sea, with that sea as their location (A/F rule 3)."""

    @classmethod
    def of(
        cls,
        units: Iterable[Unit],
        dislodged: Iterable[Dislodged] = (),
        centres: Mapping[str, str] | None = None,
        aboard: Iterable[Unit] = (),
    ) -> Position:
        """Build a position from its units; ValueError if two units share a province."""
        units = tuple(units)
        placed = {unit.province: unit for unit in units}
        if len(placed) < len(units):
            raise ValueError(_two_in_one_place(units))
        return cls(
            placed,
            {entry.unit.province: entry for entry in dislodged},
            centres,
            {army.province: army for army in aboard},
        )

    def units_of(self, power: str) -> list[Unit]:
        """The power's units that are not dislodged, by location."""
        return sorted((unit for unit in self.units.values() if unit.power == power), key=lambda unit: unit.location)

    def dislodged_of(self, power: str) -> list[Dislodged]:
        """The power's dislodged units, by location."""
        entries = (entry for entry in self.dislodged.values() if entry.unit.power == power)
        return sorted(entries, key=lambda entry: entry.unit.location)

    def centres_of(self, power: str) -> list[str]:
        """The supply centres that the power owns, by code; empty when ownership is not known."""
        return sorted(code for code, owner in (self.centres or {}).items() if owner == power)


def _two_in_one_place(units: Iterable[Unit]) -> str:
    first: dict[str, Unit] = {}
    for unit in units:
        if unit.province in first:
            break
        first[unit.province] = unit
    return f"Two units stand in {unit.province}: {first[unit.province]} and {unit}."
