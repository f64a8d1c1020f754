"""Who is on line, over all processes that share a home.

    online/PROCESS.json    the lines of one process; it alone writes the file
    online/.PROCESS.lock   held by that process for as long as it lives

The system frees a lock when its holder ends, however it ends. So a file without a holder was left behind by a killed
server: whoever looks next removes it, and nobody stays on line for ever.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from filelock import FileLock, Timeout

from door.store import files, locks, records
from door.store.errors import MissingError, StoreError
from door.store.records import Moment, Record

if TYPE_CHECKING:
    from door.store.home import Home

_FOLDER: Final = "online"
_LOCK: Final = ".lock"


class OnLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A caller on line: since when, and the title of the game that is open ("" for none)."""

    name: str
    since: Moment
    game: str = ""


class _Lines(Record, frozen=True, kw_only=True):
    """``online/PROCESS.json``."""

    callers: list[OnLine]


class Presence:
    """A process's own part of the list, from `opened` to `close` or to its end."""

    def __init__(self, home: Home, name: str, lock: FileLock) -> None:
        self._home = home
        self._name = name
        self._lock = lock

    @classmethod
    def opened(cls, home: Home) -> Presence:
        """Begin to take part; StoreError when the folder cannot be used."""
        files.make_folder(_folder(home))
        name = f"{os.getpid()}-{secrets.token_hex(4)}"
        with _folder_lock(home):  # or else a reader might take the new lock for a dead process's
            lock = _lock_of(home, name)
            try:
                lock.acquire(timeout=0)
            except OSError as error:
                raise StoreError(f"online/{name} cannot be locked: {error.strerror or error}.") from error
        return cls(home, name, lock)

    def publish(self, callers: Sequence[OnLine]) -> None:
        """Say who is on line here."""
        records.write(_path(self._home, self._name), _Lines(callers=list(callers)))

    def close(self) -> None:
        """Take this process out of the list: what is left of it is a dead process's, and is removed as such."""
        self._lock.release()
        on_line(self._home)


def on_line(home: Home) -> list[OnLine]:
    """Give all who are on line, the first to call first; what dead processes have left is removed."""
    folder = _folder(home)
    if not folder.is_dir():
        return []
    found: list[OnLine] = []
    try:
        with _folder_lock(home):
            for lock in folder.glob(f".?*{_LOCK}"):
                found += _callers_of(home, lock.name.removeprefix(".").removesuffix(_LOCK))
    except OSError as error:
        raise StoreError(f"It cannot be seen who is on line: {error.strerror or error}.") from error
    return sorted(found, key=lambda caller: caller.since)


def _callers_of(home: Home, name: str) -> list[OnLine]:
    """The callers of one process; none, and nothing of it left, when it is dead."""
    if not _is_alive(home, name):
        _remove(home, name)
        return []
    try:
        return records.read(_path(home, name), _Lines).callers
    except MissingError:  # it has just begun
        return []


def _folder(home: Home) -> Path:
    return home.root / _FOLDER


@contextmanager
def _folder_lock(home: Home) -> Iterator[None]:
    with locks.held(_folder(home) / locks.LOCK_NAME, "Another process is looking who is on line; try again."):
        yield


def _path(home: Home, name: str) -> Path:
    return _folder(home) / f"{name}.json"


def _lock_of(home: Home, name: str) -> FileLock:
    path = _folder(home) / f".{name}{_LOCK}"
    return FileLock(path, mode=files.FILE_MODE, fallback_to_soft=False, thread_local=False)


def _is_alive(home: Home, name: str) -> bool:
    """Whether the process holds its lock."""
    lock = _lock_of(home, name)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    return False


def _remove(home: Home, name: str) -> None:
    """Remove all that a process has left, the lock last: while that is there, somebody will look again."""
    folder = _folder(home)
    for left in (*folder.glob(f".{name}.json.*"), _path(home, name), folder / f".{name}{_LOCK}"):
        left.unlink(missing_ok=True)
