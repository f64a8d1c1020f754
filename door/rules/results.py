"""What became of each order, and why.

A result is an order with its *marks*. A mark is a value: what happened, and which order or unit did it. Success is
the absence of marks; result words, sentences and screens only word them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from door.rules.notation import write
from door.rules.orders import Move, Order
from door.rules.units import Unit


@dataclass(frozen=True, slots=True)
class Wording:
    """How sentences name moves, units and places; by default in the notation."""

    order: Callable[[Move], str] = write
    unit: Callable[[Unit], str] = str
    place: Callable[[str], str] = str


NOTATION = Wording()
"""Orders as ``A PAR - BUR``, units as ``A PAR``, places as ``PAR``."""


@dataclass(frozen=True, slots=True)
class StoodOff:
    """The attack met another attack on the same province: ``own`` strength against ``other``."""

    by: Move
    own: int
    other: int
    head_on: bool = False
    word: ClassVar[str] = "bounce"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        how = "Met head on" if self.head_on else "Stood off"
        return f"{how} by {say.order(self.by)}, {self.own} against {self.other}."


@dataclass(frozen=True, slots=True)
class HeldOff:
    """The unit in the province defended it: ``own`` strength against ``other``."""

    by: Unit
    own: int
    other: int
    word: ClassVar[str] = "bounce"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return f"{_capital(say.unit(self.by))} stayed, {self.own} against {self.other}."


@dataclass(frozen=True, slots=True)
class OwnUnit:
    """A unit of the same power stayed in the province, and no power dislodges its own (DATC 6.D.10)."""

    by: Unit
    word: ClassVar[str] = "bounce"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return f"{_capital(say.unit(self.by))} stayed, and no power dislodges its own unit."


@dataclass(frozen=True, slots=True)
class NoConvoy:
    """The army had to go by convoy, and no whole chain of fleets was ordered to carry it."""

    word: ClassVar[str] = "no convoy"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return "No whole chain of fleets was ordered to carry it."


@dataclass(frozen=True, slots=True)
class ConvoyBroken:
    """Every chain of fleets that was to carry the army was broken; ``by`` one of the attacks that did it."""

    by: Move | None
    word: ClassVar[str] = "no convoy"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        if self.by is None:
            return "Its convoy hangs on its own attack, a paradox, so the army stayed."
        return f"Its convoy was broken by {say.order(self.by)}."


@dataclass(frozen=True, slots=True)
class Disrupted:
    """The fleet's convoy was broken; ``by`` None in a paradox."""

    by: Move | None
    word: ClassVar[str] = "disrupted"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return "The convoy hangs on its own attack, a paradox." if self.by is None else f"Broken by {say.order(self.by)}."


@dataclass(frozen=True, slots=True)
class Cut:
    """The support was cut."""

    by: Move
    word: ClassVar[str] = "cut"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return f"Cut by {say.order(self.by)}."


@dataclass(frozen=True, slots=True)
class DislodgedBy:
    """The unit was dislodged."""

    by: Move
    word: ClassVar[str] = "dislodged"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return f"Dislodged by {say.order(self.by)}."


@dataclass(frozen=True, slots=True)
class Void:
    """The order was void; the reason is a sentence."""

    reason: str
    word: ClassVar[str] = "void"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return self.reason


@dataclass(frozen=True, slots=True)
class Disbanded:
    """The unit was disbanded, though its order (or nobody) said so; the reason is a sentence."""

    reason: str
    word: ClassVar[str] = "disband"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return self.reason


@dataclass(frozen=True, slots=True)
class Crowded:
    """The unit retreated to a province to which others retreated too (DATC 6.H.9; the door, Retreats 4)."""

    target: str
    word: ClassVar[str] = "disband"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return f"More than one unit retreated to {say.place(self.target)}, so all of them were disbanded."


@dataclass(frozen=True, slots=True)
class Occupied:
    """The unit retreated to a province where another stands (the door, Retreats 4)."""

    by: Unit
    word: ClassVar[str] = "disband"

    def sentence(self, say: Wording) -> str:
        """Word it."""
        return f"{_capital(say.unit(self.by))} stands there, so the unit was disbanded."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


Mark: TypeAlias = (
    StoodOff
    | HeldOff
    | OwnUnit
    | NoConvoy
    | ConvoyBroken
    | Disrupted
    | Cut
    | DislodgedBy
    | Void
    | Disbanded
    | Crowded
    | Occupied
)


@dataclass(frozen=True, slots=True)
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
        return [mark.word for mark in self.marks]

    def reason(self, say: Wording = NOTATION) -> str | None:
        """The sentences of the marks; None for a success."""
        return " ".join(mark.sentence(say) for mark in self.marks) or None
