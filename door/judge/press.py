"""Press: what players may write to each other, and what they have to read.

Owns the settings of a game: ``all`` (private and public), ``public``, ``none``, and ``rulebook``: as around a table,
where nobody talks while retreats and Winter orders are written. ``grey`` beside them lets a message go unsigned. Who
has a seat may write, also with nothing left on the map, before the start and after the end; who has none may read what
is public. Who may read what is the store's business (`door.store.press`).
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from door.judge.games import GameView, changing, view
from door.judge.refusal import Refused
from door.rules.phase import Stage
from door.store import press
from door.store.errors import StoreError
from door.store.home import Home
from door.store.press import Draft, Message, NewMessage

__all__ = ["Draft", "Message"]

MOST_LINES: Final = 120
MOST_CHARACTERS: Final = 72
"""Lines in a message, and characters in a line."""

_log = logging.getLogger(__name__)


def write_fault(seen: GameView, caller: str) -> str | None:
    """Say why the caller may not write in this game now, or None."""
    if seen.power_of(caller) is None:
        return f"You play no power in {seen.record.title}: only its players write."
    if seen.record.press == "none":
        return "There is no press in this game: its players do not write to each other."
    silent = seen.phase is not None and seen.phase.stage is not Stage.MOVES
    if seen.record.press == "rulebook" and silent:
        return f"There is no press in {seen.phase_title}: in this game players write in Spring and Fall only."
    return None


def may_be_private(seen: GameView) -> bool:
    """Whether a message can go to some powers only."""
    return seen.record.press in ("all", "rulebook")


def send(  # noqa: PLR0913 - that much makes a message
    home: Home, game: str, caller: str, to: Iterable[str], lines: Sequence[str], now: datetime, *, grey: bool = False
) -> None:
    """Send a message to these powers (none: to everybody), and drop the caller's draft.

    Refused, with nothing sent and the draft kept, if the game's settings, the turn or the text do not allow it.
    """
    wanted = set(to)
    with changing(home, game) as seen:
        fault = write_fault(seen, caller) or _address_fault(seen, caller, wanted, grey)
        if fault is not None:
            raise Refused(fault)
        post = NewMessage(
            caller=caller,
            sender=seen.power_of(caller) or "",
            to=[power for power in seen.board.powers if power in wanted],
            grey=grey,
            lines=text_of(lines),
            phase=seen.record.phase,
            at=now,
        )
        press.append(home, game, post)
        _forget_draft(home, game, caller)
    _log.info("game %s: a message was sent", game)  # by whom is nobody's business


def _forget_draft(home: Home, game: str, caller: str) -> None:
    """Drop the draft of a message that is sent; one that stays is known for what it is (`draft`), so that is no no."""
    try:
        press.save_draft(home, game, caller, None)
    except StoreError as error:
        _log.warning("game %s: the draft of a message that was sent stays: %s", game, error)


def _address_fault(seen: GameView, caller: str, to: set[str], grey: bool) -> str | None:
    unknown = sorted(to - set(seen.board.powers))
    if unknown:
        return f"There is no power {unknown[0]}: choose from {', '.join(seen.board.powers)}."
    if seen.power_of(caller) in to:
        return "A message goes to other powers, not to your own."
    if to and not may_be_private(seen):
        return "In this game there are no private messages: write to everybody."
    if grey and not seen.record.grey:
        return "In this game every message is signed: send it signed."
    return None


def text_of(lines: Sequence[str]) -> list[str]:
    """The text as it is kept: clean lines, no empty ones at the ends; Refused if it is none, or too long."""
    clean = [clean_line(piece) for line in lines for piece in line.splitlines() or [""]]
    while clean and not clean[-1]:
        clean.pop()
    while clean and not clean[0]:
        clean.pop(0)
    if not clean:
        raise Refused("The message is empty: write something first.")
    over = len(clean) - MOST_LINES
    if over > 0:
        raise Refused(f"A message has at most {MOST_LINES} lines and this one has {len(clean)}: take out {over}.")
    longest = max(map(len, clean))
    if longest > MOST_CHARACTERS:
        raise Refused(f"A line has at most {MOST_CHARACTERS} characters and one of these has {longest}: part it.")
    return clean


def clean_line(line: str) -> str:
    """The line without anything that could move a cursor, hide text or turn its direction."""
    return "".join(map(_clean_char, unicodedata.normalize("NFC", line))).rstrip()


def _clean_char(char: str) -> str:
    category = unicodedata.category(char)
    if category.startswith("Z") or char == "\t":
        return " "
    if category in ("Cc", "Cf"):
        return ""
    return "?" if category.startswith("C") else char


def messages(home: Home, game: str, caller: str) -> list[Message]:
    """Give what the caller may read in the game, oldest first."""
    return press.messages(home, game, caller, view(home, game).power_of(caller))


def unread(home: Home, game: str, caller: str, power: str | None) -> int:
    """Count what the caller, who plays that power or none, has not read yet.

    For menus and lists, so it neither reads the game nor fails: press that cannot be read is logged and counts as none.
    """
    try:
        return press.unread(home, game, caller, power)
    except StoreError as error:
        _log.warning("press of game %s cannot be read: %s", game, error)
        return 0


def mark_read(home: Home, game: str, caller: str, found: Iterable[Message]) -> None:
    """Remember that the caller has read these messages."""
    press.mark_read(home, game, caller, [message.id for message in found if message.unread])


def draft(home: Home, game: str, caller: str) -> Draft | None:
    """Give the message that the caller has begun; one that was sent just before a crash counts as gone."""
    begun = press.load_draft(home, game, caller)
    if begun is None or _was_sent(begun, messages(home, game, caller)):
        return None
    return begun


def _was_sent(begun: Draft, known: Iterable[Message]) -> bool:
    try:
        text = tuple(text_of(begun.lines))
    except Refused:
        return False
    same = (message for message in known if message.yours and message.at >= begun.saved and message.lines == text)
    return any(set(message.to) == set(begun.to) and message.grey == begun.grey for message in same)


def keep_draft(home: Home, game: str, caller: str, begun: Draft) -> None:
    """Keep what the caller has written so far, in place of what was kept before."""
    press.save_draft(home, game, caller, begun)


def drop_draft(home: Home, game: str, caller: str) -> None:
    """Throw away what the caller has begun."""
    press.save_draft(home, game, caller, None)
