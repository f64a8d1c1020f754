"""The command, as real processes: exit codes, what goes where, and several at once on one home."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging.handlers import WatchedFileHandler
from pathlib import Path

import pytest

from door.cli import main
from door.judge.games import view
from door.judge.process import process
from door.judge.signup import register
from door.store import journal
from door.store.home import Home, default_root
from door.store.names import caller_slug
from tests.judge.play import NOON, days_later, order, phase_of, running

CHECKOUT = Path(__file__).parents[2]
NEXT_DAY = days_later(1).isoformat()


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "door", *map(str, words)]


def surroundings(**extra: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(CHECKOUT), **extra}


def run(*words: str | Path, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words), input=stdin, capture_output=True, text=True, timeout=60, env=surroundings(**extra), check=False
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["serve", "--help"],
        ["event", "--help"],
        ["game", "--help"],
        ["game", "new", "--help"],
        ["caller", "list", "--help"],
        ["adjudicate", "--help"],
    ],
)
def test_every_command_has_help_with_an_example(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 0
    assert re.search(r"(Example:|Begin with:) empire1901 ", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "COMMAND"),
        (["dance"], "dance"),
        (["event", "--now", "tomorrow"], "'tomorrow' is no time; write it as 2026-11-30T03:05"),
        (["event", "--now", "2026-02-30T03:05"], "is no time"),
        (["event", "--now", "0001-01-01T00:00"], "is no time"),
        (["serve", "--port", "70000"], "'70000' is no port"),
        (["serve", "--port", "-1"], "is no port"),
        (["game", "new", "x", "--rules", "chess"], "chess"),
        (["adjudicate", "--rules", "chess"], "chess"),
    ],
)
def test_bad_usage_exits_with_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_the_version(tmp_path: Path) -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("empire1901")


def test_the_event_in_a_process_of_its_own(home: Home) -> None:
    running(home, "alpha")
    order(home, "FRANCE", "A PAR - BUR", game="alpha")
    first, second = (run("event", "--home", home.root, "--now", NEXT_DAY, TZ="UTC0") for _ in range(2))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == "alpha: Spring 1901 was closed; it is now Fall 1901\n"
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout == "alpha: nothing due: Spring 1901 was closed today, 12:00\n"
    assert "game alpha: S1901M closed" in (home.root / "door.log").read_text()
    assert str(view(home, "alpha").position.units["BUR"]) == "A BUR"


def test_a_time_without_a_zone_is_local(home: Home) -> None:
    running(home, "alpha")
    # 00:30 on the second day in Tokyo is still the first day in UTC, where the game's start was noted.
    assert "was closed" in run("event", "--home", home.root, "--now", "2026-12-01T00:30", TZ="JST-9").stdout
    noted = (home.root / "event.jsonl").read_text()
    assert "2026-12-01T00:30:00+09:00" in noted


def test_a_damaged_game_makes_the_event_exit_with_1(home: Home) -> None:
    for name in ("alpha", "beta", "gamma"):
        running(home, name)
    (home.games_dir / "beta" / "game.json").write_text("{")
    done = run("event", "--home", home.root, "--now", NEXT_DAY, TZ="UTC0")
    assert done.returncode == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["alpha", "gamma"]
    assert "beta" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in (home.root / "door.log").read_text()


def test_two_event_processes_at_once_close_each_phase_once(home: Home) -> None:
    for name in ("alpha", "beta", "gamma"):
        running(home, name)
    words = command("event", "--home", home.root, "--now", NEXT_DAY)
    both = [
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings(TZ="UTC0"))
        for _ in range(2)
    ]
    said = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert sum(out.count("was closed; it is now Fall 1901") for out, _ in said) == 3
    assert sum(out.count("nothing due") for out, _ in said) == 3
    for name in ("alpha", "beta", "gamma"):
        assert len(journal.phases(home, name)) == 1


def test_r58_the_lock_of_a_killed_event_is_free(home: Home) -> None:
    running(home, "alpha")
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from door.store.home import Home, event_lock\n"
            "from door.store.games import game_lock\n"
            "home = Home.open(Path(sys.argv[1]))\n"
            "with event_lock(home), game_lock(home, 'alpha'): print('held', flush=True); time.sleep(60)",
            str(home.root),
        ],
        stdout=subprocess.PIPE,
        text=True,
        env=surroundings(),
    )
    assert holder.stdout is not None
    with holder, holder.stdout:
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.wait()
    done = run("event", "--home", home.root, "--now", NEXT_DAY, TZ="UTC0")
    assert (done.returncode, done.stdout) == (0, "alpha: Spring 1901 was closed; it is now Fall 1901\n")


_CALLER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from door.judge.games import view
from door.judge.refusal import Refused
from door.judge.submit import submit
from door.rules.orders import Hold
from door.rules.phase import Phase
from door.store.home import Home
home, power = Home.open(Path(sys.argv[1])), sys.argv[2]
caller = f"Caller of {power.title()}"
stored = []
for unit in view(home, "demo").position.units_of(power) * 4:
    try:
        stored = submit(home, "demo", caller, Phase.parse("S1901M"), Hold(unit), datetime.now(UTC))
    except Refused as refused:
        assert "The turn has passed" in str(refused), refused
        break
print(len(stored))
"""


