"""What a caller knows of a game: up to where the news were read.

    games/NAME/seen/CALLER.json

News are counted by the lines of the journal (``acts``), not by turns: acts never go back, turns may be set back and
played again. The mark moves when the news have been read, not when they are shown: a line that drops loses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from door.store import files, records
from door.store.errors import MissingError, StoreError
from door.store.games import game_folder, game_lock, load_game
from door.store.names import caller_key, caller_slug
from door.store.records import Count, Record

if TYPE_CHECKING:
    from door.store.home import Home

_FOLDER = "seen"


class Seen(Record, frozen=True, kw_only=True):
    """``seen/CALLER.json``: the last act that the caller has read of; ``since``, after which act those news began.

    ``votes`` is what was said of open votes.
    """

    caller: str
    read: Count
    since: Count = 0
    votes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """News as they were shown: of the acts after ``since`` up to ``read``, and of these votes."""

    since: int
    read: int
    votes: Sequence[str] = ()


def load_seen(home: Home, game: str, caller: str) -> Seen | None:
    """Read what the caller knows; None when no news were read yet, StoreError when the file is damaged."""
    path = _path(home, game, caller)
    try:
        seen = records.read(path, Seen)
    except MissingError:
        return None
    if caller_key(seen.caller) != caller_key(caller):
        raise StoreError(f"games/{game}/{_FOLDER}/{path.name} is damaged: it says that it is {seen.caller}'s.")
    return seen


def save_seen(home: Home, game: str, caller: str, reading: Reading) -> Seen:
    """Remember that the caller has read these news, and give what is known now.

    Another line of the same caller may have read further: the mark does not go back.
    """
    with game_lock(home, game):
        former = load_seen(home, game, caller)
        after = _after(former, caller, reading, load_game(home, game).acts)
        if after != former:
            path = _path(home, game, caller)
            files.make_folder(path.parent)
            files.sweep(path.parent)
            records.write(path, after)
        return after


def _after(former: Seen | None, caller: str, reading: Reading, acts: int) -> Seen:
    # A mark beyond the journal's end is of a game that was put back from a backup since.
    if former is None or former.read > acts or reading.read > former.read:
        return Seen(caller=caller, read=reading.read, since=reading.since, votes=tuple(reading.votes))
    votes = reading.votes if reading.read == former.read else former.votes
    return Seen(caller=former.caller, read=former.read, since=former.since, votes=tuple(votes))


def _path(home: Home, game: str, caller: str) -> Path:
    return game_folder(home, game) / _FOLDER / f"{caller_slug(caller)}.json"
