"""Worlds that a viewer can't tell from the real one: each as often as it really comes about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import log, sqrt
from typing import TypeVar

from engine.corrompue.components import ALL, CULTE, FACTION, FACTION_CARDS, IDS, NOBLESSE, cards_in
from engine.corrompue.options import CorrompueOptions
from engine.corrompue.state import State
from tests.engine.corrompue.builders import GAME, cards, table

T = TypeVar("T")
DRAWN = 4000


def assert_as_often_as_it_comes_about(
    state: State, viewer: int, ways: Mapping[T, int], seen: Callable[[State], T]
) -> None:
    """What worlds drawn for a viewer show, `ways`: by how many equally likely deals each is shown.

    A sampler that is right fails here once in a million seeds (Hoeffding, all that is seen).
    """
    view = GAME.view(state, viewer)
    drawn = Counter(seen(GAME.sample(view, seed)) for seed in range(DRAWN))
    assert set(drawn) == set(ways)
    bound = sqrt(log(2 * len(ways) * 1e6) / (2 * DRAWN))
    for what, number in ways.items():
        assert abs(drawn[what] / DRAWN - number / sum(ways.values())) < bound, what


def moment(
    hands: list[str], discards: list[str], played: str = "", options: CorrompueOptions | None = None
) -> State:
    """Seat 0 leads; whatever faction card lies nowhere was won, so that none is set aside.

    `played`: Culte cards that seat 1 has played.
    """
    state = table(hands, options=options)
    state.discards = [cards(thrown) if thrown else 0 for thrown in discards]
    lying = sum(state.hands) | sum(state.discards)
    rest = sum(1 << card for card in ALL if not lying >> card & 1)
    gone = cards(played) if played else 0
    state.won[0] = rest & ~FACTION_CARDS[CULTE] | gone
    state.culte_pile = rest & FACTION_CARDS[CULTE] & ~gone
    state.culte_played[1] = gone.bit_count()
    state.handed = [thrown.bit_count() for thrown in state.discards]
    state.aside = 0
    return state


def discarded(state: State) -> str:
    (card,) = cards_in(state.discards[1])
    return "culte" if FACTION[card] == CULTE else IDS[card]


def test_a_secret_discard_is_as_likely_as_the_deals_in_which_it_can_be() -> None:
    """Seat 1 has two cards and a Culte card, one of the four discarded; seat 2 has the rest.

    By hand, of seat 1's possible cards: it has no Noblesse in hand. A Noblesse discarded leaves
    2 of 4 others for its hand, 6 ways; another one 2 of 3, 3 ways; the Culte card 3 of 4, 4 ways.
    """
    hidden = ["noblesse:1", "noblesse:2", "paysan:3", "paysan:4", "milice:2", "milice:3"]
    state = moment(
        [
            "paysan:1 paysan:2 milice:1",
            f"{hidden[2]} {hidden[4]} culte:1",
            f"{hidden[1]} {hidden[3]} {hidden[5]}",
        ],
        ["", hidden[0], ""],
    )
    state.voids[1] = 1 << NOBLESSE
    ways = {card: 6 if card.startswith("noblesse") else 3 for card in hidden} | {"culte": 4}
    assert_as_often_as_it_comes_about(state, 0, ways, discarded)


def test_without_a_faction_shown_missing_every_card_is_discarded_as_often() -> None:
    # Seat 1 holds three of six cards besides its Culte card: a card of four was discarded.
    hidden = ["noblesse:1", "noblesse:2", "paysan:3", "paysan:4", "milice:2", "milice:3"]
    state = moment(
        [
            "paysan:1 paysan:2 milice:1",
            f"{hidden[2]} {hidden[4]} culte:1",
            f"{hidden[1]} {hidden[3]} {hidden[5]}",
        ],
        ["", hidden[0], ""],
    )
    # A card: 2 of 5 others are in hand, 10 ways; the Culte card: 3 of 6, 20 ways.
    ways = dict.fromkeys(hidden, 10) | {"culte": 20}
    assert_as_often_as_it_comes_about(state, 0, ways, discarded)


def test_deals_that_no_exchange_of_two_cards_leads_to_are_drawn_as_often() -> None:
    """Each of three seats lacks another faction: two deals fit, and in between none does."""
    state = moment(
        ["paysan:9 milice:9", "noblesse:1", "paysan:1", "milice:1"],
        [""] * 4,
        options=CorrompueOptions(four_player_deal="seven"),
    )
    for seat, missing in ((1, 2), (2, 0), (3, 1)):
        state.voids[seat] = 1 << missing
    ways = {("noblesse:1", "paysan:1", "milice:1"): 1, ("paysan:1", "milice:1", "noblesse:1"): 1}
    assert_as_often_as_it_comes_about(
        state, 0, ways, lambda world: tuple(IDS[cards_in(hand)[0]] for hand in world.hands[1:])
    )


def test_culte_cards_dealt_with_the_deck_are_told_from_those_handed_by_no_one() -> None:
    """Four players: seat 1 was handed a Culte card, two more came with the deck; it has played one.

    Two more lie in its hand, its discards and two other hands. With k of them it has 1 + k, any of
    which may be the one handed: 3 ways for both (in 1 pair of places), 2 ways for one (4 pairs),
    1 way for none (1 pair).
    """
    state = moment(
        ["paysan:9 milice:9", "culte:2", "culte:3", "paysan:1"],
        ["", "noblesse:1", "", ""],
        played="culte:1",
        options=CorrompueOptions(four_player_deal="cult"),
    )
    culte = FACTION_CARDS[CULTE]
    assert_as_often_as_it_comes_about(
        state,
        0,
        {2: 3 * 1, 1: 2 * 4, 0: 1},
        lambda world: ((world.hands[1] | world.discards[1]) & culte).bit_count(),
    )
