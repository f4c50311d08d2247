"""What is drawn on a page stands apart, or wholly on its ground."""

from __future__ import annotations

import pytest

from engine import games
from engine.majority.view import MajorityView
from images import pictures
from images.majority.parts import won
from tests.images import gallery, majority_views
from tests.images.london import gallery as london_gallery
from tests.images.seen import all_laid, covered
from tests.images.soundness import LANGUAGES, longest
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

ON_PURPOSE = {"guildes-board-fullest", "guildes-lobby"}
"""Marks in wax lie over the numbers that they change, and eleven cards over each other."""

SAMPLES = {
    name: draw
    for name, draw in {**gallery.SAMPLES, **london_gallery.SAMPLES}.items()
    if name not in ON_PURPOSE
}


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_covers_what_it_does_not_stand_on(name):
    with all_laid() as laid:
        SAMPLES[name]()
    assert len(laid) > 5
    assert covered(laid) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games)
def test_nothing_in_an_example_covers_what_it_does_not_stand_on(game, language):
    """How a count came about: sums, signs and words side by side."""
    for words in (Speech(language, PLAIN_NAMES), longest(language, 4)):
        with all_laid() as laid:
            pictures[game].example(games[game].example(), words)
        assert covered(laid) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4])
def test_an_own_spy_token_covers_nothing(seats, language):
    spies = [view for seat, view in majority_views.played(seats, 3) if holds_token(seat, view)]
    with all_laid() as laid:
        pictures["majority"].hand(spies[-1], Speech(language, PLAIN_NAMES))
    assert covered(laid) == []


def holds_token(seat: int, view: MajorityView) -> bool:
    return seat >= 0 and won(view) and view.players[seat].spy
