"""What the pictures of La Cité corrompue share: the head, tokens in a row."""

from __future__ import annotations

from engine.corrompue.view import CorrompueView, PlayerView
from engine.text import text
from images.corrompue.factions import arms, plain, ramps, tokens
from images.corrompue.theme import THEME
from images.furniture import sheets
from images.furniture.lobby import CARD, opened
from images.furniture.ornaments import medal
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.colour import Colour
from images.paint.indexed import Indexed
from images.paint.layout import Box
from images.paint.palette import Palette, palette
from images.paint.theme import Style
from images.pictures import OpenTable, Picture
from images.words import Words

TOKENS = ("noblesse", "paysan")
_EVENT = Style("text", (28, 27), theme.INK_SOFT)
_SIGN = 136


def colours() -> Palette:
    """Those of this game's pictures."""
    return palette(THEME, ramps())


def sheet(height: int, words: Words) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    title = words(text("corrompue.picture.title"))
    return sheets.sheet(height, colours(), THEME, title)


def head(canvas: Canvas, box: Box, view: CorrompueView, words: Words) -> Box:
    """The event's number; returns the room for words beside it."""
    room = sheets.headed(canvas, box, THEME, _SIGN)
    sign = box.past(box.w - _SIGN)
    canvas.put_middle(medal(66, str(view.event), "now"), sign.top(72))
    canvas.write(sign.below(72).top(36), words(text("corrompue.picture.event")), _EVENT, "center")
    return room


def held(player: PlayerView, faction: str) -> int:
    """A player's tokens of Noblesse or Paysan."""
    return player.noblesse if faction == "noblesse" else player.paysan


def pips(canvas: Canvas, box: Box, faction: str, held: tuple[int, int], ground: Colour) -> None:
    """A row of as many rings as end the game, those held filled; begins at the box's left."""
    count, most = held[0], max(held)
    size = min(44, box.h - 8, box.w // most - 6)
    sprite = tokens(faction, count, most, size, ground)
    canvas.put(sprite, box.x, box.y + (box.h - size) // 2)


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [plain(faction, *CARD) for faction in arms()]
    return opened(table, words, sheet, THEME, cards)
