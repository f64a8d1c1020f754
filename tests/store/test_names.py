from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from door.store.errors import StoreError
from door.store.names import caller_key, caller_slug, check_game_name, check_power_name, game_name_fault, key_of_slug


@pytest.mark.parametrize("name", ["x", "1901", "spring-1901", "a" * 31, "com10"])
def test_good_game_names(name: str) -> None:
    assert game_name_fault(name) is None


@pytest.mark.parametrize(
    "name",
    ["", "X", "-x", "..", ".", "a/b", "a\\b", "a b", "a" * 32, "x\n", "é", "con", "lpt1", ".lock", "a\0", "\u0661"],
)
def test_bad_game_names(name: str) -> None:
    with pytest.raises(StoreError, match="name"):
        check_game_name(name)


@pytest.mark.parametrize("power", ["", "france", "../FRANCE", "FRANCE\n", "FRANCE/A"])
def test_bad_powers(power: str) -> None:
    with pytest.raises(StoreError, match="no name of a power"):
        check_power_name(power)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Ann", "ann"),
        ("Ann Lee", "ann%20lee"),
        ("Zoë", "zo%C3%AB"),
        ("con", "%63on"),
        ("NUL", "%6Eul"),
        ("a.b~c_d-e", "a%2Eb%7Ec_d-e"),
        ("../x", "%2E%2E%2Fx"),
        ("100%", "100%25"),
    ],
)
def test_slugs(name: str, slug: str) -> None:
    assert caller_slug(name) == slug


@pytest.mark.parametrize(("one", "other"), [("Ann", "aNN"), ("STRASSE", "Straße"), ("Zoe\u0308", "ZO\u00cb")])
def test_same_caller(one: str, other: str) -> None:
    assert caller_slug(one) == caller_slug(other)


@pytest.mark.parametrize("name", ["", "é" * 40, "\ud800"])
def test_no_slug(name: str) -> None:
    with pytest.raises(StoreError):
        caller_slug(name)


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12))
def test_slugs_are_safe_and_reversible(name: str) -> None:
    slug = caller_slug(name)
    assert key_of_slug(slug) == caller_key(name)
    assert slug.isascii() and slug == slug.strip(". ") and not set(slug) & set('/\\:*?"<>|\0.~ ')
    assert caller_slug(key_of_slug(slug)) == slug
