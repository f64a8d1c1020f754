"""Flat files: typed records, atomic writes, locks and the journal."""
