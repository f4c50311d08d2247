"""The hand: the trick, the viewer's cards with those that can't be played, and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Literal

from PIL import Image

from engine.corrompue.view import CorrompueView, HandCard
from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.corrompue import parts
from images.corrompue.cards import HEIGHT, face
from images.corrompue.factions import CLOTH, barred, card, shield, token
from images.corrompue.spoken import hand_alt, reasons
from images.corrompue.trick import trick, trick_height
from images.layout import Box
from images.ornaments import plate
from images.pictures import Picture
from images.sheets import HEAD, TITLE, section
from images.theme import Style
from images.viewed import viewer
from images.words import Words

_GAP = 12
_ACROSS = 8
_WIDE = 126
_MOST = 10
_NARROW = 98
_REASON = 46
_GONE = (52, 70)
_OWN = 124
_WHY = Style("text", (26, 24, 22), theme.INK)
_COUNT = Style("strong", (36, 32), theme.CREAM)
_OTHERS = Style("text", (26, 24), theme.PARCHMENT_SHADE)
_QUIET = Style("text", (26, 24, 22), theme.INK_SOFT)


def hand(view: CorrompueView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    playing = view.phase in {"trick", "interrupt"}
    lying = trick_height(large=False) if playing else 0
    rows = ceil(len(view.hand) / _MOST)
    large = TITLE + rows * (HEIGHT + _GAP) if rows else 0
    why = [words(reason) for reason in reasons(view)]
    quiet = _REASON if view.quiet else 0
    height = HEAD + lying + large + len(why) * _REASON + TITLE + _OWN + quiet
    canvas, box = parts.sheet(height)
    _question(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    if playing:
        trick(canvas, box, view, words, large=False)
        box = box.below(lying)
    if rows:
        said = words(text("corrompue.picture.hand", n=len(view.hand)))
        section(canvas, box, said)
        _cards(canvas, box.below(TITLE), view.hand, words)
        box = box.below(large)
    for reason in why:
        canvas.write(box.top(_REASON - 10), reason, _WHY, sign=barred(32))
        box = box.below(_REASON)
    section(canvas, box, words(text("corrompue.picture.own")))
    _own(canvas, box.below(TITLE).top(_OWN - 8), view, words)
    if quiet:
        said = words(text("corrompue.picture.quiet"))
        canvas.write(box.below(TITLE + _OWN).top(quiet), said, _QUIET)
    return canvas.picture(hand_alt(view, words))


def _question(canvas: Canvas, box: Box, view: CorrompueView, words: Words) -> None:
    """What is asked, large; where the game stands, below."""
    soft = theme.BODY.tinted(theme.INK_SOFT)
    if view.prompt is None:
        canvas.write(box.top(66), words(view.headline), theme.HEADLINE, lines=2)
    else:
        ask = words(view.prompt.ask)
        canvas.write(box.top(70), ask, theme.HEADLINE, lines=2, free=True)
        canvas.write(box.below(70), words(view.headline), soft)


def _cards(canvas: Canvas, box: Box, cards: Sequence[HandCard], words: Words) -> None:
    """Large cards in one row, or in two of about equal length."""
    rows = ceil(len(cards) / _MOST)
    across = ceil(len(cards) / rows)
    width = _WIDE if across <= _ACROSS else _NARROW
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
        held = "none" if not player.milice else "spent" if view.milice_spent else "held"
        drawn = _standing((slot.w, slot.h), faction, won, held)
    else:
        number = parts.held(player, faction)
        drawn = _standing((slot.w, slot.h), faction, won, (number, view.tokens_to_end))
    canvas.place(drawn, slot.x, slot.y)


@lru_cache(maxsize=96)
def _standing(
    size: tuple[int, int],
    faction: str,
    won: tuple[int, int, bool],
    held: tuple[int, int] | Literal["held", "none", "spent"],
) -> Drawn:
    """A faction: cards won and the others' best, a token due now, and the tokens held."""
    canvas = Canvas(Image.new("RGB", size, theme.PARCHMENT))
    canvas.put(plate(*size, CLOTH), 0, 0)
    canvas.put(shield(faction, 66), 12, 12)
    rest = Box(90, 0, size[0] - 98, size[1])
    line = rest.below(8).top(50)
    own, others, is_due = won
    canvas.write(line.left(44), str(own), _COUNT)
    canvas.write(line.past(48), f"/ {others}", _OTHERS)
    if is_due:
        canvas.put(token(faction, 38, "held", CLOTH), line.x + 108, line.y + 6)
    row = rest.below(60).top(50)
    if isinstance(held, str):
        canvas.put(token(faction, 42, held, CLOTH), row.x, row.y + 4)
    else:
        parts.pips(canvas, row, faction, held, CLOTH)
    return canvas.drawn()


def _discarded(canvas: Canvas, slot: Box, cards: Sequence[str], words: Words) -> None:
    """What the viewer has discarded."""
    canvas.put(plate(slot.w, slot.h, theme.PARCHMENT), slot.x, slot.y)
    inside = slot.inset(10, 6)
    said = words(text("corrompue.picture.discarded", n=len(cards)))
    canvas.write(inside.top(30), said, theme.NOTE, "center")
    row = inside.below(32)
    wide = len(cards) * (_GONE[0] + 8) - 8
    for index, name in enumerate(cards):
        x = row.middle[0] - wide // 2 + index * (_GONE[0] + 8)
        canvas.put(card(name, *_GONE), x, row.y)
