"""The board: the whole town, the plantation, the reserve and the players."""

from __future__ import annotations

from engine.london.view import LondonView
from images.encoding import palette
from images.london import legend, players, thames, town, track
from images.london.emblems import LEVEL, ramps
from images.london.spoken import board_alt
from images.pictures import Picture
from images.sheets import HEAD, sheet
from images.words import Words

_SPACE = 14


def board(view: LondonView, words: Words) -> Picture:
    """What lies open on the table."""
    map_height = town.height(view)
    heights = (map_height, thames.HEIGHT, players.HEIGHT, legend.height(words))
    canvas, box = sheet(HEAD + sum(heights) + _SPACE * (len(heights) - 1))
    track.head(canvas, box, view, words, words(view.headline))
    box = box.below(HEAD)
    parts = (town.draw, thames.draw, players.draw, legend.draw)
    for draw, height in zip(parts, heights, strict=True):
        draw(canvas, box.top(height), view, words)
        box = box.below(height + _SPACE)
    return canvas.picture(board_alt(view, words), palette(ramps()), LEVEL)
