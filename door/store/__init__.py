"""Flat files: typed records, atomic writes, locks and the journal."""

from door.store.shipped import load_board

__all__ = ["load_board"]
