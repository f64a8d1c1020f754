"""Games and the orders entered for their open phase.

``games/NAME/`` holds ``game.json``, ``orders/POWER.json`` and the journal. All writes in it are made under the
game's lock, which each function here takes for itself; take ``game_lock`` around several that belong together.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from door.store import files, locks, records
from door.store.errors import MissingError, StoreError, TakenError
from door.store.names import check_game_name, check_power_name, game_name_fault
from door.store.records import GameRecord, OrdersRecord

if TYPE_CHECKING:
    from door.store.home import Home

_GAME_FILE = "game.json"
_ORDERS_FOLDER = "orders"
_BUSY = "Another process is working on this game; try again."


def list_games(home: Home) -> list[str]:
    """Give the names of all games, also of damaged ones, in order."""
    try:
        return sorted(entry.name for entry in os.scandir(home.games_dir) if entry.is_dir() and _is_game(entry.name))
    except OSError as error:
        raise StoreError(f"The list of games cannot be read: {error.strerror or error}.") from error


def _is_game(name: str) -> bool:
    return game_name_fault(name) is None


def game_folder(home: Home, name: str) -> Path:
    """Give the game's folder; StoreError for a name that no game can have."""
    check_game_name(name)
    return home.games_dir / name


@contextmanager
def game_lock(home: Home, name: str, timeout: float | None = None) -> Iterator[None]:
    """Hold the game's lock; MissingError when there is no such game, BusyError when another keeps it."""
    folder = game_folder(home, name)
    if not folder.is_dir():
        raise MissingError(f"There is no game {name!r}.")
    with locks.held(folder / locks.LOCK_NAME, _BUSY, timeout):
        yield


def create_game(home: Home, record: GameRecord) -> None:
    """Make a new game; TakenError when there is one of that name. Of two at once, exactly one succeeds."""
    folder = game_folder(home, record.name)
    with locks.held(home.games_dir / locks.LOCK_NAME, "Another process is making a game; try again."):
        if folder.exists():
            raise TakenError(f"There is a game {record.name!r} already; choose another name.")
        # Made whole under another name first: a crash leaves no half of a game.
        half = files.temporary_beside(folder)
        try:
            files.make_folder(half)
            files.make_folder(half / _ORDERS_FOLDER)
            records.write(half / _GAME_FILE, record)
            os.rename(half, folder)
            files.sync_folder(home.games_dir)
        except OSError as error:
            raise StoreError(f"The game {record.name!r} cannot be made: {error.strerror or error}.") from error
        finally:
            shutil.rmtree(half, ignore_errors=True)


def load_game(home: Home, name: str) -> GameRecord:
    """Read a game as it stands; MissingError when there is none, StoreError when its file is damaged."""
    folder = game_folder(home, name)
    path = folder / _GAME_FILE
    try:
        record = records.read(path, GameRecord)
    except MissingError:
        if folder.is_dir():
            raise StoreError(f"games/{name}/{_GAME_FILE} is missing.") from None
        raise MissingError(f"There is no game {name!r}.") from None
    if record.name != name:
        raise StoreError(f"games/{name}/{_GAME_FILE} is damaged: it says that it is the game {record.name!r}.")
    return record


def save_game(home: Home, record: GameRecord) -> None:
    """Replace the snapshot of the game, which must exist already."""
    with game_lock(home, record.name):
        records.write(game_folder(home, record.name) / _GAME_FILE, record)


def _orders_file(home: Home, name: str, power: str) -> Path:
    check_power_name(power)
    return game_folder(home, name) / _ORDERS_FOLDER / f"{power}.json"


def load_orders(home: Home, name: str, power: str, phase: str, turn: int | None = None) -> OrdersRecord | None:
    """Read what the power has entered for the phase; None when that is nothing, or was for another phase.

    With ``turn`` given, orders of another turn do not count either: after a game was set back, the same phase
    comes again.
    """
    try:
        record = records.read(_orders_file(home, name, power), OrdersRecord)
    except MissingError:
        return None
    if record.power != power:
        raise StoreError(f"games/{name}/orders/{power}.json is damaged: it says that it is {record.power}'s.")
    return record if record.phase == phase and turn in (None, record.turn) else None


def save_orders(home: Home, name: str, record: OrdersRecord) -> OrdersRecord:
    """Replace what the power has entered, and give it back as read from the disk.

    StoreError when the game is no longer in the phase that the orders are for.
    """
    path = _orders_file(home, name, record.power)
    with game_lock(home, name):
        game = load_game(home, name)
        if game.phase != record.phase:
            raise StoreError(f"The orders are for {record.phase}, but the game stands at {game.phase}.")
        files.make_folder(path.parent)  # an unpacked backup may have lost an empty folder
        records.write(path, msgspec.structs.replace(record, turn=game.turn))
        return records.read(path, OrdersRecord)


def clear_orders(home: Home, name: str, keep: GameRecord | None = None) -> None:
    """Remove all orders; with ``keep``, those for its phase and turn stay, and so does what cannot be read."""
    with game_lock(home, name):
        folder = game_folder(home, name) / _ORDERS_FOLDER
        try:
            for path in folder.glob("*.json"):
                if keep is None or _is_stale(path, keep):
                    path.unlink(missing_ok=True)  # not synced: one that comes back is stale, and counts for nothing
        except OSError as error:
            raise StoreError(f"Old orders in games/{name} cannot be removed: {error.strerror or error}.") from error


def _is_stale(path: Path, game: GameRecord) -> bool:
    try:
        record = records.read(path, OrdersRecord)
    except StoreError:
        return False  # damaged: left as it is for the sysop to see
    return (record.phase, record.turn) != (game.phase, game.turn)


def sweep(home: Home, name: str) -> None:
    """Remove what a crash left of writes in the game's folders."""
    with game_lock(home, name):
        folder = game_folder(home, name)
        files.sweep(folder)
        files.sweep(folder / _ORDERS_FOLDER)
