"""Values that nobody changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """A dataclass whose fields the type checker lets nobody set; equal and hashed by them."""
    # `dataclass(frozen=True)` would see to it at runtime too, for four times the time: each of its
    # fields is set by a call, and a choice makes a dozen values.
    return dataclass(slots=True, unsafe_hash=True)(kind)
