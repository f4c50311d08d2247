"""What a player of Guilds of London may ask about."""

from __future__ import annotations

import pytest

from tests.engine.london.builders import GAME, TOWN, scene, turns


@pytest.mark.parametrize("term", ["edge", "group", "row"])
def test_what_mayors_cards_count_is_explained(term: str) -> None:
    """ "Masters on the edge of the city", "in your largest group", "in one row"."""
    view = GAME.view(turns(scene(tiles=TOWN)), 0)
    (topic,) = [topic for topic in GAME.topics(view) if topic.id == term]
    assert topic.title.key == f"london.topic.{term}"
    assert [body.key for body in topic.body] == [f"london.topic.{term}.rule"]
