"""Votes: how the players end a game before a power has won it.

Owns what can be voted for, who votes, and when a vote is agreed. A draw is shared by all survivors: the powers with
a unit or a centre, whether they are played or not. A concession gives the game to one survivor that is played. Agreed
is what every survivor that is played has voted for (of a concession, every other one); so neither a power that is out
of the game nor a seat that nobody has blocks a vote. One voter alone never ends a game.

A power has one vote at a time. It is secret, for good: nobody is told who has voted, nor how many, and only the end of
the game is kept. It can be taken back, and lapses with the turn and with the seat. With the last vote the game ends
at once, the open turn unplayed. When what was missing is gone because somebody left a seat, the game ends with the
next event instead, in place of the turn, so that the seat can be taken again until then.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from door.judge.games import GameView, changing, read_view
from door.judge.refusal import Refused
from door.rules.phase import COMPLETED
from door.rules.words import joined
from door.store import journal
from door.store import votes as files
from door.store.errors import StoreError
from door.store.home import Home
from door.store.names import caller_key
from door.store.records import EndLine, Vote

FEWEST_VOTERS: Final = 2
"""Survivors that are played; with fewer a game is left to those who may still take a seat."""

_log = logging.getLogger(__name__)


def survivors(seen: GameView) -> list[str]:
    """Give the powers that have a unit or a centre left, in the order of the map's file."""
    position = seen.position
    return [
        power
        for power in seen.board.powers
        if position.units_of(power) or position.dislodged_of(power) or position.centres_of(power)
    ]


def voters(seen: GameView) -> list[str]:
    """Give the survivors that are played."""
    return [power for power in survivors(seen) if power in seen.record.seats]


def vote_fault(seen: GameView, caller: str) -> str | None:
    """Say why the caller cannot vote in this game now, or None."""
    power = seen.power_of(caller)
    record = seen.record
    if power is None:
        return f"You play no power in {record.title}: only its players vote."
    if record.status != "running" or seen.phase is None:
        return "Votes are taken from the start of a game to its end."
    if not (record.draws or record.concessions):
        return "This game knows neither draws nor concessions: it ends when a power has won."
    if power not in survivors(seen):
        return f"{seen.board.powers[power].title} has neither units nor centres left, so it has no vote."
    if len(voters(seen)) < FEWEST_VOTERS:
        return "You are the only player with a power left: a vote takes two at least."
    return None


def choices(seen: GameView, power: str) -> list[str | None]:
    """Give what the power can vote for: a draw (None), and the powers that it can concede to."""
    draw: list[str | None] = [None] if seen.record.draws else []
    return [*draw, *(other for other in voters(seen) if other != power)] if seen.record.concessions else draw


def own_vote(home: Home, seen: GameView, caller: str) -> Vote | None:
    """Give the caller's own vote in the open turn; None when there is none."""
    power = seen.power_of(caller)
    return None if power is None else _valid(files.load_votes(home, seen.record), seen).get(power)


def cast(home: Home, game: str, caller: str, turn: int, to: str | None, now: datetime) -> GameView:
    """Take the caller's vote, for a draw (None) or a concession to a power, in place of an earlier one.

    Gives the game after it: over, if this vote was the last that was missing. Refused, with the earlier vote kept, if
    the caller cannot vote, not for that, or the turn has passed.
    """
    with changing(home, game) as seen:
        power = _voting_power(seen, caller, turn)
        if to not in choices(seen, power):
            raise Refused(_choice_fault(seen, power, to))
        votes = {**_valid(files.load_votes(home, seen.record), seen), power: Vote(caller=caller, to=to)}
        if (agreed := _agreed(seen, votes)) is not None:
            # Nothing but the end is written: a crash leaves the game as it was, or over.
            return end(home, seen, agreed, now)
        files.save_votes(home, seen.record, votes)
    _log.info("game %s: a vote was cast", game)  # by whom is nobody's business
    return seen


