"""The notation: everything that callers and other programs write is read, and nothing ever crashes the reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from door.rules.board import Board
from door.rules.notation import (
    MOST_CHARACTERS,
    Ambiguous,
    NotationError,
    OrderKind,
    Unreadable,
    Written,
    WrittenUnit,
    read,
    write,
)
from door.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from door.rules.units import Unit, UnitKind

TABLE: dict[str, Any] = tomli.loads(
    (Path(__file__).parents[2] / "data" / "europe.toml").read_text(encoding="utf-8"),
)
EUROPE = Board.from_table(TABLE)
ARMY, FLEET = UnitKind.ARMY, UnitKind.FLEET


def plain(written: Written) -> str:
    """What was written in one plain form; a letter that was left out shows as ``?``, a power before its unit."""
    parts = [written.kind.name]
    if written.unit is not None:
        parts.append(plain_unit(written.unit))
    if written.other is not None:
        parts.append(plain_unit(written.other))
    if written.target is not None:
        parts.append(f"-> {written.target}")
    if written.via:
        parts.append("VIA")
    if written.power is not None:
        parts.append(f"by {written.power}")
    return " ".join(parts)


def plain_unit(unit: WrittenUnit) -> str:
    named = unit.text() or f"? {unit.location}"
    return f"{unit.power} {named}" if unit.power else named


def refusal(text: str) -> NotationError:
    """The error that the text is answered with."""
    with pytest.raises(NotationError) as caught:
        read(text, EUROPE)
    return caught.value


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        # Holding
        ("A PAR H", "HOLD A PAR"),
        ("a par h", "HOLD A PAR"),
        ("Army Paris Hold", "HOLD A PAR"),
        ("A Par holds", "HOLD A PAR"),
        ("A Par holding.", "HOLD A PAR"),
        ("army Liverpool stands", "HOLD A LVP"),
        ("army Liverpool stand", "HOLD A LVP"),
        ("fleet north sea holds", "HOLD F NTH"),
        ("Army Norway Hold", "HOLD A NWY"),
        ("Fleet St. Petersburg (south coast) hold", "HOLD F STP/SC"),
        ("par h", "HOLD ? PAR"),
        ("Hold A Par", "HOLD A PAR"),
        ("*A BEL H", "HOLD A BEL"),
        # Moving
        ("A PAR - BUR", "MOVE A PAR -> BUR"),
        ("A Par-Bur", "MOVE A PAR -> BUR"),
        ("a par->bur", "MOVE A PAR -> BUR"),
        ("A Par -> Bur", "MOVE A PAR -> BUR"),
        ("A Par=>Bur", "MOVE A PAR -> BUR"),
        ("A Par \N{EN DASH} Bur", "MOVE A PAR -> BUR"),
        ("A Par\N{EM DASH}Bur", "MOVE A PAR -> BUR"),
        ("A Par \N{RIGHTWARDS ARROW} Bur", "MOVE A PAR -> BUR"),
        ("A Par to Bur", "MOVE A PAR -> BUR"),
        ("A Par m Bur", "MOVE A PAR -> BUR"),
        ("A Par move Bur", "MOVE A PAR -> BUR"),
        ("A Par moves to Bur", "MOVE A PAR -> BUR"),
        ("A Par attacks Bur", "MOVE A PAR -> BUR"),
        ("A Par attacking Burgundy", "MOVE A PAR -> BUR"),
        ("Par-Bur", "MOVE ? PAR -> BUR"),
        ("paris to burgundy", "MOVE ? PAR -> BUR"),
        ("Move army Paris to Burgundy", "MOVE A PAR -> BUR"),
        ("the army in Paris moves into Burgundy", "MOVE A PAR -> BUR"),
        ("the fleet in London moves to the North Sea", "MOVE F LON -> NTH"),
        ("  A   PAR  -  BUR  ", "MOVE A PAR -> BUR"),
        ("A PAR - BUR.", "MOVE A PAR -> BUR"),
        ("A PAR - BUR;", "MOVE A PAR -> BUR"),
        ("A/PAR - BUR", None),
        ("A Par Bur", "MOVE A PAR -> BUR"),
        ("par bur", "MOVE ? PAR -> BUR"),
        ("vie gal", "MOVE ? VIE -> GAL"),
        ("Austria: Army Budapest -> Serbia.", "MOVE AUSTRIA A BUD -> SER"),
        ("ENG: F LON - NTH", "MOVE ENGLAND F LON -> NTH"),
        ("The fleet at Mid-Atlantic Ocean move to Spain (South Coast)", "MOVE F MAO -> SPA/SC"),
        ("F MAO - SPA[sc]", "MOVE F MAO -> SPA/SC"),
        *((f"A PAR {arrow} BUR", "MOVE A PAR -> BUR") for arrow in "\u00bb\u2500\u2794\u27a1\u25ba\u21e8"),
        # By convoy
        ("A LON - BEL VIA", "MOVE A LON -> BEL VIA"),
        ("A Lon-Nwy via convoy", "MOVE A LON -> NWY VIA"),
        ("A Lon-Nwy by convoy", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nwy (via convoy)", "MOVE A LON -> NWY VIA"),
        ("A Lon (via convoy) - Nwy", "MOVE A LON -> NWY VIA"),
        ("A Lon via - Nwy", "MOVE A LON -> NWY VIA"),
        ("A Lon by convoy to Nwy", "MOVE A LON -> NWY VIA"),
        ("A Lon attacks Norway BY CONVOY", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nwy convoy", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nwy (convoy)", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nwy convoyed", "MOVE A LON -> NWY VIA"),
        ("The army at London move to Norway via convoy", "MOVE A LON -> NWY VIA"),
        ("A Lon-Nth-Nwy", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nth - Nwg - Nwy", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nwy via Nth", "MOVE A LON -> NWY VIA"),
        ("A Lon - Nwy via Nth - Nwg", "MOVE A LON -> NWY VIA"),
        # Supporting
        ("A BUD S A SER", "SUPPORT A BUD A SER"),
        ("A BUD S A SER H", "SUPPORT A BUD A SER"),
        ("A BUD S A SER HOLD", "SUPPORT A BUD A SER"),
        ("A Bud supports A Ser holding", "SUPPORT A BUD A SER"),
        ("A Bud supports A Ser to hold", "SUPPORT A BUD A SER"),
        ("A Bud S A Ser - Ser", "SUPPORT A BUD A SER -> SER"),
        ("A BUD S SER", "SUPPORT A BUD ? SER"),
        ("A BUD sup SER-RUM", "SUPPORT A BUD ? SER -> RUM"),
        ("bud s ser rum", "SUPPORT ? BUD ? SER -> RUM"),
        ("The army at Vienna support hold to Budapest", "SUPPORT A VIE ? BUD"),
        ("The army at Vienna support move to Galicia from Budapest", "SUPPORT A VIE ? BUD -> GAL"),
        ("A VIE S to GAL from A BUD", "SUPPORT A VIE A BUD -> GAL"),
        ("A PIC S A BUR - BEL", "SUPPORT A PIC A BUR -> BEL"),
        ("A Pic support A Bur-Bel", "SUPPORT A PIC A BUR -> BEL"),
        ("A Pic supports Bur to Bel", "SUPPORT A PIC ? BUR -> BEL"),
        ("A Pic s French A Bur moves to Bel", "SUPPORT A PIC FRANCE A BUR -> BEL"),
        ("f stp/nc s f stp/nc-nwy", "SUPPORT F STP/NC F STP/NC -> NWY"),
        ("F WES S F MAO - SPA(SC)", "SUPPORT F WES F MAO -> SPA/SC"),
        ("F WES S F SPA/NC - SPA/SC", "SUPPORT F WES F SPA/NC -> SPA/SC"),
        ("F NTH S A Lon - Nth - Nwy", "SUPPORT F NTH A LON -> NWY"),
        ("F NTH S A Lon - Nwy via convoy", "SUPPORT F NTH A LON -> NWY"),
        # Convoying
        ("F NTH C A LON - NWY", "CONVOY F NTH A LON -> NWY"),
        ("F NTH C Lon-Nwy", "CONVOY F NTH ? LON -> NWY"),
        ("F NTH C F Lon-Nwy", "CONVOY F NTH F LON -> NWY"),
        ("F NTH convoys A Lon to Nwy", "CONVOY F NTH A LON -> NWY"),
        ("North Sea transports army London to Norway", "CONVOY ? NTH A LON -> NWY"),
        ("F NTH transport A Lon-Nwy", "CONVOY F NTH A LON -> NWY"),
        ("F NTH ferry A Lon - Nwy", "CONVOY F NTH A LON -> NWY"),
        ("nth c lon nwy", "CONVOY ? NTH ? LON -> NWY"),
        ("F NTH conv A Lon - Nwy", "CONVOY F NTH A LON -> NWY"),
        ("The fleet at North Sea convoy to Norway from London", "CONVOY F NTH ? LON -> NWY"),
        # Retreats
        ("A BEL R HOL", "RETREAT A BEL -> HOL"),
        ("A BEL RETREATS TO HOL", "RETREAT A BEL -> HOL"),
        ("A Bel retreat Hol", "RETREAT A BEL -> HOL"),
        ("A Bel r - Hol", "RETREAT A BEL -> HOL"),
        ("retreat A Bel to Hol", "RETREAT A BEL -> HOL"),
        ("F Gre r Bul/sc", "RETREAT F GRE -> BUL/SC"),
        # Disbanding
        ("A BEL D", "DISBAND A BEL"),
        ("F Gre d", "DISBAND F GRE"),
        ("A BEL DISBAND", "DISBAND A BEL"),
        ("A BEL DISBANDS", "DISBAND A BEL"),
        ("A Bel is disbanded", "DISBAND A BEL"),
        ("disband A Bel", "DISBAND A BEL"),
        ("REMOVE A BEL", "DISBAND A BEL"),
        ("R F STP", "RETREAT F STP"),  # the turn tells what it is
        ("A Bel R", "RETREAT A BEL"),
        ("A Bel ret Hol", "RETREAT A BEL -> HOL"),
        ("A Bel destroyed", "DISBAND A BEL"),
        ("F Gre disb", "DISBAND F GRE"),
        ("D F STP", "DISBAND F STP"),
        ("d f stp/nc", "DISBAND F STP/NC"),
        ("remove stp", "DISBAND ? STP"),
        # Building
        ("A PAR B", "BUILD A PAR"),
        ("B A PAR", "BUILD A PAR"),
        ("build army Paris", "BUILD A PAR"),
        ("builds A Par", "BUILD A PAR"),
        ("BUILD F STP/NC", "BUILD F STP/NC"),
        ("b f stp", "BUILD F STP"),
        ("build fleet in St. Petersburg (south coast)", "BUILD F STP/SC"),
        ("F STP/NC is built", "BUILD F STP/NC"),
        ("WAIVE", "WAIVE"),
        ("W", "WAIVE"),
        ("waives", "WAIVE"),
        ("waive build", "WAIVE"),
        ("France waives", "WAIVE by FRANCE"),
        ("French build is waived", "WAIVE by FRANCE"),
        # Nationalities
        ("English army Lon - Nwy", "MOVE ENGLAND A LON -> NWY"),
        ("French A Par H", "HOLD FRANCE A PAR"),
        ("France: B A PAR", "BUILD FRANCE A PAR"),
        ("France: build army Paris", "BUILD FRANCE A PAR"),
        ("France builds army Paris", "BUILD FRANCE A PAR"),
        ("France: remove the army in Paris", "DISBAND FRANCE A PAR"),
        ("France: hold A PAR", "HOLD FRANCE A PAR"),
        ("Eng: B F Lon", "BUILD ENGLAND F LON"),
        ("Eng: remove Lon", "DISBAND ENGLAND ? LON"),
        ("Eng: R F Lon", "RETREAT ENGLAND F LON"),
        ("Eng: Lon - Nth", "MOVE ENGLAND ? LON -> NTH"),
        ("Eng: R Lon", "RETREAT ? ENG -> LON"),
        ("Eng: H", "HOLD ? ENG"),
        ("Eng: S F Lon - Nth", "SUPPORT ? ENG F LON -> NTH"),
        ("F Eng: S F Lon - Nth", "SUPPORT F ENG F LON -> NTH"),
        ("A French Par H", "HOLD FRANCE A PAR"),
        ("France's army in Paris holds", "HOLD FRANCE A PAR"),
        ("France A Par H", "HOLD FRANCE A PAR"),
        ("France: A Par H", "HOLD FRANCE A PAR"),
        ("Aust'n army Tyrolia holds", "HOLD AUSTRIA A TYR"),
        ("Aust\N{RIGHT SINGLE QUOTATION MARK}n army Tyrolia holds", "HOLD AUSTRIA A TYR"),
        ("A Bud S Rus A Rum", "SUPPORT A BUD RUSSIA A RUM"),
        ("Eng F Lon - Eng", "MOVE ENGLAND F LON -> ENG"),
        ("English Channel - Bel", "MOVE ? ENG -> BEL"),
        ("F English - Bel", "MOVE F ENG -> BEL"),
        ("Turkish fleet in Black Sea convoys army Con to Sev", "CONVOY TURKEY F BLA A CON -> SEV"),
        # Names
        ("F Mid-Atlantic Ocean - W. Med", "MOVE F MAO -> WES"),
        ("f mid-atlantic - n. africa", "MOVE F MAO -> NAF"),
        ("f mid-atlantic-spain/north coast", "MOVE F MAO -> SPA/NC"),
        ("F N. Atlantic - Norwegian Sea", "MOVE F NAO -> NWG"),
        ("f gulf lyon - tyrrhenian", "MOVE F LYO -> TYS"),
        ("F G. of Bothnia - Balt", "MOVE F BOT -> BAL"),
        ("A Burgu - Gasco", "MOVE A BUR -> GAS"),
        ("A Gal - Ber", "MOVE A GAL -> BER"),
        ("A Tyr - Boh", "MOVE A TYR -> BOH"),
        ("F Western Medit'n - Lyo", "MOVE F WES -> LYO"),
        ("A St.Petersburg - Mos", "MOVE A STP -> MOS"),
        ("A petersburg - Mos", "MOVE A STP -> MOS"),
    ],
)
def test_orders_are_read(text: str, meaning: str | None) -> None:
    if meaning is None:
        assert isinstance(refusal(text), Unreadable)
    else:
        assert plain(read(text, EUROPE)) == meaning


@pytest.mark.parametrize(
    "coast",
    [
        *("/nc", "/NC", " /nc", "/ nc", "(nc)", " (nc)", "( NC )", " nc", " NC", "-nc", "/n.c.", "/N", "(n)"),
        *("/north coast", "(north coast)", " north coast", "/North Coast", "/north", "(north)", " (Northern coast)"),
    ],
)
def test_every_way_to_write_a_coast_is_read(coast: str) -> None:
    assert plain(read(f"F STP{coast} - NWY", EUROPE)) == "MOVE F STP/NC -> NWY"
    assert plain(read(f"F NWY - st petersburg{coast}", EUROPE)) == "MOVE F NWY -> STP/NC"


@pytest.mark.parametrize("empty", ["()", "( )", "/", " ()", " /"])
def test_empty_coast_brackets_name_no_coast(empty: str) -> None:
    """As typed when a form leaves the coast out."""
    assert plain(read(f"F Spa{empty} - LYO", EUROPE)) == "MOVE F SPA -> LYO"
    assert plain(read(f"F Spa{empty} S A Mar - Gas", EUROPE)) == "SUPPORT F SPA A MAR -> GAS"
    assert plain(read(f"F MAO - Spa{empty}", EUROPE)) == "MOVE F MAO -> SPA"


@pytest.mark.parametrize("name", sorted(EUROPE.aliases))
def test_every_name_of_the_map_is_read(name: str) -> None:
    code = EUROPE.aliases[name]
    for text in (f"A {name} H", f"f {name.upper()} holds", f"{name.title()} hold"):
        assert read(text, EUROPE).unit_text in (f"A {code}", f"F {code}", None)
        assert plain(read(text, EUROPE)).endswith(f" {code}")
    other = "BOH" if code != "BOH" else "MUN"
    assert plain(read(f"A {name}-{other}", EUROPE)) == f"MOVE A {code} -> {other}"
    assert plain(read(f"A {other}-{name}", EUROPE)) == f"MOVE A {other} -> {code}"
    assert plain(read(f"A {other} s {name}", EUROPE)) == f"SUPPORT A {other} ? {code}"


@given(st.sampled_from(sorted(EUROPE.aliases)), st.sampled_from(sorted(EUROPE.aliases)))
def test_a_dash_without_blanks_parts_any_two_places(start: str, end: str) -> None:
    codes = EUROPE.aliases[start], EUROPE.aliases[end]
    if codes[0] != codes[1]:
        assert plain(read(f"a {start}-{end}", EUROPE)) == f"MOVE A {codes[0]} -> {codes[1]}"


def test_a_dash_parts_two_places_even_where_both_together_name_a_third() -> None:
    belgium = {**TABLE["provinces"]["BEL"], "also": ["lon wal"]}
    board = Board.from_table({**TABLE, "provinces": {**TABLE["provinces"], "BEL": belgium}})
    assert plain(read("A Lon Wal H", board)) == "HOLD A BEL"
    assert plain(read("A Lon-Wal", board)) == "MOVE A LON -> WAL"


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("F nor - HEL", ("North Africa", "North Atlantic Ocean", "North Sea", "Norway", "Norwegian Sea")),
        ("F nort H", ("North Africa", "North Atlantic Ocean", "North Sea")),
        ("F north H", ("North Africa", "North Atlantic Ocean", "North Sea")),
        ("A Wal - liv", ("Liverpool", "Livonia")),
        ("F gul H", ("Gulf of Bothnia", "Gulf of Lyon")),
        ("F nor-sea H", ("North Africa", "North Atlantic Ocean", "North Sea", "Norway", "Norwegian Sea")),
        ("F gulf of H", ("Gulf of Bothnia", "Gulf of Lyon")),
        ("F med H", ("Eastern Mediterranean", "Western Mediterranean")),
    ],
)
def test_an_ambiguous_name_lists_the_choices(text: str, choices: tuple[str, ...]) -> None:
    error = refusal(text)
    assert isinstance(error, Ambiguous)
    assert error.choices == choices
    assert error.piece in text
    assert all(choice in str(error) for choice in choices)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("bel hol", ("a move to Holland", "HOLD")),
        ("A Bel Hol", ("a move to Holland", "HOLD")),
        ("eng: lon", ("the English unit in London", "a move to London")),
        ("eng lon", ("the English unit in London", "a move to London")),
        ("nth c lon con", ("a move to Constantinople", "CONV")),
    ],
)
def test_two_places_without_a_dash_are_not_guessed_at(text: str, choices: tuple[str, ...]) -> None:
    error = refusal(text)
    assert isinstance(error, Ambiguous)
    assert error.choices == choices
    assert "write the dash of a move" in str(error)


@pytest.mark.parametrize(
    ("text", "piece", "right"),
    [
        ("", "", "A PAR - BUR"),
        ("   ", "", "A PAR - BUR"),
        ("A", "", "A PAR - BUR"),
        ("S", "", "A PAR - BUR"),
        ("A Bud", "A Bud", "A BUD H"),
        ("A Bud S", "", "A BUD S A SER"),
        ("A Bud -", "", "A PAR - BUR"),
        ("F NTH C", "", "F NTH C A LON - NWY"),
        ("F NTH C A Lon", "", "the place to go to is missing"),
        ("A Bud x Ser", "x", "A BUD H"),
        ("A Bud Ser Bul", "Ser", "A BUD H"),
        ("A Bul - Con - Ank", "A Bul - Con", "Constantinople is no sea"),
        ("A Bud S to Ser", "", "the unit to support is missing"),
        ("F Nth C to Nwy", "", "the army to convoy is missing"),
        ("waive 2 builds", "waive 2 builds", "write WAIVE once for each"),
        ("A Bud - Sxx", "Sxx", "no place on the map"),
        ("A BUD - SXX", "SXX", "no place on the map"),
        ("A Munch - Ber", "Munch", "Munich"),
        ("F STP/xx - NWY", "xx", "NC, SC, EC or WC"),
        ("F STP (ivory) - NWY", "ivory", "NC, SC, EC or WC"),
        ("F STP(nc - NWY", "-", "the closing bracket is missing"),
        ("A Lon - Nwy by ship", "ship", "BY CONVOY"),
        ("A Lon - Nwy (via convoy", "", "the closing bracket is missing"),
        ("A Lon (Nwy)", "Nwy", "NC, SC, EC or WC"),
        ("A Par - Bur and then perhaps to Munich", "and then perhaps to Munich", '"and then perhaps to Munich"'),
        ("A Par - Bur and then perhaps to Munich or to Berlin", None, '"and then perhaps to Munich ..."'),
        ("build fleet in St. Petersburg (south coast) H", "H", '"...t. Petersburg (south coast)"'),
        ("A PAR - BUR, A MAR H", ", A MAR H", "put a semicolon between two orders"),
        ("A PAR - BUR H", "H", "put a semicolon between two orders"),
        ("A BUD S A SER x", "x", "A PIC S A BUR - BEL"),
        ("F NTH C A LON x", "x", "F NTH C A LON - NWY"),
        ("S A Ser - Bul", "S A Ser", "comes first"),
        ("waive A Par", "waive A Par", "write only WAIVE"),
        ("A Par waive", "waive", "A PAR H"),
        ("- Bur", "-", "the unit should be"),
        ("A A Par H", "A", "the unit should be"),
        ("hello", "hello", "no place on the map"),
        ("?", "?", "the unit should be"),
        ("A PAR " + "-" * MOST_CHARACTERS, "", f"at most {MOST_CHARACTERS} characters"),
    ],
)
def test_what_cannot_be_read_is_answered_with_one_sentence(text: str, piece: str | None, right: str) -> None:
    error = refusal(text)
    assert isinstance(error, Unreadable)
    assert piece is None or error.piece == piece
    assert right in str(error)
    assert str(error)[0].isupper() or str(error)[0] == '"'
    assert str(error).endswith(".")


def test_an_error_keeps_the_unit_that_was_understood() -> None:
    unit = refusal("A Bud x Ser").unit
    assert unit is not None
    assert unit.text() == "A BUD"
    assert refusal("x Bud - Ser").unit is None


def test_control_characters_are_never_quoted_back() -> None:
    """A caller's terminal must not be driven by a line that another program sent."""
    assert str(refusal("A PAR - \x1b[2J")).isprintable()
    assert str(refusal("\x1b]0;x\x07 - BUR")).isprintable()


