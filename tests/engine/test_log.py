"""Logs played again: what was taken back is no part of how a game went."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from bot.testing.playing import Playthrough, playthrough
from bot.testing.seatings import Seating
from engine import games
from engine.log import Moment, course, moments, retold, rounds, steps
from engine.parts.rng import Rng
from engine.parts.values import Event
from tests.conformance.golden import golden_tables

GOLDEN = list(golden_tables())


@dataclass(frozen=True)
class Entry:
    """An entry of a log."""

    seat: int
    picks: tuple[str, ...] = ()
    back_to: int | None = None


def log_of(through: Playthrough) -> list[Entry]:
    """All that was chosen, changes of a choice among it."""
    return [Entry(played.seat, played.picks) for played in through.played]


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_a_golden_game_played_again_ends_in_the_same_state(table: Seating, seed: int) -> None:
    through, game = playthrough(table, seed), table.game
    start = game.setup(table.seats, table.options, seed)
    passed = moments(game, start, log_of(through))
    shown = steps(game, passed[-1])
    assert game.dump(shown[-1].state) == game.dump(through.played[-1].state)
    assert game.dump(shown[0].state) == game.dump(through.start)
    told = [event for step in shown for event in step.told]
    assert told == [
        *game.opening(through.start),
        *(event for played in through.played for event in played.events),
    ]


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_a_step_ends_where_nobody_can_change_a_choice(table: Seating, seed: int) -> None:
    through, game = playthrough(table, seed), table.game
    shown = steps(game, moments(game, through.start, log_of(through))[-1])
    for step in shown:
        assert all(prompt.answered is None for prompt in game.prompts(step.state).values())
    assert sum(len(step.seats) for step in shown) == len(through.played)


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_in_every_step_something_is_seen_or_told(table: Seating, seed: int) -> None:
    through, game = playthrough(table, seed), table.game
    shown = steps(game, moments(game, through.start, log_of(through))[-1])
    for before, step in pairwise(shown[:-1]):
        then, now = game.view(before.state, None), game.view(step.state, None)
        same = then.model_copy(update={"step": now.step, "awaited": now.awaited}) == now
        assert not same or any(event.seat is None and not event.detail for event in step.told)


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_rounds_begin_one_after_the_other(table: Seating, seed: int) -> None:
    through, game = playthrough(table, seed), table.game
    shown = steps(game, moments(game, through.start, log_of(through))[-1])
    begun = rounds(game, shown)
    assert [number for number, _ in begun] == sorted({number for number, _ in begun})
    assert begun[0] == (1, 0)
    for number, first in begun:
        assert game.round_of(shown[first].state) == number
        assert first == 0 or game.round_of(shown[first - 1].state) < number


def test_a_town_that_grows_by_itself_after_the_votes_is_seen_before_and_after() -> None:
    (table, seed), *_ = [one for one in GOLDEN if str(one[0]).startswith("london-4")]
    through, game = playthrough(table, seed), table.game
    shown = steps(game, moments(game, through.start, log_of(through))[-1])
    (before, after), *_ = [
        pair
        for pair in pairwise(shown)
        if any(event.text.key == "london.told.growth" for event in pair[0].told)
        and any(event.text.key == "london.told.new_tile" for event in pair[1].told)
    ]
    tiles = [len(game.view(step.state, None).tiles) for step in (before, after)]
    assert tiles[1] == tiles[0] + 6  # with four players
    assert after.seats == ()


def with_rewinds(name: str, entries: int) -> tuple[Any, list[Entry], list[Entry]]:
    """A game in which choices are taken back now and then: its start, its log, what stands."""
    game, rng = games[name], Rng(5)
    start = game.setup(3, seed=5)
    log: list[Entry] = []
    stands: list[tuple[int, Entry]] = []
    state, states = start, [start]
    while game.asked(state) and len(log) < entries:
        seat = game.asked(state)[0]
        picks = game.decode(state, seat, rng.choice(list(game.moves(state, seat))))
        after, _ = game.play(state, seat, picks)
        entry = Entry(seat, picks)
        log.append(entry)
        stands.append((len(log), entry))
        back = not game.revealed(state, after, seat) and rng.below(2)
        states.append(after)
        if back:
            log.append(Entry(seat, back_to=len(log)))
            stands.pop()
            passed = moments(game, start, log)
            after = passed[-1].state
            states.append(after)
        state = after
    return start, log, [entry for _, entry in stands]


@pytest.mark.parametrize("name", games)
def test_what_was_taken_back_is_left_out(name: str) -> None:
    start, log, stands = with_rewinds(name, 60)
    game = games[name]
    assert any(entry.back_to is not None for entry in log)
    way = course(moments(game, start, log)[-1])
    shown = [log[moment.entry - 1] for moment in way[1:]]
    assert [(entry.seat, entry.picks) for entry in shown] == [
        (entry.seat, entry.picks) for entry in stands
    ]


def test_a_rewind_of_several_choices_and_one_of_a_rewind() -> None:
    game = games["corrompue"]
    start = game.setup(3, seed=3)

    def first_move(state: Any) -> Entry:
        seat = game.asked(state)[0]
        return Entry(seat, game.decode(state, seat, game.moves(state, seat)[0]))

    log = [first_move(start)]
    for _ in range(3):
        log.append(first_move(moments(game, start, log)[-1].state))
    log += [Entry(0, back_to=2), Entry(0, back_to=1)]
    passed = moments(game, start, log)
    assert [moment.entry for moment in course(passed[5])] == [0, 1]
    assert [moment.entry for moment in course(passed[6])] == [0]
    log.append(first_move(passed[6].state))
    assert [moment.entry for moment in course(moments(game, start, log)[-1])] == [0, 7]


def is_of_an_even_length(event: Event) -> bool:
    """Some events, and others not."""
    return len(event.text.key) % 2 == 0


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_retold_a_game_ends_as_it_does_and_holds_one_state(table: Seating, seed: int) -> None:
    through, game = playthrough(table, seed), table.game
    log = log_of(through)
    # Its last choice is taken back and made again, and then the one before.
    log += [Entry(log[-1].seat, back_to=len(log)), log[-1]]
    log += [Entry(log[-1].seat, back_to=len(log) - 3), *log[-4:-2]]
    wanted = moments(game, through.start, log)[-1]
    begun = Moment(through.start, game.opening(through.start))
    *_, last = retold(game, begun, log, is_of_an_even_length)
    assert game.dump(last.state) == game.dump(wanted.state)
    told = [event for moment in course(wanted) for event in moment.told]
    kept = [event for moment in course(last)[:-1] for event in moment.told]
    before = told[: len(told) - len(wanted.told)]
    assert kept == [event for event in before if is_of_an_even_length(event)]
    assert last.told == wanted.told
    assert {id(moment.state) for moment in course(last)[:-1]} == {id(through.start)}
