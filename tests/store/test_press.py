"""Messages on disk: who is told what of them, and what becomes of them when a process dies."""

from __future__ import annotations

import json
import random
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from door.store import files, games, press
from door.store.errors import MissingError, StoreError
from door.store.home import Home
from door.store.press import Draft, Message, NewMessage
from tests.store import samples

LETTER = "Attack Burgundy."


def a_message(
    sender: str, to: tuple[str, ...] = (), text: str = LETTER, *, grey: bool = False, caller: str = ""
) -> NewMessage:
    return NewMessage(
        caller=caller or f"Caller of {sender.title()}",
        sender=sender,
        to=to,
        grey=grey,
        lines=[text],
        phase="S1901M",
        at=samples.NOW,
    )


def seen_by(home: Home, power: str | None, caller: str = "") -> list[Message]:
    return press.messages(home, "x", caller or f"Caller of {(power or 'nobody').title()}", power)


@pytest.fixture
def game(home: Home) -> Home:
    samples.with_game(home)
    return home


def test_a_private_message_is_for_its_readers_only(game: Home) -> None:
    press.append(game, "x", a_message("FRANCE", ("ITALY", "TURKEY")))
    for power in ("FRANCE", "ITALY", "TURKEY"):
        (found,) = seen_by(game, power)
        assert (found.sender, found.to, found.lines) == ("FRANCE", ("ITALY", "TURKEY"), (LETTER,))
        assert (found.yours, found.unread) == (power == "FRANCE", power != "FRANCE")
    for other in ("AUSTRIA", "ENGLAND", "GERMANY", "RUSSIA", None):
        assert seen_by(game, other) == []


def test_a_public_message_is_for_all(game: Home) -> None:
    press.append(game, "x", a_message("FRANCE"))
    for power in (*samples.POWERS, None):
        (found,) = seen_by(game, power)
        assert (found.sender, found.to) == ("FRANCE", ())


@pytest.mark.parametrize("to", [(), ("ITALY",), ("ITALY", "TURKEY"), tuple(p for p in samples.POWERS if p != "FRANCE")])
def test_an_unsigned_message_tells_nobody_who_wrote_it(game: Home, to: tuple[str, ...]) -> None:
    """Neither by a name nor by the list of the others who got it: with six of seven on it, the seventh wrote it."""
    press.append(game, "x", a_message("FRANCE", to, grey=True, caller="Zacharias"))
    for power in (*(to or ("ITALY", "TURKEY")), None):
        for found in seen_by(game, power):
            assert found.sender is None and found.grey and not found.yours
            assert found.to == ((power,) if to else ())
            told = repr(found)
            assert "FRANCE" not in told and "Zacharias" not in told
    (own,) = seen_by(game, "FRANCE", "zacharias")
    assert (own.sender, own.to, own.yours, own.unread) == ("FRANCE", to, True, False)


def test_who_follows_in_a_seat_learns_what_was_signed(game: Home) -> None:
    press.append(game, "x", a_message("FRANCE", ("ITALY",), "signed", caller="Ann"))
    press.append(game, "x", a_message("FRANCE", ("ITALY",), "unsigned", grey=True, caller="Ann"))
    press.append(game, "x", a_message("FRANCE", (), "unsigned, to all", grey=True, caller="Ann"))
    press.append(game, "x", a_message("ITALY", ("FRANCE",), "an answer"))
    follower = seen_by(game, "FRANCE", "Bob")
    assert [found.lines[0] for found in follower] == ["signed", "unsigned, to all", "an answer"]
    assert [found.yours for found in follower] == [False, False, False]
    assert follower[1].sender is None
    assert [found.lines[0] for found in seen_by(game, None, "Ann")] == ["unsigned, to all"]
    assert seen_by(game, None, "Ann")[0].sender is None, "nor does one who has left learn it again"
    assert len(seen_by(game, "FRANCE", "Ann")) == 4


def test_numbers_do_not_count_what_is_hidden(game: Home) -> None:
    for text in ("a", "b", "c"):
        press.append(game, "x", a_message("ITALY", ("TURKEY",), text))
    press.append(game, "x", a_message("ITALY", ("FRANCE",)))
    (found,) = seen_by(game, "FRANCE")
    assert found.number == 1
    assert "4" not in repr(found).replace(repr(samples.NOW), "")


def test_what_was_read_is_remembered_for_each_caller(game: Home) -> None:
    for text in ("a", "b", "c"):
        press.append(game, "x", a_message("ITALY", (), text))
    _, second, _ = seen_by(game, "FRANCE", "Ann")
    press.mark_read(game, "x", "ann", [second.id])
    press.mark_read(game, "x", "Ann", [second.id])
    assert [found.unread for found in seen_by(game, "FRANCE", "ANN")] == [True, False, True]
    assert all(found.unread for found in seen_by(game, "FRANCE", "Bob"))


