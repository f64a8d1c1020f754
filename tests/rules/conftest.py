"""The real board, read once."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from door.rules.board import Board

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def board() -> Board:
    return Board.from_table(tomli.loads((ROOT / "data" / "europe.toml").read_text(encoding="utf-8")))
