"""What is in the box, and how far a bid may go (rules: components, a round)."""

from __future__ import annotations

from typing import Final

SEATS: Final = (2, 3, 4, 5, 6)
FACES: Final = 6
DICE: Final = 5
"""Dice of a player at the start."""
LEAST_DICE: Final = 2
"""Of the option with fewer of them."""
OPENING: Final = 4
"""The most dice that the first bid of a round may name."""
LEAP: Final = 3
"""How many dice more than the bid before the next one may name."""
ONE: Final = 1
"""The face that is wild in the variant."""
