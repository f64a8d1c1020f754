"""The news: what has happened in a caller's games since the last call, and how they stand.

They are shown once, when there are any; that they were read is kept only when the caller goes on. A line that drops
before loses nothing, and they can be read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

from door.judge.press import unread
from door.judge.since import NOTHING, GameNews, PowerNews, Sources, TurnNews, game_news, mark_read, news, won_words
from door.judge.votes import ending
from door.rules.board import Board
from door.rules.phase import Stage
from door.rules.words import VERB_COLUMN
from door.screens.frame import FAULTS, Notice, refusal
from door.screens.ingame import Desk
from door.screens.palette import ink
from door.screens.reading import Text, read_text
from door.screens.session import Session
from door.screens.turnwords import owed_words, turn_sentences
from door.store.home import Home
from door.store.shipped import load_board
from door.term import widgets
from door.term.canvas import NORMAL, Style

_WIDTH: Final = 77
_BUILT, _DISBANDED, _RETREATS = "IS BUILT", "IS DISBANDED", "RETREATS"


def news_text(found: Sequence[GameNews], caller: str, today: date, *, again: bool = False) -> Text:
    """The news as a text to read, game by game: the caller's own units first, what is to be done last."""
    titles = {_title(told) for told in found}
    turns = {_turn_title(turn) for told in found for turn in told.turns}

    def style(line: str) -> Style:
        if line in titles:
            return widgets.STRONG
        if line in turns:
            return widgets.HEADING
        return widgets.NOTE if line.lstrip().startswith(">") else NORMAL

    powers = load_board().powers.values()
    inks = {name: ink(power.name) for power in powers for name in (power.short, f"{power.title}:")}
    lines = [line for told in found for line in (*game_lines(told, today), "")][:-1]
    when = "read before, and since" if again else "since your last call"
    return Text("News", f"{caller} · {when}", lines or ["You play in no game."], style, inks, leave="go on")


def game_lines(told: GameNews, today: date) -> list[str]:
    """The news of one game."""
    lines = [_title(told)]
    if told.fault:
        return [*lines, *_wrapped(f"Its news cannot be told: {told.fault} Please tell the sysop.")]
    for turn in told.turns:
        lines += ["", *_turn_lines(turn, told.seen.board)]
    lines += _beaten_lines(told)
    if told.earlier:
        several = "1 turn" if told.earlier == 1 else f"{told.earlier} turns"
        lines[1:1] = _wrapped(f"{several} before those below: see the reports, key L in the game.")
    return [*lines, *(["", *acts] if (acts := _sentences(told.acts)) else []), "", *_sentences(_standing(told, today))]


def _title(told: GameNews) -> str:
    seen = told.seen
    return f"{seen.record.title} · {seen.board.powers[told.power].title} · {seen.phase_title}"


def _turn_title(turn: TurnNews) -> str:
    closed = turn.closed
    return f"{turn.title}, closed on {closed.day} {closed:%B %Y} at {closed:%H:%M}"


def _turn_lines(turn: TurnNews, board: Board) -> Iterator[str]:
    yield _turn_title(turn)
    yield from _own_lines(turn.own, board)
    for other in turn.others:
        yield from _wrapped(f"{board.powers[other.power].title}: {'; '.join(_other_words(other, turn.stage, board))}.")


def _own_lines(own: PowerNews, board: Board) -> Iterator[str]:
    """What did not go as ordered, each with its reason; then centres, and how many orders were carried out."""
    for order in own.failed:
        yield from (*order.lines, *order.note)
    yield from _sentences(own.void)
    won = won_words(own, board)
    if won:
        yield from _wrapped(f"You have {', and '.join(won)}.")
    done = len(own.told.orders) - len(own.failed)
    if done:
        orders = "order was" if done == 1 else f"{done} orders were"
        yield f"{'Your other' if own.failed else 'Your'} {orders} carried out."
    if own.told.out:
        yield "You have neither units nor centres left and are out of the game."


def _beaten_lines(told: GameNews) -> list[str]:
    """The caller's units that must retreat in the open turn, and where they may go."""
    retreats = told.seen.phase is not None and told.seen.phase.stage is Stage.RETREATS
    beaten = told.turns[-1].own.told.beaten if retreats and told.turns else ()
    return [line for paragraph in beaten for line in ("", *paragraph)]


