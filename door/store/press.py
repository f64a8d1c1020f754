"""Press: the messages between the players of a game.

    games/NAME/press.jsonl        the messages, append only, one a line
    games/NAME/press/CALLER.json  what a caller has read of them, and the message that the caller has begun

Who may read what is decided in here, and nowhere else: what is on a line of the file is known to this module only, and
what it gives to others is a `Message`, made for one reader. So no screen, list or export can tell who wrote a grey
(unsigned) message: they are never told. What would give it away is left out too: the list of the others who got it
(whoever is not on it wrote it), the caller's name, and how many messages there are that the reader must not see. Nor
does who follows in a seat learn what was written unsigned from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec
from msgspec import Meta

from door.store import files, records
from door.store.errors import MissingError
from door.store.games import game_folder, game_lock
from door.store.names import caller_key, caller_slug
from door.store.records import Moment, Record

if TYPE_CHECKING:
    from door.store.home import Home

_FILE = "press.jsonl"
_FOLDER = "press"

Number = Annotated[int, Meta(ge=1)]
T = TypeVar("T")


class _Head(Record, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """What of a line says who may read it, for who only counts; ``to`` is empty when the message is for everybody."""

    number: Number
    sender: str
    caller: str
    to: list[str]
    grey: bool = False


class _Line(_Head, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of ``press.jsonl``."""

    at: Moment
    phase: str
    lines: list[str]


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message that was begun and not sent; ``answers`` is the ``id`` of the message that it answers."""

    to: list[str]
    grey: bool = False
    lines: list[str]
    answers: Number | None = None
    saved: Moment


class _Papers(Record, frozen=True, kw_only=True):
    """``press/CALLER.json``: numbers of the messages read, and the message begun."""

    caller: str
    read: tuple[Number, ...] = ()
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message as one reader may see it.

    ``number`` counts what this reader sees, ``id`` is for marks and answers only. ``sender`` is None when the message
    is grey, unless it is the reader's own. ``to`` is empty for everybody; of a grey private message each reader sees
    only themself there.
    """

    id: int = field(repr=False)
    number: int
    at: Moment
    phase: str
    sender: str | None
    to: tuple[str, ...]
    grey: bool
    yours: bool
    unread: bool
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be kept: by whom, as which power, to which powers (none: everybody), in which phase."""

    caller: str
    sender: str
    to: Sequence[str]
    grey: bool
    lines: Sequence[str]
    phase: str
    at: Moment


def append(home: Home, game: str, post: NewMessage) -> None:
    """Keep a message; once this returns it cannot be lost."""
    with game_lock(home, game):
        path = _path(home, game)
        last = files.read_last_line(path)
        line = _Line(
            number=1 if last is None else _decode(last, _Head, game, "the last line").number + 1,
            at=post.at,
            phase=post.phase,
            sender=post.sender,
            caller=post.caller,
            to=list(post.to),
            grey=post.grey,
            lines=list(post.lines),
        )
        files.append_line(path, records.encode_line(line, _Line, _where(game)))


def messages(home: Home, game: str, caller: str, power: str | None) -> list[Message]:
    """Give all that the caller may read, oldest first, as the player of the power or (None) of no power.

    StoreError naming the line when one is damaged; a torn last one is passed over.
    """
    read = set(_papers(home, game, caller).read)
    found: list[Message] = []
    for number, data in enumerate(files.read_lines(_path(home, game)), 1):
        line = _decode(data, _Line, game, f"line {number}")
        if _is_for(line, caller, power):
            found.append(_message(line, len(found) + 1, caller, power, read))
    return found


def unread(home: Home, game: str, caller: str, power: str | None) -> int:
    """Count what `messages` would give as unread, without reading the texts."""
    read = set(_papers(home, game, caller).read)
    lines = enumerate(files.read_lines(_path(home, game)), 1)
    heads = (_decode(data, _Head, game, f"line {number}") for number, data in lines)
    return sum(_is_unread(head, caller, power, read) for head in heads if _is_for(head, caller, power))


def mark_read(home: Home, game: str, caller: str, ids: Iterable[int]) -> None:
    """Remember that the caller has read these messages."""
    with game_lock(home, game):
        papers = _papers(home, game, caller)
        read = tuple(sorted({*papers.read, *ids}))
        if read != papers.read:
            _save(home, game, msgspec.structs.replace(papers, read=read))


def load_draft(home: Home, game: str, caller: str) -> Draft | None:
    """Read the message that the caller has begun, if there is one."""
    return _papers(home, game, caller).draft


def save_draft(home: Home, game: str, caller: str, draft: Draft | None) -> None:
    """Keep the message that the caller has begun in place of the former one; None when there is none any more."""
    with game_lock(home, game):
        papers = _papers(home, game, caller)
        if papers.draft != draft:
            _save(home, game, msgspec.structs.replace(papers, draft=draft))


def _is_for(line: _Head, caller: str, power: str | None) -> bool:
    if not line.to:
        return True
    return power is not None and (power in line.to or _is_own(line, caller, power) or _is_former(line, power))


def _is_own(line: _Head, caller: str, power: str | None) -> bool:
    """Whether this caller wrote it, in the seat that is still theirs."""
    return power == line.sender and caller_key(caller) == caller_key(line.caller)


def _is_former(line: _Head, power: str) -> bool:
    """Whether a former player of the power wrote it and signed: who follows in a seat is bound by what was promised."""
    return power == line.sender and not line.grey


def _is_unread(line: _Head, caller: str, power: str | None, read: set[int]) -> bool:
    """Whether it is neither read nor the caller's own."""
    return line.number not in read and not _is_own(line, caller, power)


def _message(line: _Line, number: int, caller: str, power: str | None, read: set[int]) -> Message:
    yours = _is_own(line, caller, power)
    hidden = line.grey and not yours
    return Message(
        id=line.number,
        number=number,
        at=line.at,
        phase=line.phase,
        sender=None if hidden else line.sender,
        to=(power,) if hidden and line.to and power is not None else tuple(line.to),
        grey=line.grey,
        yours=yours,
        unread=_is_unread(line, caller, power, read),
        lines=tuple(line.lines),
    )


def _papers(home: Home, game: str, caller: str) -> _Papers:
    try:
        return records.read(_papers_path(home, game, caller), _Papers)
    except MissingError:
        return _Papers(caller=caller)


def _save(home: Home, game: str, papers: _Papers) -> None:
    path = _papers_path(home, game, papers.caller)
    files.make_folder(path.parent)
    files.sweep(path.parent)
    records.write(path, papers)


def _path(home: Home, game: str) -> Path:
    return game_folder(home, game) / _FILE


def _papers_path(home: Home, game: str, caller: str) -> Path:
    return game_folder(home, game) / _FOLDER / f"{caller_slug(caller)}.json"


def _where(game: str) -> str:
    return f"games/{game}/{_FILE}"


def _decode(data: bytes, kind: type[T], game: str, which: str) -> T:
    return records.decode(data, kind, f"{_where(game)}, {which},")
