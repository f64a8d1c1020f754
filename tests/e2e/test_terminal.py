"""A real telnet client in a real terminal of 80x24: what a caller sees, and that nothing scrolls away."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.phone import serving

MISSING = [program for program in ("tmux", "telnet") if shutil.which(program) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {' and '.join(MISSING)}")


class Window:
    """A tmux server of its own, with one window of 80x24."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def run(self, *command: str) -> str:
        """Run a tmux command and give what it says."""
        done = subprocess.run(
            ["tmux", "-u", "-S", str(self._socket), "-f", "/dev/null", *command],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        )
        return done.stdout

    def open(self, command: str) -> None:
        """Start a program in the window."""
        self.run("new-session", "-d", "-x", "80", "-y", "24", command)
        self.run("set-option", "status", "off")

    def see(self, wanted: str, *keys: str) -> list[str]:
        """Press keys, wait until the pattern is on the screen, and give its rows."""
        for key in keys:
            self.run("send-keys", key)
        deadline = time.monotonic() + 20
        while True:
            shown = self.run("capture-pane", "-p")
            if re.search(wanted, shown):
                return shown.split("\n")[:24]
            assert time.monotonic() < deadline, f"{wanted!r} did not come; the screen is\n{shown}"
            time.sleep(0.05)


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    opened = Window(tmp_path / "tmux")
    yield opened
    opened.run("kill-server")


async def test_a_call_in_a_real_terminal(tmp_path: Path, window: Window) -> None:
    async with serving(tmp_path / "home") as port:
        window.open(f"telnet 127.0.0.1 {port}; sleep 60")  # to see the last words
        window.see("Your name:")
        window.see("New name:", "NEW", "Enter")
        window.see("password for Anna", "Anna", "Enter")
        window.see("again", "a-secret-1901", "Enter")
        window.see("Number of a game", "a-secret-1901", "Enter")
        for keys, wanted in (
            (("Enter",), "Take a seat"),
            (("T",), "Key of a power"),
            (("F",), "Play France"),
            (("Y",), "Spring 1901 · France"),
            (("O",), "no order: HOLDS"),
            (("E", "A"), "Key of the territory"),
            (("e",), "ATTACKS +e: Burgundy"),
            (("Enter",), "Your choice"),
            (("M",), "K keys"),
        ):
            rows = window.see(wanted, *keys)
            assert rows[0].startswith(" Empire 1901 · Demo"), "the title has scrolled away"
            assert all(len(row) <= 79 for row in rows)
        window.see("Your choice", "Escape")
        window.see("Y ready, and leave", "Q")
        window.see("ood-bye|closed", "Enter")
