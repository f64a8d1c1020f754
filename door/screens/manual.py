"""What ? says: a page for each screen, and the way from it into the instructions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from door.screens.frame import BACK, Explain, Terminal
from door.screens.ingame import InGame
from door.screens.manualpages import PAGES
from door.screens.reading import Text, read_text
from door.screens.searching import read_section
from door.screens.sections import narrowed, sections

ARMY_FLEET_SECTION: Final = "L"
_SECTION: Final = "I"
_FINDING: Final = "finding"

_EVERYWHERE: Final = """
On every screen: Enter is what the prompt shows in brackets, Esc or Q goes
back, ? is this help, Ctrl-L draws the screen again. Lists of several pages
turn with the space bar or PgDn, and back with PgUp.
"""

_KEYS_OF_LAND: Final = """
Where the key of a territory is asked for, capitals and small letters are
different: E is Paris, e is Burgundy, and Q is Venice. There only Esc or
Enter goes back.
"""


def help_text(topic: str, army_fleet: bool = False) -> Text:
    """The help on a screen; ``army_fleet``: of a game that is played by the Army/Fleet rules."""
    page = PAGES[topic]
    title = next(section.title for section in sections() if section.letter == page.section)
    keys = {_SECTION: f"section {page.section}"}
    more = f"{_SECTION} opens section {page.section} of the Instructions: {title}.\n"
    if army_fleet and page.army_fleet:
        keys[ARMY_FLEET_SECTION] = "A/F"
        more += f"{ARMY_FLEET_SECTION} opens the section of the Army/Fleet rules.\n"
    parts = [page.text, page.army_fleet if army_fleet else "", _KEYS_OF_LAND if page.territories else ""]
    parts.append(_EVERYWHERE + more)
    return Text("Help", "", "\n\n".join(part.strip("\n") for part in parts if part).splitlines(), keys=keys)


async def _explain(topic: str, term: Terminal) -> None:
    army_fleet = isinstance(term, InGame) and term.desk.seen.rulebook.army_fleet
    text = help_text(topic, army_fleet)
    if not term.caps.cursor:
        text = replace(text, lines=narrowed(text.lines, term.caps.columns))
    key, line = await read_text(term, text)
    while key != BACK:
        page = PAGES[topic]
        where = (page.section, page.place) if key == _SECTION else (ARMY_FLEET_SECTION, "")
        await read_section(term, where[0], explains(_FINDING), where[1])
        key, line = await read_text(term, text, line)


def explains(topic: str) -> Explain:
    """The ? of a screen; a topic without a page is a KeyError at once."""
    assert PAGES[topic]
    return partial(_explain, topic)
