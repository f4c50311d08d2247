"""A sprite in the making: drawn twice as large in pixels of the picture, then reduced."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from images.paint.colour import Colour
from images.paint.layout import Box
from images.paint.vector import EDGES, Point, outline

_OVERSAMPLE = 2


class Sketch:
    """Coordinates are the finished sprite's pixels, fractions allowed."""

    def __init__(self, width: int, height: int, ground: Colour | None = None) -> None:
        size = (width * _OVERSAMPLE, height * _OVERSAMPLE)
        if ground is None:
            self._image = Image.new("RGBA", size, (0, 0, 0, 0))
        else:
            self._image = Image.new("RGB", size, ground)
        self._draw = ImageDraw.Draw(self._image)

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * _OVERSAMPLE, y * _OVERSAMPLE) for x, y in points], fill=fill)

    def path(self, path: str, fill: Colour, at: Point = (0, 0), scale: float = 1) -> None:
        """A filled path (see images/paint/vector.py), moved and scaled."""
        for points in outline(path):
            self.polygon([(at[0] + x * scale, at[1] + y * scale) for x, y in points], fill)

    def box(self, box: Box, fill: Colour, radius: float = 0) -> None:
        """A filled rectangle, its corners rounded."""
        edges = _edges(box.x, box.y, box.right, box.bottom)
        self._draw.rounded_rectangle(edges, radius * _OVERSAMPLE, fill=fill)

    def frame(self, box: Box, colour: Colour, width: float, radius: float = 0) -> None:
        """The outline of a rectangle, within the box."""
        edges = _edges(box.x, box.y, box.right, box.bottom)
        thick = round(width * _OVERSAMPLE)
        self._draw.rounded_rectangle(edges, radius * _OVERSAMPLE, outline=colour, width=thick)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A filled circle."""
        edges = _edges(x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(edges, fill=fill)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        """A circle's line, within the radius."""
        edges = _edges(x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse(edges, outline=colour, width=round(width * _OVERSAMPLE))

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """A line with round joints and ends."""
        placed = [(x * _OVERSAMPLE, y * _OVERSAMPLE) for x, y in points]
        self._draw.line(placed, fill=colour, width=round(width * _OVERSAMPLE))
        radius = width * _OVERSAMPLE / 2
        for x, y in placed:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)

    def done(self) -> Image.Image:
        """The finished sprite, RGBA, or RGB where it had a ground."""
        sprite = self._image.reduce(_OVERSAMPLE)
        if sprite.mode == "RGBA":
            sprite.putalpha(sprite.getchannel("A").point(EDGES))
        return sprite


def stamped(sprite: Image.Image, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
    """Colour a stencil onto a finished sprite; keeps the sprite's own transparency."""
    edged = mask.point(EDGES)
    sprite.paste((*colour, 255) if sprite.mode == "RGBA" else colour, (x, y), edged)


def _edges(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
    """Corners for PIL, which counts the last pixel in."""
    return x0 * _OVERSAMPLE, y0 * _OVERSAMPLE, x1 * _OVERSAMPLE - 1, y1 * _OVERSAMPLE - 1
