"""What is shipped with the program, read only: the map, its pictures, the players' instructions.

An installed wheel has it all in ``door/_data``; in a checkout it lies in ``data`` beside the package.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

import tomli

from door.rules.board import Board
from door.store.errors import MissingError, StoreError

_INSTRUCTIONS = "EMPINST.DAT"


def shipped_bytes(name: str) -> bytes:
    """Read a shipped file by its name under ``data`` (or EMPINST.DAT); MissingError when there is none."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts:
        raise StoreError(f"{name!r} is no name of a shipped file; give it as seen from the folder data.")
    for place in _places(name, parts):
        if place.is_file():
            return place.read_bytes()
    raise MissingError(f"The file {name} is not where the program was installed; install it again.")


def _places(name: str, parts: tuple[str, ...]) -> tuple[Traversable, ...]:
    packed = package_files("door").joinpath("_data", *parts)
    checkout = Path(__file__).resolve().parents[2]
    return packed, checkout / name if name == _INSTRUCTIONS else checkout.joinpath("data", *parts)


def shipped_text(name: str) -> str:
    """Read a shipped text; see ``shipped_bytes``."""
    return shipped_bytes(name).decode("utf-8")


@lru_cache(maxsize=1)
def load_board() -> Board:
    """Read and build the board, once a process."""
    return Board.from_table(tomli.loads(shipped_text("europe.toml")))
