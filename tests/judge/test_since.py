"""The news: what counts as news, for whom, and from when on; games played through real files."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from door.judge import games, votes
from door.judge.games import new_game, take_seat, vacate_seat, view
from door.judge.news import owing
from door.judge.refusal import Refused
from door.judge.since import MOST_TURNS, NOTHING, GameNews, Sources, game_news, mark_read, news
from door.judge.submit import say_ready
from door.store import files, journal
from door.store.errors import StoreError
from door.store.games import game_folder, load_game, save_game
from door.store.home import Home
from door.store.records import SysopLine
from door.store.seen import load_seen
from tests.judge.longgame import play_on
from tests.judge.play import NOON, POWERS, caller_of, close, days_later, order, running

ANNA = caller_of("FRANCE")
BERT = caller_of("GERMANY")

BELGIUM = {
    "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["A HOL", "A RUH"]},
    "centers": {"FRANCE": ["PAR", "BEL"], "GERMANY": ["MUN", "BER"]},
    "retreats": {},
}


def told(home: Home, caller: str = ANNA, game: str = "demo", *, again: bool = False) -> GameNews:
    found = game_news(home, game, caller, NOTHING, again=again)
    assert found is not None
    return found


def titles(found: GameNews) -> list[str]:
    return [turn.title for turn in found.turns]


def test_nothing_is_new_at_first(home: Home) -> None:
    running(home)
    assert not told(home).new and not told(home).happened


def test_turns_are_news_until_they_were_read(home: Home) -> None:
    running(home)
    close(home)
    close(home, 2)
    for _ in range(2):  # a line that drops while they are shown changes nothing
        assert titles(told(home)) == ["Spring 1901", "Fall 1901"]
    mark_read(home, ANNA, [told(home)])
    assert not told(home).new
    assert titles(told(home, BERT)) == ["Spring 1901", "Fall 1901"]  # each caller by themself
    close(home, 3)
    assert titles(told(home)) == ["Spring 1902"]
    assert titles(told(home, BERT)) == ["Spring 1901", "Fall 1901", "Spring 1902"]


def test_what_came_while_they_were_read_is_still_new(home: Home) -> None:
    running(home)
    close(home)
    shown = told(home)
    close(home, 2)
    mark_read(home, ANNA, [shown])
    assert titles(told(home)) == ["Fall 1901"]


def test_the_same_news_can_be_read_again(home: Home) -> None:
    running(home)
    close(home)
    mark_read(home, ANNA, [told(home)])
    close(home, 2)
    assert titles(told(home, again=True)) == ["Spring 1901", "Fall 1901"]
    mark_read(home, ANNA, [told(home)])
    assert titles(told(home, again=True)) == ["Fall 1901"]
    assert not told(home).new


def test_two_games_are_two_marks(home: Home) -> None:
    running(home, "north")
    running(home, "south")
    close(home, game="north")
    close(home, game="south")
    first, second = news(home, ANNA, NOTHING)
    assert (first.game, second.game) == ("north", "south")
    mark_read(home, ANNA, [first])
    assert [found.new for found in news(home, ANNA, NOTHING)] == [False, True]


def test_only_who_sits_there_gets_news(home: Home) -> None:
    running(home, "demo", "FRANCE")
    close(home)
    assert game_news(home, "demo", "Somebody else", NOTHING) is None
    assert news(home, "Somebody else", NOTHING) == []
    assert titles(told(home, ANNA.upper())) == ["Spring 1901"]
    with pytest.raises(Refused, match="There is no game"):
        game_news(home, "south", ANNA, NOTHING)


def test_who_sits_down_later_hears_what_comes_then(home: Home) -> None:
    running(home, "demo", "FRANCE")
    close(home)
    take_seat(home, "demo", "ITALY", "Carla", days_later(1.5))
    assert not told(home, "Carla").new
    close(home, 2)
    assert titles(told(home, "Carla")) == ["Fall 1901"]
    assert titles(told(home)) == ["Spring 1901", "Fall 1901"]
    mark_read(home, "Carla", [told(home, "Carla")])
    vacate_seat(home, "demo", "ITALY", days_later(2.5))
    close(home, 3)
    take_seat(home, "demo", "ITALY", "Carla", days_later(3.5))
    assert not told(home, "Carla").new


def test_own_orders_that_failed_come_with_their_reasons(home: Home) -> None:
    running(home, phase="S1901M", state=BELGIUM)
    order(home, "GERMANY", "A HOL - BEL", "A RUH S A HOL - BEL")
    order(home, "FRANCE", "A PIC - BUR")
    close(home)
    (spring,) = told(home).turns
    (failed,) = spring.own.failed
    assert failed.lines == ("French army in I: Belgium          HOLDS",)
    assert failed.note == ("    > DISLODGED. Dislodged by the German army in J: Holland.",)
    assert len(spring.own.told.orders) == 2
    ((beaten, *_),) = spring.own.told.beaten
    assert beaten.startswith("French army in I: Belgium must retreat or disband. It may go to ")
    (germany,) = spring.others  # the others have nothing
    assert germany.power == "GERMANY" and germany.failed == []


def test_centres_won_and_lost(home: Home) -> None:
    running(home, phase="F1901M", state=BELGIUM)
    order(home, "GERMANY", "A HOL - BEL", "A RUH S A HOL - BEL")
    close(home)
    assert told(home).turns[0].own.lost == ()  # not before the retreats
    close(home, 2)
    fall, eve = told(home).turns
    assert (fall.title, eve.title) == ("Fall 1901", "All Hallows' Eve 1901")
    assert eve.own.lost == (("BEL", "GERMANY"),) and eve.own.won == ()
    (germany,) = eve.others
    assert germany.won == (("BEL", "FRANCE"),)


def test_who_is_out_of_the_game(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["A BEL", "A RUH"], "GERMANY": ["A HOL"]},
        "centers": {"FRANCE": ["PAR", "BRE", "MAR"]},
        "retreats": {},
    }
    running(home, phase="F1901M", state=state)
    order(home, "FRANCE", "A BEL - HOL", "A RUH S A BEL - HOL")
    close(home)
    close(home, 2)
    last = told(home, BERT).turns[-1]
    assert last.own.told.out
    (eve,) = [turn for turn in told(home).turns if turn.title == "All Hallows' Eve 1901"]
    assert [other.power for other in eve.others if other.told.out] == ["GERMANY"]


def test_a_stored_order_that_no_longer_fitted(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    order(home, "ITALY", "A ROM - APU")
    path = game_folder(home, "demo") / "orders" / "FRANCE.json"
    path.write_text(path.read_text().replace("A PAR - BUR", "A BOH - VIE"))
    close(home)
    (spring,) = told(home).turns
    (void,) = spring.own.void
    assert void.startswith("A BOH - VIE: ")
    assert all(other.void == () for other in spring.others)


def test_waived_builds_are_no_void_orders(home: Home) -> None:
    state = {"units": {"FRANCE": ["A BUR"]}, "centers": {"FRANCE": ["PAR", "BRE", "MAR"]}, "retreats": {}}
    running(home, phase="W1901A", state=state)
    order(home, "FRANCE", "A PAR B", "WAIVE")
    close(home)
    (winter,) = told(home).turns
    assert winter.own.void == () and winter.own.failed == [] and len(winter.own.told.orders) == 2


def test_of_many_turns_the_latest_are_told(home: Home) -> None:
    running(home)
    play_on(home, MOST_TURNS + 3)
    found = told(home)
    assert (len(found.turns), found.earlier) == (MOST_TURNS, 3)
    lines = journal.phases(home, "demo")
    assert [turn.closed for turn in found.turns] == [line.closed for line in lines[3:]]


def test_seats_taken_and_left(home: Home) -> None:
    running(home, "demo", "FRANCE")
    mark_read(home, ANNA, [told(home)])
    take_seat(home, "demo", "ITALY", "Carla", days_later(1))
    take_seat(home, "demo", "RUSSIA", "Dora", days_later(1))
    vacate_seat(home, "demo", "ITALY", days_later(1))
    expected = ["Carla plays Italy now.", "Dora plays Russia now.", "Nobody plays Italy any more: the seat is free."]
    assert list(told(home).acts) == expected
    assert told(home).happened
    assert told(home, "Dora").acts == (expected[2],)


def test_a_game_that_begins(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    for power in POWERS:
        take_seat(home, "demo", power, caller_of(power), NOON)
    found = told(home, caller_of(POWERS[0]))
    assert found.acts[-1] == "The game has begun." and len(found.acts) == 7
    assert not told(home, caller_of(POWERS[-1])).new  # who took the last seat has seen it begin


def test_no_name_is_told_in_an_anonymous_game(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "open", NOON, anonymous=True)
    take_seat(home, "demo", "FRANCE", ANNA, NOON)
    take_seat(home, "demo", "ITALY", "Carla", NOON)
    vacate_seat(home, "demo", "ITALY", NOON)
    acts = told(home).acts
    assert acts == ("Italy has a new player.", "Nobody plays Italy any more: the seat is free.")
    assert "Carla" not in repr(acts)


def test_what_the_sysop_did(home: Home) -> None:
    running(home)
    close(home)
    spring = load_game(home, "demo")
    close(home, 2)
    mark_read(home, ANNA, [told(home)])
    secret = "put in A PAR - BUR for France"
    journal.commit(home, SysopLine(did=secret, at=NOON, after=load_game(home, "demo")))
    back = replace(spring, acts=load_game(home, "demo").acts)
    journal.commit(home, SysopLine(did="set back", at=NOON, after=back))
    found = told(home)
    assert found.acts == ("The sysop has changed the game by hand.", "The sysop has set the game back to Fall 1901.")
    assert found.turns == () and "BUR" not in repr(found.acts)
    close(home, 3)
    assert titles(told(home)) == ["Fall 1901"]  # though a turn of that number was read


def test_a_game_that_its_players_have_ended(home: Home) -> None:
    running(home, "demo", "FRANCE", "GERMANY")
    state = {**load_game(home, "demo").state, "units": {"FRANCE": ["A PAR"], "GERMANY": ["A BER"]}}
    state["centers"] = {"FRANCE": ["PAR"], "GERMANY": ["BER"]}
    save_game(home, replace(load_game(home, "demo"), state=state))
    for caller in (ANNA, BERT):
        votes.cast(home, "demo", caller, 0, None, NOON)
    found = told(home)
    assert found.acts == ("The players have ended the game by a vote.",)
    assert found.late == 0 and found.seen.phase is None
    mark_read(home, ANNA, [found])
    assert not told(home).new


def test_messages_and_votes(home: Home) -> None:
    running(home)
    open_votes: list[str] = ["A draw is open."]
    unread = {"demo": 2}

    def count(home: Home, game: str, caller: str, power: str) -> int:
        assert caller == ANNA
        return unread[game]

    def said(home: Home, game: str, caller: str) -> Sequence[str]:
        return open_votes

    sources = Sources(count, said)
    found = game_news(home, "demo", ANNA, sources)
    assert found is not None and found.new and found.happened
    assert (found.unread, found.votes) == (2, ("A draw is open.",))
    mark_read(home, ANNA, [found])
    found = game_news(home, "demo", ANNA, sources)
    assert found is not None and found.new and not found.happened  # unread messages are mentioned at each call
    unread["demo"] = 0
    found = game_news(home, "demo", ANNA, sources)
    assert found is not None and not found.new
    open_votes.append("A concession is open.")
    found = game_news(home, "demo", ANNA, sources)
    assert found is not None and found.happened
    mark_read(home, ANNA, [found])
    open_votes.clear()
    found = game_news(home, "demo", ANNA, sources)
    assert found is not None and not found.new


def test_who_owes_orders_is_counted(home: Home) -> None:
    running(home, "demo", "FRANCE", "GERMANY", "ITALY")
    assert owing(home, view(home, "demo")) == ["FRANCE", "GERMANY", "ITALY"]
    assert told(home).late == 2
    order(home, "GERMANY", "A MUN - BUR", "A BER H")
    assert told(home).late == 2
    order(home, "GERMANY", "F KIE - DEN")
    assert told(home).late == 1 and told(home, BERT).late == 2
    spring = view(home, "demo").phase
    assert spring is not None
    say_ready(home, "demo", caller_of("ITALY"), spring, True, NOON)
    assert owing(home, view(home, "demo")) == ["FRANCE"]


@pytest.mark.parametrize(
    ("phase", "state", "orders", "before", "after"),
    [
        (
            "S1901R",
            {
                "units": {"FRANCE": ["A BEL"], "GERMANY": ["*A BEL"]},
                "retreats": {"GERMANY": {"A BEL": ["HOL"]}},
                "centers": {"FRANCE": ["PAR"], "GERMANY": ["BER"]},
            },
            ["A BEL D"],
            ["GERMANY"],
            [],
        ),
        (
            "W1901A",
            {"units": {"GERMANY": ["A BEL"]}, "retreats": {}, "centers": {"GERMANY": ["BER", "KIE", "MUN"]}},
            ["A BER B", "WAIVE"],
            ["GERMANY"],
            [],
        ),
        (
            "W1901A",
            {"units": {"GERMANY": ["A BEL", "A HOL", "A RUH"]}, "retreats": {}, "centers": {"GERMANY": ["BER"]}},
            ["A BEL D"],
            ["GERMANY"],
            ["GERMANY"],
        ),
    ],
)
def test_who_owes_orders_in_the_other_turns(
    home: Home, phase: str, state: dict[str, object], orders: list[str], before: list[str], after: list[str]
) -> None:
    running(home, phase=phase, state=state)
    assert owing(home, view(home, "demo")) == before
    order(home, "GERMANY", *orders)
    assert owing(home, view(home, "demo")) == after


def test_nobody_owes_anything_before_and_after(home: Home) -> None:
    new_game(home, "demo", "Demo", "e1901", "full", NOON)
    take_seat(home, "demo", "FRANCE", ANNA, NOON)
    assert owing(home, view(home, "demo")) == []


def test_nothing_of_what_is_entered_is_told(home: Home) -> None:
    """Of another power's open orders the news hold a count and nothing else, however they are looked at."""
    running(home)
    close(home)
    before = told(home)
    order(home, "GERMANY", "A MUN - SIL", "A BER - PRU", "F KIE - HOL")
    after = told(home)
    assert (before.late, after.late) == (6, 5)
    assert replace_late(before) == replace_late(after)
    for place in ("SIL", "PRU", "- HOL", "'HOL'"):
        assert place not in repr((after.turns, after.acts, after.stored, after.votes))


