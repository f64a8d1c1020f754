"""Processes killed in the middle of their work."""

from __future__ import annotations

import os
import random
import signal
import time

import pytest

from door.store import games, journal, locks
from door.store.errors import BusyError
from door.store.home import Home
from tests.store import samples
from tests.store.processes import finish, worker


def test_killed_at_any_moment(home: Home) -> None:
    chance = random.Random(1901)
    samples.with_game(home)
    for _ in range(6):
        told = kill_while_playing(home, chance.uniform(0, 0.1))
        Home.open(home.root)
        game = games.load_game(home, "x")
        lines = journal.read(home, "x")
        assert [line.after.acts for line in lines] == list(range(1, game.acts + 1))
        assert lines[-1].after == game
        assert told <= game.acts <= told + 1, "what was told to have happened is never lost"
        for power in samples.POWERS:
            entered = games.load_orders(home, "x", power, game.phase)
            assert entered is None or entered.orders == [f"A PAR H {game.turn}"] * 40
        assert not list(home.root.rglob("*.tmp"))


def kill_while_playing(home: Home, after: float) -> int:
    with worker("play", home) as process:
        assert process.stdout is not None
        told = int(process.stdout.readline())
        time.sleep(after)
        process.kill()
        lines = process.stdout.read().split("\n")
        return max([told, *(int(line) for line in lines[:-1])])


def test_a_killed_holder_frees_the_lock(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    samples.with_game(home)
    with worker("hold", home) as process:
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        monkeypatch.setattr(locks, "TIMEOUT", 0.05)
        with pytest.raises(BusyError, match=r"^Another process is working on this game; try again\.$"):
            games.save_orders(home, "x", samples.orders())
        assert games.load_game(home, "x").seats == {"FRANCE": "Ann"}, "readers wait for nobody"
        Home.open(home.root)  # a game at work is passed over
        process.kill()
        process.wait()
    monkeypatch.setattr(locks, "TIMEOUT", 10.0)
    games.save_orders(home, "x", samples.orders())


def test_a_stopped_process_goes_on_after(home: Home) -> None:
    samples.with_game(home)
    with worker("enter", home, "a", "10") as process:
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(0.1)
        os.kill(process.pid, signal.SIGCONT)
        finish(process)
    entered = games.load_orders(home, "x", "TURKEY", "S1901M")
    assert entered is not None and len(entered.orders) == 10
