"""A page that ? shows: what it says, and where the instructions go on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """What ? says on a screen, and where the instructions go on.

    ``section`` is the letter of their section on the same thing; it opens at the first paragraph that has all of
    ``place``. ``army_fleet`` is added in a game by the Army/Fleet rules, and a word on the keys of territories where
    ``territories`` are asked for.
    """

    section: str
    place: str
    text: str
    army_fleet: str = ""
    territories: bool = False
