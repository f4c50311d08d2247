"""Guilds of London as a game of the house."""

from __future__ import annotations

from engine.game import Game, Playing
from engine.london import sampling, view
from engine.london.awards import AWARDS
from engine.london.chapters import flow
from engine.london.chapters.flow import apply, asked, moves
from engine.london.components import Components
from engine.london.components.box import Box
from engine.london.options import LondonOptions
from engine.london.policy import LondonPolicy
from engine.london.prompts import decode, encode, prompts
from engine.london.rules import rules
from engine.london.snapshot import snapshot
from engine.london.table.rounds import ROUNDS
from engine.london.table.state import State
from engine.london.takeback import own_turn, revealed
from engine.london.telling import opening
from engine.london.telling.film import scene
from engine.london.topics import topics
from engine.london.view import LondonView, outcome, printed
from engine.parts.posed import anew


class London(Game[State, LondonOptions, LondonView]):
    """Guilds of London with the shipped components, or those of `components.load(directory)`."""

    name = "london"
    seats = tuple(ROUNDS)
    rules_version = 9
    rules_since = 5
    snapshots_since = 3
    Options = LondonOptions
    playing = Playing((60, 90), "heavy")
    policy = LondonPolicy()
    awards = AWARDS

    asked = staticmethod(asked)
    moves = staticmethod(moves)
    apply = staticmethod(apply)
    prompts = staticmethod(prompts)
    encode = staticmethod(encode)
    decode = staticmethod(decode)
    opening = staticmethod(opening)
    scene = staticmethod(scene)
    outcome = staticmethod(outcome)
    rules = staticmethod(rules)
    topics = staticmethod(topics)
    anew = staticmethod(anew)
    revealed = staticmethod(revealed)
    own_turn = staticmethod(own_turn)

    def __init__(self, components: Components | None = None) -> None:
        self.box = Box(components)
        self.printed = printed(self.box)
        self.snapshot = snapshot(self.box)

    @property
    def components(self) -> str:
        """Tells boxes apart: an owner's may stand in any folder."""
        return self.box.digest

    def begin(self, seats: int, options: LondonOptions, seed: int) -> State:
        """Everybody chooses a mayor's card."""
        return flow.begin(self.box, seats, options, seed)

    def round_of(self, state: State) -> int:
        """The round under way."""
        return state.round

    def view(self, state: State, viewer: int | None) -> LondonView:
        """All that this seat may know, or the public for None."""
        return view.view(state, self.printed, viewer)

    def sample(self, view: LondonView, seed: int) -> State:
        """A state that the viewer can't tell from the real one."""
        return sampling.sample(self.box, view, seed)

    def example(self) -> LondonView | None:
        """A vote that masters decide, and its second place; none where this box gives another."""
        shown = self.view(self.moment(4, 469, 54), None)
        return shown if shown.tallies else None
