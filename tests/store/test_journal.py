from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from door.store import games, journal
from door.store.errors import StoreError
from door.store.home import Home
from door.store.records import GameRecord, JournalLine, PhaseLine, StartLine, SysopLine
from tests.store import samples


@pytest.fixture
def game(home: Home) -> GameRecord:
    """A game with a seat taken and orders entered."""
    record = samples.with_game(home)
    games.save_orders(home, "x", samples.orders())
    return record


def path_of(home: Home) -> Path:
    return home.games_dir / "x" / "journal.jsonl"


def end_state(home: Home) -> tuple[GameRecord, list[str], list[JournalLine]]:
    names = sorted(path.name for path in (home.games_dir / "x" / "orders").iterdir())
    return games.load_game(home, "x"), names, journal.read(home, "x")


class TestActs:
    def test_are_numbered(self, home: Home, game: GameRecord) -> None:
        assert game.acts == 1
        line = StartLine(at=samples.NOW, after=replace(game, status="running", started=samples.NOW))
        started = journal.commit(home, line)
        assert (started.acts, started.status) == (2, "running")
        assert games.load_game(home, "x") == started
        assert [line.after.acts for line in journal.read(home, "x")] == [1, 2]

    def test_made_from_an_old_game_are_refused(self, home: Home, game: GameRecord) -> None:
        journal.commit(home, samples.phase_line(game))
        before = end_state(home)
        with pytest.raises(StoreError, match=r"^The game 'x' has moved on to act 2 from act 1; read it again\.$"):
            journal.commit(home, samples.phase_line(game))
        assert end_state(home) == before

    def test_of_another_game_are_refused(self, home: Home, game: GameRecord) -> None:
        samples.with_game(home, "y")
        with pytest.raises(StoreError, match="does not belong to the journal of 'y'"):
            journal.append(home, "y", samples.phase_line(game))

    def test_only_a_closed_phase_clears_the_orders(self, home: Home, game: GameRecord) -> None:
        game = journal.commit(home, samples.seat_line(game, "ITALY", "Bob"))
        assert games.load_orders(home, "x", "FRANCE", "S1901M") is not None
        journal.commit(home, samples.phase_line(game))
        assert list((home.games_dir / "x" / "orders").iterdir()) == []

    def test_can_be_looked_up(self, home: Home, game: GameRecord) -> None:
        assert journal.last_phase(home, "x") is None
        game = journal.commit(home, samples.phase_line(game))
        game = journal.commit(home, samples.seat_line(game, "ITALY", "Bob"))
        lines = journal.read(home, "x")
        assert [type(line).__name__ for line in lines] == ["SeatLine", "PhaseLine", "SeatLine"]
        assert journal.last(home, "x") == lines[2]
        assert journal.last_phase(home, "x") == lines[1]
        assert journal.phases(home, "x") == [lines[1]]
        journal.commit(home, samples.phase_line(game))
        assert journal.last_phase(home, "x") == journal.read(home, "x")[3]

    def test_a_game_set_back_is_as_it_was(self, home: Home, game: GameRecord) -> None:
        first = journal.commit(home, samples.phase_line(game))
        games.save_orders(home, "x", samples.orders(phase=first.phase))
        second = journal.commit(home, samples.phase_line(first))
        line = SysopLine(did="set back", at=samples.NOW, after=replace(first, acts=second.acts))
        back = journal.commit(home, line)
        assert replace(back, acts=first.acts) == first
        assert games.load_orders(home, "x", "FRANCE", first.phase) is None


