"""The board of Europe: what the shipped map says, what broken maps are told, and the seas between coasts."""

from __future__ import annotations

import copy
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from door.rules.board import Board, BoardError, ProvinceKind
from door.rules.boardcheck import CHECKS
from door.rules.boardsheet import read_sheet
from door.rules.units import UnitKind

DATA = Path(__file__).parents[2] / "data"
TABLE: dict[str, Any] = tomli.loads((DATA / "europe.toml").read_text(encoding="utf-8"))
EUROPE = Board.from_table(TABLE)
COASTS = sorted(code for code, province in EUROPE.provinces.items() if province.kind is ProvinceKind.COASTAL)
SEAS = sorted(code for code, province in EUROPE.provinces.items() if province.kind is ProvinceKind.SEA)

ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET
GONE = object()
"""In an edit of a table: the entry is taken out."""


@pytest.fixture
def table() -> dict[str, Any]:
    return copy.deepcopy(TABLE)


# The shipped map.


def test_the_map_has_the_standard_numbers_of_provinces() -> None:
    kinds = [province.kind for province in EUROPE.provinces.values()]
    assert len(kinds) == 75
    assert len(EUROPE.centres) == 34
    assert [kinds.count(kind) for kind in ProvinceKind] == [19, 14, 42]


@pytest.mark.parametrize("picture", ["europe_79x21.txt", "europe_131x45.txt"])
def test_the_206_pairs_of_neighbours_are_those_of_the_picture(picture: str) -> None:
    rows = (DATA / "map" / picture).read_text(encoding="ascii").split()
    edges = {edge for line in (*rows, *zip(*rows, strict=True)) for edge in pairwise(line)}
    seen = {frozenset(edge) for edge in edges if edge[0] != edge[1] and "_" not in edge}
    ours = {
        frozenset((province.key, EUROPE.provinces[neighbour].key))
        for code, province in EUROPE.provinces.items()
        for neighbour in EUROPE.neighbours(code)
    }
    assert len(ours) == 206
    assert ours == seen


def test_borders_number_as_on_the_standard_map() -> None:
    armies = {frozenset((code, end)) for code in EUROPE.provinces for end in EUROPE.reach(ARMY, code)}
    stands = [*EUROPE.provinces, *(coast for province in EUROPE.provinces.values() for coast in province.coasts)]
    fleets = {frozenset((place, end)) for place in stands for end in EUROPE.reach(FLEET, place)}
    assert (len(armies), len(fleets)) == (111, 141)


@pytest.mark.parametrize(
    ("pair", "army", "fleet"),
    [
        ("ANK SMY", True, False),
        ("APU ROM", True, False),
        ("CLY LVP", True, True),
        ("CON SMY", True, True),
        ("DEN KIE", True, True),
        ("DEN SWE", True, True),
        ("EDI LVP", True, False),
        ("FIN NWY", True, False),
        ("GAL UKR", True, False),
        ("GAS MAR", True, False),
        ("LVN WAR", True, False),
        ("LVP WAL", True, True),
        ("LVP YOR", True, False),
        ("PIE VEN", True, False),
        ("ROM VEN", True, False),
        ("SMY ARM", True, False),
        ("SYR ARM", True, False),
        ("TRI VEN", True, True),
        ("TUS TYS", False, True),
        ("TUS VEN", True, False),
        ("WAL YOR", True, False),
        ("TUN NAP", False, False),
        ("KIE SWE", False, False),
        ("IRI NWG", False, False),
        ("BLA AEG", False, False),
        ("BUL UKR", False, False),
    ],
)
def test_borders_that_are_often_got_wrong(pair: str, army: bool, fleet: bool) -> None:
    one, other = pair.split()
    assert EUROPE.touches(ARMY, one, other) is EUROPE.touches(ARMY, other, one) is army
    assert EUROPE.touches(FLEET, one, other) is EUROPE.touches(FLEET, other, one) is fleet


