"""The head of the pictures: the game's name, where it stands, and the track of the rounds."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.fonts import cap_height
from images.layout import Box
from images.lettering import line
from images.london.emblems import STONE, STONE_DARK, icon
from images.ornaments import medal, rule, seal
from images.sheets import HEAD
from images.sketch import Sketch, stamped
from images.theme import Style
from images.words import Words

_TITLE = Style("title", (50, 46, 42, 40), theme.RUBRIC)
_TITLE_WIDTH = 216
_RULE = 22
_DISC = 46
_UPPER = 56

State = Literal["done", "now", "later"]


def head(canvas: Canvas, box: Box, view: LondonView, words: Words, said: str) -> None:
    """The game's name; `said` above the rounds; `HEAD` px high."""
    upper = box.top(HEAD - _RULE)
    title = words(text("london.picture.title"))
    canvas.write(upper.left(_TITLE_WIDTH), title, _TITLE, lines=2)
    room = upper.past(_TITLE_WIDTH + 12)
    canvas.write(room.top(_UPPER), said, theme.HEADLINE, free=True)
    _rounds(canvas, room.below(_UPPER), view)
    canvas.put(rule(box.w), upper.x, upper.bottom)


def _rounds(canvas: Canvas, box: Box, view: LondonView) -> None:
    """Sealed when they are over, golden now; growth rounds stand on stone."""
    pitch = min(60, box.w // view.rounds)
    for number in range(1, view.rounds + 1):
        place = Box(box.x + (number - 1) * pitch, box.y, pitch, box.h)
        canvas.put_middle(_sign(view, number), place)


def _sign(view: LondonView, number: int) -> Image.Image:
    over = view.phase == "over"
    state: State = "later" if number > view.round else "now"
    if number < view.round or over:
        state = "done"
    if number in view.grey_rounds:
        return _stone("" if state == "done" else str(number), state)
    if state == "done":
        return seal(_DISC, "chosen")
    if state == "later" and number not in view.activation_rounds:
        return _bare(str(number))
    return medal(_DISC, str(number), state)


@lru_cache(maxsize=64)
def _stone(mark: str, state: State) -> Image.Image:
    """A square stone: a round with growth at its end."""
    size = _DISC
    sketch = Sketch(size, size)
    ground = {"done": theme.WAX, "now": theme.GOLD_LIGHT, "later": STONE}[state]
    rim = {"done": theme.WAX_DARK, "now": theme.GOLD_DARK, "later": STONE_DARK}[state]
    sketch.box(Box(1, 1, size - 2, size - 2), rim, 8)
    sketch.box(Box(4, 4, size - 8, size - 8), ground, 6)
    sprite = sketch.done()
    if mark:
        return _pressed(sprite, mark, theme.INK)
    sprite.alpha_composite(icon("growth", size - 16, theme.CREAM), (8, 8))
    return sprite


@lru_cache(maxsize=32)
def _bare(mark: str) -> Image.Image:
    """A round without activation."""
    return _pressed(Image.new("RGBA", (_DISC, _DISC), (*theme.INK_SOFT, 0)), mark, theme.INK_SOFT)


def _pressed(sprite: Image.Image, mark: str, ink: tuple[int, int, int]) -> Image.Image:
    drawn = line(mark, "heading", 22)
    x = (sprite.width - drawn.width) // 2 - drawn.left
    y = (sprite.height + cap_height("heading", 22)) // 2 - drawn.baseline
    stamped(sprite, drawn.mask, ink, x, y)
    return sprite
