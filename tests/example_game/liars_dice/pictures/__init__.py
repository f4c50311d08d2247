"""Liar's dice in pictures: the board, a hand, the result, and the same in words."""

from liars_dice.pictures.board import board
from liars_dice.pictures.hand import hand
from liars_dice.pictures.lobby import lobby
from liars_dice.pictures.result import result
from liars_dice.pictures.spoken import describe

__all__ = ["board", "describe", "hand", "lobby", "result"]
