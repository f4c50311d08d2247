"""The board: the trick as it grows, cards won by faction, hands, and the tokens that decide."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PIL import Image

from engine.corrompue.view import CorrompueView
from engine.text import Seat, Text, text
from images import viewed
from images.corrompue import parts
from images.corrompue.factions import fan, shield, token
from images.corrompue.spoken import board_alt
from images.corrompue.theme import THEME
from images.corrompue.trick import last, last_height, trick, trick_height
from images.furniture import legend, people, sheets
from images.furniture.ornaments import plate
from images.furniture.sheets import CONTENT, HEAD
from images.furniture.shots import ring
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import measure
from images.paint.theme import Style
from images.pictures import Picture, Shot
from images.words import Words


def count_title(view: CorrompueView) -> Text:
    """What the rows of factions show."""
    if view.just_counted():
        return text("corrompue.picture.count", event=len(view.counts))
    return text("corrompue.picture.won")


def sign_entries(view: CorrompueView, words: Words) -> tuple[legend.Entry, ...]:
    """What a token or the shield of the Culte beside a number means."""
    signs: dict[str, Image.Image] = {}
    if any(map(any, tokens(view).values())):
        signs["given" if view.just_counted() else "due"] = token("paysan", 30, "held", THEME.paper)
    if any(player.handed for player in view.players):
        signs["handed"] = shield("culte", 34)
    return legend.entries(words, "corrompue.picture", signs)


def counted_factions(view: CorrompueView, *, every: bool = False) -> tuple[str, ...]:
    """The factions with a row, those of which anybody has a card: Culte cards count for nobody.

    `every`: of the others too.
    """
    known = view.counts[-1].won if view.just_counted() else view.factions
    return tuple(faction for faction in known if every or any(counted_won(view, faction)))


def counted_won(view: CorrompueView, faction: str) -> tuple[int, ...]:
    """Cards of a faction by seat: as they were counted, or so far in this event."""
    if view.just_counted():
        return view.counts[-1].won[faction]
    return tuple(player.won.get(faction, 0) for player in view.players)


def tokens(view: CorrompueView) -> Mapping[str, tuple[int, ...]]:
    """Tokens by faction, then by seat: those that the count gave, or would give now."""
    if not view.just_counted():
        return view.due()
    held = view.counts[-1]
    milice = tuple(int(seat == held.milice) for seat in range(view.seats))
    return {"noblesse": held.noblesse, "paysan": held.paysan, "milice": milice}


Seen = Shot[CorrompueView]

_LABEL = 236
_PLACE = 50
_ROW = 60
_TOKENS = 70
_NUMBER = 52
_APART = 4
_AROUND = 24
"""What a slip is wider than its word."""

_SMALL_NAME = Style("heading", (30, 28, 27), theme.CREAM)
_ENDS = Style("text", (27,), theme.PALE)
_CHIP = Style("text", (27,))
_HANDED = Style("strong", (28,))
_SPENT = Style("text", (30, 28, 27), theme.CREAM)


def board(view: CorrompueView, words: Words) -> Picture:
    """What lies open on the table."""
    return _table(view, words, None)


def frame(view: CorrompueView, shot: Seen, words: Words) -> Picture:
    """The same in a film, which shows tricks that were taken alone."""
    return _table(view, words, shot)


def _table(view: CorrompueView, words: Words, shot: Seen | None) -> Picture:
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    playing = shot is None and view.phase in {"trick", "interrupt"}
    now = trick_height(large=True) if playing else 0
    before = last_height(view) if shot is None else trick_height(large=False)
    factions = counted_factions(view, every=shot is not None)
    lines = len(factions if shot is None else shot.last.factions)
    table = banners + _PLACE + (lines + 1) * _ROW
    band = 3 * _TOKENS
    entries = sign_entries(view, words) if shot is None else ()
    key = legend.height(entries, CONTENT)
    canvas, box = parts.sheet(HEAD + now + before + table + band + key, words)
    _situation(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    if playing:
        trick(canvas, box, view, words, large=True)
        box = box.below(now)
    if view.last_trick is not None:
        last(canvas, box, view, words)
    elif shot is not None:
        trick(canvas, box, view, words, large=False)
    box = box.below(before)
    lanes = box.past(_LABEL).top(table)
    people.lanes(canvas, lanes.below(20), THEME, view.seats)
    if factions:
        title = words(count_title(view))
        label = box.left(_LABEL - 12).top(banners + _PLACE)
        canvas.write(label.below(label.h - 84), title, THEME.title, lines=2)
    for seat, lane in enumerate(lanes.columns(view.seats, people.GAP)):
        _player(canvas, lane.top(banners - 10), view, words, seat)
        _place(canvas, lane.below(banners).top(_PLACE - 6), view, words, seat)
    rows = box.below(banners + _PLACE).top((lines + 1) * _ROW)
    given = tokens(view)
    for faction, line in zip(factions, rows.rows(lines + 1), strict=False):
        _faction(canvas, line, view, words, (faction, given.get(faction, ())))
        for seat, lane in enumerate(line.past(_LABEL).columns(view.seats, people.GAP)):
            ring(canvas, lane, view, shot, partial(_won, faction=faction, seat=seat))
    _hands(canvas, rows.below(lines * _ROW), view, words)
    _tokens(canvas, box.below(table).top(band), view, words, shot)
    legend.draw(canvas, box.below(table + band), entries, THEME)
    return canvas.picture(board_alt(view, words))


def _won(view: CorrompueView, faction: str, seat: int) -> int:
    """Cards of a faction that a seat has won in this event; none while the count is shown."""
    return 0 if view.just_counted() else counted_won(view, faction)[seat]


def _held(view: CorrompueView, faction: str, seat: int) -> int:
    return parts.held(view.players[seat], faction)


def _situation(canvas: Canvas, box: Box, view: CorrompueView, words: Words) -> None:
    """Where the game stands; below, who deals and who leads."""
    key = "over" if view.outcome is not None else "dealt"
    said = text(f"corrompue.picture.{key}", dealer=Seat(view.dealer), n=view.culte_pile)
    below = "" if viewed.stopped(view) else words(said)
    sheets.said(canvas, box, words(view.headline), below)


def _player(canvas: Canvas, box: Box, view: CorrompueView, words: Words, seat: int) -> None:
    discards = view.phase != "discard" or view.players[seat].handed
    status = viewed.status(view, words, seat) if discards else ""
    people.player(canvas, box, THEME, words, seat, status)


def _place(canvas: Canvas, box: Box, view: CorrompueView, words: Words, seat: int) -> None:
    """Slips for the dealer and for who leads."""
    if view.outcome is not None:
        return
    found = [key for key, who in (("deals", view.dealer), ("leads", view.leader)) if who == seat]
    if not found:
        return
    said = [words(text(f"corrompue.picture.{key}")) for key in found]
    wide = [measure(one, _CHIP.face, _CHIP.sizes[0]) for one in said]
    room = box.inset(2)
    spare = room.w - sum(wide) - _APART * (len(wide) - 1)
    around = min(_AROUND, spare // len(wide))
    for one, width in zip(said, wide, strict=True):
        slip = room.left(width + around)
        canvas.put(plate(slip.w, slip.h, theme.CREAM), slip.x, slip.y)
        canvas.write(slip, one, _CHIP, "center")
        room = room.past(slip.w + _APART)


def _faction(
    canvas: Canvas, line: Box, view: CorrompueView, words: Words, row: tuple[str, tuple[int, ...]]
) -> None:
    """Cards won of a faction, and who gets its token for them (tokens by seat, if it has any)."""
    faction, given = row
    won = counted_won(view, faction)
    name = words(text(f"corrompue.faction.{faction}"))
    canvas.place(_label((_LABEL - 12, line.h), faction, name), line.x, line.y)
    for seat, lane in enumerate(people.ruled(canvas, line.past(_LABEL), THEME, view.seats)):
        if won[seat]:
            _count(canvas, lane, won[seat], faction)
        else:
            people.nothing(canvas, lane, THEME)
        if given and given[seat]:
            sign = token(faction, 38, "held", THEME.lane)
            canvas.put(sign, lane.right - 46, lane.y + (lane.h - sign.height) // 2)


@cached
def _label(size: tuple[int, int], faction: str, name: str) -> Drawn:
    """A row's faction."""
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    canvas.write(Box(0, 0, *size), name, theme.HEADING, sign=shield(faction, 46))
    canvas.fill(Box(0, size[1] - 1, size[0], 1), THEME.line)
    return flat(canvas.drawn(), parts.colours())


