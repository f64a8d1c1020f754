"""One lock a folder, for writers; readers need none, since files are replaced whole.

The lock belongs to the process and is freed by the system when its holder is killed, so none has to be
cleared by hand. The lock files stay where they are. On a file system without such locks nothing is written:
a lock that is only a file would outlive a killed holder.

One thread may take a lock again that it holds. Never hold one across an ``await``: another coroutine of the
same thread would pass.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from door.store.errors import BusyError, StoreError
from door.store.files import FILE_MODE, shown

TIMEOUT = 10.0
LOCK_NAME = ".lock"
EVENT_LOCK_NAME = ".event.lock"

_POLL = 0.01  # seconds between tries; the holder is seldom busy for longer


class _Holds(threading.local):
    """The locks that this thread holds; by process too, for a forked child has none of its parent's."""

    def __init__(self) -> None:
        self.paths: set[tuple[int, Path]] = set()


# One object a path: a second one in the same thread would wait for the first for ever.
_locks: dict[Path, FileLock] = {}
_locks_guard = threading.Lock()
_holds = _Holds()


@contextmanager
def held(path: Path, busy: str, timeout: float | None = None) -> Iterator[None]:
    """Hold the lock; BusyError with the sentence ``busy`` when another keeps it for ``timeout`` seconds."""
    hold = (os.getpid(), path)
    if hold in _holds.paths:  # the lock object could be taken again itself, but spends a tenth of a write on it
        yield
        return
    lock = _lock_of(path)
    try:
        lock.acquire(timeout=TIMEOUT if timeout is None else timeout, poll_interval=_POLL)
    except Timeout:
        raise BusyError(busy) from None
    except OSError as error:
        raise StoreError(f"{shown(path)} cannot be locked: {error.strerror or error}.") from error
    _holds.paths.add(hold)
    try:
        yield
    finally:
        _holds.paths.discard(hold)
        lock.release()


def _lock_of(path: Path) -> FileLock:
    with _locks_guard:
        lock = _locks.get(path)
        if lock is None:
            lock = _locks[path] = FileLock(path, mode=FILE_MODE, fallback_to_soft=False)
        return lock
