"""A sprite as a key of what is kept."""

from __future__ import annotations

from PIL import Image


class Same:
    """Equal to itself only, as the sprite is; it keeps the sprite as long as it is a key."""

    __slots__ = ("image",)

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.image is other.image

    def __hash__(self) -> int:
        return id(self.image)
