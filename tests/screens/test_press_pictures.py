"""The screens for press, drawn from values and compared with their pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from door.judge.games import GameView, read_view
from door.judge.press import MOST_LINES, Draft, Message
from door.screens.frame import Notice, refusal
from door.screens.ingame import Desk
from door.screens.manual import help_text
from door.screens.press import PAGE, PressView, draw_press
from door.screens.presseditor import EditorView, draw_editor
from door.screens.pressread import MessageView, draw_message
from door.screens.presstext import quoted
from door.screens.presswords import address_words, setting_words
from door.screens.presswrite import AddresseesView, DraftView, draw_addressees, draw_draft, first_choice
from door.store.records import PressSetting
from door.term.canvas import Canvas
from tests.screens import samples
from tests.screens.golden import UTF8, check, check_plain, same, shown

LETTER = (
    "Dear friends,",
    "",
    "the Channel stays empty this year, as we agreed on the fourth of May. Zoë will tell you why, and at what",
    "price: > 3 centres < is not too much, I think.",
    "> You will see:",
    "> > Belgium is mine.",
)
OTHERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA")


@pytest.fixture(autouse=True)
def fixed_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The board's own time is that of Greenwich."""
    monkeypatch.setenv("TZ", "UTC0")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def game(setting: PressSetting = "all", grey: bool = True) -> GameView:
    return read_view(replace(samples.game().record, press=setting, grey=grey))


DESK = samples.desk(game(), "FRANCE")


def message(
    number: int,
    sender: str | None,
    to: Sequence[str] = (),
    lines: Sequence[str] = LETTER,
    *,
    phase: str = "S1901M",
    unread: bool = False,
    grey: bool = False,
) -> Message:
    at = samples.NOW + timedelta(minutes=7 * number)
    yours = sender == "FRANCE"
    return Message(
        1000 + number, number, at, phase, sender, tuple(to), grey or sender is None, yours, unread, tuple(lines)
    )


MESSAGES = [
    message(1, "GERMANY", lines=["Welcome to all"]),
    message(2, "FRANCE", ["GERMANY"], ["", "  Burgundy?"]),
    message(3, "FRANCE", [power for power in OTHERS if power != "FRANCE"] + ["TURKEY"], ["x" * 72]),
    message(4, None, ["FRANCE"], ["Beware."], phase="S1901R", unread=True),
    message(5, None, (), ["Somebody lies."], phase="W1901A", unread=True),
    message(6, "FRANCE", ["ITALY"], ["I know what you did."], grey=True),
    message(7, "ITALY", ["AUSTRIA", "FRANCE"], unread=True, phase="COMPLETED"),
]


def test_the_list() -> None:
    view = PressView(DESK, MESSAGES)
    assert view.first_new is MESSAGES[3]
    canvas = draw_press(view, Notice("Sent: to Italy, unsigned."))
    check("press_list", canvas)
    check_plain("press_list", canvas)


def test_the_list_in_pages() -> None:
    many = [message(number, "ITALY", unread=number == 12) for number in range(1, 21)]
    pages = [draw_press(PressView(DESK, many, page)) for page in range(3)]
    check("press_list-last", pages[2])
    assert [sum("Italy to everybody" in row for row in page.text()) for page in pages] == [PAGE, PAGE, 2]
    view = PressView(DESK, many)
    assert view.page_of(view.first_new) == 1 and view.page_of(None) == 2


def test_an_empty_list() -> None:
    check("press_empty", draw_press(PressView(DESK, [])))
    silent = PressView(samples.desk(game("none", False), "FRANCE"), [], silent="There is no press in this game.")
    assert draw_press(silent).text()[-1].strip() == "Go back [Enter]:"


@pytest.mark.parametrize("setting", ["all", "public", "none", "rulebook"])
@pytest.mark.parametrize("grey", [False, True])
def test_the_setting_is_said_whole(setting: PressSetting, grey: bool) -> None:
    many = [message(number, "ITALY") for number in range(1, 200)]
    row = draw_press(PressView(samples.desk(game(setting, grey), "FRANCE"), many)).text()[-2]
    assert setting_words(game(setting, grey)) in row and row.rstrip().endswith("Page 1/23: space")


