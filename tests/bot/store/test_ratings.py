"""Ratings: winners gain, computers stand still, and only one's own choices count."""

from __future__ import annotations

import pytest

from bot.store.ratings import ANCHORS, Rated, Rating, after
from engine.bots import STRENGTHS

NEW = Rating()
NORMAL = ANCHORS["normal"]


def test_every_strength_has_an_anchor_and_the_stronger_ones_are_worth_more():
    assert list(ANCHORS) == list(STRENGTHS)
    worth = [anchor.mu for anchor in ANCHORS.values()]
    assert worth == sorted(set(worth))


def test_whoever_wins_gains_and_whoever_loses_loses():
    winner, loser = after([Rated(0, 1, NEW), Rated(1, 2, NEW)])
    assert winner.points > NEW.points
    assert winner.mu > NEW.mu > loser.mu
    assert winner.sigma < NEW.sigma
    assert loser.sigma < NEW.sigma


def test_a_win_over_a_stronger_computer_brings_more():
    gains = [after([Rated(0, 1, NEW), Rated(1, 2, anchor)])[0].mu for anchor in ANCHORS.values()]
    assert gains == sorted(set(gains))


def test_partners_gain_and_lose_together():
    one, other, third, fourth = after(
        [Rated(0, 1, NEW), Rated(1, 2, NEW), Rated(0, 1, NEW), Rated(1, 2, NEW)]
    )
    assert one == third
    assert other == fourth
    assert one.mu > NEW.mu > other.mu


def test_those_who_tie_with_their_equals_stay_where_they_were():
    one, other = after([Rated(0, 1, NEW), Rated(1, 1, NEW)])
    assert one.mu == pytest.approx(NEW.mu)
    assert other.mu == pytest.approx(NEW.mu)


def test_a_rating_changes_by_the_share_of_choices_that_were_ones_own():
    whole = after([Rated(0, 1, NEW), Rated(1, 2, NORMAL)])[0]
    half = after([Rated(0, 1, NEW, share=0.5), Rated(1, 2, NORMAL)])[0]
    none = after([Rated(0, 1, NEW, share=0.0), Rated(1, 2, NORMAL)])[0]
    assert half.mu - NEW.mu == pytest.approx((whole.mu - NEW.mu) / 2)
    assert none == NEW


def test_who_was_played_for_in_the_end_gains_nothing_and_may_lose():
    won = after([Rated(0, 1, NEW, present=False), Rated(1, 2, NORMAL)])[0]
    lost = after([Rated(0, 2, NEW, present=False), Rated(1, 1, NORMAL)])[0]
    assert won == NEW
    assert lost.mu < NEW.mu
    assert lost.points < NEW.points


def test_even_games_with_the_normal_computer_lead_to_its_rating():
    rating = NEW
    for game in range(400):
        mine, its = (1, 2) if game % 2 else (2, 1)
        rating = after([Rated(0, mine, rating), Rated(1, its, NORMAL)])[0]
    assert rating.mu == pytest.approx(NORMAL.mu, abs=1)
    assert not rating.uncertain


def test_a_game_of_one_party_alone_says_nothing():
    assert after([Rated(0, 1, NEW), Rated(0, 1, NORMAL)]) == [NEW, NORMAL]


def test_newcomers_read_1000_and_are_uncertain():
    assert NEW.points == 1_000
    assert NEW.uncertain
