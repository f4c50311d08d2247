"""The board: the whole town, the plantation, the reserve and the players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TypeAlias, get_args

from engine.london.view import LondonView
from images.furniture import legend
from images.furniture.sheets import CONTENT, HEAD
from images.london import count, facts, page, players, thames, town
from images.london.page import legend_entries, sheet
from images.london.spoken import board_alt
from images.london.theme import THEME
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.pictures import Picture, Shot
from images.words import Words

Seen = Shot[LondonView]

_Part: TypeAlias = tuple[Callable[[Canvas, Box, LondonView, Words], None], int]
"""What draws it, and its height."""
_SPACE = 14
_MOST = 1600
"""Pixels that a phone shows of a picture, its message's words and buttons beside it.

A higher board shows less of its tiles; the smallest that still is does without its key.
"""


def board(view: LondonView, words: Words) -> Picture:
    """What lies open on the table."""
    return _table(view, words, None)


def frame(view: LondonView, shot: Seen, words: Words) -> Picture:
    """The same in a film, in a town of its final extent; who won a vote is said above."""
    return _table(view, words, shot)


def _table(view: LondonView, words: Words, shot: Seen | None) -> Picture:
    ways = product((True, False), get_args(town.Detail))
    boards = (_parts(view, words, shot, detail, keyed=keyed) for keyed, detail in ways)
    fitting = (parts for parts in boards if _height(parts) <= _MOST)
    smallest = _parts(view, words, shot, "small", keyed=False)
    return _drawn(next(fitting, smallest), view, words)


def _parts(
    view: LondonView, words: Words, shot: Seen | None, detail: town.Detail, *, keyed: bool
) -> list[_Part]:
    """From top to bottom; `keyed`: what the signs are, too, for who learns the game."""
    part = facts.whole(view) if shot is None else facts.filmed(view, shot.last)
    tall = [row.height for row in town.rows(view, words, part, shot, detail)]
    parts: list[_Part] = [
        (page.headline, HEAD - _SPACE),
        (partial(town.draw, part=part, detail=detail, shot=shot), town.height(tall)),
        (thames.draw, thames.HEIGHT),
        (partial(players.draw, shot=shot), players.height(view, words)),
    ]
    if shot is None and count.shown(view):
        parts.append((count.draw, count.height(view)))
    key = legend.height(legend_entries(view, words), CONTENT)
    return [*parts, (_key, key - _SPACE)] if key and keyed else parts


def _height(parts: Sequence[_Part]) -> int:
    return sum(height + _SPACE for _, height in parts)


def _drawn(parts: Sequence[_Part], view: LondonView, words: Words) -> Picture:
    """A page of these parts."""
    canvas, box = sheet(_height(parts), words)
    for draw, height in parts:
        draw(canvas, box.top(height), view, words)
        box = box.below(height + _SPACE)
    return canvas.picture(board_alt(view, words))


def _key(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """What the signs are, for who learns the game."""
    legend.draw(canvas, box, legend_entries(view, words), THEME)
