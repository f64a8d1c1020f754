"""Many orders at once: several on a line, many lines, a whole block pasted from mail or from a report.

A block is cut into pieces at line ends, commas and semicolons, as the judges that play by mail do (nJudge's help on
orders); each piece is answered by itself, in the order written, with the order that it is or with what is wrong with
it. Good pieces count whatever stands beside them. Pure: what is stored in place of what, and whether an order could
ever be carried out, others say.

Passed over are the marks of those who quote (``> ``) or number (``1.``), comments behind ``#`` or ``//``, a judge's
``(*bounce*)`` and ``SIGNON``, and all that follows ``SIGNOFF``, ``ENDPRESS`` or the ``--`` above a signature. A heading
says of the orders below it whose they are (``France:``, ``Orders for France``) and for which turn (``Spring 1901``,
``PHASE Fall 1905 Movement``, ``S1901M``); those of another power or turn are refused. A line that goes on with
``ATTACKING``, ``HOLDING`` or ``TO`` belongs to the one above, as the door's own reports have it. By the Army/Fleet
rules so does one with ``VIA`` or ``DISEMBARKS``, and no comma parts a boarding from the landing of the same army.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from door.rules.anyone import bind_for_anyone
from door.rules.binding import bind
from door.rules.board import Board
from door.rules.names import place_names
from door.rules.notation import read, write
from door.rules.orders import Build, Move, Order, Retreat
from door.rules.phase import Phase, Season
from door.rules.position import Position
from door.rules.units import UnitKind
from door.rules.written import BindingError, OrderError, Written, either, quoted

Check = Callable[[Order], str | None]
"""Says in a sentence why an order can never be carried out, or None."""

# In the door's own words a comma or a semicolon before a colon is the key of a territory: ",: Helgoland Bight".
_KEY = r"(?<!\S)[,;]:(?=\s)"
_PIECE = re.compile(rf"(?:{_KEY}|[^,;])+")
_PIECE_ABOARD = re.compile(
    rf"(?:{_KEY}|,(?=\s*(?:(?:and|then)\s+)*(?:disembark|land)(?:s|ing)?\b)|[^,;])+", re.IGNORECASE
)
_QUOTED = re.compile(r"\s*(?:>\s*)*")
_NUMBERED = re.compile(r"(?:[-*+\u2022\u00b7\u2023\u2013\u2014]|\(?\d{1,3}[.)]|#\d{1,3})\s+|\d{1,3}[.)](?=[^\W\d])")
_COMMENT = re.compile(r"(?<!\S)(?:#|//).*")
_REMARK = re.compile(r"\(\*[^()]{0,40}\*\)")
_SIGNED_ON = re.compile(r"SIGNON\b.*", re.IGNORECASE)
_SIGNED_OFF = re.compile(r"SIGNOFF|ENDPRESS|--", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:ATTACKING|HOLDING|TO)\b", re.IGNORECASE)
_GOES_ON_ABOARD = re.compile(r"(?:ATTACKING|HOLDING|TO|VIA|DISEMBARKS)\b", re.IGNORECASE)
_RULES = ".-=_*~ "
"""What lines are drawn with, which are no orders."""
_CURLY = "\u2019"
_SPEAKS = re.compile(rf"([^\W\d_][\w'{_CURLY}]*)\s*:")
_WORD = re.compile(rf"[^\W_][\w'{_CURLY}]*")
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\xad"))
"""Characters that have no width and mean nothing; they come along when a web page is copied."""

MOST_PIECES = 2000
"""The most pieces that are answered; no game has a hundredth of the orders."""

_SEASONS = {
    **dict.fromkeys(("spring", "summer", "midsummer", "midsummer's"), Season.SPRING),
    **dict.fromkeys(("fall", "autumn", "hallows"), Season.FALL),
    "winter": Season.WINTER,
}
_TURN_CODE = re.compile(r"([sfw])(\d{4})[mra]")
_YEAR = re.compile(r"\d{4}")
_HEADS = frozenset("order orders for of from the my our all eve year turn phase movement".split()) | _SEASONS.keys()
"""Words of a heading that need no colon behind it."""
_HEADS_WITH_COLON = _HEADS | frozenset(
    "move moves retreat retreats build builds removal removals adjustment adjustments".split()
)
_LONGEST_HEADING = 80


@dataclass(frozen=True, slots=True)
class Turn:
    """What orders are read for: whose they are, for which phase, about which units, and by which rules.

    ``power`` None: whose they are, the units say.
    """

    power: str | None
    phase: Phase
    position: Position
    board: Board
    army_fleet: bool = False
    """Whether the game is played by the Army/Fleet rules."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one piece: ``text`` from the line of that number is the order, or is none for the error given."""

    line: int
    text: str
    order: Order | None = None
    error: OrderError | None = None


