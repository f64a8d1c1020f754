"""The news: their pictures in every mode, and that they are shown once, when there are any, to whom they concern."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec.structs import replace

from door.judge import games, votes
from door.judge.process import process
from door.judge.report import OrderTold, PartTold
from door.judge.signup import register
from door.judge.since import GameNews, PowerNews, Sources, TurnNews
from door.judge.submit import submit_text
from door.node.limits import Limits
from door.node.telnet import start
from door.rules.phase import Phase, Stage
from door.screens.frame import Leave, Notice
from door.screens.lobby import lobby
from door.screens.newsscreen import news_again, news_at_sign_in, news_of_game, news_text
from door.screens.reading import draw_page
from door.screens.session import Hangup, Session
from door.store.games import game_folder, game_lock, load_game, save_game
from door.store.home import Home
from door.store.seen import Reading, load_seen
from door.term.caps import Caps, Charset
from tests.e2e.phone import Phone, sign_in
from tests.screens import samples
from tests.screens.calling import NOW, Caller, Run, calling
from tests.screens.test_map_calls import window
from tests.screens.test_past_turns import check_everywhere

pytestmark = pytest.mark.usefixtures("quick")

TODAY = date(1990, 5, 5)
PLAIN = Caps(Charset.ASCII, colour=False, cursor=False)

CUT = OrderTold(
    (
        "French army in d: Picardy          SUPPORTS  German army in e: Burgundy",
        "                                   ATTACKING I: Belgium",
    ),
    ("    > CUT. Cut by the Engl'h fleet in x: English Channel.",),
)
LOST = OrderTold(
    ("French army in I: Belgium          HOLDS",), ("    > DISLODGED. Dislodged by the German army in J: Holland.",)
)
BUILT = OrderTold(("Turk'h fleet in 3: Smyrna          IS BUILT",))
RETREATED = OrderTold(("German army in I: Belgium          RETREATS  h: Ruhr",))
GONE = OrderTold(("German army in P: Munich           IS DISBANDED",))
HELD = OrderTold(("German army in P: Munich           HOLDS",))
BEATEN = (
    "French army in I: Belgium must retreat or disband. It may go to d: Picardy,",
    "    e: Burgundy.",
)


def power_news(
    power: str,
    *orders: OrderTold,
    beaten: tuple[tuple[str, ...], ...] = (),
    out: bool = False,
    won: tuple[tuple[str, str | None], ...] = (),
    lost: tuple[tuple[str, str | None], ...] = (),
    void: tuple[str, ...] = (),
) -> PowerNews:
    return PowerNews(power, PartTold(orders, beaten, out), void, won, lost)


def closed(day: int) -> datetime:
    return datetime(1990, 5, day, 3, 5, tzinfo=UTC)


FALL = TurnNews(
    "Fall 1901",
    Stage.MOVES,
    closed(3),
    power_news("FRANCE", CUT, HELD, HELD, won=(("BEL", None), ("POR", "ITALY")), lost=(("MAR", "ITALY"),)),
    (
        power_news("ENGLAND", HELD, HELD, HELD),
        power_news("GERMANY", HELD, LOST, beaten=(("German army in P: Munich must retreat or disband. It",),)),
        power_news("ITALY", HELD, won=(("MAR", "FRANCE"),), lost=(("POR", "FRANCE"), ("VEN", "AUSTRIA"))),
    ),
)
WINTER = TurnNews(
    "Winter 1901",
    Stage.ADJUSTMENTS,
    closed(4),
    power_news("FRANCE", BUILT, void=("A BOH - VIE: There is no French unit in Bohemia: no unit stands there.",)),
    (power_news("GERMANY", GONE), power_news("TURKEY", BUILT, BUILT), power_news("ITALY", out=True)),
)
SPRING = TurnNews(
    "Spring 1902",
    Stage.MOVES,
    closed(5),
    power_news("FRANCE", LOST, HELD, beaten=(BEATEN,)),
    (power_news("GERMANY", HELD, HELD, HELD),),
)
EVE = TurnNews(
    "Midsummer's Eve 1901",
    Stage.RETREATS,
    closed(3),
    power_news("FRANCE", out=True),
    (power_news("GERMANY", RETREATED, RETREATED, GONE, void=("x: y.",)),),
)

FIRST = GameNews(
    samples.game("S1902R", samples.BELGIUM),
    "FRANCE",
    Reading(0, 9),
    (WINTER, SPRING),
    3,
    ("Dora plays Italy now.", "The sysop has changed the game by hand."),
    unread=2,
    votes=("A draw is open: you have not voted.",),
    new_votes=True,
    late=1,
)
SECOND = GameNews(
    samples.game("S1902M"),
    "FRANCE",
    Reading(0, 9),
    (FALL,),
    unread=1,
    late=4,
)
OVER = GameNews(samples.over(samples.game("F1907M"), "TURKEY"), "FRANCE", Reading(0, 9), (EVE,), earlier=1)
FAULT = GameNews(
    samples.game("S1902M"),
    "FRANCE",
    Reading(0, 0),
    fault="games/autumn/journal.jsonl, line 1, is damaged: Invalid JSON.",
)


# Pictures


@pytest.mark.parametrize(
    ("name", "found"), [("first", [FIRST]), ("second", [SECOND]), ("several", [OVER, FAULT]), ("none", [])]
)
def test_the_news(name: str, found: list[GameNews]) -> None:
    text = news_text(found, "Anna", TODAY, again=name == "none")
    for number in range(len(text.pages)):
        page = f"{name}-{number + 1}" if len(text.pages) > 1 else name
        check_everywhere(f"news-{page}", draw_page(text, number, plain=False))
    assert max(map(len, text.lines)) < 80


def test_what_is_said_of_one_or_several() -> None:
    said = "\n".join(news_text([FIRST], "Anna", TODAY).lines)
    for sentence in ("You have 2 messages to read.", "1 other power has orders to enter yet.", "3 turns before those"):
        assert sentence in said
    said = "\n".join(news_text([SECOND, OVER], "Anna", TODAY).lines)
    for sentence in ("You have 1 message to read.", "4 other powers have orders to enter yet.", "1 turn before those"):
        assert sentence in said
    assert "Germany: 2 retreated, 1 disbanded; 1 void." in said
    assert "The game is over. Turkey has won." in said and "Open until" not in said.partition("The game is over.")[2]


# Calls


def play_in(home: Home, name: str, seats: dict[str, str]) -> None:
    games.new_game(home, name, f"The {name.title()} Game", "e1901", "open", NOW, phase="S1901M", state=FEW)
    for power, caller in seats.items():
        games.take_seat(home, name, power, caller, NOW)


FEW = {
    "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN", "F KIE"]},
    "centers": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN", "KIE"]},
    "retreats": {},
}


def order(home: Home, caller: str, *texts: str, game: str = "autumn", phase: str = "S1901M") -> None:
    for text in texts:
        submit_text(home, game, caller, Phase.parse(phase), text, NOW)


@pytest.fixture
def autumn(home: Home) -> Home:
    """A game with a turn behind it, in which two units bounced."""
    play_in(home, "autumn", {"FRANCE": "Anna", "GERMANY": "Bert"})
    order(home, "Anna", "A PAR - BUR", "F BRE - MAO")
    order(home, "Bert", "A MUN - BUR")
    process(home, "autumn", NOW + timedelta(days=1))
    return home


def signed_in(caller: str, sources: Sources | None = None) -> Run:
    """What a call is after its sign-in, once the news stand in it."""

    async def run(session: Session) -> None:
        notice = await (news_at_sign_in(session, caller, sources) if sources else news_at_sign_in(session, caller))
        await lobby(session, caller, notice)

    return run


def again(caller: str) -> Run:
    async def run(session: Session) -> None:
        await lobby(session, caller, await news_again(session, caller))

    return run


def opening(game: str, caller: str, sources: Sources) -> Run:
    async def run(session: Session) -> None:
        await lobby(session, caller, await news_of_game(session, game, caller, sources))

    return run


def title(caller: Caller) -> str:
    return caller.lines[0]


async def test_shown_once_when_there_are_any(autumn: Home) -> None:
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert title(caller).startswith(" Empire 1901 · News") and "since your last call" in title(caller)
        screen = caller.screen
        assert "The Autumn Game · France · Fall 1901" in screen
        assert "French army in E: Paris            ATTACKS   e: Burgundy" in screen
        assert "> BOUNCE. Stood off by the German army in " in screen
        assert "Your other order was carried out." in screen
        assert "Germany: 1 of 2 orders carried out." in screen
        assert "No order yet for" in screen and "1 other power has orders to enter yet." in screen
        assert caller.lines[-1].endswith("Go on [Enter]:")
        await caller.types("\r")
        assert "Games" in title(caller)
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "Games" in title(caller)


async def test_a_line_that_drops_before_they_were_read(autumn: Home) -> None:
    for _ in range(2):
        async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
            assert "News" in title(caller)
            caller.wire.put(b"")
            with suppress(Hangup):
                await asyncio.wait_for(caller.call, 20)
    assert load_seen(autumn, "autumn", "Anna") is None


async def test_a_line_that_drops_on_the_first_of_several_pages(autumn: Home) -> None:
    for day in range(2, 8):
        process(autumn, "autumn", NOW + timedelta(days=day))
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        await caller.types("\r")
        assert "Page 2 of" in caller.screen
        caller.wire.put(b"")
        with suppress(Hangup):
            await asyncio.wait_for(caller.call, 20)
    assert load_seen(autumn, "autumn", "Anna") is None
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "Page 1 of" in caller.screen
        await caller.types("s")
        assert "Games" in title(caller)
    assert load_seen(autumn, "autumn", "Anna") is not None


async def test_two_games_at_once(autumn: Home) -> None:
    play_in(autumn, "winter", {"GERMANY": "Anna", "FRANCE": "Bert"})
    process(autumn, "winter", NOW + timedelta(days=1))
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "The Autumn Game · France" in caller.screen
        assert "The Winter Game · Germany" in caller.screen
        await caller.types("\x1b[6~")
        assert "No order yet for" in caller.screen
        await caller.types("\r")
        assert "Games" in title(caller)
    process(autumn, "winter", NOW + timedelta(days=2))
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "The Winter Game · Germany" in caller.screen and "Fall 1901, closed" in caller.screen
        assert "Autumn" not in caller.screen


async def test_a_turn_that_closes_while_the_news_are_read(autumn: Home) -> None:
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        process(autumn, "autumn", NOW + timedelta(days=2))
        await caller.types("\r")
        assert "Games" in title(caller)
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "Fall 1901, closed on" in caller.screen and "Spring 1901" not in caller.screen


async def test_again_on_demand(autumn: Home) -> None:
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        await caller.types("\r")
    for _ in range(2):
        async with calling(autumn, again("Anna"), caller="Anna") as caller:
            assert "read before, and since" in title(caller) and "Spring 1901, closed" in caller.screen
            await caller.types("\r")
    async with calling(autumn, again("Nobody"), caller="Nobody") as caller:
        assert "You play in no game." in caller.screen


async def test_on_opening_a_game(autumn: Home) -> None:
    unread = Sources(lambda home, game, caller, power: 3)
    async with calling(autumn, opening("autumn", "Anna", unread), caller="Anna") as caller:
        assert "Spring 1901, closed" in caller.screen and "You have 3 messages to read." in caller.screen
        await caller.types("\r")
    async with calling(autumn, opening("autumn", "Anna", unread), caller="Anna") as caller:
        assert "Games" in title(caller)  # what is unread is no reason to stop a caller at each door
    async with calling(autumn, signed_in("Anna", unread), caller="Anna") as caller:
        assert "You have 3 messages to read." in caller.screen
    async with calling(autumn, opening("winter", "Anna", unread), caller="Anna") as caller:
        assert "There is no game 'winter'." in caller.screen


async def test_what_is_still_to_be_entered(autumn: Home) -> None:
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "No order yet for z: Mid-Atlantic, E: Paris. Without one a unit holds." in caller.screen
    order(autumn, "Anna", "A PAR H", "F MAO - POR", phase="F1901M")
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "All your orders for it are entered." in caller.screen


async def test_a_game_that_waits_for_callers(home: Home) -> None:
    games.new_game(home, "autumn", "The Autumn Game", "e1901", "full", NOW)
    games.take_seat(home, "autumn", "FRANCE", "Anna", NOW)
    async with calling(home, signed_in("Anna"), caller="Anna") as caller:
        assert "Games" in title(caller)
    games.take_seat(home, "autumn", "ITALY", "Carla", NOW)
    async with calling(home, signed_in("Anna"), caller="Anna") as caller:
        assert "Carla plays Italy now." in caller.screen
        assert "The game has not begun: it waits for 5 more callers." in caller.screen
        assert "to enter yet" not in caller.screen and "No order yet" not in caller.screen


async def test_press_and_votes(autumn: Home) -> None:
    def said(home: Home, game: str, caller: str) -> Sequence[str]:
        return [f"{caller} may vote in {game}."]

    sources = Sources(votes=said)
    for shown in (True, False):
        async with calling(autumn, signed_in("Anna", sources), caller="Anna") as caller:
            assert ("Anna may vote in autumn." in caller.screen) is shown
            await caller.types("\r")


async def test_who_watches_is_left_alone(autumn: Home) -> None:
    async with calling(autumn, signed_in("Carla"), caller="Carla") as caller:
        assert "Games" in title(caller)
    assert not (game_folder(autumn, "autumn") / "seen").exists()


async def test_nothing_of_open_orders_is_shown(autumn: Home) -> None:
    order(autumn, "Bert", "A MUN - TYR", "F KIE - DEN", phase="F1901M")
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        for secret in ("Tyr", "TYR", "Denm", "DEN", "Kiel"):
            assert secret not in caller.screen
        assert "to enter yet" not in caller.screen


async def test_a_game_that_was_won_or_ended_by_a_vote(autumn: Home) -> None:
    record = load_game(autumn, "autumn")
    save_game(autumn, replace(record, seats={"FRANCE": "Anna", "GERMANY": "Bert"}))
    for caller_name in ("Anna", "Bert"):
        votes.cast(autumn, "autumn", caller_name, 1, None, NOW)
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "The players have ended the game by a vote." in caller.screen
        assert "It has ended in a draw of France and Germany." in caller.screen


async def test_damage_is_said_and_stops_nobody(autumn: Home) -> None:
    (game_folder(autumn, "autumn") / "journal.jsonl").write_text("{}\n")
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "Its news cannot be told: games/autumn/journal.jsonl, line 1, is damaged" in caller.screen
        await caller.types("\r")
        assert "Games" in title(caller)


async def test_a_mark_that_cannot_be_kept_is_said(autumn: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("door.store.locks.TIMEOUT", 0.05)
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        loop = asyncio.get_running_loop()
        held, free = asyncio.Event(), asyncio.Event()

        def hold() -> None:
            with game_lock(autumn, "autumn"):
                loop.call_soon_threadsafe(held.set)
                asyncio.run_coroutine_threadsafe(free.wait(), loop).result(20)

        holder = asyncio.create_task(asyncio.to_thread(hold))
        await held.wait()
        try:
            await caller.types("\r")
            assert "Games" in title(caller) and "Another process is working on this game" in caller.screen
        finally:
            free.set()
            await holder
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        assert "News" in title(caller)


async def test_plain_lines(autumn: Home) -> None:
    async with calling(autumn, signed_in("Anna"), caller="Anna", caps=PLAIN) as caller:
        assert "The Autumn Game . France . Fall 1901" in caller.said
        assert "BOUNCE" in caller.said and "Go on [Enter]:" in caller.said
        await caller.types("?", "\r")
        assert "Press Enter or Esc to go on." in caller.said
        assert "Number of a game" in caller.said
    assert b"\x1b" not in caller.wire.sent


async def test_a_window_of_40_columns(autumn: Home) -> None:
    async with calling(autumn, signed_in("Anna"), caller="Anna") as caller:
        window(caller, 40, 24)
        sent = len(caller.wire.sent)
        caller.wire.idle.clear()
        await caller.settle()
        await caller.types("c")
        said = caller.wire.sent[sent:].decode()
        assert "\x1b" not in said and all(len(line) < 40 for line in said.splitlines())
        assert "1 other power has orders to enter yet." in " ".join(said.split())


async def test_over_a_socket(autumn: Home) -> None:
    """Real lines: one that drops while the news are shown, one that reads them, one that finds nothing new."""
    register(autumn, "Anna", "a-secret-1901", NOW)

    async def run(session: Session) -> None:
        from door.screens.display import recall
        from door.screens.entry import choose_charset
        from door.screens.signin import sign_in as take_in

        notice: Notice | None
        try:
            await choose_charset(session)
            record = await take_in(session)
            session.signed_in(record.name)
            recall(session, record)
            notice = await news_at_sign_in(session, record.name)
            await lobby(session, record.name, notice)
        except Leave:
            await session.goodbye("Good-bye.")

    door = await start(autumn, "127.0.0.1", 0, run, limits=Limits(negotiation_seconds=0.5))
    try:
        async with await Phone.call(door.port) as phone:
            await phone.see("Your name:")
            await phone.see("Password", "Anna\r")
            await phone.see(r"News(?s:.*)BOUNCE(?s:.*)Go on", "a-secret-1901\r")
        assert load_seen(autumn, "autumn", "Anna") is None
        async with await Phone.call(door.port) as phone:
            await phone.see("Your name:")
            await phone.see("Password", "Anna\r")
            await phone.see(r"News(?s:.*)Go on", "a-secret-1901\r")
            await phone.see("Number of a game", "\r")
        assert load_seen(autumn, "autumn", "Anna") is not None
        async with await Phone.call(door.port) as phone:
            await sign_in(phone, "Anna")
            assert "News" not in phone.text
    finally:
        door.close()
        await door.wait_closed()
