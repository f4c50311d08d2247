"""What a view says of the standing: parties, what a debate held now would pay, who leads."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Outcome
from engine.majority.debate import pay
from engine.majority.view import MajorityView


def payable(view: MajorityView) -> Mapping[str, tuple[int, ...]]:
    """Gold per seat and colour, if the debate were held now."""
    return {
        colour: tuple(pay([player.totals[colour] for player in view.players]))
        for colour in view.colours
    }


def shared(view: MajorityView, seat: int, colour: str) -> bool:
    """Whether another seat has the same place in a colour."""
    place = view.players[seat].ranks[colour]
    return sum(player.ranks[colour] == place for player in view.players) > 1


def wealth(view: MajorityView, seat: int) -> int:
    """What counts in the end: a seat's gold, or its party's."""
    party = view.players[seat].party
    if party is None:
        return view.players[seat].gold
    return sum(view.players[one].gold for one in view.parties[party])


def richest(view: MajorityView) -> tuple[int, ...]:
    """Seats that are first now, ties unbroken; nobody while there is no gold."""
    each = [wealth(view, seat) for seat in range(view.seats)]
    return tuple(seat for seat, gold in enumerate(each) if gold == max(each) > 0)


def viewer(view: MajorityView) -> int:
    """The seat whose view this is; raises ValueError for the public's."""
    if view.viewer is None:
        raise ValueError("a hand is drawn for a seat")
    return view.viewer


def outcome(view: MajorityView) -> Outcome:
    """How the game ended; raises ValueError while it runs."""
    if view.outcome is None:
        raise ValueError("a result is drawn when the game is over")
    return view.outcome


def by_token(view: MajorityView) -> bool:
    """Whether the spy token broke a tie for the first place."""
    ended = outcome(view)
    return ended.scores[ended.places[0][0]] == ended.scores[ended.places[1][0]]
