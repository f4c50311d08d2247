"""The hand: what may be chosen now, and the viewer's own cards by guild.

What is asked and where the game stands is said by the message around it, and not here again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from PIL import Image

from engine.game import Option
from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images.furniture import legend
from images.furniture.ornaments import crowns, lead, medal
from images.furniture.sheets import CONTENT, TITLE, section
from images.guildes import parts
from images.guildes.parts import arms, card, shield
from images.guildes.spoken import hand_alt, in_force
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import LIGHT, flat
from images.paint.layout import Box
from images.paint.lettering import fit, pitch
from images.paint.sketch import Sketch, stamped
from images.paint.theme import Style
from images.paint.vector import stencil
from images.pictures import Picture
from images.viewed import viewer
from images.words import Words

CHOICE = (192, 212)
"""A large card; narrower where six lie side by side."""

PILE = (140, 130)
"""A small pile with its name below."""

_SMALL = (66, 84)
_FOOT = 96
_CHIPS = 46
_CARD_NAME = Style("heading", (36, 34, 32, 30, 28, 27))
_SMALL_NAME = Style("text", (28, 27))


@cached
def face(guild: str, name: str, worth: tuple[str, ...], counting: int, width: int) -> Drawn:
    """A large card; the votes of the ranks that count in this ballot are dark."""
    canvas = Canvas(_blank(guild, width))
    label = Box(7, CHOICE[1] - _FOOT, width - 14, _FOOT - _CHIPS - 8)
    canvas.write(label, name, _CARD_NAME, "center")
    chips = Box(7, CHOICE[1] - _CHIPS - 6, width - 14, _CHIPS - 4)
    parts.ranks(canvas, chips, worth, counting, centred=True, ground=theme.CREAM)
    return flat(canvas.drawn(), parts.colours())


@cached
def pile(guild: str, name: str, count: int) -> Drawn:
    """A small pile of one guild's cards, its number and name."""
    canvas = Canvas(Image.new("RGB", PILE, THEME.paper))
    shown = min(count, 3)
    x = (PILE[0] - _SMALL[0]) // 2 - 3 * (shown - 1)
    for index in reversed(range(shown)):
        canvas.put(card(guild, *_SMALL), x + index * 6, 2 + index * 2)
    if count > 1:
        canvas.put(medal(46, f"×{count}", "now"), x + _SMALL[0] - 14, 0)
    canvas.write(Box(0, PILE[1] - 38, PILE[0], 36), name, _SMALL_NAME, "center")
    return canvas.drawn()


