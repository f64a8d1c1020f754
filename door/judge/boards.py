"""Callers whom a board brings: it has asked them who they are, so this door need not.

A board's handle belongs to one caller here. That is written in the caller's own record, so it stays when the caller
calls by telnet, and a name that somebody else has here is never given away: it takes that caller's password, once.
Who comes from a board needs no password of this door, and without one cannot be signed in by telnet.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from door.judge import signup
from door.judge.company import note_call
from door.judge.refusal import Refused
from door.store import callers
from door.store.errors import StoreError, TakenError
from door.store.home import Home
from door.store.names import caller_key
from door.store.passwords import hash_password
from door.store.records import BoardHandle, CallerRecord

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Guest:
    """Whom the board has brought; ``board`` tells boards apart where several share a home."""

    handle: str
    board: str = ""


def caller_of(home: Home, guest: Guest) -> CallerRecord | None:
    """Give the caller to whom the handle belongs; None when it is new here."""
    own = callers.load_caller(home, signup.clean_name(guest.handle))
    if own is not None and _belongs(guest, own):
        return own
    for name in callers.caller_names(home):
        try:
            record = callers.load_caller(home, name)
        except StoreError as error:
            _log.warning("a caller is passed over: %s", error)
            continue
        if record is not None and _belongs(guest, record):
            return record
    return None


def enter(home: Home, record: CallerRecord, now: datetime) -> CallerRecord:
    """Note the call; that it cannot be noted is logged, and no reason to turn the caller away."""
    note_call(home, record.name, now)
    try:
        return _changed(home, record.name, lambda stored: replace(stored, last_call=now))
    except StoreError as error:
        _log.error("the call of '%s' was not noted: %s", record.name, error)
        return record


def name_fault(home: Home, guest: Guest) -> str | None:
    """Say why the handle cannot be the caller's name here, or None."""
    fault = signup.name_fault(guest.handle)
    if fault is None and callers.load_caller(home, signup.clean_name(guest.handle)) is not None:
        return f"Somebody is called {signup.clean_name(guest.handle)} here."
    return fault


def has_password(home: Home, name: str) -> bool:
    """Whether a caller of that name is there, and has a password."""
    record = callers.load_caller(home, signup.clean_name(name))
    return record is not None and record.password is not None


def join(home: Home, guest: Guest, name: str, now: datetime) -> CallerRecord:
    """Make a caller of that name, without a password; Refused when the name will not do, or is taken.

    Of two lines that do this for one handle at once, the slower becomes the same caller.
    """
    fault = signup.name_fault(name)
    if fault is not None:
        raise Refused(fault)
    name = signup.clean_name(name)
    record = CallerRecord(name=name, password=None, boards=[_handle(guest)], created=now, last_call=now)
    try:
        callers.create_caller(home, record)
    except TakenError:
        known = callers.load_caller(home, name)
        if known is None or not _belongs(guest, known):
            raise Refused(f"The name {name} is taken: choose another.") from None
        record = known
    else:
        _log.info("new caller '%s', brought by a board", name)
    note_call(home, name, now)
    return record


def link(home: Home, guest: Guest, name: str, password: str, now: datetime, address: str) -> CallerRecord:
    """Let the handle belong to the caller of that name; Refused unless the password is the caller's.

    The failure is logged as a failed sign-in is.
    """
    record = signup.sign_in(home, name, password, now, address)
    _log.info("'%s' is %r at a board from now on", record.name, guest.handle)
    return _changed(home, record.name, lambda stored: replace(stored, boards=[*stored.boards, _handle(guest)]))


def choose_password(home: Home, name: str, password: str) -> CallerRecord:
    """Give a caller without a password one; Refused when it will not do, or another line was quicker."""
    fault = signup.password_fault(password)
    if fault is not None:
        raise Refused(fault)
    hashed = hash_password(password)

    def changed(stored: CallerRecord) -> CallerRecord:
        if stored.password is not None:
            raise Refused("You have a password already: that one holds.")
        return replace(stored, password=hashed)

    return _changed(home, name, changed)


def _changed(home: Home, name: str, change: Callable[[CallerRecord], CallerRecord]) -> CallerRecord:
    with callers.callers_lock(home):
        known = callers.load_caller(home, name)
        if known is None:
            raise Refused(f"There is no caller {name}.")
        record = change(known)
        callers.save_caller(home, record)
        return record


def _handle(guest: Guest) -> BoardHandle:
    return BoardHandle(handle=guest.handle, board=guest.board)


def _belongs(guest: Guest, record: CallerRecord) -> bool:
    return any(
        caller_key(each.handle) == caller_key(guest.handle) and each.board == guest.board for each in record.boards
    )
