"""The lines that boards hand to the door: sockets, with telnet in them or not, pipes, and how each of them ends."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from door.node import boardwire
from door.node.boardwire import BoardWire
from door.node.stdio import BoardLine
from door.store.home import Home
from tests.node.boards import (
    CHOICE,
    KEPT,
    PATIENCE,
    WELCOME,
    board_home,
    door32,
    on_a_descriptor,
    on_a_terminal,
    ordering,
    orders,
    sound,
    write,
)

CP437_LINE = b"\xc4\xc4\xc4"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return board_home(tmp_path / "home")


@pytest.fixture
def drop(tmp_path: Path) -> Path:
    return write(tmp_path / "node3", "DOOR32.SYS", door32())


@pytest.mark.parametrize("named", [True, False], ids=["--socket", "in the file"])
def test_a_socket_of_the_board_is_the_line(home: Home, tmp_path: Path, named: bool) -> None:
    ours, theirs = socket.socketpair()
    drop = write(tmp_path / "node", "DOOR32.SYS", door32(kind="2", handle="-1" if named else str(theirs.fileno())))
    words = ["--socket", str(theirs.fileno())] if named else []
    with on_a_descriptor(home, ours.detach(), theirs.detach(), "--drop", drop, *words) as door:
        assert CP437_LINE in door.sees(WELCOME)
        door.types("q")
        door.sees("go back to your board")
        assert door.ends() == 0
        assert door.errors == b""
    sound(home)


def test_the_socket_stays_open_for_the_board(home: Home, drop: Path) -> None:
    """It is the board's own line to the caller: a door that shut it down would hang up on the caller."""
    ours, theirs = socket.socketpair()
    kept = theirs.dup()
    kept.setblocking(True)
    with on_a_descriptor(
        home, ours.detach(), theirs.fileno(), "--socket", str(theirs.detach()), "--drop", drop
    ) as door:
        door.sees(WELCOME)
        door.types("q")
        assert door.ends() == 0
        assert os.get_blocking(kept.fileno())
        kept.sendall(b"back at the board")
        door.sees(b"back at the board")
        kept.close()


@pytest.mark.parametrize("hard", [True, False], ids=["reset", "closed"])
def test_5_a_closed_socket_ends_it_in_two_seconds_with_the_orders_kept(home: Home, drop: Path, hard: bool) -> None:
    """Synchronet sends no signal then: the door must see it by itself."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        caller = socket.create_connection(server.getsockname())
        taken, _ = server.accept()
    theirs = taken.detach()
    with on_a_descriptor(home, os.dup(caller.fileno()), theirs, "--socket", str(theirs), "--drop", drop) as door:
        ordering(door, b"A PAR - BUR\r")
        door.sees("Stored A PAR - BUR")
        if hard:
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        else:
            door.types("A MAR S A PAR - BUR\r")
        door.drop()
        caller.close()
        start = time.perf_counter()
        assert door.ends(PATIENCE) == 0
        assert time.perf_counter() - start < 2.0
        assert orders(home) == KEPT[: 1 if hard else 2]
        assert door.errors == b""
    sound(home)


def test_telnets_own_bytes_can_be_in_a_socket(home: Home, drop: Path) -> None:
    ours, theirs = socket.socketpair()
    number = str(theirs.fileno())
    with on_a_descriptor(home, ours.detach(), theirs.detach(), "--drop", drop, "--socket", number, "--telnet") as door:
        door.types(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x00\x00\x00\xff\xf0\xff\xfd\x01")
        door.sees(WELCOME)
        door.types(b"\xff\xfa\x18\x00xterm\xff")
        time.sleep(0.1)
        door.sees(CHOICE, b"\xf01")
        door.types(b"\xff\xf1q\r")
        assert door.ends() == 0


def test_pipes_will_do(home: Home, drop: Path) -> None:
    """Nothing but standard input and output, and neither is a terminal."""
    ours, theirs = socket.socketpair()
    with on_a_descriptor(home, ours.detach(), theirs.detach(), "--drop", drop, stdio=True) as door:
        door.sees(WELCOME)
        door.types("q")
        assert door.ends() == 0
        assert door.errors == b""


def test_no_line_at_all_ends_the_call_at_once(home: Home, drop: Path) -> None:
    ours, theirs = socket.socketpair()
    with on_a_descriptor(home, ours.detach(), theirs.detach(), "--drop", drop) as door:
        assert door.ends() == 0
        assert door.errors == b""


@contextmanager
def named_socket(folder: Path) -> Iterator[tuple[socket.socket, int, Path]]:
    """A socket that a drop file names: the board's end of it, the handle, and the file."""
    spare, theirs = socket.socketpair()
    spare.setblocking(False)
    with spare, theirs:
        number = theirs.fileno()
        yield spare, number, write(folder, "DOOR32.SYS", door32(kind="2", handle=str(number)))