@pytest.mark.parametrize(
    ("text", "as_ordered"),
    [
        ("army paris h", "A PAR"),
        ("F StP(sc) H", "F STP/SC"),
        ("F STP H", "F STP"),
        ("A Spa/nc H", "A SPA/NC"),
        ("par h", None),
        ("waive", "WAIVE"),
    ],
)
def test_the_unit_as_ordered_keeps_what_was_written(text: str, as_ordered: str | None) -> None:
    assert read(text, EUROPE).unit_text == as_ordered


def test_a_letter_that_was_left_out_can_be_filled_in() -> None:
    unit = read("stp/sc h", EUROPE).unit
    assert unit is not None
    assert unit.text() is None
    assert unit.text(FLEET) == "F STP/SC"
    assert unit.location == "STP/SC"


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (Hold(Unit("FRANCE", ARMY, "PAR")), "A PAR H"),
        (Move(Unit("FRANCE", ARMY, "PAR"), "BUR"), "A PAR - BUR"),
        (Move(Unit("FRANCE", FLEET, "MAO"), "SPA/NC"), "F MAO - SPA/NC"),
        (Move(Unit("ENGLAND", ARMY, "LON"), "BEL", via=True), "A LON - BEL VIA"),
        (Support(Unit("FRANCE", ARMY, "PIC"), Unit("FRANCE", ARMY, "BUR"), "BEL"), "A PIC S A BUR - BEL"),
        (Support(Unit("FRANCE", ARMY, "PIC"), Unit("FRANCE", ARMY, "BUR")), "A PIC S A BUR"),
        (Support(Unit("RUSSIA", FLEET, "BAR"), Unit("RUSSIA", FLEET, "STP/NC")), "F BAR S F STP/NC"),
        (Convoy(Unit("ENGLAND", FLEET, "NTH"), Unit("ENGLAND", ARMY, "LON"), "BEL"), "F NTH C A LON - BEL"),
        (Retreat(Unit("GERMANY", ARMY, "BEL"), "HOL"), "A BEL R HOL"),
        (Disband(Unit("GERMANY", ARMY, "BEL")), "A BEL D"),
        (Build(Unit("FRANCE", ARMY, "PAR")), "A PAR B"),
        (Build(Unit("RUSSIA", FLEET, "STP/SC")), "F STP/SC B"),
        (Waive("FRANCE"), "WAIVE"),
    ],
)
def test_orders_are_written_in_canonical_form(order: Order, line: str) -> None:
    assert write(order) == line


def test_the_kinds_have_names_for_sentences() -> None:
    assert all(kind.value.startswith("a ") for kind in OrderKind)


VOCABULARY = st.sampled_from(
    [
        *("a", "f", "army", "fleet", "-", "->", "to", "via", "by", "convoy", "s", "c", "h", "r", "d", "b", "w", "m"),
        *("supports", "waive", "remove", "the", "in", "is", ":", "(", ")", "/", "()", "nc", "north", "coast", ",", "."),
        *(
            "french",
            "eng",
            "english",
            "turkey's",
            "stp",
            "spa",
            "mid",
            "atlantic",
            "nor",
            "sea",
            "gulf",
            "of",
            "'",
            "*",
        ),
        *("st.", "lon", "nth", "nwy", "bel", "e:", "::", "xyz", "n.c.", "n", "west", "med'n", "hold", "\x00", "İ", "ß"),
    ]
)


@given(st.one_of(st.text(), st.lists(VOCABULARY, max_size=14).map(" ".join), st.lists(VOCABULARY).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        written = read(text, EUROPE)
    except NotationError as error:
        assert str(error).isprintable()
        assert str(error).endswith(".")
    else:
        assert plain(written)
        assert (written.unit is None) == (written.kind is OrderKind.WAIVE)
