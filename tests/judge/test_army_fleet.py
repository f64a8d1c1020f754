"""Games by the Army/Fleet rules: orders that hang together, removals, reports and counts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from door.judge.games import new_game, view
from door.judge.news import last_report, standings
from door.judge.refusal import Refused
from door.judge.submit import entered, withdraw
from door.rules.binding import parse_order
from door.rules.block import Turn, read_block
from door.rules.notation import write
from door.rules.orders import Order
from door.rules.phase import Phase
from door.store import journal
from door.store.games import save_game
from door.store.home import Home
from tests.judge.play import NOON, POWERS, State, caller_of, close, order, phase_of

CHANNEL: State = {
    "units": {"ENGLAND": ["A LON", "A WAL", "F ENG", "A/F NTH"], "FRANCE": ["A BRE", "F MAO"]},
    "centers": {"ENGLAND": ["EDI", "LON", "LVP", "BEL"], "FRANCE": ["BRE", "MAR"]},
}


def by_the_module(home: Home, state: State, phase: str = "S1901M", *powers: str, rules: str = "e1901") -> None:
    """A running game with the Army/Fleet rules."""
    made = new_game(home, "demo", "Demo", rules, "full", NOON, army_fleet=True, phase=phase, state=state)
    seats = {power: caller_of(power) for power in powers or POWERS}
    save_game(home, replace(made, status="running", seats=seats, started=NOON, closed_on=NOON.date().isoformat()))


def stored(home: Home, power: str = "ENGLAND") -> list[str]:
    return [write(entry) for entry in entered(home, view(home, "demo"), power)]


def take_back(home: Home, text: str, power: str = "ENGLAND") -> list[str]:
    seen = view(home, "demo")
    assert seen.phase is not None
    meant = parse_order(text, power, seen.phase.stage, seen.position, seen.board, army_fleet=True)
    left = withdraw(home, "demo", caller_of(power), seen.phase, meant, NOON)
    return [write(entry) for entry in left]


def report(home: Home) -> list[str]:
    found = last_report(home, "demo")
    assert found is not None
    return found.lines


# Entering


def test_both_halves_have_their_orders(home: Home) -> None:
    by_the_module(home, CHANNEL)
    given = order(home, "ENGLAND", "A NTH DISEMBARK NTH - NWY", "A/F NTH - EDI", "A LON EMBARK ENG", "F ENG - IRI")
    assert given == ["A NTH DISEMBARK NTH - NWY", "F NTH - EDI", "A LON EMBARK ENG", "F ENG - IRI"] == stored(home)


def test_what_would_be_void_is_refused_and_nothing_is_lost(home: Home) -> None:
    by_the_module(home, CHANNEL)
    order(home, "ENGLAND", "A LON EMBARK ENG, DISEMBARK MAO - POR", "F ENG - MAO")
    before = stored(home)
    for text, what in (
        ("A WAL EMBARK ENG", "a fleet takes one army (A/F rule 3): change or withdraw A LON EMBARK ENG"),
        ("F ENG H", "(A/F rule 5): change or withdraw A LON EMBARK ENG, DISEMBARK MAO - POR first."),
        ("F ENG FF A WAL - BRE", "an A/F may not ferry (A/F rule 4): change or withdraw A LON"),
        ("F NTH - LON", "(A/F rule 4): order A NTH to land from NTH first."),
        ("A WAL - SPA VIA", "to go over two seas embark"),
    ):
        with pytest.raises(Refused) as refused:
            order(home, "ENGLAND", text)
        assert what in str(refused.value)
        assert stored(home) == before


def test_taking_back_what_another_order_needs_is_refused(home: Home) -> None:
    by_the_module(home, CHANNEL)
    order(home, "ENGLAND", "A NTH DISEMBARK NTH - NWY", "F NTH - LON")
    with pytest.raises(Refused, match=r"\(A/F rule 4\): change or withdraw F NTH - LON first\."):
        take_back(home, "A NTH DISEMBARK NTH - NWY")
    assert stored(home) == ["A NTH DISEMBARK NTH - NWY", "F NTH - LON"]
    assert take_back(home, "F NTH - LON") == ["A NTH DISEMBARK NTH - NWY"]
    assert take_back(home, "A NTH DISEMBARK NTH - NWY") == []


def test_other_games_take_orders_that_do_not_match(home: Home) -> None:
    made = new_game(
        home, "demo", "Demo", "standard", "full", NOON, state={"units": {"ENGLAND": ["A LON", "F ENG", "A WAL"]}}
    )
    seats = {power: caller_of(power) for power in POWERS}
    save_game(home, replace(made, status="running", seats=seats, started=NOON, closed_on=NOON.date().isoformat()))
    given = ["F ENG C A LON - BRE", "A LON - WAL", "A WAL S A LON"]
    assert order(home, "ENGLAND", *given) == given
    with pytest.raises(Refused, match="the game is played without them"):
        order(home, "ENGLAND", "A LON EMBARK ENG")
    assert take_back(home, "F ENG H") == given[1:]


# Winter


def winter(home: Home, centres: int) -> None:
    """England has four units, A/F NTH two of them, and so many centres."""
    state = {
        "units": {"ENGLAND": ["A LON", "F EDI", "A/F NTH"]},
        "centers": {"ENGLAND": ["LON", "EDI", "LVP"][:centres]},
    }
    by_the_module(home, state, "W1901A")


def test_one_removal_may_be_the_army_but_not_the_fleet_nor_both(home: Home) -> None:
    winter(home, 3)
    with pytest.raises(Refused, match=r"^An A/F is two removals, and only 1 is due; remove its army alone\.$"):
        order(home, "ENGLAND", "A/F NTH D")
    with pytest.raises(Refused, match=r"^Without F NTH its army would drown; remove A NTH alone, or A/F NTH"):
        order(home, "ENGLAND", "F NTH D")
    assert order(home, "ENGLAND", "A NTH D") == ["A NTH D"]
    with pytest.raises(Refused, match="must remove 1 unit and has ordered that already"):
        order(home, "ENGLAND", "A LON D")
    close(home)
    assert view(home, "demo").record.state["units"] == {"ENGLAND": ["A LON", "F EDI", "F NTH"]}


def test_an_a_f_is_two_removals(home: Home) -> None:
    winter(home, 2)
    assert order(home, "ENGLAND", "A NTH D", "A/F NTH D") == ["A/F NTH D"]
    with pytest.raises(Refused, match="must remove 2 units and has ordered that already"):
        order(home, "ENGLAND", "A LON D")
    assert order(home, "ENGLAND", "A NTH D") == ["A NTH D"]
    assert order(home, "ENGLAND", "A LON D") == ["A NTH D", "A LON D"]
    with pytest.raises(Refused, match="must remove 2 units and has ordered that already"):
        order(home, "ENGLAND", "A/F NTH D")
    assert take_back(home, "A LON D") == ["A NTH D"]
    assert order(home, "ENGLAND", "A/F NTH D") == ["A/F NTH D"]
    close(home)
    assert view(home, "demo").record.state["units"] == {"ENGLAND": ["A LON", "F EDI"]}
    assert "Engl'h A/F in 9: North Sea         IS DISBANDED" in report(home)


def test_the_halves_may_be_removed_one_by_one(home: Home) -> None:
    winter(home, 2)
    assert order(home, "ENGLAND", "A NTH D", "F NTH D") == ["A NTH D", "F NTH D"]
    with pytest.raises(Refused, match=r"change or withdraw F NTH D first\."):
        take_back(home, "A NTH D")
    assert order(home, "ENGLAND", "A/F NTH D") == ["A/F NTH D"]
    with pytest.raises(Refused, match="its army would drown"):
        order(home, "ENGLAND", "F NTH D")
    assert order(home, "ENGLAND", "A NTH D", "F NTH D") == ["A NTH D", "F NTH D"]
    close(home)
    assert view(home, "demo").record.state["units"] == {"ENGLAND": ["A LON", "F EDI"]}


def test_where_nothing_is_ordered_the_army_goes_before_its_fleet(home: Home) -> None:
    state = {"units": {"ENGLAND": ["A LON", "F EDI", "A/F MAO"]}, "centers": {"ENGLAND": ["LON", "EDI", "LVP"]}}
    by_the_module(home, state, "W1901A")
    close(home)
    assert view(home, "demo").record.state["units"] == {"ENGLAND": ["A LON", "F EDI", "F MAO"]}
    assert "Engl'h army in z: Mid-Atlantic     IS DISBANDED" in report(home)


# The event


def test_a_winter_for_an_army_aboard_is_waited_for(home: Home) -> None:
    """Three units ashore and at sea, one aboard: the fourth is one too many."""
    state = {"units": {"ENGLAND": ["A LON", "F EDI", "A/F NTH"]}, "centers": {"ENGLAND": ["LON", "EDI", "LVP"]}}
    by_the_module(home, state, "F1901M", "ENGLAND")
    assert close(home).did == "Fall 1901 was closed; it is now Winter 1901"


def test_both_halves_are_reported_on(home: Home) -> None:
    by_the_module(home, CHANNEL)
    order(home, "ENGLAND", "A NTH DISEMBARK NTH - BEL", "F NTH - LON", "A LON EMBARK ENG, DISEMBARK MAO - POR")
    order(home, "ENGLAND", "F ENG - MAO", "A WAL - LON")
    close(home)
    line = journal.last_phase(home, "demo")
    assert line is not None
    assert line.results == {
        **{"A BRE": [], "A LON": ["no position"], "A NTH": [], "A WAL": ["bounce"]},
        **{"F ENG": ["bounce"], "F MAO": [], "F NTH": ["bounce"]},
    }
    assert report(home) == [
        "",
        "Engl'h fleet in =: English Channel ATTACKS   z: Mid-Atlantic",
        "    > BOUNCE. The French fleet in z: Mid-Atlantic stayed, 1 against 1.",
        "Engl'h army in C: London           EMBARKS ON =: English Channel",
        "                                   DISEMBARKS FROM z: Mid-Atlantic",
        "                                   TO        G: Portugal",
        "    > NO POSITION. Its fleet did not reach z: Mid-Atlantic, so it stayed aboard",
        "      (A/F rule 5).",
        "Engl'h army in 9: North Sea        DISEMBARKS FROM 9: North Sea",
        "                                   TO        I: Belgium",
        "Engl'h A/F in 9: North Sea         ATTACKS   C: London",
        "    > BOUNCE. Stood off by the Engl'h army in c: Wales, 1 against 1.",
        "Engl'h army in c: Wales            ATTACKS   C: London",
        "    > BOUNCE. Stood off by the Engl'h fleet in 9: North Sea, 1 against 1.",
        "",
        "French army in D: Brest            HOLDS",
        "French fleet in z: Mid-Atlantic    HOLDS",
        "",
        "Next: Fall 1901.",
    ]
    assert max(map(len, report(home))) <= 79


BEATEN: State = {
    "units": {"ITALY": ["A/F ION", "A NAP"], "TURKEY": ["F AEG", "F EAS"]},
    "centers": {"ITALY": ["NAP", "ROM"], "TURKEY": ["SMY", "CON"]},
}


def beaten(home: Home) -> None:
    by_the_module(home, BEATEN)
    order(home, "TURKEY", "F AEG - ION", "F EAS S F AEG - ION")
    close(home)
    assert phase_of(home) == "S1901R"


def units_of(home: Home, power: str) -> int:
    return next(entry.units for entry in standings(view(home, "demo")) if entry.power == power)


def test_a_dislodged_a_f_is_told_what_becomes_of_its_army(home: Home) -> None:
    beaten(home)
    told = " ".join(" ".join(report(home)).split())
    assert "Ital'n A/F in" in told
    assert "must retreat or disband. It may go to" in told
    assert "In port the army aboard is disbanded." in told
    assert units_of(home, "ITALY") == 3  # the two halves and the army in Naples
    assert units_of(home, "TURKEY") == 2


@pytest.mark.parametrize(
    ("text", "left", "lines"),
    [
        ("A/F ION R TYS", ["A NAP", "A/F TYS"], ["RETREATS"]),
        ("A/F ION R APU", ["A NAP", "F APU"], ["RETREATS", "DISBAND. Its fleet retreated to a coast (A/F rule 6)."]),
        ("A/F ION D", ["A NAP"], ["IS DISBANDED", "DISBAND. Its fleet was lost, and the army with it (A/F rule 6)."]),
        (None, ["A NAP"], ["DISBAND. No order was given for it.", "Its fleet was lost, and the army with it"]),
    ],
)
def test_the_retreat_of_an_a_f(home: Home, text: str | None, left: list[str], lines: list[str]) -> None:
    beaten(home)
    if text is not None:
        order(home, "ITALY", text)
    close(home, 2)
    assert view(home, "demo").record.state["units"]["ITALY"] == left
    assert units_of(home, "ITALY") == len(left) + ("A/F TYS" in left)
    told = "\n".join(report(home))
    assert all(line in told for line in lines), told
    assert "Ital'n A/F in" in told


def test_an_army_may_retreat_onto_a_fleet(home: Home) -> None:
    state = {"units": {"ENGLAND": ["A LON", "F ENG"], "FRANCE": ["A WAL", "A YOR"]}, "centers": {"ENGLAND": ["LON"]}}
    by_the_module(home, state)
    order(home, "FRANCE", "A WAL - LON", "A YOR S A WAL - LON")
    close(home)
    told = " ".join(" ".join(report(home)).split())
    assert (
        "Engl'h army in C: London must retreat or disband. It may go to =: English Channel (aboard the fleet)" in told
    )
    assert "In port" not in told
    order(home, "ENGLAND", "A LON R ENG")
    close(home, 2)
    assert view(home, "demo").record.state["units"]["ENGLAND"] == ["A/F ENG"]


def test_an_army_that_had_no_order_and_is_lost_at_once_is_told_of(home: Home) -> None:
    """By standard rules every way out of the Black Sea is barred or taken."""
    around = {"RUSSIA": ["F SEV", "F RUM", "A BUL"], "TURKEY": ["F ANK", "A CON", "A ARM"]}
    by_the_module(home, {"units": {"ITALY": ["A/F BLA"], **around}}, rules="standard")
    order(home, "RUSSIA", "F SEV - BLA", "F RUM S F SEV - BLA")
    close(home)
    told = report(home)
    at = next(number for number, line in enumerate(told) if line.endswith("STAYS ABOARD"))
    assert told[at].startswith("Ital'n army in ")
    assert told[at + 1].startswith("    > DISBAND. It was aboard a dislodged fleet that had nowhere to retreat to")
    assert units_of(home, "ITALY") == 0


def test_a_power_whose_last_units_are_at_sea_lives(home: Home) -> None:
    by_the_module(home, {"units": {"ITALY": ["A/F ION"], "TURKEY": ["F AEG"]}, "centers": {"TURKEY": ["SMY"]}})
    close(home)
    assert not any("out of the game" in line for line in report(home))
    assert {entry.power: entry.units for entry in standings(view(home, "demo"))}["ITALY"] == 2


# A report, pasted


def pasted(home: Home, power: str, before: Turn) -> list[Order]:
    """The orders that the power's part of the report is read as."""
    short = before.board.powers[power].short
    lines: list[str] = []
    own = False
    for line in report(home):
        own = line.startswith(short) or (own and line.startswith(" " * 20))
        lines += [line] if own else []
    answers = read_block("\n".join(lines), before)
    return [answer.order for answer in answers if answer.order is not None]


