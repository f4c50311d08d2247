"""The Majority as a game of the house."""

from __future__ import annotations

from engine.game import Event, Game, Outcome, Topic
from engine.majority import sampling, snapshot, telling, topics, viewing
from engine.majority.components import COMPONENTS, DECK_SIZES, deck_of
from engine.majority.options import MajorityOptions
from engine.majority.policy import MajorityPolicy
from engine.majority.result import PARTIES
from engine.majority.state import State
from engine.majority.view import MajorityView
from engine.rng import Rng


class Majority(Game[State, MajorityOptions, MajorityView]):
    """A council of two parties of two, or of three players each alone; four rounds."""

    name = "majority"
    seats = tuple(DECK_SIZES)
    rules_version = 1
    Options = MajorityOptions
    policy = MajorityPolicy()
    asked = staticmethod(State.asked)
    moves = staticmethod(State.moves)
    apply = staticmethod(State.apply)
    prompts = staticmethod(State.prompts)
    encode = staticmethod(State.encode)
    decode = staticmethod(State.decode)

    def setup(self, seats: int, options: MajorityOptions | None = None, seed: int = 0) -> State:
        """The first packs are dealt; raises ValueError for another number of players.

        The whole deck is shuffled here and the token drawn; nothing is drawn after that.
        """
        if seats not in self.seats:
            raise ValueError(f"The Majority is for {min(self.seats)} or {max(self.seats)} players")
        rng = Rng(seed)
        deck = deck_of(COMPONENTS, seats)
        rng.shuffle(deck)
        state = State.begin(seats, options or MajorityOptions(), bytes(deck), rng.below(seats))
        state.begin_round()
        return state

    def parties(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Partners sit opposite; with three players there are none."""
        return PARTIES if seats == 4 else ()

    def opening(self, state: State) -> tuple[Event, ...]:
        """Who holds the token first, and the first round."""
        return telling.opening(state)

    def view(self, state: State, viewer: int | None) -> MajorityView:
        """All that this seat may know, or the public for None."""
        return viewing.view(state, viewer)

    def topics(self, view: MajorityView) -> tuple[Topic, ...]:
        """What the viewer may ask about."""
        return topics.topics()

    def outcome(self, state: State) -> Outcome | None:
        """Places by gold, after the fourth debate; partners share their party's gold."""
        return viewing.outcome(state)

    def dump(self, state: State) -> str:
        """The state as JSON, about 700 bytes."""
        return snapshot.dump(state, self.rules_version)

    def load(self, dump: str) -> State:
        """The state of a dump; raises IncompatibleState."""
        return snapshot.load(dump, self.rules_version)

    def sample(self, view: MajorityView, seed: int) -> State:
        """A state that the viewer can't tell from the real one."""
        return sampling.sample(view, seed)
