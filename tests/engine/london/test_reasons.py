"""Why a choice of Guilds of London is suggested: how the tile would stand, by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.bots import advise
from engine.london import London
from engine.london.numbers.asks import EFFECT, END, RECRUIT, Ask
from engine.london.numbers.packed import TO, pack, play
from engine.london.policy.greedy import choose
from engine.london.policy.reasons import measures, reason
from engine.parts.policy import LITTLE
from engine.parts.rng import Rng
from engine.text import Seat, Text, text
from tests.engine.claims import Position, check, claims
from tests.engine.london import builders
from tests.engine.london.builders import GAME, TOWN, place, scene, turns

WEAVERS = play(GAME.box.kind_number[41], TO + place("C2"))


def standing(*there: int) -> tuple[int, int]:
    """Liverymen missing on the Weavers' tile after one more, and their threshold."""
    threshold = GAME.box.threshold[GAME.box.tile_number["weavers"]]
    return max(0, threshold - sum(there) - 1), threshold


def on_weavers(*there: int):
    return turns(scene(tiles=TOWN, pawns={"C2": there}))


def test_a_tile_where_one_more_leads() -> None:
    missing, _ = standing(1, 1, 0)
    ready = text("london.reason.missing", n=missing)
    said = text("london.reason.target.ahead", own=2, most=1, ready=ready)
    assert reason(on_weavers(1, 1, 0), 0, WEAVERS) == said


def test_a_tile_where_one_more_draws_level_or_comes_second() -> None:
    level, second = on_weavers(1, 2, 0), on_weavers(0, 3, 0)
    ready = text("london.reason.missing", n=standing(1, 2, 0)[0])
    assert reason(level, 0, WEAVERS) == text(
        "london.reason.target.level", own=2, most=2, tie=text("london.tie.open"), ready=ready
    )
    assert reason(second, 0, WEAVERS) == text(
        "london.reason.target.second", own=1, most=3, ready=ready
    )


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_of_a_tie_it_is_said_whose_masters_win_it_if_any(owner: int) -> None:
    """Rules, vote: only who is tied adds masters on adjacent tiles."""
    state = scene(
        tiles={"C2": "weavers", "C3": "masons"}, pawns={"C2": [1, 2, 0]}, masters={"C3": owner}
    )
    said = reason(turns(state), 0, WEAVERS)
    won = text("london.tie.won", player=Seat(owner))
    assert said.args["tie"] == (won if owner < 2 else text("london.tie.open"))


def test_a_tile_that_reaches_its_threshold_is_voted_on_in_this_round() -> None:
    _, threshold = standing()
    state = on_weavers(threshold - 1, 0, 0)
    ready = text("london.reason.ready.now")
    said = text("london.reason.target.ahead", own=threshold, most=0, ready=ready)
    assert reason(state, 0, WEAVERS) == said


def test_with_two_players_it_may_be_the_next_round() -> None:
    _, threshold = standing()
    state = turns(scene(2, tiles=TOWN, pawns={"C2": (threshold - 1, 0)}, round_=5))
    ready = text("london.reason.ready.later")
    said = text("london.reason.target.ahead", own=threshold, most=0, ready=ready)
    assert reason(state, 0, WEAVERS) == said


def test_a_turn_is_ended_for_the_cards_that_it_draws() -> None:
    assert reason(on_weavers(0, 0, 0), 0, END) == text("london.reason.end", n=4, cards=2)


def test_ending_without_a_card_played_over_the_limit_says_that_it_draws_more() -> None:
    state = turns(scene(tiles=TOWN, hands=["11 12 13 14"]))
    said = text("london.reason.end_rested", n=1, drawn=4, cards=4, limit=7)
    assert reason(state, 0, END) == said


@pytest.mark.parametrize(("code", "said"), [(41, "given_up"), (16, "given_up.priced")])
def test_the_price_of_a_discarded_card_s_effect_is_said_where_it_has_one(code, said) -> None:
    state = turns(scene(tiles=TOWN, hands=["11 12 13 14 15 16 21 41", "42"]))
    state = builders.play(state, "end")
    kind = GAME.box.kind_number[code]
    colours, cards = GAME.box.kinds[kind].colours.bit_count(), 2 if code == 16 else 0
    given_up = text(f"london.reason.{said}", n=colours, cards=cards)
    assert reason(state, 0, pack((kind,))) == given_up


