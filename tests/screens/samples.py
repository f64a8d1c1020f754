"""Games to draw: positions as desks, without a home."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec.structs import replace

from door.judge.games import GameView, read_view
from door.rules.binding import parse_order
from door.rules.phase import Stage
from door.rules.state import write_state
from door.screens.ingame import Desk
from door.store.records import GameRecord
from door.store.shipped import load_board

NOW = datetime(1990, 5, 3, 20, 15, tzinfo=UTC)
BOARD = load_board()
SEATS = {"FRANCE": "Anna", "GERMANY": "Bert", "ITALY": "Carla"}

BELGIUM = {
    "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["*A BEL", "A MUN"]},
    "retreats": {"GERMANY": {"A BEL": ["HOL", "RUH"]}},
    "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "GERMANY": ["MUN", "BER", "KIE", "BEL"]},
}
"""Section H's first example, on Midsummer's Eve."""

WINTER = {
    "units": {"FRANCE": ["A BUR"], "RUSSIA": ["A MOS"], "TURKEY": ["A CON", "F ANK", "F BLA"]},
    "retreats": {},
    "centers": {
        "FRANCE": ["PAR", "BRE", "MAR"],
        "RUSSIA": ["MOS", "STP"],
        "TURKEY": ["CON"],
    },
}

MANY = {
    "units": {
        "RUSSIA": [
            *("A MOS", "A WAR", "A UKR", "A LVN", "A GAL", "A RUM", "A SER", "A BUD", "A VIE", "A BOH", "A SIL"),
            *("A PRU", "A BER", "F STP/SC", "F BOT", "F BLA", "F CON"),
        ],
        "TURKEY": ["A SMY"],
    },
    "retreats": {},
    "centers": {"RUSSIA": ["MOS", "WAR", "SEV", "STP", "RUM", "SER", "BUD", "VIE", "BER", "CON"], "TURKEY": ["SMY"]},
}


def game(
    phase: str = "S1901M", state: Mapping[str, object] | None = None, seats: dict[str, str] | None = None
) -> GameView:
    """A game of that phase and position; without a state, at the start of the map."""
    return read_view(
        GameRecord(
            name="autumn",
            title="The Autumn Game",
            rules="e1901",
            starts="full",
            status="running",
            seats=SEATS if seats is None else seats,
            phase=phase,
            turn=3,
            state=dict(state or write_state(BOARD.start)),
            created=NOW,
            started=NOW,
        )
    )


def desk(seen: GameView, power: str | None, *orders: str) -> Desk:
    """The desk of a power, with these orders stored."""
    stage = Stage.MOVES if seen.phase is None else seen.phase.stage
    bound = [parse_order(text, power or "", stage, seen.position, seen.board) for text in orders]
    return Desk(seen, power, tuple(bound))


def forming(seen: GameView) -> GameView:
    """The same game before it began."""
    return read_view(replace(seen.record, status="forming", started=None))


def over(seen: GameView, winner: str) -> GameView:
    """The same game after it was won."""
    return read_view(replace(seen.record, status="over", phase="COMPLETED", winner=winner))