def _blank(guild: str, width: int) -> Image.Image:
    """Colour and emblem above, room for words below."""
    one = arms()[guild]
    height = CHOICE[1]
    sketch = Sketch(width, height, THEME.paper)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, 14)
    sketch.box(box.inset(2), theme.CREAM, 12)
    field = Box(7, 7, width - 14, height - _FOOT - 7)
    sketch.box(field, one.colour, 7)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    inner = min(field.h - 18, field.w - 30)
    x, y = field.middle
    mask = stencil(one.emblem, inner, one.turn)
    stamped(sprite, mask, one.ink, x - inner // 2, y - inner // 2)
    return sprite


_GAP = 12
_KEPT = PILE[1] + 8
_OWN = 80
_OWN_ACROSS = 6
_ONE_ROW = 6
_VARIANTS = 44
_NAME = Style("text", (28, 27))
_COUNT = Style("strong", (36, 34, 32, 30))
_MORE = Style("strong", (32, 30, 28), THEME.rubric)
_OTHERS = Style("text", (32, 30, 28, 27), theme.INK_SOFT)
_VARIANT = Style("strong", (30, 28, 27), theme.INK_SOFT)
_RULE = Style("text", (28,), theme.INK_SOFT)
_RULE_LINES = 5
_APART = 24


def hand(view: GuildesView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    key, choice = _offered(view)
    rows = ceil(len(choice) / _ONE_ROW)
    large = TITLE + rows * (CHOICE[1] + _GAP) if choice else 0
    small = [("face_down", view.own_face_down)] if view.own_face_down else []
    if key == "choice" and view.hand:
        small.insert(0, ("hand", view.hand))
    kept = Counter(view.hand if key == "pack" else ())
    guilds = _laid(view, kept)
    own = TITLE + ceil(len(guilds) / _OWN_ACROSS) * _OWN if guilds else 0
    seat = viewer(view)
    leading = [len(first) for row in guilds if seat in (first := view.leaders(row))]
    entries = (*_names(words, choice), *_entries(view, words, leading))
    signs = legend.height(entries, CONTENT)
    variants = [(words(name), words(rule) if rule else "") for name, rule in in_force(view, words)]
    wide = CONTENT if len(variants) < 2 else (CONTENT - _APART) // 2
    heights = [_rule_height(rule, wide) for _, rule in variants]
    above = _VARIANTS + max(heights) if variants else 0
    canvas, box = parts.sheet(above + large + len(small) * (TITLE + _KEPT) + own + signs, words)
    places = box.columns(max(1, len(variants)), _APART)
    for (name, rule), tall, place in zip(variants, heights, places, strict=False):
        canvas.write(place.top(_VARIANTS - 6), name, _VARIANT)
        if rule:
            below = place.below(_VARIANTS - 6).top(tall)
            canvas.write(below, rule, _RULE, lines=_RULE_LINES)
    box = box.below(above)
    if choice:
        _section(canvas, box, words, key, len(choice))
        _choice(canvas, box.below(TITLE), view, words, choice)
        box = box.below(large)
    for title, cards in small:
        _section(canvas, box, words, title, len(cards))
        _piles(canvas, box.below(TITLE).top(_KEPT), words, cards)
        box = box.below(TITLE + _KEPT)
    if guilds:
        _own(canvas, box.top(own), view, words, guilds, kept)
    legend.draw(canvas, box.below(own), entries, THEME)
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


def _rule_height(rule: str, width: int) -> int:
    """Of a rule in a column of this width, and the space below; 0 of none."""
    if not rule:
        return 0
    fitted = fit(rule, _RULE.setting, width, 400, _RULE_LINES)
    return len(fitted.lines) * pitch(fitted.size) + 8


def _laid(view: GuildesView, kept: Mapping[str, int]) -> list[GuildRow]:
    """The guilds of which anybody has laid cards, or the viewer has kept some."""
    return [
        row
        for row in view.guilds
        if kept.get(row.guild) or any(player.effective(row.guild) for player in view.players)
    ]


def _section(canvas: Canvas, box: Box, words: Words, key: str, count: int) -> None:
    section(canvas, box, THEME, words(text(f"guildes.picture.section.{key}", n=count)))


def _names(words: Words, guilds: Sequence[str]) -> tuple[legend.Entry, ...]:
    """What the guilds to choose from are called."""
    signs = {guild: shield(guild, 34) for guild in guilds}
    return legend.names(words, signs, "guildes.guild", "guildes.topic.guild")


def _entries(view: GuildesView, words: Words, leading: Sequence[int]) -> tuple[legend.Entry, ...]:
    """What the chips mean, and crowns of so many seats each."""
    signs = {**parts.chips(view), **crowns(leading, THEME.paper)}
    return legend.entries(words, "guildes.picture.legend", signs)


def _choice(
    canvas: Canvas, box: Box, view: GuildesView, words: Words, cards: Sequence[str]
) -> None:
    """Large cards in one row, or in rows of about equal length."""
    across = ceil(len(cards) / ceil(len(cards) / _ONE_ROW))
    width = min(CHOICE[0], (box.w - (across - 1) * _GAP) // across)
    rows = {row.guild: row for row in view.guilds}
    for index, guild in enumerate(cards):
        down, along = divmod(index, across)
        x, y = box.x + along * (width + _GAP), box.y + down * (CHOICE[1] + _GAP)
        name = parts.guild_name(words, guild)
        worth = parts.worth(words, rows[guild])
        canvas.place(face(guild, name, worth, view.scored(rows[guild]), width), x, y)


def _guilds(options: Iterable[Option]) -> tuple[str, ...]:
    """Guilds of the cards among these options."""
    cards = (option.card for option in options if option.card)
    return tuple(c.removeprefix("guild:") for c in cards if c.startswith("guild:"))


def _piles(canvas: Canvas, box: Box, words: Words, cards: Sequence[str]) -> None:
    """Small cards by guild, each with its name and number."""
    groups = Counter(cards)
    slots = box.columns(max(7, len(groups)), 3)
    for (guild, count), slot in zip(groups.items(), slots, strict=False):
        canvas.place(pile(guild, parts.guild_name(words, guild), count), slot.x, slot.y)


def _own(
    canvas: Canvas,
    box: Box,
    view: GuildesView,
    words: Words,
    guilds: Sequence[GuildRow],
    kept: Mapping[str, int],
) -> None:
    """Own cards by guild, those kept, and the most that another player has laid; own votes."""
    seat = viewer(view)
    bare = not any(player.effective(row.guild) for row in guilds for player in view.players)
    key = "kept" if bare else "beside" if kept else "own"
    title = words(text(f"guildes.picture.section.{key}", n=sum(kept.values())))
    votes = view.players[seat].total
    said = words(text("guildes.picture.own_votes", n=votes)) if votes else ""
    section(canvas, box, THEME, title, aside=said)
    rows = box.below(TITLE).rows(ceil(len(guilds) / _OWN_ACROSS))
    slots = [slot for line in rows for slot in line.columns(_OWN_ACROSS, 6)]
    for row, slot in zip(guilds, slots, strict=False):
        laid = [player.effective(row.guild) for player in view.players]
        own = laid.pop(seat)
        leading = view.leaders(row)
        shared = len(leading) > 1 if seat in leading else None
        name = parts.guild_name(words, row.guild)
        more = kept.get(row.guild, 0)
        numbers = own, "" if not more else str(more) if bare else f"+{more}", max(laid)
        drawn = _standing((slot.w, slot.h), (row.guild, name), numbers, shared)
        canvas.place(drawn, slot.x, slot.y)


@cached
def _standing(
    size: tuple[int, int],
    guild: tuple[str, str],
    numbers: tuple[int, str, int],
    shared: bool | None,  # noqa: FBT001 - it is found quickest by position
) -> Drawn:
    """A guild (id, name): own cards, crowned in the lead (`shared` or not), kept, the others'."""
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    own, kept, others = numbers
    canvas.put(shield(guild[0], 40), 0, 35)
    canvas.write(Box(0, 0, size[0], 34), guild[1], _NAME)
    line = Box(44, 36, size[0] - 44, 38)
    if shared is not None:
        canvas.put(lead(52, 38, shared=shared), line.x, line.y)
    if own or others:
        room = line.past(27 if shared is not None else 0).left(26)
        canvas.write(room, str(own), _COUNT if own else _OTHERS, "center")
        line = line.past(room.right - line.x + 2)
    if kept:
        canvas.write(line.left(34), kept, _MORE, "center")
        line = line.past(36)
    if own or others:
        canvas.write(line, f"/{others}", _OTHERS)
    return flat(canvas.drawn(), parts.colours())
