"""``game report``: any closed turn, in the door's words or in the one JSON form; as a real process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from door.judge.history import past_turns
from door.store import journal
from door.store.home import Home
from tests.judge.longgame import play_on
from tests.judge.play import close, order, running
from tests.sysop.test_cli import run

pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A home with a game of several turns, and orders entered for the next."""
    home = Home.open(tmp_path / "home")
    running(home)
    order(home, "FRANCE", "A PAR - BUR", "F BRE - MAO")
    order(home, "GERMANY", "A MUN - BUR")
    close(home)
    order(home, "FRANCE", "F MAO - POR")
    close(home, 2)
    order(home, "FRANCE", "F BRE B")
    return home.root


def report(root: Path, *words: str) -> str:
    done = run("game", "report", "demo", *words, "--home", root)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_last_turn_without_being_asked_for_one(root: Path) -> None:
    said = report(root)
    assert said.splitlines()[0] == "Fall 1901"
    assert "G: Portugal passes to France." in said and said.endswith("Next: Winter 1901.\n")


@pytest.mark.parametrize("turn", ["S1901M", "s1901m", "1"])
def test_a_turn_by_name_or_number(root: Path, turn: str) -> None:
    said = report(root, "--turn", turn).splitlines()
    (line, _) = journal.phases(Home.open(root), "demo")
    assert said == line.report
    assert any(told.startswith("    > BOUNCE. Stood off by the German army in ") for told in said)


def test_json_is_the_one_form_and_can_be_adjudicated_again(root: Path) -> None:
    form = json.loads(report(root, "--turn", "S1901M", "--json"))
    assert (form["number"], form["title"], form["name"]) == (1, "Spring 1901", "S1901M")
    assert form["state"]["units"]["FRANCE"] == ["A MAR", "A PAR", "F BRE"]
    assert form["orders"] == {"FRANCE": ["A PAR - BUR", "F BRE - MAO"], "GERMANY": ["A MUN - BUR"]}
    assert form["results"]["A PAR"] == ["bounce"] and form["results"]["F BRE"] == []
    assert form["reasons"]["A PAR"] and form["next"]["name"] == "F1901M"
    assert form["report"][0] == "Spring 1901" and form["closed"].startswith("2026-12-01T12:00")
    again = run("adjudicate", stdin=json.dumps(form) + "\n")
    assert again.returncode == 0
    assert json.loads(again.stdout)["next"] == form["next"]


def test_every_turn_of_a_longer_game(tmp_path: Path) -> None:
    home = Home.open(tmp_path / "home")
    running(home, rules="standard")
    play_on(home, 12)
    past = past_turns(home, "demo")
    forms = [json.loads(report(home.root, "--turn", str(number), "--json")) for number in (1, 6, 12)]
    assert [form["name"] for form in forms] == [past.entries[number].name for number in (0, 5, 11)]
    again = run("adjudicate", stdin="".join(json.dumps(form) + "\n" for form in forms))
    assert [json.loads(line)["next"] for line in again.stdout.splitlines()] == [form["next"] for form in forms]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("demo", "--turn", "W1901A"), "No turn 'W1901A' of demo was closed: name from S1901M to F1901M, or a number"),
        (("demo", "--turn", "0"), "or a number from 1 to 2."),
        (("demo", "--turn", ""), "No turn '' of demo was closed"),
        (("north",), "There is no game 'north'."),
        (("../demo",), "There is no game '../demo'."),
    ],
)
def test_what_is_not_there_is_refused(root: Path, words: tuple[str, ...], said: str) -> None:
    done = run("game", "report", *words, "--home", root)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_before_the_first_turn(tmp_path: Path) -> None:
    home = Home.open(tmp_path / "home")
    running(home)
    done = run("game", "report", "demo", "--home", home.root)
    assert (done.returncode, done.stdout) == (1, "")
    assert "No turn of demo has been closed yet: the first report comes with the daily event." in done.stderr


def test_nothing_of_the_open_turn_is_printed(root: Path) -> None:
    for words in ((), ("--json",), ("--turn", "1", "--json")):
        said = report(root, *words)
        assert "F BRE B" not in said and "IS BUILT" not in said


def test_a_damaged_journal_is_one_sentence(root: Path) -> None:
    path = root / "games" / "demo" / "journal.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"report"', b'"rapport"'))
    done = run("game", "report", "demo", "--home", root)
    assert done.returncode == 1 and "games/demo/journal.jsonl, line 2, is damaged" in done.stderr
    assert "Traceback" not in done.stderr
