"""Company: who else is on line, and who called last; as far as they wish to be seen."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice

from door.store import calls, online
from door.store.callers import load_caller
from door.store.calls import CallLine
from door.store.errors import StoreError
from door.store.home import Home
from door.store.names import caller_key
from door.store.online import OnLine

LAST_CALLS = 15
"""So many of the last calls are shown."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Company:
    """Who is on line, the first to call first; the last calls, newest first; and whether the caller is hidden."""

    on_line: tuple[OnLine, ...]
    calls: tuple[CallLine, ...]
    hidden: bool = False


def company(home: Home, caller: str) -> Company:
    """Give what the caller may see: all who do not hide, and the caller's own lines and calls in any case."""
    own = caller_key(caller)
    shows = lru_cache(None)(lambda name: _is_shown(home, name))

    def visible(name: str) -> bool:
        return caller_key(name) == own or shows(name)

    on_line = tuple(each for each in online.on_line(home) if visible(each.name))
    last = (call for call in calls.last_calls(home) if visible(call.name))
    return Company(on_line, tuple(islice(last, LAST_CALLS)), hidden=not shows(caller))


def note_call(home: Home, name: str, now: datetime) -> None:
    """Note that a caller has signed in. That it cannot be noted is logged, and no reason to turn the caller away."""
    try:
        calls.note_call(home, CallLine(name=name, at=now))
    except StoreError as error:
        _log.error("the call of '%s' is not among the last calls: %s", name, error)


def _is_shown(home: Home, name: str) -> bool:
    """Whether a caller wishes to be seen; who cannot be asked (the file is gone or damaged) is not."""
    try:
        record = load_caller(home, name)
    except StoreError as error:
        _log.warning("'%s' is not shown to others: %s", name, error)
        return False
    return record is not None and record.shown
