"""The news: what has happened in a caller's games since they were last read.

Owns what counts as news, and for whom: for callers in their seats. Everything told is public to all players of the
game (closed turns, seats, how many powers owe orders); of what is entered for the open turn nothing is told, and in an
anonymous game no name. Until when the news were read is kept by `door.store.seen`, each game and caller by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from door.judge.games import GameView, view
from door.judge.news import owing
from door.judge.report import OrderTold, PartTold, part_of
from door.judge.seats import is_hidden
from door.judge.submit import StoredSet, stored_set
from door.rules.board import Board
from door.rules.phase import Phase, Stage
from door.rules.words import territory
from door.store.errors import StoreError
from door.store.games import list_games
from door.store.home import Home
from door.store.journalindex import Entry, closed_turns, read_entry, read_index
from door.store.names import caller_key
from door.store.records import EndLine, JournalLine, PhaseLine, SeatLine, StartLine, SysopLine
from door.store.seen import Reading, load_seen, save_seen

MOST_TURNS: Final = 6
"""Of more turns than that since the last call only the latest are told of; the reports have them all."""

_WAIVE: Final = "WAIVE"

Unread = Callable[[Home, str, str, str], int]
"""From home, game, caller and the caller's power to the number of messages that the caller has not read."""
Votes = Callable[[Home, str, str], Sequence[str]]
"""From home, game and caller to sentences on the votes in that game that the caller may know of."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where news come from that are no turns: the press and the votes."""

    unread: Unread = lambda home, game, caller, power: 0
    votes: Votes = lambda home, game, caller: ()


NOTHING: Final = Sources()
"""Turns only."""


@dataclass(frozen=True, slots=True)
class PowerNews:
    """What a turn did to a power: orders as reported, units that must retreat, centres by code with the other owner."""

    power: str
    told: PartTold
    void: tuple[str, ...]
    won: tuple[tuple[str, str | None], ...]
    lost: tuple[tuple[str, str | None], ...]

    @property
    def failed(self) -> list[OrderTold]:
        """The orders of units that did not do what they were told."""
        return [order for order in self.told.orders if not order.done]

    @property
    def anything(self) -> bool:
        """Whether the turn touched the power at all."""
        return bool(self.told.orders or self.void or self.won or self.lost or self.told.out)


@dataclass(frozen=True, slots=True)
class TurnNews:
    """A turn that was closed: the caller's own part of it, and those of the others that had any."""

    title: str
    stage: Stage
    closed: datetime
    own: PowerNews
    others: tuple[PowerNews, ...]


@dataclass(frozen=True, slots=True)
class GameNews:
    """What has happened in a game since the caller last read of it, and how it stands.

    ``earlier`` counts turns before those told of; ``acts`` are sentences on what else was done. ``stored`` is
    what the caller has entered for the open turn, ``late`` counts the other powers that owe orders for it. ``fault``
    says why nothing can be told.
    """

    seen: GameView
    power: str
    reading: Reading
    turns: tuple[TurnNews, ...] = ()
    earlier: int = 0
    acts: tuple[str, ...] = ()
    unread: int = 0
    votes: tuple[str, ...] = ()
    new_votes: bool = False
    stored: StoredSet = field(default_factory=StoredSet)
    late: int = 0
    fault: str = ""

    @property
    def game(self) -> str:
        """The game's short name."""
        return self.seen.record.name

    @property
    def happened(self) -> bool:
        """Whether anything has happened since: what stays unread does not count."""
        return bool(self.turns or self.acts or self.new_votes or self.fault)

    @property
    def new(self) -> bool:
        """Whether there is anything to tell a caller who comes."""
        return self.happened or self.unread > 0


def news(home: Home, caller: str, sources: Sources, *, again: bool = False) -> list[GameNews]:
    """Give the news of every game that the caller sits in; with ``again`` those that were read last, too.

    A game that cannot be read at all is logged and left out: it hides no other.
    """
    found = []
    for game in list_games(home):
        try:
            told = game_news(home, game, caller, sources, again=again)
        except StoreError as error:
            _log.warning("there are no news of game %s: %s", game, error)
            continue
        if told is not None:
            found.append(told)
    return found


def game_news(home: Home, game: str, caller: str, sources: Sources, *, again: bool = False) -> GameNews | None:
    """Give the news of a game; None for a caller who does not sit in it.

    Refused if there is no such game, StoreError if its file is damaged; anything else that is, the news say themselves.
    """
    seen = view(home, game)
    power = seen.power_of(caller)
    if power is None:
        return None
    try:
        return _told(home, seen, power, caller, sources, again)
    except StoreError as error:
        _log.warning("the news of game %s cannot be told: %s", game, error)
        return GameNews(seen, power, Reading(0, 0), fault=str(error))


def mark_read(home: Home, caller: str, read: Iterable[GameNews]) -> None:
    """Remember that the caller has read these news; StoreError if that cannot be kept."""
    for told in read:
        if not told.fault:
            save_seen(home, told.game, caller, told.reading)


