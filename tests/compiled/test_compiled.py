"""The compiled rules are the same rules: `setup.py` with COMPILED=1, and games on what it makes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.compiled import outdated

ROOT = Path(__file__).parents[2]
SOURCES = ("bot", "cogs", "engine", "images", "setup.py", "pyproject.toml", "README.md", "LICENSE")

pytestmark = [pytest.mark.xdist_group("compiled"), pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine, compiled in a folder of its own."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler: nothing is compiled here")
    folder = tmp_path_factory.mktemp("compiled")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so"))
        else:
            shutil.copy(ROOT / name, folder / name)
    run(["setup.py", "--quiet", "build_ext", "--inplace"], folder, COMPILED="1")
    return folder


def run(arguments: list[str], folder: Path, **environment: str) -> str:
    """What a Python program says, in a folder; fails with all that it said if it fails."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def told(engine: Path) -> list[str]:
    """What `told` says of the engine in this folder; the rest is the house's own."""
    path = os.pathsep.join([str(engine), str(ROOT)])
    program = ["-m", "tests.compiled.told"]
    return run(program, ROOT, PYTHONPATH=path, PYTHONSAFEPATH="1").splitlines()


def test_games_and_choices_of_computers_are_the_same(tree: Path, tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.so")
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=ignored)
    kind, *compiled = told(tree)
    assert kind == "so"
    assert told(tmp_path) == ["py", *compiled]


def test_what_was_written_since_is_out_of_date(tree: Path) -> None:
    assert not outdated(tree)
    source = tree / "engine" / "rng.py"
    written = source.stat()
    later = max(file.stat().st_mtime for file in (tree / "engine").rglob("*.so")) + 1
    os.utime(source, (later, later))
    try:
        assert outdated(tree) == ["engine/rng.py"]
    finally:
        os.utime(source, (written.st_atime, written.st_mtime))


def test_rules_that_run_as_they_are_written_are_never_out_of_date(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("*.so"))
    assert not outdated(tmp_path)
