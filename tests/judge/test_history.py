"""Who went where, and who owned how much, as the journal has it: games played through real files."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from door.judge import games
from door.judge.history import Deed, Step, TurnMoves, centre_history, turn_moves, turns
from door.judge.process import process
from door.store import journal
from door.store.errors import StoreError
from door.store.games import game_folder, save_game
from door.store.home import Home
from tests.judge.play import CENTRES, NOON, caller_of, close, days_later, order, phase_of, running


def told(turn: TurnMoves) -> list[str]:
    """The steps in short: who, what, whither, and what went wrong."""
    return [short(step) for step in turn.steps]


def short(step: Step) -> str:
    target = "" if step.target is None else f" {step.target}"
    return f"{step.unit} {step.deed.value}{target}{' ' if step.words else ''}{','.join(step.words)}"


def test_before_the_first_turn(home: Home) -> None:
    running(home)
    assert turns(home, "demo") == []
    assert centre_history(home, "demo") is None


def test_moves_bounces_and_convoys(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR")
    order(home, "GERMANY", "A MUN - BUR", "F KIE - DEN")
    order(home, "RUSSIA", "F STP/SC - BOT")
    close(home)
    (spring,) = turns(home, "demo")
    assert spring.title == "Spring 1901"
    assert told(spring) == ["A PAR move BUR", "F KIE move DEN", "A MUN move BUR bounce", "F STP/SC move BOT"]
    assert [step.succeeded for step in spring.steps] == [True, True, False, True]
    assert spring.before == games.view(home, "demo").board.start


BELGIUM = {
    "units": {"FRANCE": ["A BEL", "A PIC"], "GERMANY": ["A HOL", "A RUH"]},
    "centers": {"FRANCE": ["PAR", "BEL"], "GERMANY": ["MUN", "BER"]},
    "retreats": {},
}


@pytest.mark.parametrize(
    ("orders", "steps"),
    [
        (["A BEL R BUR"], ["A BEL retreat BUR"]),
        (["A BEL D"], ["A BEL disbanded"]),
        ([], ["A BEL disbanded"]),
        (["A BEL R PIC"], ["A BEL retreat PIC disband"]),
    ],
)
def test_dislodged_and_what_became_of_it(home: Home, orders: list[str], steps: list[str]) -> None:
    running(home, phase="S1901M", state=BELGIUM)
    order(home, "GERMANY", "A HOL - BEL", "A RUH S A HOL - BEL")
    close(home)
    (spring,) = turns(home, "demo")
    assert told(spring) == ["A BEL dislodged dislodged", "A HOL move BEL"]
    order(home, "FRANCE", *orders)
    close(home, 2)
    assert told(turns(home, "demo")[-1]) == steps
    assert turns(home, "demo")[-1].title == "Midsummer's Eve 1901"


def test_a_mover_that_is_dislodged_has_one_step(home: Home) -> None:
    running(home, phase="S1901M", state=BELGIUM)
    order(home, "GERMANY", "A HOL - BEL", "A RUH S A HOL - BEL")
    order(home, "FRANCE", "A BEL - HOL")
    close(home)
    (spring,) = turns(home, "demo")
    assert [step.deed for step in spring.steps] == [Deed.MOVE, Deed.MOVE]
    assert "dislodged" in spring.steps[0].words and spring.steps[1].succeeded


def test_winter(home: Home) -> None:
    state = {
        "units": {"FRANCE": ["A BUR"], "TURKEY": ["A CON", "F ANK", "F BLA"]},
        "centers": {"FRANCE": ["PAR", "BRE", "MAR"], "TURKEY": ["CON"]},
        "retreats": {},
    }
    running(home, phase="W1901A", state=state)
    order(home, "FRANCE", "A PAR B", "WAIVE")
    order(home, "TURKEY", "F BLA D")  # the rule has to choose the other
    close(home)
    (winter,) = turns(home, "demo")
    steps = told(winter)
    assert steps[0] == "A PAR built" and "F BLA disbanded" in steps
    assert len(steps) == 3 and all(step.endswith("disbanded") for step in steps[1:])


def test_army_and_fleet_together(home: Home) -> None:
    state = {
        "units": {"ENGLAND": ["A LON", "F NTH", "A/F ENG"]},
        "centers": {"ENGLAND": ["LON", "EDI", "LVP"]},
        "retreats": {},
    }
    made = games.new_game(home, "demo", "Demo", "e1901", "full", NOON, army_fleet=True, phase="S1901M", state=state)
    seats = {"ENGLAND": caller_of("ENGLAND")}
    save_game(home, replace(made, status="running", seats=seats, started=NOON, closed_on=NOON.date().isoformat()))
    order(home, "ENGLAND", "A LON EMBARK NTH", "F ENG - IRI", "A ENG DISEMBARK ENG - BEL")
    close(home)
    (spring,) = turns(home, "demo")
    assert set(spring.before.aboard) == {"ENG"}
    deeds = {(str(step.unit), step.deed, step.target) for step in spring.steps if step.succeeded}
    assert ("A LON", Deed.EMBARK, "NTH") in deeds and ("F ENG", Deed.MOVE, "IRI") in deeds
    assert ("A ENG", Deed.LAND, "BEL") in deeds


def test_centres_by_year(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A MAR - SPA", "F BRE - MAO")
    close(home)
    assert centre_history(home, "demo") is not None
    history = centre_history(home, "demo")
    assert history is not None and history.years == (None,)  # Spring changes nobody's centres
    order(home, "FRANCE", "F MAO - POR")
    close(home, 2)
    history = centre_history(home, "demo")
    assert history is not None
    assert phase_of(home) == "W1901A"
    assert history.years == (None, 1901)
    assert history.owned["FRANCE"] == (3, 5)
    assert history.owned["RUSSIA"] == (4, 4)
    assert history.nobody == (12, 10)
    close(home, 3)
    assert centre_history(home, "demo") == history  # Winter neither
    close(home, 4)
    close(home, 5)
    after = centre_history(home, "demo")
    assert after is not None and after.years == (None, 1901, 1902)
    assert after.owned["FRANCE"] == (3, 5, 5)
    assert all(sum(after.owned[power][at] for power in CENTRES) + after.nobody[at] == 34 for at in range(3))


def test_a_fall_with_retreats_counts_when_they_are_over(home: Home) -> None:
    running(home, phase="F1901M", state=BELGIUM)
    order(home, "GERMANY", "A HOL - BEL", "A RUH S A HOL - BEL")
    close(home)
    history = centre_history(home, "demo")
    assert phase_of(home) == "F1901R" and history is not None and history.years == (None,)
    close(home, 2)
    history = centre_history(home, "demo")
    assert history is not None and history.years == (None, 1901)
    assert (history.owned["FRANCE"], history.owned["GERMANY"]) == ((2, 1), (2, 3))


def test_the_year_in_which_a_game_is_won_counts(home: Home) -> None:
    seventeen = [code for codes in CENTRES.values() for code in codes][:17]
    state = {"units": {"FRANCE": ["A BUR"]}, "centers": {"FRANCE": seventeen}, "retreats": {}}
    running(home, phase="F1901M", state=state)
    order(home, "FRANCE", "A BUR - BEL")
    process(home, "demo", days_later(1))
    assert phase_of(home) == "COMPLETED"
    history = centre_history(home, "demo")
    assert history is not None and history.years == (None, 1901) and history.owned["FRANCE"] == (17, 18)
    assert told(turns(home, "demo")[-1]) == ["A BUR move BEL"]


def test_the_last_of_many_turns(home: Home) -> None:
    running(home)
    for day in range(1, 6):
        close(home, day)
    played = turns(home, "demo")
    assert [turn.title for turn in played] == ["Spring 1901", "Fall 1901", "Spring 1902", "Fall 1902", "Spring 1903"]
    assert all(turn.steps == () for turn in played)


def test_an_order_that_no_longer_fits_is_passed_over(home: Home) -> None:
    running(home)
    order(home, "FRANCE", "A PAR - BUR")
    close(home)
    (line,) = journal.phases(home, "demo")
    broken = replace(line, orders={"FRANCE": ["A PAR - BUR", "A BOH - VIE", "rubbish"]})
    assert told(turn_moves(broken)) == ["A PAR move BUR"]


def test_a_damaged_journal_is_an_error(home: Home) -> None:
    running(home)
    close(home)
    (game_folder(home, "demo") / "journal.jsonl").write_text("{}\n")
    for read in (turns, centre_history):
        with pytest.raises(StoreError, match="damaged"):
            read(home, "demo")


def test_who_ordered_is_read_from_the_callers(home: Home) -> None:
    """Powers come in the order of the map, their units by place."""
    running(home)
    order(home, "TURKEY", "F ANK - BLA", "A CON - BUL")
    order(home, "AUSTRIA", "A VIE - GAL")
    assert games.view(home, "demo").power_of(caller_of("TURKEY")) == "TURKEY"
    process(home, "demo", days_later(1))
    assert NOON < journal.phases(home, "demo")[0].closed
    assert told(turns(home, "demo")[0]) == ["A VIE move GAL", "F ANK move BLA", "A CON move BUL"]
