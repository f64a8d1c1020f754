"""Movement phases of real games, as the benchmarks play them."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

_GAMES = Path(__file__).parents[1] / "cases" / "realgames.jsonl.gz"


def _capitals(lists: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power.upper(): [text.upper() for text in texts] for power, texts in lists.items()}


@cache
def real_phases(fewest: int = 22, most: int = 34) -> list[dict[str, Any]]:
    """Phases with so many units, as saved: name, state and orders."""
    with gzip.open(_GAMES, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [
        {
            "name": record["phase"],
            "state": {"units": _capitals(record["units"])},
            "orders": _capitals(record["orders"]),
        }
        for record in records
        if record["phase"].endswith("M")
        and fewest <= sum(map(len, record["units"].values())) <= most
        and not {"too-many-orders", "via-land-fallback"}.intersection(record.get("tags", ()))
    ]
