"""La Cité corrompue as a game of the house."""

from __future__ import annotations

from engine.corrompue import sampling, snapshot, telling, topics, viewing
from engine.corrompue.components import SEATS
from engine.corrompue.options import CorrompueOptions
from engine.corrompue.policy import CorrompuePolicy
from engine.corrompue.state import State
from engine.corrompue.view import CorrompueView
from engine.game import Event, Game, Outcome, Topic
from engine.rng import Rng


class Corrompue(Game[State, CorrompueOptions, CorrompueView]):
    """Tricks for four factions, event after event, until somebody has four tokens of a kind."""

    name = "corrompue"
    seats = SEATS
    rules_version = 2
    Options = CorrompueOptions
    policy = CorrompuePolicy()
    asked = staticmethod(State.asked)
    moves = staticmethod(State.moves)
    apply = staticmethod(State.apply)
    prompts = staticmethod(State.prompts)
    encode = staticmethod(State.encode)
    decode = staticmethod(State.decode)

    def begin(self, seats: int, options: CorrompueOptions, seed: int) -> State:
        """The first dealer is drawn, and the cards are dealt."""
        rng = Rng(seed)
        dealer = rng.below(seats)
        state = State.begin(seats, options, rng, dealer)
        state.begin_event()
        return state

    def opening(self, state: State) -> tuple[Event, ...]:
        """The first event and its dealer."""
        return telling.opening(state)

    def view(self, state: State, viewer: int | None) -> CorrompueView:
        """All that this seat may know, or the public for None."""
        return viewing.view(state, viewer)

    def topics(self, view: CorrompueView) -> tuple[Topic, ...]:
        """What the viewer may ask about."""
        return topics.topics()

    def outcome(self, state: State) -> Outcome | None:
        """Champions of the people first, the corrupt last; None while nobody has four tokens."""
        return viewing.outcome(state)

    def dump(self, state: State) -> str:
        """The state as JSON, about 600 bytes."""
        return snapshot.dump(state, self.rules_version)

    def load(self, dump: str) -> State:
        """The state of a dump; raises IncompatibleState."""
        return snapshot.load(dump, self.rules_version)

    def sample(self, view: CorrompueView, seed: int) -> State:
        """A state that the viewer can't tell from the real one."""
        return sampling.sample(view, seed)
