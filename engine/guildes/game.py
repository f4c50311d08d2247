"""Guildes as a game of the house, and its state as JSON and back."""

from __future__ import annotations

from typing import Any, Final

from engine.game import Game, Playing
from engine.guildes.ballot import find_kinds
from engine.guildes.components import DEALINGS
from engine.guildes.flow import apply, asked, begin, exposed, moves, own_turn, revealed
from engine.guildes.options import GuildesOptions, rules
from engine.guildes.policy import GuildesPolicy
from engine.guildes.prompts import decode, encode, prompts
from engine.guildes.sampling import sample
from engine.guildes.scoring import outcome
from engine.guildes.state import DRAFT, State
from engine.guildes.telling import AWARDS, feats, opening, scene
from engine.guildes.topics import topics
from engine.guildes.view import GuildesView, view
from engine.parts.posed import anew
from engine.parts.snapshots import Earlier, Snapshot


def _fields(found: dict[str, Any]) -> None:
    """A dump of rules 3, which kept the votes of a count and not the cards, or of rules 4.

    Both kept nothing of a draft that was over.
    """
    if "counted" not in found:
        found["counted"] = [()] * len(found["counts"])
    if "kept" not in found:
        found["kept"] = found["redistributed"] = []
        found["tableaux"] = [found["laid"]] if found["phase"] == DRAFT else []


def _go_on(_: State) -> None:
    """What was asked is asked still."""


SNAPSHOT: Final = Snapshot(State, derive=find_kinds, earlier=Earlier(_fields, _go_on))


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
