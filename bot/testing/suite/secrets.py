"""Nobody learns more than the view of their seat: two worlds, one view."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bot.delivery.drawing.orders import drawn_view
from bot.sessions.table.table import AnyGame
from bot.testing.playing import Played, playthrough, random_picks
from bot.testing.seatings import Seating
from engine.bots import counted, players_with
from engine.game import Event, IllegalMove, View


def heard(events: tuple[Event, ...], viewer: int | None) -> list[Event]:
    """What this seat, or the public, is told."""
    return [event for event in events if event.heard_by(viewer)]


def test_a_sampled_world_looks_the_same(table: Seating) -> None:
    game = table.game
    for number, state in enumerate(playthrough(table).some_states(50)):
        for viewer in table.viewers:
            view = game.view(state, viewer)
            world = game.sample(view, number)
            assert game.view(world, viewer) == view
            assert [*game.exposed(world)] == [*game.exposed(state)]


def test_sampled_worlds_differ_in_what_is_hidden(table: Seating) -> None:
    """Somebody's own view differs between two samples, for every viewer, during the game."""
    game = table.game
    for viewer in table.viewers:
        others = [seat for seat in range(table.seats) if seat != viewer]
        assert any(
            game.view(game.sample(view, 1), other) != game.view(game.sample(view, 2), other)
            for view in (game.view(s, viewer) for s in playthrough(table).some_states(8))
            for other in others
        )


def test_a_sampled_world_can_be_played_to_its_end(table: Seating) -> None:
    game, random = table.game, Random(5)
    for number, state in enumerate(playthrough(table).some_states(4)):
        for viewer in table.viewers:
            world = game.sample(game.view(state, viewer), number)
            assert list(game.asked(world)) == list(game.asked(state))
            while game.asked(world):
                seat = game.asked(world)[0]
                game.apply(world, seat, random.choice(list(game.moves(world, seat))))
            assert game.outcome(world) is not None


def test_a_computer_chooses_the_same_in_two_worlds_that_look_the_same(table: Seating) -> None:
    game, players = table.game, players_with(counted(playouts=4))
    for number, state in enumerate(playthrough(table).some_states(2)):
        for seat in game.asked(state):
            view = game.view(state, seat)
            world = game.sample(view, number)
            for player in players.values():
                chosen = player.choose(game, view, number)
                assert player.choose(game, game.view(world, seat), number) == chosen


def test_until_the_game_goes_on_no_picture_of_a_hand_changes(table: Seating) -> None:
    game = table.game
    for seat in range(table.seats):
        seen: dict[int, View] = {}
        for state in playthrough(table).states:
            view = game.view(state, seat)
            drawn = drawn_view("hand", view)
            assert seen.setdefault(view.step, drawn) == drawn


def test_a_view_shows_the_own_prompt_and_no_other(table: Seating) -> None:
    game = table.game
    for state in playthrough(table).some_states(60):
        prompts, awaited = game.prompts(state), tuple(game.asked(state))
        for viewer in table.viewers:
            view = game.view(state, viewer)
            expected = None if viewer is None else prompts.get(viewer)
            assert (view.viewer, view.seats, view.prompt) == (viewer, table.seats, expected)
            assert (view.awaited, view.outcome) == (awaited, game.outcome(state))
            if expected is not None:
                assert view.step == expected.step


def test_a_view_keeps_the_seed_to_itself(table: Seating) -> None:
    seed = 0x5EED_0F_7E57_0000_1234
    state = table.game.setup(seats=table.seats, options=table.options, seed=seed)
    for viewer in table.viewers:
        shown = repr(table.game.view(state, viewer))
        assert str(seed) not in shown
        assert hex(seed)[2:] not in shown


def test_a_secret_choice_tells_nobody_else(table: Seating) -> None:
    """While others still choose, nothing shows but that this seat has chosen."""
    game, through = table.game, playthrough(table)
    for before, played in list(zip(through.states, through.played, strict=False))[::2]:
        pending = game.view(before, None).simultaneous and game.asked(played.state)
        if pending and game.view(before, None).step == game.view(played.state, None).step:
            for viewer in table.viewers:
                if viewer == played.seat:
                    continue
                earlier, later = game.view(before, viewer), game.view(played.state, viewer)
                assert later == earlier.model_copy(update={"awaited": later.awaited})
                assert not heard(played.events, viewer)


def test_who_has_yet_to_choose_is_shown_nothing_of_what_others_choose(table: Seating) -> None:
    """So that hand isn't made anew."""
    game, through = table.game, playthrough(table)
    for before, played in list(zip(through.states, through.played, strict=False))[::2]:
        later = game.prompts(played.state)
        for seat, prompt in game.prompts(before).items():
            asked = later.get(seat)
            if seat == played.seat or prompt.answered is not None or asked is None:
                continue
            if asked.step == prompt.step:
                shown, now = game.view(before, seat), game.view(played.state, seat)
                assert now == shown.model_copy(update={"awaited": now.awaited})
                assert not heard(played.events, seat)


