"""Units and where they stand.

A *location* is where a unit stands as text: a province code such as ``PAR`` or, for a fleet in a
province with two coasts, the code with its coast: ``STP/SC``. A *province* is the code alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache


def province_of(location: str) -> str:
    """Give the province code of a location: ``STP`` for ``STP/SC``."""
    return location.partition("/")[0]


class UnitKind(StrEnum):
    """The two kinds of unit; the value is the letter of the notation."""

    ARMY = "A"
    FLEET = "F"

    __hash__ = str.__hash__  # an enum's own is slow, and units are looked up often

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
    text: str = field(init=False, compare=False, repr=False)
    """The unit in the notation: ``F STP/SC``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "province", province_of(self.location))
        object.__setattr__(self, "text", f"{self.kind.value} {self.location}")

    def at(self, location: str) -> Unit:
        """Give the same unit at another location."""
        return unit_of(self.power, self.kind, location)

    def __str__(self) -> str:
        return self.text


unit_of = lru_cache(maxsize=8192, typed=True)(Unit)
"""Units as made before: a unit steps to and fro between a few places all game long."""
