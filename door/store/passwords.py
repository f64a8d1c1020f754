"""Passwords are kept as scrypt hashes, each with its own salt and the parameters it was made with.

One hash takes tens of milliseconds and 32 MiB on purpose: run these in a thread, few at a time.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import unicodedata

from door.store.errors import StoreError
from door.store.records import PasswordHash

_N, _R, _P = 2**15, 8, 1
_MAXMEM = 64 * 1024 * 1024
_LENGTH = 32
_SALT_LENGTH = 16

# Checked against when there is no such caller, so that the answer takes as long.
_NOBODY = PasswordHash(n=_N, r=_R, p=_P, salt="00" * _SALT_LENGTH, hash="00" * _LENGTH)


def hash_password(password: str) -> PasswordHash:
    """Hash a password with a new salt."""
    salt = os.urandom(_SALT_LENGTH)
    return PasswordHash(n=_N, r=_R, p=_P, salt=salt.hex(), hash=_scrypt(password, salt, _N, _R, _P, _LENGTH).hex())


def check_password(password: str, stored: PasswordHash | None) -> bool:
    """Compare in constant time; with None (no such caller) always False, after the same work."""
    known = stored or _NOBODY
    right = bytes.fromhex(known.hash)
    given = _scrypt(password, bytes.fromhex(known.salt), known.n, known.r, known.p, len(right))
    return hmac.compare_digest(given, right) and stored is not None


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int, length: int) -> bytes:
    # NFC: the same letters typed on another machine are the same password.
    secret = unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
    try:
        return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=_MAXMEM, dklen=length)
    except ValueError as error:
        raise StoreError(f"A password was stored with parameters that cannot be used: {error}.") from error
