"""Drop files: what a board writes down about its caller before it starts a door.

Four kinds, known by their names: DOOR32.SYS, DOOR.SYS, DORINFOx.DEF and CHAIN.TXT, in capitals or not. What it owns:
which line means what, and what real boards put there (each oddity is named where it is met). It shows nothing and
logs nothing. A drop file may hold the caller's password: that line is never read into anything.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

#: More than a day is no time left: some boards write such numbers for callers without a limit.
MOST_MINUTES: Final = 1440
_LARGEST: Final = 64 * 1024
_LONGEST_NAME: Final = 60
_END_OF_FILE: Final = b"\x1a"
_TELL: Final = "Please tell the sysop."

#: The kinds by the pattern of their names, in the order in which a directory is searched; and the line, counted from
#: 1, that must be there. Behind it stand only things that a door can do without.
DOOR32: Final = "DOOR32.SYS"
DOOR_SYS: Final = "DOOR.SYS"
CHAIN: Final = "CHAIN.TXT"
DORINFO: Final = "DORINFOx.DEF"
_KINDS: Final = {
    DOOR32: re.compile(r"door32\.sys", re.IGNORECASE),
    DOOR_SYS: re.compile(r"door\.sys", re.IGNORECASE),
    CHAIN: re.compile(r"chain\.txt", re.IGNORECASE),
    DORINFO: re.compile(r"dorinfo([0-9a-z])\.def", re.IGNORECASE),
}
_NEEDED: Final = {DOOR32: 10, DOOR_SYS: 26, CHAIN: 16, DORINFO: 12}


class DropFault(Exception):
    """A drop file that cannot be used: one plain sentence for the caller, and the reason for the log."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Given:
    """What a board gave of a call; None or "" for what it did not.

    ``socket`` is the handle of a line to the caller, only where the board says that there is one (``over_socket``).
    ``minutes`` is None, too, when what stood there cannot be time left; ``remarks`` say so, for the log. Without a
    ``handle``, ``nameless`` is the reason.
    """

    kind: str = "parameters"
    handle: str = ""
    real_name: str = ""
    board: str = ""
    user: int | None = None
    node: int | None = None
    minutes: float | None = None
    over_socket: bool = False
    socket: int | None = None
    ansi: bool = True
    seven_bits: bool = False
    columns: int = 0
    rows: int = 0
    remarks: tuple[str, ...] = field(default=())
    nameless: str = ""


def read(place: Path, node: int | None = None) -> Given:
    """Read a drop file, or the one in a directory; raises DropFault.

    ``node`` chooses among the DORINFO files of several nodes.
    """
    path, kind = _find(place, node)
    lines = _lines(_bytes(path))
    needed = _NEEDED[kind]
    if len(lines) < needed:
        raise DropFault(
            f"The board's drop file is not complete. {_TELL}",
            f"{path} has {_count(len(lines), 'line')}; a {kind} has at least {needed}",
        )
    given = _READERS[kind](lines, path.name)
    return given if given.handle or given.nameless else replace(given, nameless=f"{path} has no name in it")


def usable_minutes(text: str) -> tuple[float | None, str]:
    """Read the minutes left; None, with a remark for the log, when they cannot be what is left of a call."""
    minutes = _number(text)
    if minutes is None or not 0 < minutes <= MOST_MINUTES:
        return None, f"the time left, {text.strip()[:20]!r}, cannot be minutes from 1 to {MOST_MINUTES}"
    return minutes, ""


def whole(text: str) -> int | None:
    """Read a whole number that is not negative; None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def clean(text: str) -> str:
    """A name without control characters, and with single blanks."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split())[:_LONGEST_NAME].rstrip()


# The file


def _find(place: Path, node: int | None) -> tuple[Path, str]:
    """The drop file meant, and its kind."""
    try:
        if place.is_dir() and _kind_of(place.name) is None:
            return _find_in(place, node)
        kind = _kind_of(place.name)
        if kind is None:
            raise DropFault(
                f"The board's drop file is of a kind that is not known here. {_TELL}",
                f"{place} is none of {', '.join(_KINDS)}",
            )
        if not place.exists():  # the board may write its name in the other case
            near = [path for path in place.parent.glob("*") if path.name.lower() == place.name.lower()]
            place = near[0] if near else place
    except OSError as error:
        raise _unreadable(place, error) from error
    return place, kind


def _find_in(directory: Path, node: int | None) -> tuple[Path, str]:
    names = sorted(path.name for path in directory.iterdir())
    for kind, pattern in _KINDS.items():
        found = [name for name in names if pattern.fullmatch(name)]
        if kind == DORINFO and len(found) > 1:
            found = [name for name in found if _node_of(name) == node]
        if found:
            return directory / found[0], kind
    raise DropFault(
        f"The board has left no drop file here. {_TELL}",
        f"{directory} holds none of {', '.join(_KINDS)}, or several of the last kind and none for this node",
    )


def _kind_of(name: str) -> str | None:
    return next((kind for kind, pattern in _KINDS.items() if pattern.fullmatch(name)), None)


