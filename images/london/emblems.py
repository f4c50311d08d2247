"""Guilds of London to look at: colours, liveries and icons, each drawn once."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from engine.london.topics import colours_shown
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour, colour, contrast
from images.paint.layout import Box
from images.paint.palette import Palette
from images.paint.sketch import Sketch, stamped
from images.paint.vector import stencil

GREY = colour("#96887a")
"""Between ink and light grounds: edges of letters, and stone."""

STREET = colour("#c6baa5")

_SIGN = 96
"""Side of a sign on a button."""


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


@cache
def sixteen() -> Palette:
    """All colours of this game's pictures: whatever else is drawn takes the nearest of them.

    So few take half a byte a pixel, in less than half of the time.
    """
    box = (THEME.paper, THEME.shade, THEME.cloth, STREET)
    trades = (one.colour for one in emblems().colours.values())
    liveries = (one.colour for one in emblems().liveries)
    return Palette((theme.INK, theme.INK_SOFT, theme.CREAM, GREY, *box, *trades, *liveries))


@cached
def symbol(name: str, size: int) -> Image.Image:
    """A colour's symbol in the ink that stands out from the colour."""
    one = emblems().colours[name]
    return _stamp(one.emblem, size, one.ink)


@cached
def icon(name: str, size: int, ink: Colour = theme.INK) -> Image.Image:
    """A small picture of a thing or a deed."""
    return _stamp(emblems().icons[name], size, ink)


def _stamp(shapes: tuple[str, ...], size: int, ink: Colour) -> Image.Image:
    sprite = Image.new("RGBA", (size, size), (*ink, 0))
    stamped(sprite, stencil(shapes, size), ink, 0, 0)
    return sprite


def button_signs() -> dict[str, bytes]:
    """The colours of cards and tiles on buttons, each with its symbol; by the card's id."""
    colours = colours_shown()
    drawn = {shown: _sign(shown) for shown in set(colours.values())}
    return {card: drawn[shown] for card, shown in colours.items()}


def _sign(colours: tuple[str, ...]) -> bytes:
    """A tile of these colours side by side."""
    tile = Image.new("RGB", (_SIGN, _SIGN), GREY)
    width = _SIGN // max(1, len(colours))
    for at, name in enumerate(colours):
        half = Image.new("RGB", (width, _SIGN), emblems().colours[name].colour)
        size = min(round(_SIGN * 0.72), width)
        drawn = symbol(name, size)
        half.paste(drawn, ((width - size) // 2, (_SIGN - size) // 2), drawn)
        tile.paste(half, (at * width, 0))
    shape = Sketch(_SIGN, _SIGN)
    shape.box(Box(0, 0, _SIGN, _SIGN), theme.INK, _SIGN / 6)
    tile.putalpha(shape.done().getchannel("A"))
    png = BytesIO()
    tile.save(png, "PNG", optimize=True)
    return png.getvalue()
