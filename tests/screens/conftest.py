"""Fixtures for the screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from door.screens import orderline, signin
from door.screens import session as sessions
from door.store.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home without games."""
    return Home.open(tmp_path / "home")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lone Esc counts soon, no paste is waited for, and a wrong password costs no time."""
    monkeypatch.setattr(sessions, "ESCAPE_SECONDS", 0.02)
    monkeypatch.setattr(signin, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(orderline, "PASTE_SECONDS", 0.0)
