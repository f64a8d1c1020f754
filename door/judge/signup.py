"""Signing up and signing in, and what a caller has chosen.

Owns what a name and a password may be, and the log line of a failed sign-in. Knows nothing of
lines, screens or how passwords are hashed. Hashing takes about a tenth of a second of one
processor on purpose: a server calls ``register``, ``sign_in`` and ``change_password`` in a thread.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable
from datetime import datetime

from msgspec.structs import replace

from door.judge.company import note_call
from door.judge.refusal import Refused
from door.store import callers
from door.store.errors import StoreError, TakenError
from door.store.home import Home
from door.store.passwords import check_password, hash_password
from door.store.records import CallerRecord, PasswordHash

NAME_LENGTHS = range(2, 21)
PASSWORD_LENGTHS = range(6, 65)
PAGE_ROWS = range(10, 101)
"""How many plain lines may come before a stop; 0 is possible too."""
RESERVED = frozenset(
    "admin all bye door event exit guest help logoff logout new nobody none off quit root sysop system".split()
)
"""Words that a screen or a log could take for something else than a caller."""

_NAME_SIGNS = frozenset(" -'._")
_log = logging.getLogger(__name__)


def clean_name(name: str) -> str:
    """Give the name as it is kept: composed letters, single spaces, none at the ends."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def name_fault(name: str) -> str | None:
    """Say what is wrong with a name for a new caller, or None."""
    if _has_control(name):
        return "A name cannot hold control characters."
    name = clean_name(name)
    if len(name) not in NAME_LENGTHS:
        return f"A name has {NAME_LENGTHS[0]} to {NAME_LENGTHS[-1]} characters; this one has {len(name)}."
    if not _is_letter(name[0]):
        return "A name starts with a letter."
    wrong = next((char for char in name if not _is_name_char(char)), None)
    if wrong is not None:
        return f"A name is made of letters, digits, spaces and - ' . _ but not of {wrong!r}."
    if name.casefold() in RESERVED:
        return f"The name {name} is kept for the board itself: choose another."
    return None


def password_fault(password: str) -> str | None:
    """Say what is wrong with a new password, or None."""
    if _has_control(password):
        return "A password cannot hold control characters."
    if len(password) not in PASSWORD_LENGTHS:
        return (
            f"A password has {PASSWORD_LENGTHS[0]} to {PASSWORD_LENGTHS[-1]} characters; this one has {len(password)}."
        )
    return None


def register(home: Home, name: str, password: str, now: datetime) -> CallerRecord:
    """Make a new caller and give the record; Refused if the name or the password will not do, or the name is taken.

    Of two who ask for one name at the same time exactly one gets it.
    """
    fault = name_fault(name) or password_fault(password)
    if fault is not None:
        raise Refused(fault)
    name = clean_name(name)
    record = CallerRecord(name=name, password=hash_password(password), created=now, last_call=now)
    try:
        callers.create_caller(home, record)
    except TakenError:
        raise Refused(f"The name {name} is taken: choose another.") from None
    _log.info("new caller '%s'", name)
    note_call(home, name, now)
    return record


def sign_in(home: Home, name: str, password: str, now: datetime, address: str = "an unknown address") -> CallerRecord:
    """Check the password, note the call and give the caller's record.

    Refused in the same words, after the same work, whether the name or the password is wrong. The failure is
    logged in one line that ends with the address, for tools that watch logs. A call that cannot be noted is no reason
    to turn the caller away.
    """
    # A name that nobody can have is not looked for: it may not even fit a file's name.
    record = callers.load_caller(home, clean_name(name)) if name_fault(name) is None else None
    matches = check_password(password, None if record is None else record.password)
    if record is None or not matches:
        _log.warning("sign-in failed for '%s' from %s", _for_log(name), address)
        raise Refused("That name and that password do not go together.")
    note_call(home, record.name, now)
    try:
        return _change(home, record.name, lambda stored: replace(stored, last_call=now))
    except StoreError as error:  # on a full disk games can still be looked at
        _log.error("the call of '%s' was not noted: %s", record.name, error)
        return record


