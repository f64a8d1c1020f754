"""Winter: what is due, builds, waived builds, removals, and who is removed when nobody says so."""

from __future__ import annotations

from random import Random

import pytest

from door.rules.adjudicate import adjudicate
from door.rules.adjustments import adjustment_due, anything_due, take_centres, take_removals
from door.rules.board import Board
from door.rules.orders import Build, Disband, Order, Waive
from door.rules.phase import Phase
from door.rules.position import Position
from door.rules.results import Result
from door.rules.rulebook import RULEBOOKS, STANDARD
from door.rules.units import Unit, UnitKind, province_of
from tests.rules.positions import Shuffler

FLEET = UnitKind.FLEET
WINTER = Phase.parse("W1901A")


def unit(text: str, power: str = "FRANCE") -> Unit:
    return Unit(power, UnitKind(text[0]), text[2:])


def position(units: str, centres: str, power: str = "FRANCE") -> Position:
    """A power's units and centres, parted by commas and blanks."""
    standing = [unit(text, power) for text in units.split(", ") if text]
    return Position.of(standing, centres=dict.fromkeys(centres.split(), power))


def order(text: str, power: str = "FRANCE") -> Order:
    if text == "WAIVE":
        return Waive(power)
    ordered = unit(text[:-2], power)
    return Build(ordered) if text[-1] == "B" else Disband(ordered)


def winter(before: Position, board: Board, *texts: str, power: str = "FRANCE") -> tuple[list[Result], list[str]]:
    """The results, and the power's units afterwards."""
    done = adjudicate(WINTER, before, [order(text, power) for text in texts], board, STANDARD)
    assert str(done.phase) == "S1902M"
    assert done.position.centres == before.centres
    return list(done.results), sorted(str(each) for each in done.position.units_of(power))


# What is due


@pytest.mark.parametrize(
    ("units", "centres", "due"),
    [
        ("", "", 0),
        ("A PAR", "PAR", 0),
        ("A BUR", "PAR BRE MAR", 2),
        ("A BUR", "PAR POR SPA", 1),
        ("A PAR", "PAR POR SPA", 0),
        ("A BRE, A MAR, A PAR", "BRE MAR PAR POR SPA", 0),
        ("A BUR, A GAS", "PAR", -1),
        ("A BUR, A GAS, F ENG", "", -3),
    ],
)
def test_what_is_due(units: str, centres: str, due: int, board: Board) -> None:
    """As many builds as centres exceed units, and as open home centres allow."""
    before = position(units, centres)
    assert adjustment_due("FRANCE", before, board) == due
    assert adjustment_due("ITALY", before, board) == 0
    assert anything_due(before, board) == bool(due)


def test_nothing_is_due_where_ownership_is_not_known(board: Board) -> None:
    before = Position.of([unit("A PAR")])
    assert not anything_due(before, board)
    assert take_centres(before, board) is before
    results, after = winter(before, board, "A BRE B", "A PAR D")
    assert after == ["A PAR"]
    assert [result.words for result in results] == [["void"], ["void"]]


def test_a_centre_keeps_its_owner_until_another_unit_stands_there(board: Board) -> None:
    before = Position.of([unit("A BEL"), unit("A BUR", "ITALY")], centres={"PAR": "FRANCE", "BEL": "GERMANY"})
    assert take_centres(before, board).centres == {"PAR": "FRANCE", "BEL": "FRANCE"}


# Builds


@pytest.mark.parametrize(
    ("texts", "after", "words"),
    [
        (["A PAR B", "F BRE B"], "A BUR, A PAR, F BRE", ["", ""]),
        (["A PAR B"], "A BUR, A PAR", [""]),
        ([], "A BUR", []),
        (["WAIVE", "A PAR B"], "A BUR, A PAR", ["", ""]),
        (["WAIVE", "WAIVE", "A PAR B"], "A BUR", ["", "", "void"]),
        (["A PAR B", "F BRE B", "A MAR B"], "A BUR, A PAR, F BRE", ["", "", "void"]),
        (["A PAR B", "F PAR B", "F BRE B"], "A BUR, A PAR, F BRE", ["", "void", ""]),
        (["A BRE B", "F BRE B", "A PAR B"], "A BRE, A BUR, A PAR", ["", "void", ""]),
        (["A BUR B", "A POR B", "A PAR B"], "A BUR, A PAR", ["void", "void", ""]),
        (["A BUR D", "A PAR B"], "A BUR, A PAR", ["void", ""]),
        (["A PAR B", "A PAR B", "F MAR B"], "A BUR, A PAR, F MAR", ["", "void", ""]),
    ],
)
def test_builds(texts: list[str], after: str, words: list[str], board: Board) -> None:
    """Two are due; the first possible ones count."""
    results, units = winter(position("A BUR", "PAR BRE MAR"), board, *texts)
    assert units == after.split(", ")
    assert [" ".join(result.words) for result in results] == words
    assert all(bool(result.reason()) == bool(result.words) for result in results)


