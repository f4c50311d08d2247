"""The board: the whole town, the plantation, the reserve and the players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.london.view import LondonView
from images import legend
from images.canvas import Canvas
from images.layout import Box
from images.london import count, facts, page, players, thames, town
from images.london.page import legend_entries, sheet
from images.london.spoken import board_alt
from images.london.theme import THEME
from images.pictures import Picture, Shot
from images.sheets import CONTENT, HEAD
from images.words import Words

Seen = Shot[LondonView]

_Draw = Callable[[Canvas, Box, LondonView, Words], None]
_SPACE = 14
_MOST = 1800
"""Pixels that a phone shows of a board; with a count, a higher one does without its key."""


def board(view: LondonView, words: Words) -> Picture:
    """What lies open on the table."""
    return _table(view, words, None)


def frame(view: LondonView, shot: Seen, words: Words) -> Picture:
    """The same in a film, in a town of its final extent; who won a vote is said above."""
    return _table(view, words, shot)


def _table(view: LondonView, words: Words, shot: Seen | None) -> Picture:
    part = facts.whole(view) if shot is None else facts.filmed(view, shot.last)
    parts: list[tuple[_Draw, int]] = [
        (partial(town.draw, part=part, shot=shot), town.height(town.rows(view, part, shot))),
        (thames.draw, thames.HEIGHT),
        (partial(players.draw, shot=shot), players.height(view, words)),
    ]
    if shot is None and count.shown(view):
        parts.append((count.draw, count.height(view)))
    signs = legend_entries(words)
    key = legend.height(signs, CONTENT)
    height = HEAD + sum(height + _SPACE for _, height in parts)
    if count.draw in dict(parts) and height + key > _MOST:
        signs, key = (), 0
    canvas, box = sheet(height + key, words)
    page.head(canvas, box, view, words(view.headline))
    box = box.below(HEAD)
    for draw, height in parts:
        draw(canvas, box.top(height), view, words)
        box = box.below(height + _SPACE)
    legend.draw(canvas, box, signs, THEME)
    return canvas.picture(board_alt(view, words))
