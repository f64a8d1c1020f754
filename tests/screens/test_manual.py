"""? on every screen: each has its page, and each page opens the section of the instructions that is about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

import door.screens
from door.judge import press
from door.judge.news import standings
from door.screens import gamemenu, lobby, mapscreen, orderlist, presseditor, settings, standing
from door.screens.frame import TYPE
from door.screens.ingame import InGame
from door.screens.manual import explains, help_text
from door.screens.manualpages import PAGES
from door.screens.reading import draw_page
from door.screens.sections import Words, search, sections
from door.screens.session import Session
from door.store.home import Home
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.calling import calling, in_game, new_game
from tests.screens.golden import CP437, MONO, UTF8, shown

pytestmark = pytest.mark.usefixtures("quick")

FOLDER = Path(door.screens.__file__).parent
ASKING = frozenset(("ask", "ask_in_any_size"))
#: Where a key is waited for by the screen itself: what all screens are made of, and the question before any other.
OWN_KEYS = frozenset(("frame", "anysize", "reading", "entry", "session", "ingame"))
#: The first questions of a call from a board: ? is answered by a sentence.
SENTENCES = frozenset(("boardguest",))


@dataclass(frozen=True)
class Call:
    """A call in the source of a screen."""

    module: str
    name: str
    node: ast.Call

    def __str__(self) -> str:
        return f"{self.module}:{self.node.lineno}"


@lru_cache(maxsize=1)
def source() -> list[tuple[str, ast.AST]]:
    """Every node of the source of all screens, with the name of its module."""
    trees = [(path.stem, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(FOLDER.glob("*.py"))]
    return [(module, node) for module, tree in trees for node in ast.walk(tree)]


def calls(*names: str) -> Iterator[Call]:
    """Every call of a function or method by one of these names, in all screens."""
    for module, node in source():
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in names:
                yield Call(module, name, node)


@lru_cache(maxsize=1)
def helping() -> list[str]:
    """Every name under which a screen calls `explains`."""
    imports = (node for _, node in source() if isinstance(node, ast.ImportFrom))
    names = (alias for node in imports for alias in node.names if alias.name == "explains")
    return sorted({"explains", *(alias.asname for alias in names if alias.asname)})


def topics() -> set[str]:
    """Every topic that a screen names."""
    named: set[str] = set()
    for call in [*calls(*helping()), *calls("Editor")]:
        argument = call.node.args[1 if call.name == "Editor" else 0]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            named.add(argument.value)
        else:
            assert ast.unparse(argument) in ("_FINDING", "editor.topic"), f"{call}: whose page is that?"
    return named | {"finding"}


def test_every_screen_that_asks_for_a_key_explains_itself() -> None:
    asked = list(calls(*ASKING))
    assert len(asked) > 20
    for call in asked:
        arguments = [*call.node.args, *(keyword.value for keyword in call.node.keywords)]
        helps = [
            argument
            for argument in arguments
            if (isinstance(argument, ast.Call) and getattr(argument.func, "id", "") in helping())
            or ast.unparse(argument) in ("explain", "self._explain")
        ]
        assert len(helps) == 1, f"{call} gives no page for ?"


def test_every_screen_that_asks_for_a_line_explains_itself() -> None:
    modules = {call.module for call in calls("line") if "session" in ast.unparse(call.node.func)}
    assert {"orderline", "searching", "signin"} <= modules
    explaining = {call.module for call in calls(*helping(), "explain")}
    assert modules - explaining <= SENTENCES
    for module in modules - explaining:
        assert re.search(r"\bHELP\b", (FOLDER / f"{module}.py").read_text(encoding="utf-8"))


def test_no_other_screen_waits_for_keys() -> None:
    assert {
        call.module for call in calls("key") if ast.unparse(call.node.func).endswith(".key")
    } <= OWN_KEYS | SENTENCES


def test_each_screen_has_its_page_and_each_page_its_screen() -> None:
    assert topics() == set(PAGES)


@pytest.mark.parametrize("topic", PAGES)
def test_each_page_opens_a_section_that_is_about_it(topic: str) -> None:
    page = PAGES[topic]
    (section,) = (section for section in sections() if section.letter == page.section)
    words = Words(page.place)
    hits = search([section], words)
    assert hits and hits[0].lines, f"section {page.section} has no paragraph with: {page.place}"
    assert f"I opens section {page.section} of the Instructions: {section.title}." in help_text(topic).lines
    assert words.count_in(" ".join(help_text(topic).lines)) >= 2, "the words have to do with the page"


@pytest.mark.parametrize("army_fleet", [False, True])
@pytest.mark.parametrize("topic", PAGES)
def test_each_page_fits_every_terminal(topic: str, army_fleet: bool) -> None:
    text = help_text(topic, army_fleet)
    assert max(map(len, text.lines)) <= 78
    for number, lines in enumerate(text.pages):
        for caps in (UTF8, CP437, MONO):
            rows = shown(draw_page(text, number, plain=False), caps)
            assert [row[1:] for row in rows[2 : 2 + len(lines)]] == list(lines)


@pytest.fixture(params=[False, True], ids=["door's rules", "Army/Fleet rules"])
def army_fleet(request: pytest.FixtureRequest, home: Home) -> bool:
    new_game(home, {"FRANCE": "Anna"}, army_fleet=request.param)
    return bool(request.param)


@pytest.mark.parametrize("topic", PAGES)
async def test_one_key_on_a_page_opens_its_section(home: Home, army_fleet: bool, topic: str) -> None:
    async def ask_for_help(game: InGame) -> None:
        await explains(topic)(game)

    page = PAGES[topic]
    (section,) = (section for section in sections() if section.letter == page.section)
    place = search([section], Words(page.place))[0]
    async with calling(home, in_game(ask_for_help, "Anna")) as caller:
        assert caller.lines[0].startswith(" Empire 1901 · Help")
        await caller.types("i")
        assert caller.lines[0].startswith(f" Empire 1901 · Instructions · {section.letter}: {section.title}")
        assert section.lines[place.start] in caller.screen
        await caller.escape()
        assert caller.lines[0].startswith(" Empire 1901 · Help")
        offered = army_fleet and bool(page.army_fleet)
        await caller.types("l")
        assert ("Instructions · L: The Army/Fleet rules" in caller.lines[0]) is offered
        await caller.escape()
        if offered:
            await caller.escape()
        assert caller.call.done()


@pytest.mark.parametrize("topic", ["sign in", "games", "orders"])
async def test_the_way_from_a_page_in_plain_lines_of_a_narrow_window(home: Home, topic: str) -> None:
    async def ask_for_help(session: Session) -> None:
        await explains(topic)(session)

    caps = Caps(Charset.ASCII, colour=False, cursor=False, columns=40)
    async with calling(home, ask_for_help, caps=caps) as caller:
        assert max(map(len, caller.said.splitlines())) < 40
        await caller.types("i", "/")
        await caller.types("burgundy\r", "1")
        assert "place 1 of" in " ".join(caller.said.split())
        assert max(map(len, caller.said.splitlines())) < 40
        assert "\x1b" not in caller.said


def test_a_topic_without_a_page_is_known_at_once() -> None:
    with pytest.raises(KeyError):
        explains("nothing")


def keys_told(text: str) -> set[str]:
    """The keys that a page or a section names, each at the beginning of a line."""
    return set(re.findall(r"^ {0,3}(\S)(?: {2,}\S)", text, re.MULTILINE))


SITUATIONS = {
    "moves": samples.desk(samples.game(), "FRANCE"),
    "retreats": samples.desk(samples.game("S1901R", samples.BELGIUM), "GERMANY"),
    "winter": samples.desk(samples.game("W1901A", samples.WINTER), "TURKEY"),
    "no seat": samples.desk(samples.game(), None),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_page_of_the_menu_names_every_key_of_it(situation: str) -> None:
    desk = SITUATIONS[situation]
    view = gamemenu.MenuView(desk, tuple(standings(desk.seen)))
    assert {item.key for item in view.items} <= keys_told(PAGES["game"].text)


def test_the_pages_name_the_keys_of_their_screens() -> None:
    assert {*settings._KEYS} == keys_told(PAGES["settings"].text)
    assert {item.key for _, item in standing._ITEMS} == keys_told(PAGES["standings"].text)
    assert {*mapscreen._KEYS} == keys_told(PAGES["map"].text)
    assert {"H", "A", "S", "C", "T", "W"} == keys_told(PAGES["one order"].text)
    assert {orderlist.AGAIN, orderlist.READY} < set(re.findall(r"^(\S) ", PAGES["orders"].text, re.MULTILINE))
    assert {*presseditor._COMMANDS} - {"H"} == set(re.findall(r"^/([A-Z])", PAGES["writing"].text, re.MULTILINE))
    assert {*lobby._SCREENS} - {"D"} < keys_told(PAGES["games"].text)


def test_the_sections_name_the_keys_of_the_screens() -> None:
    text = {section.letter: "\n".join(section.lines) for section in sections()}
    assert {*settings._KEYS} <= keys_told(text["M"])
    assert {*presseditor._COMMANDS} - {"H"} == set(re.findall(r"^ {3}/([A-Z])", text["N"], re.MULTILINE))
    assert {"H", "A", "S", "C", "W", orderlist.AGAIN, orderlist.READY, TYPE} == keys_told(text["D"])
    for letter, screen, key in ("O", "standings", "X"), ("O", "standings", "V"):
        assert re.search(rf"press {key} in the\s+{screen}", text[letter])
    assert f"at most {press.MOST_LINES} lines of {press.MOST_CHARACTERS} characters" in " ".join(text["N"].split())
    in_menu = {"D": "OW", "C": "L", "B": "M", "I": "B", "J": "B", "O": "TS"}
    offered = {item.key for desk in SITUATIONS.values() for item in gamemenu.MenuView(desk, ()).items}
    for letter, keys in in_menu.items():
        for key in keys:
            assert key in offered
            assert re.search(rf"\b{key}\s+in\s+the\s+game's\s+menu", text[letter]), f"section {letter}, key {key}"


def test_what_is_said_of_the_army_fleet_rules_begins_on_the_first_page_of_the_lists() -> None:
    for topic in ("orders", "one order", "retreats", "winter", "choices"):
        assert any("Army/Fleet" in line for line in help_text(topic, army_fleet=True).pages[0]), topic
    assert len(help_text("orders").pages) == 1


def test_the_prompt_of_a_page_is_whole() -> None:
    for topic in PAGES:
        text = help_text(topic, army_fleet=True)
        for plain in (False, True):
            for number in range(len(text.pages)):
                assert draw_page(text, number, plain=plain).text()[-1].endswith("[Enter]:")
