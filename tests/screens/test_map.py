"""The map and its two other views, in every mode and in both sizes, compared with their pictures."""

from __future__ import annotations

from dataclasses import replace

import pyte
import pytest

from door.judge.history import CentreHistory, Deed, Step, TurnMoves
from door.rules.units import Unit, UnitKind
from door.screens.centreschart import ChartView, chart_lines, draw_chart
from door.screens.frame import Notice
from door.screens.mapscreen import MapScreenView, draw_map_screen, keys_text, map_text, territory_lines
from door.screens.mapview import MapView, labels
from door.screens.movesview import MovesView, draw_moves, move_lines
from door.screens.palette import letters_of
from door.screens.picture import LARGE, SMALL, fitting, picture, screen_size
from door.term import ansi
from door.term.canvas import Canvas, Style
from door.term.caps import Caps, Charset
from tests.screens import samples
from tests.screens.golden import same
from tests.term.emulator import Terminal

UTF8 = Caps(Charset.UTF8)
MONO = Caps(Charset.UTF8, colour=False)
ASCII = Caps(Charset.ASCII)
MODES = {"colour": UTF8, "mono": MONO, "ascii": ASCII, "ascii-mono": Caps(Charset.ASCII, colour=False)}
SIZES = {"80x24": (80, 24), "132x50": (132, 50)}

FALL = {
    "units": {
        "AUSTRIA": ["A SER", "A VIE", "A BUD", "F ALB", "F GRE"],
        "ENGLAND": ["F NWG", "A/F NTH", "A NWY", "A BEL"],
        "FRANCE": ["A BUR", "A GAS", "F SPA/NC", "F LYO", "A PIE"],
        "GERMANY": ["A MUN", "A RUH", "A SIL", "F DEN", "A HOL"],
        "ITALY": ["A VEN", "A TYR", "A/F ION", "A TUN"],
        "RUSSIA": ["A GAL", "A UKR", "F STP/NC", "F RUM", "A SWE", "F BLA"],
        "TURKEY": ["F BUL/SC", "F AEG", "A ARM"],
    },
    "retreats": {},
    "centers": {
        "AUSTRIA": ["VIE", "BUD", "TRI", "SER", "GRE"],
        "ENGLAND": ["LON", "LVP", "EDI", "NWY", "BEL"],
        "FRANCE": ["PAR", "BRE", "MAR", "SPA", "POR"],
        "GERMANY": ["BER", "MUN", "KIE", "DEN"],
        "ITALY": ["ROM", "VEN", "NAP", "TUN"],
        "RUSSIA": ["MOS", "WAR", "SEV", "STP", "SWE", "RUM"],
        "TURKEY": ["CON", "ANK", "SMY", "BUL"],
    },
}
EVE = {
    "units": {"ENGLAND": ["*A/F NTH", "F STP/NC"], "FRANCE": ["F NTH", "A BUR"], "GERMANY": ["*A BUR"]},
    "retreats": {"ENGLAND": {"A/F NTH": ["NWG", "EDI"]}, "GERMANY": {"A BUR": ["MUN"]}},
    "centers": FALL["centers"],
}
GAME = samples.game("F1904M", FALL, army_fleet=True)
DESK = samples.desk(GAME, "FRANCE")
BEATEN = samples.desk(samples.game("S1904R", EVE, army_fleet=True), "ENGLAND")

