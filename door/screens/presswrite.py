"""Beginning a message: the one begun earlier, or whom a new one is for; then the editor."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.judge import press as judge
from door.judge.press import Draft, Message
from door.judge.seats import caller_shown
from door.screens.frame import BACK, ENTER, Notice, ask, ask_line, letters, pick_from, refusal, sheet
from door.screens.ingame import Desk, InGame
from door.screens.manual import explains
from door.screens.palette import letters_of, put_patch
from door.screens.presseditor import Writing, write_message
from door.screens.presstext import quoted
from door.screens.presswords import address_words, author, author_quoted, time_words
from door.term import widgets
from door.term.canvas import Canvas
from door.term.widgets import BODY_ROW, MenuItem

_EVERYBODY: Final = "*"
_UNSIGNED: Final = "+"
_ALL_OF_IT: Final = "="
_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class AddresseesView:
    """Whom a message is to be for: powers chosen, or everybody; signed or not; and the message that it answers."""

    desk: Desk
    chosen: frozenset[str] = frozenset()
    public: bool = False
    grey: bool = False
    answered: Message | None = None

    @property
    def keys(self) -> dict[str, str]:
        """The key of each power that can be chosen."""
        seen = self.desk.seen
        marks = letters_of(seen.board.powers)
        others = [power for power in seen.board.powers if power != self.desk.power]
        return {marks[power].upper(): power for power in others} if judge.may_be_private(seen) else {}

    @property
    def circle(self) -> frozenset[str]:
        """All who are known to have the message answered, but the caller."""
        if self.answered is None or not self.answered.to or not judge.may_be_private(self.desk.seen):
            return frozenset()
        known = {*self.answered.to, self.answered.sender} - {None, self.desk.power}
        return frozenset(power for power in known if power is not None)

    @property
    def offered(self) -> str:
        """Every key that does something."""
        grey = _UNSIGNED if self.desk.seen.record.grey else ""
        return "".join(self.keys) + _EVERYBODY + (_ALL_OF_IT if len(self.circle) > 1 else "") + grey

    @property
    def to(self) -> tuple[str, ...]:
        """The powers chosen, in the order of the map's file."""
        return tuple(power for power in self.desk.seen.board.powers if power in self.chosen)

    @property
    def ready(self) -> bool:
        """Whether anybody is chosen."""
        return self.public or bool(self.chosen)

    def pressed(self, key: str) -> AddresseesView:
        """The choice after a key."""
        if key == _UNSIGNED:
            return replace(self, grey=not self.grey)
        if key == _EVERYBODY:
            return replace(self, public=not self.public, chosen=frozenset())
        chosen = self.circle if key == _ALL_OF_IT else self.chosen ^ {self.keys[key]}
        return replace(self, public=False, chosen=chosen)


def first_choice(desk: Desk, answered: Message | None) -> AddresseesView:
    """Whom a message is for until the caller says otherwise: in an answer, the sender, or everybody as before."""
    view = AddresseesView(desk, answered=answered)
    if answered is None:
        return view if view.keys else replace(view, public=True)
    grey = answered.yours and answered.grey and desk.seen.record.grey
    if not answered.to or not view.keys:
        return replace(view, public=True, grey=grey)
    chosen = view.circle if answered.yours else view.circle & {answered.sender}
    return replace(view, chosen=frozenset(chosen), grey=grey)


def draw_addressees(view: AddresseesView, notice: Notice | None = None) -> Canvas:
    """The powers, each with a mark if it is chosen, and what else can be chosen."""
    desk = view.desk
    board = desk.seen.board
    canvas = sheet(f"{desk.title} · write", desk.when)
    heading = "Whom is the message for?"
    if view.answered is not None:
        heading = f"Whom is the answer for? You answer message {view.answered.number}: {author(view.answered, board)}."
    canvas.put(BODY_ROW, 1, heading, widgets.STRONG)
    row = BODY_ROW + 2
    for key, power in view.keys.items():
        widgets.menu(canvas, row, 3, [MenuItem(key, board.powers[power].title)])
        put_patch(canvas, row, 18, power, key.lower())
        canvas.put(row, 23, "gets it" if power in view.chosen else "", widgets.GOOD)
        caller = caller_shown(desk.seen.record, power, None)
        canvas.put(row, 32, f"played by {caller}" if caller else "nobody plays it yet", widgets.NOTE)
        row += 1
    more = [MenuItem(_EVERYBODY, "Everybody: a public message", "chosen" if view.public else "")]
    if _ALL_OF_IT in view.offered:
        more.append(MenuItem(_ALL_OF_IT, "All who have the message that you answer"))
    if desk.seen.record.grey:
        more.append(MenuItem(_UNSIGNED, "Signed or unsigned", UNSIGNED_NOTE[view.grey]))
    widgets.menu(canvas, row + 1, 3, more)
    if view.ready:
        widgets.status(canvas, address_words(view.to, view.grey, board, desk.power))
        return ask_line(canvas, notice, "Press keys to change it; write the message", ENTER)
    widgets.status(canvas, "Nobody is chosen yet.")
    return ask_line(canvas, notice, "Press the keys of those who are to read it; go back", ENTER)