def test_callers_in_other_processes_lose_no_order_to_the_event(home: Home) -> None:
    running(home, "demo")
    powers = ("AUSTRIA", "FRANCE", "RUSSIA")
    callers = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", _CALLER, str(home.root), power],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=surroundings(TZ="UTC0"),
        )
        for power in powers
    ]
    event = run("event", "--home", home.root, "--now", NEXT_DAY, TZ="UTC0")
    said = [process.communicate(timeout=60) for process in callers]
    assert (event.returncode, event.stderr) == (0, "")
    assert [process.returncode for process in callers] == [0, 0, 0], said
    (line,) = journal.phases(home, "demo")
    assert [len(line.orders.get(power, [])) for power in powers] == [int(out) for out, _ in said]


Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(home: Home, capsys: pytest.CaptureFixture[str]) -> Iterator[Call]:
    """Run a command on the home in this process: exit code, standard output, standard error."""
    root = logging.getLogger()
    before = list(root.handlers)

    def run_here(*words: str) -> tuple[int, str, str]:
        code = main([*words, "--home", str(home.root)])
        said = capsys.readouterr()
        return code, said.out, said.err

    yield run_here
    for handler in root.handlers:
        if isinstance(handler, WatchedFileHandler):
            handler.close()
    root.handlers[:] = before
    root.setLevel(logging.WARNING)


def test_games_are_made(home: Home, call: Call) -> None:
    made = call("game", "new", "north", "--title", "North", "--starts", "open")
    assert made == (0, "The game north is there: callers can take seats.\n", "")
    code, out, err = call("game", "new", "north")
    assert (code, out) == (1, "")
    assert re.fullmatch(r"empire1901: There is a game 'north' already; .*\.\n", err)
    assert view(home, "north").record.title == "North"
    assert view(home, "north").record.starts == "open"


def test_games_are_listed(home: Home, call: Call) -> None:
    running(home, "north", "FRANCE")
    assert re.fullmatch(r"north +running +Spring 1901 +6 open +North\n", call("game", "list")[1])
    assert json.loads(call("game", "list", "--json")[1]) == [
        {"name": "north", "title": "North", "phase_title": "Spring 1901", "status": "running", "seats_open": 6}
    ]


def test_a_game_is_shown_with_its_last_report(home: Home, call: Call) -> None:
    running(home, "north", "FRANCE")
    process(home, "north", days_later(1))
    shown = call("game", "show", "north")[1]
    assert re.search(r"^FRANCE +3 centres +3 units +Caller of France$", shown, re.MULTILINE)
    assert "French army in E: Paris            HOLDS\n" in shown
    as_json = json.loads(call("game", "show", "north", "--json")[1])
    assert (as_json["phase"], as_json["report"][0]) == ("F1901M", "Spring 1901")
    assert as_json["seats"] == {"FRANCE": "Caller of France"}
    assert call("game", "show", "south") == (1, "", "empire1901: There is no game 'south'.\n")


def test_a_seat_is_taken_from_its_caller(home: Home, call: Call) -> None:
    running(home, "north", "FRANCE")
    assert call("game", "vacate", "north", "france") == (0, "Nobody plays FRANCE any more: the seat is open.\n", "")
    assert view(home, "north").record.seats == {}
    assert call("game", "vacate", "north", "france") == (1, "", "empire1901: Nobody plays FRANCE in North.\n")


def test_callers_are_listed_without_their_secrets(home: Home, call: Call) -> None:
    register(home, "Ann", "a secret", NOON)
    (home.callers_dir / f"{caller_slug('Bob')}.json").write_text("{")
    code, out, err = call("caller", "list")
    assert (code, out) == (1, "Ann                   last call 2026-11-30 12:00\n")
    assert "bob.json" in err
    (listed,) = json.loads(call("caller", "list", "--json")[1])
    assert listed == {"name": "Ann", "last_call": "2026-11-30T12:00:00+00:00"}


def test_the_home_is_found_by_the_environment(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRE1901_HOME", str(home.root))
    assert default_root() == home.root


def test_wrong_settings_are_named(home: Home, call: Call) -> None:
    home.settings_path.write_text('port = "high"\n')
    code, out, err = call("game", "list")
    assert (code, out) == (1, "")
    assert "port is 'high'" in err


def test_output_that_nobody_reads_is_no_fault(home: Home) -> None:
    running(home, "alpha")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            command("game", "list", "--home", home.root),
            stdout=pipe,
            stderr=subprocess.PIPE,
            env=surroundings(),
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"")