class TestCrash:
    """A phase is closed by three steps; the process may die between any two."""

    @pytest.fixture
    def wanted(self, home: Home, game: GameRecord, tmp_path: Path) -> tuple[GameRecord, list[str], list[JournalLine]]:
        other = Home.open(tmp_path / "other")
        twin = samples.with_game(other)
        games.save_orders(other, "x", samples.orders())
        assert twin == game
        journal.commit(other, samples.phase_line(twin))
        return end_state(other)

    @pytest.mark.parametrize("steps", [1, 2, 3])
    def test_after_some_steps(self, home: Home, game: GameRecord, wanted: object, steps: int) -> None:
        written = journal.append(home, "x", samples.phase_line(game))
        if steps > 1:
            games.save_game(home, written.after)
        if steps > 2:
            games.clear_orders(home, "x")
        assert (end_state(home) == wanted) == (steps == 3)
        assert end_state(Home.open(home.root)) == wanted

    def test_recovery_says_whether_there_was_anything_to_do(self, home: Home, game: GameRecord) -> None:
        assert not journal.recover(home, "x")
        journal.append(home, "x", samples.phase_line(game))
        assert journal.recover(home, "x")
        assert not journal.recover(home, "x")

    def test_seats_come_back_too(self, home: Home, game: GameRecord) -> None:
        journal.append(home, "x", samples.seat_line(game, "ITALY", "Bob"))
        Home.open(home.root)
        assert games.load_game(home, "x").seats == {"FRANCE": "Ann", "ITALY": "Bob"}
        assert games.load_orders(home, "x", "FRANCE", "S1901M") is not None, "orders of the open phase stay"

    def test_torn_anywhere(self, home: Home, game: GameRecord) -> None:
        whole = path_of(home).read_bytes()
        journal.append(home, "x", samples.phase_line(game))
        line = path_of(home).read_bytes()[len(whole) :]
        for length in [*range(1, len(line), 37), len(line) - 1]:
            torn = line[:length]
            path_of(home).write_bytes(whole + torn)
            assert journal.last(home, "x") == journal.read(home, "x")[0]
            assert journal.recover(home, "x")
            assert path_of(home).read_bytes() == whole
            assert path_of(home).with_name("journal.torn").read_bytes().endswith(torn + b"\n")
            assert games.load_game(home, "x") == game
        again = journal.commit(home, samples.phase_line(game))
        assert (again.turn, again.acts) == (1, 2)


class TestDamage:
    def test_in_the_middle_is_named(self, home: Home, game: GameRecord) -> None:
        game = journal.commit(home, samples.phase_line(game))
        lines = path_of(home).read_bytes().splitlines(keepends=True)
        path_of(home).write_bytes(lines[0] + b"{}\n" + lines[1])
        with pytest.raises(StoreError, match=r"^games/x/journal\.jsonl, line 2, is damaged: .*`version`"):
            journal.read(home, "x")
        journal.commit(home, samples.phase_line(game))  # the game goes on; only its history is broken

    def test_of_the_last_line_is_named(self, home: Home, game: GameRecord) -> None:
        journal.append(home, "x", samples.phase_line(game))
        damaged = path_of(home).read_bytes().replace(b'"turn":1', b'"turn":x')
        path_of(home).write_bytes(damaged)
        for attempt in (journal.last, journal.read, journal.recover, journal.rebuild):
            with pytest.raises(StoreError, match=r"^games/x/journal\.jsonl, line 2, is damaged: JSON is malformed"):
                attempt(home, "x")
        assert path_of(home).read_bytes() == damaged

    def test_of_another_version_is_named(self, home: Home, game: GameRecord) -> None:
        path_of(home).write_bytes(path_of(home).read_bytes().replace(b'"version":1', b'"version":3', 1))
        with pytest.raises(StoreError, match=r"^games/x/journal\.jsonl, line 1, has version 3, but this program knows"):
            journal.read(home, "x")

    def test_lost_lines_are_noticed(self, home: Home, game: GameRecord) -> None:
        first = path_of(home).read_bytes()
        game = journal.commit(home, samples.phase_line(game))
        path_of(home).write_bytes(first + b"torn")
        with pytest.raises(StoreError, match=r"has lost lines: it ends at act 1, game\.json is at 2"):
            journal.recover(home, "x")
        with pytest.raises(StoreError, match="moved on to act 1 from act 2"):
            journal.commit(home, samples.phase_line(game))
        assert path_of(home).read_bytes() == first + b"torn", "left for the sysop to see"

    def test_of_the_snapshot_can_be_mended(self, home: Home, game: GameRecord) -> None:
        game = journal.commit(home, samples.phase_line(game))
        (home.games_dir / "x" / "game.json").write_bytes(b"")
        with pytest.raises(StoreError):
            journal.recover(home, "x")
        assert journal.rebuild(home, "x") == game
        games.save_orders(home, "x", samples.orders(phase=game.phase))
        (home.games_dir / "x" / "game.json").unlink()
        assert journal.rebuild(home, "x") == games.load_game(home, "x") == game
        assert games.load_orders(home, "x", "FRANCE", game.phase) is not None, "orders of the open phase stay"

    def test_nothing_to_mend_from(self, home: Home) -> None:
        games.create_game(home, samples.a_game())
        with pytest.raises(StoreError, match=r"^games/x/journal\.jsonl holds nothing to make game\.json of\.$"):
            journal.rebuild(home, "x")


def test_a_line_can_be_long(home: Home, game: GameRecord) -> None:
    line = samples.phase_line(game)
    line = replace(line, report=["A PAR ATTACKS BUR" * 10] * 2000)
    journal.commit(home, line)
    last = journal.last(home, "x")
    assert isinstance(last, PhaseLine) and last.report == line.report