ORDERS = {
    "ENGLAND": ["A NTH DISEMBARK NTH - BEL", "F NTH - LON", "A LON EMBARK ENG, DISEMBARK MAO - POR", "F ENG - MAO"],
    "FRANCE": ["F MAO FF A BRE - GAS", "A BRE - GAS VIA MAO"],
    "GERMANY": ["A HEL DISEMBARK HEL - DEN", "F HEL S A HEL - DEN", "A PRU EMBARK BAL", "F BAL S A HEL - DEN"],
    "ITALY": ["F ION S F AEG", "F AEG H", "A NAP - APU"],
}


def test_a_report_that_is_pasted_is_the_same_orders(home: Home) -> None:
    state = {
        "units": {
            "ENGLAND": ["A LON", "F ENG", "A/F NTH"],
            "FRANCE": ["A BRE", "F MAO"],
            "GERMANY": ["A/F HEL", "F BAL", "A PRU"],
            "ITALY": ["A/F ION", "F AEG", "A NAP"],
        }
    }
    by_the_module(home, state)
    given = {power: order(home, power, *texts) for power, texts in ORDERS.items()}
    seen = view(home, "demo")
    close(home)
    for power, texts in given.items():
        before = Turn(power, Phase.parse("S1901M"), seen.position, seen.board, army_fleet=True)
        assert {write(entry) for entry in pasted(home, power, before)} == set(texts)
