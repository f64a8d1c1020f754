"""The turns that have been closed: a list to choose one from, and the same turns played again on the map."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from door.judge.games import GameView, read_view
from door.judge.history import PastTurns
from door.screens.anysize import ask_in_any_size, large_sheet
from door.screens.frame import (
    BACK,
    ENTER,
    NEXT,
    PREVIOUS,
    Accept,
    Notice,
    Pages,
    ask,
    ask_line,
    letters,
    sheet,
)
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.mapscreen import draw_position, unit_lines
from door.screens.mapview import MapView
from door.screens.movesview import MovesView, draw_moves, move_lines, moves_of, moves_text
from door.screens.picture import fitting
from door.screens.reading import Text, read_text
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW

KEYS: Final = "123456789ABCDEFGH"
"""A key for each turn on a page of the list."""

EARLIER: Final = "P<"
LATER: Final = "N>"
"""The keys for the turn before and the turn after, wherever past turns are shown."""

_LIST: Final = "L"
_WANTED: Final = "Press Enter to play on, P or N for other turns, L for the moves as a list; ? explains, Esc goes back."


@dataclass(frozen=True, slots=True)
class TurnsView:
    """A page of the closed turns, each with the time at which it was closed; ``shown`` is the one that was read."""

    title: str
    turns: Sequence[tuple[str, datetime]]
    shown: int
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-len(self.turns) // len(KEYS))

    @property
    def first(self) -> int:
        """The number of the first turn on the page."""
        return self.page * len(KEYS)

    @property
    def keys(self) -> str:
        """The keys of this page."""
        return KEYS[: len(self.turns) - self.first]


def draw_turns(view: TurnsView, notice: Notice | None = None) -> Canvas:
    """A turn a line, oldest first."""
    canvas = sheet(f"{view.title} · closed turns", f"{len(view.turns)} so far")
    for row, key in enumerate(view.keys, BODY_ROW + 1):
        number = view.first + row - BODY_ROW - 1
        name, closed = view.turns[number]
        widgets.menu(canvas, row, 2, [widgets.MenuItem(key, "")])
        canvas.put(row, 6, f"{number + 1:>3}  {name}", widgets.STRONG if number == view.shown else widgets.LABEL)
        canvas.put(row, 36, f"closed on {_when(closed)}", widgets.NOTE)
        if number == view.shown:
            canvas.put(row, 70, "(shown)", widgets.NOTE)
    if view.pages > 1:
        widgets.status(canvas, f"Page {view.page + 1} of {view.pages}, space turns it.")
    return ask_line(canvas, notice, "Key of a turn; go back", ENTER)


def _when(closed: datetime) -> str:
    return f"{closed.day} {closed:%B %Y}, {closed:%H:%M}"


async def choose_turn(game: InGame, past: PastTurns, shown: int) -> int:
    """Let the caller choose a turn; gives ``shown`` on second thoughts."""
    named = [(past.title(at), _local(entry.closed)) for at, entry in enumerate(past.entries)]
    view = TurnsView(game.desk.title, named, shown, shown // len(KEYS))
    pages = Pages(view.pages, view.page)
    while True:
        view = replace(view, page=pages.at)
        wanted = f"Press one of the keys shown{', space for other turns' if view.pages > 1 else ''}, or Esc to go back."
        accept = letters(view.keys, BACK, paged=True)
        answer = await ask(game, partial(draw_turns, view), accept, wanted, explains("game"))
        if answer == BACK:
            return shown
        if not pages.turn(answer):
            return view.first + view.keys.index(answer)


def _local(closed: datetime | None) -> datetime:
    assert closed is not None, "a closed turn has the time"
    return closed.astimezone()


# On the map


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A turn on the map: the position before it with the moves, or (with ``after``) what came of them."""

    moves: MovesView
    outcome: GameView
    after: bool = False

    @property
    def last(self) -> bool:
        """Whether nothing comes after this picture."""
        return self.after and self.moves.number == self.moves.count


def draw_replay(view: ReplayView, notice: Notice | None = None) -> Canvas:
    """The picture, and in the prompt what comes next."""
    canvas = _draw_after(view, notice) if view.after else draw_moves(view.moves, notice)
    number, count = view.moves.number, view.moves.count
    offered = [] if view.after else ["L as a list"]
    offered += ["P turn before"] if number > 1 else []
    offered += ["N turn after"] if number < count else []
    onward = "go back" if view.last else "the next turn" if view.after else "what came of it"
    offered += [] if view.last else ["Esc back"]
    question = f"{', '.join(offered)}; {onward}" if offered else onward.capitalize()
    widgets.prompt(canvas, question, ENTER)
    return canvas


def _draw_after(view: ReplayView, notice: Notice | None) -> Canvas:
    moves = view.moves
    canvas = large_sheet(
        f"{moves.title} · turn {moves.number} of {moves.count}", f"After {moves.turn.title}", moves.caps
    )
    position = view.outcome.position
    draw_position(canvas, MapView(moves.board, position, moves.caps, fitting(moves.caps)), notice)
    return canvas


def replay_text(view: ReplayView) -> Text:
    """The same in words: who went where, and who stands where after it."""
    moves = view.moves
    turned = (EARLIER if moves.number > 1 else "") + (LATER if moves.number < moves.count else "")
    keys = {key: {"P": "turn before", "N": "turn after"}.get(key, "") for key in turned}
    lines = [*move_lines(moves.turn, moves.board), "", f"After {moves.turn.title}", ""]
    lines += unit_lines(Desk(view.outcome, None))
    return Text(f"{moves.title} · turn {moves.number} of {moves.count}", moves.turn.title, lines, keys=keys)


async def replay(game: InGame, past: PastTurns, number: int) -> int:
    """Play the turns again on the map, from one of them on; gives the turn at which the caller had enough."""
    view = await _view(game, past, number)
    while True:
        view = replace(view, moves=replace(view.moves, caps=game.caps))
        answer = await (_ask_drawn(game, view) if game.caps.cursor else _ask_plainly(game, view))
        number = view.moves.number - 1
        if answer == BACK:
            return number
        if answer == _LIST:
            await read_text(game, moves_text(view.moves.title, view.moves.turn, view.moves.board))
        view = await _turned(game, past, view, answer)


async def _ask_drawn(game: InGame, view: ReplayView) -> str:
    return await ask_in_any_size(game, partial(draw_replay, view), _accept(view), _WANTED, explains("map"))


def _accept(view: ReplayView) -> Accept:
    return letters(_LIST + EARLIER + LATER, BACK if view.last else NEXT, paged=True)


async def _ask_plainly(game: InGame, view: ReplayView) -> str:
    answer, _ = await read_text(game, replay_text(view))
    return answer


async def _turned(game: InGame, past: PastTurns, view: ReplayView, answer: str) -> ReplayView:
    """The picture that an answer leads to."""
    number = view.moves.number - 1
    if answer == NEXT and not view.after:
        return replace(view, after=True)
    if answer == PREVIOUS and view.after:
        return replace(view, after=False)
    step = 1 if answer in (NEXT, *LATER) else -1 if answer in (PREVIOUS, *EARLIER) else 0
    if step == 0 or not 0 <= number + step < len(past):
        return view
    return replace(await _view(game, past, number + step), after=answer == PREVIOUS)


async def _view(game: InGame, past: PastTurns, number: int) -> ReplayView:
    outcome = await asyncio.to_thread(_outcome, past, number)
    return ReplayView(await moves_of(game, past, number), outcome)


def _outcome(past: PastTurns, number: int) -> GameView:
    return read_view(past.line(number).after)
