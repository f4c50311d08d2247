"""A state as JSON and back; it only fits the box that it was played with.

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

from engine.london.chapters import activation, flow
from engine.london.components.box import Box
from engine.london.numbers.asks import Ask, Phase
from engine.london.table.state import State, Tally
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
