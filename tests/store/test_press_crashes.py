"""Messages written by many processes at once, by processes that are killed, and while the power fails.

Run as a program this module is one of those processes: ``python -m tests.store.test_press_crashes HOME NAME COUNT``.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from door.store import locks, press
from door.store.home import Home
from door.store.press import Draft, Message
from tests.store import samples
from tests.store.disk import Disk, failing
from tests.store.processes import REPOSITORY, finish
from tests.store.test_press import a_message, seen_by

PROCESSES = 6
EACH = 25


def write(home: Home, name: str, count: int) -> None:
    """Send numbered messages, and say after each that it cannot be lost any more."""
    for number in range(count):
        press.append(home, "x", a_message("FRANCE", (), f"{name}.{number} " + "x" * 500))
        press.mark_read(home, "x", "Ann", [number + 1])
        print(number, flush=True)


def process(home: Home, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.test_press_crashes", str(home.root), name, str(count)]
    return subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def texts(home: Home) -> list[str]:
    return [found.lines[0].split()[0] for found in seen_by(home, "ITALY")]


def test_many_processes_write_at_once(home: Home) -> None:
    samples.with_game(home)
    with ExitStack() as stack:
        writers = [stack.enter_context(process(home, str(name), EACH)) for name in range(PROCESSES)]
        count = 0
        while any(writer.poll() is None for writer in writers):
            now = len(texts(home))  # raises when a line is read in part
            assert now >= count, "what was read once is never unwritten"
            count = now
            time.sleep(0.005)
        for writer in writers:
            finish(writer)
    found = texts(home)
    assert sorted(found) == sorted(f"{name}.{number}" for name in range(PROCESSES) for number in range(EACH))
    for name in range(PROCESSES):
        assert [text for text in found if text.startswith(f"{name}.")] == [f"{name}.{n}" for n in range(EACH)]
    assert [message.id for message in seen_by(home, "ITALY")] == list(range(1, PROCESSES * EACH + 1))
    assert [message.unread for message in seen_by(home, "ITALY", "Ann")] == [n >= EACH for n in range(PROCESSES * EACH)]


def test_killed_at_any_moment(home: Home) -> None:
    chance = random.Random(1901)
    samples.with_game(home)
    sent: list[str] = []
    for name in ("a", "b", "c", "d"):
        with process(home, name, 100_000) as writer:
            assert writer.stdout is not None
            told = [writer.stdout.readline()]
            time.sleep(chance.uniform(0, 0.15))
            writer.kill()
            told += writer.stdout.read().split("\n")[:-1]
        found = texts(Home.open(home.root))
        mine = [f"{name}.{n}" for n in range(len(told))]
        assert found[: len(sent) + len(mine)] == [*sent, *mine], "what was told to be sent is never lost"
        assert len(found) <= len(sent) + len(mine) + 1
        sent = found


def send(home: Home) -> None:
    press.append(home, "x", a_message("FRANCE", ("ITALY",), "second", grey=True))


def mark(home: Home) -> None:
    press.mark_read(home, "x", "Caller of Italy", [1])


def begin(home: Home) -> None:
    press.save_draft(home, "x", "Bob", Draft(to=[], lines=["Dear all,"], saved=samples.NOW))


def prepare(root: Path, *, first: bool) -> None:
    home = Home.open(root)
    samples.with_game(home)
    if first:
        press.append(home, "x", a_message("FRANCE", (), "first"))
        press.save_draft(home, "x", "Caller of Italy", Draft(to=[], lines=["a"], saved=samples.NOW))
        press.save_draft(home, "x", "Bob", Draft(to=[], lines=["b"], saved=samples.NOW))


def all_there(home: Home) -> tuple[list[Message], Draft | None, Draft | None]:
    drafts = [press.load_draft(home, "x", caller) for caller in ("Bob", "Caller of Italy")]
    return seen_by(home, "ITALY"), drafts[0], drafts[1]


@pytest.mark.skipif(sys.platform != "linux", reason="looks up file names under /proc")
@pytest.mark.parametrize("lose", [False, True], ids=["killed", "power cut"])
@pytest.mark.parametrize(
    ("act", "calls", "first"), [(send, 2, True), (send, 2, False), (mark, 4, True), (begin, 4, True), (begin, 4, False)]
)
def test_before_or_after(tmp_path: Path, act: Callable[[Home], None], calls: int, lose: bool, first: bool) -> None:
    """The power fails at the first, the second ... call; there is then what was before or what was to come.

    With ``first`` False there is nothing of press in the game before.
    """
    origin = tmp_path / "origin"
    prepare(origin, first=first)
    before = all_there(Home.open(origin))
    shutil.copytree(origin, tmp_path / "after")
    done = Home.open(tmp_path / "after")
    act(done)
    after = all_there(done)
    assert before != after
    for cut_at in range(1, 60):
        root = tmp_path / f"home{cut_at}"
        shutil.copytree(origin, root)
        home = Home.open(root)
        disk = Disk(tmp_path / f"spare{cut_at}", cut_at, lose)
        returned = False
        with failing(disk):
            act(home)
            returned = True
        again = Home.open(root)
        assert all_there(again) in ((after,) if returned else (before, after)), f"cut at call {cut_at}"
        act(again)  # whatever was left behind is in nobody's way
        press.save_draft(again, "x", "Carl", replace(Draft(to=[], lines=["c"], saved=samples.NOW), grey=True))
        assert len(all_there(again)[0]) >= len(after[0])
        assert not list(root.rglob("*.tmp")), f"cut at call {cut_at}"
        if returned:
            assert cut_at > calls
            return
    raise AssertionError("the act makes more calls than anyone expected")


if __name__ == "__main__":
    locks.TIMEOUT = 60.0
    write(Home.open(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3]))
