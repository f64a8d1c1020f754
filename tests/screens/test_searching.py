"""Words found in the instructions: in which paragraphs, on which screens, and on every kind of terminal."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.judge.process import process
from door.screens.gamemenu import play
from door.screens.instructions import read_instructions
from door.screens.paging import paged_for
from door.screens.reading import draw_page
from door.screens.searching import FoundView, draw_find, draw_found, place_text
from door.screens.sections import Hit, Section, Words, narrowed, parse_sections, search, sections, sections_for
from door.store.home import Home
from door.term import plain
from door.term.caps import Caps, Charset
from tests.screens.calling import NOW, Caller, calling, in_game, new_game
from tests.screens.golden import MONO, UTF8, check, check_plain, same, shown
from tests.term.emulator import Terminal

pytestmark = pytest.mark.usefixtures("quick")

MODES = {
    "colour-cp437": Caps(Charset.CP437),
    "colour-utf8": Caps(Charset.UTF8),
    "mono": Caps(Charset.CP437, colour=False),
    "ascii": Caps(Charset.ASCII, colour=False),
    "plain": Caps(Charset.ASCII, colour=False, cursor=False),
    "plain-utf8": Caps(Charset.UTF8, cursor=False),
    "40 columns": Caps(Charset.UTF8, columns=40),
    "40 columns, plain": Caps(Charset.CP437, colour=False, cursor=False, columns=40),
}

SMALL = parse_sections(
    "Heading\n"
    "#A Fleets and ferries\n\nA fleet holds.\nIt can support.\n\nAn army cannot\nsail.\n"
    "#B More\n\nThe café's A/F lies in 9: North Sea.\n\nShall all\nretreat? Retreats: yes.\n"
)


def places(text: str, where: list[Section] | None = None) -> list[tuple[str, int, tuple[int, ...]]]:
    """Section, first line of the paragraph (-1: the title), and lines with the words."""
    hits = search(SMALL if where is None else where, Words(text))
    return [(hit.section.letter, hit.paragraph.start if hit.lines else -1, hit.lines) for hit in hits]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fleet", [("A", -1, ()), ("A", 0, (0,))]),
        ("FLEET  hold", [("A", 0, (0,))]),
        ("fleet support", [("A", 0, (0, 1))]),
        ("fleet sail", []),
        ("army sail", [("A", 3, (3, 4))]),
        ("cafe", [("B", 0, (0,))]),
        ("CAFÉ", [("B", 0, (0,))]),
        ("cafe\u0301", [("B", 0, (0,))]),
        ("a/f", [("B", 0, (0,))]),
        ("9:", [("B", 0, (0,))]),
        ("all", [("B", 2, (2,))]),
        ("retreat", [("B", 2, (3,))]),
        ("?", [("B", 2, (3,))]),
        ("leet", []),
        ("heading", []),
        ("", []),
        ("   ", []),
        ("[a-z]+ .*", []),
    ],
)
def test_what_is_found(text: str, found: list[tuple[str, int, tuple[int, ...]]]) -> None:
    assert places(text) == found


def test_the_parts_that_stand_out() -> None:
    assert Words("CAFÉ lie").parts("The café's A/F lies") == [(4, 8), (15, 18)]
    assert Words("straße").parts("In der STRASSE, Straße.") == [(7, 14), (16, 22)]
    assert Words("shall").parts("all") == []
    assert Words("b b").parts("b") == [(0, 1)]


@given(st.text(max_size=40), st.text(max_size=80))
def test_parts_lie_within_the_line(text: str, line: str) -> None:
    words = Words(text)
    for start, end in words.parts(line):
        assert 0 <= start < end <= len(line)
    assert bool(words.parts(line)) == bool(words.count_in(line))


@given(st.sampled_from(sections()), st.data())
def test_every_paragraph_is_found_by_its_own_words(section: Section, data: st.DataObject) -> None:
    paragraph = data.draw(st.sampled_from(section.paragraphs))
    own = " ".join(section.lines[number] for number in paragraph).split()
    text = " ".join(data.draw(st.lists(st.sampled_from(own), min_size=1, max_size=4)))
    found = search(sections(), Words(data.draw(st.sampled_from([text, text.upper(), text.lower()]))))
    assert (section.letter, paragraph) in {(hit.section.letter, hit.paragraph) for hit in found}


def found_view(text: str, page: int = 0, default: int = 0) -> FoundView:
    return FoundView(Words(text), search(sections(), Words(text)), page, default)


PICTURED = parse_sections(
    """#D Entering orders

   H   HOLDS      stay, and defend the territory
   C   CONVOYS    a fleet at sea carries an army

   F ENG C A LON - BRE     fleet in the Channel convoys London's army

#G Convoys

A fleet at sea can carry an army from one coast to another. Three things
are needed: a fleet in the sea between, the fleet's order to convoy that
army to that place, and the army's order to attack it by convoy:

