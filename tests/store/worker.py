"""What the tests run as processes of their own: ``python -m tests.store.worker WHAT HOME ARGUMENTS``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from door.store import callers, games, journal, locks
from door.store.errors import StoreError
from door.store.home import Home
from tests.store import samples


def enter(home: Home, worker: str, rounds: str) -> None:
    """Add one order of this worker's own to each power's, over and over."""
    for number in range(int(rounds)):
        for power in samples.POWERS:
            with games.game_lock(home, "x"):
                entered = games.load_orders(home, "x", power, "S1901M")
                texts = [*(entered.orders if entered else []), f"{worker}.{number}"]
                saved = games.save_orders(home, "x", samples.orders(power, tuple(texts)))
                assert saved.orders == texts


def close(home: Home, _worker: str) -> None:
    """Try to close the phase that is open at the start; say whether it was this one that did."""
    seen = games.load_game(home, "x")
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        journal.commit(home, samples.phase_line(seen))
    except StoreError as error:
        print(error)
    else:
        print("closed")


def sign_up(home: Home, worker: str) -> None:
    """Try to take the one name that all want."""
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        callers.create_caller(home, replace(samples.a_caller("Zoë"), charset=worker))
    except StoreError as error:
        print(error)
    else:
        print("created")


def play(home: Home) -> None:
    """Enter orders and close phases for ever; say after each phase what cannot be lost any more."""
    while True:
        game = games.load_game(home, "x")
        for power in samples.POWERS:
            games.save_orders(home, "x", samples.orders(power, (f"A PAR H {game.turn}",) * 40, game.phase))
        print(journal.commit(home, samples.phase_line(game)).acts, flush=True)


def hold(home: Home) -> None:
    """Hold the lock of the game for ever."""
    with games.game_lock(home, "x"):
        print("held", flush=True)
        time.sleep(600)


def open_often(home: Home) -> None:
    """Open the home again and again while others work in it."""
    for _ in range(10):
        Home.open(home.root)


WORK: dict[str, Callable[..., None]] = {work.__name__: work for work in (enter, close, sign_up, play, hold, open_often)}

if __name__ == "__main__":
    locks.TIMEOUT = 60.0  # twenty on a slow machine
    WORK[sys.argv[1]](Home.open(Path(sys.argv[2])), *sys.argv[3:])
