"""Which rules were last found to be the same when they are compiled: those needn't be again."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Final

from tests.installing import ROOT

FILE: Final = Path(__file__).with_name("proof.txt")
SHOWN: Final = {"lesson", "reasons", "review", "telling", "topics", "view"}
"""Parts of the engine that no rule asks: what is told of a game, and what is found out of it."""


def of_these() -> str:
    """A digest of the rules, of what they are made of, and of what compiles them."""
    digest = blake2b(version("mypy").encode(), digest_size=16)
    for path in (ROOT / "setup.py", *sorted(_rules())):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stands() -> bool:
    """Whether nothing of that has changed since."""
    return FILE.read_text("utf-8").strip() == of_these()


def _rules() -> Iterator[Path]:
    for path in (ROOT / "engine").rglob("*"):
        inside = path.relative_to(ROOT / "engine").with_suffix("").parts
        shown = inside[0] != "parts" and not SHOWN.isdisjoint(inside)
        if path.suffix in (".py", ".toml") and not shown:
            yield path
