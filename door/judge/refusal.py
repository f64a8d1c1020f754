"""How the judge says no."""

from __future__ import annotations


class Refused(Exception):
    """What was asked cannot be done; the text is one sentence for the caller, and nothing was changed."""
