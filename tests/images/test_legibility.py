"""What a phone can show: every text large enough, dark or light enough, and pictures light."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from PIL import Image

from images import Picture, corrompue, guildes, london, majority
from images.furniture import legend
from images.london import detail, slips
from images.london.emblems import sixteen
from images.majority.hand import _DOES
from images.paint import lettering, sketch, theme
from images.paint.canvas import Canvas
from images.paint.colour import Colour, contrast
from images.paint.indexed import HEAVY, LIGHT, Indexed
from images.paint.layout import Box
from tests.images import corrompue_views, gallery, majority_views
from tests.images.london import gallery as london_gallery
from tests.images.london.played import arranged, counted, fullest
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES, counted_view, middle_view, over_view

EASY = 4.5
"""Contrast of what is to be read (WCAG 2, AA)."""

PHONE = 360
LEGEND, DECIDE = 9, 10.2
"""px on a phone that shows a picture so wide."""

SAMPLES = {**gallery.SAMPLES, **london_gallery.SAMPLES}
LONDON = [name for name in SAMPLES if name.startswith("london")]
HANDS = [name for name in SAMPLES if "-hand" in name]
GUILDES_BOARDS = [name for name in SAMPLES if name.startswith("guildes-board")]
EXPLAINED = [
    (guildes.board, middle_view(4)),
    (guildes.board, counted_view(4)),
    (guildes.hand, middle_view(4, 2, hand=("nobles",))),
    (guildes.result, over_view(4)),
    (majority.board, majority_views.moment(4, "play", -1)),
    (majority.hand, majority_views.moment(4, "play", -1)),
    (majority.result, majority_views.over(4)),
    (corrompue.board, corrompue_views.moment(4, "trick", -1)),
    (corrompue.hand, corrompue_views.moment(4, "trick", -1)),
    (corrompue.result, corrompue_views.over(4)),
    (london.board, fullest(4).model_copy(update={"tallies": ()})),
    (london.hand, arranged(1)),
    (london.result, counted()),
]
"""Pictures with signs to explain, each with a view."""

KEPT_OPEN = {"coverage", "font", "arms", "_catalogs", "palette", "emblems"}


class Inked(NamedTuple):
    """A text's ink and the colour that most of it lies on."""

    ink: Colour
    ground: Colour


def commonest(image: Image.Image, mask: Image.Image) -> Colour | None:
    """The colour under most of the mask; None where nothing is drawn yet (a clear sprite)."""
    under: Counter[Colour] = Counter()
    grounds = zip(*[iter(image.convert("RGBA").tobytes())] * 4, strict=True)
    for (red, green, blue, opaque), inside in zip(
        grounds, mask.convert("L").tobytes(), strict=True
    ):
        if inside > 128 and opaque:
            under[red, green, blue] += 1
    return under.most_common(1)[0][0] if under else None


class Witness:
    """Stands beside whoever writes, and notes ink and ground."""

    def __init__(self) -> None:
        self.inked: list[Inked] = []
        self._texts: dict[int, Image.Image] = {}
        self._line, self._stamped = lettering.line, sketch.stamped
        self._ink, self._indexed_ink = Canvas._ink, Indexed._ink

    def note(self, image: Image.Image, mask: Image.Image, ink: Colour, x: int, y: int) -> None:
        ground = commonest(image.crop((x, y, x + mask.width, y + mask.height)), mask)
        if ground is not None:
            self.inked.append(Inked(ink, ground))

    def line(self, *args):
        drawn = self._line(*args)
        self._texts[id(drawn.mask)] = drawn.mask
        return drawn

    def stamped(self, sprite, mask, colour, x, y):
        if id(mask) in self._texts:
            self.note(sprite, mask, colour, x, y)
        self._stamped(sprite, mask, colour, x, y)

    def ink(self, canvas, mask, colour, x, y):
        self.note(canvas._image, mask, colour, x, y)
        self._ink(canvas, mask, colour, x, y)

    def indexed_ink(self, canvas, mask, colour, x, y):
        left = x + canvas.palette.filters
        part = canvas._image.crop((left, y, left + mask.width, y + mask.height))
        self.note(canvas.palette.expanded(part), mask, colour, 0, 0)
        self._indexed_ink(canvas, mask, colour, x, y)


def drawing_modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.split(".")[0] == "images"]


@contextmanager
def everything_inked() -> Iterator[list[Inked]]:
    """All that is written while nothing is taken from what was drawn before."""
    witness = Witness()

    def ink(canvas: Canvas, *laid: Any) -> None:
        witness.ink(canvas, *laid)

    def indexed_ink(canvas: Indexed, *laid: Any) -> None:
        witness.indexed_ink(canvas, *laid)

    with ExitStack() as patched:
        patched.enter_context(patch.object(Canvas, "_ink", ink))
        patched.enter_context(patch.object(Indexed, "_ink", indexed_ink))
        for module in drawing_modules():
            for name, value in list(vars(module).items()):
                if value is lettering.line or value is sketch.stamped:
                    watched = witness.line if name == "line" else witness.stamped
                    patched.enter_context(patch.object(module, name, watched))
                elif hasattr(value, "cache_clear") and name not in KEPT_OPEN:
                    value.cache_clear()
        yield witness.inked