def test_a_colour_of_two_cards_given_up_is_one_colour() -> None:
    """The components: a tile shows some of five colours. Apprentices and Bindings day: yellow."""
    state = turns(scene(tiles=TOWN, hands=["11 12 13 14 15 21 41 42 43", "44"]))
    state = builders.play(state, "end")
    kinds = [GAME.box.kind_number[code] for code in (41, 42)]
    colours = {
        colour for code in (41, 42) for colour in GAME.view(state, 0).printed.cards[code].colours
    }
    assert len(colours) < sum(GAME.box.kinds[kind].colours.bit_count() for kind in kinds)
    assert reason(state, 0, pack(kinds)).args["n"] == len(colours)


def test_what_was_chosen_of_one_opponent_is_reckoned_with_at_the_next() -> None:
    """Rules, negotiation: each neutral replaces one pawn; two are gone here already."""
    state = scene(4, tiles={"C2": "weavers"}, pawns={"C2": [2, 3, 3, 1]}, neutrals=[4])
    state = builders.play(builders.activate(state), "2")
    assert state.ask == Ask.REPLACE
    second = text("london.reason.replace.second", own=2, most=3, n=2)
    assert reason(state, 0, 0) == second
    ahead = text("london.reason.replace.ahead", own=2, most=1, n=4)
    assert reason(state, 0, 2) == ahead


@pytest.mark.parametrize(
    ("there", "how"), [([1, 3, 2], "behind"), ([0, 3, 0], "behind"), ([2, 3, 1], "second")]
)
def test_in_a_vote_one_is_second_only_alone_and_with_somebody_there(there, how) -> None:
    """Rules, rewards: the most among the others with at least one there; tied for it: nobody."""
    state = scene(tiles={"C2": "blacksmiths"}, pawns={"C2": there}, neutrals=[1])
    vote, _ = measures(builders.activate(state), 0, 0)
    assert vote.said == text(f"london.measure.{how}", own=there[0], most=3)


def test_a_turn_is_ended_with_an_empty_hand_for_that() -> None:
    state = on_weavers(0, 0, 0)
    state.hands[0] = []
    assert reason(state, 0, END) == text("london.reason.empty", n=4)


def test_the_beadle_is_sent_where_one_is_rewarded_and_nothing_is_said_for_it_elsewhere() -> None:
    for there, how in (((2, 1, 0), "ahead"), ((1, 1, 0), "level"), ((1, 3, 0), "second")):
        state = on_weavers(*there)
        state.ask = Ask.BEADLE
        assert reason(state, 0, place("C2")).key == f"london.reason.beadle.{how}"
    for there in ((0, 1, 0), (1, 3, 2)):
        state = on_weavers(*there)
        state.ask = Ask.BEADLE
        assert reason(state, 0, place("C2")) == LITTLE


def test_a_liveryman_goes_to_the_plantation_for_where_that_leaves_one_there() -> None:
    for there, how in (((2, 1, 0), "ahead"), ((0, 1, 0), "level"), ((0, 3, 0), "second")):
        state = turns(scene(tiles=TOWN, pawns={"plantation": there, "C2": (1, 2, 0)}))
        state.ask = Ask.SHIP
        said = reason(state, 0, place("C2"))
        assert said.key == f"london.reason.ship.{how}"
        leaves = said.args["leaves"]
        assert isinstance(leaves, Text)
        assert leaves.key == "london.reason.leaves.none"
    state = turns(scene(tiles=TOWN, pawns={"plantation": (0, 3, 2), "C2": (1, 2, 0)}))
    state.ask = Ask.SHIP
    assert reason(state, 0, place("C2")).key == "london.reason.source"


def test_in_the_last_round_no_card_stays_for_later() -> None:
    state = turns(scene(tiles=TOWN, round_=15))
    assert reason(state, 0, END) == text("london.reason.end_last")


def test_a_recruit_joins_those_on_the_guildhall() -> None:
    recruits = play(GAME.box.kind_number[41], RECRUIT)
    assert reason(on_weavers(0, 0, 0), 0, recruits) == text("london.reason.recruit", n=5)


def kept(*names: str) -> tuple[int, Text]:
    """Which of these mayor's cards is suggested, and why."""
    state = GAME.setup(3, seed=1)
    ids = [mayor.id for mayor in GAME.box.components.mayors]
    state.mayors[0] = [ids.index(name) for name in names]
    move = GAME.policy.normal(state, 0, Rng(1))
    return move, GAME.policy.reason(state, 0, move)


