"""What the pictures of liar's dice share: the head, the bid, the cups, the last call."""

from __future__ import annotations

from engine.text import Seat, text
from images import viewed
from images.furniture import people, sheets
from images.furniture.ornaments import medal, plate
from images.furniture.sheets import TITLE, section
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.indexed import Indexed
from images.paint.layout import Box
from images.paint.palette import palette
from images.paint.theme import Style
from images.words import Words
from liars_dice.components import ONE
from liars_dice.pictures.dice import HIDDEN, die
from liars_dice.pictures.spoken import verdict
from liars_dice.pictures.theme import THEME
from liars_dice.view import CallView, LiarsDiceView

BID = TITLE + 128
"""Height of the bid."""

_SIGN = 110
_DIE = 88
_CUP = 62
_SMALL = 40
_ROW = 54
_GAP = 8
_NAMES = 520
_ROUND = Style("text", (28, 27), theme.INK_SOFT)
_NUMBER = Style("strong", (76,))
_BIDDER = Style("text", (32, 30, 28, 27), theme.INK_SOFT)
_NAME = Style("strong", (32, 30, 28, 27))
_OUT = Style("text", (30, 28, 27), theme.INK_SOFT)


def sheet(height: int, words: Words) -> tuple[Indexed, Box]:
    """A page with room for `height` px, and the box to write in."""
    return sheets.sheet(height, palette(THEME), THEME, words(text("liars_dice.picture.title")))


def head(canvas: Canvas, box: Box, view: LiarsDiceView, words: Words) -> Box:
    """The round's number; returns the room for words beside it."""
    room = sheets.headed(canvas, box, THEME, _SIGN)
    sign = box.past(box.w - _SIGN)
    canvas.put_middle(medal(66, str(view.round), "now"), sign.top(72))
    canvas.write(sign.below(72).top(36), words(text("liars_dice.picture.round")), _ROUND, "center")
    return room


def bid(canvas: Canvas, box: Box, view: LiarsDiceView, words: Words) -> None:
    """The bid that stands, large, and who made it."""
    section(canvas, box, THEME, words(text("liars_dice.picture.bid", n=sum(view.dice))))
    slip = box.below(TITLE).top(BID - TITLE - 16)
    canvas.put(plate(slip.w, slip.h, THEME.paper), slip.x, slip.y)
    inside = slip.inset(28, 12)
    if view.bid is None or view.bidder is None:
        said = words(text("liars_dice.picture.no_bid", starter=Seat(view.starter)))
        canvas.write(inside, said, _BIDDER, lines=2, free=True)
        return
    canvas.write(inside.left(110), str(view.bid.number), _NUMBER, "center")
    sprite = die(view.bid.face, _DIE, THEME.paper, "counts")
    canvas.put(sprite, inside.x + 130, inside.middle[1] - _DIE // 2)
    said = words(text("liars_dice.picture.bidder", bidder=Seat(view.bidder)))
    canvas.write(inside.past(250), said, _BIDDER, lines=2, free=True)


def cups_height(view: LiarsDiceView, words: Words) -> int:
    """Room that the players and their cups take."""
    rows = 1 if view.seats <= 3 else 2
    return people.banner_height(words, people.columns(0, view.seats)) + rows * _CUP + 12


def cups(canvas: Canvas, box: Box, view: LiarsDiceView, words: Words) -> None:
    """A banner each; below, the dice under the cup."""
    banners = people.banner_height(words, people.columns(0, view.seats))
    people.lanes(canvas, box.top(cups_height(view, words) - 12).below(20), THEME, view.seats)
    for seat, lane in enumerate(box.columns(view.seats, people.GAP)):
        status = viewed.status(view, words, seat)
        people.player(canvas, lane.top(banners - 10), THEME, words, seat, status)
        below = lane.below(banners).inset(8, 0)
        if not view.dice[seat]:
            canvas.write(below.top(_CUP - 8), words(text("liars_dice.picture.out")), _OUT, "center")
        _dice(canvas, below, (HIDDEN,) * view.dice[seat], THEME.lane)


def _dice(canvas: Canvas, box: Box, faces: tuple[int, ...], ground: tuple[int, int, int]) -> None:
    """Small dice in rows of as many as fit."""
    across = max(1, (box.w + _GAP) // (_SMALL + _GAP))
    for number, face in enumerate(faces):
        down, along = divmod(number, across)
        x, y = box.x + along * (_SMALL + _GAP), box.y + 6 + down * (_SMALL + _GAP)
        canvas.put(die(face, _SMALL, ground), x, y)


def call_height(view: LiarsDiceView) -> int:
    """Room that the last call takes; 0 before the first."""
    if view.last_call is None:
        return 0
    lifted = sum(1 for hand in view.last_call.hands if hand)
    return TITLE + 92 + lifted * _ROW


def call(canvas: Canvas, box: Box, view: LiarsDiceView, words: Words) -> None:
    """What lay under the cups at the last call; the dice that counted are framed in gold."""
    last = view.last_call
    if last is None:
        return
    section(canvas, box, THEME, words(text("liars_dice.picture.last_call")))
    box = box.below(TITLE)
    canvas.write(box.top(84), verdict(last, words), theme.BODY, lines=2, free=True)
    box = box.below(92)
    for seat, hand in enumerate(last.hands):
        if not hand:
            continue
        line = box.top(_ROW)
        canvas.write(line.left(_NAMES - 20), words.name(seat), _NAME, free=True)
        for number, face in enumerate(hand):
            state = "counts" if counts(face, last, view) else "pale"
            x = line.x + _NAMES + number * (_SMALL + _GAP)
            canvas.put(die(face, _SMALL, THEME.paper, state), x, line.y + 7)
        box = box.below(_ROW)


def counts(face: int, last: CallView, view: LiarsDiceView) -> bool:
    """Whether a die counted at the last call."""
    return face == last.bid.face or (view.options.wild_ones and face == ONE)