def _told(home: Home, seen: GameView, power: str, caller: str, sources: Sources, again: bool) -> GameNews:
    game, acts = seen.record.name, seen.record.acts
    known = load_seen(home, game, caller)
    read = None if known is None or known.read > acts else known
    index = [] if read is not None and not again and read.read == acts else _index(home, game, acts)
    since = 0 if read is None else read.since if again else read.read
    if index:
        since = max(since, _seated(home, game, caller, index))
    turns = [entry for entry in closed_turns(index) if entry.act > since]
    votes = tuple(sources.votes(home, game, caller))
    return GameNews(
        seen,
        power,
        Reading(since, acts, votes),
        tuple(_turn_news(home, seen, power, entry) for entry in turns[-MOST_TURNS:]),
        max(0, len(turns) - MOST_TURNS),
        tuple(_acts(home, seen, caller, index, since)),
        sources.unread(home, game, caller, power),
        votes,
        bool(votes) and (read is None or votes != read.votes),
        stored_set(home, seen, power),
        len([late for late in owing(home, seen) if late != power]),
    )


def _index(home: Home, game: str, acts: int) -> list[Entry]:
    return [entry for entry in read_index(home, game) if entry.act <= acts]


def _seated(home: Home, game: str, caller: str, index: Sequence[Entry]) -> int:
    """The act by which the caller last sat down: what was before it is no news of theirs."""
    for entry in reversed(index):
        line = None if entry.name else read_entry(home, game, entry)
        if isinstance(line, SeatLine) and line.caller is not None and caller_key(line.caller) == caller_key(caller):
            return entry.act
    return 0


def _turn_news(home: Home, seen: GameView, power: str, entry: Entry) -> TurnNews:
    line = read_entry(home, seen.record.name, entry)
    assert isinstance(line, PhaseLine)
    phase = Phase.parse(line.name)
    own, *others = (_power_news(other, line, seen.board) for other in sorted(seen.board.powers, key=power.__ne__))
    told = tuple(other for other in others if other.anything)
    return TurnNews(phase.title, phase.stage, line.closed.astimezone(), own, told)


def _power_news(power: str, line: PhaseLine, board: Board) -> PowerNews:
    before, after = _owners(line.state), _owners(line.after.state)
    changed = [code for code in board.centres if before.get(code) != after.get(code)]
    # Stored orders that no longer fitted stand under their own texts.
    void = [text for text in line.orders.get(power, ()) if text in line.results and text != _WAIVE]
    return PowerNews(
        power,
        part_of(power, line.report, board),
        tuple(f"{text}: {line.reasons.get(text, 'Void.')}" for text in void),
        tuple((code, before.get(code)) for code in changed if after.get(code) == power),
        tuple((code, after.get(code)) for code in changed if before.get(code) == power),
    )


def _owners(state: dict[str, dict[str, list[str]]]) -> dict[str, str]:
    return {code: power for power, codes in state.get("centers", {}).items() for code in codes}


def _acts(home: Home, seen: GameView, caller: str, index: Sequence[Entry], since: int) -> Iterator[str]:
    """What was done beside closing turns, a sentence each; not what the caller did."""
    former: Entry | None = None
    for entry in index:
        if entry.act > since and not entry.name:
            yield from _act(read_entry(home, seen.record.name, entry), seen, caller, former)
        former = entry


def _act(line: JournalLine, seen: GameView, caller: str, former: Entry | None) -> Iterator[str]:
    back = former is not None and line.after.turn < former.turn
    match line:
        case SeatLine(power=power, caller=who, at=at, after=after):
            if who is None or caller_key(who) != caller_key(caller):
                yield _seat_words(power, None if is_hidden(seen.record) and who else who, who is not None, seen.board)
            if after.started == at and (former is None or former.status == "forming"):
                yield "The game has begun."
        case StartLine():
            yield "The game has begun."
        case SysopLine(after=after) if back:
            yield f"The sysop has set the game back to {Phase.parse(after.phase).title}."
        case SysopLine():
            yield "The sysop has changed the game by hand."
        case EndLine():
            yield "The players have ended the game by a vote."
        case _:
            return


def _seat_words(power: str, who: str | None, taken: bool, board: Board) -> str:
    title = board.powers[power].title
    if not taken:
        return f"Nobody plays {title} any more: the seat is free."
    return f"{title} has a new player." if who is None else f"{who} plays {title} now."


def won_words(news: PowerNews, board: Board) -> list[str]:
    """The centres won and lost, as words: ``won I: Belgium from Germany``."""
    titles = {power: entry.title for power, entry in board.powers.items()}
    won = [territory(code, board) + (f" from {titles[whose]}" if whose else "") for code, whose in news.won]
    lost = [territory(code, board) + (f" to {titles[whose]}" if whose else "") for code, whose in news.lost]
    return [f"{what} {', '.join(names)}" for what, names in (("won", won), ("lost", lost)) if names]