def test_a_terminal_is_used_rather_than_an_open_socket(home: Home, tmp_path: Path) -> None:
    with named_socket(tmp_path / "node") as (spare, number, drop):
        with on_a_terminal(home, "--drop", drop, inherited=(number,)) as door:
            door.sees(WELCOME)
            door.types("q")
            assert door.ends() == 0
        with pytest.raises(BlockingIOError):
            spare.recv(1)


def test_stdio_can_be_demanded_where_a_socket_is_open(home: Home, tmp_path: Path) -> None:
    """By SSH the socket that the file names is the caller's own, and would show what is meant to be encrypted."""
    ours, theirs = socket.socketpair()
    with named_socket(tmp_path / "node") as (spare, number, drop):
        words = ("--drop", drop, "--stdio")
        with on_a_descriptor(home, ours.detach(), theirs.detach(), *words, stdio=True, inherited=(number,)) as door:
            door.sees(WELCOME)
            door.types("q")
            assert door.ends() == 0
        with pytest.raises(BlockingIOError):
            spare.recv(1)


# The wire by itself


@contextmanager
def wired(ends: list[str], pair: tuple[int, int]) -> Iterator[tuple[int, BoardWire]]:
    """The board's end of a line, and the wire at the door's."""
    ours, theirs = pair
    wire = BoardWire(BoardLine(theirs, theirs, is_socket=True).opened(), "node 3", lambda: ends.append("end"))
    try:
        yield ours, wire
    finally:
        wire.end_input()
        os.close(theirs)


def raw_terminal() -> tuple[int, int]:
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    return ours, theirs


def sockets() -> tuple[int, int]:
    ours, theirs = socket.socketpair()
    return ours.detach(), theirs.detach()


async def test_what_came_just_before_the_signal_is_still_read() -> None:
    ends: list[str] = []
    with wired(ends, raw_terminal()) as (ours, wire):
        os.write(ours, b"A PAR - BUR\r")
        wire.hang_up()
        assert (wire.ended, wire.lost, ends) == (True, True, ["end"])
        assert await wire.read() == b"A PAR - BUR\r"
        assert await wire.read() == b""
        await wire.write(b"to nobody")
        os.close(ours)


async def test_the_board_may_want_its_line_back() -> None:
    ends: list[str] = []
    with wired(ends, raw_terminal()) as (ours, wire):
        os.write(ours, b"x")
        wire.end_input()
        assert (wire.ended, wire.lost, ends) == (True, False, ["end"])
        assert await wire.read() == b"x"
        assert await wire.read() == b""
        await wire.write(b"Good-bye")
        assert os.read(ours, 100) == b"Good-bye"
        os.close(ours)


def calls_that_are_reset() -> tuple[int, int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = socket.create_connection(server.getsockname())
        theirs, _ = server.accept()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return ours.detach(), theirs.detach()


@pytest.mark.parametrize("make", [raw_terminal, sockets, calls_that_are_reset])
async def test_a_silent_line_that_drops_is_noticed(make: object) -> None:
    assert callable(make)
    ends: list[str] = []
    with wired(ends, make()) as (ours, wire):
        waiting = asyncio.create_task(wire.read())
        await asyncio.sleep(0.05)
        os.close(ours)
        async with asyncio.timeout(1.0):
            assert await waiting == b""
        assert ends == ["end"]
        assert wire.lost or make is not calls_that_are_reset


async def test_writing_to_a_line_that_has_dropped_is_the_end() -> None:
    ends: list[str] = []
    with wired(ends, sockets()) as (ours, wire):
        os.write(ours, b"typed")
        assert await wire.read() == b"typed"
        os.close(ours)
        await wire.write(b"x" * 100_000)
        assert wire.lost
        assert await wire.read() == b""
        assert ends == ["end"]


async def test_a_slow_board_gets_everything_and_one_that_reads_nothing_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends: list[str] = []
    with wired(ends, sockets()) as (ours, wire):
        page = bytes(range(256)) * 8192
        sending = asyncio.create_task(wire.write(page))
        os.set_blocking(ours, False)
        got = b""
        while len(got) < len(page):
            await asyncio.sleep(0.001)
            with suppress(BlockingIOError):
                got += os.read(ours, 65536)
        await sending
        assert got == page
        monkeypatch.setattr(boardwire, "WRITE_SECONDS", 0.2)
        await wire.write(page)
        assert wire.lost and ends == ["end"]
        os.close(ours)


async def test_a_flood_waits_in_the_line_and_not_here() -> None:
    ends: list[str] = []
    with wired(ends, sockets()) as (ours, wire):
        os.set_blocking(ours, False)
        sent = 0
        for _ in range(600):
            try:
                sent += os.write(ours, b"x" * 4096)
            except BlockingIOError:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)
        assert 64 * 1024 < sent < 1_000_000
        got = 0
        while got < sent:
            got += len(await wire.read())
        assert got == sent
        os.close(ours)
