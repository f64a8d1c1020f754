"""Who may be seen on line and among the last calls."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from door.judge import company as judge
from door.judge.company import LAST_CALLS, company
from door.judge.signup import register, remember_shown, sign_in
from door.store.errors import StoreError
from door.store.home import Home
from door.store.online import OnLine, Presence
from tests.judge.play import NOON


def calls(home: Home, caller: str) -> list[str]:
    return [call.name for call in company(home, caller).calls]


def on_line(home: Home, caller: str) -> list[str]:
    return [each.name for each in company(home, caller).on_line]


def test_each_call_is_noted_and_a_failed_one_is_not(home: Home) -> None:
    register(home, "Ann", "a secret", NOON)
    register(home, "Bob", "a secret", NOON)
    sign_in(home, "ANN", "a secret", NOON + timedelta(hours=1))
    with pytest.raises(Exception, match="do not go together"):
        sign_in(home, "Bob", "a guess!", NOON + timedelta(hours=2))
    assert calls(home, "Ann") == ["Ann", "Bob", "Ann"]
    assert company(home, "Bob").calls[0].at == NOON + timedelta(hours=1)


def test_who_hides_is_seen_by_nobody_else(home: Home) -> None:
    for name in ("Ann", "Bob", "Cid"):
        register(home, name, "a secret", NOON)
    here = Presence.opened(home)
    here.publish([OnLine(name=name, since=NOON) for name in ("Ann", "Bob", "Nobody known")])
    remember_shown(home, "bob", False)
    assert on_line(home, "Ann") == ["Ann"] and calls(home, "Ann") == ["Cid", "Ann"]
    assert on_line(home, "Bob") == ["Ann", "Bob"] and calls(home, "BOB") == ["Cid", "Bob", "Ann"]
    assert (company(home, "Ann").hidden, company(home, "Bob").hidden) == (False, True)
    remember_shown(home, "Bob", True)
    assert on_line(home, "Cid") == ["Ann", "Bob"] and calls(home, "Cid") == ["Cid", "Bob", "Ann"]
    here.close()


def test_who_cannot_be_asked_is_not_shown(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("Ann", "Bob"):
        register(home, name, "a secret", NOON)
    (home.callers_dir / "bob.json").write_bytes(b"{")
    assert calls(home, "Ann") == ["Ann"]
    assert "bob.json is damaged" in caplog.text


def test_only_the_last_calls_are_given(home: Home) -> None:
    register(home, "Ann", "a secret", NOON)
    for hour in range(LAST_CALLS + 5):
        judge.note_call(home, "Ann", NOON + timedelta(hours=hour))
    given = company(home, "Ann").calls
    assert len(given) == LAST_CALLS and given[0].at == NOON + timedelta(hours=LAST_CALLS + 4)


def test_a_call_that_cannot_be_noted_is_taken_all_the_same(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise StoreError("calls.jsonl cannot be written: No space left on device.")

    register(home, "Ann", "a secret", NOON)
    monkeypatch.setattr("door.store.calls.note_call", full)
    assert sign_in(home, "Ann", "a secret", NOON).name == "Ann"
    assert [record.levelno for record in caplog.records if "No space left" in record.getMessage()] == [logging.ERROR]
