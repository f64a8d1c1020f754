"""Press when things go on meanwhile: pastes, dropped lines, turns that pass, settings, terminals that lack letters."""

from __future__ import annotations

import json
import logging
import random
import re

import pytest

from door.judge.press import MOST_LINES
from door.screens import presseditor
from door.screens.frame import Notice, ask_line, sheet
from door.screens.ingame import InGame, TurnPassed
from door.screens.press import press
from door.store.home import Home
from door.store.records import PressSetting
from door.term.caps import Caps, Charset
from tests.screens.calling import calling, in_game
from tests.screens.pressing import FULL, MODE_NAMES, MODES, PLAIN, SEATS, begins, change, draft, made, send, sent, told
from tests.term.emulator import Terminal

pytestmark = pytest.mark.usefixtures("quick", "no_waiting")


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is pasted is there at once, in memory."""
    monkeypatch.setattr(presseditor, "PASTE_SECONDS", 0.0)


@pytest.fixture
def game(home: Home) -> Home:
    return made(home, SEATS)


PASTE = [f"{number}: " + "text " * (number % 9) for number in range(1, 101)]
PASTE[10], PASTE[20], PASTE[30], PASTE[40], PASTE[50] = "/S", "/A", "", "//x", "/D 1-9"


@pytest.mark.parametrize("enter", ["\r", "\n", "\r\n"], ids=["CR", "LF", "CR LF"])
@pytest.mark.parametrize(("caps", "line_mode"), MODES, ids=MODE_NAMES)
async def test_a_paste_of_a_hundred_lines_loses_nothing(game: Home, caps: Caps, line_mode: bool, enter: str) -> None:
    """And nothing in it is a command."""
    key = "\n" if line_mode else ""
    async with calling(game, in_game(press, "Anna"), caps=caps, line_mode=line_mode) as anna:
        await anna.types(f"w{key}", f"g{key}", "\r")
        await anna.types("".join(f"{line}{enter}" for line in PASTE))
        assert sent(game) == []
        await anna.types("/s\r", "\r")
    assert [m.lines for m in sent(game)] == [tuple(line.rstrip() for line in PASTE)]


async def test_a_bracketed_paste_with_escapes_in_it(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("\x1b[200~one\rt\x1b[31mw\x1b[0mo\r\tthree\x07\rfour\x1b[201~", "\r", "/s\r", "\r")
    assert [m.lines for m in sent(game)] == [("one", "two", " three", "four")]


@pytest.mark.parametrize("code", ["\x03", "\x04"])
async def test_a_code_in_a_paste_asks_nothing(game: Home, code: str) -> None:
    """Else what comes behind it would answer the question."""
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types(f"one{code}t\r{code}\ry\rs\r", "/s\r", "\r")
    assert [m.lines for m in sent(game)] == [("onet", "", "y", "s")]


async def test_too_long_a_paste_can_be_shortened(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("".join(f"{number}\r" for number in range(1, 151)), "/s\r")
        assert "! A message has at most 120 lines and this one has 150: take out 30. It is not sent, but kept." in (
            " ".join(anna.screen.split())
        )
        assert draft(game) == [str(number) for number in range(1, 151)]
        await anna.types("/d 1-30\r", "/s\r", "\r")
    assert [m.lines for m in sent(game)] == [tuple(str(number) for number in range(31, 151))]
    assert len(sent(game)[0].lines) == MOST_LINES


async def test_esc_asks(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r", "two")
        await anna.escape()
        assert anna.lines[-1] == " S send, K keep for later, T throw away; write on [Enter]:"
        await anna.types("z")
        assert "! Press S, K or T" in anna.screen
        await anna.escape()
        await anna.types("three\r")
        await anna.escape()
        await anna.types("t", "\r")
        assert "three" in anna.screen, "throwing away is asked twice, and Enter is no"
        await anna.escape()
        await anna.types("s")
        assert "To Germany, signed France." in anna.screen
        await anna.types("n")
        await anna.escape()
        await anna.types("k")
        assert "* The message is kept: W goes on with it." in anna.screen
    assert sent(game) == [] and draft(game) == ["one", "two", "three"]


async def test_esc_in_an_empty_message_goes_back(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.escape()
        assert "W to write" in anna.screen
    assert draft(game) is None


async def test_a_message_begun_is_offered_again(game: Home) -> None:
    send(game, "Bert", "FRANCE", lines=["Well?"])
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("\r", "r", "+", "\r", "one\r")
        await anna.escape()
        await anna.types("k")
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("w")
        assert "You have begun a message that is not sent." in anna.screen
        assert "To Germany, unsigned." in anna.screen and "one" in anna.screen
        await anna.types("t", "\r")
        assert "G go on with it" in anna.screen, "throwing away is asked twice, and Enter is no"
        await anna.types("g", "/q\r", "/s\r", "\r")
        assert sent(game)[-1].lines == ("one", "Germany wrote:", "> Well?") and sent(game)[-1].grey
        await anna.types("w")
        assert "Whom is the message for?" in anna.screen, "it is gone now"
        await anna.types("i", "\r", "two\r")
        await anna.escape()
        await anna.types("k", "w", "t", "y")
        assert "Whom is the message for?" in anna.screen
    assert draft(game) is None and len(sent(game)) == 2


@pytest.mark.parametrize(("caps", "line_mode"), MODES, ids=MODE_NAMES)
async def test_a_dropped_line_keeps_what_was_written(game: Home, caps: Caps, line_mode: bool) -> None:
    key = "\n" if line_mode else ""
    async with calling(game, in_game(press, "Anna"), caps=caps, line_mode=line_mode) as anna:
        await anna.types(f"w{key}", f"g{key}", "\r", "one\r")
        assert draft(game) == ["one"], "kept at once: the whole machine may go down"
        anna.wire.put(b"two\rthree\r")
        anna.wire.put(b"")
        await anna.settle()
        assert anna.call.done()
    assert draft(game) == ["one", "two", "three"]


@pytest.mark.parametrize("where", ["half a line", "the question", "the list"])
async def test_a_line_may_drop_anywhere(game: Home, where: str) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r", *{"half a line": ["two"], "the question": ["/s\r"], "the list": ["/l\r"]}[where])
        anna.wire.put(b"")
        await anna.settle()
    assert draft(game) == (["one", "two"] if where == "half a line" else ["one"])
    assert sent(game) == []


async def test_a_full_disk_is_told_and_the_text_stays(game: Home, caplog: pytest.LogCaptureFixture) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r")
        folder = game.games_dir / "autumn" / "press"
        kept = folder.rename(folder.with_name("aside"))
        folder.write_bytes(b"no folder")
        with caplog.at_level(logging.WARNING):
            await anna.types("two\r")
            assert "! games/autumn/press" in anna.screen
            await anna.escape()
            await anna.types("k")
        assert "a draft cannot be kept" in caplog.text
        assert "one" in anna.screen and "two" in anna.screen, "it goes on: nothing is kept"
        folder.unlink()
        kept.rename(folder)
        await anna.types("three\r")
        assert draft(game) == ["one", "two", "three"]


# Turns and settings


async def test_the_turn_passes_while_a_message_is_written(game: Home) -> None:
    async with calling(game, in_game(_then_press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r")
        change(game, phase="F1901M", turn=1)
        await anna.types("two\r", "/s\r", "\r")
        assert "The turn has passed: it is now Fall 1901. Sent: to Germany, signed France." in told(anna)
    assert [(m.lines, m.phase) for m in sent(game)] == [(("one", "two"), "F1901M")]


async def test_rulebook_press_ends_with_the_moves(game: Home) -> None:
    change(game, press="rulebook")
    async with calling(game, in_game(_then_press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r")
        change(game, phase="W1901A", turn=1)
        await anna.types("/s\r", "\r")
        said = " ".join(anna.screen.split())
        assert "There is no press in Winter 1901: in this game players write in Spring and Fall only." in said
        assert "It is not sent, but kept." in said
        await anna.escape()
        await anna.types("k")
        assert "it is now Winter 1901. The message is kept: W goes on with it." in told(anna)
    assert sent(game) == [] and draft(game) == ["one"]
    async with calling(game, in_game(press, "Anna")) as anna:
        assert "W to write" not in anna.screen
        await anna.types("w")
        assert "! There is no press in Winter 1901" in anna.screen
    change(game, phase="S1902M", turn=2)
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("w", "g", "/s\r", "\r")
    assert [m.lines for m in sent(game)] == [("one",)]


async def _then_press(game: InGame) -> None:
    """Press, and what the game's menu says when the turn has passed meanwhile."""
    try:
        await press(game)
    except TurnPassed as passed:
        await game.show(ask_line(sheet("menu"), Notice(str(passed)), "Your choice"))


