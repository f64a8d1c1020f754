"""The first screen of a call: how does this terminal show letters?

The first text is 7-bit and without a single control sequence. The question is put only if the client did not say by
itself what it is; then one line comes in the bytes of each character set, in colour, and the caller says which is
clean. It is put in plain lines, since nothing is known of the terminal yet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.screens.frame import BACK, ENTER, PRODUCT, Leave, Notice, pick_from, spelt
from door.screens.session import Hangup, Session
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset

_SAMPLE: Final = "é ü ñ  ░▒▓█  ──┐"


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to draw the screens."""

    charset: Charset
    colour: bool
    cursor: bool

    def applied(self, caps: Caps) -> Caps:
        """The terminal as the caller says that it is; its size stays."""
        return replace(caps, charset=self.charset, colour=self.colour, cursor=self.cursor)


CHOICES: Final = {
    "1": Choice(Charset.UTF8, colour=True, cursor=True),
    "2": Choice(Charset.CP437, colour=True, cursor=True),
    "3": Choice(Charset.ASCII, colour=False, cursor=False),
}


def title_lines() -> Canvas:
    """The very first text: the title, and the question."""
    canvas = Canvas()
    canvas.put(0, 1, PRODUCT.upper())
    canvas.put(1, 1, "How does your terminal show letters? Choose the line that is clean:")
    return canvas


def question(default: str, notice: Notice | None = None) -> Canvas:
    """What stands below the samples."""
    canvas = Canvas()
    canvas.put(0, 1, "3  Neither is clean, or I use a screen reader: plain text lines, no drawing")
    if notice is not None:
        canvas.put(1, 1, f"! {notice.text}")
    widgets.prompt(canvas, "Type 1, 2 or 3; Enter alone is", default)
    return canvas


def sample_bytes(charset: Charset) -> bytes:
    """A line of the samples, in the bytes of that set whatever the terminal's is, and in colour."""
    number, name = ("1", "UTF-8") if charset is Charset.UTF8 else ("2", "CP437")
    clean = _SAMPLE.encode(charset)
    return f" {number}  {name} with colours:  ".encode() + b"\x1b[1;33m" + clean + b"\x1b[0m\r\n"


async def choose_charset(session: Session) -> bool:
    """Put the question if the client has not answered it by itself; tells whether it was put.

    Raises `Leave` when the caller would rather not.
    """
    if session.charset_guess is not None:
        return False
    known = session.caps
    session.change_display(replace(known, charset=Charset.ASCII, colour=False, cursor=False))
    await session.show(title_lines())
    try:
        await session.wire.write(sample_bytes(Charset.UTF8) + sample_bytes(Charset.CP437))
    except OSError:
        raise Hangup("the line has dropped") from None
    default = "3" if session.wire.line_mode or not known.cursor else "2"
    notice: Notice | None = None
    while True:
        await session.show(question(default, notice))
        said = spelt(await session.key())
        if said == BACK or said.upper() == "Q":
            raise Leave
        choice = CHOICES.get(default if said == ENTER else said)
        if choice is not None:
            session.change_display(choice.applied(known))
            return True
        notice = Notice(pick_from("123"))