def _count(canvas: Canvas, lane: Box, number: int, faction: str | None, spared: int = 58) -> None:
    """A number and as many cards, `spared` px left free at the lane's end."""
    sprite = _cards(number, faction, lane.w - _NUMBER - spared)
    canvas.put(sprite, lane.x, lane.y + (lane.h - sprite.height) // 2)


@cached
def _cards(number: int, faction: str | None, width: int) -> Image.Image:
    cards = fan(faction, number, width)
    canvas = Canvas(Image.new("RGB", (_NUMBER + 4 + cards.width, cards.height), THEME.lane))
    canvas.write(Box(0, 0, _NUMBER, cards.height), str(number), theme.NUMBER, "center")
    canvas.put(cards, _NUMBER + 4, 0)
    return flat(canvas.drawn(), parts.colours()).image


def _hands(canvas: Canvas, line: Box, view: CorrompueView, words: Words) -> None:
    """How many cards everybody holds; Culte cards handed in this event behind a shield."""
    said = words(text("corrompue.picture.in_hand"))
    canvas.write(line.left(_LABEL - 12), said, theme.HEADING)
    for seat, lane in enumerate(line.past(_LABEL).columns(view.seats, people.GAP)):
        player = view.players[seat]
        if player.hand:
            _count(canvas, lane, player.hand, None, spared=90)
        else:
            people.nothing(canvas, lane, THEME)
        if player.handed:
            sign = shield("culte", 34)
            canvas.put(sign, lane.right - 42, lane.y + (lane.h - sign.height) // 2)
            canvas.write(lane.past(lane.w - 86).left(40), str(player.handed), _HANDED, "right")


def _tokens(canvas: Canvas, box: Box, view: CorrompueView, words: Words, shot: Seen | None) -> None:
    """Noblesse and Paysan tokens towards the end of the game, and the Milice token."""
    people.band(canvas, box, "", THEME.cloth)
    noblesse, paysan, milice = box.inset(0, 3).rows(3)
    for faction, row in (("noblesse", noblesse), ("paysan", paysan)):
        _ending(canvas, row, words, faction, view.tokens_to_end)
        for seat, lane in enumerate(row.past(_LABEL).columns(view.seats, people.GAP)):
            held = parts.held(view.players[seat], faction), view.tokens_to_end
            parts.pips(canvas, lane.inset(8, 0), faction, held, THEME.cloth)
            ring(canvas, lane, view, shot, partial(_held, faction=faction, seat=seat))
    _ending(canvas, milice, words, "milice", None)
    for seat, lane in enumerate(milice.past(_LABEL).columns(view.seats, people.GAP)):
        if seat != view.milice:
            continue
        state = "spent" if view.milice_spent else "held"
        sprite = token("milice", 42, "spent" if view.milice_spent else "held", THEME.cloth)
        canvas.put(sprite, lane.x + 8, lane.y + (lane.h - 42) // 2)
        said = words(text(f"corrompue.picture.milice.{state}"))
        canvas.write(lane.past(60), said, _SPENT, lines=2)


def _ending(canvas: Canvas, row: Box, words: Words, faction: str, number: int | None) -> None:
    """A faction's tokens; how many of them end the game, and how."""
    name = words(text(f"corrompue.faction.{faction}"))
    ends = "" if number is None else words(text(f"corrompue.picture.ends.{faction}", n=number))
    canvas.place(_token_label((_LABEL - 8, row.h), faction, name, ends), row.x, row.y)


@cached
def _token_label(size: tuple[int, int], faction: str, name: str, ends: str) -> Drawn:
    canvas = Canvas(Image.new("RGB", size, THEME.cloth))
    canvas.put(shield(faction, 44), 10, (size[1] - 44) // 2)
    rest = Box(64, 3, size[0] - 64, size[1] - 6)
    half = rest.h // 2
    canvas.write(rest.top(half + 2) if ends else rest, name, _SMALL_NAME)
    if ends:
        canvas.write(rest.below(half), ends, _ENDS)
    return flat(canvas.drawn(), parts.colours())
