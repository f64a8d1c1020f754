"""What became of each order, and why.

A result is an order with its *marks*. A mark is a value: what happened, and which order or unit did it. Success is
the absence of marks. Result words, sentences and screens only word the marks; each kind has the word of the results
and a text, in which its fields are named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from door.rules.orders import Move, Order
from door.rules.units import Unit


@dataclass(frozen=True, slots=True)
class Wording:
    """How sentences name moves, units and places; by default in the notation."""

    move: Callable[[Move], str] = str
    unit: Callable[[Unit], str] = str
    place: Callable[[str], str] = str

    def of(self, value: Move | Unit | Place | int | str) -> str:
        """Name whatever a mark's text names."""
        match value:
            case Move():
                return self.move(value)
            case Unit():
                return self.unit(value)
            case Place():
                return self.place(value.location)
            case _:
                return str(value)


@dataclass(frozen=True, slots=True)
class Place:
    """A location that a sentence names."""

    location: str

    def __str__(self) -> str:
        return self.location


NOTATION = Wording()
"""Orders as ``A PAR - BUR``, units as ``A PAR``, places as ``PAR``."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that befell an order or its unit."""

    word: ClassVar[str]
    text: ClassVar[str]
    __match_args__: ClassVar[tuple[str, ...]]

    def sentence(self, say: Wording = NOTATION) -> str:
        """The mark as a sentence, moves, units and places named by ``say``."""
        named = {name: getattr(self, name) for name in self.__match_args__}
        if say is not NOTATION:
            named = {name: say.of(value) for name, value in named.items()}
        sentence = self.text.format_map(named)
        return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True, slots=True)
class StoodOff(Mark):
    """The attack met another attack on the same province: ``own`` strength against ``other``."""

    by: Move
    own: int
    other: int
    word = "bounce"
    text = "Stood off by {by}, {own} against {other}."


@dataclass(frozen=True, slots=True)
class MetHeadOn(Mark):
    """The attack met the attack that came the other way: ``own`` strength against ``other``."""

    by: Move
    own: int
    other: int
    word = "bounce"
    text = "Met head on by {by}, {own} against {other}."


@dataclass(frozen=True, slots=True)
class HeldOff(Mark):
    """The unit in the province defended it: ``own`` strength against ``other``."""

    by: Unit
    own: int
    other: int
    word = "bounce"
    text = "{by} stayed, {own} against {other}."


@dataclass(frozen=True, slots=True)
class OwnUnit(Mark):
    """A unit of the same power stayed in the province (DATC 6.D.10; the door, Moves 7)."""

    by: Unit
    word = "bounce"
    text = "{by} stayed, and no power dislodges its own unit."


@dataclass(frozen=True, slots=True)
class NoConvoy(Mark):
    """The army had to go by convoy, and the fleet ``by`` of the best chain was not ordered to carry it."""

    by: Unit
    word = "no convoy"
    text = "No whole chain of fleets was ordered to carry it: {by} was not."


@dataclass(frozen=True, slots=True)
class NoFleet(Mark):
    """The army had to go by convoy, and in the sea ``at`` of the best chain there was no fleet."""

    at: Place
    word = "no convoy"
    text = "No whole chain of fleets was ordered to carry it: there was none in {at}."


@dataclass(frozen=True, slots=True)
class ConvoyBroken(Mark):
    """Every chain of fleets that was to carry the army was broken; ``by`` one of the attacks that did it."""

    by: Move
    word = "no convoy"
    text = "Its convoy was broken by {by}."


@dataclass(frozen=True, slots=True)
class ConvoyParadox(Mark):
    """The army's convoy would stand or fall by what the army does (Szykman's rule, DATC 6.F.14); ``by`` attacks it."""

    by: Move
    word = "no convoy"
    text = "Whether its convoy stands against {by} hangs on its own attack, a paradox, so the army stayed."


