"""The hand: the trick, the viewer's cards with those that can't be played, and the standing.

What is asked and where the game stands is said by the message around it, and not here again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal

from PIL import Image

from engine.corrompue.view import CorrompueView, HandCard
from engine.text import text
from images.corrompue import parts
from images.corrompue.factions import arms, barred, card, shield, token, worn
from images.corrompue.parts import colours
from images.corrompue.spoken import hand_alt, reasons
from images.corrompue.theme import THEME
from images.corrompue.trick import trick, trick_height
from images.furniture import legend
from images.furniture.heraldry import emblem
from images.furniture.ornaments import plate
from images.furniture.sheets import CONTENT, TITLE, section
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.fonts import cap_height
from images.paint.indexed import LIGHT, flat
from images.paint.layout import Box
from images.paint.lettering import fit, line, measure, pitch
from images.paint.sketch import Sketch, stamped
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import viewer
from images.words import Words

HEIGHT = 226
_FOOT = 46
_NUMERAL = 66
_TO_SIGN = 96
"""What a value of two digits leaves none of to a card's barred sign, both margins included."""
_NAME = Style("heading", (32, 30, 28, 27))


def face(canvas: Canvas, place: Box, name: str, faction: str, *, blocked: bool) -> None:
    """A large card ("noblesse:10") and the name of its faction."""
    canvas.put(_card(name, place.w, blocked), place.x, place.y)
    canvas.place(_name(faction, place.w - 8, blocked), place.x + 4, place.y + HEIGHT - _FOOT)


@cached
def _name(faction: str, width: int, blocked: bool) -> Drawn:  # noqa: FBT001 - by position
    size = (width, _FOOT - 6)
    canvas = Canvas(Image.new("RGB", size, theme.CREAM))
    style = _NAME.tinted(theme.INK_SOFT) if blocked else _NAME
    canvas.write(Box(0, 0, *size), faction, style, "center")
    return flat(canvas.drawn(), colours())


