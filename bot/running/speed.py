"""What makes the program quick where it is there: uvloop, and the rules that are compiled."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from engine.parts import packs

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run  # a press costs a tenth less on it

__all__ = ["compiled_rules", "outdated", "run"]

ROOT = Path(__file__).parents[2]


def compiled_rules() -> bool:
    """Whether the rules that run are compiled ones."""
    return not packs.__file__.endswith(".py")


def outdated(root: Path = ROOT) -> list[str]:
    """The modules of engine/ whose source was written after they were compiled, as paths.

    What is installed as a package fits its source and has no `setup.py` beside it.
    """
    if not (root / "setup.py").exists():
        return []
    older = []
    for compiled in sorted((root / "engine").rglob(f"*{EXTENSION_SUFFIXES[0]}")):
        source = compiled.with_name(compiled.name.removesuffix(EXTENSION_SUFFIXES[0]) + ".py")
        if source.exists() and source.stat().st_mtime > compiled.stat().st_mtime:
            older.append(source.relative_to(root).as_posix())
    return older
