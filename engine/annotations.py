"""The annotations of a class, as they are written.

A compiled class keeps no more of them than `list` or `tuple`, so that they are read from the
source, which stands beside it.
"""

from __future__ import annotations

import ast
import sys
from importlib.resources import files
from typing import Any, get_type_hints


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
