"""The telnet layer of one line, read ahead of the library.

What it owns: the state machine of RFC 854 and RFC 855 over the bytes that a client sends, whole or byte by byte. It
hands on only what is well formed, so that nothing a stranger sends can make the library stumble:

* text, with a doubled IAC left doubled;
* the four option verbs, one by one;
* subnegotiations of the options that we ask for, and only in their right form (a window size of four bytes, a terminal
  name of printable letters, a character set that we offered);
* the few commands that stand for a key (interrupt, erase character, end of file), as that key.

The rest is dropped, and counted: `door.node.limits` decides how much of it a line may send. It must not know what the
bytes mean to the game, and it never raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from telnetlib3 import telopt

IAC: Final = telopt.IAC[0]
_SB: Final = telopt.SB[0]
_SE: Final = telopt.SE[0]
_VERBS: Final = frozenset(verb[0] for verb in (telopt.DO, telopt.DONT, telopt.WILL, telopt.WONT))
_ASKING: Final = frozenset((telopt.DO[0], telopt.WILL[0]))

#: The options that we speak of at all; any other is refused (see `door.node.telnet`).
OPTIONS: Final = frozenset(
    option[0]
    for option in (
        telopt.BINARY,
        telopt.ECHO,
        telopt.SGA,
        telopt.TTYPE,
        telopt.NAWS,
        telopt.NEW_ENVIRON,
        telopt.CHARSET,
        telopt.TM,
    )
)

#: Character sets that we offer a client, as RFC 2066 wants them named.
CHARSETS: Final = ("UTF-8", "CP437", "US-ASCII")

#: Commands of RFC 854 (and RFC 1184) that stand for a key: interrupt, break and abort for ^C, end of file for ^D,
#: erase character for the backspace, erase line for ^U.
_KEYS: Final = {
    telopt.IP[0]: 0x03,
    telopt.BRK[0]: 0x03,
    telopt.ABORT[0]: 0x03,
    telopt.EOF[0]: 0x04,
    telopt.EC[0]: 0x08,
    telopt.EL[0]: 0x15,
}
_AYT: Final = telopt.AYT[0]

#: One subnegotiation that we understand is far shorter than this; the buffer never grows beyond it.
LONGEST_SUBNEGOTIATION: Final = 2048


class _State(Enum):
    TEXT = auto()
    COMMAND = auto()
    OPTION = auto()
    SUB = auto()
    SUB_COMMAND = auto()


@dataclass(frozen=True, slots=True)
class Scanned:
    """One chunk, read: what to hand on, and what was seen in it."""

    clean: bytes
    text: int = 0
    after_enter: int | None = None
    commands: int = 0
    are_you_there: int = 0
    endless: bool = False


class Scanner:
    """Reads the chunks of one line in turn; the answer does not depend on where they are split."""

    __slots__ = ("_after_enter", "_are_you_there", "_commands", "_endless", "_out", "_state", "_sub", "_text", "_verb")

    def __init__(self) -> None:
        self._state = _State.TEXT
        self._verb = 0
        self._sub = bytearray()
        self._start()

    def _start(self) -> None:
        self._out = bytearray()
        self._text = 0
        self._after_enter: int | None = None
        self._commands = 0
        self._are_you_there = 0
        self._endless = False

    def feed(self, data: bytes) -> Scanned:
        """Read the next chunk.

        `text` counts the bytes of text in it; `after_enter` those behind the last CR or LF, None when there was
        neither. `endless` says that a subnegotiation outgrew `LONGEST_SUBNEGOTIATION`; what follows in the chunk is
        not read.
        """
        if self._state is _State.TEXT and IAC not in data:
            return Scanned(data, len(data), _behind_enter(data))
        self._start()
        position = 0
        while position < len(data) and not self._endless:
            if self._state is _State.TEXT:
                position = self._take_text(data, position)
            else:
                self._take_byte(data[position])
                position += 1
        return Scanned(
            bytes(self._out), self._text, self._after_enter, self._commands, self._are_you_there, self._endless
        )

    def _take_text(self, data: bytes, position: int) -> int:
        at = data.find(IAC, position)
        end = len(data) if at < 0 else at
        self._add_text(data[position:end])
        if at >= 0:
            self._state = _State.COMMAND
        return end + 1

    def _add_text(self, text: bytes) -> None:
        self._out += text
        self._text += len(text)
        behind = _behind_enter(text)
        if behind is not None:
            self._after_enter = behind
        elif self._after_enter is not None:
            self._after_enter += len(text)

    def _take_byte(self, byte: int) -> None:
        match self._state:
            case _State.COMMAND:
                self._command(byte)
            case _State.OPTION:
                self._option(byte)
            case _State.SUB:
                self._inside(byte)
            case _:
                self._inside_command(byte)

    def _command(self, byte: int) -> None:
        self._state = _State.TEXT
        if byte == IAC:
            self._out += bytes((IAC, IAC))
            self._text += 1
            if self._after_enter is not None:
                self._after_enter += 1
            return
        self._commands += 1
        if byte == _SB:
            self._sub.clear()
            self._state = _State.SUB
        elif byte in _VERBS:
            self._verb = byte
            self._state = _State.OPTION
        elif byte == _AYT:
            self._are_you_there += 1
        elif byte in _KEYS:
            self._add_text(bytes((_KEYS[byte],)))

    def _option(self, byte: int) -> None:
        self._state = _State.TEXT
        # DONT and WONT of an option that was never on need no answer.
        if byte in OPTIONS or self._verb in _ASKING:
            self._out += bytes((IAC, self._verb, byte))

    def _inside(self, byte: int) -> None:
        if byte == IAC:
            self._state = _State.SUB_COMMAND
        else:
            self._grow(byte)

    def _inside_command(self, byte: int) -> None:
        if byte == IAC:
            self._state = _State.SUB
            self._grow(IAC)
            return
        # Anything but SE breaks the subnegotiation off; it is dropped, and the stream is in step again.
        self._state = _State.TEXT
        if byte == _SE and _well_formed(bytes(self._sub)):
            body = bytes(self._sub).replace(telopt.IAC, telopt.IAC * 2)
            self._out += telopt.IAC + telopt.SB + body + telopt.IAC + telopt.SE
        self._sub.clear()

    def _grow(self, byte: int) -> None:
        self._sub.append(byte)
        self._endless = len(self._sub) > LONGEST_SUBNEGOTIATION


def _behind_enter(text: bytes) -> int | None:
    """How many bytes stand behind the last CR or LF of `text`; None when it has neither."""
    last = max(text.rfind(b"\r"), text.rfind(b"\n"))
    return None if last < 0 else len(text) - last - 1


def _well_formed(sub: bytes) -> bool:
    """Whether the library may see this subnegotiation (option byte first)."""
    option, body = sub[:1], sub[1:]
    if option == telopt.NAWS:
        return len(body) == 4
    if option == telopt.TTYPE:
        return body[:1] == telopt.IS and 1 <= len(body) - 1 <= 64 and _printable(body[1:])
    if option == telopt.NEW_ENVIRON:
        return body[:1] in (telopt.IS, telopt.INFO) and body.isascii()
    if option == telopt.CHARSET:
        return _charset_form(body)
    return False


def _charset_form(body: bytes) -> bool:
    kind, rest = body[:1], body[1:]
    if kind == telopt.ACCEPTED:
        return _printable(rest) and rest.decode("ascii").upper() in CHARSETS
    if kind == telopt.REQUEST:
        return len(rest) > 1 and _printable(rest)
    return kind == telopt.REJECTED


def _printable(text: bytes) -> bool:
    return all(0x20 <= byte < 0x7F for byte in text)
