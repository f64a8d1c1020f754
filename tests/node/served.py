"""A server in a process of its own, as the command line starts it: python -m tests.node.served HOME."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from door.node.telnet import serve_forever
from door.store.home import Home
from tests.node.conftest import keys


def main() -> None:
    home = Home.open(Path(sys.argv[1]))
    asyncio.run(serve_forever(home, "127.0.0.1", 0, keys, lambda port: print(f"port {port}", flush=True)))


if __name__ == "__main__":
    main()
