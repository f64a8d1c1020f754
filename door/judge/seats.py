"""Seats: who may take one, what it takes, and who learns of it.

Owns the three kinds of games. In an open one any caller takes a free seat. An *invited* one has a password, asked for
each time that a seat is taken; a caller may be wrong a few times a day. In an *anonymous* one nobody learns who plays
what until the game is over, but each caller their own seat, and the sysop everything. The seats themselves are taken
and left in `door.judge.games`.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from door.judge.refusal import Refused
from door.judge.signup import password_fault
from door.store import journal, votes
from door.store.errors import StoreError
from door.store.home import Home
from door.store.names import caller_key
from door.store.passwords import check_password, hash_password
from door.store.records import GameRecord, PasswordHash, SeatLine

TRIES_A_DAY: Final = 5
"""How often a caller may give a wrong password for a game on one day."""

SOMEBODY: Final = "(somebody)"
"""Stands for a caller who is not named; no caller can have that name."""

_log = logging.getLogger(__name__)


def game_password(password: str | None) -> PasswordHash | None:
    """Hash the password of a new game, None for an open one; Refused if it will not do."""
    if password is None:
        return None
    fault = password_fault(password)
    if fault is not None:
        raise Refused(fault)
    return hash_password(password)


def is_hidden(record: GameRecord) -> bool:
    """Whether it is to be kept who plays what in the game."""
    return record.anonymous and record.status != "over"


def caller_shown(record: GameRecord, power: str, viewer: str | None) -> str | None:
    """Give the caller of that power for the viewer to see: SOMEBODY where that is kept, None if nobody plays it."""
    caller = record.seats.get(power)
    if caller is None or not is_hidden(record) or (viewer is not None and caller_key(viewer) == caller_key(caller)):
        return caller
    return SOMEBODY


def record_shown(record: GameRecord, viewer: str | None) -> GameRecord:
    """Give the game's record for the viewer to see: with SOMEBODY for all whose names are kept."""
    shown = {power: caller_shown(record, power, viewer) or SOMEBODY for power in record.seats}
    return record if shown == record.seats else replace(record, seats=shown)


def check_invited(home: Home, record: GameRecord, caller: str, password: str | None, now: datetime) -> None:
    """Refused unless the game is open to all or the password is its own; call it under the game's lock."""
    if record.password is None:
        return
    day = now.astimezone().date()
    left = TRIES_A_DAY - votes.wrong_tries(home, record.name, caller, day)
    if left <= 0:
        raise Refused("You gave a wrong password too often today: try again tomorrow, or ask the sysop.")
    if password is None:
        raise Refused(f"{record.title} is for invited callers: a password is needed to take a seat.")
    if check_password(password, record.password):
        return
    votes.note_wrong_try(home, record.name, caller, day)
    _log.warning("game %s: a wrong password for a seat from %s", record.name, caller)
    rest = "that was your last try today" if left == 1 else f"you have {left - 1} more today"
    raise Refused(f"That is not the password of {record.title}: {rest}.")


def former_seat(home: Home, record: GameRecord, caller: str) -> str | None:
    """Give the power that the caller has played in the game at any time, or None."""
    key = caller_key(caller)
    for line in journal.read(home, record.name):
        if isinstance(line, SeatLine) and line.caller is not None and caller_key(line.caller) == key:
            return line.power
    return None


def forget_vote(home: Home, record: GameRecord, power: str) -> None:
    """Drop the vote of a power whose seat was left; votes that cannot be read are left for the event to clear."""
    try:
        kept = votes.load_votes(home, record)
        if kept.pop(power, None) is not None:
            votes.save_votes(home, record, kept)
    except StoreError as error:
        _log.warning("game %s: the vote of a seat that was left is still there: %s", record.name, error)
