"""Orders as text: ``read`` understands the notation that everybody uses, ``write`` gives the canonical line.

Reading is free: any case, codes or names or unambiguous abbreviations, letters or words, with or without blanks
round the dash (DATC 4.C); canonical lines take the short way through ``canonical``. It looks at the map only, never
at who stands where; ``binding`` does that. Whatever the line, ``read`` gives a ``Written`` or raises a
``NotationError`` of one sentence. *Unreadable* is what no order could mean, *ambiguous* what could mean several
places.
"""

from __future__ import annotations

from functools import lru_cache

from door.rules.board import Board
from door.rules.canonical import read_canonical, write
from door.rules.names import Line
from door.rules.phrases import EXAMPLES, PhraseReader
from door.rules.vocabulary import FILLERS, ONTO, THEN, TO
from door.rules.written import (
    Ambiguous,
    NotationError,
    OrderError,
    OrderKind,
    Unreadable,
    Written,
    WrittenPlace,
    WrittenUnit,
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


def read(text: str, board: Board, army_fleet: bool = False) -> Written:
    """Read one order; raise ``Unreadable`` or ``Ambiguous`` with one sentence when it cannot be understood.

    The words of the Army/Fleet rules are refused unless ``army_fleet`` says that the game is played by them.
    """
    line = text.strip()
    if len(line) > MOST_CHARACTERS:
        raise Unreadable(f"The line is too long for an order: write at most {MOST_CHARACTERS} characters.")
    return _read(line, board, army_fleet)


@lru_cache(maxsize=8192)
def _read(line: str, board: Board, army_fleet: bool) -> Written:
    """Read a line; kept, because the same few thousand lines come again and again, turn after turn."""
    return read_canonical(line, board) or _Reader(Line(line), board, army_fleet).order()


class _Reader(PhraseReader):
    """Reads one line as an order."""

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
        words = [token.text for token in self._line.tokens if token.is_word and token.text not in FILLERS]
        verbs = {self._verbs[word] for word in words if word in self._verbs}
        if OrderKind.WAIVE not in verbs or verbs - {OrderKind.WAIVE, OrderKind.BUILD}:
            return None
        if any(word.isdecimal() for word in words):
            raise Unreadable("One build is waived at a time: write WAIVE once for each.", self._line.rest)
        if not all(word in self._verbs or word in powers for word in words):
            return None
        return Written(OrderKind.WAIVE, power=next((powers[word] for word in words if word in powers), None))

    def _led(self, verb: OrderKind, unit: WrittenUnit) -> Written:
        """Read on where the verb stood before the unit: ``REMOVE A BEL``, ``B F STP/NC``."""
        if verb in (OrderKind.EMBARK, OrderKind.LAND):
            raise Unreadable(
                "The army comes first, as in A LON EMBARK ENG or A NTH DISEMBARK NTH - NWY.", self._line.before
            )
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
        deeds = {
            OrderKind.SUPPORT: self._support,
            OrderKind.CONVOY: self._convoy,
            OrderKind.EMBARK: self._embark,
            OrderKind.LAND: self._land,
        }
        return deeds[verb](unit) if verb in deeds else self._done(verb, unit)

    def _done(self, verb: OrderKind, unit: WrittenUnit) -> Written:
        """Read the rest of an order that is about the one unit."""
        if verb is OrderKind.WAIVE:
            raise Unreadable("A build that is waived has no unit: write only WAIVE.", self._line.before)
        nowhere = verb is OrderKind.RETREAT and self._line.ended  # R for "remove", or half a retreat: the turn tells
        if nowhere or verb not in (OrderKind.MOVE, OrderKind.RETREAT):
            return Written(verb, unit)
        target, via = self._journey()
        return Written(verb, unit, target=target, via=via, sea=self._ferry_sea())

    def _support(self, unit: WrittenUnit) -> Written:
        start = self._line.at
        deed = self._verb()
        if deed not in (None, OrderKind.HOLD, OrderKind.MOVE):
            self._line.at = start
        if deed is not OrderKind.HOLD and self._line.skip(*TO):
            return self._target_first(OrderKind.SUPPORT, unit, "the unit to support")
        while deed is OrderKind.HOLD and self._line.skip(*TO):
            pass
        other = self._unit("the unit to support")
        if self._line.ended or self._holding():
            return Written(OrderKind.SUPPORT, unit, other)
        return self._helped(OrderKind.SUPPORT, unit, other, EXAMPLES["the unit to support"])

    def _convoy(self, unit: WrittenUnit) -> Written:
        if self._line.skip(*TO):
            return self._target_first(OrderKind.CONVOY, unit, "the army to convoy")
        other = self._unit("the army to convoy")
        if self._line.ended:
            raise self._missing("the place to go to")
        return self._helped(OrderKind.CONVOY, unit, other, EXAMPLES["the army to convoy"])

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

    # The Army/Fleet rules

    def _ferry_sea(self) -> WrittenPlace | None:
        """Give the sea that was named for a Fast Ferry; over two it does not go (A/F rule 2)."""
        if not self._army_fleet or not self._seas:
            return None
        if len(set(self._seas)) > 1:
            raise Unreadable(
                "A Fast Ferry crosses one sea: to go further embark, as in A LON EMBARK ENG, DISEMBARK MAO - POR.",
                self._line.before,
            )
        return self._seas[0]

    def _embark(self, unit: WrittenUnit) -> Written:
        while self._line.skip(*ONTO):
            pass
        sea = self._unit("the fleet to board").place
        if self._line.ended:
            return Written(OrderKind.EMBARK, unit, sea=sea)
        while self._line.skip(*THEN):
            pass
        if self._verb() is not OrderKind.LAND:
            raise self._left_over("an army that boards may land too, as in A LON EMBARK ENG, DISEMBARK MAO - POR")
        return Written(OrderKind.EMBARK, unit, sea=sea, landing=self._landing())

    def _land(self, unit: WrittenUnit) -> Written:
        sea, target = self._landing()
        return Written(OrderKind.LAND, unit, sea=sea, target=target)

    def _landing(self) -> tuple[WrittenPlace, WrittenPlace]:
        """Take the sea and the province of a landing: ``MAO - POR``, ``from MAO in POR``, ``in POR from MAO``."""
        self._towards()
        first = self._unit("the sea to land from").place
        if self._line.skip("from"):
            return self._place("the sea to land from"), first
        if self._line.ended:
            raise Unreadable(
                f"It is not said from which sea the army lands: {EXAMPLES['the sea to land from']}.", self._line.before
            )
        self._towards()
        return first, self._place("the place to go to")
