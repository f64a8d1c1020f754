"""Units and where they stand.

A *location* is where a unit stands as text: a province code such as ``PAR`` or, for a fleet in a
province with two coasts, the code with its coast: ``STP/SC``. A *province* is the code alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


def province_of(location: str) -> str:
    """Give the province code of a location: ``STP`` for ``STP/SC``."""
    return location.partition("/")[0]


class UnitKind(StrEnum):
    """The two kinds of unit; the value is the letter of the notation."""

    ARMY = "A"
    FLEET = "F"

    @property
    def word(self) -> str:
        """The kind as the door words it: ``army`` or ``fleet``."""
        return "army" if self is UnitKind.ARMY else "fleet"

    @property
    def with_article(self) -> str:
        """The kind in a sentence: ``an army`` or ``a fleet``."""
        return "an army" if self is UnitKind.ARMY else "a fleet"


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: whose it is (``FRANCE``), its kind, and its location (``PAR``, ``STP/SC``)."""

    power: str
    kind: UnitKind
    location: str
    province: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "province", province_of(self.location))

    def __str__(self) -> str:
        return f"{self.kind.value} {self.location}"
