"""Large council cards to choose from."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import CardView, effect_of
from engine.text import text
from images import theme
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.heraldry import emblem, hatch
from images.indexed import flat
from images.layout import Box
from images.majority.council import arms, press, signs
from images.majority.parts import colours
from images.majority.theme import THEME
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

HEIGHT = 258
_NAME = 48
_EDGE = 7
_TITLE = Style("heading", (34, 32, 30, 28, 27))


def face(card: CardView, words: Words, width: int) -> Drawn:
    """A large card; what it does is told below it (images/majority/effects.py)."""
    name = words(text(f"majority.card.{card.colour}", power=card.power))
    return _face(card.id, name, width)


@cached
def _face(card: str, name: str, width: int) -> Drawn:
    canvas = Canvas(_blank(card, width, HEIGHT - _NAME))
    canvas.write(Box(8, HEIGHT - _NAME, width - 16, _NAME - _EDGE), name, _TITLE, "center")
    return flat(canvas.drawn(), colours())


def _blank(card: str, width: int, field_height: int) -> Image.Image:
    """Colour, power and signs above, room for words below."""
    colour, _, power = card.partition(":")
    one, effect = arms()[colour], effect_of(card)
    sketch = Sketch(width, HEIGHT, THEME.paper)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK, 14)
    sketch.box(box.inset(2), theme.CREAM, 12)
    field = Box(_EDGE, _EDGE, width - 2 * _EDGE, field_height - _EDGE)
    sketch.box(field, one.colour, 7)
    hatch(sketch, field.inset(4), one)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    press(sprite, power, one.ink, 72, (field.x + 14, field.y + 16))
    if effect is None:
        emblem(sprite, one, 104, (width // 2, field.bottom - 68))
    else:
        emblem(sprite, one, 44, (field.right - 38, field.y + 40))
        emblem(sprite, signs()[f"{colour}:{effect}"], 96, (width // 2, field.bottom - 66))
    return sprite
