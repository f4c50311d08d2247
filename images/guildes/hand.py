"""The hand: what may be chosen now, what was kept, and the viewer's own tableau."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil

from PIL import Image

from engine.game import Option
from engine.guildes.view import GuildesView
from engine.text import text
from images import legend, sheets, theme
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.guildes import parts
from images.guildes.cards import CHOICE, PILE, face, pile
from images.guildes.guilds import shield
from images.guildes.spoken import hand_alt, travel
from images.guildes.theme import THEME
from images.indexed import LIGHT, flat
from images.layout import Box
from images.ornaments import crown, lead, plate, seal
from images.pictures import Picture
from images.sheets import CONTENT, HEAD, TITLE, section
from images.theme import Style
from images.viewed import viewer
from images.words import Words

_GAP = 12
_KEPT = PILE[1] + 8
_OWN = 86
_OWN_ROWS = 2
_OWN_ACROSS = 6
_ONE_ROW = 7
_NAME = Style("text", (28, 26))
_COUNT = Style("strong", (36, 34))
_OTHERS = Style("text", (32, 30), theme.INK_SOFT)
_VOTES = Style("heading", (36, 34, 32, 30), theme.CREAM)


def hand(view: GuildesView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    key, choice = _offered(view)
    rows = 1 if len(choice) <= _ONE_ROW else 2
    large = TITLE + rows * (CHOICE[1] + _GAP) if choice else 0
    small = [("face_down", view.own_face_down)] if view.own_face_down else []
    if key != "hand" and view.hand:
        small.insert(0, ("kept" if key == "pack" else "hand", view.hand))
    entries = _entries(words)
    signs = legend.height(entries, CONTENT)
    height = HEAD + large + len(small) * (TITLE + _KEPT) + TITLE + _OWN_ROWS * _OWN + signs
    canvas, box = parts.sheet(height, words)
    _question(canvas, parts.head(canvas, box, view), view, words)
    box = box.below(HEAD)
    if choice:
        _section(canvas, box, words, key, len(choice))
        _choice(canvas, box.below(TITLE), view, words, choice)
        box = box.below(large)
    for title, cards in small:
        _section(canvas, box, words, title, len(cards))
        _piles(canvas, box.below(TITLE).top(_KEPT), words, cards)
        box = box.below(TITLE + _KEPT)
    _section(canvas, box, words, "own", 0)
    _own(canvas, box.below(TITLE).top(_OWN_ROWS * _OWN), view, words)
    legend.draw(canvas, box.below(TITLE + _OWN_ROWS * _OWN), entries, THEME)
    return canvas.picture(hand_alt(view, words), LIGHT)


def _offered(view: GuildesView) -> tuple[str, Sequence[str]]:
    """The large cards: the pack, those that a dirty trick offers, or the hand."""
    if view.pack:
        return "pack", view.pack
    if view.phase == "tricks" and view.prompt is not None:
        cards = _guilds(view.prompt.options)
        if cards:
            return "choice", cards
    return "hand", view.hand


def _question(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """What is asked, large; where the game stands, below."""
    if view.prompt is None:
        below = words(travel(view)) if view.pack else ""
        sheets.said(canvas, box, words(view.headline), below)
    else:
        ask = words(view.prompt.ask).partition("\n")[0]
        sheets.said(canvas, box, ask, words(view.headline))


def _section(canvas: Canvas, box: Box, words: Words, key: str, count: int) -> None:
    section(canvas, box, THEME, words(text(f"guildes.picture.section.{key}", n=count)))


def _entries(words: Words) -> tuple[legend.Entry, ...]:
    """What the chips and crowns mean."""
    signs = {
        "now": parts.chip(28, 32, THEME.paper, filled=True),
        "later": parts.chip(28, 32, THEME.paper, filled=False),
        "leads": crown(28),
        "shares": crown(28, hollow=THEME.paper),
    }
    return tuple(
        (sign, words(text(f"guildes.picture.legend.{key}"))) for key, sign in signs.items()
    )


def _choice(
    canvas: Canvas, box: Box, view: GuildesView, words: Words, cards: Sequence[str]
) -> None:
    """Large cards in one row or two, the chosen ones framed in gold and sealed."""
    chosen = _chosen(view)
    across = len(cards) if len(cards) <= _ONE_ROW else ceil(len(cards) / 2)
    width = min(CHOICE[0], (box.w - (across - 1) * _GAP) // across)
    rows = {row.guild: row for row in view.guilds}
    for index, guild in enumerate(cards):
        down, along = divmod(index, across)
        x, y = box.x + along * (width + _GAP), box.y + down * (CHOICE[1] + _GAP)
        name = parts.guild_name(words, guild)
        marked = chosen[guild] > 0
        chosen[guild] -= marked
        worth = parts.worth(words, rows[guild])
        drawn = face(guild, name, worth, view.scored(rows[guild]), width, marked)
        canvas.place(drawn, x, y)
        if marked:
            canvas.put(seal(64, "chosen"), x + width - 56, y - 10)


def _chosen(view: GuildesView) -> Counter[str]:
    """Guilds of the cards picked so far."""
    if view.prompt is None or view.prompt.answered is None:
        return Counter()
    answered = view.prompt.answered
    return Counter(_guilds(option for option in view.prompt.options if option.id in answered))


def _guilds(options: Iterable[Option]) -> tuple[str, ...]:
    """Guilds of the cards among these options."""
    cards = (option.card for option in options if option.card)
    return tuple(c.removeprefix("guild:") for c in cards if c.startswith("guild:"))


def _piles(canvas: Canvas, box: Box, words: Words, cards: Sequence[str]) -> None:
    """Small cards by guild, each with its name and number."""
    groups = Counter(cards)
    slots = box.columns(max(8, len(groups)), 3)
    for (guild, count), slot in zip(groups.items(), slots, strict=False):
        canvas.place(pile(guild, parts.guild_name(words, guild), count), slot.x, slot.y)


def _own(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Own cards by guild beside the most that another player has; own votes."""
    slots = [slot for line in box.rows(_OWN_ROWS) for slot in line.columns(_OWN_ACROSS, 6)]
    seat = viewer(view)
    for row, slot in zip(view.guilds, slots, strict=False):
        own = view.players[seat].effective(row.guild)
        others = max(view.players[s].effective(row.guild) for s in range(view.seats) if s != seat)
        leading = view.leaders(row)
        shared = len(leading) > 1 if seat in leading else None
        name = parts.guild_name(words, row.guild)
        canvas.place(
            _standing((slot.w, slot.h), (row.guild, name), own, others, shared), slot.x, slot.y
        )
    last = slots[-1].inset(0, 10)
    said = words(text("guildes.picture.own_votes", n=view.players[seat].total))
    canvas.put(plate(last.w, last.h, THEME.cloth), last.x, last.y)
    canvas.write(last.inset(8), said, _VOTES, "center")


@cached
def _standing(
    size: tuple[int, int],
    guild: tuple[str, str],
    own: int,
    others: int,
    shared: bool | None,  # noqa: FBT001 - it is found quickest by position
) -> Drawn:
    """A guild (id, name): own cards, crowned in the lead (`shared` or not), and the others'."""
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    canvas.put(shield(guild[0], 46), 0, 32)
    canvas.write(Box(0, 0, size[0], 34), guild[1], _NAME)
    line = Box(54, 36, size[0] - 54, 40)
    if shared is None:
        own_room = line.left(26)
    else:
        canvas.put(lead(66, 40, shared=shared), line.x, line.y)
        own_room = line.past(30).left(34)
    canvas.write(own_room, str(own), _COUNT if own else _OTHERS, "center")
    canvas.write(line.past(own_room.right - line.x + 8), f"/ {others}", _OTHERS)
    return flat(canvas.drawn(), parts.colours())
