"""The board: every tableau by guild or the count just held, votes, and who has chosen."""

from __future__ import annotations

from functools import partial

from PIL import Image

from engine.guildes.topics import signed
from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import viewed
from images.furniture import legend, people, sheets
from images.furniture.heraldry import fan
from images.furniture.ornaments import arrow, crown, crowns, lead, medal, plate, seal
from images.furniture.sheets import CONTENT, HEAD, TITLE
from images.furniture.shots import ring
from images.guildes import count, parts
from images.guildes.parts import arms, back, card
from images.guildes.spoken import board_alt, due_now, way
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import LIGHT, flat
from images.paint.layout import Box
from images.paint.lettering import fit, pitch, unbroken
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import Picture, Shot
from images.words import Words

Seen = Shot[GuildesView]

_WIDE_ROW, _NARROW_ROW = 60, 74
_WIDE_LABEL, _NARROW_LABEL = 356, 190
_TRICK = 138
_TRICK_SIZES = (30, 28, 27)
_MARGIN = 10
_SLIM_MARGIN = 7
_VOTES = 60
_SUM_LINE = 36
_CARD = (32, 46)
_NUMBER = 76
_COUNTER = (82, 46)
_FAN_ROOM = 150
_ARROW = 128
_NAME = 48
_RULE_LINES = 3
_SUM = Style("text", (28, 27), theme.PALE)
_DUE = Style("strong", (28, 27), theme.GOLD_LIGHT)
_WORTH = Style("text", (28, 27), theme.INK_SOFT)


def board(view: GuildesView, words: Words) -> Picture:
    """What lies open on the table."""
    return _table(_begun(view), words, None)


def frame(view: GuildesView, shot: Seen, words: Words) -> Picture:
    """The same in a film, with room for all that will come."""
    return _table(view, words, shot)


def _table(view: GuildesView, words: Words, shot: Seen | None) -> Picture:
    wide = view.seats <= 4
    hidden = any(player.face_down for player in view.players)
    votes = _votes_height(view) if shot is None else _VOTES + _SUM_LINE + 16
    beside = view.guilds or hidden or votes or view.options.tricks
    label = (_WIDE_LABEL if wide else _NARROW_LABEL) if beside else 0
    row = _WIDE_ROW if wide else _NARROW_ROW
    banners = people.banner_height(words, people.columns(label, view.seats))
    event = _event_height(view, words, shot)
    news, room = view.just_counted(), count.height(view) if shot is None else TITLE
    tricks = _TRICK if view.options.tricks else 0
    guilds = len(view.guilds) * row
    table = guilds + (view.options.events if shot else hidden) * row
    entries = _explained(view, words) if shot is None else ()
    key = legend.height(entries, CONTENT)
    apart = news and shot is None  # what begins stands below what has ended
    above, below = (0, tricks) if apart else (tricks, 0)
    height = HEAD + event + room + banners + tricks + table + votes + key
    canvas, box = parts.sheet(height, words)
    _situation(canvas, parts.head(canvas, box, view), view, words)
    box = box.below(HEAD)
    if news:
        count.title(canvas, box, view, words)
    elif event:
        _event(canvas, box.below(room).top(event - 18), view, words)
    box = box.below(room + event * (shot is not None or not news))
    people.lanes(canvas, box.past(label).top(banners + above + table).below(20), THEME, view.seats)
    _players(canvas, box.top(banners), label, view, words)
    if above:
        _tricks(canvas, box.below(banners).top(above), label, view, words)
    box = box.below(banners + above)
    if guilds:
        _guilds(canvas, box.top(guilds), label, view, words, shot)
    if hidden:
        said = words(text("guildes.picture.face_down"))
        line = box.below(guilds).top(row)
        canvas.write(line.left(label - 12), said, theme.HEADING)
        _face_down(canvas, line.past(label), view)
    if votes:
        _votes(canvas, box.below(table).top(votes), label, view, words, shot)
    box = box.below(table + votes)
    if apart and event:
        _event(canvas, box.below(10).top(event - 18), view, words)
        box = box.below(event)
    if below:
        _tricks(canvas, box.top(below), label, view, words)
        box = box.below(below)
    legend.draw(canvas, box, entries, THEME)
    return canvas.picture(board_alt(view, words), LIGHT)


def _begun(view: GuildesView) -> GuildesView:
    """The view with the guilds of which something lies open: of others there is nothing to say."""
    laid = [
        row
        for row in view.guilds
        if any(one.tableau.get(row.guild) or one.marks.get(row.guild) for one in view.players)
    ]
    return view.model_copy(update={"guilds": tuple(laid)})


