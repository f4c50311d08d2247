"""Guildes as a game of the house."""

from __future__ import annotations

from engine.game import Event, Game, Outcome, Topic
from engine.guildes import sampling, snapshot, telling, topics, viewing
from engine.guildes.components import TABLES
from engine.guildes.policy import GuildesPolicy
from engine.guildes.state import State
from engine.guildes.table import ARROW
from engine.guildes.view import GuildesOptions, GuildesView


class Guildes(Game[State, GuildesOptions, GuildesView]):
    """A draft and a vote, three times; see `GuildesOptions` for the variants."""

    name = "guildes"
    seats = tuple(TABLES)
    rules_version = 1
    Options = GuildesOptions
    policy = GuildesPolicy()
    asked = staticmethod(State.asked)
    moves = staticmethod(State.moves)
    apply = staticmethod(State.apply)
    prompts = staticmethod(State.prompts)
    encode = staticmethod(State.encode)
    decode = staticmethod(State.decode)

    def setup(self, seats: int, options: GuildesOptions | None = None, seed: int = 0) -> State:
        """The first packs are dealt; raises ValueError for another number of players."""
        if seats not in TABLES:
            raise ValueError(f"Guildes is for {min(TABLES)} to {max(TABLES)} players")
        return State.begin(seats, options or GuildesOptions(), seed)

    def opening(self, state: State) -> tuple[Event, ...]:
        """The first event card and the tricks."""
        card = state.revealed[0]
        applies = state.options.events
        begins = telling.ballot(1, card, ARROW[card], applies=applies)
        return (*begins, *telling.tricks_dealt(state.tricks))

    def view(self, state: State, viewer: int | None) -> GuildesView:
        """All that this seat may know, or the public for None."""
        return viewing.view(state, viewer)

    def topics(self, view: GuildesView) -> tuple[Topic, ...]:
        """What the viewer may ask about."""
        return topics.topics(view)

    def outcome(self, state: State) -> Outcome | None:
        """Places by votes (and Milice), after the third ballot."""
        return viewing.outcome(state)

    def dump(self, state: State) -> str:
        """The state as JSON, about 1 kB."""
        return snapshot.dump(state, self.rules_version)

    def load(self, dump: str) -> State:
        """The state of a dump; raises IncompatibleState."""
        return snapshot.load(dump, self.rules_version)

    def sample(self, view: GuildesView, seed: int) -> State:
        """A state that the viewer can't tell from the real one."""
        return sampling.sample(view, seed)
