"""Guildes as a game of the house."""

from __future__ import annotations

from engine.game import Game, Playing
from engine.guildes.awards import AWARDS, feats
from engine.guildes.components import DEALINGS
from engine.guildes.film import scene
from engine.guildes.flow import apply, asked, begin, moves
from engine.guildes.options import GuildesOptions
from engine.guildes.policy import GuildesPolicy
from engine.guildes.prompts import decode, encode, prompts
from engine.guildes.rules import rules
from engine.guildes.sampling import sample
from engine.guildes.snapshot import SNAPSHOT
from engine.guildes.state import State
from engine.guildes.takeback import exposed, own_turn, revealed
from engine.guildes.telling import opening
from engine.guildes.topics import topics
from engine.guildes.view import GuildesView, outcome, view
from engine.posed import anew


class Guildes(Game[State, GuildesOptions, GuildesView]):
    """A draft and a vote, three times; see `GuildesOptions` for the variants."""

    name = "guildes"
    seats = tuple(DEALINGS)
    rules_version = 5
    rules_since = 3
    snapshots_since = 3
    Options = GuildesOptions
    snapshot = SNAPSHOT
    playing = Playing((30, 45), "light")
    policy = GuildesPolicy()
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
    own_turn = staticmethod(own_turn)
    opening = staticmethod(opening)
    scene = staticmethod(scene)
    sample = staticmethod(sample)

    def round_of(self, state: State) -> int:
        """The ballot under way."""
        return state.ballot

    def example(self) -> GuildesView:
        """The count of a second ballot: one first, two first, two second, all alike."""
        return self.view(self.moment(4, 6, 117), None)
