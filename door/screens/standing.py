"""Who owns how much."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from door.judge.news import Standing, standings
from door.screens.frame import BACK, ENTER, Notice, ask, ask_line, letters, listed, pick_from, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.palette import ink, letters_of, put_patch
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The powers of a game."""

    desk: Desk
    powers: tuple[Standing, ...]


def draw_standings(view: StandingsView, notice: Notice | None = None) -> Canvas:
    """A line a power: caller, centres, units, a bar; then the centres that nobody owns."""
    seen = view.desk.seen
    canvas = sheet(f"{view.desk.title} · standings", view.desk.when)
    canvas.put(BODY_ROW, 2, "   Power      Played by             Centres  Units", widgets.HEADING)
    row = BODY_ROW + 1
    marks = letters_of(seen.board.powers)
    for standing in sorted(view.powers, key=lambda standing: -standing.centres):
        put_patch(canvas, row, 2, standing.power, marks[standing.power])
        own = standing.power == view.desk.power
        name = seen.board.powers[standing.power].title
        canvas.put(row, 6, f"{name:<9}", widgets.STRONG if own else widgets.LABEL)
        canvas.put(row, 16, standing.caller or "nobody", widgets.LABEL if standing.caller else widgets.NOTE)
        canvas.put(row, 38, f"{standing.centres:>7}  {standing.units:>5}")
        canvas.put(row, 55, "■" * min(standing.centres, 22), ink(standing.power))
        row += 2
    owned = seen.position.centres or {}
    free = [seen.board.provinces[code] for code in seen.board.centres if code not in owned]
    if free:
        names = [f"{province.key}: {province.name}" for province in free]
        widgets.text_block(canvas, row, listed("Nobody's centres:", names, widgets.width_of(canvas) - 2))
    return ask_line(canvas, notice, f"{seen.board.to_win} centres after All Hallows' Eve win. Go back", ENTER)


async def show_standings(game: InGame) -> None:
    """The standings, until the caller goes back."""
    view = StandingsView(game.desk, tuple(standings(game.desk.seen)))
    await ask(game, partial(draw_standings, view), letters("", BACK), pick_from(""), explains("game"))