def test_what_is_unread_is_counted(game: Home) -> None:
    """By the same rules by which it is shown, for every reader, whatever was read."""
    chance = random.Random(1901)
    for number in range(60):
        sender = chance.choice(samples.POWERS)
        others = [power for power in samples.POWERS if power != sender]
        to = tuple(chance.sample(others, chance.choice((0, 1, 1, 2, 6))))
        caller = chance.choice(("", "Former"))
        press.append(game, "x", a_message(sender, to, str(number), grey=chance.random() < 0.4, caller=caller))
    counts = set()
    for power in (*samples.POWERS, None):
        for caller in ("Former", f"Caller of {(power or 'nobody').title()}"):
            for _ in range(3):
                known = press.messages(game, "x", caller, power)
                count = press.unread(game, "x", caller, power)
                assert count == sum(message.unread for message in known)
                counts.add(count)
                press.mark_read(game, "x", caller, [m.id for m in chance.sample(known, len(known) // 3)])
    assert len(counts) > 10


def test_nothing_is_unread_where_nothing_is(game: Home) -> None:
    assert press.unread(game, "x", "Ann", "FRANCE") == 0
    (game.games_dir / "x" / "press.jsonl").write_bytes(b"{}\n")
    with pytest.raises(StoreError, match=r"^games/x/press\.jsonl, line 1, is damaged"):
        press.unread(game, "x", "Ann", "FRANCE")


def test_a_draft_is_kept_beside_the_marks(game: Home) -> None:
    begun = Draft(to=["ITALY"], grey=True, lines=["Dear", "", "  Zoë"], answers=3, saved=samples.NOW)
    press.save_draft(game, "x", "Zoë", begun)
    press.mark_read(game, "x", "Zoë", [1, 2])
    assert press.load_draft(game, "x", "ZOË") == begun
    assert press.load_draft(game, "x", "Ann") is None
    press.save_draft(game, "x", "Zoë", None)
    assert press.load_draft(game, "x", "Zoë") is None
    written = json.loads((game.games_dir / "x" / "press" / "zo%C3%AB.json").read_bytes())
    assert written == {"version": 1, "caller": "Zoë", "read": [1, 2], "draft": None}


def test_files_are_for_their_owner_only(game: Home) -> None:
    press.append(game, "x", a_message("FRANCE"))
    press.mark_read(game, "x", "Ann", [1])
    for path in (game.games_dir / "x" / "press.jsonl", game.games_dir / "x" / "press" / "ann.json"):
        assert stat.S_IMODE(path.stat().st_mode) == files.FILE_MODE


def test_a_line_of_the_file(game: Home) -> None:
    """The form that other programs and later versions rely on."""
    press.append(game, "x", a_message("FRANCE", ("ITALY",), "Zoë\u2028\x00 \u202e", grey=True))
    data = (game.games_dir / "x" / "press.jsonl").read_bytes()
    assert data.endswith(b"\n") and data.count(b"\n") == 1 and b"\0" not in data
    assert json.loads(data) == {
        "version": 1,
        "number": 1,
        "at": "2026-03-01T04:05:06Z",
        "phase": "S1901M",
        "sender": "FRANCE",
        "caller": "Caller of France",
        "to": ["ITALY"],
        "grey": True,
        "lines": ["Zoë\u2028\x00 \u202e"],
    }


@pytest.mark.parametrize("torn", [b'{"version":1,"num', b"\0" * 40 + b"\n", b'{"version":1,"number":2}\0\n', b"x"])
def test_a_torn_last_line_costs_nothing_else(game: Home, torn: bytes) -> None:
    press.append(game, "x", a_message("FRANCE", (), "a"))
    path = game.games_dir / "x" / "press.jsonl"
    with path.open("ab") as file:
        file.write(torn)
    assert [found.lines[0] for found in seen_by(game, "ITALY")] == ["a"]
    press.append(game, "x", a_message("FRANCE", (), "b"))
    assert [(found.id, found.lines[0]) for found in seen_by(game, "ITALY")] == [(1, "a"), (2, "b")]
    assert path.with_suffix(".torn").read_bytes().startswith(torn.rstrip(b"\n"))


def test_damage_is_named(game: Home) -> None:
    for text in ("a", "b"):
        press.append(game, "x", a_message("FRANCE", (), text))
    path = game.games_dir / "x" / "press.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"number":1', b'"number":"1"'))
    with pytest.raises(StoreError, match=r"^games/x/press\.jsonl, line 1, is damaged: Expected `int`"):
        seen_by(game, "ITALY")
    press.mark_read(game, "x", "Ann", [1])
    papers = game.games_dir / "x" / "press" / "ann.json"
    papers.write_bytes(b"{}")
    with pytest.raises(StoreError, match=r"^games/x/press/ann\.json is damaged"):
        press.load_draft(game, "x", "Ann")


def test_there_must_be_a_game(home: Home) -> None:
    with pytest.raises(MissingError, match="There is no game 'x'"):
        press.append(home, "x", a_message("FRANCE"))
    with pytest.raises(MissingError):
        press.mark_read(home, "x", "Ann", [1])
    assert list(home.games_dir.glob("x*")) == []


def test_old_files_of_games_are_read(home: Home) -> None:
    """Games made before there was press have all of it, signed."""
    games.create_game(home, samples.a_game())
    path = home.games_dir / "x" / "game.json"
    table = json.loads(path.read_bytes())
    del table["press"], table["grey"]
    path.write_text(json.dumps(table), encoding="utf-8")
    record = games.load_game(home, "x")
    assert (record.press, record.grey) == ("all", False)


def test_what_a_crash_left_is_swept(game: Home, tmp_path: Path) -> None:
    press.mark_read(game, "x", "Ann", [1])
    left = game.games_dir / "x" / "press" / ".ann.json.0123abcd.tmp"
    left.write_bytes(b"{")
    press.mark_read(game, "x", "Bob", [1])
    assert not left.exists()


def test_readers_wait_for_nobody(game: Home) -> None:
    press.append(game, "x", a_message("FRANCE"))
    with games.game_lock(game, "x"):
        later = seen_by(game, "ITALY")[0].at + timedelta(0)
    assert later == samples.NOW
