"""Guilds of London in pictures: the board, a part of it from near, a hand, the result, words."""

from images.london.board import board
from images.london.closer import closer, places
from images.london.gist import gist, nearby
from images.london.hand import hand
from images.london.result import result
from images.london.spoken import describe

__all__ = ["board", "closer", "describe", "gist", "hand", "nearby", "places", "result"]
