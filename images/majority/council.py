"""Council members to look at: shields, small cards, tokens and coins, each drawn once."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from PIL import Image

from engine.majority.view import effect_of
from images.furniture import heraldry
from images.furniture.heraldry import Arms, emblem, hatch, ramps_of
from images.furniture.ornaments import medal, seal
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour, colour
from images.paint.fonts import cap_height
from images.paint.layout import Box
from images.paint.lettering import line
from images.paint.palette import Ramp
from images.paint.sketch import Sketch, stamped
from images.paint.vector import stencil

CLOTHS: tuple[Colour, Colour] = (colour("#4c2449"), colour("#1c4639"))
"""Banners of party A, or of everyone, and of party B."""

_TURNS = {"assassination": 38.0}
_FATES = {"stolen": "bribe", "killed": "assassination", "betrayed": "betrayal"}


@cache
def arms() -> dict[str, Arms]:
    """By colour, from council.toml."""
    return {name: Arms.model_validate(row) for name, row in _table()["colour"].items()}


@cache
def signs() -> dict[str, Arms]:
    """What cards do, in each colour's ink on its ground: by "colour:effect"."""
    return {
        f"{name}:{effect}": one.model_copy(
            update={"emblem": tuple(shapes), "turn": _TURNS.get(effect, 0.0)}
        )
        for name, one in arms().items()
        for effect, shapes in _table()["effect"].items()
    }


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files(__package__).joinpath("council.toml").read_text("utf-8"))


def button_signs() -> dict[str, bytes]:
    """What stands on buttons, by the beginning of a card's id."""
    return heraldry.signs(arms(), "council")


def ramps() -> tuple[Ramp, ...]:
    """What the council needs of a palette."""
    cloths: list[Ramp] = []
    for cloth in CLOTHS:
        cloths += [(cloth, theme.CREAM, 8), (cloth, theme.GOLD, 5), (cloth, theme.INK, 4)]
    return (*ramps_of(arms().values()), *cloths)


@cached
def shield(name: str, size: int) -> Image.Image:
    """A colour's arms on a shield."""
    return heraldry.shield(arms()[name], size)


@cached
def small(card: str, width: int, height: int) -> Image.Image:
    """A card ("red:7") with its power and signs, no words."""
    name, _, power = card.partition(":")
    one, effect = arms()[name], effect_of(card)
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    radius = width / 9
    sketch.box(box, theme.INK, radius)
    sketch.box(box.inset(1), theme.CREAM, radius - 1)
    field = box.inset(max(3, width // 22))
    sketch.box(field, one.colour, radius - 3)
    hatch(sketch, field.inset(3), one)
    sprite = sketch.done()
    size = max(28, round(width * 0.44))
    top = field.y + round(size * 0.2)
    press(sprite, power, one.ink, size, (field.x + round(width * 0.08), top))
    charge = round(size * 0.72)
    if effect is None:
        inner = round(width * 0.56)
        emblem(sprite, one, inner, (width // 2, top + size * 3 // 4 + (height - top - size) // 2))
    else:
        middle = (field.right - charge // 2 - round(width * 0.06), top + round(size * 0.34))
        emblem(sprite, one, charge, middle)
        inner = round(width * 0.5)
        sign = signs()[f"{name}:{effect}"]
        at = (width // 2, top + size * 3 // 4 + (height - top - size) // 2)
        emblem(sprite, sign, inner, at)
    return sprite


def press(sprite: Image.Image, mark: str, ink: Colour, size: int, at: tuple[int, int]) -> None:
    """A numeral with its top left corner at a point."""
    drawn = line(mark, "strong", size)
    baseline = at[1] + cap_height("strong", size)
    stamped(sprite, drawn.mask, ink, at[0] - drawn.left, baseline - drawn.baseline)


@cached
def sign(effect: str, size: int, ink: Colour) -> Image.Image:
    """What a card does, alone."""
    sprite = Image.new("RGBA", (size, size), (*ink, 0))
    shapes = _table()["effect"][effect]
    stamped(sprite, stencil(shapes, size, _TURNS.get(effect, 0)), ink, 0, 0)
    return sprite


@cached
def fate(name: str, size: int) -> Image.Image:
    """The mark on a card that was killed (wax), stolen or betrayed (gold)."""
    killed = name == "killed"
    sprite = (seal(size, "") if killed else medal(size, "", "now")).copy()
    effect = _FATES[name]
    inner = round(size * 0.56)
    mask = stencil(_table()["effect"][effect], inner, _TURNS.get(effect, 0))
    at = (size - inner) // 2
    stamped(sprite, mask, theme.CREAM if killed else theme.INK, at, at)
    return sprite


@cached
def coin(size: int) -> Image.Image:
    """A piece of gold."""
    sketch = Sketch(size, size)
    half = size / 2
    sketch.disc(half, half, half, theme.GOLD_DARK)
    sketch.disc(half, half, half - 1.5, theme.GOLD)
    sketch.ring(half, half, half - size * 0.14, theme.GOLD_DARK, max(1, size * 0.04))
    sketch.disc(half - size * 0.1, half - size * 0.1, size * 0.14, theme.GOLD_LIGHT)
    return sketch.done()


@cached
def token(size: int) -> Image.Image:
    """The spy token: an eye in gold on black."""
    sketch = Sketch(size, size)
    half = size / 2
    sketch.disc(half, half, half, theme.GOLD_DARK)
    sketch.disc(half, half, half - 2, theme.GOLD)
    sketch.disc(half, half, half - 5, theme.INK)
    sprite = sketch.done()
    inner = round(size * 0.62)
    mask = stencil(_table()["effect"]["spy"], inner)
    at = (size - inner) // 2
    stamped(sprite, mask, theme.GOLD_LIGHT, at, at)
    return sprite
