"""Guildes as a game of the house."""

from __future__ import annotations

from engine.game import Event, Game
from engine.guildes import sampling, snapshot, telling
from engine.guildes.components import TABLES
from engine.guildes.flow import apply, asked, begin, moves
from engine.guildes.options import GuildesOptions
from engine.guildes.policy import GuildesPolicy
from engine.guildes.prompts import decode, encode, prompts
from engine.guildes.state import State
from engine.guildes.topics import topics
from engine.guildes.view import GuildesView, outcome, view


class Guildes(Game[State, GuildesOptions, GuildesView]):
    """A draft and a vote, three times; see `GuildesOptions` for the variants."""

    name = "guildes"
    seats = tuple(TABLES)
    rules_version = 2
    Options = GuildesOptions
    policy = GuildesPolicy()

    begin = staticmethod(begin)
    asked = staticmethod(asked)
    moves = staticmethod(moves)
    apply = staticmethod(apply)
    prompts = staticmethod(prompts)
    encode = staticmethod(encode)
    decode = staticmethod(decode)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    topics = staticmethod(topics)
    sample = staticmethod(sampling.sample)

    def opening(self, state: State) -> tuple[Event, ...]:
        """The first event card and the tricks."""
        begins = telling.ballot(1, state.revealed[0], applies=state.options.events)
        return (*begins, *telling.tricks_dealt(state.tricks))

    def dump(self, state: State) -> str:
        """The state as JSON, about 1 kB."""
        return snapshot.dump(state, self.rules_version)

    def load(self, dump: str) -> State:
        """The state of a dump; raises IncompatibleState."""
        return snapshot.load(dump, self.rules_version)
