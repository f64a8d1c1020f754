"""Starting the workers, and never leaving one behind."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from door.store.home import Home

REPOSITORY = Path(__file__).parents[2]


@contextmanager
def started(module: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a module of the tests as a process of its own; it ends with the block at the latest."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def worker(what: str, home: Home, *arguments: str) -> AbstractContextManager[subprocess.Popen[str]]:
    return started("tests.store.worker", what, str(home.root), *arguments)


def at_once(workers: Iterable[AbstractContextManager[subprocess.Popen[str]]]) -> list[str]:
    """Let workers that say when they are ready all begin at the same time; give what each answers."""
    with ExitStack() as stack:
        processes = [stack.enter_context(each) for each in workers]
        for process in processes:
            assert process.stdout is not None and process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        return [finish(process) for process in processes]


def finish(process: subprocess.Popen[str], timeout: float = 60) -> str:
    out, err = process.communicate(timeout=timeout)
    assert process.returncode == 0, err
    return out
