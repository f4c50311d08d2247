"""The board: the whole town, the plantation, the reserve and the players."""

from __future__ import annotations

from engine.london.view import LondonView
from images.london import legend, players, thames, town, track
from images.london.page import finished, sheet
from images.london.spoken import board_alt
from images.pictures import Picture
from images.sheets import HEAD
from images.words import Words

_SPACE = 14


def board(view: LondonView, words: Words) -> Picture:
    """What lies open on the table."""
    parts = (
        (town.draw, town.height(view)),
        (thames.draw, thames.HEIGHT),
        (players.draw, players.HEIGHT),
    )
    key = legend.height(words)
    canvas, box = sheet(HEAD + sum(height + _SPACE for _, height in parts) + key)
    track.head(canvas, box, view, words, words(view.headline))
    box = box.below(HEAD)
    for draw, height in parts:
        draw(canvas, box.top(height), view, words)
        box = box.below(height + _SPACE)
    legend.draw(canvas, box.top(key), words)
    return finished(canvas, board_alt(view, words))
