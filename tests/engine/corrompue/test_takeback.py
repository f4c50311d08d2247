"""What of La Cité corrompue can be taken back."""

from __future__ import annotations

from engine.corrompue.state import INTERRUPT, State
from tests.engine.corrompue.builders import GAME, play, table


def first_choice(state: State) -> tuple[State, int]:
    """The state after the first seat asked has made its first choice, and the seat."""
    seat = GAME.asked(state)[0]
    after, _ = GAME.play(state, seat, GAME.decode(state, seat, GAME.moves(state, seat)[0]))
    return after, seat


HANDS = ("noblesse:1 paysan:1", "noblesse:2 noblesse:3", "noblesse:4 noblesse:5")


def test_a_card_can_be_taken_back_until_the_next_player_plays() -> None:
    before = table(HANDS)
    after = play(before, "noblesse:1")
    assert not GAME.revealed(before, after, 0)
    assert GAME.own_turn(before, after, 0)
    assert GAME.revealed(before, play(after, "noblesse:2"), 0)


def test_who_is_asked_to_follow_is_exposed_and_who_leads_is_not() -> None:
    before = table([f"{hand} paysan:{place + 2}" for place, hand in enumerate(HANDS)])
    asked = play(before, "noblesse:1")
    assert (*GAME.exposed(before),) == ()
    assert (*GAME.exposed(asked),) == (1,)
    led = play(play(asked, "noblesse:2"), "noblesse:4")
    assert GAME.asked(led) == [2]
    assert not GAME.exposed(led)


def test_whose_word_the_trick_waits_for_is_exposed() -> None:
    state = table(["noblesse:1 paysan:1", "noblesse:2 noblesse:3"], milice=0)
    asked = play(play(state, "noblesse:1"), "noblesse:2")
    assert asked.phase == INTERRUPT
    assert (*GAME.exposed(asked),) == (0,)


def test_who_follows_nothing_but_culte_may_play_any_card() -> None:
    hands = ("culte:1 paysan:1", "noblesse:2 noblesse:3", "noblesse:4 noblesse:5")
    after = play(table(hands), "culte:1")
    assert GAME.view(after, None).awaited == (1,)
    assert not GAME.exposed(after)


def test_being_asked_excludes_worlds_where_there_is_no_choice() -> None:
    """With two players and seed 6, that seat 1 is asked tells of its hand."""
    state = GAME.setup(2, seed=6)
    for seat, card in (
        *((0, "paysan:4"), (1, "paysan:7"), (1, "milice:7"), (0, "milice:5")),
        *((1, "milice:4"), (0, "milice:10")),
    ):
        state, _ = GAME.play(state, seat, [card])
    after, _ = GAME.play(state, 0, ["milice:9"])
    assert not GAME.revealed(state, after, 0)
    assert GAME.own_turn(state, after, 0)
    view, unasked = GAME.view(state, 0), 0
    for seed in range(40):
        world, _ = GAME.play(GAME.sample(view, seed), 0, ["milice:9"])
        unasked += GAME.asked(world) != GAME.asked(after)
    assert unasked
    assert (*GAME.exposed(after),) == (1,)


def test_a_card_that_another_player_had_to_lay_was_hidden() -> None:
    before = table(["noblesse:1 paysan:1", "noblesse:2 milice:3", "noblesse:4 noblesse:5"])
    after = play(before, "noblesse:1")
    assert GAME.view(after, None).awaited == (2,)
    assert GAME.revealed(before, after, 0)


def test_a_trick_that_the_token_holder_lets_pass_unasked_shows_what_he_has_in_mind() -> None:
    hands = ["noblesse:1 paysan:1", "noblesse:2 noblesse:3"]
    before = play(table(hands, milice=0), "noblesse:1")
    asked = play(before, "noblesse:2")
    assert asked.phase == INTERRUPT
    assert not GAME.revealed(before, asked, 1)
    before.quiet = True
    assert GAME.revealed(before, play(before, "noblesse:2"), 1)


def test_a_new_deal_ends_it() -> None:
    before = table(["noblesse:1 paysan:1", "noblesse:2 paysan:2"])
    after = play(before, "noblesse:1")  # all the rest is no choice
    assert GAME.view(after, None).event == 2
    assert GAME.revealed(before, after, 0)
    assert not GAME.own_turn(before, after, 0)


def test_discards_lie_face_down() -> None:
    state = GAME.setup(3, seed=1)
    while not state.handed.count(1):
        state, _ = first_choice(state)
    after, seat = first_choice(state)
    assert not GAME.revealed(state, after, seat)
    assert not GAME.own_turn(state, after, seat)
