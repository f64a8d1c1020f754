"""What became of each order, and why.

A result is an order with its *marks*. A mark is a value: what happened, and which order or unit did it. Success is
the absence of marks. Result words, sentences and screens only word the marks; each kind has its word and its sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from door.rules.orders import Move, Order
from door.rules.units import Unit
from door.rules.value import value


@value
class Wording:
    """How sentences name moves, units and places; by default in the notation."""

    move: Callable[[Move], str] = str
    unit: Callable[[Unit], str] = str
    place: Callable[[str], str] = str


@value
class Place:
    """A location that a sentence names."""

    location: str

    def __str__(self) -> str:
        return self.location


NOTATION = Wording()
"""Orders as ``A PAR - BUR``, units as ``A PAR``, places as ``PAR``."""


@value
class Mark:
    """Something that befell an order or its unit."""

    word: ClassVar[str]

    def sentence(self, say: Wording = NOTATION) -> str:
        """The mark as a sentence, moves, units and places named by ``say``."""
        told = self._told(say)
        return told[:1].upper() + told[1:]

    def _told(self, say: Wording) -> str:
        raise NotImplementedError


@value
class StoodOff(Mark):
    """The attack met another attack on the same province: ``own`` strength against ``other``."""

    by: Move
    own: int
    other: int
    word = "bounce"

    def _told(self, say: Wording) -> str:
        return f"Stood off by {say.move(self.by)}, {self.own} against {self.other}."


@value
class MetHeadOn(Mark):
    """The attack met the attack that came the other way: ``own`` strength against ``other``."""

    by: Move
    own: int
    other: int
    word = "bounce"

    def _told(self, say: Wording) -> str:
        return f"Met head on by {say.move(self.by)}, {self.own} against {self.other}."


@value
class HeldOff(Mark):
    """The unit in the province defended it: ``own`` strength against ``other``."""

    by: Unit
    own: int
    other: int
    word = "bounce"

    def _told(self, say: Wording) -> str:
        return f"{say.unit(self.by)} stayed, {self.own} against {self.other}."


@value
class OwnUnit(Mark):
    """A unit of the same power stayed in the province (DATC 6.D.10; the door, Moves 7)."""

    by: Unit
    word = "bounce"

    def _told(self, say: Wording) -> str:
        return f"{say.unit(self.by)} stayed, and no power dislodges its own unit."


@value
class NoConvoy(Mark):
    """The army had to go by convoy, and the fleet ``by`` of the best chain was not ordered to carry it."""

    by: Unit
    word = "no convoy"

    def _told(self, say: Wording) -> str:
        return f"No whole chain of fleets was ordered to carry it: {say.unit(self.by)} was not."


@value
class NoFleet(Mark):
    """The army had to go by convoy, and in the sea ``at`` of the best chain there was no fleet."""

    at: Place
    word = "no convoy"

    def _told(self, say: Wording) -> str:
        return f"No whole chain of fleets was ordered to carry it: there was none in {say.place(self.at.location)}."


@value
class ConvoyBroken(Mark):
    """Every chain of fleets that was to carry the army was broken; ``by`` one of the attacks that did it."""

    by: Move
    word = "no convoy"

    def _told(self, say: Wording) -> str:
        return f"Its convoy was broken by {say.move(self.by)}."


@value
class ConvoyParadox(Mark):
    """The army's convoy would stand or fall by what the army does (Szykman's rule, DATC 6.F.14); ``by`` attacks it."""

    by: Move
    word = "no convoy"

    def _told(self, say: Wording) -> str:
        threat = say.move(self.by)
        return f"Whether its convoy stands against {threat} hangs on its own attack, a paradox, so the army stayed."


@value
class Disrupted(Mark):
    """The fleet's convoy was broken."""

    by: Move
    word = "disrupted"

    def _told(self, say: Wording) -> str:
        return f"Broken by {say.move(self.by)}."


@value
class DisruptedByParadox(Mark):
    """The fleet's convoy of ``by`` was part of a paradox (Szykman's rule, DATC 6.F.14)."""

    by: Move
    word = "disrupted"

    def _told(self, say: Wording) -> str:
        return f"The convoy hangs on the attack that it carries, {say.move(self.by)}, a paradox."


@value
class Cut(Mark):
    """The support was cut."""

    by: Move
    word = "cut"

    def _told(self, say: Wording) -> str:
        return f"Cut by {say.move(self.by)}."


@value
class DislodgedBy(Mark):
    """The unit was dislodged."""

    by: Move
    word = "dislodged"

    def _told(self, say: Wording) -> str:
        return f"Dislodged by {say.move(self.by)}."


@value
class Void(Mark):
    """The order was void; the reason is a sentence."""

    reason: str
    word = "void"

    def _told(self, say: Wording) -> str:
        return self.reason


@value
class Disbanded(Mark):
    """The unit was disbanded, though its order (or nobody) said so; the reason is a sentence."""

    reason: str
    word = "disband"

    def _told(self, say: Wording) -> str:
        return self.reason


@value
class Crowded(Mark):
    """The unit retreated to a province to which others retreated too (DATC 6.H.9; the door, Retreats 4)."""

    target: Place
    word = "disband"

    def _told(self, say: Wording) -> str:
        return f"More than one unit retreated to {say.place(self.target.location)}, so all of them were disbanded."


@value
class Occupied(Mark):
    """The unit retreated to a province where another stands (the door, Retreats 4)."""

    by: Unit
    word = "disband"

    def _told(self, say: Wording) -> str:
        return f"{say.unit(self.by)} stands there, so the unit was disbanded."


@value
class HeldBack(Mark):
    """The fleet of an A/F could not move because its army could not land (A/F rule 5)."""

    by: Unit
    word = "bounce"

    def _told(self, say: Wording) -> str:
        return f"{say.unit(self.by)} could not land, so its fleet stayed with it (A/F rule 5)."


@value
class Stands(Mark):
    """The order hangs on itself, or on others that do, so the unit stands (A/F rule 7)."""

    word = "undetermined"

    def _told(self, say: Wording) -> str:
        return "It cannot be decided without circular reasoning, so it stands (A/F rule 7)."


@value
class Excepted(Mark):
    """The landing was not made: it would have had an effect on the move of its own A/F (A/F rule 5, Exception)."""

    at: Place
    word = "excepted"

    def _told(self, say: Wording) -> str:
        affects = f"Landing from {say.place(self.at.location)} would affect its own fleet's move there"
        return f"{affects}, so it stayed aboard (A/F rule 5, Exception)."


@value
class NoPosition(Mark):
    """The landing was not made: the A/F did not reach the sea that it names (A/F rules 4, 5)."""

    at: Place
    word = "no position"

    def _told(self, say: Wording) -> str:
        return f"Its fleet did not reach {say.place(self.at.location)}, so it stayed aboard (A/F rule 5)."


@value
class FerryBroken(Mark):
    """The army's Fast Ferry was dislodged (A/F rule 2)."""

    by: Move
    word = "disrupted"

    def _told(self, say: Wording) -> str:
        return f"The fleet that ferried it was dislodged by {say.move(self.by)} (A/F rule 2)."


@value
class Result:
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
