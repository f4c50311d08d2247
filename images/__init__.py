"""Drawing, pure: a view in, picture bytes and alt text out."""

from collections.abc import Mapping
from typing import Final

from images import guildes, majority
from images.pictures import Picture, Pictures
from images.words import Words

pictures: Final[Mapping[str, Pictures]] = {"guildes": guildes, "majority": majority}

__all__ = ["Picture", "Pictures", "Words", "pictures"]
