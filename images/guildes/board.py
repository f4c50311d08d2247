"""The board: every tableau by guild, who leads, votes, and who has chosen."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import people, theme
from images.canvas import Canvas, Drawn
from images.guildes import parts
from images.guildes.guilds import back, card
from images.guildes.spoken import board_alt, signed, travel
from images.layout import Box
from images.ornaments import arrow, crown, lead, medal, plate, seal
from images.pictures import Picture
from images.sheets import HEAD
from images.theme import Style
from images.words import Words

_ROW = 54
_EVENT = 112
_TRICK = 120
_VOTES = 92
_CARD = (32, 44)
_NUMBER = 70
_MOST_STEP = 16
_SUM = Style("text", (24, 22), theme.PARCHMENT_SHADE)


def board(view: GuildesView, words: Words) -> Picture:
    """What lies open on the table."""
    label = 324 if view.seats <= 4 else 204
    banners = people.banner_height(words, people.columns(label, view.seats))
    hidden = any(player.face_down for player in view.players)
    event = _EVENT if view.options.events else 0
    tricks = _TRICK if view.options.tricks else 0
    guilds = len(view.guilds) * _ROW
    table = guilds + hidden * _ROW
    canvas, box = parts.sheet(HEAD + event + banners + tricks + table + _VOTES)
    _situation(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    if event:
        _event(canvas, box.top(event - 18), view, words)
        box = box.below(event)
    lanes = box.past(label)
    people.lanes(canvas, lanes.top(banners + tricks + table).below(20), view.seats)
    _legend(canvas, box.left(label - 12).top(banners - 10), words)
    if tricks:
        title = words(text("guildes.picture.tricks"))
        line = box.below(banners).left(label - 12).top(tricks - 14)
        canvas.write(line.below(18), title, theme.HEADING.tinted(theme.RUBRIC), lines=2)
    for seat, lane in enumerate(lanes.columns(view.seats, people.GAP)):
        _player(canvas, lane.top(banners - 10), view, words, seat)
        if tricks:
            _trick(canvas, lane.below(banners).top(tricks - 14), view, words, seat)
    box, lanes = box.below(banners + tricks), lanes.below(banners + tricks)
    parts.guild_column(canvas, box.left(label - 12).top(guilds), view, words, values=True)
    for row, line in zip(view.guilds, lanes.top(guilds).rows(len(view.guilds)), strict=True):
        _guild(canvas, line, view, row)
    if hidden:
        said = words(text("guildes.picture.face_down"))
        line = box.below(guilds).top(_ROW)
        canvas.write(line.left(label - 12), said, theme.HEADING)
        _face_down(canvas, line.past(label), view)
    _votes(canvas, box.below(table).top(_VOTES), label, view, words)
    return canvas.picture(board_alt(view, words))


def _situation(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Where the game stands; below, where packs travel or how many cards are left."""
    canvas.write(box.top(60), words(view.headline), theme.HEADLINE)
    style = theme.BODY.tinted(theme.INK_SOFT)
    hands = {player.hand for player in view.players}
    if view.phase == "draft":
        sign = arrow(64, 26, theme.INK_SOFT, rightwards=view.direction == "left")
        canvas.write(box.below(60), travel(view, words), style, sign=sign)
    elif len(hands) == 1 and hands != {0}:
        said = words(text("guildes.picture.hands", n=hands.pop()))
        canvas.write(box.below(60), said, style)


