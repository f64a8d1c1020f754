"""Who is here: the callers on line, and the last calls."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Final

from door.judge.company import Company, company
from door.screens.frame import BACK, FAULTS, Notice, refusal
from door.screens.reading import Text, read_text
from door.screens.session import Session
from door.store.names import caller_key
from door.term import widgets
from door.term.canvas import NORMAL, Style

_AGAIN: Final = "W"
_NAME: Final = 27
_TIME: Final = 14
_INDENT: Final = "   "
_LONGEST_TITLE: Final = 30


def company_text(caller: str, seen: Company, now: datetime) -> Text:
    """Both lists, to read; times are given in the zone of ``now``."""
    here = [
        _row(_named(each.name, caller), _when(each.since, now), f"in {widgets.shortened(each.game, _LONGEST_TITLE)}")
        if each.game
        else _row(_named(each.name, caller), _when(each.since, now), "list of games")
        for each in seen.on_line
    ]
    calls = [_row(_named(call.name, caller), _when(call.at, now)) for call in seen.calls]
    lines = ["On line now", *(here or [f"{_INDENT}nobody"]), "", "Last calls", *(calls or [f"{_INDENT}none"])]
    if seen.hidden:
        lines += ["", "Others see neither your lines nor your calls: S in your settings changes that."]
    keys = {_AGAIN: "look again"}
    return Text("Who is here", f"{now:%H:%M}", lines, _style, keys=keys)


def _row(*cells: str) -> str:
    name, time, *where = cells
    return f"{_INDENT}{name:<{_NAME}}{time:<{_TIME}}{''.join(where)}".rstrip()


def _style(line: str) -> Style:
    return NORMAL if line.startswith(_INDENT) else widgets.HEADING


def _named(name: str, caller: str) -> str:
    return f"{name} (you)" if caller_key(name) == caller_key(caller) else name


def _when(moment: datetime, now: datetime) -> str:
    """The time of today, else the day and the time."""
    local = moment.astimezone(now.tzinfo)
    return f"{local:%H:%M}" if local.date() == now.date() else f"{local.day} {local:%b %H:%M}"


async def show_company(session: Session, caller: str) -> Notice | None:
    """Both lists, until the caller goes back; a notice is for the screen before."""
    key = _AGAIN
    while key != BACK:
        try:
            seen = await asyncio.to_thread(company, session.home, caller)
        except FAULTS as fault:
            return refusal(fault)
        key, _ = await read_text(session, company_text(caller, seen, session.clock().astimezone()))
    return None
