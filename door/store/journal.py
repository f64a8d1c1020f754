"""The journal of a game: append only, one line for each phase closed and each other act. It is the truth.

An act is done in three steps, in this order: the line is appended (then it has happened, whatever comes),
the snapshot is replaced, the orders of the closed phase are removed. ``commit`` does all three. After a crash
between them ``recover`` does what is missing, since every line holds the whole game after it.

Lines are numbered by ``acts`` of that game: a line made from a game that has moved on since is refused, so
nothing happens twice.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from door.store import files, records
from door.store.errors import StoreError
from door.store.games import clear_orders, game_folder, game_lock, load_game, save_game, sweep
from door.store.records import GameRecord, JournalLine, PhaseLine

if TYPE_CHECKING:
    from door.store.home import Home

_JOURNAL_FILE = "journal.jsonl"

_log = logging.getLogger(__name__)


def commit(home: Home, line: JournalLine) -> GameRecord:
    """Do an act: journal, snapshot, orders; give the game after it. Once this returns it cannot be lost."""
    with game_lock(home, line.after.name):
        written = append(home, line.after.name, line)
        save_game(home, written.after)
        clear_orders(home, line.after.name, keep=None if isinstance(line, PhaseLine) else written.after)
        return written.after


def append(home: Home, game: str, line: JournalLine) -> JournalLine:
    """Append a line, numbered, and give it back so; StoreError when it was made from a game that has moved on.

    This is the first step of ``commit`` alone.
    """
    if line.after.name != game:
        raise StoreError(f"A line for the game {line.after.name!r} does not belong to the journal of {game!r}.")
    with game_lock(home, game):
        before = last(home, game)
        acts = before.after.acts if before else 0
        if line.after.acts != acts:
            raise StoreError(f"The game {game!r} has moved on to act {acts} from act {line.after.acts}; read it again.")
        after = msgspec.structs.replace(line.after, acts=acts + 1)
        written: JournalLine = msgspec.structs.replace(line, after=after)
        path = _path(home, game)
        files.append_line(path, records.encode_line(written, JournalLine, _where(game)))
        return written


def read(home: Home, game: str) -> list[JournalLine]:
    """Read all lines; StoreError naming the line when one is damaged. A torn last one is passed over."""
    lines = files.read_lines(_path(home, game))
    return [_decode(line, f"{_where(game)}, line {number},") for number, line in enumerate(lines, 1)]


def last(home: Home, game: str) -> JournalLine | None:
    """Read the last line only; None when nothing has happened yet."""
    path = _path(home, game)
    line = files.read_last_line(path)
    if line is None:
        return None
    try:
        return _decode(line, _where(game))
    except StoreError:
        number = len(files.read_lines(path))
        return _decode(line, f"{_where(game)}, line {number},")


def phases(home: Home, game: str) -> list[PhaseLine]:
    """Read the phases closed so far, oldest first."""
    return [line for line in read(home, game) if isinstance(line, PhaseLine)]


def last_phase(home: Home, game: str) -> PhaseLine | None:
    """Read the phase closed last; None before the first."""
    line = last(home, game)
    if line is None or isinstance(line, PhaseLine):
        return line
    return next((line for line in reversed(read(home, game)) if isinstance(line, PhaseLine)), None)


def recover(home: Home, game: str, timeout: float | None = None) -> bool:
    """Finish what a crash cut short in the game; True when anything of it was still to be done.

    StoreError, with nothing changed, when the journal or the snapshot is damaged, or when lines of the journal
    have been lost that the snapshot includes.
    """
    with game_lock(home, game, timeout):
        record = load_game(home, game)
        line = last(home, game)
        acts = line.after.acts if line else 0
        before = record.acts
        if acts < before:
            raise StoreError(f"{_where(game)} has lost lines: it ends at act {acts}, game.json is at {before}.")
        sweep(home, game)
        torn = files.cut_torn_line(_path(home, game))
        if line is not None and acts > before:
            _log.warning("Game %s: carrying out act %d, cut short by a crash.", game, acts)
            record = line.after
            save_game(home, record)
        clear_orders(home, game, keep=record)
        return torn or acts > before


def rebuild(home: Home, game: str) -> GameRecord:
    """Make the snapshot anew from the journal, whatever is in its place: the sysop's way to mend a damaged one."""
    with game_lock(home, game):
        lines = read(home, game)
        if not lines:
            raise StoreError(f"{_where(game)} holds nothing to make game.json of.")
        record = lines[-1].after
        save_game(home, record)
        clear_orders(home, game, keep=record)
        return record


def _path(home: Home, game: str) -> Path:
    return game_folder(home, game) / _JOURNAL_FILE


def _where(game: str) -> str:
    return f"games/{game}/{_JOURNAL_FILE}"


def _decode(line: bytes, where: str) -> JournalLine:
    decoded: JournalLine = records.decode(line, JournalLine, where)
    return decoded
