"""What a session asks of the line that it talks over.

The node makes one for each way in which callers arrive; the tests make one in memory.
"""

from __future__ import annotations

from typing import Protocol


class Wire(Protocol):
    """A line to a caller: bytes in, bytes out."""

    @property
    def peer(self) -> str:
        """The caller's address, for the log and the limits."""

    @property
    def line_mode(self) -> bool:
        """Whether the client edits lines by itself and sends them whole; it may change in the first seconds."""

    async def read(self) -> bytes:
        """The next bytes; b"" when no more will come. Cancelling it loses nothing; never raises."""

    async def write(self, data: bytes) -> None:
        """Send; returns when the caller's side has taken enough of it, raises OSError when it does not."""

    async def close(self) -> None:
        """Send what is left and drop the line; never raises."""


class Hangup(Exception):
    """The line has dropped or is given up. Let it pass: nothing can be shown any more."""
