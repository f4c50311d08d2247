"""Factions to look at: shields, cards and tokens, each drawn once."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PIL import Image

from images.corrompue.theme import THEME
from images.furniture import heraldry
from images.furniture.heraldry import Arms, emblem, ramps_of, read_arms
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour, colour
from images.paint.fonts import cap_height
from images.paint.lettering import line
from images.paint.palette import Ramp
from images.paint.sketch import Sketch, stamped

GREY_CODE = "#c3c6ba"
GREY: Colour = colour(GREY_CODE)
"""Ground of cards that can't be played or count for nothing; their ink is dark."""

_FAN = (32, 44)
_SPACE = 6


@cache
def arms() -> dict[str, Arms]:
    """By faction, from factions.toml."""
    return read_arms(__package__, "factions.toml")


def button_signs() -> dict[str, bytes]:
    """What stands on buttons, by the beginning of a card's id."""
    return heraldry.signs(arms(), "faction")


def ramps() -> tuple[Ramp, ...]:
    """What the factions need of a palette."""
    return (*ramps_of(arms().values()), (GREY, theme.INK, 4))


@cached
def shield(faction: str, size: int) -> Image.Image:
    """A faction's arms on a shield."""
    return heraldry.shield(arms()[faction], size)


@cached
def plain(faction: str, width: int, height: int, *, grey: bool = False) -> Image.Image:
    """A small card of a faction, its value left out; `grey` where nobody won it."""
    return heraldry.card(worn(arms()[faction], grey=grey), width, height)


def worn(one: Arms, *, grey: bool) -> Arms:
    """The arms; `grey` where a card can't be played or counts for nothing."""
    return Arms(colour=GREY_CODE, emblem=one.emblem, turn=one.turn) if grey else one


@cached
def card(name: str, width: int, height: int, *, grey: bool = False) -> Image.Image:
    """A card ("noblesse:10") with its value and emblem; `grey` where it counts for nothing."""
    faction, _, value = name.partition(":")
    one = worn(arms()[faction], grey=grey)
    sprite = heraldry.blank(width, height, one.colour)
    size = max(28, round(width * 0.46))
    drawn = line(value, "strong", size)
    top = round(height * 0.09)
    x = round(width * 0.12) - drawn.left
    stamped(sprite, drawn.mask, one.ink, x, top + cap_height("strong", size) - drawn.baseline)
    inner = round(width * 0.62)
    emblem(sprite, one, inner, (width // 2, height - inner // 2 - round(height * 0.09)))
    return sprite


@cached
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


@cached
def tokens(faction: str, count: int, most: int, size: int, ground: Colour) -> Image.Image:
    """A row of as many rings as `most`, the first ones filled."""
    step = size + _SPACE
    image = Image.new("RGB", (most * step - _SPACE, size), ground)
    for index in range(most):
        sprite = token(faction, size, "held" if index < count else "none", ground)
        image.paste(sprite, (index * step, 0))
    return image


@cached
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


@cached
def fan(faction: str | None, count: int, width: int) -> Image.Image:
    """Cards of one faction, or face down, overlapping as far as the room demands."""
    if faction is None:
        sprite, colour = heraldry.back(*_FAN, THEME), THEME.cover.base
    else:
        sprite, colour = plain(faction, *_FAN), arms()[faction].colour
    return heraldry.fan(sprite, colour, count, width, THEME.lane)
