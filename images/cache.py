"""What is drawn once and kept: the sprites and pages of all games, so many bytes together."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Protocol, TypeVar, cast

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Key = tuple[object, ...]

_BYTES = {"RGB": 4, "RGBA": 4}
"""Of a pixel in memory; any other takes one."""

_BESIDE = 1_000
"""Bytes that a kept thing takes beside its pixels."""


if TYPE_CHECKING:

    class Cached(Protocol[P, T_co]):
        """A function that draws anew only what isn't kept."""

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T_co:
            """What it draws."""
            ...

        def cache_clear(self) -> None:
            """Keep nothing of it."""
            ...


class ImageCache:
    """Keeps what functions of equal arguments draw: at most `most` bytes, what was used last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Key, Any] = OrderedDict()
        self._held: Counter[int] = Counter()
        self.bytes = 0
        """How much is kept."""

    def cached(self, draw: Callable[P, T]) -> Cached[P, T]:
        """The function, which draws anew only what isn't kept."""
        find, used = self._kept.get, self._kept.move_to_end

        @wraps(draw)
        def once(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (draw, *args, *kwargs.items()) if kwargs else (draw, *args)
            found: T | None = find(key)
            if found is None:
                found = draw(*args, **kwargs)
                self._keep(key, found)
            else:
                used(key)
            return found

        once.cache_clear = partial(self._forget, draw)  # type: ignore[attr-defined]
        return cast("Cached[P, T]", once)

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._held.clear()
        self.bytes = 0

    def _forget(self, draw: object) -> None:
        for key in [key for key in self._kept if key[0] is draw]:
            self._drop(key, self._kept.pop(key))

    def _keep(self, key: Key, drawn: object) -> None:
        self._kept[key] = drawn
        for image in images_in((key, drawn)):
            # A sprite may be a key as well, and takes its bytes once.
            self._held[id(image)] += 1
            if self._held[id(image)] == 1:
                self.bytes += weight(image)
        while self.bytes > self.most:
            self._drop(*self._kept.popitem(last=False))

    def _drop(self, key: Key, drawn: object) -> None:
        for image in images_in((key, drawn)):
            self._held[id(image)] -= 1
            if not self._held[id(image)]:
                del self._held[id(image)]
                self.bytes -= weight(image)


def weight(image: Image.Image) -> int:
    """About how many bytes an image takes."""
    return _BESIDE + image.width * image.height * _BYTES.get(image.mode, 1)


def images_in(kept: object) -> Iterator[Image.Image]:
    """The images of what is kept: itself, those of a tuple, that of a line or of a key."""
    if isinstance(kept, Image.Image):
        yield kept
    elif isinstance(kept, tuple):
        for part in kept:
            yield from images_in(part)
    else:
        held = getattr(kept, "image", None) or getattr(kept, "mask", None)
        if isinstance(held, Image.Image):
            yield held


SPRITES: Final = ImageCache(18_000_000)
PAGES: Final = ImageCache(4_000_000)
"""Large, and drawn quickly: they mustn't take the sprites' room."""

cached = SPRITES.cached


class Same:
    """Equal to itself only, as the sprite is; it keeps the sprite as long as it is a key."""

    __slots__ = ("image",)

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.image is other.image

    def __hash__(self) -> int:
        return id(self.image)
