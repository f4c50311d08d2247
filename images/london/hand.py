"""The hand: action cards, mayor's cards apart, what was done this turn, own liverymen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images import legend, sheets, theme
from images.canvas import Canvas, Drawn
from images.indexed import LIGHT
from images.layout import Box
from images.london import players, slips, town_small
from images.london.emblems import icon
from images.london.legend import own_entries as entries
from images.london.page import sheet
from images.london.spoken import hand_alt
from images.london.theme import THEME
from images.ornaments import plate
from images.pictures import Picture
from images.sheets import CONTENT, HEAD, TITLE
from images.theme import Style
from images.viewed import viewer
from images.words import Words

_GAP = 10
_DEED = 50
_OWN = 76
_SPACE = 12
_ENDS = 460
_DEED_NAME = Style("text", (34, 32, 30, 28))
_DRAWS = Style("strong", (32, 30, 28, 26), theme.CREAM)

Section = tuple[str, tuple[slips.Slip, ...]]
"""A title and cards."""


def hand(view: LondonView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    seat = viewer(view)
    sections = _sections(view, words)
    deeds = _deeds(view, words) if view.on_turn == seat else ()
    draws = view.to_draw if view.on_turn == seat else 0
    heights = [_height(cards) for _, cards in sections]
    done = TITLE + _rows(len(deeds)) * _DEED + _SPACE if deeds else 0
    signs = entries(words)
    key = legend.height(signs, CONTENT)
    map_height = town_small.height(view) + _SPACE if town_small.shown(view) else 0
    canvas, box = sheet(HEAD + map_height + sum(heights) + done + TITLE + _OWN + key, words)
    _question(canvas, sheets.headed(canvas, box, THEME), view, words)
    box = box.below(HEAD)
    if map_height:
        town_small.draw(canvas, box.top(map_height - _SPACE), view)
        box = box.below(map_height)
    for (title, cards), height in zip(sections, heights, strict=True):
        sheets.section(canvas, box, THEME, title)
        _slips(canvas, box.below(TITLE), cards)
        box = box.below(height)
    if deeds:
        sheets.section(canvas, box, THEME, words(text("london.picture.section.turn")))
        _done(canvas, box.below(TITLE), deeds)
        box = box.below(done)
    sheets.section(canvas, box, THEME, words(text("london.picture.section.own")))
    if draws:
        said = words(text("london.picture.draws", n=draws))
        _draws(canvas, Box(box.right - _ENDS, box.y - 6, _ENDS, TITLE - 8), said)
    _own(canvas, box.below(TITLE).top(_OWN), view, words)
    legend.draw(canvas, box.below(TITLE + _OWN), signs, THEME)
    return canvas.picture(hand_alt(view, words), LIGHT)


def _question(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """What is asked, large; where the game stands, below."""
    if view.prompt is None:
        sheets.said(canvas, box, words(view.headline))
    else:
        question = words(view.prompt.ask).partition("\n")[0]
        sheets.said(canvas, box, question, words(view.headline))


def _sections(view: LondonView, words: Words) -> list[Section]:
    printed = view.printed
    found: list[Section] = []
    if view.looked:
        looked = tuple(slips.mayor(printed.mayors[card], words) for card in view.looked)
        found.append((words(text("london.picture.section.looked", n=len(looked))), looked))
    own = tuple(slips.mayor(printed.mayors[card], words) for card in view.mayors)
    cards = tuple(
        slips.action(printed.cards[code], number, words)
        for code, number in Counter(view.hand).items()
    )
    title = text("london.picture.section.hand", n=len(view.hand), limit=view.hand_limit)
    held: Section = (words(title), cards)
    if view.phase == "setup":
        return [(words(text("london.picture.section.keep")), own), held]
    found.append(held)
    if own:
        found.append((words(text("london.picture.section.mayors", n=len(own))), own))
    return found


def _rows(count: int) -> int:
    return (count + 1) // 2


def _height(cards: Sequence[slips.Slip]) -> int:
    return TITLE + sum(card.height + _GAP for card in cards) + _SPACE


def _slips(canvas: Canvas, box: Box, cards: Sequence[slips.Slip]) -> None:
    for card in cards:
        canvas.place(slips.slip(card, card.height), box.x, box.y)
        box = box.below(card.height + _GAP)


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


def _draws(canvas: Canvas, box: Box, said: str) -> None:
    """What ending the turn now would draw."""
    canvas.put(plate(box.w, box.h, THEME.cloth), box.x, box.y)
    canvas.write(box.inset(12, 2), said, _DRAWS, "center")


def _own(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    seat = viewer(view)
    player = view.players[seat]
    score = words(text("london.step.vp", n=player.score))
    drawn = _strip(box.w, seat, score, players.stats(player))
    canvas.place(drawn, box.x, box.y)


@lru_cache(maxsize=32)
def _strip(width: int, seat: int, score: str, numbers: tuple[int, ...]) -> Drawn:
    """Own liverymen, score and cards in one line."""
    canvas = Canvas(Image.new("RGB", (width, _OWN), THEME.paper))
    box = Box(0, 0, width, _OWN)
    players.summary(canvas, box, seat, score, numbers)
    return canvas.drawn()
