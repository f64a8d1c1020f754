"""Calls from a board, with the door as a process of its own on a real terminal.

The numbers are those of the complaints that callers and sysops of other doors have made.
"""

from __future__ import annotations

import json
import re
import shlex
import signal
import termios
import time
from pathlib import Path

import pyte
import pytest

from door.cli import _parser
from door.node.wishes import wishes_of
from door.store.home import Home
from tests.node.boards import (
    CHOICE,
    KEPT,
    PATIENCE,
    ROOT,
    SECRET,
    STORED,
    WELCOME,
    board_home,
    chain,
    door32,
    door_sys,
    dorinfo,
    log_of,
    on_a_terminal,
    ordering,
    orders,
    sound,
    write,
)

MAP = "K keys, U units"
UTF8_BOX = b"\xe2\x95"
CP437_LINE = b"\xc4\xc4\xc4"
UTF8_LINE = "───".encode()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return board_home(tmp_path / "home")


@pytest.fixture
def drop(tmp_path: Path) -> Path:
    return write(tmp_path / "node3", "DOOR32.SYS", door32())


# 1, 2, 3, 4: what is sent


def test_1_box_characters_are_those_of_cp437(home: Home, drop: Path) -> None:
    with on_a_terminal(home, "--drop", drop) as door:
        seen = door.sees(WELCOME) + door.sees(CHOICE, "1") + door.sees(MAP, "m")
        seen += door.sees(CHOICE, "\x1b")
        door.types("q\r")
        assert door.ends() == 0
        assert b"\xc4\xc4\xc4" in seen
        assert b"\xe2" not in seen.replace(b"\xe2\x80", b"")  # neither a box nor a line in UTF-8
        assert UTF8_BOX not in seen and UTF8_LINE not in seen
        assert door.errors == b""
    sound(home)


@pytest.mark.parametrize(("encoding", "line"), [("utf-8", UTF8_LINE), ("cp437", CP437_LINE), ("ascii", b"---")])
def test_the_set_can_be_another(home: Home, drop: Path, encoding: str, line: bytes) -> None:
    with on_a_terminal(home, "--drop", drop, "--encoding", encoding) as door:
        seen = door.sees(WELCOME)
        assert line in seen
        assert seen.isascii() is (encoding == "ascii")


def test_what_a_caller_chose_by_telnet_does_not_change_the_boards_set(home: Home, drop: Path) -> None:
    path = home.callers_dir / "anna.json"
    path.write_text(path.read_text("utf-8").replace('"charset": null', '"charset": "utf-8"'), "utf-8")
    with on_a_terminal(home, "--drop", drop) as door:
        assert CP437_LINE in door.sees(WELCOME)
        door.sees("board's choice each time", "dc")
        door.sees("Number of a game", "\x1b")
        door.types("q")
        assert door.ends() == 0
    kept = json.loads(path.read_text("utf-8"))
    assert (kept["charset"], kept["colour"]) == ("utf-8", False)


@pytest.mark.parametrize("plain", [True, False])
def test_2_what_is_typed_is_shown_once(home: Home, drop: Path, plain: bool) -> None:
    with on_a_terminal(home, "--drop", drop, *(["--plain"] if plain else [])) as door:
        ordering(door, b"a")
        time.sleep(0.2)
        door.types("bc")
        time.sleep(0.5)
        seen = door.sees(STORED.encode(), "\x1b")
        shown = re.sub(rb"\x1b\[[0-9;]*[A-Za-z]", b"", seen)
        assert shown.count(b"abc") == 1, seen
        assert b"aabbcc" not in shown and b"^[" not in shown


@pytest.mark.parametrize("backspace", [b"\x08", b"\x7f"])
def test_keys_reach_the_door_as_they_were_pressed(home: Home, drop: Path, backspace: bytes) -> None:
    """Enter, both backspaces and ^C would be the terminal's own, if it were not told otherwise."""
    with on_a_terminal(home, "--drop", drop) as door:
        ordering(door, b"A PAR - BUX" + backspace + b"R\r")
        door.sees("Stored A PAR - BUR")
        assert orders(home) == ["A PAR - BUR"]
        door.sees(STORED, "\x03")
        door.types("\x13\x11\x1a\x1c")  # flow control, stop and quit
        door.sees(CHOICE, "\x1b")
        door.types("q\r")
        assert door.ends() == 0