def take_back(home: Home, game: str, caller: str, turn: int) -> None:
    """Drop the caller's vote; taking back what was never cast changes nothing. Refused if the turn has passed."""
    with changing(home, game) as seen:
        power = _voting_power(seen, caller, turn)
        votes = _valid(files.load_votes(home, seen.record), seen)
        if votes.pop(power, None) is not None:
            files.save_votes(home, seen.record, votes)


def standing_agreement(home: Home, seen: GameView) -> Vote | None:
    """Give what the voters of the open turn agree on, if those who did not have left their seats since.

    Call it under the game's lock. Votes that cannot be read are logged and count as none: they must not stop the event.
    """
    try:
        return _agreed(seen, _valid(files.load_votes(home, seen.record), seen))
    except StoreError as error:
        _log.warning("game %s: the votes count as none: %s", seen.record.name, error)
        return None


def lapse(home: Home, game: str) -> None:
    """Drop the votes of a turn that has passed."""
    files.clear_votes(home, game)


def end(home: Home, seen: GameView, agreed: Vote, now: datetime) -> GameView:
    """End the game as was agreed, put that on record, and give the game after it; call it under the game's lock."""
    record = replace(seen.record, status="over", phase=COMPLETED)
    if agreed.to is None:
        powers = survivors(seen)
        line = EndLine(how="draw", powers=powers, at=now, after=replace(record, draw=powers))
    else:
        after = replace(record, winner=agreed.to, conceded=True)
        line = EndLine(how="concession", powers=[agreed.to], at=now, after=after)
    after = journal.commit(home, line)
    lapse(home, after.name)
    over = read_view(after)
    _log.info("game %s: %s", after.name, ending(over))
    return over


def ending(seen: GameView) -> str:
    """Say that the game is over, and how it has ended; "" while it is not over."""
    if seen.phase is not None:
        return ""
    record, powers = seen.record, seen.board.powers
    if record.draw:
        return f"The game is over. It has ended in a draw of {joined([powers[power].title for power in record.draw])}."
    if record.winner is None:
        return "The game is over."
    conceded = ": the others have conceded" if record.conceded else ""
    return f"The game is over. {powers[record.winner].title} has won{conceded}."


def _voting_power(seen: GameView, caller: str, turn: int) -> str:
    power = seen.power_of(caller)
    fault = vote_fault(seen, caller)
    if fault is not None or power is None:
        raise Refused(fault or "Only players vote.")
    if seen.record.turn != turn:
        raise Refused(f"The turn has passed: it is now {seen.phase_title}, and your vote was not taken.")
    return power


def _choice_fault(seen: GameView, power: str, to: str | None) -> str:
    board = seen.board
    if to is None:
        return "This game knows no draws: vote for a concession, or not at all."
    if not seen.record.concessions:
        return "This game knows no concessions: vote for a draw, or not at all."
    if to == power:
        return "You can concede to another power only."
    if to not in board.powers:
        return f"There is no power {to}: choose one of {', '.join(board.powers)}."
    return f"Nobody plays {board.powers[to].title}, or it is out of the game: concede to a power that can win."


def _valid(votes: Mapping[str, Vote], seen: GameView) -> dict[str, Vote]:
    """The votes of those who still sit where they sat when they voted."""
    return {
        power: vote
        for power, vote in votes.items()
        if power in voters(seen) and caller_key(vote.caller) == caller_key(seen.record.seats[power])
    }


def _agreed(seen: GameView, votes: Mapping[str, Vote]) -> Vote | None:
    """What all voters agree on; None if nothing, or if two would concede to each other."""
    everybody = voters(seen)
    if len(everybody) < FEWEST_VOTERS:
        return None
    found = []
    for to in (None, *everybody):
        asked = [power for power in everybody if power != to]
        allowed = seen.record.draws if to is None else seen.record.concessions
        if allowed and all(power in votes and votes[power].to == to for power in asked):
            found.append(votes[asked[0]])
    return found[0] if len(found) == 1 else None
