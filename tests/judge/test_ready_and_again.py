"""A power says that it is ready, and gives the orders of its last turn once more."""

from __future__ import annotations

import pytest

from door.judge.games import view
from door.judge.refusal import Refused
from door.judge.submit import StoredSet, repeat_last, say_ready, stored_set, withdraw
from door.rules.notation import write
from door.rules.orders import Hold
from door.rules.units import Unit, UnitKind
from door.store.home import Home
from tests.judge.play import NOON, SPRING, caller_of, close, days_later, order, running

PARIS = Unit("FRANCE", UnitKind.ARMY, "PAR")


def stored(home: Home, power: str = "FRANCE") -> StoredSet:
    return stored_set(home, view(home, "demo"), power)


def ready(home: Home, yes: bool = True, power: str = "FRANCE") -> None:
    phase = view(home, "demo").phase
    assert phase is not None
    say_ready(home, "demo", caller_of(power), phase, yes, days_later(0.1))


def again(home: Home, power: str = "FRANCE") -> list[str]:
    phase = view(home, "demo").phase
    assert phase is not None
    return [write(each) for each in repeat_last(home, "demo", caller_of(power), phase, days_later(1.5))]


def test_ready_is_kept_apart_from_the_orders_and_when_they_were_stored(home: Home) -> None:
    running(home)
    assert stored(home) == StoredSet()
    order(home, "FRANCE", "A PAR - BUR")
    assert (stored(home).saved, stored(home).ready) == (NOON, False)
    ready(home)
    assert (stored(home).saved, stored(home).ready) == (NOON, True)
    ready(home, False)
    assert [write(each) for each in stored(home).orders] == ["A PAR - BUR"]
    assert not stored(home).ready


def test_one_can_be_ready_without_an_order(home: Home) -> None:
    running(home)
    ready(home)
    assert (stored(home).orders, stored(home).ready) == ((), True)


@pytest.mark.parametrize("change", ["another order", "the same order", "one taken back"])
def test_whatever_changes_the_orders_takes_ready_back(home: Home, change: str) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    ready(home)
    if change == "one taken back":
        withdraw(home, "demo", caller_of("FRANCE"), SPRING, Hold(PARIS), NOON)
    else:
        order(home, "FRANCE", "A PAR - PIC" if change == "another order" else "A PAR - BUR")
    assert not stored(home).ready


def test_ready_is_each_powers_own_and_ends_with_the_turn(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    ready(home)
    assert not stored(home, "ENGLAND").ready
    close(home)
    assert stored(home) == StoredSet()


def test_ready_for_a_turn_that_has_passed_is_refused_and_changes_nothing(home: Home) -> None:
    running(home)
    close(home)
    with pytest.raises(Refused, match="The turn has passed"):
        say_ready(home, "demo", caller_of("FRANCE"), SPRING, True, NOON)
    assert stored(home) == StoredSet()


def test_ready_changes_nothing_about_the_event(home: Home) -> None:
    running(home, "demo", "FRANCE")
    ready(home)
    assert not close(home, 0).closed
    assert close(home, 1).closed


def test_the_last_turns_orders_are_given_again_to_units_without_one(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR H", "A MAR H", "F BRE - ENG")
    close(home)
    order(home, "FRANCE", "A PAR - BUR")
    assert again(home) == ["A PAR - BUR", "A MAR H"]  # the fleet has moved, Paris has another order
    assert (stored(home).saved, stored(home).ready) == (days_later(1.5), False)


def test_a_repeated_order_that_can_never_be_carried_out_is_left_out(home: Home) -> None:
    running(home)
    order(home, "GERMANY", "A MUN - RUH", "A BER S A MUN", "F KIE H")
    close(home)
    assert again(home, "GERMANY") == ["F KIE H"]


def test_the_last_turn_of_moves_counts_whatever_came_between(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A GAS"], "ITALY": ["A ROM"]},
        "centers": {"FRANCE": ["PAR", "MAR", "BRE"], "GERMANY": ["MUN"], "ITALY": ["ROM"]},
    }
    running(home, "demo", "FRANCE", "GERMANY", "ITALY", state=state)
    order(home, "FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR")
    order(home, "ITALY", "A ROM H")
    close(home)
    assert view(home, "demo").record.phase == "S1901R"
    close(home, 2)
    assert view(home, "demo").record.phase == "F1901M"
    assert again(home, "ITALY") == ["A ROM H"]


@pytest.mark.parametrize("before", ["no turn", "nothing ordered", "all ordered already"])
def test_where_nothing_can_be_repeated_that_is_said_and_nothing_changes(home: Home, before: str) -> None:
    running(home)
    if before == "all ordered already":
        order(home, "FRANCE", "A PAR H", "A MAR H", "F BRE H")
    if before != "no turn":
        close(home)
    if before == "all ordered already":
        order(home, "FRANCE", "A PAR - BUR", "A MAR - SPA", "F BRE - MAO")
    earlier = stored(home)
    with pytest.raises(Refused, match="No order of your last turn of moves fits a unit that has none now"):
        again(home)
    assert stored(home) == earlier