@pytest.mark.parametrize(
    ("start", "province", "landings"),
    [
        ("NWY", "STP", ("STP/NC",)),
        ("BAR", "STP", ("STP/NC",)),
        ("FIN", "STP", ("STP/SC",)),
        ("LVN", "STP", ("STP/SC",)),
        ("GAS", "SPA", ("SPA/NC",)),
        ("MAR", "SPA", ("SPA/SC",)),
        ("WES", "SPA", ("SPA/SC",)),
        ("POR", "SPA", ("SPA/NC", "SPA/SC")),
        ("MAO", "SPA", ("SPA/NC", "SPA/SC")),
        ("CON", "BUL", ("BUL/EC", "BUL/SC")),
        ("GRE", "BUL", ("BUL/SC",)),
        ("RUM", "BUL", ("BUL/EC",)),
        ("STP/NC", "FIN", ()),
        ("SPA/SC", "GAS", ()),
        ("BUL/EC", "GRE", ()),
    ],
)
def test_fleets_land_on_the_coast_they_can_reach(start: str, province: str, landings: tuple[str, ...]) -> None:
    assert EUROPE.landings(FLEET, start, province) == landings


def test_an_army_lands_in_a_province_and_no_coast() -> None:
    assert EUROPE.landings(ARMY, "GAS", "SPA") == ("SPA",)
    assert EUROPE.reach(ARMY, "STP") == {"FIN", "LVN", "MOS", "NWY"}


@pytest.mark.parametrize(
    ("kind", "location", "stands"),
    [
        (ARMY, "PAR", True),
        (ARMY, "STP", True),
        (ARMY, "STP/NC", False),
        (ARMY, "ENG", False),
        (FLEET, "ENG", True),
        (FLEET, "STP/NC", True),
        (FLEET, "STP", False),
        (FLEET, "STP/EC", False),
        (FLEET, "PAR", False),
        (FLEET, "SWI", False),
    ],
)
def test_who_can_stand_where(kind: UnitKind, location: str, stands: bool) -> None:
    assert EUROPE.can_stand(kind, location) is stands
    assert bool(EUROPE.reach(kind, location)) is stands
    assert EUROPE.touches(kind, location, "MAO") is (stands and location == "ENG")


def test_the_original_keys_stand_where_section_h_has_them() -> None:
    keys = {"I": "BEL", "Q": "VEN", "d": "PIC", "e": "BUR", "i": "PIE", "k": "TYR"}
    assert {key: province.code for key in keys if (province := EUROPE.by_key(key))} == keys
    assert EUROPE.by_key("_") is None


def test_neighbours_are_those_of_either_kind_of_unit() -> None:
    assert EUROPE.neighbours("BUL") == {"AEG", "BLA", "CON", "GRE", "RUM", "SER"}
    assert EUROPE.neighbours("TUS") == {"LYO", "PIE", "ROM", "TYS", "VEN"}
    assert EUROPE.neighbours("SWI") == frozenset()


def test_locations_have_titles_for_callers() -> None:
    assert EUROPE.location_title("STP/SC") == "St Petersburg (south coast)"
    assert EUROPE.location_title("BUL/EC") == "Bulgaria (east coast)"
    assert EUROPE.location_title("MAO") == "Mid-Atlantic Ocean"


def test_powers_come_in_their_order_with_their_adjectives() -> None:
    assert list(EUROPE.powers) == ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
    shorts = ["Aust'n", "Engl'h", "French", "German", "Ital'n", "Russ'n", "Turk'h"]
    assert [power.short for power in EUROPE.powers.values()] == shorts
    assert EUROPE.powers["TURKEY"].adjective == "Turkish"


