"""Phases of the game year and their names.

``S1901M`` Spring, ``S1901R`` Midsummer's Eve, ``F1901M`` Fall, ``F1901R`` All Hallows' Eve and
``W1901A`` Winter. A finished game has no phase; in files and on the line its name is ``COMPLETED``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

COMPLETED = "COMPLETED"

_PATTERN = re.compile(r"([SF])([0-9]+)([MR])|(W)([0-9]+)(A)")


class Season(StrEnum):
    """The three seasons of a game year."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class Stage(StrEnum):
    """What is entered in a phase: moves, retreats or adjustments."""

    MOVES = "M"
    RETREATS = "R"
    ADJUSTMENTS = "A"


_TURN_NAMES = {"SM": "Spring", "SR": "Midsummer's Eve", "FM": "Fall", "FR": "All Hallows' Eve", "WA": "Winter"}


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase; ``str`` gives its name (``S1901M``)."""

    season: Season
    year: int
    stage: Stage

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.stage.value}"

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, name: str) -> Phase:
        """Read a name such as ``S1901M``; ValueError with a sentence for anything else."""
        match = _PATTERN.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} is no phase; phases look like S1901M, S1901R, F1901M, F1901R or W1901A.")
        season, year, stage = (part for part in match.groups() if part is not None)
        return cls(Season(season), int(year), Stage(stage))

    @property
    def turn_name(self) -> str:
        """The name shown to callers, without the year: ``Midsummer's Eve``."""
        return _TURN_NAMES[self.season.value + self.stage.value]

    @property
    def title(self) -> str:
        """The name shown to callers, with the year: ``Spring 1901``."""
        return f"{self.turn_name} {self.year}"

    @property
    def retreats(self) -> Phase:
        """The retreat phase that follows this phase of moves."""
        return Phase(self.season, self.year, Stage.RETREATS)

    @property
    def fall(self) -> Phase:
        """The Fall moves of the same year."""
        return Phase(Season.FALL, self.year, Stage.MOVES)

    @property
    def winter(self) -> Phase:
        """The Winter of the same year."""
        return Phase(Season.WINTER, self.year, Stage.ADJUSTMENTS)

    @property
    def next_spring(self) -> Phase:
        """The Spring moves of the following year."""
        return Phase(Season.SPRING, self.year + 1, Stage.MOVES)