def remember_display(
    home: Home, name: str, charset: str | None, colour: bool | None, plain: bool | None
) -> CallerRecord:
    """Keep how the caller wants the screens, for the next call; None leaves it to be found out."""
    return _change(home, name, lambda stored: replace(stored, charset=charset, colour=colour, plain=plain))


def remember_keys(home: Home, name: str, hot_keys: bool) -> CallerRecord:
    """Keep whether a key counts as soon as it is pressed, or with its Enter."""
    return _change(home, name, lambda stored: replace(stored, hot_keys=hot_keys))


def page_fault(rows: int) -> str | None:
    """Say what is wrong with a length of a page, or None."""
    if rows and rows not in PAGE_ROWS:
        return f"A page has {PAGE_ROWS[0]} to {PAGE_ROWS[-1]} rows, or 0 to read all without a stop; this is {rows}."
    return None


def remember_page(home: Home, name: str, rows: int | None) -> CallerRecord:
    """Keep how many plain lines come before a stop (0: all, None: as many as the window has rows)."""
    fault = None if rows is None else page_fault(rows)
    if fault is not None:
        raise Refused(fault)
    return _change(home, name, lambda stored: replace(stored, page_rows=rows))


def remember_shown(home: Home, name: str, shown: bool) -> CallerRecord:
    """Keep whether other callers may see when this one calls."""
    return _change(home, name, lambda stored: replace(stored, shown=shown))


def change_password(home: Home, name: str, old: str, new: str, address: str = "an unknown address") -> CallerRecord:
    """Give the caller another password; Refused unless the old one is right and the new one will do.

    A wrong one is logged as a failed sign-in is. Of two lines that change it at once, the slower is refused.
    """
    fault = password_fault(new)
    if fault is not None:
        raise Refused(fault)
    known = check_own_password(home, name, old, address)
    hashed = hash_password(new)

    def changed(stored: CallerRecord) -> CallerRecord:
        if stored.password != known:
            raise Refused("Your password was changed on another line of yours just now: that one holds.")
        return replace(stored, password=hashed)

    return _change(home, name, changed)


def check_own_password(home: Home, name: str, password: str, address: str = "an unknown address") -> PasswordHash:
    """Give what is kept of the caller's password; Refused, and logged, when this is not it."""
    record = _known(home, name)
    if record.password is None:
        raise Refused("You have no password here yet.")
    if not check_password(password, record.password):
        _log.warning("sign-in failed for '%s' from %s", _for_log(name), address)
        raise Refused("That is not your password.")
    return record.password


def _change(home: Home, name: str, change: Callable[[CallerRecord], CallerRecord]) -> CallerRecord:
    """Change the record as it stands now: another of the caller's lines may have changed it meanwhile."""
    with callers.callers_lock(home):
        record = change(_known(home, name))
        callers.save_caller(home, record)
        return record


def _known(home: Home, name: str) -> CallerRecord:
    record = callers.load_caller(home, name)
    if record is None:
        raise Refused(f"There is no caller {name}.")
    return record


def _has_control(text: str) -> bool:
    return any(unicodedata.category(char).startswith("C") for char in text)


def _is_letter(char: str) -> bool:
    # Letters that look like others (of other scripts, phonetic, clicks) would let one caller pass for another; so only
    # those that languages are written with: ASCII, Latin-1, Latin Extended-A, Romanian and, with accents, Vietnamese.
    return char.isalpha() and ("A" <= char <= "\u017f" or "\u0218" <= char <= "\u021b" or "\u1e00" <= char <= "\u1eff")


def _is_name_char(char: str) -> bool:
    return _is_letter(char) or (char.isascii() and char.isdigit()) or char in _NAME_SIGNS


def _for_log(name: str) -> str:
    """Make a typed name safe inside one line: nobody may forge a second line, or another address."""
    shown = "".join(char if _is_name_char(char) else "?" for char in name[: NAME_LENGTHS[-1]])
    return shown.replace("'", "`")
