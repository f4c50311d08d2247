"""Legends: what is kept of them is shared by all pictures."""

from itertools import combinations

from images.furniture import legend
from images.furniture.ornaments import medal
from images.guildes.parts import colours
from images.guildes.theme import THEME
from images.paint.cache import SPRITES
from images.paint.indexed import Indexed
from images.paint.layout import Box

PAGE = Box(0, 0, 1000, 200)


def drawn(entries):
    """A page with this legend alone."""
    canvas = Indexed(PAGE.w, PAGE.h, colours(), THEME.paper)
    legend.draw(canvas, PAGE, entries, THEME)
    return canvas.picture(())


def test_whatever_is_explained_together_no_more_is_kept_than_of_each_alone():
    """Hardly two hands have the same signs: kept as a whole, legends pushed out all cards."""
    signs = [(medal(30, str(number), "now"), f"what {number} means") for number in range(6)]
    drawn(signs)
    kept = SPRITES.bytes
    for some in combinations(signs, 3):
        drawn(some)
    assert SPRITES.bytes == kept
