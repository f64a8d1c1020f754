from __future__ import annotations

import threading

import pytest
from msgspec.structs import replace

from door.store import games, journal
from door.store.errors import MissingError, StoreError, TakenError
from door.store.home import Home
from tests.store import samples


def test_create_and_load(home: Home) -> None:
    games.create_game(home, samples.a_game("b"))
    games.create_game(home, samples.a_game("a"))
    assert games.list_games(home) == ["a", "b"]
    assert games.load_game(home, "a") == samples.a_game("a")
    with pytest.raises(TakenError, match=r"^There is a game 'a' already; choose another name\.$"):
        games.create_game(home, samples.a_game("a"))


@pytest.mark.parametrize("name", ["../x", "X", "con", ""])
def test_names_lead_nowhere_else(home: Home, name: str) -> None:
    for attempt in (
        lambda: games.create_game(home, replace(samples.a_game(), name=name)),
        lambda: games.load_game(home, name),
        lambda: games.load_orders(home, name, "FRANCE", "S1901M"),
        lambda: games.clear_orders(home, name),
        lambda: journal.read(home, name),
    ):
        with pytest.raises(StoreError, match="name"):
            attempt()


def test_no_such_game(home: Home) -> None:
    for attempt in (
        lambda: games.load_game(home, "x"),
        lambda: games.save_game(home, samples.a_game()),
        lambda: games.save_orders(home, "x", samples.orders()),
        lambda: journal.recover(home, "x"),
    ):
        with pytest.raises(MissingError, match=r"^There is no game 'x'\.$"):
            attempt()
    assert games.list_games(home) == []


def test_a_game_without_its_file_is_damaged(home: Home) -> None:
    samples.with_game(home)
    (home.games_dir / "x" / "game.json").unlink()
    with pytest.raises(StoreError, match=r"^games/x/game\.json is missing\.$") as caught:
        games.load_game(home, "x")
    assert not isinstance(caught.value, MissingError)


def test_a_game_under_another_name_is_damaged(home: Home) -> None:
    samples.with_game(home)
    (home.games_dir / "x").rename(home.games_dir / "y")
    with pytest.raises(StoreError, match=r"^games/y/game\.json is damaged: it says that it is the game 'x'\.$"):
        games.load_game(home, "y")


class TestOrders:
    def test_are_read_back_from_the_disk(self, home: Home) -> None:
        samples.with_game(home)
        assert games.load_orders(home, "x", "FRANCE", "S1901M") is None
        saved = games.save_orders(home, "x", samples.orders())
        assert saved == samples.orders()
        assert games.load_orders(home, "x", "FRANCE", "S1901M") == saved
        assert games.load_orders(home, "x", "ITALY", "S1901M") is None

    def test_of_another_phase_do_not_count(self, home: Home) -> None:
        samples.with_game(home)
        games.save_orders(home, "x", samples.orders())
        assert games.load_orders(home, "x", "FRANCE", "F1901M") is None
        assert games.load_orders(home, "x", "FRANCE", "S1901M", turn=0) is not None
        assert games.load_orders(home, "x", "FRANCE", "S1901M", turn=3) is None

    def test_that_come_too_late_are_refused(self, home: Home) -> None:
        journal.commit(home, samples.phase_line(samples.with_game(home)))
        with pytest.raises(StoreError, match=r"^The orders are for S1901M, but the game stands at S1902M\.$"):
            games.save_orders(home, "x", samples.orders())
        assert games.load_orders(home, "x", "FRANCE", "S1901M") is None

    def test_carry_the_turn(self, home: Home) -> None:
        journal.commit(home, samples.phase_line(samples.with_game(home)))
        assert games.save_orders(home, "x", samples.orders(phase="S1902M")).turn == 1

    def test_damaged(self, home: Home) -> None:
        samples.with_game(home)
        games.save_orders(home, "x", samples.orders())
        path = home.games_dir / "x" / "orders" / "FRANCE.json"
        path.rename(path.with_name("ITALY.json"))
        with pytest.raises(StoreError, match=r"^games/x/orders/ITALY\.json is damaged: it says that it is FRANCE's\.$"):
            games.load_orders(home, "x", "ITALY", "S1901M")
        path.write_bytes(b"{}")
        with pytest.raises(StoreError, match=r"^games/x/orders/FRANCE\.json is damaged: "):
            games.load_orders(home, "x", "FRANCE", "S1901M")
        Home.open(home.root)
        assert path.read_bytes() == b"{}", "left for the sysop to see"
        games.clear_orders(home, "x")
        assert list(path.parent.iterdir()) == []

    def test_whose_folder_was_lost(self, home: Home) -> None:
        samples.with_game(home)
        (home.games_dir / "x" / "orders").rmdir()
        Home.open(home.root)
        games.clear_orders(home, "x")
        assert games.load_orders(home, "x", "FRANCE", "S1901M") is None
        assert games.save_orders(home, "x", samples.orders()) == samples.orders()


class TestLock:
    def test_can_be_taken_again_by_its_holder(self, home: Home) -> None:
        samples.with_game(home)
        with games.game_lock(home, "x"), games.game_lock(home, "x"):
            games.save_orders(home, "x", samples.orders())

    def test_is_free_after_an_error(self, home: Home) -> None:
        samples.with_game(home)
        with pytest.raises(RuntimeError), games.game_lock(home, "x"):
            raise RuntimeError
        thread = threading.Thread(target=games.save_orders, args=(home, "x", samples.orders()))
        thread.start()
        thread.join()
        assert games.load_orders(home, "x", "FRANCE", "S1901M") is not None

    def test_keeps_threads_apart(self, home: Home) -> None:
        samples.with_game(home)

        def add(who: int) -> None:
            for number in range(5):
                with games.game_lock(home, "x"):
                    entered = games.load_orders(home, "x", "FRANCE", "S1901M")
                    texts = (*(entered.orders if entered else ()), f"{who}.{number}")
                    games.save_orders(home, "x", samples.orders(texts=texts))

        threads = [threading.Thread(target=add, args=(who,)) for who in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        entered = games.load_orders(home, "x", "FRANCE", "S1901M")
        assert entered is not None
        assert sorted(entered.orders) == sorted(f"{who}.{number}" for who in range(6) for number in range(5))
