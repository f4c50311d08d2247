"""What a player may ask about: explained in every language, few enough to choose from."""

from __future__ import annotations

from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.testing.suite.words import sentences, texts

MOST = 100


def test_topics_fit_four_selects_and_have_names_of_their_own(table: Seating) -> None:
    for state in playthrough(table).some_states(5):
        for viewer in table.viewers:
            topics = table.game.topics(table.game.view(state, viewer))
            assert len(topics) <= MOST
            assert len({topic.id for topic in topics}) == len(topics)
            assert all(0 < len(topic.id) <= 100 and topic.body for topic in topics)


def test_topics_are_explained_in_every_language(table: Seating, language: str) -> None:
    known = sentences(language, table.box)
    state = playthrough(table).some_states(3)[1]
    topics = table.game.topics(table.game.view(state, 0))
    assert [said.key for said in texts(topics) if said.key not in known] == []
