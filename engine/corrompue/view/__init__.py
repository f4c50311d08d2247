"""All that a viewer may know, and how it is made of a state."""

from engine.corrompue.view.making import outcome, view
from engine.corrompue.view.models import (
    PHASES,
    CorrompueView,
    CountView,
    HandCard,
    PlayerView,
    PlayView,
)

__all__ = [
    "PHASES",
    "CorrompueView",
    "CountView",
    "HandCard",
    "PlayView",
    "PlayerView",
    "outcome",
    "view",
]
