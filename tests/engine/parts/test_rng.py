"""The random source: even, repeatable, two numbers in a snapshot."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import pytest

from engine.parts.rng import Rng, stream


def test_the_same_seed_and_position_give_the_same_numbers() -> None:
    one = Rng(5)
    first = [one.below(1000) for _ in range(40)]
    again = Rng(5)
    assert [again.below(1000) for _ in range(40)] == first
    middle = Rng(5, position=17)
    assert [middle.below(1 << 32) for _ in range(9)] == list(islice(_words(5), 17, 26))


def _words(seed: int):
    rng = Rng(seed)
    while True:
        yield rng.below(1 << 32)


def test_a_clone_goes_its_own_way_from_the_same_place() -> None:
    rng = Rng(6)
    rng.below(10)
    clone = rng.clone()
    assert clone == rng
    ahead = [clone.below(100) for _ in range(30)]
    assert clone != rng
    assert [rng.below(100) for _ in range(30)] == ahead


def test_every_order_of_a_shuffle_is_about_as_frequent() -> None:
    rng = Rng(7)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        cards = [1, 2, 3, 4]
        rng.shuffle(cards)
        seen[tuple(cards)] += 1
    assert set(seen) == set(permutations([1, 2, 3, 4]))
    assert all(60 <= number <= 140 for number in seen.values())


def test_choice_and_below_stay_in_range() -> None:
    rng = Rng(8)
    assert {rng.below(3) for _ in range(100)} == {0, 1, 2}
    assert {rng.choice("abc") for _ in range(100)} == {"a", "b", "c"}


@pytest.mark.parametrize("seed", [-1, 1 << 256])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Rng(seed)


def test_a_stream_is_repeatable_and_goes_on() -> None:
    numbers = list(islice(stream(3), 10_000))
    assert numbers == list(islice(stream(3), 10_000))
    assert len(set(numbers[:256]) - set(numbers[256:512])) > 200
    assert all(0 <= number < 1 << 16 for number in numbers)
