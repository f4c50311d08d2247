"""Films: each frame is the picture that it was made of, to the last pixel."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageSequence

from images.furniture.film import STRIP, Captioned, animated, piece
from images.paint.theme import CREAM, INK

SIZE = (61, 47)
GROUND = (240, 230, 200)


def png(*boxes: tuple[int, int, int, int], size: tuple[int, int] = SIZE) -> bytes:
    """A page with dark boxes on it."""
    picture = Image.new("RGB", size, GROUND)
    for box in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill=(60, 20, 30))
    written = io.BytesIO()
    picture.convert("P", palette=Image.Palette.ADAPTIVE).save(written, "PNG")
    return written.getvalue()


def pixels(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as opened:
        return opened.convert("RGB").tobytes()


PAGES = [
    png((3, 3, 10, 10)),
    png((3, 3, 10, 10), (21, 33, 60, 46)),
    png((3, 3, 10, 10), (21, 33, 60, 46)),
    png((0, 0, 60, 46)),
    png((5, 7, 5, 7)),
]


def film(pages: list[bytes]) -> Image.Image:
    shown = [Captioned(page) for page in pages]
    before = [None, *shown[:-1]]
    pieces = [piece(*pair, SIZE) for pair in zip(before, shown, strict=True)]
    times = [100 * number for number in range(1, len(pages) + 1)]
    return Image.open(io.BytesIO(animated(pieces, times, SIZE)))


def test_every_frame_is_its_picture() -> None:
    with film(PAGES) as opened:
        assert (opened.format, opened.size, opened.n_frames) == ("WEBP", SIZE, len(PAGES))
        shown = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(opened)]
    assert shown == [pixels(page) for page in PAGES]


def test_every_frame_is_shown_for_its_time_and_the_film_begins_again() -> None:
    with film(PAGES) as opened:
        times = []
        for number in range(opened.n_frames):
            opened.seek(number)
            opened.load()
            times.append(opened.info["duration"])
        assert times == [100, 200, 300, 400, 500]
        assert opened.info["loop"] == 0


def test_a_frame_holds_what_has_changed_alone() -> None:
    first, second = map(Captioned, PAGES[:2])
    whole, part = piece(None, second, SIZE), piece(first, second, SIZE)
    assert (whole.x, whole.y, whole.width, whole.height) == (0, 0, *SIZE)
    assert (part.x, part.y) == (20, 32)  # even numbers at or before 21, 33
    assert (part.x + part.width, part.y + part.height) == SIZE
    same = piece(second, second, SIZE)
    assert same.width * same.height == 1


def test_a_smaller_picture_stands_at_the_top_on_its_own_ground() -> None:
    small = png((3, 3, 10, 10), size=(61, 30))
    with film([PAGES[3], small]) as opened:
        opened.seek(1)
        frame = opened.convert("RGB")
    assert frame.crop((0, 0, 61, 30)).tobytes() == pixels(small)
    assert frame.crop((0, 30, *SIZE)).getcolors() == [(61 * 17, GROUND)]


def test_what_is_said_stands_above_the_picture_which_keeps_its_place() -> None:
    page = Image.new("RGB", (600, 100), GROUND)
    written = io.BytesIO()
    page.save(written, "PNG")
    size = (600, 100 + STRIP)
    for said in ("Ada moves 4 liverymen to E2.", "W" * 300):
        made = piece(None, Captioned(written.getvalue(), said), size)
        shown = Image.open(io.BytesIO(made.webp)).convert("RGB")
        assert shown.crop((0, STRIP, *size)).tobytes() == page.tobytes()
        strip = shown.crop((0, 0, 600, STRIP))
        assert strip.getpixel((0, 0)) == INK
        assert {colour for _, colour in strip.getcolors() or ()} == {INK, CREAM}
