"""Games as a whole: making them, looking at them, taking a seat, the start.

Owns when a game starts, and taking and leaving a seat (what that takes: `door.judge.seats`). A game is ``forming``
until it starts, then ``running``, then ``over``. The day of the start never closes a phase: the first turn is open
until the event of a later day.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast, get_args

from msgspec.structs import replace

from door.judge import seats
from door.judge.refusal import Refused
from door.rules.board import Board
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.position import Position
from door.rules.rulebook import RULEBOOKS, Rulebook, rulebook_named
from door.rules.state import StateError, read_state, write_state
from door.store import games as files
from door.store import journal
from door.store.errors import BusyError, MissingError, StoreError, TakenError
from door.store.home import Home
from door.store.names import caller_key, game_name_fault
from door.store.records import GameRecord, PressSetting, RulesName, SeatLine, Starts
from door.store.shipped import load_board

STARTS = ("full", "open")
"""A game runs when every seat is taken, or as soon as one is."""
TITLE_LENGTHS = range(1, 41)
PRESS: tuple[PressSetting, ...] = get_args(PressSetting)
"""Messages between players: private and public, public only, none, or none outside turns of moves."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game as a list shows it; ``yours`` is the power that the caller plays there, ``rules`` by what it is played.

    ``invited``: a password is needed for a seat. ``anonymous``: it is kept, still, who plays what, and so who comes.
    """

    name: str
    title: str
    phase_title: str
    status: str
    seats_open: int
    yours: str | None
    rules: RulesName = "e1901"
    army_fleet: bool = False
    invited: bool = False
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as it stood when it was read; ``phase`` is None when the game is over."""

    record: GameRecord
    board: Board
    rulebook: Rulebook
    phase: Phase | None
    position: Position

    def power_of(self, caller: str) -> str | None:
        """Give the power that the caller plays in this game; letter case does not count."""
        wanted = caller_key(caller)
        return next((power for power, name in self.record.seats.items() if caller_key(name) == wanted), None)

    @property
    def open_seats(self) -> list[str]:
        """The powers that nobody plays, in the order of the map's file."""
        return [power for power in self.board.powers if power not in self.record.seats]

    @property
    def phase_title(self) -> str:
        """The open phase as callers know it, or that the game is over."""
        return "game over" if self.phase is None else self.phase.title

    @property
    def closed_on(self) -> date | None:
        """The date of the event that last closed a phase, or of the start; None before it."""
        return None if self.record.closed_on is None else date.fromisoformat(self.record.closed_on)

    @property
    def waits_for(self) -> str:
        """What a forming game waits for, in words."""
        if self.record.starts == "open":
            return "waits for a first caller"
        missing = len(self.open_seats)
        return f"waits for {missing} more {'caller' if missing == 1 else 'callers'}"


def read_view(record: GameRecord) -> GameView:
    """Give the view of a record that was read already; StoreError when it holds no position."""
    board = load_board()
    phase = None if record.phase == COMPLETED else Phase.parse(record.phase)
    # A game that a vote ended keeps the units that were about to retreat.
    ended_in = Stage.RETREATS if record.state.get("retreats") else Stage.MOVES
    stage = ended_in if phase is None else phase.stage
    try:
        position = read_state(record.state, board, stage, record.army_fleet)
    except StateError as error:
        raise StoreError(f"games/{record.name}/game.json is damaged: {error}") from error
    return GameView(record, board, rulebook_named(record.rules, record.army_fleet), phase, position)


def view(home: Home, game: str) -> GameView:
    """Read a game; Refused if there is none of that name, StoreError if its file is damaged."""
    return read_view(_load(home, game))


def view_for(home: Home, game: str, caller: str) -> GameView:
    """Read a game as ``view`` does, for the caller to see: in an anonymous one without the other callers' names."""
    return read_view(seats.record_shown(_load(home, game), caller))


def _load(home: Home, game: str) -> GameRecord:
    _check_name(game)
    try:
        return files.load_game(home, game)
    except MissingError as error:
        raise Refused(str(error)) from None


