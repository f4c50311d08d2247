"""What was remarkable in a game of La Cité corrompue, from counts laid out by hand."""

from __future__ import annotations

from engine.corrompue.telling import feats
from engine.parts.awards import Feat
from engine.text import text
from tests.engine.corrompue.builders import GAME


def test_cards_count_by_faction_and_event():
    state = GAME.setup(3)
    state.counts = ((4, 0, 0, 0, 6, 0, 1, 0, 0),)
    noblesse, paysan = text("corrompue.faction.noblesse"), text("corrompue.faction.paysan")
    assert [feat for feat in feats(state) if feat.n] == [
        Feat("faction", 0, 4, noblesse),
        Feat("faction", 1, 6, paysan),
        Feat("faction", 2, 1, noblesse),
    ]