def _other_words(other: PowerNews, stage: Stage, board: Board) -> Iterator[str]:
    """What a turn was to another power, in short."""
    orders = other.told.orders
    if stage is Stage.MOVES and orders:
        given = "1 order" if len(orders) == 1 else f"{len(orders)} orders"
        yield f"{len(orders) - len(other.failed)} of {given} carried out"
    elif orders:
        verbs = [order.lines[0][VERB_COLUMN - 1 :].strip() for order in orders if order.done]
        built = verbs.count(_BUILT)
        retreated = sum(verb.startswith(_RETREATS) for verb in verbs)
        disbanded = verbs.count(_DISBANDED) + len(other.failed)
        counts = {"built": built, "retreated": retreated, "disbanded": disbanded}
        yield ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "nothing built"
    if other.told.beaten:
        units = ", ".join(_unit(line, other.power, board) for line, *_ in other.told.beaten)
        yield f"dislodged {units}"
    yield from won_words(other, board)
    if other.void:
        yield f"{len(other.void)} void"
    if other.told.out:
        yield "out of the game"


def _unit(line: str, power: str, board: Board) -> str:
    """The unit of a report's line, without its power."""
    return line.removeprefix(f"{board.powers[power].short} ").partition(" must retreat")[0]


def _standing(told: GameNews, today: date) -> Iterator[str]:
    """How the game stands now: the press, the votes, what is still to be entered and by whom, and when that ends."""
    if told.unread:
        yield f"You have {told.unread} {'message' if told.unread == 1 else 'messages'} to read."
    yield from told.votes
    seen = told.seen
    if seen.phase is None:
        yield ending(seen)
        return
    yield from turn_sentences(Desk(seen, None), None, today)
    desk = Desk(seen, told.power, told.stored)
    if desk.due and not desk.owed:
        yield "All your orders for it are entered."
    elif desk.stage is not None:
        yield owed_words(desk)
    if told.late:
        powers = "1 other power has" if told.late == 1 else f"{told.late} other powers have"
        yield f"{powers} orders to enter yet."


def _sentences(sentences: Iterable[str]) -> list[str]:
    return [line for sentence in sentences for line in _wrapped(sentence)]


def _wrapped(sentence: str) -> list[str]:
    return widgets.wrap_text(sentence, _WIDTH, hang=3)


#: Turns, and messages that have not been read; votes are secret.
NEWS_SOURCES: Final = Sources(unread=unread)


async def news_at_sign_in(session: Session, caller: str, sources: Sources = NOTHING) -> Notice | None:
    """Show what is new in the caller's games, if anything is; a notice is for the next screen to show."""
    return await _show(session, caller, partial(_new, session.home, caller, sources))


def _new(home: Home, caller: str, sources: Sources) -> list[GameNews]:
    return [told for told in news(home, caller, sources) if told.new]


async def news_of_game(session: Session, game: str, caller: str, sources: Sources = NOTHING) -> Notice | None:
    """Show what has happened in a game that the caller opens, if anything has since the news were read."""
    return await _show(session, caller, partial(_happened, session.home, game, caller, sources))


def _happened(home: Home, game: str, caller: str, sources: Sources) -> list[GameNews]:
    told = game_news(home, game, caller, sources)
    return [told] if told is not None and told.happened else []


async def news_again(session: Session, caller: str, sources: Sources = NOTHING) -> Notice | None:
    """Show the news of all the caller's games again, those read last and what has come since."""
    read = partial(news, session.home, caller, sources, again=True)
    return await _show(session, caller, read, again=True)


async def _show(
    session: Session, caller: str, read: Callable[[], list[GameNews]], *, again: bool = False
) -> Notice | None:
    try:
        found = await asyncio.to_thread(read)
        if not found and not again:
            return None
        await read_text(session, news_text(found, caller, session.clock().astimezone().date(), again=again))
        await asyncio.to_thread(mark_read, session.home, caller, found)
    except FAULTS as fault:
        return refusal(fault)
    return None