def test_the_game_starts_in_spring_1901_with_22_units_at_home() -> None:
    assert str(EUROPE.start_phase) == "S1901M"
    assert [str(unit) for unit in EUROPE.start.units_of("RUSSIA")] == ["A MOS", "F SEV", "F STP/SC", "A WAR"]
    assert len(EUROPE.start.units) == 22
    homes = {code: province.home for code, province in EUROPE.provinces.items() if province.home}
    assert EUROPE.start.centres == homes
    assert homes.keys() == EUROPE.start.units.keys()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("MAO", "mao|mid|mid-atlantic|mid atlantic|mid-atlantic ocean"),
        ("NAO", "nao|nat|north atlantic"),
        ("NWG", "nwg|nrg|norwegian sea"),
        ("LYO", "lyo|gol|lyon|gulf of lyon|gulf of lyons"),
        ("TYS", "tys|tyn|tyrrhenian"),
        ("BOT", "bot|gob|gulf of bothnia"),
        ("ENG", "eng|ech|channel|english channel"),
        ("WES", "wes|wms|wmed|western mediterranean"),
        ("EAS", "eas|ems|emed|eastern mediterranean"),
        ("HEL", "hel|heligoland|helgoland bight"),
        ("LVP", "lvp|lpl|liverpool"),
        ("LVN", "lvn|livonia"),
        ("STP", "stp|pet|st petersburg|st. petersburg"),
        ("NAF", "naf|n africa|north africa"),
        ("TYR", "tyr|tyo|tyrolia"),
    ],
)
def test_the_usual_names_are_known(code: str, names: str) -> None:
    assert {EUROPE.aliases.get(name) for name in names.split("|")} == {code}


@pytest.mark.parametrize("name", ["nor", "liv", "nort", "gul", "gulf", "north", "sea"])
def test_what_could_be_several_provinces_stands_for_none(name: str) -> None:
    assert name not in EUROPE.aliases


# Broken maps.