@pytest.mark.parametrize("setting", ["public", "none"])
async def test_settings_of_a_game(game: Home, setting: PressSetting) -> None:
    change(game, press=setting, grey=False)
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("w")
        if setting == "none":
            assert "! There is no press in this game" in anna.screen
            assert anna.lines[-1].strip() == "Go back [Enter]:"
            return
        assert "To everybody, signed France." in anna.screen, "there is nothing to choose"
        await anna.types("Hello\r", "/s\r", "\r")
    assert [m.to for m in sent(game)] == [()]


async def test_who_looks_on_reads_what_is_public(game: Home) -> None:
    send(game, "Anna", lines=["to all"])
    send(game, "Anna", "ITALY", lines=["to one"])
    async with calling(game, in_game(press, "Dora")) as dora:
        assert "to all" in dora.screen and "to one" not in dora.screen
        assert "W to write" not in dora.screen
        await dora.types("w")
        assert "! You play no power in The Autumn Game: only its players write." in dora.screen
        await dora.types("\r", "\r")
        assert "NEW" not in dora.screen


async def test_press_that_is_damaged_is_told(game: Home) -> None:
    send(game, "Bert")
    path = game.games_dir / "autumn" / "press.jsonl"
    path.write_bytes(path.read_bytes() + b"{}\n{}\n")
    async with calling(game, in_game(press, "Anna")) as anna:
        assert "! games/autumn/press.jsonl, line 2, is damaged" in anna.screen
        await anna.types("\r")
        assert anna.call.done()


