"""What buttons and selects carry: each kind of press is declared once.

`play`: of those who play, and about who plays what. `looks`: of those who look at
something, or set something. `reading`: how a press is written as a custom_id, and read.
"""

from bot.screens.custom_ids import looks, play

__all__ = ["looks", "play"]
"""Loaded with the first of them, so that whoever reads knows every kind."""