A, F = UnitKind.ARMY, UnitKind.FLEET
STEPS = (
    Step(Unit("AUSTRIA", A, "VIE"), Deed.MOVE, "BOH"),
    Step(Unit("AUSTRIA", F, "GRE"), Deed.MOVE, "AEG", ("bounce",)),
    Step(Unit("ENGLAND", F, "NTH"), Deed.MOVE, "NWG", ("bounce",)),
    Step(Unit("ENGLAND", A, "NTH"), Deed.LAND, "EDI"),
    Step(Unit("ENGLAND", A, "BEL"), Deed.EMBARK, "NTH", ("void",)),
    Step(Unit("FRANCE", A, "PIE"), Deed.MOVE, "VEN", ("bounce", "dislodged")),
    Step(Unit("FRANCE", F, "SPA/NC"), Deed.MOVE, "MAO"),
    Step(Unit("GERMANY", A, "HOL"), Deed.DISLODGED, None, ("dislodged",)),
    Step(Unit("ITALY", A, "TUN"), Deed.MOVE, "ROM"),
    Step(Unit("RUSSIA", F, "BLA"), Deed.MOVE, "BUL/EC"),
    Step(Unit("RUSSIA", F, "STP/NC"), Deed.MOVE, "BAR"),
)
TURN = TurnMoves("Fall 1904", GAME.position, STEPS)
WINTER = TurnMoves(
    "Winter 1904",
    GAME.position,
    (
        Step(Unit("FRANCE", A, "PAR"), Deed.BUILT),
        Step(Unit("GERMANY", A, "KIE"), Deed.BUILT, None, ("void",)),
        Step(Unit("RUSSIA", F, "BLA"), Deed.DISBANDED),
    ),
)
YEARS = tuple(range(1901, 1926))
HISTORY = CentreHistory(
    (None, *YEARS),
    {
        "AUSTRIA": (3, *(max(0, 5 - at) for at in range(25))),
        "ENGLAND": (3, *(4 + at % 3 for at in range(25))),
        "FRANCE": (3, *(5 + at // 2 for at in range(25))),
        "GERMANY": (3, *(5 - at // 5 for at in range(25))),
        "ITALY": (3, *[4] * 25),
        "RUSSIA": (4, *[6 - at // 8 for at in range(25)]),
        "TURKEY": (3, *[4 - at // 12 for at in range(25)]),
    },
    (12, *(at % 2 for at in range(25))),
)


def sized(caps: Caps, size: str) -> Caps:
    columns, rows = SIZES[size]
    return replace(caps, columns=columns, rows=rows)


def shown(canvas: Canvas, caps: Caps) -> list[str]:
    """What two emulators show; nothing is in the last column, nothing has scrolled."""
    data = ansi.paint(canvas, None, caps)
    strict = Terminal(caps, dirty=True)
    strict.feed(data)
    assert not strict.wrapped, "something was written in the last column"
    screen = pyte.HistoryScreen(caps.columns, caps.rows)
    pyte.Stream(screen).feed(data.decode(caps.charset))
    assert not screen.history.top, "it has scrolled"
    lines = [line.rstrip() for line in screen.display]
    assert strict.lines() == lines
    assert all(len(line) < caps.columns for line in lines)
    return lines


def grounds(canvas: Canvas) -> list[str]:
    """The colour that each cell stands on, by its ANSI number; letters where text has a colour of its own."""
    return ["".join(_ground(*cell) for cell in canvas.row_cells(row)).rstrip() for row in range(canvas.rows)]


def _ground(char: str, style: Style) -> str:
    if style.bg is None and style.fg is None:
        return " " if not style.reverse else "r"
    return str(int(style.bg or 0)) if char == " " or style.fg is None else "abcdefgh"[style.fg]


def views(caps: Caps) -> dict[str, Canvas]:
    board = GAME.board
    return {
        "map": draw_map_screen(MapScreenView(DESK, caps)),
        "map-beaten": draw_map_screen(MapScreenView(BEATEN, caps)),
        "moves": draw_moves(MovesView("The Autumn Game", TURN, board, caps, 11, 22)),
        "builds": draw_moves(MovesView("The Autumn Game", WINTER, board, caps)),
        "centres": draw_chart(ChartView("The Autumn Game", "Fall 1926", HISTORY, board, caps)),
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", MODES)
def test_every_view_in_every_mode(mode: str, size: str) -> None:
    caps = sized(MODES[mode], size)
    for name, canvas in views(caps).items():
        lines = shown(canvas, caps)
        same(f"map_{name}-{mode}-{size}", lines)
        assert lines[canvas.rows - 1].endswith("[Enter]:")
        if caps.charset is Charset.ASCII:
            assert "".join(lines).isascii()
        else:
            assert shown(canvas, replace(caps, charset=Charset.CP437)) == lines


@pytest.mark.parametrize("size", SIZES)
def test_the_colours(size: str) -> None:
    for name, canvas in views(sized(UTF8, size)).items():
        same(f"map_{name}-grounds-{size}", grounds(canvas))


def test_the_same_in_words() -> None:
    text = map_text(DESK, TURN, HISTORY)
    same("map_text-plain", list(text.lines))
    same("map_beaten-plain", list(map_text(BEATEN, None, None).lines))
    same("map_keys-plain", list(keys_text(DESK).lines))
    same("map_builds-plain", move_lines(WINTER, GAME.board))
    assert max(map(len, text.lines)) < 79
    assert move_lines(TurnMoves("Spring 1901", GAME.position, ()), GAME.board) == ["No unit went anywhere."]


@pytest.mark.parametrize(
    ("window", "name"),
    [
        ((80, 24), SMALL),
        ((79, 24), SMALL),
        ((131, 50), SMALL),
        ((132, 47), SMALL),
        ((132, 48), LARGE),
        ((200, 60), LARGE),
    ],
)
def test_the_largest_picture_that_fits(window: tuple[int, int], name: str) -> None:
    caps = replace(UTF8, columns=window[0], rows=window[1])
    assert fitting(caps) == name
    canvas = draw_map_screen(MapScreenView(DESK, caps))
    assert (canvas.columns, canvas.rows) == screen_size(name)
    assert canvas.columns - 1 <= window[0] and canvas.rows <= window[1]
    shown(canvas, replace(caps, columns=max(80, window[0])))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", SIZES)
def test_the_map_says_who_is_where(mode: str, size: str) -> None:
    """Every unit with its power's letter, every owner's letter and every key stand where the table has them."""
    caps = sized(MODES[mode], size)
    lines = [line.ljust(140) for line in shown(draw_map_screen(MapScreenView(DESK, caps)), caps)]
    shape = picture(fitting(caps))
    marks = letters_of(GAME.board.powers)
    for code, place in shape.places.items():
        row, col = place.key
        assert lines[row + 1][col] == GAME.board.provinces[code].key
        owner = (GAME.position.centres or {}).get(code)
        if owner is not None:
            assert place.owner is not None
            assert lines[place.owner[0] + 1][place.owner[1]] == marks[owner]
        unit = GAME.position.units.get(code)
        if unit is not None:
            row, col = place.of_unit(unit.location)
            kind = "AF" if code in GAME.position.aboard else unit.kind.value
            assert lines[row + 1][col:].startswith(f"{kind}{marks[unit.power]}"), code
        if place.code is not None:
            assert lines[place.code[0] + 1][place.code[1] :].startswith(code)


@pytest.mark.parametrize("size", SIZES)
def test_no_two_grounds_that_touch_look_alike_without_a_line(size: str) -> None:
    """Where two territories meet, there is another colour or a line between them."""
    caps = sized(UTF8, size)
    canvas = draw_map_screen(MapScreenView(DESK, caps))
    shape = picture(fitting(caps))
    written = set(labels(MapView(GAME.board, GAME.position, caps, fitting(caps))))
    for (row, col), around in shape.corners():
        here, right = around[0], around[1]
        if here == right or (row, col) in written or (row, col + 1) in written:
            continue
        cell, other = (canvas.row_cells(row + 1)[at] for at in (col, min(col + 1, shape.columns - 1)))
        assert cell[0] in "│┌┐└┘├┤┬┴┼─" or cell != other, (row, col)


def test_a_notice_takes_the_place_of_the_legend() -> None:
    for size in SIZES:
        caps = sized(UTF8, size)
        notice = Notice("Press something else.")
        for canvas in (
            draw_map_screen(MapScreenView(DESK, caps), notice),
            draw_moves(MovesView("x", TURN, GAME.board, caps), notice),
            draw_chart(ChartView("x", "", HISTORY, GAME.board, caps), notice),
        ):
            assert shown(canvas, caps)[canvas.rows - 2] == " ! Press something else."


def test_an_arrow_runs_from_the_unit_to_where_it_went() -> None:
    step = Step(Unit("RUSSIA", F, "STP/NC"), Deed.MOVE, "NWY")
    caps = sized(UTF8, "132x50")
    before = draw_map_screen(MapScreenView(DESK, caps)).text()
    turn = replace(TURN, steps=(step,))
    after = draw_moves(MovesView("x", turn, GAME.board, caps)).text()
    changed = {
        (row, col)
        for row in range(1, 46)
        for col in range(130)
        if before[row].ljust(140)[col] != after[row].ljust(140)[col]
    }
    assert len(changed) > 20
    row, col = min(changed, key=lambda spot: spot[1])
    assert after[row][col] == "<"
    stopped = replace(step, words=("bounce",))
    drawn = draw_moves(MovesView("x", replace(turn, steps=(stopped,)), GAME.board, caps)).text()
    assert drawn[row][col] == "x"
    assert "0 of 1 moves were made" in drawn[46]


def test_moves_without_room_are_counted() -> None:
    """Next to each other on the small map: the list has them."""
    step = Step(Unit("GERMANY", A, "RUH"), Deed.MOVE, "KIE")
    canvas = draw_moves(MovesView("x", replace(TURN, steps=(step,)), GAME.board, UTF8))
    assert "1 of 1 moves were made" in canvas.text()[22]
    assert canvas.text()[22].endswith("1 more: see L.")


def test_pages_of_years() -> None:
    view = ChartView("x", "", HISTORY, GAME.board, UTF8)
    assert (view.room, view.pages) == (10, 3)
    seen: list[int | None] = []
    for page in range(3):
        lines = draw_chart(replace(view, page=page)).text()
        assert "PgUp earlier years" in lines[-1]
        seen += HISTORY.years[replace(view, page=page).span]
    assert set(seen) == set(HISTORY.years) and seen[0] is None and seen[-1] == 1925
    assert "1925" in draw_chart(view).text()[2]
    wide = ChartView("x", "", HISTORY, GAME.board, sized(UTF8, "132x50"))
    assert (wide.room, wide.pages) == (19, 2)


def test_the_chart_in_words_has_every_number() -> None:
    said = " ".join(" ".join(chart_lines(HISTORY, GAME.board)).split())
    assert "Austria: start 3; 1901 5; 1902 4;" in said and "1925 0." in said
    assert all(len(line) < 79 for line in chart_lines(HISTORY, GAME.board))


def test_a_line_for_each_territory() -> None:
    lines = territory_lines(GAME.board, GAME.position)
    assert len(lines) == 75
    assert "9: North Sea: English fleet with an army aboard." in lines
    assert "H: Spain: centre of France; French fleet (north coast)." in lines
    assert "J: Holland: centre of nobody; German army." in lines
    assert "m: Bohemia: empty." in lines
