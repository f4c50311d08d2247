"""What the pictures of La Cité corrompue share: the head, tokens in a row."""

from __future__ import annotations

from engine.corrompue.view import CorrompueView, PlayerView
from engine.text import text
from images import sheets, theme
from images.canvas import Canvas
from images.colour import Colour
from images.corrompue.factions import ramps, tokens
from images.indexed import Indexed
from images.layout import Box
from images.ornaments import medal
from images.palette import palette
from images.theme import Style
from images.words import Words

TOKENS = ("noblesse", "paysan")
_EVENT = Style("text", (22,), theme.INK_SOFT)


def sheet(height: int) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    return sheets.sheet(height, palette(ramps()))


def head(canvas: Canvas, box: Box, view: CorrompueView, words: Words) -> Box:
    """The game's name and the event's number; returns the room for two lines between them."""
    title = words(text("corrompue.picture.title"))
    room = sheets.titled(canvas, box, title, 110)
    sign = box.past(box.w - 110)
    canvas.put_middle(medal(66, str(view.event), "now"), sign.top(78))
    canvas.write(sign.below(78).top(26), words(text("corrompue.picture.event")), _EVENT, "center")
    return room


def held(player: PlayerView, faction: str) -> int:
    """A player's tokens of Noblesse or Paysan."""
    return player.noblesse if faction == "noblesse" else player.paysan


def pips(canvas: Canvas, box: Box, faction: str, held: tuple[int, int], ground: Colour) -> None:
    """A row of as many rings as end the game, those held filled; begins at the box's left."""
    count, most = held[0], max(held)
    size = min(42, box.h - 8, box.w // most - 6)
    sprite = tokens(faction, count, most, size, ground)
    canvas.put(sprite, box.x, box.y + (box.h - size) // 2)