class Looked(NamedTuple):
    """A picture, drawn with nothing made smaller, and all that was written in it."""

    picture: Picture
    inked: list[Inked]


@cache
def looked_at(name: str) -> Looked:
    """A sample, drawn once for all who look at it; fails if anything is made smaller."""
    resized = Image.Image.resize

    def as_high(image: Image.Image, size: tuple[int, int]) -> Image.Image:
        assert size[1] >= image.height, "what is written there may be too small to be read"
        return resized(image, size)

    with pytest.MonkeyPatch.context() as patched, everything_inked() as inked:
        patched.setattr(Image.Image, "resize", as_high)
        patched.delattr(Image.Image, "thumbnail")
        patched.delattr(Image.Image, "transform")
        return Looked(SAMPLES[name](), inked)


def each(names: Iterable[str]) -> pytest.MarkDecorator:
    """A test of each of these samples, in one process with the others of that sample."""
    marked = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]
    return pytest.mark.parametrize("name", marked)


@each(SAMPLES)
def test_all_that_is_written_stands_out_from_its_ground(name):
    inked = looked_at(name).inked
    assert len(inked) > 10
    assert {one for one in inked if contrast(*one) < EASY} == set()


@each(LONDON)
def test_what_is_written_in_london_stands_out_in_its_sixteen_colours_too(name):
    colours, inked = sixteen(), looked_at(name).inked
    shown = {tuple(colours.colours[colours.index(one)] for one in pair) for pair in inked}
    assert {pair for pair in shown if contrast(*pair) < EASY} == set()


def test_pale_ink_is_found_wanting():
    canvas = Canvas(Image.new("RGB", (200, 50), theme.CREAM))
    with everything_inked() as inked:
        canvas.write(Box(0, 0, 200, 50), "Ana", theme.NOTE.tinted(theme.PALE))
    assert [contrast(*one) < EASY for one in inked] == [True]


def on_a_phone(size: int) -> float:
    return size * PHONE / theme.WIDTH


def test_nothing_is_set_smaller_than_a_legend():
    """In no picture of whatever game: smaller type isn't drawn at all."""
    assert on_a_phone(lettering.SMALLEST) >= LEGEND
    with pytest.raises(ValueError, match="phone"):
        lettering.line("Ana", "text", lettering.SMALLEST - 1)


@each(SAMPLES)
def test_nothing_that_is_written_is_made_smaller_afterwards(name):
    looked = looked_at(name)
    assert looked.picture.width == theme.WIDTH
    assert looked.inked


def test_what_is_read_to_decide_is_never_set_small():
    """Cards and rewards of London, effects of The Majority, events of Guildes, reasons."""
    decisive = (slips._TEXT, slips._NAME, detail._ITEM, detail._NOTE, _DOES)
    for style in (theme.DECIDE, theme.HEADLINE, *decisive):
        assert on_a_phone(min(style.sizes)) >= DECIDE


@pytest.mark.parametrize(("kind", "view"), EXPLAINED, ids=range(len(EXPLAINED)))
def test_signs_are_explained_to_those_who_learn_the_game_alone(kind, view):
    learning, knowing = (Speech("fr", PLAIN_NAMES, learning=each) for each in (True, False))
    explained, bare = kind(view, learning), kind(view, knowing)
    assert bare.height < explained.height
    assert bare.alt == explained.alt


@each([*HANDS, *GUILDES_BOARDS])
def test_a_hand_and_the_board_of_guildes_are_light(name):
    assert len(looked_at(name).picture.png) <= LIGHT


@each(SAMPLES)
def test_no_picture_is_heavy(name):
    assert len(looked_at(name).picture.png) <= HEAVY


@pytest.mark.parametrize(
    ("game", "key", "said"),
    [("guildes", "pecheurs", "Pêcheurs (fishermen)"), ("corrompue", "paysan", "Paysan (peasants)")],
)
def test_a_french_name_has_its_english_beside_it_for_who_learns_the_game(game, key, said):
    """A legend of the hand, which needs none in French."""
    kind = {"guildes": "guild", "corrompue": "faction"}[game]
    sign = {key: Image.new("RGB", (30, 30))}

    def explained(language, *, learning=True):
        words = Speech(language, PLAIN_NAMES, learning=learning)
        found = legend.names(words, sign, f"{game}.{kind}", f"{game}.topic.{kind}")
        return [meaning for _, meaning in found]

    assert explained("en") == [said]
    assert explained("fr") == explained("en", learning=False) == []