@cached
def _card(name: str, width: int, blocked: bool) -> Image.Image:  # noqa: FBT001 - by position
    """Colour, value and emblem above, room for a name below; grey and barred if `blocked`."""
    faction, _, value = name.partition(":")
    one = worn(arms()[faction], grey=blocked)
    sketch = Sketch(width, HEIGHT, THEME.paper)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK_SOFT if blocked else theme.INK, 13)
    sketch.box(box.inset(2), theme.CREAM, 11)
    field = Box(7, 7, width - 14, HEIGHT - _FOOT - 7)
    sketch.box(field, one.colour, 6)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    drawn = line(value, "strong", _NUMERAL)
    baseline = field.y + 13 + cap_height("strong", _NUMERAL)
    stamped(sprite, drawn.mask, one.ink, field.x + 12 - drawn.left, baseline - drawn.baseline)
    size = min(round(width * 0.6), 92)
    emblem(sprite, one, size, (width // 2, field.bottom - size // 2 - 12))
    if blocked:
        sign = barred(min(44, width - _TO_SIGN))
        sprite.paste(sign, (width - sign.width - 12, 14), sign)
    return colours().reduced(sprite)


_GAP = 12
_ACROSS = 7
_WIDEST = 168
_REASON = 50
_REASON_LINES = 2
_INDENT = 48
_GONE = (58, 80)
_OWN = 132
_WHY = theme.DECIDE
_COUNT = Style("strong", (44,), theme.CREAM)
_OTHERS = Style("text", (34,), theme.PALE)
_QUIET = Style("text", (30, 28, 27), theme.INK_SOFT)


def hand(view: CorrompueView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    playing = view.phase in {"trick", "interrupt"}
    lying = trick_height(large=False) if playing else 0
    rows = ceil(len(view.hand) / _ACROSS)
    large = TITLE + rows * (HEIGHT + _GAP) if rows else 0
    why = [words(reason) for reason in reasons(view)]
    quiet = _REASON if view.quiet else 0
    told = sum(_reason_height(reason) for reason in why)
    sign = token("paysan", 30, "held", THEME.paper)
    due = any(given[viewer(view)] for given in view.due().values())
    shields = {one.faction: shield(one.faction, 34) for one in view.hand}
    entries = (
        *legend.names(words, shields, "corrompue.faction", "corrompue.topic.faction"),
        *legend.entries(words, "corrompue.picture", {"due": sign} if due else {}),
    )
    key = legend.height(entries, CONTENT)
    canvas, box = parts.sheet(lying + large + told + TITLE + _OWN + quiet + key, words)
    if playing:
        trick(canvas, box, view, words, large=False)
        box = box.below(lying)
    if rows:
        said = words(text("corrompue.picture.hand", n=len(view.hand)))
        section(canvas, box, THEME, said)
        _cards(canvas, box.below(TITLE), view.hand, words)
        box = box.below(large)
    for reason in why:
        tall = _reason_height(reason)
        line = box.top(tall - 8)
        canvas.put(barred(36), line.x, line.y + (line.h - 36) // 2)
        canvas.write(line.past(_INDENT), reason, _WHY, lines=_REASON_LINES)
        box = box.below(tall)
    section(canvas, box, THEME, words(text("corrompue.picture.own")))
    _own(canvas, box.below(TITLE).top(_OWN - 8), view, words)
    if quiet:
        said = words(text("corrompue.picture.quiet"))
        canvas.write(box.below(TITLE + _OWN).top(quiet), said, _QUIET)
    legend.draw(canvas, box.below(TITLE + _OWN + quiet - 12), entries, THEME)
    return canvas.picture(hand_alt(view, words), LIGHT)


def _reason_height(reason: str) -> int:
    """Room for why cards can't be played, the space below included."""
    fitted = fit(reason, _WHY.setting, CONTENT - _INDENT, 200, _REASON_LINES)
    return len(fitted.lines) * pitch(fitted.size) + 12


def _cards(canvas: Canvas, box: Box, cards: Sequence[HandCard], words: Words) -> None:
    """Large cards in one row, or in rows of about equal length."""
    rows = ceil(len(cards) / _ACROSS)
    across = ceil(len(cards) / rows)
    width = min(_WIDEST, (box.w - (across - 1) * _GAP) // across)
    for index, one in enumerate(cards):
        down, along = divmod(index, across)
        x, y = box.x + along * (width + _GAP), box.y + down * (HEIGHT + _GAP)
        faction = words(text(f"corrompue.faction.{one.faction}"))
        face(canvas, Box(x, y, width, HEIGHT), one.id, faction, blocked=one.blocked is not None)


def _own(canvas: Canvas, box: Box, view: CorrompueView, words: Words) -> None:
    """Own tokens, and cards won beside the most that another player has; own discards."""
    slots = box.columns(4 if view.discarded else 3, 12)
    for faction, slot in zip((*parts.TOKENS, "milice"), slots, strict=False):
        _faction(canvas, slot, view, faction)
    if view.discarded:
        _discarded(canvas, slots[-1], view.discarded, words)


def _faction(canvas: Canvas, slot: Box, view: CorrompueView, faction: str) -> None:
    seat = viewer(view)
    player = view.players[seat]
    others = max(one.won[faction] for index, one in enumerate(view.players) if index != seat)
    won = (player.won[faction], others, view.due()[faction][seat] > 0)
    if faction == "milice":
        held: Literal["held", "none", "spent"] = (
            "none" if not player.milice else "spent" if view.milice_spent else "held"
        )
        drawn = _standing((slot.w, slot.h), faction, won, held)
    else:
        number = parts.held(player, faction)
        drawn = _standing((slot.w, slot.h), faction, won, (number, view.tokens_to_end))
    canvas.place(drawn, slot.x, slot.y)


@cached
def _standing(
    size: tuple[int, int],
    faction: str,
    won: tuple[int, int, bool],
    held: tuple[int, int] | Literal["held", "none", "spent"],
) -> Drawn:
    """A faction: cards won and the others' best, a token due now, and the tokens held."""
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    canvas.put(plate(*size, THEME.cloth), 0, 0)
    canvas.put(shield(faction, 66), 12, 12)
    line = Box(92, 8, size[0] - 100, 52)
    own, others, is_due = won
    wide = measure(str(own), _COUNT.face, _COUNT.sizes[0])
    canvas.write(line.left(wide + 4), str(own), _COUNT)
    canvas.write(line.past(wide + 12), f"/ {others}", _OTHERS)
    if is_due:
        canvas.put(token(faction, 40, "held", THEME.cloth), size[0] - 54, line.y + 6)
    row = Box(92, 66, size[0] - 100, 50)
    if isinstance(held, str):
        canvas.put(token(faction, 44, held, THEME.cloth), row.x, row.y + 4)
    else:
        parts.pips(canvas, row, faction, held, THEME.cloth)
    return flat(canvas.drawn(), parts.colours())


def _discarded(canvas: Canvas, slot: Box, cards: Sequence[str], words: Words) -> None:
    """What the viewer has discarded."""
    canvas.put(plate(slot.w, slot.h, theme.CREAM), slot.x, slot.y)
    inside = slot.inset(6, 4)
    said = words(text("corrompue.picture.discarded", n=len(cards)))
    canvas.write(inside.top(34), said, theme.NOTE, "center")
    row = inside.below(35)
    wide = len(cards) * (_GONE[0] + 8) - 8
    for index, name in enumerate(cards):
        x = row.middle[0] - wide // 2 + index * (_GONE[0] + 8)
        canvas.put(card(name, *_GONE), x, row.y)
