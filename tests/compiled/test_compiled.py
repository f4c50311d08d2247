"""The compiled rules are the same rules: `setup.py` with COMPILED=1, and games on what it makes."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from bot.running.start_up import outdated
from tests.compiled import proof
from tests.installing import ROOT, copied, run

pytestmark = [pytest.mark.xdist_group("compiled"), pytest.mark.timeout(1800)]


@pytest.fixture(scope="module", params=["changed", pytest.param("all", marks=pytest.mark.nightly)])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine, compiled in a folder of its own; C that is quicker would be the same."""
    if request.param == "changed" and proof.stands():
        pytest.skip("these very rules were compiled and found the same: python -m tests.compiled")
    if shutil.which("cc") is None:
        pytest.skip("no C compiler: nothing is compiled here")
    folder = copied(tmp_path_factory.mktemp("compiled"))
    run(["setup.py", "--quiet", "build_ext", "--inplace"], folder, COMPILED="1", OPT_LEVEL="0")
    return folder


def told(engine: Path) -> list[str]:
    """What `told` says of the engine in this folder; the rest is the house's own."""
    path = os.pathsep.join([str(engine), str(ROOT)])
    program = ["-m", "tests.compiled.told"]
    return run(program, ROOT, PYTHONPATH=path, PYTHONSAFEPATH="1").splitlines()


def test_games_and_choices_of_computers_are_the_same(tree: Path, tmp_path: Path) -> None:
    kind, *compiled = told(tree)
    assert kind == "so"
    assert list((tree / "engine").rglob(f"*{EXTENSION_SUFFIXES[0]}"))
    assert not outdated(tree)
    assert told(copied(tmp_path, "engine")) == ["py", *compiled]


def test_what_was_written_since_is_out_of_date(tmp_path: Path) -> None:
    parts = copied(tmp_path) / "engine" / "parts"
    for name in ("rng", "packs"):
        os.utime(parts / f"{name}.py", (1, 1))
        (parts / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    assert not outdated(tmp_path)
    later = (parts / f"rng{EXTENSION_SUFFIXES[0]}").stat().st_mtime + 1
    os.utime(parts / "rng.py", (later, later))
    assert outdated(tmp_path) == ["engine/parts/rng.py"]


def test_what_was_compiled_to_the_same_again_is_not_out_of_date(tmp_path: Path) -> None:
    """Such a module is left as it is by the compiler's tools, and older than its source."""
    parts = copied(tmp_path, "engine", "setup.py", "Makefile") / "engine" / "parts"
    compiled = parts / f"rng{EXTENSION_SUFFIXES[0]}"
    compiled.touch()
    os.utime(compiled, (1, 1))
    installed = tmp_path / "installed"
    installed.mkdir()
    for stamp in ("run.stamp", "compile.stamp"):
        (installed / stamp).touch()
    assert outdated(tmp_path) == ["engine/parts/rng.py"]
    command = ["make", "compile", f"VENV={installed.name}", "PYTHON=true"]
    subprocess.run(command, cwd=tmp_path, check=True)  # noqa: S603
    assert not outdated(tmp_path)


def test_rules_that_run_as_they_are_written_are_never_out_of_date(tmp_path: Path) -> None:
    assert not outdated(copied(tmp_path, "engine"))
