"""What is drawn once and kept: the sprites of all games, so many bytes together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from heapq import heappop, heappush
from io import BytesIO
from itertools import count
from pickle import HIGHEST_PROTOCOL, Pickler, loads
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Protocol, TypeVar, cast
from weakref import ref

from isal.igzip_lib import COMP_DEFLATE, compress
from PIL import Image
from zlib_ng.zlib_ng import adler32, decompress

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Key = tuple[object, ...]

_BYTES = {"RGB": 4, "RGBA": 4}
"""Of a pixel in memory; any other takes one."""

_BESIDE = 1_000
"""Bytes that a kept thing takes beside its pixels."""

_BESIDE_PACKED = 500
"""The same of a packed one."""

_WORTH_COMPRESSING = 1_200
"""Bytes below which what is packed stays as it is."""

_QUICK, _WINDOW = 1, -15
"""Of compression: its level, and its window, without a head."""

_SIZE_COUNTS = 0.5
"""0 is by use alone, 1 by bytes: fewer are unpacked, and larger ones."""


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
    packs: bool
    size: int
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
        self.bytes = 0
        """How much is kept."""
        self._packed: dict[Key, bytes] = {}
        """What had to go, and what has come back; the longest unused first."""
        self.packed_bytes = 0

    def cached(self, draw: Callable[P, T], *, packs: bool = True) -> Cached[P, T]:
        """The function, which draws anew only what isn't kept.

        `packs`: whether drawing takes longer than to unpack what was drawn.
        """
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
                        self._keep(key, drawn, packs=packs)
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
            self._packed.clear()
            self.bytes = self.packed_bytes = 0

    def _forget(self, draw: object) -> None:
        with self._drawing:
            for key in [key for key in self._kept if key[0] is draw]:
                self.bytes -= self._kept.pop(key).size
            for key in [key for key in self._packed if key[0] is draw]:
                self._unpack(key)

    def _keep(self, key: Key, drawn: object, *, packs: bool) -> None:
        for image in images_in(drawn):
            numbered(image)
        size = sum(map(weight, images_in(drawn)))
        share = (size + _BESIDE) ** -_SIZE_COUNTS
        kept = self._kept[key] = _Kept(drawn, packs, size, share, self._gone + share)
        heappush(self._queue, (kept.worth, next(self._order), key, kept))
        self.bytes += size
        while self.bytes > self.most:
            worth, _, key, kept = heappop(self._queue)
            if self._kept.get(key) is not kept:
                continue  # it was forgotten
            if kept.worth > worth:
                heappush(self._queue, (kept.worth, next(self._order), key, kept))
                continue
            self._gone = worth
            if kept.packs:
                self._pack(key, kept.drawn)
            self.bytes -= self._kept.pop(key).size

    def _pack(self, key: Key, drawn: object) -> None:
        if not self.most_packed or key in self._packed:
            return
        packed = pack(drawn)
        if len(packed) + _BESIDE_PACKED > self.most_packed:
            return
        self._packed[key] = packed
        self.packed_bytes += len(packed) + _BESIDE_PACKED
        while self.packed_bytes > self.most_packed:
            self._unpack(next(iter(self._packed)))

    def _unpack(self, key: Key) -> None:
        self.packed_bytes -= len(self._packed.pop(key)) + _BESIDE_PACKED

    def _unpacked(self, key: Key) -> object:
        packed = self._packed.pop(key, None)
        if packed is None:
            return None
        self._packed[key] = packed
        return unpack(packed)


class _Packer(Pickler):
    """Of an image its pixels and its number; no palette, which sprites never come with."""

    def reducer_override(self, found: object) -> Any:  # noqa: ANN401 - as the library has it
        if isinstance(found, Image.Image):
            return _image, (found.mode, found.size, found.tobytes(), numbered(found))
        return NotImplemented


def pack(drawn: object) -> bytes:
    """What was drawn as bytes, the first of which says whether they are compressed."""
    written = BytesIO()
    _Packer(written, HIGHEST_PROTOCOL).dump(drawn)
    data = written.getvalue()
    if len(data) < _WORTH_COMPRESSING:
        return b"\0" + data
    packed = compress(data, _QUICK, COMP_DEFLATE)
    # igzip leaves the processor's wide registers in use, as `images.paint.indexed` says.
    adler32(packed)
    return b"\1" + packed


def unpack(packed: bytes) -> object:
    """What was packed."""
    data = memoryview(packed)[1:]
    dumped = decompress(data, _WINDOW) if packed[0] else data
    drawn: object = loads(dumped)  # noqa: S301 - we packed it
    return drawn


def _image(mode: str, size: tuple[int, int], pixels: bytes, number: int) -> Image.Image:
    image = Image.frombytes(mode, size, pixels)
    image.number = number  # type: ignore[attr-defined]
    return image


_numbers = count()


def numbered(image: Image.Image) -> int:
    """A number that only this image has, and the same one when it is unpacked."""
    number: int | None = getattr(image, "number", None)
    if number is None:
        number = image.number = next(_numbers)  # type: ignore[attr-defined]
    return number


def is_kept(image: Image.Image) -> bool:
    """Whether it was drawn to be kept, not for one picture alone."""
    return hasattr(image, "number")


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


SPRITES: Final = ImageCache(14_500_000, packed=9_500_000)

cached = SPRITES.cached


def quick(draw: Callable[P, T]) -> Cached[P, T]:
    """`cached` for what is drawn as quickly as it would be unpacked."""
    return SPRITES.cached(draw, packs=False)


class Same:
    """A sprite as an argument: equal to itself, and to what it is when it is unpacked.

    It doesn't keep the sprite: whoever passes it on does, for as long as is drawn with it.
    """

    __slots__ = ("_image", "number")

    def __init__(self, image: Image.Image) -> None:
        self._image = ref(image)
        self.number = numbered(image)

    @property
    def image(self) -> Image.Image:
        """The sprite; raises ReferenceError once nobody keeps it."""
        if (image := self._image()) is None:
            raise ReferenceError(f"sprite {self.number}")
        return image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.number == other.number

    def __hash__(self) -> int:
        return self.number
