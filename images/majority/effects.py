"""What the cards to choose from do: one line for each kind of effect among them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.majority.view import CardView, effect_of
from engine.text import text
from images import theme
from images.cache import cached
from images.canvas import Canvas
from images.layout import Box
from images.lettering import fit, pitch
from images.majority.council import sign
from images.sheets import CONTENT
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

_SIGN = 52
_INDENT = 68
_LINES = 2
_DOES = Style("strong", theme.DECIDE.sizes)
_GAP = 12

Row = tuple[str, str, str]
"""An effect, its name and what it does."""


def rows(cards: Sequence[CardView], words: Words) -> tuple[Row, ...]:
    """Each effect once, in the order of the cards."""
    found: dict[str, Row] = {}
    for card in cards:
        effect = effect_of(card.id)
        if effect is not None and card.effect is not None:
            name = words(text(f"majority.picture.effect.{effect}"))
            found.setdefault(effect, (effect, name, words(card.effect)))
    return tuple(found.values())


def height(found: Sequence[Row]) -> int:
    """Of all rows and the space below."""
    return sum(_tall(said) for _, _, said in found) + (10 if found else 0)


def draw(canvas: Canvas, box: Box, found: Sequence[Row]) -> None:
    """The sign, the name and the words of each."""
    for effect, name, said in found:
        line = box.top(_tall(said) - _GAP)
        canvas.put(_medal(effect), line.x, line.y + (line.h - _SIGN) // 2)
        room = line.past(_INDENT)
        canvas.write(room.left(_NAMES), name, _DOES)
        canvas.write(room.past(_NAMES), said, theme.DECIDE, lines=_LINES)
        box = box.below(_tall(said))


_NAMES = 250
"""Room for the longest name of an effect, in every language."""


def _tall(said: str) -> int:
    room = CONTENT - _INDENT - _NAMES
    fitted = fit(said, theme.DECIDE.setting, room, 400, _LINES)
    return max(_SIGN, len(fitted.lines) * pitch(fitted.size) + 8) + _GAP


@cached
def _medal(effect: str) -> Image.Image:
    """The sign as it is on the cards, light on a dark disc."""
    sketch = Sketch(_SIGN, _SIGN)
    half = _SIGN / 2
    sketch.disc(half, half, half, theme.GOLD_DARK)
    sketch.disc(half, half, half - 2, theme.INK)
    sprite = sketch.done()
    inner = sign(effect, round(_SIGN * 0.62), theme.GOLD_LIGHT)
    sprite.alpha_composite(inner, ((_SIGN - inner.width) // 2, (_SIGN - inner.height) // 2))
    return sprite
