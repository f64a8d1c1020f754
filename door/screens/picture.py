"""The pictures of the map: which territory each cell of the screen belongs to, and where in it things are written.

A picture is a text, one character a cell: the key of the cell's territory, ``_`` for what nobody can enter. There are
two, for a screen of the usual size and for a large one; beside each stands a table of the places. Both show the same
neighbours as the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Final

import tomli

from door.store.shipped import shipped_text
from door.term.caps import COLUMNS, ROWS, Caps

SMALL: Final = "europe_79x21"
LARGE: Final = "europe_131x45"

#: What is not the picture: the title above it; the legend and the prompt below.
FIRST_ROW: Final = 1
_FRAME_ROWS: Final = 3

NOWHERE: Final = "_"

Spot = tuple[int, int]
Corner = tuple[Spot, tuple[str, str, str, str]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its territory each thing is written: row and column of its first cell, in the picture."""

    key: Spot
    unit: Spot
    owner: Spot | None = None
    code: Spot | None = None
    coasts: Mapping[str, Spot] = field(default_factory=dict)

    def of_unit(self, location: str) -> Spot:
        """Where a unit stands: a fleet at one of two coasts has a place of its own."""
        return self.coasts.get(location.partition("/")[2], self.unit)


@dataclass(frozen=True, slots=True)
class Picture:
    """The cells as rows of keys, and the places by province."""

    rows: tuple[str, ...]
    places: Mapping[str, Place]

    @property
    def columns(self) -> int:
        """How wide the picture is."""
        return len(self.rows[0])

    @property
    def screen(self) -> tuple[int, int]:
        """Columns and rows of the screen that shows it; the last column is never written."""
        return self.columns + 1, len(self.rows) + _FRAME_ROWS

    def key_at(self, row: int, col: int) -> str:
        """The key of a cell; beyond the edge, of the nearest one."""
        line = self.rows[min(row, len(self.rows) - 1)]
        return line[min(col, len(line) - 1)]

    def runs(self) -> Iterator[tuple[Spot, str, int]]:
        """Cells of one territory side by side: where they begin, its key, and how many they are."""
        for row, line in enumerate(self.rows):
            col = 0
            for key, cells in groupby(line):
                width = len(list(cells))
                yield (row, col), key, width
                col += width

    def corners(self) -> Iterator[Corner]:
        """The cells at whose lower right corner territories meet, with those there in a circle from the cell on."""
        for row, line in enumerate(self.rows):
            for col, key in enumerate(line):
                right, across = self.key_at(row, col + 1), self.key_at(row + 1, col + 1)
                below = self.key_at(row + 1, col)
                if not key == right == across == below:
                    yield (row, col), (key, right, across, below)


@lru_cache(maxsize=2)
def runs(name: str) -> list[tuple[Spot, str, int]]:
    """The runs of a shipped picture, found once."""
    return list(picture(name).runs())


@lru_cache(maxsize=2)
def corners(name: str) -> list[Corner]:
    """The corners of a shipped picture, found once."""
    return list(picture(name).corners())


@lru_cache(maxsize=2)
def picture(name: str) -> Picture:
    """A shipped picture, read once."""
    table = tomli.loads(shipped_text(f"map/{name}_labels.toml"))
    rows = tuple(shipped_text(f"map/{name}.txt").split())
    return Picture(rows, {code: _place(entry) for code, entry in table.items()})


def fitting(caps: Caps) -> str:
    """The name of the largest picture that the caller's window holds."""
    columns, rows = picture(LARGE).screen
    return LARGE if caps.columns >= columns and caps.rows >= rows else SMALL


def screen_size(name: str) -> tuple[int, int]:
    """Columns and rows of a screen with that picture; none is smaller than the usual one."""
    columns, rows = picture(name).screen
    return max(columns, COLUMNS), max(rows, ROWS)


def _place(entry: Mapping[str, list[int] | Mapping[str, list[int]]]) -> Place:
    spots = {name: (spot[0], spot[1]) for name, spot in entry.items() if isinstance(spot, list)}
    coasts = entry.get("coasts", {})
    assert isinstance(coasts, Mapping)
    return Place(**spots, coasts={name: (spot[0], spot[1]) for name, spot in coasts.items()})
