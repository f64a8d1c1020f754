"""What a screen costs: time, and (as ``extra_info``) bytes on the line. Run with ``--benchmark-only``."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from door.term import widgets
from door.term.ansi import paint
from door.term.canvas import Canvas, Colour, Style
from door.term.caps import Caps, Charset
from door.term.keys import KeyDecoder, KeyName

TYPED = b"A PAR - BUR\r\n" * 20 + b"\x1b[A\x1bOB\x1b[3~\x7f" * 20 + "Jürgen".encode() * 20


def full() -> Canvas:
    """Every cell written, a style a word."""
    canvas = Canvas()
    for row in range(canvas.rows):
        for word in range(10):
            canvas.put(row, word * 8, f"{row:03}{word:03}──", Style(Colour((row + word) % 8), bold=word % 2 == 0))
    return canvas


def ordinary() -> Canvas:
    """A menu as callers meet it most."""
    canvas = Canvas()
    widgets.title_bar(canvas, "EMPIRE 1901", "Spring 1901")
    widgets.menu(canvas, 3, 2, [widgets.MenuItem(key, "What this does", "a remark") for key in "ABCDEFGHIJ"])
    widgets.status(canvas, "Node 1", "42 minutes left")
    widgets.prompt(canvas, "Your choice", "Q")
    return canvas


def test_drawing_a_menu(benchmark: BenchmarkFixture) -> None:
    assert benchmark(ordinary) == ordinary()


def test_painting_a_full_canvas(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["bytes"] = len(benchmark(paint, full(), None, Caps()))


def test_painting_a_menu(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["bytes"] = len(benchmark(paint, ordinary(), None, Caps()))


def test_painting_a_menu_over_a_full_canvas(benchmark: BenchmarkFixture) -> None:
    benchmark.extra_info["bytes"] = len(benchmark(paint, ordinary(), full(), Caps()))


def test_repainting_one_cell(benchmark: BenchmarkFixture) -> None:
    before, after = full(), full()
    after.put(12, 40, "x")
    painted = benchmark(paint, after, before, Caps())
    benchmark.extra_info["bytes"] = len(painted)
    assert len(painted) < 20


def test_decoding_keys(benchmark: BenchmarkFixture) -> None:
    def decode() -> int:
        return sum(key.name is KeyName.CHAR for key in KeyDecoder(Charset.UTF8).feed(TYPED))

    benchmark.extra_info["bytes"] = len(TYPED)
    assert benchmark(decode) == 20 * (11 + 6)
