"""What the command ``door`` is told on its command line.

Boards fill most of it in by their own codes, and what they get wrong there is no reason to turn a caller away: node and
minutes are texts here, and what cannot be used is said in the log.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line says: it wins over the drop file; None or "" where it says nothing."""

    drop: Path | None = None
    name: str = ""
    board: str = ""
    node: str = ""
    minutes: str = ""
    stdio: bool = False
    socket: int | None = None
    telnet: bool = False
    encoding: str = ""
    plain: bool = False
    columns: int = 0
    rows: int = 0
    verbose: bool = False


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "--drop",
        type=_path,
        metavar="FILE",
        help="DOOR32.SYS, DOOR.SYS, DORINFOx.DEF or CHAIN.TXT, or its directory",
    )
    parser.add_argument(
        "--name", default="", help="the caller's handle at the board, instead of a drop file or over it"
    )
    parser.add_argument("--node", default="", metavar="N", help="the board's node")
    parser.add_argument("--minutes", default="", metavar="N", help="the minutes that the caller has left")
    parser.add_argument("--board", default="", metavar="NAME", help="which board it is, where several share a home")
    parser.add_argument(
        "--stdio", action="store_true", help="talk over standard input and output, whatever the file says"
    )
    parser.add_argument("--socket", type=_whole, metavar="N", help="talk over the inherited socket of that number")
    parser.add_argument("--telnet", action="store_true", help="the line has telnet's own bytes in it")
    parser.add_argument(
        "--encoding", choices=("cp437", "utf-8", "ascii"), default="", help="the letters (default cp437)"
    )
    parser.add_argument("--plain", action="store_true", help="plain lines, for screen readers")
    parser.add_argument("--columns", type=_whole, default=0, metavar="N", help="columns, where no terminal tells")
    parser.add_argument("--rows", type=_whole, default=0, metavar="N", help="rows, where no terminal tells")
    parser.add_argument("--verbose", action="store_true", help="show first what the board gave (never a password)")


def wishes_of(args: argparse.Namespace) -> Wishes:
    """What was said."""
    return Wishes(**{field.name: getattr(args, field.name) for field in fields(Wishes)})


def _path(text: str) -> Path:
    if not text:  # a code that the board does not know
        raise argparse.ArgumentTypeError("the name of the drop file is empty")
    return Path(text)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)
