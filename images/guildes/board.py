"""The board: every tableau by guild or the count just held, votes, and who has chosen."""

from __future__ import annotations

from PIL import Image

from engine.guildes.topics import signed
from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import legend, people, sheets, theme, waiting
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.guildes import count, parts
from images.guildes.guilds import arms, back, card
from images.guildes.spoken import board_alt, travel
from images.guildes.theme import THEME
from images.heraldry import fan
from images.indexed import LIGHT
from images.layout import Box
from images.lettering import fit, pitch
from images.ornaments import arrow, crown, lead, medal, plate, seal
from images.pictures import Picture
from images.sheets import CONTENT, HEAD
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

_WIDE_ROW, _NARROW_ROW = 60, 74
_WIDE_LABEL, _NARROW_LABEL = 376, 228
_TRICK = 138
_VOTES = 100
_CARD = (32, 46)
_NUMBER = 76
_COUNTER = (82, 46)
_FAN_ROOM = 150
_ARROW = 128
_NAME = 48
_RULE_LINES = 3
_SUM = Style("text", (28, 26), theme.PALE)
_WORTH = Style("text", (28, 26), theme.INK_SOFT)


def board(view: GuildesView, words: Words) -> Picture:
    """What lies open on the table."""
    wide = view.seats <= 4
    label = _WIDE_LABEL if wide else _NARROW_LABEL
    row = _WIDE_ROW if wide else _NARROW_ROW
    banners = people.banner_height(words, people.columns(label, view.seats))
    hidden = any(player.face_down for player in view.players)
    event = _event_height(view, words)
    news, room = view.just_counted(), count.height(view)
    tricks = _TRICK if view.options.tricks else 0
    guilds = len(view.guilds) * row
    table = guilds + hidden * row
    entries = count.entries(words) if news else _entries(words)
    key = legend.height(entries, CONTENT) + 8
    height = HEAD + event + room + banners + tricks + table + _VOTES + key
    canvas, box = parts.sheet(height, words)
    _situation(canvas, parts.head(canvas, box, view), view, words)
    box = box.below(HEAD)
    if news:
        count.title(canvas, box, view, words)
        box = box.below(room)
    elif event:
        _event(canvas, box.top(event - 18), view, words)
        box = box.below(event)
    lanes = box.past(label)
    people.lanes(canvas, lanes.top(banners + tricks + table).below(20), THEME, view.seats)
    worth = words(text("guildes.picture.worth"))
    foot = box.left(label - 12).top(banners - 8)
    canvas.write(foot.below(foot.h - 74), worth, _WORTH, "right" if wide else "left", lines=2)
    if tricks:
        title = words(text("guildes.picture.tricks"))
        line = box.below(banners).left(label - 12).top(tricks - 14)
        canvas.write(line.below(18), title, THEME.title, lines=2)
    for seat, lane in enumerate(lanes.columns(view.seats, people.GAP)):
        _player(canvas, lane.top(banners - 10), view, words, seat)
        if tricks:
            _trick(canvas, lane.below(banners).top(tricks - 14), view, words, seat)
    box, lanes = box.below(banners + tricks), lanes.below(banners + tricks)
    ranks, draw_row = (count.counted(view), count.row) if news else (view, _guild)
    parts.guild_column(canvas, box.left(label - 12).top(guilds), ranks, words, values=True)
    for found, line in zip(view.guilds, lanes.top(guilds).rows(len(view.guilds)), strict=True):
        draw_row(canvas, line, view, found)
    if hidden:
        said = words(text("guildes.picture.face_down"))
        line = box.below(guilds).top(row)
        canvas.write(line.left(label - 12), said, theme.HEADING)
        _face_down(canvas, line.past(label), view)
    _votes(canvas, box.below(table).top(_VOTES), label, view, words)
    box = box.below(table + _VOTES + 8)
    if news and event:  # what begins stands below what has ended
        _event(canvas, box.below(10).top(event - 18), view, words)
        box = box.below(event)
    legend.draw(canvas, box, entries, THEME)
    return canvas.picture(board_alt(view, words), LIGHT)


