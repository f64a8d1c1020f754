"""One typed record for each kind of file.

Every record carries its version, first in the file. A file of another version is refused, and so is a field
that is not known here: a newer program wrote it, and writing it back would lose it. Records are values; make a
changed one with ``msgspec.structs.replace``.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from door.rules.phase import COMPLETED, Phase
from door.store import files
from door.store.errors import StoreError

VERSION = 1

RulesName: TypeAlias = Literal["e1901", "standard"]
Starts: TypeAlias = Literal["full", "open"]
Status: TypeAlias = Literal["forming", "running", "over"]
PressSetting: TypeAlias = Literal["all", "public", "none", "rulebook"]
Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
State: TypeAlias = dict[str, Any]
"""A position in the one JSON form; ``door.rules.state`` reads and writes it."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all records share: their version."""

    version: int = VERSION


class PasswordHash(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A password as scrypt hashed it, with the parameters it was hashed with; salt and hash in hexadecimal."""

    n: Annotated[int, Meta(ge=2, le=2**16)]
    r: Annotated[int, Meta(ge=1, le=32)]
    p: Annotated[int, Meta(ge=1, le=16)]
    salt: Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{2}){8,64}\Z")]
    hash: Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{2}){16,64}\Z")]


class BoardHandle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By what handle a board knows a caller; ``board`` is "" where one board alone uses the home."""

    handle: str
    board: str = ""


class CallerRecord(Record, frozen=True, kw_only=True):
    """``callers/NAME.json``: one caller, the name as it was typed; None for what was never chosen.

    With ``hot_keys`` a key counts without Enter; ``page_rows`` is how many plain lines come before a stop, 0 for
    all. ``shown`` False: other callers do not see when this one calls. Without a ``password`` the caller comes from a
    board only; ``boards`` are the handles by which boards bring this caller.
    """

    name: str
    password: PasswordHash | None
    boards: list[BoardHandle] = []
    charset: str | None = None
    colour: bool | None = None
    plain: bool | None = None
    hot_keys: bool = True
    page_rows: Count | None = None
    shown: bool = True
    created: Moment
    last_call: Moment | None = None


class GameRecord(Record, frozen=True, kw_only=True):
    """``games/NAME/game.json``: settings, seats, phase and position of one game.

    ``turn`` counts the phases closed so far, ``acts`` the lines of the journal that this record includes; the
    journal sets ``acts``, nobody else does. ``closed_on`` is the date (ISO) of the event that last closed a
    phase, or of the start. ``press`` says what messages players may write, ``grey`` whether also unsigned ones.
    ``password`` is what a caller needs to take a seat; in an ``anonymous`` game nobody learns who plays what until it
    is over. ``draws`` and ``concessions`` say on what its players can vote. A game that ended by such a vote has
    the powers that share it in ``draw``, or a ``winner`` and ``conceded``.
    """

    name: str
    title: str
    rules: RulesName
    army_fleet: bool = False
    press: PressSetting = "all"
    grey: bool = False
    password: PasswordHash | None = None
    anonymous: bool = False
    draws: bool = True
    concessions: bool = True
    starts: Starts
    status: Status
    seats: dict[str, str]
    phase: str
    turn: Count
    acts: Count = 0
    state: State
    winner: str | None = None
    conceded: bool = False
    draw: list[str] = []
    created: Moment
    started: Moment | None = None
    closed_on: Annotated[str, Meta(pattern=r"\A\d{4}-\d{2}-\d{2}\Z")] | None = None

    def __post_init__(self) -> None:
        if self.phase != COMPLETED:
            Phase.parse(self.phase)
        if self.closed_on is not None:
            date.fromisoformat(self.closed_on)


class OrdersRecord(Record, frozen=True, kw_only=True):
    """``games/NAME/orders/POWER.json``: what a power has entered for a phase, in canonical notation.

    ``turn`` is the game's when the orders were saved; ``save_orders`` sets it. ``ready``: the power has said that it
    will change them no more.
    """

    phase: str
    turn: Count = 0
    power: str
    orders: list[str]
    saved: Moment
    ready: bool = False


class PhaseLine(Record, frozen=True, kw_only=True, tag_field="kind", tag="phase"):
    """A line of the journal: a phase was closed. ``turn`` is the game's turn before that."""

    turn: Count
    name: str
    state: State
    orders: dict[str, list[str]]
    results: dict[str, list[str]]
    reasons: dict[str, str] = {}
    report: list[str] = []
    closed: Moment
    after: GameRecord

    @property
    def next(self) -> State:
        """What came of it, in the one JSON form: name of the next phase and its state."""
        return {"name": self.after.phase, "state": self.after.state}

    @property
    def winner(self) -> str | None:
        """The power that won by it, if any."""
        return self.after.winner


class StartLine(Record, frozen=True, kw_only=True, tag_field="kind", tag="start"):
    """A line of the journal: the game began."""

    at: Moment
    after: GameRecord


class SeatLine(Record, frozen=True, kw_only=True, tag_field="kind", tag="seat"):
    """A line of the journal: a caller took the power's seat, or with caller None it was left open."""

    power: str
    caller: str | None
    at: Moment
    after: GameRecord


class SysopLine(Record, frozen=True, kw_only=True, tag_field="kind", tag="sysop"):
    """A line of the journal: the sysop changed something by hand; ``did`` says what."""

    did: str
    at: Moment
    after: GameRecord


class EndLine(Record, frozen=True, kw_only=True, tag_field="kind", tag="end"):
    """A line of the journal: the players have ended the game by a vote, in the open phase, which was not closed.

    ``powers`` are those that share the draw, or the one that the others conceded to. Who voted is not kept.
    """

    how: Literal["draw", "concession"]
    powers: list[str]
    at: Moment
    after: GameRecord


JournalLine: TypeAlias = PhaseLine | StartLine | SeatLine | SysopLine | EndLine
"""A line of ``games/NAME/journal.jsonl``; ``after`` is the whole game after it, so any line can restore it."""


class Vote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a caller has voted for: a draw, with ``to`` None, or a concession to that power."""

    caller: str
    to: str | None


class VotesRecord(Record, frozen=True, kw_only=True):
    """``games/NAME/votes.json``: the votes of one turn, by power; in any other turn they count for nothing."""

    phase: str
    turn: Count
    votes: dict[str, Vote]


class TriesRecord(Record, frozen=True, kw_only=True):
    """``games/NAME/tries.json``: how often each caller gave a wrong password for a seat on that date (ISO)."""

    day: Annotated[str, Meta(pattern=r"\A\d{4}-\d{2}-\d{2}\Z")]
    wrong: dict[str, Count]


class EventGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an event did in one game."""

    game: str
    did: str


class EventLine(Record, frozen=True, kw_only=True):
    """A line of ``event.jsonl``: what one event did."""

    at: Moment
    games: list[EventGame]


T = TypeVar("T")


class _Stamp(msgspec.Struct, frozen=True):
    version: int


def decode(data: bytes, kind: type[T] | Any, where: str | Path) -> T:
    """Read a record of that kind; StoreError, naming ``where``, for another version or wrong content."""
    try:
        found = msgspec.json.decode(data, type=_Stamp).version
        if found == VERSION:
            record: T = msgspec.json.decode(data, type=kind)
            return record
    except (msgspec.DecodeError, RecursionError) as error:
        raise StoreError(f"{_named(where)} is damaged: {error}.") from error
    raise StoreError(
        f"{_named(where)} has version {found}, but this program knows version {VERSION} only; "
        "use the program that wrote it."
    )


def _named(where: str | Path) -> str:
    return files.shown(where) if isinstance(where, Path) else where


def encode_line(record: Record, kind: Any, where: str) -> bytes:
    """Write a record on one line; StoreError for one that could not be read again."""
    data = msgspec.json.encode(record)
    decode(data, kind, f"What would be written to {where}")
    return data


def read(path: Path, kind: type[T]) -> T:
    """Read the record that is the whole content of a file; MissingError when there is none."""
    return decode(files.read(path), kind, path)


def write(path: Path, record: Record) -> None:
    """Replace the file by the record, laid out to be read; StoreError for one that could not be read again."""
    data = encode_line(record, type(record), path.name)
    files.replace(path, msgspec.json.format(data, indent=2) + b"\n")
