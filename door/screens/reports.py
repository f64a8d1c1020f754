"""What each closed turn did: the last one first, and the way to all the others."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from door.judge.history import PastTurns, past_turns
from door.judge.news import Report, report_of
from door.rules.board import Board
from door.screens.frame import BACK
from door.screens.ingame import InGame
from door.screens.palette import ink
from door.screens.pastturns import EARLIER, LATER, choose_turn, replay
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import NORMAL, Style

NOTHING_YET = ("No turn has been played yet.", "", "The first report comes with the board's daily event.")

_ARROWS = "<>"
_ALL = "T"
_ON_THE_MAP = "M"


def report_text(title: str, report: Report | None, board: Board) -> Text:
    """A report as a text to read, each power in its colour."""
    if report is None:
        return Text(title, "Last turn", NOTHING_YET)
    inks = {power.short: ink(power.name) for power in board.powers.values()}
    return Text(title, report.title, report.lines, _style, inks)


def _style(line: str) -> Style:
    """What went wrong stands out, in character as well as in colour."""
    return widgets.NOTE if line.lstrip().startswith(">") else NORMAL


def past_text(title: str, past: PastTurns, number: int, board: Board, *, plain: bool = False) -> Text:
    """The report of a closed turn, with the keys that lead to the others; with it of those that were passed over."""
    shown = past.together(number)
    first, last = shown.start == 0, shown.stop == len(past)
    where = f"{title} · last turn" if last else f"{title} · {_number_words(shown, len(past))}"
    text = report_text(where, report_of(past, number), board)
    offered = {} if first else {EARLIER: "P turn before"}
    offered |= {} if last else {LATER: "N turn after"}
    offered |= {_ALL: "T all turns", _ON_THE_MAP: "M map"}
    numbers = _number_words(shown, len(past))
    foot = f"{numbers[:1].upper()}{numbers[1:]}: {', '.join(offered.values())}."
    # Plain lines are read in order, and counted by the page: there the foot belongs to the text. An arrow never leads
    # out of a report, even where there is no turn on its side.
    lines = [*text.lines, "", foot] if plain else text.lines
    return replace(text, lines=lines, foot=foot, keys=dict.fromkeys([*"".join(offered), *_ARROWS], ""))


def _number_words(shown: range, count: int) -> str:
    if len(shown) == 1:
        return f"turn {shown.start + 1} of {count}"
    return f"turns {shown.start + 1} to {shown.stop} of {count}"


async def read_report(game: InGame, report: Report | None) -> None:
    """Show the report of the last turn, and those of the others as the caller asks for them; None: there is none."""
    board = game.desk.seen.board
    if report is None:
        await read_text(game, report_text(f"{game.desk.title} · last turn", None, board))
        return
    past = await asyncio.to_thread(past_turns, game.home, game.name)
    if not past.entries:  # a vote has ended the game in its first turn
        await read_text(game, report_text(f"{game.desk.title} · last turn", report, board))
        return
    number = len(past) - 1
    while True:
        plain = not game.caps.cursor
        text = await asyncio.to_thread(past_text, game.desk.title, past, number, board, plain=plain)
        answer, _ = await read_text(game, text)
        if answer == BACK:
            return
        number = await _turned(game, past, number, answer)


async def _turned(game: InGame, past: PastTurns, number: int, answer: str) -> int:
    """The turn that an answer leads to."""
    shown = past.together(number)
    if answer in EARLIER:
        return max(0, shown.start - 1)
    if answer in LATER:
        return min(shown.stop, len(past) - 1)
    if answer == _ALL:
        return await choose_turn(game, past, shown.start)
    return await replay(game, past, shown.start)
