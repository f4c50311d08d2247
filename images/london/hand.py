"""The hand: the town small, own liverymen and mayor's cards, the turn so far, then action cards.

These stand last, next to the buttons below the picture: on a phone both are on one screen.

What is asked and where the game stands is said by the message around it, and not here again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images import sheets, theme
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.indexed import LIGHT, flat
from images.layout import Box
from images.london import players, slips, town_small
from images.london.emblems import icon, sixteen
from images.london.page import sheet
from images.london.pawns import liveryman
from images.london.spoken import hand_alt
from images.london.theme import THEME
from images.pictures import Picture
from images.sheets import TITLE
from images.theme import WIDTH, Style
from images.viewed import viewer
from images.words import Words

_GAP = 4
_DEED = 50
_COUNT = 50
_CAPTIONED = 92
_SPACE = 12
_TALLEST = 2 * WIDTH
"""Of a hand: more of it would stand between its cards and what plays them, on a phone."""
_ICONIC = 3
"""Cards that are shown with icons below a town: a hand of more doesn't say anything twice."""

_DEED_NAME = Style("text", (34, 32, 30, 28))
_SCORE = Style("heading", (48, 44, 40), THEME.rubric)
_STAT = Style("strong", (34,))
_CAPTION = theme.NOTE.at(27)

_STATS = ("guildhall", "pawn", "plantation", "master", "neutral", "second")
"""Of players.STATS; one's cards are drawn."""

Owned = tuple[str, int, str]
"""A sign, how many, and what that is."""

Section = tuple[str, tuple[slips.Slip, ...]]
"""A title, if one is needed, and cards."""


def hand(view: LondonView, words: Words) -> Picture:
    """What one seat holds and may choose from; the tiles in full, unless that were too heavy, or
    too tall for the cards."""
    drawn = _hand(view, words, full=True)
    tall = drawn.height > _TALLEST and not _of_tiles(view)
    return _hand(view, words, full=False) if tall or len(drawn.png) > LIGHT else drawn


def _hand(view: LondonView, words: Words, *, full: bool) -> Picture:
    seat = viewer(view)
    parts = sections(view, words)
    deeds = _deeds(view, words) if view.on_turn == seat else ()
    draws = view.to_draw if view.on_turn == seat else 0
    brief = _of_tiles(view)
    tall = _names_height if brief else _height
    heights = [TITLE * bool(title) + tall(cards) for title, cards in parts]
    done = TITLE + _rows(len(deeds)) * _DEED + _SPACE if deeds else 0
    map_height = town_small.height(view, full=full) + _SPACE if town_small.shown(view) else 0
    own = _CAPTIONED if words.learning else _COUNT + _SPACE
    canvas, box = sheet(map_height + sum(heights) + done + own, words)
    if map_height:
        town_small.draw(canvas, box.top(map_height - _SPACE), view, words, full=full)
        box = box.below(map_height)
    _own(canvas, box.top(own), view, words)
    box = box.below(own)
    if deeds:
        sheets.section(canvas, box, THEME, words(text("london.picture.section.turn")))
        _done(canvas, box.below(TITLE), deeds)
        box = box.below(done)
    ending = words(text("london.picture.draws", n=draws)) if draws else ""
    for at, ((title, cards), height) in enumerate(zip(parts, heights, strict=True), 1):
        below = box
        if title:
            sheets.section(canvas, box, THEME, title, aside=ending if at == len(parts) else "")
            below = box.below(TITLE)
        (_names if brief else _slips)(canvas, below, cards)
        box = box.below(height)
    return canvas.picture(hand_alt(view, words), LIGHT)


