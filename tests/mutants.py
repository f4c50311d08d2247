"""`python -m tests.mutants > LIST`: which small faults in engine/ and bot/ the tests find.

Mutants are drawn by a seed, each from what its line says, so that the same are drawn from trees
that differ elsewhere. Each is tried in a copy of the tree on the tests that mirror its module, on
those beside them, then on the conformance suite of its game, or on the whole bot. Tests that fail
without any mutant find nothing: they are named and left out.
`python -m tests.mutants --compare BEFORE AFTER` names those that survived only after.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).parents[1]
LEFT_OUT: Final = ("bot/testing", "bot/local")
LONGEST: Final = 1800
"""Seconds within which tests end without a mutant."""
PATIENCE: Final = 3
"""How many times as long they may take with one; who doesn't let them end is found out."""
OTHER: Final = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """One line of a module, and what stands there instead."""

    path: str
    line: int
    before: str
    after: str

    @property
    def name(self) -> str:
        """The same wherever the line has gone."""
        return f"{self.path}: {self.before.strip()} -> {self.after.strip()}"


def changed(node: ast.AST) -> Iterator[str]:
    """What could stand in a node's place."""
    match node:
        case ast.Compare(ops=[op]):
            yield f"({ast.unparse(ast.Compare(node.left, [OTHER[type(op)]()], node.comparators))})"
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield f"({ast.unparse(ast.BinOp(node.left, OTHER[type(node.op)](), node.right))})"
        case ast.BoolOp():
            yield f"({ast.unparse(ast.BoolOp(OTHER[type(node.op)](), node.values))})"
        case ast.UnaryOp(op=ast.Not()):
            yield f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool() as truth):
            yield str(not truth)
        case ast.Constant(value=int() as number):
            yield str(number + 1)
        case ast.AugAssign() | ast.Expr(value=ast.Call() | ast.Await()):
            yield "pass"
        case ast.Continue():
            yield "break"


