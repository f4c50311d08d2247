"""A picture in the making: sprites are pasted, words are set in boxes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from PIL import Image

from images.alt import alt_text
from images.colour import Colour
from images.encoding import png, reduced
from images.layout import Box
from images.lettering import block_height, fit, line, pitch
from images.pictures import Picture
from images.theme import Style

Align = Literal["left", "center", "right"]


class Canvas:
    """Drawn from a copy of `base`, encoded in the colours of `palette`."""

    def __init__(self, base: Image.Image, palette: Image.Image) -> None:
        self._image = base.copy()
        self._palette = palette
        self._cut: list[str] = []

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
    ) -> None:
        """Set words in the middle of the box's height, as large as the style allows.

        `free`: what people type (names), which may end in an ellipsis; other words that
        have to be cut are noted in the picture's `cut`.
        """
        fitted = fit(words, (style.face, style.sizes), box.w, box.h, lines)
        height = block_height(style.face, fitted.size, len(fitted.lines))
        if (fitted.cut and not free) or height > box.h:
            self._cut.append(words)
        baseline = box.y + (box.h - height) // 2 + block_height(style.face, fitted.size, 1)
        for words_of_line in fitted.lines:
            drawn = line(words_of_line, style.face, fitted.size)
            space = {"left": 0, "center": (box.w - drawn.width) // 2, "right": box.w - drawn.width}
            at = (box.x + space[align] - drawn.left, baseline - drawn.baseline)
            self._image.paste(style.colour, at, drawn.mask)
            baseline += pitch(fitted.size)

    def picture(self, alt: Iterable[str]) -> Picture:
        """The picture as it is now, with its description sentence by sentence."""
        image = reduced(self._image, self._palette)
        return Picture(png(image), alt_text(alt), image.width, image.height, tuple(self._cut))