UNSIGNED_NOTE: Final = {False: "signed", True: "unsigned: nobody learns that it is yours"}


@dataclass(frozen=True, slots=True)
class DraftView:
    """A message that was begun earlier; ``dropping``: about to be thrown away."""

    desk: Desk
    draft: Draft
    dropping: bool = False


def draw_draft(view: DraftView, notice: Notice | None = None) -> Canvas:
    """What the message is, and how it begins."""
    desk, draft = view.desk, view.draft
    canvas = sheet(f"{desk.title} · write", desk.when)
    heading = address_words(draft.to, draft.grey, desk.seen.board, desk.power)
    canvas.put(BODY_ROW, 1, "You have begun a message that is not sent.", widgets.STRONG)
    saved = f"{heading} Kept on {time_words(draft.saved)}; lines: {len(draft.lines)}."
    row = widgets.text_block(canvas, BODY_ROW + 1, widgets.wrap_text(saved, widgets.width_of(canvas) - 2)) + 1
    for line in draft.lines[:_SHOWN]:
        canvas.put(row, 3, widgets.shortened(line, widgets.width_of(canvas) - 3))
        row += 1
    if len(draft.lines) > _SHOWN:
        canvas.put(row, 3, "..", widgets.NOTE)
    if view.dropping:
        return ask_line(canvas, notice, "Throw it away? (y/N)", "N")
    return ask_line(canvas, notice, "G go on with it, T throw it away", "G")


async def write(game: InGame, answered: Message | None = None) -> Notice | None:
    """Let the caller go on with the message begun, or begin one; gives what to say of it."""
    await game.look()
    fault = judge.write_fault(game.desk.seen, game.caller)
    if fault is not None:
        return refusal(fault)
    draft = await asyncio.to_thread(judge.draft, game.home, game.name, game.caller)
    if draft is not None:
        answer = await _asked_of_draft(game, DraftView(game.desk, draft))
        if answer == BACK:
            return None
        if answer == "G":
            return await write_message(game, await _about_draft(game, draft), draft.lines)
        await asyncio.to_thread(judge.drop_draft, game.home, game.name, game.caller)
    view = await _addressees(game, answered)
    if view is None:
        return None
    return await write_message(game, _about(game, view.to, view.grey, answered))


async def _asked_of_draft(game: InGame, view: DraftView) -> str:
    """What is to become of a message begun: G, T (said twice) or BACK."""
    while True:
        keys, default = ("YN", "N") if view.dropping else ("GT", "G")
        answer = await ask(
            game, partial(draw_draft, view), letters(keys, default), pick_from(keys), explains("writing")
        )
        if answer == "Y":
            return "T"
        if not view.dropping and answer != "T":
            return answer
        view = replace(view, dropping=not view.dropping)


async def _addressees(game: InGame, answered: Message | None) -> AddresseesView | None:
    """Let the caller choose whom the message is for; None to go back."""
    view = first_choice(game.desk, answered)
    if view.public and view.offered == _EVERYBODY:
        return view  # there is nothing to choose
    while True:
        answer = await ask(
            game,
            partial(draw_addressees, view),
            letters(view.offered, ENTER),
            pick_from(view.offered),
            explains("addressees"),
        )
        if answer == BACK or (answer == ENTER and not view.ready):
            return None
        if answer == ENTER:
            return view
        view = view.pressed(answer)


async def _about_draft(game: InGame, draft: Draft) -> Writing:
    answered = None
    if draft.answers is not None:
        known = await asyncio.to_thread(judge.messages, game.home, game.name, game.caller)
        answered = next((message for message in known if message.id == draft.answers), None)
    return _about(game, tuple(draft.to), draft.grey, answered)


def _about(game: InGame, to: tuple[str, ...], grey: bool, answered: Message | None) -> Writing:
    board = game.desk.seen.board
    heading = address_words(to, grey, board, game.desk.power)
    if answered is None:
        return Writing(to, grey, heading)
    return Writing(to, grey, heading, answered.id, tuple(quoted(author_quoted(answered, board), answered.lines)))
