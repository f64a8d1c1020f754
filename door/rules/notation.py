"""Orders as text: ``read`` understands the notation that everybody uses, ``write`` gives the canonical line.

Reading is free: any case, codes or names or unambiguous abbreviations, letters or words, with or without blanks
round the dash (DATC 4.C); canonical lines take the short way through ``canonical``. It looks at the map only, never
at who stands where; ``binding`` does that. Whatever the line, ``read`` gives a ``Written`` or raises a
``NotationError`` of one sentence. *Unreadable* is what no order could mean, *ambiguous* what could mean several
places.
"""

from __future__ import annotations

from functools import lru_cache

from door.rules.board import Board, ProvinceKind
from door.rules.canonical import read_canonical, write
from door.rules.names import DASH, Line, PlaceNames, Token, place_names
from door.rules.units import UnitKind
from door.rules.written import (
    Ambiguous,
    NotationError,
    OrderError,
    OrderKind,
    Unreadable,
    Written,
    WrittenPlace,
    WrittenUnit,
    either,
    quoted,
)

__all__ = [
    "Ambiguous",
    "NotationError",
    "OrderError",
    "OrderKind",
    "Unreadable",
    "Written",
    "WrittenPlace",
    "WrittenUnit",
    "read",
    "write",
]

MOST_CHARACTERS = 200
"""The longest line that is read."""


def read(text: str, board: Board) -> Written:
    """Read one order; raise ``Unreadable`` or ``Ambiguous`` with one sentence when it cannot be understood."""
    line = text.strip()
    if len(line) > MOST_CHARACTERS:
        raise Unreadable(f"The line is too long for an order: write at most {MOST_CHARACTERS} characters.")
    return _read(line, board)


@lru_cache(maxsize=8192)
def _read(line: str, board: Board) -> Written:
    """Read a line; kept, because the same few thousand lines come again and again, turn after turn."""
    return read_canonical(line, board) or _Reader(Line(line), board).order()


def _table(**words: str) -> dict[str, OrderKind]:
    return {word: OrderKind[kind] for kind, line in words.items() for word in line.split()}


_VERBS = _table(
    HOLD="h hold holds holding stand stands standing",
    MOVE="m move moves moving attack attacks attacking",
    SUPPORT="s sup supp support supports supporting",
    CONVOY="c conv convoy convoys convoying transport transports transporting ferry ferries ferrying",
    RETREAT="r ret retreat retreats retreating",
    DISBAND="d disb disband disbands disbanded remove removes removed destroy destroys destroyed",
    BUILD="b build builds built",
    WAIVE="w waive waives waived",
)
_KINDS = {
    **dict.fromkeys(("a", "army", "armies"), UnitKind.ARMY),
    **dict.fromkeys(("f", "fleet", "fleets"), UnitKind.FLEET),
}
_TO = frozenset({"to", "into"})
_BY = frozenset({"via", "by"})
_CARRIED = frozenset({"convoy", "convoyed"})
"""Words that at the end of a move say by themselves that it goes by convoy."""
_FILLERS = frozenset({"the", "an", "in", "at", "of", "from", "unit", "is", ":", "*"})
_DIRECTIONS = {
    **dict.fromkeys(("n", "north", "northern", "nc"), "NC"),
    **dict.fromkeys(("s", "south", "southern", "sc"), "SC"),
    **dict.fromkeys(("e", "east", "eastern", "ec"), "EC"),
    **dict.fromkeys(("w", "west", "western", "wc"), "WC"),
}
_OF_POWERS = (OrderKind.BUILD, OrderKind.DISBAND)
"""What is said of a power rather than of a unit: ``France builds A PAR``."""
_COASTS = frozenset({"nc", "sc", "ec", "wc"})
_STOP = (frozenset(_VERBS) | frozenset(_KINDS) | _TO | _FILLERS | _BY) - {"w", "of"}
"""Words that no name of a place runs over: those of the notation, but for the W of ``W. Mediterranean``."""
_EXAMPLES = {
    "the unit": "an order looks like A PAR - BUR or F NTH H",
    "the unit to support": "a support looks like A BUD S A SER or A PIC S A BUR - BEL",
    "the army to convoy": "a convoy looks like F NTH C A LON - NWY",
    "the place to go to": "name it as in A PAR - BUR",
    "the sea of the convoy": "a move by convoy looks like A LON - NWY VIA",
    "the closing bracket": "write it as in STP(NC)",
    "CONVOY": "a move by convoy looks like A LON - NWY BY CONVOY",
}
"""What may be missing from a line, and what would be right."""