def test_no_removal_to_build_at_home(board: Board) -> None:
    results, units = winter(position("A BUR, A GAS", "PAR BRE"), board, "A BUR D", "A PAR B")
    assert units == ["A BUR", "A GAS"]
    assert [result.words for result in results] == [["void"], ["void"]]


def test_winter_happens_at_once_for_all_powers(board: Board) -> None:
    """A removal makes no room for a build, whichever power's name comes first."""
    for builder, leaver, home in (("TURKEY", "RUSSIA", "CON"), ("AUSTRIA", "RUSSIA", "BUD")):
        before = Position.of([unit(f"A {home}", leaver)], centres={home: builder})
        orders: list[Order] = [Build(unit(f"A {home}", builder)), Disband(unit(f"A {home}", leaver))]
        for given in (orders, orders[::-1]):
            done = adjudicate(WINTER, before, given, board, STANDARD)
            assert done.position.units == {}
            assert {result.order: result.succeeded for result in done.results} == {orders[0]: False, orders[1]: True}


# Removals


@pytest.mark.parametrize(
    ("texts", "after", "words"),
    [
        (["F ENG D"], "A BUR, A GAS", [""]),
        (["A GAS D"], "A BUR, F ENG", [""]),
        (["A GAS D", "A BUR D"], "A BUR, F ENG", ["", "void"]),
        (["A GAS D", "A GAS D"], "A BUR, F ENG", ["", "void"]),
        (["A PAR B", "A GAS D"], "A BUR, F ENG", ["void", ""]),
        (["WAIVE", "A GAS D"], "A BUR, F ENG", ["void", ""]),
        ([], "A BUR, A GAS", []),
    ],
)
def test_removals(texts: list[str], after: str, words: list[str], board: Board) -> None:
    """One is owed."""
    results, units = winter(position("A BUR, A GAS, F ENG", "PAR BRE"), board, *texts)
    assert units == after.split(", ")
    assert [" ".join(result.words) for result in results if result.given] == words


def test_a_removal_by_rule_is_told(board: Board) -> None:
    results, _ = winter(position("A BUR, F ENG", "PAR"), board)
    assert [(result.order, result.given, result.words) for result in results] == [
        (Disband(unit("F ENG")), False, ["disband"])
    ]
    assert "by rule" in (results[0].reason() or "")


def test_a_power_without_centres_loses_all(board: Board) -> None:
    _, units = winter(Position.of([unit("A BUR"), unit("F ENG")], centres={"ROM": "ITALY"}), board)
    assert units == []


@pytest.mark.parametrize(
    ("units", "centres", "first"),
    [
        ("A BUR, A GAS", "PAR", "A BUR"),  # both at 1: by name
        ("A GAS, A MUN", "PAR", "A MUN"),  # 2 before 1
        ("A PIC, F ENG", "PAR BRE", "F ENG"),  # both at 1: fleets first
        ("A MUN, F ENG", "PAR BRE", "A MUN"),  # distance goes before kind
        ("F MAO, F ENG", "BRE", "F ENG"),  # both at 1: English Channel before Mid-Atlantic
        ("F NWG, F NWY", "LON", "F NWY"),  # by name, not by code: Norway before the Norwegian Sea
        ("F ION, F LYO", "MAR NAP", "F LYO"),  # the Gulf of Lyon before the Ionian Sea
        ("A LVN, A LVP", "EDI WAR", "A LVP"),  # Liverpool before Livonia
        ("A PAR, A BUR", "PAR", "A BUR"),
        ("A LON, A RUH", "PAR", "A LON"),  # 3 before 2: an army's way may lead over the sea
        ("F LVN, A STP, A UKR, F BLA", "MOS STP WAR", "F BLA"),  # a fleet's last step may be inland
        ("F SPA/NC, F POR", "MAR", "F SPA/NC"),  # 3 before 2: the way from the north coast leads round
        ("A TUN, A NAF", "ROM", "A NAF"),
    ],
)
def test_who_is_removed_first(units: str, centres: str, first: str, board: Board) -> None:
    standing = [unit(text) for text in units.split(", ")]
    assert str(take_removals(standing, centres.split(), board)[0]) == first


def steps(start: Unit, goals: set[str], board: Board) -> int:
    """The distance counted another way: in waves of all places reached so far."""
    ports = {
        province_of(place) for places in Shuffler(board).places.values() for kind, place in places if kind is FLEET
    }
    reached = {start.location}
    for count in range(80):
        provinces = {province_of(place) for place in reached}
        if provinces & goals:
            return count
        around = {near for code in provinces for near in board.neighbours(code)}
        if start.kind is FLEET and (around - ports) & goals:
            return count + 1
        reached |= around if start.kind is not FLEET else {near for at in reached for near in board.reach(FLEET, at)}
    return 99