def sections(view: LondonView, words: Words) -> list[Section]:
    """The cards under their titles; a mayor's card that can be chosen stands beside its button."""
    printed = view.printed
    found: list[Section] = []
    asked = () if view.prompt is None else [o.card for o in view.prompt.options if o.detail]
    looked, own = (
        tuple(
            slips.mayor(printed.mayors[one], words) for one in cards if f"mayor:{one}" not in asked
        )
        for cards in (view.looked, view.mayors)
    )
    if looked:
        found.append((words(text("london.picture.section.looked", n=len(looked))), looked))
    kinds = Counter(view.hand)
    drawn = len(kinds) + len(own) + len(looked)
    iconic = drawn <= _ICONIC or not town_small.shown(view)
    cards = tuple(
        slips.action(printed.cards[code], number, words, iconic=iconic)
        for code, number in kinds.items()
    )
    if own:
        found.append(("", own))
    title = text("london.picture.section.hand", n=len(view.hand), limit=view.hand_limit)
    found.append((words(title), cards))
    return found


def _of_tiles(view: LondonView) -> bool:
    """Whether tiles are chosen and no cards, whose names suffice then."""
    asked = () if view.prompt is None else view.prompt.options
    cards = any((option.card or "").startswith("card:") for option in asked)
    return bool(view.choosable) and not cards


def _rows(count: int) -> int:
    return (count + 1) // 2


def _height(cards: Sequence[slips.Slip]) -> int:
    return sum(card.height + _GAP for card in cards) + _SPACE


def _slips(canvas: Canvas, box: Box, cards: Sequence[slips.Slip]) -> None:
    for card in cards:
        canvas.place(slips.slip(card, card.height), box.x, box.y)
        box = box.below(card.height + _GAP)


def _names_height(cards: Sequence[slips.Slip]) -> int:
    return _rows(len(cards)) * _DEED + _SPACE


def _names(canvas: Canvas, box: Box, cards: Sequence[slips.Slip]) -> None:
    """Names in two columns, each after the card's colours."""
    for at, card in enumerate(cards):
        cell = box.below(at // 2 * _DEED).top(_DEED).columns(2, 16)[at % 2]
        canvas.place(slips.sign(card.colours), cell.x, cell.y + 4)
        name = card.name if card.copies == 1 else f"{card.name} ×{card.copies}"
        canvas.write(cell.past(56), name, _DEED_NAME, free=True)


def _deeds(view: LondonView, words: Words) -> tuple[tuple[str, str], ...]:
    """Cards played (way and name), then those paid."""
    cards = view.printed.cards
    played = [(one.way, words(cards[one.code].name)) for one in view.played]
    spent = [("pay_card", words(cards[code].name)) for code in view.spent]
    return (*played, *spent)


def _done(canvas: Canvas, box: Box, deeds: Sequence[tuple[str, str]]) -> None:
    lines = box.top(_rows(len(deeds)) * _DEED).rows(_rows(len(deeds)))
    cells = [cell for line in lines for cell in line.columns(2, 16)]
    for (sign, name), cell in zip(deeds, cells, strict=False):
        canvas.put_middle(icon(sign, 40), cell.left(46))
        canvas.write(cell.past(56), name, _DEED_NAME, free=True)


def _own(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    seat = viewer(view)
    player = view.players[seat]
    score = words(text("london.step.vp", n=player.score))
    numbers = dict(zip(players.STATS, players.stats(player), strict=True))
    own = tuple(
        (key, numbers[key], words(text(f"london.picture.legend.{key}")) if words.learning else "")
        for key in _STATS
        if numbers[key]
    )
    canvas.place(_strip((box.w, box.h), seat, score, own), box.x, box.y)


@cached
def _strip(size: tuple[int, int], seat: int, score: str, own: tuple[Owned, ...]) -> Drawn:
    """Own liveryman and score, then what one has, with a word below for who learns the game."""
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    box = Box(0, 0, *size)
    canvas.put_middle(liveryman(seat, 45, 60), box.left(60))
    canvas.write(box.past(66).left(164), score, _SCORE)
    cells = box.past(236).columns(len(_STATS), 2)
    for (sign, number, caption), cell in zip(own, cells, strict=False):
        upper = cell.top(_COUNT)
        canvas.put_middle(players.sign(sign), upper.left(upper.w // 2 + 4))
        canvas.write(upper.past(upper.w // 2 + 12), str(number), _STAT)
        if caption:
            canvas.write(cell.below(_COUNT), caption, _CAPTION, "center")
    return flat(canvas.drawn(), sixteen())
