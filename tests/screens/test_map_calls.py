"""The map and its views as a caller meets them: keys, windows of every size, plain lines, a call over a socket."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from door.judge.process import process
from door.judge.submit import submit_text
from door.rules.phase import Phase
from door.screens.gamemenu import play
from door.store.games import game_folder
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.e2e.phone import Phone, serving, sign_up, take_seat
from tests.screens.calling import NOW, Caller, calling, in_game, new_game

pytestmark = pytest.mark.usefixtures("quick")

WIDE = Caps(Charset.UTF8, columns=132, rows=50)


@pytest.fixture
def spring(home: Home) -> Home:
    """A game in which nothing has been played yet."""
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    return home


@pytest.fixture
def fall(spring: Home) -> Home:
    """The same game one turn later: one unit moved, two bounced."""
    phase = Phase.parse("S1901M")
    for caller, text in (("Anna", "A PAR - BUR"), ("Anna", "F BRE - MAO"), ("Bert", "A MUN - BUR")):
        submit_text(spring, "autumn", caller, phase, text, NOW)
    process(spring, "autumn", NOW + timedelta(days=1))
    return spring


def window(caller: Caller, columns: int, rows: int) -> None:
    """The caller pulls the window to another size."""
    caller.session.resize(columns, rows)
    caller._screen.resize(rows, columns)


async def resized(caller: Caller, columns: int, rows: int) -> list[str]:
    """The same, and what is to be seen then."""
    window(caller, columns, rows)
    caller.wire.idle.clear()
    await caller.settle()
    return caller.lines


async def test_the_views_and_the_way_back(fall: Home) -> None:
    async with calling(fall, in_game(play, "Anna")) as caller:
        await caller.types("m", "m")
        assert "moves" in caller.lines[0] and "1 of 3 moves were made" in caller.lines[22]
        await caller.types("x")
        assert caller.lines[22].startswith(" ! Press L for the moves as a list")
        await caller.types("l")
        assert "French fleet in D: Brest           MOVED TO z: Mid-Atlantic" in caller.screen
        assert "> BOUNCE." in caller.screen
        await caller.types("\r", "\r", "c")
        assert "centres by year" in caller.lines[0] and "Austria" in caller.screen
        await caller.types("x")
        assert "! Press PgUp or PgDn" in caller.screen
        await caller.types("\r", "k")
        assert "Supply centres" in caller.screen
        await caller.types("s", "u")
        assert "units and centres" in caller.lines[0]
        await caller.types("s", "q")
        assert "Your choice" in caller.screen


async def test_earlier_turns(fall: Home) -> None:
    process(fall, "autumn", NOW + timedelta(days=2))
    async with calling(fall, in_game(play, "Anna")) as caller:
        await caller.types("m", "m")
        assert "Fall 1901" in caller.lines[0] and "Turn 2 of 2" in caller.screen
        await caller.types("\x1b[5~")
        assert "Spring 1901" in caller.lines[0] and "Turn 1 of 2" in caller.screen
        await caller.types("\x1b[6~")
        assert "Fall 1901" in caller.lines[0]


async def test_nothing_has_been_played(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        for key in "mc":
            await caller.types("m", key)
            assert "No turn has been played yet." in caller.screen
            await caller.types("\r", "\r")
            assert "Your choice" in caller.screen


@pytest.mark.parametrize(("keys", "says"), [("m", "NTH"), ("mm", "NTH"), ("mc", "centres by year")])
async def test_a_window_that_changes_its_size(fall: Home, keys: str, says: str) -> None:
    """The view is drawn anew at once: large, small, and large again; nothing of the old one is left."""
    async with calling(fall, in_game(play, "Anna")) as caller:
        await caller.types(*keys)
        small = caller.lines
        wide = await resized(caller, 132, 50)
        assert says in "\n".join(wide) and wide[47].endswith("[Enter]:")
        assert wide[48:] == ["", ""]
        again = await resized(caller, 100, 30)
        assert again[:24] == small and not any(again[24:])
        assert await resized(caller, 132, 50) == wide
        await caller.types(*["\r"] * len(keys))
        menu = caller.lines
        assert menu[23].startswith(" Your choice") and menu[24:] == [""] * 26


async def test_a_large_window_from_the_first(fall: Home) -> None:
    async with calling(fall, in_game(play, "Anna"), caps=WIDE) as caller:
        caller._screen.resize(50, 132)
        await caller.types("\x0c", "m")
        assert "SWE" in caller.screen and caller.lines[47].endswith("[Enter]:")
        await caller.types("?")
        assert "Help" in caller.lines[0]
        await caller.types("s")
        assert "SWE" in caller.screen
        await caller.types("\r")
        assert "Your choice" in caller.lines[23]


@pytest.mark.parametrize("keys", ["m", "mm", "mc"])
async def test_a_window_too_small_for_any_picture(fall: Home, keys: str) -> None:
    """Plain lines, as everywhere: all that the map says, page by page, and then the menu."""
    async with calling(fall, in_game(play, "Anna")) as caller:
        await caller.types(*keys)
        window(caller, 40, 24)
        sent = len(caller.wire.sent)
        caller.wire.idle.clear()
        await caller.settle()
        await caller.types("c")
        said = caller.wire.sent[sent:].decode()
        assert "\x1b" not in said
        assert all(len(line) < 40 for line in said.splitlines())
        for what in ("Units:", "Territories", "Centres by year", "MOVED TO", "9: North Sea: empty."):
            assert what in " ".join(said.split()), what
        await caller.types("\r")
        assert caller.said.rstrip().endswith(":") and "Your choice" in caller.said[-40:]


async def test_plain_lines_say_what_the_pictures_show(fall: Home) -> None:
    plain = Caps(Charset.ASCII, colour=False, cursor=False)
    async with calling(fall, in_game(play, "Anna"), caps=plain) as caller:
        await caller.types("m", "c")
        assert "Moves of the last turn, Spring 1901" in caller.said
        assert "Austria: start 3." in caller.said
        assert "z: Mid-Atlantic Ocean: French fleet." in caller.said
    assert b"\x1b" not in caller.wire.sent


async def test_a_size_that_changes_elsewhere_is_no_key(fall: Home) -> None:
    """Other screens are painted anew as before, and nothing is taken for an answer."""
    async with calling(fall, in_game(play, "Anna")) as caller:
        await caller.types("o")
        before = caller.lines
        assert (await resized(caller, 132, 50))[:24] == before
        await caller.types("\r")
        assert "Your choice" in caller.screen


async def test_the_turn_passes_while_the_map_is_shown(fall: Home) -> None:
    for keys in ("m", "mm", "mc"):
        async with calling(fall, in_game(play, "Anna")) as caller:
            await caller.types(*keys)
            day = 2 + ("m", "mm", "mc").index(keys)
            process(fall, "autumn", NOW + timedelta(days=day))
            await caller.types("x")
            assert "The turn has passed" in caller.screen


async def test_a_damaged_journal_leads_to_the_list(fall: Home) -> None:
    async with calling(fall, in_game(play, "Anna")) as caller:
        await caller.types("m")
        (game_folder(fall, "autumn") / "journal.jsonl").write_text("{}\n")
        await caller.types("m")
        assert caller.call.done()


async def test_over_a_socket(tmp_path: Path) -> None:
    """A real line with a window of 132x50; it is made smaller while the map is shown."""
    async with serving(tmp_path / "home") as port, await Phone.call(port) as phone:
        await sign_up(phone, "Anna")
        await take_seat(phone, "F", "France")
        await phone.see("U units", "M")
        assert "SWE" not in phone.text
        resize(phone, 132, 50)
        await phone.see("SWE")
        assert phone.rows[47].endswith("[Enter]:") and all(len(row) < 132 for row in phone.rows)
        resize(phone, 80, 24)
        await phone.see(r"EAf(?s:.*)U units")
        assert phone.rows[23].endswith("[Enter]:")


def resize(phone: Phone, columns: int, rows: int) -> None:
    """The window has this size now: NAWS, and the screen of the emulator."""
    phone._screen.resize(rows, columns)
    phone._screen.set_margins()
    phone._writer.write(bytes([255, 250, 31, 0, columns, 0, rows, 255, 240]))
