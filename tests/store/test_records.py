from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from door.store import games, records
from door.store.errors import StoreError
from door.store.home import Home
from door.store.records import CallerRecord, GameRecord, JournalLine, OrdersRecord, SeatLine, StartLine, SysopLine
from tests.store import samples

GOOD = records.encode_line(samples.a_game(), GameRecord, "x")


def with_field(**changes: object) -> bytes:
    return json.dumps({**json.loads(GOOD), **changes}).encode()


def test_files_are_laid_out_to_be_read(tmp_path: Path) -> None:
    records.write(tmp_path / "a.json", samples.a_caller())
    text = (tmp_path / "a.json").read_text(encoding="utf-8")
    assert text.startswith('{\n  "version": 1,\n  "name": "Ann",\n  "password": {\n    "n": 32768,')
    assert text.endswith("}\n")
    assert records.read(tmp_path / "a.json", CallerRecord) == samples.a_caller()


@pytest.mark.parametrize(
    "line",
    [
        samples.phase_line(samples.a_game()),
        samples.seat_line(samples.a_game()),
        StartLine(at=samples.NOW, after=samples.a_game()),
        SysopLine(did="gave the seat to another", at=samples.NOW, after=samples.a_game()),
        SeatLine(power="FRANCE", caller=None, at=samples.NOW, after=samples.a_game()),
    ],
)
def test_lines_round_trip(line: JournalLine) -> None:
    data = records.encode_line(line, JournalLine, "x")
    assert b"\n" not in data
    assert records.decode(data, JournalLine, "x") == line
    assert json.loads(data)["version"] == 1


def test_a_closed_phase_is_in_the_one_form() -> None:
    line = samples.phase_line(samples.a_game())
    assert line.next == {"name": "S1902M", "state": samples.STATE}
    assert line.winner is None
    written = json.loads(records.encode_line(line, JournalLine, "x"))
    assert {"name", "state", "orders", "results", "reasons"} <= set(written)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is damaged: Input data was truncated"),
        (b"{", "is damaged: Input data was truncated"),
        (b"[]", "is damaged: Expected `object`, got `array`"),
        (b"\xff", "is damaged: JSON is malformed"),
        (b"{}", "is damaged: Object missing required field `version`"),
        (with_field(turn="7"), r"is damaged: Expected `int`, got `str` - at `\$\.turn`"),
        (with_field(turn=-1), r"is damaged: Expected `int` >= 0 - at `\$\.turn`"),
        (with_field(rules="mine"), r"is damaged: Invalid enum value 'mine' - at `\$\.rules`"),
        (with_field(phase="S19"), "is damaged: 'S19' is no phase|is damaged: .*S1901M"),
        (with_field(created="2026-03-01T00:00:00"), r"is damaged: .*timezone.* - at `\$\.created`"),
        (with_field(colour="red"), "is damaged: Object contains unknown field `colour`"),
        (with_field(seats={"FRANCE": 3}), r"is damaged: Expected `str`, got `int` - at `\$\.seats\[\.\.\.\]`"),
        (with_field(version=2, colour="red"), "has version 2, but this program knows version 1 only"),
        (with_field(version=0), "has version 0, but this program knows version 1 only"),
        (with_field(state=None), r"is damaged: Expected `object`, got `null` - at `\$\.state`"),
        (b'{"version":1,"state":' + b"[" * 100_000, "is damaged: "),
    ],
)
def test_wrong_content_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(StoreError, match=f"^games/x/game.json {reason}"):
        records.decode(data, GameRecord, "games/x/game.json")


@settings(deadline=None)
@given(st.integers(0, len(GOOD)), st.binary(max_size=3), st.integers(0, 3))
def test_any_damage_is_a_store_error(at: int, put: bytes, gone: int) -> None:
    data = GOOD[:at] + put + GOOD[at + gone :]
    try:
        record: GameRecord = records.decode(data, GameRecord, "x")
    except StoreError:
        return
    assert records.decode(records.encode_line(record, GameRecord, "x"), GameRecord, "x") == record


def test_unreadable_records_are_not_written(home: Home) -> None:
    samples.with_game(home)
    naive: datetime = samples.NOW.replace(tzinfo=None)
    wrong: Any = "7"
    with pytest.raises(StoreError, match=r"What would be written to game\.json is damaged"):
        games.save_game(home, replace(samples.a_game(), turn=wrong))
    with pytest.raises(StoreError, match=r"What would be written to FRANCE\.json is damaged"):
        games.save_orders(home, "x", replace(samples.orders(), saved=naive))
    assert games.load_game(home, "x").turn == 0
    assert games.load_orders(home, "x", "FRANCE", "S1901M") is None


def test_a_wrong_phase_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="no phase"):
        replace(samples.a_game(), phase="spring")


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@settings(deadline=None)
@given(st.lists(texts), texts)
def test_any_text_round_trips(orders: list[str], phase: str) -> None:
    record = OrdersRecord(phase=phase, power="FRANCE", orders=orders, saved=samples.NOW)
    data = records.encode_line(record, OrdersRecord, "x")
    assert not {b"\n", b"\0"} & {data[i : i + 1] for i in range(len(data))}
    assert records.decode(data, OrdersRecord, "x") == record
