"""Trying out yes-or-no functions of what is not known, and groups of things that hang on each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import chain
from typing import TypeVar

from door.rules.units import Unit

Thing = TypeVar("Thing", bound=Hashable)
Name = tuple[str, Unit]
"""An unknown: ``ok`` of an army's or a fleet's attack, ``sup`` and ``ferry`` by the unit ordered."""


class TooBig(Exception):
    """More than enumeration can do."""


class _Open(Exception):
    def __init__(self, name: Name) -> None:
        super().__init__()
        self.name = name


def tried(
    function: Callable[[Callable[[Name], bool]], bool], values: Mapping[Name, bool], budget: int = 14
) -> tuple[set[bool], set[Name]]:
    """All that the function may come to, and what it asked for that is open."""

    def is_true(name: Name) -> bool:
        if name not in values:
            raise _Open(name)
        return values[name]

    try:
        return {function(is_true)}, set()
    except _Open as asked:
        if not budget:
            raise TooBig from None
        both = [tried(function, {**values, asked.name: guess}, budget - 1) for guess in (False, True)]
        outcomes = set(chain.from_iterable(found for found, _ in both))
        return outcomes, {asked.name}.union(*(names for _, names in both))


def first_group(hangs: Mapping[Thing, set[Thing]], without: set[Thing]) -> set[Thing] | None:
    """The first group, by no order of theirs, that hangs on nothing but itself and has none of these in it."""

    def reach(start: Thing) -> set[Thing]:
        found: set[Thing] = {start}
        while new := set().union(*(hangs[thing] for thing in found)) - found:
            found |= new
        return found

    everything = {thing: reach(thing) for thing in hangs}
    for thing, group in everything.items():
        if all(thing in everything[other] for other in group) and not group & without:
            return group
    return None
