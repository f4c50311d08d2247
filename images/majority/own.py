"""The viewer's standing: totals beside the best of the others, and the purse."""

from __future__ import annotations

from engine.majority.view import MajorityView
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.majority import parts
from images.majority.council import coin, shield, token
from images.majority.standing import payable, shared, viewer, wealth
from images.ornaments import lead, plate
from images.theme import Style
from images.words import Words

OWN = 142
"""Height of the standing."""

_STANDING = Style("strong", (40, 36))
_OTHERS = Style("text", (28, 26), theme.INK_SOFT)
_PURSE = Style("title", (52, 46, 40), theme.CREAM)
_PARTY = Style("text", (26, 24, 22), theme.CREAM)


def own(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Own totals beside the best of the others, and the purse."""
    seat = viewer(view)
    slots = box.columns(4, 14)
    paid = payable(view)
    for name, slot in zip(view.colours, slots, strict=False):
        _total(canvas, slot, view, words, name, paid[name][seat])
    purse = slots[-1]
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
        canvas.write(line.left(52), str(player.totals[name]), _STANDING)
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
