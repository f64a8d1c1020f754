"""The last calls: appended, read newest first, cut down to the newest, whatever a crash leaves."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from door.store import calls, locks
from door.store.calls import CallLine, last_calls, note_call
from door.store.errors import StoreError
from door.store.home import Home
from tests.store.disk import Disk, failing
from tests.store.processes import REPOSITORY, finish
from tests.store.samples import NOW


def call(number: int) -> CallLine:
    return CallLine(name=f"Ann {number}", at=NOW + timedelta(minutes=number))


def names(home: Home) -> list[str]:
    return [found.name for found in last_calls(home)]


def test_the_newest_comes_first(home: Home) -> None:
    assert names(home) == []
    for number in range(3):
        note_call(home, call(number))
    assert list(last_calls(Home.open(home.root))) == [call(2), call(1), call(0)]


def test_the_oldest_are_dropped(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOST", 8)
    monkeypatch.setattr(calls, "KEPT", 5)
    for number in range(100):
        note_call(home, call(number))
        assert 0 < len(names(home)) < 8
        assert names(home)[0] == f"Ann {number}"
    assert names(home) == [f"Ann {number}" for number in range(99, 99 - len(names(home)), -1)]


def test_a_torn_line_and_a_damaged_one_hide_no_other(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    note_call(home, call(0))
    with (home.root / "calls.jsonl").open("ab") as file:
        file.write(b'{"version": 9}\n{"version": 1, "na')
    assert names(home) == ["Ann 0"]
    assert "version 9" in caplog.text
    note_call(home, call(1))
    assert names(home) == ["Ann 1", "Ann 0"]


def test_a_name_that_no_line_can_hold_is_refused(home: Home) -> None:
    with pytest.raises(StoreError):
        note_call(home, CallLine(name="Ann", at=NOW.replace(tzinfo=None)))
    assert names(home) == []


@pytest.mark.skipif(sys.platform != "linux", reason="looks up file names under /proc")
@pytest.mark.parametrize("lose", [False, True], ids=["killed", "power cut"])
def test_cut_down_while_the_power_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lose: bool) -> None:
    """The power fails at the first, the second ... call of the disk: what was there before is never lost."""
    monkeypatch.setattr(calls, "MOST", 4)
    monkeypatch.setattr(calls, "KEPT", 2)
    for cut_at in range(1, 40):
        home = Home.open(tmp_path / f"home{cut_at}")
        for number in range(3):
            note_call(home, call(number))
        returned = False
        with failing(Disk(tmp_path / f"spare{cut_at}", cut_at, lose)):
            note_call(home, call(3))
            returned = True
        again = Home.open(home.root)
        before, after = ["Ann 2", "Ann 1", "Ann 0"], ["Ann 3", "Ann 2"]
        assert names(again) in ([after] if returned else [before, ["Ann 3", *before], after])
        if returned:
            return
    raise AssertionError("noting a call makes more calls of the disk than anyone expected")


def other_process(home: Home, number: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.test_calls", str(home.root), str(number)]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_many_processes_note_calls_at_once(home: Home) -> None:
    for process in [other_process(home, number) for number in range(4)]:
        finish(process)
    assert sorted(names(home)) == sorted(f"Ann {number}" for number in range(100))


if __name__ == "__main__":
    locks.TIMEOUT = 60.0
    opened, first = Home.open(Path(sys.argv[1])), int(sys.argv[2])
    for mine in range(25):
        note_call(opened, call(first * 25 + mine))
