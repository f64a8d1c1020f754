"""Many processes vote in one game at once, or are killed while they do: ``python -m`` this, HOME and what to do."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from msgspec.structs import replace

from door.judge.games import resign, take_seat, view
from door.judge.process import process
from door.judge.refusal import Refused
from door.judge.seats import TRIES_A_DAY, game_password
from door.judge.votes import cast, own_vote, take_back
from door.store import journal, locks
from door.store.games import save_game
from door.store.home import Home
from door.store.records import EndLine, PhaseLine, SeatLine
from tests.judge.play import NOON, POWERS, caller_of, days_later, running
from tests.store.processes import at_once, started


def invited(home: Home) -> None:
    running(home, "demo", "FRANCE")
    save_game(home, replace(view(home, "demo").record, password=game_password("open sesame")))


def worker(home: Home, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    return started("tests.judge.test_votes_races", str(home.root), *arguments)


def together(home: Home, *acts: tuple[str, ...]) -> list[str]:
    """Let each act be done by a process, all at once; give what each says."""
    return [answer.strip() for answer in at_once(worker(home, *act) for act in acts)]


def test_of_seven_who_vote_at_once_one_ends_the_game(home: Home) -> None:
    running(home)
    answers = together(home, *(("vote", power) for power in POWERS))
    assert sorted(answers) == ["ended"] + ["voted"] * 6
    (line,) = journal.read(home, "demo")
    assert isinstance(line, EndLine) and line.powers == list(POWERS)
    assert view(home, "demo").record.draw == list(POWERS)


def test_the_last_vote_and_the_event_at_once(home: Home) -> None:
    """Whichever comes first: the game has ended in its first turn, or goes on with no votes in the second."""
    running(home, "demo", "ENGLAND", "FRANCE")
    cast(home, "demo", caller_of("ENGLAND"), 0, None, NOON)
    answers = together(home, ("vote", "FRANCE"), ("event", ""))
    record = view(home, "demo").record
    lines = journal.read(home, "demo")
    if answers[0] == "ended":
        assert (record.status, record.turn) == ("over", 0) and [type(line) for line in lines] == [EndLine]
        assert answers[1] == "the game is over"
    else:
        assert answers[0].startswith("The turn has passed")
        assert (record.status, record.turn) == ("running", 1) and [type(line) for line in lines] == [PhaseLine]
        assert own_vote(home, view(home, "demo"), caller_of("ENGLAND")) is None


def test_a_seat_is_left_once(home: Home) -> None:
    running(home)
    answers = together(home, *(("resign", "FRANCE"),) * 3)
    assert sorted(answers) == ["You play no power in Demo."] * 2 + ["left"]
    assert [type(line) for line in journal.read(home, "demo")] == [SeatLine]


def test_more_lines_give_no_more_tries(home: Home) -> None:
    invited(home)
    answers = together(home, *(("guess", "ITALY"),) * (TRIES_A_DAY + 2))
    assert sum("too often today" in answer for answer in answers) == 2
    with pytest.raises(Refused, match="too often today"):
        take_seat(home, "demo", "ITALY", caller_of("ITALY"), NOON, password="open sesame")


def test_killed_while_voting(home: Home) -> None:
    chance = random.Random(1901)
    running(home)
    for _ in range(5):
        with worker(home, "waver", "FRANCE") as process:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
            time.sleep(chance.uniform(0, 0.2))
            process.kill()
            process.wait()
        again = Home.open(home.root)
        own_vote(again, view(again, "demo"), caller_of("FRANCE"))  # raises if the file was left in part
        assert not list(home.root.rglob("*.tmp"))
    cast(home, "demo", caller_of("FRANCE"), 0, "ITALY", NOON)
    vote = own_vote(home, view(home, "demo"), caller_of("FRANCE"))
    assert vote is not None and vote.to == "ITALY"


def main(home: Home, what: str, power: str) -> None:
    print("ready", flush=True)
    caller = caller_of(power)
    if what == "waver":
        while True:
            cast(home, "demo", caller, 0, None, NOON)
            take_back(home, "demo", caller, 0)
    sys.stdin.readline()
    try:
        if what == "vote":
            print("ended" if cast(home, "demo", caller, 0, None, NOON).phase is None else "voted")
        elif what == "resign":
            resign(home, "demo", caller, NOON)
            print("left")
        elif what == "guess":
            take_seat(home, "demo", power, caller, NOON, password="a guess")
        else:
            print(process(home, "demo", days_later(1)).did)
    except Refused as refused:
        print(refused)


if __name__ == "__main__":
    locks.TIMEOUT = 60.0
    main(Home.open(Path(sys.argv[1])), *sys.argv[2:])