Engl'h army in C: London           ATTACKS   I: Belgium BY CONVOY
Engl'h fleet in 9: North Sea       CONVOYS   Engl'h army in C: London
                                   TO        I: Belgium

Result: London takes Belgium; North Sea carries.

A fleet in a coastal territory cannot convoy, and a fleet carries one army
a turn. Longer voyages need a chain of fleets in seas that touch one
another, each with the same order. The fleets may belong to anybody.

An army that arrives by sea attacks as if it had come by land.
"""
    + "".join(
        f"\n{number}. A convoy is broken with its fleet, and goes no farther than that.\n" for number in range(1, 8)
    )
)
"""Like the instructions, but as they are here for good: pictures do not change with the text that is shipped."""

CONVOY = Words("convoy fleet")


def test_pictures() -> None:
    check("find", draw_find()[0])
    check_plain("find", draw_find()[0])
    hits = search(PICTURED, CONVOY)
    view = FoundView(CONVOY, hits, 0, 2)
    check("found", draw_found(view))
    check_plain("found", draw_found(view))
    check("found-last", draw_found(FoundView(CONVOY, hits, 1, 2)))
    text = place_text(hits[2], CONVOY, "place 3 of 12")
    check("found-place", draw_page(text, 0, plain=False))
    check_plain("found-place", draw_page(text, 0, plain=True))


def test_pictures_of_a_narrow_window() -> None:
    narrow = [Section(part.letter, part.title, narrowed(part.lines, 40)) for part in PICTURED]
    hits = search(narrow, CONVOY)
    found = plain.lines(draw_found(FoundView(CONVOY, hits, 0, 0, 7)), 40)
    same("found-plain-40", found)
    text = place_text(hits[2], CONVOY, "place 3 of 12")
    page = plain.lines(draw_page(text, 0, plain=True, pages=paged_for(text.lines, Caps(cursor=False, columns=40))), 40)
    same("found-place-plain-40", page)
    for lines in (found, page):
        assert max(map(len, lines)) < 40 and len(lines) <= 24


@pytest.mark.parametrize("columns", [40, 41, 60, 79])
def test_the_sections_in_a_narrow_window(columns: int) -> None:
    caps = Caps(Charset.ASCII, cursor=False, columns=columns)
    for wide, section in zip(sections(), sections_for(caps), strict=True):
        assert " ".join(section.lines).split() == " ".join(wide.lines).split(), "not a word is lost"
        assert max(map(len, section.lines)) <= columns - 4
    assert sections_for(Caps(columns=79)) == sections()


def test_found_words_are_never_cut_off_and_every_place_has_its_line() -> None:
    for text in ("a", "retreat", "fleet", "9:", "/", "burgundy"):
        view = found_view(text)
        assert view.hits
        for page in range(view.pages):
            shown_page = FoundView(view.words, view.hits, page, 0)
            rows = shown(draw_found(shown_page), UTF8)
            assert shown(draw_found(shown_page), MONO)
            for number, hit in enumerate(shown_page.shown):
                assert rows[2 + 2 * number].strip() == f"[{number + 1}] {hit.section.letter}: {hit.section.title}"
                best = [hit.section.lines[line].strip() for line in hit.lines]
                assert rows[3 + 2 * number].strip() in (best or [""])


@pytest.fixture
def spring(home: Home) -> Home:
    new_game(home, {"FRANCE": "Anna"})
    return home


def reversed_or_coloured(caller: Caller, word: str) -> bool:
    """Whether that word was sent in the look of what stands out."""
    look = "\x1b[30;43m" if caller.session.caps.colour else "\x1b[7m"
    return f"{look}{word}" in caller.said


@pytest.mark.parametrize("mode", MODES)
async def test_words_are_found_on_every_terminal(spring: Home, mode: str) -> None:
    caps = MODES[mode]
    async with calling(spring, in_game(read_instructions, "Anna"), caps=caps) as caller:
        await caller.types("/")
        assert "Words:" in caller.said
        await caller.types("tyrolia CONQUEROR\r")
        assert "1 place with these words." in caller.said
        assert "[1] H: Midsummer's Eve: retreats" in (caller.screen if caller.session.caps.cursor else caller.said)
        already = len(caller.wire.sent)
        await caller.types("1")
        said = caller.wire.sent[already:].decode(caps.charset)
        assert "place 1 of 1" in " ".join(said.split())
        if caller.session.caps.cursor:
            assert reversed_or_coloured(caller, "conqueror")
        else:
            assert "\x1b" not in caller.said
            (marked,) = (line for line in said.splitlines() if "conqueror" in line)
            assert marked.startswith(" > ") and len(marked) < caps.columns
        await caller.types("\x1b[A", "q")
        await caller.types("q")
        assert "Letter of a section" in caller.said


async def test_a_client_that_sends_lines_finds_words(spring: Home) -> None:
    caps = Caps(Charset.ASCII, colour=False, cursor=False)
    async with calling(spring, in_game(read_instructions, "Anna"), caps=caps, line_mode=True) as caller:
        await caller.types("/\n", "beaten army\n", "2\n", "n\n")
        assert "place 3 of " in caller.said
        await caller.types("quit\n", "quit\n")
        assert "Letter of a section" in caller.said.splitlines()[-1]


async def test_from_place_to_place_and_back(spring: Home) -> None:
    count = len(search(sections(), Words("retreat")))
    assert count > 9
    async with calling(spring, in_game(read_instructions, "Anna")) as caller:
        await caller.types("/", "retreat\r")
        assert f"{count} places with these words." in caller.screen
        await caller.types(" ")
        assert f"Page 2 of {-(-count // 9)}" in caller.screen
        assert caller.lines[-1].endswith("[1]:")
        await caller.types("\r")
        assert f"place 10 of {count}" in caller.screen
        for number in range(11, count + 1):
            await caller.types("n")
            assert f"place {number} of {count}" in caller.screen
            hit = search(sections(), Words("retreat"))[number - 1]
            assert f"Instructions · {hit.section.letter}: " in caller.lines[0]
            assert all(f"> {hit.section.lines[line]}".rstrip() in caller.screen for line in hit.lines[:1])
        await caller.types("n")
        assert f"place 1 of {count}" in caller.screen
        await caller.escape()
        assert caller.lines[-1].endswith("other words; Enter is [2]:")
        await caller.escape()
        assert "Letter of a section" in caller.lines[-1]


async def test_what_is_not_found_stands_in_the_line_again(spring: Home) -> None:
    async with calling(spring, in_game(read_instructions, "Anna")) as caller:
        await caller.types("/", "submarine\r")
        assert "! No paragraph has this word: submarine. The beginning of the word may do." in caller.screen
        assert "Words: submarine" in caller.lines[-1]
        await caller.types(" fleet\r")
        assert "! No paragraph has all of these words: submarine fleet." in caller.screen
        await caller.types("\x15fleet\r")
        assert "places with these words." in caller.screen
        await caller.types("/")
        assert "Words: fleet" in caller.lines[-1]
        await caller.types("\x15?\r")
        assert "Empire 1901 · Help" in caller.lines[0]
        await caller.types("\r")
        await caller.types("\x15\r")
        assert "Letter of a section" in caller.lines[-1]


@pytest.mark.parametrize("key", ["/", "f", "F"])
async def test_words_are_found_while_a_section_is_read(spring: Home, key: str) -> None:
    async with calling(spring, in_game(read_instructions, "Anna")) as caller:
        await caller.types("d", " ", key)
        assert "find words" in caller.lines[0]
        await caller.types("galicia\r", "1")
        assert "place 1 of " in caller.screen
        await caller.types(key)
        assert "Words: galicia" in caller.lines[-1]
        await caller.escape()
        assert "Instructions · D" in caller.lines[0] and "Page 2 of" in caller.lines[-1]
        await caller.types("x")
        assert "/ (find)" in caller.screen
        await caller.types("s")
        assert "Letter of a section" in caller.lines[-1]


def test_the_mark_stands_only_before_the_lines_of_one_place() -> None:
    hits = search(sections(), Words("belgium"))
    again = [hit for hit in hits if hit.section.letter == "F"]
    marks = [mark_lines(hit) for hit in again]
    assert marks == [list(hit.lines) for hit in again] and len({tuple(mark) for mark in marks}) == len(again) > 3


def mark_lines(hit: Hit) -> list[int]:
    lines = place_text(hit, Words("belgium"), "").lines
    return [number for number, line in enumerate(lines) if line.startswith("> ")]


ANY = ["\r", "\x1b[A", "\x1b[6~", "\t", "\x03", "\x7f", "\x15", *"//?? 123AFNQBSLI/fleet é~\n"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", ["colour-utf8", "ascii", "40 columns, plain"])
async def test_any_keys(spring: Home, mode: str, seed: int) -> None:
    """Whatever is typed: nothing fails, scrolls or writes in column 80, and Esc leads out."""
    chance = random.Random(seed)
    caps = MODES[mode]
    async with calling(spring, in_game(read_instructions, "Anna"), caps=caps) as caller:
        for _ in range(60):
            if caller.call.done():
                break
            await caller.types(chance.choice(ANY))
        for _ in range(8):
            if caller.call.done():
                break
            await caller.escape()
        assert caller.call.done()
    if caller.session.caps.cursor:
        terminal = Terminal(caps)
        terminal.feed(bytes(caller.wire.sent).replace(b"\x07", b""))
        assert not terminal.wrapped


async def test_the_turn_that_passes_while_words_are_typed(spring: Home) -> None:
    async with calling(spring, in_game(play, "Anna")) as caller:
        await caller.types("i", "/", "fle")
        process(spring, "autumn", NOW + timedelta(days=1))
        await caller.types("et\r")
        assert "The turn has passed: it is now Fall 1901." in caller.screen
