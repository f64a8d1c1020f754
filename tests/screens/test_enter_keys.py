"""Callers who want each key to count with its Enter only: what is typed shows at the prompt and can be mended."""

from __future__ import annotations

import asyncio

import pytest

from door.judge import signup
from door.screens.door import run
from door.screens.gamemenu import play
from door.screens.session import Session
from door.store.home import Home
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from door.term.keys import Key, KeyName
from tests.screens.calling import NOW, MemoryWire, calling, in_game, new_game, stored
from tests.term.emulator import Terminal

pytestmark = pytest.mark.usefixtures("quick")

COLOUR = Caps(Charset.UTF8)
PLAIN = Caps(Charset.UTF8, cursor=False)
ENTER = Key(KeyName.ENTER)


def char(letter: str) -> Key:
    return Key(KeyName.CHAR, letter)


def prompt() -> Canvas:
    canvas = Canvas()
    canvas.put(23, 0, "Your choice:")
    canvas.cursor = (23, 13)
    return canvas


async def with_enter(caps: Caps = COLOUR, line_mode: bool = False) -> tuple[Session, MemoryWire]:
    wire = MemoryWire(line_mode)
    session = Session(wire, caps)
    session.hot_keys = False
    await session.show(prompt())
    return session, wire


async def some_keys(session: Session, count: int) -> list[Key]:
    async with asyncio.timeout(5):
        return [await session.key() for _ in range(count)]


@pytest.mark.parametrize("caps", [COLOUR, PLAIN], ids=["screen", "plain"])
@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("m\r", [char("m")]),
        ("x\bm\r", [char("m")]),
        ("\b\bm\r", [char("m")]),
        ("xyz\x15m\r", [char("m")]),
        ("\r", [ENTER]),
        ("x\b\r", [ENTER]),
        ("quit\r", [Key(KeyName.ESCAPE)]),
        ("Ea\r", [char("E"), char("a")]),
        ("\x1b[A", [Key(KeyName.UP)]),
        ("\x1b[6~", [Key(KeyName.PAGE_DOWN)]),
        ("\x1b[D", [Key(KeyName.LEFT)]),
        ("x\x03m\r", [char("m")]),  # with something typed it is taken back
        ("m\x1b[A\x1b[6~\t\r", [char("m")]),  # and the other keys do nothing
        ("\x03", [Key(KeyName.INTERRUPT)]),
        ("?\r", [char("?")]),
        ("é\r", [char("é")]),
    ],
)
async def test_what_counts(caps: Caps, typed: str, keys: list[Key]) -> None:
    session, wire = await with_enter(caps)
    wire.put(typed.encode() + b"!\r")
    assert await some_keys(session, len(keys) + 1) == [*keys, char("!")]


@pytest.mark.parametrize(
    ("caps", "typed", "wanted"),
    [(COLOUR, "ac\x1b[Db\r", "abc"), (COLOUR, "xab\x1b[H\x1b[3~\r", "ab"), (PLAIN, "ac\x1b[Db\r", "acb")],
    ids=["in the middle", "at its beginning", "in plain lines at its end only"],
)
async def test_an_answer_is_mended(caps: Caps, typed: str, wanted: str) -> None:
    session, wire = await with_enter(caps)
    wire.put(typed.encode())
    assert await some_keys(session, len(wanted)) == [char(letter) for letter in wanted]


async def test_nothing_counts_before_its_enter() -> None:
    session, wire = await with_enter()
    key = asyncio.create_task(session.key())
    wire.put(b"m")
    await wire.idle.wait()
    await asyncio.sleep(0.05)
    assert not key.done()
    wire.put(b"\r")
    assert await key == char("m")


async def test_what_is_typed_stands_at_the_prompt_until_it_counts() -> None:
    session, wire = await with_enter()
    terminal = Terminal(COLOUR)
    key = asyncio.create_task(session.key())
    for typed, row in ((b"x", "Your choice: x"), (b"y", "Your choice: xy"), (b"\b", "Your choice: x")):
        wire.put(typed)
        await wire.idle.wait()
        terminal.feed(bytes(wire.sent))
        wire.sent.clear()
        assert terminal.lines()[23] == row
        assert (terminal.row, terminal.col) == (23, len(row))
    wire.put(b"\x0c")
    await wire.idle.wait()
    assert b"\x1b[2J" in wire.sent and b"Your choice: x" in wire.sent
    wire.put(b"\r")
    assert await key == char("x")
    await session.show(prompt())
    terminal.feed(bytes(wire.sent))
    assert terminal.lines()[23] == "Your choice:"


