"""The compiled rules are the same rules: `setup.py` with COMPILED=1, and games on what it makes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bot.compiled import outdated
from tests.installing import ROOT, copied, run

pytestmark = [pytest.mark.xdist_group("compiled"), pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine, compiled in a folder of its own."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler: nothing is compiled here")
    folder = copied(tmp_path_factory.mktemp("compiled"))
    run(["setup.py", "--quiet", "build_ext", "--inplace"], folder, COMPILED="1")
    return folder


def told(engine: Path) -> list[str]:
    """What `told` says of the engine in this folder; the rest is the house's own."""
    path = os.pathsep.join([str(engine), str(ROOT)])
    program = ["-m", "tests.compiled.told"]
    return run(program, ROOT, PYTHONPATH=path, PYTHONSAFEPATH="1").splitlines()


def test_games_and_choices_of_computers_are_the_same(tree: Path, tmp_path: Path) -> None:
    kind, *compiled = told(tree)
    assert kind == "so"
    assert told(copied(tmp_path, "engine")) == ["py", *compiled]


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
    assert not outdated(copied(tmp_path, "engine"))
