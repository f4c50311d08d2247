"""What was remarkable in a game of La Cité corrompue, from counts laid out by hand."""

from __future__ import annotations

from engine.corrompue.telling import AWARDS, feats
from engine.parts.awards import Feat, awarded
from engine.parts.values import Event
from engine.text import Seat, text
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


def test_a_trick_counts_for_whom_the_milice_token_names():
    """Rules, tricks: that player is treated as the winner, and takes all the cards."""
    interrupts = text("corrompue.event.interrupts", seat=Seat(0), named=Seat(1), cards=())
    takes = text("corrompue.event.takes", seat=Seat(0), cards=())
    told = [Event(said) for said in (takes, takes, interrupts, interrupts, interrupts)]
    tricks = text("corrompue.award.tricks", player=Seat(1), n=3)
    assert awarded("corrompue", AWARDS[2:], [], told) == (tricks,)