@pytest.mark.parametrize(
    ("names", "move", "said"),
    [
        # Cheapside up to 7, Watling Street up to 8, All liveries up to 6.
        (("m11", "m12", "m17"), 1, text("london.reason.keep", n=8, next=7)),
        # Merchant adventurers 3 a liveryman, at most 9, as Friends in council.
        (("m13", "m17", "m14"), 0, text("london.reason.keep_two", n=9, next=6)),
        # Red, blue and green tiles: 5 or more are 7.
        (("m01", "m02", "m03"), 0, text("london.reason.keep_three", n=7)),
        # Lord of the liveries: at most 5, and 2 more for most masters.
        (("m17", "m21", "m17"), 1, text("london.reason.keep", n=7, next=6)),
    ],
)
def test_a_mayor_s_card_is_kept_for_the_most_that_it_can_score(
    names: tuple[str, ...], move: int, said: Text
) -> None:
    assert kept(*names) == (move, said)


def effect(code: int, tiles: Mapping[str, str] = TOWN, **setting: Any) -> Text:
    """Why the effect of this card of seat 0 is suggested."""
    state = turns(scene(tiles=tiles, hands=[f"{code} 41 42 43"], **setting))
    return reason(state, 0, play(GAME.box.kind_number[code], EFFECT))


def gain(what: str, **args: Any) -> Text:
    return text(f"london.reason.gain.{what}", **args)


def both(first: Text, rest: Text) -> Text:
    return gain("both", first=first, rest=rest)


def on_tile(how: str, tile: str, cell: str, own: int, most: int) -> Text:
    where = text("london.place.tile", tile=text(f"london.tile.{tile}"), cell=cell)
    return gain(how, place=where, own=own, most=most)


def test_an_effect_is_said_in_the_vp_that_it_brings_now() -> None:
    """Colonial rents: 1 VP for each own liveryman on the plantation, at most 3."""
    rents = [effect(23, pawns={"plantation": (number, 0, 0)}) for number in (2, 5)]
    assert rents == [gain("vp", n=number) for number in (2, 3)]


def test_an_effect_is_said_in_where_its_liverymen_would_stand() -> None:
    """Procession: move 1, here to the only tile."""
    only = {"C2": "weavers"}
    for there, how in (((1, 1, 0), "ahead"), ((0, 1, 0), "level"), ((0, 2, 0), "second")):
        said = effect(11, only, pawns={"C2": there})
        assert said == on_tile(how, "weavers", "C2", there[0] + 1, there[1])


def test_an_effect_is_said_with_its_price() -> None:
    """March: 2 from the Guildhall, where 1 stands, to the only tile, for a card.

    Pensioners: 2 VP for a liveryman.
    """
    pawns = {"guildhall": (1, 4, 4), "C2": (1, 1, 0)}
    march = gain("for_cards", gains=on_tile("ahead", "weavers", "C2", 2, 1), n=1)
    assert effect(12, {"C2": "weavers"}, pawns=pawns) == march
    assert effect(56) == gain("for_pawns", gains=gain("vp", n=2), n=1)


def test_an_effect_recruits_no_more_than_there_are_and_draws_nothing_in_the_last_round() -> None:
    """Master's household: 2 recruits, a card at the end."""
    few = {"guildhall": (1, 4, 4), "c2": (14, 0, 0)}
    one = gain("hall", n=1, there=2)
    assert effect(46, pawns=few) == both(one, gain("draw_end", n=1))
    assert effect(46, pawns=few, round_=15) == one


def test_of_an_effect_the_two_most_telling_gains_are_said() -> None:
    """Great court: 2 cards now and 1 at the end, for a card. Hired voices: 1 neutral.

    Muster: 2 recruits, of whom 1 goes on to the only tile, for a card.
    """
    drawn = both(gain("draw", n=2), gain("draw_end", n=1))
    assert effect(32) == gain("for_cards", gains=drawn, n=1)
    assert effect(52) == gain("neutral", n=1)
    led, hall = on_tile("ahead", "weavers", "C2", 2, 1), gain("hall", n=1, there=1)
    pawns = {"guildhall": (0, 4, 4), "C2": (1, 1, 0)}
    muster = gain("for_cards", gains=both(led, hall), n=1)
    assert effect(14, {"C2": "weavers"}, pawns=pawns) == muster


