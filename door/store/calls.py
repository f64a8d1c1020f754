"""The last calls: who called, and when.

    calls.jsonl    a call a line, the newest last; append only, cut down to the newest when it has grown long

A call is noted when its caller has signed in. Whether others may see it is the caller's wish of the day on which they
look, so that is not written here.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from door.store import files, locks, records
from door.store.errors import StoreError
from door.store.records import Moment, Record

if TYPE_CHECKING:
    from door.store.home import Home

KEPT: Final = 200
"""The calls that are left when the file is cut down."""
MOST: Final = 1000
"""The calls at which it is."""

_FILE: Final = "calls.jsonl"
_LOCK: Final = ".calls.lock"

_log = logging.getLogger(__name__)


class CallLine(Record, frozen=True, kw_only=True):
    """A line of ``calls.jsonl``: somebody signed in."""

    name: str
    at: Moment


def note_call(home: Home, call: CallLine) -> None:
    """Note a call; once this returns it survives a power cut. Now and then the oldest are dropped."""
    with _lock(home):
        path = _path(home)
        files.append_line(path, records.encode_line(call, CallLine, path.name))
        lines = files.read_lines(path)
        if len(lines) >= MOST:
            files.replace(path, b"".join(line + b"\n" for line in lines[-KEPT:]))


def last_calls(home: Home) -> Iterator[CallLine]:
    """Give the calls, newest first; a damaged line is logged and passed over, so that it hides no other."""
    path = _path(home)
    for line in reversed(files.read_lines(path)):
        call: CallLine
        try:
            call = records.decode(line, CallLine, path.name)
        except StoreError as error:
            _log.warning("a call is left out: %s", error)
        else:
            yield call


@contextmanager
def _lock(home: Home) -> Iterator[None]:
    with locks.held(home.root / _LOCK, "Another process is noting a call; try again."):
        yield


def _path(home: Home) -> Path:
    return home.root / _FILE
