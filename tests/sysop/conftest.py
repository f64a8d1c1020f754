"""The same home and clock zone as in the tests of the judge."""

from __future__ import annotations

from tests.judge.conftest import fixed_zone, home

__all__ = ["fixed_zone", "home"]
