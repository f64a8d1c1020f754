"""Durable writes on flat files, and what readers may rely on.

- ``replace``: a reader sees the old file or the new one, never a part; after it returns, the new one survives
  a power cut. What a crash can leave behind is a temporary file, which ``sweep`` removes.
- ``append_line``: after it returns the line survives a power cut. What a crash can leave behind is a torn last
  line; readers pass over it, and the next writer moves it aside.

Writers hold the lock that guards the folder (``locks``); nothing here takes one. That is why ``sweep`` and
the cutting of a torn line are safe: whoever holds the lock knows that no write is under way.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from door.store.errors import MissingError, StoreError

SETTINGS_NAME = "empire1901.toml"
FOLDER_MODE = 0o700
FILE_MODE = 0o600

_TEMPORARY = ".tmp"
_BLOCK = 64 * 1024
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn \n into \r\n

_log = logging.getLogger(__name__)


def shown(path: Path) -> str:
    """Word a path for a message: as seen from the home it lies in, since callers may read it too."""
    for folder in path.parents:
        if os.path.exists(folder / SETTINGS_NAME):  # unlike Path.exists, this never raises
            return path.relative_to(folder).as_posix()
    return path.name


def temporary_beside(path: Path) -> Path:
    """Give a new name beside ``path`` for what is still being written; ``sweep`` knows such names."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{_TEMPORARY}")


def read(path: Path) -> bytes:
    """Read a whole file; MissingError when there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise MissingError(f"{shown(path)} is missing.") from None
    except OSError as error:
        raise _failed(path, "read", error) from error


def replace(path: Path, data: bytes) -> None:
    """Put ``data`` in the place of the file, whole or not at all, and durably."""
    temporary = temporary_beside(path)
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, FILE_MODE)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise _failed(path, "written", error) from error


def make_folder(path: Path) -> None:
    """Make a folder for its owner only, durably; one that is there already is left as it is."""
    try:
        try:
            path.mkdir(FOLDER_MODE)
        except FileExistsError:
            if not path.is_dir():
                raise
        else:
            sync_folder(path.parent)
    except OSError as error:
        raise _failed(path, "made", error) from error


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable. Windows cannot open folders, and has no need to."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(folder: Path) -> None:
    """Remove what writes left behind that a crash cut short. The folder's lock must be held."""
    try:
        for left in folder.glob(f".*{_TEMPORARY}"):
            _log.warning("Removing %s, left behind by a crash.", shown(left))
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            else:
                left.unlink(missing_ok=True)
    except OSError as error:
        raise _failed(folder, "cleared", error) from error


def append_line(path: Path, data: bytes) -> None:
    """Append one line durably; a torn line before it is moved aside first.

    When the line cannot be written whole (the disk is full), the file is left as it was.
    """
    if b"\n" in data or b"\0" in data:
        raise ValueError("A line of a file has no newline or NUL in it.")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, FILE_MODE)
        with os.fdopen(descriptor, "r+b", buffering=0) as file:
            end = _cut_torn(path, file)
            if end == 0:
                # Before the first line and not after it: a crash between the two leaves an empty file,
                # and an empty file is synced again.
                sync_folder(path.parent)
            _append(file, data + b"\n", end)
    except OSError as error:
        raise _failed(path, "written", error) from error


def cut_torn_line(path: Path) -> bool:
    """Move a torn last line aside, to ``NAME.torn``; True when there was one. The lock must be held."""
    try:
        with path.open("r+b", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            return _cut_torn(path, file) < size
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _failed(path, "mended", error) from error


def read_lines(path: Path) -> list[bytes]:
    """Give the whole lines of a file, none when it is missing; a torn last line is passed over."""
    try:
        with path.open("rb") as file:
            return file.read(_end_of_whole_lines(file)).split(b"\n")[:-1]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _failed(path, "read", error) from error


def read_last_line(path: Path) -> bytes | None:
    """Give the last whole line, without reading the rest; None when there is none."""
    try:
        with path.open("rb") as file:
            end = _end_of_whole_lines(file)
            return _line_ending_at(file, end)[1] if end else None
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _failed(path, "read", error) from error


def _failed(path: Path, done: str, error: OSError) -> StoreError:
    return StoreError(f"{shown(path)} cannot be {done}: {error.strerror or error}.")


def _append(file: BinaryIO, data: bytes, end: int) -> None:
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())
    except OSError:
        # The writer will be told that nothing was written: make it so.
        with suppress(OSError):
            os.ftruncate(file.fileno(), end)
            os.fsync(file.fileno())
        raise


def _cut_torn(path: Path, file: BinaryIO) -> int:
    """Move a torn last line aside; give the offset at which the whole lines end."""
    end = _end_of_whole_lines(file)
    file.seek(end)
    torn = file.read()
    if torn:
        aside = path.with_suffix(".torn")
        _log.warning("%s: the last line was torn by a crash; it is put into %s.", shown(path), aside.name)
        # A crash after this and before the cut moves it aside twice, which does no harm.
        _keep_aside(aside, torn)
        os.ftruncate(file.fileno(), end)
        os.fsync(file.fileno())
    return end


def _keep_aside(aside: Path, torn: bytes) -> None:
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, FILE_MODE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(torn + b"\n")
        file.flush()
        os.fsync(file.fileno())
    sync_folder(aside.parent)


def _end_of_whole_lines(file: BinaryIO) -> int:
    """Give the offset after the last whole line.

    Torn is what has no newline at its end, and also a line with NUL in it: after a power cut the length of a
    file may be there before its bytes are. We never write a NUL.
    """
    end = os.fstat(file.fileno()).st_size
    if end == 0:
        return 0
    file.seek(end - 1)
    if file.read(1) != b"\n":
        end = _start_of_line(file, end)
    while end:
        start, line = _line_ending_at(file, end)
        if b"\0" not in line:
            break
        end = start
    file.seek(0)
    return end


def _line_ending_at(file: BinaryIO, end: int) -> tuple[int, bytes]:
    """Give start and text of the line whose newline is the byte before ``end``."""
    start = _start_of_line(file, end - 1)
    file.seek(start)
    return start, file.read(end - 1 - start)


def _start_of_line(file: BinaryIO, end: int) -> int:
    """Search back from ``end`` for the byte after the newline before it."""
    while end > 0:
        block_start = max(0, end - _BLOCK)
        file.seek(block_start)
        found = file.read(end - block_start).rfind(b"\n")
        if found >= 0:
            return block_start + found + 1
        end = block_start
    return 0
