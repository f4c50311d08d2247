"""Guildes in pictures: the board, a hand, the result, and the same in words."""

from images.guildes.board import board
from images.guildes.example import EXAMPLE_PAGE, example, example_said
from images.guildes.hand import hand
from images.guildes.result import result
from images.guildes.spoken import describe, gist

__all__ = ["EXAMPLE_PAGE", "board", "describe", "example", "example_said", "gist", "hand", "result"]
