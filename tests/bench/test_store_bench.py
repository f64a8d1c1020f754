"""What the store costs, beside the least that the disk itself allows: one durable file, one durable line.

Compare inside one run only. The figures that matter are ratios: to save orders against one bare durable file,
and to close a phase against that file and one durable line.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from door.store import games, journal
from door.store.home import Home
from door.store.records import GameRecord, JournalLine
from tests.store import samples

ROUNDS = 60


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home.open(tmp_path / "home")


def bare_file(folder: Path) -> None:
    """Write 600 bytes durably in the place of a file, and nothing else."""
    with (folder / "new").open("wb") as file:
        file.write(b"x" * 600)
        file.flush()
        os.fsync(file.fileno())
    os.replace(folder / "new", folder / "file")
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


def bare_line(folder: Path) -> None:
    """Append 1,000 bytes durably, and nothing else."""
    with (folder / "lines").open("ab") as file:
        file.write(b"x" * 1000)
        file.flush()
        os.fsync(file.fileno())


def side_by_side(*acts: Callable[[], object]) -> list[float]:
    """Give the median seconds of each, timed in turn so that the machine's moods hit all alike."""
    times: list[list[float]] = [[] for _ in acts]
    for _ in range(ROUNDS):
        for act, spent in zip(acts, times, strict=True):
            start = time.perf_counter()
            act()
            spent.append(time.perf_counter() - start)
    return [median(spent) for spent in times]


def closing(home: Home) -> Callable[[], None]:
    def close() -> None:
        journal.commit(home, samples.phase_line(games.load_game(home, "x")))

    return close


def test_store_against_the_bare_disk(
    home: Home, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    samples.with_game(home)
    samples.with_game(home, "y")
    file, line, save, close = side_by_side(
        lambda: bare_file(tmp_path),
        lambda: bare_line(tmp_path),
        lambda: games.save_orders(home, "y", samples.orders()),
        closing(home),
    )
    save_ratio, close_ratio = save / file, close / (file + line)
    record_property("save_ratio", round(save_ratio, 2))
    record_property("close_ratio", round(close_ratio, 2))
    print(f"\nfile {file * 1e3:.2f} ms, line {line * 1e3:.2f} ms, save {save_ratio:.1f} x, close {close_ratio:.1f} x")
    assert save_ratio < 8
    assert close_ratio < 8


def test_the_last_line_is_found_without_reading_the_rest(home: Home) -> None:
    journal.commit(home, samples.phase_line(samples.with_game(home)))
    path = home.games_dir / "x" / "journal.jsonl"
    path.write_bytes(path.read_bytes() * 150)
    last, whole = side_by_side(lambda: journal.last(home, "x"), lambda: journal.read(home, "x"))
    assert last < whole / 4


def test_close_a_phase(benchmark: Callable[..., None], home: Home) -> None:
    samples.with_game(home)
    benchmark(closing(home))


def test_read_a_game(benchmark: Callable[..., GameRecord], home: Home) -> None:
    samples.with_game(home)
    assert benchmark(games.load_game, home, "x").name == "x"


def test_look_at_the_last_act(benchmark: Callable[..., JournalLine], home: Home) -> None:
    samples.with_game(home)
    assert benchmark(journal.last, home, "x").after.name == "x"
