"""Where the lines of a game's journal stand, so that one of them can be read without the others.

The index is made by one pass over the file that looks at little of each line; then a line is read by itself. A journal
is append-only, so what an index says stays true; it only does not know what was appended after it was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from door.store import files, records
from door.store.errors import StoreError
from door.store.games import game_folder
from door.store.records import Count, JournalLine, Moment, PhaseLine

if TYPE_CHECKING:
    from door.store.home import Home

_JOURNAL_FILE = "journal.jsonl"
_PHASE = "phase"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal: what it is about, the game's act, turn and status after it, and where it stands.

    ``name`` and ``closed`` are those of a closed phase, else empty and None; ``line`` counts from 1.
    """

    line: int
    act: int
    turn: int
    status: str
    name: str
    closed: Moment | None
    start: int
    length: int


class _After(msgspec.Struct, frozen=True):
    acts: Count
    turn: Count
    status: str


class _Glance(msgspec.Struct, frozen=True):
    """What the index needs of a line, whatever else is in it."""

    kind: str
    after: _After
    name: str = ""
    closed: Moment | None = None


def read_index(home: Home, game: str) -> list[Entry]:
    """Give the whole lines in order; StoreError naming the line when one cannot be understood."""
    return list(_entries(files.read_lines(_path(home, game)), game))


def _entries(lines: list[bytes], game: str) -> Iterator[Entry]:
    start = 0
    for number, data in enumerate(lines, 1):
        seen: _Glance = records.decode(data, _Glance, _where(game, number))
        name = seen.name if seen.kind == _PHASE else ""
        after = seen.after
        yield Entry(number, after.acts, after.turn, after.status, name, seen.closed, start, len(data))
        start += len(data) + 1


def closed_turns(index: list[Entry]) -> list[Entry]:
    """Give the turns that led to the game as it stands: those that the sysop has set back do not count."""
    standing: list[Entry] = []
    for entry in index:
        # After its own closing a turn counts one more; whatever sets the game back makes later ones void.
        reached = entry.turn - 1 if entry.name else entry.turn
        while standing and standing[-1].turn > reached:
            standing.pop()
        if entry.name:
            standing.append(entry)
    return standing


def read_entry(home: Home, game: str, entry: Entry) -> JournalLine:
    """Read one line; StoreError when it is damaged, or the file has been changed by hand since it was indexed."""
    path = _path(home, game)
    try:
        with path.open("rb") as file:
            file.seek(entry.start)
            data = file.read(entry.length)
    except OSError as error:
        raise StoreError(f"{files.shown(path)} cannot be read: {error.strerror or error}.") from error
    line: JournalLine = records.decode(data, JournalLine, _where(game, entry.line))
    return line


def read_turn(home: Home, game: str, entry: Entry) -> PhaseLine:
    """Read the line of a closed turn; StoreError as of ``read_entry``."""
    line = read_entry(home, game, entry)
    if not isinstance(line, PhaseLine) or line.name != entry.name:
        raise StoreError(f"{_where(game, entry.line)} is not what it was: the file was changed by hand.")
    return line


def _path(home: Home, game: str) -> Path:
    return game_folder(home, game) / _JOURNAL_FILE


def _where(game: str, number: int) -> str:
    return f"games/{game}/{_JOURNAL_FILE}, line {number},"