@pytest.mark.parametrize("seed", range(8))
def test_removals_go_by_distance_kind_and_name(seed: int, board: Board) -> None:
    random = Random(seed)
    units = Shuffler(board).full_units(random, 12)
    centres = set(random.sample(board.centres, random.randint(1, 5)))
    wanted = sorted(
        units,
        key=lambda each: (
            -steps(each, centres, board),
            each.kind is UnitKind.ARMY,
            board.provinces[each.province].name,
        ),
    )
    assert take_removals(units, centres, board) == wanted


@pytest.mark.parametrize("seed", range(10))
def test_winter_leaves_no_power_with_more_units_than_centres(seed: int, board: Board) -> None:
    random = Random(seed)
    centres = {code: random.choice(list(board.powers)) for code in board.centres}
    before = Position.of(Shuffler(board).full_units(random), centres=centres)
    for rulebook in RULEBOOKS.values():
        after = adjudicate(WINTER, before, [], board, rulebook).position
        assert set(after.units.values()) <= set(before.units.values())
        for power in board.powers:
            kept = min(len(before.units_of(power)), len(before.centres_of(power)))
            assert len(after.units_of(power)) == kept


def lengths(kind: UnitKind, board: Board) -> dict[tuple[str, str], int]:
    """Steps between any two places for a kind of unit, all at once: each way by each place on it is tried."""
    if kind is FLEET:
        places = [place for each in Shuffler(board).places.values() for found, place in each if found is FLEET]
        next_to = {place: board.reach(FLEET, place) for place in places}
    else:
        places = list(board.provinces)
        next_to = {place: board.neighbours(place) for place in places}
    far = len(board.provinces)
    found = {(one, two): 0 if one == two else 1 if two in next_to[one] else far for one in places for two in places}
    for middle in places:
        for one in places:
            half = found[one, middle]
            if half < far:
                for two in places:
                    found[one, two] = min(found[one, two], half + found[middle, two])
    return found


@pytest.fixture(scope="module")
def ways(board: Board) -> dict[UnitKind, dict[tuple[str, str], int]]:
    return {kind: lengths(kind, board) for kind in UnitKind}


def far_off(each: Unit, centre: str, ways: dict[UnitKind, dict[tuple[str, str], int]], board: Board) -> int:
    """From the unit to one centre; a fleet steps inland from whatever lies beside it."""
    table = ways[each.kind]
    if each.kind is not FLEET or any(two.partition("/")[0] == centre for _, two in table):
        return min(steps for (one, two), steps in table.items() if one == each.location and province_of(two) == centre)
    beside = board.neighbours(centre)
    return 1 + min(steps for (one, two), steps in table.items() if one == each.location and province_of(two) in beside)


def beats(one: Unit, two: Unit, distances: dict[Unit, int], board: Board) -> bool:
    """Whether the rule takes the first rather than the second."""
    if distances[one] != distances[two]:
        return distances[one] > distances[two]
    if one.kind is not two.kind:
        return one.kind is FLEET
    return board.provinces[one.province].name < board.provinces[two.province].name


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("seed", range(25))
def test_removals_of_random_winters(
    seed: int, rules: str, board: Board, ways: dict[UnitKind, dict[tuple[str, str], int]]
) -> None:
    """Ordered removals first, as many as are owed; then, one by one, the unit that the rule prefers to all others."""
    random = Random(seed)
    left = Shuffler(board).units_in(random.sample(sorted(board.provinces), 9), ["FRANCE"], random)
    centres = random.sample(board.centres, random.randint(1, 5))
    before = Position.of(left, centres=dict.fromkeys(centres, "FRANCE"))
    owed = len(left) - len(centres)
    given = random.choices(left, k=random.randint(0, owed + 1))
    taken = list(dict.fromkeys(given))[:owed]
    done = adjudicate(WINTER, before, [Disband(each) for each in given], board, RULEBOOKS[rules])
    ordered = [result.order for result in done.results if result.given and result.succeeded]
    assert ordered == [Disband(each) for each in taken]
    distances = {each: min(far_off(each, code, ways, board) for code in centres) for each in left}
    by_rule: list[Unit] = []
    while len(taken) + len(by_rule) < owed:
        standing = [each for each in left if each not in (*taken, *by_rule)]
        by_rule += [one for one in standing if all(one is two or beats(one, two, distances, board) for two in standing)]
    assert [result.order for result in done.results if not result.given] == [Disband(each) for each in by_rule]
    assert set(done.position.units.values()) == set(left) - {*taken, *by_rule}


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_one_power_s_winter_touches_no_other(rules: str, board: Board) -> None:
    """A power is measured by its own centres, and only its own units go."""
    units = [unit("A BUR"), unit("A RUH"), unit("F ENG", "ENGLAND"), unit("A PIC", "ENGLAND")]
    before = Position.of(units, centres={"PAR": "FRANCE", "MUN": "GERMANY", "LON": "ENGLAND", "BRE": "GERMANY"})
    done = adjudicate(WINTER, before, [], board, RULEBOOKS[rules])
    assert [str(each) for each in done.position.units_of("FRANCE")] == ["A BUR"]
    assert [str(each) for each in done.position.units_of("ENGLAND")] == ["F ENG"]
