"""Callers: one file each, under ``callers/``. Names compare without case."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from door.store import locks, records
from door.store.errors import MissingError, StoreError, TakenError
from door.store.names import caller_key, caller_slug, key_of_slug
from door.store.records import CallerRecord

if TYPE_CHECKING:
    from door.store.home import Home


@contextmanager
def callers_lock(home: Home) -> Iterator[None]:
    """Hold the lock on all callers' files; BusyError when another keeps it."""
    with locks.held(home.callers_dir / locks.LOCK_NAME, "Another process is writing callers; try again."):
        yield


def _path(home: Home, name: str) -> Path:
    return home.callers_dir / f"{caller_slug(name)}.json"


def load_caller(home: Home, name: str) -> CallerRecord | None:
    """Read a caller; None when there is none of that name, StoreError when the file is damaged."""
    try:
        path = _path(home, name)
    except StoreError:
        return None  # whatever was typed at the door, nobody can be called that
    try:
        record = records.read(path, CallerRecord)
    except MissingError:
        return None
    if caller_key(record.name) != caller_key(name):
        raise StoreError(f"callers/{path.name} is damaged: it says that it is {record.name}'s.")
    return record


def create_caller(home: Home, record: CallerRecord) -> None:
    """Write a new caller; TakenError when the name is taken. Of two at once, exactly one succeeds."""
    path = _path(home, record.name)
    with callers_lock(home):
        if path.exists():
            raise TakenError(f"The name {record.name} is taken; choose another one.")
        records.write(path, record)


def save_caller(home: Home, record: CallerRecord) -> None:
    """Replace the record of a caller; MissingError when there is none of that name."""
    path = _path(home, record.name)
    with callers_lock(home):
        if not path.exists():
            raise MissingError(f"There is no caller {record.name}.")
        records.write(path, record)


def caller_names(home: Home) -> list[str]:
    """Give all callers' names without case, in order, from the names of the files alone."""
    try:
        return sorted(key_of_slug(path.stem) for path in home.callers_dir.glob("*.json") if path.stem[:1] != ".")
    except OSError as error:
        raise StoreError(f"The list of callers cannot be read: {error.strerror or error}.") from error
