"""Who is on line: in this process, and as the others that share its home are told.

An entry stands from the moment a line is answered to the end of its task; `present` takes it out in a `finally`, so
no dropped line is left "on line". Those who have signed in are published to the home whenever that changes, in a
thread; a killed server leaves nobody behind, since its part of the list goes with it (`door.store.online`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from door.store.errors import StoreError
from door.store.home import Home
from door.store.online import OnLine, Presence

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Entry:
    """One line that is taken; `name` is None until its caller has signed in, `game` the title of the open game."""

    number: int
    address: str
    since: datetime
    name: str | None = None
    game: str = ""


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

    def on_line(self) -> list[OnLine]:
        """The same, as others are told."""
        return [OnLine(name=entry.name, since=entry.since, game=entry.game) for entry in self.callers() if entry.name]

    def __len__(self) -> int:
        return len(self._entries)


class Publisher:
    """Tells the home who is on line here. That it cannot be told is logged, and costs no caller anything."""

    def __init__(self, home: Home, online: Online) -> None:
        self._home = home
        self._online = online
        self._presence: Presence | None = None
        self._told: list[OnLine] = []
        self._at_work: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Somebody has come, gone, or moved. What changes while the home is being told is told next."""
        if self._at_work is None or self._at_work.done():
            self._at_work = asyncio.get_running_loop().create_task(self._tell(), name="who is on line")

    async def close(self) -> None:
        """Take this process out of the list."""
        if self._at_work is not None:
            await self._at_work
        await asyncio.to_thread(self._withdraw)

    async def _tell(self) -> None:
        while (callers := self._online.on_line()) != self._told:
            self._told = callers
            await asyncio.to_thread(self._publish, callers)

    def _publish(self, callers: list[OnLine]) -> None:
        try:
            if self._presence is None:
                self._presence = Presence.opened(self._home)
            self._presence.publish(callers)
        except StoreError as error:
            _log.error("Others are not told who is on line: %s", error)

    def _withdraw(self) -> None:
        presence, self._presence = self._presence, None
        try:
            if presence is not None:
                presence.close()
        except StoreError as error:
            _log.error("Others are not told that nobody is on line any more: %s", error)