def _explained(view: GuildesView, words: Words) -> tuple[legend.Entry, ...]:
    """What is explained below."""
    tricks = legend.entries(words, "guildes.picture.legend.trick", _trick_signs(view))
    if view.just_counted():
        return (*count.entries(words), *tricks)
    return (*(_entries(view, words) if view.guilds else ()), *tricks)


def _trick_signs(view: GuildesView) -> dict[str, Image.Image]:
    """The signs on the dirty tricks, by what has become of them; the first letter of each."""
    players = sorted(view.players, key=lambda one: one.trick_letter or "")
    signs: dict[str, Image.Image] = {}
    for one in players:
        if one.trick_letter is not None and one.trick_state is not None:
            signs.setdefault(one.trick_state, _trick_sign(one.trick_letter, one.trick_state))
    return signs


def _trick_sign(letter: str, state: str) -> Image.Image:
    """A dirty trick's letter, in wax while it may still be used; a tick once it was."""
    if state == "played":
        return seal(40, "chosen")
    return seal(40, letter) if state == "held" else medal(40, letter, "later")


def _stands(view: GuildesView, guild: str, seat: int) -> tuple[int, int] | None:
    """Cards of a guild before a seat, and its mark; none while the count is shown."""
    player = view.players[seat]
    stands = player.tableau.get(guild, 0), player.marks.get(guild, 0)
    return None if view.just_counted() or not any(stands) else stands


def _total(view: GuildesView, seat: int) -> int:
    return view.players[seat].total


