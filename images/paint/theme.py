"""The look of the house: what all games share, and what sets the box of each one apart.

Ink for what is read, gold for what leads, wax for what is settled. Paper, cloth, frame and
lettering are a game's own: `images/<game>/theme.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from engine.text import frozen
from images.paint.colour import Colour, colour, mix
from images.paint.fonts import Face

WIDTH = 1080

INK = colour("#2a1c14")
INK_SOFT = colour("#5c4936")
CREAM = colour("#fbf4e0")
PALE = colour("#e2cfa4")
GOLD = colour("#d9a93a")
GOLD_LIGHT = colour("#f4d985")
GOLD_DARK = colour("#8a6316")
WAX = colour("#a8221f")
WAX_DARK = colour("#6f1114")
WAX_LIGHT = colour("#cf4a3e")


@frozen
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


HEADLINE = Style("heading", (44, 40, 38, 36, 34))
HEADING = Style("heading", (34, 32, 30, 28, 27))
BODY = Style("text", (34, 32, 30, 28, 27))
DECIDE = Style("text", (36, 34))
"""What must be read to decide, on a phone too."""

NOTE = Style("text", (28, 27), INK_SOFT)
NAME = Style("strong", (36, 34, 32, 30, 28, 27), CREAM)
NUMBER = Style("strong", (40, 38, 36, 34))


@frozen
class Cover:
    """What a frame and the backs of cards are made of."""

    dark: Colour
    base: Colour
    light: Colour
    trim: Colour


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """One game's box; equal to itself only, so that sprites can be kept by it.

    `paper`, `shade`, `line`: the ground, its dark edge, rules on it. `rubric`: titles.
    `cloth`: banners and bands. `face`: wordmark and sums. `hem`: a banner's lower edge from
    left to right as (share of the width, share of its depth). `back`: shapes on a card that
    lies face down (images/paint/vector.py). `edging`: some px of the frame's upper side, repeated
    along it; `flank`: the same of its left side, of long straight parts, which weigh little;
    `corner`: what holds a corner, square, RGBA.
    """

    paper: Colour
    shade: Colour
    line: Colour
    rubric: Colour
    cloth: Colour
    cover: Cover
    face: Face
    hem: tuple[tuple[float, float], ...]
    back: tuple[str, ...]
    edging: Callable[[Cover], Image.Image]
    flank: Callable[[Cover], Image.Image]
    corner: Callable[[Cover], Image.Image]

    @property
    def lane(self) -> Colour:
        """The ground of a player's column."""
        return mix(self.paper, self.shade, 4 / 11)

    @property
    def total(self) -> Style:
        """How sums are set on a band."""
        return Style(self.face, (60, 54, 48, 42), CREAM)

    @property
    def title(self) -> Style:
        """How sections are headed."""
        return HEADING.tinted(self.rubric)

    def ramps(self) -> tuple[tuple[Colour, Colour, int], ...]:
        """The box's colours and the steps between them that smooth edges need."""
        cover = self.cover
        return (
            (self.lane, INK, 4),
            (self.paper, self.shade, 7),
            (self.shade, self.line, 3),
            (self.paper, INK, 5),
            (self.paper, INK_SOFT, 4),
            (self.paper, self.rubric, 4),
            (self.paper, GOLD, 4),
            (self.paper, WAX, 4),
            (cover.base, cover.dark, 3),
            (cover.base, cover.light, 3),
            (cover.base, cover.trim, 3),
            (self.cloth, CREAM, 5),
            (self.cloth, GOLD, 3),
            (self.cloth, GOLD_LIGHT, 4),
            (self.cloth, INK, 3),
            *RAMPS,
        )


RAMPS: tuple[tuple[Colour, Colour, int], ...] = (
    (CREAM, INK, 5),
    (CREAM, INK_SOFT, 3),
    (GOLD, GOLD_LIGHT, 3),
    (GOLD, GOLD_DARK, 3),
    (GOLD_LIGHT, INK, 4),
    (GOLD_DARK, INK, 3),
    (WAX, WAX_DARK, 3),
    (WAX, WAX_LIGHT, 3),
    (WAX, CREAM, 4),
    (PALE, INK, 2),
)
"""Steps between colours of the house."""


def shades(one: Colour, other: Colour, steps: int) -> tuple[Colour, ...]:
    """Both colours and the steps between them, `steps` in all."""
    return tuple(mix(one, other, step / (steps - 1)) for step in range(steps))
