"""Guilds to look at: shields and cards, each drawn once."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from images import theme
from images.colour import Colour, colour, contrast
from images.encoding import Ramp
from images.layout import Box
from images.sketch import Sketch, stamped
from images.vector import stencil

_SHIELD = "M4 4 L96 4 L96 50 C96 76 74 92 50 99 C26 92 4 76 4 50 Z"
_BACK = (
    "oval 50 30 17 17 0",
    "oval 50 70 17 17 0",
    "oval 30 50 17 17 0",
    "oval 70 50 17 17 0",
    "hollow 50 50 9 9 0",
)


class Arms(BaseModel):
    """A guild's colour and emblem (shapes of images/vector.py, turned by degrees)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str = Field(alias="colour")
    emblem: tuple[str, ...]
    turn: float = 0

    @cached_property
    def colour(self) -> Colour:
        """The ground of the arms."""
        return colour(self.code)

    @cached_property
    def ink(self) -> Colour:
        """What is best seen on that ground, dark or light."""
        return max(theme.INK, theme.CREAM, key=lambda one: contrast(one, self.colour))


@cache
def arms() -> dict[str, Arms]:
    """By guild id, from guilds.toml."""
    table = tomllib.loads(files(__package__).joinpath("guilds.toml").read_text("utf-8"))
    return {guild: Arms.model_validate(row) for guild, row in table.items()}


def ramps() -> tuple[Ramp, ...]:
    """What the guilds need of a palette."""
    found: list[Ramp] = []
    for one in arms().values():
        found += [(one.colour, one.ink, 6), (one.colour, theme.INK, 4)]
    return tuple(found)


@lru_cache(maxsize=64)
def shield(guild: str, size: int) -> Image.Image:
    """The guild's arms on a shield of `size` x `size`."""
    one = arms()[guild]
    sketch = Sketch(size, size)
    sketch.path(_SHIELD, theme.INK, scale=size / 100)
    rim = 1.6
    share = (size - 2 * rim) / 100
    sketch.path(_SHIELD, one.colour, (rim, rim), share)
    sprite = sketch.done()
    inner = round(size * 0.62)
    mask = stencil(one.emblem, inner, one.turn)
    stamped(sprite, mask, one.ink, (size - inner) // 2, round(size * 0.15))
    return sprite


@lru_cache(maxsize=128)
def card(guild: str, width: int, height: int) -> Image.Image:
    """A small card: colour and emblem."""
    one = arms()[guild]
    sprite = _blank(width, height, one.colour)
    inner = round(width * 0.74)
    mask = stencil(one.emblem, inner, one.turn)
    stamped(sprite, mask, one.ink, (width - inner) // 2, (height - inner) // 2)
    return sprite


@lru_cache(maxsize=8)
def back(width: int, height: int) -> Image.Image:
    """A card that lies face down."""
    sprite = _blank(width, height, theme.LEATHER)
    inner = round(width * 0.7)
    mask = stencil(_BACK, inner)
    stamped(sprite, mask, theme.GOLD, (width - inner) // 2, (height - inner) // 2)
    return sprite


def _blank(width: int, height: int, ground: Colour) -> Image.Image:
    sketch = Sketch(width, height)
    radius = max(4, width / 9)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, radius)
    sketch.box(box.inset(1), theme.CREAM, radius - 1)
    sketch.box(box.inset(max(2, width // 20 + 1)), ground, max(2, radius - 2))
    return sketch.done()
