"""The board: everyone's three columns with totals, places and gold, and the last turn."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Literal

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images import people, theme
from images.canvas import Canvas, Drawn
from images.colour import Colour
from images.heraldry import emblem, empty, hatch
from images.layout import Box
from images.majority import parts, turn
from images.majority.council import arms, coin, press, small, token
from images.majority.spoken import board_alt
from images.ornaments import arrow, crown, medal
from images.pictures import Picture
from images.sheets import HEAD, TITLE, section
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

_PARTY = 44
_STRIP = 30
_FOOT = 30
_CARD = 74
_TOTAL = 112
_LEGEND = 48
_LEGEND_WIDTHS = {"leads": 130, "shares": 240, "payable": 490, "spy": 200}
_BAND = 84
_LAID = (68, 92)
_GONE = (48, 62)
_PARTY_NAME = Style("heading", (28, 26, 24, 22), theme.CREAM)
_TIMES = Style("strong", (22,))


def board(view: MajorityView, words: Words) -> Picture:
    """What lies open on the table."""
    banners = people.banner_height(words, people.columns(0, view.seats))
    party = _PARTY if view.parties else 0
    deepest = max(len(set(powers)) for one in view.players for powers in one.won.values())
    stacks = 26 + _FOOT + _STRIP * max(1, deepest)
    laid = _LAID[1] + 24 if view.open_order else 0
    table = banners + party + laid + parts.SHIELDS + stacks + _TOTAL
    resolved = turn.resolved_height(view)
    gone = TITLE + _GONE[1] + 20 if view.discarded else 0
    canvas, box = parts.sheet(HEAD + resolved + table + _LEGEND + _BAND + gone)
    _situation(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    turn.resolved(canvas, box, view, words)
    box = box.below(resolved)
    people.lanes(canvas, box.top(table).below(20), view.seats)
    for seat, lane in enumerate(box.top(table).columns(view.seats, people.GAP)):
        _player(canvas, lane.top(banners - 10), view, words, seat)
        rest = lane.below(banners)
        if party:
            _party(canvas, rest.top(party - 8), view, words, seat)
            rest = rest.below(party)
        if laid:
            _laid(canvas, rest.top(laid), view, seat)
            rest = rest.below(laid)
        _columns(canvas, rest, view, words, seat)
    box = box.below(table)
    _legend(canvas, box.top(_LEGEND), words)
    _gold(canvas, box.below(_LEGEND).top(_BAND), view)
    if gone:
        _discarded(canvas, box.below(_LEGEND + _BAND + 16), view, words)
    return canvas.picture(board_alt(view, words))


def _situation(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Where the game stands; below, where packs travel, the open play, or the cards left."""
    canvas.write(box.top(64), words(view.headline), theme.HEADLINE, lines=2)
    style = theme.BODY.tinted(theme.INK_SOFT)
    hands = {player.hand for player in view.players}
    if view.phase == "draft":
        sign = arrow(64, 26, theme.INK_SOFT, rightwards=True)
        canvas.write(box.below(64), words(text("majority.picture.travel")), style, sign=sign)
    elif view.open_order:
        canvas.write(box.below(64), words(text("majority.picture.open_order")), style)
    elif len(hands) == 1 and view.phase != "over":
        said = words(text("majority.picture.hands", n=hands.pop()))
        canvas.write(box.below(64), said, style)


def _player(canvas: Canvas, box: Box, view: MajorityView, words: Words, seat: int) -> None:
    awaited = seat in view.awaited
    status = ""
    if view.awaited and view.simultaneous:
        status = "choosing" if awaited else "chosen"
    elif awaited:
        status = "playing"
    cloth = parts.cloth(view, seat)
    people.player(canvas, box, words, seat, status, lit=awaited, cloth=cloth)


def _party(canvas: Canvas, box: Box, view: MajorityView, words: Words, seat: int) -> None:
    """The seat's party and its gold; the richer one crowned."""
    letter = f"majority.picture.party.{view.players[seat].party}"
    said = words(text("majority.picture.party_gold", party=text(letter), gold=view.wealth(seat)))
    cloth, first = parts.cloth(view, seat), seat in view.richest()
    canvas.place(_party_line((box.w, box.h), cloth, said, first), box.x, box.y)


@lru_cache(maxsize=16)
def _party_line(
    size: tuple[int, int],
    cloth: Colour,
    said: str,
    first: bool,  # noqa: FBT001 - lru_cache is quickest by position
) -> Drawn:
    canvas = Canvas(Image.new("RGB", size, cloth))
    sign = crown(26, theme.GOLD_LIGHT) if first else None
    canvas.write(Box(0, 0, *size).inset(8, 0), said, _PARTY_NAME, "center", sign=sign)
    return canvas.drawn()