def test_events_are_told_to_everyone_or_to_one_seat(table: Seating) -> None:
    through = playthrough(table)
    told = [event for played in through.played for event in played.events]
    for event in (*table.game.opening(through.start), *told):
        assert event.seat is None or 0 <= event.seat < table.seats
    assert any(event.seat is None for event in told)


def test_events_tell_nothing_that_the_view_hides(table: Seating) -> None:
    """In two worlds that look the same before and after a choice, the same is heard."""
    game = table.game
    compared = 0
    through = playthrough(table)
    stride = max(1, len(through.played) // 60)
    for number in range(0, len(through.played), stride):
        state, played = through.states[number], through.played[number]
        for viewer in table.viewers:
            other = in_another_world(game, game.view(state, viewer), played, seed=number)
            if other is None or game.view(other.state, viewer) != game.view(played.state, viewer):
                continue
            assert heard(other.events, viewer) == heard(played.events, viewer)
            compared += 1
    assert compared


def in_another_world(game: AnyGame, view: View, played: Played, seed: int) -> Played | None:
    """The same choice in a world that the viewer can't tell apart; None if it isn't there."""
    world = game.sample(view, seed)
    try:
        after, events = game.play(world, played.seat, played.picks, detailed=True)
    except IllegalMove:
        return None
    return Played(played.seat, played.picks, events, after)


def test_another_secret_choice_looks_the_same_to_the_others(table: Seating) -> None:
    game, random = table.game, Random(6)
    for state in playthrough(table).some_states(60)[:-1]:
        seat = random.choice(list(game.asked(state)))
        one, _ = game.play(state, seat, random_picks(game, state, seat, random))
        two, _ = game.play(state, seat, random_picks(game, state, seat, random))
        step = game.view(state, None).step
        if not game.view(state, None).simultaneous or not game.asked(one):
            continue
        if game.view(one, None).step != step:
            continue
        for viewer in table.viewers:
            if viewer != seat:
                assert game.view(one, viewer) == game.view(two, viewer)


def test_what_may_be_taken_back_has_shown_nothing_hidden(table: Seating) -> None:
    """Before and after, the views of the seat and the public differ by its own choice alone.

    So in every world that the seat can't tell from this one, the same choice looks the same. Where
    somebody had no choice in another world, whoever is asked in this one is exposed by that.
    """
    game, through = table.game, playthrough(table)
    for number, (before, played) in enumerate(zip(through.states, through.played, strict=False)):
        if game.revealed(before, played.state, played.seat):
            continue
        assert not [event for event in played.events if event.seat not in (None, played.seat)]
        view = game.view(before, played.seat)
        seen = [(one, at_no_step(played.state, table, one)) for one in (played.seat, None)]
        for sample in range(4):
            other = in_another_world(game, view, played, seed=4 * number + sample)
            assert other is not None
            if went_further(game, other, played):
                assert {*game.exposed(played.state)} - {played.seat}
                continue
            for viewer, shown in seen:
                assert at_no_step(other.state, table, viewer) == shown
                assert heard(other.events, viewer) == heard(played.events, viewer)


def test_whether_a_choice_may_be_taken_back_tells_nothing_hidden(table: Seating) -> None:
    """It is so in every world that looks the same to the seat, before its choice and after."""
    game, through = table.game, playthrough(table)
    stride = max(1, len(through.played) // 60)
    for number in range(0, len(through.played), stride):
        state, played = through.states[number], through.played[number]
        view = game.view(state, played.seat)
        other = in_another_world(game, view, played, seed=number)
        assert other is not None
        if game.view(other.state, played.seat) != game.view(played.state, played.seat):
            continue
        world = game.sample(view, number)
        for said in (game.revealed, game.own_turn):
            is_so = said(state, played.state, played.seat)
            assert said(world, other.state, played.seat) is is_so


def test_a_choice_that_was_taken_back_is_asked_anew_at_a_later_step(table: Seating) -> None:
    game, through = table.game, playthrough(table)
    for before, played in zip(through.states, through.played, strict=False):
        if game.revealed(before, played.state, played.seat):
            continue
        asked = game.prompts(played.state).values()
        step = 1 + max([game.view(played.state, None).step, *(prompt.step for prompt in asked)])
        dump = game.dump(before)
        again = game.anew(before, step)
        assert game.dump(before) == dump
        assert game.prompts(again).keys() == game.prompts(before).keys()
        assert all(prompt.step >= step for prompt in game.prompts(again).values())
        for viewer in table.viewers:
            assert at_no_step(again, table, viewer) == at_no_step(before, table, viewer)


def went_further(game: AnyGame, other: Played, played: Played) -> bool:
    """Whether somebody who is asked in the one world had no choice in the other."""
    told = len(other.events) - len(played.events)
    return told > 0 or (not told and not {*game.asked(played.state)} <= {*game.asked(other.state)})


def at_no_step(state: Any, table: Seating, viewer: int | None) -> View:
    """A view without the number of the moment, of which nobody knows how it came about."""
    view: View = table.game.view(state, viewer)
    prompt = None if view.prompt is None else replace(view.prompt, step=0)
    return view.model_copy(update={"step": 0, "prompt": prompt})
