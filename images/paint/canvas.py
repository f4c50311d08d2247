"""A picture in the making: sprites are pasted, words are set in boxes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PIL import Image

from images.paint.colour import Colour
from images.paint.layout import Box
from images.paint.lettering import block_height, fit, line, measure, pitch
from images.paint.palette import Palette
from images.paint.theme import Style

Align = Literal["left", "center", "right"]
_SIGN_GAP = 8


def has_room_beside(sign: Image.Image, words: str, style: Style, width: int) -> bool:
    """Whether these words, at their smallest, fit on one line with the sign before them."""
    return sign.width + _SIGN_GAP + measure(words, style.face, style.sizes[-1]) <= width


class Drawn(NamedTuple):
    """A finished sprite with words on it; `cut`: words that had to be shortened."""

    image: Image.Image
    cut: tuple[str, ...]


class Canvas:
    """Draws on `base` itself: pass a copy of a sprite that is kept."""

    palette: Palette | None = None
    """The only colours that it takes, if any."""

    def __init__(self, base: Image.Image) -> None:
        self._image = base
        self._cut: list[str] = []

    def place(self, drawn: Drawn, x: int, y: int) -> None:
        """Paste a sprite that has words on it."""
        self.put(drawn.image, x, y)
        self._cut += drawn.cut

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste a sprite by its top left corner; RGBA ones by their own mask."""
        self._image.paste(sprite, (x, y), sprite if sprite.mode == "RGBA" else None)

    def put_middle(self, sprite: Image.Image, box: Box) -> None:
        """Paste a sprite in the middle of a box."""
        x, y = box.middle
        self.put(sprite, x - sprite.width // 2, y - sprite.height // 2)

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a box; for rules and flat bands."""
        self._image.paste(colour, (box.x, box.y, box.right, box.bottom))

    def write(
        self,
        box: Box,
        words: str,
        style: Style,
        align: Align = "left",
        lines: int = 1,
        *,
        free: bool = False,
        sign: Image.Image | None = None,
    ) -> None:
        """Set words in the middle of the box's height, as large as the style allows.

        `free`: what people type (names), which may end in an ellipsis; other words that
        have to be cut are noted. `sign`: a small sprite before the first line.
        """
        indent = sign.width + _SIGN_GAP if sign else 0
        width = box.w - indent
        fitted = fit(words, style.setting, width, box.h, lines)
        height = block_height(style.face, fitted.size, len(fitted.lines))
        if (fitted.cut and not free) or height > box.h:
            self._cut.append(words)
        baseline = box.y + (box.h - height) // 2 + block_height(style.face, fitted.size, 1)
        for number, words_of_line in enumerate(fitted.lines):
            drawn = line(words_of_line, style.face, fitted.size)
            spare = width - drawn.width
            start = box.x + {"left": 0, "center": spare // 2, "right": spare}[align]
            if sign and not number:
                self.put(sign, start, box.y + (box.h - sign.height) // 2)
            at = (start + indent - drawn.left, baseline - drawn.baseline)
            self._ink(drawn.mask, style.colour, *at)
            baseline += pitch(fitted.size)

    def drawn(self) -> Drawn:
        """What is drawn, as a sprite for other pictures."""
        return Drawn(self._image, tuple(self._cut))

    def _ink(self, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
        """Let a colour through a mask."""
        self._image.paste(colour, (x, y), mask)