@pytest.mark.parametrize("handle", ["-1", "0", "77", "abc"])
def test_3_a_socket_that_is_none_is_no_reason_to_refuse_a_terminal(home: Home, tmp_path: Path, handle: str) -> None:
    drop = write(tmp_path / "node1", "door32.sys", door32(kind="2", handle=handle, user="0"))
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees(WELCOME)
        door.types("q")
        assert door.ends() == 0
        assert door.errors == b""
    sound(home)


def test_4_the_first_words_come_within_a_second_and_nothing_before_the_file_was_read(home: Home, drop: Path) -> None:
    quickest = 99.0
    for _ in range(5):
        with on_a_terminal(home, "--drop", drop) as door:
            seen = door.sees(b"\r\n")
            quickest = min(quickest, door.first_after)
            assert seen.startswith(b"Empire 1901\r\n")
        if quickest < 1.0:
            break
    assert quickest < 1.0


def test_the_screen_fits_a_board_terminal(home: Home, drop: Path) -> None:
    screen = pyte.Screen(80, 24)
    with on_a_terminal(home, "--drop", drop) as door:
        pyte.ByteStream(screen).feed(door.sees("hang up; Enter is").decode("cp437").encode())
    rows = [row.rstrip() for row in screen.display]
    assert rows[0].startswith(" Empire 1901") and rows[0].endswith("Anna")
    assert any("You have 42 minutes for this call." in row for row in rows)


def test_a_window_that_changes_is_drawn_anew(home: Home, drop: Path) -> None:
    with on_a_terminal(home, "--drop", drop, size=(0, 0)) as door:
        assert b"\x1b[24;" in door.sees("hang up; Enter is")
        termios.tcsetwinsize(door.line, (12, 40))
        door.sees(b"Number of a game")
        door.types("q")
        assert door.ends() == 0


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("DOOR32.SYS", door32(ansi="0")),
        ("DOOR.SYS", door_sys(graphics="NG", ansi="N")),
        ("DORINFO1.DEF", dorinfo("ANNA", "", graphics="0")),
        ("CHAIN.TXT", chain(ansi="0")),
        ("DOOR32.SYS", door32()),  # with --plain
    ],
    ids=["DOOR32", "DOOR.SYS", "DORINFO", "CHAIN", "--plain"],
)
def test_a_caller_without_ansi_gets_plain_lines(home: Home, tmp_path: Path, name: str, content: bytes) -> None:
    drop = write(tmp_path / "node", name, content)
    with on_a_terminal(home, "--drop", drop, *(["--plain"] if content == door32() else [])) as door:
        seen = door.sees("Enter is [1]:")
        door.types("q")
        assert door.ends() == 0
        seen += door.seen
        assert seen.endswith(b"Good-bye. You go back to your board.\r\n")
        assert b"\x1b" not in seen


def test_the_terminal_is_left_as_it_was(home: Home, drop: Path) -> None:
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees(WELCOME)
        during = termios.tcgetattr(door.line)[3]
        assert not during & (termios.ECHO | termios.ICANON | termios.ISIG)
        door.types("q")
        assert door.ends() == 0
        after = termios.tcgetattr(door.line)
        assert after[3] & termios.ECHO and after[3] & termios.ICANON and after[3] & termios.ISIG
        assert after[0] & termios.ICRNL and after[1] & termios.OPOST
        assert door.seen.endswith(b"\x1b[0m\x1b[24;1H\r\nGood-bye. You go back to your board.\r\n")


# 5: the line drops


TYPED = b"A PAR - BUR\rA MAR S A PAR - BUR\rF BRE - MA"


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_5_a_signal_ends_it_in_two_seconds_with_the_orders_kept(home: Home, drop: Path, number: signal.Signals) -> None:
    """ENiGMA sends one SIGHUP, and then neither anything else nor the end of the line."""
    with on_a_terminal(home, "--drop", drop) as door:
        ordering(door, TYPED)
        door.process.send_signal(number)
        start = time.perf_counter()
        assert door.ends(PATIENCE) == 0
        assert time.perf_counter() - start < 2.0
        assert orders(home) == KEPT
        assert door.errors == b""
        assert (b"The board closes the door. Good-bye." in door.seen) is (number == signal.SIGTERM)
        assert termios.tcgetattr(door.line)[3] & termios.ECHO
    assert number.name in sound(home)


