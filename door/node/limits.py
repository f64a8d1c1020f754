"""What one line, one address and all lines together may ask of the node.

What it owns: the figures, and the arithmetic on them. It does no I/O and reads no clock (the time is an argument), so
every rule is tried by hand in the tests. What it answers: the port scanners, web crawlers and broken modems that find
every telnet port (a board with 200 connects in ten seconds must still take the next caller), without troubling a
caller who pastes a page of orders or leans on an arrow key.
"""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Final

from door.node.scanner import Scanned, Scanner
from door.store.settings import Settings

#: How much of the first bytes is looked at, to know a stranger by.
LONGEST_GREETING: Final = 16

#: Programs that are no telnet clients, known by the first bytes they send: name for the log, pattern, words for them.
_STRANGERS: Final = (
    ("a web request", rb"(GET|HEAD|POST|PUT|DELETE|PATCH|TRACE|OPTIONS) [/*hs]|CONNECT |PRI \*", True),
    ("a TLS hello", rb"\x16\x03", False),
    ("an SSH hello", rb"SSH-", True),
    ("a file-sharing hello", rb"\x00\x00..[\xff\xfe]SMB", False),
    ("a remote-desktop hello", rb"\x03\x00\x00", False),
    ("a proxy request", rb"\x04\x01|\x05[\x01-\x04]\x00", False),
    ("a Java call", rb"JRMI|\xac\xed\x00", False),
    ("a database probe", rb"\*\d\r\n\$", False),
    ("a port scanner", rb"MGLNDD_", False),
)
_GREETINGS: Final = tuple((name, re.compile(pattern, re.DOTALL), words) for name, pattern, words in _STRANGERS)

TELNET_ONLY: Final = "This is a telnet door: call it with a telnet program."
TOO_MUCH: Final = "Too much came in on this line at once, so it is closed."
TOO_LONG_UNNAMED: Final = "Nobody has signed in on this line, so it is closed. Please call again."
BUSY: Final = "All lines are busy. Please call again later."


