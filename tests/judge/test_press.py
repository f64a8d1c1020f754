"""Press: who may write what in which game, and what of it anybody learns."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from door.cli import main
from door.judge import press
from door.judge.games import PRESS, new_game, vacate_seat, view
from door.judge.press import MOST_CHARACTERS, MOST_LINES, Draft, Message
from door.judge.refusal import Refused
from door.store import press as store
from door.store.games import load_game, save_game
from door.store.home import Home
from door.store.records import PressSetting
from tests.judge.play import CENTRES, NOON, caller_of, close, running

MIDSUMMER = {"units": {"FRANCE": ["A BEL"], "GERMANY": ["*A BEL"]}, "retreats": {"GERMANY": {"A BEL": ["HOL"]}}}
STAGES = {
    "Spring": ("S1901M", None),
    "Midsummer's Eve": ("S1901R", {**MIDSUMMER, "centers": CENTRES}),
    "Winter": ("W1901A", {"units": {"FRANCE": ["A PAR"]}, "retreats": {}, "centers": CENTRES}),
}


def playing(home: Home, setting: PressSetting = "all", grey: bool = False, stage: str = "Spring") -> None:
    phase, state = STAGES[stage]
    running(home, phase=phase, state=state)
    save_game(home, replace(load_game(home, "demo"), press=setting, grey=grey))


def send(home: Home, power: str, *to: str, text: str = "Dear all", grey: bool = False) -> None:
    press.send(home, "demo", caller_of(power), to, [text], NOON, grey=grey)


def read(home: Home, power: str) -> list[Message]:
    return press.messages(home, "demo", caller_of(power))


def unread(home: Home, power: str) -> int:
    return press.unread(home, "demo", caller_of(power), power)


def refused(home: Home, power: str, *to: str, text: str = "Dear all", grey: bool = False) -> str:
    """Send what must be refused, and give the sentence; nothing is sent, and the draft stays."""
    before, draft = read(home, "TURKEY"), Draft(to=list(to), lines=[text], saved=NOON)
    press.keep_draft(home, "demo", caller_of(power), draft)
    with pytest.raises(Refused) as no:
        send(home, power, *to, text=text, grey=grey)
    assert read(home, "TURKEY") == before
    assert press.draft(home, "demo", caller_of(power)) == draft
    return str(no.value)


def test_the_settings_are_those_of_the_record() -> None:
    assert PRESS == get_args(PressSetting) == ("all", "public", "none", "rulebook")


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("setting", PRESS)
def test_what_each_setting_allows(home: Home, setting: PressSetting, stage: str) -> None:
    playing(home, setting, stage=stage)
    silent = setting == "rulebook" and stage != "Spring"
    seen = view(home, "demo")
    assert (press.write_fault(seen, caller_of("FRANCE")) is None) == (setting != "none" and not silent)
    if setting == "none":
        assert "There is no press in this game" in refused(home, "FRANCE")
        assert "There is no press in this game" in refused(home, "FRANCE", "ITALY")
    elif silent:
        sentence = f"There is no press in {seen.phase_title}: in this game players write in Spring and Fall only."
        assert refused(home, "FRANCE") == refused(home, "FRANCE", "ITALY") == sentence
    else:
        send(home, "FRANCE", text="to all")
        assert [m.lines for m in read(home, "TURKEY")] == [("to all",)]
        if setting == "public":
            assert "no private messages: write to everybody." in refused(home, "FRANCE", "ITALY")
        else:
            send(home, "FRANCE", "TURKEY", text="to one")
            assert [m.lines for m in read(home, "TURKEY")] == [("to all",), ("to one",)]
            assert [m.lines for m in read(home, "ITALY")] == [("to all",)]


def test_a_message_says_who_to_whom_and_when(home: Home) -> None:
    playing(home)
    send(home, "FRANCE", "TURKEY", "ITALY")
    (found,) = read(home, "ITALY")
    assert (found.sender, found.to, found.phase, found.at) == ("FRANCE", ("ITALY", "TURKEY"), "S1901M", NOON)
    assert (found.grey, found.yours, found.unread) == (False, False, True)


@pytest.mark.parametrize("setting", PRESS[:2])
def test_unsigned_messages_are_a_setting_of_their_own(home: Home, setting: PressSetting) -> None:
    playing(home, setting)
    assert refused(home, "FRANCE", grey=True) == "In this game every message is signed: send it signed."
    save_game(home, replace(load_game(home, "demo"), grey=True))
    send(home, "FRANCE", grey=True)
    send(home, "FRANCE")
    assert [(m.sender, m.grey) for m in read(home, "ITALY")] == [(None, True), ("FRANCE", False)]


def test_addressees_are_other_powers(home: Home) -> None:
    playing(home)
    assert "There is no power NARNIA: choose from AUSTRIA" in refused(home, "FRANCE", "ITALY", "NARNIA")
    assert "not to your own" in refused(home, "FRANCE", "ITALY", "FRANCE")
    send(home, "FRANCE", "ITALY", "ITALY")
    assert read(home, "ITALY")[0].to == ("ITALY",)


def test_only_players_write(home: Home) -> None:
    playing(home)
    with pytest.raises(Refused, match=r"^You play no power in Demo: only its players write\.$"):
        press.send(home, "demo", "Zacharias", (), ["Hello"], NOON)
    vacate_seat(home, "demo", "FRANCE", NOON)
    with pytest.raises(Refused, match="You play no power"):
        send(home, "FRANCE")
    send(home, "ITALY", "FRANCE", text="to an empty seat")
    send(home, "ITALY", text="to all")
    assert [m.lines[0] for m in press.messages(home, "demo", "Zacharias")] == ["to all"]
    assert [m.lines[0] for m in read(home, "FRANCE")] == ["to all"], "who has left reads what is public"
    with pytest.raises(Refused, match="There is no game"):
        press.send(home, "nowhere", "Zacharias", (), ["Hello"], NOON)
    with pytest.raises(Refused, match="There is no game"):
        press.messages(home, "../demo", "Zacharias")


def test_who_has_nothing_left_still_writes(home: Home) -> None:
    """A beaten power talks on: it has friends to help, and scores to settle."""
    units = {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}
    running(home, state={"units": units, "retreats": {}, "centers": {"FRANCE": ["PAR"], "ITALY": ["ROM"]}})
    send(home, "TURKEY", "ITALY")
    assert len(read(home, "ITALY")) == 1


@pytest.mark.parametrize("setting", [setting for setting in PRESS if setting != "none"])
def test_before_the_start_and_after_the_end(home: Home, setting: PressSetting) -> None:
    playing(home, setting)
    record = load_game(home, "demo")
    save_game(home, replace(record, status="forming", started=None))
    send(home, "FRANCE", text="before")
    save_game(home, replace(record, status="over", phase="COMPLETED", winner="FRANCE"))
    send(home, "FRANCE", text="after")
    assert [(m.phase, m.lines[0]) for m in read(home, "ITALY")] == [("S1901M", "before"), ("COMPLETED", "after")]


def test_the_event_leaves_press_alone(home: Home) -> None:
    playing(home)
    send(home, "FRANCE", "ITALY")
    press.keep_draft(home, "demo", caller_of("FRANCE"), Draft(to=[], lines=["b"], saved=NOON))
    close(home)
    assert len(read(home, "ITALY")) == 1 and unread(home, "ITALY") == 1
    assert press.draft(home, "demo", caller_of("FRANCE")) is not None
    send(home, "ITALY", "FRANCE")
    assert [m.phase for m in read(home, "FRANCE")] == ["S1901M", "F1901M"]


def test_text_is_made_harmless() -> None:
    nasty = [
        "",
        "\x1b[2J\x1b]0;title\x07Hello\r",
        "a\tb\x00\x9b1mc",
        "  \u202eevil\u202c\u200d ",
        "Zoe\u0308 \ud800\U0010ffff",
        "x\u2028y",
        "",
    ]
    clean = press.text_of(nasty)
    assert clean == ["[2J]0;titleHello", "a b1mc", "  evil", "Zoë ??", "x", "y"]
    assert press.text_of(clean) == clean


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x200B, 0x200E, 0x202E, 0x2066, 0xFEFF])
def test_no_control_character_is_kept(code: int) -> None:
    for line in press.text_of([f"a{chr(code)}b"]):
        assert line.isprintable()


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\x1b", "\u200b\n \t"])
def test_an_empty_message_is_refused(home: Home, text: str) -> None:
    playing(home)
    assert refused(home, "FRANCE", text=text) == "The message is empty: write something first."


def test_how_long_a_message_is(home: Home) -> None:
    playing(home)
    full = ["x" * MOST_CHARACTERS] * MOST_LINES
    press.send(home, "demo", caller_of("FRANCE"), (), ["", *full, " "], NOON)
    assert list(read(home, "ITALY")[0].lines) == full
    assert "at most 120 lines and this one has 122: take out 2." in refused(
        home, "FRANCE", text="\n".join([*full, "a", "b"])
    )
    assert "at most 72 characters and one of these has 73: part it." in refused(home, "FRANCE", text=full[0] + "x")


def test_what_is_unread(home: Home) -> None:
    playing(home)
    assert unread(home, "ITALY") == 0
    send(home, "FRANCE", "ITALY", text="a")
    send(home, "FRANCE", text="b")
    assert [unread(home, power) for power in ("ITALY", "TURKEY", "FRANCE")] == [2, 1, 0]
    assert press.unread(home, "demo", "Zacharias", None) == 1
    press.mark_read(home, "demo", caller_of("ITALY"), read(home, "ITALY")[:1])
    assert [unread(home, power) for power in ("ITALY", "TURKEY", "FRANCE")] == [1, 1, 0]
    assert [m.unread for m in read(home, "ITALY")] == [False, True]


def test_press_that_cannot_be_read_closes_no_menu(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    playing(home)
    (home.games_dir / "demo" / "press.jsonl").write_bytes(b"{}\n")
    with caplog.at_level(logging.WARNING):
        assert unread(home, "ITALY") == 0
    assert "press of game demo cannot be read: games/demo/press.jsonl, line 1, is damaged" in caplog.text


# Drafts


def begun(to: list[str], text: str, minutes: int = 0, *, grey: bool = False) -> Draft:
    return Draft(to=to, lines=[text, ""], grey=grey, saved=NOON + timedelta(minutes=minutes))


def test_a_draft_goes_when_it_is_sent_or_dropped(home: Home) -> None:
    playing(home)
    caller = caller_of("FRANCE")
    press.keep_draft(home, "demo", caller, begun(["ITALY"], "one"))
    send(home, "FRANCE", "ITALY", text="one")
    assert store.load_draft(home, "demo", caller) is None
    press.keep_draft(home, "demo", caller, begun([], "two"))
    assert press.draft(home, "demo", caller) == begun([], "two")
    assert press.draft(home, "demo", caller_of("ITALY")) is None
    press.drop_draft(home, "demo", caller)
    assert press.draft(home, "demo", caller) is None


@pytest.mark.parametrize(
    ("draft", "left"),
    [
        (begun(["ITALY"], "Dear all"), False),
        (begun(["ITALY"], "Dear all "), False),
        (begun(["ITALY"], "Dear all", 1), True),
        (begun(["ITALY"], "Dear one", 0), True),
        (begun([], "Dear all", 0), True),
        (begun(["ITALY"], "Dear all", grey=True), True),
        (begun(["ITALY"], " "), True),
    ],
    ids=["the same", "but for blanks", "begun later", "other words", "others", "unsigned", "empty"],
)
def test_a_crash_between_sending_and_dropping_offers_nothing_twice(home: Home, draft: Draft, left: bool) -> None:
    playing(home, grey=True)
    send(home, "FRANCE", "ITALY")
    store.save_draft(home, "demo", caller_of("FRANCE"), draft)  # as if it were still there
    assert (press.draft(home, "demo", caller_of("FRANCE")) is not None) == left


def test_what_is_sent_is_sent_although_its_draft_stays(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    """Else the caller would be told to send it again."""
    playing(home)
    papers = home.games_dir / "demo" / "press" / "caller%20of%20france.json"
    press.keep_draft(home, "demo", caller_of("FRANCE"), begun([], "Dear all"))
    assert papers.exists()
    papers.write_bytes(b"damaged")
    with caplog.at_level(logging.WARNING):
        send(home, "FRANCE")
    assert len(read(home, "ITALY")) == 1
    assert "the draft of a message that was sent stays: games/demo/press/" in caplog.text


# Making games


def test_old_ways_of_making_a_game_have_all_press_signed(home: Home) -> None:
    record = new_game(home, "north", "North", "e1901", "full", NOON)
    assert (record.press, record.grey) == ("all", False)


def test_a_game_with_press_that_will_not_do_is_refused(home: Home) -> None:
    with pytest.raises(Refused, match="There is no press 'loud': choose all, public, none or rulebook"):
        new_game(home, "north", "North", "e1901", "full", NOON, press="loud")
    with pytest.raises(Refused, match="has no unsigned messages either"):
        new_game(home, "north", "North", "e1901", "full", NOON, press="none", grey=True)
    assert not list(home.games_dir.glob("north"))


@pytest.mark.parametrize("setting", PRESS)
def test_the_command_makes_games_with_press(home: Home, setting: str) -> None:
    words = ["game", "new", "north", "--home", str(home.root), "--press", setting]
    assert main([*words, *(["--grey"] if setting == "rulebook" else [])]) == 0
    record = load_game(home, "north")
    assert (record.press, record.grey) == (setting, setting == "rulebook")


def test_the_command_refuses(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["game", "new", "north", "--home", str(home.root)]
    with pytest.raises(SystemExit) as left:
        main([*words, "--press", "loud"])
    assert left.value.code == 2 and "loud" in capsys.readouterr().err
    assert main([*words, "--press", "none", "--grey"]) == 1
    assert "A game without press has no unsigned messages either" in capsys.readouterr().err
    assert not list(home.games_dir.glob("north"))


# What the sysop's commands and the log tell


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("to", [(), ("ITALY",), ("ITALY", "TURKEY")])
def test_an_unsigned_message_is_in_no_listing_and_no_log(
    home: Home, to: tuple[str, ...], capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    playing(home, grey=True)
    listings = [["game", "show", "demo"], ["game", "show", "demo", "--json"], ["game", "list", "--json"]]

    def told() -> list[str]:
        for words in listings:
            assert main([*words, "--home", str(home.root)]) == 0
        return capsys.readouterr().out.splitlines()

    before, files = told(), tree(home.root)
    with caplog.at_level(logging.DEBUG):
        send(home, "FRANCE", *to, text="Beware", grey=True)
        for power in ("ITALY", "TURKEY"):
            for found in read(home, power):
                assert found.sender is None
                press.mark_read(home, "demo", caller_of(power), [found])
    assert told() == before
    assert "France" not in caplog.text and "FRANCE" not in caplog.text
    changed = {name for name, data in tree(home.root).items() if files.get(name) != data and not name.endswith(".lock")}
    holders = {name for name in changed if b"rance" in (home.root / name).read_bytes()}
    assert holders == {"games/demo/press.jsonl"}, "one file knows, and no other"
    assert json.loads((home.games_dir / "demo" / "press.jsonl").read_bytes())["sender"] == "FRANCE"
