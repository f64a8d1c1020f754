"""The wheel: what it carries, what it must not carry, and that it works away from the clone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

CARRIED = ["door/_data/EMPINST.DAT", "door/_data/europe.toml"]
LIVE = ("empire1901.toml", "event.jsonl", "journal.jsonl", "press.jsonl", "game.json", ".lock", ".torn")
LIVE_FOLDERS = {"games", "callers", "orders", "bulletins"}


def run_python(*arguments: str, cwd: Path, **environment: str) -> str:
    """Run this Python with the arguments, without network; return what it wrote."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the repository as it stands."""
    folder = tmp_path_factory.mktemp("wheel")
    run_python("-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder), cwd=ROOT)
    (built,) = folder.glob("empire1901-*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_it_carries_the_shipped_files(names: list[str]) -> None:
    shipped = [*CARRIED, *(f"door/_data/map/{path.name}" for path in (ROOT / "data" / "map").iterdir())]
    assert [name for name in shipped if name not in names] == []
    assert any(name.startswith("door/_data/map/") for name in names)


def test_what_it_ships_is_what_the_clone_holds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("door/_data/EMPINST.DAT") == (ROOT / "EMPINST.DAT").read_bytes()
        assert archive.read("door/_data/europe.toml") == (ROOT / "data" / "europe.toml").read_bytes()


def test_it_carries_nothing_live_and_nothing_else(names: list[str]) -> None:
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"door", "sysop"}
    assert [name for name in names if name.endswith(LIVE)] == []
    data = [name for name in names if "/_data/" in name]
    assert [name for name in data if LIVE_FOLDERS.intersection(name.split("/"))] == []
    assert [name for name in names if "__pycache__" in name or name.endswith((".orig", ".rej", "~"))] == []


def test_it_installs_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (entry_points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "empire1901 = door.cli:main" in archive.read(entry_points).decode()


def test_installed_elsewhere_it_runs(wheel: Path, tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "target", tmp_path / "elsewhere"
    elsewhere.mkdir()
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", str(target), str(wheel))
    run_python(*pip, cwd=elsewhere)

    program = (
        "import door; from door.store.shipped import load_board; print(door.__file__, len(load_board().provinces))"
    )
    where, provinces = run_python("-c", program, cwd=elsewhere, PYTHONPATH=str(target)).rsplit(maxsplit=1)
    assert Path(where).is_relative_to(target), "It must be the installed package that was tried, not the clone."
    assert provinces == "75"

    instructions = "from door.store.shipped import shipped_text; print(shipped_text('EMPINST.DAT')[:11])"
    assert run_python("-c", instructions, cwd=elsewhere, PYTHONPATH=str(target)).startswith("Empire 1901")
    assert "empire1901" in run_python("-m", "door", "--help", cwd=elsewhere, PYTHONPATH=str(target))
    assert list(elsewhere.iterdir()) == [], "Nothing is written where the command is called."
