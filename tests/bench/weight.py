"""What the house weighs: files, lines, and what the lines are, by folder."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[2]
HOUSE = ("bot", "cogs", "engine", "images")
BESIDE = ("bot/local", "bot/testing")
"""What `bot/` is counted without."""
KINDS = ("statements", "imports", "signatures", "docstrings", "comments", "blank")
LITTLE = 60
"""Lines below which a file is small."""
GOALS = {"files": 130, "lines": 20_000, "statements": 58}
"""Of `bot` at most; of the whole at least, in percent."""


def kinds(source: str) -> Counter[str]:
    """How many lines of each kind a module has.

    A signature is what stands from the first decorator to the colon. A statement is what is nothing
    else: a string below a field too, which no tool takes for a docstring.
    """
    lines = [line.strip() for line in source.splitlines()]
    found = [
        "blank" if not line else "comments" if line.startswith("#") else "statements"
        for line in lines
    ]
    for node in ast.walk(ast.parse(source)):
        for kind, first, last in _told_apart(node):
            found[first - 1 : last] = [kind] * (last - first + 1)
    return Counter(found)


def _told_apart(node: ast.AST) -> Iterator[tuple[str, int, int]]:
    """What of a node is no statement: its kind, its first and its last line."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield "imports", node.lineno, node.end_lineno or node.lineno
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        yield "signatures", first, max(node.lineno, node.body[0].lineno - 1)
    if (
        isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and ast.get_docstring(node, clean=False) is not None
    ):
        text = node.body[0]
        yield "docstrings", text.lineno, text.end_lineno or text.lineno


def row(name: str, modules: Iterable[Path]) -> tuple[str, ...]:
    """A folder's files, those that are small, its lines, and the share of each kind."""
    each = [kinds(path.read_text(encoding="utf-8")) for path in modules]
    found = sum(each, Counter[str]())
    lines = found.total()
    small = sum(1 for module in each if module.total() < LITTLE)
    shares = (f"{100 * found[kind] / lines:.1f}" for kind in KINDS)
    return name, str(len(each)), str(small), f"{lines:,}", *shares


def run(console: Console) -> None:
    """Print a line for each room, for each of the four, and for the whole."""
    table = Table(title="The house without its tests; kinds of lines in percent")
    for column in ("folder", "files", f"< {LITTLE}", "lines", *KINDS):
        table.add_column(column, justify="left" if column == "folder" else "right")
    modules = [path for top in HOUSE for path in sorted((ROOT / top).rglob("*.py"))]
    rooms: dict[str, list[Path]] = {}
    for path in modules:
        top, *below = path.relative_to(ROOT).parts
        rooms.setdefault(f"{top}/{below[0]}" if len(below) > 1 else f"{top}/*.py", []).append(path)
    for room in sorted(rooms):
        table.add_row(*row(room, rooms[room]))
    table.add_section()
    for top in HOUSE:
        inside = (rooms[room] for room in rooms if room.startswith(top) and room not in BESIDE)
        table.add_row(*row(top, chain.from_iterable(inside)))
    table.add_section()
    table.add_row(*row("whole", modules))
    console.print(table)
    console.print(
        f"bot is without {' and '.join(BESIDE)}. Goals: bot at most {GOALS['lines']:,} lines in"
        f" {GOALS['files']} files; of the whole {GOALS['statements']} % statements."
    )
