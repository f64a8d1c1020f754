"""The server in its own process, called by real clients and ended by signals."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from door.node.telnet import CLOSING

ROOT = Path(__file__).parents[2]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-X", "dev", "-m", "tests.node.served", str(tmp_path / "home")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        announced = re.search(r"port (\d+)", process.stdout.readline())
        assert announced is not None, process.communicate()[1]
        try:
            yield process, int(announced[1])
        finally:
            process.kill()


@pytest.mark.skipif(shutil.which("telnet") is None, reason="the telnet client of inetutils is not installed")
def test_a_telnet_client_gets_keys_size_and_charset(served: tuple[subprocess.Popen[str], int]) -> None:
    process, port = served
    child = pexpect.spawn(
        "telnet",
        ["127.0.0.1", str(port)],
        dimensions=(24, 80),
        timeout=5,
        env={**os.environ, "TERM": "xterm-256color", "LANG": "en_GB.UTF-8"},
    )
    try:
        child.expect_exact("Press a key")
        child.send("a")
        child.expect_exact("<1:char:a>")
        child.send("\x1b[A")
        child.expect_exact("<2:up:>")
        child.send("\r")
        child.expect_exact("<3:enter:>")
        child.send("\x7f")
        child.expect_exact("<4:backspace:>")
        child.send("é")
        child.expect_exact("<5:char:é>".encode())
        child.setwinsize(50, 132)
        child.expect_exact("\x1b[2J")
        child.send("q")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    assert process.poll() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_every_call_with_a_goodbye(
    served: tuple[subprocess.Popen[str], int], number: signal.Signals
) -> None:
    process, port = served
    with socket.create_connection(("127.0.0.1", port), timeout=5) as caller:
        seen = b""
        while b"Press a key" not in seen:
            seen += caller.recv(65536)
        start = time.perf_counter()
        process.send_signal(number)
        while data := caller.recv(65536):
            seen += data
    assert CLOSING.encode() in seen
    assert process.wait(5) == 0
    assert time.perf_counter() - start < 2.5
    assert process.stderr is not None
    assert process.stderr.read() == ""
