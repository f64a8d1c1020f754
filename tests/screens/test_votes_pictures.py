"""The screens at the table, drawn from values and compared with their pictures."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from door.judge.games import GameView, read_view
from door.judge.news import standings
from door.judge.seats import record_shown
from door.judge.table import EventTimes
from door.judge.votes import choices, ending
from door.screens.frame import Notice
from door.screens.manual import help_text
from door.screens.reading import draw_page
from door.screens.resigning import ResignView, draw_resign
from door.screens.seats import SeatsView, draw_seats
from door.screens.standing import StandingsView, draw_standings
from door.screens.votes import VoteView, draw_votes
from door.store.records import PasswordHash, Vote
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.golden import check, check_plain, shown

SEATS = {**samples.SEATS, "AUSTRIA": "A name of 20 letters"}
HASH = PasswordHash(n=2**15, r=8, p=1, salt="5a" * 16, hash="a5" * 32)
EVENT = EventTimes(samples.NOW, samples.NOW + timedelta(days=1))


@pytest.fixture(autouse=True)
def fixed_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moments drawn are already in a zone of their own."""
    monkeypatch.setenv("TZ", "UTC0")


def changed(seen: GameView | None = None, **settings: object) -> GameView:
    seen = seen or samples.game(seats=SEATS)
    return read_view(replace(seen.record, **settings))


def table(seen: GameView, power: str | None, caller: str, **more: object) -> StandingsView:
    desk = samples.desk(seen, power)
    return StandingsView(desk, tuple(standings(seen)), caller, **more)  # type: ignore[arg-type]


def votes(**more: object) -> VoteView:
    seen = samples.game(seats=SEATS)
    return VoteView(samples.desk(seen, "FRANCE"), choices(seen, "FRANCE"), **more)  # type: ignore[arg-type]


def test_table() -> None:
    view = table(changed(), "FRANCE", "Anna", late={"ITALY": 2, "AUSTRIA": 12}, event=EVENT)
    assert view.keys == "VX"
    canvas = draw_standings(view, Notice("You have voted for a draw."))
    check("table", canvas)
    check_plain("table", canvas)


def test_table_of_an_anonymous_invited_game() -> None:
    seen = changed(anonymous=True, password=HASH, army_fleet=True, rules="standard", press="rulebook", grey=True)
    view = table(seen, "FRANCE", "Anna", event=EventTimes(samples.NOW))
    check("table-anonymous", draw_standings(view))
    # The same, when the names have been taken out before.
    masked = table(changed(seen, seats=record_shown(seen.record, "Anna").seats), "FRANCE", "Anna", event=view.event)
    assert draw_standings(masked) == draw_standings(view)


def test_table_of_a_game_that_is_over() -> None:
    over = changed(anonymous=True, status="over", phase="COMPLETED", draw=["AUSTRIA", "FRANCE", "GERMANY", "ITALY"])
    view = table(over, "FRANCE", "Anna", event=EVENT)
    assert view.keys == ""
    check("table-draw", draw_standings(view))
    conceded = changed(status="over", phase="COMPLETED", winner="ITALY", conceded=True)
    text = "\n".join(draw_standings(table(conceded, None, "Zoe")).text())
    assert ending(conceded) in text and "Carla" in text


def test_who_looks_on_has_no_keys() -> None:
    assert table(changed(), None, "Zoe").keys == ""
    assert table(changed(draws=False, concessions=False), "FRANCE", "Anna").keys == "X"


def test_the_largest_table_has_room_for_its_keys() -> None:
    """Most powers, longest names, every setting, most free centres, and a long notice."""
    seats = {power: f"Name of 20 letters {number}" for number, power in enumerate(samples.BOARD.powers)}
    seen = changed(seats=seats, password=HASH, anonymous=True, press="rulebook", grey=True, army_fleet=True)
    seen = changed(seen, rules="standard", state={**seen.record.state, "centers": {"FRANCE": ["PAR"]}})
    view = table(seen, "FRANCE", seats["FRANCE"], late=dict.fromkeys(seats, 999), event=EVENT)
    lines = shown(draw_standings(view), Caps(Charset.UTF8))
    text = "\n".join(lines)
    assert "[V] Vote to end the game" in text and "[X] Leave your seat" in text
    assert "    on 4 May 1990 at 20:15." in text and "Nobody's centres: 33." in text


def test_votes() -> None:
    canvas = draw_votes(votes())
    check("vote", canvas)
    check_plain("vote", canvas)
    mine = Vote(caller="Anna", to="ITALY")
    view = votes(yours=mine)
    assert view.keys == {"D": "draw", "A": "AUSTRIA", "G": "GERMANY", "I": "ITALY", "N": "none"}
    check("vote-cast", draw_votes(view, Notice("You have voted for a concession to Italy.")))
    check("vote-sure", draw_votes(votes(yours=mine, wanted=Vote(caller="Anna", to=None))))


def test_resigning() -> None:
    desk = samples.desk(samples.game(), "FRANCE")
    canvas = draw_resign(ResignView(desk))
    check("resign", canvas)
    check_plain("resign", canvas)
    check("resign-sure", draw_resign(ResignView(desk, 1)))


def test_seats_of_an_anonymous_invited_game() -> None:
    seen = changed(anonymous=True, password=HASH, army_fleet=True)
    check("seats-anonymous", draw_seats(SeatsView(samples.desk(seen, None))))


@pytest.mark.parametrize("topic", ["password", "resign", "standings", "vote"])
def test_help(topic: str) -> None:
    text = help_text(topic)
    assert max(map(len, text.lines)) < 79
    check(f"table-help-{topic}", draw_page(text, 0, plain=False))
