from __future__ import annotations

from pathlib import Path

import pytest

from door.store.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home.open(tmp_path / "home")
