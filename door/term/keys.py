"""Keys from the bytes of a line.

One byte at a time goes through a small machine of states, so that the result cannot depend on how the network
cut the bytes up; only time (:meth:`KeyDecoder.flush`) tells a lone Esc from the start of a sequence. Telnet's
own commands are gone before this layer.

Own tables instead of a terminal library's: callers' terminals are not ours, two dozen sequences cover them, and
a terminfo of the machine that the server runs on knows nothing of SyncTERM.

Guarantees: an Enter is one key however it is sent (CR, CR LF, CR NUL, LF), and a CR acts at once; a sequence is
one key or none, never stray letters; control characters are never letters; memory is bounded.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from door.term.caps import Charset

LONGEST_SEQUENCE = 32


class KeyName(StrEnum):
    """What was pressed; ``CHAR`` is any printable letter, ``OTHER`` any key that we have no use for.

    ``RESIZED`` no bytes make: the window has another size now.
    """

    CHAR = "char"
    ENTER = "enter"
    ESCAPE = "escape"
    BACKSPACE = "backspace"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    HOME = "home"
    END = "end"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    DELETE = "delete"
    TAB = "tab"
    F1 = "f1"
    INTERRUPT = "interrupt"
    EOF = "eof"
    REDRAW = "redraw"
    ERASE_LINE = "erase line"
    RESIZED = "resized"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Key:
    """One key; ``char`` is its letter if it is a ``CHAR``, else empty."""

    name: KeyName
    char: str = ""


_CONTROLS = {
    0x03: KeyName.INTERRUPT,
    0x04: KeyName.EOF,
    0x08: KeyName.BACKSPACE,
    0x09: KeyName.TAB,
    0x0A: KeyName.ENTER,
    0x0C: KeyName.REDRAW,
    0x0D: KeyName.ENTER,
    0x15: KeyName.ERASE_LINE,  # ^U of Unix
    0x18: KeyName.ERASE_LINE,  # ^X of DOS boards
    0x7F: KeyName.BACKSPACE,
}

# The last letter of CSI (ESC [) and SS3 (ESC O) sequences without a number, or with modifiers (CSI 1;5A).
_FINALS = {
    "A": KeyName.UP,
    "B": KeyName.DOWN,
    "C": KeyName.RIGHT,
    "D": KeyName.LEFT,
    "H": KeyName.HOME,
    "F": KeyName.END,
    "P": KeyName.F1,
}
_CSI_FINALS = _FINALS | {  # SyncTERM's
    "K": KeyName.END,
    "V": KeyName.PAGE_UP,
    "U": KeyName.PAGE_DOWN,
}
_SS3_FINALS = _FINALS | {"M": KeyName.ENTER}  # of the keypad

# CSI n ~
_NUMBERED = {
    "1": KeyName.HOME,
    "3": KeyName.DELETE,
    "4": KeyName.END,
    "5": KeyName.PAGE_UP,
    "6": KeyName.PAGE_DOWN,
    "7": KeyName.HOME,
    "8": KeyName.END,
    "11": KeyName.F1,
}

_ESC, _BEL, _STRING_END = 0x1B, 0x07, ord("\\")
_FEED_FOR_CR = (0x00, 0x0A)


class _State(Enum):
    """Where in a sequence the decoder is."""

    GROUND = auto()
    ESCAPE = auto()  # ESC
    CSI = auto()  # ESC [ parameters, intermediates, one final letter
    SS3 = auto()  # ESC O, the same with digits only
    LINUX = auto()  # ESC [ [ one letter: F-keys of the Linux console
    DESIGNATE = auto()  # ESC and an intermediate: character set designations and the like
    STRING = auto()  # ESC ] P _ ^ X, text, BEL or ESC \: a terminal's answer


_OPENERS = {ord("["): _State.CSI, ord("O"): _State.SS3} | dict.fromkeys(b"]P_^X", _State.STRING)


class KeyDecoder:
    """Bytes in, keys out; see the top of this module for what is guaranteed."""

    def __init__(self, charset: Charset = Charset.CP437) -> None:
        self._state = _State.GROUND
        self._sequence = bytearray()
        self._after_cr = False
        self._keys: list[Key] = []
        self.charset = charset

    @property
    def charset(self) -> Charset:
        """The set in which letters arrive; setting it drops half a letter that was waiting."""
        return self._charset

    @charset.setter
    def charset(self, charset: Charset) -> None:
        self._charset = charset
        self._letters = codecs.getincrementaldecoder(charset.value)("ignore")

    @property
    def pending(self) -> bool:
        """Whether an Esc or an unfinished sequence waits for more, or for :meth:`flush`."""
        return self._state is not _State.GROUND

    def feed(self, data: bytes) -> list[Key]:
        """The keys that these bytes complete; the same keys however the bytes are cut up."""
        for byte in data:
            self._byte(byte)
        return self._taken()

    def flush(self) -> list[Key]:
        """The wait is over: a lone Esc is the Esc key, an unfinished sequence is one unknown key."""
        if self._state is _State.ESCAPE:
            self._add(KeyName.ESCAPE)
        elif self.pending:
            self._add_unless_too_long(KeyName.OTHER)
        self._state = _State.GROUND
        return self._taken()

    def _taken(self) -> list[Key]:
        keys, self._keys = self._keys, []
        return keys

    def _add(self, name: KeyName, char: str = "") -> None:
        self._keys.append(Key(name, char))

    def _add_unless_too_long(self, name: KeyName) -> None:
        """End the sequence with a key; one that was too long is dropped without."""
        if len(self._sequence) < LONGEST_SEQUENCE:
            self._add(name)
        self._state = _State.GROUND

    def _byte(self, byte: int) -> None:
        if self._state is _State.GROUND:
            self._ground(byte)
        elif self._state is _State.ESCAPE:
            self._escape(byte)
        elif byte < 0x20 or byte == 0x7F or (byte > 0x7F and self._state is not _State.STRING):
            self._interrupted(byte)
        else:
            self._in_sequence(byte)

    def _ground(self, byte: int) -> None:
        after_cr, self._after_cr = self._after_cr, byte == 0x0D
        if after_cr and byte in _FEED_FOR_CR:
            return
        if byte < 0x80:
            self._letters.reset()  # half a letter before it is lost, this byte is not
        if byte == _ESC:
            self._state = _State.ESCAPE
        elif byte in _CONTROLS:
            self._add(_CONTROLS[byte])
        elif byte >= 0x20:
            self._letter(byte)
        elif byte:
            self._add(KeyName.OTHER)

    def _letter(self, byte: int) -> None:
        for char in self._letters.decode(bytes((byte,))):
            if char.isprintable():
                self._add(KeyName.CHAR, char)

    def _escape(self, byte: int) -> None:
        if byte < 0x20:  # the Esc key, and then something else; a second ESC waits again
            self._add(KeyName.ESCAPE)
            self._state = _State.GROUND
            self._ground(byte)
            return
        self._sequence.clear()
        if byte in _OPENERS:
            self._state = _OPENERS[byte]
        elif byte < 0x30:
            self._state = _State.DESIGNATE
        else:  # Alt and a letter; ESC \ is only the end of a string
            if byte != _STRING_END:
                self._add(KeyName.OTHER)
            self._state = _State.GROUND

    def _interrupted(self, byte: int) -> None:
        """A byte that no sequence holds ends it, and is itself seen to; a string may end so properly."""
        string = self._state is _State.STRING
        self._add_unless_too_long(KeyName.OTHER)
        if string and byte == _BEL:
            return
        self._ground(byte)

    def _in_sequence(self, byte: int) -> None:
        # Past its longest a sequence is read on and forgotten, so that its tail does not become letters.
        if len(self._sequence) < LONGEST_SEQUENCE:
            self._sequence.append(byte)
        if self._state is _State.STRING:
            return
        if self._state is _State.LINUX:
            self._add_unless_too_long(KeyName.F1 if byte == ord("A") else KeyName.OTHER)
        elif self._state is _State.CSI and self._sequence == b"[":
            self._state = _State.LINUX
        elif self._state is _State.DESIGNATE:
            if byte >= 0x30:
                self._add_unless_too_long(KeyName.OTHER)
        elif byte >= 0x40:
            self._add_unless_too_long(self._named())

    def _named(self) -> KeyName:
        text = self._sequence.decode("ascii")
        number, final = text[:-1].partition(";")[0], text[-1]
        if final == "~":
            return _NUMBERED.get(number, KeyName.OTHER)
        if number not in ("", "1"):
            return KeyName.OTHER
        finals = _SS3_FINALS if self._state is _State.SS3 else _CSI_FINALS
        return finals.get(final, KeyName.OTHER)
