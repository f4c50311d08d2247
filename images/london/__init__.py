"""Guilds of London in pictures: the board, a part of it from near, a hand, the result, words."""

from images.london.board import board, frame
from images.london.closer import closer, places
from images.london.emblems import button_signs
from images.london.example import EXAMPLE_PAGE, example, example_said
from images.london.gist import gist, nearby
from images.london.hand import hand
from images.london.page import lobby
from images.london.result import result
from images.london.spoken import describe

__all__ = [
    "EXAMPLE_PAGE",
    "board",
    "button_signs",
    "closer",
    "describe",
    "example",
    "example_said",
    "frame",
    "gist",
    "hand",
    "lobby",
    "nearby",
    "places",
    "result",
]