def test_a_message() -> None:
    first = draw_message(MessageView(DESK, MESSAGES, 6), refusal("No."))
    check("press_message", first)
    check_plain("press_message", first)
    check("press_message-unsigned", draw_message(MessageView(DESK, MESSAGES, 3)))
    check("press_message-yours", draw_message(MessageView(DESK, MESSAGES, 5)))


@pytest.mark.parametrize(("zone", "said"), [("UTC0", "3 May 1990, 20:15"), ("JST-9", "4 May 1990, 05:15")])
def test_times_are_the_boards_own(monkeypatch: pytest.MonkeyPatch, zone: str, said: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    at = [message(0, "ITALY", unread=True)]
    assert f"Spring 1901 · {said}" in "".join(draw_press(PressView(DESK, at)).text())
    assert f"Sent: {said}, Spring 1901" in "".join(draw_message(MessageView(DESK, at, 0)).text())


def test_a_long_message_is_paged() -> None:
    lines = [f"{number:>3} " + "x" * 68 for number in range(1, MOST_LINES + 1)]
    view = MessageView(DESK, [message(1, "ITALY", lines=lines), MESSAGES[1]], 0)
    seen = []
    for page in range(len(view.pages)):
        rows = shown(draw_message(MessageView(DESK, view.messages, 0, page)), UTF8)
        seen += [int(row.split()[0]) for row in rows if row.endswith("x" * 68)]
    assert seen == list(range(1, MOST_LINES + 1))
    check("press_message-page", draw_message(MessageView(DESK, view.messages, 0, 1)))


@pytest.mark.parametrize("line", ["漢" * 72, "é" * 72, "x" * 72, "\u0301" * 9, "", " " * 72])
def test_no_line_of_a_message_is_cut(line: str) -> None:
    """Also one that another version or hand wrote, of wide letters; what has no width is nothing to see."""
    view = MessageView(DESK, [message(1, "ITALY", lines=[line, "end"])], 0)
    rows = shown(draw_message(view), UTF8)
    wanted = line.strip().replace("\u0301", "")
    assert "".join(row.strip() for row in rows[6:21]).replace(" ", "") == f"{wanted}end"


def test_addressees() -> None:
    view = AddresseesView(DESK)
    canvas = draw_addressees(view)
    check("press_addressees", canvas)
    check_plain("press_addressees", canvas)
    assert view.offered == "AEGIRT*+" and not view.ready


def test_addressees_of_an_answer() -> None:
    view = first_choice(DESK, MESSAGES[6])
    assert view.to == ("ITALY",)
    everybody = view.pressed("=")
    assert everybody.to == ("AUSTRIA", "ITALY")
    check("press_answer", draw_addressees(everybody.pressed("+")))


def test_what_is_chosen_at_first() -> None:
    assert first_choice(DESK, None).to == () and not first_choice(DESK, None).public
    assert first_choice(DESK, MESSAGES[0]).public, "what is public is answered in public"
    assert first_choice(DESK, MESSAGES[1]).to == ("GERMANY",), "the own one goes to the same again"
    unknown = first_choice(DESK, MESSAGES[3])
    assert (unknown.to, unknown.public, unknown.circle) == ((), False, frozenset()), "nobody knows whom to answer"
    own_unsigned = first_choice(DESK, MESSAGES[5])
    assert (own_unsigned.to, own_unsigned.grey) == (("ITALY",), True)
    public = samples.desk(game("public", False), "FRANCE")
    for answered in (None, *MESSAGES):
        view = first_choice(public, answered)
        assert (view.public, view.grey, view.offered) == (True, False, "*")


def test_keys_choose_and_take_off() -> None:
    view = AddresseesView(DESK)
    assert view.pressed("G").to == ("GERMANY",)
    assert view.pressed("T").pressed("A").to == ("AUSTRIA", "TURKEY"), "in the order of the map's file"
    assert not view.pressed("G").pressed("G").ready
    assert view.pressed("*").public and not view.pressed("*").pressed("*").ready
    assert view.pressed("G").pressed("*").to == () and not view.pressed("*").pressed("G").public
    assert view.pressed("+").grey and not view.pressed("+").pressed("+").grey
    only_signed = AddresseesView(samples.desk(game(grey=False), "FRANCE"))
    assert "+" not in only_signed.offered and "unsigned" not in "".join(draw_addressees(only_signed).text())


def test_the_longest_address_is_said_whole() -> None:
    desk = samples.desk(game(), "TURKEY")
    view = AddresseesView(desk, frozenset(OTHERS))
    words = "To Austria, England, France, Germany, Italy and Russia, signed Turkey."
    assert address_words(view.to, False, desk.seen.board, "TURKEY") == words
    assert words in draw_addressees(view).text()[-2]


def test_a_draft() -> None:
    draft = Draft(to=["ITALY", "GERMANY"], lines=[*LETTER, *map(str, range(20))], saved=samples.NOW)
    canvas = draw_draft(DraftView(DESK, draft))
    check("press_draft", canvas)
    check_plain("press_draft", canvas)
    assert draw_draft(DraftView(DESK, draft, dropping=True)).text()[-1].strip() == "Throw it away? (y/N) [N]:"


def editor(desk: Desk, lines: Sequence[str], at: int, text: str = "", *, plain: bool = False) -> EditorView:
    heading = address_words(("AUSTRIA", "ITALY"), False, desk.seen.board, desk.power)
    return EditorView(desk.title, desk.when, heading, lines, at, text, plain)


def numbers(canvas: Canvas) -> list[int]:
    return [int(row.split()[0]) for row in shown(canvas, UTF8)[4:-3] if row.split() and row.split()[0].isdigit()]


def test_writing() -> None:
    lines = [*quoted("Italy", LETTER), "", "I see."]
    canvas, row = draw_editor(editor(DESK, lines, len(lines), "What I can do is"), Notice("Quoted."))
    check("press_editor", canvas)
    assert canvas.cursor == (row, 5)
    plain, row = draw_editor(editor(DESK, lines, len(lines), plain=True))
    assert [text for text in plain.text() if "What" in text] == []
    check_plain("press_editor", plain)
    check("press_editor-between", draw_editor(editor(DESK, lines, 3, "between"))[0])


@pytest.mark.parametrize("at", [0, 1, 8, 16, 17, 18, 60, 119, 120])
def test_the_place_is_always_to_be_seen(at: int) -> None:
    lines = [f"line {number}" for number in range(1, MOST_LINES + 1)]
    canvas, row = draw_editor(editor(DESK, lines, at, "here"), Notice("Done?"))
    rows = shown(canvas, UTF8)
    assert rows[row][5:] == "here" and 4 <= row < 21
    seen = numbers(canvas)
    before = [number for number in seen if number <= at]
    assert before == list(range(at - len(before) + 1, at + 1)), "what stands above the place is shown up to it"
    assert len(seen) >= 14
    assert at == 0 or before
    assert at == MOST_LINES or at + 1 in seen


def test_too_many_lines_are_counted_in_red() -> None:
    for count, said in ((120, "120 of at most 120 lines."), (121, "121 of at most 120 lines.")):
        canvas, _ = draw_editor(editor(DESK, ["x"] * count, count))
        assert canvas.text()[-1].strip() == said


@pytest.mark.parametrize("topic", ["press", "message", "addressees", "writing"])
def test_help(topic: str) -> None:
    text = help_text(topic)
    for number in range(len(text.pages)):
        for row in text.pages[number]:
            assert len(row) <= 76 and row.isascii()
    same(f"press_help-{topic}", list(text.lines))


def test_a_topic_that_is_missing_shows_at_once() -> None:
    with pytest.raises(KeyError):
        help_text("cheese")
