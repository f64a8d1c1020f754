"""An artificial board as large as one likes: long seas with two shores between each and the next."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase

from door.rules.board import Board, ProvinceKind
from door.rules.orders import Convoy, Move, MoveOrder
from door.rules.units import Unit, UnitKind
from tests.rules.positions import Shuffler

POWERS = tuple(ascii_uppercase[:7])
_FIRST_KEY = 0x4E00


def code(row: int, column: int, width: int) -> str:
    """The code of a province: three letters."""
    number = row * width + column
    return ascii_uppercase[number // 676] + ascii_uppercase[number // 26 % 26] + ascii_uppercase[number % 26]


def grid_board(width: int, height: int) -> Board:
    """Every third row, from the first, is sea: a way for convoys as long as the row. The rest is shore."""
    cells = {(row, column) for row in range(height) for column in range(width)}
    provinces: dict[str, object] = {}
    for row, column in sorted(cells):
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        near = [cell for cell in around if cell in cells]
        name = code(row, column, width)
        here: dict[str, object] = {"name": f"Province {name}", "key": chr(_FIRST_KEY + row * width + column)}
        if row % 3:
            here["kind"] = "coastal"
            here["armies"] = " ".join(code(*cell, width) for cell in near if cell[0] % 3)
            here["fleets"] = " ".join(code(*cell, width) for cell in near if not cell[0] % 3)
        else:
            here["kind"] = "sea"
            here["fleets"] = " ".join(code(*cell, width) for cell in near)
        here["centre"] = row == 1 and column < len(POWERS)
        provinces[name] = here
    powers = {
        power: {
            "title": f"Power {power}",
            "adjective": f"of {power}",
            "short": power,
            "homes": code(1, index, width),
            "units": [f"A {code(1, index, width)}"],
        }
        for index, power in enumerate(POWERS)
    }
    seas = width * len(range(0, height, 3))
    counts = {"centres": len(POWERS), "seas": seas, "inland": 0, "coastal": width * height - seas}
    return Board.from_table({"counts": counts, "start": {"phase": "S1901M"}, "powers": powers, "provinces": provinces})


def crowd(board: Board, count: int, seed: int) -> list[MoveOrder]:
    """So many units close together at random, with orders chosen so that they meet."""
    random, shuffler = Random(seed), Shuffler(board)
    codes = list(board.provinces)[:count]
    return shuffler.orders(shuffler.units_in(codes, sorted(board.powers), random), random)


def ferries(board: Board, width: int) -> list[MoveOrder]:
    """On each sea a fleet in every province, all of them carrying one army from one end to the other."""
    orders: list[MoveOrder] = []
    seas = [name for name, province in board.provinces.items() if province.kind is ProvinceKind.SEA]
    names = list(board.provinces)
    for index in range(0, len(seas), width):
        row, power = seas[index : index + width], POWERS[index // width % len(POWERS)]
        start = names[names.index(row[0]) + width]
        end = names[names.index(row[-1]) + width]
        army = Unit(power, UnitKind.ARMY, start)
        orders.append(Move(army, end, via=True))
        orders += [Convoy(Unit(power, UnitKind.FLEET, sea), army, end) for sea in row]
    return orders
