"""Prompts say who owes what, and hold a player to it."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.sessions.table.table import AnyGame
from bot.testing.playing import playthrough, random_picks
from bot.testing.seatings import Seating
from engine.game import IllegalMove, Prompt

OPTION_ID = re.compile(r"[a-z0-9:._-]{1,40}")
MOST_OF_SEVERAL = 25


def test_prompts_are_empty_exactly_when_there_is_an_outcome(table: Seating) -> None:
    for state in playthrough(table).states:
        assert (not table.game.prompts(state)) == (table.game.outcome(state) is not None)


def test_an_outcome_places_every_seat_once_and_scores_it(table: Seating) -> None:
    outcome = table.game.outcome(playthrough(table).states[-1])
    assert outcome is not None
    assert sorted(seat for place in outcome.places for seat in place) == list(range(table.seats))
    assert sorted(outcome.scores) == list(range(table.seats))


def test_everybody_has_a_party_or_nobody_and_partners_share_a_place(table: Seating) -> None:
    parties = table.game.parties(table.seats)
    if not parties:
        return
    assert len(parties) > 1
    assert sorted(seat for party in parties for seat in party) == list(range(table.seats))
    outcome = table.game.outcome(playthrough(table).states[-1])
    assert outcome is not None
    places = [{*place} for place in outcome.places]
    assert all(any({*party} <= place for place in places) for party in parties)


def test_rounds_are_counted_from_one_and_none_comes_again(table: Seating) -> None:
    rounds = [table.game.round_of(state) for state in playthrough(table).states]
    assert rounds[0] == 1
    assert rounds == sorted(rounds)


def test_the_core_waits_for_the_prompts_without_an_answer(table: Seating) -> None:
    for state in playthrough(table).states:
        prompts = table.game.prompts(state)
        unanswered = [seat for seat, prompt in prompts.items() if prompt.answered is None]
        assert list(table.game.asked(state)) == unanswered == sorted(unanswered)
        assert list(prompts) == sorted(prompts)
        assert all(prompt.seat == seat for seat, prompt in prompts.items())


def test_a_choice_with_one_possible_answer_is_never_asked(table: Seating) -> None:
    """Taking back is an answer: the last thing to do may be to end the turn, or to undo it."""
    for state in playthrough(table).states:
        prompts = table.game.prompts(state)
        for seat in table.game.asked(state):
            ways_on = set(table.game.moves(state, seat))
            assert ways_on
            assert len(ways_on) > 1 or prompts[seat].backward


def test_option_ids_are_short_plain_and_different(table: Seating) -> None:
    for state in playthrough(table).states:
        for prompt in table.game.prompts(state).values():
            ids = [option.id for option in prompt.options]
            assert len(set(ids)) == len(ids)
            assert all(OPTION_ID.fullmatch(name) for name in ids)
            assert 0 <= prompt.least <= prompt.most <= len(ids)
            assert prompt.most <= 1 <= prompt.least or len(ids) <= MOST_OF_SEVERAL


def test_every_move_is_a_set_of_picks_and_back(table: Seating) -> None:
    for state in playthrough(table).some_states(60):
        prompts = table.game.prompts(state)
        for seat in table.game.asked(state):
            for move in list(table.game.moves(state, seat))[:60]:
                picks = prompts[seat].check(table.game.decode(state, seat, move))
                assert table.game.encode(state, seat, picks) == move


def test_every_offered_option_can_be_chosen(table: Seating) -> None:
    for state in playthrough(table).some_states(30):
        for seat, prompt in table.game.prompts(state).items():
            if prompt.least > 1:
                continue
            refused = [
                option.id for option in prompt.options if refuses(table, state, seat, option.id)
            ]
            assert not refused


def refuses(table: Seating, state: object, seat: int, *picks: str) -> bool:
    """Whether this answer is refused; if so, the state must be as before."""
    before = table.game.dump(state)
    try:
        table.game.play(state, seat, picks)
    except IllegalMove as illegal:
        reason = illegal.reason
    else:
        return False
    assert reason.key
    assert table.game.dump(state) == before
    return True


def test_foreign_and_malformed_answers_are_refused(table: Seating) -> None:
    for state in playthrough(table).some_states(40):
        prompts = table.game.prompts(state)
        for seat in (-1, *range(table.seats), table.seats):
            if seat not in prompts:
                assert refuses(table, state, seat, "pass")
                assert refuses(table, state, seat)
        for seat, prompt in prompts.items():
            for picks in malformed(prompt):
                assert refuses(table, state, seat, *picks)


def malformed(prompt: Prompt) -> list[list[str]]:
    """Answers that no prompt may accept."""
    ids = [option.id for option in prompt.options]
    fitting = ids[: max(prompt.least, 1)]
    answers = [[*fitting[:-1], "not-on-offer"], [*fitting[:-1], fitting[-1].upper() + " "]]
    if prompt.most > 1:
        answers.append([ids[0], ids[0]])
    if prompt.least > 0:
        answers.append(ids[: prompt.least - 1])
    answers.append((ids * 2)[: prompt.most + 1])
    return answers


def test_nothing_can_be_played_after_the_end(table: Seating) -> None:
    end = playthrough(table).states[-1]
    for played in playthrough(table).played[-5:]:
        assert refuses(table, end, played.seat, *played.picks)


def test_playing_changes_neither_the_state_nor_an_earlier_one(table: Seating) -> None:
    random = Random(3)
    for state in playthrough(table).some_states(40)[:-1]:
        before = table.game.dump(state)
        clone = state.clone()
        seat = table.game.asked(state)[0]
        after, _ = table.game.play(state, seat, random_picks(table.game, state, seat, random))
        while table.game.asked(after):
            seat = table.game.asked(after)[0]
            table.game.apply(after, seat, random.choice(list(table.game.moves(after, seat))))
        assert table.game.dump(state) == before == table.game.dump(clone)


def test_a_choice_may_be_changed_until_the_last_is_in(table: Seating) -> None:
    random = Random(4)
    for played in playthrough(table).played[::3]:
        prompt = table.game.prompts(played.state).get(played.seat)
        if prompt is None or prompt.answered is None:
            continue
        assert prompt.answered == played.picks or len(prompt.answered) == len(played.picks)
        again = random_picks(table.game, played.state, played.seat, random)
        changed, _ = table.game.play(played.state, played.seat, again)
        restored, _ = table.game.play(changed, played.seat, played.picks)
        for viewer in table.viewers:
            expected = table.game.view(played.state, viewer)
            assert table.game.view(restored, viewer) == expected


def test_a_step_asks_the_same_as_long_as_it_lasts(table: Seating) -> None:
    """A press that carries an earlier step is stale, one with this step is not."""
    before: dict[int, Prompt] = {}
    for state in playthrough(table).states:
        prompts = table.game.prompts(state)
        for seat, prompt in prompts.items():
            earlier = before.get(seat)
            if earlier is not None and earlier.step == prompt.step:
                assert (earlier.options, earlier.ask) == (prompt.options, prompt.ask)
            if earlier is not None:
                assert prompt.step >= earlier.step
        before |= prompts


def test_however_often_a_choice_is_taken_back_its_steps_never_return(table: Seating) -> None:
    """A button of a question that was left again must not come alive."""
    through = playthrough(table)
    taken_back = [
        (before, played.picks, played.seat)
        for before, played in zip(through.states, through.played, strict=False)
        if played.seat in (prompts := table.game.prompts(played.state))
        and "back" in prompts[played.seat].backward
        and table.game.prompts(before)[played.seat].backward.isdisjoint(played.picks)
    ]
    for state, picks, seat in taken_back[:3]:
        again, step = state, table.game.prompts(state)[seat].step
        for answer in (picks, ("back",)) * 70:
            again, _ = table.game.play(again, seat, answer)
            later = table.game.prompts(again)[seat].step
            assert later > step
            step = later
        random = Random(8)
        while seat in table.game.asked(again):
            again, _ = table.game.play(again, seat, random_picks(table.game, again, seat, random))
        assert all(prompt.step > step for prompt in table.game.prompts(again).values())


def test_the_core_goes_where_the_contract_goes(table: Seating) -> None:
    core = playthrough(table).start.clone()
    for before, played in zip(playthrough(table).states, playthrough(table).played, strict=False):
        table.game.apply(core, played.seat, table.game.encode(before, played.seat, played.picks))
    assert table.game.dump(core) == table.game.dump(playthrough(table).states[-1])


@pytest.mark.parametrize("seats", [-1, 0, 1, 99])
def test_a_game_refuses_a_number_of_players_it_is_not_made_for(game: AnyGame, seats: int) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the message is the game's own
        game.setup(seats=seats, seed=1)