@contextmanager
def held(home: Home, game: str) -> Iterator[GameView]:
    """Hold the game's lock and give the game as it is now, after mending what a crash may have left."""
    with files.game_lock(home, game):
        journal.recover(home, game)
        yield read_view(files.load_game(home, game))


@contextmanager
def changing(home: Home, game: str) -> Iterator[GameView]:
    """Hold a game as ``held`` does, for a caller or the sysop.

    Refused if there is no such game, or somebody else works on it for too long.
    """
    _check_name(game)
    try:
        with held(home, game) as seen:
            yield seen
    except (MissingError, BusyError) as error:
        raise Refused(str(error)) from None


def _check_name(game: str) -> None:
    if game_name_fault(game) is not None:
        raise Refused(f"There is no game {game!r}.")


def game_list(home: Home, caller: str | None = None) -> list[GameEntry]:
    """Give every game, by name; a damaged one is listed as ``damaged`` so that it hides no other."""
    return [_entry(home, name, caller) for name in files.list_games(home)]


def _entry(home: Home, name: str, caller: str | None) -> GameEntry:
    try:
        seen = view(home, name)
    except StoreError as error:
        _log.warning("game %s cannot be read: %s", name, error)
        return GameEntry(name, name, "tell the sysop", "damaged", 0, None)
    record = seen.record
    yours = None if caller is None else seen.power_of(caller)
    seats_open = 0 if seen.phase is None else len(seen.open_seats)
    return GameEntry(
        name,
        record.title,
        seen.phase_title,
        record.status,
        seats_open,
        yours,
        rules=record.rules,
        army_fleet=record.army_fleet,
        invited=record.password is not None,
        anonymous=seats.is_hidden(record),
    )


def new_game(  # noqa: PLR0913 - that much makes a game
    home: Home,
    name: str,
    title: str,
    rules: str,
    starts: str,
    now: datetime,
    *,
    army_fleet: bool = False,
    press: str = "all",
    grey: bool = False,
    password: str | None = None,
    anonymous: bool = False,
    draws: bool = True,
    concessions: bool = True,
    phase: str | None = None,
    state: Mapping[str, object] | None = None,
) -> GameRecord:
    """Make a game that waits for callers; Refused, with nothing made, if any part of it will not do.

    ``army_fleet``: with the Army/Fleet rules beside the rulebook. ``press`` is one of `PRESS`, ``grey`` lets messages
    go unsigned. ``password`` is then needed to take a seat, and ``anonymous`` keeps who plays what. ``draws`` and
    ``concessions``: what can be voted for. ``phase`` and ``state`` begin it elsewhere than at the map's own start.
    """
    title = " ".join(title.split())
    fault = game_name_fault(name) or _game_fault(title, rules, starts) or _press_fault(press, grey)
    if fault is not None:
        raise Refused(fault)
    board = load_board()
    opening = _opening_phase(phase, board)
    position = board.start if state is None else _opening_position(state, board, opening, army_fleet)
    record = GameRecord(
        name=name,
        title=title,
        rules=cast(RulesName, rules),
        army_fleet=army_fleet,
        press=cast(PressSetting, press),
        grey=grey,
        password=seats.game_password(password),
        anonymous=anonymous,
        draws=draws,
        concessions=concessions,
        starts=cast(Starts, starts),
        status="forming",
        seats={},
        phase=str(opening),
        turn=0,
        state=write_state(position),
        created=now,
    )
    try:
        files.create_game(home, record)
    except (TakenError, BusyError) as error:
        raise Refused(str(error)) from None
    return record


def _game_fault(title: str, rules: str, starts: str) -> str | None:
    if len(title) not in TITLE_LENGTHS or not title.isprintable():
        return f"A title has {TITLE_LENGTHS[0]} to {TITLE_LENGTHS[-1]} printable characters."
    if rules not in RULEBOOKS:
        return f"There are no rules {rules!r}: choose {' or '.join(RULEBOOKS)}."
    if starts not in STARTS:
        return f"A game cannot start {starts!r}: choose full (all seats taken) or open (one seat taken)."
    return None


def _press_fault(press: str, grey: bool) -> str | None:
    if press not in PRESS:
        return f"There is no press {press!r}: choose {', '.join(PRESS[:-1])} or {PRESS[-1]}."
    if grey and press == "none":
        return "A game without press has no unsigned messages either: choose other press, or leave out grey."
    return None


