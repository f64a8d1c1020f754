"""What is said of a game's open turn: how it stands, when it closes, and what the caller has not entered."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from door.judge.votes import ending
from door.rules.phase import Stage
from door.rules.rulebook import STANDARD
from door.rules.words import territory
from door.screens.ingame import Desk
from door.screens.orderlist import unit_count

#: Of more units without an order than that, not all are named.
_MOST_NAMED: Final = 8


def todo_words(desk: Desk) -> str:
    """How far the caller has come with the open turn."""
    if not desk.due:
        return "nothing to do"
    return f"{desk.due - desk.owed} of {desk.due} entered"


def rules_words(desk: Desk) -> list[str]:
    """By what rules the game is played, where they are not the door's own."""
    rulebook = desk.seen.rulebook
    named = {"standard rulebook": rulebook.name == STANDARD.name, "Army/Fleet rules": rulebook.army_fleet}
    return [words for words, played in named.items() if played]


def turn_sentences(desk: Desk, closed: datetime | None, today: date | None) -> list[str]:
    """How the open turn stands, when it closes, and what the caller has not ordered yet.

    ``closed`` is when the event last closed a turn and ``today`` what day it is, both in the board's own time.
    """
    seen = desk.seen
    if seen.phase is None:
        return [ending(seen)]
    if seen.record.status == "forming":
        return [f"The game has not begun: it {seen.waits_for}."]
    sentences = [f"Open until the board's {_closing_event(desk, today)} carries out the orders."]
    if closed is not None:
        sentences.append(f"The last event that closed a turn ran on {_day(closed)} at {closed:%H:%M}.")
    if desk.power is not None:
        sentences.append(owed_words(desk))
    return sentences


def _closing_event(desk: Desk, today: date | None) -> str:
    """Which event closes the open turn: none does on the day of the start, nor twice on one day."""
    last = desk.seen.closed_on
    if last is None or today is None or last < today:
        return "next daily event"
    return f"first event after {'today' if last == today else _day(last)}"


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def owed_words(desk: Desk) -> str:
    """What the caller has not ordered yet, and what happens if it stays so."""
    missing = [territory(unit.location, desk.seen.board) for unit in desk.without_order]
    if len(missing) > _MOST_NAMED:
        missing[_MOST_NAMED - 1 :] = [f"{len(missing) - _MOST_NAMED + 1} more"]
    if desk.stage is Stage.ADJUSTMENTS and desk.owed:
        if desk.adjustment > 0:
            return f"You may build {unit_count(desk.owed)} more. What is not entered is not built."
        return f"You must remove {unit_count(desk.owed)} more. What you do not choose is chosen for you."
    if desk.due and not desk.owed:
        ready = "You are ready" if desk.stored.ready else "Everything is entered, and Y says that you are ready"
        return f"{ready}. You can change it until the event runs."
    if not missing:
        return "There is nothing for you to enter in this turn."
    fate = "Without one a unit holds." if desk.stage is Stage.MOVES else "Without one a unit is disbanded."
    return f"No order yet for {', '.join(missing)}. {fate}"
