"""What a call costs: a key through the session, a key through the server, and the memory of a session that waits.

Run with ``--benchmark-only``; sizes are in ``extra_info``. The wire in memory leaves the session and the painting;
the socket adds the guard, the telnet library and the event loop, with the client's own part.
"""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from door.node.limits import Limits, LineGuard
from door.node.telnet import TelnetDoor, start
from door.screens.session import Session
from door.store.home import Home
from door.term.caps import Caps
from tests.bench.test_term_bench import ordinary
from tests.node.conftest import AGREES, Caller

KEYS = 50
SESSIONS = 40


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    with asyncio.Runner() as runner:
        yield runner.get_loop()


class _Endless:
    """A caller who types x for ever, and reads everything."""

    peer = "192.0.2.1"
    line_mode = False

    async def read(self) -> bytes:
        return b"x"

    async def write(self, data: bytes) -> None:
        pass

    async def close(self) -> None:
        pass


async def _menu(session: Session) -> None:
    session.signed_in("Anna")
    canvas = ordinary()
    count = 0
    while True:
        await session.show(canvas)
        await session.key()
        count += 1
        canvas.put(22, 1, f"<{count}>")


def test_the_guard_reads_a_key(benchmark: BenchmarkFixture) -> None:
    guard = LineGuard(Limits(), 0.0)
    guard.signed_in = True
    benchmark(guard.receive, b"x", 0.0)


def test_a_key_through_the_session(benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop) -> None:
    async def keys() -> None:
        session = Session(_Endless(), Caps())
        canvas = ordinary()
        for count in range(KEYS):
            await session.key()
            canvas.put(22, 1, f"<{count}>")
            await session.show(canvas)

    benchmark.extra_info["keys a round"] = KEYS
    benchmark(lambda: loop.run_until_complete(keys()))


def test_a_key_through_the_server(benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, tmp_path: Path) -> None:
    door = loop.run_until_complete(_open(tmp_path))
    caller = loop.run_until_complete(_called(door))

    async def keys() -> None:
        for _ in range(KEYS):
            caller.send(b"x")
            await caller.reader.read(65536)

    benchmark.extra_info["keys a round"] = KEYS
    benchmark(lambda: loop.run_until_complete(keys()))
    loop.run_until_complete(_shut(door, [caller]))


def test_a_session_that_waits(benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, tmp_path: Path) -> None:
    door = loop.run_until_complete(_open(tmp_path))
    callers = [loop.run_until_complete(_called(door))]

    async def call() -> None:
        for _ in range(SESSIONS):
            callers.append(await _called(door))

    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    benchmark.pedantic(lambda: loop.run_until_complete(call()), rounds=1)  # type: ignore[no-untyped-call]
    gc.collect()
    held = (tracemalloc.get_traced_memory()[0] - before) / SESSIONS
    tracemalloc.stop()
    # Both ends are in this process; the client's takes about 5 of these.
    benchmark.extra_info["KB a session"] = round(held / 1024, 1)
    assert held < 120 * 1024
    loop.run_until_complete(_shut(door, callers))


async def _open(tmp_path: Path) -> TelnetDoor:
    return await start(Home.open(tmp_path), "127.0.0.1", 0, _menu, limits=Limits(lines=2 * SESSIONS))


async def _called(door: TelnetDoor) -> Caller:
    caller = await Caller.call(door, AGREES)
    await caller.sees("minutes")
    return caller


async def _shut(door: TelnetDoor, callers: list[Caller]) -> None:
    for caller in callers:
        await caller.drop()
    door.close()
    await door.wait_closed()