def test_phases_are_adjudicated_from_standard_input() -> None:
    phase = {
        "name": "S1901M",
        "state": {"units": {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]}},
        "orders": {"FRANCE": ["A BUR - BEL", "A PIC S A BUR - BEL"], "GERMANY": ["A BEL H"]},
    }
    done = run("adjudicate", "--rules", "standard", stdin=json.dumps(phase) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["results"] == {"A BUR": [], "A PIC": [], "A BEL": ["dislodged"]}
    assert answer["next"]["name"] == "S1901R"
    wrong = run("adjudicate", stdin="nonsense\n")
    assert wrong.returncode == 1
    assert "error" in json.loads(wrong.stdout)


@contextmanager
def server(*words: str | Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server process, and the lines that it says at its start."""
    process = subprocess.Popen(
        command("serve", *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings()
    )
    assert process.stdout is not None
    try:
        said: list[str] = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith("The home is"):
                break
        yield process, said
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)


def test_the_first_start_makes_a_home_with_a_demo_and_says_how_to_call(tmp_path: Path) -> None:
    root = tmp_path / "new" / "home"
    with server("--home", root, "--port", "0") as (process, said):
        assert said[-1] == f"The home is {root}"
        found = re.search(r"port (\d+)", "\n".join(said))
        assert found is not None, said
        with socket.create_connection(("127.0.0.1", int(found[1])), timeout=10) as line:
            assert line.recv(100)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0
    home = Home.open(root)
    record = view(home, "demo").record
    assert (record.title, record.starts, record.rules, record.status) == ("Demo", "open", "e1901", "forming")
    assert (root / "door.log").exists()
    assert phase_of(home) == "S1901M"


def test_a_port_that_is_taken_is_named(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--home", home.root, "--port", str(port))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"port {port} cannot be opened at 127.0.0.1" in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", [["event"], ["adjudicate"]], ids=str)
def test_streams_closed_from_outside_change_nothing(home: Home, words: list[str], closed: str) -> None:
    running(home, "alpha")
    where = ["--home", str(home.root), "--now", NEXT_DAY] if words == ["event"] else []
    said = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *command(*words, *where)],
        input=b"" if "<" not in closed else None,
        capture_output=True,
        env=surroundings(TZ="UTC0"),
        timeout=60,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, b"")
    assert phase_of(home, "alpha") == ("F1901M" if words == ["event"] else "S1901M")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written_is_told_in_a_sentence(home: Home) -> None:
    running(home, "alpha")
    (home.root / "door.log").symlink_to("/dev/full")  # and so is a log that cannot be written: by silence
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("event", "--home", home.root, "--now", NEXT_DAY),
            stdout=full,
            stderr=subprocess.PIPE,
            env=surroundings(TZ="UTC0"),
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == (
        b"empire1901: reading the input or writing the output has failed: No space left on device.\n"
    )
    assert phase_of(home, "alpha") == "F1901M"


@pytest.mark.parametrize(
    "words",
    [
        ["event"],
        ["game", "list"],
        ["game", "show", "demo"],
        ["game", "vacate", "demo", "FRANCE"],
        ["caller", "list"],
    ],
    ids=" ".join,
)
def test_a_slip_in_the_homes_name_makes_no_home(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    before = list(root.handlers)
    assert main([*words, "--home", str(tmp_path / "tpyo")]) == 1
    root.handlers[:] = before
    assert f"There is no home {tmp_path}/tpyo" in capsys.readouterr().err
    assert not (tmp_path / "tpyo").exists()


def test_an_empty_name_of_a_home_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["event", "--home", ""])
    assert left.value.code == 2
    assert "the name of the directory is empty" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["a" * 70, "..", "no such.host", "192.0.2.1"])
def test_a_host_that_cannot_be_is_named(home: Home, call: Call, host: str) -> None:
    code, out, err = call("serve", "--port", "0", "--host", host)
    assert (code, out) == (1, "")
    assert re.fullmatch(
        r"empire1901: port 0 cannot be opened at .*: .+\. Choose another with --port or --host\.\n", err
    )


def test_of_two_first_starts_at_once_both_serve(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with server("--home", home, "--port", "0") as (_, first), server("--home", home, "--port", "0") as (_, second):
        for said in (first, second):
            assert re.search(r"^Call in:  telnet 127\.0\.0\.1 [1-9]\d*$", "\n".join(said), re.MULTILINE), said
    assert view(Home.open(home), "demo").record.title == "Demo"


def test_a_demo_made_by_another_server_meanwhile_is_no_fault(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from door.cli import _make_demo

    _make_demo(home)
    monkeypatch.setattr("door.store.games.list_games", lambda home: [])
    _make_demo(home)


def test_the_log_is_for_its_owner_only(home: Home) -> None:
    assert run("event", "--home", home.root).returncode == 0
    assert (home.root / "door.log").stat().st_mode & 0o777 == 0o600
