"""Liar's dice as a game of the house."""

from __future__ import annotations

from engine.game import Event, Game, Playing, Topic
from engine.parts.snapshots import Snapshot
from liars_dice import telling, topics
from liars_dice.components import FACES, SEATS
from liars_dice.flow import apply, asked, begin, moves
from liars_dice.options import LiarsDiceOptions
from liars_dice.prompts import decode, encode, prompts
from liars_dice.sampling import sample
from liars_dice.state import State
from liars_dice.view import LiarsDiceView, outcome, view


class LiarsDice(Game[State, LiarsDiceOptions, LiarsDiceView]):
    """Bids on what lies under all cups, until one player has dice left (RULES.md)."""

    name = "liars_dice"
    seats = SEATS
    rules_version = 1
    playing = Playing((10, 20), "light")
    Options = LiarsDiceOptions
    snapshot = Snapshot(State, cards=FACES + 1)
    awards = telling.AWARDS

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

    def round_of(self, state: State) -> int:
        """The round under way."""
        return state.round

    def opening(self, state: State) -> tuple[Event, ...]:
        """The first round and its starter."""
        return tuple(telling.round_begins(state))

    def revealed(self, before: State, after: State, seat: int) -> bool:
        """Whether cups were lifted and dice rolled: bids show nothing."""
        return before.round != after.round or not after.waiting

    def anew(self, state: State, step: int) -> State:
        """The same turn at a later step."""
        again = state.clone()
        again.step = step
        return again

    def topics(self, view: LiarsDiceView) -> tuple[Topic, ...]:
        """What the viewer may ask about."""
        return topics.topics(view.options)
