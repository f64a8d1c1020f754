"""A board: it writes drop files, starts the door on a real terminal, a socket or pipes, and sees what comes."""

from __future__ import annotations

import fcntl
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pyte

from door.judge import boards, games
from door.judge.boards import Guest
from door.store.home import Home

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0
SECRET = "sesame-1901"
WELCOME = "Welcome, Anna."
CHOICE = "Your choice"
STORED = "> types"
KEPT = ["A PAR - BUR", "A MAR S A PAR - BUR"]
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def door32(line: int = 0, number: str = "", **values: str) -> bytes:
    """A DOOR32.SYS of Anna's; a line can be another, by its number, and so can those that have a name here."""
    lines = ["0", "-1", "38400", "Mystic 1.12", "7", "Anna Smith", "Anna", "50", "42", "1", "3"]
    places = {"kind": 0, "handle": 1, "board": 3, "user": 4, "real_name": 5, "name": 6, "minutes": 8, "ansi": 9}
    for key, value in values.items():
        lines[places[key]] = value
    if line:
        lines[line - 1] = number
    return "\r\n".join([*lines, ""]).encode("cp437")


def door_sys(*, short: bool = False, **values: str) -> bytes:
    """A DOOR.SYS of Anna's, with her password at the board in it."""
    first = ["COM0:", "38400", "8", "3", "38400", "Y", "Y", "Y", "Y", "Anna Smith", "Paris", "555", "555", SECRET]
    first += ["50", "12", "11/29/26", "2520", "42", "GR", "24", "N", "", "", "01/01/99", "7", "Z", "0", "0", "0", "0"]
    places = {"node": 3, "real_name": 9, "seconds": 17, "minutes": 18, "graphics": 19, "rows": 20, "expires": 24}
    rest = ["00-00-0000", "C:\\", "C:\\", "Sysop", "Anna", "00:00", "Y", "N", "Y", "7", "0", "12-31-2026", "12:00"]
    rest += ["11:00", "0", "0", "0", "0", "", "0", "0"]
    places |= {"born": 31, "name": 35, "ansi": 38, "scanned": 42}
    lines = first if short else [*first, *rest]
    for key, value in values.items():
        lines[places[key]] = value
    return "\r\n".join(lines).encode("cp437")


def dorinfo(first: str = "ANNA", last: str = "SMITH", minutes: str = "42", graphics: str = "1") -> bytes:
    """A DORINFO of Anna's."""
    lines = ["The Board", "JOHN", "SYSOP", "COM0", "0 BAUD,N,8,1", "0", first, last, "PARIS", graphics, "50", minutes]
    return "\r\n".join([*lines, "-1"]).encode("cp437")


def chain(seconds: str = "  2520.00", ansi: str = "1", size: tuple[str, str] = ("80", "25")) -> bytes:
    """A CHAIN.TXT of Anna's, with bare line feeds."""
    lines = ["7", "Anna", "Anna Smith", "", "30", "F", "0", "11/29/26", *size, "50", "0", "0", ansi, "1", seconds]
    lines += ["C:\\G", "C:\\D", "x.log", "KB", "0", "The Board", "John", "43200", "60", "0", "0", "0", "0", "8N1"]
    return "\n".join(lines).encode("cp437")


def write(folder: Path, name: str, content: bytes) -> Path:
    """Leave a drop file in a node's directory."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(content)
    return path


def board_home(place: Path) -> Home:
    """A home with a game that runs, in which Anna, whom a board has brought, is France."""
    home = Home.open(place)
    boards.join(home, Guest("Anna"), "Anna", NOW)
    games.new_game(home, "demo", "Demo", "e1901", "open", NOW)
    games.take_seat(home, "demo", "FRANCE", "Anna", NOW)
    return home


def command(home: Home | Path, *words: str | Path) -> list[str]:
    """The door's command line."""
    root = home.root if isinstance(home, Home) else home
    return [sys.executable, "-W", "error", "-m", "door", "door", "--home", str(root), *map(str, words)]


def log_of(home: Home | Path) -> str:
    """The whole log."""
    root = home.root if isinstance(home, Home) else home
    return (root / "door.log").read_text("utf-8")


