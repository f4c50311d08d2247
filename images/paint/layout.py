"""Boxes and how to divide them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in pixels, from its top left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column beyond it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row beyond it."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[int, int]:
        """Its centre."""
        return self.x + self.w // 2, self.y + self.h // 2

    def touches(self, other: Box) -> bool:
        """Whether they have any pixel together."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def inset(self, x: int, y: int | None = None) -> Box:
        """The box less a margin on every side."""
        y = x if y is None else y
        return Box(self.x + x, self.y + y, self.w - 2 * x, self.h - 2 * y)

    def columns(self, count: int, gap: int = 0) -> tuple[Box, ...]:
        """Boxes of equal width side by side."""
        step = (self.w + gap) / count
        edges = [round(index * step) for index in range(count + 1)]
        return tuple(Box(self.x + a, self.y, b - a - gap, self.h) for a, b in pairwise(edges))

    def rows(self, count: int, gap: int = 0) -> tuple[Box, ...]:
        """Boxes of equal height, one below the other."""
        step = (self.h + gap) / count
        edges = [round(index * step) for index in range(count + 1)]
        return tuple(Box(self.x, self.y + a, self.w, b - a - gap) for a, b in pairwise(edges))

    def left(self, width: int) -> Box:
        """Its left part."""
        return Box(self.x, self.y, width, self.h)

    def past(self, width: int) -> Box:
        """What is right of its left part."""
        return Box(self.x + width, self.y, self.w - width, self.h)

    def top(self, height: int) -> Box:
        """Its upper part."""
        return Box(self.x, self.y, self.w, height)

    def below(self, height: int) -> Box:
        """What is under its upper part."""
        return Box(self.x, self.y + height, self.w, self.h - height)
