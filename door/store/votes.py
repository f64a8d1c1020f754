"""What callers keep trying in a game: their votes, and wrong passwords for its seats.

``games/NAME/votes.json`` and ``games/NAME/tries.json``, replaced whole. Votes are secret, so they stand in no journal,
and they are of one turn: those of any other are not read. Nothing here locks: take ``game_lock`` around reading and
writing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from door.store import records
from door.store.errors import MissingError, StoreError
from door.store.games import game_folder
from door.store.names import caller_key
from door.store.records import GameRecord, TriesRecord, Vote, VotesRecord

if TYPE_CHECKING:
    from door.store.home import Home

_VOTES_FILE = "votes.json"
_TRIES_FILE = "tries.json"


def load_votes(home: Home, game: GameRecord) -> dict[str, Vote]:
    """Read the votes of the game's open turn, by power; StoreError when the file is damaged."""
    try:
        record = records.read(game_folder(home, game.name) / _VOTES_FILE, VotesRecord)
    except MissingError:
        return {}
    return record.votes if (record.phase, record.turn) == (game.phase, game.turn) else {}


def save_votes(home: Home, game: GameRecord, votes: Mapping[str, Vote]) -> None:
    """Replace the votes of the game's open turn; those of an earlier one are gone with that."""
    record = VotesRecord(phase=game.phase, turn=game.turn, votes=dict(votes))
    records.write(game_folder(home, game.name) / _VOTES_FILE, record)


def clear_votes(home: Home, name: str) -> None:
    """Remove all votes; not synced, since those that come back are of a turn that has passed."""
    try:
        (game_folder(home, name) / _VOTES_FILE).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"Old votes in games/{name} cannot be removed: {error.strerror or error}.") from error


def wrong_tries(home: Home, name: str, caller: str, day: date) -> int:
    """Count the wrong passwords that the caller gave for a seat of the game on that day."""
    return _tries(home, name, day).get(caller_key(caller), 0)


def note_wrong_try(home: Home, name: str, caller: str, day: date) -> None:
    """Count one more."""
    wrong = _tries(home, name, day)
    key = caller_key(caller)
    record = TriesRecord(day=day.isoformat(), wrong={**wrong, key: wrong.get(key, 0) + 1})
    records.write(game_folder(home, name) / _TRIES_FILE, record)


def _tries(home: Home, name: str, day: date) -> dict[str, int]:
    try:
        record = records.read(game_folder(home, name) / _TRIES_FILE, TriesRecord)
    except MissingError:
        return {}
    return record.wrong if record.day == day.isoformat() else {}
