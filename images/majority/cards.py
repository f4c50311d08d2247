"""Large council cards to choose from, their effects in words."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.majority.view import CardView, effect_of
from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.heraldry import emblem, hatch
from images.layout import Box
from images.majority.council import arms, press, signs
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

HEIGHT = 312
_NAME = 46
_EFFECT = 122
_EDGE = 7
_TITLE = Style("heading", (30, 28, 26, 24, 22))
_DOES = Style("strong", (24, 22), theme.RUBRIC)
_HOW = Style("text", (24, 22))


def face(card: CardView, words: Words, width: int) -> Drawn:
    """A large card."""
    name = words(text(f"majority.card.{card.colour}", power=card.power))
    if card.effect is None:
        return _face(card.id, name, None, width)
    effect = words(text(f"majority.picture.effect.{effect_of(card.id)}"))
    return _face(card.id, name, (effect, words(card.effect)), width)


@lru_cache(maxsize=64)
def _face(card: str, name: str, said: tuple[str, str] | None, width: int) -> Drawn:
    foot = _NAME + (_EFFECT if said else 0)
    canvas = Canvas(_blank(card, width, HEIGHT - foot))
    words = Box(10, HEIGHT - foot, width - 20, foot - _EDGE)
    canvas.write(words.top(_NAME - 4), name, _TITLE, "center")
    if said:
        canvas.write(words.below(_NAME - 6).top(28), said[0], _DOES, "center")
        canvas.write(words.below(_NAME + 20).top(_EFFECT - 30), said[1], _HOW, "center", 4)
    return canvas.drawn()


def _blank(card: str, width: int, field_height: int) -> Image.Image:
    """Colour, power and signs above, room for words below."""
    colour, _, power = card.partition(":")
    one, effect = arms()[colour], effect_of(card)
    sketch = Sketch(width, HEIGHT, theme.PARCHMENT)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK, 14)
    sketch.box(box.inset(2), theme.CREAM, 12)
    field = Box(_EDGE, _EDGE, width - 2 * _EDGE, field_height - _EDGE)
    sketch.box(field, one.colour, 7)
    hatch(sketch, field.inset(4), one)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    press(sprite, power, one.ink, 64, (field.x + 14, field.y + 16))
    if effect is None:
        emblem(sprite, one, 118, (width // 2, field.y + 148))
    else:
        emblem(sprite, one, 40, (field.right - 36, field.y + 37))
        emblem(sprite, signs()[f"{colour}:{effect}"], 74, (width // 2 + 14, field.y + 92))
    return sprite
