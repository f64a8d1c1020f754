"""Choosing one of several things, each under a key.

The rules offer what is possible; here it is only laid out, in as many columns as it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.screens.frame import (
    BACK,
    ENTER,
    Notice,
    Pages,
    ask,
    ask_line,
    letters,
    pick_from,
    refusal,
    sheet,
    territory_keys,
)
from door.screens.ingame import InGame
from door.screens.manual import explains
from door.term import widgets
from door.term.canvas import Canvas
from door.term.caps import COLUMNS
from door.term.charset import text_width
from door.term.widgets import BODY_ROW

LAND_QUESTION: Final = "Key of the territory (case counts); Enter or Esc goes back"

_FIRST_ROW: Final = BODY_ROW + 3
_ROWS: Final = widgets.MESSAGE_ROW - 1 - _FIRST_ROW
_WIDTH: Final = COLUMNS - 2
_GUTTER: Final = 6
_COAST_KEYS: Final = {"NC": "N", "SC": "S", "EC": "E", "WC": "W"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A thing that can be chosen."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """What is being decided, the choices, and the question; ``default`` is what Enter chooses, if anything."""

    where: str
    when: str
    heading: Sequence[str]
    choices: Sequence[Choice]
    question: str
    default: str = ""
    page: int = 0

    @property
    def columns(self) -> int:
        """How many choices stand side by side."""
        fit = max(1, _WIDTH // (self.widest + 1))
        return min(fit, -(-len(self.choices) // _ROWS)) or 1

    @property
    def widest(self) -> int:
        """The columns that the longest choice takes, with its key."""
        return max((text_width(choice.label) for choice in self.choices), default=0) + 4

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-len(self.choices) // (_ROWS * self.columns)) or 1


def draw_choices(view: ChoiceView, notice: Notice | None = None) -> Canvas:
    """The choices, column by column."""
    canvas = sheet(view.where, view.when)
    for number, line in enumerate(view.heading[:2]):
        canvas.put(BODY_ROW + number, 1, line, widgets.STRONG)
    on_page = _ROWS * view.columns
    shown = view.choices[view.page * on_page : (view.page + 1) * on_page]
    height = -(-len(shown) // view.columns)
    width = min(view.widest + _GUTTER, _WIDTH // view.columns)
    for column in range(view.columns):
        part = shown[column * height : (column + 1) * height]
        items = [widgets.MenuItem(choice.key, choice.label) for choice in part]
        widgets.menu(canvas, _FIRST_ROW, 1 + column * width, items)
    if view.pages > 1:
        widgets.status(canvas, f"Page {view.page + 1} of {view.pages}, space turns it.")
    return ask_line(canvas, notice, view.question, view.default)


async def choose(game: InGame, view: ChoiceView) -> str | None:
    """Let the caller press the key of a choice (case counts); None to go back."""
    keys = {choice.key for choice in view.choices}
    pages = Pages(view.pages)
    notice: Notice | None = None
    while True:
        answer = await ask(
            game, partial(draw_choices, replace(view, page=pages.at)), territory_keys(), "", explains("choices"), notice
        )
        notice = None
        if answer == BACK:
            return None
        if answer in keys:
            return answer
        if not pages.turn(answer):
            notice = refusal(_not_offered(answer, game))


async def choose_letter(game: InGame, view: ChoiceView) -> str | None:
    """The same where the keys are letters: capital or small is one; Enter is the default, if there is one."""
    keys = "".join(choice.key for choice in view.choices)
    default = view.default if view.default in keys else BACK
    answer = await ask(game, partial(draw_choices, view), letters(keys, default), pick_from(keys), explains("choices"))
    return None if answer == BACK else answer


async def choose_location(game: InGame, where: str, heading: str, locations: Sequence[str]) -> str | None:
    """The one location, or that on the coast which the caller chooses; None to go back."""
    if len(locations) == 1:
        return locations[0]
    board = game.desk.seen.board
    by_key = {_COAST_KEYS[location.partition("/")[2]]: location for location in locations}
    choices = [Choice(key, board.location_title(location)) for key, location in by_key.items()]
    view = ChoiceView(where, game.desk.when, (heading,), choices, "Which coast? Go back", ENTER)
    answer = await choose_letter(game, view)
    return None if answer is None else by_key[answer]


def _not_offered(key: str, game: InGame) -> str:
    province = game.desk.seen.board.by_key(key)
    if province is None:
        return "No territory has that key: press one of the keys shown; Esc goes back."
    return f"{key} is {province.name}, not possible here: press a key shown; Esc goes back."
