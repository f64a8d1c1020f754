"""What finds every open telnet port, and what it must not do there."""

from __future__ import annotations

import asyncio
import gc
import random
import time
import tracemalloc
import weakref
from dataclasses import replace

import pytest

from door.node.limits import BUSY, TELNET_ONLY, TOO_LONG_UNNAMED, TOO_MUCH, Limits
from door.node.line import TelnetLine
from door.screens.session import Session
from door.store.callers import caller_names
from door.store.home import Home
from door.term.canvas import Canvas
from tests.node.conftest import AGREES, QUICK, Caller, door_open, empty, keys, name, tracebacks


def _cuts(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("door.")]


@pytest.mark.parametrize(
    ("greeting", "farewell", "reason"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", TELNET_ONLY, "a web request"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), "", "a TLS hello"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", TELNET_ONLY, "an SSH hello"),
        (b"\xff\xfa\x18" + b"A" * 5000, "", "an endless telnet subnegotiation"),
        (b"\xff\xfd\x01" * 3000, "", "a storm of telnet commands"),
        (b"\xff\xfb\x63" * 3000, "", "a storm of telnet commands"),
    ],
)
async def test_what_is_no_caller_is_cut_off_with_one_line_in_the_log(
    home: Home, caplog: pytest.LogCaptureFixture, greeting: bytes, farewell: str, reason: str
) -> None:
    called: list[Session] = []

    async def run(session: Session) -> None:
        called.append(session)

    async with door_open(home, run) as door, await Caller.call(door, greeting) as stranger:
        assert farewell.encode() in await stranger.end()
    assert not called
    assert _cuts(caplog) == [f"Cut off 127.0.0.1: {reason}."]
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("agrees", [b"", AGREES], ids=["silent", "character mode"])
async def test_a_megabyte_without_an_enter_is_cut_off(
    home: Home, caplog: pytest.LogCaptureFixture, agrees: bytes
) -> None:
    async with door_open(home, name) as door, await Caller.call(door, agrees) as stranger:
        await stranger.sees("Name:")
        stranger.send(b"A" * 1_000_000)
        assert TOO_MUCH.encode() in await stranger.end()
    assert len(_cuts(caplog)) == 1
    assert tracebacks(caplog) == []


async def test_ten_megabytes_are_not_kept(home: Home) -> None:
    async def run(session: Session) -> None:
        session.signed_in("Anna")
        await asyncio.sleep(0.5)

    generous = replace(QUICK, burst_bytes=1 << 30)
    async with door_open(home, run, generous) as door, await Caller.call(door, AGREES) as stranger:
        await asyncio.sleep(0.1)
        tracemalloc.start()
        stranger.send(b"A" * 10_000_000)
        await asyncio.sleep(0.2)
        held = sum(
            trace.size for trace in tracemalloc.take_snapshot().traces if "telnetlib3" in trace.traceback[0].filename
        )
        tracemalloc.stop()
        assert held < 1_000_000
        stranger.reset()


