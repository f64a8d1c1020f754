"""Locks where the file system has none."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from door.store import locks
from door.store.errors import StoreError


def test_without_locks_of_the_system_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that is only a file would be left behind by a killed holder, and nobody could clear it safely."""
    fcntl = pytest.importorskip("fcntl")

    def missing(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", missing)
    with pytest.raises(StoreError, match="cannot be locked"), locks.held(tmp_path / ".lock", "busy", 0.1):
        pytest.fail("a lock that does not lock")


def test_a_lock_falls_back_to_nothing(tmp_path: Path) -> None:
    assert locks._lock_of(tmp_path / ".lock").fallback_to_soft is False
