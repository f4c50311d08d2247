"""The look of Guildhall in one place: a council's register, bound in oxblood leather.

Parchment and ink for what is read, azure banners for people, gold for what leads, wax for
what is settled.
"""

from __future__ import annotations

from dataclasses import dataclass

from images.colour import Colour, colour, mix
from images.fonts import Face

WIDTH = 1200

LEATHER = colour("#4a161b")
LEATHER_DARK = colour("#2c0c11")
LEATHER_LIGHT = colour("#6a262a")
PARCHMENT = colour("#f5ebd2")
PARCHMENT_SHADE = colour("#e2cfa4")
PARCHMENT_LINE = colour("#d3bd8e")
LANE = mix(PARCHMENT, PARCHMENT_SHADE, 4 / 11)
INK = colour("#2a1c14")
INK_SOFT = colour("#6a5440")
RUBRIC = colour("#93201d")
AZURE = colour("#22385a")
AZURE_DARK = colour("#15233b")
CREAM = colour("#fbf4e0")
GOLD = colour("#d9a93a")
GOLD_LIGHT = colour("#f4d985")
GOLD_DARK = colour("#8a6316")
WAX = colour("#a8221f")
WAX_DARK = colour("#6f1114")
WAX_LIGHT = colour("#cf4a3e")
SAGE = colour("#3f5f3a")


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: a face, the sizes it may take (falling, in px), a colour."""

    face: Face
    sizes: tuple[int, ...]
    colour: Colour = INK

    @property
    def setting(self) -> tuple[Face, tuple[int, ...]]:
        """What the fit of a text depends on."""
        return self.face, self.sizes

    def at(self, size: int) -> Style:
        """The same in one size, for texts that should look alike."""
        return Style(self.face, (size,), self.colour)

    def tinted(self, other: Colour) -> Style:
        """The same in another colour."""
        return Style(self.face, self.sizes, other)


TITLE = Style("title", (60, 52, 46, 40), RUBRIC)
HEADLINE = Style("heading", (40, 36, 32, 28))
HEADING = Style("heading", (32, 30, 28, 26, 24))
BODY = Style("text", (28, 26, 24, 22))
NOTE = Style("text", (24, 22), INK_SOFT)
NAME = Style("strong", (32, 30, 28, 26, 24, 22), CREAM)
NUMBER = Style("strong", (36, 32, 28, 24, 22))
NONE = Style("text", (30,), PARCHMENT_LINE)
TOTAL = Style("title", (56, 48, 40), CREAM)

RAMPS: tuple[tuple[Colour, Colour, int], ...] = (
    (PARCHMENT, PARCHMENT_SHADE, 12),
    (PARCHMENT_SHADE, PARCHMENT_LINE, 3),
    (PARCHMENT, INK, 14),
    (PARCHMENT, INK_SOFT, 6),
    (PARCHMENT, RUBRIC, 8),
    (LEATHER, LEATHER_DARK, 6),
    (LEATHER, LEATHER_LIGHT, 4),
    (LEATHER, GOLD, 5),
    (AZURE, CREAM, 12),
    (AZURE, AZURE_DARK, 4),
    (AZURE, GOLD, 6),
    (GOLD, GOLD_LIGHT, 5),
    (GOLD, GOLD_DARK, 5),
    (GOLD_LIGHT, INK, 7),
    (GOLD, PARCHMENT, 5),
    (GOLD_DARK, INK, 3),
    (WAX, WAX_DARK, 5),
    (WAX, WAX_LIGHT, 4),
    (WAX, PARCHMENT, 5),
    (WAX_LIGHT, CREAM, 4),
)
"""Colours of every picture and the steps between them that smooth edges need."""


def shades(one: Colour, other: Colour, steps: int) -> tuple[Colour, ...]:
    """Both colours and the steps between them, `steps` in all."""
    return tuple(mix(one, other, step / (steps - 1)) for step in range(steps))