BROKEN: list[tuple[dict[str, object], str]] = [
    # Reading: an entry by itself.
    ({"powers": GONE}, "powers is missing or no table; write it as [powers]"),
    ({"provinces.PAR": "Paris"}, "provinces.PAR is missing or no table"),
    ({"provinzen": {}}, "provinzen is not known here; a map has to_win, counts, start, powers"),
    ({"provinces.PAR.army": "BUR"}, "provinces.PAR.army is not known here; use name, key"),
    ({"provinces.PAR.name": GONE}, 'provinces.PAR.name is missing or no text; write name = "..."'),
    ({"provinces.PAR.name": " "}, "provinces.PAR.name is missing or no text"),
    ({"provinces.Swi": {}}, "provinces.Swi: a code is three capital letters"),
    ({"provinces.PAR.key": "EE"}, "provinces.PAR.key 'EE' is no key; a key is one character"),
    ({"provinces.PAR.key": "\t"}, "provinces.PAR.key is missing or no text"),
    ({"provinces.PAR.key": "\x1b"}, "provinces.PAR.key '\\x1b' is no key"),
    ({"provinces.PAR.kind": "lake"}, "provinces.PAR.kind 'lake' is not known; use sea, inland, coastal"),
    ({"provinces.PAR.centre": "yes"}, "provinces.PAR.centre is neither true nor false"),
    ({"provinces.STP.also": "pet"}, "provinces.STP.also is no list of texts"),
    ({"provinces.STP.also": ["Pet"]}, "provinces.STP.also: 'Pet' must be in small letters"),
    ({"provinces.POR.armies": "SPA SPA"}, "provinces.POR.armies names SPA twice; once is right"),
    ({"provinces.STP.fleets.XC": "BAR"}, "provinces.STP.fleets.XC is not known here; use NC, EC, SC, WC"),
    ({"provinces.STP.fleets.NC": GONE}, "provinces.STP.fleets needs two coasts or more"),
    ({"counts.seas": "19"}, "counts.seas is missing or no whole number; write seas ="),
    ({"counts.lakes": 3}, "counts.lakes is not known here; use centres, seas, inland, coastal"),
    ({"start": GONE}, "start is missing or no table"),
    ({"start.phase": "Spring 1901"}, "start.phase: 'Spring 1901' is no phase; phases look like S1901M"),
    ({"start.phase": GONE}, "start.phase is missing"),
    ({"powers.spain": {}}, "powers.spain: a power's name is written in capitals"),
    ({"powers.ITALY.short": "Italian"}, "powers.ITALY.short 'Italian' is too long; it has at most 6"),
    ({"powers.ITALY.units": ["ROM"]}, "powers.ITALY.units: 'ROM' is no unit; units look like A PAR"),
    ({"to_win": "18"}, "to_win is no whole number; write to_win = 18"),
    ({"to_win": 18.0}, "to_win is no whole number"),
    ({"to_win": True}, "to_win is no whole number"),
    # Checking: the entries together.
    ({"to_win": 0}, "to_win is 0, but a power can own 1 to 34 centres; write a number among these"),
    ({"to_win": -18}, "to_win is -18, but"),
    ({"to_win": 35}, "to_win is 35, but a power can own 1 to 34 centres"),
    ({"provinces.PAR.key": "F"}, "provinces.MAR.key 'F' is already the key of PAR; each needs its own"),
    ({"provinces.NWY.also": ["nwg"]}, "provinces.NWY: the name 'nwg' already stands for NWG"),
    ({"provinces.TYS.name": "Tyr"}, "the name 'tyr' already stands for TYS; each needs its own"),
    ({"provinces.ENG.armies": "LON"}, "provinces.ENG.armies: ENG is sea, where no army can stand"),
    ({"provinces.PAR.fleets": "PIC"}, "provinces.PAR.fleets: PAR is inland, where no fleet can stand"),
    (
        {"provinces.PAR.fleets": {"NC": "PIC", "SC": "GAS"}},
        "provinces.PAR.fleets: PAR is inland, where no fleet can stand",
    ),
    ({"provinces.HEL.fleets": {"NC": "DEN", "SC": "KIE"}}, "provinces.HEL.fleets: a sea has no coasts"),
    ({"provinces.ENG.centre": True}, "provinces.ENG.centre: ENG is sea, and a sea is no supply centre"),
    ({"provinces.MAR.armies": "BUR GAS PIE SPA SWI"}, "provinces.MAR.armies names SWI, which is no province"),
    ({"provinces.POR.armies": "POR SPA"}, "provinces.POR.armies names POR, the province itself; leave it out"),
    ({"provinces.STP.fleets.NC": "BAR NWY STP/SC"}, "provinces.STP.fleets.NC names STP/SC, the province itself"),
    (
        {"provinces.GAS.fleets": "BRE MAO SPA"},
        "provinces.GAS.fleets names SPA, which must be with its coast: SPA/NC or SPA/SC",
    ),
    ({"provinces.GAS.fleets": "BRE MAO SPA/WC"}, "provinces.GAS.fleets names SPA/WC, which must be with its coast"),
    (
        {"provinces.TYS.fleets": "ION LYO NAP ROM/SC TUN TUS WES"},
        "provinces.TYS.fleets names ROM/SC, but no coasts are told apart there; write ROM",
    ),
    (
        {"provinces.POR.armies": "SPA/NC"},
        "provinces.POR.armies names SPA/NC, but no coasts are told apart there; write SPA",
    ),
    ({"provinces.POR.armies": "MAO SPA"}, "provinces.POR.armies names MAO, which is sea: no army can stand there"),
    (
        {"provinces.BRE.fleets": "ENG GAS MAO PAR PIC"},
        "provinces.BRE.fleets names PAR, which is inland: no fleet can stand there",
    ),
    (
        {"provinces.POR.armies": GONE},
        "provinces.SPA.armies names POR, but provinces.POR.armies does not name SPA; a border is written at both ends",
    ),
    (
        {"provinces.BAR.fleets": "NWG NWY"},
        "provinces.STP.fleets.NC names BAR, but provinces.BAR.fleets does not name STP/NC",
    ),
    (
        {"provinces.FIN.fleets": "BOT STP/NC SWE"},
        "provinces.FIN.fleets names STP/NC, but provinces.STP.fleets.NC does not name FIN",
    ),
    (
        {
            "provinces.NAF.fleets": "TUN",
            "provinces.MAO.fleets": "BRE ENG GAS IRI NAO POR SPA/NC SPA/SC WES",
            "provinces.WES.fleets": "LYO MAO SPA/SC TUN TYS",
        },
        "provinces.NAF.fleets names no sea; a coast lies at one sea at least",
    ),
    (
        {"provinces.GAS.fleets": "BRE MAO MAR SPA/NC", "provinces.MAR.fleets": "GAS LYO PIE SPA/SC"},
        "provinces.GAS.fleets names MAR, but no sea lies at both; leave it out or name the sea",
    ),
    (
        {
            "provinces.LAK": {"name": "Lake", "key": "?", "kind": "sea", "fleets": "ISL"},
            "provinces.ISL": {"name": "Isle", "key": "$", "kind": "coastal", "fleets": "LAK"},
        },
        "provinces.LAK cannot be reached from ADR; name its borders at both ends",
    ),
    ({"counts.centres": 35}, "counts.centres is 35, but the provinces' tables give 34; both must agree"),
    ({"provinces.BEL.centre": GONE}, "counts.centres is 34, but the provinces' tables give 33"),
    ({"powers.ITALY.short": "French"}, "powers.ITALY: 'French' already stands for FRANCE"),
    ({"powers.FRANCE.homes": "BRE GAS PAR"}, "powers.FRANCE.homes names GAS, which is no supply centre"),
    ({"powers.FRANCE.homes": "BRE SWI PAR"}, "powers.FRANCE.homes names SWI, which is no supply centre"),
    ({"powers.ITALY.homes": "MAR NAP ROM VEN"}, "powers.ITALY.homes names MAR, which is already a home of FRANCE"),
    ({"powers.RUSSIA.units": ["F STP"]}, "powers.RUSSIA.units: F STP cannot stand there"),
    ({"powers.ITALY.units": ["A ION"]}, "powers.ITALY.units: A ION cannot stand there"),
    ({"powers.ITALY.units": ["A ROM", "F ROM"]}, "powers.ITALY.units: F ROM stands where A ROM stands already"),
    ({"powers.ITALY.units": ["A ROM", "A VEN", "F NAP", "A TUS"]}, "powers.ITALY.units are 4, but its homes are 3"),
]


