"""Why an order did what it did under the Army/Fleet rules: a solved turn worded as marks. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterator

from door.rules.army_fleet.attacks import Aid, Attack, Ferry, Way
from door.rules.army_fleet.exception import Landings, Made
from door.rules.results import (
    Cut,
    Disrupted,
    Excepted,
    FerryBroken,
    HeldBack,
    HeldOff,
    Mark,
    MetHeadOn,
    NoPosition,
    OwnUnit,
    Place,
    Stands,
    StoodOff,
    Void,
)


class Causes:
    """The marks of the orders of one turn, in which the landings ``made`` are made from a second sea."""

    def __init__(self, landings: Landings, made: Made) -> None:
        self.landings = landings
        self.made = made
        self.equations, self.known = landings.world(made)

    def of_attack(self, attack: Attack) -> Mark | None:
        """Why the attack did not succeed, if it did not."""
        if attack.way is Way.SECOND_SEA and attack not in self.made:
            reached = self.landings.reached(attack, self.made)
            return (Excepted if reached else NoPosition)(Place(attack.origin))
        outcome, arrives = self.known.get(attack), self.equations.arrives(attack, self.known)
        if outcome:
            return None
        if outcome is None or arrives is None:
            return Stands()
        if not arrives:
            return FerryBroken(self._entering(self.equations.ferries[attack].place).shown)
        if attack in self.equations.bound and self.equations.wins(attack, self.known) is not False:
            return HeldBack(self.equations.bound[attack].unit)
        return self._obstacle(attack)

    def of_ferry(self, ferry: Ferry) -> Mark | None:
        """Why the fleet did not ferry its army, if it did not."""
        outcome = self.known.get(ferry)
        if outcome is not False:
            return None if outcome else Stands()
        return Disrupted(self._entering(ferry.place).shown)

    def of_aid(self, aid: Aid) -> Mark | None:
        """Why the support was worth nothing, if it was."""
        if aid.helped and self.made.union(self.landings.plan.attacks).isdisjoint(aid.helped):
            return Void("The landing that it was to support was not made (A/F rule 5).")
        outcome = self.known.get(aid)
        if outcome is not False:
            return None if outcome else Stands()
        cutting = [
            attack for attack in self.equations.foreign_attacks(aid) if self.equations.cuts(attack, aid, self.known)
        ]
        return Cut(max(cutting, key=lambda attack: self.known.get(attack) is True).shown)

    def _entering(self, province: str) -> Attack:
        """The attack that entered the province."""
        return next(attack for attack in self.equations.attacks_on[province] if self.known.get(attack))

    def _obstacle(self, attack: Attack) -> Mark:
        """Name what the attack failed against: the strongest of the defence and the other attacks."""
        occupant = self.equations.units.get(attack.target)
        leaving = self.equations.leaving.get(attack.target)
        if leaving is not None and self.known.get(leaving) and attack not in self.equations.opponents:
            occupant = None
        own_unit = occupant is not None and occupant.power == attack.power
        against = None if occupant is None or own_unit else occupant.power
        own = self.equations.power(attack, self.known, against)[1]
        obstacles = list(self._obstacles(attack, own, occupant is not None))
        strongest = max((other for other, _ in obstacles), default=-1)
        if occupant is not None and own_unit and strongest < own:
            return OwnUnit(occupant)
        return next(mark for other, mark in obstacles if other == strongest)

    def _obstacles(self, attack: Attack, own: int, occupied: bool) -> Iterator[tuple[int, Mark]]:
        """Everything that stood against the attack, with its strength."""
        opponent = self.equations.opponents.get(attack)
        if opponent is not None:
            other = self.equations.power(opponent, self.known)[0]
            yield other, MetHeadOn(opponent.shown, own, other)
        elif occupied:
            other = self.equations.hold_strength(attack.target, self.known)[0]
            yield other, HeldOff(self.equations.units[attack.target], own, other)
        for rival in self.equations.attacks_on[attack.target]:
            if rival is not attack:
                other = self.equations.prevent_strength(rival, self.known)[0]
                if other:
                    yield other, StoodOff(rival.shown, own, other)
