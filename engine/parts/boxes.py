"""What is in a game's box, told apart by a short digest."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

import orjson

LESSON = "lesson.toml"
"""What a package's lesson is called: it teaches the game, and is in no box."""


def digest_of(box: object) -> str:
    """Equal digests, equal boxes, as JSON can say them; where values come from doesn't count."""
    written = orjson.dumps(_played(box), option=orjson.OPT_SORT_KEYS)
    return blake2b(written, digest_size=8).hexdigest()


@cache
def digest_of_package(package: str) -> str:
    """What the TOML files of a package say, without comments, its lesson and its policy's.

    How computers judge is in no box. Of a module that stands in no package, what an empty box
    gives.
    """
    if not package:
        return digest_of({})
    return digest_of({name: tomllib.loads(text) for name, text in _texts(files(package), "")})


def _texts(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "policy":
            yield from _texts(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".toml") and entry.name != LESSON:
            yield path + entry.name, entry.read_text("utf-8")


def _played(value: object) -> object:
    if isinstance(value, dict):
        said = {key: part for key, part in value.items() if not _is_source(key)}
        return {key: _played(part) for key, part in said.items()}
    return [_played(part) for part in value] if isinstance(value, list) else value


def _is_source(key: str) -> bool:
    return key in ("source", "known") or key.endswith("_source")
