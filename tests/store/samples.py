"""Records and lines for the tests of the store, all of one small game."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec.structs import replace

from door.store import games, journal
from door.store.home import Home
from door.store.records import (
    CallerRecord,
    GameRecord,
    OrdersRecord,
    PasswordHash,
    PhaseLine,
    SeatLine,
)

NOW = datetime(2026, 3, 1, 4, 5, 6, tzinfo=UTC)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
STATE = {"units": {"FRANCE": ["A PAR", "F BRE"]}, "retreats": {}, "centers": {"FRANCE": ["PAR", "BRE", "MAR"]}}
PASSWORD = PasswordHash(n=2**15, r=8, p=1, salt="5a" * 16, hash="a5" * 32)


def a_game(name: str = "x") -> GameRecord:
    return GameRecord(
        name=name,
        title="The X",
        rules="e1901",
        starts="full",
        status="forming",
        seats={},
        phase="S1901M",
        turn=0,
        state=STATE,
        created=NOW,
    )


def a_caller(name: str = "Ann") -> CallerRecord:
    return CallerRecord(name=name, password=PASSWORD, created=NOW)


def orders(power: str = "FRANCE", texts: tuple[str, ...] = ("A PAR - BUR",), phase: str = "S1901M") -> OrdersRecord:
    return OrdersRecord(phase=phase, power=power, orders=list(texts), saved=NOW)


def seat_line(game: GameRecord, power: str = "FRANCE", caller: str = "Ann") -> SeatLine:
    return SeatLine(power=power, caller=caller, at=NOW, after=replace(game, seats={**game.seats, power: caller}))


def phase_line(game: GameRecord) -> PhaseLine:
    """Close the phase: the years go by, Spring after Spring."""
    after = replace(game, turn=game.turn + 1, phase=f"S{1902 + game.turn}M", closed_on="2026-03-01")
    return PhaseLine(
        turn=game.turn,
        name=game.phase,
        state=game.state,
        orders={"FRANCE": ["A PAR - BUR"]},
        results={"A PAR": ["bounce"], "F BRE": []},
        reasons={"A PAR": "A RUH went there too."},
        report=["A PAR ATTACKS BUR"],
        closed=NOW,
        after=after,
    )


def with_game(home: Home, name: str = "x") -> GameRecord:
    """Make a game with one seat taken; its journal then has one line."""
    games.create_game(home, a_game(name))
    return journal.commit(home, seat_line(games.load_game(home, name)))
