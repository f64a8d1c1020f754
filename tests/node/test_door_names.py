"""Who it is that a board brings: which handle is which caller, and what telnet has to do with it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from door.judge import boards, signup
from door.judge.boards import Guest
from door.judge.refusal import Refused
from door.screens import boardguest, signin
from door.screens import session as sessions
from door.screens.door import run as telnet
from door.screens.session import Session
from door.store.callers import caller_names, load_caller
from door.store.home import Home
from door.store.passwords import check_password
from door.store.records import BoardHandle, CallerRecord
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, Caller, calling

PASSWORD = "secret77"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setattr(sessions, "ESCAPE_SECONDS", 0.02)
    monkeypatch.setattr(signin, "RETRY_SECONDS", 0.0)
    return Home.open(tmp_path / "home")


def kept(home: Home, name: str) -> CallerRecord:
    record = load_caller(home, name)
    assert record is not None
    return record


@asynccontextmanager
async def from_board(home: Home, handle: str, board: str = "", caps: Caps | None = None) -> AsyncIterator[Caller]:
    """A call that a board has brought."""

    async def run(session: Session) -> None:
        session.charset_is_boards = True
        await boardguest.run(session, Guest(handle, board), "42 minutes")

    async with calling(home, run, caps=caps or Caps(Charset.CP437)) as caller:
        yield caller


# A handle that can be a name


async def test_a_new_handle_is_a_caller_without_being_asked(home: Home) -> None:
    async with from_board(home, "Anna Smith") as caller:
        assert "Welcome, Anna Smith. You have 42 minutes for this call." in caller.screen
        assert caller.session.caller == "Anna Smith"
    record = kept(home, "Anna Smith")
    assert record.password is None
    assert record.boards == [BoardHandle(handle="Anna Smith")]


@pytest.mark.parametrize("handle", ["Anna Smith", "ANNA SMITH", "anna  smith"])
async def test_the_same_handle_is_the_same_caller_in_any_case(home: Home, handle: str) -> None:
    boards.join(home, Guest("Anna Smith"), "Anna Smith", NOW)
    async with from_board(home, " ".join(handle.split())) as caller:
        assert "Welcome, Anna Smith." in caller.screen
    assert caller_names(home) == ["anna smith"]


def test_two_nodes_that_bring_one_new_handle_make_one_caller(home: Home) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: boards.join(home, Guest("Anna"), "Anna", NOW).name, range(8)))
    assert made == ["Anna"] * 8
    assert caller_names(home) == ["anna"]
    assert len(kept(home, "Anna").boards) == 1


async def test_a_call_is_noted(home: Home) -> None:
    boards.join(home, Guest("Anna"), "Anna", NOW.replace(year=1989))
    async with from_board(home, "Anna") as caller:
        assert "Anna" in await caller.types("w")
    assert kept(home, "Anna").last_call == NOW


# One that cannot


@pytest.mark.parametrize("handle", ["X", "Sysop", "<l33t>", "1001 Nights", "A handle of more than twenty letters"])
async def test_a_handle_that_cannot_be_a_name_leads_to_a_question(home: Home, handle: str) -> None:
    async with from_board(home, handle) as caller:
        assert f"Your board calls you {handle}." in caller.screen
        assert "Your name here" in caller.screen
        assert "2 to 20 letters" in await caller.types("\x15?\r")
        assert "has 1" in await caller.types("\x15Y\r")
        assert "Welcome, Nightowl." in await caller.types("\x15Nightowl\r")
    assert kept(home, "Nightowl").boards == [BoardHandle(handle=handle)]
    async with from_board(home, handle.upper()) as caller:
        assert "Welcome, Nightowl." in caller.screen


async def test_nobody_need_choose_a_name(home: Home) -> None:
    for keys in ("\x15\r", "\x15quit\r", "\x03"):
        async with from_board(home, "X") as caller:
            await caller.types(keys)
            assert caller.call.done()
            assert "You go back to your board." in caller.said
    assert caller_names(home) == []


# One that somebody has


async def test_a_name_with_a_password_is_asked_for_it_once(home: Home) -> None:
    signup.register(home, "Anna", PASSWORD, NOW)
    async with from_board(home, "ANNA") as caller:
        assert "Somebody is called ANNA here." in caller.screen
        assert "Password of ANNA" in await caller.types("\r")
        assert "do not go together" in await caller.types("wrong77\r")
        assert "Welcome, Anna." in await caller.types(f"{PASSWORD}\r")
        assert PASSWORD not in caller.said
    assert check_password(PASSWORD, kept(home, "Anna").password)
    async with from_board(home, "Anna") as caller:
        assert "Welcome, Anna." in caller.screen


async def test_wrong_passwords_give_nothing_away_and_are_logged(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    signup.register(home, "Anna", PASSWORD, NOW)
    with caplog.at_level(logging.WARNING):
        async with from_board(home, "Anna") as caller:
            await caller.types("\r", "wrong-1\r", "wrong-2\r", "wrong-3\r")
            assert caller.call.done()
            assert "That was the last try." in caller.said
    failed = [
        record.getMessage() for record in caplog.records if "sign-in failed for 'Anna' from" in record.getMessage()
    ]
    assert len(failed) == 3
    assert kept(home, "Anna").boards == []


async def test_somebody_elses_name_can_be_left_to_them(home: Home) -> None:
    signup.register(home, "Anna", PASSWORD, NOW)
    async with from_board(home, "Anna") as caller:
        await caller.types("\r")
        assert "Choose another name, then." in await caller.escape()
        assert "Welcome, Anna B." in await caller.types("\x15Anna B\r")
    assert kept(home, "Anna").boards == []
    assert kept(home, "Anna B").boards == [BoardHandle(handle="Anna")]


async def test_an_old_telnet_caller_has_another_handle_at_the_board(home: Home) -> None:
    signup.register(home, "Anna", PASSWORD, NOW)
    async with from_board(home, "<nightowl>") as caller:
        assert "Password of anna" in await caller.types("\x15anna\r")
        assert "Welcome, Anna." in await caller.types(f"{PASSWORD}\r")
    async with from_board(home, "<nightowl>") as caller:
        assert "Welcome, Anna." in caller.screen


async def test_the_callers_of_two_boards_are_two(home: Home) -> None:
    async with from_board(home, "Anna", "north") as caller:
        assert "Welcome, Anna." in caller.screen
    async with from_board(home, "Anna", "south") as caller:
        assert "Somebody is called Anna here." in caller.screen
        assert "The name Anna is taken" in await caller.types("\r")  # without a password there is no proof
        assert "Welcome, Anna South." in await caller.types("\x15Anna South\r")
    assert boards.caller_of(home, Guest("Anna", "north")) == kept(home, "Anna")
    assert boards.caller_of(home, Guest("Anna", "south")) == kept(home, "Anna South")


def test_a_damaged_record_hides_no_other(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    boards.join(home, Guest("<owl>"), "Owl", NOW)
    (home.callers_dir / "abel.json").write_text("{", "utf-8")
    record = boards.caller_of(home, Guest("<owl>"))
    assert record is not None and record.name == "Owl"
    assert "abel.json" in caplog.text


async def test_a_damaged_record_of_ones_own_is_said(home: Home) -> None:
    boards.join(home, Guest("Anna"), "Anna", NOW)
    (home.callers_dir / "anna.json").write_text("{", "utf-8")
    async with from_board(home, "Anna") as caller:
        assert caller.call.done()
        assert "Please tell the sysop." in caller.said
    assert (home.callers_dir / "anna.json").read_text("utf-8") == "{"


# By telnet


async def test_nobody_signs_in_by_telnet_to_a_name_without_a_password(home: Home) -> None:
    boards.join(home, Guest("Anna"), "Anna", NOW)
    async with calling(home, telnet) as caller:
        await caller.types("anna\r")
        assert "Anna comes from a board" in caller.screen
        assert "Password" not in caller.screen
    for guess in ("", "Anna", "None", "null"):
        with pytest.raises(Refused, match="do not go together"):
            signup.sign_in(home, "Anna", guess, NOW)
    with pytest.raises(Refused, match="is taken"):
        signup.register(home, "ANNA", PASSWORD, NOW)


async def test_a_password_is_chosen_in_the_settings_and_opens_telnet(home: Home) -> None:
    async with from_board(home, "Anna") as caller:
        await caller.types("y", "p")
        assert "Choose a password for telnet calls" in caller.screen
        assert "has 5" in await caller.types("short\r")
        await caller.types(f"{PASSWORD}\r", f"{PASSWORD}\r")
        assert "You have a password now" in caller.screen
        assert "Your password now" in await caller.types("p")
    async with calling(home, telnet) as caller:
        await caller.types("Anna\r", f"{PASSWORD}\r")
        assert "Games" in caller.screen
    async with from_board(home, "Anna") as caller:  # and the board still needs none
        assert "Welcome, Anna." in caller.screen


async def test_second_thoughts_leave_it_without(home: Home) -> None:
    async with from_board(home, "Anna") as caller:
        await caller.types("y", "p")
        assert "You have no password" in await caller.escape()
    assert kept(home, "Anna").password is None


def test_a_first_password_is_chosen_once(home: Home) -> None:
    boards.join(home, Guest("Anna"), "Anna", NOW)
    boards.choose_password(home, "Anna", PASSWORD)
    with pytest.raises(Refused, match="already"):
        boards.choose_password(home, "Anna", "another88")
    with pytest.raises(Refused, match="6 to 64"):
        boards.choose_password(home, "Anna", "x")
    assert check_password(PASSWORD, kept(home, "Anna").password)


# The display


async def test_the_set_is_the_boards_and_the_rest_is_the_callers(home: Home) -> None:
    boards.join(home, Guest("Anna"), "Anna", NOW)
    signup.remember_display(home, "Anna", "utf-8", False, None)
    async with from_board(home, "Anna") as caller:
        assert (caller.session.caps.charset, caller.session.caps.colour) == (Charset.CP437, False)
        await caller.types("d", "a")
        assert caller.session.caps.charset is Charset.ASCII
        assert "board's choice each time" in caller.screen
    assert kept(home, "Anna").charset == "utf-8"


async def test_a_terminal_without_ansi_stays_so(home: Home) -> None:
    boards.join(home, Guest("Anna"), "Anna", NOW)
    signup.remember_display(home, "Anna", "utf-8", True, False)
    async with from_board(home, "Anna", caps=Caps(colour=False, cursor=False)) as caller:
        assert (caller.session.caps.colour, caller.session.caps.cursor) == (False, False)
        assert "\x1b" not in caller.said


def test_an_old_record_is_still_read(home: Home) -> None:
    signup.register(home, "Anna", PASSWORD, NOW)
    path = home.callers_dir / "anna.json"
    text = path.read_text("utf-8")
    assert '  "boards": [],\n' in text
    path.write_text(text.replace('  "boards": [],\n', ""), "utf-8")
    assert kept(home, "Anna").boards == []
