"""Who looks on learns what is public: in two worlds with the same public view, the same."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import create_autospec

import pytest

from bot.delivery.drawing.drawing import Drawing
from bot.delivery.following.following import rendered
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Wanted
from bot.people import People
from bot.sessions.play.playing import Marks
from bot.sessions.table import story as stories
from bot.sessions.table.table import Table
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.time import TableTime
from images.pictures import Picture
from tests.bot.screens.test_screens import LANGUAGES, record
from tests.conformance.golden import golden_tables
from tests.local.clock import ManualClock
from tests.whole.house import SKETCHES

GOLDEN = list(golden_tables())


class Easel:
    """Says in the picture what it was drawn of."""

    async def draw(self, order):
        return Picture(repr(order.view).encode(), "A picture", 1, 1)

    async def close(self):
        """Nothing to be stopped."""


def table_of(seating: Seating, state, story) -> Table:
    """A running game in that state."""
    seats = record(seating.game.name, 2).seats
    named = tuple(
        replace(seats[0], seat=n, user_id=100 + n, name=f"Player {n}") for n in range(seating.seats)
    )
    status = "playing" if seating.game.outcome(state) is None else "over"
    held = replace(record(seating.game.name, 2), seats=named, status=status)
    return Table(held, seating.game, state, story)


@pytest.mark.parametrize(("seating", "seed"), GOLDEN, ids=[str(one) for one, _ in GOLDEN])
async def test_in_two_worlds_with_the_same_public_view_an_onlooker_sees_the_same(seating, seed):
    game, through = seating.game, playthrough(seating, seed)
    drawing = Drawing(SKETCHES, Easel())
    people = create_autospec(People)
    renderer = Renderer(drawing, LANGUAGES, TableTime(ManualClock()), people, Marks())
    story = stories.go_on((), game.opening(through.start))
    stride, different = max(1, len(through.played) // 12), 0
    for number, played in enumerate(through.played):
        story = stories.go_on(story, played.events)
        if number % stride and played is not through.played[-1]:
            continue
        other = game.sample(game.view(played.state, None), number)
        different += game.dump(other) != game.dump(played.state)
        # What was told to one seat alone is another thing there.
        whispered = tuple(entry for entry in story if entry.seat is None)
        for reader in (Reader("en-US"), Reader("fr", in_words=True)):
            one, two = [
                await rendered(renderer, reader, 1000, table_of(seating, state, told), Wanted())
                for state, told in ((played.state, story), (other, whispered))
            ]
            assert one.screen.frame == two.screen.frame
            assert one.screen.picture == two.screen.picture
            assert replace(one.look) == replace(two.look)
    assert different
    await drawing.close()
