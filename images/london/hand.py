"""The hand: the town small, own liverymen and mayor's cards, the turn so far, then action cards.

These stand last, next to the buttons below the picture: on a phone both are on one screen.

What is asked and where the game stands is said by the message around it, and not here again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Literal, NamedTuple

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images.furniture import sheets
from images.furniture.sheets import TITLE
from images.london import players, slips, town_small
from images.london.emblems import icon, sixteen
from images.london.page import sheet
from images.london.pawns import liveryman
from images.london.spoken import hand_alt
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import LIGHT, flat
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import viewer
from images.words import Words

_GAP = 4
_DEED = 50
_ABREAST, _DONE = 3, 42
_COUNT = 50
_CAPTIONED = 92
_SPACE = 12
_TALLEST, _LOWEST = 1100, 940
"""Of a hand that is asked, so that its buttons are on a phone's screen too; lower for who learns,
as a line of help stands between them."""
_ROOMY = 2 * 1080
"""Of a hand that waits."""
_ICONIC = 3
"""Cards that are shown with icons below a town: a hand of more doesn't say anything twice."""

_DEED_NAME = Style("text", (34, 32, 30, 28))
_DONE_NAME = Style("text", (30, 28, 27))
_SCORE = Style("heading", (48, 44, 40), THEME.rubric)
_STAT = Style("strong", (34,))
_CAPTION = theme.NOTE.at(27)

_STATS = ("guildhall", "pawn", "plantation", "master", "neutral", "second")
"""Of players.STATS; one's cards are drawn."""

Owned = tuple[str, int, str]
"""A sign, how many, and what that is."""


class Section(NamedTuple):
    """A title, if one is needed, cards, and how they are drawn."""

    title: str
    cards: tuple[slips.Slip, ...]
    style: Literal["slips", "icons", "low", "names"]


class _Plan(NamedTuple):
    """What a hand shows of the town and of the cards."""

    full: bool
    """The tiles that can be chosen with all that they give."""
    worded: bool
    """The cards in words; else by name and icons, two beside each other."""
    held: bool = True
    """The cards also where none of them is chosen."""
    low: bool = False
    """Cards as low as they may be."""
    captioned: bool = True
    """For who learns the game, with words below the signs of what is one's own."""


_PLANS = (
    *(_Plan(True, True), _Plan(True, False), _Plan(True, False, held=False)),
    *(_Plan(False, True), _Plan(False, False), _Plan(False, False, held=False)),
    *(_Plan(False, False, held=False, low=True, captioned=each) for each in (True, False)),
)
"""The fullest first."""


Told = Callable[[bool], Sequence[Section]]
"""A hand's sections, with the cards in words or by name and icons."""


def hand(view: LondonView, words: Words) -> Picture:
    """What one seat holds and may choose from, as fully as there is room and it isn't too heavy."""
    told = cache(lambda worded: sections(view, words, worded=worded))
    room = _ROOMY if view.prompt is None else _LOWEST if words.learning else _TALLEST
    fitting = (plan for plan in _PLANS if sum(_heights(view, words, plan, told)) <= room)
    plan = next(fitting, _PLANS[-1])
    drawn = _hand(view, words, plan, told)
    if not plan.full or len(drawn.png) <= LIGHT:
        return drawn
    lighter = next((plan for plan in fitting if not plan.full), _PLANS[-1])
    return _hand(view, words, lighter, told)


def _heights(view: LondonView, words: Words, plan: _Plan, told: Told) -> tuple[int, ...]:
    """Of the map, the line of what is one's own, what is named, and each section."""
    shown = town_small.shown(view)
    named = _named(view, words, plan)
    return (
        town_small.height(view, full=plan.full) + _SPACE if shown else 0,
        _CAPTIONED if words.learning and plan.captioned else _COUNT + _SPACE,
        _lines(len(named)) * _DONE + _SPACE if named else 0,
        *(
            TITLE * bool(section.title) + _SECTIONS[section.style].height(section.cards)
            for section in _planned(plan, told)
        ),
    )


def _planned(plan: _Plan, told: Told) -> Sequence[Section]:
    found = told(plan.worded)
    if plan.low:
        found = [each._replace(style="low") if each.style == "icons" else each for each in found]
    return found if plan.held else [each for each in found if each.style != "names"]


def _hand(view: LondonView, words: Words, plan: _Plan, told: Told) -> Picture:
    heights = _heights(view, words, plan, told)
    map_height, own, done, *tall = heights
    parts = _planned(plan, told)
    canvas, box = sheet(sum(heights), words)
    if map_height:
        town_small.draw(canvas, box.top(map_height - _SPACE), view, words, full=plan.full)
        box = box.below(map_height)
    _own(canvas, box.top(own), view, words, captioned=own == _CAPTIONED)
    box = box.below(own)
    if done:
        _done(canvas, box, _named(view, words, plan))
        box = box.below(done)
    ending = _ending(view, words)
    for at, (section, height) in enumerate(zip(parts, tall, strict=True), 1):
        below = box
        if section.title:
            aside = ending if at == len(parts) else ""
            sheets.section(canvas, box, THEME, section.title, aside=aside)
            below = box.below(TITLE)
        _SECTIONS[section.style].draw(canvas, below, section.cards)
        box = box.below(height)
    return canvas.picture(hand_alt(view, words), LIGHT)


