"""La Cité corrompue in pictures: the board, a hand, the result, and the same in words."""

from images.corrompue.board import board, frame
from images.corrompue.example import EXAMPLE_PAGE, example, example_said
from images.corrompue.factions import button_signs
from images.corrompue.hand import hand
from images.corrompue.parts import lobby
from images.corrompue.result import result
from images.corrompue.spoken import describe, gist

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