def _opening_phase(phase: str | None, board: Board) -> Phase:
    try:
        return board.start_phase if phase is None else Phase.parse(phase)
    except ValueError as error:
        raise Refused(str(error)) from None


def _opening_position(state: Mapping[str, object], board: Board, phase: Phase, army_fleet: bool) -> Position:
    try:
        position = read_state(state, board, phase.stage, army_fleet)
    except ValueError as error:
        raise Refused(str(error)) from None
    units = [*position.units.values(), *(entry.unit for entry in position.dislodged.values())]
    for power in {*(unit.power for unit in units), *(position.centres or {}).values()}:
        if power not in board.powers:
            raise Refused(f"There is no power {power}: the powers are {', '.join(board.powers)}.")
    return position


def take_seat(
    home: Home, game: str, power: str, caller: str, now: datetime, *, password: str | None = None
) -> GameView:
    """Seat the caller as the power, and start the game if this was the seat it waited for; give the game after it.

    One seat a caller in a game, for its whole length: who left a seat may come back to it but take no other.
    Refused if the seat or the caller is not free, the game is over, or it is an invited one and the password is not
    its own.
    """
    with changing(home, game) as seen:
        fault = _seat_fault(seen, power, caller) or _former_fault(home, seen, power, caller)
        if fault is not None:
            raise Refused(fault)
        seats.check_invited(home, seen.record, caller, password, now)
        after = replace(seen.record, seats={**seen.record.seats, power: caller})
        if after.status == "forming" and (after.starts == "open" or len(seen.open_seats) == 1):
            local_date = now.astimezone().date()
            after = replace(after, status="running", started=now, closed_on=local_date.isoformat())
        after = journal.commit(home, SeatLine(power=power, caller=caller, at=now, after=after))
    _log.info("game %s: %s plays %s, the game is %s", game, caller, power, after.status)
    return read_view(after)


def vacate_seat(home: Home, game: str, power: str, now: datetime) -> GameView:
    """Leave the power without a caller; anybody may take the seat at once.

    What was entered for it stands until the next caller changes it; a vote does not.
    """
    with changing(home, game) as seen:
        if power not in seen.record.seats:
            raise Refused(f"Nobody plays {power} in {seen.record.title}.")
        return _left(home, seen, power, now)


def resign(home: Home, game: str, caller: str, now: datetime) -> GameView:
    """Leave the seat that the caller has, as ``vacate_seat`` does; Refused if there is none, or the game is over."""
    with changing(home, game) as seen:
        power = seen.power_of(caller)
        if power is None:
            raise Refused(f"You play no power in {seen.record.title}.")
        if seen.phase is None:
            raise Refused(f"{seen.record.title} is over: there is nothing to leave any more.")
        return _left(home, seen, power, now)


def _left(home: Home, seen: GameView, power: str, now: datetime) -> GameView:
    taken = {other: caller for other, caller in seen.record.seats.items() if other != power}
    after = journal.commit(home, SeatLine(power=power, caller=None, at=now, after=replace(seen.record, seats=taken)))
    seats.forget_vote(home, after, power)
    _log.info("game %s: nobody plays %s any more", after.name, power)
    return read_view(after)


def _seat_fault(seen: GameView, power: str, caller: str) -> str | None:
    if power not in seen.board.powers:
        return f"There is no power {power}: choose one of {', '.join(seen.board.powers)}."
    if seen.phase is None:
        return f"{seen.record.title} is over: nobody can join it."
    yours = seen.power_of(caller)
    if yours is not None:
        return f"You already play {seen.board.powers[yours].title} in this game."
    if power in seen.record.seats:
        by = "" if seats.is_hidden(seen.record) else f" by {seen.record.seats[power]}"
        return f"{seen.board.powers[power].title} is taken{by}: choose another power."
    return None


def _former_fault(home: Home, seen: GameView, power: str, caller: str) -> str | None:
    former = seats.former_seat(home, seen.record, caller)
    if former is None or former == power:
        return None
    return f"You played {seen.board.powers[former].title} in this game and cannot play another power."
