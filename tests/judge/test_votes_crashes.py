"""The power fails at each line of each write of a vote: then it was cast, or it was not, and the game is whole."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from door.judge.games import resign, take_seat, view
from door.judge.process import process
from door.judge.refusal import Refused
from door.judge.seats import game_password
from door.judge.votes import cast, own_vote, take_back
from door.store import journal
from door.store.games import save_game
from door.store.home import Home
from door.store.votes import wrong_tries
from tests.judge.play import NOON, caller_of, days_later, order, running
from tests.store.disk import Disk, failing

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks up file names under /proc")

PLAYED = ("ENGLAND", "FRANCE")

Act = Callable[[Home], object]


def prepare(root: Path) -> None:
    home = Home.open(root)
    running(home, "demo", *PLAYED)
    order(home, "FRANCE", "A PAR - BUR")


def one_vote(root: Path) -> None:
    prepare(root)
    cast(Home.open(root), "demo", caller_of("ENGLAND"), 0, None, NOON)


def two_seats_and_a_leaver(root: Path) -> None:
    """England and France have voted, and Italy, which has not, has left the seat."""
    home = Home.open(root)
    running(home, "demo", *PLAYED, "ITALY")
    for power in PLAYED:
        cast(home, "demo", caller_of(power), 0, None, NOON)
    resign(home, "demo", caller_of("ITALY"), NOON)


def invited(home: Home) -> None:
    running(home, "demo", "FRANCE")
    save_game(home, replace(view(home, "demo").record, password=game_password("open sesame")))


def first_vote(home: Home) -> None:
    cast(home, "demo", caller_of("ENGLAND"), 0, "FRANCE" if own(home) else None, NOON)


def last_vote(home: Home) -> None:
    cast(home, "demo", caller_of("FRANCE"), 0, None, NOON)


def no_vote(home: Home) -> None:
    take_back(home, "demo", caller_of("ENGLAND"), 0)


def leave(home: Home) -> None:
    resign(home, "demo", caller_of("ENGLAND"), NOON)


def event(home: Home) -> None:
    process(home, "demo", days_later(1))


def own(home: Home) -> object:
    return own_vote(home, view(home, "demo"), caller_of("ENGLAND"))


def look(home: Home) -> object:
    orders = home.games_dir / "demo" / "orders"
    return view(home, "demo").record, own(home), journal.read(home, "demo"), sorted(orders.iterdir(), key=str) == []


@pytest.mark.parametrize("lose", [False, True], ids=["killed", "power cut"])
@pytest.mark.parametrize(
    ("before", "act", "calls"),
    [
        (prepare, first_vote, 4),
        (one_vote, no_vote, 4),
        (one_vote, last_vote, 9),
        (one_vote, leave, 6),
        (one_vote, event, 8),
        (two_seats_and_a_leaver, event, 8),
    ],
)
def test_before_or_after(tmp_path: Path, before: Callable[[Path], None], act: Act, calls: int, lose: bool) -> None:
    origin = tmp_path / "origin"
    before(origin)
    was = look(Home.open(origin))
    shutil.copytree(origin, tmp_path / "after")
    act(Home.open(tmp_path / "after"))
    then = look(Home.open(tmp_path / "after"))
    assert was != then
    for cut_at in range(1, 100):
        root = tmp_path / f"home{cut_at}"
        shutil.copytree(origin, root)
        home = Home.open(root)
        returned = False
        with failing(Disk(tmp_path / f"spare{cut_at}", cut_at, lose)):
            act(home)
            returned = True
        assert look(Home.open(root)) in ((then,) if returned else (was, then)), f"cut at call {cut_at}"
        assert not list(root.rglob("*.tmp"))
        if returned:
            break
    assert calls <= cut_at - 1 < 99


def test_an_end_that_a_crash_cut_short_is_found_when_the_home_opens(home: Home) -> None:
    running(home, "demo", *PLAYED)
    cast(home, "demo", caller_of("ENGLAND"), 0, None, NOON)
    snapshot = (home.games_dir / "demo" / "game.json").read_bytes()
    cast(home, "demo", caller_of("FRANCE"), 0, None, NOON)
    over = view(home, "demo").record
    (home.games_dir / "demo" / "game.json").write_bytes(snapshot)
    again = Home.open(home.root)
    assert view(again, "demo").record == over
    assert (over.status, over.acts) == ("over", 1)
    (home.games_dir / "demo" / "game.json").unlink()
    assert journal.rebuild(again, "demo") == over


def test_a_wrong_try_that_was_answered_is_counted(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    invited(Home.open(origin))
    for cut_at in range(1, 20):
        root = tmp_path / f"home{cut_at}"
        shutil.copytree(origin, root)
        home = Home.open(root)
        answered = False
        with failing(Disk(tmp_path / f"spare{cut_at}", cut_at, lose=True)):
            with pytest.raises(Refused, match="That is not the password"):
                take_seat(home, "demo", "ITALY", "Ann", NOON, password="a guess")
            answered = True
        home = Home.open(root)
        counted = wrong_tries(home, "demo", "Ann", NOON.date())
        assert counted == 1 if answered else counted in (0, 1)
        take_seat(home, "demo", "ITALY", "Ann", NOON, password="open sesame")
        if answered:
            break
    assert 4 <= cut_at - 1 < 19
