"""Clones of a state, from the annotations of its fields.

A state is a dataclass. Its lists are changed in place, so that a clone has its own, and of a
list of lists those too; everything else is replaced as a whole, and clones share it.

A compiled class keeps no more of its annotations than `list` or `tuple`, so that they are read
from the source, which stands beside it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

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


def of_fields(kind: type) -> dict[str, Any]:
    """The types of a class's fields, by name, as `typing.get_type_hints` gives them."""
    if not hasattr(kind, "__mypyc_attrs__"):
        return get_type_hints(kind)
    package, _, name = kind.__module__.rpartition(".")
    source = files(package).joinpath(f"{name}.py").read_text(encoding="utf-8")
    written = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
    )
    names = vars(sys.modules[kind.__module__])
    return {
        line.target.id: eval(ast.unparse(line.annotation), names)  # noqa: S307 - our own source
        for line in written.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }
