"""Who is on line in this process.

An entry stands from the moment a line is answered to the end of its task; `present` takes it out in a `finally`, so
no dropped line is left "on line". Nothing is written to disk: a killed server leaves nobody behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime


@dataclass(slots=True)
class Entry:
    """One line that is taken; `name` is None until its caller has signed in."""

    number: int
    address: str
    since: datetime
    name: str | None = None


class Online:
    """The list, by line number: the lowest free number from 1 up."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}

    @contextmanager
    def present(self, address: str, since: datetime) -> Iterator[Entry]:
        """An entry for as long as the block lasts."""
        number = 1
        while number in self._entries:
            number += 1
        self._entries[number] = entry = Entry(number, address, since)
        try:
            yield entry
        finally:
            del self._entries[number]

    def entries(self) -> list[Entry]:
        """Every line that is taken, by number."""
        return [self._entries[number] for number in sorted(self._entries)]

    def callers(self) -> list[Entry]:
        """Those who have signed in, by number; a line that only connected is nobody."""
        return [entry for entry in self.entries() if entry.name is not None]

    def __len__(self) -> int:
        return len(self._entries)
