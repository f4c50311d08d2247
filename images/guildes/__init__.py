"""Guildes in pictures: the board, a hand, the result, and the same in words."""

from images.guildes.board import board
from images.guildes.hand import hand
from images.guildes.result import result
from images.guildes.spoken import describe, gist

__all__ = ["board", "describe", "gist", "hand", "result"]
