"""Choices that are marked and not confirmed yet, of people who are asked before one counts."""

from __future__ import annotations

from bot.delivery.at_step import AtStep


class Marks(AtStep[tuple[str, ...]]):
    """Picks: what is marked counts for nothing, and its button still works without it."""