def _laid(canvas: Canvas, box: Box, view: MajorityView, seat: int) -> None:
    """When the seat plays openly, in gold if now, and the card that it has laid."""
    card = view.players[seat].laid
    state: Literal["now", "later"] = "now" if seat in view.awaited else "later"
    middle = Box(box.middle[0] - 68, box.y, 136, box.h)
    order = view.open_order.index(seat) + 1
    canvas.put_middle(medal(54, str(order), state), middle.left(54))
    sprite = empty(*_LAID, theme.LANE) if card is None else small(card.id, *_LAID)
    canvas.put_middle(sprite, middle.past(68))


def _columns(canvas: Canvas, lane: Box, view: MajorityView, words: Words, seat: int) -> None:
    """Three columns: shield, cards won from the lowest to the highest, total and place."""
    player = view.players[seat]
    parts.shields(canvas, lane.top(parts.SHIELDS), view, words, theme.LANE)
    paid = view.payable()
    stacks = lane.below(parts.SHIELDS)
    totals = lane.below(lane.h - _TOTAL)
    canvas.fill(Box(lane.x, totals.y - 8, lane.w, 1), theme.PARCHMENT_LINE)
    columns = zip(view.colours, stacks.columns(3), totals.columns(3), strict=True)
    for name, column, foot in columns:
        powers = tuple(sorted(Counter(player.won[name]).items()))
        if powers:
            sprite = _stack(name, powers)
            canvas.put(sprite, column.middle[0] - sprite.width // 2, column.y + 4)
        else:
            canvas.write(column.top(60), "·", theme.NONE, "center")
        rank = player.ranks[name]
        drawn = parts.total(
            (foot.w, foot.h),
            theme.LANE,
            player.totals[name],
            words(text(f"majority.picture.rank.{rank}")) if rank else "",
            paid[name][seat],
            view.shared(seat, name) if rank == 1 else None,
        )
        canvas.place(drawn, foot.x, foot.y)


@lru_cache(maxsize=256)
def _stack(name: str, powers: tuple[tuple[int, int], ...]) -> Image.Image:
    """Cards of one colour that overlap, one for each (power, number)."""
    one = arms()[name]
    height = _STRIP * len(powers) + _FOOT
    sketch = Sketch(_CARD, height, theme.LANE)
    for index in range(len(powers)):
        card = Box(0, index * _STRIP, _CARD, _STRIP + _FOOT)
        sketch.box(card, theme.INK, 8)
        sketch.box(card.inset(1), theme.CREAM, 7)
        sketch.box(card.inset(3), one.colour, 5)
    hatch(sketch, Box(6, height - _FOOT - 1, _CARD - 12, _FOOT - 4), one)
    sprite = sketch.done()
    emblem(sprite, one, 24, (_CARD // 2, height - _FOOT // 2 - 2))
    for index, (power, count) in enumerate(powers):
        press(sprite, str(power), one.ink, 26, (9, index * _STRIP + 8))
        if count > 1:
            press(sprite, f"×{count}", one.ink, 22, (_CARD - 32, index * _STRIP + 10))
    return sprite


def _legend(canvas: Canvas, box: Box, words: Words) -> None:
    """What the crowns, the coin and the eye mean."""
    said = tuple(words(text(f"majority.picture.legend.{key}")) for key in _LEGEND_WIDTHS)
    canvas.place(_legend_line((box.w, box.h), said), box.x, box.y)


@lru_cache(maxsize=4)
def _legend_line(size: tuple[int, int], said: tuple[str, ...]) -> Drawn:
    canvas = Canvas(Image.new("RGB", size, theme.PARCHMENT))
    signs = (crown(26), crown(26, hollow=theme.PARCHMENT), coin(26), token(34))
    box = Box(0, 0, *size)
    for sign, words, width in zip(signs, said, _LEGEND_WIDTHS.values(), strict=True):
        canvas.write(box.left(width), words, theme.NOTE, sign=sign)
        box = box.past(width + 12)
    return canvas.drawn()


def _gold(canvas: Canvas, box: Box, view: MajorityView) -> None:
    """Everyone's gold on the dark band, the spy token beside its holder's."""
    canvas.fill(box, theme.INK)
    canvas.fill(box.top(3), theme.GOLD)
    canvas.fill(box.below(box.h - 3), theme.GOLD)
    first = view.richest()
    for seat, lane in enumerate(box.columns(view.seats, people.GAP)):
        ahead = seat in first and not view.parties
        colour = theme.GOLD_LIGHT if ahead else theme.CREAM
        gold = view.players[seat].gold
        style = theme.TOTAL.tinted(colour)
        parts.purse(canvas, lane, str(gold), style, 40, crowned=ahead)
        if view.players[seat].spy:
            canvas.put_middle(token(60), lane.past(lane.w - 76))


def _discarded(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The cards that were killed, overlapping where there are many."""
    cards = view.discarded
    section(canvas, box, words(text("majority.picture.discarded", n=len(cards))))
    step = min(_GONE[0] + 6, (box.w - _GONE[0]) // max(1, len(cards) - 1))
    for index, card in enumerate(cards):
        canvas.put(small(card, *_GONE), box.x + index * step, box.y + TITLE)
