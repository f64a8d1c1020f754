"""The JSON contract of a saved phase, and that nothing but a StateError with a sentence can come of a bad one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from door.rules.board import Board
from door.rules.phase import Stage
from door.rules.rulebook import E1901, RULEBOOKS
from door.rules.saved import adjudicate_saved
from door.rules.state import StateError, read_state, write_state
from tests.rules.positions import Shuffler, position_of

Json = Any

BEATEN = {"units": {"GERMANY": ["*A BEL", "F KIE"]}, "retreats": {"GERMANY": {"A BEL": ["BUR", "HOL"]}}}


def moves(board: Board, units: dict[str, list[str]], orders: dict[str, list[str]], **fields: Json) -> dict[str, Json]:
    return adjudicate_saved({"name": "S1901M", "state": {"units": units}, "orders": orders, **fields}, board, E1901)


def retreats(board: Board, state: Json, orders: list[str], **fields: Json) -> dict[str, Json]:
    saved = {"name": "S1901R", "state": state, "orders": {"GERMANY": orders}, **fields}
    return adjudicate_saved(saved, board, E1901)


def refused(board: Board, saved: Json) -> str:
    with pytest.raises(StateError) as raised:
        adjudicate_saved(saved, board, E1901)
    return str(raised.value)


# The phase as a whole


def test_the_answer_is_the_phase_with_results_reasons_and_next(board: Board) -> None:
    saved = {
        "name": "S1901M",
        "state": {
            "units": {"FRANCE": ["A PAR", "F BRE"]},
            "retreats": {},
            "centers": {"FRANCE": ["PAR", "BRE", "MAR"]},
            "note": "kept",
        },
        "orders": {"FRANCE": ["A PAR - BUR", "F BRE H"]},
        "results": {"A PAR": ["bounce"]},
        "messages": [1, 2],
    }
    before = json.dumps(saved)
    answer = adjudicate_saved(saved, board, E1901)
    assert json.dumps(saved) == before
    assert answer == {
        **saved,
        "results": {"A PAR": [], "F BRE": []},
        "reasons": {},
        "next": {
            "name": "F1901M",
            "state": {
                "units": {"FRANCE": ["A BUR", "F BRE"]},
                "retreats": {},
                "centers": {"FRANCE": ["BRE", "MAR", "PAR"]},
            },
        },
    }


def test_nothing_is_assumed_but_what_is_given(board: Board) -> None:
    answer = moves(board, {"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR"]})
    assert answer["next"]["state"] == {"units": {"FRANCE": ["A BUR"]}, "retreats": {}}
    bare = adjudicate_saved({"name": "F1901M", "state": {}}, board, E1901)
    assert (bare["results"], bare["next"]["name"]) == ({}, "S1902M")


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_the_rulebook_of_the_phase_wins(rules: str, board: Board) -> None:
    """Section H's second example: by the door's rules who attacks does not defend his rear."""
    units = {"AUSTRIA": ["A TYR"], "ITALY": ["A VEN", "A PIE"]}
    orders = {"AUSTRIA": ["A TYR - VEN"], "ITALY": ["A VEN H", "A PIE - TYR"]}
    answer = moves(board, units, orders, rules=rules)
    assert answer["next"]["name"] == ("S1901R" if rules == "e1901" else "F1901M")
    assert answer["rules"] == rules


def test_a_finished_game_stays_finished(board: Board) -> None:
    state = {"units": {"FRANCE": ["A PAR"]}}
    saved = {"name": "COMPLETED", "state": state, "orders": {"FRANCE": ["A PAR - BUR"]}}
    answer = adjudicate_saved(saved, board, E1901)
    assert answer["next"] == {"name": "COMPLETED", "state": state}
    assert answer["results"] == {"A PAR": ["void"]}
    assert answer["reasons"].keys() == {"A PAR"}


@pytest.mark.parametrize(
    ("saved", "sentence"),
    [
        (None, "A phase must be an object"),
        ([], "A phase must be an object"),
        ({"state": {}}, "must have a name such as S1901M"),
        ({"name": 7, "state": {}}, "must have a name such as S1901M"),
        ({"name": "W1901M", "state": {}}, "'W1901M' is no phase"),
        ({"name": "S1901M"}, "state must be an object"),
        ({"name": "S1901M", "state": {}, "rules": "house"}, "'house' is no rulebook; there are e1901 and standard"),
        ({"name": "S1901M", "state": {}, "rules": []}, "no rulebook"),
        ({"name": "S1901M", "state": {}, "army_fleet": "yes"}, "army_fleet must be true or false"),
        ({"name": "S1901M", "state": {}, "orders": [1]}, "orders must be an object"),
        ({"name": "S1901M", "state": {}, "orders": {"FRANCE": "A PAR H"}}, "must be a list of texts"),
        ({"name": "S1901M", "state": {}, "orders": {"FRANCE": [1]}}, "must be a list of texts"),
        ({"name": "S1901M", "state": {"units": []}}, "units must be an object"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": "A PAR"}}}, "must be a list of texts"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": ["A XXX"]}}}, "'A XXX' is no unit"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": ["PAR"]}}}, "'PAR' is no unit"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": ["F PAR"]}}}, "a fleet cannot stand in PAR"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": ["A NTH"]}}}, "an army cannot stand in NTH"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": ["F SPA"]}}}, "a fleet cannot stand in SPA"),
        ({"name": "S1901M", "state": {"units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}}}, "Two units stand in PAR"),
        ({"name": "S1901M", "state": {"centers": {"FRANCE": ["BUR"]}}}, "is no supply centre"),
        ({"name": "S1901M", "state": {"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}}, "PAR is given to both"),
        ({"name": "S1901R", "state": {"retreats": {"FRANCE": {"A PAR": ["XXX"]}}}}, "'XXX'"),
        ({"name": "S1901R", "state": {"retreats": {"FRANCE": ["A PAR"]}}}, "must be an object"),
        ({"name": "S1901R", "state": {"units": {"FRANCE": ["*A PAR", "*A PAR"]}}}, "PAR"),
        ({"name": "S1901R", "state": {"units": {"FRANCE": ["A BUR"]}, "retreats": {"FRANCE": {"A BUR": []}}}}, "BUR"),
    ],
)
def test_a_bad_phase_is_refused_with_a_sentence(saved: Json, sentence: str, board: Board) -> None:
    told = refused(board, saved)
    assert sentence.lower() in told.lower()
    assert told.endswith(".")
    assert "\n" not in told


# Orders


@pytest.mark.parametrize(
    "text",
    [
        "A PAR - BUR",
        "a par-bur",
        "Army Paris to Burgundy",
        "  Paris - Burgundy ",
        "PAR-BUR",
        "F PAR - BUR",
        "A PAR-BUR/SC",
    ],
)
def test_order_texts_are_understood_freely(text: str, board: Board) -> None:
    answer = moves(board, {"FRANCE": ["A PAR"]}, {"FRANCE": [text]})
    assert answer["next"]["state"]["units"] == {"FRANCE": ["A BUR"]}
    assert list(answer["results"].values()) == [[]]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("F SPA/SC - LYO", "F SPA/SC"),
        ("F SPA - LYO", "F SPA"),
        ("F SPA/NC - LYO", "F SPA/NC"),
        ("A SPA - LYO", "A SPA"),
        ("spain - gulf of lyon", "F SPA"),
    ],
)
def test_results_are_keyed_by_the_unit_as_ordered(text: str, key: str, board: Board) -> None:
    """A missing or wrong coast, letter or nationality is ignored: one unit alone can be meant."""
    answer = moves(board, {"FRANCE": ["F SPA/SC"]}, {"FRANCE": [text]})
    assert answer["next"]["state"]["units"] == {"FRANCE": ["F LYO"]}
    assert answer["results"] == {key: []}


@pytest.mark.parametrize(
    ("text", "key", "sentence"),
    [
        ("A MAR x BUR", "A MAR", '"x" is no order'),
        ("gibberish", "gibberish", "gibberish"),
        ("A MAR - gul", None, "Gulf of Lyon"),
        ("A GAS H", "A GAS", "no unit stands there"),
        ("A MUN H", "A MUN", "the army there is German"),
        ("A MAR R GAS", "A MAR", "not ordered in this turn"),
        ("A MAR B", "A MAR", "not ordered in this turn"),
        ("WAIVE", None, "not ordered in this turn"),
        ("A MAR S A GAS", "A MAR", "no unit in Gascony"),
        ("A MAR - MAR", "A MAR", "already"),
        ("A MAR - NTH", "A MAR", "it is sea"),
    ],
)
def test_a_void_order_has_a_reason_and_the_others_stand(
    text: str, key: str | None, sentence: str, board: Board
) -> None:
    units = {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]}
    answer = moves(board, units, {"FRANCE": [text, "A PAR - BUR"]})
    assert answer["next"]["state"]["units"] == {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["A MUN"]}
    void = [found for found, words in answer["results"].items() if words == ["void"]]
    assert len(void) == 1
    assert key is None or void == [key]
    assert answer["results"].keys() - set(void) == {"A PAR"}
    assert list(answer["reasons"]) == void
    assert sentence in answer["reasons"][void[0]]


@pytest.mark.parametrize(
    ("lines", "goes"),
    [
        (["A PAR - BUR", "A PAR - PIC"], "A PIC"),
        (["A PAR - BUR", "A PAR - LON"], "A BUR"),
        (["A PAR - LON", "A PAR - BUR"], "A BUR"),
        (["A PAR - LON", "A PAR - NTH"], "A PAR"),
        (["A PAR - BUR", "F PAR - PIC"], "A PIC"),
        (["A PAR - BUR", "A PAR - BUR"], "A BUR"),
        (["A PAR - BUR", "nonsense", "A PAR H"], "A PAR"),
    ],
)
def test_of_several_orders_the_last_possible_stands(lines: list[str], goes: str, board: Board) -> None:
    answer = moves(board, {"FRANCE": ["A PAR"]}, {"FRANCE": lines})
    assert answer["next"]["state"]["units"] == {"FRANCE": [goes]}
    if goes != "A PAR":
        stood = next(line for line in reversed(lines) if line[-3:] == goes[-3:])
        assert answer["results"][stood[:5]] == []


def test_powers_are_found_whatever_their_case(board: Board) -> None:
    answer = moves(board, {"france": ["a par"]}, {"France": ["A PAR - BUR"]})
    assert answer["next"]["state"]["units"] == {"FRANCE": ["A BUR"]}


# Retreats


def test_dislodged_units_are_starred_and_keep_their_choices(board: Board) -> None:
    units = {"GERMANY": ["A BEL"], "FRANCE": ["A BUR", "A PIC"]}
    orders = {"GERMANY": ["A BEL H"], "FRANCE": ["A BUR - BEL", "A PIC S A BUR - BEL"]}
    answer = moves(board, units, orders)
    assert answer["results"]["A BEL"] == ["dislodged"]
    assert answer["next"] == {
        "name": "S1901R",
        "state": {
            "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["*A BEL"]},
            "retreats": {"GERMANY": {"A BEL": ["BUR", "HOL", "RUH"]}},
        },
    }
    assert moves(board, units, orders, rules="standard")["next"]["state"]["retreats"] == {
        "GERMANY": {"A BEL": ["HOL", "RUH"]}
    }


@pytest.mark.parametrize(
    ("lines", "units", "words"),
    [
        (["A BEL R HOL"], ["A HOL", "F KIE"], []),
        (["A BEL - HOL"], ["A HOL", "F KIE"], []),
        (["A BEL D"], ["F KIE"], []),
        (["A BEL R RUH"], ["F KIE"], ["void", "disband"]),
        (["A BEL R PIC"], ["F KIE"], ["void", "disband"]),
        (["A BEL R HOL", "A BEL R PIC"], ["A HOL", "F KIE"], []),
        ([], ["F KIE"], None),
    ],
)
def test_the_choices_given_are_the_legal_ones(lines: list[str], units: list[str], words: Json, board: Board) -> None:
    answer = retreats(board, BEATEN, lines, rules="standard")
    assert answer["next"] == {"name": "F1901M", "state": {"units": {"GERMANY": units}, "retreats": {}}}
    assert answer["results"].get("A BEL") == words
    assert bool(words) == ("A BEL" in answer["reasons"])


@pytest.mark.parametrize("text", ["A BEL H", "A BEL S F KIE", "A BEL B", "nonsense", "A BEL R HOL VIA"])
def test_any_other_kind_of_order_disbands(text: str, board: Board) -> None:
    answer = retreats(board, BEATEN, [text])
    assert answer["next"]["state"]["units"] == {"GERMANY": ["F KIE"]}
    (words,) = answer["results"].values()
    assert words[0] == "void"


@pytest.mark.parametrize("text", ["F KIE - HOL", "F KIE D", "F KIE R HOL", "A GAS D"])
def test_units_that_were_not_dislodged_are_not_ordered(text: str, board: Board) -> None:
    answer = retreats(board, BEATEN, [text, "A BEL R BUR"])
    assert answer["next"]["state"]["units"] == {"GERMANY": ["A BUR", "F KIE"]}
    assert answer["results"] == {text[:5]: ["void"], "A BEL": []}


def test_an_occupied_place_disbands(board: Board) -> None:
    state = {**BEATEN, "units": {"GERMANY": ["*A BEL"], "FRANCE": ["A BUR"]}}
    for rules in RULEBOOKS:
        answer = retreats(board, state, ["A BEL R BUR"], rules=rules)
        assert answer["next"]["state"]["units"] == {"FRANCE": ["A BUR"]}
        assert "disband" in answer["results"]["A BEL"]


def test_a_star_is_enough(board: Board) -> None:
    """A dislodged unit that is only starred has no choice."""
    answer = retreats(board, {"units": {"GERMANY": ["*A BEL"]}}, ["A BEL R HOL"])
    assert answer["next"]["state"]["units"] == {}


def test_in_a_turn_of_moves_stars_and_retreats_mean_nothing(board: Board) -> None:
    saved = {"name": "S1901M", "state": BEATEN, "orders": {"GERMANY": ["A BEL - HOL"]}}
    answer = adjudicate_saved(saved, board, E1901)
    assert answer["next"]["state"] == {"units": {"GERMANY": ["F KIE"]}, "retreats": {}}
    assert answer["results"] == {"A BEL": ["void"]}


def test_a_fleet_retreats_to_a_coast(board: Board) -> None:
    state = {"units": {"GERMANY": ["*F WES"]}, "retreats": {"GERMANY": {"F WES": ["NAF", "SPA/SC"]}}}
    for text in ("F WES R SPA/SC", "F WES R SPA", "WES - Spain (south coast)"):
        assert retreats(board, state, [text])["next"]["state"]["units"] == {"GERMANY": ["F SPA/SC"]}
    assert retreats(board, state, ["F WES R SPA/NC"])["next"]["state"]["units"] == {}


# Reading and writing states


@pytest.mark.parametrize("seed", range(10))
def test_states_read_as_they_were_written(seed: int, board: Board) -> None:
    random = Random(seed)
    shuffler = Shuffler(board)
    position = position_of(shuffler.orders(shuffler.full_units(random), random))
    assert read_state(json.loads(json.dumps(write_state(position))), board, Stage.MOVES) == position
    assert read_state(write_state(board.start), board, Stage.MOVES) == board.start
