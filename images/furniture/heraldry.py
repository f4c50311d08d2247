"""Arms to look at: a colour, an emblem and perhaps a pattern, on shields and cards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from io import BytesIO
from typing import Literal

from PIL import Image
from pydantic import BaseModel, ConfigDict, Field

from images.paint.cache import cached
from images.paint.colour import Colour, colour, contrast, mix
from images.paint.layout import Box
from images.paint.palette import Ramp
from images.paint.sketch import Sketch, stamped
from images.paint.theme import CREAM, INK, Theme
from images.paint.vector import stencil

_SHIELD = "M4 4 L96 4 L96 50 C96 76 74 92 50 99 C26 92 4 76 4 50 Z"
_SIGN = 96
"""Side of a sign: twice what a phone shows of an emoji, at three pixels a point."""
_STEP = 13
"""From one card of a fan to the next, in px."""

_PITCH = 9
"""Between two lines of a pattern, in px."""


class Arms(BaseModel):
    """A colour and an emblem (shapes of images/paint/vector.py, turned by degrees).

    `hatching`: the pattern by which engravers tell colours: upright lines for red, level ones
    for blue, dots for yellow.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str = Field(alias="colour")
    emblem: tuple[str, ...]
    turn: float = 0
    hatching: Literal["upright", "level", "dots"] | None = None

    @cached_property
    def colour(self) -> Colour:
        """The ground of the arms."""
        return colour(self.code)

    @cached_property
    def ink(self) -> Colour:
        """What is best seen on that ground, dark or light."""
        return max(INK, CREAM, key=lambda one: contrast(one, self.colour))

    @cached_property
    def shade(self) -> Colour:
        """The colour of the pattern, a step from the ground towards the ink."""
        return mix(self.colour, self.ink, 0.2)


def read_arms(package: str, name: str) -> dict[str, Arms]:
    """The arms of a TOML file beside a module, by id."""
    table = tomllib.loads(files(package).joinpath(name).read_text("utf-8"))
    return {one: Arms.model_validate(row) for one, row in table.items()}


def ramps_of(arms: Iterable[Arms]) -> tuple[Ramp, ...]:
    """What arms need of a palette."""
    found: list[Ramp] = []
    for one in arms:
        found += [(one.colour, one.ink, 5), (one.colour, INK, 3)]
    return tuple(found)


def shield(one: Arms, size: int) -> Image.Image:
    """The arms on a shield of `size` x `size`."""
    sketch = Sketch(size, size)
    sketch.path(_SHIELD, INK, scale=size / 100)
    rim = 1.6
    share = (size - 2 * rim) / 100
    sketch.path(_SHIELD, one.colour, (rim, rim), share)
    sprite = sketch.done()
    inner = round(size * 0.62)
    emblem(sprite, one, inner, (size // 2, round(size * 0.15) + inner // 2))
    return sprite


def signs(arms: Mapping[str, Arms], kind: str) -> dict[str, bytes]:
    """Shields for buttons, by "kind:name"."""
    made = {}
    for name, one in arms.items():
        png = BytesIO()
        shield(one, _SIGN).save(png, "PNG", optimize=True)
        made[f"{kind}:{name}"] = png.getvalue()
    return made


def card(one: Arms, width: int, height: int) -> Image.Image:
    """A small card: colour and emblem."""
    sprite = blank(width, height, one.colour)
    emblem(sprite, one, round(width * 0.74), (width // 2, height // 2))
    return sprite


@cached
def back(width: int, height: int, theme: Theme) -> Image.Image:
    """A card of this game that lies face down."""
    sprite = blank(width, height, theme.cover.base)
    inner = round(width * 0.7)
    mask = stencil(theme.back, inner)
    stamped(sprite, mask, theme.cover.trim, (width - inner) // 2, (height - inner) // 2)
    return sprite


def blank(width: int, height: int, ground: Colour) -> Image.Image:
    """A small card without an emblem."""
    sketch = Sketch(width, height)
    radius = max(4, width / 9)
    box = Box(0, 0, width, height)
    sketch.box(box, INK, radius)
    sketch.box(box.inset(1), CREAM, radius - 1)
    sketch.box(box.inset(max(2, width // 20 + 1)), ground, max(2, radius - 2))
    return sketch.done()


def fan(sprite: Image.Image, colour: Colour, count: int, width: int, ground: Colour) -> Image.Image:
    """Cards that overlap as far as the room demands; the last one whole, the sides of others."""
    step = min(_STEP, max(1, (width - sprite.width) // max(1, count - 1)))
    fanned = Image.new("RGB", (sprite.width + step * (count - 1), sprite.height), ground)
    side = _side(*sprite.size, colour)
    for index in range(count - 1):
        fanned.paste(side, (index * step, 0), side)
    fanned.paste(sprite, (step * (count - 1), 0), sprite)
    return fanned


@cached
def _side(width: int, height: int, colour: Colour) -> Image.Image:
    """A card of which only the side can be seen."""
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, INK, 4)
    sketch.box(box.inset(2), colour, 3)
    return sketch.done()


@cached
def empty(width: int, height: int, theme: Theme, ground: Colour) -> Image.Image:
    """Where a card will lie."""
    sketch = Sketch(width, height, ground)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.line, width / 9)
    sketch.box(box.inset(2), theme.lane, width / 9 - 2)
    return sketch.done()


def emblem(sprite: Image.Image, one: Arms, size: int, middle: tuple[int, int]) -> None:
    """Stamp the emblem of these arms, about a point."""
    mask = stencil(one.emblem, size, one.turn)
    stamped(sprite, mask, one.ink, middle[0] - size // 2, middle[1] - size // 2)


def hatch(sketch: Sketch, box: Box, one: Arms) -> None:
    """Lay the pattern of these arms, if they have one, over a box of their colour."""
    if one.hatching == "upright":
        for x in range(box.x + _PITCH // 2, box.right, _PITCH):
            sketch.box(Box(x, box.y, 2, box.h), one.shade)
    elif one.hatching == "level":
        for y in range(box.y + _PITCH // 2, box.bottom, _PITCH):
            sketch.box(Box(box.x, y, box.w, 2), one.shade)
    elif one.hatching == "dots":
        for row, y in enumerate(range(box.y + _PITCH // 2, box.bottom - 1, _PITCH)):
            for x in range(box.x + _PITCH // 2 + row % 2 * _PITCH // 2, box.right - 1, _PITCH):
                sketch.disc(x, y, 1.6, one.shade)
