"""What the pictures of The Majority share: the head, sections, totals, the purse."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images.furniture import legend, sheets
from images.furniture.lobby import CARD, opened
from images.furniture.ornaments import crowns, lead
from images.majority.council import CLOTHS, coin, ramps, shield, small, token
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.colour import Colour
from images.paint.indexed import Indexed, flat
from images.paint.layout import Box
from images.paint.lettering import common_size, measure
from images.paint.palette import Palette, palette
from images.paint.theme import Style
from images.pictures import OpenTable, Picture
from images.words import Words

SHIELDS = 90
TOTAL = 126
_COLOUR = Style("text", (28, 27))
_RANK = Style("text", (28, 27), theme.INK_SOFT)
_PAY = Style("strong", (30, 28, 27))
_BESIDE = 6
_LEAD = 80
"""How wide a leading total's plate is, apart from the one beside it."""


def colours() -> Palette:
    """Those of this game's pictures."""
    return palette(THEME, ramps())


def sheet(height: int, words: Words) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    title = words(text("majority.picture.title"))
    return sheets.sheet(height, colours(), THEME, title)


def head(canvas: Canvas, box: Box, view: MajorityView) -> Box:
    """The rounds; returns the room for words beside them."""
    return sheets.head(canvas, box, THEME, view.rounds, len(view.debates), view.round)


def cloth(view: MajorityView, seat: int) -> Colour:
    """The colour of a seat's banner: its party's."""
    return CLOTHS[view.players[seat].party or 0]


def won(view: MajorityView) -> bool:
    """Whether anybody has won a card or gold yet."""
    return any(player.gold or any(player.won.values()) for player in view.players)


def shields(canvas: Canvas, box: Box, view: MajorityView, words: Words, ground: Colour) -> None:
    """The three colours side by side, each with its name."""
    names = tuple((name, words(text(f"majority.colour.{name}"))) for name in view.colours)
    canvas.place(_shields((box.w, box.h), names, ground), box.x, box.y)


@cached
def _shields(size: tuple[int, int], names: tuple[tuple[str, str], ...], ground: Colour) -> Drawn:
    canvas = Canvas(Image.new("RGB", size, ground))
    for (name, said), column in zip(names, Box(0, 0, *size).columns(len(names)), strict=True):
        canvas.put_middle(shield(name, 48), column.top(56))
        canvas.write(column.below(54).top(36).inset(-2, 0), said, _COLOUR, "center")
    return flat(canvas.drawn(), colours())


@cached
def total(
    size: tuple[int, int],
    ground: Colour,
    power: int,
    rank: str,
    paid: int,
    shared: bool | None,  # noqa: FBT001 - it is found quickest by position
) -> Drawn:
    """A total in a colour: crowned in the lead (`shared` or not), its place, what it would earn."""
    width, height = size
    canvas = Canvas(Image.new("RGB", size, ground))
    if not power:
        canvas.write(Box(0, 0, width, 48), "0", theme.NUMBER.tinted(theme.INK_SOFT), "center")
        return flat(canvas.drawn(), colours())
    if shared is None:
        canvas.write(Box(0, 0, width, 48), str(power), theme.NUMBER, "center")
    else:
        x = (width - _LEAD) // 2
        canvas.put(lead(_LEAD, 46, shared=shared), x, 1)
        canvas.write(Box(x + 33, 1, _LEAD - 34, 46), str(power), theme.NUMBER, "center")
    canvas.write(Box(0, 48, width, 34), rank, _RANK, "center")
    if paid:
        purse(canvas, Box(0, 82, width, height - 86), f"+{paid}", _PAY, 26)
    return flat(canvas.drawn(), colours())


def richest(view: MajorityView) -> int:
    """How many have most gold; parties, where there are some."""
    return len({view.players[seat].party if view.parties else seat for seat in view.richest()})


def entries(
    view: MajorityView, words: Words, purses: int = 0, *, spy: bool = True
) -> tuple[legend.Entry, ...]:
    """What the eye means, and the coin and the crowns once there may be some.

    `purses`: how many have a crown for their gold; `spy`: whether the token is in the picture.
    """
    signs = {"spy": token(36)} if spy else {}
    if won(view):
        firsts = (
            sum(player.ranks[colour] == 1 for player in view.players) for colour in view.colours
        )
        signs = {**crowns((purses, *firsts), THEME.paper), "payable": coin(28), **signs}
    return legend.entries(words, "majority.picture.legend", signs)


def purse(
    canvas: Canvas, box: Box, said: str, style: Style, size: int, first: Image.Image | None = None
) -> None:
    """A sum behind a coin, both in the middle of a box; the most has the crown `first`."""
    signs = [coin(size)] if first is None else [first, coin(size)]
    before = sum(sign.width + _BESIDE for sign in signs)
    fitted = style.at(common_size((said,), style.setting, box.w - before))
    wide = before + measure(said, fitted.face, fitted.sizes[0])
    room = Box(box.middle[0] - wide // 2, box.y, wide, box.h)
    for sign in signs:
        canvas.put_middle(sign, room.left(sign.width))
        room = room.past(sign.width + _BESIDE)
    canvas.write(room, said, fitted)


_CARDS = ("red:0", "blue:2", "yellow:3", "red:5", "blue:6", "yellow:7", "red:9", "blue:10")
"""What every power looks like, the colours in turn."""


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [small(card, *CARD) for card in _CARDS]
    return opened(table, words, sheet, THEME, cards, CLOTHS)
