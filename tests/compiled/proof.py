"""Which rules were last found to be the same when they are compiled: those needn't be again."""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Final

from tests.installing import ROOT

FILE: Final = Path(__file__).with_name("proof.txt")


def of_these() -> str:
    """A digest of the engine, of what is compiled of it, and of what compiles it."""
    digest = blake2b(version("mypy").encode(), digest_size=16)
    engine = [path for path in (ROOT / "engine").rglob("*") if path.suffix in (".py", ".toml")]
    for path in (ROOT / "setup.py", *sorted(engine)):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stands() -> bool:
    """Whether nothing of that has changed since."""
    return FILE.read_text("utf-8").strip() == of_these()
