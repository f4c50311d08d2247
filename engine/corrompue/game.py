"""La Cité corrompue as a game of the house."""

from __future__ import annotations

from engine.corrompue.components import SEATS
from engine.corrompue.flow import apply, asked, begin, exposed, moves, own_turn, revealed
from engine.corrompue.options import CorrompueOptions, rules
from engine.corrompue.policy import CorrompuePolicy
from engine.corrompue.prompts import decode, encode, prompts
from engine.corrompue.sampling import sample
from engine.corrompue.state import State
from engine.corrompue.telling import AWARDS, feats, opening, scene
from engine.corrompue.topics import topics
from engine.corrompue.view import CorrompueView, outcome, view
from engine.game import Game, Playing
from engine.parts.posed import anew
from engine.parts.snapshots import Snapshot


class Corrompue(Game[State, CorrompueOptions, CorrompueView]):
    """Tricks for four factions, event after event, until somebody has four tokens of a kind."""

    name = "corrompue"
    seats = SEATS
    rules_version = 2
    Options = CorrompueOptions
    playing = Playing((20, 40), "light")
    policy = CorrompuePolicy()
    awards = AWARDS
    snapshot = Snapshot(State)

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
        """The event under way."""
        return state.event

    def applies(self, option: str, seats: int) -> bool:
        """Four players alone have a choice of deals."""
        return option != "four_player_deal" or seats == 4

    def example(self) -> CorrompueView:
        """The count of a first event: most cards, all cards, and a tie."""
        return self.view(self.moment(3, 359, 24), None)
