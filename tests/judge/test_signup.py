"""Signing up and signing in: what a name may be, and what a failed sign-in leaves in the log."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from door.judge import signup
from door.judge.refusal import Refused
from door.judge.signup import (
    PAGE_ROWS,
    change_password,
    clean_name,
    name_fault,
    password_fault,
    register,
    remember_display,
    remember_keys,
    remember_page,
    remember_shown,
    sign_in,
)
from door.store import callers
from door.store.callers import caller_names, load_caller
from door.store.errors import StoreError
from door.store.home import Home
from door.store.passwords import check_password, hash_password
from door.store.records import PasswordHash
from tests.judge.play import NOON, days_later


@pytest.mark.parametrize(
    "name",
    [
        "Al",
        "Jürgen",
        "Łukasz",
        "Čeněk",
        "Ștefan",
        "Nguyễn",
        "İzmir",
        "Ĝis",
        "O'Brien",
        "St. Just-de_Vie",
        "agent 47",
        "A" * 20,
        "  padded  ",
        "Mary   Ann  Evans  xx",
    ],
)
def test_names_that_will_do(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("", "2 to 20 characters; this one has 0"),
        ("A", "2 to 20 characters; this one has 1"),
        ("A" * 21, "this one has 21"),
        ("7of9", "starts with a letter"),
        ("'quoted", "starts with a letter"),
        ("Ann!", "not of '!'"),
        ("Ann/../Bob", "not of '/'"),
        ("Ann\x1b[2J", "control characters"),
        ("Ann\r\nBob", "control characters"),
        ("Ann\u202ebob", "control characters"),
        ("\u0410nn", "starts with a letter"),  # a Cyrillic A
        ("Ann\u0430", "not of '\u0430'"),
        ("x\u00ff\u0663", "not of"),
        ("Ann\u01c3", "not of '\u01c3'"),  # a click that looks like an exclamation mark
        ("Bi\u01c0\u01c0", "not of '\u01c0'"),  # one that looks like an l
        ("Gre\u0261", "not of '\u0261'"),  # a phonetic g
        ("\u0251nn", "starts with a letter"),  # a phonetic a
        ("new", "kept for the board itself"),
        ("SysOp", "kept for the board itself"),
        ("Guest", "kept for the board itself"),
        ("quit", "kept for the board itself"),
    ],
)
def test_names_that_will_not_do(name: str, what: str) -> None:
    fault = name_fault(name)
    assert fault is not None
    assert what in fault


def test_a_name_is_kept_with_single_spaces_and_composed_letters() -> None:
    assert clean_name("  Mary   Ann ") == "Mary Ann"
    assert clean_name("Ju\u0308rgen") == "Jürgen"


@pytest.mark.parametrize("password", ["sixsix", "x" * 64, "päss wörd"])
def test_passwords_that_will_do(password: str) -> None:
    assert password_fault(password) is None


@pytest.mark.parametrize("password", ["", "fives", "x" * 65, "tab\tinside"])
def test_passwords_that_will_not_do(password: str) -> None:
    assert password_fault(password) is not None


def test_a_caller_signs_up_and_in_again_whatever_the_case(home: Home) -> None:
    record = register(home, " Mary  Ann ", "a secret", NOON)
    assert (record.name, record.created) == ("Mary Ann", NOON)
    later = NOON + timedelta(days=1)
    assert sign_in(home, "MARY ANN", "a secret", later).last_call == later
    kept = load_caller(home, "mary ann")
    assert kept is not None
    assert kept.last_call == later
    assert "a secret" not in (home.callers_dir / "mary%20ann.json").read_text()


def test_a_taken_name_is_refused_and_its_password_stays(home: Home) -> None:
    register(home, "Ann", "first one", NOON)
    with pytest.raises(Refused, match=r"The name ANN is taken: choose another\."):
        register(home, "ANN", "second one", NOON)
    assert sign_in(home, "ann", "first one", NOON).name == "Ann"


def test_faults_are_refused_in_words(home: Home) -> None:
    with pytest.raises(Refused, match="starts with a letter"):
        register(home, "1st", "a secret", NOON)
    with pytest.raises(Refused, match="6 to 64 characters"):
        register(home, "Ann", "short", NOON)
    assert caller_names(home) == []


def test_of_two_who_ask_for_one_name_exactly_one_gets_it(home: Home) -> None:
    def ask(number: int) -> bool:
        try:
            register(home, "Ann", f"password {number}", NOON)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(ask, range(4))) == 1


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    register(home, "Ann", "a secret", NOON)
    for name in ("Ann", "Bob"):
        with pytest.raises(Refused, match=r"That name and that password do not go together\."):
            sign_in(home, name, "wrong one", NOON, "1.2.3.4")
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert lines == [
        "sign-in failed for 'Ann' from 1.2.3.4",
        "sign-in failed for 'Bob' from 1.2.3.4",
    ]


@pytest.mark.parametrize(
    ("typed", "logged"),
    [
        ("Ann\r\nsign-in", "'Ann??sign-in'"),
        ("x' from 9.9.9.9", "'x` from 9.9.9.9'"),
        ("\x1b[31mred", "'??31mred'"),
        ("long" * 100, f"'{'long' * 5}'"),
    ],
)
def test_nobody_forges_a_line_in_the_log(home: Home, caplog: pytest.LogCaptureFixture, typed: str, logged: str) -> None:
    with pytest.raises(Refused):
        sign_in(home, typed, "wrong one", NOON, "1.2.3.4")
    assert caplog.messages == [f"sign-in failed for {logged} from 1.2.3.4"]


def test_the_display_is_remembered(home: Home) -> None:
    register(home, "Ann", "a secret", NOON)
    remember_display(home, "ann", "cp437", True, None)
    kept = load_caller(home, "Ann")
    assert kept is not None
    assert (kept.charset, kept.colour, kept.plain) == ("cp437", True, None)
    with pytest.raises(Refused, match="no caller Bob"):
        remember_display(home, "Bob", None, None, None)


def test_what_two_lines_of_a_caller_change_at_once_is_all_kept(home: Home) -> None:
    register(home, "Ann", "a secret", NOON)

    def call(hour: int) -> None:
        sign_in(home, "Ann", "a secret", NOON + timedelta(hours=hour))

    def choose(_: int) -> None:
        remember_display(home, "Ann", "cp437", True, False)

    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            display = [pool.submit(choose, number) for number in range(4)]
            calls = [pool.submit(call, number) for number in range(1, 3)]
            for done in (*display, *calls):
                done.result()
    record = load_caller(home, "Ann")
    assert record is not None
    assert (record.charset, record.colour, record.plain) == ("cp437", True, False)
    assert record.last_call is not None
    assert record.last_call > NOON


def test_a_change_is_made_to_the_record_as_it_is_then(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash takes long enough for another line to change the record between reading and writing."""
    register(home, "Ann", "a secret", NOON)
    check = check_password

    def slow_check(password: str, stored: PasswordHash | None) -> bool:
        remember_display(home, "Ann", "cp437", False, None)
        return check(password, stored)

    monkeypatch.setattr(signup, "check_password", slow_check)
    assert sign_in(home, "Ann", "a secret", days_later(1)).charset == "cp437"
    record = load_caller(home, "Ann")
    assert record is not None
    assert (record.charset, record.last_call) == ("cp437", days_later(1))


