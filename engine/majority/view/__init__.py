"""All that a viewer may know, and how it is made of a state."""

from engine.majority.view.making import effect_of, outcome, view
from engine.majority.view.models import PHASES, CardView, DebateView, MajorityView, PlayView

__all__ = [
    "PHASES",
    "CardView",
    "DebateView",
    "MajorityView",
    "PlayView",
    "effect_of",
    "outcome",
    "view",
]
