"""The board: the whole town, the plantation, the reserve and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from engine.london.view import LondonView
from images.furniture import legend
from images.furniture.sheets import CONTENT, HEAD
from images.london import count, facts, page, players, thames, town
from images.london.page import legend_entries, sheet
from images.london.spoken import board_alt, table_alt
from images.london.theme import THEME
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.pictures import Picture, Shot
from images.words import Words

Seen = Shot[LondonView]

_Part: TypeAlias = tuple[Callable[[Canvas, Box, LondonView, Words], None], int]
"""What draws it, and its height."""
_SPACE = 14
_MOST = 1800
"""Pixels that a phone shows of a picture; of a higher board town and table are two.

With a count one that fits without its key does without it.
"""


def board(view: LondonView, words: Words) -> Picture:
    """What lies open on the table."""
    return _table(view, words, None)


def frame(view: LondonView, shot: Seen, words: Words) -> Picture:
    """The same in a film, in a town of its final extent; who won a vote is said above."""
    return _table(view, words, shot)


def _table(view: LondonView, words: Words, shot: Seen | None) -> Picture:
    part = facts.whole(view) if shot is None else facts.filmed(view, shot.last)
    in_town: list[_Part] = [
        (page.headline, HEAD - _SPACE),
        (partial(town.draw, part=part, shot=shot), town.height(town.rows(view, part, shot))),
    ]
    on_table: list[_Part] = [
        (thames.draw, thames.HEIGHT),
        (partial(players.draw, shot=shot), players.height(view, words)),
    ]
    if shot is None and count.shown(view):
        on_table.append((count.draw, count.height(view)))
    if key := legend.height(legend_entries(words), CONTENT):
        on_table.append((_key, key - _SPACE))
    whole = [*in_town, *on_table]
    if shot is not None or _height(whole) <= _MOST:
        return _drawn(whole, view, words, board_alt(view, words))
    if key and count.shown(view) and _height(whole[:-1]) <= _MOST:
        return _drawn(whole[:-1], view, words, board_alt(view, words))
    below = _drawn(on_table, view, words, table_alt(view, words))
    return replace(_drawn(in_town, view, words, board_alt(view, words)), below=below)


def _height(parts: Sequence[_Part]) -> int:
    return sum(height + _SPACE for _, height in parts)


def _drawn(parts: Sequence[_Part], view: LondonView, words: Words, alt: Iterable[str]) -> Picture:
    """A page of these parts, from top to bottom."""
    canvas, box = sheet(_height(parts), words)
    for draw, height in parts:
        draw(canvas, box.top(height), view, words)
        box = box.below(height + _SPACE)
    return canvas.picture(alt)


def _key(canvas: Canvas, box: Box, _: LondonView, words: Words) -> None:
    """What the signs are, for who learns the game."""
    legend.draw(canvas, box, legend_entries(words), THEME)
