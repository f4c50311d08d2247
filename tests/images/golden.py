"""Pictures to compare with, at a third of their size: `python -m tests.images.golden`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from images import Picture
from tests.images.gallery import SAMPLES

FOLDER = Path(__file__).parent / "golden"
NAMES = (
    *("guildes-board", "guildes-board-fullest", "guildes-hand", "guildes-result"),
    *("majority-board", "majority-hand", "majority-result"),
    *("corrompue-board", "corrompue-hand", "corrompue-result"),
)
_REDUCTION = 3


def reduced(picture: Picture) -> Image.Image:
    """The picture as it is kept."""
    return Image.open(BytesIO(picture.png)).convert("RGB").reduce(_REDUCTION)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean difference of two pictures of one size, 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def main() -> None:
    """Write the golden pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        small = reduced(SAMPLES[name]()).quantize(64, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
