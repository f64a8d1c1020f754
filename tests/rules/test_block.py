"""Blocks of orders: how they are cut, whose and for when they are, and that no piece is guessed at or lost."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.rules.block import MOST_PIECES, Answer, BlockReader, Turn, read_block
from door.rules.legality import fault
from door.rules.notation import read, write
from door.rules.orders import Order
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.rulebook import STANDARD
from door.rules.units import UnitKind, province_of
from tests.rules.test_binding import MOVES, RETREATS, made
from tests.rules.test_binding import orders as any_orders
from tests.rules.test_notation import EUROPE, VOCABULARY

SPRING = Turn("FRANCE", Phase.parse("S1901M"), MOVES, EUROPE)
EVE = Turn("GERMANY", Phase.parse("S1901R"), RETREATS, EUROPE)
WINTER = Turn("FRANCE", Phase.parse("W1901A"), Position.of([made("FRANCE", "A GAS")]), EUROPE)


def said(text: str, turn: Turn = SPRING) -> list[str]:
    """The answers: a canonical line for what is an order, the piece behind a ``!`` for what is not."""
    return [written(answer) for answer in read_block(text, turn)]


def written(answer: Answer) -> str:
    assert (answer.order is None) != (answer.error is None)
    return f"! {answer.text}" if answer.order is None else write(answer.order)


def sentence(text: str, turn: Turn = SPRING) -> str:
    """The one error that the text is answered with."""
    (answer,) = read_block(text, turn)
    assert answer.error is not None and str(answer.error).endswith(".")
    return str(answer.error)


# Cutting


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("A PAR - BUR", ["A PAR - BUR"]),
        ("A PAR - BUR; A GAS - SPA", ["A PAR - BUR", "A GAS - SPA"]),
        ("A PAR - BUR, A GAS - SPA,", ["A PAR - BUR", "A GAS - SPA"]),
        ("par bur;gas-spa,mar s gas-spa", ["A PAR - BUR", "A GAS - SPA", "F MAR S A GAS - SPA"]),
        ("A PAR - BUR\nA GAS H", ["A PAR - BUR", "A GAS H"]),
        ("A PAR - BUR\r\n\r\n  A GAS H  \r\n", ["A PAR - BUR", "A GAS H"]),
        ("A PAR - BUR\rA GAS H", ["A PAR - BUR", "A GAS H"]),
        ("A PAR - BUR; xyz; A GAS H", ["A PAR - BUR", "! xyz", "A GAS H"]),
        ("A PAR - BUR\nA PAR H", ["A PAR - BUR", "A PAR H"]),
        ("", []),
        ("\n ;, ;\n...\n-----\n=====\n", []),
        # What surrounds orders
        ("> A PAR - BUR\n> > A GAS H", ["A PAR - BUR", "A GAS H"]),
        ("1. A PAR - BUR\n2) A GAS H\n(3) F MAR H\n4.F MAO H", ["A PAR - BUR", "A GAS H", "F MAR H", "F MAO H"]),
        ("* A PAR - BUR\n- A GAS H\n\u2022 F MAR H", ["A PAR - BUR", "A GAS H", "F MAR H"]),
        ("A PAR - BUR # to the east\n# nothing\n// nothing\nA GAS H // stays", ["A PAR - BUR", "A GAS H"]),
        ("A PAR - BUR (*bounce*)\nA GAS H. (*dislodged*)", ["A PAR - BUR", "A GAS H"]),
        ("\u200bA PAR\u200b - BUR\ufeff", ["A PAR - BUR"]),
        # Lines that go on
        ("A PAR SUPPORTS A GAS\n  ATTACKING BUR", ["A PAR S A GAS - BUR"]),
        ("F MAO CONVOYS A GAS\n  TO Wales\nA PAR H", ["F MAO C A GAS - WAL", "A PAR H"]),
        ("A PAR SUPPORTS A GAS\n  HOLDING; F MAR H", ["A PAR S A GAS", "F MAR H"]),
        ("ATTACKING BUR", ["! ATTACKING BUR"]),
        # The key of a territory may be a comma or a semicolon
        ("French fleet in z: Mid-Atlantic ATTACKS ,: Helgoland Bight", ["F MAO - HEL"]),
    ],
)
def test_a_block_is_cut_into_its_orders(text: str, answers: list[str]) -> None:
    assert said(text) == answers


def test_each_answer_knows_its_line() -> None:
    answers = read_block("\nA PAR H; x\n\nFrance:\nA GAS H", SPRING)
    assert [(answer.line, answer.text) for answer in answers] == [(2, "A PAR H"), (2, "x"), (5, "A GAS H")]


def test_no_more_is_read_than_anybody_orders() -> None:
    """That is said once, and the next block is read again."""
    reader = BlockReader(SPRING)
    answers = [answer for _ in range(MOST_PIECES + 9) for answer in reader.feed("A PAR H")] + reader.finish()
    assert len(answers) == MOST_PIECES + 1
    assert all(answer.order for answer in answers[:-1])
    assert str(answers[-1].error) == f"A block has at most {MOST_PIECES} orders: the rest was not read."
    assert [written(answer) for answer in reader.feed("A PAR H") + reader.finish()] == ["A PAR H"]


# Headings


@pytest.mark.parametrize(
    "heading",
    [
        *("FRANCE:", "France", "French orders:", "Orders for France", "From: France", "France, Spring 1901", "fra:"),
        *(
            "Spring 1901",
            "SPRING 1901 MOVES:",
            "PHASE Spring 1901 Movement",
            "S1901M",
            "France S1901M:",
            "1901",
            "Spring",
        ),
        *("My orders for the turn:", "SIGNON Fautumn secret", "Moves:", "France's orders, Spring 1901:"),
    ],
)
def test_headings_are_no_orders(heading: str) -> None:
    assert said(f"{heading}\nA PAR - BUR\nA GAS H") == ["A PAR - BUR", "A GAS H"]


@pytest.mark.parametrize(
    ("heading", "turn", "sentence_"),
    [
        ("Fall 1901", SPRING, 'It stands below "Fall 1901", and now it is Spring 1901: write Spring 1901 above it.'),
        ("PHASE Fall 1905 Movement", SPRING, 'It stands below "PHASE Fall 1905 Movement", and now it is Spring 1901'),
        ("Spring 1902", SPRING, 'It stands below "Spring 1902"'),
        ("F1901M", SPRING, 'It stands below "F1901M"'),
        ("Winter", SPRING, 'It stands below "Winter"'),
        ("All Hallows' Eve 1901", EVE, "It stands below \"All Hallows' Eve 1901\", and now it is Midsummer's Eve 1901"),
    ],
)
def test_orders_for_another_turn_are_refused(heading: str, turn: Turn, sentence_: str) -> None:
    """To the judges that play by mail such a heading stores the orders for later; here nothing is stored for now."""
    order = "A BEL R RUH" if turn is EVE else "A PAR - BUR"
    assert sentence(f"{heading}\n{order}", turn).startswith(sentence_)
    assert said(f"{heading}\n{order}\n{turn.phase.title}\n{order}", turn) == [f"! {order}", order]


@pytest.mark.parametrize("heading", ["Midsummer's Eve 1901", "Summer 1901", "Spring 1901 Retreats:", "S1901R"])
def test_the_heading_of_the_open_turn_is_known_by_all_its_names(heading: str) -> None:
    assert said(f"{heading}\nA BEL - RUH", EVE) == ["A BEL R RUH"]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("ENGLAND:\nA PAR - BUR\nFRANCE:\nA GAS H", ["! A PAR - BUR", "A GAS H"]),
        ("England: A PAR - BUR\nA GAS H", ["! England: A PAR - BUR", "A GAS H"]),
        ("France: A PAR - BUR; A GAS H", ["France: A PAR - BUR", "A GAS H"]),
        ("England: A PAR - BUR; A GAS H", ["! England: A PAR - BUR", "! A GAS H"]),
        ("English A PAR - BUR", ["! English A PAR - BUR"]),
        ("English:\nFrench A PAR - BUR", ["A PAR - BUR"]),
        ("A PAR S English A GAS - BUR", ["A PAR S A GAS - BUR"]),
    ],
)
def test_what_is_written_as_another_powers_order_is_refused(text: str, answers: list[str]) -> None:
    assert said(text) == [answer.removeprefix("France: ") for answer in answers]


def test_the_other_power_is_named() -> None:
    assert sentence("England: A PAR H") == "It is written as an order of England, and you play France."
    assert sentence("Germany: waive", WINTER) == "It is written as an order of Germany, and you play France."


@pytest.mark.parametrize("end", ["SIGNOFF", "signoff", "ENDPRESS", "--", "-- ", "> SIGNOFF"])
def test_what_follows_the_end_is_not_read(end: str) -> None:
    text = f"A PAR H\n{end}\nBob\nA GAS - SPA\n"
    assert said(text) == ["A PAR H"]
    reader = BlockReader(SPRING)
    for line in text.splitlines():
        reader.feed(line)
    reader.finish()
    assert [written(answer) for answer in reader.feed("A GAS H") + reader.finish()] == ["A GAS H"]


@pytest.mark.parametrize("line", ["ENG", "Hello France", "Spring 1901?", "bur - bel", "France " * 20, "England France"])
def test_what_is_no_heading_is_answered(line: str) -> None:
    assert said(line) == [f"! {line.strip()}"]


# Doubt


@pytest.mark.parametrize(
    ("turn", "text", "choices"),
    [
        (SPRING, "F MAO - SPA", ("F MAO - SPA/NC", "F MAO - SPA/SC")),
        (replace(SPRING, power="TURKEY"), "F CON - BUL", ("F CON - BUL/EC", "F CON - BUL/SC")),
        (replace(WINTER, power="RUSSIA"), "F STP B", ("F STP/NC B", "F STP/SC B")),
        (SPRING, "F MAO - NOR", ("North Africa", "North Atlantic Ocean", "North Sea", "Norway", "Norwegian Sea")),
    ],
)
def test_two_readings_are_told_not_guessed(turn: Turn, text: str, choices: tuple[str, ...]) -> None:
    (answer,) = read_block(text, turn)
    assert answer.error is not None and answer.error.choices == choices
    assert all(choice in str(answer.error) for choice in choices)


def test_a_fleet_goes_by_no_convoy() -> None:
    assert sentence("F MAO - NAO VIA") == "F MAO is a fleet: it goes one step, and never by convoy."


def test_a_check_may_refuse_what_can_be_read() -> None:
    check = partial(fault, position=MOVES, board=EUROPE, rulebook=STANDARD)
    good, bad = read_block("A PAR - BUR; A PAR - WAR", SPRING, check)
    assert good.order is not None
    assert bad.error is not None and bad.error.unit == read("A PAR - WAR", EUROPE).unit


# Properties

CODED = {code: [name for name, meant in EUROPE.aliases.items() if meant == code] for code in EUROPE.provinces}
WORDS = {
    "-": ["-", "->", "to", "m", "moves to", "\N{EN DASH}", "attacks", "attacking"],
    "H": ["h", "hold", "holds", "stands"],
    "S": ["s", "sup", "support", "supports"],
    "C": ["c", "conv", "convoys", "transports", "ferry"],
    "R": ["r", "retreats", "retreats to", "r -"],
    "D": ["d", "disbands", "remove", "disband"],
    "B": ["b", "build", "builds"],
    "VIA": ["via", "via convoy", "by convoy", "(via convoy)"],
    "A": ["a", "A", "army", "the army in"],
    "F": ["f", "F", "fleet", "the fleet in"],
    "WAIVE": ["waive", "w", "waives", "Waive build"],
}
COASTS = ["/{}", "({})", " {}", " ({} coast)", "/{} coast"]


@st.composite
def spellings(draw: st.DrawFn, line: str) -> str:
    """Any way to write a canonical line: words, names, coasts and case as they come."""
    return " ".join(draw(spelt(word)) for word in line.split())


@st.composite
def spelt(draw: st.DrawFn, word: str) -> str:
    if word in WORDS:
        return draw(st.sampled_from(WORDS[word]))
    code, _, coast = word.partition("/")
    name = draw(st.sampled_from(CODED[code]))
    style = draw(st.sampled_from([str.lower, str.upper, str.title]))
    if not coast:
        return style(name)
    point = {"N": "north", "S": "south", "E": "east", "W": "west"}[coast[0]]
    form = draw(st.sampled_from(COASTS))
    return style(name) + form.format(point if "coast" in form else coast.lower())


@given(any_orders(), st.data())
def test_any_spelling_of_an_order_is_that_order(case: tuple[Order, object, Position], data: st.DataObject) -> None:
    """Written in any form, read, written canonically and read again: the same order."""
    line = write(case[0])
    text = data.draw(spellings(line))
    assert read(text, EUROPE) == read(line, EUROPE), text


@st.composite
def blocks(draw: st.DrawFn) -> list[str]:
    """Lines of orders, good and bad, of one position."""
    good = ["A PAR - BUR", "a gas s a par - bur", "F MAO - SPA/SC", "mar h", "F MAR - LYO", "gas-spa"]
    bad = ["A PAR - XYZ", "F MAO - SPA", "A MUN H", "hello", "A PAR B", "F MAO - NOR"]
    return draw(st.lists(st.one_of(st.sampled_from(good + bad), st.lists(VOCABULARY, max_size=6).map(" ".join))))


@given(blocks())
def test_a_block_equals_its_lines_one_by_one(lines: list[str]) -> None:
    """Where no line is a heading, an end, or goes on with the one above."""
    lines = [line for line in lines if line.split()[:1] not in (["to"], ["hold"]) and said("x\n" + line)[:1] == ["! x"]]
    lines = [line for line in lines if said(f"{line}\nA PAR H")[-1:] == ["A PAR H"]]
    alone = [answer for line in lines for answer in said(line)]
    assert said("\n".join(lines)) == alone
    reader = BlockReader(SPRING)
    step_by_step = [answer for line in lines for answer in reader.feed(line) + reader.finish()]
    assert [written(answer) for answer in step_by_step] == alone


ANYTHING = st.one_of(st.text(), st.lists(st.one_of(VOCABULARY, st.sampled_from([",", ";", "\n", "\r"]))).map(" ".join))


@given(ANYTHING, st.sampled_from([SPRING, EVE, WINTER]))
def test_any_text_is_answered(text: str, turn: Turn) -> None:
    for answer in read_block(text, turn):
        assert (answer.order is None) != (answer.error is None)
        if answer.error is not None:
            assert str(answer.error).endswith(".") and str(answer.error).isprintable()
        elif answer.order is not None:
            again = write(answer.order)
            assert said(again, turn) == [again]


@given(blocks(), ANYTHING)
def test_bad_pieces_take_nothing_from_the_good(lines: list[str], noise: str) -> None:
    """What is good stays good, whatever is written on the line after it."""
    noise = "; ".join(noise.replace("#", "").replace("//", "").split())
    for line in lines:
        alone = said(line)
        if alone == [line] and ":" not in line:
            assert said(f"{line}; {noise}")[0] == line


def test_every_unit_can_be_ordered_by_its_place_alone() -> None:
    for unit in MOVES.units.values():
        turn = replace(SPRING, power=unit.power)
        place = province_of(unit.location).lower()
        assert said(f"{place} h", turn) == [f"{unit} H"]
        letter = "f" if unit.kind is UnitKind.ARMY else "a"
        assert said(f"{letter} {place} h", turn) == [f"{unit} H"]