class CutOff(Exception):
    """The line must be closed now: `reason` is for the log, `farewell` one sentence for the caller ("" for none)."""

    def __init__(self, reason: str, farewell: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.farewell = farewell


class Busy(Exception):
    """No line is free for this address; the text says which limit was met, for the log."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The figures; the first five are the sysop's, the others have one good value."""

    lines: int = 100
    lines_per_address: int = 8
    sign_ups_per_address: int = 5
    idle_seconds: float = 600.0
    warning_seconds: float = 60.0
    #: This machine's own address is where a tunnel, a proxy and the sysop's tests come from: not counted by itself.
    loopback_counts: bool = False
    #: A client that answers no question about its terminal sees text after this time.
    negotiation_seconds: float = 1.0
    sign_in_seconds: float = 300.0
    #: A caller whose terminal takes nothing for so long is gone.
    write_seconds: float = 20.0
    bytes_before_sign_in: int = 64 * 1024
    bytes_without_enter: int = 4 * 1024
    #: Text and telnet commands after that: a burst, and what is earned back each second.
    burst_bytes: int = 64 * 1024
    bytes_per_second: float = 4 * 1024
    burst_commands: int = 1000
    commands_per_second: float = 50.0

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """The limits that the sysop has set."""
        return cls(
            settings.max_lines,
            settings.max_lines_per_address,
            settings.new_callers_per_address_per_day,
            settings.idle_minutes * 60.0,
        )


class Allowance:
    """A purse of `burst` that fills by `per_second`; what is spent beyond it is refused."""

    __slots__ = ("_burst", "_left", "_per_second", "_when")

    def __init__(self, burst: float, per_second: float, now: float) -> None:
        self._burst = self._left = burst
        self._per_second = per_second
        self._when = now

    def spend(self, amount: float, now: float) -> bool:
        """Take `amount` out; False when there was less than that in it."""
        self._left = min(self._burst, self._left + (now - self._when) * self._per_second) - amount
        self._when = now
        return self._left >= 0


class LineGuard:
    """Stands before the library on one line: each chunk goes through `receive`."""

    __slots__ = (
        "_commands",
        "_greeting",
        "_heard",
        "_limits",
        "_scanner",
        "_since_enter",
        "_text",
        "_total",
        "signed_in",
    )

    def __init__(self, limits: Limits, now: float) -> None:
        self.signed_in = False
        self._limits = limits
        self._scanner = Scanner()
        self._greeting: bytes | None = b""
        self._heard = False
        self._total = 0
        self._since_enter = 0
        self._text = Allowance(limits.burst_bytes, limits.bytes_per_second, now)
        self._commands = Allowance(limits.burst_commands, limits.commands_per_second, now)

    @property
    def heard(self) -> bool:
        """Whether any text has come (a connection that only opens is nobody)."""
        return self._heard

    def receive(self, data: bytes, now: float) -> Scanned:
        """Read one chunk; raises CutOff when the line has used up what it may send."""
        if self._greeting is not None:
            self._greet(data)
        scanned = self._scanner.feed(data)
        self._heard = self._heard or scanned.text > 0
        if scanned.endless:
            raise CutOff("an endless telnet subnegotiation")
        if scanned.commands and not self._commands.spend(scanned.commands, now):
            raise CutOff("a storm of telnet commands")
        if not self._text.spend(len(data), now):
            raise CutOff("more bytes a second than anyone types", TOO_MUCH)
        if not self.signed_in:
            self._count(len(data), scanned)
        return scanned

    def _greet(self, data: bytes) -> None:
        self._greeting = ((self._greeting or b"") + data)[:LONGEST_GREETING]
        name, words = stranger(self._greeting)
        if name:
            raise CutOff(name, TELNET_ONLY if words else "")
        if len(self._greeting) == LONGEST_GREETING:
            self._greeting = None

    def _count(self, size: int, scanned: Scanned) -> None:
        self._total += size
        if scanned.after_enter is None:
            self._since_enter += scanned.text
        else:
            self._since_enter = scanned.after_enter
        if self._since_enter > self._limits.bytes_without_enter:
            raise CutOff("too many bytes without an Enter", TOO_MUCH)
        if self._total > self._limits.bytes_before_sign_in:
            raise CutOff("too many bytes with nobody signed in", TOO_MUCH)


class Lines:
    """Counts the lines that are taken, by address."""

    __slots__ = ("_limits", "_taken")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many lines are taken in all."""
        return self._taken.total()

    def take(self, address: str) -> None:
        """Take one line for `address`; raises Busy when it may have no more, or no line is left."""
        origin = origin_of(address)
        if self.taken >= self._limits.lines:
            raise Busy(f"all {self._limits.lines} lines are taken")
        if _counted(origin, self._limits) and self._taken[origin] >= self._limits.lines_per_address:
            raise Busy(f"{self._limits.lines_per_address} lines of this address are taken")
        self._taken[origin] += 1

    def release(self, address: str) -> None:
        """Give the line of `address` back."""
        origin = origin_of(address)
        self._taken[origin] -= 1
        if self._taken[origin] <= 0:
            del self._taken[origin]


class SignUps:
    """Counts the new callers of a day, by address."""

    __slots__ = ("_limits", "_today", "_tried")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._today: date | None = None
        self._tried: Counter[str] = Counter()

    def take(self, address: str, today: date) -> bool:
        """Count one more sign-up from `address`; False, uncounted, when it has had its share of the day."""
        if today != self._today:
            self._today = today
            self._tried.clear()
        origin = origin_of(address)
        if _counted(origin, self._limits) and self._tried[origin] >= self._limits.sign_ups_per_address:
            return False
        self._tried[origin] += 1
        return True


def stranger(greeting: bytes) -> tuple[str, bool]:
    """Who sends such first bytes: a name for the log ("" for a caller), and whether it can read a sentence."""
    for name, pattern, words in _GREETINGS:
        if pattern.match(greeting):
            return name, words
    return "", False


def origin_of(address: str) -> str:
    """The address that lines are counted by: IPv6 callers own a whole /64, so that is what counts for them."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if parsed.is_loopback:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def _counted(origin: str, limits: Limits) -> bool:
    return limits.loopback_counts or not _is_loopback(origin)


def _is_loopback(origin: str) -> bool:
    try:
        return ipaddress.ip_address(origin).is_loopback
    except ValueError:
        return False
