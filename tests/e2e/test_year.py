"""A whole year, 1901, played by seven callers over telnet, turned by the event, both as processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import json
from datetime import date, timedelta
from pathlib import Path

from tests.e2e.phone import STORED, Phone, command, serving, sign_up, take_seat

#: By power: the key of its seat, and for each turn what is pressed in the editor and the row that must then be there.
POWERS = {
    "Austria": "A",
    "England": "E",
    "France": "F",
    "Germany": "G",
    "Italy": "I",
    "Russia": "R",
    "Turkey": "T",
}
SPRING = {
    "Austria": {
        "WAX": "W: Budapest +Aust'n army +ATTACKS +X: Serbia",
        "UAW": "U: Vienna +Aust'n army +ATTACKS +W: Budapest",
        "VAq": "V: Trieste +Aust'n fleet +ATTACKS +q: Albania",
    },
    "England": {
        "CA9": "C: London +Engl'h fleet +ATTACKS +9: North Sea",
        "AAx": "A: Edinburgh +Engl'h fleet +ATTACKS +x: Norwegian Sea",
        "BAb": "B: Liverpool +Engl'h army +ATTACKS +b: Yorkshire",
    },
    "France": {
        "EAe": "E: Paris +French army +ATTACKS +e: Burgundy",
        "FAH": "F: Marseilles +French army +ATTACKS +H: Spain",
        "DAz": "D: Brest +French fleet +ATTACKS +z: Mid-Atlantic",
    },
    "Germany": {
        "NAh": "N: Munich +German army +ATTACKS +h: Ruhr",
        "MAL": "M: Berlin +German army +ATTACKS +L: Kiel",
        "LAJ": "L: Kiel +German fleet +ATTACKS +J: Holland",
    },
    "Italy": {
        "QAk": "Q: Venice +Ital'n army +ATTACKS +k: Tyrolia",
        "RAQ": "R: Rome +Ital'n army +ATTACKS +Q: Venice",
        "SA0": "S: Naples +Ital'n fleet +ATTACKS +0: Ionian Sea",
    },
    "Russia": {
        "6At": "6: Moscow +Russ'n army +ATTACKS +t: Ukraine",
        "7Ap": "7: Warsaw +Russ'n army +ATTACKS +p: Galicia",
        "8A1": "8: Sevastopol +Russ'n fleet +ATTACKS +1: Rumania",
        "5A:": "5: St Petersb'g sc +Russ'n fleet +ATTACKS +:: Gulf of Bothnia",
    },
    "Turkey": {
        "2AZ": "2: Constantinople +Turk'h army +ATTACKS +Z: Bulgaria",
        "3A2": "3: Smyrna +Turk'h army +ATTACKS +2: Constantinople",
        "4A<": "4: Ankara +Turk'h fleet +ATTACKS +<: Black Sea",
    },
}
FALL = {
    "Austria": {
        "XSqY": "X: Serbia +Aust'n army +SUPPORTS +Aust'n fleet in q: Albania",
        "qAY": "q: Albania +Aust'n fleet +ATTACKS +Y: Greece",
        "WA1": "W: Budapest +Aust'n army +ATTACKS +1: Rumania",
    },
    "England": {
        "9CbO": "9: North Sea +Engl'h fleet +CONVOYS +Engl'h army in b: Yorkshire",
        "bAO": "b: Yorkshire +Engl'h army +ATTACKS +O: Norway BY CONVOY",
        "xSbO": "x: Norwegian Sea +Engl'h fleet +SUPPORTS +Engl'h army in b: Yorkshire",
    },
    "France": {
        "eAI": "e: Burgundy +French army +ATTACKS +I: Belgium",
        "HAGL": "H: Spain +French army +ATTACKS +G: Portugal",
        "zH": "z: Mid-Atlantic +French fleet +HOLDS",
    },
    "Germany": {
        "JAI": "J: Holland +German fleet +ATTACKS +I: Belgium",
        "hSJI": "h: Ruhr +German army +SUPPORTS +German fleet in J: Holland",
        "LAK": "L: Kiel +German army +ATTACKS +K: Denmark",
    },
    "Italy": {
        "kAU": "k: Tyrolia +Ital'n army +ATTACKS +U: Vienna",
        "QAV": "Q: Venice +Ital'n army +ATTACKS +V: Trieste",
        "0AT": "0: Ionian Sea +Ital'n fleet +ATTACKS +T: Tunis",
    },
    "Russia": {
        "pAW": "p: Galicia +Russ'n army +ATTACKS +W: Budapest",
        ":AP": ":: Gulf of Bothnia +Russ'n fleet +ATTACKS +P: Sweden",
        "1H": "1: Rumania +Russ'n fleet +HOLDS",
    },  # Ukraine gets no order, and holds
    "Turkey": {"ZAY": "Z: Bulgaria +Turk'h army +ATTACKS +Y: Greece"},  # the others get none, and hold
}
#: Budapest attacked Rumania in vain, and Galicia came in behind it; the only way out is where Galicia came from.
ALL_HALLOWS = {"Austria": {"Wnp": "W: Budapest +Aust'n army +RETREATS +p: Galicia"}}
WINTER = {
    "England": {"AF": "A: Edinburgh +Engl'h fleet +IS BUILT"},
    "France": {"EA": "E: Paris +French army +IS BUILT"},
    "Germany": {"NA": "N: Munich +German army +IS BUILT", "LF": "L: Kiel +German fleet +IS BUILT"},
    "Italy": {"QA": "Q: Venice +Ital'n army +IS BUILT", "SF": "S: Naples +Ital'n fleet +IS BUILT"},
    "Russia": {
        "6A": "6: Moscow +Russ'n army +IS BUILT",
        "7A": "7: Warsaw +Russ'n army +IS BUILT",
        "5FN": "5: St Petersb'g nc +Russ'n fleet +IS BUILT",
    },
}  # Austria removes nothing itself, Italy leaves a build out, Turkey builds nothing

END = {
    "AUSTRIA": ["A SER", "F GRE"],
    "ENGLAND": ["A NWY", "F EDI", "F NTH", "F NWG"],
    "FRANCE": ["A BUR", "A PAR", "A POR", "F MAO"],
    "GERMANY": ["A DEN", "A MUN", "A RUH", "F BEL", "F KIE"],
    "ITALY": ["A TRI", "A VEN", "A VIE", "F NAP", "F TUN"],
    "RUSSIA": ["A BUD", "A MOS", "A UKR", "A WAR", "F RUM", "F STP/NC", "F SWE"],
    "TURKEY": ["A BUL", "A CON", "F BLA"],
}
CENTRES = {
    "AUSTRIA": ["GRE", "SER"],
    "ENGLAND": ["EDI", "LON", "LVP", "NWY"],
    "FRANCE": ["BRE", "MAR", "PAR", "POR"],
    "GERMANY": ["BEL", "BER", "DEN", "KIE", "MUN"],
    "ITALY": ["NAP", "ROM", "TRI", "TUN", "VEN", "VIE"],
    "RUSSIA": ["BUD", "MOS", "RUM", "SEV", "STP", "SWE", "WAR"],
    "TURKEY": ["ANK", "BUL", "CON", "SMY"],
}


async def enter(phone: Phone, menu_key: str, orders: dict[str, str]) -> None:
    """Open the editor, give each order key by key, see it in the list, and go back to the menu."""
    await phone.see(STORED, menu_key)
    for keys, row in orders.items():
        await phone.see_row(row, keys)
    await phone.see("Your choice", "\x1b")


async def all_enter(phones: dict[str, Phone], menu_key: str, orders: dict[str, dict[str, str]]) -> None:
    """Every caller at once."""
    async with asyncio.TaskGroup() as group:
        for power, given in orders.items():
            group.create_task(enter(phones[power], menu_key, given))


async def turn(phones: dict[str, Phone], home: Path, day: date, title: str) -> None:
    """Run the event on that day; everybody sees the new turn at the next key."""
    done = await asyncio.to_thread(command, "event", "--now", f"{day}T03:05", home=home)
    assert done.returncode == 0, done.stderr
    assert title in done.stdout
    for power, phone in phones.items():
        await phone.see(f"{title}( 190\\d)? · {power}", " ")


def position(home: Path) -> dict[str, dict[str, list[str]]]:
    record = json.loads((home / "games" / "demo" / "game.json").read_text(encoding="utf-8"))
    state = record["state"]
    return {key: {power: sorted(found) for power, found in state[key].items()} for key in ("units", "centers")}


async def test_a_year_of_seven_callers(tmp_path: Path) -> None:
    home = tmp_path / "home"
    day = date.today()  # noqa: DTZ011 - the event's days are local ones
    async with serving(home) as port, contextlib.AsyncExitStack() as lines:
        phones = {power: await lines.enter_async_context(await Phone.call(port)) for power in POWERS}
        for power, letter in POWERS.items():
            await sign_up(phones[power], f"{power} fan")
            await take_seat(phones[power], letter, power)

        await all_enter(phones, "O", SPRING)
        again = command("event", "--now", f"{day}T23:59", home=home)
        assert again.returncode == 0
        assert "nothing due" in again.stdout  # the day of the start does not count
        await turn(phones, home, day + timedelta(1), "Fall 1901")
        await all_enter(phones, "O", FALL)
        await turn(phones, home, day + timedelta(2), "All Hallows' Eve 1901")
        await all_enter(phones, "R", ALL_HALLOWS)
        await turn(phones, home, day + timedelta(3), "Winter 1901")
        await all_enter(phones, "B", WINTER)
        await turn(phones, home, day + timedelta(4), "Spring 1902")

        await phones["Turkey"].see("Engl'h fleet in A: Edinburgh +IS BUILT", "L")

    assert position(home) == {"units": END, "centers": CENTRES}
