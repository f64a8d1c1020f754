"""Orders: what is stored, what is refused, and that nothing is lost between callers and the event."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from door.judge.games import new_game, take_seat, view
from door.judge.refusal import Refused
from door.judge.submit import entered, submit, submit_text, withdraw
from door.rules.notation import write
from door.rules.orders import Build, Hold, Move, Waive
from door.rules.phase import Phase
from door.rules.units import Unit, UnitKind
from door.store import games as files
from door.store.home import Home
from door.store.records import OrdersRecord
from tests.judge.play import ALL_CENTRES, CENTRES, NOON, POWERS, SPRING, caller_of, close, order, running

PARIS = Unit("FRANCE", UnitKind.ARMY, "PAR")


def stored(home: Home, power: str = "FRANCE") -> list[str]:
    return [write(entry) for entry in entered(home, view(home, "demo"), power)]


def test_an_order_is_stored_in_canonical_notation_and_read_back(home: Home) -> None:
    running(home)
    given = submit(home, "demo", caller_of("FRANCE"), SPRING, Move(PARIS, "BUR"), NOON)
    assert given == [Move(PARIS, "BUR")] == entered(home, view(home, "demo"), "FRANCE")
    record = files.load_orders(home, "demo", "FRANCE", "S1901M")
    assert record is not None
    assert (record.orders, record.saved) == (["A PAR - BUR"], NOON)


def test_what_is_given_back_comes_from_the_disk(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    running(home)
    save = files.save_orders

    def save_something_else(home: Home, name: str, record: OrdersRecord) -> OrdersRecord:
        save(home, name, OrdersRecord(phase="S1901M", power="FRANCE", orders=["A PAR H"], saved=NOON))
        found = files.load_orders(home, name, "FRANCE", "S1901M")
        assert found is not None
        return found

    monkeypatch.setattr(files, "save_orders", save_something_else)
    assert submit(home, "demo", caller_of("FRANCE"), SPRING, Move(PARIS, "BUR"), NOON) == [Hold(PARIS)]


def test_typed_orders_are_read_freely(home: Home) -> None:
    running(home)
    assert order(home, "FRANCE", "army paris to burgundy", "mar s par-bur") == ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_r29_a_later_order_replaces_and_an_impossible_one_changes_nothing(home: Home) -> None:
    running(home)
    assert order(home, "AUSTRIA", "A VIE - GAL", "A BUD - SER", "A VIE - BOH") == ["A BUD - SER", "A VIE - BOH"]
    for text, what in (
        ("A VIE - CON", "cannot reach Constantinople"),
        ("A VIE - ADR", "it is sea"),
        ("A VIE", "does not say what"),
        ("A SER - BUL", "no Austrian unit in Serbia"),
        ("A VEN - TYR", "the army there is Italian"),
        ("A VIE R TYR", "not ordered in this turn"),
    ):
        with pytest.raises(Refused) as refused:
            order(home, "AUSTRIA", text)
        assert what in str(refused.value)
    assert stored(home, "AUSTRIA") == ["A BUD - SER", "A VIE - BOH"]


@pytest.mark.parametrize(
    "text", ["A Par S", "F BRE C", "A Par -", "A", "S", "", "F Bre() - MAO x", "F Bre/ -", "A Par x Bur"]
)
def test_r23_r25_what_is_no_order_stores_nothing_and_loses_nothing(home: Home, text: str) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR", "F BRE - MAO")
    with pytest.raises(Refused, match=r"\.$"):
        submit_text(home, "demo", caller_of("FRANCE"), SPRING, text, NOON)
    assert stored(home) == ["A PAR - BUR", "F BRE - MAO"]


def test_r31_no_part_of_the_old_order_is_left(home: Home) -> None:
    running(home, state={"units": {"FRANCE": ["A BRE", "F ENG", "A PAR"]}, "centers": CENTRES})
    assert order(home, "FRANCE", "A BRE - LON VIA") == ["A BRE - LON VIA"]
    assert order(home, "FRANCE", "A BRE - PIC") == ["A BRE - PIC"]
    assert order(home, "FRANCE", "A BRE S A PAR - PIC", "A BRE - GAS") == ["A BRE - GAS"]


def test_r54_orders_for_a_closed_phase_are_refused_and_nothing_is_written(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    close(home)
    with pytest.raises(Refused, match=r"^The turn has passed: it is now Fall 1901\. Your order was not entered\.$"):
        submit_text(home, "demo", caller_of("FRANCE"), SPRING, "A PAR H", NOON)
    with pytest.raises(Refused, match="The turn has passed"):
        withdraw(home, "demo", caller_of("FRANCE"), SPRING, Hold(Unit("FRANCE", UnitKind.ARMY, "PAR")), NOON)
    assert stored(home) == []
    assert list((home.games_dir / "demo" / "orders").iterdir()) == []


def test_the_same_sentence_names_midsummers_eve(home: Home) -> None:
    state = {"units": {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]}, "centers": CENTRES}
    running(home, state=state)
    order(home, "FRANCE", "A BUR - BEL", "A PIC S A BUR - BEL")
    close(home)
    with pytest.raises(Refused) as refused:
        submit_text(home, "demo", caller_of("GERMANY"), SPRING, "A BEL H", NOON)
    assert str(refused.value) == "The turn has passed: it is now Midsummer's Eve 1901. Your order was not entered."


def test_orders_without_a_seat_before_the_start_and_after_the_end_are_refused(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    take_seat(home, "demo", "FRANCE", "Ann", NOON)
    with pytest.raises(Refused, match="You play no power in Demo"):
        submit_text(home, "demo", "Bob", SPRING, "A PAR H", NOON)
    with pytest.raises(Refused, match="has not started: it waits for 6 more callers"):
        submit_text(home, "demo", "Ann", SPRING, "A PAR H", NOON)
    state = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ALL_CENTRES[:18]}}
    running(home, "over", "FRANCE", phase="F1901M", state=state)
    close(home, game="over")
    with pytest.raises(Refused, match=r"The game is over\."):
        submit_text(home, "over", caller_of("FRANCE"), Phase.parse("F1901M"), "A PAR H", NOON)
    with pytest.raises(Refused, match="There is no game 'other'"):
        submit_text(home, "other", "Ann", SPRING, "A PAR H", NOON)


def test_an_order_is_taken_back(home: Home) -> None:
    running(home)
    order(home, "RUSSIA", "F STP - BOT", "A MOS - UKR")
    caller, fleet = caller_of("RUSSIA"), Hold(Unit("RUSSIA", UnitKind.FLEET, "STP/SC"))
    assert [write(left) for left in withdraw(home, "demo", caller, SPRING, fleet, NOON)] == ["A MOS - UKR"]
    assert [write(left) for left in withdraw(home, "demo", caller, SPRING, fleet, NOON)] == ["A MOS - UKR"]
    assert stored(home, "RUSSIA") == ["A MOS - UKR"]


def test_every_spring_order_can_be_read_again(home: Home) -> None:
    running(home)
    given = order(home, "ENGLAND", "F LON - NTH", "F EDI S F LON - NTH", "A LVP - YOR")
    assert given == stored(home, "ENGLAND")


def beaten(home: Home, rules: str = "e1901") -> None:
    state = {
        "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["*A BEL"]},
        "retreats": {"GERMANY": {"A BEL": ["BUR", "HOL", "RUH"]}},
        "centers": CENTRES,
    }
    running(home, phase="S1901R", state=state, rules=rules)


def test_retreats_replace_each_other_and_only_beaten_units_have_orders(home: Home) -> None:
    beaten(home)
    assert order(home, "GERMANY", "A BEL R HOL", "A BEL D", "A BEL - RUH") == ["A BEL R RUH"]
    with pytest.raises(Refused, match="the army there is German"):
        order(home, "FRANCE", "A BEL R HOL")
    with pytest.raises(Refused, match="was not dislodged"):
        order(home, "FRANCE", "A PIC R PAR")


def test_the_door_lets_a_unit_retreat_into_an_occupied_place_and_disbands_it(home: Home) -> None:
    beaten(home)
    assert order(home, "GERMANY", "A BEL R PIC") == ["A BEL R PIC"]
    close(home)
    assert view(home, "demo").position.units_of("GERMANY") == []
    with pytest.raises(Refused, match="There is no German unit"):
        order(home, "GERMANY", "A BEL - HOL")


def test_standard_rules_refuse_it(home: Home) -> None:
    beaten(home, "standard")
    with pytest.raises(Refused, match="cannot retreat to Picardy"):
        order(home, "GERMANY", "A BEL R PIC")


def winter(home: Home, units: list[str], centres: list[str]) -> None:
    running(home, phase="W1901A", state={"units": {"FRANCE": units}, "centers": {"FRANCE": centres}})


def test_builds_are_limited_to_what_is_due(home: Home) -> None:
    winter(home, ["A BUR"], ["BRE", "MAR", "PAR"])
    assert order(home, "FRANCE", "A PAR B", "A MAR B") == ["A PAR B", "A MAR B"]
    with pytest.raises(Refused, match="may build 2 units and has ordered that already: take one back first"):
        order(home, "FRANCE", "F BRE B")
    assert order(home, "FRANCE", "F MAR B") == ["A PAR B", "F MAR B"]
    with pytest.raises(Refused, match="may build 2 units"):
        order(home, "FRANCE", "WAIVE")


def test_waived_builds_count_and_give_way_to_a_build(home: Home) -> None:
    winter(home, ["A BUR"], ["BRE", "MAR", "PAR"])
    assert order(home, "FRANCE", "WAIVE", "WAIVE") == ["WAIVE", "WAIVE"]
    assert order(home, "FRANCE", "F BRE B") == ["WAIVE", "F BRE B"]
    caller, phase = caller_of("FRANCE"), Phase.parse("W1901A")
    assert [write(left) for left in withdraw(home, "demo", caller, phase, Waive("FRANCE"), NOON)] == ["F BRE B"]
    assert withdraw(home, "demo", caller, phase, Build(Unit("FRANCE", UnitKind.FLEET, "BRE")), NOON) == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("A BUR B", "no home centre"),
        ("A LON B", "no home centre"),
        ("F PAR B", "cannot stand"),
        ("A MAR B", "stands in Marseilles"),
        ("A MAR D", "no unit too many"),
    ],
)
def test_builds_that_cannot_be_are_refused(home: Home, text: str, what: str) -> None:
    winter(home, ["A MAR"], ["BRE", "MAR", "PAR"])
    with pytest.raises(Refused, match=what):
        order(home, "FRANCE", text)
    assert stored(home) == []


def test_a_build_needs_the_coast_where_there_are_two(home: Home) -> None:
    state = {"units": {"RUSSIA": ["A MOS"]}, "centers": {"RUSSIA": ["MOS", "STP", "WAR"]}}
    running(home, phase="W1901A", state=state)
    with pytest.raises(Refused, match="two coasts"):
        order(home, "RUSSIA", "F STP B")
    given = submit(
        home,
        "demo",
        caller_of("RUSSIA"),
        Phase.parse("W1901A"),
        Build(Unit("RUSSIA", UnitKind.FLEET, "STP/NC")),
        NOON,
    )
    assert [write(entry) for entry in given] == ["F STP/NC B"]


def test_removals_are_limited_to_what_is_owed(home: Home) -> None:
    winter(home, ["A BUR", "A PIC", "F MAO"], ["PAR", "BRE"])
    assert order(home, "FRANCE", "A PIC D", "A PIC D") == ["A PIC D"]
    with pytest.raises(Refused, match="must remove 1 unit and has ordered that already: take one back first"):
        order(home, "FRANCE", "F MAO D")
    with pytest.raises(Refused, match="has nothing to build"):
        order(home, "FRANCE", "WAIVE")
    withdraw(home, "demo", caller_of("FRANCE"), Phase.parse("W1901A"), Hold(Unit("FRANCE", UnitKind.ARMY, "PIC")), NOON)
    assert order(home, "FRANCE", "remove mao") == ["F MAO D"]


def test_nothing_is_built_or_removed_where_nothing_is_due(home: Home) -> None:
    state = {"units": {"FRANCE": ["A PAR"], "ITALY": []}, "centers": {"FRANCE": ["PAR"], "ITALY": ["ROM"]}}
    running(home, phase="W1901A", state=state)
    with pytest.raises(Refused, match="has nothing to build"):
        order(home, "FRANCE", "WAIVE")
    with pytest.raises(Refused, match="no unit too many"):
        order(home, "FRANCE", "A PAR D")


def test_seven_callers_at_once_lose_nothing(home: Home) -> None:
    running(home)
    units = {power: view(home, "demo").position.units_of(power) for power in POWERS}

    def enter_all(power: str) -> int:
        for _ in range(3):
            for unit in units[power]:
                submit(home, "demo", caller_of(power), SPRING, Hold(unit), NOON)
        return len(entered(home, view(home, "demo"), power))

    with ThreadPoolExecutor(7) as pool:
        assert list(pool.map(enter_all, POWERS)) == [len(units[power]) for power in POWERS]


def test_two_lines_of_one_caller_do_not_undo_each_other(home: Home) -> None:
    running(home)
    units = view(home, "demo").position.units_of("RUSSIA")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda unit: submit(home, "demo", caller_of("RUSSIA"), SPRING, Hold(unit), NOON), units))
    assert sorted(stored(home, "RUSSIA")) == sorted(write(Hold(unit)) for unit in units)
