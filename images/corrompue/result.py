"""The result: who has won and who has lost, tokens, and every count."""

from __future__ import annotations

from PIL import Image

from engine.corrompue.view import CorrompueView, CountView
from engine.text import text
from images.corrompue import parts
from images.corrompue.factions import arms, shield
from images.corrompue.spoken import lost, result_alt, won
from images.corrompue.theme import THEME
from images.furniture import legend, people
from images.furniture.ornaments import plate
from images.furniture.sheets import CONTENT, CROWNED, crowned
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import outcome
from images.words import Words

_LABEL = 226
_ROW = 54
_LOST = 84
_TOKENS = 70
_PILL = (58, 44)
_DISGRACED = theme.WAX_DARK
_CELL = Style("text", (34, 32, 30))
_BEST = Style("strong", (34, 32, 30))
_VERDICT = Style("strong", (30, 28, 27), theme.INK)
_LOSERS = Style("heading", (34, 32, 30, 28), theme.INK_SOFT)
_NAME = Style("heading", (30, 28, 27), theme.CREAM)


def result(view: CorrompueView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = people.numbered(outcome(view).places)
    seats = [seat for _, seat in places]
    losers, lost_by = view.losers(), lost(view)
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    above = CROWNED + (_LOST if losers else 0)
    table = banners + _ROW + (1 + len(view.counts)) * _ROW
    brought = "brought_others" if _to_the_others(view) else "brought"
    entries = legend.entries(words, "corrompue.picture.legend", {brought: _pill("paysan")})
    key = legend.height(entries, CONTENT)
    canvas, box = parts.sheet(above + table + 2 * _TOKENS + key, words)
    winners = outcome(view).places[0]
    crowned(canvas, box, THEME, words(won(view)), None if winners else shield("noblesse", 72))
    if lost_by is not None:
        line = box.below(CROWNED - 12).top(_LOST - 6)
        canvas.write(line, words(lost_by), _LOSERS, "center", lines=2, free=True)
    box = box.below(above)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(table).below(20), THEME, view.seats)
    for (place, seat), lane in zip(places, lanes.columns(view.seats, people.GAP), strict=True):
        cloth = _DISGRACED if seat in losers else THEME.cloth
        top = lane.top(banners - 4)
        people.player(canvas, top, THEME, words, seat, str(place) if winners else "", cloth)
        verdict = "wins" if seat in winners else "loses" if seat in losers else ""
        _verdict(canvas, lane.below(banners).top(_ROW), words, verdict)
    body = box.below(banners + _ROW).top((1 + len(view.counts)) * _ROW)
    lines = body.rows(1 + len(view.counts))
    _shields(canvas, lines[0], view, words)
    for index, count in enumerate(view.counts):
        _count(canvas, lines[index + 1], count, words, seats, index)
    _tokens(canvas, box.below(table), view, words, seats)
    legend.draw(canvas, box.below(table + 2 * _TOKENS), entries, THEME)
    return canvas.picture(result_alt(view, words))


def _to_the_others(view: CorrompueView) -> bool:
    """Whether a token was ever got without a card, as one player had taken all."""
    return any(
        token and not cards
        for count in view.counts
        for faction, given in (("noblesse", count.noblesse), ("paysan", count.paysan))
        for token, cards in zip(given, count.won[faction], strict=True)
    )


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
    canvas.write(line.left(_LABEL - 12), said, THEME.title)
    for lane in people.ruled(canvas, line.past(_LABEL), THEME, view.seats):
        for faction, place in zip(view.counts[0].won, lane.columns(3), strict=True):
            canvas.put_middle(shield(faction, 42), place)


def _count(
    canvas: Canvas, line: Box, count: CountView, words: Words, seats: list[int], index: int
) -> None:
    """Cards won by faction in one event, with the tokens these gave."""
    said = words(text("corrompue.picture.counted", event=index + 1))
    canvas.write(line.left(_LABEL - 12), said, theme.HEADING)
    milice = tuple(int(seat == count.milice) for seat in range(len(seats)))
    given = {"noblesse": count.noblesse, "paysan": count.paysan, "milice": milice}
    lanes = people.ruled(canvas, line.past(_LABEL), THEME, len(seats))
    for seat, lane in zip(seats, lanes, strict=True):
        for faction, place in zip(count.won, lane.columns(3), strict=True):
            value, gained = count.won[faction][seat], given[faction][seat]
            if gained:
                canvas.put_middle(_pill(faction), place)
                style = _BEST.tinted(arms()[faction].ink)
                canvas.write(place, str(value), style, "center")
            elif value:
                canvas.write(place, str(value), _CELL, "center")
            else:
                people.nothing(canvas, place, THEME)


@cached
def _pill(faction: str) -> Image.Image:
    """Ground of a number that brought a token of this faction."""
    return plate(*_PILL, arms()[faction].colour)


def _tokens(canvas: Canvas, box: Box, view: CorrompueView, words: Words, seats: list[int]) -> None:
    people.band(canvas, box.top(2 * _TOKENS), "", THEME.cloth)
    for faction, row in zip(parts.TOKENS, box.top(2 * _TOKENS).inset(0, 3).rows(2), strict=True):
        name = words(text(f"corrompue.faction.{faction}"))
        label = row.left(_LABEL - 8).past(12)
        canvas.write(label, name, _NAME, sign=shield(faction, 44))
        lanes = row.past(_LABEL).columns(view.seats, people.GAP)
        for seat, lane in zip(seats, lanes, strict=True):
            held = parts.held(view.players[seat], faction), view.tokens_to_end
            parts.pips(canvas, lane.inset(8, 0), faction, held, THEME.cloth)