def _situation(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Where the game stands; below, where packs travel or how many cards are left."""
    below, sign = "", None
    hands = {player.hand for player in view.players}
    if viewed.stopped(view):
        pass
    elif view.phase == "draft":
        sign = arrow(64, 26, theme.INK_SOFT, rightwards=view.direction == "left")
        below = words(viewed.travel_brief(view, view.seats, way(view)))
    elif len(hands) == 1 and hands != {0}:
        below = words(text("guildes.picture.hands", n=hands.pop()))
    sheets.said(canvas, box, words(view.headline), below, sign)


def _event_height(view: GuildesView, words: Words, shot: Seen | None) -> int:
    """Room for the event card and the space below; 0 without events."""
    if not view.options.events or (viewed.stopped(view) and shot is None):
        return 0
    if shot is not None:
        return 18 + 20 + _NAME + _RULE_LINES * pitch(theme.DECIDE.sizes[0]) + 10
    rule = words(view.event_rule)
    fitted = fit(rule, theme.DECIDE.setting, CONTENT - _ARROW - 24, 200, _RULE_LINES)
    return 18 + 20 + _NAME + len(fitted.lines) * pitch(fitted.size) + 10


def _event(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """The event card: its name, its rule, and its arrow while packs are passed that way."""
    canvas.put(plate(box.w, box.h, theme.CREAM), box.x, box.y)
    passing = view.phase == "draft"
    if passing:
        sign = arrow(84, 38, THEME.rubric, rightwards=view.direction == "left")
        canvas.put(sign, box.x + 22, box.y + (box.h - sign.height) // 2)
    inside = box.past(_ARROW if passing else 24).inset(0, 10).left(box.w - _ARROW - 24)
    canvas.write(inside.top(_NAME), words(text(f"guildes.event_card.{view.event}")), THEME.title)
    rule = words(view.event_rule)
    canvas.write(inside.below(_NAME - 4), rule, theme.DECIDE, lines=_RULE_LINES)


def _entries(view: GuildesView, words: Words) -> tuple[legend.Entry, ...]:
    """What the crowns that there are and the two kinds of chips mean."""
    leading = (len(view.ahead()), *(len(view.leaders(row)) for row in view.guilds))
    signs = {**crowns(leading, THEME.paper), **parts.chips(view)}
    return legend.entries(words, "guildes.picture.legend", signs)


def _players(canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words) -> None:
    """Everyone's banner."""
    for seat, lane in enumerate(box.past(label).columns(view.seats, people.GAP)):
        status = viewed.status(view, words, seat)
        people.player(canvas, lane.top(box.h - 10), THEME, words, seat, status)


def _tricks(canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words) -> None:
    """Everyone's dirty trick."""
    row = box.top(box.h - 14)
    canvas.write(
        row.left(label - 12).below(18), words(text("guildes.picture.tricks")), THEME.title, lines=2
    )
    for seat, lane in enumerate(row.past(label).columns(view.seats, people.GAP)):
        _trick(canvas, lane, view, words, seat)


def _guilds(
    canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words, shot: Seen | None
) -> None:
    """A row for each guild: what lies of it, or how it was counted where that is news."""
    news = view.just_counted()
    ranks, draw_row = (count.counted(view), count.row) if news else (view, _guild)
    column = box.left(label - 12)
    wide = view.seats <= 4
    tricks = _TRICK if view.options.tricks and (shot is not None or not news) else 0
    above = Box(column.x, box.y - 82 - tricks, column.w, 74)
    worth = words(text("guildes.picture.worth"))
    canvas.write(above, worth, _WORTH, "right" if wide else "left", lines=2)
    parts.guild_column(canvas, column, ranks, words, values=True)
    lines = box.past(label).rows(len(view.guilds))
    for found, line in zip(view.guilds, lines, strict=True):
        draw_row(canvas, line, view, found)
        for seat, lane in enumerate(line.columns(view.seats, people.GAP)):
            ring(canvas, lane, view, shot, partial(_stands, guild=found.guild, seat=seat))


def _trick(canvas: Canvas, box: Box, view: GuildesView, words: Words, seat: int) -> None:
    """The player's dirty trick."""
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
    sign = _trick_sign(letter, state)
    canvas.put(sign, (width - sign.width) // 2, 0)
    room = Box(0, 42, width, height - 46).inset(_MARGIN, 0)
    held = state == "held"
    style = Style("strong" if held else "text", _TRICK_SIZES)
    if not unbroken(name, style.setting, room.w):
        style = Style("slim strong" if held else "slim", _TRICK_SIZES[1:])
        room = room.inset(_SLIM_MARGIN - _MARGIN, 0)
    canvas.write(room, name, style, "center", 2)
    return flat(canvas.drawn(), parts.colours())


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
    return flat(canvas.drawn(), parts.colours()).image


@cached
def _number(count: int, shared: bool | None) -> Image.Image:  # noqa: FBT001 - by position
    """How many cards; on a plate with a crown for whoever leads, alone or `shared`."""
    canvas = Canvas(Image.new("RGB", (_NUMBER, _CARD[1]), THEME.lane))
    if shared is not None:
        canvas.put(lead(_NUMBER, _CARD[1], shared=shared), 0, 0)
    canvas.write(Box(34, 0, _NUMBER - 38, _CARD[1]), str(count), theme.NUMBER, "center")
    return flat(canvas.drawn(), parts.colours()).image


@cached
def _fan(guild: str | None, count: int, width: int) -> Image.Image:
    """Cards of a guild, overlapping; None: face down."""
    if guild is None:
        fanned = fan(back(*_CARD), THEME.cover.base, count, width, THEME.lane)
    else:
        fanned = fan(card(guild, *_CARD), arms()[guild].colour, count, width, THEME.lane)
    return parts.colours().reduced(fanned)


def _face_down(canvas: Canvas, line: Box, view: GuildesView) -> None:
    for seat, lane in enumerate(line.columns(view.seats, people.GAP)):
        hidden = view.players[seat].face_down
        if hidden:
            y = lane.y + (lane.h - _CARD[1]) // 2
            canvas.put(_number(hidden, None), lane.x + 4, y)
            canvas.put(_fan(None, hidden, lane.w - 94), lane.x + _NUMBER + 10, y)


def _votes_height(view: GuildesView) -> int:
    """Room for what has been counted, ballot by ballot, and what would be now; 0 for nothing."""
    lines = (bool(due_now(view)) + (len(view.counts) > 1)) * _SUM_LINE
    room = lines + (_VOTES if view.counts else 0)
    return room + 16 if room else 0


def _votes(
    canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words, shot: Seen | None
) -> None:
    """Everyone's votes in all, ballot by ballot below, and what this ballot would bring now."""
    first, due = view.ahead(), due_now(view)
    once = bool(due) and view.seats > 4  # as many words side by side would read as a sentence
    title = "" if once and not view.counts else words(text("picture.votes"))
    people.band(canvas, box, title, THEME.cloth, upper=_VOTES + 16 if once else None)
    inside = box.inset(0, 8)
    if once:
        said = words(text("picture.votes_due"))
        line = inside.below(_VOTES * bool(view.counts) + _SUM_LINE * (len(view.counts) > 1))
        canvas.write(line.top(_SUM_LINE).left(label - 6).past(14), said, _DUE)
    for seat, lane in enumerate(inside.past(label).columns(view.seats, people.GAP)):
        votes, place = view.players[seat].votes, lane
        if votes:
            upper, ahead = lane.top(_VOTES), seat in first
            people.total(canvas, upper, THEME, sum(votes), first=ahead, shared=len(first) > 1)
            place = place.below(_VOTES)
        if len(votes) > 1:
            sums = "+".join(map(str, votes))
            canvas.write(place.top(_SUM_LINE), sums, _SUM, "center")
            place = place.below(_SUM_LINE)
        if due and due[seat]:
            more = due[seat]
            said = f"+{more}" if once else words(text("picture.due", n=more))
            canvas.write(place.top(_SUM_LINE), said, _DUE, "center")
        ring(canvas, lane, view, shot, partial(_total, seat=seat))
