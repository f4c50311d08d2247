"""Players' banners: what is written stays within the rim."""

from __future__ import annotations

import pytest
from PIL import Image

from images.furniture import people
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.layout import Box
from tests.images.seen import all_written, ink
from tests.images.speech import Speech
from tests.images.views import FIFTEEN_LETTERS

RIM = 8
"""px of a banner's edge that are its rim, as `ornaments.banner` draws it."""

LANES = [people.columns(label, seats)[0].w for label in (0, 150, 190, 236) for seats in (4, 5, 6)]


@pytest.mark.parametrize("width", sorted({*LANES}))
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", FIFTEEN_LETTERS)
def test_names_and_roles_keep_off_the_rim(name: str, language: str, width: int) -> None:
    image = Image.new("RGB", (width, 190), THEME.paper)
    words = Speech(language, [name], [0])
    people.player(Canvas(image), Box(0, 0, width, 190), THEME, words, 0, "")
    written = ink(image.crop((0, 12, width, 190)), (theme.CREAM, theme.GOLD_LIGHT))
    left, _, right, _ = written.getbbox() or (0, 0, 0, 0)
    assert min(left, width - right) >= RIM + 2


@pytest.mark.parametrize("name", ["Jean-Christophe", "Marie-Charlotte", "Alexandra B."])
def test_ordinary_words_are_whole_at_the_largest_table(name: str) -> None:
    width = people.columns(190, 6)[0].w
    words = Speech("fr", [name], [0])
    people._banner.cache_clear()
    with all_written() as written:
        canvas = Canvas(Image.new("RGB", (width, 190), THEME.paper))
        people.player(canvas, Box(0, 0, width, 190), THEME, words, 0, "")
    for one in written:
        assert one.words in {"".join(one.fitted.lines), " ".join(one.fitted.lines)}
