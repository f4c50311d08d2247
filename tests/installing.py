"""The project's sources in folders of their own, and programs that run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("bot", "cogs", "engine", "images", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def copied(folder: Path, *names: str) -> Path:
    """The folder, with these of the project's files and folders in it, as they are written."""
    for name in names or SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so"))
        else:
            shutil.copy(ROOT / name, folder / name)
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
