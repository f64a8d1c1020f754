"""Many processes on one home at once."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

from door.store import callers, games, journal
from door.store.home import Home
from door.store.settings import Settings
from tests.store import samples
from tests.store.processes import at_once, finish, worker

PROCESSES = 20
ROUNDS = 2


def test_twenty_processes_enter_orders(home: Home) -> None:
    samples.with_game(home)
    reads = 0
    with ExitStack() as stack:
        workers = [
            stack.enter_context(worker("enter", home, str(number), str(ROUNDS))) for number in range(PROCESSES - 1)
        ]
        workers.append(stack.enter_context(worker("open_often", home)))
        seen: dict[str, int] = {}
        while any(process.poll() is None for process in workers):
            for power in samples.POWERS:
                entered = games.load_orders(home, "x", power, "S1901M")  # raises when a file is read in part
                count = len(entered.orders) if entered else 0
                assert count >= seen.get(power, 0)  # what was read once is never unwritten
                seen[power] = count
                reads += 1
            time.sleep(0.005)  # leave the processors to those who write
        for process in workers:
            finish(process)
    wanted = sorted(f"{number}.{turn}" for number in range(PROCESSES - 1) for turn in range(ROUNDS))
    for power in samples.POWERS:
        entered = games.load_orders(home, "x", power, "S1901M")
        assert entered is not None and sorted(entered.orders) == wanted
    assert reads > 50


def test_a_phase_is_closed_once(home: Home) -> None:
    samples.with_game(home)
    answers = together("close", home, 4)
    assert answers.count("closed\n") == 1
    assert answers.count("The game 'x' has moved on to act 2 from act 1; read it again.\n") == 3
    assert games.load_game(home, "x").turn == 1
    assert len(journal.phases(home, "x")) == 1


def test_a_name_is_taken_once(home: Home) -> None:
    answers = together("sign_up", home, 4)
    assert answers.count("created\n") == 1
    assert answers.count("The name Zoë is taken; choose another one.\n") == 3
    record = callers.load_caller(home, "zoË")
    assert record is not None and record.charset == str(answers.index("created\n"))


def test_many_may_make_the_same_home(tmp_path: Path) -> None:
    home = Home(tmp_path / "new", Settings())
    with ExitStack() as stack:
        for process in [stack.enter_context(worker("open_often", home)) for _ in range(4)]:
            finish(process)
    assert Home.open(home.root) == home


def together(what: str, home: Home, count: int) -> list[str]:
    """Run workers that wait for each other before they act; give the answer of each."""
    return at_once(worker(what, home, str(number)) for number in range(count))
