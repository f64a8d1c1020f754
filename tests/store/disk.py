"""A disk on which the power fails at a chosen moment.

Every call that changes files is counted. At call number ``cut_at`` the power fails: that call and all later ones
raise ``PowerCut``. With ``lose`` everything that was not fsynced by then is undone as a disk may do it: new
names vanish, replaced and removed files come back, appended bytes are torn in the middle.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

_open, _fsync, _mkdir, _rename = os.open, os.fsync, os.mkdir, os.rename
_replace, _unlink, _truncate = os.replace, os.unlink, os.ftruncate

_WRITING = os.O_CREAT | os.O_RDWR | os.O_WRONLY


class PowerCut(BaseException):
    """Nothing may catch this and go on."""


class Disk:
    """Stands in for the system's calls while ``failing`` is open."""

    def __init__(self, spare: Path, cut_at: int, lose: bool) -> None:
        spare.mkdir()
        self._spare = spare
        self._cut_at = cut_at
        self._lose = lose
        self._calls = 0
        self._undo: list[tuple[Path, Callable[[], object]]] = []  # by the folder whose fsync makes it durable
        self._sizes: dict[Path, int] = {}  # how much of a file is durable

    def open(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        if more or not flags & _WRITING or str(path).endswith("lock"):
            return _open(path, flags, mode, **more)
        self._step()
        place = Path(path)
        if not place.exists():
            self._undo.append((place.parent, lambda: place.unlink(missing_ok=True)))
        descriptor = _open(path, flags, mode)
        self._sizes.setdefault(place, place.stat().st_size)
        return descriptor

    def fsync(self, descriptor: int) -> None:
        self._step()
        _fsync(descriptor)
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        if path.is_dir():
            self._undo = [(folder, undo) for folder, undo in self._undo if folder != path]
        else:
            self._sizes[path] = path.stat().st_size

    def mkdir(self, path: Any, mode: int = 0o777, **more: Any) -> None:
        self._step()
        _mkdir(path, mode, **more)
        self._undo.append((Path(path).parent, lambda: shutil.rmtree(path, ignore_errors=True)))

    def rename(self, old: Any, new: Any) -> None:
        self._step()
        _rename(old, new)
        self._undo.append((Path(new).parent, lambda: shutil.rmtree(new, ignore_errors=True)))

    def replace(self, old: Any, new: Any) -> None:
        self._step()
        undo = self._bring_back(Path(new))
        _replace(old, new)
        self._sizes[Path(new)] = self._sizes.pop(Path(old))
        self._undo.append((Path(new).parent, undo))

    def unlink(self, path: Any, **more: Any) -> None:
        self._step()
        undo = self._bring_back(Path(path))
        _unlink(path, **more)
        self._undo.append((Path(path).parent, undo))

    def ftruncate(self, descriptor: int, length: int) -> None:
        self._step()
        _truncate(descriptor, length)

    def settle(self) -> None:
        """Make the losses, once the power is off."""
        if not self._lose:
            return
        for path, size in self._sizes.items():
            with suppress(FileNotFoundError):
                os.truncate(path, min(path.stat().st_size, (size + path.stat().st_size) // 2))
        for _, undo in reversed(self._undo):
            undo()

    def _step(self) -> None:
        self._calls += 1
        if self._calls >= self._cut_at:
            raise PowerCut

    def _bring_back(self, path: Path) -> Callable[[], object]:
        if not path.exists():
            return lambda: path.unlink(missing_ok=True)
        copy = self._spare / str(self._calls)
        os.link(path, copy)
        return lambda: shutil.copyfile(copy, path)


@contextmanager
def failing(disk: Disk) -> Iterator[None]:
    """Let the store work on the disk; ends quietly when the power was cut, with the losses made."""
    with pytest.MonkeyPatch.context() as patch, suppress(PowerCut):
        for name in ("open", "fsync", "mkdir", "rename", "replace", "unlink", "ftruncate"):
            patch.setattr(os, name, getattr(disk, name))
        yield
    disk.settle()
