"""Drawing, pure: a view in, picture bytes and alt text out."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from engine import Lazy
from images.pictures import Picture, Pictures
from images.words import Words

MODULES: Final[Mapping[str, str]] = {
    name: f"images.{name}" for name in ("guildes", "majority", "corrompue", "london")
}
"""The module of each game's pictures."""


def pictures_of(modules: Mapping[str, str]) -> Mapping[str, Pictures]:
    """The pictures of games by name, each module imported at its first use."""

    def imported(name: str) -> Pictures:
        module: Any = import_module(modules[name])
        drawn: Pictures = module
        return drawn

    return Lazy(imported, modules)


pictures: Final[Mapping[str, Pictures]] = pictures_of(MODULES)
"""The pictures of the house's own games."""

__all__ = ["MODULES", "Picture", "Pictures", "Words", "pictures", "pictures_of"]
