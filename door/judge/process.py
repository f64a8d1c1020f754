"""Closing phases: what the nightly event does to one game.

Owns when a phase is due and the order in which its closing reaches the disk. A phase is due once on each local
calendar date after that of the start, however often the event is called; nights that were missed are not made
up for. Closing is one appended line in the journal: whatever a crash leaves undone after that is redone from the
line before anything else happens, and a crash before it leaves the phase open with its orders.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date, datetime

from msgspec.structs import replace

from door.judge import votes
from door.judge.games import GameView, held, read_view
from door.judge.report import Closing, report_lines
from door.judge.submit import bind_all, stored_texts
from door.rules.adjudicate import Adjudication, adjudicate
from door.rules.options import adjustment_due
from door.rules.orders import Order, Waive
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.state import write_state
from door.store import journal
from door.store.home import Home
from door.store.records import GameRecord, PhaseLine

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Processed:
    """What was done to a game, in words; ``closed``: whether a phase was closed."""

    game: str
    did: str
    closed: bool


@dataclass(frozen=True, slots=True)
class _Entered:
    """The orders of an open phase: as stored by power, as values, and the texts that no longer fit, with reasons."""

    texts: dict[str, list[str]]
    orders: list[Order]
    void: dict[str, str]


def process(home: Home, game: str, now: datetime) -> Processed:
    """Close the game's open phase if it is due, at most one a local date, and say what was done.

    A phase of retreats or adjustments that concerns only powers without a caller is closed along with the one
    before it: nobody could order anything. A game whose players had all voted to end it by then ends instead, with
    its turn unplayed. Errors leave the game as it was.
    """
    with held(home, game) as seen:
        idle = _why_idle(seen)
        if idle is not None:
            return Processed(game, idle, closed=False)
        did = []
        not_due = _why_not_due(home, seen, _local_date(now))
        if not_due is None and (agreed := votes.standing_agreement(home, seen)) is not None:
            over = votes.end(home, seen, agreed, now)
            return Processed(game, f"its players had voted to end it. {votes.ending(over)}", closed=False)
        if not_due is None:
            did.append(_closed_words(seen, _local_date(now)))
            seen = _close(home, seen, now)
        while _nobody_to_order(seen):
            did.append(f"{seen.phase_title} was passed over, for nobody plays the powers it concerns")
            seen = _close(home, seen, now)
        if not did:
            return Processed(game, not_due or "nothing due", closed=False)
        return Processed(game, "; ".join([*did, _outcome(seen)]), closed=True)


def _local_date(moment: datetime) -> date:
    return moment.astimezone().date()


def _why_idle(seen: GameView) -> str | None:
    if seen.phase is None or seen.record.status == "over":
        return "the game is over"
    return seen.waits_for if seen.record.status == "forming" else None


def _why_not_due(home: Home, seen: GameView, today: date) -> str | None:
    closed_on = seen.closed_on
    if closed_on is None or closed_on < today:
        return None
    last = journal.last_phase(home, seen.record.name)
    what = "the game started" if last is None else f"{Phase.parse(last.name).title} was closed"
    if closed_on > today:
        _log.warning("game %s: %s on %s, but the clock says %s", seen.record.name, what, closed_on, today)
        return f"nothing due: {what} on {closed_on}, but the clock says {today}; is the clock right?"
    if last is None:
        return "nothing due: the game started today"
    return f"nothing due: {what} today, {last.closed.astimezone():%H:%M}"


def _closed_words(seen: GameView, today: date) -> str:
    missed = 0 if seen.closed_on is None else (today - seen.closed_on).days - 1
    if missed < 1:
        return f"{seen.phase_title} was closed"
    days = "1 day was" if missed == 1 else f"{missed} days were"
    return f"{days} missed; one turn was played: {seen.phase_title} was closed"


def _outcome(seen: GameView) -> str:
    if seen.phase is not None:
        return f"it is now {seen.phase_title}"
    winner = seen.record.winner
    return "the game is over" if winner is None else f"{seen.board.powers[winner].title} has won"


def _nobody_to_order(seen: GameView) -> bool:
    """Whether the open phase is one of retreats or adjustments, and no power that is played has any to enter."""
    if seen.phase is None or seen.phase.stage is Stage.MOVES:
        return False
    if seen.phase.stage is Stage.RETREATS:
        return not any(seen.position.dislodged_of(power) for power in seen.record.seats)
    return not any(adjustment_due(power, seen.position, seen.board) for power in seen.record.seats)


def _close(home: Home, seen: GameView, now: datetime) -> GameView:
    """Adjudicate the open phase, put that on record, and give the game as it stands after it."""
    phase = seen.phase
    assert phase is not None
    entered = _entered(home, seen)
    done = adjudicate(phase, seen.position, entered.orders, seen.board, seen.rulebook)
    results, reasons = _results(entered, done)
    line = PhaseLine(
        turn=seen.record.turn,
        name=str(phase),
        state=seen.record.state,
        orders=entered.texts,
        results=results,
        reasons=reasons,
        report=report_lines(Closing(phase, seen.position, done, entered.void, seen.board)),
        closed=now,
        after=_after(seen.record, done, now),
    )
    after = journal.commit(home, line)
    votes.lapse(home, after.name)
    _log.info("game %s: %s closed", after.name, phase)
    return read_view(after)


def _entered(home: Home, seen: GameView) -> _Entered:
    texts: dict[str, list[str]] = {}
    orders: list[Order] = []
    void: dict[str, str] = {}
    for power in seen.board.powers:
        stored = stored_texts(home, seen, power)
        if not stored:
            continue
        texts[power] = stored
        bound, faults = bind_all(stored, power, seen)
        orders += bound
        void |= faults
        for text, reason in faults.items():
            _log.warning("game %s: order %r of %s is void: %s", seen.record.name, text, power, reason)
    return _Entered(texts, orders, void)


def _results(entered: _Entered, done: Adjudication) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Key results by the unit as ordered; an order that no longer fits stands under its own text."""
    results = {text: ["void"] for text in entered.void}
    reasons = dict(entered.void)
    for result in done.results:
        key = "WAIVE" if isinstance(result.order, Waive) else str(result.order.unit)
        results[key] = result.words
        reason = result.reason()
        if reason is not None:
            reasons[key] = reason
    return results, reasons


def record_after(record: GameRecord, done: Adjudication) -> GameRecord:
    """Give the game's record as the adjudication of its open phase leaves it."""
    return replace(
        record,
        status="over" if done.phase is None else record.status,
        phase=COMPLETED if done.phase is None else str(done.phase),
        turn=record.turn + 1,
        state=write_state(done.position),
        winner=done.winner,
    )


def _after(record: GameRecord, done: Adjudication, now: datetime) -> GameRecord:
    """Give the snapshot that follows."""
    # Never back: a clock that was set back must not make a date come twice.
    return replace(record_after(record, done), closed_on=max(record.closed_on or "", _local_date(now).isoformat()))