def read_block(text: str, turn: Turn, check: Check | None = None) -> list[Answer]:
    """Answer every piece of the text, in the order written; never raises for anything that is written in it."""
    reader = BlockReader(turn, check)
    return [answer for line in text.splitlines() for answer in reader.feed(line)] + reader.finish()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece that is still to be answered, the power named before it, and the heading if it is of another turn."""

    line: int
    text: str
    speaker: str | None
    heading: str


class BlockReader:
    """Reads a block line by line, as it comes.

    The last piece of a line is answered after the next line, which may go on with it, or by ``finish``.
    """

    def __init__(self, turn: Turn, check: Check | None = None) -> None:
        self._turn = turn
        self._check = check
        self._names = place_names(turn.board)
        self._piece = _PIECE_ABOARD if turn.army_fleet else _PIECE
        self._goes_on = _GOES_ON_ABOARD if turn.army_fleet else _GOES_ON
        self._speaker: str | None = None
        self._other_turn = ""
        self._line = 0
        self._count = 0
        self._signed_off = False
        self._open: _Piece | None = None

    def feed(self, line: str) -> list[Answer]:
        """Take the next line, and give the answers that are certain now."""
        self._line += 1
        bare = _bared(line)
        if self._signed_off or _SIGNED_ON.fullmatch(bare):
            return []
        if self._open is not None and self._goes_on.match(bare):
            first, *further = self._pieces(bare)
            self._open = replace(self._open, text=f"{self._open.text} {first}")
            return self._answered(further, self._open.speaker)
        answers = self._flush()
        self._signed_off = _SIGNED_OFF.fullmatch(bare) is not None
        if self._signed_off or self._is_heading(bare):
            return answers
        return answers + self._answered(self._pieces(bare), self._named_before(bare) or self._speaker)

    def finish(self) -> list[Answer]:
        """End the block: answer what waits. What is fed later is a block under the same headings."""
        self._count = 0
        self._signed_off = False
        return self._flush()

    def _pieces(self, line: str) -> list[str]:
        pieces = (match.group().strip() for match in self._piece.finditer(line))
        return [piece for piece in pieces if piece.strip(_RULES)]

    def _flush(self) -> list[Answer]:
        """Answer what waits, because nothing goes on with it."""
        waiting, self._open = self._open, None
        return [] if waiting is None else [self._answer(waiting)]

    def _answered(self, texts: Iterable[str], speaker: str | None) -> list[Answer]:
        """Answer these and what waits before them, but for the last."""
        answers: list[Answer] = []
        for text in texts:
            answers += self._flush()
            self._count += 1
            if self._count > MOST_PIECES:
                return answers + self._enough(text)
            self._open = _Piece(self._line, text, speaker, self._other_turn)
        return answers

    def _enough(self, text: str) -> list[Answer]:
        """Say once that no more is read."""
        first = self._count == MOST_PIECES + 1
        error = OrderError(f"A block has at most {MOST_PIECES} orders: the rest was not read.")
        return [Answer(self._line, text, error=error)] if first else []

    def _answer(self, piece: _Piece) -> Answer:
        try:
            return Answer(piece.line, piece.text, self._order(piece))
        except OrderError as error:
            return Answer(piece.line, piece.text, error=error)

    def _order(self, piece: _Piece) -> Order:
        turn = self._turn
        if piece.heading:
            now = turn.phase.title
            raise OrderError(f"It stands below {quoted(piece.heading)}, and now it is {now}: write {now} above it.")
        written = read(piece.text, turn.board, turn.army_fleet)
        stage = turn.phase.stage
        if turn.power is None:
            order = bind_for_anyone(written, piece.speaker, stage, turn.position, turn.board, turn.army_fleet)
        else:
            order = bind(written, turn.power, stage, turn.position, turn.board, turn.army_fleet)
            self._check_power(written, piece.speaker, turn.power)
        doubt = _two_coasts(order, turn.board) or _carried_fleet(order)
        reason = self._check(order) if self._check is not None and doubt is None else None
        if reason is not None:
            doubt = BindingError(reason)
        if doubt is not None:
            doubt.unit = written.unit
            raise doubt
        return order

    # Whose orders, and for which turn

    def _check_power(self, written: Written, speaker: str | None, power: str) -> None:
        """Refuse an order that was written down as another power's, though the unit is one of the caller's."""
        named = written.unit.power if written.unit else written.power
        named, powers = named or speaker, self._turn.board.powers
        if named is not None and named != power:
            raise BindingError(
                f"It is written as an order of {powers[named].title}, and you play {powers[power].title}.",
                written.unit,
            )

    def _is_heading(self, line: str) -> bool:
        """Tell whether the line is a heading, and remember the power and the turn that it names."""
        colon = line.endswith(":")
        if len(line) > _LONGEST_HEADING or not (colon or line[-1:].isalnum()):
            return False
        words = [_plain(word) for word in _WORD.findall(line)]
        powers = {self._names.powers[word] for word in words if word in self._names.powers}
        known = _HEADS_WITH_COLON if colon else _HEADS
        if not words or len(powers) > 1 or not all(self._heads(word, known) for word in words):
            return False
        if not colon and len(words) == 1 and self._names.is_listed(words[0]):
            return False  # ENG alone is the Channel, and no order
        self._speaker = next(iter(powers), self._speaker)
        turns = _turns(words)
        if turns:
            now = self._turn.phase
            self._other_turn = "" if turns <= {now.season, now.year} else line
        return True

    def _heads(self, word: str, known: frozenset[str]) -> bool:
        return word in known or word in self._names.powers or bool(_turns([word]))

    def _named_before(self, line: str) -> str | None:
        """Give the power named at the start of the line: ``France: A PAR - BUR; A MAR H``."""
        found = _SPEAKS.match(line)
        return None if found is None else self._names.powers.get(_plain(found[1]))


def _turns(words: Iterable[str]) -> set[Season | int]:
    """Give the seasons and years that the words name: ``spring``, ``1901``, ``s1901m``."""
    named: set[Season | int] = set()
    for word in words:
        code = _TURN_CODE.fullmatch(word)
        if code is not None:
            named |= {Season(code[1].upper()), int(code[2])}
        elif word in _SEASONS:
            named.add(_SEASONS[word])
        elif _YEAR.fullmatch(word):
            named.add(int(word))
    return named


def _plain(word: str) -> str:
    return word.lower().replace(_CURLY, "'").rstrip("'")


def _bared(line: str) -> str:
    """Take from a line what only surrounds orders: marks of quoting and counting, comments, remarks."""
    line = line.translate(_UNSEEN)
    line = line[_matched(_QUOTED, line) :]
    line = line[_matched(_NUMBERED, line) :]
    return _REMARK.sub(" ", _COMMENT.sub("", line)).strip()


def _matched(pattern: re.Pattern[str], line: str) -> int:
    found = pattern.match(line)
    return 0 if found is None else found.end()


def _two_coasts(order: Order, board: Board) -> OrderError | None:
    """Give the error on a fleet that could land on either of two coasts and does not say on which (DATC 4.B.1)."""
    choices: list[Order] = []
    if isinstance(order, Move | Retreat) and order.unit.kind is UnitKind.FLEET and "/" not in order.target:
        if board.provinces[order.target].coasts:
            landings = board.landings(UnitKind.FLEET, order.unit.location, order.target)
            choices = [replace(order, target=landing) for landing in landings]
    elif isinstance(order, Build) and order.unit.kind is UnitKind.FLEET and "/" not in order.unit.location:
        coasts = board.provinces[order.unit.location].coasts
        choices = [Build(replace(order.unit, location=coast)) for coast in coasts]
    if len(choices) < 2:
        return None
    place = order.unit.location if isinstance(order, Build) else getattr(order, "target", "")
    lines = tuple(map(write, choices))
    return BindingError(f"{board.location_title(place)} has two coasts: write {either(lines)}.", choices=lines)


def _carried_fleet(order: Order) -> OrderError | None:
    if not isinstance(order, Move) or order.unit.kind is UnitKind.ARMY or not order.via:
        return None
    return BindingError(f"{order.unit} is a fleet: it goes one step, and never by convoy.")
