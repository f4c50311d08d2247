"""Records: pictures of how people have played, made of plain values."""

from images.records.leaderboard import leaderboard
from images.records.statistics import statistics
from images.records.values import Leaderboard, OfGame, Ranked, Statistics

__all__ = ["Leaderboard", "OfGame", "Ranked", "Statistics", "leaderboard", "statistics"]