def _ending(view: LondonView, words: Words) -> str:
    """What the end of one's own turn draws, and what it draws once a card is played."""
    if view.on_turn != viewer(view) or not view.to_draw:
        return ""
    played = view.to_draw_played()
    if played == view.to_draw:
        return words(text("london.picture.draws", n=played))
    return words(text("london.picture.draws_less", n=view.to_draw, played=played))


def sections(view: LondonView, words: Words, *, worded: bool = True) -> list[Section]:
    """The cards under their titles; a mayor's card that can be chosen stands beside its button,
    the others with what they are worth where there is room for words, else by name above.

    Cards that can be chosen have the numbers by which their buttons call them; so have mayor's
    cards that are put in order.
    """
    printed = view.printed
    found: list[Section] = []
    options = () if view.prompt is None else view.prompt.options
    looked, own = (
        tuple(
            slips.mayor(printed.mayors[one], words, at * ordered)
            for at, one in _unasked(view, cards)
        )
        for cards, ordered in ((view.looked, True), (view.mayors if worded else (), False))
    )
    chosen = any((option.card or "").startswith("card:") for option in options)
    numbers = view.numbered() if chosen else {}
    if looked:
        title = words(text("london.picture.section.looked", n=len(looked)))
        found.append(Section(title, looked, "slips"))
    kinds = Counter(view.hand)
    drawn = len(kinds) + len(own) + len(looked)
    # A lesson's words stand with three mayor's cards below; there words alone are enough.
    roomy = not town_small.shown(view) and not (words.learning and view.prompt is not None)
    iconic = not worded or drawn <= _ICONIC or roomy
    cards = tuple(
        slips.action(printed.cards[code], number, words, iconic, numbers.get(code, 0))
        for code, number in kinds.items()
    )
    if own:
        found.append(Section("", own, "slips"))
    title = words(text("london.picture.section.hand", n=len(view.hand), limit=view.hand_limit))
    style: Literal["slips", "icons", "names"] = "slips" if worded else "icons"
    if options and not chosen and town_small.shown(view):
        style = "names"
    found.append(Section(title, cards, style))
    return found


def _unasked(view: LondonView, cards: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Mayor's cards that stand beside no button, each with its place among these."""
    options = () if view.prompt is None else view.prompt.options
    asked = [option.card for option in options if option.detail]
    return ((at, one) for at, one in enumerate(cards, 1) if f"mayor:{one}" not in asked)


def _rows(count: int) -> int:
    return (count + 1) // 2


def _lines(count: int) -> int:
    return -(-count // _ABREAST)


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


class _Drawn(NamedTuple):
    """A way to draw the cards of a section."""

    height: Callable[[Sequence[slips.Slip]], int]
    draw: Callable[[Canvas, Box, Sequence[slips.Slip]], None]


def _icons_height(cards: Sequence[slips.Slip], tall: int = slips.CELL) -> int:
    return _rows(len(cards)) * (tall + _GAP) + _SPACE


def _icons(canvas: Canvas, box: Box, cards: Sequence[slips.Slip], tall: int = slips.CELL) -> None:
    """Cards with their names and icons, two beside each other."""
    for at, card in enumerate(cards):
        cell = box.below(at // 2 * (tall + _GAP)).top(tall).columns(2, _GAP)[at % 2]
        canvas.place(slips.cell(card, cell.w, tall), cell.x, cell.y)


_SECTIONS: Mapping[str, _Drawn] = {
    "slips": _Drawn(_height, _slips),
    "icons": _Drawn(_icons_height, _icons),
    "low": _Drawn(
        partial(_icons_height, tall=slips.LOW_CELL), partial(_icons, tall=slips.LOW_CELL)
    ),
    "names": _Drawn(_names_height, _names),
}


def _named(view: LondonView, words: Words, plan: _Plan) -> tuple[tuple[str, str], ...]:
    """What stands by its sign and name alone: own mayor's cards, if they aren't told in words;
    cards played in one's own turn (way and name), then those paid."""
    cards, mayors = view.printed.cards, view.printed.mayors
    own = [("mayor", words(mayors[one].name)) for _, one in _unasked(view, view.mayors)]
    shown = own if not plan.worded else []
    if view.on_turn == view.viewer:
        shown += [(one.way, words(cards[one.code].name)) for one in view.played]
        shown += [("pay_card", words(cards[code].name)) for code in view.spent]
    return tuple(shown)


def _done(canvas: Canvas, box: Box, named: Sequence[tuple[str, str]]) -> None:
    """Cards by name, each with the sign of what it is or how it was used."""
    lines = box.top(_lines(len(named)) * _DONE).rows(_lines(len(named)))
    cells = [cell for line in lines for cell in line.columns(_ABREAST, 8)]
    for (sign, name), cell in zip(named, cells, strict=False):
        canvas.put_middle(icon(sign, 32), cell.left(36))
        canvas.write(cell.past(42), name, _DONE_NAME, free=True)


def _own(canvas: Canvas, box: Box, view: LondonView, words: Words, *, captioned: bool) -> None:
    seat = viewer(view)
    player = view.players[seat]
    score = words(text("london.step.vp", n=player.score))
    numbers = dict(zip(players.STATS, players.stats(player), strict=True))
    own = tuple(
        (key, numbers[key], words(text(f"london.picture.legend.{key}")) if captioned else "")
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
