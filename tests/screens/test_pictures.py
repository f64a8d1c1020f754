"""Every screen, drawn from a value and compared with its picture."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from door.judge.games import GameEntry, read_view
from door.judge.news import Report, standings
from door.rules.block import Turn, read_block
from door.rules.phase import Phase
from door.screens import entry, gamemenu, lobby, ordering, retreating, seats, signin, standing, wintering
from door.screens.choosing import Choice, ChoiceView, draw_choices
from door.screens.display import DisplayView, draw_display
from door.screens.frame import Notice, refusal
from door.screens.ingame import Desk
from door.screens.instructions import ContentsView, draw_contents
from door.screens.manual import help_text
from door.screens.manualpages import PAGES
from door.screens.mapscreen import MapScreenView, draw_map_screen, key_lines, unit_lines
from door.screens.orderline import OrderLineView, Reply, draw_order_line, reply_pages, reply_to
from door.screens.orderlist import draw_list
from door.screens.reading import Text, draw_page
from door.screens.reports import report_text
from door.screens.sections import parse_sections, sections
from door.store.shipped import load_board
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.golden import MONO, check, check_plain, same, shown

SPRING = samples.desk(samples.game(), "FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR")
EVE = samples.desk(samples.game("S1901R", samples.BELGIUM), "GERMANY")
WINTER = samples.game("W1901A", samples.WINTER)


def menu(desk: Desk, **changes: object) -> gamemenu.MenuView:
    return gamemenu.MenuView(desk, tuple(standings(desk.seen)), samples.NOW, **changes)  # type: ignore[arg-type]


def test_door() -> None:
    view = signin.door_view("The Lighthouse BBS", Caps(Charset.UTF8))
    canvas, col = signin.draw_door(view, None, "Your name")
    check("door", canvas)
    assert canvas.cursor is not None and canvas.cursor[1] <= col
    check_plain("door", signin.greeting("The Lighthouse BBS"))


def test_charset_question() -> None:
    same("charset-plain", [*entry.title_lines().text()[:3], *entry.question("2").text()])
    for charset in (Charset.UTF8, Charset.CP437):
        assert "é ü ñ" in entry.sample_bytes(charset).decode(charset)
    assert 0xFF not in entry.sample_bytes(Charset.UTF8) + entry.sample_bytes(Charset.CP437)


def test_lobby() -> None:
    rows = [
        lobby.Row(GameEntry("autumn", "The Autumn Game", "Midsummer's Eve 1901", "running", 4, "FRANCE"), "France", 1),
        lobby.Row(GameEntry("old", "A game with a name of forty letters here", "x", "over", 0, "ITALY"), "Italy", None),
        lobby.Row(GameEntry("new", "New", "Spring 1901", "forming", 7, None), "", None),
        lobby.Row(GameEntry("bad", "bad", "tell the sysop", "damaged", 0, None), "", None),
    ]
    canvas = lobby.draw_lobby(lobby.LobbyView("Anna", rows, 0, 2))
    check("lobby", canvas)
    check_plain("lobby", canvas)
    check("lobby-empty", lobby.draw_lobby(lobby.LobbyView("Anna", [], 0, 1)))


def test_menu() -> None:
    check("menu", gamemenu.draw_menu(menu(SPRING), Notice("The turn has passed: it is now Spring 1901.")))
    check_plain("menu", gamemenu.draw_menu(menu(SPRING, plain=True)))


def test_the_menu_names_the_standard_rulebook() -> None:
    seen = read_view(replace(SPRING.seen.record, rules="standard"))
    for plain in (False, True):
        text = "\n".join(gamemenu.draw_menu(menu(samples.desk(seen, "FRANCE"), plain=plain)).text())
        assert "── Spring 1901 · standard rulebook ──" in text
    assert "rulebook" not in "\n".join(gamemenu.draw_menu(menu(SPRING)).text())


@pytest.mark.parametrize(
    ("name", "desk", "says"),
    [
        ("visitor", samples.desk(samples.game(), None), "Take a seat"),
        ("forming", samples.desk(samples.forming(samples.game()), "FRANCE"), "waits for 4 more callers"),
        ("over", samples.desk(samples.over(samples.game(), "ITALY"), "FRANCE"), "Italy has won"),
        ("eve", EVE, "No order yet for I: Belgium"),
        ("builds", samples.desk(WINTER, "FRANCE"), "You may build 2 units more"),
        ("removals", samples.desk(WINTER, "TURKEY"), "You must remove 2 units more"),
        ("idle", samples.desk(WINTER, "ITALY"), "nothing for you to enter"),
    ],
)
def test_menu_says_what_is_due(name: str, desk: Desk, says: str) -> None:
    lines = shown(gamemenu.draw_menu(menu(desk)), Caps(Charset.UTF8))
    assert says in "\n".join(lines)
    default = {"visitor": "T", "forming": "L", "over": "L", "eve": "R", "builds": "B", "removals": "B", "idle": "L"}
    assert lines[-1] == f" Your choice [{default[name]}]:"


def test_seats() -> None:
    view = seats.SeatsView(samples.desk(samples.game(), None))
    check("seats", seats.draw_seats(view))
    assert view.free == {"A": "AUSTRIA", "E": "ENGLAND", "R": "RUSSIA", "T": "TURKEY"}


def test_standings() -> None:
    check("standings", standing.draw_standings(standing.StandingsView(SPRING, tuple(standings(SPRING.seen)))))


def test_orders() -> None:
    canvas = draw_list(ordering.orders_view(SPRING))
    check("orders", canvas)
    check_plain("orders", canvas)
    check("one-order", ordering.draw_verbs(SPRING, SPRING.seen.position.units["PAR"], "A", refusal("No.")))


def test_many_orders_are_paged() -> None:
    seen = samples.game("F1903M", samples.MANY)
    supports = ["A MOS S A WAR", "A UKR S A GAL", "A LVN S A PRU", "A RUM S A SER", "F BLA S F CON", "F CON S F BLA"]
    desk = samples.desk(seen, "RUSSIA", *supports)
    first, second = ordering.orders_view(desk, 0), ordering.orders_view(desk, 1)
    assert (first.pages, first.page, second.page) == (2, 0, 1)
    assert len(first.items) + len(second.items) == 17
    check("orders-17", draw_list(first))
    check("orders-17-second", draw_list(second))
    for page in (first, second):
        assert ": space" in "\n".join(draw_list(page).text())


def test_choices() -> None:
    names = [Choice(province.key, province.name) for province in load_board().provinces.values()]
    view = ChoiceView("The Autumn Game · one order", "Fall 1901 · Italy", ("French army SUPPORTS",), names, "Which")
    assert view.pages == 2
    check("choices", draw_choices(view))


def test_typing() -> None:
    view = OrderLineView("The Autumn Game", "Spring 1901", ordering.EXAMPLES)
    canvas, col = draw_order_line(view)
    check("typing", canvas)
    assert 79 - col > 60


BLOCK = """France:
A PAR - BUR; A MAR S A PAR - BUR, F BRE - MAO
A PAR H
A BUR - MUN
F BRE - NOR
"""


REMARK = "Stored: 4. Not taken: 2. Ordered in all: 3 of 3."


def replied(width: int) -> list[Reply]:
    """What a block is answered with."""
    turn = Turn("FRANCE", Phase.parse("S1901M"), SPRING.seen.position, SPRING.seen.board)
    answers = read_block(BLOCK, turn)
    return [reply_to(answer, turn.board, width, answers[0].order if answer.line == 3 else None) for answer in answers]


def test_typed_orders_are_answered() -> None:
    view = OrderLineView("The Autumn Game", "Spring 1901 · France", ordering.EXAMPLES, replied(77), REMARK)
    check("typed", draw_order_line(view)[0])
    check_plain("typed", draw_order_line(view)[0])


def test_answers_in_pages() -> None:
    """On the first the way on is told, and no answer is parted."""
    pages = reply_pages(replied(77), 7)
    assert sum(map(len, pages)) == 6 and all(sum(len(reply.lines) for reply in page) <= 7 for page in pages)
    views = [
        OrderLineView("The Autumn Game", "Spring 1901 · France", (), page, REMARK, number, len(pages))
        for number, page in enumerate(pages)
    ]
    check("typed-first", draw_order_line(views[0])[0])
    assert "Page 1/2. Enter alone shows the next." in draw_order_line(views[0])[0].text()[-2]
    assert "Page 2/2. Enter alone, or Esc, goes back." in draw_order_line(views[-1])[0].text()[-2]


def test_retreats() -> None:
    check("retreats", draw_list(retreating.retreats_view(EVE)))
    entry = EVE.seen.position.dislodged["BEL"]
    check("retreat", retreating.draw_disband(retreating.DisbandView(EVE, entry)))
    warned = retreating.DisbandView(EVE, entry, "Burgundy is occupied: the unit would be disbanded.")
    check("retreat-occupied", retreating.draw_disband(warned))


def test_winter() -> None:
    builds = samples.desk(WINTER, "FRANCE", "A PAR B")
    check("winter-builds", draw_list(wintering.winter_view(builds)))
    removals = samples.desk(WINTER, "TURKEY", "F BLA D")
    check("winter-removals", draw_list(wintering.winter_view(removals)))
    assert "nothing to build" in wintering.winter_view(samples.desk(WINTER, "ITALY")).remark


@pytest.mark.parametrize(("name", "desk"), [("map", SPRING), ("map-eve", EVE)])
def test_map(name: str, desk: Desk) -> None:
    for charset in (Charset.UTF8, Charset.CP437):
        lines = shown(draw_map_screen(MapScreenView(desk, Caps(charset))), Caps(charset))
        same(name, lines)
    mono = shown(draw_map_screen(MapScreenView(desk, MONO)), MONO)
    assert all(line.isascii() for line in mono)
    same(f"{name}-mono", mono)


def test_map_in_seven_bits_with_colours() -> None:
    caps = Caps(Charset.ASCII)
    lines = shown(draw_map_screen(MapScreenView(SPRING, caps)), caps)
    assert "".join(lines).isascii()
    assert lines == shown(draw_map_screen(MapScreenView(SPRING, MONO)), MONO)


def test_units_and_keys_as_lists() -> None:
    same("units-plain", unit_lines(EVE))
    same("keys-plain", key_lines(load_board()))


def test_report() -> None:
    order = "French army in d: Picardy          SUPPORTS  Turk'h fleet in 5: St Petersb'g nc"
    assert len(order) == 79
    report = Report("Spring 1901", [order, "    > CUT. Cut by nobody.", *(f"line {number}" for number in range(40))])
    text = report_text("The Autumn Game · last turn", report, load_board())
    check("report", draw_page(text, 0, plain=False))
    assert "No turn has been played" in "\n".join(report_text("x", None, load_board()).lines)


def test_instructions_and_help() -> None:
    check("instructions", draw_contents(ContentsView(sections(), "A")))
    assert max(len(line) for section in sections() for line in section.lines) <= 78
    assert parse_sections("Title\n#A One\n\ntext\n\n#B Two\n")[0].lines == ("text",)
    check("help", draw_page(help_text("orders"), 0, plain=False))
    check("display", draw_display(DisplayView(Caps(Charset.UTF8))))


def test_every_help_fits() -> None:
    for topic in PAGES:
        text = help_text(topic)
        for number in range(len(text.pages)):
            shown(draw_page(text, number, plain=False), Caps(Charset.CP437))
        assert max(map(len, text.lines)) < 79


def test_pages_of_a_text() -> None:
    text = Text("", "", [*(str(number) for number in range(20)), "", *(str(number) for number in range(30))])
    assert [len(page) for page in text.pages] == [20, 20, 10]
    parted = Text("", "", [*(["a"] * 16), "", *(["b"] * 10)])
    assert [len(page) for page in parted.pages] == [16, 10]
    noted = Text("", "", [*(["order"] * 19), "  > why", "  and why", *(["order"] * 5)])
    assert [len(page) for page in noted.pages] == [18, 8]
    assert text.pages[1][0] == "0"
    assert Text("", "", []).pages == [[]]


def test_canvas_size() -> None:
    assert (Canvas().columns, Canvas().rows) == (80, 24)
