"""The hand: what may be chosen now, what was kept or exchanged, and the viewer's standing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority.view import CardView, MajorityView
from engine.text import Seat, Text, text
from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.majority import parts, turn
from images.majority.cards import HEIGHT, face
from images.majority.council import coin, shield, small, token
from images.majority.spoken import hand_alt
from images.majority.standing import payable, shared, viewer, wealth
from images.ornaments import lead, plate
from images.pictures import Picture
from images.sheets import HEAD, TITLE, section, sheet
from images.theme import Style
from images.words import Words

_GAP = 16
_CARD = 206
_MOST = 6
_KEPT = (78, 104)
_GIVEN = (62, 84)
_SLIP = 104
_OWN = 150
_NOTE = 44
_STANDING = Style("strong", (40, 36))
_OTHERS = Style("text", (28, 26), theme.INK_SOFT)
_PURSE = Style("title", (52, 46, 40), theme.CREAM)
_PARTY = Style("text", (26, 24, 22), theme.CREAM)


def hand(view: MajorityView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    key, choice = ("pack", view.pack) if view.pack else ("hand", view.hand)
    note = _last_card(view)
    large = TITLE + HEIGHT + _GAP if choice else 0
    kept = _kept_height(view)
    laid = turn.laid_height(view)
    below = _NOTE if note else 0
    canvas, box = sheet(HEAD + laid + large + below + kept + TITLE + _OWN)
    _question(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    if laid:
        turn.laid(canvas, box, view, words)
        box = box.below(laid)
    if choice:
        heading = words(text(f"majority.picture.section.{key}", n=len(choice)))
        section(canvas, box, heading)
        _choice(canvas, box.below(TITLE), words, choice)
        box = box.below(large)
    if note:
        canvas.write(box.top(_NOTE - 12), words(note), theme.NOTE)
        box = box.below(_NOTE)
    _kept(canvas, box, view, words)
    box = box.below(kept)
    section(canvas, box, words(text("majority.picture.section.own")))
    _own(canvas, box.below(TITLE).top(_OWN), view, words)
    return parts.finished(canvas, tuple(hand_alt(view, words)))


def _exchanged(view: MajorityView) -> tuple[tuple[str, str], ...]:
    """What was given and received, as long as such a card may still be in hand."""
    cards = (("given", view.given), ("received", view.received))
    return tuple((key, card) for key, card in cards if card is not None)


def _kept_height(view: MajorityView) -> int:
    """Room for the cards kept in this draft, or for those exchanged."""
    if view.pack and view.hand:
        return TITLE + _KEPT[1] + _GAP
    return _SLIP + _GAP if _exchanged(view) else 0


def _kept(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    if view.pack and view.hand:
        section(canvas, box, words(text("majority.picture.section.kept", n=len(view.hand))))
        for index, card in enumerate(view.hand):
            x = box.x + index * (_KEPT[0] + _GAP)
            canvas.put(small(card.id, *_KEPT), x, box.y + TITLE)
        return
    slips = box.top(_SLIP).columns(2, 12)
    for (key, name), slip in zip(_exchanged(view), slips, strict=False):
        canvas.put(plate(slip.w, slip.h, theme.PARCHMENT), slip.x, slip.y)
        canvas.put(small(name, *_GIVEN), slip.x + 12, slip.y + 10)
        partner = Seat((viewer(view) + 2) % view.seats)
        said = words(text(f"majority.picture.{key}", partner=partner))
        canvas.write(slip.past(88).left(slip.w - 100), said, theme.BODY, lines=2, free=True)


def _last_card(view: MajorityView) -> Text | None:
    """What becomes of the card that is left over."""
    if view.pack or len(view.hand) < 2:
        return None
    last = view.round == parts.ROUNDS
    return text(f"majority.picture.left_over.{'end' if last else 'next'}")


def _question(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """What is asked, large; where the game stands, below."""
    soft = theme.BODY.tinted(theme.INK_SOFT)
    if view.prompt is None:
        canvas.write(box.top(66), words(view.headline), theme.HEADLINE, lines=2)
    else:
        ask = words(view.prompt.ask)
        canvas.write(box.top(66), ask, theme.HEADLINE, lines=2, free=True)
        canvas.write(box.below(66), words(view.headline), soft)


def _choice(canvas: Canvas, box: Box, words: Words, cards: Sequence[CardView]) -> None:
    """Large cards in one row."""
    width = min(_CARD, (box.w - (_MOST - 1) * _GAP) // max(_MOST - 1, len(cards)))
    for index, card in enumerate(cards):
        canvas.place(face(card, words, width), box.x + index * (width + _GAP), box.y)


def _own(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Own totals beside the best of the others, and the purse."""
    seat = viewer(view)
    slots = box.columns(4, 14)
    paid = payable(view)
    for name, slot in zip(view.colours, slots, strict=False):
        _total(canvas, slot, view, words, name, paid[name][seat])
    purse = slots[-1].top(_OWN - 8)
    player = view.players[seat]
    canvas.put(plate(purse.w, purse.h, parts.cloth(view, seat)), purse.x, purse.y)
    line = purse.inset(14, 10)
    room = line.top(66) if player.party is not None else line
    parts.purse(canvas, room.left(room.w - 70), str(player.gold), _PURSE, 38)
    if player.spy:
        canvas.put_middle(token(58), room.past(room.w - 62))
    if player.party is not None:
        party = text(f"majority.picture.party.{player.party}")
        said = text("majority.picture.party_gold", party=party, gold=wealth(view, seat))
        canvas.write(line.below(72), words(said), _PARTY, "center")


def _total(
    canvas: Canvas, slot: Box, view: MajorityView, words: Words, name: str, paid: int
) -> None:
    """One colour: own total, the best of the others, place and what it would earn."""
    seat = viewer(view)
    player = view.players[seat]
    others = max(one.totals[name] for index, one in enumerate(view.players) if index != seat)
    canvas.put(shield(name, 76), slot.x, slot.y + 8)
    rest = slot.past(90)
    rank = player.ranks[name]
    line = rest.top(54)
    if rank == 1:
        sign = lead(88, 48, shared=shared(view, seat, name))
        canvas.put(sign, line.x, line.y + 2)
        canvas.write(
            Box(line.x + 36, line.y + 2, 50, 48), str(player.totals[name]), _STANDING, "center"
        )
        line = line.past(98)
    else:
        canvas.write(line.left(50), str(player.totals[name]), _STANDING, "center")
        line = line.past(58)
    canvas.write(line, f"/ {others}", _OTHERS)
    said = words(text(f"majority.picture.rank.{rank}")) if rank else "–"
    canvas.write(rest.below(56).top(34).left(56), said, _OTHERS)
    if paid:
        sum_box = rest.below(56).top(34).past(60)
        canvas.put_middle(coin(26), sum_box.left(26))
        canvas.write(sum_box.past(34), f"+{paid}", theme.NUMBER.at(28))
    colour = words(text(f"majority.colour.{name}"))
    canvas.write(Box(slot.x - 6, slot.y + 92, 90, 30), colour, theme.NOTE, "center")