def edit(table: dict[str, Any], path: str, value: object) -> None:
    """Put a value at the path in the table, or take the entry out."""
    *parents, last = path.split(".")
    for parent in parents:
        table = table[parent]
    if value is GONE:
        del table[last]
    else:
        table[last] = value


@pytest.mark.parametrize(("edits", "sentence"), BROKEN)
def test_a_broken_map_is_refused_with_a_sentence(
    table: dict[str, Any], edits: dict[str, object], sentence: str
) -> None:
    for path, value in edits.items():
        edit(table, path, value)
    with pytest.raises(BoardError) as refusal:
        Board.from_table(table)
    assert sentence in str(refusal.value)
    assert re.fullmatch(r".*[;:] .*\.", str(refusal.value)), "what was wrong; what would be right."


@pytest.mark.parametrize("to_win", [1, 12, 34])
def test_the_map_says_how_many_centres_win(table: dict[str, Any], to_win: int) -> None:
    assert EUROPE.to_win == 18
    edit(table, "to_win", to_win)
    assert Board.from_table(table).to_win == to_win


@pytest.mark.parametrize(("centres", "to_win"), [(34, 18), (33, 17), (32, 17), (31, 16)])
def test_more_than_half_of_the_centres_win_where_the_map_says_nothing(
    table: dict[str, Any], centres: int, to_win: int
) -> None:
    edit(table, "to_win", GONE)
    edit(table, "counts.centres", centres)
    for code in ("TUN", "SER", "GRE")[: 34 - centres]:
        edit(table, f"provinces.{code}.centre", GONE)
    assert Board.from_table(table).to_win == to_win


@given(st.data())
def test_no_border_can_be_lost_at_one_end(data: st.DataObject) -> None:
    table = copy.deepcopy(TABLE)
    code = data.draw(st.sampled_from(sorted(table["provinces"])))
    entry = table["provinces"][code]
    kind = data.draw(st.sampled_from(sorted(entry.keys() & {"armies", "fleets"})))
    entry, kind = (entry, kind) if isinstance(entry[kind], str) else (entry[kind], "SC")
    ends = entry[kind].split()
    ends.remove(data.draw(st.sampled_from(ends)))
    if ends:
        entry[kind] = " ".join(ends)
    else:
        del entry[kind]
    with pytest.raises(BoardError, match=r"names [A-Z/]+, but \S+ does not name [A-Z/]+; a border"):
        Board.from_table(table)


def test_a_board_keeps_nothing_of_the_table_it_was_made_from(table: dict[str, Any]) -> None:
    board = Board.from_table(table)
    table["provinces"]["PAR"]["armies"] = "MOS"
    table["provinces"].pop("LON")
    assert board.reach(ARMY, "PAR") == {"BRE", "BUR", "GAS", "PIC"}
    assert "LON" in board.provinces
    assert table != TABLE


