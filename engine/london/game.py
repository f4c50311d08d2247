"""Guilds of London as a game of the house, and its state as JSON and back.

A dump only fits the box that it was played with.

Rules before 9 knew fewer standing answers; those before 8 didn't keep which parts of a reward are
declined; those before 7 always asked whether a turn ends; those before 6 didn't keep how points
and votes had come about.

Of rules 3 and 4 the moment is loaded, not the question: both asked for a play, a pawn's way or a
payment in other steps, and nothing of a choice is carried out before it is complete. So what had
been chosen of one is dropped, and the question is posed by the rules that hold now.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, get_args

from engine.game import Game, Playing
from engine.london import sampling, view
from engine.london.chapters import activation, flow
from engine.london.chapters.flow import apply, asked, moves, own_turn, revealed
from engine.london.components import Components
from engine.london.components.box import Box
from engine.london.numbers.asks import Ask, Phase
from engine.london.options import LondonOptions, rules
from engine.london.policy import LondonPolicy
from engine.london.prompts import decode, encode, prompts
from engine.london.table.rounds import ROUNDS
from engine.london.table.state import State, Tally
from engine.london.telling import opening
from engine.london.telling.film import AWARDS, scene
from engine.london.telling.news import in_brief
from engine.london.topics import topics
from engine.london.view import LondonView, outcome, printed
from engine.parts.posed import anew
from engine.parts.snapshots import Earlier, Snapshot
from engine.parts.values import IncompatibleState

_TALLY: Final = len(get_args(Tally))
"""Parts of a vote since rules 8."""


def snapshot(box: Box) -> Snapshot[State]:
    """Snapshots of games with this box."""
    return Snapshot(State, box=box, earlier=Earlier(partial(_fields, box), _go_on))


def _fields(box: Box, found: dict[str, Any]) -> None:
    """A dump of earlier rules as one of now; at one of rules 3 or 4 nobody is asked yet."""
    found["only"] = found["home"] = found["spare"] = 0
    if any(len(tally) == _TALLY for tally in found.get("tallies", ())):
        return
    found.setdefault("ends", 0)
    found["deeds"] = [deed for deed in found["deeds"] if deed[0] != "declines"]
    if "points" in found:
        found["tallies"] = [[*tally, [0, 0]] for tally in found["tallies"]]
        return
    found["points"] = found["tallies"] = ()
    if "always" in found:
        return
    if "components" in found:
        found["box"] = found.pop("components")
        found["rng"] = [found.pop("seed"), found.pop("position")]
    if found["box"] == box.digest_with_sources:
        found["box"] = box.digest
    found["always"] = found["never"] = 0
    if found["ask"] not in (Ask.NOTHING, Ask.KEEP):
        _unask(found)


def _unask(found: dict[str, Any]) -> None:
    if found["ask"] == Ask.TAKE and found["stage"] == activation.SECOND:
        found["deeds"].pop()  # that the second is rewarded is told together with the question
    found["step"] += found["substep"] + 1
    found["substep"] = 0
    found |= {"ask": Ask.NOTHING, "options": [], "picks": [], "depths": []}


def _go_on(state: State) -> None:
    if state.phase == Phase.OVER:
        return
    if state.ask == Ask.NOTHING:
        flow.run(state)
    if not flow.asked(state):
        raise IncompatibleState("nothing is left to be asked")


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
    in_brief = staticmethod(in_brief)
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
