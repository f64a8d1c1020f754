"""Messages in words: from whom, to whom, when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from door.judge.games import GameView
from door.judge.press import Message
from door.rules.board import Board
from door.rules.phase import COMPLETED, Phase
from door.rules.words import joined

UNSIGNED = "unsigned"

_SETTINGS = {
    "all": "Private and public press",
    "public": "Public press only",
    "none": "No press in this game",
    "rulebook": "Press in Spring and Fall only",
}


def setting_words(seen: GameView) -> str:
    """What the players of a game may write, in a sentence."""
    record = seen.record
    signed = "" if record.press == "none" else ", signed or unsigned" if record.grey else ", always signed"
    return f"{_SETTINGS[record.press]}{signed}."


def power_names(powers: Sequence[str], board: Board, own: str | None = None) -> list[str]:
    """The names of powers, the own one first and as ``you``."""
    others = [board.powers[power].title for power in powers if power != own]
    return ["you", *others] if own in powers else others


def address_words(to: Sequence[str], grey: bool, board: Board, own: str | None) -> str:
    """Whom a message of the own power goes to, and from whom: ``To Austria and France, signed Italy.``."""
    signed = UNSIGNED if grey or own is None else f"signed {board.powers[own].title}"
    return f"To {joined(power_names(to, board)) if to else 'everybody'}, {signed}."


def author(message: Message, board: Board) -> str:
    """Who wrote a message, for its reader."""
    if message.yours:
        return f"you ({UNSIGNED})" if message.grey else "you"
    return UNSIGNED if message.sender is None else board.powers[message.sender].title


def author_quoted(message: Message, board: Board) -> str:
    """Who wrote a message, for those who read it quoted: an unsigned one stays so, whoever quotes it."""
    if message.grey or message.sender is None:
        return "Somebody"
    return board.powers[message.sender].title


def readers(message: Message, board: Board, own: str | None) -> str:
    """Whom a message is for, as far as its reader may know."""
    return joined(power_names(message.to, board, own)) if message.to else "everybody"


def other_readers(message: Message) -> str:
    """What is said of readers who are not named."""
    return " (who else got it is not told)" if message.to and message.sender is None else ""


def time_words(at: datetime) -> str:
    """A moment in the board's own time: ``3 May 1990, 20:15``."""
    local = at.astimezone()
    return f"{local.day} {local:%b %Y, %H:%M}"


def turn_words(message: Message) -> str:
    """The turn in which a message was sent."""
    return "after the end" if message.phase == COMPLETED else Phase.parse(message.phase).title
