"""Parts of an order as written: units, places, and the ways between them; and what is wrong with a part."""

from __future__ import annotations

from door.rules.board import Board, ProvinceKind
from door.rules.names import DASH, Line, PlaceNames, Token, place_names
from door.rules.units import UnitKind
from door.rules.vocabulary import (
    ABOARD_VERBS,
    ALL_STOP,
    ALL_VERBS,
    BY,
    CARRIED,
    COASTS,
    DIRECTIONS,
    FILLERS,
    KINDS,
    OF_POWERS,
    STOP,
    TO,
    VERBS,
)
from door.rules.written import (
    OTHER_RULES,
    Ambiguous,
    OrderKind,
    Unreadable,
    WrittenPlace,
    WrittenUnit,
    either,
    quoted,
)

EXAMPLES = {
    "the unit": "an order looks like A PAR - BUR or F NTH H",
    "the unit to support": "a support looks like A BUD S A SER or A PIC S A BUR - BEL",
    "the army to convoy": "a convoy looks like F NTH C A LON - NWY",
    "the place to go to": "name it as in A PAR - BUR",
    "the sea of the convoy": "a move by convoy looks like A LON - NWY VIA",
    "the fleet to board": "name its sea as in A LON EMBARK ENG",
    "the sea to land from": "an army lands as in A NTH DISEMBARK NTH - NWY",
    "the closing bracket": "write it as in STP(NC)",
    "CONVOY": "a move by convoy looks like A LON - NWY BY CONVOY",
}
"""What may be missing from a line, and what would be right."""