@dataclass(frozen=True, slots=True)
class Disrupted(Mark):
    """The fleet's convoy was broken."""

    by: Move
    word = "disrupted"
    text = "Broken by {by}."


@dataclass(frozen=True, slots=True)
class DisruptedByParadox(Mark):
    """The fleet's convoy of ``by`` was part of a paradox (Szykman's rule, DATC 6.F.14)."""

    by: Move
    word = "disrupted"
    text = "The convoy hangs on the attack that it carries, {by}, a paradox."


@dataclass(frozen=True, slots=True)
class Cut(Mark):
    """The support was cut."""

    by: Move
    word = "cut"
    text = "Cut by {by}."


@dataclass(frozen=True, slots=True)
class DislodgedBy(Mark):
    """The unit was dislodged."""

    by: Move
    word = "dislodged"
    text = "Dislodged by {by}."


@dataclass(frozen=True, slots=True)
class Void(Mark):
    """The order was void; the reason is a sentence."""

    reason: str
    word = "void"
    text = "{reason}"


@dataclass(frozen=True, slots=True)
class Disbanded(Mark):
    """The unit was disbanded, though its order (or nobody) said so; the reason is a sentence."""

    reason: str
    word = "disband"
    text = "{reason}"


@dataclass(frozen=True, slots=True)
class Crowded(Mark):
    """The unit retreated to a province to which others retreated too (DATC 6.H.9; the door, Retreats 4)."""

    target: Place
    word = "disband"
    text = "More than one unit retreated to {target}, so all of them were disbanded."


@dataclass(frozen=True, slots=True)
class Occupied(Mark):
    """The unit retreated to a province where another stands (the door, Retreats 4)."""

    by: Unit
    word = "disband"
    text = "{by} stands there, so the unit was disbanded."


@dataclass(frozen=True, slots=True)
class HeldBack(Mark):
    """The fleet of an A/F could not move because its army could not land (A/F rule 5)."""

    by: Unit
    word = "bounce"
    text = "{by} could not land, so its fleet stayed with it (A/F rule 5)."


@dataclass(frozen=True, slots=True)
class Stands(Mark):
    """The order hangs on itself, or on others that do, so the unit stands (A/F rule 7)."""

    word = "undetermined"
    text = "It cannot be decided without circular reasoning, so it stands (A/F rule 7)."


@dataclass(frozen=True, slots=True)
class Excepted(Mark):
    """The landing was not made: it would have had an effect on the move of its own A/F (A/F rule 5, Exception)."""

    at: Place
    word = "excepted"
    text = "Landing from {at} would affect its own fleet's move there, so it stayed aboard (A/F rule 5, Exception)."


@dataclass(frozen=True, slots=True)
class NoPosition(Mark):
    """The landing was not made: the A/F did not reach the sea that it names (A/F rules 4, 5)."""

    at: Place
    word = "no position"
    text = "Its fleet did not reach {at}, so it stayed aboard (A/F rule 5)."


@dataclass(frozen=True, slots=True)
class FerryBroken(Mark):
    """The army's Fast Ferry was dislodged (A/F rule 2)."""

    by: Move
    word = "disrupted"
    text = "The fleet that ferried it was dislodged by {by} (A/F rule 2)."


class Result(NamedTuple):
    """An order and its marks; none is success. ``given`` is False where the program supplied the order."""

    order: Order
    marks: tuple[Mark, ...] = ()
    given: bool = True

    @property
    def succeeded(self) -> bool:
        """Whether the order did all that it said and its unit stands."""
        return not self.marks

    @property
    def words(self) -> list[str]:
        """The result words: ``bounce cut dislodged void "no convoy" disrupted disband``."""
        return [mark.word for mark in self.marks] if self.marks else []

    def reason(self, say: Wording = NOTATION) -> str | None:
        """The sentences of the marks; None for a success."""
        return " ".join([mark.sentence(say) for mark in self.marks]) if self.marks else None
