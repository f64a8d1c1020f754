"""The rules of Diplomacy as a library: values in, values out, no input and no output.

Everything that a program needs to adjudicate games is named here; the modules below it may change. A board comes from
``Board.from_table`` (any map as parsed TOML) or, for the map that ships with the door, from ``door.store.load_board``.
``docs/library.md`` shows it at work.
"""

from door.rules.adjudicate import Adjudication, adjudicate, winner_of
from door.rules.binding import parse_order
from door.rules.board import Board, BoardError, Power, Province, ProvinceKind
from door.rules.canonical import write as write_order
from door.rules.options import (
    build_choices,
    convoy_choices,
    move_choices,
    removal_choices,
    retreat_choices,
    support_choices,
)
from door.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from door.rules.phase import COMPLETED, Phase, Season, Stage
from door.rules.position import Dislodged, Position
from door.rules.results import Mark, Result
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD, Rulebook
from door.rules.saved import adjudicate_saved
from door.rules.state import StateError, read_state, read_unit, write_state
from door.rules.units import Unit, UnitKind
from door.rules.written import OrderError

__all__ = [
    "COMPLETED",
    "E1901",
    "RULEBOOKS",
    "STANDARD",
    "Adjudication",
    "Board",
    "BoardError",
    "Build",
    "Convoy",
    "Disband",
    "Dislodged",
    "Hold",
    "Mark",
    "Move",
    "Order",
    "OrderError",
    "Phase",
    "Position",
    "Power",
    "Province",
    "ProvinceKind",
    "Result",
    "Retreat",
    "Rulebook",
    "Season",
    "Stage",
    "StateError",
    "Support",
    "Unit",
    "UnitKind",
    "Waive",
    "adjudicate",
    "adjudicate_saved",
    "build_choices",
    "convoy_choices",
    "move_choices",
    "parse_order",
    "read_state",
    "read_unit",
    "removal_choices",
    "retreat_choices",
    "support_choices",
    "winner_of",
    "write_order",
    "write_state",
]