class PhraseReader:
    """Reads a line from left to right; each method takes what it names and moves on."""

    def __init__(self, line: Line, board: Board, army_fleet: bool) -> None:
        self._line = line
        self._board = board
        self._names: PlaceNames = place_names(board)
        self._army_fleet = army_fleet
        self._verbs = ALL_VERBS if army_fleet else VERBS
        self._stop = ALL_STOP if army_fleet else STOP
        self._seas: list[WrittenPlace] = []
        """The seas named for a move by convoy."""

    # Units and places

    def _speaker(self) -> str | None:
        """Take the power whose order it is: ``France: B A PAR``, ``France builds A PAR``."""
        line = self._line
        colon = (after := line.token(1)) is not None and after.text == ":"
        at = 2 if colon else 1
        power, deed = self._names.powers.get(line.word()), self._verbs.get(line.word(at))
        if power is None or not line.word(at) or line.token(at + 1) is None:
            return None
        if not self._names.is_listed(line.word()):
            speaks = colon or deed in OF_POWERS
        else:  # ENG is the Channel too, and that may support, or retreat to a place
            letter = deed is OrderKind.RETREAT and line.word(at + 1) in KINDS
            speaks = colon and (letter or deed in (None, *OF_POWERS))
        if not speaks:
            return None
        line.at = at
        return power

    def _unit(self, what: str, power: str | None = None) -> WrittenUnit:
        line = self._line
        kind: UnitKind | None = None
        laden = False
        while token := line.token():
            if self._army_fleet and kind is None and self._laden():
                kind, laden = UnitKind.FLEET, True
                continue
            if token.text in KINDS and kind is None:
                kind = KINDS[token.text]
            elif self._at_power():
                power = self._names.powers[token.text]
            elif token.text not in FILLERS:
                break
            line.at += 1
        return WrittenUnit(self._place(what), kind, power, laden)

    def _laden(self) -> bool:
        """Take ``A/F``, a fleet and the army aboard."""
        line, start = self._line, self._line.at
        if KINDS.get(line.word()) is UnitKind.ARMY:
            line.at += 1
            if line.skip("/") and KINDS.get(line.word()) is UnitKind.FLEET:
                line.at += 1
                return True
        line.at = start
        return False

    def _at_power(self) -> bool:
        """Tell whether the next word names a power: what follows must go on about its unit.

        ``English Channel`` is a place, and so is ``Eng`` unless the letter or the word for a unit follows.
        """
        word, following = self._line.word(), self._line.word(1)
        if word not in self._names.powers:
            return False
        place = self._names.match(self._line, self._stop)
        if place is not None and place.length > 1:
            return False
        if place is not None and self._names.is_listed(word):
            return following in KINDS
        return following != "" and following not in self._verbs

    def _place(self, what: str) -> WrittenPlace:
        line = self._line
        while line.skip(*FILLERS):
            pass
        match = self._names.match(line, self._stop)
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
        if line.word(1) not in BY | CARRIED and line.skip("("):
            coast = self._direction() if line.word() else None
            if not line.skip(")"):
                raise self._missing("the closing bracket")
            return coast
        if line.word() in COASTS or line.word(1) == "coast":
            return self._direction()
        if line.word(1) in COASTS and line.skip(DASH):
            return self._direction()
        return None

    def _after_slash(self) -> bool:
        """Tell whether a slash is followed by a coast: ``SPA/S`` is, ``SPA/ S A MAR`` is not."""
        word, token = self._line.word(), self._line.token()
        joined = token is not None and token.start == self._line.tokens[self._line.at - 1].end
        return word != "" and (joined if word in self._stop else word in DIRECTIONS or joined)

    def _direction(self) -> str:
        word = self._line.word()
        if word not in DIRECTIONS:
            piece = self._line.piece()
            raise Unreadable(f"{quoted(piece)} is no coast: a coast is NC, SC, EC or WC, as in STP/NC.", piece)
        self._line.at += 1
        self._line.skip("coast")
        return DIRECTIONS[word]

    # Ways

    def _at_journey(self) -> bool:
        """Tell whether something follows that leads to a place, or says by convoy."""
        token = self._line.token()
        if token is None:
            return False
        if token.text == "(":
            return self._line.word(1) in BY | CARRIED
        return token.text in BY or leads_on(token.text)

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
            self._seas.append(target)
            self._towards()
            target, via = self._place("the place to go to"), True
        while self._via():
            via = True
            while self._towards():
                self._seas.append(self._place("the sea of the convoy"))
        return target, via

    def _at_further_place(self) -> bool:
        token = self._line.token()
        return token is not None and leads_on(token.text)

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
        match = self._names.match(line, self._stop)
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
        verb = next((word for word in self._verbs if word.startswith(piece.lower())), None)
        if verb is not None:
            raise self._either_way(piece, f"a move to {title}", verb.upper())

    def _towards(self) -> bool:
        """Take the dashes and words that lead to a place."""
        start = self._line.at
        while (token := self._line.token()) and leads_on(token.text):
            self._line.at += 1
        return self._line.at > start

    def _via(self) -> bool:
        """Take ``via``, ``via convoy``, ``by convoy``, also in brackets; seas named behind it change nothing."""
        line = self._line
        bracket = line.word(1) in BY | CARRIED and line.skip("(")
        if not self._convoyed(bracket):
            return False
        if bracket and not line.skip(")"):
            raise self._missing("the closing bracket")
        while line.word() and line.word() not in self._stop:
            self._seas.append(self._place("the sea of the convoy"))
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
        return (bracket or line.last) and line.skip(*CARRIED)

    def _holding(self) -> bool:
        start = self._line.at
        while self._line.skip(*TO, *FILLERS):
            pass
        if self._verb() is OrderKind.HOLD:
            return True
        self._line.at = start
        return False

    def _verb(self) -> OrderKind | None:
        word = self._line.word()
        if word not in self._verbs or (word == "w" and self._line.token(1)):
            return None
        self._line.at += 1
        return self._verbs[word]

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
        return Unreadable(f"After {before} {what} is missing: {EXAMPLES[what]}.", self._line.piece())

    def _no_verb(self, unit: WrittenUnit) -> Unreadable:
        example = f"{unit.text(UnitKind.ARMY)} H"
        if self._line.ended:
            before = self._line.before
            return Unreadable(f"{quoted(before)} does not say what to do: write for example {example}.", before)
        piece = self._line.piece()
        if self._line.word() in ABOARD_VERBS:
            return Unreadable(OTHER_RULES, piece)
        verbs = "H, -, S, C, EMBARK, DISEMBARK, R, D or B" if self._army_fleet else "H, -, S, C, R, D or B"
        return Unreadable(f"{quoted(piece)} is no order: after the unit write {verbs}, for example {example}.", piece)

    def _no_place(self, what: str) -> Unreadable:
        word, piece = self._line.word(), self._line.piece()
        if self._line.token() is None:
            return self._missing(what)
        if not self._army_fleet and self._at_laden():
            return Unreadable(OTHER_RULES, piece)
        if not word or word in self._stop:
            return Unreadable(f"{quoted(piece)} stands where {what} should be: {EXAMPLES[what]}.", piece)
        near = self._names.near(word)
        advice = f"perhaps {near} is meant" if near else "use its name, or its three letters as in PAR for Paris"
        return Unreadable(f"{quoted(piece)} is no place on the map: {advice}.", piece)

    def _at_laden(self) -> bool:
        """Tell whether what follows makes ``A/F`` of the letter just read."""
        line = self._line
        if line.at == 0 or KINDS.get(line.word(-1)) is not UnitKind.ARMY:
            return False
        return line.piece() == "/" and KINDS.get(line.word(1)) is UnitKind.FLEET


def leads_on(text: str) -> bool:
    """Tell whether the token leads to a place: a dash, ``to``, or a verb of moving."""
    return text == DASH or text in TO or VERBS.get(text) is OrderKind.MOVE
