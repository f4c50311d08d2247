"""The moments of a game of La Cité corrompue, as the core numbers them."""

from __future__ import annotations

from typing import Final

from engine.corrompue.view import Phase

DISCARD, TRICK, INTERRUPT, OVER = range(4)
PHASES: Final[tuple[Phase, ...]] = ("discard", "trick", "interrupt", "over")
NOBODY: Final = -1
NOTHING: Final = 0
"""No discard chosen yet: the empty set."""

KEEP, KEEP_EVENT, NAME = range(3)
"""Answers of the Milice token's holder; seat s is named by the move NAME + s."""
