"""Who is on line over several processes: nobody stays there whose process is dead."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from door.store.errors import StoreError
from door.store.home import Home
from door.store.online import OnLine, Presence, on_line
from tests.store.processes import REPOSITORY
from tests.store.samples import NOW


def caller(name: str, minute: int = 0, game: str = "") -> OnLine:
    return OnLine(name=name, since=NOW + timedelta(minutes=minute), game=game)


def names(home: Home) -> list[str]:
    return [found.name for found in on_line(home)]


def files_left(home: Home) -> list[str]:
    return sorted(path.name for path in (home.root / "online").iterdir() if path.name != ".lock")


def other_server(home: Home, name: str) -> subprocess.Popen[str]:
    """A process with one caller on line, until it is killed; with none, if it has no name."""
    command = [sys.executable, "-m", "tests.store.test_online", str(home.root), name]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_nobody_at_first(home: Home) -> None:
    assert on_line(home) == []
    assert not (home.root / "online").exists(), "looking makes nothing"


def test_two_processes_see_each_other(home: Home) -> None:
    mine = Presence.opened(home)
    assert names(home) == []
    mine.publish([caller("Ann", 5, "Demo"), caller("Cid", 1)])
    with other_server(home, "Bob") as other:
        assert names(home) == ["Bob", "Cid", "Ann"]
        mine.publish([caller("Ann", 5)])
        assert on_line(home)[-1] == caller("Ann", 5)
        other.kill()
    assert names(home) == ["Ann"]
    mine.close()
    assert names(home) == [] and files_left(home) == []


@pytest.mark.parametrize("name", ["Bob", ""], ids=["with a caller", "before its first"])
def test_a_killed_process_leaves_nobody_and_nothing(home: Home, name: str) -> None:
    with other_server(home, name) as other:
        assert files_left(home)
        leftover = next((home.root / "online").glob(".*-*.lock")).name.removesuffix(".lock")
        (home.root / "online" / f"{leftover}.json.12ab34cd.tmp").write_bytes(b"{")  # killed in the middle of a write
        other.kill()
    assert on_line(home) == [] and files_left(home) == []
    assert on_line(home) == []


def test_a_damaged_file_is_named(home: Home) -> None:
    mine = Presence.opened(home)
    mine.publish([])
    next((home.root / "online").glob("*.json")).write_bytes(b"{")
    with pytest.raises(StoreError, match=r"^online/.*\.json is damaged"):
        on_line(home)
    mine.publish([caller("Ann")])
    assert names(home) == ["Ann"]
    mine.close()


def test_a_folder_that_cannot_be_made(home: Home) -> None:
    (home.root / "online").write_bytes(b"")
    with pytest.raises(StoreError, match=r"^online cannot be made"):
        Presence.opened(home)
    assert on_line(home) == []


if __name__ == "__main__":
    presence = Presence.opened(Home.open(Path(sys.argv[1])))
    if sys.argv[2]:
        presence.publish([caller(sys.argv[2])])
    print("ready", flush=True)
    sys.stdin.read()
