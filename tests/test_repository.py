"""The repository as a whole: checkers are content, modules stay small, what the README says is so."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULE_LIMIT = 500
INSTRUCTIONS_WIDTH = 76

SHIPPED = ("door", "sysop", "data", "tests", "docs", ".ci")
BUILT = {"__pycache__", ".hypothesis", ".benchmarks", ".mypy_cache", ".ruff_cache"}

# Taken apart so that this file does not hold what it looks for.
FORBIDDEN = [
    re.compile(pattern)
    for pattern in (
        "/" + "work/",
        "/" + "farm/",
        "/" + "root/",
        "/" + "home/",
        "/tmp/" + "venv",
        r"\." + "library",
        r"\.\./" + "shared",
        r"https?://[^\s]*" + r"(registry|/simple\b|/packages/|pypi\.org|pythonhosted|deb\.debian)",
        "index" + "-url",
    )
]


def repository_files() -> Iterator[Path]:
    """Every file that belongs to the repository, without what tools leave behind."""
    for path in sorted(ROOT.iterdir()):
        if path.is_file() and path.name not in {"uv.lock", ".coverage"}:
            yield path
    for folder in SHIPPED:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not BUILT.intersection(path.relative_to(ROOT).parts):
                yield path


def run_tool(*command: str) -> None:
    """Run a checker in the repository; its whole output is the message when it complains."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"


def readme_blocks(language: str) -> list[str]:
    """The README's code blocks of one language."""
    readme = (ROOT / "README.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)


def readme_commands() -> list[str]:
    """The lines of the README's shell blocks, comments left out."""
    return [line for block in readme_blocks("sh") for line in block.splitlines() if line and not line.startswith("#")]


def run_in_repository(*arguments: str, text: str = "") -> str:
    """Run this Python in the repository with the text as its input, and return what it wrote."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, input=text, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.timeout(300)
def test_types_are_right() -> None:
    run_tool(sys.executable, "-m", "mypy", "--strict")


def test_lint_finds_nothing() -> None:
    run_tool(sys.executable, "-m", "ruff", "check", "--quiet", ".")
    run_tool(sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")


def test_imports_point_only_down() -> None:
    run_tool(sys.executable, "-c", "import importlinter.cli; importlinter.cli.lint_imports_command()", "--no-cache")


@pytest.mark.parametrize("package", ["door", "sysop", "tests"])
def test_modules_stay_small(package: str) -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in (ROOT / package).rglob("*.py")}
    assert lengths
    assert {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > MODULE_LIMIT} == {}


def test_the_checking_machine_runs_the_command_of_the_readme() -> None:
    (command,) = (line for line in readme_commands() if line.startswith("python3 -m venv .venv-test "))
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert script[-1] == command, "It must be the last line, so that its exit status is the script's."


def test_the_checking_script_can_be_executed() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    run_tool("bash", "-n", str(script))


def test_the_readme_starts_the_server_from_a_clone() -> None:
    assert "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/empire1901 serve" in readme_commands()


def test_the_readme_names_only_files_that_are_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_adjudication_in_the_readme_comes_out_as_shown() -> None:
    asked, answered = (json.loads(block) for block in readme_blocks("json"))
    assert json.loads(run_in_repository("-m", "door", "adjudicate", text=json.dumps(asked) + "\n")) == answered


def test_the_library_example_in_the_readme_prints_what_it_says() -> None:
    (program,) = readme_blocks("python")
    expected = [line.removeprefix("# ") for line in program.splitlines() if line.startswith("# ")]
    assert expected
    assert run_in_repository("-c", program).splitlines() == expected


def test_instructions_are_plain_and_narrow() -> None:
    text = (ROOT / "EMPINST.DAT").read_bytes().decode("ascii")
    assert [line for line in text.split("\n") if len(line) > INSTRUCTIONS_WIDTH] == []
    assert [c for c in set(text) if c < " " and c != "\n"] == []
    assert [line for line in text.split("\n") if line != line.rstrip()] == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = []
    for path in repository_files():
        text = path.read_bytes().decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {line[:120]}" for p in FORBIDDEN if p.search(line)]
    assert found == []
