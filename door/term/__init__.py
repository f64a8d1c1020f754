"""The terminal without I/O: keys from bytes, character sets, a canvas of cells, and its ANSI."""
