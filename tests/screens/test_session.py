"""A session over a line in memory: keys, fields, painting, silence, and every way in which a call ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from door.screens.session import Hangup, Session
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from door.term.keys import Key, KeyName
from tests.term.emulator import Terminal

COLOUR = Caps(charset=Charset.UTF8)
PLAIN = Caps(charset=Charset.UTF8, cursor=False)
ENTER = Key(KeyName.ENTER)


def char(letter: str) -> Key:
    return Key(KeyName.CHAR, letter)


class MemoryWire:
    """A line whose far end is the test."""

    peer = "192.0.2.1"

    def __init__(self, line_mode: bool = False) -> None:
        self.line_mode = line_mode
        self.out = b""
        self.writes = 0
        self.closed = False
        self.broken = False
        self.idle = asyncio.Event()
        self._in: asyncio.Queue[bytes] = asyncio.Queue()

    def types(self, data: bytes) -> None:
        self.idle.clear()
        self._in.put_nowait(data)

    async def waited_on(self) -> None:
        """Wait until the session has taken everything and waits for more."""
        async with asyncio.timeout(5):
            await self.idle.wait()

    def drops(self) -> None:
        self._in.put_nowait(b"")

    async def read(self) -> bytes:
        if self._in.empty():
            self.idle.set()
        return await self._in.get()

    async def write(self, data: bytes) -> None:
        if self.broken:
            raise ConnectionResetError
        self.out += data
        self.writes += 1

    async def close(self) -> None:
        self.closed = True

    def taken(self) -> bytes:
        out, self.out = self.out, b""
        return out


@pytest.fixture
def wire() -> MemoryWire:
    return MemoryWire()


@pytest.fixture
async def session(wire: MemoryWire) -> AsyncIterator[Session]:
    yield Session(wire, COLOUR)


async def all_keys(session: Session, count: int) -> list[Key]:
    async with asyncio.timeout(2):
        return [await session.key() for _ in range(count)]


def form() -> Canvas:
    canvas = Canvas()
    canvas.put(0, 0, "Title")
    canvas.put(4, 0, "Name:")
    return canvas


# Keys.


@pytest.mark.parametrize("enter", [b"\r", b"\n", b"\r\n", b"\r\0"])
async def test_every_enter_is_one_however_it_is_split(session: Session, wire: MemoryWire, enter: bytes) -> None:
    for byte in b"x" + enter + b"y":
        wire.types(bytes((byte,)))
    assert await all_keys(session, 3) == [char("x"), ENTER, char("y")]


async def test_an_escape_sequence_in_two_parts_is_one_key(session: Session, wire: MemoryWire) -> None:
    wire.types(b"\x1b")
    asyncio.get_running_loop().call_later(0.05, wire.types, b"[A")
    assert await session.key() == Key(KeyName.UP)


@pytest.mark.parametrize("line_mode", [False, True])
async def test_a_lone_escape_counts_in_less_than_half_a_second(
    session: Session, wire: MemoryWire, line_mode: bool
) -> None:
    wire.line_mode = line_mode
    wire.types(b"\x1b")
    start = time.perf_counter()
    assert await session.key() == Key(KeyName.ESCAPE)
    assert 0.1 < time.perf_counter() - start < 0.5


async def test_waiting_for_the_rest_of_an_escape_does_not_block_output(session: Session, wire: MemoryWire) -> None:
    wire.types(b"\x1b")
    waiting = asyncio.create_task(session.key())
    await wire.waited_on()
    await session.show(form())
    assert b"Title" in wire.out
    assert await waiting == Key(KeyName.ESCAPE)


async def test_keys_typed_ahead_can_be_forgotten(session: Session, wire: MemoryWire) -> None:
    wire.types(b"abc")
    await session.key()
    session.discard_typed()
    wire.types(b"z")
    assert await session.key() == char("z")


async def test_a_new_character_set_counts_for_what_is_typed(session: Session, wire: MemoryWire) -> None:
    session.change_display(Caps(charset=Charset.CP437))
    wire.types("é".encode("cp437"))
    assert await session.key() == char("é")


# Line mode.


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"1\n", [char("1")]),
        (b"1\r\n2\r\n", [char("1"), char("2")]),
        (b"\n", [ENTER]),
        (b"quit\n", [Key(KeyName.ESCAPE)]),
        (b"BYE\r\n", [Key(KeyName.ESCAPE)]),
        (b"Logout\n", [Key(KeyName.ESCAPE)]),
        (b"Q\n", [char("Q")]),
        (b"q\n", [char("q")]),
        (b"stp\n", [char("s"), char("t"), char("p")]),
        (b"\x1b\n", [Key(KeyName.ESCAPE)]),
    ],
)
async def test_in_line_mode_a_line_is_a_key(session: Session, wire: MemoryWire, sent: bytes, keys: list[Key]) -> None:
    wire.line_mode = True
    wire.types(sent + b"!\n")
    assert await all_keys(session, len(keys) + 1) == [*keys, char("!")]


async def test_in_line_mode_a_line_split_on_its_way_is_still_one(session: Session, wire: MemoryWire) -> None:
    wire.line_mode = True
    for byte in b"quit\r\n!\r\n":
        wire.types(bytes((byte,)))
    assert await all_keys(session, 2) == [Key(KeyName.ESCAPE), char("!")]


async def test_a_client_that_never_agreed_but_types_raw_is_understood(session: Session, wire: MemoryWire) -> None:
    wire.line_mode = True
    wire.types(b"1")
    assert await session.key() == char("1")
    wire.types(b"2")
    start = time.perf_counter()
    assert await session.key() == char("2")
    assert time.perf_counter() - start < 0.2


async def test_in_line_mode_the_line_is_the_answer(session: Session, wire: MemoryWire) -> None:
    wire.line_mode = True
    wire.types(b"Anna\r\nquit\r\n1\r\n")
    canvas = form()
    assert await session.line(canvas, 4, 6, 20) == "Anna"
    assert await session.line(canvas, 4, 6, 20) == "quit"
    assert await session.key() == char("1")


async def test_after_a_line_the_screen_is_painted_in_full(session: Session, wire: MemoryWire) -> None:
    wire.line_mode = True
    canvas = form()
    await session.show(canvas)
    wire.types(b"1\n")
    await session.key()
    wire.taken()
    await session.show(canvas)
    assert b"\x1b[2J" in wire.out


async def test_what_a_pipe_sent_before_its_end_is_carried_out(session: Session, wire: MemoryWire) -> None:
    wire.line_mode = True
    wire.types(b"1\n2")
    wire.drops()
    assert await all_keys(session, 2) == [char("1"), char("2")]
    with pytest.raises(Hangup):
        await session.key()


# Fields.


async def test_a_field_is_edited_in_place(session: Session, wire: MemoryWire) -> None:
    terminal = Terminal(COLOUR)
    canvas = form()
    wire.types(b"\x7fAm\x08nnx\x7f")
    task = asyncio.create_task(session.line(canvas, 4, 6, 20))
    await wire.waited_on()
    terminal.feed(wire.taken())
    assert terminal.lines()[4] == "Name: Ann"
    wire.types(b"a\r")
    assert await task == "Anna"
    await session.show(canvas)
    terminal.feed(wire.taken())
    assert terminal.lines()[4] == "Name: Anna"


async def test_a_secret_is_shown_as_stars(session: Session, wire: MemoryWire) -> None:
    wire.types(b"secret")
    task = asyncio.create_task(session.line(form(), 4, 6, 20, secret=True))
    await wire.waited_on()
    assert b"secret" not in wire.out and b"******" in wire.out
    wire.types(b"\r")
    assert await task == "secret"


async def test_pasted_text_is_painted_once(session: Session, wire: MemoryWire) -> None:
    wire.types(b"x" * 200 + b"\r")
    assert await session.line(form(), 4, 6, 20, limit=300) == "x" * 200
    assert wire.writes <= 2


@pytest.mark.parametrize("key", [b"\x03", b"\x04", b"\x1b"])
async def test_a_field_can_be_given_up(session: Session, wire: MemoryWire, key: bytes) -> None:
    wire.types(b"abc" + key)
    assert await session.line(form(), 4, 6, 20) is None


async def test_a_field_begins_with_its_text_and_ends_at_its_limit(session: Session, wire: MemoryWire) -> None:
    wire.types(b"defgh\r")
    assert await session.line(form(), 4, 6, 20, text="abc", limit=5) == "abcde"


# Painting.


async def test_only_what_changed_is_sent(session: Session, wire: MemoryWire) -> None:
    canvas = form()
    await session.show(canvas)
    wire.taken()
    await session.show(canvas)
    assert wire.out == b""
    canvas.put(10, 0, "x")
    await session.show(canvas)
    assert 0 < len(wire.out) < 30


async def test_redraw_paints_in_full_and_is_no_key(session: Session, wire: MemoryWire) -> None:
    await session.show(form())
    wire.taken()
    wire.types(b"\x0cx")
    assert await session.key() == char("x")
    assert b"\x1b[2J" in wire.out and b"Title" in wire.out


async def test_a_resize_paints_at_once_while_a_key_is_waited_for(session: Session, wire: MemoryWire) -> None:
    await session.show(form())
    task = asyncio.create_task(session.key())
    await wire.waited_on()
    wire.taken()
    wire.idle.clear()
    session.resize(132, 50)
    await wire.waited_on()
    assert b"\x1b[2J" in wire.out and b"Title" in wire.out
    assert (session.caps.columns, session.caps.rows) == (132, 50)
    wire.types(b"x")
    assert await task == char("x")


async def test_a_window_of_no_size_is_80_by_24(session: Session) -> None:
    session.resize(0, 0)
    assert (session.caps.columns, session.caps.rows, session.caps.cursor) == (80, 24, True)


async def test_plain_lines_that_the_window_forces_are_no_wish(session: Session) -> None:
    session.resize(40, 20)
    session.change_display(Caps(charset=Charset.CP437, cursor=session.caps.cursor))
    session.resize(80, 24)
    assert session.caps == session.wanted == Caps(charset=Charset.CP437)


async def test_a_window_too_small_gets_plain_lines_until_it_grows(session: Session, wire: MemoryWire) -> None:
    session.resize(40, 20)
    await session.show(form())
    assert wire.taken() == b"Title\r\nName:\r\n"
    session.resize(80, 24)
    await session.show(form())
    assert b"\x1b[2J" in wire.out


# Plain lines.


@pytest.fixture
def plain(wire: MemoryWire, session: Session) -> Session:
    session.change_display(PLAIN)
    return session


async def test_plain_lines_hold_no_cursor_movement(plain: Session, wire: MemoryWire) -> None:
    await plain.show(form())
    await plain.show(form())
    assert wire.taken() == b"Title\r\nName:\r\n"


async def test_plain_keys_are_echoed(plain: Session, wire: MemoryWire) -> None:
    wire.types(b"x")
    await plain.key()
    assert wire.taken() == b"x\r\n"


async def test_a_plain_field_is_echoed_letter_by_letter(plain: Session, wire: MemoryWire) -> None:
    wire.types(b"\x7fAm\x7fn\x1b[Da\r")
    assert await plain.line(form(), 4, 6, 20) == "Ana"
    assert wire.taken() == b"Title\r\nName: Am\b \bna\r\n"


async def test_a_plain_secret_is_echoed_as_stars(plain: Session, wire: MemoryWire) -> None:
    wire.types(b"pw\r")
    assert await plain.line(form(), 4, 6, 20, secret=True) == "pw"
    assert wire.taken().endswith(b"Name: **\r\n")


async def test_a_client_that_echoes_is_not_echoed_to(plain: Session, wire: MemoryWire) -> None:
    wire.line_mode = True
    wire.types(b"Anna\r\n1\r\n")
    assert await plain.line(form(), 4, 6, 20) == "Anna"
    await plain.key()
    assert wire.taken().endswith(b"Name: ")


async def test_plain_lines_begin_on_a_new_line(plain: Session, wire: MemoryWire) -> None:
    task = asyncio.create_task(plain.line(form(), 4, 6, 20))
    await wire.waited_on()
    wire.taken()
    plain.hang_up("Good-bye.")
    with pytest.raises(Hangup):
        await task
    assert wire.taken() == b"\r\nGood-bye.\r\n"


# Silence.


async def test_silence_is_warned_about_and_a_key_keeps_the_call(wire: MemoryWire) -> None:
    session = Session(wire, COLOUR, idle_seconds=0.3, warning_seconds=0.15)
    terminal = Terminal(COLOUR)
    await session.show(form())
    task = asyncio.create_task(session.key())
    await asyncio.sleep(0.2)
    terminal.feed(wire.taken().replace(b"\x07", b""))
    assert "still there" in terminal.lines()[23] and terminal.lines()[0] == "Title"
    wire.types(b"x")
    assert await task == char("x")
    terminal.feed(wire.taken())
    assert terminal.lines()[23] == "" and terminal.lines()[0] == "Title"
    task = asyncio.create_task(session.key())
    await asyncio.sleep(0.2)
    assert b"still there" in wire.out and not task.done()
    with pytest.raises(Hangup):
        await task
    assert b"silent" in wire.out and wire.out.endswith(b"Good-bye.\r\n")


async def test_the_warning_does_not_hide_the_line_that_is_typed_in(wire: MemoryWire) -> None:
    session = Session(wire, COLOUR, idle_seconds=0.1, warning_seconds=0.05)
    canvas = Canvas()
    canvas.put(23, 0, "Choose:")
    canvas.cursor = (23, 8)
    await session.show(canvas)
    with pytest.raises(Hangup):
        await session.key()
    terminal = Terminal(COLOUR)
    terminal.feed(wire.taken().partition(b"\x07")[0])
    assert terminal.lines()[23] == "Choose:" and "still there" in terminal.lines()[0]


async def test_a_plain_caller_is_warned_too(wire: MemoryWire) -> None:
    session = Session(wire, PLAIN, idle_seconds=0.1, warning_seconds=0.05)
    with pytest.raises(Hangup):
        await session.key()
    assert wire.out.count(b"\r\n") == 2 and b"\x1b" not in wire.out


# The end.


async def test_a_dropped_line_is_a_hangup_for_good(session: Session, wire: MemoryWire) -> None:
    wire.drops()
    for _ in range(2):
        with pytest.raises(Hangup):
            await session.key()
    with pytest.raises(Hangup):
        await session.show(form())


async def test_a_line_that_breaks_while_sending_is_a_hangup(session: Session, wire: MemoryWire) -> None:
    wire.broken = True
    with pytest.raises(Hangup):
        await session.show(form())
    await session.close()
    assert wire.closed


async def test_the_server_can_end_a_session_that_waits(session: Session, wire: MemoryWire) -> None:
    task = asyncio.create_task(session.key())
    await wire.waited_on()
    session.hang_up("The door is closing.")
    with pytest.raises(Hangup):
        await asyncio.wait_for(task, 1)
    assert wire.out.endswith(b"The door is closing.\r\n")


async def test_the_server_can_end_a_session_that_is_busy(session: Session, wire: MemoryWire) -> None:
    session.hang_up("The door is closing.")
    with pytest.raises(Hangup):
        await session.show(form())
    assert wire.out.endswith(b"The door is closing.\r\n")


async def test_the_node_hears_who_has_signed_in(session: Session) -> None:
    names: list[str] = []
    session.on_signed_in = names.append
    session.signed_in("Anna")
    assert (session.caller, names) == ("Anna", ["Anna"])


@pytest.mark.parametrize("line_mode", [False, True])
async def test_pasted_keys_leave_others_their_turn(session: Session, wire: MemoryWire, line_mode: bool) -> None:
    """Keys without an Enter, from a screen that never has to wait or to paint: the loop goes round between them."""
    wire.line_mode = line_mode
    wire.types(b"B" * 4000)
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    assert len(await all_keys(session, 3000)) == 3000
    task.cancel()
    assert turns >= 3000


async def test_plain_lines_that_come_in_the_middle_begin_on_a_new_line(session: Session, wire: MemoryWire) -> None:
    await session.show(form())
    wire.taken()
    session.resize(40, 20)
    await session.show(form())
    assert wire.taken() == b"\r\nTitle\r\nName:\r\n"
