"""Voting: for a draw, or a concession to one power; each vote after a question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from door.judge import votes as judge
from door.rules.words import joined
from door.screens.frame import BACK, ENTER, FAULTS, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame, TurnPassed
from door.screens.manual import explains
from door.screens.palette import letters_of
from door.store.records import Vote
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

_DRAW: Final = "draw"
_NONE: Final = "none"
_RULES: Final = (
    "When every player whose power is still on the map has voted for the same, the game ends at once, "
    "and the open turn is not played.",
    "A vote is secret. Nobody is told who has voted, nor how many. It lapses when the turn closes.",
)


@dataclass(frozen=True, slots=True)
class VoteView:
    """What the caller can vote for (None: a draw), the vote that stands, and the one that is about to be cast."""

    desk: Desk
    choices: Sequence[str | None]
    yours: Vote | None = None
    wanted: Vote | None = None

    @property
    def keys(self) -> dict[str, str]:
        """What each key stands for: a power, the draw, or no vote."""
        marks = letters_of((_DRAW, _NONE, *self.desk.seen.board.powers))
        offered = [choice or _DRAW for choice in self.choices] + ([_NONE] if self.yours else [])
        return {marks[choice].upper(): choice for choice in offered}


def draw_votes(view: VoteView, notice: Notice | None = None) -> Canvas:
    """What a vote does, what can be voted for, and how the caller has voted; or whether the caller is sure."""
    desk = view.desk
    canvas = sheet(f"{desk.title} · vote", desk.when)
    row = BODY_ROW
    width = widgets.width_of(canvas) - 2
    for sentence in _RULES:
        row = widgets.text_block(canvas, row, widgets.wrap_text(sentence, width))
    items = [MenuItem(key, _label(choice, desk)) for key, choice in view.keys.items()]
    row = widgets.menu(canvas, row + 1, 3, items) + 1
    if None in view.choices:
        shared = f"A draw is shared equally by {_survivors(desk)}."
        row = widgets.text_block(canvas, row, widgets.wrap_text(shared, width))
    yours = "You have not voted in this turn." if view.yours is None else f"Your vote: {_words(view.yours, desk)}."
    widgets.text_block(canvas, row + 1, [yours], widgets.STRONG)
    if view.wanted is not None:
        return ask_line(canvas, notice, f"Vote for {_words(view.wanted, desk)}? (y/N)", "N")
    return ask_line(canvas, notice, "Key of a vote; go back", ENTER)


def _label(choice: str, desk: Desk) -> str:
    if choice == _NONE:
        return "Take your vote back"
    return "A draw" if choice == _DRAW else f"Concede: {desk.seen.board.powers[choice].title} wins"


def _words(vote: Vote, desk: Desk) -> str:
    return "a draw" if vote.to is None else f"a concession to {desk.seen.board.powers[vote.to].title}"


def _survivors(desk: Desk) -> str:
    powers = desk.seen.board.powers
    return joined([powers[power].title for power in judge.survivors(desk.seen)])


async def vote(game: InGame) -> Notice | None:
    """The votes, until the caller goes back; gives what is to be said then. `TurnPassed` when a vote ends the game."""
    notice: Notice | None = None
    while True:
        fault = judge.vote_fault(game.desk.seen, game.caller)
        if fault is not None or game.desk.power is None:
            return None if fault is None else refusal(fault)
        view = await _read(game, game.desk.power)
        keys = "".join(view.keys)
        answer = await ask(
            game, partial(draw_votes, view), letters(keys, BACK), pick_from(keys), explains("vote"), notice
        )
        if answer == BACK:
            return None
        try:
            notice = await _act(game, view, view.keys[answer])
        except FAULTS as fault_found:
            await game.look()
            notice = refusal(fault_found)


async def _read(game: InGame, power: str) -> VoteView:
    seen = game.desk.seen
    yours = await asyncio.to_thread(judge.own_vote, game.home, seen, game.caller)
    return VoteView(game.desk, judge.choices(seen, power), yours)


async def _act(game: InGame, view: VoteView, choice: str) -> Notice | None:
    turn = game.desk.seen.record.turn
    if choice == _NONE:
        await asyncio.to_thread(judge.take_back, game.home, game.name, game.caller, turn)
        return Notice("Your vote is taken back.")
    wanted = Vote(caller=game.caller, to=None if choice == _DRAW else choice)
    game.session.discard_typed()  # nobody ends a game by a key pressed too often
    sure = VoteView(view.desk, view.choices, view.yours, wanted)
    answer = await ask(game, partial(draw_votes, sure), letters("YN", "N"), pick_from("YN"), explains("vote"))
    if answer != "Y":
        return None
    now = game.session.clock()
    after = await asyncio.to_thread(judge.cast, game.home, game.name, game.caller, turn, wanted.to, now)
    if after.phase is None:
        await game.read()
        raise TurnPassed(judge.ending(after))
    return Notice(f"You have voted for {_words(wanted, game.desk)}.")
