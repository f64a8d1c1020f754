"""The sysop's settings: one table says name, default, meaning and limits of each, and drives all the rest.

The file is plain TOML at the top of the home. The first start writes it with every setting commented out, so
that a later version's defaults count until the sysop decides otherwise.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import tomli

from door.store.errors import SettingsError
from door.store.files import SETTINGS_NAME


@dataclass(frozen=True, slots=True)
class Settings:
    """What the sysop can set; the fields' defaults are the settings' own."""

    board_name: str = "Empire 1901"
    host: str = "127.0.0.1"
    port: int = 1901
    max_lines: int = 100
    max_lines_per_address: int = 8
    new_callers_per_address_per_day: int = 5
    idle_minutes: int = 10


@dataclass(frozen=True, slots=True)
class _Rule:
    """A setting's remark in the file, and for numbers the least and the most, for texts the longest."""

    remark: str
    least: int
    most: int


_RULES = {
    "board_name": _Rule("The name of the board, as callers see it.", 1, 40),
    "host": _Rule("The address the server listens on; 0.0.0.0 lets other machines call.", 1, 255),
    "port": _Rule("The port the server listens on.", 1, 65535),
    "max_lines": _Rule("How many callers can be on line at once.", 1, 10_000),
    "max_lines_per_address": _Rule("How many of them from one address; this machine's own is not counted.", 1, 10_000),
    "new_callers_per_address_per_day": _Rule(
        "How many new callers may sign up from one address in a day; this machine's own is not counted.", 0, 10_000
    ),
    "idle_minutes": _Rule("After how many minutes without a key a caller is hung up on.", 1, 1440),
}

_HEAD = """\
# Settings of the board. A line that begins with # is a remark. To change a setting, take away the # before it,
# write your own value, and start the server again.
"""


def template() -> str:
    """Write the file that the first start makes: every setting with its default, commented out."""
    parts = [_HEAD]
    for field in fields(Settings):
        parts.append(f"# {_RULES[field.name].remark}\n#{field.name} = {_toml(field.default)}\n")
    return "\n".join(parts)


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def parse(data: bytes) -> Settings:
    """Read the settings from the file's content; SettingsError for the first thing that is wrong."""
    try:
        table = tomli.loads(data.decode("utf-8-sig"))  # Windows' editors begin with a mark
    except UnicodeDecodeError as error:
        raise SettingsError(f"{SETTINGS_NAME} is no UTF-8 text at byte {error.start}; save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits, and nesting without end
        raise SettingsError(f"{SETTINGS_NAME} cannot be read: {error}.") from None
    return from_table(table)


def from_table(table: Mapping[str, Any]) -> Settings:
    """Check a table of settings; SettingsError for the first that is wrong, defaults for those not given."""
    for key, value in table.items():
        fault = _unknown(key) if key not in _RULES else _fault(key, value)
        if fault is not None:
            raise SettingsError(f"{SETTINGS_NAME}: {fault}")
    return Settings(**table)


def _unknown(key: str) -> str:
    near = difflib.get_close_matches(key, _RULES, 1)
    right = f"is {near[0]} meant?" if near else f"there are {', '.join(_RULES)}."
    return f"there is no setting {key}; {right}"


def _fault(key: str, value: object) -> str | None:
    rule, default = _RULES[key], getattr(Settings(), key)
    if isinstance(default, int):
        right = isinstance(value, int) and not isinstance(value, bool) and rule.least <= value <= rule.most
        return None if right else f"{key} is {value!r}, but must be a whole number from {rule.least} to {rule.most}."
    right = isinstance(value, str) and rule.least <= len(value.strip()) <= rule.most and value.isprintable()
    return None if right else f"{key} is {value!r}, but must be a quoted text of {rule.least} to {rule.most} letters."
