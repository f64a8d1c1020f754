"""Press over a real line: one caller writes, another reads, the line drops, and the server is killed meanwhile.

Run as a program this module is the server: ``python -m tests.e2e.test_press HOME``. It asks a name and opens press.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from door.judge import games
from door.judge import press as judge
from door.judge.games import new_game
from door.node.telnet import serve_forever
from door.screens.press import press
from door.screens.session import Session
from door.store.home import Home
from door.term.canvas import Canvas
from tests.e2e.phone import Phone, command
from tests.screens.calling import in_game

NOW = datetime(1990, 5, 3, 20, 15, tzinfo=UTC)
SEATS = {"FRANCE": "Anna", "GERMANY": "Bert", "ITALY": "Carla"}
PASTE = [f"{number}: " + "word " * (number % 11) for number in range(1, 101)]
PASTE[7], PASTE[30], PASTE[60] = "/S", "/A", ""


async def ask_name(session: Session) -> None:
    """The door without its menus."""
    canvas = Canvas()
    canvas.put(0, 0, "Name:")
    name = await session.line(canvas, 0, 6, 20)
    assert name
    session.signed_in(name)
    await in_game(press, name)(session)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home.open(tmp_path / "home")
    new_game(made, "autumn", "The Autumn Game", "e1901", "open", NOW, grey=True)
    for power, caller in SEATS.items():
        games.take_seat(made, "autumn", power, caller, NOW)
    return made


@contextlib.asynccontextmanager
async def server(home: Home) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-m", "tests.e2e.test_press", str(home.root)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(20):
            words = (await process.stdout.readline()).split()
        assert words[:1] == [b"port"]
        yield process, int(words[1])
    finally:
        if process.returncode is None:
            process.terminate()
        _, complaints = await process.communicate()
        assert b"Traceback" not in complaints, complaints.decode()


async def sign_in(phone: Phone, name: str) -> None:
    await phone.see("Name:")
    await phone.see("· press", f"{name}\r")


async def begin(phone: Phone, *keys: str) -> None:
    """From the list of messages to the first line of a new one."""
    await phone.see("Whom is the message for", "W")
    for key in keys:
        await phone.see("write the message", key)
    await phone.see("0 of at most 120 lines", "\r")


def sent(home: Home, caller: str) -> list[judge.Message]:
    return judge.messages(home, "autumn", caller)


async def test_one_writes_and_the_others_read(home: Home) -> None:
    async with server(home) as (_, port), await Phone.call(port) as anna, await Phone.call(port) as bert:
        await sign_in(anna, "Anna")
        await sign_in(bert, "Bert")
        await bert.see("Nobody has written anything")
        await begin(anna, "G", "I")
        await anna.see("1 of at most", "Dear both, né?\r")
        await anna.see("Send it", "/S\r")
        await anna.see("To Germany and Italy, signed France.")
        await anna.see("Sent: to Germany and Italy, signed France.", "Y")
        await bert.see("NEW France to you and Italy", " ")
        assert "Dear both, né?" in await bert.see("From: France", "\r")
        await bert.see("To France, signed Germany", "R")
        await bert.see("0 of at most", "\r")
        await bert.see("Quoted", "/Q\r")
        await bert.see("4 of at most", "Yes.\r")
        await bert.see("Send it", "/S\r")
        await bert.see("Sent: to France, signed Germany.", "\r")
        await anna.see("NEW Germany to you", " ")
        assert "> Dear both, né?" in await anna.see("From: Germany", "\r")
    assert [message.lines[0] for message in sent(home, "Carla")] == ["Dear both, né?"]


@pytest.mark.parametrize("enter", ["\r", "\n", "\r\n", "\r\0"], ids=["CR", "LF", "CR LF", "CR NUL"])
async def test_a_paste_loses_nothing(home: Home, enter: str) -> None:
    async with server(home) as (_, port), await Phone.call(port) as anna:
        await sign_in(anna, "Anna")
        await begin(anna, "*")
        anna.type("".join(f"{line}{enter}" for line in PASTE))
        await anna.see("100 of at most 120 lines.")
        assert sent(home, "Anna") == []
        await anna.see("Send it", "/S\r")
        await anna.see("Sent: to everybody", "Y")
    assert [message.lines for message in sent(home, "Bert")] == [tuple(line.rstrip() for line in PASTE)]


async def test_a_dropped_line_keeps_the_message(home: Home) -> None:
    async with server(home) as (_, port):
        async with await Phone.call(port) as anna:
            await sign_in(anna, "Anna")
            await begin(anna, "G")
            await anna.see("1 of at most", "first\r")
            await anna.see("half", "half a li")
        async with asyncio.timeout(10):
            while (kept := judge.draft(home, "autumn", "Anna")) is None or len(kept.lines) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert kept.lines == ["first", "half a li"]
        async with await Phone.call(port) as anna:
            await sign_in(anna, "Anna")
            await anna.see("half a li", "W")
            await anna.see("2 of at most", "G")
            await anna.see("Send it", "/S\r")
            await anna.see("Sent: to Germany", "\r")
    assert [message.lines for message in sent(home, "Bert")] == [("first", "half a li")]


async def test_a_killed_server_keeps_all_lines_and_messages(home: Home) -> None:
    async with server(home) as (process, port), await Phone.call(port) as anna:
        await sign_in(anna, "Anna")
        await begin(anna, "G")
        await anna.see("1 of at most", "sent\r")
        await anna.see("Send it", "/S\r")
        await anna.see("Sent: to Germany", "Y")
        await begin(anna, "I")
        await anna.see("2 of at most", "kept\ras well\r")
        await anna.see("half", "half a li")
        process.kill()
        await process.wait()
    async with server(home) as (_, port), await Phone.call(port) as anna:
        await sign_in(anna, "Anna")
        await anna.see("You to Germany")
        assert "as well" in await anna.see("To Italy, signed France", "W")
    assert [message.lines for message in sent(home, "Bert")] == [("sent",)]


async def test_two_servers_on_one_home(home: Home) -> None:
    """As with a process for each node: what one takes the other shows."""
    async with (
        server(home) as (_, first),
        server(home) as (_, second),
        await Phone.call(first) as anna,
        await Phone.call(second) as bert,
    ):
        await sign_in(anna, "Anna")
        await sign_in(bert, "Bert")
        for number in range(3):
            for phone, text in ((anna, f"A{number}"), (bert, f"B{number}")):
                await begin(phone, "*")
                await phone.see("1 of at most", f"{text}\r")
                await phone.see("Send it", "/S\r")
            anna.type("Y")
            bert.type("Y")
            await anna.see(f"\\[{2 * number + 1}\\]")
            await bert.see(f"\\[{2 * number + 1}\\]")
            await asyncio.gather(anna.see("Sent: to everybody"), bert.see("Sent: to everybody"))
            await asyncio.gather(anna.see(f"\\[{2 * number + 2}\\]", " "), bert.see(f"\\[{2 * number + 2}\\]", " "))
    texts = [message.lines[0] for message in sent(home, "Carla")]
    assert sorted(texts) == ["A0", "A1", "A2", "B0", "B1", "B2"]
    assert [text for text in texts if text[0] == "A"] == ["A0", "A1", "A2"]


async def test_an_unsigned_message_gives_nobody_away(home: Home) -> None:
    """Neither on the readers' screens nor in what the commands print."""
    before = command("game", "show", "autumn", "--json", home=home.root)
    async with server(home) as (_, port), await Phone.call(port) as anna:
        await sign_in(anna, "Anna")
        await begin(anna, "G", "I", "+")
        await anna.see("1 of at most", "Beware\r")
        await anna.see("Send it", "/S\r")
        await anna.see("Sent: to Germany and Italy, unsigned", "Y")
        for name, own in (("Bert", "Germany"), ("Carla", "Italy")):
            async with await Phone.call(port) as reader:
                await sign_in(reader, name)
                seen = await reader.see("Unsigned to you")
                seen += await reader.see("From: unsigned", "\r")
                seen += await reader.see("You answer message 1: unsigned", "R")
                others = {"France", "Germany", "Italy"} - {own, "France"}
                letter = seen[: seen.index("Whom is the answer for")]
                assert not [name for name in ("Anna", "France", *others) if name in letter]
    after = command("game", "show", "autumn", "--json", home=home.root)
    assert (after.returncode, after.stdout) == (0, before.stdout)
    assert "Beware" not in after.stdout and json.loads(after.stdout)["name"] == "autumn"


def main() -> None:
    home = Home.open(Path(sys.argv[1]))
    asyncio.run(serve_forever(home, "127.0.0.1", 0, ask_name, lambda port: print(f"port {port}", flush=True)))


if __name__ == "__main__":
    main()
