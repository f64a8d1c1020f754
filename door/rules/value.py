"""Values: small records that are never changed after they are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

_Any = TypeVar("_Any")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[_Any]) -> type[_Any]:
    """Make a frozen dataclass with slots, whose freezing the type checker holds instead of the interpreter.

    That takes a quarter of the time to make one, and an adjudication makes some fifty.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
