"""The board: every tableau by guild, who leads, votes, and who has chosen."""

from __future__ import annotations

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.guildes import parts
from images.guildes.guilds import back, card
from images.guildes.spoken import board_alt, signed, travel
from images.guildes.standing import ahead, effective, leaders, total
from images.layout import Box
from images.ornaments import MARGIN, arrow, crown, plate, seal
from images.pictures import Picture
from images.theme import Style
from images.words import Words

_ROW = 54
_EVENT = 112
_TRICK = 92
_VOTES = 92
_GAP = 10
_CARD = (32, 44)
_MOST_STEP = 13
_MARK = Style("strong", (24, 22), theme.CREAM)
_SUM = Style("text", (24, 22), theme.PARCHMENT_SHADE)
_NONE = Style("text", (24,), theme.PARCHMENT_LINE)


def board(view: GuildesView, words: Words) -> Picture:
    """What lies open on the table."""
    banners = parts.banner_height(words, view.seats)
    hidden = any(player.face_down for player in view.players)
    rows = len(view.guilds) + hidden
    event = _EVENT if view.options.events else 0
    tricks = _TRICK if view.options.tricks else 0
    height = parts.HEAD + event + banners + tricks + rows * _ROW + _VOTES
    canvas, box = parts.sheet(height + 2 * MARGIN - 16)
    parts.head(canvas, box.top(parts.HEAD), view, words, "")
    _direction(canvas, box.top(parts.HEAD), view, words)
    box = box.below(parts.HEAD)
    if event:
        _event(canvas, box.top(event), view, words)
        box = box.below(event)
    label = 320 if view.seats <= 4 else 206
    parts.legend(canvas, box.left(label - 20).top(banners).inset(0, banners // 2 - 60), words)
    for seat, place in enumerate(box.past(label).top(banners).columns(view.seats, _GAP)):
        _player(canvas, place, view, words, seat)
    box = box.below(banners)
    if tricks:
        for seat, place in enumerate(box.past(label).top(tricks).columns(view.seats, _GAP)):
            _trick(canvas, place, view, words, seat)
        box = box.below(tricks)
    lines = box.top(rows * _ROW).rows(rows)
    parts.rules(canvas, box, lines[:-1])
    for row, line in zip(view.guilds, lines, strict=False):
        _guild(canvas, line, label, view, words, row)
    if hidden:
        _face_down(canvas, lines[-1], label, view, words)
    _votes(canvas, box.below(rows * _ROW).top(_VOTES), label, view, words)
    return canvas.picture(board_alt(view, words))


def _direction(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    line = Box(box.x + 240, box.y + 60, box.w - 476, parts.HEAD - 80)
    sign = arrow(64, 26, theme.INK_SOFT, rightwards=view.direction == "left")
    canvas.put(sign, line.x, line.y + (line.h - sign.height) // 2)
    canvas.write(line.past(78), travel(view, words), theme.BODY.tinted(theme.INK_SOFT))


def _event(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """The event card: its arrow, name and rule."""
    body = Box(box.x, box.y, box.w, box.h - 18)
    canvas.put(_slip(body.w, body.h), body.x, body.y)
    sign = arrow(88, 40, theme.RUBRIC, rightwards=view.direction == "left")
    canvas.put(sign, body.x + 22, body.y + (body.h - sign.height) // 2)
    inside = Box(body.x + 132, body.y + 6, body.w - 150, body.h - 12)
    name = words(text(f"guildes.event_card.{view.event}"))
    canvas.write(inside.left(240), name, theme.HEADING.tinted(theme.RUBRIC), lines=2)
    rule = words(text(f"guildes.event_card.{view.event}.rule"))
    canvas.write(inside.past(256), rule, theme.BODY, lines=3)


def _slip(width: int, height: int) -> Image.Image:
    """A strip of parchment with a gold edge."""
    return plate(width, height, whole=False)


def _player(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    awaited = seat in view.awaited
    if not view.awaited:
        status = ""
    elif view.simultaneous:
        status = "choosing" if awaited else "chosen"
    else:
        status = "playing" if awaited else ""
    parts.player(canvas, box.top(box.h - 10), words, seat, status, lit=awaited)


def _trick(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    """The player's dirty trick: its letter in wax, its name; struck out once it is settled."""
    player = view.players[seat]
    if player.trick is None:
        return
    slip = Box(box.x, box.y, box.w, box.h - 12)
    canvas.put(_slip(slip.w, slip.h), slip.x, slip.y)
    settled = player.trick_state != "held"
    style = Style("strong", (26, 24, 22), theme.INK_SOFT if settled else theme.INK)
    name = words(text(f"guildes.trick.{player.trick}"))
    canvas.write(slip.inset(8, 4), name, style, "center", lines=3)


def _guild(
    canvas: Canvas, line: Box, label: int, view: GuildesView, words: Words, row: GuildRow
) -> None:
    parts.guild_label(canvas, line.left(label - 8), view, words, row)
    leading = leaders(view, row)
    for seat, cell in enumerate(line.past(label).columns(view.seats, _GAP)):
        _cell(canvas, cell, view, row, seat, leading)


def _cell(
    canvas: Canvas, cell: Box, view: GuildesView, row: GuildRow, seat: int, leading: tuple[int, ...]
) -> None:
    """The cards laid, fanned as far as there is room, and their number."""
    player = view.players[seat]
    laid, mark = player.tableau.get(row.guild, 0), player.marks.get(row.guild, 0)
    if not laid and not mark:
        canvas.write(cell, "·", _NONE, "center")
        return
    number = cell.left(72)
    if seat in leading:
        whole = len(leading) == 1
        canvas.put_middle(plate(72, 42, whole=whole), number)
        sign = crown(26, whole=whole)
        canvas.put(sign, number.x + 7, number.y + (number.h - sign.height) // 2)
    count = str(effective(view, seat, row.guild))
    canvas.write(number.past(32).left(36), count, theme.NUMBER, "center")
    fan = cell.past(80).left(cell.w - 80 - (36 if mark else 0))
    _fan(canvas, fan, card(row.guild, *_CARD), laid)
    if mark:
        canvas.put_middle(seal(42, signed(mark)), fan.past(fan.w).left(36))


def _fan(canvas: Canvas, box: Box, sprite: Image.Image, count: int) -> None:
    """Cards overlapping from the left; the first ones lie on top of a full fan's end."""
    if not count:
        return
    step = min(_MOST_STEP, max(1, (box.w - sprite.width) // max(1, count - 1)))
    y = box.y + (box.h - sprite.height) // 2
    for index in range(count):
        canvas.put(sprite, box.x + index * step, y)


def _face_down(canvas: Canvas, line: Box, label: int, view: GuildesView, words: Words) -> None:
    said = words(text("guildes.picture.face_down"))
    canvas.write(line.left(label - 16), said, theme.HEADING)
    for seat, cell in enumerate(line.past(label).columns(view.seats, _GAP)):
        count = view.players[seat].face_down
        if count:
            canvas.write(cell.past(32).left(36), str(count), theme.NUMBER, "center")
            _fan(canvas, cell.past(80), back(*_CARD), count)


def _votes(canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words) -> None:
    """Everyone's votes in all, and ballot by ballot below."""
    parts.band(canvas, box)
    said = words(text("picture.votes"))
    canvas.write(box.left(label).inset(16, 0), said, theme.HEADING.tinted(theme.CREAM))
    first = ahead(view)
    for seat, cell in enumerate(box.past(label).columns(view.seats, _GAP)):
        votes = view.players[seat].votes
        upper = cell.top(60) if len(votes) > 1 else cell
        parts.total(canvas, upper, total(view, seat), first=seat in first)
        if len(votes) > 1:
            sums = " + ".join(map(str, votes))
            canvas.write(cell.below(56).top(30), sums, _SUM, "center")
