"""What is drawn once is kept: so many bytes of it, and nothing beside."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier, BrokenBarrierError

import pytest
from PIL import Image

from images.paint.cache import SPRITES, ImageCache, Same, pack, unpack, weight
from images.paint.canvas import Drawn
from tests.images.gallery import SAMPLES

SIDE = 100
ONE = weight(Image.new("RGB", (SIDE, SIDE)))
FRAMES_OF_A_FILM = "images.furniture.film._on"
"""Two of them at most."""


class Drawer:
    """Squares that are drawn by number, and which were."""

    def __init__(self, most: int, packed: int = 0) -> None:
        self.cache = ImageCache(most, packed)
        self.drawn: list[int] = []
        self.square = self.cache.cached(self._square)

    def _square(self, number: int, *, side: int = SIDE) -> Image.Image:
        self.drawn.append(number)
        return Image.new("RGB", (side, side))


def test_a_pixel_in_colour_takes_four_bytes():
    assert ONE - weight(Image.new("L", (SIDE, SIDE))) == 3 * SIDE * SIDE


def test_what_is_kept_is_drawn_once():
    drawer = Drawer(3 * ONE)
    assert drawer.square(1) is drawer.square(1)
    assert drawer.square(1, side=5) is not drawer.square(1)
    assert drawer.drawn == [1, 1]


def test_two_threads_draw_one_thing_once_and_count_it_once():
    both, drawn, cache = Barrier(2), [], ImageCache(3 * ONE)

    @cache.cached
    def square() -> Image.Image:
        drawn.append(1)
        with suppress(BrokenBarrierError):
            both.wait(timeout=0.2)
        return Image.new("RGB", (SIDE, SIDE))

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda _: square(), range(2))
    assert (first is second, drawn, cache.bytes) == (True, [1], ONE)


def test_what_was_used_longest_ago_makes_room():
    drawer = Drawer(3 * ONE)
    for number in (1, 2, 3, 1, 4, 1, 2):
        drawer.square(number)
    assert drawer.drawn == [1, 2, 3, 4, 2]


def test_what_is_large_makes_room_for_what_is_small():
    drawer = Drawer(4 * ONE)
    for number in (1, 2, 3, 1, 2, 3):
        drawer.square(number, side=SIDE // 2)
    for number in (4, 5, 6, 7):
        drawer.square(number, side=3 * SIDE // 2)
    drawer.drawn.clear()
    for number in (1, 2, 3):
        drawer.square(number, side=SIDE // 2)
    assert drawer.drawn == []


def test_what_was_used_often_goes_once_it_is_used_no_more():
    drawer = Drawer(3 * ONE)
    for _ in range(10):
        drawer.square(1)
    for number in range(2, 50):
        drawer.square(number)
    drawer.square(1)
    assert drawer.drawn.count(1) == 2


def test_it_never_holds_more_than_it_may():
    drawer, chance = Drawer(3 * ONE), Random(1)
    for _ in range(500):
        drawer.square(chance.randrange(20), side=chance.randrange(1, 2 * SIDE))
        assert drawer.cache.bytes <= 3 * ONE


def test_what_is_larger_than_all_is_drawn_and_not_kept():
    drawer = Drawer(ONE)
    assert drawer.square(1, side=2 * SIDE).width == 2 * SIDE
    assert drawer.cache.bytes == 0


def test_what_had_to_go_comes_back_without_being_drawn_again():
    drawer = Drawer(ONE, packed=ONE)
    for number in (1, 2, 3, 1, 2):
        assert drawer.square(number).tobytes() == bytes(3 * SIDE * SIDE)
    assert drawer.drawn == [1, 2, 3]


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA"])
@pytest.mark.parametrize("side", [SIDE // 10, SIDE])
def test_what_is_unpacked_is_as_it_was(mode, side):
    mark = Image.effect_noise((side, side), 99).convert("RGBA").convert(mode)
    again = unpack(pack(Drawn(mark, ("cut",))))
    assert isinstance(again, Drawn)
    assert (again.image.mode, again.image.size) == (mode, mark.size)
    assert (again.image.tobytes(), again.cut) == (mark.tobytes(), ("cut",))


def test_what_is_drawn_quickly_is_not_packed_but_drawn_anew():
    drawer = Drawer(ONE, packed=9 * ONE)
    quick = drawer.cache.cached(drawer._square, packs=False)
    for number in (1, 2, 1):
        quick(number)
    assert drawer.drawn == [1, 2, 1]
    assert drawer.cache.packed_bytes == 0


def test_what_is_packed_never_takes_more_than_it_may():
    drawer = Drawer(ONE, packed=1_500)
    noise = drawer.cache.cached(lambda seed: Image.effect_noise((30 + seed, 30), 99))
    for seed in range(40):
        noise(seed)
        drawer.square(seed)
        assert drawer.cache.packed_bytes <= 1_500
    assert drawer.cache.packed_bytes > 0


def test_what_is_forgotten_is_packed_no_more():
    drawer = Drawer(ONE, packed=ONE)
    for number in (1, 2, 3):
        drawer.square(number)
    drawer.square.cache_clear()
    assert drawer.cache.packed_bytes == 0
    drawer.square(1)
    drawer.square(2)
    drawer.cache.clear()
    assert drawer.cache.packed_bytes == 0


def test_what_is_made_of_a_sprite_outlives_it_and_is_found_once_it_is_unpacked():
    drawer = Drawer(2 * ONE, packed=ONE)
    made: list[int] = []

    @drawer.cache.cached
    def turned(same: Same) -> Drawn:
        made.append(same.image.width)
        return Drawn(same.image.reduce(10), ())

    before = drawer.square(1)
    small = turned(Same(before))
    for number in (2, 3, 4):
        drawer.square(number)
        assert turned(Same(before)) is small
    del before
    again = drawer.square(1)
    assert drawer.drawn == [1, 2, 3, 4]
    assert turned(Same(again)) is small
    assert made == [SIDE]


def test_a_sprite_that_is_an_argument_is_not_kept_by_it():
    drawer = Drawer(9 * ONE)
    turned = drawer.cache.cached(lambda same: Drawn(same.image.rotate(90), ()))
    turned(Same(drawer.square(1)))
    assert drawer.cache.bytes == 2 * ONE
    drawer.square.cache_clear()
    assert drawer.cache.bytes == ONE
    same = Same(Image.new("RGB", (1, 1)))
    with pytest.raises(ReferenceError):
        same.image  # noqa: B018 - it is gone


def test_other_sprites_are_other_arguments_even_if_they_look_alike():
    one, other = (Image.new("RGB", (1, 1)) for _ in range(2))
    assert Same(one) == Same(one) != Same(other)


def test_no_sprite_is_kept_anywhere_else():
    for draw in SAMPLES.values():
        draw()
    assert 0 < SPRITES.bytes <= SPRITES.most
    elsewhere = {
        f"{name}.{key}"
        for name, module in sys.modules.items()
        if name.partition(".")[0] == "images"
        for key, kept in vars(module).items()
        if hasattr(kept, "cache_info")
        and kept.__wrapped__.__annotations__["return"]
        in {"Image.Image", "Drawn", "Line", "Indexed"}
    }
    assert elsewhere <= {FRAMES_OF_A_FILM}
