"""Saved phases by the line: JSON objects in, the same objects with their results out.

For other programs, tests and sysops who want to check a turn. Nothing is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from door.rules.board import Board
from door.rules.rulebook import Rulebook
from door.rules.saved import adjudicate_saved
from door.rules.state import StateError
from door.store.shipped import load_board


def adjudicate_lines(lines: Iterable[bytes], out: TextIO, rulebook: Rulebook) -> int:
    """Answer each line with one line, at once; blank lines are passed over.

    Gives 1 when a line was no phase and was answered with ``{"error": ...}``, else 0.
    """
    board = load_board()
    failed = 0
    for line in lines:
        if not line.strip():
            continue
        answer = _answer(line, board, rulebook)
        failed |= "error" in answer and "next" not in answer
        out.write(json.dumps(answer, ensure_ascii=False) + "\n")
        out.flush()
    return int(failed)


def _answer(line: bytes, board: Board, rulebook: Rulebook) -> dict[str, object]:
    try:
        saved = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return {"error": f"The line is no JSON: {error}."}
    try:
        return adjudicate_saved(saved, board, rulebook)
    except StateError as error:
        return {"error": str(error)}
