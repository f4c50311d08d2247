"""The result: who has won and who has lost, tokens, and every count."""

from __future__ import annotations

from engine.corrompue.view import CorrompueView, CountView
from engine.text import Seat, text
from images import people, theme
from images.canvas import Canvas
from images.corrompue import parts
from images.corrompue.factions import CLOTH, shield, token
from images.corrompue.spoken import result_alt, won
from images.layout import Box
from images.ornaments import plate
from images.pictures import Picture
from images.sheets import CROWNED, crowned
from images.theme import Style
from images.viewed import outcome
from images.words import Words

_LABEL = 196
_ROW = 48
_LOST = 50
_TOKENS = 64
_CELL = Style("text", (28, 26, 24))
_BEST = Style("strong", (28, 26, 24))
_VERDICT = Style("strong", (26, 24, 22), theme.INK)
_LOSERS = Style("heading", (34, 32, 30, 28, 26, 24), theme.INK_SOFT)
_NAME = Style("heading", (28, 26, 24, 22), theme.CREAM)


def result(view: CorrompueView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = people.numbered(outcome(view).places)
    seats = [seat for _, seat in places]
    lost = view.losers()
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    above = CROWNED + (_LOST if lost else 0)
    table = banners + _ROW + (1 + len(view.counts)) * _ROW
    canvas, box = parts.sheet(above + table + 2 * _TOKENS)
    winners = outcome(view).places[0]
    crowned(canvas, box, words(won(view)), None if winners else shield("noblesse", 72))
    if lost:
        who = tuple(map(Seat, lost))
        said = words(text("corrompue.picture.lost", n=len(lost), losers=who))
        line = box.below(CROWNED - 12).top(_LOST - 6)
        canvas.write(line, said, _LOSERS, "center", free=True)
    box = box.below(above)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(table).below(20), view.seats)
    for (place, seat), lane in zip(places, lanes.columns(view.seats, people.GAP), strict=True):
        cloth = theme.LEATHER if seat in lost else CLOTH
        top = lane.top(banners - 4)
        people.player(
            canvas,
            top,
            words,
            seat,
            str(place) if winners else "",
            lit=seat in winners,
            cloth=cloth,
        )
        verdict = "wins" if seat in winners else "loses" if seat in lost else ""
        _verdict(canvas, lane.below(banners).top(_ROW), words, verdict)
    body = box.below(banners + _ROW).top((1 + len(view.counts)) * _ROW)
    lines = body.rows(1 + len(view.counts))
    _shields(canvas, lines[0], view, words)
    for index, count in enumerate(view.counts):
        _count(canvas, lines[index + 1], count, words, seats, index)
    _tokens(canvas, box.below(table), view, words, seats)
    return canvas.picture(result_alt(view, words))


def _verdict(canvas: Canvas, box: Box, words: Words, verdict: str) -> None:
    """Whether a player has won or lost."""
    if not verdict:
        return
    slip = box.inset(24, 5)
    won_it = verdict == "wins"
    canvas.put(plate(slip.w, slip.h, theme.GOLD_LIGHT if won_it else theme.WAX), slip.x, slip.y)
    style = _VERDICT if won_it else _VERDICT.tinted(theme.CREAM)
    canvas.write(slip, words(text(f"corrompue.picture.{verdict}")), style, "center")


def _shields(canvas: Canvas, line: Box, view: CorrompueView, words: Words) -> None:
    said = words(text("corrompue.picture.counts"))
    canvas.write(line.left(_LABEL - 12), said, theme.HEADING.tinted(theme.RUBRIC))
    for lane in people.ruled(canvas, line.past(_LABEL), view.seats):
        for faction, place in zip(view.counts[0].won, lane.columns(3), strict=True):
            canvas.put_middle(shield(faction, 38), place)


def _count(
    canvas: Canvas, line: Box, count: CountView, words: Words, seats: list[int], index: int
) -> None:
    """Cards won by faction in one event, with the tokens these gave."""
    said = words(text("corrompue.picture.counted", event=index + 1))
    canvas.write(line.left(_LABEL - 12), said, theme.HEADING)
    milice = tuple(int(seat == count.milice) for seat in range(len(seats)))
    given = {"noblesse": count.noblesse, "paysan": count.paysan, "milice": milice}
    lanes = people.ruled(canvas, line.past(_LABEL), len(seats))
    for seat, lane in zip(seats, lanes, strict=True):
        for faction, place in zip(count.won, lane.columns(3), strict=True):
            value, gained = count.won[faction][seat], given[faction][seat]
            style = theme.NONE if not value else _BEST if gained else _CELL
            middle = Box(place.middle[0] - 33, place.y, 66, place.h)
            number = middle.left(34) if gained else middle
            canvas.write(number, str(value) if value else "·", style, "center")
            if gained:
                canvas.put_middle(token(faction, 30, "held", theme.LANE), middle.past(36))


def _tokens(canvas: Canvas, box: Box, view: CorrompueView, words: Words, seats: list[int]) -> None:
    people.band(canvas, box.top(2 * _TOKENS), "", CLOTH)
    for faction, row in zip(parts.TOKENS, box.top(2 * _TOKENS).inset(0, 3).rows(2), strict=True):
        name = words(text(f"corrompue.faction.{faction}"))
        label = row.left(_LABEL - 8).past(12)
        canvas.write(label, name, _NAME, sign=shield(faction, 44))
        lanes = row.past(_LABEL).columns(view.seats, people.GAP)
        for seat, lane in zip(seats, lanes, strict=True):
            held = parts.held(view.players[seat], faction), view.tokens_to_end
            parts.pips(canvas, lane.inset(8, 0), faction, held, CLOTH)
