"""How computer players judge Guildes: plain cases with one sensible answer."""

from __future__ import annotations

from engine.guildes.components import NUMBER_OF
from engine.guildes.policy import GuildesPolicy, gains
from engine.guildes.policy.worth import gain, worth
from engine.guildes.state import State
from engine.parts.rng import Rng, stream
from tests.engine.guildes.build import GAME, cards, drafting, last_lap, play, playing_tricks

POLICY = GuildesPolicy()
SOME = {"artisans": 2, "nobles": 1}


def normal(state: State, seat: int) -> list[str]:
    """The picks of a normal player."""
    return list(GAME.decode(state, seat, POLICY.normal(state, seat, Rng(1))))


def test_the_last_card_laid_is_the_one_that_wins_a_guild() -> None:
    hands = [cards("pecheurs", "nobles"), cards("2 paysans"), cards("2 paysans")]
    state = last_lap(hands, [{"nobles": 2}, {"nobles": 2}, {"pecheurs": 4}], number=3)
    assert normal(state, 0) == ["nobles"]


def test_a_milice_card_is_worth_less_with_each_ballot() -> None:
    milice = NUMBER_OF["milice"]
    worths = [worth(milice, ballot, 0, 1, (0, 0, 0)) for ballot in (1, 2, 3)]
    assert worths[0] > worths[1] > worths[2] > 0


def test_one_card_more_gains_most_where_it_takes_the_lead() -> None:
    nobles = NUMBER_OF["nobles"]
    behind, level, ahead = (gain(nobles, 3, 0, mine, (2, 2, 2)) for mine in (0, 2, 5))
    assert level > behind
    assert level > ahead


def test_who_has_begun_a_guild_goes_on_with_it_as_others_may_have_kept_some_too() -> None:
    kept = cards("2 nobles", "chevaliers", "4 milice")
    state = drafting([cards("nobles", "pretres")] * 3, kept=kept)
    assert normal(state, 0) == ["nobles"]
    nobles, pretres = NUMBER_OF["nobles"], NUMBER_OF["pretres"]
    alone = gains(state, 0, (nobles, pretres), kept)
    assert alone[pretres] > alone[nobles]


def test_a_mark_helps_oneself_or_hurts_who_leads() -> None:
    tricks = ["mark_nobles", "protection", "exchange"]
    state = playing_tricks(tricks, [{"nobles": 2}, SOME, {"nobles": 3}])
    state = play(state, 2, "decline")
    (whom,) = normal(state, 0)
    (sign,) = normal(play(state, 0, whom), 0)
    # Either way both have as many Nobles and share the first rank.
    assert (whom, sign) in {("seat:0", "plus"), ("seat:2", "minus")}


def test_a_card_is_exchanged_where_that_wins_a_guild() -> None:
    tableaux = [{"nobles": 3, "pecheurs": 1}, {"nobles": 4}, {"pecheurs": 3}]
    state = playing_tricks(["exchange", "mark_nobles", "mark_pretres"], tableaux)
    assert normal(state, 0) != ["decline"]


def test_nobody_gives_a_guild_for_the_same_guild() -> None:
    """Also not by asking somebody who has nothing else."""
    tableaux = [{"nobles": 1, "pecheurs": 1}, {"nobles": 2, "paysans": 1}, {"nobles": 2}]
    state = playing_tricks(["exchange", "mark_nobles", "mark_pretres"], tableaux)
    for pick in ("seat:0", "nobles"):
        state = play(state, 0, pick)
    assert candidates(state) == ["seat:1", "decline"]
    assert candidates(play(state, 0, "seat:1")) == ["paysans", "decline"]
    hands = [cards("artisans", "nobles"), [], []]
    tricks = ["second_thoughts", "mark_nobles", "mark_pretres"]
    state = play(playing_tricks(tricks, tableaux, hands=hands), 0, "nobles")
    assert candidates(state) == ["artisans", "decline"]


def candidates(state: State) -> list[str]:
    """The picks that computers in the first seat look at."""
    return [pick for move in POLICY.candidates(state, 0) for pick in GAME.decode(state, 0, move)]


def test_a_trick_that_can_only_harm_is_declined() -> None:
    state = playing_tricks(["sacrifice", "mark_nobles", "mark_pretres"], [{"nobles": 2}, {}, {}])
    assert normal(state, 0) == ["decline"]


def test_every_strength_of_judgement_plays_legal_moves() -> None:
    state = drafting([cards("artisans", "2 nobles")] * 3)
    for seat in range(3):
        moves = set(GAME.moves(state, seat))
        assert {
            POLICY.easy(state, seat, Rng(seat)),
            POLICY.normal(state, seat, Rng(seat)),
            POLICY.quick(state, seat, stream(seat)),
        } <= moves


def test_a_reward_grows_with_the_lead() -> None:
    state = last_lap([cards("2 nobles")] * 3, [{"milice": 2}, {"milice": 1}, {}], number=3)
    outcome = GAME.outcome(state)
    assert outcome is not None
    rewards = [POLICY.reward(outcome, seat) for seat in range(3)]
    assert rewards[0] > 0.5 > rewards[1] > rewards[2]
