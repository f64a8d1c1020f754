"""One line of a journal at a time: the index says where each is, and which turns still count."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from door.store import games, journal
from door.store.errors import StoreError
from door.store.home import Home
from door.store.journalindex import closed_turns, read_entry, read_index, read_turn
from door.store.records import GameRecord, SysopLine
from tests.store import samples


def path_of(home: Home) -> Path:
    return home.games_dir / "x" / "journal.jsonl"


def played(home: Home, turns: int) -> GameRecord:
    """A game of so many turns, with somebody sitting down before each."""
    game = samples.with_game(home)
    for turn in range(turns):
        game = journal.commit(home, samples.phase_line(game))
        game = journal.commit(home, samples.seat_line(game, "ITALY", f"Bérénice {turn}"))
    return game


def set_back(home: Home, to: GameRecord, acts: int) -> GameRecord:
    return journal.commit(home, SysopLine(did="set back", at=samples.NOW, after=replace(to, acts=acts)))


def test_nothing_has_happened_yet(home: Home) -> None:
    games.create_game(home, samples.a_game())
    assert read_index(home, "x") == [] == closed_turns([])


def test_each_line_is_where_the_index_says(home: Home) -> None:
    game = played(home, 12)
    index = read_index(home, "x")
    assert [read_entry(home, "x", entry) for entry in index] == journal.read(home, "x")
    assert [entry.act for entry in index] == list(range(1, game.acts + 1))
    turns = closed_turns(index)
    assert [read_turn(home, "x", entry) for entry in turns] == journal.phases(home, "x")
    assert [entry.name for entry in turns] == [f"S{1901 + turn}M" for turn in range(12)]
    assert all(entry.closed == samples.NOW for entry in turns)


def test_an_index_stays_true_when_more_is_appended(home: Home) -> None:
    game = played(home, 3)
    index = read_index(home, "x")
    before = [read_entry(home, "x", entry) for entry in index]
    journal.commit(home, samples.phase_line(game))
    assert [read_entry(home, "x", entry) for entry in index] == before
    assert read_index(home, "x")[:-1] == index


def test_turns_that_were_set_back_do_not_count(home: Home) -> None:
    game = samples.with_game(home)
    states = [game]
    for _ in range(4):
        states.append(game := journal.commit(home, samples.phase_line(game)))
    game = set_back(home, states[2], game.acts)
    assert [entry.name for entry in closed_turns(read_index(home, "x"))] == ["S1901M", "S1902M"]
    game = journal.commit(home, samples.phase_line(game))
    turns = closed_turns(read_index(home, "x"))
    assert [entry.name for entry in turns] == ["S1901M", "S1902M", "S1903M"]
    assert turns[-1].act == game.acts  # the one that was played again
    game = set_back(home, states[0], game.acts)
    assert closed_turns(read_index(home, "x")) == []
    journal.commit(home, samples.phase_line(game))
    assert [entry.name for entry in closed_turns(read_index(home, "x"))] == ["S1901M"]


def test_a_torn_last_line_is_passed_over(home: Home) -> None:
    played(home, 2)
    index = read_index(home, "x")
    with path_of(home).open("ab") as file:
        file.write(b'{"kind":"phase","half of a li')
    assert read_index(home, "x") == index


@pytest.mark.parametrize(
    "line", [b"{}", b"[]", b"junk", b'{"version":1,"kind":"phase"}', b'{"version":9,"kind":"seat"}']
)
def test_a_damaged_line_is_named(home: Home, line: bytes) -> None:
    played(home, 1)
    with path_of(home).open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(StoreError, match=r"^games/x/journal\.jsonl, line 4, (is damaged|has version)"):
        read_index(home, "x")


def test_a_file_that_was_changed_by_hand_meanwhile(home: Home) -> None:
    played(home, 3)
    turns = closed_turns(read_index(home, "x"))
    lines = path_of(home).read_bytes().split(b"\n")
    path_of(home).write_bytes(b"\n".join(lines[2:]))
    with pytest.raises(StoreError, match=r"journal\.jsonl, line 6, is damaged"):
        read_turn(home, "x", turns[2])
    path_of(home).write_bytes(b"\n".join([lines[0], lines[0].ljust(len(lines[1])), *lines[2:]]))
    with pytest.raises(StoreError, match="line 2, is not what it was"):
        read_turn(home, "x", turns[0])
    path_of(home).unlink()
    with pytest.raises(StoreError, match="cannot be read"):
        read_turn(home, "x", turns[0])