# What a terminal gets


@pytest.mark.parametrize("caps", [FULL, Caps(Charset.CP437), Caps(Charset.ASCII, colour=False), PLAIN])
async def test_letters_and_control_codes_of_a_message(game: Home, caps: Caps) -> None:
    nasty = ["Zoë says „maybe“ — 5 €, łódź 漢字", "\x1b[2J\x1b[1;31mred\x07\x9b2J\u202eevil", "\x00\x08\x7fx"]
    send(game, "Bert", "FRANCE", lines=nasty)
    path = game.games_dir / "autumn" / "press.jsonl"
    line = json.loads(path.read_bytes())
    assert all(text.isprintable() for text in line["lines"])
    line.update(lines=nasty, number=2)  # as if another program had written it
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    for message in ("1", "2"):
        async with calling(game, in_game(press, "Anna"), caps=caps) as anna:
            await anna.types(message)
            assert "red" in told(anna) and "2Jevil" in told(anna)
            shown = {
                Charset.UTF8: "Zoë says „maybe“ — 5 €, łódź 漢字",
                Charset.CP437: 'Zoë says "maybe" - 5 E, lódz ????',
                Charset.ASCII: 'Zoe says "maybe" - 5 E, lodz ????',
            }[caps.charset]
            assert shown in told(anna)
            assert b"\x1b[2J\x1b[1;31m" not in anna.wire.sent and b"\x07" not in anna.wire.sent
            assert caps.charset is not Charset.ASCII or anna.wire.sent.decode("ascii")


async def test_an_unsigned_message_looks_the_same_whoever_wrote_it(home: Home) -> None:
    """All that a reader is sent, on every screen, byte by byte, for each power that may have written it."""
    told: dict[str, set[bytes]] = {"Dora": set(), "Anna": set(), "Erik": set()}
    seats = {"FRANCE": "Anna", "GERMANY": "Bert", "ITALY": "Carla", "RUSSIA": "Rosa", "TURKEY": "Erik"}
    for run, writer in enumerate(("Bert", "Carla", "Rosa")):
        at = Home.open(home.root / str(run))
        made(at, seats)
        send(at, writer, "FRANCE", "TURKEY", lines=["to two"], grey=True)
        send(at, writer, lines=["to all"], grey=True)
        send(at, writer, "FRANCE", lines=["to one"], grey=True)
        send(at, writer, "ENGLAND", lines=["to an empty seat"], grey=True)
        for name, transcripts in told.items():
            for caps in (FULL, PLAIN):
                async with calling(at, in_game(press, name), caps=caps) as reader:
                    await reader.types("?", "\r", "1", "r", "a", "\r", "/q\r", "/l\r", "\r", "one\r")
                    await reader.escape()
                    await reader.types("k", "\r", "n", "r", "t", "y", "\r", "l", "2", "\r", "l")
                transcripts.add(bytes(reader.wire.sent))
    assert [len(transcripts) for transcripts in told.values()] == [2, 2, 2]


KEYS = [
    *"\r\r\rwwg*+=i12rnpblskty? /",
    "/s\r",
    "/q\r",
    "/d\r",
    "/e 1\r",
    "/l\r",
    "/i 1\r",
    "abc\r",
    "\x7f",
    "\x03",
    "\t",
    "\x1b[6~",
]
LONG = ["long " * 30, "漢" * 50, "\x1b[200~a\rb\x1b[201~", "é"]


@pytest.mark.parametrize("caps", [FULL, PLAIN], ids=["full", "plain"])
@pytest.mark.parametrize("seed", range(4))
async def test_any_keys(game: Home, seed: int, caps: Caps) -> None:
    """No screen fails, scrolls or writes in the last column, and what was sent can be read."""
    chance = random.Random(seed)
    for _ in range(12):
        to = chance.choice(((), ("FRANCE",)))
        send(
            game,
            "Bert",
            *to,
            lines=[chance.choice(("long " * 14, "漢" * 50, "é"))] * chance.choice((1, 30)),
            grey=chance.random() < 0.5,
        )
    for _ in range(2):
        async with calling(game, in_game(press, "Anna"), caps=caps) as anna:
            for _ in range(40):
                if anna.call.done():
                    break
                await anna.types(chance.choice([*KEYS, *LONG]))
        if caps is PLAIN:
            assert re.fullmatch(r"[ -~\r\n\x07\x08]*", anna.said)
            continue
        terminal = Terminal(caps)
        terminal.feed(bytes(anna.wire.sent).replace(b"\x07", b""))
        assert not terminal.wrapped
    for found in sent(game):
        assert all(line.isprintable() for line in found.lines)
