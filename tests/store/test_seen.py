"""What a caller knows of a game: kept in a file of its own, never further back than it was."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from door.store import games, journal
from door.store.errors import MissingError, StoreError
from door.store.home import Home
from door.store.seen import Reading, Seen, load_seen, save_seen
from tests.store import samples


@pytest.fixture
def acts(home: Home) -> int:
    """A game in which six things have happened."""
    game = samples.with_game(home)
    for _ in range(5):
        game = journal.commit(home, samples.phase_line(game))
    return game.acts


def path_of(home: Home, name: str = "ann") -> Path:
    return home.games_dir / "x" / "seen" / f"{name}.json"


def test_nothing_was_read_yet(home: Home, acts: int) -> None:
    assert load_seen(home, "x", "Ann") is None
    assert not path_of(home).parent.exists()


def test_is_kept_for_each_caller_by_name(home: Home, acts: int) -> None:
    kept = save_seen(home, "x", "Ann", Reading(2, 4, ("A draw is open.",)))
    assert kept == Seen(caller="Ann", read=4, since=2, votes=("A draw is open.",))
    assert load_seen(home, "x", "ANN") == kept
    assert load_seen(home, "x", "Bob") is None
    save_seen(home, "x", "Zoë / ..", Reading(0, 1))
    assert {path.name for path in path_of(home).parent.iterdir()} == {"ann.json", "zo%C3%AB%20%2F%20%2E%2E.json"}


def test_never_goes_back(home: Home, acts: int) -> None:
    save_seen(home, "x", "Ann", Reading(2, 4))
    assert save_seen(home, "x", "Ann", Reading(0, 3, ("old",))) == Seen(caller="Ann", read=4, since=2)
    assert save_seen(home, "x", "Ann", Reading(4, 4, ("new",))) == Seen(caller="Ann", read=4, since=2, votes=("new",))
    assert save_seen(home, "x", "Ann", Reading(4, 5)) == Seen(caller="Ann", read=5, since=4)


def test_a_game_put_back_from_a_backup_is_read_anew(home: Home, acts: int) -> None:
    save_seen(home, "x", "Ann", Reading(4, acts + 3))
    assert save_seen(home, "x", "Ann", Reading(0, acts)).read == acts


def test_what_is_the_same_is_not_written(home: Home, acts: int) -> None:
    save_seen(home, "x", "Ann", Reading(2, 4))
    before = path_of(home).stat().st_mtime_ns, path_of(home).stat().st_ino
    save_seen(home, "x", "Ann", Reading(3, 4))
    assert (path_of(home).stat().st_mtime_ns, path_of(home).stat().st_ino) == before


def test_what_a_crash_left_is_swept_away(home: Home, acts: int) -> None:
    save_seen(home, "x", "Ann", Reading(2, 4))
    left = path_of(home).with_name(".ann.json.1234abcd.tmp")
    left.write_text("{")
    save_seen(home, "x", "Bob", Reading(2, 4))
    assert not left.exists()
    assert load_seen(home, "x", "Ann") is not None


def test_a_damaged_file_is_said_and_left(home: Home, acts: int) -> None:
    save_seen(home, "x", "Ann", Reading(2, 4))
    path_of(home, "bob").write_bytes(path_of(home).read_bytes())
    path_of(home).write_text("{")
    with pytest.raises(StoreError, match=r"games/x/seen/ann\.json is damaged"):
        load_seen(home, "x", "Ann")
    with pytest.raises(StoreError, match=r"games/x/seen/ann\.json is damaged"):
        save_seen(home, "x", "Ann", Reading(2, 5))
    with pytest.raises(StoreError, match=r"bob\.json is damaged: it says that it is Ann's"):
        load_seen(home, "x", "Bob")
    assert path_of(home).read_text() == "{"


def test_no_such_game(home: Home) -> None:
    with pytest.raises(MissingError):
        save_seen(home, "x", "Ann", Reading(0, 1))


def test_a_mark_is_no_part_of_the_game(home: Home, acts: int) -> None:
    before = games.load_game(home, "x"), journal.read(home, "x")
    save_seen(home, "x", "Ann", Reading(2, 4))
    assert not journal.recover(home, "x")
    assert (games.load_game(home, "x"), journal.read(home, "x")) == before


def _read_up_to(root: Path, numbers: range) -> None:
    home = Home.open(root)
    for number in numbers:
        save_seen(home, "x", "Ann", Reading(0, number))


def test_two_lines_of_one_caller(home: Home, acts: int) -> None:
    context = multiprocessing.get_context("spawn")
    lines = [context.Process(target=_read_up_to, args=(home.root, range(1, acts + 1 - way))) for way in (0, 1)]
    for line in lines:
        line.start()
    for line in lines:
        line.join(60)
        assert line.exitcode == 0
    assert json.loads(path_of(home).read_text())["read"] == acts
