"""The result: who has won, the others by how long they lasted, and the call that ended it."""

from __future__ import annotations

from engine.text import text
from images.furniture.ornaments import medal
from images.furniture.sheets import CROWNED, crowned
from images.paint import theme
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import outcome
from images.words import Words
from liars_dice.pictures import parts
from liars_dice.pictures.spoken import result_alt, won
from liars_dice.pictures.theme import THEME
from liars_dice.view import LiarsDiceView

_ROW = 66
_NAME = Style("strong", (34, 32, 30, 28, 27))
_ROLE = Style("text", (28, 27), theme.INK_SOFT)


def result(view: LiarsDiceView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = outcome(view).places
    canvas, box = parts.sheet(CROWNED + len(places) * _ROW + 20 + parts.call_height(view), words)
    crowned(canvas, box, THEME, words(won(view)))
    box = box.below(CROWNED)
    for place, (seat,) in enumerate(places, 1):
        line = box.top(_ROW)
        canvas.put_middle(medal(52, str(place), "now" if place == 1 else "later"), line.left(80))
        canvas.write(line.past(100).left(470), words.name(seat), _NAME, free=True)
        canvas.write(line.past(580).left(220), words.role(seat) or "", _ROLE)
        score = words(text("game.liars_dice.score", n=view.dice[seat]))
        canvas.write(line.past(810), score, theme.HEADING, "right")
        box = box.below(_ROW)
    parts.call(canvas, box.below(20), view, words)
    return canvas.picture(result_alt(view, words))
