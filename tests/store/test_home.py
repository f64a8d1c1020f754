from __future__ import annotations

import logging
import os
import stat
import threading
from pathlib import Path

import pytest

from door.store import callers, games, journal
from door.store.errors import BusyError, SettingsError, StoreError
from door.store.home import Home, append_event, default_root, event_lock, last_event
from door.store.records import EventGame, EventLine
from door.store.settings import Settings
from tests.store import samples


def test_a_new_home(tmp_path: Path) -> None:
    home = Home.open(tmp_path / "deep" / "home")
    assert home.settings == Settings()
    assert home.settings_path.read_text(encoding="utf-8").startswith("# Settings of the board.")
    for folder in (home.root, home.games_dir, home.callers_dir, home.bulletins_dir):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert games.list_games(home) == []
    assert callers.caller_names(home) == []
    assert last_event(home) is None


def test_everything_is_for_the_owner_only(home: Home) -> None:
    old = os.umask(0)
    try:
        samples.with_game(home)
        games.save_orders(home, "x", samples.orders())
        callers.create_caller(home, samples.a_caller())
        append_event(home, EventLine(at=samples.NOW, games=[]))
    finally:
        os.umask(old)
    for path in home.root.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_the_sysops_settings_are_kept(home: Home) -> None:
    home.settings_path.write_text('board_name = "Mine"\n', encoding="utf-8")
    assert Home.open(home.root).settings == Settings(board_name="Mine")
    assert home.settings_path.read_text(encoding="utf-8") == 'board_name = "Mine"\n'
    home.settings_path.write_text("port = 0\n", encoding="utf-8")
    with pytest.raises(SettingsError, match="port is 0"):
        Home.open(home.root)


def test_an_existing_folder_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(0o750)
    Home.open(tmp_path / "home")
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o750


def test_a_file_is_no_home(tmp_path: Path) -> None:
    (tmp_path / "home").write_bytes(b"")
    with pytest.raises(StoreError, match=r"^The home .*/home cannot be made: "):
        Home.open(tmp_path / "home")


def test_one_damaged_game_does_not_stop_the_others(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("a", "b", "c"):
        samples.with_game(home, name)
        journal.append(home, name, samples.phase_line(games.load_game(home, name)))  # cut short after the first step
    damaged = home.games_dir / "b" / "game.json"
    damaged.write_bytes(b"{oh")
    home = Home.open(home.root)
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.ERROR, logging.WARNING]
    assert "Game b is left as it is: games/b/game.json is damaged: JSON is malformed" in caplog.text
    assert games.list_games(home) == ["a", "b", "c"]
    assert games.load_game(home, "a").turn == games.load_game(home, "c").turn == 1
    with pytest.raises(StoreError, match=r"^games/b/game\.json is damaged: JSON is malformed"):
        games.load_game(home, "b")
    assert damaged.read_bytes() == b"{oh"


def test_leftovers_of_a_crash_are_removed(home: Home) -> None:
    samples.with_game(home)
    folders = [home.root, home.callers_dir, home.games_dir, home.games_dir / "x", home.games_dir / "x" / "orders"]
    for folder in folders:
        (folder / ".some.json.0123abcd.tmp").write_bytes(b"half")
    (home.games_dir / ".y.0123abcd.tmp").mkdir()
    Home.open(home.root)
    assert not list(home.root.rglob("*.tmp"))


def test_a_stray_file_is_no_game(home: Home) -> None:
    (home.games_dir / "readme").write_bytes(b"")
    (home.games_dir / "Not A Game").mkdir()
    assert games.list_games(Home.open(home.root)) == []


def test_a_linked_home_is_the_same_home(home: Home, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(home.root, target_is_directory=True)
    assert Home.open(tmp_path / "link") == Home.open(home.root)


class TestEvents:
    def test_what_events_did(self, home: Home) -> None:
        line = EventLine(at=samples.NOW, games=[EventGame("x", "nothing due")])
        with event_lock(home):
            append_event(home, line)
            append_event(home, EventLine(at=samples.NOW, games=[EventGame("x", "closed Spring 1901")]))
        last = last_event(home)
        assert last is not None and last.games == [EventGame("x", "closed Spring 1901")]
        assert last.at == samples.NOW

    def test_one_at_a_time(self, home: Home) -> None:
        answers: list[str] = []

        def other() -> None:
            try:
                with event_lock(home, timeout=0):
                    answers.append("both")
            except BusyError as error:
                answers.append(str(error))

        with event_lock(home):
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
        assert answers == ["Another event is at work; try again."]

    def test_bulletins_cut_short_are_removed(self, home: Home) -> None:
        (home.bulletins_dir / ".x.ans.0123abcd.tmp").write_bytes(b"")
        with event_lock(home):
            assert list(home.bulletins_dir.iterdir()) == []


def test_where_the_home_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EMPIRE1901_HOME", str(tmp_path))
    assert default_root() == tmp_path
    monkeypatch.setenv("EMPIRE1901_HOME", "~/board")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_root() == tmp_path / "board"
    monkeypatch.setenv("EMPIRE1901_HOME", "")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_root().name == "empire1901"
