"""A caller's own settings, each over a real line: it holds at once and at the next call, and on no other line now."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from door.judge import signup
from door.node.limits import Limits
from door.screens.door import run
from door.screens.lobby import lobby
from door.screens.session import Session
from door.store.callers import load_caller
from door.store.home import Home
from door.store.passwords import check_password
from door.store.records import CallerRecord
from door.term.caps import Caps, Charset
from tests.e2e.phone import Phone, sign_in
from tests.node.conftest import door_open
from tests.screens.calling import NOW, calling, new_game

pytestmark = pytest.mark.usefixtures("quick")

#: The callers answer all that they are asked; on a busy machine a little later.
PATIENT = Limits(negotiation_seconds=5.0)

Call = Callable[[], Awaitable[Phone]]


@asynccontextmanager
async def board(home: Home) -> AsyncIterator[Call]:
    """A server with one game that Anna plays; gives a way to call as her, up to the list of games."""
    signup.register(home, "Anna", "secret77", NOW)
    new_game(home, {"FRANCE": "Anna"})
    phones: list[Phone] = []
    async with door_open(home, run, PATIENT) as door:

        async def call() -> Phone:
            phones.append(await Phone.call(door.port))
            await sign_in(phones[-1], "Anna", "secret77")
            return phones[-1]

        try:
            yield call
        finally:
            for phone in phones:
                await phone.drop()


def kept(home: Home) -> CallerRecord:
    record = load_caller(home, "Anna")
    assert record is not None
    return record


async def test_the_password_is_changed_and_the_other_line_stays(home: Home) -> None:
    async with board(home) as call:
        first, other = await call(), await call()
        await first.see("Change what", "Y")
        await first.see("Your password now", "p")
        await first.see("That is not your password", "wrong77\r")
        await first.see("Your password now", "p")
        await first.see("Your new password", "secret77\r")
        await first.see("6 to 64 characters; this one has 5", "short\r")
        await first.see("again", "another88\r")
        await first.see("not the same", "another89\r")
        await first.see("again", "another88\r")
        await first.see("Your password is changed", "another88\r")
        await other.see("Your choice", "1")  # its call goes on
        await first.see("Your password now", "P")
        await first.see("That is not your password", "secret77\r")
    assert check_password("another88", kept(home).password)
    assert signup.sign_in(home, "Anna", "another88", NOW).name == "Anna"


@pytest.mark.parametrize("given_up_at", [0, 1, 2])
async def test_second_thoughts_leave_the_password_as_it_was(home: Home, given_up_at: int) -> None:
    async with board(home) as call:
        phone = await call()
        await phone.see("Change what", "Y")
        await phone.see("Your password now", "p")
        for typed, wanted in (("secret77\r", "Your new password"), ("another88\r", "again"))[:given_up_at]:
            await phone.see(wanted, typed)
        await phone.see("Change what", "\x1b")
    assert check_password("secret77", kept(home).password)


async def test_the_display_is_reached_and_kept(home: Home) -> None:
    async with board(home) as call:
        phone, other = await call(), await call()
        await phone.see("Change what", "Y")
        await phone.see("A test picture in UTF-8", "d")
        await phone.see("A test picture in 7-bit ASCII", "a")
        await phone.see("7-bit ASCII, no colours", "cq")
        await other.see("UTF-8, colours", "Y")  # another line is drawn as it was
        again = await call()
        await again.see("7-bit ASCII, no colours", "Y")
    assert (kept(home).charset, kept(home).colour, kept(home).plain) == ("ascii", False, None)


async def test_keys_with_their_enter(home: Home) -> None:
    async with board(home) as call:
        phone = await call()
        await phone.see("Change what", "Y")
        await phone.see("count with Enter", "k")
        await phone.see(r"\[Enter\]: x$", "x")
        await phone.see("Number of a game", "\bq\r")
        again = await call()
        await again.see(r"\[1\]: y$", "y")
        await again.see("Change what", "\r")
        await again.see("count at once", "K\r")
        await again.see("Number of a game", "q")
    assert kept(home).hot_keys


async def test_the_length_of_a_page(home: Home) -> None:
    async with board(home) as call:
        phone = await call()
        await phone.see("as the window: 24 rows", "Y")
        await phone.see("Rows before a stop", "l")
        await phone.see(r"abc is no number(.|\n)*as the window: abc$", "abc\r")  # a wrong one stays to be mended
        await phone.see(r"this is 5\b(.|\n)*as the window: 5$", "\b\b\b5\r")
        await phone.see("50 rows", "0\r")
        assert kept(home).page_rows == 50
        await phone.see("no stops", "l\x150\r")
        again = await call()
        await again.see("no stops", "y")
        await again.see("as the window: 24 rows", "l\x15\r")
    assert kept(home).page_rows is None


async def test_being_seen(home: Home) -> None:
    async with board(home) as call:
        phone = await call()
        await phone.see("here +yes", "Y")
        await phone.see("here +no", "s")
        assert not kept(home).shown
        await phone.see("here +yes", "S")
        assert kept(home).shown
        await phone.see("PgDn need no Enter", "?")
        await phone.see("Change what", "\r")
        await phone.see("Press P, D, K, L or S", "x")


async def test_two_lines_of_one_caller_keep_all_that_both_choose(home: Home) -> None:
    async with board(home) as call:
        first, other = await call(), await call()
        async with asyncio.TaskGroup() as group:
            group.create_task(first.see("here +no", "YS"))
            group.create_task(other.see("count with Enter", "YK"))
        async with asyncio.TaskGroup() as group:
            group.create_task(first.see("30 rows", "l30\r"))
            group.create_task(other.see("no colours", "d\rc\rq\r"))
    record = kept(home)
    assert (record.shown, record.hot_keys, record.page_rows, record.colour) == (False, False, 30, False)


async def list_games(session: Session) -> None:
    await lobby(session, "Anna")


@pytest.mark.parametrize(
    "caps",
    [Caps(Charset.ASCII, colour=False, cursor=False), Caps(Charset.UTF8, columns=40, rows=24)],
    ids=["plain lines", "40x24"],
)
async def test_in_plain_lines(home: Home, caps: Caps) -> None:
    """The same screens for screen readers and in a small window; nothing moves the cursor."""
    signup.register(home, "Anna", "secret77", NOW)
    async with calling(home, list_games, caller="Anna", caps=caps) as caller:
        await caller.types("y", "l", "12\r", "k", "s\r", "p\r", "secret77\r", "another88\r", "another88\r")
        assert "12 rows" in caller.said and "Your password is changed." in caller.said
        assert "secret77" not in caller.said and "another88" not in caller.said
        await caller.types("d\r", "q\r", "q\r", "w\r", "q\r", "?\r")
        assert "Who is here" in caller.said and "Page 1 of" in caller.said
        await caller.types("c\r", "\r", "y\r", "l\r", "\b\b0\r", "q\r")
        assert "no stops" in caller.said
        before = len(caller.said)
        await caller.types("?\r")
        assert "Help" in caller.said[before:] and "Page " not in caller.said[before:]
        assert max(map(len, caller.said.replace("\b \b", "").split("\r\n"))) < caps.columns
    assert b"\x1b" not in caller.wire.sent
    assert (kept(home).page_rows, kept(home).hot_keys, kept(home).shown) == (0, False, False)


async def test_a_record_that_cannot_be_written_costs_nothing(home: Home) -> None:
    signup.register(home, "Anna", "secret77", NOW)
    async with calling(home, list_games, caller="Anna") as caller:
        (home.callers_dir / "anna.json").write_bytes(b"{")
        assert "callers/anna.json is damaged" in " ".join((await caller.types("y")).split())
        await caller.types("s")
        assert "callers/anna.json is damaged" in " ".join(caller.screen.split())
        await caller.types("q")
        assert "Games" in caller.lines[0]