class _Reader:
    """Reads one line from left to right; each method takes what it names and moves on."""

    def __init__(self, line: Line, board: Board) -> None:
        self._line = line
        self._board = board
        self._names: PlaceNames = place_names(board)

    def order(self) -> Written:
        if not self._line.tokens:
            raise Unreadable("No order was written: an order looks like A PAR - BUR or F NTH H.")
        waived = self._waived()
        if waived:
            return waived
        power = self._speaker()
        verb = self._verb()
        unit = self._unit("the unit", power)
        try:
            written = self._led(verb, unit) if verb else self._deed(unit)
            if not self._line.ended:
                raise self._left_over("put a semicolon between two orders, as in A PAR - BUR; A MAR H")
        except NotationError as error:
            error.unit = unit
            raise
        return written

    # Orders

    def _waived(self) -> Written | None:
        """Take a line that says nothing but that a build is waived, with or without the power's name."""
        powers = self._names.powers
        words = [token.text for token in self._line.tokens if token.is_word and token.text not in _FILLERS]
        verbs = {_VERBS[word] for word in words if word in _VERBS}
        if OrderKind.WAIVE not in verbs or verbs - {OrderKind.WAIVE, OrderKind.BUILD}:
            return None
        if any(word.isdecimal() for word in words):
            raise Unreadable("One build is waived at a time: write WAIVE once for each.", self._line.rest)
        if not all(word in _VERBS or word in powers for word in words):
            return None
        return Written(OrderKind.WAIVE, power=next((powers[word] for word in words if word in powers), None))

    def _led(self, verb: OrderKind, unit: WrittenUnit) -> Written:
        """Read on where the verb stood before the unit: ``REMOVE A BEL``, ``B F STP/NC``."""
        if verb in (OrderKind.SUPPORT, OrderKind.CONVOY):
            raise Unreadable(
                f"The unit that gives {verb.value} comes first, as in A BUD S A SER or F NTH C A LON - NWY.",
                self._line.before,
            )
        return self._done(verb, unit)

    def _deed(self, unit: WrittenUnit) -> Written:
        """Read what the unit is to do."""
        while self._line.skip("is", ":"):
            pass
        if self._at_journey():
            return self._done(OrderKind.MOVE, unit)
        before = self._line.at
        verb = self._verb()
        if verb is None and (there := self._next_place()):
            return Written(OrderKind.MOVE, unit, target=there)
        if verb is None or verb is OrderKind.WAIVE:
            self._line.at = before
            raise self._no_verb(unit)
        if verb is OrderKind.SUPPORT:
            return self._support(unit)
        return self._convoy(unit) if verb is OrderKind.CONVOY else self._done(verb, unit)

    def _done(self, verb: OrderKind, unit: WrittenUnit) -> Written:
        """Read the rest of an order that is about the one unit."""
        if verb is OrderKind.WAIVE:
            raise Unreadable("A build that is waived has no unit: write only WAIVE.", self._line.before)
        nowhere = verb is OrderKind.RETREAT and self._line.ended  # R for "remove", or half a retreat: the turn tells
        if nowhere or verb not in (OrderKind.MOVE, OrderKind.RETREAT):
            return Written(verb, unit)
        target, via = self._journey()
        return Written(verb, unit, target=target, via=via)

    def _support(self, unit: WrittenUnit) -> Written:
        start = self._line.at
        deed = self._verb()
        if deed not in (None, OrderKind.HOLD, OrderKind.MOVE):
            self._line.at = start
        if deed is not OrderKind.HOLD and self._line.skip(*_TO):
            return self._target_first(OrderKind.SUPPORT, unit, "the unit to support")
        while deed is OrderKind.HOLD and self._line.skip(*_TO):
            pass
        other = self._unit("the unit to support")
        if self._line.ended or self._holding():
            return Written(OrderKind.SUPPORT, unit, other)
        return self._helped(OrderKind.SUPPORT, unit, other, _EXAMPLES["the unit to support"])

    def _convoy(self, unit: WrittenUnit) -> Written:
        if self._line.skip(*_TO):
            return self._target_first(OrderKind.CONVOY, unit, "the army to convoy")
        other = self._unit("the army to convoy")
        if self._line.ended:
            raise self._missing("the place to go to")
        return self._helped(OrderKind.CONVOY, unit, other, _EXAMPLES["the army to convoy"])

    def _helped(self, verb: OrderKind, unit: WrittenUnit, other: WrittenUnit, advice: str) -> Written:
        """Read on where the unit that is helped goes to."""
        if not self._at_journey():
            there = self._next_place()
            if there is None:
                raise self._left_over(advice)
            return Written(verb, unit, other, there)
        target, _ = self._journey()
        return Written(verb, unit, other, target)

    def _target_first(self, verb: OrderKind, unit: WrittenUnit, what: str) -> Written:
        """Read ``to BUR from MAR``, as web sites put it; without the ``from`` it could mean two things."""
        target = self._place("the place to go to")
        if not self._line.skip("from"):
            raise self._missing(what)
        return Written(verb, unit, self._unit(what), target)

    # Units and places

    def _speaker(self) -> str | None:
        """Take the power whose order it is: ``France: B A PAR``, ``France builds A PAR``."""
        line = self._line
        colon = (after := line.token(1)) is not None and after.text == ":"
        at = 2 if colon else 1
        power, deed = self._names.powers.get(line.word()), _VERBS.get(line.word(at))
        if power is None or not line.word(at) or line.token(at + 1) is None:
            return None
        if not self._names.is_listed(line.word()):
            speaks = colon or deed in _OF_POWERS
        else:  # ENG is the Channel too, and that may support, or retreat to a place
            letter = deed is OrderKind.RETREAT and line.word(at + 1) in _KINDS
            speaks = colon and (letter or deed in (None, *_OF_POWERS))
        if not speaks:
            return None
        line.at = at
        return power

    def _unit(self, what: str, power: str | None = None) -> WrittenUnit:
        line = self._line
        kind: UnitKind | None = None
        while token := line.token():
            if token.text in _KINDS and kind is None:
                kind = _KINDS[token.text]
            elif self._at_power():
                power = self._names.powers[token.text]
            elif token.text not in _FILLERS:
                break
            line.at += 1
        return WrittenUnit(self._place(what), kind, power)

    def _at_power(self) -> bool:
        """Tell whether the next word names a power: what follows must go on about its unit.

        ``English Channel`` is a place, and so is ``Eng`` unless the letter or the word for a unit follows.
        """
        word, following = self._line.word(), self._line.word(1)
        if word not in self._names.powers:
            return False
        place = self._names.match(self._line, _STOP)
        if place is not None and place.length > 1:
            return False
        if place is not None and self._names.is_listed(word):
            return following in _KINDS
        return following != "" and following not in _VERBS

    def _place(self, what: str) -> WrittenPlace:
        line = self._line
        while line.skip(*_FILLERS):
            pass
        match = self._names.match(line, _STOP)
        if match is None:
            raise self._no_place(what)
        if len(match.codes) > 1:
            piece, choices = line.piece(match.length), self._names.titles(match.codes)
            raise Ambiguous(f"{quoted(piece)} could be {either(choices)}: write more of the name.", piece, choices)
        line.at += match.length
        return WrittenPlace(match.codes[0], self._coast())

    def _coast(self) -> str | None:
        """Take a coast behind a place: ``/nc``, ``(nc)``, ``/north coast``, ``nc``; empty brackets say nothing."""
        line = self._line
        if line.skip("/"):
            return self._direction() if self._after_slash() else None
        if line.word(1) not in _BY | _CARRIED and line.skip("("):
            coast = self._direction() if line.word() else None
            if not line.skip(")"):
                raise self._missing("the closing bracket")
            return coast
        if line.word() in _COASTS or line.word(1) == "coast":
            return self._direction()
        if line.word(1) in _COASTS and line.skip(DASH):
            return self._direction()
        return None

    def _after_slash(self) -> bool:
        """Tell whether a slash is followed by a coast: ``SPA/S`` is, ``SPA/ S A MAR`` is not."""
        word, token = self._line.word(), self._line.token()
        joined = token is not None and token.start == self._line.tokens[self._line.at - 1].end
        return word != "" and (joined if word in _STOP else word in _DIRECTIONS or joined)

    def _direction(self) -> str:
        word = self._line.word()
        if word not in _DIRECTIONS:
            piece = self._line.piece()
            raise Unreadable(f"{quoted(piece)} is no coast: a coast is NC, SC, EC or WC, as in STP/NC.", piece)
        self._line.at += 1
        self._line.skip("coast")
        return _DIRECTIONS[word]

    # Ways

    def _at_journey(self) -> bool:
        """Tell whether something follows that leads to a place, or says by convoy."""
        token = self._line.token()
        if token is None:
            return False
        if token.text == "(":
            return self._line.word(1) in _BY | _CARRIED
        return token.text in _BY or _leads_on(token.text)

    def _journey(self) -> tuple[WrittenPlace, bool]:
        """Take where a unit goes and whether by convoy; a chain of seas, as old programs want it, is a convoy too."""
        via = self._via()
        self._towards()
        if self._via():
            via = True
            self._towards()
        target = self._place("the place to go to")
        while self._at_further_place():
            self._check_sea(target)
            self._towards()
            target, via = self._place("the place to go to"), True
        while self._via():
            via = True
            while self._towards():
                self._place("the sea of the convoy")
        return target, via

    def _at_further_place(self) -> bool:
        token = self._line.token()
        return token is not None and _leads_on(token.text)

    def _check_sea(self, place: WrittenPlace) -> None:
        """Refuse a way over land: ``A PAR - BUR - MUN`` is no convoy, and no other order."""
        province = self._board.provinces[place.province]
        if province.kind is not ProvinceKind.SEA:
            raise Unreadable(
                f"{province.name} is no sea: a move goes one step, and a convoy over seas as in A LON - NTH - NWY.",
                self._line.before,
            )

    def _next_place(self) -> WrittenPlace | None:
        """Take a place that ends the line with nothing before it: ``PAR BUR``; None, and nothing taken, if none does.

        A word that could be more than that place is not guessed at.
        """
        line, start = self._line, self._line.at
        match = self._names.match(line, _STOP)
        if match is None:
            return None
        piece, place = line.piece(match.length), self._place("the place to go to")
        if not line.ended:
            line.at = start
            return None
        before = next(token for token in reversed(line.tokens[:start]) if token.text != ":")
        self._check_meant(before, piece, place)
        return place

    def _check_meant(self, before: Token, piece: str, place: WrittenPlace) -> None:
        """Refuse ``ENG LON``, which may be an English unit, and ``HOL``, which may be a hold cut short."""
        title = self._board.provinces[place.province].name
        power = self._board.powers.get(self._names.powers.get(before.text, ""))
        if power is not None:
            start = self._line.text[before.start : before.end]
            raise self._either_way(f"{start} {piece}", f"the {power.adjective} unit in {title}", f"a move to {title}")
        verb = next((word for word in _VERBS if word.startswith(piece.lower())), None)
        if verb is not None:
            raise self._either_way(piece, f"a move to {title}", verb.upper())

    def _towards(self) -> bool:
        """Take the dashes and words that lead to a place."""
        start = self._line.at
        while (token := self._line.token()) and _leads_on(token.text):
            self._line.at += 1
        return self._line.at > start

    def _via(self) -> bool:
        """Take ``via``, ``via convoy``, ``by convoy``, also in brackets; seas named behind it change nothing."""
        line = self._line
        bracket = line.word(1) in _BY | _CARRIED and line.skip("(")
        if not self._convoyed(bracket):
            return False
        if bracket and not line.skip(")"):
            raise self._missing("the closing bracket")
        while line.word() and line.word() not in _STOP:
            self._place("the sea of the convoy")
        return True

    def _convoyed(self, bracket: bool) -> bool:
        """Take the words themselves; ``convoy`` alone counts in brackets or at the end of the line."""
        line = self._line
        if line.skip("by"):
            if not line.skip("convoy"):
                raise self._missing("CONVOY")
            return True
        if line.skip("via"):
            line.skip("convoy")
            return True
        return (bracket or line.last) and line.skip(*_CARRIED)

    def _holding(self) -> bool:
        start = self._line.at
        while self._line.skip(*_TO, *_FILLERS):
            pass
        if self._verb() is OrderKind.HOLD:
            return True
        self._line.at = start
        return False

    def _verb(self) -> OrderKind | None:
        word = self._line.word()
        if word not in _VERBS or (word == "w" and self._line.token(1)):
            return None
        self._line.at += 1
        return _VERBS[word]

    # Errors

    def _either_way(self, piece: str, *choices: str) -> Ambiguous:
        return Ambiguous(
            f"{quoted(piece)} could be {either(choices)}: write the dash of a move, as in A PAR - BUR.", piece, choices
        )

    def _left_over(self, advice: str) -> Unreadable:
        rest, before = self._line.rest, self._line.before
        return Unreadable(f"{quoted(rest)} cannot be understood after {quoted(before, tail=True)}: {advice}.", rest)

    def _missing(self, what: str) -> Unreadable:
        before = quoted(self._line.before, tail=True)
        return Unreadable(f"After {before} {what} is missing: {_EXAMPLES[what]}.", self._line.piece())

    def _no_verb(self, unit: WrittenUnit) -> Unreadable:
        example = f"{unit.text(UnitKind.ARMY)} H"
        if self._line.ended:
            before = self._line.before
            return Unreadable(f"{quoted(before)} does not say what to do: write for example {example}.", before)
        piece = self._line.piece()
        verbs = "H, -, S, C, R, D or B"
        return Unreadable(f"{quoted(piece)} is no order: after the unit write {verbs}, for example {example}.", piece)

    def _no_place(self, what: str) -> Unreadable:
        word, piece = self._line.word(), self._line.piece()
        if self._line.token() is None:
            return self._missing(what)
        if not word or word in _STOP:
            return Unreadable(f"{quoted(piece)} stands where {what} should be: {_EXAMPLES[what]}.", piece)
        near = self._names.near(word)
        advice = f"perhaps {near} is meant" if near else "use its name, or its three letters as in PAR for Paris"
        return Unreadable(f"{quoted(piece)} is no place on the map: {advice}.", piece)


def _leads_on(text: str) -> bool:
    return text == DASH or text in _TO or _VERBS.get(text) is OrderKind.MOVE
