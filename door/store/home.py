"""The home: the one folder with everything live in it.

    empire1901.toml                the sysop's settings
    callers/NAME.json              one caller
    games/NAME/game.json           one game: the snapshot
    games/NAME/orders/POWER.json   what is entered for the open phase
    games/NAME/journal.jsonl       what happened: the truth
    bulletins/                     what the event will write for the board; nothing is written yet
    calls.jsonl                    the last calls
    online/                        who is on line, a file for each server
    event.jsonl                    what each event did
    door.log                       the log of the server and the event, which ``door.cli`` writes

Several processes share it: server, event, door processes. Opening it is safe at any time.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from door.store import files, journal, locks, records, settings
from door.store.callers import callers_lock
from door.store.errors import BusyError, StoreError
from door.store.games import list_games
from door.store.records import EventLine
from door.store.settings import Settings

HOME_VARIABLE = "EMPIRE1901_HOME"

_PATIENCE = 1.0  # seconds to wait for a game in use; whoever works on it leaves it whole, or the next one mends it

_log = logging.getLogger(__name__)


def default_root() -> Path:
    """Where the home is when nobody says otherwise: ``$EMPIRE1901_HOME``, else where the platform keeps data."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("empire1901", appauthor=False))


@dataclass(frozen=True, slots=True)
class Home:
    """A home that has been opened, and its settings as they were then."""

    root: Path
    settings: Settings

    @classmethod
    def open(cls, root: Path) -> Home:
        """Open a home, making what is missing and finishing what a crash cut short.

        SettingsError when the settings are wrong, StoreError when the folder cannot be used. A damaged game
        stops nothing: it is logged here, and reading it raises StoreError.
        """
        root = root.resolve()  # one spelling a home, since locks go by path
        _make(root)
        home = cls(root, _read_settings(root))
        home._tidy()
        for name in list_games(home):
            try:
                journal.recover(home, name, _PATIENCE)
            except BusyError:
                _log.info("Game %s is not looked at: another process is working on it.", name)
            except StoreError as error:
                _log.error("Game %s is left as it is: %s", name, error)
        return home

    @property
    def games_dir(self) -> Path:
        """The folder of the games."""
        return self.root / "games"

    @property
    def callers_dir(self) -> Path:
        """The folder of the callers."""
        return self.root / "callers"

    @property
    def bulletins_dir(self) -> Path:
        """The folder of what the event writes for the board; written under ``event_lock``."""
        return self.root / "bulletins"

    @property
    def settings_path(self) -> Path:
        """The sysop's settings."""
        return self.root / files.SETTINGS_NAME

    @property
    def event_path(self) -> Path:
        """What each event did, a line each; written under ``event_lock``."""
        return self.root / "event.jsonl"

    def _tidy(self) -> None:
        """Remove what a crash left behind, and make sure that names made before it will stay."""
        with callers_lock(self):
            files.sweep(self.callers_dir)
        with locks.held(self.games_dir / locks.LOCK_NAME, "Another process is making a game; try again."):
            files.sweep(self.games_dir)
        for folder in (self.root, self.callers_dir, self.games_dir):
            files.sync_folder(folder)


def _make(root: Path) -> None:
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        for folder in (root, root / "callers", root / "games", root / "bulletins"):
            files.make_folder(folder)
    except OSError as error:
        raise StoreError(f"The home {root} cannot be made: {error.strerror or error}.") from error
    except StoreError as error:
        raise StoreError(f"The home {root} cannot be made: {error}") from error


def _read_settings(root: Path) -> Settings:
    path = root / files.SETTINGS_NAME
    with locks.held(root / locks.LOCK_NAME, "Another process is opening the home; try again."):
        files.sweep(root)
        if not path.exists():
            files.replace(path, settings.template().encode())
    return settings.parse(files.read(path))


@contextmanager
def event_lock(home: Home, timeout: float | None = None) -> Iterator[None]:
    """Hold the lock of the event, so that there is one at a time; BusyError when another keeps it."""
    with locks.held(home.root / locks.EVENT_LOCK_NAME, "Another event is at work; try again.", timeout):
        files.sweep(home.bulletins_dir)
        yield


def append_event(home: Home, line: EventLine) -> None:
    """Note what an event did; call it under ``event_lock``."""
    files.append_line(home.event_path, records.encode_line(line, EventLine, home.event_path.name))


def last_event(home: Home) -> EventLine | None:
    """Read what the last event did; None before the first."""
    line = files.read_last_line(home.event_path)
    return None if line is None else records.decode(line, EventLine, home.event_path.name)
