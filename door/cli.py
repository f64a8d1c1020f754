"""The command ``empire1901``: the top floor, which starts everything else.

Exit codes: 0 done, 1 refused with a sentence on standard error, 2 bad usage. Each command imports what it needs when it
runs, so that those that cron or a pipe calls start quickly. The clock of every command is read in here; calls have
their own, from `door.node.telnet`.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from door.node.wishes import add_wishes, wishes_of

if TYPE_CHECKING:
    from door.judge.games import GameView
    from door.store.home import Home

PROGRAM = "empire1901"
_DEMO = "demo"
_INTERRUPTED = 130  # by Ctrl-C, as the shell counts it

Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code."""
    _see_to_streams()
    args = _parser().parse_args(argv)
    command: Command = args.command
    if command is _door:  # its caller waits, and it tells by itself what goes wrong
        return command(args)
    # Here and not above: --help and --version need nothing of ours.
    from door.judge.refusal import Refused
    from door.store.errors import StoreError

    try:
        code = command(args)
        sys.stdout.flush()
        return code
    except (Refused, StoreError) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:  # what is wrong with a file of ours is a StoreError
        # Python must not try to flush the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 1  # whoever read the output has had enough
        return _fail(f"reading the input or writing the output has failed: {error.strerror or error}.")


def _see_to_streams() -> None:
    """Make standard streams that were closed from outside lead nowhere, and any letter printable."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(nowhere, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a name must not end the command where the terminal lacks a letter


def _fail(sentence: str) -> int:
    print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    return 1


# What is understood


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Diplomacy as a bulletin-board door game.", epilog="Begin with: empire1901 serve"
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is and stop")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_serve(commands)
    _add_door(commands)
    _add_event(commands)
    _add_game(commands)
    _add_caller(commands)
    _add_adjudicate(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"{PROGRAM} {version(PROGRAM)}")
        except PackageNotFoundError:
            print(f"{PROGRAM}, run from its source without being installed")
        parser.exit()


_Commands = argparse._SubParsersAction  # the only name that argparse has for it


def _add(
    commands: _Commands[argparse.ArgumentParser], name: str, command: Command, what: str, example: str
) -> argparse.ArgumentParser:
    """Add a command with its help and an example."""
    added = _add_word(commands, name, what, example)
    added.set_defaults(command=command)
    return added


def _add_group(
    commands: _Commands[argparse.ArgumentParser], name: str, what: str, example: str
) -> _Commands[argparse.ArgumentParser]:
    """Add a word that commands follow."""
    return _add_word(commands, name, what, example).add_subparsers(metavar="COMMAND", required=True)


def _add_word(
    commands: _Commands[argparse.ArgumentParser], name: str, what: str, example: str
) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = commands.add_parser(
        name, help=what, description=f"{what[0].upper()}{what[1:]}.", epilog=f"Example: {PROGRAM} {example}"
    )
    return added


def _add_home(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--home",
        type=_directory,
        metavar="DIR",
        help="the directory with everything live (else $EMPIRE1901_HOME, else the platform's data directory)",
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", choices=("e1901", "standard"), default="e1901", help="the rulebook (default e1901)")
    parser.add_argument("--army-fleet", action="store_true", help="with the rules for armies aboard fleets")


def _add_serve(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(commands, "serve", _serve, "answer callers, until stopped", "serve --host 0.0.0.0 --port 2323")
    _add_home(parser)
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (else as the settings say)")
    parser.add_argument("--port", type=_port, metavar="N", help="the port; 0 takes any (else as the settings say)")


def _add_door(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(commands, "door", _door, "take a call that comes from a board", "door --drop /bbs/node1/DOOR32.SYS")
    _add_home(parser)
    add_wishes(parser)


def _add_event(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "event",
        _event,
        "close the turn of every game where one is due; for cron, once a day",
        "event --home /srv/empire1901",
    )
    _add_home(parser)
    parser.add_argument(
        "--now", type=_moment, metavar="TIME", help="take this for the clock (2026-11-30T03:05, local without a zone)"
    )


def _add_game(commands: _Commands[argparse.ArgumentParser]) -> None:
    group = _add_group(commands, "game", "list, make and look at games", "game list")
    listed = _add(group, "list", _game_list, "list the games", "game list --json")
    made = _add(group, "new", _game_new, "make a game", "game new north --title 'North of the river' --starts full")
    shown = _add(group, "show", _game_show, "show a game and its last report", "game show demo")
    reported = _add(
        group, "report", _game_report, "print the report of a closed turn", "game report demo --turn F1903M"
    )
    vacated = _add(group, "vacate", _game_vacate, "take the seat from a caller", "game vacate demo FRANCE")
    for parser in (listed, made, shown, reported, vacated):
        _add_home(parser)
    for parser in (listed, shown, reported):
        parser.add_argument("--json", action="store_true", help="print JSON")
    for parser in (made, shown, reported, vacated):
        parser.add_argument("name", metavar="NAME", help="the game's short name")
    made.add_argument("--title", help="the title that callers see (else the short name)")
    _add_rules(made)
    made.add_argument(
        "--starts", choices=("full", "open"), default="full", help="start when all seats are taken, or with the first"
    )
    made.add_argument(
        "--press",
        choices=("all", "public", "none", "rulebook"),
        default="all",
        help="messages between players: all, public only, none, or all but in turns of moves only (rulebook)",
    )
    made.add_argument("--grey", action="store_true", help="messages may be unsigned: nobody learns who wrote them")
    made.add_argument("--password", metavar="WORD", help="for invited callers: taking a seat needs this password")
    made.add_argument("--anonymous", action="store_true", help="who plays what is kept until the game is over")
    votes = {"draws": "the players may vote for a draw", "concessions": "the players may concede to one of them"}
    for vote, what in votes.items():
        made.add_argument(f"--{vote}", choices=("on", "off"), default="on", help=f"whether {what} (default on)")
    reported.add_argument(
        "--turn", metavar="TURN", help="its name (F1903M), or its number counted from 1; else the last one"
    )
    vacated.add_argument("power", metavar="POWER", type=str.upper, help="the power to leave without a caller")


def _add_caller(commands: _Commands[argparse.ArgumentParser]) -> None:
    group = _add_group(commands, "caller", "list callers", "caller list")
    listed = _add(group, "list", _caller_list, "list the callers", "caller list --json")
    _add_home(listed)
    listed.add_argument("--json", action="store_true", help="print JSON")


def _add_adjudicate(commands: _Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "adjudicate",
        _adjudicate,
        "adjudicate phases, one JSON object a line from standard input, and answer each with a line",
        "adjudicate --rules standard < phases.jsonl",
    )
    _add_rules(parser)


def _directory(text: str) -> Path:
    if not text:  # a variable that is not set, in a crontab
        raise argparse.ArgumentTypeError("the name of the directory is empty")
    return Path(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; ports are numbers from 0 to 65535")
    return int(text)


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time; write it as 2026-11-30T03:05 or 2026-11-30T03:05+01:00"
        ) from None


# What is done


def _now() -> datetime:
    return datetime.now(UTC)


def _open_home(args: argparse.Namespace, *, log: bool = False, new: bool = False, quiet: bool = False) -> Home:
    """Open the home; ``log`` keeps a log in it, else only what is wrong is said, on standard error (``quiet``: never).

    Only ``serve`` and ``game new`` make a directory for it: a slip in a crontab must not become an empty home,
    in which every event succeeds.
    """
    from door.store.errors import MissingError
    from door.store.home import Home, default_root

    root: Path = args.home or default_root()
    logging.getLogger().addHandler(logging.NullHandler())
    if not quiet:
        _log_to_stderr()
    if not (new or root.exists()):
        raise MissingError(f"There is no home {root}; empire1901 serve makes it.")
    if log and root.is_dir():
        _log_to_file(root)  # before opening, which may find something to mend
        return Home.open(root)
    home = Home.open(root)
    if log:
        _log_to_file(root)
    return home


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_OneLine())
    logging.getLogger().addHandler(handler)


def _log_to_file(root: Path) -> None:
    from logging.handlers import WatchedFileHandler

    os.umask(0o077)  # the log is for its owner only, as are the other files; also after it was rotated
    path = root / "door.log"
    try:
        handler = WatchedFileHandler(path, encoding="utf-8")
    except OSError as error:
        logging.getLogger(__name__).warning("there is no log: %s cannot be written: %s", path.name, error.strerror)
        return
    logging.raiseExceptions = False  # a log that cannot be written (a full disk) must not be told line by line
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def _event(args: argparse.Namespace) -> int:
    from sysop.event import run_event

    result = run_event(_open_home(args, log=True), args.now or _now())
    for line in result.lines:
        print(line)
    return result.exit_code


def _game_list(args: argparse.Namespace) -> int:
    from door.judge.games import game_list

    entries = game_list(_open_home(args))
    if args.json:
        _print_json([_as_dict(entry, "name title phase_title status seats_open") for entry in entries])
        return 0
    for entry in entries:
        print(f"{entry.name:16} {entry.status:8} {entry.phase_title:24} {entry.seats_open} open  {entry.title}")
    return 0


def _as_dict(value: object, names: str) -> dict[str, object]:
    return {name: getattr(value, name) for name in names.split()}


def _game_new(args: argparse.Namespace) -> int:
    from door.judge.games import new_game

    home, title = _open_home(args, new=True), args.title or args.name
    options = {name: getattr(args, name) for name in ("army_fleet", "press", "grey", "password", "anonymous")}
    options |= {vote: getattr(args, vote) == "on" for vote in ("draws", "concessions")}
    record = new_game(home, args.name, title, args.rules, args.starts, _now(), **options)
    print(f"The game {record.name} is there: callers can take seats.")
    return 0


def _game_vacate(args: argparse.Namespace) -> int:
    from door.judge.games import vacate_seat

    vacate_seat(_open_home(args), args.name, args.power, _now())
    print(f"Nobody plays {args.power} any more: the seat is open.")
    return 0


def _game_show(args: argparse.Namespace) -> int:
    from door.judge.games import view
    from door.judge.news import last_report

    home = _open_home(args)
    seen, report = view(home, args.name), last_report(home, args.name)
    report_lines = [] if report is None else [report.title, *report.lines]
    if args.json:
        _print_json(_shown(seen, report_lines))
        return 0
    print("\n".join([*_shown_lines(seen), *(["", *report_lines] if report_lines else [])]))
    return 0


def _game_report(args: argparse.Namespace) -> int:
    from door.judge.history import past_turns, saved_form

    past = past_turns(_open_home(args), args.name)
    number = past.find(str(len(past) or 1) if args.turn is None else args.turn)
    line = past.line(number)
    if args.json:
        _print_json({"number": number + 1, "title": past.title(number), **saved_form(line)})
    else:
        print("\n".join(line.report))
    return 0


def _shown(seen: GameView, report: list[str]) -> Mapping[str, object]:
    shown = _as_dict(seen.record, "name title rules army_fleet starts status phase turn winner seats state")
    shown |= _as_dict(seen.record, "press grey anonymous draws concessions draw conceded")
    invited = seen.record.password is not None
    return {**shown, "invited": invited, "open_seats": seen.open_seats, "report": report}


def _shown_lines(seen: GameView) -> list[str]:
    from door.judge.news import standings
    from door.judge.table import settings_words
    from door.judge.votes import ending

    record = seen.record
    rules = f"{record.rules} with Army/Fleet" if record.army_fleet else record.rules
    lines = [f"{record.name}: {record.title}", f"{seen.phase_title}, {record.status}, rules {rules}"]
    lines += [f"Settings: {'; '.join(settings_words(record))}.", *filter(None, [ending(seen)])]
    for standing in standings(seen):
        caller = standing.caller or "(open)"
        lines.append(f"{standing.power:10} {standing.centres:2} centres {standing.units:2} units  {caller}")
    return lines


def _caller_list(args: argparse.Namespace) -> int:
    from door.store.callers import caller_names, load_caller
    from door.store.errors import StoreError

    home, code, shown = _open_home(args), 0, []
    for name in caller_names(home):
        try:
            record = load_caller(home, name)
        except StoreError as error:
            code = _fail(str(error))
            continue
        if record is not None:
            shown.append((record.name, record.last_call))
    if args.json:
        _print_json([{"name": name, "last_call": last and last.isoformat()} for name, last in shown])
        return code
    for name, last in shown:
        print(f"{name:20}  last call {last.astimezone():%Y-%m-%d %H:%M}" if last else f"{name:20}  no call yet")
    return code


def _adjudicate(args: argparse.Namespace) -> int:
    from door.rules.rulebook import rulebook_named
    from sysop.phases import adjudicate_lines

    return adjudicate_lines(sys.stdin.buffer, sys.stdout, rulebook_named(args.rules, args.army_fleet))


def _serve(args: argparse.Namespace) -> int:
    import asyncio

    from door.node.telnet import serve_forever
    from door.screens.door import run

    home = _open_home(args, log=True, new=True)
    _make_demo(home)
    host = args.host or home.settings.host
    port = home.settings.port if args.port is None else args.port

    announced = False

    def announce(opened: int) -> None:
        nonlocal announced
        announced = True
        print(f"{home.settings.board_name} answers telnet calls at {host}, port {opened}. Ctrl-C ends it.")
        print(f"Call in:  telnet {_callable(host)} {opened}")
        print(f"The home is {home.root}", flush=True)

    try:
        asyncio.run(serve_forever(home, host, port, run, announce))
    except (OSError, UnicodeError) as error:  # a host that cannot be a name is no OSError
        if announced:
            raise
        return _fail(f"port {port} cannot be opened at {host}: {_why(error)}. Choose another with --port or --host.")
    return 0


def _door(args: argparse.Namespace) -> int:
    if os.name != "posix":
        return _fail("calls from a board need Linux or another Unix; empire1901 serve works here, too.")
    from door.node.boardcall import take_call

    return take_call(wishes_of(args), lambda: _open_home(args, log=True, quiet=True))


def _why(error: Exception) -> str:
    if not isinstance(error, OSError):
        return "no machine can have that name"
    known = error.errno is not None and error.errno > 0
    return os.strerror(error.errno or 0) if known else str(error.strerror)


def _callable(host: str) -> str:
    """Give the address to call: one that means all of this machine's own is called as this machine."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _make_demo(home: Home) -> None:
    """Give a home without games one that anybody can try: it runs as soon as one seat is taken."""
    from door.judge.games import new_game
    from door.judge.refusal import Refused
    from door.store.games import list_games

    if not list_games(home):
        with suppress(Refused):  # another server, started at the same moment, has made it
            new_game(home, _DEMO, "Demo", "e1901", "open", _now())


class _OneLine(logging.Formatter):
    """For standard error: what is wrong, without the traceback that the log has."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{PROGRAM}: {record.getMessage()}"