def test_of_an_effect_of_which_nothing_shows_it_is_said_what_it_is_for() -> None:
    """Pageant waits for moves; a Petition looks at mayor's cards; without supply Apprentices
    bring nobody."""
    assert effect(15) == text("london.reason.later")
    assert effect(54) == text("london.reason.unseen")
    assert effect(41, pawns={"guildhall": (4, 4, 4), "C2": (12, 0, 0)}) == LITTLE


def test_an_effect_that_empties_the_hand_is_said_up_to_the_end_of_the_turn() -> None:
    """Colonial rents as the last card: with cards drawn before, the turn ends by itself then."""
    state = turns(scene(tiles=TOWN, pawns={"plantation": (2, 0, 0)}, hands=["23"]))
    rents = play(GAME.box.kind_number[23], EFFECT)
    state.memo = None
    assert reason(state, 0, rents) == gain("vp", n=2)
    state.ends = 1
    assert reason(state, 0, rents) == gain("vp", n=2)


def test_the_cards_that_an_effect_draws_change_nothing_that_is_said_of_it() -> None:
    """Pawning the plate, Great court, Return cargo, whatever lies on the decks."""
    for code in (26, 32, 36, 54):
        said = set()
        for turned in range(6):
            state = turns(
                scene(tiles=TOWN, pawns={"plantation": (1, 0, 0)}, hands=[f"{code} 41 42 43"])
            )
            state.deck = state.deck[turned * 9 :] + state.deck[: turned * 9]
            state.mayor_deck = state.mayor_deck[turned:] + state.mayor_deck[:turned]
            said.add(str(reason(state, 0, play(GAME.box.kind_number[code], EFFECT))))
        assert len(said) == 1


def test_where_no_mayor_s_card_is_left_a_petition_brings_5_vp() -> None:
    state = scene(tiles=TOWN, masters={"C2": 0}, hands=["54 41 42 43"])
    state.mayor_deck = []
    state = turns(state)
    said = reason(state, 0, play(GAME.box.kind_number[54], EFFECT))
    assert said == gain("for_cards", gains=gain("vp", n=5), n=2)


def test_behind_two_it_is_said_what_with_more_one_would_be() -> None:
    """Of the two others: 4 and 2, where 3 are second; 3 and 2, where they are level; 2 and 2."""
    for there, how in (((0, 4, 2), "second"), ((0, 3, 2), "level"), ((0, 2, 2), "ahead")):
        missing, _ = standing(*there)
        ready = text("london.reason.missing", n=missing)
        ready = ready if missing else text("london.reason.ready.now")
        said = text(f"london.reason.target.then_{how}", n=2, ready=ready)
        assert reason(on_weavers(*there), 0, WEAVERS) == said


def test_in_a_tie_for_second_it_is_said_who_is_second_no_more() -> None:
    """Rules, vote: in a tie for second nobody gets its reward."""
    said = reason(on_weavers(1, 3, 2), 0, WEAVERS)
    ready = text("london.reason.ready.now")
    seats = {"player": Seat(2), "leader": Seat(1)}
    assert said == text("london.reason.target.kept", own=2, most=3, ready=ready, **seats)


@pytest.mark.parametrize("seats", [3, 4])
def test_no_reason_for_a_tile_says_that_one_is_neither_first_nor_second_there(seats: int) -> None:
    """Whatever may be chosen in a whole game; what would be gained is said of each."""
    state, said = GAME.setup(seats, seed=3), set()
    while asked := GAME.asked(state):
        if state.ask in (Ask.PLAY, Ask.TARGET):
            reasons = (reason(state, asked[0], move) for move in GAME.moves(state, asked[0]))
            said |= {one.key for one in reasons if ".target." in one.key}
        GAME.apply(state, asked[0], choose(state, asked[0]))
    ways = {"ahead", "level", "second", "kept", "then_second", "then_level", "then_ahead"}
    assert said <= {f"london.reason.target.{way}" for way in ways}
    assert len(said) > len(ways) // 2


def test_the_order_of_cards_that_are_buried_changes_nothing_that_is_held() -> None:
    state = builders.effect({"do": "mayor", "draw": 6, "keep": 1})
    game = London(state.box.components)
    state, _ = game.play(state, 0, [game.prompts(state)[0].options[0].id])
    assert game.prompts(state)[0].ask.key == "london.ask.order"
    view = game.view(state, 0)
    found = list(claims(Position(game, state, 0, view, advise(game, view, 1))))
    assert {claim.key for claim in found} == {"order"}
    for claim in found:
        check(claim)