def in_code(node: ast.AST) -> Iterator[ast.AST]:
    """A tree's nodes, without what only says of which type something is."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST):
                yield child
                yield from in_code(child)


def mutants_of(tree: Path, path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    source = path.read_text("utf-8")
    lines = source.splitlines()
    for node in in_code(ast.parse(source)):
        number = getattr(node, "lineno", 0)
        if not number or node.end_lineno != number:
            continue
        line = lines[number - 1].encode()
        for instead in changed(node):
            after = line[: node.col_offset] + instead.encode() + line[node.end_col_offset :]
            yield Mutant(path.relative_to(tree).as_posix(), number, line.decode(), after.decode())


def drawn(tree: Path, under: list[str], number: int, seed: int) -> list[Mutant]:
    """So many mutants, in the order of the draw: the first of them are a draw too."""

    def lot(mutant: Mutant) -> bytes:
        return blake2b(f"{seed} {mutant.name}".encode(), digest_size=8).digest()

    found = {
        mutant.name: mutant
        for folder in under
        for path in ([tree / folder] if folder.endswith(".py") else (tree / folder).rglob("*.py"))
        if not path.relative_to(tree).as_posix().startswith(LEFT_OUT)
        for mutant in mutants_of(tree, path)
    }
    return sorted(found.values(), key=lot)[:number]


def tests_of(tree: Path, module: str, *, near: bool) -> Iterator[list[str]]:
    """The narrowest tests of a module, then wider ones."""
    path = Path(module)
    mirrored = Path("tests", path.parent, f"test_{path.name}")
    for own in (mirrored, Path("tests", path.with_suffix(""))):
        if (tree / own).exists():
            yield [own.as_posix()]
    beside = next(folder for folder in mirrored.parents if (tree / folder).is_dir())
    if beside != Path("tests", path.parts[0]):
        yield [beside.as_posix()]
    if near:
        return
    if path.parts[0] == "engine":
        alone = [] if len(path.parts) == 2 or path.parts[1] == "bots" else ["-k", path.parts[1]]
        yield ["tests/conformance", *alone]
    else:
        yield ["tests/whole"]


class Trials:
    """A copy of the tree, in which one mutant after the other is tried."""

    def __init__(self, copy: Path, cases: str) -> None:
        self._copy = copy
        self._cases = cases
        self._lasting: dict[tuple[str, ...], float] = {}
        """How many seconds tests may take with a mutant; 0 for those that fail without one."""

    def fate(self, mutant: Mutant, tests: Iterable[list[str]]) -> tuple[str, str]:
        """What became of it, and by which tests."""
        fate = "untried"
        for asked in tests:
            if seconds := self._seconds(asked):
                fate = "survived"
                with self._mutated(mutant):
                    found = self._run(asked, seconds)
                if found:
                    return found, asked[0]
        return fate, ""

    @contextmanager
    def _mutated(self, mutant: Mutant) -> Iterator[None]:
        path = self._copy / mutant.path
        source = path.read_text("utf-8")
        lines = source.splitlines(keepends=True)
        lines[mutant.line - 1] = f"{mutant.after}\n"
        path.write_text("".join(lines), "utf-8")
        try:
            yield
        finally:
            path.write_text(source, "utf-8")

    def _seconds(self, asked: list[str]) -> float:
        """The tests pass unmutated, seen once: how long they may take with a mutant."""
        if tuple(asked) not in self._lasting:
            begun = monotonic()
            if found := self._run(asked, LONGEST):
                print(f"{found} without a mutant: {' '.join(asked)}", file=sys.stderr)
            lasting = 0 if found else PATIENCE * (monotonic() - begun)
            self._lasting[tuple(asked)] = lasting
        return self._lasting[tuple(asked)]

    def _run(self, asked: list[str], seconds: float) -> str:
        """Whether one of these tests fails, or they don't end in time; nothing if they pass."""
        # However long a test takes: only of all of them it is known how long they may.
        command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "--timeout", "0"]
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                [*command, "-p", "no:cacheprovider", "-m", self._cases, *asked],
                cwd=self._copy,
                capture_output=True,
                timeout=seconds,
                check=False,
                env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            )
        except subprocess.TimeoutExpired:
            return "timed out"
        return {0: "", 5: "no tests"}.get(done.returncode, "killed")


def listed(file: Path, fate: str) -> set[str]:
    """The mutants that a list has as killed, say, or as survived."""
    told = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    return {name for found, _, name in told if found == fate}


def main() -> None:
    """A line a mutant: killed, timed out, survived or untried; by which tests; what it was."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", nargs="+", default=["engine", "bot"], help="folders or modules")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout, with its tests")
    parser.add_argument("--suite", action="store_true", help="the conformance suite alone")
    parser.add_argument("--near", action="store_true", help="only the tests beside a module")
    parser.add_argument("--nightly", action="store_true", help="all cases, as at night")
    parser.add_argument("--survivors", type=Path, help="only those that this list has as survived")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"))
    asked = parser.parse_args()
    if asked.compare:
        before, after = (listed(file, "survived") for file in asked.compare)
        print(*sorted(after - before), sep="\n")
        sys.exit(bool(after - before))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        left = shutil.ignore_patterns(".*", "build", "*.so", "__pycache__")
        shutil.copytree(asked.tree, copy, ignore=left)
        some = drawn(copy, asked.under, asked.number, asked.seed)
        if asked.survivors:
            left_over = listed(asked.survivors, "survived")
            some = [mutant for mutant in some if mutant.name in left_over]
        trials = Trials(copy, "" if asked.nightly else "not nightly")
        for mutant in some:
            tests = list(tests_of(copy, mutant.path, near=asked.near))
            if asked.suite:
                tests = [each for each in tests if each[0] == "tests/conformance"]
            print(*trials.fate(mutant, tests), mutant.name, sep="\t", flush=True)


if __name__ == "__main__":
    main()