def _event(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """The event card: its arrow, name and rule."""
    canvas.put(plate(box.w, box.h, theme.PARCHMENT), box.x, box.y)
    sign = arrow(84, 38, theme.RUBRIC, rightwards=view.direction == "left")
    canvas.put(sign, box.x + 22, box.y + (box.h - sign.height) // 2)
    inside = box.past(128).inset(0, 5)
    name = words(text(f"guildes.event_card.{view.event}"))
    canvas.write(inside.left(236), name, theme.HEADING.tinted(theme.RUBRIC), lines=2)
    rule = words(text(f"guildes.event_card.{view.event}.rule"))
    canvas.write(inside.past(250).left(box.w - 394), rule, theme.BODY, lines=3)


def _legend(canvas: Canvas, box: Box, words: Words) -> None:
    """What the two crowns mean."""
    lines = box.below(box.h - 84).rows(2)
    for hollow, key, line in zip((None, theme.PARCHMENT), ("leads", "shares"), lines, strict=True):
        said = words(text(f"guildes.picture.legend.{key}"))
        canvas.write(line, said, theme.NOTE, lines=2, sign=crown(26, hollow=hollow))


def _player(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    awaited = seat in view.awaited
    status = ""
    if view.awaited and view.simultaneous:
        status = "choosing" if awaited else "chosen"
    elif awaited:
        status = "playing"
    people.player(canvas, box, words, seat, status, lit=awaited)


def _trick(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    """The player's dirty trick; its letter in wax while it may still be used."""
    player = view.players[seat]
    letter, stands = player.trick_letter, player.trick_state
    if letter is not None and stands is not None:
        name = words(text(f"guildes.trick.{player.trick}"))
        drawn = _slip((box.w, box.h), letter, name, stands)
        canvas.place(drawn, box.x, box.y)


@lru_cache(maxsize=32)
def _slip(size: tuple[int, int], letter: str, name: str, state: str) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, theme.LANE))
    canvas.put(plate(width, height - 18, theme.PARCHMENT), 0, 18)
    if state == "played":
        sign = seal(38, "chosen")
    else:
        sign = seal(38, letter) if state == "held" else medal(38, letter, "later")
    canvas.put(sign, (width - sign.width) // 2, 0)
    style = Style("strong" if state == "held" else "text", (26, 24, 22), theme.INK)
    canvas.write(Box(5, 42, width - 10, height - 48), name, style, "center", 2)
    return canvas.drawn()


def _guild(canvas: Canvas, line: Box, view: GuildesView, row: GuildRow) -> None:
    leading = view.leaders(row)
    for seat, lane in enumerate(people.ruled(canvas, line, view.seats)):
        player = view.players[seat]
        laid, mark = player.tableau.get(row.guild, 0), player.marks.get(row.guild, 0)
        if not laid and not mark:
            canvas.write(lane, "·", theme.NONE, "center")
            continue
        shared = len(leading) > 1 if seat in leading else None
        canvas.put(_number(view.players[seat].effective(row.guild), shared), lane.x + 4, lane.y + 5)
        room = lane.w - _NUMBER - 14
        if laid:
            sprite = _fan(row.guild, laid, room - (26 if mark else 0))
            canvas.put(sprite, lane.x + _NUMBER + 10, lane.y + 5)
        if mark:
            canvas.put(seal(40, signed(mark)), lane.right - 42, lane.y + 7)


@lru_cache(maxsize=64)
def _number(count: int, shared: bool | None) -> Image.Image:  # noqa: FBT001 - by position
    """How many cards; on a plate with a crown for whoever leads, alone or `shared`."""
    canvas = Canvas(Image.new("RGB", (_NUMBER, _CARD[1]), theme.LANE))
    if shared is not None:
        canvas.put(lead(_NUMBER, _CARD[1], shared=shared), 0, 0)
    canvas.write(Box(32, 0, _NUMBER - 36, _CARD[1]), str(count), theme.NUMBER, "center")
    return canvas.drawn().image


@lru_cache(maxsize=256)
def _fan(guild: str | None, count: int, width: int) -> Image.Image:
    """Cards that overlap as far as the room demands; None: face down."""
    sprite = back(*_CARD) if guild is None else card(guild, *_CARD)
    step = min(_MOST_STEP, max(1, (width - sprite.width) // max(1, count - 1)))
    ground = Image.new("RGB", (sprite.width + step * (count - 1), sprite.height), theme.LANE)
    for index in range(count):
        ground.paste(sprite, (index * step, 0), sprite)
    return ground


def _face_down(canvas: Canvas, line: Box, view: GuildesView) -> None:
    for seat, lane in enumerate(line.columns(view.seats, people.GAP)):
        count = view.players[seat].face_down
        if count:
            canvas.put(_number(count, None), lane.x + 4, lane.y + 5)
            canvas.put(_fan(None, count, lane.w - 82), lane.x + _NUMBER + 10, lane.y + 5)


def _votes(canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words) -> None:
    """Everyone's votes in all, and ballot by ballot below."""
    people.band(canvas, box, words(text("picture.votes")))
    first = view.ahead()
    for seat, lane in enumerate(box.past(label).columns(view.seats, people.GAP)):
        votes = view.players[seat].votes
        upper = lane.top(62) if len(votes) > 1 else lane
        people.total(canvas, upper, view.players[seat].total, first=seat in first)
        if len(votes) > 1:
            sums = " + ".join(map(str, votes))
            canvas.write(lane.below(56).top(32), sums, _SUM, "center")