def replace_late(found: GameNews) -> tuple[object, ...]:
    return tuple(getattr(found, name) for name in GameNews.__slots__ if name != "late")


def test_own_orders_are_there_to_be_counted(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    assert [str(entered) for entered in told(home).stored.orders] == ["A PAR - BUR"]


def test_damage_is_said_and_hides_no_other_game(home: Home) -> None:
    running(home, "north")
    running(home, "south")
    running(home, "west")
    for game in ("north", "south", "west"):
        close(home, game=game)
    (game_folder(home, "north") / "journal.jsonl").write_text("{}\n")
    (game_folder(home, "south") / "game.json").write_text("{")
    first, second = news(home, ANNA, NOTHING)
    assert (first.game, second.game) == ("north", "west")
    assert first.new and first.fault.startswith("games/north/journal.jsonl, line 1, is damaged")
    assert titles(second) == ["Spring 1901"]
    mark_read(home, ANNA, [first, second])
    assert load_seen(home, "north", ANNA) is None and load_seen(home, "west", ANNA) is not None
    with pytest.raises(StoreError):
        game_news(home, "south", ANNA, NOTHING)


def test_a_damaged_mark_is_said(home: Home) -> None:
    running(home)
    mark_read(home, ANNA, [told(home)])
    (path,) = (game_folder(home, "demo") / "seen").iterdir()
    path.write_text("{")
    assert "is damaged" in told(home).fault


def test_a_game_put_back_from_a_backup(home: Home) -> None:
    running(home)
    close(home)
    saved = (game_folder(home, "demo") / "journal.jsonl").read_bytes(), load_game(home, "demo")
    close(home, 2)
    mark_read(home, ANNA, [told(home)])
    (game_folder(home, "demo") / "journal.jsonl").write_bytes(saved[0])
    save_game(home, saved[1])
    assert titles(told(home)) == ["Spring 1901"]
    mark_read(home, ANNA, [told(home)])
    assert not told(home).new


def test_where_nothing_is_new_no_journal_is_read(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    running(home)
    close(home)
    mark_read(home, ANNA, [told(home)])

    def never(path: object) -> list[bytes]:
        raise AssertionError(f"{path} was read")

    monkeypatch.setattr(files, "read_lines", never)
    assert not told(home).new


def test_a_game_of_one_name_and_another_case(home: Home) -> None:
    running(home)
    close(home)
    mark_read(home, ANNA.upper(), [told(home, ANNA.upper())])
    assert not told(home).new
    assert games.view(home, "demo").power_of(ANNA.upper()) == "FRANCE"
