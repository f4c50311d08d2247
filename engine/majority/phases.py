"""The moments of a game of The Majority, as the core numbers them."""

from __future__ import annotations

from typing import Final

from engine.majority.view import Phase

DRAFT, EXCHANGE, PLAY, OPEN, OVER = range(5)
PHASES: Final[tuple[Phase, ...]] = ("draft", "exchange", "play", "open", "over")
NONE: Final = -1
"""No card chosen, none known."""
