"""Names that become names of files: what a game may be called, and how a caller's file is called.

A name must not lead out of its folder, mean the same file as another name where case does not count, or be
one that Windows keeps for devices.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, unquote

from door.store.errors import StoreError

_GAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
_POWER = re.compile(r"[A-Z][A-Z_-]{0,30}")
_DEVICES = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)})
_LONGEST = 200  # bytes; the usual limit is 255, and temporary names are longer


def game_name_fault(name: str) -> str | None:
    """Say what is wrong with the name for a game; None when nothing is."""
    if not _GAME.fullmatch(name):
        return f"{name!r} is no name for a game; use 1 to 31 of a-z, 0-9 and -, and begin with a letter or a digit."
    if name in _DEVICES:
        return f"{name!r} cannot name a game, for it names a device on some machines; choose another name."
    return None


def check_game_name(name: str) -> None:
    """Raise StoreError unless the name can be a game's."""
    fault = game_name_fault(name)
    if fault is not None:
        raise StoreError(fault)


def check_power_name(power: str) -> None:
    """Raise StoreError unless the name can be a power's, such as FRANCE."""
    if not _POWER.fullmatch(power):
        raise StoreError(f"{power!r} is no name of a power; powers are named in capitals, as FRANCE.")


def caller_key(name: str) -> str:
    """Give the name without case: two names with the same key are the same caller."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def caller_slug(name: str) -> str:
    """Give the file name, without its suffix, for a caller; StoreError for a name that can have none."""
    key = caller_key(name)
    try:
        slug = quote(key, safe="").replace(".", "%2E").replace("~", "%7E")
    except UnicodeEncodeError:
        raise StoreError(f"{name!r} is no name for a caller: it has half a character in it.") from None
    if slug in _DEVICES:
        slug = f"%{ord(slug[0]):02X}{slug[1:]}"
    if not 0 < len(slug) <= _LONGEST:
        raise StoreError("A caller's name must not be empty, nor too long for the name of a file.")
    return slug


def key_of_slug(slug: str) -> str:
    """Give back the key that the slug was made of."""
    return unquote(slug)
