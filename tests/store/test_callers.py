from __future__ import annotations

import hashlib
import json
from datetime import timedelta

import pytest
from msgspec.structs import replace

from door.store import callers, passwords
from door.store.errors import MissingError, StoreError, TakenError
from door.store.home import Home
from door.store.passwords import check_password, hash_password
from tests.store import samples


def test_create_load_save(home: Home) -> None:
    ann = samples.a_caller("Ann Lee")
    assert callers.load_caller(home, "Ann Lee") is None
    callers.create_caller(home, ann)
    assert callers.load_caller(home, "ANN LEE") == ann
    later = replace(ann, last_call=samples.NOW + timedelta(days=1), charset="cp437", colour=False)
    callers.save_caller(home, later)
    assert callers.load_caller(home, "ann lee") == later
    assert callers.caller_names(home) == ["ann lee"]


def test_names_are_taken_without_case(home: Home) -> None:
    callers.create_caller(home, samples.a_caller("Ann"))
    with pytest.raises(TakenError, match=r"^The name aNN is taken; choose another one\.$"):
        callers.create_caller(home, replace(samples.a_caller("aNN"), plain=True))
    assert callers.load_caller(home, "ann") == samples.a_caller("Ann")


@pytest.mark.parametrize("name", ["", "x" * 500, "\ud800"])
def test_nobody_has_an_impossible_name(home: Home, name: str) -> None:
    assert callers.load_caller(home, name) is None
    with pytest.raises(StoreError, match="name"):
        callers.create_caller(home, samples.a_caller(name))


def test_a_caller_that_is_gone_stays_gone(home: Home) -> None:
    with pytest.raises(MissingError, match=r"^There is no caller Ann\.$"):
        callers.save_caller(home, samples.a_caller("Ann"))
    assert callers.caller_names(home) == []


def test_awkward_names(home: Home) -> None:
    names = ["../../etc", "con", "a/b", "Zoë", "%41", ".lock", "a.b"]
    for name in names:
        callers.create_caller(home, samples.a_caller(name))
    for name in names:
        record = callers.load_caller(home, name)
        assert record is not None and record.name == name
    assert callers.caller_names(home) == sorted(name.casefold() for name in names)
    assert len([path for path in home.root.rglob("*") if path.suffix == ".json"]) == len(names)


def test_a_file_from_before_a_choice_was_possible_can_be_read(home: Home) -> None:
    callers.create_caller(home, replace(samples.a_caller("Ann"), hot_keys=False, page_rows=30, shown=False))
    path = home.callers_dir / "ann.json"
    old = json.loads(path.read_text(encoding="utf-8"))
    for field in ("hot_keys", "page_rows", "shown"):
        del old[field]
    path.write_text(json.dumps(old), encoding="utf-8")
    assert callers.load_caller(home, "Ann") == samples.a_caller("Ann")


def test_damaged(home: Home) -> None:
    callers.create_caller(home, samples.a_caller("Ann"))
    path = home.callers_dir / "ann.json"
    path.rename(home.callers_dir / "bob.json")
    with pytest.raises(StoreError, match=r"^callers/bob\.json is damaged: it says that it is Ann's\.$"):
        callers.load_caller(home, "Bob")
    path.write_bytes(b"?")
    with pytest.raises(StoreError, match=r"^callers/ann\.json is damaged: JSON is malformed"):
        callers.load_caller(home, "Ann")


class TestPasswords:
    def test_right_and_wrong(self) -> None:
        stored = hash_password("A secret, é")
        assert (stored.n, stored.r, stored.p, len(stored.salt), len(stored.hash)) == (2**15, 8, 1, 32, 64)
        assert check_password("A secret, e\u0301", stored)
        assert not check_password("a secret, é", stored)

    def test_salts_differ(self) -> None:
        one, other = hash_password("same"), hash_password("same")
        assert one.salt != other.salt and one.hash != other.hash

    def test_no_such_caller_costs_as_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work: list[tuple[int, int, int]] = []

        def scrypt(secret: bytes, *, salt: bytes, n: int, r: int, p: int, maxmem: int, dklen: int) -> bytes:
            work.append((n, r, p))
            return b"\0" * dklen

        monkeypatch.setattr(hashlib, "scrypt", scrypt)
        assert not check_password("x", None), "not even when the hash comes out equal"
        check_password("x", hash_password("y"))
        assert work == [(2**15, 8, 1)] * 3

    def test_stored_parameters_are_used(self) -> None:
        quick = samples.PASSWORD
        known = replace(quick, n=2, hash=passwords._scrypt("x", bytes.fromhex(quick.salt), 2, 8, 1, 32).hex())
        assert check_password("x", known)

    def test_impossible_parameters(self) -> None:
        with pytest.raises(StoreError, match="parameters that cannot be used"):
            check_password("x", replace(samples.PASSWORD, n=2**15 + 1))
