"""The board: everyone's three columns with totals, places and gold; the last turn and debate."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Literal

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images import viewed
from images.furniture import legend, people, sheets
from images.furniture.heraldry import emblem, empty, hatch
from images.furniture.ornaments import arrow, crown, lead, medal
from images.furniture.sheets import CONTENT, HEAD, TITLE, section
from images.furniture.shots import ring
from images.majority import parts, turn
from images.majority.council import arms, press, small, token
from images.majority.spoken import board_alt, party_gold
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.colour import Colour
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import Picture, Shot
from images.words import Words

_ROW = 68
_SPACE = 22
_NAMES = 252
_IN_ALL = 126
_LEAD = (84, 46)
_PAID = 90
_BESIDE = 6
"""Between a colour's power and the gold that it brought; the next colour is farther."""

_NAME = Style("strong", (30, 28, 27))
_EARNED = Style("strong", (36, 34))
_NOTHING = Style("text", (34,), theme.INK_SOFT)
_TITLE = Style("heading", (30, 28, 27), THEME.rubric)


def count_height(view: MajorityView) -> int:
    """Room for the table; 0 where no debate is news."""
    if not view.just_debated():
        return 0
    return TITLE + parts.SHIELDS + view.seats * _ROW + _SPACE


def draw_count(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """A line a player, a column a colour, and the gold of all three."""
    said = text("majority.picture.debated", round=len(view.debates))
    section(canvas, box, THEME, words(said))
    box = box.below(TITLE)
    table = box.top(parts.SHIELDS + view.seats * _ROW)
    *colours, earned = _power_columns(table, view)
    lanes = table.past(_NAMES).left(earned.x - colours[0].x)
    canvas.fill(lanes, THEME.lane)
    parts.shields(canvas, lanes.top(parts.SHIELDS), view, words, THEME.lane)
    canvas.write(
        earned.top(parts.SHIELDS), words(text("majority.picture.gold")), _TITLE, "center", 2
    )
    for seat, line in enumerate(table.below(parts.SHIELDS).rows(view.seats)):
        canvas.fill(Box(line.x, line.y, line.w, 1), THEME.line)
        _line(canvas, line, view, words, seat)
    for colour in colours[1:]:
        canvas.fill(Box(colour.x - people.GAP // 2, table.y, people.GAP, table.h), THEME.paper)


def _line(canvas: Canvas, line: Box, view: MajorityView, words: Words, seat: int) -> None:
    held = view.debates[-1]
    canvas.write(line.left(_NAMES - 12), words.name(seat), _NAME, lines=2, free=True)
    *cells, sum_ = _power_columns(line, view)
    for colour, cell in zip(view.colours, cells, strict=True):
        totals, gold = held.totals[colour], held.gold[colour][seat]
        first = totals.count(max(totals)) > 1 if totals[seat] == max(totals) > 0 else None
        power, paid = _pair(cell)
        canvas.put_middle(_power(totals[seat], first), power)
        if gold:
            parts.purse(canvas, paid, f"+{gold}", _EARNED, 30)
    earned = sum(held.gold[colour][seat] for colour in view.colours)
    if earned:
        parts.purse(canvas, sum_, f"+{earned}", _EARNED, 30)
    else:
        canvas.write(sum_, "0", _NOTHING, "center")


def _power_columns(line: Box, view: MajorityView) -> tuple[Box, ...]:
    """The colours' cells, and that of the gold in all."""
    rest = line.past(_NAMES)
    colours = rest.left(rest.w - _IN_ALL)
    return (*colours.columns(len(view.colours)), rest.past(colours.w))


def _pair(cell: Box) -> tuple[Box, Box]:
    """Where a colour's power and the gold that it brought stand, together in the middle."""
    wide = _LEAD[0] + _BESIDE + _PAID
    both = Box(cell.middle[0] - wide // 2, cell.y, wide, cell.h)
    return both.left(_LEAD[0]), both.past(_LEAD[0] + _BESIDE)


@cached
def _power(total: int, shared: bool | None) -> Image.Image:  # noqa: FBT001 - by position
    """A total; crowned where it is the highest, alone or `shared`."""
    canvas = Canvas(Image.new("RGB", _LEAD, THEME.lane))
    box = Box(0, 0, *_LEAD)
    if shared is not None:
        canvas.put(lead(*_LEAD, shared=shared), 0, 0)
        box = Box(35, 0, _LEAD[0] - 38, _LEAD[1])
    style = theme.NUMBER if total else _NOTHING
    canvas.write(box, str(total), style, "center")
    return flat(canvas.drawn(), parts.colours()).image


Seen = Shot[MajorityView]

_PARTY = 48
_STRIP = 34
_FOOT = 32
_CARD = 80
_BAND = 92
_PURSE = 52
_SPY = 76
_LAID = (68, 92)
_GONE = (52, 66)
_DUE = Style("strong", (28, 27), theme.GOLD_LIGHT)
_PARTY_NAME = Style("heading", (32, 30, 28, 27), theme.CREAM)
_PARTY_GOLD = Style("heading", (40, 36, 34), theme.CREAM)


def board(view: MajorityView, words: Words) -> Picture:
    """What lies open on the table."""
    return _table(view, words, None)


def frame(view: MajorityView, shot: Seen, words: Words) -> Picture:
    """The same in a film: turns that were resolved alone; gold and places tell of a debate."""
    return _table(view, words, shot)


def _table(view: MajorityView, words: Words, shot: Seen | None) -> Picture:
    banners = people.banner_height(words, people.columns(0, view.seats))
    party = _PARTY if view.parties else 0
    deepest = max(map(_deepest, (view,) if shot is None else (view, shot.last)))
    stacks = 26 + _FOOT + _STRIP * max(1, deepest)
    columns = parts.SHIELDS + stacks + parts.TOTAL if shot or parts.won(view) else 0
    laid = _LAID[1] + 24 if view.open_order and shot is None else 0
    table = banners + party + laid + columns
    resolved = turn.resolved_height(view, words, filmed=shot is not None)
    gone = TITLE + _GONE[1] + 20 if shot or view.discarded else 0
    entries = parts.entries(view, words, parts.richest(view)) if shot is None else ()
    key = legend.height(entries, CONTENT) + 6
    parties = _BAND if view.parties and (shot or view.richest()) else 0
    band = _BAND + parties
    news = count_height(view) if shot is None else 0
    canvas, box = parts.sheet(HEAD + news + resolved + table + band + key + gone, words)
    _situation(canvas, parts.head(canvas, box, view), view, words)
    box = box.below(HEAD)
    if news:
        draw_count(canvas, box, view, words)
        box = box.below(news)
    if resolved:
        turn.resolved(canvas, box, view, words)
    box = box.below(resolved)
    people.lanes(canvas, box.top(table).below(20), THEME, view.seats)
    for seat, lane in enumerate(box.top(table).columns(view.seats, people.GAP)):
        _player(canvas, lane.top(banners - 10), view, words, seat)
        rest = lane.below(banners)
        if party:
            _party(canvas, rest.top(party - 8), view, words, seat)
            rest = rest.below(party)
        if laid:
            _laid(canvas, rest.top(laid), view, seat)
            rest = rest.below(laid)
        if columns:
            _columns(canvas, rest, view, words, seat, shot)
    box = box.below(table)
    _gold(canvas, box.top(_BAND), view, words, shot)
    if parties:
        _parties(canvas, box.below(_BAND).top(_BAND), view, words)
    box = box.below(band)
    legend.draw(canvas, box, entries, THEME)
    if view.discarded:
        _discarded(canvas, box.below(key), view, words)
    return canvas.picture(board_alt(view, words))


def _deepest(view: MajorityView) -> int:
    """Of how many powers the highest stack consists."""
    return max(len(set(powers)) for one in view.players for powers in one.won.values())


def _won(view: MajorityView, seat: int, colour: str) -> object:
    return view.players[seat].won[colour]


def _purse(view: MajorityView, seat: int) -> int:
    return view.players[seat].gold


def _situation(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Where the game stands; below, where packs travel, the open play, or the cards left."""
    below, sign = "", None
    hands = {player.hand for player in view.players}
    if viewed.stopped(view):
        pass
    elif view.phase == "draft":
        sign = arrow(64, 26, theme.INK_SOFT, rightwards=True)
        below = words(viewed.travel_brief(view, view.seats))
    elif view.open_order:
        below = words(text("majority.picture.open_order"))
    elif len(hands) == 1 and view.phase != "over":
        below = words(text("majority.picture.hands", n=hands.pop()))
    sheets.said(canvas, box, words(view.headline), below, sign)


def _player(canvas: Canvas, box: Box, view: MajorityView, words: Words, seat: int) -> None:
    cloth, status = parts.cloth(view, seat), viewed.status(view, words, seat)
    people.player(canvas, box, THEME, words, seat, status, cloth)


def _party(canvas: Canvas, box: Box, view: MajorityView, words: Words, seat: int) -> None:
    """Which party the seat belongs to."""
    said = words(text(f"majority.picture.party.{view.players[seat].party}"))
    canvas.fill(box, parts.cloth(view, seat))
    canvas.write(box.inset(8, 0), said, _PARTY_NAME, "center")


def _laid(canvas: Canvas, box: Box, view: MajorityView, seat: int) -> None:
    """When the seat plays openly, in gold if now, and the card that it has laid."""
    card = view.players[seat].laid
    state: Literal["now", "later"] = "now" if seat in view.awaited else "later"
    middle = Box(box.middle[0] - 68, box.y, 136, box.h)
    order = view.open_order.index(seat) + 1
    canvas.put_middle(medal(54, str(order), state), middle.left(54))
    sprite = empty(*_LAID, THEME, THEME.lane) if card is None else small(card.id, *_LAID)
    canvas.put_middle(sprite, middle.past(68))


def _columns(
    canvas: Canvas, lane: Box, view: MajorityView, words: Words, seat: int, shot: Seen | None
) -> None:
    """Three columns: shield, cards won from the lowest to the highest, total and place."""
    player = view.players[seat]
    parts.shields(canvas, lane.top(parts.SHIELDS), view, words, THEME.lane)
    paid = view.payable()
    stacks = lane.below(parts.SHIELDS)
    totals = lane.below(lane.h - parts.TOTAL)
    canvas.fill(Box(lane.x, totals.y - 8, lane.w, 1), THEME.line)
    columns = zip(view.colours, stacks.columns(3), totals.columns(3), strict=True)
    for name, column, foot in columns:
        powers = tuple(sorted(Counter(player.won[name]).items()))
        if powers:
            sprite = _stack(name, powers)
            pile = Box(column.middle[0] - sprite.width // 2, column.y + 4, *sprite.size)
            canvas.put(sprite, pile.x, pile.y)
            ring(canvas, pile.inset(-4), view, shot, partial(_won, seat=seat, colour=name))
        else:
            people.nothing(canvas, column.top(60), THEME)
        rank = player.ranks[name]
        drawn = parts.total(
            (foot.w, foot.h),
            THEME.lane,
            player.totals[name],
            words(text(f"majority.picture.rank.{rank}")) if rank else "",
            paid[name][seat],
            view.shared(seat, name) if rank == 1 else None,
        )
        canvas.place(drawn, foot.x, foot.y)


@cached
def _stack(name: str, powers: tuple[tuple[int, int], ...]) -> Image.Image:
    """Cards of one colour that overlap, one for each (power, number)."""
    one = arms()[name]
    height = _STRIP * len(powers) + _FOOT
    sketch = Sketch(_CARD, height, THEME.lane)
    for index in range(len(powers)):
        card = Box(0, index * _STRIP, _CARD, _STRIP + _FOOT)
        sketch.box(card, theme.INK, 8)
        sketch.box(card.inset(1), theme.CREAM, 7)
        sketch.box(card.inset(3), one.colour, 5)
    hatch(sketch, Box(6, height - _FOOT - 1, _CARD - 12, _FOOT - 4), one)
    sprite = sketch.done()
    emblem(sprite, one, 24, (_CARD // 2, height - _FOOT // 2 - 2))
    for index, (power, number) in enumerate(powers):
        press(sprite, str(power), one.ink, 28, (9, index * _STRIP + 8))
        if number > 1:
            press(sprite, f"×{number}", one.ink, 27, (_CARD - 38, index * _STRIP + 10))
    return parts.colours().reduced(sprite)


def _gold(canvas: Canvas, box: Box, view: MajorityView, words: Words, shot: Seen | None) -> None:
    """Everyone's gold on the dark band, what a debate would bring, and the spy token's holder."""
    people.band(canvas, box, "", theme.INK)
    paid = view.payable().values()
    due = [sum(gold) for gold in zip(*paid, strict=True)] if view.awaited else []
    for seat, lane in enumerate(box.columns(view.seats, people.GAP)):
        ahead = _crown(view, seat, 30, theme.INK) if not view.parties else None
        style = THEME.total.tinted(theme.GOLD_LIGHT) if ahead else THEME.total
        room = lane
        if view.players[seat].spy:
            room = lane.left(lane.w - _SPY)
            canvas.put_middle(token(60), lane.past(room.w))
        if parts.won(view):
            gold = str(view.players[seat].gold)
            upper = room.top(_PURSE + 8) if any(due) else room
            parts.purse(canvas, upper, gold, style, 40, ahead)
        if due and due[seat]:
            said = words(text("picture.due", n=due[seat]))
            canvas.write(room.below(_PURSE).top(34), said, _DUE, "center")
        ring(canvas, lane, view, shot, partial(_purse, seat=seat))


def _crown(view: MajorityView, seat: int, size: int, ground: Colour) -> Image.Image | None:
    """Who has most gold, alone or with their party, has a full crown; hollow if others tie."""
    if seat not in view.richest():
        return None
    return crown(size, theme.GOLD_LIGHT, ground if parts.richest(view) > 1 else None)


def _parties(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Each party's gold, once, right below its players'; the richer one crowned."""
    for party, half in zip(view.parties, box.columns(len(view.parties), people.GAP), strict=True):
        seat = party[0]
        cloth = parts.cloth(view, seat)
        canvas.fill(half, cloth)
        said = words(party_gold(view, seat))
        sign = _crown(view, seat, 32, cloth)
        style = _PARTY_GOLD.tinted(theme.GOLD_LIGHT) if sign else _PARTY_GOLD
        canvas.write(half.inset(12, 0), said, style, "center", sign=sign)


def _discarded(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The cards that were killed, overlapping where there are many."""
    cards = view.discarded
    section(canvas, box, THEME, words(text("majority.picture.discarded", n=len(cards))))
    step = min(_GONE[0] + 6, (box.w - _GONE[0]) // max(1, len(cards) - 1))
    for index, card in enumerate(cards):
        canvas.put(small(card, *_GONE), box.x + index * step, box.y + TITLE)
