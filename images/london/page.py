"""The page of every picture of Guilds of London: its head, its key of signs; and an open table."""

from __future__ import annotations

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images.furniture import heraldry, legend, sheets
from images.furniture.lobby import CARD, opened
from images.furniture.sheets import headed
from images.london import tile
from images.london.emblems import emblems, icon, sixteen, symbol
from images.london.pawns import beadle
from images.london.rewards import chip, coin, second
from images.london.signs import State, calendar, place, turn
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.indexed import Indexed
from images.paint.layout import Box
from images.pictures import OpenTable, Picture
from images.words import Words


def sheet(height: int, words: Words) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    title = words(text("london.picture.title"))
    return sheets.sheet(height, sixteen(), THEME, title)


_UPPER = 58
_PITCH = 62


def head(canvas: Canvas, box: Box, view: LondonView, said: str) -> None:
    """`said` above the rounds; `HEAD` px high."""
    room = headed(canvas, box, THEME)
    canvas.write(room.top(_UPPER), said, theme.HEADLINE, free=True)
    pitch = min(_PITCH, room.w // view.rounds)
    for number in range(1, view.rounds + 1):
        x = room.x + (number - 1) * pitch
        canvas.put(_leaf(view, number), x, room.y + _UPPER)


def _leaf(view: LondonView, number: int) -> Image.Image:
    over = view.phase == "over"
    state: State = "later" if number > view.round else "now"
    if number < view.round or over:
        state = "done"
    activates, grows = number in view.activation_rounds, number in view.grey_rounds
    return calendar(str(number), state, activates=activates, grows=grows)


def headline(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """Where the game stands above the rounds."""
    head(canvas, box, view, words(view.headline))


_SIGN = 32
_ICONS = (
    *("recruit", "move", "plantation", "draw", "draw_end", "neutral", "card"),
    *("mayor", "guildhall", "pawn", "master", "town"),
)


def legend_entries(view: LondonView, words: Words) -> tuple[legend.Entry, ...]:
    """All signs with a word each; then the trades, then rounds where some are without votes."""
    some = len(view.activation_rounds) < view.rounds
    signs = {
        "vp": coin("", _SIGN),
        "second": second("", _SIGN),
        "cell": tile.plate("B3"),
        "threshold": tile.gated(2, 4),
        "turn": turn(_SIGN + 2, "", now=False),
        **{name: icon(name, _SIGN) for name in _ICONS},
        **({} if some else {"growth": icon("growth", _SIGN)}),
        "beadle": beadle(_SIGN, 38),
    }
    trades = {name: chip(name, _SIGN) for name in emblems().colours}
    rounds = {"votes": _coming(grows=False), "votes_growth": _coming(grows=True)} if some else {}
    said = legend.entries(words, "london.picture.legend", signs)
    named = legend.entries(words, "london.colour", trades)
    return (*said, *named, *legend.entries(words, "london.picture.legend", rounds))


def _coming(*, grows: bool) -> Image.Image:
    """The leaf of a round that ends with votes, for the legend."""
    return calendar("", "later", activates=True, grows=grows, size=_SIGN + 6)


def closer_entries(words: Words) -> tuple[legend.Entry, ...]:
    """What the signs on a tile seen from near are."""
    signs = {
        "vp": coin("", _SIGN),
        "second": second("", _SIGN),
        "place.first": place(_SIGN, "1"),
        "place.second": place(_SIGN, "2"),
        "cell": tile.plate("B3"),
        "threshold": tile.gated(2, 4),
    }
    return legend.entries(words, "london.picture.legend", signs)


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [_tile(colour) for colour in emblems().colours]
    return opened(table, words, sheet, THEME, cards)


@cached
def _tile(colour: str) -> Image.Image:
    """A card of one colour with its symbol."""
    sprite = heraldry.blank(*CARD, emblems().colours[colour].colour).copy()
    sign = symbol(colour, round(CARD[0] * 0.74))
    at = ((CARD[0] - sign.width) // 2, (CARD[1] - sign.height) // 2)
    sprite.alpha_composite(sign, at)
    return sprite
