"""Advice that was asked for, shown in the hand of who asked as long as the choice is owed."""

from __future__ import annotations

from bot.delivery.at_step import AtStep
from engine.bots import Advice


class Advices(AtStep[Advice]):
    """Who misses it asks again, and gets the same."""
