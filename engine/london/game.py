"""Guilds of London as a game of the house."""

from __future__ import annotations

from engine.game import Event, Game, Outcome, Topic
from engine.london import sampling, snapshot, topics, viewing
from engine.london.box import Box
from engine.london.components import Components
from engine.london.faces import printed
from engine.london.names import side_name
from engine.london.policy import LondonPolicy
from engine.london.setup import set_up
from engine.london.state import State
from engine.london.table import ROUNDS
from engine.london.view import LondonOptions, LondonView
from engine.rng import Rng
from engine.text import Seat, text


class London(Game[State, LondonOptions, LondonView]):
    """Guilds of London with the shipped components, or those of `components.load(directory)`."""

    name = "london"
    seats = tuple(ROUNDS)
    rules_version = 4
    Options = LondonOptions
    policy = LondonPolicy()
    asked = staticmethod(State.asked)
    moves = staticmethod(State.moves)
    apply = staticmethod(State.apply)
    prompts = staticmethod(State.prompts)
    encode = staticmethod(State.encode)
    decode = staticmethod(State.decode)

    def __init__(self, components: Components | None = None) -> None:
        self.box = Box(components)
        self.printed = printed(self.box)

    def begin(self, seats: int, options: LondonOptions, seed: int) -> State:
        """Everybody chooses a mayor's card."""
        state = State(self.box, seats, Rng(seed))
        set_up(state, options.plantation_side)
        return state

    def opening(self, state: State) -> tuple[Event, ...]:
        """Who begins, and the plantation's side."""
        return (
            Event(
                text(
                    "london.told.opening",
                    order=tuple(Seat(seat) for seat in state.order),
                    side=side_name(self.box, state.side),
                ),
                chapter=True,
            ),
        )

    def view(self, state: State, viewer: int | None) -> LondonView:
        """All that this seat may know, or the public for None."""
        return viewing.view(state, self.printed, viewer)

    def topics(self, view: LondonView) -> tuple[Topic, ...]:
        """Own cards, the town, the terms and all other action cards."""
        return topics.topics(view)

    def outcome(self, state: State) -> Outcome | None:
        """Places by victory points and mayor's cards, after the final scoring."""
        return viewing.outcome(state)

    def dump(self, state: State) -> str:
        """The state as JSON, about 3 kB."""
        return snapshot.dump(state, self.rules_version)

    def load(self, dump: str) -> State:
        """The state of a dump; raises IncompatibleState."""
        return snapshot.load(dump, self.box, self.rules_version)

    def sample(self, view: LondonView, seed: int) -> State:
        """A state that the viewer can't tell from the real one."""
        return sampling.sample(self.box, view, seed)