@pytest.mark.parametrize("seed", range(8))
async def test_random_bytes_make_no_caller_and_no_traceback(
    home: Home, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    dice = random.Random(seed)
    telnet = bytes((0xFF, 0xFA, 0xF0, 0xFB, 0xFC, 0xFD, 0xFE, 0x18, 0x1F, 0x27, 0x2A, 0x00, 0x0D, 0x1B))
    async with door_open(home, keys if seed % 2 else name, replace(QUICK, negotiation_seconds=0.02)) as door:
        for _ in range(6):
            async with await Caller.call(door) as stranger:
                for _ in range(10):
                    size = dice.randrange(1, 200)
                    stranger.send(dice.randbytes(size) if dice.random() < 0.5 else bytes(dice.choices(telnet, k=size)))
                    await asyncio.sleep(0.002)
        await empty(door)
    assert tracebacks(caplog) == [] or all("screen failed" in line for line in tracebacks(caplog)), caplog.text
    assert caller_names(home) == []


async def test_after_200_connects_and_drops_a_caller_still_gets_in(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    async with door_open(home, keys, replace(QUICK, lines=20)) as door:
        for count in range(200):
            stranger = await Caller.call(door, AGREES if count % 3 else b"")
            if count % 2:
                stranger.reset()
            else:
                await stranger.drop()
        await empty(door)
        async with await Caller.call(door, AGREES) as caller:
            await caller.sees("Press a key")
            assert len(door.online) == 1
    assert tracebacks(caplog) == []


async def test_nothing_is_kept_of_a_call_that_is_over(home: Home) -> None:
    sessions: list[weakref.ref[Session]] = []

    async def run(session: Session) -> None:
        sessions.append(weakref.ref(session))
        await keys(session)

    async with door_open(home, run) as door:
        for last in (b"q", b"", b"\xff\xfa" + b"A" * 5000):
            async with await Caller.call(door, AGREES + b"xyz") as caller:
                await caller.sees("<3:char:z>")
                caller.send(last)
                if last:
                    await caller.end()
        await empty(door)
        await asyncio.sleep(0.05)
        gc.collect()
        assert len(sessions) == 3
        assert [session() for session in sessions if session() is not None] == []
        assert [thing for thing in gc.get_objects() if isinstance(thing, TelnetLine)] == []


async def test_when_all_lines_are_taken_the_next_caller_is_told(home: Home) -> None:
    async with door_open(home, keys, replace(QUICK, lines=2)) as door:
        async with await Caller.call(door, AGREES) as first, await Caller.call(door, AGREES):
            await first.sees("Press a key")
            async with await Caller.call(door) as third:
                assert await third.end() == BUSY.encode() + b"\r\n"
            first.send(b"q")
            await first.end()
            await first.drop()
            await asyncio.sleep(0.05)
            async with await Caller.call(door, AGREES) as fourth:
                await fourth.sees("Press a key")


async def test_one_address_cannot_take_all_lines(home: Home) -> None:
    limits = replace(QUICK, lines_per_address=1, loopback_counts=True)
    async with door_open(home, keys, limits) as door, await Caller.call(door, AGREES) as first:
        await first.sees("Press a key")
        async with await Caller.call(door) as second:
            assert BUSY.encode() in await second.end()


async def test_who_does_not_sign_in_is_hung_up_on_in_the_end(home: Home) -> None:
    limits = replace(QUICK, sign_in_seconds=0.4)
    async with door_open(home, keys, limits) as door:
        async with await Caller.call(door, AGREES) as stranger, await Caller.call(door, AGREES + b"n") as caller:
            assert TOO_LONG_UNNAMED.encode() in await stranger.end()
            caller.send(b"x")
            await caller.sees("<2:char:x>")


async def test_a_client_that_stops_reading_holds_neither_memory_nor_the_line(home: Home) -> None:
    painted = 0

    async def run(session: Session) -> None:
        nonlocal painted
        canvas = Canvas()
        while True:
            painted += 1
            for row in range(24):
                canvas.put(row, 0, str(painted % 10) * 79)
            await session.show(canvas)

    limits = replace(QUICK, write_seconds=0.5)
    async with door_open(home, run, limits) as door:
        _, writer = await asyncio.open_connection("127.0.0.1", door.port, limit=1024)
        writer.write(AGREES)
        start = time.perf_counter()
        await empty(door, 10)
        assert time.perf_counter() - start < 8
        writer.transport.abort()
    assert painted < 20_000


async def test_a_client_that_stops_reading_does_not_hold_up_the_others(home: Home) -> None:
    async def run(session: Session) -> None:
        canvas = Canvas()
        await session.show(canvas)
        key = await session.key()
        while key.char == "f":
            await session.show(canvas)
            canvas.put(0, 0, "x" * 70)
            await session.show(canvas)
            canvas.clear(0)
        canvas.put(0, 0, f"<{key.char}>")
        await session.show(canvas)

    async with door_open(home, run, replace(QUICK, write_seconds=1.0)) as door:
        stuck = await Caller.call(door, AGREES + b"f")
        await asyncio.sleep(0.2)
        async with await Caller.call(door, AGREES + b"x") as caller:
            await caller.sees("<x>", 5)
        stuck.reset()


async def test_a_vanished_machine_is_noticed_by_keepalive(home: Home) -> None:
    import socket

    async with door_open(home, keys, Limits()) as door, await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        [line] = door._connected
        sock = line._line.get_extra_info("socket")
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE)