@pytest.mark.parametrize("controlling", [True, False], ids=["with SIGHUP", "without"])
def test_5_a_closed_terminal_ends_it_in_two_seconds_with_the_orders_kept(
    home: Home, drop: Path, controlling: bool
) -> None:
    with on_a_terminal(home, "--drop", drop, controlling=controlling) as door:
        ordering(door, TYPED)
        door.sees("Orders: F BRE - MA")
        door.drop()
        start = time.perf_counter()
        assert door.ends(PATIENCE) == 0
        assert time.perf_counter() - start < 2.0
        assert orders(home) == KEPT
        assert door.errors == b""
    assert "has ended" in sound(home)


def test_5_a_line_that_drops_while_the_door_is_loaded_ends_it(home: Home, drop: Path) -> None:
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees("Empire 1901")
        door.process.send_signal(signal.SIGHUP)
        start = time.perf_counter()
        assert door.ends(PATIENCE) == 0
        assert time.perf_counter() - start < 2.0
        assert door.errors == b""


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_5_it_ends_even_while_nobody_reads(home: Home, drop: Path, number: signal.Signals) -> None:
    """The board has stopped reading, so that nothing more can be written, and sends a signal."""
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees(WELCOME)
        door.types("\x0c" * 200)  # draws the screen again and again
        time.sleep(1.0)
        door.process.send_signal(number)
        start = time.perf_counter()
        while door.process.poll() is None:
            assert time.perf_counter() - start < 2.0
            time.sleep(0.01)
        assert door.process.returncode == 0
        assert door.errors == b""
        assert termios.tcgetattr(door.line)[3] & termios.ECHO


def test_5_it_ends_even_while_another_process_keeps_a_lock(home: Home, drop: Path) -> None:
    from door.store import locks

    with on_a_terminal(home, "--drop", drop) as door:
        ordering(door, b"")
        with locks.held(home.games_dir / "demo" / locks.LOCK_NAME, "busy"):
            door.types(TYPED)
            time.sleep(0.3)
            door.process.send_signal(signal.SIGHUP)
            start = time.perf_counter()
            assert door.ends(PATIENCE) == 0
            assert time.perf_counter() - start < 2.2
    assert door.errors == b""


def test_a_killed_door_leaves_nobody_on_line(home: Home, drop: Path) -> None:
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees(WELCOME)
        door.process.send_signal(signal.SIGKILL)
        door.process.wait()
    with on_a_terminal(home, "--drop", drop) as door:  # and the next caller comes in at once
        door.sees(WELCOME)
        door.sees("On line now", "w")
        assert door.screen.count("list of games") <= 1
        door.sees("Number of a game", "\x1b")
        door.types("q")
        assert door.ends() == 0


# 7: the time


@pytest.mark.parametrize("minutes", ["0", "-1", "32699", "99999", "abc"])
def test_7_a_time_that_cannot_be_is_the_doors_own(home: Home, tmp_path: Path, minutes: str) -> None:
    drop = write(tmp_path / "node3", "DOOR32.SYS", door32(minutes=minutes))
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees("You have 60 minutes for this call.")
        door.types("q")
        assert door.ends() == 0
    log = sound(home)
    assert f"node 3 of a board (DOOR32.SYS): the time left, '{minutes}', cannot be minutes from 1 to 1440." in log


@pytest.mark.parametrize(
    ("words", "shown"),
    [(["--minutes", "7"], "7 minutes"), (["--minutes", "x"], "60 minutes"), ([], "42 minutes")],
)
def test_the_command_line_wins_over_the_file(home: Home, drop: Path, words: list[str], shown: str) -> None:
    with on_a_terminal(home, "--drop", drop, *words) as door:
        door.sees(f"You have {shown} for this call.")


def test_wwiv_gives_seconds(home: Home, tmp_path: Path) -> None:
    drop = write(tmp_path / "node1", "door32.sys", door32(board="WWIV 5.9", minutes="1800", handle="0"))
    with on_a_terminal(home, "--drop", drop) as door:
        door.sees("You have 30 minutes for this call.")


def test_a_call_is_warned_and_ends(home: Home, tmp_path: Path) -> None:
    drop = write(tmp_path / "node1", "CHAIN.TXT", chain(seconds="61.00"))
    with on_a_terminal(home, "--drop", drop, "--node", "4") as door:
        door.sees("You have 1 minute for this call.")
        door.sees("You have 1 minute left.")
        door.sees(CHOICE, "1")  # and the call goes on