def _situation(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Where the game stands; below, where packs travel or how many cards are left."""
    below, sign = "", None
    hands = {player.hand for player in view.players}
    if _stopped(view):
        pass
    elif view.phase == "draft":
        sign = arrow(64, 26, theme.INK_SOFT, rightwards=view.direction == "left")
        below = words(travel(view))
    elif len(hands) == 1 and hands != {0}:
        below = words(text("guildes.picture.hands", n=hands.pop()))
    sheets.said(canvas, box, words(view.headline), below, sign)


def _stopped(view: GuildesView) -> bool:
    """Whether nobody goes on in the middle of the game, as where a lesson ends."""
    return view.phase == "draft" and not view.awaited


def _event_height(view: GuildesView, words: Words) -> int:
    """Room for the event card and the space below; 0 without events."""
    if not view.options.events or _stopped(view):
        return 0
    rule = words(text(f"guildes.event_card.{view.event}.rule"))
    fitted = fit(rule, theme.DECIDE.setting, CONTENT - _ARROW - 24, 200, _RULE_LINES)
    return 18 + 20 + _NAME + len(fitted.lines) * pitch(fitted.size) + 10


def _event(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """The event card: its arrow, name and rule."""
    canvas.put(plate(box.w, box.h, theme.CREAM), box.x, box.y)
    sign = arrow(84, 38, THEME.rubric, rightwards=view.direction == "left")
    canvas.put(sign, box.x + 22, box.y + (box.h - sign.height) // 2)
    inside = box.past(_ARROW).inset(0, 10).left(box.w - _ARROW - 24)
    canvas.write(inside.top(_NAME), words(text(f"guildes.event_card.{view.event}")), THEME.title)
    rule = words(text(f"guildes.event_card.{view.event}.rule"))
    canvas.write(inside.below(_NAME - 4), rule, theme.DECIDE, lines=_RULE_LINES)


def _entries(words: Words) -> tuple[legend.Entry, ...]:
    """What the crowns and the two kinds of chips mean."""
    signs = {
        "leads": crown(28),
        "shares": crown(28, hollow=THEME.paper),
        "now": parts.chip(28, 32, THEME.paper, filled=True),
        "later": parts.chip(28, 32, THEME.paper, filled=False),
    }
    return tuple(
        (sign, words(text(f"guildes.picture.legend.{key}"))) for key, sign in signs.items()
    )


def _player(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    people.player(canvas, box, THEME, words, seat, waiting.status(view, words, seat))


def _trick(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    """The player's dirty trick; its letter in wax while it may still be used."""
    player = view.players[seat]
    letter, stands = player.trick_letter, player.trick_state
    if letter is not None and stands is not None:
        name = words(text(f"guildes.trick.{player.trick}"))
        drawn = _slip((box.w, box.h), letter, name, stands)
        canvas.place(drawn, box.x, box.y)


@cached
def _slip(size: tuple[int, int], letter: str, name: str, state: str) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, THEME.lane))
    canvas.put(plate(width, height - 18, theme.CREAM), 0, 18)
    if state == "played":
        sign = seal(40, "chosen")
    else:
        sign = seal(40, letter) if state == "held" else medal(40, letter, "later")
    canvas.put(sign, (width - sign.width) // 2, 0)
    style = Style("strong" if state == "held" else "text", (30, 28, 26), theme.INK)
    canvas.write(Box(5, 42, width - 10, height - 46), name, style, "center", 2)
    return canvas.drawn()


def _guild(canvas: Canvas, line: Box, view: GuildesView, row: GuildRow) -> None:
    leading = view.leaders(row)
    for seat, lane in enumerate(people.ruled(canvas, line, THEME, view.seats)):
        player = view.players[seat]
        laid, mark = player.tableau.get(row.guild, 0), player.marks.get(row.guild, 0)
        if not laid and not mark:
            people.nothing(canvas, lane, THEME)
            continue
        shared = len(leading) > 1 if seat in leading else None
        number = player.effective(row.guild)
        y = lane.y + (lane.h - _CARD[1]) // 2
        if lane.w < _FAN_ROOM:
            canvas.put(_counter(row.guild, number, shared), lane.middle[0] - _COUNTER[0] // 2, y)
        else:
            canvas.put(_number(number, shared), lane.x + 4, y)
            room = lane.w - _NUMBER - 14 - (30 if mark else 0)
            if laid:
                canvas.put(_fan(row.guild, laid, room), lane.x + _NUMBER + 10, y)
        if mark:
            canvas.put(seal(42, signed(mark)), lane.right - 44, y + 2)


@cached
def _counter(guild: str, count: int, shared: bool | None) -> Image.Image:  # noqa: FBT001
    """A number on the guild's colour, for narrow lanes; crowned and ringed in gold in the lead."""
    one = arms()[guild]
    sketch = Sketch(*_COUNTER, THEME.lane)
    box = Box(0, 0, *_COUNTER)
    sketch.box(box, theme.INK, 9)
    if shared is not None:
        sketch.box(box.inset(1), theme.GOLD_LIGHT, 8)
        sketch.box(box.inset(5), theme.INK, 6)
    sketch.box(box.inset(2 if shared is None else 6), one.colour, 7 if shared is None else 5)
    canvas = Canvas(sketch.done())
    style = theme.NUMBER.tinted(one.ink)
    if shared is None:
        canvas.write(box, str(count), style, "center")
    else:
        sign = crown(26, one.ink, one.colour if shared else None)
        canvas.put(sign, 12, (box.h - sign.height) // 2)
        canvas.write(box.past(34).left(box.w - 40), str(count), style, "center")
    return canvas.drawn().image


@cached
def _number(count: int, shared: bool | None) -> Image.Image:  # noqa: FBT001 - by position
    """How many cards; on a plate with a crown for whoever leads, alone or `shared`."""
    canvas = Canvas(Image.new("RGB", (_NUMBER, _CARD[1]), THEME.lane))
    if shared is not None:
        canvas.put(lead(_NUMBER, _CARD[1], shared=shared), 0, 0)
    canvas.write(Box(34, 0, _NUMBER - 38, _CARD[1]), str(count), theme.NUMBER, "center")
    return canvas.drawn().image


@cached
def _fan(guild: str | None, count: int, width: int) -> Image.Image:
    """Cards of a guild, overlapping; None: face down."""
    if guild is None:
        return fan(back(*_CARD), THEME.cover.base, count, width, THEME.lane)
    return fan(card(guild, *_CARD), arms()[guild].colour, count, width, THEME.lane)


def _face_down(canvas: Canvas, line: Box, view: GuildesView) -> None:
    for seat, lane in enumerate(line.columns(view.seats, people.GAP)):
        hidden = view.players[seat].face_down
        if hidden:
            y = lane.y + (lane.h - _CARD[1]) // 2
            canvas.put(_number(hidden, None), lane.x + 4, y)
            canvas.put(_fan(None, hidden, lane.w - 94), lane.x + _NUMBER + 10, y)


def _votes(canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words) -> None:
    """Everyone's votes in all, and ballot by ballot below."""
    people.band(canvas, box, words(text("picture.votes")), THEME.cloth)
    first = view.ahead()
    for seat, lane in enumerate(box.past(label).columns(view.seats, people.GAP)):
        votes = view.players[seat].votes
        upper = lane.top(66) if len(votes) > 1 else lane
        people.total(canvas, upper, THEME, view.players[seat].total, first=seat in first)
        if len(votes) > 1:
            sums = " + ".join(map(str, votes))
            canvas.write(lane.below(60).top(36), sums, _SUM, "center")
