"""The instructions over a real line: from ? into a section, words found in all of them, and back to the game."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from door.judge.games import new_game
from door.store.home import Home
from tests.e2e.phone import Phone, serving, sign_up, take_seat


async def test_from_help_to_a_section_and_to_words(tmp_path: Path) -> None:
    home = tmp_path / "home"
    new_game(Home.open(home), "old", "Old times", "e1901", "open", datetime.now(UTC))
    async with serving(home) as port, await Phone.call(port) as phone:
        await sign_up(phone, "Anna")
        await phone.see("Help", "?")
        await phone.see("Instructions · M: For callers", "i")
        await phone.see("Help", "\x1b")
        await phone.see("Games", "\x1b")
        await take_seat(phone, "F", "France")
        await phone.see("Letter of a section", "I")
        await phone.see("Words:", "/")
        await phone.see("1 place with these words", "TYROLÍA conqueror\r")
        page = await phone.see("place 1 of 1", "1")
        assert re.search("^ > leave. Even Piedmont is open to it", page, re.MULTILINE)
        await phone.see("Words:", "/")
        await phone.see("! No paragraph has this word: submarine", "\x15submarine\r")
        await phone.see("places with these words", "\x15convoy\r")
        first = await phone.see("place 1 of", "\r")
        second = await phone.see("place 2 of", "N")
        assert first != second
        await phone.see("Number of a place", "\x1b")
        await phone.see("Letter of a section", "\x1b")
        await phone.see("Your choice", "\x1b")