# What is wrong


@pytest.mark.parametrize(
    ("name", "content", "sentence", "reason"),
    [
        ("DOOR32.SYS", None, "The board's drop file is not there.", "there is no"),
        ("DOOR32.SYS", b"2\r\n-1\r\n", "The board's drop file is not complete.", "DOOR32.SYS has 2 lines"),
        ("DOOR.SYS", b"\r\n".join([SECRET.encode()] * 20), "The board's drop file is not complete.", "at least 26"),
        ("DORINFO1.DEF", dorinfo("Anna", "Anna"), "The board does not say who you are.", "one word twice"),
        ("DOOR32.SYS", door32(name="", real_name=""), "The board does not say who you are.", "has no name in it"),
        ("PCBOARD.SYS", b"x", "The board's drop file is of a kind that is not known here.", "is none of"),
        (".", None, "The board has left no drop file here.", "holds none of"),
    ],
)
def test_what_is_wrong_is_a_sentence_for_the_caller_and_a_reason_in_the_log(
    home: Home, tmp_path: Path, name: str, content: bytes | None, sentence: str, reason: str
) -> None:
    folder = tmp_path / "node"
    folder.mkdir()
    if content is not None:
        write(folder, name, content)
    with on_a_terminal(home, "--drop", folder / name) as door:
        assert door.ends() == 1
        assert door.seen.decode("cp437") == f"{sentence} Please tell the sysop.\r\n"
        assert door.errors == b""
    log = log_of(home)
    assert reason in log and "Traceback" not in log
    assert SECRET not in log


def test_nobody_is_named(home: Home) -> None:
    with on_a_terminal(home) as door:
        assert door.ends() == 1
        assert door.seen == b"The board does not say who you are. Please tell the sysop.\r\n"
    assert "there is neither --drop nor a --name" in log_of(home)


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path, drop: Path) -> None:
    with on_a_terminal(tmp_path / "none", "--drop", drop) as door:
        assert door.ends() == 1
        assert door.seen.startswith(b"Empire 1901\r\nThere is no home for this door: the sysop makes one")
        assert door.errors == b""
    assert not (tmp_path / "none").exists()


def test_settings_that_are_wrong_shut_the_door(home: Home, drop: Path) -> None:
    home.settings_path.write_text("idle_minutes = 0\n", "utf-8")
    with on_a_terminal(home, "--drop", drop) as door:
        assert door.ends() == 1
        assert b"The door cannot be opened just now." in door.seen
        assert door.errors == b""
    assert "idle_minutes is 0" in log_of(home)


def test_a_socket_that_is_not_open_is_said(home: Home, drop: Path) -> None:
    with on_a_terminal(home, "--drop", drop, "--socket", "77") as door:
        assert door.ends() == 1
        assert door.seen == b"The board has no line for this door. Please tell the sysop.\r\n"
    assert "--socket 77 is no open socket" in log_of(home)


def test_verbose_shows_what_the_file_gave_but_no_password(home: Home, tmp_path: Path) -> None:
    drop = write(tmp_path / "node3", "DOOR.SYS", door_sys())
    with on_a_terminal(home, "--drop", drop, "--verbose", "--plain") as door:
        seen = door.sees("Any key goes on")
        for fact in ("From:          DOOR.SYS", "Handle:        Anna", "Node:          3", "Minutes left:  42"):
            assert fact.encode() in seen
        assert SECRET.encode() not in seen
        door.types(" ")
        door.sees(WELCOME)
        door.types("q")
        assert door.ends() == 0
    assert SECRET not in sound(home)
    assert not [path for path in home.root.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


def test_every_command_of_the_guide_is_understood() -> None:
    guide = (ROOT / "docs" / "boards.md").read_text("utf-8")
    commands = [shlex.split(line) for line in re.findall(r"empire1901 (door .*?--[^`]*?)[`\n]", guide)]
    commands.append(json.loads(re.findall(r"args: (\[.*\])", guide)[0]))
    assert len(commands) >= 8
    for words in commands:
        wishes = wishes_of(_parser().parse_args([word if word not in ("%R", "%W") else "24" for word in words]))
        assert wishes.drop is not None or wishes.name
