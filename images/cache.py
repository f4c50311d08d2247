"""What is drawn once and kept: the sprites and pages of all games, so many bytes together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from heapq import heappop, heappush
from itertools import count
from pickle import dumps, loads
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Protocol, TypeVar, cast
from zlib import compress, decompress

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Key = tuple[object, ...]

_BYTES = {"RGB": 4, "RGBA": 4}
"""Of a pixel in memory; any other takes one."""

_BESIDE = 1_000
"""Bytes that a kept thing takes beside its pixels."""

_WORTH_PACKING = 3_000
"""Bytes below which a thing is drawn anew as quickly as it is unpacked."""

_SIZE_COUNTS = 0.25
"""0 is by use alone, 1 by bytes: better with all games in turn, worse with one at a time."""


if TYPE_CHECKING:

    class Cached(Protocol[P, T_co]):
        """A function that draws anew only what isn't kept."""

        def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T_co:
            """What it draws."""
            ...

        def cache_clear(self) -> None:
            """Keep nothing of it."""
            ...


@dataclass(slots=True, eq=False)
class _Kept:
    """What was drawn, how often it was used, and what that makes it worth."""

    drawn: Any
    share: float
    worth: float
    uses: int = 1


class ImageCache:
    """Keeps what functions of equal arguments draw: at most `most` bytes.

    What goes first is large and was seldom used of late (known as GDSF): where the newest stayed,
    the tables and names of some games pushed out the cards of all. What goes is kept compressed,
    in at most `packed` bytes: with all games in turn it is wanted again before long.
    """

    def __init__(self, most: int, packed: int = 0) -> None:
        self.most, self.most_packed = most, packed
        self._drawing = RLock()
        """What isn't kept is drawn by one thread at a time; drawing it may ask for more."""
        self._kept: dict[Key, _Kept] = {}
        self._queue: list[tuple[float, int, Key, _Kept]] = []
        self._order = count()
        self._gone = 0.0
        """What was worth most of all that had to go: what is used from now on is worth more."""
        self._held: Counter[int] = Counter()
        self.bytes = 0
        """How much is kept."""
        self._packed: dict[Key, bytes] = {}
        """What had to go, and what has come back; the longest unused first."""
        self.packed_bytes = 0

    def cached(self, draw: Callable[P, T]) -> Cached[P, T]:
        """The function, which draws anew only what isn't kept."""
        find = self._kept.get

        @wraps(draw)
        def once(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (draw, *args, *kwargs.items()) if kwargs else (draw, *args)
            kept = find(key)
            if kept is None:
                with self._drawing:
                    if (kept := find(key)) is None:
                        again = cast("T | None", self._unpacked(key))
                        drawn = draw(*args, **kwargs) if again is None else again
                        self._keep(key, drawn)
                        return drawn
            kept.uses += 1
            kept.worth = self._gone + kept.uses * kept.share
            found: T = kept.drawn
            return found

        once.cache_clear = partial(self._forget, draw)  # type: ignore[attr-defined]
        return cast("Cached[P, T]", once)

    def clear(self) -> None:
        """Keep nothing."""
        with self._drawing:
            self._kept.clear()
            self._queue.clear()
            self._held.clear()
            self._packed.clear()
            self.bytes = self.packed_bytes = 0

    def _forget(self, draw: object) -> None:
        with self._drawing:
            for key in [key for key in self._kept if key[0] is draw]:
                self._drop(key, self._kept.pop(key).drawn)
            for key in [key for key in self._packed if key[0] is draw]:
                self.packed_bytes -= len(self._packed.pop(key))

    def _keep(self, key: Key, drawn: object) -> None:
        share = sum(map(weight, images_in(drawn)), _BESIDE) ** -_SIZE_COUNTS
        kept = self._kept[key] = _Kept(drawn, share, self._gone + share)
        heappush(self._queue, (kept.worth, next(self._order), key, kept))
        for image in images_in((key, drawn)):
            # A sprite may be a key as well, and takes its bytes once.
            self._held[id(image)] += 1
            if self._held[id(image)] == 1:
                self.bytes += weight(image)
        while self.bytes > self.most:
            worth, _, key, kept = heappop(self._queue)
            if self._kept.get(key) is not kept:
                continue  # it was forgotten
            if kept.worth > worth:
                heappush(self._queue, (kept.worth, next(self._order), key, kept))
                continue
            self._gone = worth
            self._pack(key, kept.drawn)
            self._drop(key, self._kept.pop(key).drawn)

    def _pack(self, key: Key, drawn: object) -> None:
        if key in self._packed or sum(map(weight, images_in(drawn))) < _WORTH_PACKING:
            return
        if next(images_in(key), None) is not None:
            return  # It is known by a sprite, which won't be the same one again.
        packed = compress(dumps(drawn), level=1)
        if len(packed) > self.most_packed:
            return
        self._packed[key] = packed
        self.packed_bytes += len(packed)
        while self.packed_bytes > self.most_packed:
            self.packed_bytes -= len(self._packed.pop(next(iter(self._packed))))

    def _unpacked(self, key: Key) -> object:
        if (packed := self._packed.pop(key, None)) is None:
            return None
        self._packed[key] = packed
        drawn: object = loads(decompress(packed))  # noqa: S301 - we packed it
        return drawn

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


SPRITES: Final = ImageCache(12_000_000, packed=8_000_000)
PAGES: Final = ImageCache(3_000_000, packed=2_000_000)
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
