"""Calls over real sockets: what each kind of client sees, and how calls end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator

import pytest

from door.node.limits import Limits
from door.node.telnet import CLOSING, FAULT, TelnetDoor
from door.screens.session import Session
from door.store.home import Home
from door.term.caps import Charset
from tests.node.conftest import (
    AGREES,
    CHARSET,
    DO,
    ECHO,
    IAC,
    NAWS,
    NEW_ENVIRON,
    QUICK,
    REFUSES,
    SB,
    SE,
    SGA,
    TTYPE,
    WILL,
    WONT,
    Caller,
    door_open,
    empty,
    keys,
    name,
    tracebacks,
)


@pytest.fixture
async def door(home: Home) -> AsyncIterator[TelnetDoor]:
    async with door_open(home, keys) as door:
        yield door


@pytest.fixture
async def asking(home: Home) -> AsyncIterator[TelnetDoor]:
    async with door_open(home, name) as door:
        yield door


# What the client is asked, and how long it waits.


async def test_a_client_that_answers_nothing_sees_text_within_two_seconds(home: Home) -> None:
    async with door_open(home, keys, Limits()) as door, await Caller.call(door) as caller:
        start = time.perf_counter()
        await caller.sees("Press a key")
        assert time.perf_counter() - start < 2.0


@pytest.mark.parametrize("answers", [AGREES, REFUSES], ids=["agrees", "refuses"])
async def test_a_client_that_answers_sees_text_at_once(home: Home, answers: bytes) -> None:
    async with door_open(home, keys, Limits(negotiation_seconds=30)) as door, await Caller.call(door) as caller:
        await caller.sees(IAC + DO + CHARSET)
        start = time.perf_counter()
        caller.send(answers)
        await caller.sees("Press a key")
        assert time.perf_counter() - start < 0.5


async def test_everything_is_asked_of_a_client_that_will_not_name_its_terminal(door: TelnetDoor) -> None:
    async with await Caller.call(door, IAC + WONT + TTYPE) as caller:
        asked = await caller.sees("Press a key")
        for question in (WILL + ECHO, WILL + SGA, DO + NAWS, DO + TTYPE, DO + CHARSET):
            assert IAC + question in asked


# Keys.


@pytest.mark.parametrize("enter", [b"\r", b"\n", b"\r\n", b"\r\0"])
async def test_bytes_one_by_one_are_the_same_keys(door: TelnetDoor, enter: bytes) -> None:
    async with await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        for byte in b"x" + enter + b"y":
            caller.send(bytes((byte,)))
            await asyncio.sleep(0.005)
        assert b"<3:char:y>" in await caller.sees("<3")


async def test_an_arrow_in_two_packets_is_an_arrow_and_a_lone_escape_is_not(door: TelnetDoor) -> None:
    async with await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        caller.send(b"\x1b")
        await asyncio.sleep(0.05)
        caller.send(b"[A")
        await caller.sees("<1:up:>")
        caller.send(b"\x1b")
        start = time.perf_counter()
        await caller.sees("escape")
        assert time.perf_counter() - start < 0.5


async def test_a_pipe_with_line_feeds_can_do_everything(door: TelnetDoor) -> None:
    async with await Caller.call(door) as caller:
        await caller.sees("Press a key")
        caller.send(b"1\n")
        await caller.sees("<1:char:1>")
        caller.send(b"\n")
        await caller.sees("<2:enter:>")
        caller.send(b"quit\n")
        await caller.sees("escape")
        caller.send(b"q\n")
        await caller.end()


async def test_a_half_closed_line_is_answered_before_it_ends(door: TelnetDoor) -> None:
    async with await Caller.call(door) as caller:
        caller.send(b"1\n2\n")
        caller.writer.write_eof()
        assert b"<2:char:2>" in await caller.end()


async def test_the_interrupt_command_is_control_c(door: TelnetDoor) -> None:
    async with await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        caller.send(b"\xff\xf4")
        await caller.sees("<1:interrupt:>")


async def test_are_you_there_is_answered(door: TelnetDoor) -> None:
    async with await Caller.call(door, AGREES) as caller:
        await caller.sees("Press a key")
        caller.send(b"\xff\xf6")
        await caller.sees("[Yes]")


# Telnet's bytes and the caller's text are kept apart.


async def test_a_terminal_name_that_was_not_asked_for_is_not_typed_text(asking: TelnetDoor) -> None:
    async with await Caller.call(asking, AGREES) as caller:
        await caller.sees("Name:")
        caller.send(IAC + SB + TTYPE + b"\0xterm" + IAC + SE + b"Bob\r")
        await caller.sees("<Bob>")


@pytest.mark.parametrize("split", [False, True])
async def test_a_doubled_255_is_one_letter(asking: TelnetDoor, split: bool) -> None:
    async with await Caller.call(asking, AGREES) as caller:
        await caller.sees("Name:")
        for part in (b"a", b"\xff", b"\xff", b"b\r") if split else (b"a\xff\xffb\r",):
            caller.send(part)
            await asyncio.sleep(0.005)
        # No letter of ASCII, so it is not taken; what follows is in step.
        await caller.sees("<ab>")


async def test_a_window_of_no_size_is_drawn_as_80_by_24(home: Home) -> None:
    sizes: list[tuple[int, int]] = []

    async def run(session: Session) -> None:
        sizes.append((session.caps.columns, session.caps.rows))
        await session.key()
        sizes.append((session.caps.columns, session.caps.rows))

    async with door_open(home, run) as door:
        async with await Caller.call(door, b"\xff\xfb\x1f\xff\xfa\x1f\0\0\0\0\xff\xf0") as caller:
            await caller.sees(IAC + DO + CHARSET)
            await asyncio.sleep(0.1)
            caller.send(b"\xff\xfa\x1f\0\x84\0\x32\xff\xf0x\n")
            await caller.end()
    assert sizes == [(80, 24), (132, 50)]


@pytest.mark.parametrize(
    ("answers", "guess", "terminal"),
    [
        (b"", None, ""),
        (IAC + WILL + CHARSET + IAC + SB + CHARSET + b"\x02UTF-8" + IAC + SE, Charset.UTF8, ""),
        (IAC + WILL + CHARSET + IAC + SB + CHARSET + b"\x02EBCDIC" + IAC + SE, None, ""),
        (IAC + SB + TTYPE + b"\0syncterm" + IAC + SE, Charset.CP437, "syncterm"),
        (IAC + SB + NEW_ENVIRON + b"\0\0LANG\x01de_DE.UTF-8" + IAC + SE, Charset.UTF8, ""),
    ],
)
async def test_what_the_client_says_of_itself_is_told_to_the_screens(
    home: Home, answers: bytes, guess: Charset | None, terminal: str
) -> None:
    told: list[tuple[Charset | None, str]] = []

    async def run(session: Session) -> None:
        told.append((session.charset_guess, session.terminal))

    async with door_open(home, run) as door:
        async with await Caller.call(door, answers) as caller:
            await caller.end()
    assert told == [(guess, terminal)]


async def test_an_answer_that_comes_late_still_counts(home: Home) -> None:
    told: list[object] = []

    async def run(session: Session) -> None:
        await session.key()
        told.extend((session.charset_guess, session.wire.line_mode))

    async with door_open(home, run) as door:
        async with await Caller.call(door) as caller:
            await asyncio.sleep(0.1)
            caller.send(AGREES + IAC + SB + TTYPE + b"\0XTERM" + IAC + SE + b"x")
            await caller.end()
    assert told == [Charset.UTF8, False]


# How calls end.


async def test_a_screen_that_fails_tells_the_caller_and_the_log(
    door: TelnetDoor, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Caller.call(door, AGREES + b"n!") as caller:
        assert FAULT.encode() in await caller.end()
    [record] = [record for record in caplog.records if record.exc_info]
    assert record.name == "door.node.telnet"
    assert "'Anna'" in record.getMessage() and "127.0.0.1" in record.getMessage()
    assert "the screen has failed" in caplog.text


@pytest.mark.parametrize("how", ["close", "half", "reset"])
@pytest.mark.parametrize("waiting", [0.0, 0.1], ids=["negotiating", "in a screen"])
async def test_nothing_is_left_of_a_dropped_line(
    door: TelnetDoor, how: str, waiting: float, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Caller.call(door, AGREES if waiting else b"") as caller:
        await asyncio.sleep(waiting)
        if how == "close":
            await caller.drop()
        elif how == "half":
            caller.writer.write_eof()
        else:
            caller.reset()
        await empty(door)
    assert tracebacks(caplog) == []


async def test_who_is_on_line_is_known_while_they_are(door: TelnetDoor) -> None:
    async with await Caller.call(door, AGREES + b"n") as anna, await Caller.call(door, AGREES) as nobody:
        await anna.sees("<1:char:n>")
        await nobody.sees("Press a key")
        assert [(entry.number, entry.name) for entry in door.online.entries()] == [(1, "Anna"), (2, None)]
        assert [entry.name for entry in door.online.callers()] == ["Anna"]
        anna.reset()
        await asyncio.sleep(0.05)
        assert [entry.number for entry in door.online.entries()] == [2]


async def test_closing_says_goodbye_on_every_line_within_two_seconds(home: Home) -> None:
    async with door_open(home, keys) as door:
        callers = [await Caller.call(door, AGREES) for _ in range(5)]
        silent = await Caller.call(door)
        for caller in callers:
            await caller.sees("Press a key")
        start = time.perf_counter()
        door.close()
        await door.wait_closed()
        assert time.perf_counter() - start < 2.0
        for caller in callers:
            assert CLOSING.encode() in await caller.end()
        await silent.end()
        with pytest.raises(OSError):
            await Caller.call(door)
        for caller in (*callers, silent):
            await caller.drop()


async def test_closing_does_not_wait_for_a_screen_that_hangs(home: Home) -> None:
    async def run(session: Session) -> None:
        await asyncio.sleep(60)

    async with door_open(home, run) as door, await Caller.call(door, AGREES) as caller:
        await asyncio.sleep(0.1)
        start = time.perf_counter()
        door.close()
        await door.wait_closed()
        assert time.perf_counter() - start < 2.5
        await caller.end()


async def test_the_last_words_arrive_though_the_client_still_types(home: Home) -> None:
    async def run(session: Session) -> None:
        await session.key()
        await session.goodbye("Good-bye.")

    async with door_open(home, run) as door, await Caller.call(door, AGREES) as caller:
        for _ in range(200):
            caller.send(b"typed ahead\r\n")
            await asyncio.sleep(0)
        assert b"Good-bye." in await caller.end()


async def test_log_lines_name_the_line_and_the_address(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "door")
    async with door_open(home, keys, QUICK) as door, await Caller.call(door, AGREES + b"nq") as caller:
        await caller.end()
    assert "Line 1: a call from 127.0.0.1." in caplog.text
    assert "Line 1: 'Anna' signed in from 127.0.0.1." in caplog.text


async def test_an_address_that_signs_up_again_and_again_is_refused(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(session: Session) -> None:
        await session.goodbye("Welcome." if session.may_sign_up() else "Tomorrow.")

    limits = Limits(negotiation_seconds=0.05, loopback_counts=True, sign_ups_per_address=2)
    async with door_open(home, run, limits) as door:
        for farewell in (b"Welcome.", b"Welcome.", b"Tomorrow."):
            async with await Caller.call(door, AGREES) as caller:
                assert farewell in await caller.end()
    assert "Refused a new caller from 127.0.0.1" in caplog.text
