"""The head of the pictures: where the game stands, and the track of the rounds."""

from __future__ import annotations

from PIL import Image

from engine.london.view import LondonView
from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.london.signs import State, calendar
from images.london.theme import THEME
from images.sheets import headed

_UPPER = 58
_PITCH = 62


def head(canvas: Canvas, box: Box, view: LondonView, said: str) -> None:
    """`said` above the rounds; `HEAD` px high."""
    room = headed(canvas, box, THEME)
    canvas.write(room.top(_UPPER), said, theme.HEADLINE, free=True)
    pitch = min(_PITCH, room.w // view.rounds)
    for number in range(1, view.rounds + 1):
        x = room.x + (number - 1) * pitch
        canvas.put(_leaf(view, number), x, room.y + _UPPER)


def _leaf(view: LondonView, number: int) -> Image.Image:
    over = view.phase == "over"
    state: State = "later" if number > view.round else "now"
    if number < view.round or over:
        state = "done"
    activates, grows = number in view.activation_rounds, number in view.grey_rounds
    return calendar(str(number), state, activates=activates, grows=grows)
