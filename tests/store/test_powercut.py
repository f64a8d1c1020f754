"""The power fails at each line of each write; the home then opens to what was before or what was to come."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from door.store import callers, games, journal
from door.store.errors import StoreError
from door.store.home import Home, append_event, last_event
from door.store.records import EventGame, EventLine
from tests.store import samples
from tests.store.disk import Disk, failing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks up file names under /proc")

Act = Callable[[Home], object]
Look = Callable[[Home], object]


def whole_game(home: Home) -> object:
    try:
        game = games.load_game(home, "x")
    except StoreError:
        return None
    entered = {power: games.load_orders(home, "x", power, game.phase) for power in samples.POWERS}
    return game, entered, journal.read(home, "x"), sorted(path.name for path in (home.games_dir / "x").rglob("*.json"))


def close_phase(home: Home) -> None:
    journal.commit(home, samples.phase_line(games.load_game(home, "x")))


def take_seat(home: Home) -> None:
    journal.commit(home, samples.seat_line(games.load_game(home, "x"), "ITALY", "Bob"))


def save_orders(home: Home) -> None:
    games.save_orders(home, "x", samples.orders(texts=("A PAR H", "F BRE H")))


def create_game(home: Home) -> None:
    games.create_game(home, samples.a_game("y"))


def games_there(home: Home) -> object:
    return [games.load_game(home, name) for name in games.list_games(home)]


def create_caller(home: Home) -> None:
    callers.create_caller(home, samples.a_caller("Bob"))


def save_caller(home: Home) -> None:
    callers.save_caller(home, replace(samples.a_caller("Ann"), colour=True))


def callers_there(home: Home) -> object:
    return [callers.load_caller(home, name) for name in callers.caller_names(home)]


def append_to_event(home: Home) -> None:
    append_event(home, EventLine(at=samples.NOW, games=[EventGame("x", "closed")]))


def prepare(root: Path) -> None:
    home = Home.open(root)
    samples.with_game(home)
    games.save_orders(home, "x", samples.orders())
    games.save_orders(home, "x", samples.orders("ITALY", ("A ROM H",)))
    callers.create_caller(home, samples.a_caller())


def cut_everywhere(tmp_path: Path, act: Act, look: Look, lose: bool) -> int:
    """Cut the power at the first, the second ... call of the act until it gets through; give their number."""
    origin = tmp_path / "origin"
    prepare(origin)
    before = look(Home.open(origin))
    shutil.copytree(origin, tmp_path / "after")
    done = Home.open(tmp_path / "after")
    act(done)
    after = look(done)
    assert before != after
    for cut_at in range(1, 200):
        root, spare = tmp_path / f"home{cut_at}", tmp_path / f"spare{cut_at}"
        shutil.copytree(origin, root)
        home = Home.open(root)
        disk = Disk(spare, cut_at, lose)
        returned = False
        with failing(disk):
            act(home)
            returned = True
        seen = look(Home.open(root))
        assert seen in ((after,) if returned else (before, after)), f"cut at call {cut_at}"
        assert not list(root.rglob("*.tmp")), f"cut at call {cut_at}"
        if returned:
            return cut_at - 1
    raise AssertionError("the act makes more calls than anyone expected")


@pytest.mark.parametrize("lose", [False, True], ids=["killed", "power cut"])
@pytest.mark.parametrize(
    ("act", "look", "calls"),
    [
        (close_phase, whole_game, 9),
        (take_seat, whole_game, 6),
        (save_orders, whole_game, 4),
        (create_game, games_there, 10),
        (create_caller, callers_there, 4),
        (save_caller, callers_there, 4),
        (append_to_event, last_event, 3),
    ],
)
def test_before_or_after(tmp_path: Path, act: Act, look: Look, calls: int, lose: bool) -> None:
    assert cut_everywhere(tmp_path, act, look, lose) >= calls


@pytest.mark.parametrize("lose", [False, True], ids=["killed", "power cut"])
def test_recovery_can_be_cut_short_too(tmp_path: Path, lose: bool) -> None:
    origin = tmp_path / "origin"
    prepare(origin)
    home = Home.open(origin)
    written = journal.append(home, "x", samples.phase_line(games.load_game(home, "x")))
    with (origin / "games/x/journal.jsonl").open("ab") as file:
        file.write(b'{"version":1,"kind":"ph')
    for cut_at in range(1, 60):
        root, spare = tmp_path / f"home{cut_at}", tmp_path / f"spare{cut_at}"
        shutil.copytree(origin, root)
        opened = False
        with failing(Disk(spare, cut_at, lose)):
            Home.open(root)
            opened = True
        again = Home.open(root)
        assert games.load_game(again, "x") == written.after, f"cut at call {cut_at}"
        assert list((root / "games/x/orders").iterdir()) == []
        assert journal.read(again, "x")[1:] == [written]
        assert (root / "games/x/journal.torn").read_bytes().startswith(b'{"version":1,"kind":"ph\n')
        if opened:
            return
    raise AssertionError("recovery makes more calls than anyone expected")


@pytest.mark.parametrize("lose", [False, True], ids=["killed", "power cut"])
def test_first_start_can_be_cut_short(tmp_path: Path, lose: bool) -> None:
    for cut_at in range(1, 60):
        root, spare = tmp_path / f"home{cut_at}", tmp_path / f"spare{cut_at}"
        opened = False
        with failing(Disk(spare, cut_at, lose)):
            Home.open(root)
            opened = True
        home = Home.open(root)
        samples.with_game(home)
        assert home.settings_path.exists()
        if opened:
            return
    raise AssertionError("opening makes more calls than anyone expected")
