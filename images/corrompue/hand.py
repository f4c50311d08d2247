"""The hand: the trick, the viewer's cards with those that can't be played, and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from engine.corrompue.view import CorrompueView, HandCard
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.corrompue import parts
from images.corrompue.cards import HEIGHT, face
from images.corrompue.factions import CLOTH, barred, card, shield, token
from images.corrompue.spoken import hand_alt, reasons
from images.corrompue.standing import due, viewer
from images.corrompue.trick import trick, trick_height
from images.layout import Box
from images.ornaments import plate
from images.pictures import Picture
from images.sheets import HEAD, TITLE, section, sheet
from images.theme import Style
from images.words import Words

_GAP = 12
_ACROSS = 8
_WIDEST = 209
_REASON = 46
_GONE = (62, 84)
_OWN = 124
_WHY = Style("text", (26, 24, 22), theme.INK)
_COUNT = Style("strong", (36, 32))
_OTHERS = Style("text", (26, 24), theme.INK_SOFT)
_QUIET = Style("text", (26, 24, 22), theme.INK_SOFT)


def hand(view: CorrompueView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    playing = view.phase in {"trick", "interrupt"}
    lying = trick_height(large=False) if playing else 0
    rows = ceil(len(view.hand) / _ACROSS)
    large = TITLE + rows * (HEIGHT + _GAP) if rows else 0
    why = [words(reason) for reason in reasons(view)]
    gone = TITLE + _GONE[1] + _GAP if view.discarded else 0
    quiet = _REASON if view.quiet else 0
    height = HEAD + lying + large + len(why) * _REASON + gone + TITLE + _OWN + quiet
    canvas, box = sheet(height)
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
    if gone:
        section(canvas, box, words(text("corrompue.picture.discarded", n=len(view.discarded))))
        for index, name in enumerate(view.discarded):
            canvas.put(card(name, *_GONE), box.x + index * (_GONE[0] + 10), box.y + TITLE)
        box = box.below(gone)
    section(canvas, box, words(text("corrompue.picture.own")))
    _own(canvas, box.below(TITLE).top(_OWN - 8), view)
    if quiet:
        said = words(text("corrompue.picture.quiet"))
        canvas.write(box.below(TITLE + _OWN).top(quiet), said, _QUIET)
    return parts.finished(canvas, tuple(hand_alt(view, words)))


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
    """Large cards in rows of about equal length."""
    rows = ceil(len(cards) / _ACROSS)
    across = ceil(len(cards) / rows)
    width = min(_WIDEST, (box.w - (across - 1) * _GAP) // across)
    for index, one in enumerate(cards):
        down, along = divmod(index, across)
        said = words(text(f"corrompue.card.{one.faction}", value=one.value))
        drawn = face(one.id, said, width, one.blocked is not None)
        canvas.place(drawn, box.x + along * (width + _GAP), box.y + down * (HEIGHT + _GAP))


def _own(canvas: Canvas, box: Box, view: CorrompueView) -> None:
    """Own tokens, and cards won beside the most that another player has."""
    seat = viewer(view)
    player = view.players[seat]
    given = due(view)
    for faction, slot in zip((*parts.TOKENS, "milice"), box.columns(3, 14), strict=True):
        canvas.put(plate(slot.w, slot.h, CLOTH), slot.x, slot.y)
        canvas.put(shield(faction, 72), slot.x + 14, slot.y + 12)
        rest = slot.past(100).left(slot.w - 112)
        own = player.won[faction]
        others = max(one.won[faction] for index, one in enumerate(view.players) if index != seat)
        line = rest.below(8).top(50)
        canvas.write(line.left(44), str(own), _COUNT.tinted(theme.CREAM))
        canvas.write(line.past(48), f"/ {others}", _OTHERS.tinted(theme.PARCHMENT_SHADE))
        if given[faction][seat]:
            canvas.put(token(faction, 38, "held", CLOTH), line.x + 130, line.y + 6)
        row = rest.below(60).top(50)
        if faction != "milice":
            parts.pips(canvas, row, view, seat, faction, CLOTH)
        else:
            state = "held" if player.milice else "none"
            if player.milice and view.milice_spent:
                state = "spent"
            canvas.put(token("milice", 42, state, CLOTH), row.x, row.y + 4)