def _node_of(name: str) -> int | None:
    """The node of a DORINFO file: 1 to 9, then A, B and so on; 0 is how ENiGMA writes 10."""
    match = _KINDS[DORINFO].fullmatch(name)
    return None if match is None else int(match[1], 36) or 10


def _bytes(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would keep the caller waiting
            raise DropFault(f"The board's drop file is not a file. {_TELL}", f"{path} is not a file")
        with path.open("rb") as file:
            return file.read(_LARGEST)
    except FileNotFoundError:
        raise DropFault(f"The board's drop file is not there. {_TELL}", f"there is no {path}") from None
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> DropFault:
    return DropFault(f"The board's drop file cannot be read. {_TELL}", f"{path} cannot be read: {error.strerror}")


def _lines(data: bytes) -> list[str]:
    data = data.partition(_END_OF_FILE)[0].removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")  # no name in CP437 happens to be UTF-8
    except UnicodeDecodeError:
        text = data.decode("cp437")
    lines = re.split("\r\n|\n|\r", text)
    return lines if lines[-1] else lines[:-1]


# Its lines


def _door32(lines: Sequence[str], _: str) -> Given:
    """DOOR32.SYS, revision 1."""
    board, node = lines[3], lines[10] if len(lines) > 10 else ""
    minutes, remark = usable_minutes(_time_of_wwiv(lines[8]) if board.startswith("WWIV") else lines[8])
    return Given(
        DOOR32,
        handle=clean(lines[6]) or clean(lines[5]),
        real_name=clean(lines[5]),
        board=clean(board),
        user=whole(lines[4]) or None,  # 0 is how ENiGMA says that it has no number
        node=whole(node),
        minutes=minutes,
        over_socket=whole(lines[0]) == 2,
        socket=whole(lines[1]) if whole(lines[0]) == 2 else None,
        ansi=whole(lines[9]) != 0,
        remarks=_remarks(remark),
    )


def _time_of_wwiv(text: str) -> str:
    """WWIV 5 writes seconds, 60 times its minutes, where minutes belong."""
    seconds = whole(text)
    return text if seconds is None or seconds % 60 else str(seconds // 60)


def _door_sys(lines: Sequence[str], _: str) -> Given:
    """DOOR.SYS, in its forms of 31 and of 52 lines. Line 14 is the password: it stays unread."""
    lines = [*lines, *[""] * (52 - len(lines))]
    minutes, remark = _seconds(lines[17])
    if minutes is None:  # the seconds win where both are given: ViSiON/3 always writes 255 minutes
        minutes, remark = usable_minutes(lines[18])
    return Given(
        DOOR_SYS,
        handle=clean(lines[35]) or clean(lines[9]),
        real_name=clean(lines[9]),
        user=whole(lines[25]) or None,
        node=whole(lines[3]),
        minutes=minutes,
        ansi=lines[19].strip().upper() == "GR" or lines[38].strip().upper() == "Y",
        seven_bits=lines[19].strip().upper() == "7E",
        remarks=_remarks(remark),
    )


def _dorinfo(lines: Sequence[str], name: str) -> Given:
    """DORINFOx.DEF. It has no user number, and at ENiGMA the first word of the name stands for both its halves."""
    first, last = clean(lines[6]), clean(lines[7])
    halved = bool(first) and first.casefold() == last.casefold()
    minutes, remark = usable_minutes(lines[11])
    whole_name = "" if halved else clean(f"{first} {last}")
    return Given(
        DORINFO,
        handle=whole_name,
        real_name=whole_name,
        board=clean(lines[0]),
        node=_node_of(name),
        minutes=minutes,
        ansi=whole(lines[9]) != 0,
        remarks=_remarks(remark),
        nameless=f"{name} has one word twice for the name; use DOOR32.SYS, or give the name with --name"
        if halved
        else "",
    )


def _chain(lines: Sequence[str], _: str) -> Given:
    """CHAIN.TXT of WWIV. It has no node of the board."""
    minutes, remark = _seconds(lines[15])
    return Given(
        CHAIN,
        handle=clean(lines[1]) or clean(lines[2]),
        real_name=clean(lines[2]),
        board=clean(lines[21]) if len(lines) > 21 else "",
        user=whole(lines[0]) or None,
        minutes=minutes,
        ansi=whole(lines[13]) != 0,
        columns=whole(lines[8]) or 0,
        rows=whole(lines[9]) or 0,
        remarks=_remarks(remark),
    )


_READERS: Final[Mapping[str, Callable[[Sequence[str], str], Given]]] = {
    DOOR32: _door32,
    DOOR_SYS: _door_sys,
    DORINFO: _dorinfo,
    CHAIN: _chain,
}


def _seconds(text: str) -> tuple[float | None, str]:
    seconds = _number(text)
    return usable_minutes(text if seconds is None else str(seconds / 60))


def _number(text: str) -> float | None:
    """A number as boards write it: ``60``, ``-1``, or with blanks before and a fraction behind."""
    match = re.fullmatch(r"\s*(-?[0-9]{1,9}(?:\.[0-9]{0,20})?)\s*", text)
    return None if match is None else float(match[1])


def _remarks(remark: str) -> tuple[str, ...]:
    return (remark,) if remark else ()


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