def test_a_call_that_cannot_be_noted_is_taken_all_the_same(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    register(home, "Ann", "a secret", NOON)

    def full(*_: object) -> None:
        raise StoreError("callers/ann.json cannot be written: No space left on device.")

    monkeypatch.setattr(callers, "save_caller", full)
    assert sign_in(home, "Ann", "a secret", days_later(1)).name == "Ann"
    assert "No space left" in caplog.text


def test_a_password_is_changed_by_who_knows_it(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    register(home, "Ann", "a secret", NOON)
    with pytest.raises(Refused, match=r"That is not your password\."):
        change_password(home, "Ann", "a guess!", "another one", "1.2.3.4")
    assert caplog.messages[-1] == "sign-in failed for 'Ann' from 1.2.3.4"
    with pytest.raises(Refused, match="6 to 64 characters"):
        change_password(home, "Ann", "a secret", "short")
    with pytest.raises(Refused, match="no caller Bob"):
        change_password(home, "Bob", "a secret", "another one")
    assert sign_in(home, "Ann", "a secret", NOON).charset is None
    remember_display(home, "Ann", "cp437", True, None)
    change_password(home, "ANN", "a secret", "another one")
    assert sign_in(home, "Ann", "another one", NOON).charset == "cp437", "nothing else changes"
    with pytest.raises(Refused):
        sign_in(home, "Ann", "a secret", NOON)


def test_of_two_lines_that_change_a_password_at_once_one_is_told(home: Home) -> None:
    register(home, "Ann", "a secret", NOON)

    def change(number: int) -> str:
        try:
            change_password(home, "Ann", "a secret", f"password {number}")
        except Refused as fault:
            return str(fault)
        return ""

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(change, range(2)))
    assert told.count("") == 1
    assert any("just now: that one holds" in each or "not your password" in each for each in told)
    assert sign_in(home, "Ann", f"password {told.index('')}", NOON).name == "Ann"


def test_a_password_that_another_line_has_changed_meanwhile_stays(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    register(home, "Ann", "a secret", NOON)
    hashing = hash_password

    def slow_hash(password: str) -> PasswordHash:
        monkeypatch.setattr(signup, "hash_password", hashing)
        change_password(home, "Ann", "a secret", "the other line's")
        return hashing(password)

    monkeypatch.setattr(signup, "hash_password", slow_hash)
    with pytest.raises(Refused, match=r"changed on another line of yours just now: that one holds\."):
        change_password(home, "Ann", "a secret", "this line's")
    assert sign_in(home, "Ann", "the other line's", NOON).name == "Ann"


def test_choices_are_remembered(home: Home) -> None:
    first = register(home, "Ann", "a secret", NOON)
    assert (first.hot_keys, first.page_rows, first.shown) == (True, None, True)
    remember_keys(home, "ann", False)
    remember_page(home, "ann", 0)
    remember_shown(home, "ann", False)
    kept = load_caller(home, "Ann")
    assert kept is not None and (kept.hot_keys, kept.page_rows, kept.shown) == (False, 0, False)
    for rows in (PAGE_ROWS[0], PAGE_ROWS[-1], None):
        assert remember_page(home, "Ann", rows).page_rows == rows


@pytest.mark.parametrize("rows", [-1, 1, PAGE_ROWS[0] - 1, PAGE_ROWS[-1] + 1, 10**9])
def test_no_page_is_so_long(home: Home, rows: int) -> None:
    register(home, "Ann", "a secret", NOON)
    with pytest.raises(Refused, match=f"this is {rows}"):
        remember_page(home, "Ann", rows)
