"""The Majority in pictures: the board, a hand, the result, and the same in words."""

from images.majority.board import board
from images.majority.hand import hand
from images.majority.result import result
from images.majority.spoken import describe, gist

__all__ = ["board", "describe", "gist", "hand", "result"]
