"""Clones of a state, from the annotations of its fields.

A state is a dataclass. Its lists are changed in place, so that a clone has its own, and of a
list of lists those too; everything else is replaced as a whole, and clones share it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, get_args, get_origin

from engine.annotations import of_fields

S = TypeVar("S")


def cloner(kind: type[S]) -> Callable[[S], S]:
    """A function that makes an independent copy of such a state; its `told` is None."""
    hints = of_fields(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    lines = [f"    other.{name} = {_copied(name, hints[name])}" for name in names]
    source = "\n".join(["def clone(state):", "    other = new(kind)", *lines, "    return other"])
    made: dict[str, Any] = {"new": kind.__new__, "kind": kind}
    # `play` clones at each choice, and a loop over the fields would take six times as long.
    exec(source, made)  # noqa: S102 - nothing goes in but names of fields
    clone: Callable[[S], S] = made["clone"]
    return clone


def _copied(name: str, hint: object) -> str:
    if name == "told":
        return "None"
    if get_origin(hint) is not list:
        return f"state.{name}"
    if get_origin(get_args(hint)[0]) is list:
        return f"[each[:] for each in state.{name}]"
    return f"state.{name}[:]"
