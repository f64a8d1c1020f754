"""Press as callers write and read it: each call a session on a line in memory, the files real."""

from __future__ import annotations

import pytest
from filelock import FileLock

from door.judge import press as judge
from door.screens import presseditor
from door.screens.ingame import InGame
from door.screens.press import press
from door.store import locks
from door.store.home import Home
from door.term.caps import Caps
from tests.screens.calling import calling, in_game
from tests.screens.pressing import FULL, MODE_NAMES, MODES, PLAIN, SEATS, begins, change, made, send, sent, told

pytestmark = pytest.mark.usefixtures("quick", "no_waiting")


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is pasted is there at once, in memory."""
    monkeypatch.setattr(presseditor, "PASTE_SECONDS", 0.0)


@pytest.fixture
def game(home: Home) -> Home:
    return made(home, SEATS)


# Writing and reading


@pytest.mark.parametrize(("caps", "line_mode"), MODES, ids=MODE_NAMES)
async def test_one_writes_and_another_reads(game: Home, caps: Caps, line_mode: bool) -> None:
    enter = "\n" if line_mode else ""
    async with (
        calling(game, in_game(press, "Anna"), caps=caps, line_mode=line_mode) as anna,
        calling(game, in_game(press, "Bert"), caps=caps, line_mode=line_mode) as bert,
    ):
        await anna.types(f"w{enter}", f"g{enter}", f"i{enter}", "\r", "Dear both,\r", "shall we?\r", "/s\r")
        assert "To Germany and Italy, signed France." in told(anna) and "Send it? (Y/n) [Y]:" in told(anna)
        assert sent(game) == []
        await anna.types("\r")
        assert "Sent: to Germany and Italy, signed France." in told(anna)
        (found,) = sent(game)
        assert (found.sender, found.to, found.lines, found.grey) == (
            *("FRANCE", ("GERMANY", "ITALY"), ("Dear both,", "shall we?")),
            False,
        )
        await bert.types(f" {enter}")  # looks again
        assert "NEW France to you and Italy" in told(bert)
        await bert.types("\r")
        assert "From: France" in told(bert) and "To: you and Italy" in told(bert)
        assert ", Spring 1901" in told(bert) and "shall we?" in told(bert)
        assert judge.unread(game, "autumn", "Bert", "GERMANY") == 1, "not before a key is pressed"
        await bert.types(f"r{enter}", f"={enter}", "\r", "/q 2\r", "Yes.\r", "/send\r", "\r")
        assert "Sent: to France and Italy, signed Germany." in told(bert)
        assert judge.unread(game, "autumn", "Bert", "GERMANY") == 0
    answer = sent(game)[-1]
    assert answer.lines == ("France wrote:", "> shall we?", "", "Yes.") and answer.to == ("FRANCE", "ITALY")
    assert judge.unread(game, "autumn", "Anna", "FRANCE") == 1
    assert judge.unread(game, "autumn", "Carla", "ITALY") == 2


@pytest.mark.parametrize("caps", [FULL, PLAIN], ids=["full", "plain"])
async def test_a_caller_whose_keys_count_with_enter_writes_as_ever(game: Home, caps: Caps) -> None:
    async def without_hot_keys(at: InGame) -> None:
        at.session.hot_keys = False
        await press(at)

    async with calling(game, in_game(without_hot_keys, "Anna"), caps=caps) as anna:
        await anna.types("w\r", "g\r", "\r", "Dear Bert\r", "\r", "so it goes\b\b\b\bis\r", "/s\r", "y\r")
        assert "Sent: to Germany, signed France." in told(anna)
    assert [m.lines for m in sent(game)] == [("Dear Bert", "", "so it is")]


async def test_an_anonymous_game_names_no_caller(game: Home) -> None:
    change(game, anonymous=True)
    send(game, "Bert", "FRANCE", "ITALY")
    send(game, "Carla")
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("1", "r", "=", "\r", "Yes\r", "/s\r", "\r", "n", "n")
    assert len(sent(game)) == 3
    assert "Germany" in anna.said and not [name for name in ("Bert", "Carla") if name in anna.said]


async def test_messages_are_read_one_after_another(game: Home) -> None:
    for text in ("first", "second", "third"):
        send(game, "Bert", lines=[text])
    send(game, "Bert", "FRANCE", lines=[f"line {number}" for number in range(40)])
    async with calling(game, in_game(press, "Anna")) as anna:
        assert anna.screen.count("NEW") == 4 and "read what is new [Enter]:" in anna.lines[-1]
        await anna.types("2")
        assert "second" in anna.screen and "Message 2 of 4." in anna.screen
        await anna.types("\r")
        assert "third" in anna.screen
        await anna.types("p")
        assert "second" in anna.screen
        await anna.types("p", "p", "p")
        assert "first" in anna.screen
        await anna.types("n", "n", "n")
        assert "line 0" in anna.screen and "Message 4 of 4, page 1 of 3." in anna.screen
        await anna.types("l")
        assert [m.unread for m in sent(game)] == [False, False, False, True], "it was not read to its end"
        await anna.types("\r", " ", "\r")
        assert "line 39" in anna.screen and anna.lines[-1].endswith("go back [Enter]:")
        await anna.types("b", "b", "b")
        assert "line 0" in anna.screen
        await anna.types("\r", "\r", "\r")
        assert "go back [Enter]:" in anna.lines[-1] and "NEW" not in anna.screen
        await anna.types("\r")
        assert anna.call.done()
    assert [m.unread for m in sent(game)] == [False] * 4


async def test_marks_that_cannot_be_kept_keep_nobody_from_reading(game: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("first", "second"):
        send(game, "Bert", lines=[text])
    monkeypatch.setattr(locks, "TIMEOUT", 0.01)
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("1")
        with FileLock(game.games_dir / "autumn" / locks.LOCK_NAME):  # as another process holds it
            await anna.types("\r")
            assert "second" in anna.screen and "! Another process is working on this game; try again." in anna.screen
        await anna.types("\r")
        assert anna.screen.count("NEW") == 1
    assert [m.unread for m in sent(game)] == [True, False]


async def test_the_list_opens_where_the_first_new_one_is(game: Home) -> None:
    for number in range(25):
        send(game, "Bert", lines=[f"text {number}"])
    judge.mark_read(game, "autumn", "Anna", sent(game)[:12])
    async with calling(game, in_game(press, "Anna")) as anna:
        assert "text 9" in anna.screen and "text 17" in anna.screen and "Page 2/3: space" in anna.screen
        await anna.types(" ")
        assert "text 24" in anna.screen
        await anna.types("7")
        assert "text 24" in anna.screen and "Message 25 of 25." in anna.screen
        judge.mark_read(game, "autumn", "Anna", sent(game))
        await anna.types("l")
        assert "text 24" in anna.screen, "else the newest"


@pytest.mark.parametrize("answer", ["n", "q", "\x03"])
async def test_no_is_no(game: Home, answer: str) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("Hello\r", "/s\r", answer)
        assert sent(game) == [] and "  2" in anna.screen and "Hello" in anna.screen
        await anna.types("more\r", "/s\r", "y")
    assert [m.lines for m in sent(game)] == [("Hello", "more")]


async def test_an_unsigned_message_to_everybody(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna, "g", "*", "+")
        await anna.types("Beware\r", "/s\r")
        assert "To everybody, unsigned." in anna.screen
        await anna.types("\r")
        assert "You (unsigned) to everybody" in anna.screen
    assert [(m.sender, m.to) for m in sent(game, "Bert")] == [(None, ())]


async def test_an_empty_message_is_not_sent(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("/s\r")
        assert "! The message is empty: write something first." in anna.screen
        await anna.types("\r", "/s\r")
        assert "! The message is empty: write something first." in anna.screen
        await anna.types("/a\r")
        assert "W to write" in anna.screen and sent(game) == []


# The editor


async def test_long_lines_go_on_in_the_next(game: Home) -> None:
    words = " ".join(f"word{number}" for number in range(40))
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        for char in words:
            await anna.types(char)
        await anna.types("\r", "/s\r", "\r")
    (found,) = sent(game)
    assert " ".join(found.lines) == words and len(found.lines) > 3 and max(map(len, found.lines)) <= 72


async def test_commands_change_the_text(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r", "two\r", "three\r", "/d 2\r")
        assert "* Line 2 is out." in anna.screen
        await anna.types("/i 2\r", "TWO\r", "/i\r", "four\r", "/e 1\r")
        assert anna.lines[-1] == " 1: one"
        await anna.types("\b\b\bONE\r")
        assert "* Line 1 is changed." in anna.screen
        await anna.types("/e 2\r")
        await anna.escape()
        await anna.types("five\r", "/d\r", "//s\r", "//host/share\r", "/nonsense\r")
        assert "! There is no /nonsense: /? lists what there is." in anna.screen
        await anna.types("/l\r")
        listed = [row.split(maxsplit=1)[1] for row in anna.lines if row[:4].strip().isdigit()]
        assert listed == ["ONE", "TWO", "three", "four", "/s", "//host/share"]
        await anna.types("\r", "\r")
        assert "* Done? /S sends the message" in anna.screen
        await anna.types("/?\r")
        assert "Esc asks what is to be done" in anna.screen or "Page 1" in anna.screen
        await anna.escape()
        await anna.types("/s\r", "\r")
    assert [m.lines for m in sent(game)] == [("ONE", "TWO", "three", "four", "/s", "//host/share")]


@pytest.mark.parametrize("line", ["/d 9", "/d 2-9", "/e", "/e 0", "/i 7", "/q", "/q 1"])
async def test_what_cannot_be_done_is_said_and_costs_nothing(game: Home, line: str) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("one\r", "two\r", f"{line}\r")
        assert "! " in anna.screen
        await anna.types("/s\r", "\r")
    assert [m.lines for m in sent(game)] == [("one", "two")]


async def test_backspace_takes_back_the_line_above(game: Home) -> None:
    async with calling(game, in_game(press, "Anna")) as anna:
        await begins(anna)
        await anna.types("\b", "one\r", "twoo\r", "\b\b", "\r", "/s\r", "\r")
    assert [m.lines for m in sent(game)] == [("one", "two")]


async def test_quoting_some_lines(game: Home) -> None:
    send(game, "Bert", "FRANCE", lines=["a", "b", "c", "d"])
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("\r", "r", "\r")
        assert "* /Q quotes the message that you answer." in anna.screen
        await anna.types("/q 2-3\r", "/q 9\r")
        assert "! The message that you answer has lines 1 to 4: write /Q 1-2." in anna.screen
        await anna.types("I see.\r", "/s\r", "\r")
    assert sent(game)[-1].lines == ("Germany wrote:", "> b", "> c", "", "I see.")


async def test_who_is_quoted_stays_unsigned(game: Home) -> None:
    send(game, "Bert", "FRANCE", lines=["Beware"], grey=True)
    async with calling(game, in_game(press, "Anna")) as anna:
        await anna.types("\r", "r", "*", "\r", "/q\r", "/s\r", "\r")
    assert sent(game, "Carla")[-1].lines == ("Somebody wrote:", "> Beware")
    async with calling(game, in_game(press, "Bert")) as bert:
        await bert.types("1", "r", "*", "\r", "/q\r", "/s\r", "\r")
    assert sent(game, "Carla")[-1].lines == ("Somebody wrote:", "> Beware"), "also by who wrote it"