class Door:
    """A door that was started: what it sends, and how it ends. The board's end of its line is ``line``."""

    def __init__(self, process: subprocess.Popen[bytes], line: int, errors: Path) -> None:
        self.process = process
        self.line = line
        self.seen = b""
        self.first_after = 0.0
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)
        self._began = time.perf_counter()
        self._errors = errors

    @property
    def errors(self) -> bytes:
        """What went to standard error."""
        return self._errors.read_bytes()

    def types(self, keys: str | bytes) -> None:
        """Press keys."""
        data = keys.encode("cp437") if isinstance(keys, str) else keys
        while data:
            data = data[os.write(self.line, data) :]

    @property
    def screen(self) -> str:
        """What stands on the caller's screen."""
        return "\n".join(row.rstrip() for row in self._screen.display)

    def sees(self, wanted: str | bytes, keys: str | bytes = b"") -> bytes:
        """Press keys, and read until a text is on the screen or bytes have come; gives all since the last time."""
        self.types(keys)
        until = time.perf_counter() + PATIENCE
        while (wanted not in self.screen) if isinstance(wanted, str) else (wanted not in self.seen):
            left = until - time.perf_counter()
            assert left > 0, f"{wanted!r} has not come, but {self.seen!r}:\n{self.screen}"
            assert self._more(left), f"the line was closed without {wanted!r}, but {self.seen!r}:\n{self.screen}"
        seen, self.seen = self.seen, b""
        return seen

    def ends(self, seconds: float = PATIENCE) -> int:
        """Wait until it is gone, reading what it says; gives its exit code."""
        until = time.perf_counter() + seconds
        while self.process.poll() is None:
            assert time.perf_counter() < until, f"it is still there, having said {self.seen!r}"
            if self.line >= 0:
                self._more(0.02)
            else:
                time.sleep(0.02)
        while self.line >= 0 and self._more(0.0):
            pass
        return self.process.returncode

    def drop(self) -> None:
        """Drop the line without a word."""
        os.close(self.line)
        self.line = -1

    def _more(self, seconds: float) -> bool:
        """Read once; False when no more will come, or (without a wait) nothing is there."""
        if not select.select([self.line], [], [], seconds)[0]:
            return seconds > 0
        try:
            data = os.read(self.line, 65536)
        except OSError:
            return False
        if data and not self.first_after:
            self.first_after = time.perf_counter() - self._began
        self.seen += data
        self._stream.feed(data.decode("cp437"))
        return bool(data)


@contextmanager
def _running(process: subprocess.Popen[bytes], line: int, errors: Path) -> Iterator[Door]:
    door = Door(process, line, errors)
    try:
        yield door
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        if door.line >= 0:
            door.drop()


@contextmanager
def on_a_terminal(
    home: Home | Path,
    *words: str | Path,
    size: tuple[int, int] = (80, 24),
    controlling: bool = True,
    inherited: tuple[int, ...] = (),
) -> Iterator[Door]:
    """Start the door on a terminal as boards leave it: in line mode, with echo."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    errors = Path(home.root if isinstance(home, Home) else home).parent / "stderr"

    def take_terminal() -> None:
        if controlling:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    with errors.open("wb") as file:
        process = subprocess.Popen(
            command(home, *words),
            stdin=slave,
            stdout=slave,
            stderr=file,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=take_terminal,
            pass_fds=inherited,
        )
    os.close(slave)
    with _running(process, master, errors) as door:
        yield door


@contextmanager
def on_a_descriptor(
    home: Home, ours: int, theirs: int, *words: str | Path, stdio: bool = False, inherited: tuple[int, ...] = ()
) -> Iterator[Door]:
    """Start the door with an inherited descriptor, as standard input and output or beside /dev/null."""
    errors = home.root.parent / "stderr"
    with errors.open("wb") as file:
        process = subprocess.Popen(
            command(home, *words),
            stdin=theirs if stdio else subprocess.DEVNULL,
            stdout=theirs if stdio else subprocess.DEVNULL,
            stderr=file,
            cwd=ROOT,
            pass_fds=(theirs, *inherited),
        )
    os.close(theirs)
    with _running(process, ours, errors) as door:
        yield door


def orders(home: Home) -> list[str]:
    """What is stored for France."""
    path = home.root / "games" / "demo" / "orders" / "FRANCE.json"
    stored: list[str] = json.loads(path.read_text("utf-8"))["orders"] if path.exists() else []
    return stored


def ordering(door: Door, text: bytes) -> None:
    """Go to the line in which orders are typed, and type."""
    door.sees(WELCOME)
    door.sees(CHOICE, "1")
    door.sees(STORED, "o")
    door.sees("Orders:", ">")
    door.types(text)


def sound(home: Home) -> str:
    """The log, which must have nothing in it that nobody expected."""
    log = log_of(home)
    assert not re.search(r"Traceback|Warning|ERROR", log), log
    return log
