"""Run the command as ``python -m door``."""

from __future__ import annotations

import sys

from door.cli import main

if __name__ == "__main__":
    sys.exit(main())
