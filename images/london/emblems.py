"""Guilds of London to look at: colours, liveries and icons, each drawn once."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from images import theme
from images.colour import Colour, colour, contrast, mix
from images.palette import Ramp
from images.sketch import stamped
from images.vector import stencil

WATER = colour("#a9c4cc")
WATER_DARK = colour("#6d95a3")
STONE = colour("#cfc5b4")
STONE_DARK = colour("#8d8272")
STREET = colour("#d9c7a0")


class _Coloured(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str

    @cached_property
    def colour(self) -> Colour:
        """The colour itself."""
        return colour(self.code)

    @cached_property
    def ink(self) -> Colour:
        """What is best seen on it, dark or light."""
        return max(theme.INK, theme.CREAM, key=lambda one: contrast(one, self.colour))


class Trade(_Coloured):
    """One of the five colours of tiles and cards, with its symbol."""

    emblem: tuple[str, ...]


class Livery(_Coloured):
    """What sets a seat's liverymen apart: a colour and the shape of the head."""

    head: str

    @cached_property
    def tint(self) -> Colour:
        """The ground of what the seat controls."""
        return mix(theme.CREAM, self.colour, 0.2)


class Emblems(BaseModel):
    """emblems.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    colours: dict[str, Trade] = Field(alias="colour")
    liveries: tuple[Livery, ...] = Field(alias="livery")
    icons: dict[str, tuple[str, ...]] = Field(alias="icon")


@cache
def emblems() -> Emblems:
    """All of them, read once."""
    table = tomllib.loads(files(__package__).joinpath("emblems.toml").read_text("utf-8"))
    return Emblems.model_validate(table)


def ramps() -> tuple[Ramp, ...]:
    """What the game needs of a palette."""
    found: list[Ramp] = [
        (WATER, WATER_DARK, 3),
        (WATER, theme.INK, 4),
        (STONE, STONE_DARK, 3),
        (STONE, theme.INK, 4),
        (STREET, theme.INK, 4),
        (theme.CREAM, theme.INK, 7),
    ]
    for one in emblems().colours.values():
        found += [(one.colour, one.ink, 5), (one.colour, theme.INK, 3)]
    for livery in emblems().liveries:
        found += [(livery.colour, livery.ink, 4), (livery.colour, theme.INK, 3)]
        found += [(livery.tint, livery.colour, 3), (livery.tint, theme.INK, 5)]
    return tuple(found)


@lru_cache(maxsize=64)
def symbol(name: str, size: int) -> Image.Image:
    """A colour's symbol in the ink that stands out from the colour."""
    one = emblems().colours[name]
    return _stamp(one.emblem, size, one.ink)


@lru_cache(maxsize=256)
def icon(name: str, size: int, ink: Colour = theme.INK) -> Image.Image:
    """A small picture of a thing or a deed."""
    return _stamp(emblems().icons[name], size, ink)


def _stamp(shapes: tuple[str, ...], size: int, ink: Colour) -> Image.Image:
    sprite = Image.new("RGBA", (size, size), (*ink, 0))
    stamped(sprite, stencil(shapes, size), ink, 0, 0)
    return sprite
