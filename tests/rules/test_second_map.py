"""Our map border by border against that of another program, the Python package ``diplomacy``.

The package is no dependency; ``-m peers`` runs these tests where it is installed.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from door.rules.board import Board, ProvinceKind
from door.rules.units import UnitKind

pytestmark = [
    pytest.mark.peers,
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),  # the package leaves a file of its own open
]

KINDS = {"WATER": ProvinceKind.SEA, "LAND": ProvinceKind.INLAND, "COAST": ProvinceKind.COASTAL}


@pytest.fixture(scope="module")
def peer() -> Any:
    """The other program's standard map."""
    try:
        package = importlib.import_module("diplomacy")
    except ImportError:
        pytest.skip("The package diplomacy is not installed; its map cannot be compared.")
    return package.Map("standard")


def locations(board: Board) -> list[str]:
    """Every province and every coast that is told apart."""
    return [place for code, province in board.provinces.items() for place in (code, *province.coasts)]


def test_the_provinces_are_the_same(peer: Any, board: Board) -> None:
    assert {code.upper() for code in peer.locs if code.upper() != "SWI"} == set(locations(board))
    for code, province in board.provinces.items():
        kinds = {KINDS[peer.area_type(place)] for place in (code, *province.coasts)}
        assert kinds == {province.kind}, code


@pytest.mark.parametrize("kind", UnitKind)
def test_every_border_is_the_same(kind: UnitKind, peer: Any, board: Board) -> None:
    """For every pair of places: both maps let the unit step there, or neither does."""
    places = [place for place in locations(board) if board.can_stand(kind, place)]
    for start in places:
        for end in places:
            theirs = bool(peer.abuts(kind.value, start, "-", end))
            assert theirs == (end in board.reach(kind, start)), f"{kind} {start} - {end}"
    assert sum(len(board.reach(kind, start)) for start in places) > 200


def test_the_same_units_can_stand_in_a_place(peer: Any, board: Board) -> None:
    for code, province in board.provinces.items():
        for place in (code, *province.coasts):
            for kind in UnitKind:
                assert board.can_stand(kind, place) == bool(peer.is_valid_unit(f"{kind} {place}")), f"{kind} {place}"


def test_the_centres_are_the_same(peer: Any, board: Board) -> None:
    assert set(peer.scs) == set(board.centres)
    assert len(board.centres) == 34


def test_the_homes_are_the_same(peer: Any, board: Board) -> None:
    for power in board.powers:
        homes = {code for code, province in board.provinces.items() if province.home == power}
        assert homes == set(peer.homes[power])
        assert set(board.start.centres_of(power)) == set(peer.centers[power])
    assert set(board.powers) == set(peer.powers)


def test_the_start_is_the_same(peer: Any, board: Board) -> None:
    for power in board.powers:
        assert sorted(map(str, board.start.units_of(power))) == sorted(peer.units[power])
    assert board.start_phase.title.upper() == peer.phase.rpartition(" ")[0]
