"""Records: pictures of how people have played, made of plain values.

Who draws them imports `leaderboard` or `statistics`; the values alone need no Pillow.
"""

from images.records.values import Leaderboard, OfGame, Ranked, Statistics

__all__ = ["Leaderboard", "OfGame", "Ranked", "Statistics"]
