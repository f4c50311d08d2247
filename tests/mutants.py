"""`python -m tests.mutants --kept FOLDER > LIST`: which small faults in engine/ and bot/ are found.

Mutants are drawn by a seed, each from what its line says, so that the same are drawn from trees
that differ elsewhere. All tests are run once in a copy of the tree, one folder of them after the
other, and what each runs is kept in the folder; then each mutant is tried on the tests that run its
line, the narrowest first, and one of the rules on the conformance suite of its game too. A test
that fails without the mutant as well has found nothing.
`python -m tests.mutants --compare BEFORE AFTER` names those that survived only after.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

import pytest
from coverage import CoverageData

from engine import games

ROOT: Final = Path(__file__).parents[1]
LEFT_OUT: Final = ("bot/testing", "bot/local")
LEFT_BEHIND: Final = (".git", ".venv", ".*cache", ".hypothesis", "build", "*.so", "__pycache__")
"""Files that are not copied with the tree."""
LONGEST: Final = 900
"""Seconds within which tests of a mutant end; who doesn't let them end is found out."""
MOST: Final = 120
"""Tests of one line that are tried."""
PASSED: Final = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
ALL: Final = ("tests/engine", "tests/conformance", "tests/bot", "tests/whole")
SUITE: Final = ("-n", "auto", "--dist", "loadgroup", "-m", "not nightly", "--timeout", "600")
"""What is watched takes longer. PYTEST_XDIST_AUTO_NUM_WORKERS says by how many processes."""
WATCHED: Final = """
[tool.coverage.run]
relative_files = true
"""
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


class Watched:
    """Which tests run which line of a tree: each has a context of its own, as coverage says."""

    def __init__(self, parts: Iterable[Path], failed: Iterable[str]) -> None:
        self._data = CoverageData(no_disk=True)
        for part in parts:
            data = CoverageData(str(part))
            data.read()
            self._data.update(data)
        self._failed = {*failed}
        self._lines = Counter(
            test
            for file in self._data.measured_files()
            for tests in self._data.contexts_by_lineno(file).values()
            for test in tests
        )
        """Of each test: the fewer lines it runs, the more it is about each."""

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Those that run this line, the narrowest first; those that run any line of its module, if
        it is run as the module is read."""
        by_line = self._data.contexts_by_lineno(mutant.path)
        own = {test for test in by_line.get(mutant.line, ()) if test}
        found = own or {test for tests in by_line.values() for test in tests if test}
        # A test has one context more for what it sets up, and one for what it puts away.
        named = dict.fromkeys(
            test.rpartition("|")[0] for test in sorted(found, key=lambda test: self._lines[test])
        )
        return [test for test in named if test not in self._failed][:MOST]


class Trials:
    """A copy of the tree, in which one mutant after the other is tried."""

    def __init__(self, copy: Path) -> None:
        self._copy = copy
        self._failed = copy / ".pytest_cache/v/cache/lastfailed"
        # Every other run of pytest puts away the oldest files that it finds.
        self._alone = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DEBUG_TEMPROOT": str(copy.parent)}

    def watched(self, kept: Path) -> Watched:
        """Run all tests once, but those of which it is in this folder what they run."""
        (self._copy / "watched.toml").write_text(WATCHED, "utf-8")
        watch = ["--cov=bot", "--cov=engine", "--cov-context=test", "--cov-report="]
        written = self._copy / ".coverage"
        parts, failing = [], []
        for tests in ALL:
            data, failed = (kept / f"{Path(tests).name}.{what}" for what in ("coverage", "failed"))
            if not data.exists():
                found = self._run([*watch, "--cov-config=watched.toml", *SUITE, tests], None)
                kept.mkdir(parents=True, exist_ok=True)
                failed.write_text(json.dumps(found), "utf-8")
                if written.exists():
                    shutil.move(written, data)
            for test in json.loads(failed.read_text("utf-8")):
                print(f"fails without a mutant: {test}", file=sys.stderr)
                failing.append(test)
            if data.exists():
                parts.append(data)
        return Watched(parts, failing)

    def fate(self, mutant: Mutant, watched: Watched) -> tuple[str, str]:
        """What became of it, and by which test."""
        tests = watched.tests_of(mutant)
        _, room, *_ = Path(mutant.path).parts
        if not tests:
            return "untried", ""
        found = self._found(mutant, tests)
        if not found and room in games:
            # Tests of a table share one playthrough, which the first of them runs.
            found = self._found(mutant, ["tests/conformance", "-m", "not nightly", "-k", room])
        return ("killed", found) if found else ("survived", "")

    def _found(self, mutant: Mutant, tests: list[str]) -> str:
        """A test of these that fails with it and passes without; nothing if there is none."""
        left_out: list[str] = []
        while True:
            with self._mutated(mutant):
                failed = self._run(["-x", *left_out, *tests])
            if not failed:
                return ""
            if not self._run([failed[0]] if "::" in failed[0] else tests):
                return failed[0]
            print(f"fails without a mutant: {failed[0]}", file=sys.stderr)
            if failed[0] in left_out:
                return ""
            left_out += ["--deselect", failed[0]]

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

    def _run(self, asked: list[str], seconds: float | None = LONGEST) -> list[str]:
        """Which of these tests fail; if no single one does, what became of all."""
        self._failed.unlink(missing_ok=True)
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-m", "pytest", *asked],
                cwd=self._copy,
                capture_output=True,
                timeout=seconds,
                check=False,
                env={**os.environ, **self._alone},
            )
        except subprocess.TimeoutExpired:
            return ["timed out"]
        if self._failed.exists():
            return [*json.loads(self._failed.read_text("utf-8"))]
        return [] if done.returncode in PASSED else [f"ended by {done.returncode}"]


def listed(file: Path, fate: str) -> set[str]:
    """The mutants that a list has as killed, say, or as survived."""
    told = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    return {name for found, _, name in told if found == fate}


def main() -> None:
    """A line a mutant: killed, survived or untried; by which test; what it was."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", nargs="+", default=["engine", "bot"], help="folders or modules")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout, with its tests")
    parser.add_argument("--kept", type=Path, help="a folder for what each test of the tree runs")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"))
    asked = parser.parse_args()
    if asked.compare:
        before, after = (listed(file, "survived") for file in asked.compare)
        print(*sorted(after - before), sep="\n")
        sys.exit(bool(after - before))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tree")
        left = shutil.ignore_patterns(*LEFT_BEHIND)
        shutil.copytree(asked.tree, copy, ignore=left)
        trials = Trials(copy)
        watched = trials.watched(asked.kept or Path(folder, "kept"))
        for mutant in drawn(copy, asked.under, asked.number, asked.seed):
            print(*trials.fate(mutant, watched), mutant.name, sep="\t", flush=True)


if __name__ == "__main__":
    main()
