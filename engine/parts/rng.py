"""The only source of randomness: a seed and a position, both part of the state.

Numbers come from BLAKE2b in counter mode, so that nobody can work out cards to come from
those already seen, and so that the whole generator is two integers in a snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from functools import partial
from hashlib import blake2b, shake_256
from itertools import chain, count
from struct import Struct
from typing import Protocol, TypeVar

T = TypeVar("T")


class Randomized(Protocol):
    """A state with a generator, which its clones share until one of them draws."""

    rng: Rng


def own_rng(state: Randomized) -> Rng:
    """The generator of a state to draw from, no longer shared with clones."""
    state.rng = rng = state.rng.clone()
    return rng


_WORDS_PER_BLOCK = 16
_WORDS = Struct(f"<{_WORDS_PER_BLOCK}I")
_SPAN = 1 << 32
_STREAM = Struct("<256H")


def stream(seed: int) -> Iterator[int]:
    """Endless numbers in 0 .. 65535 for playouts, where `next(...) % n` is even enough."""
    return chain.from_iterable(map(partial(_numbers, seed), count()))


def _numbers(seed: int, block: int) -> tuple[int, ...]:
    return _STREAM.unpack(shake_256(f"{seed}/{block}".encode()).digest(_STREAM.size))


class Rng:
    """Deterministic generator; `seed` any non-negative integer below 2**256."""

    __slots__ = ("position", "seed", "words")

    def __init__(self, seed: int, position: int = 0) -> None:
        if not 0 <= seed < 1 << 256:
            raise ValueError("a seed lies in 0 .. 2**256 - 1")
        self.seed = seed
        self.position = position
        self.words: tuple[int, ...] = ()

    def clone(self) -> Rng:
        """An independent generator that gives the same numbers from here on."""
        other = Rng(self.seed, self.position)
        other.words = self.words
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rng):
            return NotImplemented
        return (self.seed, self.position) == (other.seed, other.position)

    __hash__ = None  # type: ignore[assignment]  # its position moves on

    def below(self, n: int) -> int:
        """A uniform integer in 0 .. n - 1; n from 1 to 2**32."""
        limit = _SPAN - _SPAN % n
        while True:
            offset = self.position % _WORDS_PER_BLOCK
            if not offset or not self.words:
                self.words = self._block(self.position)
            self.position += 1
            word = self.words[offset]
            if word < limit:
                return word % n

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, which must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a uniformly random order, in place."""
        # `below`, written out: dealing is a tenth of a random game.
        position, words, left = self.position, self.words, len(items)
        while left > 1:
            offset = position % _WORDS_PER_BLOCK
            if not offset or not words:
                words = self._block(position)
            for word in words[offset : offset + left - 1]:
                position += 1
                other = word % left
                if word - other <= _SPAN - left:
                    left -= 1
                    items[left], items[other] = items[other], items[left]
        self.position, self.words = position, words

    def _block(self, position: int) -> tuple[int, ...]:
        counter = (position // _WORDS_PER_BLOCK).to_bytes(8, "little")
        return _WORDS.unpack(blake2b(counter, key=self.seed.to_bytes(32, "little")).digest())
