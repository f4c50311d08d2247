"""Factions to look at: shields, cards and tokens, each drawn once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from PIL import Image

from images import heraldry, theme
from images.colour import Colour, colour
from images.fonts import cap_height
from images.heraldry import Arms, emblem, ramps_of, read_arms
from images.lettering import line
from images.palette import Ramp
from images.sketch import Sketch, stamped

CLOTH: Colour = colour("#17413f")
"""Verdigris: the banners of a city gone bad."""

FADED = 0.66
"""How far what can't be played or counts for nothing fades into the parchment."""

_SPACE = 6


@cache
def arms() -> dict[str, Arms]:
    """By faction, from factions.toml."""
    return read_arms(__package__, "factions.toml")


def ramps() -> tuple[Ramp, ...]:
    """What the factions need of a palette."""
    cloth: tuple[Ramp, ...] = (
        (CLOTH, theme.CREAM, 8),
        (CLOTH, theme.GOLD, 5),
        (CLOTH, theme.INK, 4),
    )
    pale = tuple((one.colour, theme.PARCHMENT, 5) for one in arms().values())
    return (*ramps_of(arms().values()), *cloth, *pale)


@lru_cache(maxsize=16)
def shield(faction: str, size: int) -> Image.Image:
    """A faction's arms on a shield."""
    return heraldry.shield(arms()[faction], size)


@lru_cache(maxsize=8)
def back(width: int, height: int) -> Image.Image:
    """A card that lies face down."""
    return heraldry.back(width, height)


@lru_cache(maxsize=8)
def plain(faction: str, width: int, height: int) -> Image.Image:
    """A small card of a faction, its value left out."""
    return heraldry.card(arms()[faction], width, height)


@lru_cache(maxsize=160)
def card(name: str, width: int, height: int, *, faded: bool = False) -> Image.Image:
    """A card ("noblesse:10") with its value and emblem; `faded` where it counts for nothing."""
    faction, _, value = name.partition(":")
    one = arms()[faction]
    sprite = heraldry.blank(width, height, one.colour)
    size = max(26, round(width * 0.46))
    drawn = line(value, "strong", size)
    top = round(height * 0.09)
    x = round(width * 0.12) - drawn.left
    stamped(sprite, drawn.mask, one.ink, x, top + cap_height("strong", size) - drawn.baseline)
    inner = round(width * 0.62)
    emblem(sprite, one, inner, (width // 2, height - inner // 2 - round(height * 0.09)))
    return pale(sprite) if faded else sprite


def pale(sprite: Image.Image) -> Image.Image:
    """The sprite as if seen through parchment."""
    ground = Image.new("RGBA", sprite.size, (*theme.PARCHMENT, 255))
    faded = Image.blend(sprite.convert("RGBA"), ground, FADED)
    if sprite.mode == "RGBA":
        faded.putalpha(sprite.getchannel("A"))
    return faded


@lru_cache(maxsize=32)
def token(
    faction: str, size: int, state: Literal["held", "none", "spent"], ground: Colour
) -> Image.Image:
    """A faction's token; an empty ring for one not held, a pale one for one that is spent."""
    sketch = Sketch(size, size, ground)
    half = size / 2
    one = arms()[faction]
    if state == "none":
        sketch.ring(half, half, half - 2, theme.GOLD, 1.5)
        return sketch.done()
    sketch.disc(half, half, half, theme.GOLD_DARK)
    sketch.disc(half, half, half - 1.5, theme.GOLD_LIGHT if state == "held" else theme.GOLD_DARK)
    sketch.disc(half, half, half - max(3, size * 0.09), one.colour)
    sprite = sketch.done()
    emblem(sprite, one, round(size * 0.52), (size // 2, size // 2))
    return sprite


@lru_cache(maxsize=32)
def tokens(faction: str, count: int, most: int, size: int, ground: Colour) -> Image.Image:
    """A row of as many rings as `most`, the first ones filled."""
    step = size + _SPACE
    image = Image.new("RGB", (most * step - _SPACE, size), ground)
    for index in range(most):
        sprite = token(faction, size, "held" if index < count else "none", ground)
        image.paste(sprite, (index * step, 0))
    return image


@lru_cache(maxsize=4)
def barred(size: int) -> Image.Image:
    """The sign on a card that can't be played."""
    sketch = Sketch(size, size)
    half = size / 2
    sketch.disc(half, half, half, theme.CREAM)
    sketch.ring(half, half, half - 1, theme.WAX, max(4, size * 0.12))
    reach = half * 0.6
    sketch.line(
        ((half - reach, half + reach), (half + reach, half - reach)), theme.WAX, size * 0.12
    )
    return sketch.done()


def fan(faction: str | None, count: int, width: int) -> Image.Image:
    """Cards of one faction, or face down, overlapping as far as the room demands."""
    size = (30, 42)
    sprite = back(*size) if faction is None else plain(faction, *size)
    step = min(15, max(1, (width - sprite.width) // max(1, count - 1)))
    image = Image.new("RGB", (sprite.width + step * (count - 1), sprite.height), theme.LANE)
    for index in range(count):
        image.paste(sprite, (index * step, 0), sprite)
    return image
