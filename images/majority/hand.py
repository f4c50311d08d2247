"""The hand: the cards to choose from, what goes with them, and the viewer's standing.

What is asked and where the game stands is said by the message around it, and not here again.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.majority.view import CardView, MajorityView, effect_of
from engine.text import Seat, Text, text
from images.furniture import legend
from images.furniture.heraldry import emblem, hatch
from images.furniture.ornaments import plate
from images.furniture.sheets import CONTENT, TITLE, section
from images.majority import parts, turn
from images.majority.council import arms, press, sign, signs, small
from images.majority.own import OWN, own
from images.majority.parts import colours
from images.majority.spoken import hand_alt
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import LIGHT, flat
from images.paint.layout import Box
from images.paint.lettering import fit, pitch
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import viewer
from images.words import Words

HEIGHT = 258
_NAME = 48
_EDGE = 7
_TITLE = Style("heading", (34, 32, 30, 28, 27))


def face(card: CardView, words: Words, width: int) -> Drawn:
    """A large card; what it does is told below it."""
    name = words(text(f"majority.card.{card.colour}", power=card.power))
    return _face(card.id, name, width)


@cached
def _face(card: str, name: str, width: int) -> Drawn:
    canvas = Canvas(_blank(card, width, HEIGHT - _NAME))
    canvas.write(Box(8, HEIGHT - _NAME, width - 16, _NAME - _EDGE), name, _TITLE, "center")
    return flat(canvas.drawn(), colours())


def _blank(card: str, width: int, field_height: int) -> Image.Image:
    """Colour, power and signs above, room for words below."""
    colour, _, power = card.partition(":")
    one, effect = arms()[colour], effect_of(card)
    sketch = Sketch(width, HEIGHT, THEME.paper)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK, 14)
    sketch.box(box.inset(2), theme.CREAM, 12)
    field = Box(_EDGE, _EDGE, width - 2 * _EDGE, field_height - _EDGE)
    sketch.box(field, one.colour, 7)
    hatch(sketch, field.inset(4), one)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    press(sprite, power, one.ink, 72, (field.x + 14, field.y + 16))
    if effect is None:
        emblem(sprite, one, 104, (width // 2, field.bottom - 68))
    else:
        emblem(sprite, one, 44, (field.right - 38, field.y + 40))
        emblem(sprite, signs()[f"{colour}:{effect}"], 96, (width // 2, field.bottom - 66))
    return sprite


_KEPT_GAP = 16
_CARD = (78, 104)
_GIVEN = (64, 88)
_SLIP = 108
_NARROWEST = 200
_NARROWEST_SLIP, _WIDEST_SLIP = 380, 430


def kept_height(view: MajorityView) -> int:
    """Room for them in a row of their own."""
    if view.pack and view.hand:
        return TITLE + _CARD[1] + _KEPT_GAP
    return _SLIP + _KEPT_GAP if _exchanged(view) else 0


def kept_beside(view: MajorityView, width: int) -> bool:
    """Whether there are any, and `width` px beside the large cards are enough."""
    if view.pack and view.hand:
        return width >= max(_NARROWEST, len(view.hand) * (_CARD[0] + _KEPT_GAP) - _KEPT_GAP)
    return bool(view.hand and _exchanged(view)) and width >= _NARROWEST_SLIP


def draw_kept(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Small cards under a title, or slips with what was given and received."""
    if view.pack:
        section(canvas, box, THEME, words(text("majority.picture.section.kept", n=len(view.hand))))
        for index, card in enumerate(view.hand):
            x = box.x + index * (_CARD[0] + _KEPT_GAP)
            canvas.put(small(card.id, *_CARD), x, box.y + TITLE)
        return
    narrow = box.w < 2 * _NARROWEST_SLIP
    stack = box.below(TITLE).left(min(box.w, _WIDEST_SLIP)).top(2 * _SLIP + _KEPT_GAP)
    room = stack if narrow else box.top(_SLIP)
    slips = room.rows(2, _KEPT_GAP) if narrow else room.columns(2, _KEPT_GAP)
    for (key, name), slip in zip(_exchanged(view), slips, strict=False):
        canvas.put(plate(slip.w, slip.h, theme.CREAM), slip.x, slip.y)
        canvas.put(small(name, *_GIVEN), slip.x + 12, slip.y + 10)
        partner = Seat((viewer(view) + 2) % view.seats)
        said = words(text(f"majority.picture.{key}", partner=partner))
        canvas.write(slip.past(88).left(slip.w - 100), said, theme.BODY, lines=3, free=True)


def _exchanged(view: MajorityView) -> tuple[tuple[str, str], ...]:
    """What was given and received, as long as such a card may still be in hand."""
    cards = (("given", view.given), ("received", view.received))
    return tuple((key, card) for key, card in cards if card is not None)


_SIGN = 52
_INDENT = 68
_LINES = 2
_DOES = Style("strong", theme.DECIDE.sizes)
_EFFECT_GAP = 12

