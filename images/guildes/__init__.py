"""Guildes in pictures: the board, a hand, the result, and the same in words."""

from images.guildes.board import board, frame
from images.guildes.example import EXAMPLE_PAGE, example, example_said
from images.guildes.hand import hand
from images.guildes.parts import button_signs, lobby
from images.guildes.result import result
from images.guildes.spoken import describe, gist

__all__ = [
    "EXAMPLE_PAGE",
    "board",
    "button_signs",
    "describe",
    "example",
    "example_said",
    "frame",
    "gist",
    "hand",
    "lobby",
    "result",
]
