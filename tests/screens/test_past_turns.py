"""Past turns on the screen: their pictures in every mode, and the keys that lead from one to another."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest
from msgspec.structs import replace as changed

from door.judge.history import PastTurns
from door.judge.news import Report
from door.judge.process import process
from door.judge.submit import submit_text
from door.rules.phase import Phase
from door.screens.frame import Notice
from door.screens.gamemenu import play
from door.screens.movesview import MovesView
from door.screens.pastturns import KEYS, ReplayView, TurnsView, draw_replay, draw_turns, replay_text
from door.screens.reading import draw_page
from door.screens.reports import past_text, report_text
from door.store import files
from door.store.games import game_folder, load_game, save_game
from door.store.home import Home
from door.store.journalindex import Entry
from door.store.shipped import load_board
from door.term import plain
from door.term.canvas import Canvas
from door.term.caps import Caps, Charset
from tests.judge.longgame import play_on
from tests.screens import samples
from tests.screens.calling import NOW, Caller, calling, in_game, new_game
from tests.screens.golden import check, check_plain, same
from tests.screens.test_map import BEATEN, GAME, MODES, SIZES, TURN, UTF8, WINTER, shown, sized
from tests.screens.test_map_calls import resized, window
from tests.term.emulator import Terminal

pytestmark = pytest.mark.usefixtures("quick")

PLAIN = Caps(Charset.ASCII, colour=False, cursor=False)
NAMES = [Phase.parse(f"{name[0]}{1901 + at // 3}{name[1]}") for at, name in enumerate(("SM", "FM", "WA") * 7)]
CLOSED = [(phase.title, datetime(1990, 5, 4, 3, 5, tzinfo=UTC) + timedelta(days=at)) for at, phase in enumerate(NAMES)]


def check_everywhere(name: str, canvas: Canvas) -> None:
    """As its pictures: on a screen of 80x24 in all sets, as plain lines, and as those in a window of 40 columns."""
    check(name, canvas)
    check_plain(name, canvas)
    narrow = plain.lines(canvas, 40)
    assert all(len(line) < 40 for line in narrow)
    same(f"{name}-40x24", narrow)


# Pictures


def test_the_list_of_turns() -> None:
    for page, shown_turn in ((0, 3), (1, 20)):
        view = TurnsView("The Autumn Game", CLOSED, shown_turn, page)
        assert view.pages == 2
        check_everywhere(f"past-turns-{page + 1}", draw_turns(view))
    short = TurnsView("The Autumn Game", CLOSED[:2], 1, 0)
    assert short.keys == "12"
    check_everywhere("past-turns-few", draw_turns(short, Notice("Press one of the keys shown.")))


class Reported(PastTurns):
    """Turns whose reports are not on disk."""

    def line(self, number: int) -> object:  # type: ignore[override]
        class Line:
            report: ClassVar = [self.title(number), "", *LINES, f"Report {number}."]

        return Line


LINES = [
    "French army in d: Picardy          SUPPORTS  German army in e: Burgundy",
    "                                   ATTACKING I: Belgium",
    "    > CUT. Cut by the Engl'h fleet in x: English Channel.",
    "",
    "German army in e: Burgundy         ATTACKS   I: Belgium",
    "    > BOUNCE. The Ital'n army in I: Belgium stayed, 1 against 1.",
    "",
]


def reported(home: Home) -> PastTurns:
    """Four turns, the second and third of which one event closed."""
    days = [1, 2, 2, 3]
    entries = [
        Entry(at, at, at, "running", str(NAMES[at]), NOW + timedelta(days=day), 0, 0) for at, day in enumerate(days)
    ]
    return Reported(home, "autumn", tuple(entries))


def test_a_report_and_the_way_to_the_others(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna"})
    past = reported(home)
    for name, number in (("first", 0), ("together", 1), ("last", 3)):
        text = past_text("The Autumn Game", past, number, load_board())
        check(f"past-report-{name}", draw_page(text, 0, plain=False))
        spoken = past_text("The Autumn Game", past, number, load_board(), plain=True)
        canvas = draw_page(spoken, 0, plain=True)
        check_plain(f"past-report-{name}", canvas)
        same(f"past-report-{name}-40x24", plain.lines(canvas, 40))
    assert past_text("x", past, 1, load_board()).lines == past_text("x", past, 2, load_board()).lines


def test_a_report_of_several_pages(home: Home) -> None:
    text = report_text("The Autumn Game · turn 3 of 9", Report("Spring 1902", LINES * 8), load_board())
    text = replace(text, foot="Turn 3 of 9: P turn before, N turn after, T all turns, M map.")
    check("past-report-pages", draw_page(text, 1, plain=False))


def replays(caps: Caps) -> dict[str, ReplayView]:
    board = GAME.board
    moves = MovesView("The Autumn Game", TURN, board, caps, 11, 22)
    builds = MovesView("The Autumn Game", WINTER, board, caps, 22, 22)
    first = MovesView("The Autumn Game", TURN, board, caps, 1, 22)
    return {
        "moves": ReplayView(moves, GAME),
        "after": ReplayView(moves, GAME, after=True),
        "first": ReplayView(first, BEATEN.seen),
        "beaten": ReplayView(first, BEATEN.seen, after=True),
        "last": ReplayView(builds, samples.over(GAME, "FRANCE"), after=True),
        "only": ReplayView(replace(first, count=1), GAME, after=True),
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", MODES)
def test_the_replay_in_every_mode(mode: str, size: str) -> None:
    caps = sized(MODES[mode], size)
    for name, view in replays(caps).items():
        lines = shown(draw_replay(view), caps)
        assert lines[-1] == "" or lines[-1].endswith("[Enter]:")
        if name in ("moves", "after", "last"):
            same(f"past-map-{name}-{mode}-{size}", lines)
        if caps.charset is Charset.ASCII:
            assert "".join(lines).isascii()
        refused = shown(draw_replay(view, Notice("Press Enter to play on.")), caps)
        assert sum("! Press Enter to play on." in line for line in refused) == 1


def test_the_prompts_of_the_replay() -> None:
    prompts = [draw_replay(view).text()[-1].strip() for view in replays(UTF8).values()]
    assert prompts == [
        "L as a list, P turn before, N turn after, Esc back; what came of it [Enter]:",
        "P turn before, N turn after, Esc back; the next turn [Enter]:",
        "L as a list, N turn after, Esc back; what came of it [Enter]:",
        "N turn after, Esc back; the next turn [Enter]:",
        "P turn before; go back [Enter]:",
        "Go back [Enter]:",
    ]


def test_the_replay_in_words() -> None:
    for name, view in replays(PLAIN).items():
        text = replay_text(view)
        assert max(map(len, text.lines)) < 79
        if name in ("moves", "beaten"):
            same(f"past-map-{name}-plain", plain.lines(draw_page(text, 0, plain=True)))
            same(f"past-map-{name}-40x24", plain.lines(draw_page(text, 0, plain=True), 40))
    assert "must retreat" in "\n".join(replay_text(replays(PLAIN)["beaten"]).lines)


# Calls


def ordered(home: Home, phase: str, **orders: str) -> None:
    for caller, texts in orders.items():
        for text in texts.split(", "):
            submit_text(home, "autumn", caller, Phase.parse(phase), text, NOW)


FEW = {
    "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN", "F KIE"]},
    "centers": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN", "KIE"]},
    "retreats": {},
}


@pytest.fixture
def three(home: Home) -> Home:
    """A game of three turns."""
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"}, "S1901M", FEW)
    ordered(home, "S1901M", Anna="A PAR - BUR, F BRE - MAO", Bert="A MUN - BUR, F KIE - HOL")
    process(home, "autumn", NOW + timedelta(days=1))
    ordered(home, "F1901M", Anna="F MAO - POR", Bert="A MUN - BUR")
    process(home, "autumn", NOW + timedelta(days=2))
    ordered(home, "W1901A", Anna="F BRE B", Bert="F KIE B")
    process(home, "autumn", NOW + timedelta(days=3))
    return home


def title(caller: Caller) -> str:
    return caller.lines[0]


@pytest.mark.parametrize(
    ("back", "on"), [("p", "n"), ("P", "N"), ("<", ">"), ("\x1b[D", "\x1b[C")], ids=["pn", "PN", "<>", "arrows"]
)
async def test_turn_by_turn(three: Home, back: str, on: str) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l")
        assert "last turn" in title(caller) and "Winter 1901" in title(caller)
        assert "Turn 3 of 3: P turn before, T all turns, M map." in caller.screen
        await caller.types(back)
        assert "turn 2 of 3" in title(caller) and "Fall 1901" in title(caller)
        await caller.types(back)
        assert "turn 1 of 3" in title(caller) and "Spring 1901" in title(caller)
        assert "> BOUNCE. Stood off by the German army in " in caller.screen
        await caller.types(back)  # there is none before
        assert "Spring 1901" in title(caller)
        for turn in ("Fall 1901", "Winter 1901", "Winter 1901"):
            await caller.types(on)
            assert turn in title(caller)
        await caller.types("\r")
        assert "Your choice" in caller.screen


async def test_what_the_keys_are(three: Home) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l", "p", "?")
        said = " ".join(caller.screen.split())
        assert "Enter or Esc to go back. Turn 2 of 3: P turn before, N turn after, T all turns, M" in said
        await caller.types("x")
        assert "! Press Enter or Esc" in caller.screen
        await caller.types("n", "n")
        assert "! Press Enter or Esc" in caller.screen and "Winter 1901" in title(caller)


async def test_the_list_leads_to_a_turn(three: Home) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l", "t")
        assert "closed turns" in title(caller) and "3 so far" in title(caller)
        assert "[3]   3  Winter 1901" in caller.screen and "(shown)" in caller.screen
        await caller.types("x")
        assert "! Press one of the keys shown, or Esc to go back." in caller.screen
        await caller.types("1")
        assert "Spring 1901" in title(caller)
        await caller.types("t", "\r")
        assert "Spring 1901" in title(caller)
        await caller.types("t", "?")
        assert "Help" in title(caller)


async def test_the_replay_steps_with_enter(three: Home) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l", "t", "1", "m")
        seen = []
        for _ in range(6):
            seen.append(" ".join(title(caller).split()[-3:]))
            await caller.types("\r")
        titles = [
            "Spring 1901",
            "After Spring 1901",
            "Fall 1901",
            "After Fall 1901",
            "Winter 1901",
            "After Winter 1901",
        ]
        assert [each.endswith(wanted) for each, wanted in zip(seen, titles, strict=True)] == [True] * 6
        assert "last turn" in title(caller)  # the report of the turn at which the replay ended


async def test_the_keys_of_the_replay(three: Home) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l", "m")
        assert "moves" in title(caller) and "Winter 1901" in title(caller)
        await caller.types("p")
        assert "Fall 1901" in title(caller) and "Turn 2 of 3" in caller.screen
        await caller.types("l")
        assert "French fleet in z: Mid-Atlantic    MOVED TO G: Portugal" in caller.screen
        await caller.types("\r", "<", "<")
        assert "Spring 1901" in title(caller)
        await caller.types("\x1b[6~")
        assert "After Spring 1901" in title(caller)
        await caller.types("\x1b[6~", "\x1b[5~")
        assert "After Spring 1901" in title(caller)
        await caller.types("\x1b[5~", "\x1b[5~")
        assert "After" not in title(caller) and "Spring 1901" in title(caller)
        await caller.types("x")
        assert "! Press Enter to play on" in caller.screen
        await caller.types("?")
        assert "Help" in title(caller)
        await caller.types("q", ">")
        assert "Fall 1901" in title(caller)
        await caller.types("q")
        assert "turn 2 of 3" in title(caller)


async def test_nothing_has_been_played(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna"})
    async with calling(home, in_game(play, "Anna")) as caller:
        await caller.types("l")
        assert "No turn has been played yet." in caller.screen
        await caller.types("m", "t", "p")
        assert "! Press Enter or Esc to go back." in caller.screen


async def test_a_game_that_ended_by_vote_in_its_first_turn(home: Home) -> None:
    new_game(home, {"FRANCE": "Anna", "GERMANY": "Bert"})
    record = load_game(home, "autumn")
    save_game(home, changed(record, status="over", phase="COMPLETED", draw=["FRANCE", "GERMANY"]))
    async with calling(home, in_game(play, "Anna")) as caller:
        await caller.types("l")
        assert "draw of France and Germany" in caller.screen
        await caller.types("\r")
        assert "Your choice" in caller.screen


async def test_plain_lines(three: Home) -> None:
    async with calling(three, in_game(play, "Anna"), caps=PLAIN) as caller:
        await caller.types("l", "t", "1")
        assert "Turn 1 of 3: N turn after, T all turns, M map." in caller.said
        await caller.types("m", "c")
        assert "French army in E: Paris            DID NOT REACH e: Burgundy" in caller.said
        assert "After Spring 1901" in caller.said
        assert "Units: fleet z: Mid-Atlantic" in " ".join(caller.said.split())
        await caller.types("n", "c", "\r", "p", "\r")
        assert caller.said.rstrip().endswith(":") and "Your choice" in caller.said[-60:]
    assert b"\x1b" not in caller.wire.sent


@pytest.mark.parametrize("keys", ["l", "lt", "lm", "lm\r"])
async def test_a_window_of_40_columns(three: Home, keys: str) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types(*keys)
        window(caller, 40, 24)
        sent = len(caller.wire.sent)
        caller.wire.idle.clear()
        await caller.settle()
        await caller.types("c", "n")
        said = caller.wire.sent[sent:].decode()
        assert "\x1b" not in said
        assert all(len(line) < 40 for line in said.splitlines())
        assert "Winter 1901" in said


async def test_a_window_that_grows(three: Home) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l", "m", "\r")
        small = caller.lines
        wide = await resized(caller, 132, 50)
        assert "SWE" in "\n".join(wide) and "After Winter 1901" in wide[0]
        assert (await resized(caller, 80, 24))[:24] == small


async def test_the_turn_passes_while_an_old_one_is_read(three: Home) -> None:
    for day, keys in enumerate(("l", "lt", "lm", "lp"), 4):
        async with calling(three, in_game(play, "Anna")) as caller:
            await caller.types(*keys)
            process(three, "autumn", NOW + timedelta(days=day))
            await caller.types("x")
            assert "The turn has passed" in caller.screen


@pytest.mark.parametrize("who", ["Bert", "Somebody"])
async def test_others_see_what_is_closed_and_nothing_of_what_is_open(three: Home, who: str) -> None:
    ordered(three, "S1902M", Anna="A PAR - PIC, F POR - MAO, F BRE - ENG")
    async with calling(three, in_game(play, who)) as caller:
        await caller.types("l", "p", "p", "m", "l", "\r", *"\r" * 6, "t", "2", "m", "\r", "q", "q")
        assert "Your choice" in caller.screen
        said = caller.said
    assert "MOVED TO z: Mid-Atlantic" in said  # of the first turn
    for secret in ("English", "Picardy", "PIC", "ENG"):
        assert secret not in said, secret


async def test_damage_is_said(three: Home) -> None:
    async with calling(three, in_game(play, "Anna")) as caller:
        await caller.types("l")
        path = game_folder(three, "autumn") / "journal.jsonl"
        path.write_bytes(path.read_bytes().replace(b'"kind"', b'"kynd"'))
        await caller.types("p")
        assert caller.call.done()  # back in the list, which says why


@pytest.mark.parametrize("seed", range(3))
async def test_any_keys(three: Home, seed: int) -> None:
    """Whatever is pressed, nothing fails, nothing is written in the last column, and there is a way back."""
    chance = random.Random(seed)
    keys = [*"pnPN<>tmlbsc123x ?\r", "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~"]
    async with calling(three, in_game(play, "Anna")) as caller:
        screen = Terminal(caller.session.caps)
        for _ in range(80):
            sent = len(caller.wire.sent)
            if "Your choice" in caller.screen:
                await caller.types("l")
            await caller.types(chance.choice(keys))
            screen.feed(bytes(caller.wire.sent[sent:]))
            assert not screen.wrapped and not caller.call.done()
        for _ in range(8):
            if "Your choice" not in caller.screen:
                await caller.escape()
        assert "Your choice" in caller.screen


async def timed(caller: Caller, *keys: str) -> float:
    began = time.perf_counter()
    for key in keys:
        await caller.types(key)
    return (time.perf_counter() - began) / len(keys)


async def test_sixty_turns(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is gone through once; then a key costs what one turn costs."""
    seats = {power: f"Caller {power}" for power in load_board().powers}
    new_game(home, {})
    save_game(home, changed(load_game(home, "autumn"), status="running", seats=seats, started=NOW))
    play_on(home, 60, "autumn")
    whole = 0
    read_lines = files.read_lines

    def counted(path: object) -> list[bytes]:
        nonlocal whole
        whole += 1
        return read_lines(path)  # type: ignore[arg-type]

    async with calling(home, in_game(play, "Caller FRANCE")) as caller:
        await caller.types("l")
        monkeypatch.setattr(files, "read_lines", counted)
        pages = await timed(caller, *"p" * 20, *"n" * 10)
        await caller.types("t")
        assert "Page 3 of 4" in caller.screen and f"[{KEYS[0]}]" in caller.screen
        await caller.types("\x1b[6~", "\x1b[6~")
        assert "Page 1 of 4" in caller.screen
        await caller.types("1", "m")
        assert "Turn 1 of 60" in caller.screen
        maps = await timed(caller, *"\r" * 40, *"n" * 10, *"p" * 10)
    assert whole == 0
    assert pages < 0.25 and maps < 0.25  # some milliseconds each; the rest is for machines that are busy
