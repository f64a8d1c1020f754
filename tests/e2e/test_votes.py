"""A game for invited callers who do not know each other, ended by their votes over real lines; the sysop looks on."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.phone import Phone, command, serving, sign_in, sign_up

WORD = "open sesame"
SETTINGS = ("--starts", "open", "--password", WORD, "--anonymous", "--concessions", "off")


def show(home: Path) -> dict[str, object]:
    shown: dict[str, object] = json.loads(command("game", "show", "quiet", "--json", home=home).stdout)
    return shown


async def take(phone: Phone, letter: str, power: str) -> None:
    """Onto a seat, with one wrong password first."""
    await phone.see("Take a seat", "\r")
    await phone.see("Nobody is told who plays what", "T")
    await phone.see(f"Play {power}", letter)
    await phone.see("Password of this game", "Y")
    await phone.see("That is not the password of Quiet: you have 4 more today", "sesame open\r")
    await phone.see(f"Play {power}", letter)
    await phone.see("Password of this game", "Y")
    await phone.see(f"· {power}", f"{WORD}\r")


async def test_two_strangers_agree_on_a_draw(tmp_path: Path) -> None:
    home = tmp_path / "home"
    made = command("game", "new", "quiet", "--title", "Quiet", *SETTINGS, home=home)
    assert (made.returncode, made.stderr) == (0, "")
    async with serving(home) as port:
        async with await Phone.call(port) as anna, await Phone.call(port) as bert:
            for phone, name, letter, power in ((anna, "Annabella", "F", "France"), (bert, "Bertram", "I", "Italy")):
                await sign_up(phone, name)
                await take(phone, letter, power)
            text = await anna.see(r"\(somebody\)", "S")
            assert "Annabella" in text and "Bertram" not in text and "votes on draws;" in text
            await anna.see("You have not voted", "V")
            assert "Concede" not in anna.text
            await anna.see("Vote for a draw", "D")
            await anna.see("Your vote: a draw", "Y")
            before = show(home)
            assert (before["status"], before["anonymous"], before["invited"]) == ("running", True, True)
            assert before["seats"] == {"FRANCE": "Annabella", "ITALY": "Bertram"}
            await bert.see("standings", "S")
            await bert.see("You have not voted", "V")
            await bert.see("Vote for a draw", "D")
            await bert.see("The game is over. It has ended in a draw of Austria, England", "Y")
            await anna.see("The game is over", "Q")
            text = await anna.see("standings", "S")
            assert "Bertram" in text and "[V]" not in text  # it is over, so names are told
    after = show(home)
    assert (after["status"], after["phase"], after["turn"], after["winner"]) == ("over", "COMPLETED", 0, None)
    assert after["draw"] == ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
    told = command("game", "show", "quiet", home=home).stdout
    assert "The game is over. It has ended in a draw of Austria, England, France, Germany, Italy" in told
    assert "a password is needed to take a seat" in told and WORD not in told
    assert command("event", "--now", "2099-01-01T03:00", home=home).stdout == "quiet: the game is over\n"


async def test_a_seat_that_was_left_is_another_callers(tmp_path: Path) -> None:
    home = tmp_path / "home"
    command("game", "new", "quiet", "--title", "Quiet", "--starts", "open", "--draws", "off", home=home)
    async with serving(home) as port:
        async with await Phone.call(port) as anna:
            await sign_up(anna, "Annabella")
            await anna.see("Take a seat", "\r")
            await anna.see("Key of a power", "T")
            await anna.see("Play France", "F")
            await anna.see("· France", "Y")
            await anna.see("Leave your seat", "S")
            assert "votes on concessions" in anna.text
            await anna.see("Leave France", "X")
            await anna.see("Really leave France", "Y")
            await anna.see("You have left France: the seat is open", "Y")
        async with await Phone.call(port) as bert:
            await sign_up(bert, "Bertram")
            await bert.see("Take a seat", "\r")
            await bert.see(r"\[F\] France +f +free", "T")
            await bert.see("Play France", "F")
            await bert.see("· France", "Y")
        async with await Phone.call(port) as anna:
            await sign_in(anna, "Annabella")
            await anna.see("Take a seat", "\r")
            await anna.see("played by Bertram", "T")
            await anna.see("Play Italy", "I")
            await anna.see("You played France in this game and cannot play another power", "Y")


def test_settings_that_will_not_do_make_no_game(tmp_path: Path) -> None:
    home = tmp_path / "home"
    short = command("game", "new", "quiet", "--password", "short", home=home)
    assert (short.returncode, short.stderr) == (
        1, "empire1901: A password has 6 to 64 characters; this one has 5.\n",
    )  # fmt: skip
    assert command("game", "new", "quiet", "--draws", "perhaps", home=home).returncode == 2
    assert command("game", "list", home=home).stdout == ""
    command("game", "new", "quiet", "--draws", "off", "--concessions", "off", home=home)
    shown = show(home)
    assert [shown[name] for name in ("draws", "concessions", "anonymous", "invited")] == [False] * 4
    assert "no votes." in command("game", "show", "quiet", home=home).stdout