Row = tuple[str, str, str]
"""An effect, its name and what it does."""


def effect_rows(view: MajorityView, cards: Sequence[CardView], words: Words) -> tuple[Row, ...]:
    """Each effect once, in the order of the cards."""
    found: dict[str, Row] = {}
    for card in cards:
        effect, does = effect_of(card.id), view.does(card)
        if effect is not None and does is not None:
            name = words(text(f"majority.picture.effect.{effect}"))
            found.setdefault(effect, (effect, name, words(does)))
    return tuple(found.values())


def effects_height(found: Sequence[Row]) -> int:
    """Of all rows and the space below."""
    return sum(_tall(said) for _, _, said in found) + (10 if found else 0)


def draw_effects(canvas: Canvas, box: Box, found: Sequence[Row]) -> None:
    """The sign, the name and the words of each."""
    for effect, name, said in found:
        line = box.top(_tall(said) - _EFFECT_GAP)
        canvas.put(_medal(effect), line.x, line.y + (line.h - _SIGN) // 2)
        room = line.past(_INDENT)
        canvas.write(room.left(_NAMES), name, _DOES)
        canvas.write(room.past(_NAMES), said, theme.DECIDE, lines=_LINES)
        box = box.below(_tall(said))


_NAMES = 250
"""Room for the longest name of an effect, in every language."""


def _tall(said: str) -> int:
    room = CONTENT - _INDENT - _NAMES
    fitted = fit(said, theme.DECIDE.setting, room, 400, _LINES)
    return max(_SIGN, len(fitted.lines) * pitch(fitted.size) + 8) + _EFFECT_GAP


@cached
def _medal(effect: str) -> Image.Image:
    """The sign as it is on the cards, light on a dark disc."""
    sketch = Sketch(_SIGN, _SIGN)
    half = _SIGN / 2
    sketch.disc(half, half, half, theme.GOLD_DARK)
    sketch.disc(half, half, half - 2, theme.INK)
    sprite = sketch.done()
    inner = sign(effect, round(_SIGN * 0.62), theme.GOLD_LIGHT)
    sprite.alpha_composite(inner, ((_SIGN - inner.width) // 2, (_SIGN - inner.height) // 2))
    return sprite


_GAP = 14
_ACROSS = 5
"""So many large cards fill a row; more are narrower."""

_NOTE = 44


def hand(view: MajorityView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    own_token = view.players[viewer(view)].spy
    key, choice = ("pack", view.pack) if view.pack else ("hand", view.hand)
    note = _last_card(view)
    does = effect_rows(view, choice, words)
    large = TITLE + HEIGHT + _GAP if choice else 0
    taken = len(choice) * (_width(choice) + _GAP)
    beside = kept_beside(view, CONTENT - taken)
    kept = 0 if beside else kept_height(view)
    laid = turn.laid_height(view)
    below = effects_height(does) + (_NOTE if note else 0)
    entries = parts.entries(view, words, spy=own_token) if parts.won(view) else ()
    foot = (TITLE + OWN if parts.won(view) else 0) + legend.height(entries, CONTENT)
    canvas, box = parts.sheet(laid + large + below + kept + foot, words)
    if laid:
        turn.laid(canvas, box, view, words)
        box = box.below(laid)
    if choice:
        heading = words(text(f"majority.picture.section.{key}", n=len(choice)))
        section(canvas, box.left(taken - _GAP) if beside else box, THEME, heading)
        _choice(canvas, box.below(TITLE), words, choice)
        if beside:
            draw_kept(canvas, box.past(taken), view, words)
        box = box.below(large)
    draw_effects(canvas, box, does)
    if note:
        line = box.below(effects_height(does)).top(_NOTE - 8)
        canvas.write(line, words(note), theme.BODY.tinted(theme.INK_SOFT))
    box = box.below(below)
    if kept:
        draw_kept(canvas, box, view, words)
        box = box.below(kept)
    if parts.won(view):
        section(canvas, box, THEME, words(text("majority.picture.section.own")))
        own(canvas, box.below(TITLE).top(OWN), view, words)
        legend.draw(canvas, box.below(TITLE + OWN), entries, THEME)
    return canvas.picture(hand_alt(view, words), LIGHT)


def _last_card(view: MajorityView) -> Text | None:
    """What becomes of the card that is left over."""
    if view.pack or len(view.hand) < 2:
        return None
    last = view.round == view.rounds
    return text(f"majority.picture.left_over.{'end' if last else 'next'}")


def _width(cards: Sequence[CardView]) -> int:
    """Of a large card."""
    across = max(_ACROSS, len(cards))
    return (CONTENT - (across - 1) * _GAP) // across


def _choice(canvas: Canvas, box: Box, words: Words, cards: Sequence[CardView]) -> None:
    """Large cards in one row."""
    width = _width(cards)
    for index, card in enumerate(cards):
        canvas.place(face(card, words, width), box.x + index * (width + _GAP), box.y)
