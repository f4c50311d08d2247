"""The viewer's standing: totals beside the best of the others, and the purse."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images.furniture.ornaments import lead, plate
from images.majority import parts
from images.majority.council import coin, shield, token
from images.majority.spoken import party_gold
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import measure
from images.paint.theme import Style
from images.viewed import viewer
from images.words import Words

OWN = 126
"""Height of the standing."""

_PURSE_ROOM = 216
_GAP = 12
_STANDING = Style("strong", (44,))
_OTHERS = Style("text", (34, 32, 30, 28, 27), theme.INK_SOFT)
_RANK = Style("text", (32, 30), theme.INK_SOFT)
_PURSE = Style("heading", (56, 50, 44), theme.CREAM)
_PARTY = Style("text", (30, 28, 27), theme.CREAM)


def own(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Own totals beside the best of the others, and the purse."""
    seat = viewer(view)
    slots = box.left(box.w - _PURSE_ROOM - _GAP).columns(len(view.colours), _GAP)
    paid = view.payable()
    for name, slot in zip(view.colours, slots, strict=True):
        _total(canvas, slot, view, words, name, paid[name][seat])
    purse = box.past(box.w - _PURSE_ROOM)
    player = view.players[seat]
    canvas.put(plate(purse.w, purse.h, parts.cloth(view, seat)), purse.x, purse.y)
    line = purse.inset(14, 10)
    room = line.top(48) if player.party is not None else line
    beside = room.left(room.w - 62) if player.spy else room
    parts.purse(canvas, beside, str(player.gold), _PURSE, 38)
    if player.spy:
        canvas.put_middle(token(min(58, room.h)), room.past(beside.w))
    if player.party is not None:
        canvas.write(line.below(48), words(party_gold(view, seat)), _PARTY, "center", 2)


def _total(
    canvas: Canvas, slot: Box, view: MajorityView, words: Words, name: str, paid: int
) -> None:
    """One colour: own total, the best of the others, place and what it would earn."""
    seat = viewer(view)
    player = view.players[seat]
    rank = player.ranks[name]
    numbers = (
        player.totals[name],
        max(one.totals[name] for index, one in enumerate(view.players) if index != seat),
        paid,
    )
    said = (
        words(text(f"majority.colour.{name}")),
        words(text(f"majority.picture.rank.{rank}")) if rank else "–",
    )
    leads = view.shared(seat, name) if rank == 1 else None
    canvas.place(_standing((slot.w, slot.h), name, said, numbers, leads), slot.x, slot.y)


@cached
def _standing(
    size: tuple[int, int],
    name: str,
    said: tuple[str, str],
    numbers: tuple[int, int, int],
    shared: bool | None,  # noqa: FBT001 - it is found quickest by position
) -> Drawn:
    """A colour (name and place in words; own, others' best, gold), crowned in the lead."""
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    colour, rank = said
    total, others, paid = numbers
    canvas.put(shield(name, 64), 8, 4)
    canvas.write(Box(0, 76, 84, 40), colour, theme.NOTE, "center")
    line = Box(88, 6, size[0] - 88, 54)
    wide = measure(str(total), _STANDING.face, _STANDING.sizes[0])
    if shared is not None:
        canvas.put(lead(wide + 58, 54, shared=shared), line.x, line.y)
        line = line.past(46)
    canvas.write(line.left(wide + 4), str(total), _STANDING)
    canvas.write(line.past(wide + (16 if shared is not None else 10)), f"/{others}", _OTHERS)
    foot = Box(88, 72, size[0] - 88, 42)
    canvas.write(foot.left(64), rank, _RANK)
    if paid:
        canvas.put_middle(coin(30), foot.past(66).left(30))
        canvas.write(foot.past(104), f"+{paid}", theme.NUMBER)
    return flat(canvas.drawn(), parts.colours())
