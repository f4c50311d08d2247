"""What the pictures of all games ask of a view."""

from __future__ import annotations

from engine.game import Outcome, View


def viewer(view: View) -> int:
    """The seat whose view this is; raises ValueError for the public's."""
    if view.viewer is None:
        raise ValueError("a hand is drawn for a seat")
    return view.viewer


def outcome(view: View) -> Outcome:
    """How the game ended; raises ValueError while it runs."""
    if view.outcome is None:
        raise ValueError("a result is drawn when the game is over")
    return view.outcome