def test_every_check_has_a_broken_map() -> None:
    """A check that nothing can fail is no check: each refuses at least one map that the checks before it pass."""
    failed: set[str] = set()
    for edits, _ in BROKEN:
        table = copy.deepcopy(TABLE)
        for path, value in edits.items():
            edit(table, path, value)
        try:
            sheet = read_sheet(table)
        except BoardError:
            continue
        for check in CHECKS:
            try:
                check(sheet)
            except BoardError:
                failed.add(check.__name__)
                break
    assert failed == {check.__name__ for check in CHECKS}


# Routes over the seas.


@pytest.mark.parametrize(
    ("source", "target", "routes"),
    [
        ("LON", "BEL", ["ENG", "NTH"]),
        ("BEL", "LON", ["ENG", "NTH"]),
        ("MAR", "SPA", ["LYO"]),
        ("NAP", "ROM", ["TYS"]),
        ("TUN", "GRE", ["ION"]),
        ("NAP", "GRE", ["ION"]),
        ("CLY", "LVP", ["NAO", "NWG NTH ENG IRI"]),
        ("LVP", "YOR", ["IRI ENG NTH", "NAO NWG NTH", "NAO MAO ENG NTH"]),
        ("LON", "TUN", ["ENG MAO WES", "NTH NWG NAO MAO WES"]),
        ("GAS", "MAR", ["MAO WES LYO"]),
        ("FIN", "LVN", ["BOT"]),
        ("SEV", "ANK", ["BLA"]),
        ("GRE", "SEV", []),
        ("CON", "BUL", ["AEG", "BLA"]),
        ("SWE", "NWY", ["SKA"]),
        ("LON", "LON", []),
        ("LON", "PAR", []),
        ("PAR", "LON", []),
        ("LON", "ENG", []),
        ("LON", "SWI", []),
    ],
)
def test_routes_between_two_coasts(source: str, target: str, routes: list[str]) -> None:
    assert set(EUROPE.routes(source, target)) == {frozenset(route.split()) for route in routes}


def test_no_sea_stands_in_a_route_that_does_without_it() -> None:
    assert not any("IRI" in route for route in EUROPE.routes("LON", "BEL"))
    assert not any("WES" in route for route in EUROPE.routes("MAR", "SPA"))


def test_the_straits_are_no_sea() -> None:
    """Constantinople joins the Black Sea to no other: a convoy passes over seas alone."""
    black_sea = [code for code in COASTS if "BLA" in EUROPE.neighbours(code)]
    for code in black_sea:
        beyond = {target for target in COASTS if any("BLA" in route for route in EUROPE.routes(code, target))}
        assert beyond == set(black_sea) - {code}


def test_routes_are_kept_and_the_same_both_ways() -> None:
    board = Board.from_table(TABLE)
    first = board.routes("YOR", "TUS")
    assert board.routes("YOR", "TUS") is first
    assert board.routes("TUS", "YOR") is first
    assert [len(route) for route in first] == sorted(len(route) for route in first)


def carried(seas: frozenset[str], source: str, target: str) -> bool:
    """Tell by flooding, with no idea of routes, whether fleets in those seas carry an army across."""
    wet: frozenset[str] = EUROPE.neighbours(source) & seas
    while more := frozenset(end for sea in wet for end in EUROPE.neighbours(sea) & seas) - wet:
        wet |= more
    return bool(wet & EUROPE.neighbours(target))


@given(st.sampled_from(COASTS), st.sampled_from(COASTS), st.frozensets(st.sampled_from(SEAS), min_size=1))
def test_fleets_carry_an_army_just_when_a_route_is_among_them(source: str, target: str, seas: frozenset[str]) -> None:
    if source != target:
        assert any(route <= seas for route in EUROPE.routes(source, target)) is carried(seas, source, target)


@given(st.sampled_from(COASTS), st.sampled_from(COASTS))
def test_no_sea_of_a_route_can_be_left_out(source: str, target: str) -> None:
    for route in EUROPE.routes(source, target):
        assert carried(route, source, target)
        assert not any(carried(route - {sea}, source, target) for sea in route)
