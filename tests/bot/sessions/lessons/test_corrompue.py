"""The lesson of La Cité corrompue: a card that is played for its learner isn't passed over."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.sessions.lessons import OWN
from engine.corrompue import Corrompue
from engine.parts.rng import Rng

GAME, LESSON = Corrompue(), OWN["corrompue"]


def played(seed: int) -> list[tuple[int, bool, bool]]:
    """Of each choice: its trick, whether a card was played unasked before it, or will be after."""
    state, rng = GAME.setup(LESSON.seats, seed=LESSON.seed), Rng(seed)
    choices, chosen = [], ""
    while not LESSON.is_over(GAME.view(state, None)):
        seat = GAME.asked(state)[0]
        if seat == 0:
            view = GAME.view(state, 0)
            note = LESSON.note_on(view, view.prompt)
            after, before = LESSON.after(chosen, (), view), LESSON.before(view)
            forced, last = (
                key in [said.key for said in lines]
                for key, lines in (
                    ("corrompue.lesson.forced", after),
                    ("corrompue.lesson.last", before),
                )
            )
            choices.append((view.trick, forced, last))
            chosen = note.id
        picks = GAME.decode(state, seat, rng.choice(GAME.moves(state, seat)))
        state, _ = GAME.play(state, seat, picks)
    return choices


@pytest.mark.parametrize("seed", range(12))
def test_a_card_that_was_played_unasked_is_told_and_the_last_one_announced(seed):
    choices = played(seed)
    tricks = [0, *(trick for trick, _, _ in choices)]
    skipped = [trick - before > 1 for before, trick in pairwise(tricks)]
    assert [forced for _, forced, _ in choices[1:]] == skipped[1:]
    assert [trick for trick, _, last in choices if last] == [
        trick for trick in tricks if trick == 9
    ]


def test_cards_are_played_unasked_in_some_of_these_games():
    assert any(forced for seed in range(12) for _, forced, _ in played(seed))
