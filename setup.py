"""Guildhall is plain Python; with COMPILED=1 what is played out by the thousand becomes C.

mypyc makes it of the same source, which stays beside it, and nothing changes but the speed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from setuptools import setup

COMMON = ("parts/packs", "parts/posed", "parts/rng", "parts/telling", "tools/simulate")
GAMES = ("guildes", "majority", "corrompue", "london")
DESCRIBING = {
    *("__init__", "components", "game", "options", "reasons", "telling", "topics", "view")
}
"""Parts of a game that say what it is made of, or what is shown of it: no playout needs them."""
BOX = Path("components/box.py")
"""What it is made of as playouts use it."""


def compiled() -> Iterator[str]:
    """The modules that are compiled, as paths from here."""
    for name in COMMON:
        yield f"engine/{name}.py"
    for game in GAMES:
        folder = Path("engine", game)
        for path in sorted(folder.rglob("*.py")):
            inside = path.relative_to(folder)
            if inside == BOX or inside.with_suffix("").parts[0] not in DESCRIBING:
                yield path.as_posix()


if os.environ.get("COMPILED") == "1":
    from mypyc.build import mypycify

    setup(
        ext_modules=mypycify(
            [*compiled()], group_name="guildhall", opt_level=os.environ.get("OPT_LEVEL", "2")
        )
    )
else:
    setup()