async def test_a_prompt_without_room_gives_way_to_what_is_typed() -> None:
    session, wire = await with_enter()
    terminal = Terminal(COLOUR)
    canvas = Canvas()
    full = "Press one of many keys; Enter is [1]:".rjust(79)
    canvas.put(23, 0, full)
    canvas.cursor = (23, 79)
    await session.show(canvas)
    terminal.feed(bytes(wire.sent))
    wire.sent.clear()
    key = asyncio.create_task(session.key())
    for typed, end in ((b"x", " is x"), (b"yz", " is xyz"), (b"abcde", " is cde"), (b"\x15", " is [1]:")):
        wire.put(typed)
        await wire.idle.wait()
        terminal.feed(bytes(wire.sent))
        wire.sent.clear()
        assert terminal.lines()[23].endswith(end) and not terminal.wrapped
    wire.put(b"m\r")
    assert await key == char("m")


async def test_a_window_that_changes_loses_nothing() -> None:
    session, wire = await with_enter()
    key = asyncio.create_task(session.key(resized=True))
    wire.put(b"x")
    await wire.idle.wait()
    session.resize(132, 50)
    assert await key == Key(KeyName.RESIZED)
    wire.put(b"\r")
    assert await some_keys(session, 1) == [char("x")]


async def test_plain_lines_echo_it_and_move_nothing() -> None:
    session, wire = await with_enter(PLAIN)
    wire.sent.clear()
    wire.put(b"ab\bc\r")
    assert await some_keys(session, 2) == [char("a"), char("c")]
    assert bytes(wire.sent) == b"ab\b \bc\r\n"
    wire.sent.clear()
    wire.put(b"ab\x03\x03")
    assert await some_keys(session, 1) == [Key(KeyName.INTERRUPT)]
    assert bytes(wire.sent) == b"ab" + b"\b \b" * 2 + b"\r\n"


async def test_a_client_in_line_mode_has_it_so_already() -> None:
    session, wire = await with_enter(PLAIN, line_mode=True)
    wire.sent.clear()
    wire.put(b"m\n")
    assert await some_keys(session, 1) == [char("m")]
    assert wire.sent == b""


async def test_a_question_that_forgets_what_was_typed_ahead_forgets_all_of_it() -> None:
    session, wire = await with_enter()
    wire.put(b"ab\rcd")
    assert await some_keys(session, 1) == [char("a")]
    session.discard_typed()
    wire.put(b"z\r")
    assert await some_keys(session, 1) == [char("z")]


async def test_a_field_takes_what_is_left_of_an_answer() -> None:
    session, wire = await with_enter()
    wire.put(b">bre\r-mao\r")
    assert await some_keys(session, 1) == [char(">")]
    canvas = prompt()
    assert await session.line(canvas, 23, 13, 20) == "bre-mao"


async def test_single_keys_are_to_be_had_for_a_screen_that_edits() -> None:
    session, wire = await with_enter()
    wire.put(b"Wab\rcd")
    assert await some_keys(session, 1) == [char("W")]
    assert [await session.typed_key() for _ in range(4)] == [char("a"), char("b"), char("c"), char("d")]


@pytest.mark.parametrize("caps", [COLOUR, PLAIN], ids=["screen", "plain"])
async def test_orders_are_given_with_enters(home: Home, caps: Caps) -> None:
    """From the first call on which it was chosen, to the orders stored."""
    signup.register(home, "Anna", "secret77", NOW)
    signup.remember_keys(home, "Anna", False)
    new_game(home, {"FRANCE": "Anna"})
    async with calling(home, run, caps=caps) as caller:
        await caller.types("Anna\r", "secret77\r", "1")
        assert "Your choice" not in caller.said
        await caller.types("\r", "o\r", "X\bE\r", "a\r", "e\r")
        assert stored(home, "FRANCE") == ["A PAR - BUR"]
        await caller.types(">\r", "bre - mao\r", "\r")
        assert stored(home, "FRANCE") == ["A PAR - BUR", "F BRE - MAO"]
        await caller.types("quit\r", "g\r", "\r", "quit\r")
        assert caller.call.done()


async def test_a_wrong_key_is_said_to_be_wrong_after_its_enter(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna"})
    async with calling(home, in_game(play, "Anna")) as caller:
        caller.session.hot_keys = False
        await caller.types("\x1b[A")  # the first key was asked for as a hot one
        await caller.types("x")
        assert caller.lines[-1].endswith("]: x")
        await caller.types("\r")
        assert "Press " in caller.screen and caller.lines[-1].endswith("]:")
