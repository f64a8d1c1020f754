"""Nothing but an answer or a StateError with a sentence can come of any JSON value at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tomli
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from door.rules.board import Board
from door.rules.rulebook import E1901, RULEBOOKS, STANDARD
from door.rules.saved import adjudicate_saved
from door.rules.state import StateError
from tests.rules.conftest import ROOT
from tests.rules.positions import Shuffler

Json = Any

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def mostly(usual: st.SearchStrategy[Json], other: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    """Now and then something that does not belong there."""
    return st.tuples(st.integers(0, 15), usual, other).map(lambda drawn: drawn[2] if drawn[0] == 0 else drawn[1])


def phases() -> st.SearchStrategy[Json]:
    """Phases that are nearly right."""
    board = Board.from_table(tomli.loads((ROOT / "data" / "europe.toml").read_text(encoding="utf-8")))
    right = [f"{kind.value} {place}" for places in Shuffler(board).places.values() for kind, place in places]
    place = mostly(st.sampled_from(sorted(board.provinces)), st.sampled_from(["SPA/SC", "BUL/XX", "XXX", "", "nor"]))
    wrong = st.builds("{}{}{}".format, st.sampled_from(["", "*", "**"]), st.sampled_from(["A ", "F", "G "]), place)
    unit = mostly(st.sampled_from(right), wrong)
    order = mostly(
        st.builds(
            lambda form, one, two, there: form.format(one, two, there),
            st.sampled_from(
                "{0} - {2}|{0} - {2} VIA|{0} H|{0} S {1}|{0} S {1} - {2}|{0} C {1} - {2}"
                "|{0} R {2}|{0} D|{0} B|WAIVE||{0}|{2}".split("|")
            ),
            unit,
            unit,
            place,
        ),
        st.text(max_size=20),
    )
    power = st.sampled_from(["FRANCE", "france", "ENGLAND", "TURKEY", "MARS", ""])

    def by_power(of: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
        return mostly(st.dictionaries(power, mostly(of, ANYTHING), max_size=4), ANYTHING)

    standing = st.lists(mostly(unit, unit.map("*{}".format)), max_size=6, unique_by=lambda text: text.strip("*")[2:5])
    state = st.fixed_dictionaries(
        {"units": by_power(standing)},
        optional={
            "retreats": by_power(st.dictionaries(unit, mostly(st.lists(place, max_size=3), ANYTHING), max_size=3)),
            "centers": by_power(st.lists(mostly(st.sampled_from(board.centres), place), max_size=5)),
        },
    )
    names = st.sampled_from(["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "COMPLETED", "S9999M", "W9999A"])
    return st.fixed_dictionaries(
        {"name": mostly(names, ANYTHING), "state": mostly(state, ANYTHING)},
        optional={
            "orders": by_power(st.lists(order, max_size=5)),
            "rules": mostly(st.sampled_from(sorted(RULEBOOKS)), ANYTHING),
            "army_fleet": mostly(st.just(False), ANYTHING),
            "results": ANYTHING,
        },
    )


def check_any(saved: Json, board: Board) -> None:
    """An answer that can be read and played on, or one sentence."""
    before = repr(saved)
    try:
        answer = adjudicate_saved(saved, board, E1901)
    except StateError as error:
        assert str(error).endswith(".")
        assert str(error).isprintable()
        return
    finally:
        assert repr(saved) == before
    assert answer["reasons"].keys() == {unit for unit, words in answer["results"].items() if words}
    following = answer["next"]
    if following["name"] != "COMPLETED":
        adjudicate_saved(json.loads(json.dumps(following)), board, STANDARD)


FUZZ = settings(deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
NEARLY_RIGHT = st.deferred(phases)


@settings(FUZZ, max_examples=120)
@given(saved=NEARLY_RIGHT)
def test_nearly_right_phases(saved: Json, board: Board) -> None:
    check_any(saved, board)


@settings(FUZZ, max_examples=100)
@given(saved=ANYTHING)
def test_anything_at_all(saved: Json, board: Board) -> None:
    check_any(saved, board)


@pytest.mark.long
@pytest.mark.timeout(1800)
@settings(FUZZ, max_examples=8_000)
@given(saved=NEARLY_RIGHT)
def test_nearly_right_phases_for_long(saved: Json, board: Board) -> None:
    check_any(saved, board)
