"""What comes after each phase: retreats or none, Winter or none, the end."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
import tomli

from door.rules.adjudicate import adjudicate, winner_of
from door.rules.adjustments import adjustment_due
from door.rules.board import Board
from door.rules.orders import Build, Disband, Move, Order, Retreat, Support
from door.rules.phase import COMPLETED, Phase, Stage
from door.rules.position import Position
from door.rules.rulebook import RULEBOOKS, STANDARD, Rulebook
from door.rules.saved import adjudicate_saved
from door.rules.units import Unit, UnitKind
from tests.rules.conftest import ROOT
from tests.rules.positions import Shuffler

BOTH = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)


def following(board: Board, name: str, state: dict[str, Any], **orders: list[str]) -> tuple[str, dict[str, Any]]:
    answer = adjudicate_saved({"name": name, "state": state, "orders": orders}, board, STANDARD)["next"]
    return answer["name"], answer["state"]


def owned(board: Board, count: int, owner: str = "FRANCE", other: str = "ITALY") -> dict[str, list[str]]:
    """That many centres to one power, the rest to another; France's own come first."""
    codes = sorted(board.centres, key=lambda code: (board.provinces[code].home != owner, code))
    return {owner: codes[:count], other: codes[count:]}


BEATEN = {"units": {"GERMANY": ["A BEL"], "FRANCE": ["A BUR", "A PIC"]}}
ATTACK = ["A BUR - BEL", "A PIC S A BUR - BEL"]


@pytest.mark.parametrize(("name", "after"), [("S1901M", "S1901R"), ("F1901M", "F1901R"), ("F1950M", "F1950R")])
def test_retreats_follow_when_a_unit_must_retreat(name: str, after: str, board: Board) -> None:
    assert following(board, name, BEATEN, FRANCE=ATTACK)[0] == after


@pytest.mark.parametrize(("name", "after"), [("S1901M", "F1901M"), ("F1901M", "S1902M")])
def test_no_retreats_follow_when_none_must(name: str, after: str, board: Board) -> None:
    assert following(board, name, BEATEN)[0] == after


@pytest.mark.parametrize(("name", "after"), [("S1901M", "F1901M"), ("F1901M", "S1902M")])
def test_no_retreats_follow_when_the_beaten_unit_has_nowhere_to_go(name: str, after: str, board: Board) -> None:
    units = {"TURKEY": ["A SMY"], "RUSSIA": ["A CON", "A ARM", "A SYR", "A ANK"]}
    answer = following(board, name, {"units": units}, RUSSIA=["A CON - SMY", "A ARM S A CON - SMY"])
    assert answer == (after, {"units": {"RUSSIA": ["A ANK", "A ARM", "A SMY", "A SYR"]}, "retreats": {}})


@pytest.mark.parametrize(("name", "after"), [("S1901R", "F1901M"), ("F1901R", "S1902M")])
def test_after_retreats(name: str, after: str, board: Board) -> None:
    state = {"units": {"GERMANY": ["*A BEL"]}, "retreats": {"GERMANY": {"A BEL": ["HOL"]}}}
    assert following(board, name, state, GERMANY=["A BEL R HOL"]) == (
        after,
        {"units": {"GERMANY": ["A HOL"]}, "retreats": {}},
    )


