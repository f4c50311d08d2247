"""A count for the rules, of a game that was played: cards won, and the tokens they brought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.corrompue.view import CorrompueView, CountView
from engine.text import Seat, Text, text
from images.corrompue import parts
from images.corrompue.factions import plain, shield, token
from images.corrompue.theme import THEME
from images.furniture import people, sheets
from images.furniture.ornaments import arrow
from images.furniture.sheets import HEAD
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.words import Words

EXAMPLE_PAGE: Final = "corrompue.rules.count"

_LABEL = 290
_ROW = 112
_CARD = (48, 64)
_TOKEN = 64
_NUMBER = 56
_GAP = 6
_CARDS_END = _NUMBER + _GAP + _CARD[0]
_ARROW = 36
_NAME = Style("heading", (40, 38, 36, 34))
_CARDS = Style("strong", (44, 40, 36))


def example(view: CorrompueView, words: Words) -> Picture:
    """By faction, how many cards everybody won, and who got a token for it."""
    count = view.counts[-1]
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    table = len(count.won) * _ROW
    canvas, box = parts.sheet(HEAD + banners + table + 12, words)
    title = words(text("corrompue.example.title", event=len(view.counts)))
    held = view.model_copy(update={"event": len(view.counts)})
    said = words(text("corrompue.example.read"))
    sheets.said(canvas, parts.head(canvas, box, held, words), title, said)
    box = box.below(HEAD)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(banners + table).below(20), THEME, view.seats)
    for seat, lane in enumerate(lanes.columns(view.seats, people.GAP)):
        people.player(canvas, lane.top(banners - 10), THEME, words, seat, "")
    given = _given(view, count)
    lines = box.below(banners).top(table).rows(len(count.won))
    for (faction, won), line in zip(count.won.items(), lines, strict=True):
        _faction(canvas, line, words, faction, (won, given[faction]))
    return canvas.picture((title, *example_said(view, words)))


def example_said(view: CorrompueView, words: Words) -> tuple[str, ...]:
    """The same in words, a line a faction."""
    count = view.counts[-1]
    given = _given(view, count)
    return tuple(
        words(
            text(
                "corrompue.example.faction",
                won=_won(faction, won),
                given=_tokens(faction, won, given[faction]),
            )
        )
        for faction, won in count.won.items()
        if any(won)
    )


def _given(view: CorrompueView, count: CountView) -> Mapping[str, tuple[int, ...]]:
    """Tokens by faction, then by seat."""
    milice = tuple(int(seat == count.milice) for seat in range(view.seats))
    return {"noblesse": count.noblesse, "paysan": count.paysan, "milice": milice}


def _won(faction: str, won: tuple[int, ...]) -> Text:
    each = tuple(
        text("corrompue.won", seat=Seat(seat), cards=number)
        for seat, number in enumerate(won)
        if number
    )
    return text("corrompue.event.won", faction=text(f"corrompue.faction.{faction}"), each=each)


def _tokens(faction: str, won: tuple[int, ...], given: tuple[int, ...]) -> Text:
    """Who got a token, and why."""
    seats = tuple(Seat(seat) for seat, number in enumerate(given) if number)
    takers = [seat for seat, number in enumerate(won) if number]
    if not seats:
        return text(f"corrompue.example.{'tied' if len(takers) > 1 else 'nobody'}")
    if faction == "milice":
        return text("corrompue.event.milice", seat=seats[0])
    if len(takers) == 1:
        greedy = Seat(takers[0])
        return text(f"corrompue.event.{faction}_others", n=len(seats), greedy=greedy, seats=seats)
    return text(f"corrompue.event.{faction}", n=len(seats), seats=seats)


def _faction(
    canvas: Canvas,
    line: Box,
    words: Words,
    faction: str,
    count: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    label = line.left(_LABEL - 12)
    canvas.put(shield(faction, 64), label.x, label.y + (label.h - 64) // 2)
    canvas.write(label.past(78), words(text(f"corrompue.faction.{faction}")), _NAME)
    won, given = count
    for seat, lane in enumerate(people.ruled(canvas, line.past(_LABEL), THEME, len(won))):
        _count(canvas, lane, faction, won[seat])
        if given[seat]:
            sign = arrow(_ARROW, 26, theme.INK_SOFT, rightwards=True)
            drawn = token(faction, _TOKEN, "held", THEME.lane)
            end = lane.past(lane.w - _TOKEN - _GAP)
            between = lane.past(_CARDS_END).left(end.x - lane.x - _CARDS_END)
            canvas.put_middle(sign, between)
            canvas.put(drawn, end.x, lane.y + (lane.h - _TOKEN) // 2)


def _count(canvas: Canvas, lane: Box, faction: str, won: int) -> None:
    """How many cards; of none too, since who won none may get a token for it."""
    drawn = plain(faction, *_CARD, grey=not won)
    y = lane.y + (lane.h - _CARD[1]) // 2
    canvas.write(Box(lane.x, y, _NUMBER, _CARD[1]), str(won), _CARDS, "right")
    canvas.put(drawn, lane.x + _NUMBER + _GAP, y)
