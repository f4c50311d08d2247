"""Drawing, pure: a view in, picture bytes and alt text out."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from engine.lazy import Lazy
from images.pictures import Picture, Pictures
from images.words import Words


def _pictures(name: str) -> Pictures:
    module: Any = import_module(f"images.{name}")
    drawn: Pictures = module
    return drawn


pictures: Final[Mapping[str, Pictures]] = Lazy(
    _pictures, ("guildes", "majority", "corrompue", "london")
)
"""The pictures of every game by name, imported at their first use."""

__all__ = ["Picture", "Pictures", "Words", "pictures"]