@pytest.mark.parametrize(
    ("units", "centres", "after"),
    [
        (["A PAR"], ["PAR"], "S1902M"),
        (["A PAR", "A BUR"], ["PAR"], "W1901A"),
        (["A PAR"], ["PAR", "BRE"], "W1901A"),
        (["A PAR"], ["PAR", "POR"], "S1902M"),
        (["A PAR", "A BRE"], ["PAR", "BRE", "POR"], "S1902M"),
        (["A BUR"], [], "W1901A"),
        ([], ["PAR"], "W1901A"),
        ([], ["POR"], "S1902M"),
        ([], [], "S1902M"),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["F1901M", "F1901R"])
def test_winter_follows_when_anything_is_to_be_done(
    name: str, units: list[str], centres: list[str], after: str, board: Board
) -> None:
    """More units than centres, or fewer and an open home centre to build in."""
    state = {"units": {"FRANCE": units, "ITALY": ["A ROM"]}, "centers": {"FRANCE": centres, "ITALY": ["ROM"]}}
    assert following(board, name, state)[0] == after


def test_a_foreign_unit_in_one_s_home_centre_takes_it(board: Board) -> None:
    state = {
        "units": {"FRANCE": ["A BUR"], "ITALY": ["A PAR"]},
        "centers": {"FRANCE": ["PAR", "BRE"], "ITALY": ["ROM"]},
    }
    name, after = following(board, "F1901M", state)
    assert after["centers"] == {"FRANCE": ["BRE"], "ITALY": ["PAR", "ROM"]}
    assert name == "W1901A"


@pytest.mark.parametrize("name", ["F1901M", "F1901R", "W1901A"])
def test_without_centres_nothing_changes_hands_and_no_winter_follows(name: str, board: Board) -> None:
    assert following(board, name, {"units": {"FRANCE": ["A BEL"]}}) == (
        "S1902M",
        {"units": {"FRANCE": ["A BEL"]}, "retreats": {}},
    )


@pytest.mark.parametrize(("name", "after"), [("S1901M", []), ("S1901R", []), ("F1901M", ["BEL"]), ("F1901R", ["BEL"])])
def test_centres_change_hands_after_the_fall_only(name: str, after: list[str], board: Board) -> None:
    state = {"units": {"FRANCE": ["A BEL"]}, "centers": {"FRANCE": []}}
    assert following(board, name, state)[1]["centers"].get("FRANCE", []) == after


def test_centres_change_hands_after_the_retreats(board: Board) -> None:
    """The one who retreats into a centre owns it, the beaten one's place goes to the winner."""
    state = {**BEATEN, "centers": {"GERMANY": ["BEL", "MUN"], "FRANCE": ["PAR", "BRE"]}}
    name, after = following(board, "F1901M", state, FRANCE=ATTACK)
    assert (name, after["centers"]) == ("F1901R", {"FRANCE": ["BRE", "PAR"], "GERMANY": ["BEL", "MUN"]})
    name, after = following(board, "F1901R", after, GERMANY=["A BEL R HOL"])
    assert after["centers"] == {"FRANCE": ["BEL", "BRE", "PAR"], "GERMANY": ["HOL", "MUN"]}


@pytest.mark.parametrize("name", ["F1901M", "F1901R"])
@pytest.mark.parametrize(("count", "won"), [(17, False), (18, True), (19, True), (34, True)])
def test_eighteen_centres_win(name: str, count: int, won: bool, board: Board) -> None:
    after, state = following(board, name, {"units": {}, "centers": owned(board, count)})
    assert (after == COMPLETED) == (won or 34 - count >= 18)
    assert len(state["centers"]["FRANCE"]) == count


@pytest.mark.parametrize("name", ["S1901M", "S1901R", "W1901A"])
def test_no_other_turn_ends_the_game(name: str, board: Board) -> None:
    assert following(board, name, {"units": {}, "centers": owned(board, 20)})[0] != COMPLETED


@pytest.mark.parametrize(("order", "after"), [("A BEL R HOL", COMPLETED), ("A BEL D", "S1902M")])
def test_the_eighteenth_may_be_taken_by_a_retreat(order: str, after: str, board: Board) -> None:
    held = [code for code in board.centres if code not in ("BEL", "HOL")][:17]
    state = {
        "units": {"FRANCE": ["*A BEL", *(f"A {code}" for code in held)], "GERMANY": ["A BEL"]},
        "retreats": {"FRANCE": {"A BEL": ["HOL"]}},
        "centers": {"FRANCE": held},
    }
    assert following(board, "F1901R", state, FRANCE=[order])[0] == after


def test_the_winner_is_named(board: Board) -> None:
    position = Position({}, centres={code: "FRANCE" for code in board.centres[:18]})
    done = adjudicate(Phase.parse("F1901M"), position, [], board, STANDARD)
    assert (done.phase, done.winner) == (None, "FRANCE")


def test_nobody_has_won_at_the_start(board: Board) -> None:
    assert winner_of(board.start, board) is None
    assert winner_of(Position({}), board) is None


def to_twelve() -> Board:
    """The board of Europe, on which twelve centres win."""
    table = tomli.loads((ROOT / "data" / "europe.toml").read_text(encoding="utf-8"))
    return Board.from_table({**table, "to_win": 12})


@pytest.mark.parametrize("name", ["F1901M", "F1901R"])
@pytest.mark.parametrize(
    ("counts", "winner"),
    [
        ({"FRANCE": 11, "ITALY": 11}, None),
        ({"FRANCE": 12, "ITALY": 11}, "FRANCE"),
        ({"FRANCE": 12, "ITALY": 12}, None),
        ({"ITALY": 13, "FRANCE": 13}, None),
        ({"FRANCE": 14, "ITALY": 13}, "FRANCE"),
        ({"FRANCE": 13, "ITALY": 14}, "ITALY"),
        ({"FRANCE": 10, "ITALY": 10, "TURKEY": 14}, "TURKEY"),
    ],
    ids=str,
)
def test_r65_equal_leaders_play_on(name: str, counts: dict[str, int], winner: str | None) -> None:
    board = to_twelve()
    codes = iter(board.centres)
    centres = {next(codes): power for power, count in counts.items() for _ in range(count)}
    done = adjudicate(Phase.parse(name), Position({}, centres=centres), [], board, STANDARD)
    assert done.winner == winner
    assert (done.phase is None) == (winner is not None)
    assert done.position.centres == centres


def test_r65_two_reach_thirteen_at_once_and_the_year_after_one_leads() -> None:
    """The game plays on through Winter and Spring, where nobody wins, though both stand over the number."""
    board = to_twelve()
    codes = [code for code in board.centres if code not in ("BEL", "HOL", "SER")]
    centres = {code: "FRANCE" if index < 12 else "ITALY" for index, code in enumerate(codes[:24])}
    units = [Unit("FRANCE", UnitKind.ARMY, "BEL"), Unit("ITALY", UnitKind.ARMY, "SER")]
    done = adjudicate(Phase.parse("F1901M"), Position.of(units, centres=centres), [], board, STANDARD)
    assert [len(done.position.centres_of(power)) for power in ("FRANCE", "ITALY")] == [13, 13]
    onward = [Move(units[0], "HOL")]
    names: list[str] = []
    while done.phase is not None and len(names) < 9:
        names.append(str(done.phase))
        done = adjudicate(done.phase, done.position, onward, board, STANDARD)
    assert names == ["W1901A", "S1902M", "F1902M"]
    assert [len(done.position.centres_of(power)) for power in ("FRANCE", "ITALY")] == [14, 13]
    assert done.winner == "FRANCE"


@pytest.mark.parametrize("stage", ["M", "R"])
def test_who_stands_over_the_number_before_the_fall_has_not_won(stage: str, board: Board) -> None:
    """A power with twenty centres in Spring whose neighbours take three in the Fall has seventeen, and no win."""
    centres = dict.fromkeys(board.centres[:20], "FRANCE")
    lost = [Unit("ITALY", UnitKind.ARMY, code) for code in board.centres[:3]]
    position = Position.of(lost, centres=centres)
    spring = adjudicate(Phase.parse(f"S1901{stage}"), position, [], board, STANDARD)
    assert (str(spring.phase), spring.winner, spring.position.centres) == ("F1901M", None, centres)
    fall = adjudicate(Phase.parse("F1901M"), spring.position, [], board, STANDARD)
    assert (len(fall.position.centres_of("FRANCE")), fall.winner) == (17, None)


@BOTH
def test_r64_the_count_waits_for_the_fall_retreats(rulebook: Rulebook, board: Board) -> None:
    """Germany stands on its eighteenth, but a French army beaten this Fall retreats into one of the others."""
    held = [code for code in board.centres if code not in ("BEL", "HOL", "PAR", "MAR", "BRE")][:17]
    germans = [Unit("GERMANY", UnitKind.ARMY, code) for code in ("RUH", "BUR")]
    french = Unit("FRANCE", UnitKind.ARMY, "BEL")
    centres = dict.fromkeys([*held, "HOL"], "GERMANY") | {"BEL": "FRANCE"}
    attack: list[Order] = [Move(germans[0], "BEL"), Support(germans[1], germans[0], "BEL")]
    moves = adjudicate(Phase.parse("F1901M"), Position.of([*germans, french], centres=centres), attack, board, rulebook)
    assert (str(moves.phase), moves.winner, moves.position.centres) == ("F1901R", None, centres)
    for order, owned_then in ((Retreat(french, "HOL"), 18), (Disband(french), 19)):
        done = adjudicate(Phase.parse("F1901R"), moves.position, [order], board, rulebook)
        assert len(done.position.centres_of("GERMANY")) == owned_then
        assert done.winner == "GERMANY"
    fewer = Position(moves.position.units, moves.position.dislodged, {**centres, held[0]: "ITALY"})
    done = adjudicate(Phase.parse("F1901R"), fewer, [Retreat(french, "HOL")], board, rulebook)
    assert (len(done.position.centres_of("GERMANY")), done.winner) == (17, None)


@pytest.mark.parametrize(
    "name", ["X1901M", "S1901A", "W1901M", "W1901R", "S1901", "s1901m", "", "1901", "S1901M ", "S٣M"]
)
def test_what_is_no_phase(name: str) -> None:
    with pytest.raises(ValueError, match="is no phase"):
        Phase.parse(name)


@pytest.mark.parametrize("name", ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A"])
def test_phases_are_read_as_they_are_written(name: str) -> None:
    assert str(Phase.parse(name)) == name
    assert Phase.parse(name).title.endswith("1901")


# Whole games


def random_orders(phase: Phase, position: Position, board: Board, random: Random) -> list[Order]:
    """Orders for every unit, retreats at random, and as many builds and removals as are due, or fewer."""
    shuffler = Shuffler(board)
    orders: list[Order] = []
    if phase.stage is Stage.MOVES:
        orders += shuffler.orders(list(position.units.values()), random)
    elif phase.stage is Stage.RETREATS:
        for entry in position.dislodged.values():
            choices: list[Order] = [Disband(entry.unit), *(Retreat(entry.unit, place) for place in entry.choices)]
            orders.append(random.choice(choices))
    else:
        for power in board.powers:
            due = adjustment_due(power, position, board)
            if due < 0:
                orders += [Disband(unit) for unit in random.sample(position.units_of(power), random.randint(0, -due))]
            homes = [code for code, place in board.provinces.items() if place.home == power]
            orders += [Build(Unit(power, UnitKind.ARMY, code)) for code in homes[: max(0, due + 1)]]
    return orders


@BOTH
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_stay_sound(seed: int, rulebook: Rulebook, board: Board) -> None:
    """Forty turns from the start: units and centres never disagree, and the phases come in their order."""
    random = Random(seed)
    phase, position = board.start_phase, board.start
    for _ in range(40):
        done = adjudicate(phase, position, random_orders(phase, position, board, random), board, rulebook)
        if done.phase is None:
            assert done.winner is not None
            break
        assert (done.phase.year, "SFW".index(done.phase.season)) >= (phase.year, "SFW".index(phase.season))
        assert bool(done.position.dislodged) == (done.phase.stage is Stage.RETREATS)
        assert len(done.position.units) + len(done.position.dislodged) <= 34
        centres = done.position.centres or {}
        assert set(position.centres or {}) <= set(centres)
        if phase.stage is Stage.ADJUSTMENTS:
            for power in board.powers:
                assert len(done.position.units_of(power)) <= len(done.position.centres_of(power))
        phase, position = done.phase, done.position


def test_a_saved_game_plays_on_from_its_own_answers(board: Board) -> None:
    """The next phase of each answer, taken as it is, through JSON text, for ten turns of holding."""
    saved: dict[str, Any] = {
        "name": "S1901M",
        "state": {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}},
    }
    names = []
    for _ in range(10):
        saved = json.loads(json.dumps(adjudicate_saved(saved, board, STANDARD)["next"]))
        names.append(saved["name"])
    assert names[:4] == ["F1901M", "S1902M", "F1902M", "S1903M"]
