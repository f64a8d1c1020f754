"""Any sequence of acts, crashes and openings leaves a game as a simple model says it is."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from door.store import games, journal
from door.store.errors import StoreError
from door.store.home import Home
from door.store.records import GameRecord, JournalLine
from tests.store import samples

powers = st.sampled_from(samples.POWERS)
texts = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), max_size=3)


class Play(RuleBasedStateMachine):
    """The model: the game as it must be, its lines, and the orders of the open phase."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.home = Home.open(Path(self.folder.name) / "home")
        self.lines: list[JournalLine] = []
        self.orders: dict[str, list[str]] = {}
        self.old: list[GameRecord] = []

    def teardown(self) -> None:
        self.folder.cleanup()

    @initialize()
    def make(self) -> None:
        self.game = samples.a_game()
        games.create_game(self.home, self.game)

    @rule(power=powers, caller=st.text("abc", min_size=1, max_size=3), crash=st.booleans())
    def take_seat(self, power: str, caller: str, crash: bool) -> None:
        self.act(samples.seat_line(games.load_game(self.home, "x"), power, caller), 1 if crash else 3)

    @rule(steps=st.integers(1, 3))
    def close(self, steps: int) -> None:
        line = samples.phase_line(games.load_game(self.home, "x"))
        self.orders = {}
        self.act(line, steps)

    def act(self, line: JournalLine, steps: int) -> None:
        """Do an act, or the first steps of it before a crash."""
        self.old.append(line.after)
        if steps == 3:
            self.game = journal.commit(self.home, line)
        else:
            written = journal.append(self.home, "x", line)
            if steps == 2:
                games.save_game(self.home, written.after)
            self.game = written.after
            self.home = Home.open(self.home.root)
        self.lines.append(journal.read(self.home, "x")[-1])

    @rule(power=powers, orders=texts)
    def enter(self, power: str, orders: list[str]) -> None:
        record = samples.orders(power, tuple(orders), self.game.phase)
        assert games.save_orders(self.home, "x", record).orders == orders
        self.orders[power] = orders

    @precondition(lambda self: self.game.turn)
    @rule(power=powers)
    def enter_late(self, power: str) -> None:
        try:
            games.save_orders(self.home, "x", samples.orders(power))
        except StoreError:
            return
        raise AssertionError("orders for a phase long closed were taken")

    @precondition(lambda self: self.old)
    @rule(data=st.data())
    def act_on_an_old_game(self, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.old))
        try:
            journal.commit(self.home, samples.phase_line(old))
        except StoreError:
            return
        raise AssertionError("an act on a game that has moved on was taken")

    @rule(torn=st.binary(min_size=1, max_size=9).map(lambda data: data.replace(b"\n", b"{")))
    def tear(self, torn: bytes) -> None:
        with (self.home.games_dir / "x" / "journal.jsonl").open("ab") as file:
            file.write(torn)

    @rule()
    def open(self) -> None:
        self.home = Home.open(self.home.root)

    @rule()
    def lose_the_snapshot(self) -> None:
        if self.lines:
            (self.home.games_dir / "x" / "game.json").unlink()
            journal.rebuild(self.home, "x")

    @invariant()
    def as_the_model_says(self) -> None:
        assert games.load_game(self.home, "x") == self.game
        assert journal.read(self.home, "x") == self.lines
        assert journal.last(self.home, "x") == (self.lines[-1] if self.lines else None)
        assert self.game.acts == len(self.lines)
        for power in samples.POWERS:
            entered = games.load_orders(self.home, "x", power, self.game.phase, self.game.turn)
            assert (entered.orders if entered else None) == self.orders.get(power)


Play.TestCase.settings = settings(
    max_examples=10, stateful_step_count=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestPlay = Play.TestCase
