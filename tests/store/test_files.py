from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from door.store import files
from door.store.errors import MissingError, StoreError


def fail_with(code: int) -> OSError:
    return OSError(code, os.strerror(code))


def full_disk(*_: object) -> None:
    raise fail_with(errno.ENOSPC)


class TestReplace:
    def test_makes_and_replaces(self, tmp_path: Path) -> None:
        path = tmp_path / "a.json"
        files.replace(path, b"old")
        files.replace(path, b"new")
        assert path.read_bytes() == b"new"
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

    def test_is_for_the_owner_only(self, tmp_path: Path) -> None:
        files.replace(tmp_path / "a.json", b"")
        assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o600

    @pytest.mark.parametrize("call", ["fsync", "replace"])
    def test_failure_leaves_the_old(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
        path = tmp_path / "a.json"
        files.replace(path, b"old")
        monkeypatch.setattr(os, call, full_disk)
        with pytest.raises(StoreError, match=r"^a\.json cannot be written: No space left on device\.$"):
            files.replace(path, b"new")
        assert path.read_bytes() == b"old"
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]

    def test_needs_its_folder(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="cannot be written: No such file or directory"):
            files.replace(tmp_path / "none" / "a.json", b"")


class TestAppend:
    def test_appends_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        files.append_line(path, b"one")
        files.append_line(path, b"two")
        assert path.read_bytes() == b"one\ntwo\n"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    @pytest.mark.parametrize("line", [b"a\nb", b"a\0b"])
    def test_refuses_what_is_no_line(self, tmp_path: Path, line: bytes) -> None:
        with pytest.raises(ValueError, match="no newline or NUL"):
            files.append_line(tmp_path / "a.jsonl", line)

    @pytest.mark.parametrize("torn", [b'{"tw', b"\0\0\0", b"\0\0\n", b'{"a\0\0b"}\n', b"\0\0\n\0\0\n{"])
    def test_moves_a_torn_line_aside(self, tmp_path: Path, caplog: pytest.LogCaptureFixture, torn: bytes) -> None:
        path = tmp_path / "a.jsonl"
        path.write_bytes(b"one\n" + torn)
        assert files.read_lines(path) == [b"one"], "a reader passes over it and moves nothing"
        assert files.read_last_line(path) == b"one"
        assert path.read_bytes() == b"one\n" + torn
        files.append_line(path, b"two")
        assert path.read_bytes() == b"one\ntwo\n"
        assert (tmp_path / "a.torn").read_bytes() == torn + b"\n"
        assert "a.jsonl: the last line was torn by a crash; it is put into a.torn." in caplog.text

    def test_keeps_all_that_was_torn(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        for torn in (b"one", b"two"):
            path.write_bytes(torn)
            assert files.cut_torn_line(path)
            assert not files.cut_torn_line(path)
        assert path.read_bytes() == b""
        assert (tmp_path / "a.torn").read_bytes() == b"one\ntwo\n"

    def test_full_disk_leaves_the_file_as_it_was(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "a.jsonl"
        files.append_line(path, b"one")
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full_disk)
            with pytest.raises(StoreError, match=r"^a\.jsonl cannot be written: No space left on device\.$"):
                files.append_line(path, b"two")
        assert path.read_bytes() == b"one\n"
        files.append_line(path, b"three")
        assert files.read_lines(path) == [b"one", b"three"]

    def test_missing_files_have_no_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        assert files.read_lines(path) == []
        assert files.read_last_line(path) is None
        assert not files.cut_torn_line(path)

    def test_carriage_returns_end_no_line(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jsonl"
        files.append_line(path, b"a\rb\x0bc\x1cd")
        assert files.read_lines(path) == [b"a\rb\x0bc\x1cd"]


@settings(max_examples=40, deadline=None)
@given(
    lines=st.lists(st.binary(max_size=20).map(lambda data: data.replace(b"\n", b"").replace(b"\0", b""))),
    torn=st.binary(max_size=20).map(lambda data: data.replace(b"\n", b"")),
    block=st.integers(1, 9),
)
def test_lines_are_found_across_blocks(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], torn: bytes, block: int
) -> None:
    path = tmp_path_factory.mktemp("lines") / "a.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines) + torn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_BLOCK", block)
        assert files.read_lines(path) == lines
        assert files.read_last_line(path) == (lines[-1] if lines else None)
        assert files.cut_torn_line(path) == bool(torn)


class TestSweep:
    def test_removes_what_a_crash_left(self, tmp_path: Path) -> None:
        left = files.temporary_beside(tmp_path / "a.json")
        left.write_bytes(b"ha")
        files.make_folder(files.temporary_beside(tmp_path / "game"))
        keep = [tmp_path / name for name in ("a.json", ".lock", "mine.tmp")]
        for path in keep:
            path.write_bytes(b"")
        files.sweep(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted(keep)

    def test_follows_no_link(self, tmp_path: Path) -> None:
        (tmp_path / "kept").mkdir()
        (tmp_path / "kept" / "a").write_bytes(b"")
        (tmp_path / ".link.1.tmp").symlink_to(tmp_path / "kept", target_is_directory=True)
        files.sweep(tmp_path)
        assert (tmp_path / "kept" / "a").exists()
        assert not (tmp_path / ".link.1.tmp").is_symlink()


def test_folders_are_for_the_owner_only(tmp_path: Path) -> None:
    files.make_folder(tmp_path / "a")
    files.make_folder(tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(StoreError, match=r"^a cannot be made: File exists\.$"):
        files.make_folder(tmp_path / "a")


def test_messages_show_paths_from_the_home(tmp_path: Path) -> None:
    (tmp_path / files.SETTINGS_NAME).write_bytes(b"")
    with pytest.raises(MissingError, match=r"^games/x/game\.json is missing\.$"):
        files.read(tmp_path / "games" / "x" / "game.json")
    with pytest.raises(StoreError, match=r"cannot be read: Is a directory\.$"):
        files.read(tmp_path)
