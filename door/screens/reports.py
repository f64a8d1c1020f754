"""What the last turn did."""

from __future__ import annotations

from door.judge.news import Report
from door.rules.board import Board
from door.screens.frame import Terminal
from door.screens.ingame import InGame
from door.screens.palette import ink
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import NORMAL, Style

NOTHING_YET = ("No turn has been played yet.", "", "The first report comes with the board's daily event.")


def report_text(title: str, report: Report | None, board: Board) -> Text:
    """A report as a text to read, each power in its colour."""
    if report is None:
        return Text(title, "Last turn", NOTHING_YET)
    inks = {power.short: ink(power.name) for power in board.powers.values()}
    return Text(title, report.title, report.lines, _style, inks)


def _style(line: str) -> Style:
    """What went wrong stands out, in character as well as in colour."""
    return widgets.NOTE if line.lstrip().startswith(">") else NORMAL


async def read_report(game: InGame, report: Report | None) -> None:
    """Show the report of the last turn."""
    term: Terminal = game
    await read_text(term, report_text(f"{game.desk.title} · last turn", report, game.desk.seen.board))
