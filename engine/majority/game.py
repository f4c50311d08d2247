"""The Majority as a game of the house."""

from __future__ import annotations

from engine.game import Event, Game, Topic
from engine.majority import telling, topics
from engine.majority.components import DECK_SIZES
from engine.majority.flow import apply, asked, begin, moves
from engine.majority.options import MajorityOptions
from engine.majority.policy import MajorityPolicy
from engine.majority.prompts import decode, encode, prompts
from engine.majority.result import PARTIES
from engine.majority.sampling import sample
from engine.majority.snapshot import SNAPSHOT
from engine.majority.state import State
from engine.majority.view import MajorityView, outcome, view


class Majority(Game[State, MajorityOptions, MajorityView]):
    """A council of two parties of two, or of three players each alone; four rounds."""

    name = "majority"
    seats = tuple(DECK_SIZES)
    rules_version = 1
    Options = MajorityOptions
    snapshot = SNAPSHOT
    policy = MajorityPolicy()

    begin = staticmethod(begin)
    asked = staticmethod(asked)
    moves = staticmethod(moves)
    apply = staticmethod(apply)
    prompts = staticmethod(prompts)
    encode = staticmethod(encode)
    decode = staticmethod(decode)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    sample = staticmethod(sample)

    def parties(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Partners sit opposite; with three players there are none."""
        return PARTIES if seats == 4 else ()

    def opening(self, state: State) -> tuple[Event, ...]:
        """Who holds the token first, and the first round."""
        return tuple(telling.opening(state))

    def topics(self, view: MajorityView) -> tuple[Topic, ...]:
        """What the viewer may ask about."""
        return topics.topics()
