"""Games to draw: positions as desks, without a home."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from door.judge.company import Company
from door.judge.games import GameView, read_view
from door.judge.submit import StoredSet
from door.rules.binding import parse_order
from door.rules.phase import Stage
from door.rules.state import write_state
from door.screens.ingame import Desk
from door.store.calls import CallLine
from door.store.online import OnLine
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

CHANNEL = {
    "units": {
        "ENGLAND": ["A LON", "A YOR", "F ENG", "A/F NTH", "F MAO", "F EDI"],
        "FRANCE": ["F BRE", "A PIC", "F IRI"],
        "RUSSIA": ["A NWY"],
    },
    "retreats": {},
    "centers": {"ENGLAND": ["EDI", "LON", "LVP"], "FRANCE": ["BRE", "MAR", "PAR"], "RUSSIA": ["NWY"]},
}
"""The Army/Fleet rules: an army aboard in the North Sea, another that may board in the Channel."""

BEATEN = {
    "units": {
        "ITALY": ["*A/F ION", "*A ROM", "F TYS"],
        "TURKEY": ["F ION", "A ROM"],
    },
    "retreats": {"ITALY": {"A/F ION": ["ADR", "NAP", "TUN"], "A ROM": ["TUS", "TYS"]}},
    "centers": {"ITALY": ["NAP", "ROM", "VEN"], "TURKEY": ["CON"]},
}
"""The Army/Fleet rules: a beaten A/F, and a beaten army that may go aboard."""

CARRIERS = {
    "units": {"ENGLAND": ["A/F NTH", "A WAL", "F EDI"], "FRANCE": ["A/F MAO", "A GAS"]},
    "retreats": {},
    "centers": {"ENGLAND": ["EDI", "LON"], "FRANCE": ["BRE", "PAR"], "RUSSIA": ["NWY"]},
}
"""The Army/Fleet rules in Winter: England must remove two units, France one."""


def game(
    phase: str = "S1901M",
    state: Mapping[str, object] | None = None,
    seats: dict[str, str] | None = None,
    *,
    army_fleet: bool = False,
) -> GameView:
    """A game of that phase and position; without a state, at the start of the map."""
    return read_view(
        GameRecord(
            name="autumn",
            title="The Autumn Game",
            rules="e1901",
            army_fleet=army_fleet,
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
    aboard = seen.rulebook.army_fleet
    bound = [parse_order(text, power or "", stage, seen.position, seen.board, aboard) for text in orders]
    return Desk(seen, power, StoredSet(tuple(bound), NOW))


def forming(seen: GameView) -> GameView:
    """The same game before it began."""
    return read_view(replace(seen.record, status="forming", started=None))


def over(seen: GameView, winner: str) -> GameView:
    """The same game after it was won."""
    return read_view(replace(seen.record, status="over", phase="COMPLETED", winner=winner))


COMPANY = Company(
    on_line=(
        OnLine(name="Bert", since=NOW - timedelta(minutes=75), game="The Autumn Game"),
        OnLine(name="Anna", since=NOW - timedelta(minutes=2)),
        OnLine(name="Maximilian Augustus", since=NOW, game="A game with a name of forty letters here"),
    ),
    calls=tuple(
        CallLine(name=name, at=NOW - timedelta(hours=hours))
        for name, hours in (("Anna", 0), ("Bert", 1), ("Carla", 13), ("Anna", 26), ("Dora", 24 * 180))
    ),
)
"""Who is here."""
