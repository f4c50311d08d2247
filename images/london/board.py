"""The board: the whole town, the plantation, the reserve and the players."""

from __future__ import annotations

from engine.london.view import LondonView
from images import legend
from images.london import count, players, thames, town, track
from images.london.legend import entries
from images.london.page import sheet
from images.london.spoken import board_alt
from images.london.theme import THEME
from images.pictures import Picture
from images.sheets import CONTENT, HEAD
from images.words import Words

_SPACE = 14


def board(view: LondonView, words: Words) -> Picture:
    """What lies open on the table."""
    parts = [
        (town.draw, town.height(view)),
        (thames.draw, thames.HEIGHT),
        (players.draw, players.height(view, words)),
    ]
    if count.shown(view):
        parts.append((count.draw, count.height(view)))
    signs = entries(words)
    key = legend.height(signs, CONTENT)
    canvas, box = sheet(HEAD + sum(height + _SPACE for _, height in parts) + key, words)
    track.head(canvas, box, view, words(view.headline))
    box = box.below(HEAD)
    for draw, height in parts:
        draw(canvas, box.top(height), view, words)
        box = box.below(height + _SPACE)
    legend.draw(canvas, box, signs, THEME)
    return canvas.picture(board_alt(view, words))
