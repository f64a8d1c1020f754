from __future__ import annotations

import pytest

from door.store.errors import MissingError, StoreError
from door.store.shipped import load_board, shipped_bytes, shipped_text


def test_the_board() -> None:
    board = load_board()
    assert board is load_board()
    assert list(board.powers) == ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


def test_shipped_files() -> None:
    assert shipped_text("map/europe_79x21.txt").count("\n") >= 20
    assert shipped_bytes("europe.toml").decode() == shipped_text("europe.toml")


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../pyproject.toml", "map/../../pyproject.toml"])
def test_names_lead_nowhere_else(name: str) -> None:
    with pytest.raises(StoreError, match="no name of a shipped file"):
        shipped_bytes(name)


def test_missing() -> None:
    with pytest.raises(MissingError, match=r"^The file none\.txt is not where the program was installed"):
        shipped_bytes("none.txt")
