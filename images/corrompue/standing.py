"""What a view says of the standing: tokens that a count would give now, winners and losers."""

from __future__ import annotations

from collections.abc import Mapping

from engine.corrompue.count import award
from engine.corrompue.view import CorrompueView
from engine.game import Outcome


def due(view: CorrompueView) -> Mapping[str, tuple[int, ...]]:
    """Tokens per faction and seat, if the event were counted now."""
    given = award([player.won for player in view.players])
    milice = tuple(int(seat == given.milice) for seat in range(view.seats))
    return {"noblesse": tuple(given.noblesse), "paysan": tuple(given.paysan), "milice": milice}


def viewer(view: CorrompueView) -> int:
    """The seat whose view this is; raises ValueError for the public's."""
    if view.viewer is None:
        raise ValueError("a hand is drawn for a seat")
    return view.viewer


def outcome(view: CorrompueView) -> Outcome:
    """How the game ended; raises ValueError while it runs."""
    if view.outcome is None:
        raise ValueError("a result is drawn when the game is over")
    return view.outcome


def losers(view: CorrompueView) -> tuple[int, ...]:
    """Seats with enough Noblesse tokens to lose."""
    return tuple(
        seat for seat, player in enumerate(view.players) if player.noblesse >= view.tokens_to_end
    )
