"""Games played at random, the way a player would: by prompts and picks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from bot.sessions.play.playing import Playing
from bot.sessions.table.table import AnyGame, Table
from bot.testing.seatings import Seating
from engine.game import Event, IllegalMove

LONGEST = 20_000
SEED = 7


@dataclass(frozen=True)
class Played:
    """A choice, what was to be told, and the state after it."""

    seat: int
    picks: tuple[str, ...]
    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True)
class Playthrough:
    """A whole game: the state that it began with, and every choice."""

    table: Seating
    seed: int
    start: Any
    played: Sequence[Played]

    @property
    def states(self) -> list[Any]:
        """Every state, the first and the last included."""
        return [self.start, *(played.state for played in self.played)]

    def some_states(self, number: int) -> list[Any]:
        """About so many states, evenly over the game, its end included."""
        states = self.states
        stride = max(1, len(states) // number)
        return [*states[:-1:stride], states[-1]]


def random_picks(game: AnyGame, state: Any, seat: int, random: Random) -> tuple[str, ...]:
    """Some legal answer of a seat."""
    return game.decode(state, seat, random.choice(list(game.moves(state, seat))))


def another_answer(table: Seating, state: Any, random: Random) -> Played | None:
    """Some seat that has answered chooses again; None if the answer doesn't fit."""
    prompts = table.game.prompts(state)
    seat = random.choice([seat for seat, prompt in prompts.items() if prompt.answered is not None])
    prompt = prompts[seat]
    number = random.randint(prompt.least, prompt.most)
    picks = tuple(option.id for option in random.sample(prompt.options, number))
    try:
        after, events = table.game.play(state, seat, picks, detailed=True)
    except IllegalMove:
        return None
    return Played(seat, picks, events, after)


@lru_cache(maxsize=4)
def playthrough(table: Seating, seed: int = SEED) -> Playthrough:
    """A game in which everyone chooses at random, now and then changing a choice."""
    game, random = table.game, Random(seed)
    state = start = game.setup(seats=table.seats, options=table.options, seed=seed)
    played: list[Played] = []
    while prompts := game.prompts(state):
        done = None
        if random.random() < 0.05 and any(prompt.answered for prompt in prompts.values()):
            done = another_answer(table, state, random)
        if done is None:
            seat = random.choice(list(game.asked(state)))
            picks = random_picks(game, state, seat, random)
            after, events = game.play(state, seat, picks, detailed=True)
            done = Played(seat, picks, events, after)
        state = done.state
        played.append(done)
        assert len(played) < LONGEST, "the game doesn't end"
    return Playthrough(table, seed, start, played)


async def act_for(
    playing: Playing, session_id: int, seat: int, step: int, picks: Sequence[str]
) -> Table:
    """A choice for whoever has the seat; raises Refused, with nothing changed."""
    user_id = (await playing._sessions.table(session_id)).record.seats[seat].user_id
    if user_id is None:
        return await playing.act_as_computer(session_id, seat, step, picks)
    return await playing.act(session_id, user_id, step, picks)
