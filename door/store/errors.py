"""What the store says when it cannot do what was asked; ``str`` of each is one sentence."""

from __future__ import annotations


class StoreError(Exception):
    """A file is damaged, missing, unwritable or of another version."""


class SettingsError(StoreError):
    """The sysop's settings are wrong: names the file, the key, the reason and what would be right."""


class MissingError(StoreError):
    """There is no such game, caller or file."""


class TakenError(StoreError):
    """A game or a caller of that name is there already."""


class BusyError(StoreError):
    """Another process holds the lock, and went on holding it."""
