"""What a line, an address and all of them may ask, with no socket and no clock."""

from __future__ import annotations

from datetime import date

import pytest

from door.node import telnet
from door.node.limits import Allowance, Busy, CutOff, Limits, LineGuard, Lines, SignUps, origin_of, stranger
from door.store.settings import Settings

LIMITS = Limits(lines=3, lines_per_address=2, loopback_counts=True)


@pytest.mark.parametrize(
    "greeting",
    [
        b"GET / HTTP/1.1\r\n",
        b"POST /cgi HTTP/1.0",
        b"HEAD http://x/",
        b"OPTIONS sip:nm SIP",
        b"CONNECT x:443 HTTP",
        b"PRI * HTTP/2.0\r\n",
        b"\x16\x03\x01\x02\x00",
        b"SSH-2.0-Go\r\n",
        b"\x00\x00\x00\x85\xffSMB",
        b"\x03\x00\x00\x13\x0e",
        b"\x05\x01\x00",
        b"MGLNDD_127.0.0.1",
    ],
)
def test_strangers_are_known_whole_and_byte_by_byte(greeting: bytes) -> None:
    assert stranger(greeting)[0]
    guard = LineGuard(Limits(), 0.0)
    with pytest.raises(CutOff):
        for at in range(len(greeting)):
            guard.receive(greeting[at : at + 1], 0.0)


@pytest.mark.parametrize(
    "greeting", [b"Gertrude\r\n", b"get out\r\n", b"PUT\r\n", b"new\r\n", b"\x03\r\n", b"\xff\xfb\x18", b"\x1b[A"]
)
def test_callers_are_no_strangers(greeting: bytes) -> None:
    assert stranger(greeting) == ("", False)
    LineGuard(Limits(), 0.0).receive(greeting, 0.0)


def test_a_web_request_later_on_is_only_text() -> None:
    guard = LineGuard(Limits(), 0.0)
    guard.receive(b"Bob\r\nsecret\r\nmenu\r\n", 0.0)
    guard.receive(b"GET / HTTP/1.1\r\n", 0.0)


def test_before_sign_in_an_enter_is_wanted_now_and_then() -> None:
    guard = LineGuard(Limits(), 0.0)
    for _ in range(3):
        guard.receive(b"x" * 4000 + b"\r\n", 0.0)
    with pytest.raises(CutOff, match="without an Enter"):
        guard.receive(b"x" * 4097, 0.0)


def test_before_sign_in_the_sum_is_limited() -> None:
    guard = LineGuard(Limits(), 0.0)
    with pytest.raises(CutOff, match="nobody signed in"):
        for second in range(100):
            guard.receive(b"x" * 1022 + b"\r\n", float(second))


def test_after_sign_in_only_the_rate_counts() -> None:
    guard = LineGuard(Limits(), 0.0)
    guard.signed_in = True
    for second in range(1000):  # an arrow key held down, and no Enter ever
        guard.receive(b"\x1b[A" * 40, float(second))
    with pytest.raises(CutOff, match="a second"):
        guard.receive(b"x" * 100_000, 1000.0)


def test_a_page_of_pasted_orders_is_no_trouble() -> None:
    LineGuard(Limits(), 0.0).receive(b"A PAR - BUR\r\n" * 100, 0.0)


def test_a_storm_of_commands_is_cut_off_and_a_window_being_dragged_is_not() -> None:
    size = b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0"
    guard = LineGuard(Limits(), 0.0)
    for tick in range(1000):  # fifty sizes a second
        guard.receive(size, tick / 50)
    with pytest.raises(CutOff, match="storm"):
        guard.receive(b"\xff\xfd\x01" * 2000, 20.0)


def test_an_endless_subnegotiation_is_cut_off() -> None:
    with pytest.raises(CutOff, match="endless"):
        LineGuard(Limits(), 0.0).receive(b"\xff\xfa\x18" + b"x" * 3000, 0.0)


def test_an_allowance_fills_again_but_not_beyond_its_size() -> None:
    purse = Allowance(10, 1, 0.0)
    assert purse.spend(10, 0.0)
    assert not purse.spend(1, 0.0)
    assert purse.spend(4, 5.0)
    assert not purse.spend(11, 1000.0)


def test_lines_are_counted_by_address_and_in_all() -> None:
    lines = Lines(LIMITS)
    lines.take("192.0.2.1")
    lines.take("::ffff:192.0.2.1")
    with pytest.raises(Busy, match="2 lines of this address"):
        lines.take("192.0.2.1")
    lines.take("192.0.2.2")
    with pytest.raises(Busy, match="all 3 lines"):
        lines.take("192.0.2.3")
    lines.release("192.0.2.1")
    lines.take("192.0.2.3")
    assert lines.taken == 3


def test_this_machine_is_many_callers_unless_told_otherwise() -> None:
    lines = Lines(Limits(lines_per_address=1))
    for address in ("127.0.0.1", "127.0.0.1", "::1", "::1"):
        lines.take(address)
    with pytest.raises(Busy):
        counting = Lines(Limits(lines_per_address=1, loopback_counts=True))
        counting.take("127.0.0.1")
        counting.take("127.0.0.1")


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::1", "::1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::9", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_where_a_line_comes_from(address: str, origin: str) -> None:
    assert origin_of(address) == origin


def test_the_sysop_sets_lines_and_silence() -> None:
    settings = Settings(max_lines=5, max_lines_per_address=2, new_callers_per_address_per_day=1, idle_minutes=3)
    limits = Limits.of(settings)
    assert (limits.lines, limits.lines_per_address, limits.sign_ups_per_address) == (5, 2, 1)
    assert limits.idle_seconds == 180.0


def test_an_address_has_so_many_new_callers_a_day() -> None:
    sign_ups = SignUps(Limits(sign_ups_per_address=2))
    today, tomorrow = date(2026, 11, 30), date(2026, 12, 1)
    assert [sign_ups.take("192.0.2.7", today) for _ in range(3)] == [True, True, False]
    assert sign_ups.take("192.0.2.8", today)
    assert sign_ups.take("192.0.2.7", tomorrow)
    assert all(sign_ups.take("127.0.0.1", today) for _ in range(9))  # tunnels, and the sysop's own tests


@pytest.mark.parametrize(
    ("soft", "hard", "lines", "given", "set_to"),
    [
        (1024, 4096, 100, 100, None),
        (-1, -1, 100, 100, None),
        (1024, 4096, 2000, 2000, 2150),
        (1024, -1, 2000, 2000, 2150),
        (1024, 1024, 2000, 874, 1024),
        (64, 64, 100, 1, 64),
    ],
)
def test_there_are_no_more_lines_than_files_may_be_open(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, lines: int, given: int, set_to: int | None
) -> None:
    resource = pytest.importorskip("resource")
    done: list[int] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: done.append(both[0]))
    assert telnet._affordable(Limits(lines=lines)).lines == given
    assert done == ([] if set_to is None else [set_to])
