"""The Majority in pictures: the board, a hand, the result, and the same in words."""

from images.majority.board import board, frame
from images.majority.council import button_signs
from images.majority.example import EXAMPLE_PAGE, example, example_said
from images.majority.hand import hand
from images.majority.parts import lobby
from images.majority.result import result
from images.majority.spoken import describe, gist

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
