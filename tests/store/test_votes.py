"""Votes and wrong passwords on disk."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from door.store import games, journal, records, votes
from door.store.errors import StoreError
from door.store.home import Home
from door.store.records import EndLine, JournalLine, TriesRecord, Vote, VotesRecord
from tests.store import samples

CAST = {"FRANCE": Vote(caller="Ann", to=None), "ITALY": Vote(caller="Zoë", to="FRANCE")}
DAY = date(2026, 3, 1)


def end_line() -> EndLine:
    over = replace(samples.a_game(), status="over", phase="COMPLETED", draw=["FRANCE", "ITALY"])
    return EndLine(how="draw", powers=["FRANCE", "ITALY"], at=samples.NOW, after=over)


def test_votes_are_read_as_they_were_written(home: Home) -> None:
    game = samples.with_game(home)
    assert votes.load_votes(home, game) == {}
    votes.save_votes(home, game, CAST)
    assert votes.load_votes(home, game) == CAST
    votes.clear_votes(home, "x")
    votes.clear_votes(home, "x")
    assert votes.load_votes(home, game) == {}


def test_votes_are_of_one_turn(home: Home) -> None:
    game = samples.with_game(home)
    votes.save_votes(home, game, CAST)
    # The same phase may come again, after the sysop has set the game back.
    for later in (replace(game, turn=1), replace(game, phase="F1901M")):
        assert votes.load_votes(home, later) == {}


def test_votes_are_for_the_owner_of_the_home_alone(home: Home) -> None:
    votes.save_votes(home, samples.with_game(home), CAST)
    assert (home.games_dir / "x" / "votes.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "data", [b"{", b'{"version":2}', b'{"version":1,"phase":"S1901M","turn":0,"votes":{"FRANCE":1}}']
)
def test_damaged_votes_are_named(home: Home, data: bytes) -> None:
    game = samples.with_game(home)
    path = home.games_dir / "x" / "votes.json"
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"^games/x/votes\.json "):
        votes.load_votes(home, game)
    assert path.read_bytes() == data


def test_what_a_crash_left_of_votes_is_swept(home: Home) -> None:
    samples.with_game(home)
    left = home.games_dir / "x" / ".votes.json.0badcafe.tmp"
    left.write_text("{")
    Home.open(home.root)
    assert not left.exists()


def test_wrong_tries_are_counted_by_caller_and_day(home: Home) -> None:
    samples.with_game(home)
    for caller in ("Zoë", "ZOË", "Ann"):
        votes.note_wrong_try(home, "x", caller, DAY)
    assert [votes.wrong_tries(home, "x", caller, DAY) for caller in ("zoë", "Ann", "Bob")] == [2, 1, 0]
    tomorrow = date(2026, 3, 2)
    assert votes.wrong_tries(home, "x", "Zoë", tomorrow) == 0
    votes.note_wrong_try(home, "x", "Bob", tomorrow)
    kept: TriesRecord = records.read(home.games_dir / "x" / "tries.json", TriesRecord)
    assert kept.wrong == {"bob": 1}, "yesterday's are not kept"


@pytest.mark.parametrize("line", [end_line(), replace(end_line(), how="concession", powers=["ITALY"])])
def test_the_end_round_trips(line: EndLine) -> None:
    data = records.encode_line(line, JournalLine, "x")
    assert records.decode(data, JournalLine, "x") == line


def test_an_end_that_nobody_could_read_is_not_written(home: Home) -> None:
    game = samples.with_game(home)
    wrong = replace(end_line(), how="flight", after=game)
    with pytest.raises(StoreError, match="damaged"):
        journal.commit(home, wrong)
    assert games.load_game(home, "x") == game


def test_votes_round_trip() -> None:
    record = VotesRecord(phase="S1901M", turn=3, votes=CAST)
    assert records.decode(records.encode_line(record, VotesRecord, "x"), VotesRecord, "x") == record
