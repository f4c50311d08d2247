"""The Majority as a game of the house."""

from __future__ import annotations

from engine.game import Game, Playing
from engine.majority.components import DECK_SIZES
from engine.majority.flow import apply, asked, begin, exposed, moves, revealed
from engine.majority.options import MajorityOptions, rules
from engine.majority.policy import MajorityPolicy
from engine.majority.prompts import decode, encode, prompts
from engine.majority.sampling import sample
from engine.majority.state import PARTIES, State
from engine.majority.telling import AWARDS, feats, opening, scene
from engine.majority.topics import topics
from engine.majority.view import MajorityView, outcome, view
from engine.parts.posed import anew
from engine.parts.snapshots import Snapshot


class Majority(Game[State, MajorityOptions, MajorityView]):
    """A council of two parties of two, or of three players each alone; four rounds."""

    name = "majority"
    seats = tuple(DECK_SIZES)
    rules_version = 3
    Options = MajorityOptions
    snapshot = Snapshot(State)
    playing = Playing((45, 60), "medium")
    policy = MajorityPolicy()
    awards = AWARDS

    feats = staticmethod(feats)
    begin = staticmethod(begin)
    asked = staticmethod(asked)
    moves = staticmethod(moves)
    apply = staticmethod(apply)
    prompts = staticmethod(prompts)
    encode = staticmethod(encode)
    decode = staticmethod(decode)
    view = staticmethod(view)
    outcome = staticmethod(outcome)
    rules = staticmethod(rules)
    topics = staticmethod(topics)
    anew = staticmethod(anew)
    revealed = staticmethod(revealed)
    exposed = staticmethod(exposed)
    opening = staticmethod(opening)
    scene = staticmethod(scene)
    sample = staticmethod(sample)

    def round_of(self, state: State) -> int:
        """The round under way."""
        return state.round

    def parties(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Partners sit opposite; with three players there are none."""
        return PARTIES if seats == 4 else ()

    def example(self) -> MajorityView:
        """The debate of a first round: one second, two first, two second."""
        return self.view(self.moment(3, 304, 30), None)
